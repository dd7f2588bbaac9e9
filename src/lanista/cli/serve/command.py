"""`lanista serve`: a contest with people, pages and a ladder, until Ctrl-C."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from lanista.cli.lazy import LazyGroup
from lanista.cli.serve.opening import DataOptions
from lanista.cli.shared.common import INTERRUPTED, TERMINATED, console, error_console, print_json, reporting
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.options import group, option, option_group, refuse_given, takes
from lanista.cli.shared.progress import say
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.cli.serve.shapes import DemoAccount, Serving
    from lanista.serve.ops.owner import ServerOwner, ServerPlan, StopRequests
    from lanista.serve.site import Site

# The verbs in the order of `lanista serve --help`; each is a module of the same name.
SERVE_VERBS = {
    "backup": "Write a backup of a server, which may be running.",
    "restore": "Make a server from a backup.",
    "check": "Verify a server: tables, bots, replays, the disk.",
}
LOOK_SECONDS = 0.1


@option_group
class ServeOptions:
    """Where a server keeps its data, where its pages are, and how many processes work for it."""

    where: DataOptions = group(DataOptions)
    host: str = option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        help="The address or name to serve at; others than this machine's own make it public.",
    )
    port: int = option(
        "--port",
        type=click.IntRange(0, 65535),
        default=8000,
        show_default=True,
        help="The port; 0 for any free one.",
    )
    url: str = option(
        "--url", default="", metavar="URL", help="Where people reach it, such as https://contest.example.org."
    )
    behind_proxy: bool = option(
        "--behind-proxy", is_flag=True, help="Believe the client's address that a reverse proxy sends."
    )
    runners: int = option(
        "--runners",
        type=click.IntRange(0, 64),
        default=1,
        show_default=True,
        help="Processes that check bots and play matches; 0 if `lanista runner` does it elsewhere.",
    )
    workers: int = option(
        "--workers",
        type=click.IntRange(1, 64),
        default=1,
        show_default=True,
        help="Processes that answer browsers.",
    )
    demo: bool = option(
        "--demo", is_flag=True, help="Fill an empty server with an account, a contest and bots, to look around."
    )
    game: str | None = option(
        "--game", shell_complete=complete_games, help="The game of --demo.  [default: the first one]"
    )
    restore: Path | None = option(
        "--restore",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Begin with this backup, if the folder is new.",
    )

    def plan(self) -> ServerPlan:
        """The server that is asked for; raises InputError."""
        from lanista.serve.http.server import check_url
        from lanista.serve.ops.owner import ServerPlan

        self.where.check()
        if self.game and not self.demo:
            refuse_given("game", because="is for --demo; the wizard in the pages asks for a contest's game")
        return ServerPlan(
            data=self.where.folder,
            address=self.where.db,
            host=self.host,
            port=self.port,
            url=check_url(self.url) if self.url else "",
            behind_proxy=self.behind_proxy,
            runners=self.runners,
            workers=self.workers,
        )


@click.group(
    name="serve",
    cls=LazyGroup,
    headings={"Verbs": SERVE_VERBS},
    package="lanista.cli.serve",
    invoke_without_command=True,
    subcommand_metavar="[VERB]",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@takes(ServeOptions)
@click.pass_context
@reporting
def command(context: click.Context, options: ServeOptions, as_json: bool) -> None:
    """Run a contest: people join in their browsers, upload bots, and watch them climb a ladder.

    Everything is in one folder. The first start prints a link by which you become the organiser. Ctrl-C stops the
    server in order: running matches end or are played again later; the same command continues.

    \b
    lanista serve --demo
    lanista serve --data DIR
    lanista serve --data DIR --url https://contest.example.org --behind-proxy
    lanista serve backup FILE --data DIR
    """
    if context.invoked_subcommand is not None:
        _refuse_options(context)
        return
    if sys.platform == "win32":
        raise InputError(
            "a contest server runs on Linux or macOS, where bots can be confined; use a virtual machine"
        )
    _serve(options, as_json)


def _refuse_options(context: click.Context) -> None:
    """Refuse options before a verb, which would have no effect."""
    for param in context.command.params:
        if context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE:
            name = context.invoked_subcommand
            raise InputError(
                f"write {param.opts[-1]} after the verb: `lanista serve {name} ... {param.opts[-1]} ...`"
            )


def _serve(options: ServeOptions, as_json: bool) -> None:
    from lanista.serve.ops.folder import is_new, locked, note_server, prepare
    from lanista.serve.ops.owner import ServerOwner, stop_requests

    plan = options.plan()
    fresh = is_new(plan.data)
    if options.restore is not None:
        _restore(options, plan, fresh=fresh)
    prepare(plan.data, plan.address)
    with locked(plan.data) as lock, stop_requests() as stops:
        with ServerOwner(plan, say) as owner:
            note_server(lock, owner.base)
            facts = _prepared(options, owner)
            owner.start(lambda: bool(stops.count))
            print_json(facts) if as_json else _print(facts, plan)
            _look_after(owner, stops, quiet=as_json)
        if stops.count > 1:
            sys.exit(TERMINATED if stops.last == signal.SIGTERM else INTERRUPTED)


def _restore(options: ServeOptions, plan: ServerPlan, *, fresh: bool) -> None:
    from lanista.serve.ops.restoring import restore

    assert options.restore is not None, "the caller has looked"
    if not fresh:
        raise InputError(
            f"--restore is for a new folder, and {plan.data} has a server; leave out --restore to start it"
        )
    restore(options.restore, plan.data, plan.address, say)


def _prepared(options: ServeOptions, owner: ServerOwner) -> Serving:
    """Bring the tables up to date, fill them if asked for, and make the organiser's link."""
    from lanista.cli.serve.shapes import Serving
    from lanista.sandbox.machine import find_machine
    from lanista.sandbox.requirements import public_requirements
    from lanista.serve.ops.first_link import new_link
    from lanista.serve.site import open_site

    machine = find_machine()
    with open_site(owner.plan.data, owner.plan.address, tell=say) as site:
        demo = _fill(options, owner, site) if options.demo else None
        link = new_link(site, owner.base)
    is_public = all(each.ok for each in public_requirements(machine))
    return Serving(owner.base, str(owner.plan.data), link, machine.level.value, is_public, demo)


