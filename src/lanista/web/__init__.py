"""Matches in the browser: films of them, pages, a server for live matches, and pictures through Chromium."""
