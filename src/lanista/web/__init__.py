"""Matches in the browser: the server, the data and files of its pages, exports, and pictures by Chromium.

Imports everything but `cli`; `static/` has the pages' own scripts and styles, in a folder per page.
"""
