"""`lanista serve`: a contest with people, pages and a ladder, on one command."""
