"""`lanista model`: answer a bot's questions about a game's rules."""
