"""`lanista compare`: find out whether a bot is better than another one."""
