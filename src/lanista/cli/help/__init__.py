"""`lanista help`: show what a verb does, and its options."""
