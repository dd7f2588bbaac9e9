"""A page as a browser would read it: its elements, scripts, links and forms."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

LINKS = ("href", "src", "action", "formaction", "data", "poster", "xlink:href", "srcset")
OUTSIDE = {"a"}  # elements that may lead to other servers
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
ELEMENTS_TEXT = """
html head meta title link body a header nav main section article footer div span p h1 h2 h3 h4 h5 h6 ul ol li
dl dt dd table thead tbody tfoot tr th td caption colgroup col form input button select option optgroup
datalist textarea label fieldset legend code pre kbd em strong b i small time abbr br hr script noscript svg g
line rect polygon polyline circle path text figure figcaption canvas details summary output progress
blockquote aside template dialog meter img u s sup sub
"""
ELEMENTS = frozenset(ELEMENTS_TEXT.split())


@dataclass
class PageForm:
    """A form."""

    method: str
    action: str
    fields: set[str] = field(default_factory=set)


@dataclass
class PageReport:
    """The parts of a page that could be dangerous."""

    problems: list[str] = field(default_factory=list)
    forms: list[PageForm] = field(default_factory=list)


class _Reader(HTMLParser):
    """Reads a page as browsers do, roughly."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = PageReport()
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at an element."""
        given = {name: value or "" for name, value in attrs}
        if tag not in ELEMENTS:
            self._say(f"an element <{tag}>")
        for name, value in given.items():
            if name.startswith("on") or name in ("style", "srcdoc", "nonce"):
                self._say(f"an attribute {name}={value!r}")
            if name in LINKS:
                self._link(tag, name, value)
            self._letters(value)
        if tag == "script":
            self._inside = tag
            if "src" not in given:
                self._say("an inline script")
        if tag == "meta" and given.get("http-equiv"):
            self._say("a meta element that acts as a header")
        if tag == "form":
            self.found.forms.append(PageForm(given.get("method", "get").lower(), given.get("action", "")))
        if tag in ("input", "select", "textarea", "button") and self.found.forms and "name" in given:
            self.found.forms[-1].fields.add(given["name"])

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._inside = "" if tag == "script" else self._inside

    def handle_data(self, data: str) -> None:
        """Look at a text."""
        if self._inside and data.strip():
            self._say("an inline script with a text")
        self._letters(data)

    def _link(self, tag: str, name: str, value: str) -> None:
        parts = urlsplit(value.strip())
        is_ours = not parts.scheme and not parts.netloc and "\\" not in value
        is_picture = tag in ("img", "link") and parts.scheme == "data"
        is_web = tag in OUTSIDE and parts.scheme in ("http", "https")
        if not (is_ours or is_picture or is_web):
            self._say(f"a link {name}={value!r} of <{tag}>")

    def _letters(self, text: str) -> None:
        odd = {
            letter
            for letter in text
            if letter in BIDI or (unicodedata.category(letter) == "Cc" and letter not in "\n\t\r")
        }
        if odd:
            self._say(f"the characters {sorted(map(hex, map(ord, odd)))} in {text[:60]!r}")

    def _say(self, problem: str) -> None:
        self.found.problems.append(problem)


def look_at(page: str) -> PageReport:
    """Everything in a page that a strict policy forbids, and its forms."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found
