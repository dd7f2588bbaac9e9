"""Fruit: two walkers on a line race for one fruit at a time."""
