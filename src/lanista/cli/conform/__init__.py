"""`lanista conform`: compare recordings of the original engines with our rules."""
