"""Errors, text, files, verdicts, and operating system differences, for every package. Imports no other package."""
