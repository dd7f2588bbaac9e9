"""Fills an empty server for a look around: an administrator, a contest, and bots that climb its ladder."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lanista.core.errors import InputError
from lanista.game import game_names, get_game
from lanista.serve.bots.starters import starter_archive, starter_languages
from lanista.serve.making import WantedContest, change_settings, make_contest, set_house_bots
from lanista.serve.records import InvitationKind, Role, Standing
from lanista.serve.settings import Joining

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

ADMIN = "demo"
PROGRAMS = {"python": "python3", "javascript": "node", "sh": "sh"}  # that start the starters of a language
TEAMS = ("Blue", "Green", "Orange")
SECRET_BYTES = 9  # of a passphrase
MATCHES_PER_DAY = 100_000
CHECK_SECONDS = 5
TEXT = """\
This contest was made by `lanista serve --demo`: its bots are built in, and starters that anybody can download.

* Open the **table**, a bot, or a match that is being played.
* Make an account, join with a team of your own, and upload a bot.
* Sign in as the administrator, and change the settings.
"""


class DemoFilled(NamedTuple):
    """The contest that was made, and how to sign in."""

    name: str
    passphrase: str
    slug: str


def fill(site: Site, game: str = "") -> DemoFilled:
    """Make an administrator and a contest with a game's built-in bots and starters; its ladder begins at once."""
    if site.accounts.everyone() or site.contests.all():
        raise InputError("--demo is for a new folder, and this one has people or contests; leave it out")
    chosen = get_game(game or game_names()[0])
    passphrase = secrets.token_urlsafe(SECRET_BYTES)
    admin = site.accounts.register(ADMIN, passphrase)
    site.accounts.set_standing(admin.id, Standing.ADMIN, 0)
    wanted = WantedContest(
        title="Demonstration",
        game=chosen.name,
        joining=Joining.ANYONE,
        team_size=3,
        matches_per_day=MATCHES_PER_DAY,
    )
    contest = make_contest(site, wanted, admin.id)
    contest = change_settings(site, contest, {"text": TEXT, "check_seconds": CHECK_SECONDS}, admin.id)
    set_house_bots(site, contest, chosen.bots, admin.id)
    for team, language in zip(TEAMS, _languages(contest), strict=False):
        _enter(site, contest, team, language)
    return DemoFilled(ADMIN, passphrase, contest.slug)


def _languages(contest: Contest) -> Iterator[str]:
    """The languages whose starters can run here without a build."""
    for language in starter_languages(contest):
        if language in PROGRAMS and shutil.which(PROGRAMS[language]):
            yield language


def _enter(site: Site, contest: Contest, team: str, language: str) -> None:
    """A team of one person that uploads a starter."""
    person = site.accounts.register(f"{team.lower()}-{language}", secrets.token_urlsafe(SECRET_BYTES))
    code = site.invitations.make(
        InvitationKind.CONTEST, contest_id=contest.id, role=Role.CONTESTANT.value, note="the demonstration"
    )
    site.invitations.redeem(code, person.id)
    made, _ = site.teams.create(contest, person.id, team)
    site.uploads.receive(contest, made.id, person.id, f"{language}.zip", starter_archive(contest, language))
