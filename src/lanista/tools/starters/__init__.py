"""Starters: a working bot for every language and game, made of a client and a strategy.

Each language has a folder here: `client/` is copied, `notes.md` goes into the README. The strategies, the files to
change, are in the folder `starters` of each game's package. Placeholders such as `{{name}}`, `{{game}}` and
`{{title}}` are filled in.

A starter that searches has a kit of the game's rules in `rules/`. Its strategy is in the folder `search` of the
language, the same for all games; the game's package adds the conversion of views to states.
A starter that asks the forward model has its strategy and a client of the model in the folder `model` of the
language, the same for all games.

`game/` is a whole small game, see `games`.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from lanista.core.errors import InputError
from lanista.core.files import write_folder

if TYPE_CHECKING:
    from lanista.game import Game

HERE = Path(__file__).parent
PROJECT = "lanista.toml"

# The file of the strategy in each language
STRATEGIES = {
    "python": "bot.py",
    "javascript": "bot.js",
    "java": "src/main/java/Bot.java",
    "go": "bot.go",
    "rust": "src/main.rs",
    "cpp": "bot.cpp",
    "sh": "bot.sh",
}
LANGUAGES = tuple(STRATEGIES)
PAGES = ("README.md", "AGENTS.md")  # for people, and for coding agents
SHOWN_MOVES = 4
CMAKE = "CMakeLists.txt"  # Zig's compiler needs none to make a module
METERED_NOTES = "{}/wasm/notes.md"

# Of starters that search: the conversion of views to states, the target of the kit, and the files of it they need
POSITIONS = {"javascript": "position.js", "cpp": "position.hpp"}
KITS = {"javascript": ("js", (".mjs",)), "cpp": ("c", (".h", ".c"))}


def starter_files(
    language: str,
    game: Game[Any, Any, Any],
    name: str,
    *,
    search: bool = False,
    model: bool = False,
    metered: bool = False,
) -> dict[str, str]:
    """The files of a starter by path, with placeholders filled in."""
    from lanista.tools.kits.texts import fill_in

    strategies = game_strategies(game)
    if language not in strategies and not model:  # with the model, the strategy is the same for all games
        there = f"it has starters in {', '.join(strategies)}" if strategies else "it has no starters"
        raise InputError(f"there is no {language} starter for {game.name}; {there}")
    files = files_in(HERE / language / "client")
    files[STRATEGIES[language]] = strategies.get(language, "")
    files |= {page: (HERE / page).read_text(encoding="utf-8") for page in PAGES}
    if metered:
        files = {path: text for path, text in files.items() if path != CMAKE} | _metered_files(language)
    if search:
        files |= _search_files(language, game)
    if model:
        files |= _model_files(language, files)
    values = {
        "name": name,
        "game": game.name,
        "GAME": game.name.upper(),
        "title": game.title,
        "policy": game.rules.playouts,
        "strategy": STRATEGIES[language],
        "play": play_command(game, "."),
        **_facts(game),
        "notes": _notes(
            METERED_NOTES.format(language) if metered else f"{language}/notes.md",
            *(["search.md"] if search else []),
            *(["model.md"] if model else []),
        ),
    }
    filled = {path: fill_in(text, values) for path, text in files.items()}
    return filled | (_rules_files(language, game) if search else {})


def files_in(folder: Path) -> dict[str, str]:
    """The texts of a folder's files, by path."""
    return {
        str(path.relative_to(folder)).replace("dot-", "."): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }


def _facts(game: Game[Any, Any, Any]) -> dict[str, str]:
    """Facts for coding agents; the game's package may have its rules in brief."""
    from lanista.tools.kits.texts import fill_in

    state = game.start(game.configure(), 1)
    legal = game.legal(state, 0).nonzero()[0]
    texts = dict.fromkeys(game.write(game.learning.decode(state, 0, int(action))) for action in legal)
    part = game.modules.get("starters")
    file = resources.files(part) / "brief.md" if part else None
    brief = file.read_text(encoding="utf-8") if file is not None and file.is_file() else f"- {game.title}.\n"
    return {
        "brief": fill_in(brief, {name: str(value) for name, value in game.configure().items()}).strip(),
        "moves": ", ".join(f"`{text}`" for text in list(texts)[:SHOWN_MOVES] if text),
        "missing": f"`{text}`" if (text := game.write(game.missing)) else "nothing",
        "turn_ms": str(game.turn_budget("standard")),
        "bots": ", ".join(f"`{name}`" for name in game.bots),
    }


