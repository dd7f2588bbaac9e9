"""`lanista new`: create a bot from a template."""
