"""`lanista train`: train a network to play a game, and write it as a bot."""
