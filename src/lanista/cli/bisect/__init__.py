"""`lanista bisect`: find the commit that made a bot weaker."""
