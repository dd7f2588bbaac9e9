"""Plays a short match of good bots in every protocol, and one of a bot that is built; prints what they got.

Run as another user: `python -m tests.sandbox.plays FOLDER`, with the level and the runner in the environment.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox.machine import find_machine
from tests.bots.matches import PATIENT
from tests.soak.bots import LINES_BOT, Folder, Pairing, good_pairings

KINDS = ("fresh lines", "hosted", "round files", "file exchange", "hub", "socket")
COPY = "import shutil; shutil.copy('source.py', 'built.py')"


def pairings(root: Path) -> Iterator[Pairing]:
    """The matches to play, each with its own name."""
    folder = Folder(root)
    by_kind = {pairing.kind: pairing for pairing in good_pairings(folder)}
    yield from (by_kind[kind] for kind in KINDS)
    yield Pairing("built", "overdrive", (built(root / "built"), "cruise"), {"max_rounds": 3})


def built(folder: Path) -> str:
    """A bot whose program is made by its build."""
    folder.mkdir()
    (folder / "source.py").write_text(LINES_BOT)
    lines = [f"command = {json.dumps(f'{sys.executable} -I -S built.py')}"]
    lines += [f"build = {json.dumps(shlex.join([sys.executable, '-c', COPY]))}"]
    (folder / "lanista.toml").write_text("\n".join(lines))
    return str(folder)


def main() -> None:
    """Print the runner, and the verdicts and the first fault of the first seat of each match, as JSON."""
    found = {}
    for pairing in pairings(Path(sys.argv[1])):
        plan = plan_match(
            pairing.game, pairing.bots, MatchTerms(settings=pairing.settings).with_budgets(PATIENT), seed=4
        )
        seat = plan.play().seats[0]
        verdicts = [verdict.value for verdict in seat.verdicts]
        found[pairing.kind] = [verdicts, seat.fault.reason if seat.fault else ""]
    sys.stdout.write(json.dumps({"runner": find_machine().runner, "matches": found}) + "\n")


if __name__ == "__main__":
    main()
