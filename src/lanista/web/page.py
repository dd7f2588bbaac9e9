"""The page that shows a match: served, or as one file that works offline.

Everything that a bot wrote (names, moves, logs, drawings) reaches a page only as data: base64 in a file, JSON from
the server. The policy of a file allows its scripts and styles by hash, so nothing else in it can run.

A page gets a match as its start and moves, and plays it again by the game's own rules.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from lanista.core.errors import LanistaError
from lanista.game import Game
from lanista.web.files import (
    BASE_STYLE,
    DROP_STYLE,
    MAIN,
    PLAY_STYLES,
    STYLES,
    WHAT_IF,
    board_of,
    page_template,
    read_file,
)
from lanista.web.film import MatchHistory
from lanista.web.rerun import Progress, whole_json
from lanista.web.scripts import RULES, step_script

LOADER = "web/static/shared/loader.js"
RERUN_FILM = "web/static/film/rerun-film.js"
GIF_WORKER = "web/static/picture/gif-worker.js"
FAULTS = "web/static/shared/faults.js"
GAMES = "games/"
MARK = "//@ "  # stands around files of games in a script, first with their path; `bundle-lines.js` looks for it

_PLACEHOLDER = re.compile(r"\{\{(title|head|script|message)\}\}")
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";[ \t]*$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) +([\w$]+))", re.MULTILINE)
# Comments on separate lines
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*|//[^\n]*)\n", re.MULTILINE)
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_EMPTY_LINES = re.compile(r"\n{2,}")
_STRAY = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class BundleError(LanistaError):
    """A script of the viewer cannot be bundled."""


def served_page(game: Game[Any, Any, Any], matches: int = 1, home: str = "/") -> str:
    """The page that the server sends; it fetches everything else.

    `matches` are those that the server has and lets people add to, and `home` is their list.
    """
    about = f'<meta name="matches" content="{matches}"><meta name="home" content="{html.escape(home)}">'
    head = f"{about}{links_to((*PLAY_STYLES, DROP_STYLE))}"
    scripts = (f"/lanista/{FAULTS}", "start.js")
    return fill_page(game.title, head, "".join(f'<script type="module" src="{at}"></script>' for at in scripts))


def error_page(message: str, status: int) -> str:
    """A page that says why there is nothing else to see, and where to go."""
    missing = status == HTTPStatus.NOT_FOUND
    hint = " It may have been moved or removed, or the link is of another server." if missing else ""
    said = html.escape(f"{message[:1].upper()}{message[1:]}.{hint}")
    return fill_page(
        "Not found" if missing else "Not possible", links_to((BASE_STYLE,)), "", "shared/error.html", said
    )


def links_to(styles: Iterable[str]) -> str:
    """The links of a served page to its styles."""
    return "".join(f'<link rel="stylesheet" href="/lanista/{path}">' for path in styles)


def viewer_script(game: Game[Any, Any, Any]) -> str:
    """The viewer and a game's board as one module: browsers fetch 80 small ones slowly."""
    taken = {"start": MAIN, "board": board_of(game), "offerLater": WHAT_IF, "rerunSource": RERUN_FILM}
    exports = (f"export const {{ {name} }} = {constant_of(path)};" for name, path in taken.items())
    return bundle_modules(list(taken.values()), "\n".join(exports))


def start_script(viewer: str, rules: str) -> str:
    """The module that starts the viewer with the game's board, given the addresses of the viewer and the rules."""
    lines = (
        f'import {{ start, board, offerLater, rerunSource }} from "{viewer}";',
        f'import * as rules from "{rules}";',
        'const opened = (viewer) => offerLater(viewer, async () => (await import("./parts.js")).parts);',
        "const rulesIn = (folder) => import(`./${folder}rules.js`);",
        "start(board, rerunSource({ rules }, rulesIn), opened);\n",
    )
    return "\n".join(lines)


def fill_page(title: str, head: str, script: str, template: str = "viewer/page.html", message: str = "") -> str:
    """A page template with its placeholders filled."""
    values = {"title": html.escape(title), "head": head, "script": script, "message": message}
    return _PLACEHOLDER.sub(lambda found: values[found[1]], page_template(template))


# Export


def export_html(history: MatchHistory, progress: Progress | None = None) -> str:
    """A whole match as one HTML file, which plays it again; `progress` receives turns read and all turns."""
    game, board = history.game, board_of(history.game)
    source = f"{constant_of(RERUN_FILM)}.rerunSource({{ rules: {constant_of(RULES)} }})"
    start = f"{constant_of(MAIN)}.start({constant_of(board)}.board, {source});"
    made = {RULES: step_script(history.start.rules)}
    script = bundle_modules([MAIN, RERUN_FILM, board, GIF_WORKER], or_worker(start), made)
    data = data_block("rerun", whole_json(history, progress))
    return standalone_page("viewer/page.html", game.title, STYLES, script, data, workers=True)


