"""Orbis Challenge 2015, Bot Rampage: its protocol, its server, its result files and recordings of its engine."""
