"""Faults of a built site: links and anchors that lead nowhere, and anything that is loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADING = {"script": "src", "img": "src", "source": "src", "iframe": "src", "video": "src", "audio": "src"}
LINKED_ONLY = ("canonical", "next", "prev", "alternate")  # a `link` that is not loaded
_STYLE_URL = re.compile(r"url\(\s*[\"']?(?:https?:)?//|@import\s+[\"']?(?:url\()?[\"']?(?:https?:)?//")


class _Collector(HTMLParser):
    """Collects the names, the links and what a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.style = ""
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what one element refers to."""
        values = {name: value or "" for name, value in attrs}
        self.names |= {values[name] for name in ("id", "name") if name in values}
        self._in_style = tag == "style"
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") not in LINKED_ONLY:
            self.loads.append(values.get("href", ""))
        elif LOADING.get(tag) in values:
            self.loads.append(values[LOADING[tag]])

    def handle_data(self, data: str) -> None:
        """Note styles."""
        if self._in_style:
            self.style += data


def faults(site: Path) -> list[str]:
    """Everything that is wrong with the pages and styles of a site."""
    pages = {path: _collected(path) for path in sorted(site.rglob("*.html"))}
    found = [fault for path in pages for fault in _faults_of(path, pages, site)]
    styles = [(path, path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.css"))]
    styles += [(path, collected.style) for path, collected in pages.items()]
    return found + [
        f"{path.relative_to(site)}: a style loads from elsewhere"
        for path, text in styles
        if _STYLE_URL.search(text)
    ]


def _collected(path: Path) -> _Collector:
    collector = _Collector()
    collector.feed(path.read_text(encoding="utf-8"))
    return collector


def _faults_of(path: Path, pages: dict[Path, _Collector], site: Path) -> Iterator[str]:
    where = path.relative_to(site)
    for address in pages[path].loads:
        if _is_elsewhere(address):
            yield f"{where}: loads {address}"
        elif urlsplit(address).scheme != "data" and not _target(path, address, site).exists():
            yield f"{where}: loads {address}, which is missing"
    for address in pages[path].links:
        parts = urlsplit(address)
        if _is_elsewhere(address) or parts.scheme:
            continue
        target = _target(path, parts.path, site) if parts.path else path
        if not target.exists():
            yield f"{where}: links to {address}, which is missing"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
            yield f"{where}: links to {address}, and there is no such heading"


def _is_elsewhere(address: str) -> bool:
    return bool(urlsplit(address).netloc)


def _target(path: Path, address: str, site: Path) -> Path:
    """The file that an address of a page means."""
    clean = unquote(urlsplit(address).path)
    base = site if clean.startswith("/") else path.parent
    target = (base / clean.lstrip("/")).resolve()
    return target / "index.html" if target.is_dir() else target
