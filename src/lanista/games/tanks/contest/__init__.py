"""Rusty Battle Tanks: recordings of its engine."""
