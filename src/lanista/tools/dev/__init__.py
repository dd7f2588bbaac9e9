"""Developing a bot: every saved version is built, played once, and compared with the last accepted one."""
