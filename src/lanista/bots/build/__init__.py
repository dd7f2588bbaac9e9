"""Builds bots from their sources, in a jail, before they are started."""
