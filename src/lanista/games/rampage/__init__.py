"""Rampage: two robots, turrets, lasers, shields and teleports on a torus (Orbis Challenge 2015, Bot Rampage)."""
