"""The protocols of bots: lines, exchanged files, and servers that bots connect to."""
