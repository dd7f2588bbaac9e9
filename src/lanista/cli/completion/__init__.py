"""`lanista completion`: print a shell completion script."""
