"""Every error that Lanista raises deliberately, in one tree.

A message says what was expected, what was found, where, and what to do next.
"""

from __future__ import annotations


class LanistaError(Exception):
    """Anything a person can act on; the command line prints it without a traceback."""


class InputError(LanistaError):
    """Input from a person or a file is invalid."""


class ConfigError(InputError):
    """A setting is unknown, of the wrong type or out of range."""


class LoadError(InputError):
    """A saved state, move list or recording has the wrong shape."""


class ReplayError(InputError):
    """A replay file is damaged, of another format, or of another version of the rules."""


class FileError(InputError):
    """A file cannot be read or written, or would be overwritten."""


class StoreError(InputError):
    """A league's store cannot be opened, read or written, or lacks the requested entry."""


class PluginError(InputError):
    """An installed game cannot be loaded."""


class BotError(InputError):
    """A bot cannot be found or started."""


class SandboxError(ConfigError):
    """The machine cannot provide the sandbox level that was asked for."""


class ClusterError(InputError):
    """A cluster cannot be reached, or none of its machines can play the matches."""


class Terminated(KeyboardInterrupt):
    """SIGTERM: the program ends as after Ctrl-C, shows what it has, and exits with another status.

    Unlike SystemExit it cannot come from a bot or a plug-in, so it is never mistaken for a fault of theirs.
    """


class EngineError(LanistaError):
    """A fault of ours during a match: the match is void and counts for nobody."""


class RecordError(LanistaError):
    """A record is declared in a way that would not give the same bytes everywhere."""


class RuleError(LanistaError):
    """A rule wrote a value that its field cannot hold, or used a field that does not exist."""


class NativeError(LanistaError):
    """The rules could not be compiled."""
