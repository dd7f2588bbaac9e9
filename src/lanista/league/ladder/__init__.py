"""How a ladder chooses its matches, and decides when to end."""
