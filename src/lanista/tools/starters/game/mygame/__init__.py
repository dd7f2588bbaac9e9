"""My game, for Lanista. Bots import `typed` from here, so this file imports nothing."""
