"""Bots that are processes: their supervisors, pipes, logs and jails."""
