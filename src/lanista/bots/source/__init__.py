"""The source of a bot: its file, folder or archive, and its name."""
