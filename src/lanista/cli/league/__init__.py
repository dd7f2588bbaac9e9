"""`lanista league`: run a league of many bots: matches, ratings, table, report."""
