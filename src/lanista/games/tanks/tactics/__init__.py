"""What the built-in bots share: how they see the match and what they look for."""
