"""The pages of a contest, rendered on the server."""
