"""The Python client and its types."""
