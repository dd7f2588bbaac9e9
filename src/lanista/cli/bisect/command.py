"""`lanista bisect`: which commit made a bot weaker?"""

from __future__ import annotations

import shlex
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.bisect.screen import BisectPanel, print_outcome
from lanista.cli.compare.command import UNDECIDED, ComparisonOptions, question_of
from lanista.cli.shared.again import again, option_words
from lanista.cli.shared.common import FAILED, INTERRUPTED, console, error_console, print_json, stop_status, verb
from lanista.cli.shared.groups import game_of_bot, game_option
from lanista.cli.shared.options import group, option, option_group, takes

if TYPE_CHECKING:
    from lanista.series.compare import Comparison
    from lanista.series.spec import MatchSpec
    from lanista.series.stats import Sprt
    from lanista.tools.bisect import Bisection, CommitHistory, Versions

EXITS = {"found": 0, "no loss": FAILED, "undecided": UNDECIDED, "unconfirmed": UNDECIDED}


@option_group
class BisectOptions:
    """The bot, the repository, and the tests."""

    bot: str = option(
        "--bot", required=True, metavar="PATH", help="The bot in the repository: a .py file or a folder."
    )
    game: str | None = game_option()
    repo: Path = option(
        "--repo",
        type=click.Path(path_type=Path),
        default=".",
        help="A folder of the git repository.  [default: the current one]",
    )
    tests: ComparisonOptions = group(ComparisonOptions)


@verb
@click.argument("revisions", metavar="GOOD..BAD")
@takes(BisectOptions)
def command(revisions: str, options: BisectOptions, as_json: bool) -> None:
    """Find the commit that made a bot weaker.

    First tests whether BAD has lost --elo1 or more against GOOD, then searches the commits between them along
    first parents, with a sequential test against GOOD at each step: NEW is a commit, OLD is GOOD. Commits whose
    bot cannot be built or started are skipped. The repository is only read. Ctrl-C stops it; the same command
    continues later.

    Exits with 0 if the commit was found, 1 if BAD is not weaker than GOOD, and 3 if that cannot be decided.
    """
    from lanista.tools.bisect import Repository, read_history

    run = BisectRun(read_history(Repository(options.repo), revisions, options.bot), options)
    stopped = _search(run.bisection, run.versions, quiet=as_json)
    if as_json:
        from lanista.cli.bisect.as_json import as_json as result_as_json

        print_json(result_as_json(run))
    else:
        print_outcome(console(), run.bisection, run.changes(), run.commands())
    outcome = run.bisection.outcome
    sys.exit((stopped or INTERRUPTED) if outcome is None else EXITS[outcome.value])


class BisectRun:
    """A bisection as requested on the command line."""

    def __init__(self, history: CommitHistory, options: BisectOptions) -> None:
        from lanista.tools.bisect import Bisection, Preparation, Versions

        self.history = history
        self.options = options
        self.game = game_of_bot(options.game, options.repo / options.bot)
        self.versions = Versions(history)
        self._started: set[tuple[str, str]] = set()
        prepare = Preparation(self.game, self.versions, self._first_match, options.tests.terms.terms().wanted)
        self.bisection = Bisection(history.commits, prepare, self._compare, options.tests.sprt())

    def _first_match(self, new: str, old: str) -> MatchSpec:
        from lanista.series.compare.question import Arrangement

        return Arrangement(question_of(self.game, new, old, self.options.tests)).spec(0, 0, 0)

    def _compare(self, new: str, old: str, test: Sprt) -> Comparison:
        """A comparison with the options of the command line; --fresh forgets only what earlier runs played."""
        from lanista.series.compare import Comparison, ComparisonStorage, Keep

        tests = self.options.tests
        is_fresh = tests.fresh and (new, old) not in self._started
        self._started.add((new, old))
        return Comparison(
            question_of(self.game, new, old, tests),
            test,
            max_units=tests.most_pairs,
            jobs=tests.jobs,
            storage=ComparisonStorage(keep=Keep.NONE, fresh=is_fresh),
        )

    def changes(self) -> list[str]:
        """The culprit's changes to the bot, as `git diff --stat` prints them."""
        bisection = self.bisection
        if bisection.loss is None:
            return []
        before, after = bisection.before, bisection.suspects[-1]
        paths = dict.fromkeys([*self.versions.paths(before), *self.versions.paths(after)])
        return self.history.repository.changes(before.sha, after.sha, paths)

    def commands(self) -> dict[str, str]:
        """The command lines that show, measure and repeat the finding."""
        bisection, options = self.bisection, self.options
        found = {}
        if bisection.loss is not None:
            new, old = (
                str(bisection.prepare(commit).bot) for commit in (bisection.suspects[-1], bisection.before)
            )
            words = option_words(leave_out=("bot", "game", "repo"))
            found["show"] = shlex.join(["git", *_in(options.repo), "show", bisection.suspects[-1].sha])
            found["measure"] = shlex.join(["lanista", "compare", self.game, new, old, *words])
        return found | {"again" if bisection.outcome else "continue": again()}


def _in(repo: Path) -> list[str]:
    return ["-C", str(repo)] if repo != Path() else []


def _search(bisection: Bisection, versions: Versions, *, quiet: bool) -> int:
    """Search to the end; returns the exit status if Ctrl-C or SIGTERM interrupted it."""
    try:
        with BisectPanel(bisection, error_console(), quiet=quiet) as panel, closing(bisection.run()) as moments:
            for moment in moments:
                panel.update(moment)
    except KeyboardInterrupt as stop:
        return stop_status(stop)
    finally:
        versions.trim()
    return 0
