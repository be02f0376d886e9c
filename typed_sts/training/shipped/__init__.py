"""How what the package ships is made: taggers, tables, statistics and models."""
