"""One module for each library: `make(name)` returns an environment of it under random legal play."""
