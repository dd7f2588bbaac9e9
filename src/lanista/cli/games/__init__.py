"""`lanista games`: list the games, their rulesets and their built-in bots."""
