"""Measures and limits the processor time, memory and processes of a bot."""
