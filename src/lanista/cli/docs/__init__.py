"""`lanista docs`: the manual, offline."""
