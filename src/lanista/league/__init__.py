"""Leagues: schedules, matches that count once, ratings with intervals, tables and reports."""
