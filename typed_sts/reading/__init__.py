"""What reading a record once gives: tokens, entities, verbs, years, language and vectors."""
