"""Every error that Lanista raises on purpose, in one tree.

A message says what was expected, what came, where, and what to do next.
"""

from __future__ import annotations


class LanistaError(Exception):
    """Anything a person can act on; the command line prints it without a traceback."""


class InputError(LanistaError):
    """What a person or a file gave us does not fit."""


class ConfigError(InputError):
    """A setting is unknown, of the wrong kind or out of its range."""


class LoadError(InputError):
    """A saved state, move list or recording does not have the shape it should have."""


class ReplayError(InputError):
    """A replay file is damaged, of another format, or of another version of the rules."""


class FileError(InputError):
    """A file cannot be read or written where it was named, or would be overwritten."""


class PluginError(InputError):
    """A game that is installed cannot be loaded."""


class BotError(InputError):
    """A bot cannot be found or started as it was named."""


class Terminated(BaseException):
    """SIGTERM: everything is left in order, as after Ctrl-C.

    Unlike a SystemExit it cannot come from a bot or a plug-in, so nobody takes it for a fault of theirs.
    """


class EngineError(LanistaError):
    """A fault of ours while a match was judged: the match is void, and nobody loses anything by it."""


class RecordError(LanistaError):
    """A record is declared in a way that cannot be the same bytes everywhere."""


class RuleError(LanistaError):
    """A rule wrote what a field cannot hold, or named a field that does not exist."""


class NativeError(LanistaError):
    """The rules could not be compiled."""
