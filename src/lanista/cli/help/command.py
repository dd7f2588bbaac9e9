"""`lanista help`: what a verb does, and its options."""

from __future__ import annotations

import click

from lanista.cli.shared.common import print_json, verb
from lanista.cli.shared.completers import complete_help


@verb
@click.argument("words", metavar="[VERB]...", nargs=-1, shell_complete=complete_help)
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Show what a verb does and its options, as `lanista VERB --help` does; without a verb, list them all.

    \b
    lanista help play
    lanista help league run
    """
    text = context_of(words).get_help()
    if as_json:
        from lanista.cli.help.shapes import Help

        print_json(Help(" ".join(words), text))
    else:
        click.echo(text)


def context_of(words: tuple[str, ...]) -> click.Context:
    """The context in which a verb would run."""
    from lanista.cli.main import lanista

    context = click.Context(lanista, info_name="lanista", **lanista.context_settings)
    for i, word in enumerate(words):
        group = context.command
        if not isinstance(group, click.Group):
            context.fail(f"expected the name of a verb, got {word!r} after {words[i - 1]!r}, which has no verbs")
        _, found, _ = group.resolve_command(context, [word])
        assert found is not None, "resolve_command refuses unknown verbs"
        context = click.Context(found, context, word, **found.context_settings)
    return context
