"""What is said to a person about two records: statements of what they share, chosen by what is rare, then worded."""
