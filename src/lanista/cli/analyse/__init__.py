"""`lanista analyse`: find out where a match was won: chances, turning points, why."""
