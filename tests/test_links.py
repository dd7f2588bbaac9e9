"""Links in README and the manual lead to files and headings that exist, and the index names every page."""

import re
from pathlib import Path

import pytest

from lanista.cli.docs.reference import filled
from tests.rows import every_row

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
INDEX = DOCS / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    """A page without its code, in which brackets are no links."""
    return CODE.sub("", text_of(page))


def text_of(page: Path) -> str:
    """A page with the part that is made from the code."""
    return filled(page.read_text(encoding="utf-8"))


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead, those to other sites left out."""
    return [target for target in LINK.findall(prose(page)) if not re.match(r"https?:|mailto:", target)]


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings can be linked, made as GitHub makes them."""
    found: dict[str, int] = {}
    text = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = found[name] = found.get(name, -1) + 1
        if number:
            found[f"{name}-{number}"] = 0
    return set(found)


@every_row("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in links(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{target}: no such file"
        assert not anchor or anchor in anchors(file), f"{target}: {file.name} has no such heading"


@every_row("page", sorted({*DOCS.rglob("*.md")} - {INDEX}), ids=lambda page: page.stem)
def test_the_index_names_every_page(page):
    assert str(page.relative_to(DOCS)) in {target.partition("#")[0] for target in links(INDEX)}


def test_every_picture_is_shown():
    shown = {(page.parent / target).resolve() for page in PAGES for target in links(page)}
    assert set((DOCS / "pictures").iterdir()) <= shown


def test_readme_is_short_and_leads_to_the_index():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 140
    assert "docs/README.md" in links(ROOT / "README.md")


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("Many matches in one process", "many-matches-in-one-process"), ("`lanista play`", "lanista-play")],
)
def test_anchors_are_those_of_github(heading, anchor, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"# {heading}\n\n```\n# no heading\n```\n\n## {heading}\n")
    assert anchors(page) == {anchor, f"{anchor}-1"}
