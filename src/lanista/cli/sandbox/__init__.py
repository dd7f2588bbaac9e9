"""`lanista sandbox`: show the sandbox of this machine, and try to get out of it."""
