"""The pages as the site shows them: with the parts that are made from the code, and no links out of the manual."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from lanista.cli.docs.manual import page, topics

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
STAGED = ROOT / "build" / "manual"
SITE = ROOT / "build" / "site"
WORKER = "https://unpkg.com/iframe-worker/shim"  # what Zensical and Material for MkDocs ask for

_OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./(?!reference)[^)]*\)")  # a file of the source tree
_LOOSE_LIST = re.compile(r"^((?![-|#>\s]|\d+\. |```).+)\n(?=- |\d+\. )", re.MULTILINE)  # a list right after a text


def stage() -> None:
    """Write all pages, and copy their pictures and examples."""
    shutil.rmtree(STAGED, ignore_errors=True)
    for path in sorted(DOCS.rglob("*")):
        name = path.relative_to(DOCS)
        target = STAGED / name
        if path.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".md":
                target.write_text(staged(name.with_suffix("").as_posix()), encoding="utf-8")
            else:
                shutil.copy(path, target)


def staged(name: str) -> str:
    """A page for the site."""
    text = page(name)
    if "/" not in name:
        text = _OUTSIDE.sub(r"`\1`", text)
    return _LOOSE_LIST.sub(r"\1\n\n", text)


def replace_worker_script() -> None:
    """Let pages use our own script for searching from a folder, instead of one that is loaded from elsewhere."""
    shutil.copy(Path(__file__).with_name("worker.js"), SITE / "assets")
    for path in SITE.rglob("*.html"):
        start = "../" * (len(path.relative_to(SITE).parts) - 1)
        text = path.read_text(encoding="utf-8").replace(WORKER, f"{start}assets/worker.js")
        path.write_text(text, encoding="utf-8")


def write_llms_text() -> None:
    """Write llms.txt: what this is and where each page is, for programs that read."""
    lines = [
        "# Lanista",
        "",
        "> Runs, judges, shows and studies matches between bots of programming contests.",
        "",
    ]
    lines += ["## Pages", ""]
    lines += [f"- [{one.title}]({one.name}.html){f': {one.about}' if one.about else ''}" for one in topics()]
    lines += ["", "`pip install lanista`; `lanista docs TOPIC` prints the same pages offline.", ""]
    (SITE / "llms.txt").write_text("\n".join(lines), encoding="utf-8")
