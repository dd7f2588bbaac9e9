"""Games' pictures and moves in the page: ordinary Python functions become JavaScript, from their source.

Nothing is written twice: `script_for` follows everything that a game's `scene`, `events` and `moves` reach. Values
of modules are evaluated in Python and written down; functions and classes are transcribed. What has no exact
counterpart is refused with file and line.
"""

from lanista.web.transcribe.refusal import TranscribeError
from lanista.web.transcribe.script import script_for

__all__ = ["TranscribeError", "script_for"]