def _notes(*names: str) -> str:
    """The README's notes on a language, and on searching."""
    return "\n\n".join((HERE / name).read_text(encoding="utf-8").strip() for name in names)


def _metered_files(language: str) -> dict[str, str]:
    """The files of a starter that is built as a WebAssembly module, instead of its usual ones."""
    folder = HERE / language / "wasm"
    if not folder.is_dir():
        there = [other for other in LANGUAGES if (HERE / other / "wasm").is_dir()]
        raise InputError(
            f"there is no {language} starter that is built as a WebAssembly module; there is one in "
            f"{' and '.join(there)}; any other compiler will do, too: docs/metered.md"
        )
    return {path: text for path, text in files_in(folder).items() if path != "notes.md"}


def _search_files(language: str, game: Game[Any, Any, Any]) -> dict[str, str]:
    """The strategy of a starter that searches, and the game's conversion of views to states."""
    part = POSITIONS.get(language)
    file = resources.files(game.modules.get("starters")) / part if part else None
    if file is None or not file.is_file():
        raise InputError(
            f"there is no {language} starter for {game.name} that searches; there are some in "
            f"{' and '.join(POSITIONS)} for games that show everything; `lanista rules` writes the rules alone"
        )
    strategy = STRATEGIES[language]
    text = (HERE / language / "search" / strategy).read_text(encoding="utf-8")
    return {strategy: text, str(part): file.read_text(encoding="utf-8")}


def _model_files(language: str, files: dict[str, str]) -> dict[str, str]:
    """The strategy of a starter that asks the forward model, a client of the model, and what allows it."""
    folder = HERE / language / "model"
    if not folder.is_dir():
        there = [other for other in LANGUAGES if (HERE / other / "model").is_dir()]
        raise InputError(
            f"there is no {language} starter that asks the forward model; there is one in {', '.join(there)}; "
            "`lanista model` answers programs in any language"
        )
    return files_in(folder) | {PROJECT: f"{files[PROJECT]}model = true\n"}


def _rules_files(language: str, game: Game[Any, Any, Any]) -> dict[str, str]:
    """The rules, and the table of their fields."""
    from lanista.tools.kits import make_kit

    target, suffixes = KITS[language]
    command = f"lanista rules {game.name} --target {target}"
    kit = make_kit(game, game.start(game.configure(), 1), target, command)
    names = [f"{game.name}{suffix}" for suffix in suffixes]
    return {f"rules/{name}": kit.files[name].decode() for name in [*names, "fields.json"]}


def game_strategies(game: Game[Any, Any, Any]) -> dict[str, str]:
    """The strategies in a game's package, by language."""
    part = game.modules.get("starters")
    if part is None:
        return {}
    folder = resources.files(part)
    files = {language: folder / PurePosixPath(path).name for language, path in STRATEGIES.items()}
    return {language: file.read_text(encoding="utf-8") for language, file in files.items() if file.is_file()}


def play_command(game: Game[Any, Any, Any], folder: str) -> str:
    """The command for a starter's first match."""
    from lanista.game import first_opponent

    opponent = first_opponent(game)
    seats = min(max(2, min(game.seats)), max(game.seats))
    return " ".join(["lanista play", game.name, folder, *[opponent] * (seats - 1)])


def write_starter(folder: Path, files: dict[str, str]) -> None:
    """Write a starter into a new folder."""
    executable = frozenset(name for name, text in files.items() if text.startswith("#!"))
    write_folder(folder, {name: text.encode() for name, text in files.items()}, executable)


def name_of(folder: Path) -> str:
    """A name for the bot that all build files accept: lower-case letters, digits and hyphens."""
    name = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")
    return name if name[:1].isalpha() else f"bot-{name}".rstrip("-")
