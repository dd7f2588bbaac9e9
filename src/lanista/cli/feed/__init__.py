"""`lanista feed`: send a bot a recorded turn and show its answer."""
