"""Matches in the browser: what pages get of them, the pages, the server, and pictures through Chromium."""
