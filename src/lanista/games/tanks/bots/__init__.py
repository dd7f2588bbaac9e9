"""Built-in opponents for Tanks, weakest first: random, scout, sniper, greedy."""
