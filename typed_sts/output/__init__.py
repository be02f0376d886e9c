"""How answers look to people and to programs."""
