"""`lanista demo`: play a first match of every game."""
