"""`lanista schema`: print the JSON Schema of a game's messages or a verb's output."""
