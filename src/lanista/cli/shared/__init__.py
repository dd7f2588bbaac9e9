"""Shared by all verbs: options, output, progress, errors without tracebacks, and common screens."""
