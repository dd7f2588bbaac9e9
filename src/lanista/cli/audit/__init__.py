"""`lanista audit`: find out whether the seats and maps of a game are fair."""
