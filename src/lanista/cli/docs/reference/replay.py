"""The lines of a replay file, from the types that read and write them."""

from __future__ import annotations

from lanista.bot.reference import describe, reachable
from lanista.cli.schema.contract import components
from lanista.match.replay.format import Footer, Header, Signature, TurnLine


def page() -> str:
    """Each line, then the objects that lines hold."""
    forms, definitions = components([Header, TurnLine, Footer, Signature])
    names = dict.fromkeys(name for form in forms for name in reachable(form, definitions))
    sections = [[f"## {name}", "", *describe(definitions[name])] for name in names]
    return "\n\n".join("\n".join(lines) for lines in sections) + "\n"
