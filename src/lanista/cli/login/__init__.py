"""`lanista login`: store a token of a contest server."""
