"""Kits: a game's rules for programs in other languages, with a README, an example and a test.

`make_kit` gives the files of a folder that needs nothing else: C, JavaScript or WebAssembly, a prepared start, and
recorded play whose digests the test compares.
"""

from lanista.tools.kits.kit import INTERFACE, TARGETS, Kit, make_kit, script_kit

__all__ = ["INTERFACE", "TARGETS", "Kit", "make_kit", "script_kit"]