def _fill(options: ServeOptions, owner: ServerOwner, site: Site) -> DemoAccount:
    from lanista.cli.serve.shapes import DemoAccount
    from lanista.serve.ops.demo import fill

    filled = fill(site, options.game or "")
    return DemoAccount(filled.name, filled.passphrase, f"{owner.base}/c/{filled.slug}")


def _look_after(owner: ServerOwner, stops: StopRequests, *, quiet: bool) -> None:
    """Keep the processes running until somebody asks to stop."""
    while not stops.count:
        owner.look_after()
        time.sleep(LOOK_SECONDS)
    if not quiet:
        say("stopping: requests and running matches may end; once more to stop at once")
    owner.stop(_pressed_again(stops))


def _pressed_again(stops: StopRequests) -> Callable[[], bool]:
    return lambda: stops.count > 1


def _print(facts: Serving, plan: ServerPlan) -> None:
    from lanista.cli.shared.serving import LOOPBACK

    out = console()

    def line(text: str, style: str = "") -> None:
        out.print(text, style=style, markup=False, soft_wrap=True)

    line(f"The contest server is at {facts.url}/ (Ctrl-C stops it)", "bold")
    line(
        f"Everything is in {facts.data}; `lanista serve backup FILE --data {facts.data}` copies it while it runs."
    )
    if facts.organiser_link:
        line("Nobody organises it yet. This link makes you the organiser; it works once, until the next start:")
        line(f"  {facts.organiser_link}", "cyan")
    if facts.demo is not None:
        line(f"The demonstration is at {facts.demo.contest}. Sign in as its administrator:")
        line(f"  name {facts.demo.name}   passphrase {facts.demo.passphrase}", "cyan")
    line(f"Uploaded bots run in the sandbox level {facts.sandbox}.")
    warnings = [] if facts.public else [STRANGERS.format(level=facts.sandbox)]
    warnings += [OPEN.format(host=plan.host)] if plan.host not in LOOPBACK and not plan.url else []
    warnings += [PLAIN] if plan.url.startswith("http://") else []
    for text in warnings:
        error_console().print(f"warning: {text}", style="yellow", markup=False, soft_wrap=True)


STRANGERS = (
    "this machine lacks something that strangers' bots need (its best level is {level}); it will do among people "
    "who trust each other. `lanista sandbox --require public` says what is missing"
)
OPEN = (
    "everybody who can reach {host} can open the pages, and passphrases travel unencrypted; put a proxy with "
    "https in front and name its address with --url"
)
PLAIN = "with http passphrases travel unencrypted; let --url begin with https and put a proxy in front"
