"""`lanista doctor`: examine a bot before you submit it."""
