"""Which generation of the contest's state files a bot was written for, told by the log of its crash.

There were three, and each ruleset writes one of them (8.4, 8.5): `docs/protocols.md` has the table.
"""

from __future__ import annotations

import re

FINALS = r"iron[ _]?curtain|tesla|max_?range|energy_?per_?shot"
STATISTICS = r"buildings?[ _]?stats|max_?rounds|round_?income|Maximum Amount Of Rounds|Round Income Energy"
FIRST = r"Map Width|BUILDING PRICES"  # as the text map writes them; every state.json has a `mapWidth`

# By ruleset: the names that only another generation's files have, whose they are, and its ruleset.
HINTS = {
    "standard": (
        (FINALS, "written for the 2018 finals? try `--ruleset extended`"),
        (FIRST, "written for the first release of 2018? try `--ruleset classic`"),
    ),
    "classic": (
        (FINALS, "written for the 2018 finals? try `--ruleset extended`"),
        (STATISTICS, "written for a later release of 2018? try `--ruleset standard`"),
    ),
    "extended": ((FIRST, "written for the first release of 2018? try `--ruleset classic`"),),
}


def hint(ruleset: str, log: str) -> str:
    """What to try with a bot that crashed and left this log; nothing if it names no other generation's files."""
    for names, advice in HINTS.get(ruleset, ()):
        flags = re.NOFLAG if names is FIRST else re.IGNORECASE
        if found := re.search(names, log, flags):
            return f"{found[0]} is not in the files of `{ruleset}`: {advice}"
    return ""
