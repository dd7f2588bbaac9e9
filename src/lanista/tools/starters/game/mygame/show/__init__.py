"""How a match is shown."""
