"""The verbs of `lanista league`, one per file, and their screens."""
