"""Requests: who sends them, what they may do, and how answers look. Knows no page."""
