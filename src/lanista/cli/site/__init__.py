"""`lanista site`: make a folder of pages on which people play every game."""
