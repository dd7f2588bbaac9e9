"""Uploaded bots: received, checked, activated, practised with."""
