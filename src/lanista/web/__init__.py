"""Matches in the browser: their films, the pages, the server for live matches, and pictures through Chromium."""
