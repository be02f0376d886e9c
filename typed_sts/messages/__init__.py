"""What is said to people, in their language: one .po file a language, which translators edit as it is."""
