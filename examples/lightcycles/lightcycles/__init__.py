"""Light cycles, for Lanista."""
