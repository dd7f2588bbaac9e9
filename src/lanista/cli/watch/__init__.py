"""`lanista watch`: watch a replay in the terminal."""
