"""Markdown as inert HTML: raw HTML is shown as text, and links lead to web addresses only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from lanista.core.text import inert

WEB = re.compile(r"https?://[^\s\\/@?#]+(?:[/?#]\S*)?", re.IGNORECASE)
MAX_NESTING = 20
LOWEST_HEADING = 6


def as_html(text: str, *, below: int = 1) -> Markup:
    """A text as HTML; its headings come below those of the page, which go down to level `below`."""
    lines = "\n".join(inert(line.replace("\t", "    ")) for line in re.split(r"\r\n|\r|\n", text))
    tokens = _parser().parse(lines)
    _lower(tokens, below)
    for token in tokens:
        token.children = _web_links_only(token.children or [])
    return Markup(_parser().renderer.render(tokens, _parser().options, {}))


@cache
def _parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "maxNesting": MAX_NESTING}, renderer_cls=_Renderer)
    made.enable("table").disable(["html_block", "html_inline", "image"])
    return made


class _Renderer(RendererHTML):
    """Says of links that they lead elsewhere, and lets wide tables scroll."""

    def link_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """A link."""
        tokens[idx].attrs["rel"] = "nofollow noopener noreferrer"
        return self.renderToken(tokens, idx, options, env)

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """The start of a table."""
        number = env["tables"] = env.get("tables", 0) + 1
        label = f"Table {number} of this text"
        return f'<div class="wide" tabindex="0" role="region" aria-label="{label}"><table class="list">\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """The end of a table."""
        return "</table></div>\n"


def _lower(tokens: Sequence[Token], below: int) -> None:
    """Move headings below those of the page."""
    highest = min((int(token.tag[1]) for token in tokens if token.type == "heading_open"), default=1)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(LOWEST_HEADING, int(token.tag[1]) - highest + below + 1)}"


def _web_links_only(tokens: Sequence[Token]) -> list[Token]:
    found: list[Token] = []
    is_open: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            is_open.append(bool(WEB.fullmatch(str(token.attrGet("href") or ""))))
        if token.type not in ("link_open", "link_close") or is_open[-1]:
            found.append(token)
        if token.type == "link_close":
            is_open.pop()
    return found
