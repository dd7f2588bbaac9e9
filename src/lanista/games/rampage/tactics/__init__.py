"""Shared by the built-in bots: their model of the match and their search."""
