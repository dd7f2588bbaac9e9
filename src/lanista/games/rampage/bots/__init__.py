"""Built-in opponents for Rampage, weakest first: random, hunter, collector, greedy."""
