"""The annotation of the TYPED task: pairs that people rate, questions with known answers, and what comes out of it."""
