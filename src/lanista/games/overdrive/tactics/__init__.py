"""Helpers that the built-in bots share."""
