"""Tanks: a radar-guided tank battle of two to forty (Rusty Battle Tanks)."""
