"""The manual's site: its navigation has every page, its faults are found, and it is searched from a folder."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from lanista.cli.docs.manual import topics
from tests.rows import every_row
from website.__main__ import main
from website.checks import faults
from website.staging import ROOT, SITE, staged

SECONDS = 120  # until a search has its results
GOOD = '<link rel="stylesheet" href="s.css"><body><h1 id="a">A</h1><a href="b.html#b">b</a>'
SECOND = '<h2 id="b">B</h2><a href="https://elsewhere.example/">away</a><img src="data:image/png;base64,AA">'


def test_the_navigation_has_every_page_once() -> None:
    listed = re.findall(r"([\w/-]+)\.md$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(["README", *(topic.name for topic in topics())])


@pytest.mark.parametrize(
    ("page", "style", "fault"),
    [
        (GOOD, "a { color: red }", ""),
        (GOOD.replace("#b", "#c"), "", "links to b.html#c, and there is no such heading"),
        (GOOD.replace("b.html", "c.html"), "", "links to c.html#b, which is missing"),
        (GOOD.replace("s.css", "t.css"), "", "loads t.css, which is missing"),
        (GOOD.replace("s.css", "https://fonts.example/s.css"), "", "loads https://fonts.example/s.css"),
        (GOOD.replace("<body>", '<body><script src="//cdn.example/x.js">'), "", "loads //cdn.example/x.js"),
        (GOOD.replace("<body>", '<body><img src="https://x.example/x.png">'), "", "loads https://x.example/x.png"),
        (GOOD, "@import url(https://fonts.example/f.css)", "s.css: a style loads from elsewhere"),
        (GOOD, "a { background: url('//x.example/p.png') }", "s.css: a style loads from elsewhere"),
    ],
)
def test_faults_of_a_site_are_found(page: str, style: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(page)
    (tmp_path / "b.html").write_text(SECOND)
    (tmp_path / "s.css").write_text(style)
    found = faults(tmp_path)
    assert len(found) == bool(fault)
    assert fault in "".join(found)


@every_row("topic", [topic.name for topic in topics()])
def test_no_page_links_out_of_the_manual(topic: str) -> None:
    links = re.findall(r"\]\((\.\./[^)#]*)", re.sub(r"^```.*?^```$", "", staged(topic), flags=re.M | re.S))
    assert [link for link in links if not (ROOT / "docs" / topic).parent.joinpath(link).is_file()] == []
    assert not [link for link in links if "/" not in topic]


@pytest.mark.long
def test_the_site_is_built_and_searched_from_a_folder(browser) -> None:
    pytest.importorskip("zensical", reason="needs the site's builder: make site")
    main()
    assert "- [Glossary](glossary.html)" in (SITE / "llms.txt").read_text(encoding="utf-8")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((SITE / "index.html").as_uri())
    page.keyboard.press("Control+k")
    found = page.locator('a mark:has-text("turtle")')
    deadline = time.monotonic() + SECONDS
    while not found.count() and time.monotonic() < deadline:  # the box is emptied when the index arrives
        page.locator("input[role=combobox]").fill("turtle")
        page.wait_for_timeout(1000)
    assert found.count() > 1
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "blob", "about"}
    page.close()