def standalone_page(
    template: str, title: str, styles: Sequence[str], script: str, data: str, *, workers: bool = False
) -> str:
    """A page as one file that may run its script and requests nothing; `data` are elements of `data_block`.

    With `workers`, the script may also run beside the page.
    """
    style, loader = compact_style("".join(map(read_file, styles))), bundle_modules([FAULTS], read_file(LOADER))
    policy = (
        f"default-src 'none'; script-src '{_hash(loader)}' '{_hash(script)}'; style-src '{_hash(style)}'; "
        f"{'worker-src blob:; ' if workers else ''}img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{style}</style>'
    blocks = f"{data_block('code', script.encode())}\n{data}"
    return fill_page(title, head, f'{blocks}\n<script type="module">{loader}</script>', template)


def compact_style(style: str) -> str:
    """A style without comments and needless spaces; none of ours has a comma, brace or colon in quotes."""
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"\s*([{};,])\s*|(:)\s+", r"\1\2", bare))


def data_block(name: str, data: bytes) -> str:
    """An element that holds data and cannot run, whatever a bot wrote in it."""
    text = base64.b64encode(gzip.compress(data, mtime=0)).decode()
    return f'<script type="text/plain" id="{name}">{text}</script>'


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# Bundling


def or_worker(start: str, thinking: str = "") -> str:
    """A statement that starts a page, or serves where there is no document: animations, or `thinking`."""
    module = constant_of(GIF_WORKER)
    animating = f"if (globalThis.name === {module}.GIF_WORKER) {module}.serve();"
    return f'if (typeof document !== "undefined") {start}\nelse {animating}\n{thinking and "else " + thinking}'


def bundle_page(path: str) -> str:
    """A module and what it imports as one script that calls its `start`."""
    return bundle_modules([path], f"{constant_of(path)}.start();")


def bundle_modules(paths: Sequence[str], start: str, made: Mapping[str, str] | None = None) -> str:
    """Modules as one script that ends with a statement: each is a constant, after those it imports.

    `made` are modules without a file, by their paths; they import nothing.
    """
    modules = {path: _wrap(path, source) for path, source in (made or {}).items()}
    for path in paths:
        _collect(path, modules, ())
    script = "\n".join(["\n", *modules.values(), start, ""])
    for mark in ("</script", "<!--"):
        if mark in script.lower():
            raise BundleError(
                f"a script of the viewer contains {mark!r}, which would end the page's script element"
            )
    return script


def _collect(path: str, modules: dict[str, str], above: tuple[str, ...]) -> None:
    """Add a module, after all that it imports."""
    if path in modules:
        return
    if path in above:
        raise BundleError(f"modules import each other in a circle: {' -> '.join([*above, path])}")
    source = read_file(path)
    for _, target in _IMPORT.findall(source):
        _collect(_resolve(path, target), modules, (*above, path))
    modules[path] = _wrap(path, source)


def _resolve(path: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def _wrap(path: str, source: str) -> str:
    """A module as a constant, without comments; of those of games, whose authors make mistakes, lines are kept."""
    is_game = path.startswith(GAMES)
    names = ", ".join(_EXPORT.findall(source))
    body = _COMMENT.sub(lambda found: _blank(found[0]), source)
    body = _IMPORT.sub(lambda found: _take(found[1], _resolve(path, found[2])) + _blank(found[0]), body)
    body = _EXPORT.sub("", _tight(body, keep_lines=is_game))
    if stray := _STRAY.search(body):
        raise BundleError(
            f'{path}: expected `import {{ a, b }} from "./x.js";` or `export function|class|const name`, '
            f"got {stray[0]!r}"
        )
    wrapped = f"const {constant_of(path)} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"
    return f"{MARK}{path}\n{wrapped}\n{MARK}" if is_game else wrapped


def _tight(body: str, *, keep_lines: bool) -> str:
    """A script without indentation and empty lines, unless a text of it takes several lines."""
    if any(line.count("`") % 2 for line in body.split("\n")):
        return body
    body = _INDENTATION.sub("", body)
    return body if keep_lines else _EMPTY_LINES.sub("\n", body).lstrip("\n")


def _blank(text: str) -> str:
    """As many empty lines as a text has."""
    return "\n" * text.count("\n")


def _take(names: str, path: str) -> str:
    """An import as a destructuring of the module's constant."""
    wanted = ", ".join(name.strip().replace(" as ", ": ") for name in names.split(",") if name.strip())
    return f"const {{ {wanted} }} = {constant_of(path)};"


def constant_of(path: str) -> str:
    """The name of a module in a bundle."""
    return "m_" + re.sub(r"\W", "_", path.removesuffix(".js"))
