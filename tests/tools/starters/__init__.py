"""Starters in every language."""
