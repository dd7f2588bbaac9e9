"""Matches in the browser: the server, the data and files of its pages, exports, and pictures by Chromium.

Imports `tools`, `league`, `match` and the layers below, but not `series`, `search` or `learn`; `static/` has the
pages' own scripts and styles, in a folder per page.
"""
