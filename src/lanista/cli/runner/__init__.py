"""`lanista runner`: plays the matches of a contest server, and checks the bots that are uploaded."""
