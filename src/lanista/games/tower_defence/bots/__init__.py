"""Built-in opponents for Tower Defence, weakest first: random, turtle, builder, greedy."""
