"""A real PostgreSQL for tests: one server per test process, which ends with that process."""

from lanista.league.store.temporary import PASSWORD, SECRET, PostgresServer, find_programs, running_server

__all__ = ["PASSWORD", "SECRET", "PostgresServer", "find_programs", "running_server"]
