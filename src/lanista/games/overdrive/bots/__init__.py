"""Built-in opponents for Overdrive, weakest first: random, cruise, greedy, planner."""
