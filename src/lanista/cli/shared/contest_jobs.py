"""Matches and comparisons that a contest server plays for a team, within its limits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lanista.cli.shared.common import FAILED, console, print_json
from lanista.cli.shared.following import PATIENCE, WorkSeen, follow
from lanista.cli.shared.shapes import ContestJob
from lanista.core.errors import InputError
from lanista.core.text import inert, join_words, quoted, whole_number

if TYPE_CHECKING:
    from lanista.serve.client import ServerClient

BUILT_IN = " (built in)"  # what a server adds to the names of built-in bots
OWN = "upload:"  # how orders name a version of the team, by its id
STATES = {"waiting": "it waits for the server", "running": "it is played now"}
MAX_TEXT = 600


class ContestTeam:
    """One's team in a contest: its versions by number, and whom it can practise with."""

    def __init__(self, client: ServerClient, game: str) -> None:
        self._client = client
        self._path = f"/api/c/{client.address.contest}"
        found = client.get(f"{self._path}/uploads")
        if found["game"] != game:
            raise InputError(f"this contest is of {inert(str(found['game']), 40)}, not of {quoted(game)}")
        self._uploads = {int(upload["number"]): int(upload["id"]) for upload in found["uploads"]}

    def is_version(self, word: str) -> bool:
        """Whether a word names a version of the team: its number."""
        return whole_number(word) is not None

    def version(self, word: str) -> int:
        """The server's id of a version; raises InputError."""
        found = self._uploads.get(whole_number(word) or 0)
        if found is None:
            there = join_words([str(number) for number in sorted(self._uploads)]) if self._uploads else "none yet"
            raise InputError(
                f"expected the number of a version that your team has uploaded ({there}), got {quoted(word)}"
            )
        return found

    def practise(self, bots: Sequence[str], map_name: str) -> Any:
        """Queue a match of a version against others, given by seat."""
        seat = next((seat for seat, word in enumerate(bots) if self.is_version(word)), None)
        if seat is None:
            raise InputError("expected the number of a version of yours among the bots, such as 1")
        known = {each["label"]: each["word"] for each in self._client.get(f"{self._path}/practice")["opponents"]}
        against = [self._opponent(word, known) for at, word in enumerate(bots) if at != seat]
        order = {"against": against, "map": map_name, "seat": seat}
        return self._client.post(f"{self._path}/uploads/{self.version(bots[seat])}/practice", order)

    def compare(self, new: str, old: str) -> Any:
        """Queue a comparison of two versions."""
        order = {"other": self.version(old)}
        return self._client.post(f"{self._path}/uploads/{self.version(new)}/compare", order)

    def finished(self, job: Any, say: Callable[[str], None]) -> ContestJob:
        """A job when it is over."""
        found = follow(self._client, f"{self._path}/jobs/{int(job['id'])}", _seen, PATIENCE, say)
        return _job(self._client, found)

    def _opponent(self, word: str, known: Mapping[str, str]) -> str:
        if self.is_version(word):
            return f"{OWN}{self.version(word)}"
        found = known.get(word) or known.get(f"{word}{BUILT_IN}")
        if found is None:
            others = [label for label, each in known.items() if not each.startswith(OWN)]
            names = join_words([inert(label.removesuffix(BUILT_IN), 40) for label in others])
            raise InputError(f"expected the number of a version, or one of {names}, got {quoted(word)}")
        return found


def _seen(job: Any) -> WorkSeen:
    ahead = f", {job['ahead']} ahead of it" if job["ahead"] else ""
    return WorkSeen(job["outcome"]["says"] or STATES.get(job["state"], "") + ahead, job["state"] not in STATES)


def _job(client: ServerClient, found: Any) -> ContestJob:
    import msgspec

    origin, outcome = client.address.origin, found["outcome"]
    facts = {name: outcome[name] for name in ContestJob.__struct_fields__ if name in outcome}
    facts |= {"players": found["players"], "map": found["map"], "state": found["state"]}
    facts |= {"says": outcome["says"] or outcome["error"] or STATES.get(found["state"], found["state"])}
    facts |= {"contest": f"{origin}/c/{client.address.contest}"}
    facts |= {"page": f"{origin}{found['watch']}" if found["watch"] else ""}
    return msgspec.convert(facts, ContestJob)


def show_job(job: ContestJob, *, as_json: bool) -> None:
    """Print what came of a job; exits with 1 if it was not played."""
    if as_json:
        print_json(job)
    else:
        out = console()
        names = " against ".join(inert(name, 60) for name in job.players)
        out.print(f"{names}: {inert(job.says, MAX_TEXT)}", markup=False, soft_wrap=True)
        if job.page:
            out.print(f"watch:     {inert(job.page, MAX_TEXT)}", style="cyan", markup=False, soft_wrap=True)
    if job.state != "done":
        sys.exit(FAILED)
