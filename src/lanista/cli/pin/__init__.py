"""`lanista pin`: keep a moment of a replay as a test."""
