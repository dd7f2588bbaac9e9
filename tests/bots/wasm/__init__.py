"""Metered bots."""
