"""`lanista dev`: builds, plays and compares a bot whenever it is saved."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from lanista.cli.common import FAILED, REJECTED, console, print_json, verb
from lanista.cli.compare import UNDECIDED, ComparisonOptions, question_of
from lanista.cli.completers import complete_bots, complete_games
from lanista.cli.options import group, option, option_group, takes

if TYPE_CHECKING:
    from lanista.compare import Question
    from lanista.dev.session import Plan, Screen
    from lanista.dev.version import Version

SEED_BITS = 32  # of a first match's seed, which is part of a command to copy


@option_group
class DevOptions:
    """What the bot plays, what it is compared with, and how."""

    game: str = option("--game", required=True, shell_complete=complete_games, help="What the bot plays.")
    base: str = option(
        "--base",
        default="",
        metavar="PATH|DIGEST",
        help="Compare with this bot or earlier version.  [default: the last accepted version]",
    )
    auto: bool = option("--auto", is_flag=True, help="Accept a version as soon as it proves to be better.")
    once: bool = option("--once", is_flag=True, help="Build, play and compare once, then exit.")
    comparison: ComparisonOptions = group(ComparisonOptions)


@verb
@click.argument("bot", shell_complete=complete_bots)
@takes(DevOptions)
def command(bot: str, options: DevOptions, as_json: bool) -> None:
    """Build, play and compare BOT whenever it is saved.

    BOT is a .py file or a folder. Every saved version is built and plays one match at once. If that goes well, it
    is compared with the last accepted version until a sequential test decides, or until it is saved again.

    \b
    Keys: a accepts the version, r restarts, v says how to watch lost matches, q quits.
    Without a terminal it prints lines; with --json, one object per event.

    With --once, exits with 0 if the version is better, 1 if it is not, does not build or is at fault, and 3 if
    that is undecided.
    """
    plan = _plan(bot, options)
    with plan.store.locked():
        if options.base:
            _take_base(plan, options.base)
        version = _run(plan, as_json=as_json)
    if options.once:
        if as_json:
            from lanista.cli.dev_json import as_json as version_as_json

            print_json(version_as_json(version, plan, "ended"))
        sys.exit(exit_code(version))


def _plan(bot: str, options: DevOptions) -> Plan:
    """What the session does with every version."""
    from lanista.dev.job import Job
    from lanista.dev.session import Plan
    from lanista.dev.sources import find_source
    from lanista.dev.store import Store
    from lanista.game import first_opponent, get_game

    game, comparison = get_game(options.game), options.comparison
    source = find_source(game, bot)
    store = Store.of(source)
    job = Job(
        question=question_of(game.name, bot, "", comparison),
        test=comparison.sprt(),
        max_units=comparison.most_pairs,
        jobs=comparison.jobs,
        store=store.root,
        base="",
        opponent=first_opponent(game),
        seed=secrets.randbits(SEED_BITS) if comparison.seed is None else comparison.seed,
        fresh=comparison.fresh,
    )
    _check(job.question)
    return Plan(source, store, job, auto=options.auto, once=options.once)


def _check(question: Question) -> None:
    """Refuse a ruleset, settings, maps or bots that no version could be compared with."""
    from lanista.bots.resolve import find_bot
    from lanista.compare.question import seats_of
    from lanista.game import find_map, get_game

    game = get_game(question.game)
    game.configure(question.ruleset, question.settings)
    seats_of(game, question.seats)
    for word in question.maps:
        find_map(game, word)
    for bot in question.against:
        find_bot(game, bot, question.wanted)


def _take_base(plan: Plan, base: str) -> None:
    """Make a bot or an earlier version the accepted one."""
    from lanista.bots.resolve import find_bot
    from lanista.dev.sources import find_source
    from lanista.dev.store import Line, Result, now
    from lanista.game import get_game

    store = plan.store
    if os.path.exists(os.path.expanduser(base)):
        game = get_game(plan.source.game)
        other = find_source(game, base)
        find_bot(game, base, plan.job.question.wanted)  # builds it
        version = store.keep(other)
    else:
        version = store.find(base)
    if version != store.accepted():
        store.record(Line(now(), version, Result.FIRST, accepted=True, note=f"--base {base}"))


def _run(plan: Plan, *, as_json: bool) -> Version:
    """Run the session with whatever it needs; all of it ends with the session."""
    from lanista.dev.child import Children
    from lanista.dev.session import Pressed, Session
    from lanista.dev.watching import Watcher

    on_terminal = not as_json and not plan.once and _is_terminal()
    with ExitStack() as stack:
        children = stack.enter_context(Children(spare=not plan.once))
        session = Session(plan, _screen(plan, stack, as_json=as_json, on_terminal=on_terminal), children)
        if on_terminal:
            from lanista.cli.keys import keys_to

            stack.enter_context(keys_to(lambda key: session.put(Pressed(key))))
        if not plan.once:
            stack.callback(Watcher(plan.source, session.put).stop)
        return session.run()


def _is_terminal() -> bool:
    """Whether a person can press keys, and the screen can be drawn over."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not console().is_dumb_terminal


def _screen(plan: Plan, stack: ExitStack, *, as_json: bool, on_terminal: bool) -> Screen:
    from lanista.cli.dev_json import JsonScreen
    from lanista.cli.dev_lines import PlainScreen
    from lanista.cli.dev_screen import TerminalScreen

    if as_json:
        return JsonScreen(plan)
    if not on_terminal:
        return PlainScreen(console())
    return stack.enter_context(TerminalScreen(console(), f"{plan.source.spec} · {plan.source.game}").shown())


def exit_code(version: Version) -> int:
    """0 if the version is better or the first one, 1 if it is not, 3 if undecided, 2 if it could not be played."""
    from lanista.dev.store import Result

    codes = {
        Result.BETTER: 0,
        Result.FIRST: 0,
        Result.NOT_BETTER: FAILED,
        Result.FAULT: FAILED,
        Result.BROKEN: FAILED,
        Result.STOPPED: REJECTED,
    }
    return codes.get(version.result, UNDECIDED)
