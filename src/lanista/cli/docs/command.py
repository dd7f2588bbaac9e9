"""`lanista docs`: prints pages of the manual, which is shipped with the package."""

from __future__ import annotations

import sys

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_topics


@verb
@click.argument("topic", required=False, shell_complete=complete_topics)
def command(topic: str | None, as_json: bool) -> None:
    """Print a page of the manual, offline; without a TOPIC, list the pages.

    \b
    lanista docs bots
    lanista docs reference/overdrive
    """
    if topic is None:
        _list_topics(as_json=as_json)
    else:
        _print_page(topic.removesuffix(".md"), as_json=as_json)


def _list_topics(*, as_json: bool) -> None:
    from lanista.cli.docs.manual import topics

    found = topics()
    if as_json:
        from lanista.cli.docs.shapes import ManualTopic, ManualTopics

        print_json(ManualTopics([ManualTopic(*topic) for topic in found]))
        return
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=False)
    for topic in found:
        table.add_row(topic.name, topic.title, topic.about, style="")
    console().print(table)


def _print_page(name: str, *, as_json: bool) -> None:
    from lanista.cli.docs.manual import page, title_of

    text = page(name)
    if as_json:
        from lanista.cli.docs.shapes import ManualPage

        print_json(ManualPage(name, title_of(text), text))
    elif sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        click.echo(text, nl=False)
