"""The API of a contest: everything that its pages do, as JSON."""
