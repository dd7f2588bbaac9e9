"""Markdown of organisers is inert, whatever is in it."""

import re

import pytest

from lanista.serve.markdown import as_html

ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](\tjavascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "[x](//evil.example)",
    "[x](/sign-out)",
    "[x](\\\\evil.example)",
    "[x](https://good.example\\@evil.example)",
    "[x](https://good.example@evil.example)",
    '[x](https://e.example "onmouseover=alert(1)")',
    '[x](https://e.example/"onmouseover="alert(1))',
    "![x](https://evil.example/pixel.png)",
    "![x](javascript:alert(1))",
    "[x]: javascript:alert(1)\n\n[x]",
    "<https://e.example/><javascript:alert(1)>",
    "`<script>`\n\n```html\n<script>alert(1)</script>\n```",
    '``` "><script>alert(1)</script>\nx\n```',
    "| <script> |\n|---|\n| <img src=x onerror=alert(1)> |",
    "<!-- --><style>body{display:none}</style>",
    "a\x00b\x1b[31mc\u202ed\ufeff",
    "<details open ontoggle=alert(1)>",
    "<" * 5000,
    "[" * 5000,
    "> " * 3000,
    "*a **b " * 2000,
)
ALLOWED_TEXT = """
a blockquote br code div em h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul
"""
ALLOWED = frozenset(ALLOWED_TEXT.split())
ATTRIBUTES = {"href", "rel", "class", "tabindex", "role", "aria-label", "start", "title"}


@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_in_a_text_can_run(text: str):
    html = str(as_html(text))
    tags = re.findall(r"<(/?)([a-zA-Z0-9]+)([^>]*)>", html)
    assert {name for _, name, _ in tags} <= ALLOWED
    for _, _, attributes in tags:
        found = re.findall(r'([a-zA-Z-]+)="([^"]*)"', attributes)
        assert {name for name, _ in found} <= ATTRIBUTES, attributes
        assert re.sub(r'\s+[a-zA-Z-]+="[^"]*"', "", attributes).strip(" /") == "", attributes
        for address in (value for name, value in found if name == "href"):
            assert re.match(r"https?://[^@]*\Z", address), address
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e]", html)


def test_what_people_write_is_shown():
    html = str(as_html("# Hello\n\nA *good* [page](https://e.example/a?b=1&c=2), and `code`.\n\n- one\n- two"))
    assert "<h2>Hello</h2>" in html
    assert '<a href="https://e.example/a?b=1&amp;c=2" rel="nofollow noopener noreferrer">page</a>' in html
    assert "<em>good</em>" in html
    assert html.count("<li>") == 2


def test_headings_come_below_those_of_the_page():
    assert re.findall(r"<h(\d)>", str(as_html("# a\n## b\n###### c", below=2))) == ["3", "4", "6"]
    assert re.findall(r"<h(\d)>", str(as_html("### a\n#### b"))) == ["2", "3"]


def test_links_to_files_become_their_texts():
    assert str(as_html("see [the rules](rules.md)")) == "<p>see the rules</p>\n"
