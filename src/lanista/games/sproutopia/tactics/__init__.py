"""What the built-in bots share: a memory of the map, path finding and loops."""
