"""Jails around a bot's processes: namespaces, files that they see, system calls that they may make."""
