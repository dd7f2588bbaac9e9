"""The Python starter."""
