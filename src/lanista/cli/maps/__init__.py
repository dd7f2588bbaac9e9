"""`lanista maps`: list and draw the maps of a game."""
