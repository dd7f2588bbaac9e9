"""Leagues: formats, schedules, runners, stores, tables. May import `series` and below, never `learn` or above."""
