"""`lanista dev`: builds, plays and compares a bot whenever it is saved."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.compare.command import UNDECIDED, ComparisonOptions, question_of
from lanista.cli.shared.common import FAILED, REJECTED, console, print_json, verb
from lanista.cli.shared.completers import complete_bots
from lanista.cli.shared.groups import game_of_bot, game_option
from lanista.cli.shared.options import group, option, option_group, takes

if TYPE_CHECKING:
    from lanista.series.compare import ComparisonQuestion
    from lanista.tools.dev.session import DevPlan, DevScreen
    from lanista.tools.dev.version import BotVersion

SEED_BITS = 32  # of a first match's seed, which is part of a command to copy


@option_group
class DevOptions:
    """The bot's game, its opponents, and the comparison."""

    game: str | None = game_option()
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
            from lanista.cli.dev.as_json import as_json as version_as_json

            print_json(version_as_json(version, plan, "ended"))
        sys.exit(exit_code(version))


def _plan(bot: str, options: DevOptions) -> DevPlan:
    """The session's plan for every version."""
    from lanista.game import first_opponent, get_game
    from lanista.tools.dev.job import DevJob
    from lanista.tools.dev.session import DevPlan
    from lanista.tools.dev.sources import find_source
    from lanista.tools.dev.store import VersionStore

    game, comparison = get_game(game_of_bot(options.game, Path(bot).expanduser())), options.comparison
    source = find_source(game, bot)
    store = VersionStore.of(source)
    job = DevJob(
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
    return DevPlan(source, store, job, auto=options.auto, once=options.once)


def _check(question: ComparisonQuestion) -> None:
    """Refuse a ruleset, settings, maps or bots with which no comparison could run."""
    from lanista.bots.resolve import find_bot
    from lanista.game import find_map, get_game
    from lanista.series.compare.question import seats_of

    game = get_game(question.game)
    game.configure(question.terms.ruleset, question.terms.settings)
    seats_of(game, question.seats)
    for word in question.maps:
        find_map(game, word)
    for bot in question.against:
        find_bot(game, bot, question.terms.wanted)


def _take_base(plan: DevPlan, base: str) -> None:
    """Make a bot or an earlier version the accepted one."""
    from lanista.bots.resolve import find_bot
    from lanista.game import get_game
    from lanista.tools.dev.sources import find_source
    from lanista.tools.dev.store import Line, VersionResult, now

    store = plan.store
    if os.path.exists(os.path.expanduser(base)):
        game = get_game(plan.source.game)
        other = find_source(game, base)
        find_bot(game, base, plan.job.question.terms.wanted)  # builds it
        version = store.keep(other)
    else:
        version = store.find(base)
    if version != store.accepted():
        store.record(Line(now(), version, VersionResult.FIRST, accepted=True, note=f"--base {base}"))


def _run(plan: DevPlan, *, as_json: bool) -> BotVersion:
    """Run the session with everything it needs, which ends with it."""
    from lanista.tools.dev.child import Children
    from lanista.tools.dev.session import DevSession, Pressed
    from lanista.tools.dev.watching import FileWatcher

    on_terminal = not as_json and not plan.once and _is_terminal()
    with ExitStack() as stack:
        children = stack.enter_context(Children(spare=not plan.once))
        session = DevSession(plan, _screen(plan, stack, as_json=as_json, on_terminal=on_terminal), children)
        if on_terminal:
            from lanista.cli.dev.keys import keys_to

            stack.enter_context(keys_to(lambda key: session.put(Pressed(key))))
        if not plan.once:
            stack.callback(FileWatcher(plan.source, session.put).stop)
        return session.run()


def _is_terminal() -> bool:
    """Whether a person can press keys, and the screen can be drawn over."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not console().is_dumb_terminal


def _screen(plan: DevPlan, stack: ExitStack, *, as_json: bool, on_terminal: bool) -> DevScreen:
    from lanista.cli.dev.as_json import JsonScreen
    from lanista.cli.dev.lines import PlainScreen
    from lanista.cli.dev.screen import TerminalScreen

    if as_json:
        return JsonScreen(plan)
    if not on_terminal:
        return PlainScreen(console())
    return stack.enter_context(TerminalScreen(console(), f"{plan.source.spec} · {plan.source.game}").shown())


def exit_code(version: BotVersion) -> int:
    """0 if the version is better or the first one, 1 if it is not, 3 if undecided, 2 if it could not be played."""
    from lanista.tools.dev.store import VersionResult

    codes = {
        VersionResult.BETTER: 0,
        VersionResult.FIRST: 0,
        VersionResult.NOT_BETTER: FAILED,
        VersionResult.FAULT: FAILED,
        VersionResult.BROKEN: FAILED,
        VersionResult.STOPPED: REJECTED,
    }
    return codes.get(version.result, UNDECIDED)
