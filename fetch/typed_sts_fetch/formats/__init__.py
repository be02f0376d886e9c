"""Files of records in any known format into Items, and out again."""
