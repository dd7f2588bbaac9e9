"""Hints for bots that crash because they were written for other state files of the contest.

Its releases had three kinds of state files, and each ruleset writes one of them (8.4, 8.5); see the table in
`docs/protocols.md`.
"""

from __future__ import annotations

import re

FINALS = r"iron[ _]?curtain|tesla|max_?range|energy_?per_?shot"
STATISTICS = r"buildings?[ _]?stats|max_?rounds|round_?income|Maximum Amount Of Rounds|Round Income Energy"
FIRST = r"Map Width|BUILDING PRICES"  # as in the text map; every state.json has a `mapWidth`

# By ruleset: patterns of names that only other state files have, and the advice.
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
    """Advice on a crash, if the log mentions a name from other state files; otherwise empty."""
    for names, advice in HINTS.get(ruleset, ()):
        flags = re.NOFLAG if names is FIRST else re.IGNORECASE
        if found := re.search(names, log, flags):
            return f"{found[0]} is not in the files of `{ruleset}`: {advice}"
    return ""
