"""Entelect Challenge 2024: its hub, its log files and recordings of its engine."""
