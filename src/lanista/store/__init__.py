"""Leagues on file: SQLite by default, PostgreSQL by URL; bots and replays by digest. Knows no game."""
