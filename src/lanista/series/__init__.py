"""Many matches: executors, comparisons, statistics, clusters. May import `match` and below, never `league`."""
