"""A server for measurements: a folder with a contest, and its processes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from lanista.core.errors import LanistaError
from lanista.game import first_opponent, game_names, get_game
from lanista.sandbox.usage import process_tree
from lanista.serve.contests import Contest
from lanista.serve.making import change_settings, set_house_bots
from lanista.serve.ops.children import OwnedProcess
from lanista.serve.ops.folder import prepare
from lanista.serve.ops.owner import ServerOwner, ServerPlan
from lanista.serve.people.accounts import add_user
from lanista.serve.records import Scope
from lanista.serve.settings import ContestSettings, Joining
from lanista.serve.site import Site, open_site

RSS = re.compile(rb"VmRSS:\s+(\d+) kB")


@contextmanager
def new_site(data: Path) -> Iterator[Site]:
    """The data of a new server."""
    prepare(data, "")
    with open_site(data) as site:
        yield site


def new_contest(site: Site, *, built_in: int = 2) -> Contest:
    """A contest of the first game, with some of its built-in bots, that allows everything often."""
    game = get_game(game_names()[0])
    settings = ContestSettings(title="Bench", joining=Joining.ANYONE, matches_per_day=1_000_000)
    contest = site.contests.create(settings, game.name)
    bots = dict.fromkeys([first_opponent(game), *game.bots])
    set_house_bots(site, contest, list(bots)[:built_in], 0)
    return change_settings(site, contest, {"uploads_per_hour": 1000}, 0)


def new_teams(site: Site, contest: Contest, count: int) -> list[str]:
    """Teams of one person each, and a token of each to upload with."""
    tokens: list[str] = []
    for number in range(1, count + 1):
        user = site.write(partial(add_user, name=f"person {number}", hashed="", now=site.now()))
        site.teams.enter(contest, user.id)
        site.teams.create(contest, user.id, f"team {number}")
        tokens.append(site.tokens.make(user.id, "bench", [Scope.UPLOAD])[1])
    return tokens


@contextmanager
def serving(data: Path, *, runners: int = 0, workers: int = 1) -> Iterator[ServerOwner]:
    """The processes of a server on any free port, until the end of the block."""
    plan = ServerPlan(data=data, port=0, runners=runners, workers=workers)
    with ServerOwner(plan) as owner:
        owner.start()
        if not any(process.is_running for process in owner.web):
            raise LanistaError("the server of the benchmark did not start")
        yield owner


def memory_mb(processes: list[OwnedProcess]) -> float:
    """The memory of processes, in MB."""
    found = (RSS.search(process_tree.read(f"/proc/{process.pid}/status")) for process in processes)
    return sum(int(match[1]) for match in found if match) * 1024 / 1e6
