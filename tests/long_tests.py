"""Which long tests a change asks for: `python -m tests.long_tests` prints their files, one per line.

Tests with the marker `long` hold in more cases what others hold in some, or check what seldom changes. `make test`
leaves them out, and `make test-all` runs them. `.ci/run` runs those that recent commits ask for, by this table.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
MARKERS = ("pytest.mark.long", "others_long(")
LANDINGS = 20  # commits whose changes count, unless LANISTA_BASE names the commit to compare with
MAX_SECONDS = 120  # of processor time; more is drawn from, another part for another commit

CONFORMANCE = {
    game: f"tests/games/{game}/test_game.py" for game in ("rampage", "sproutopia", "tanks", "tower_defence")
}
CONFORMANCE["overdrive"] = "tests/tools/conformance/test_check_game.py"
BROWSER = tuple(f"tests/browser/test_{name}.py" for name in ("person", "playing", "rerun", "stage", "viewer"))
KITS = (
    "tests/tools/conformance/test_targets.py",
    "tests/tools/kits/test_kits.py",
    "tests/tools/starters/test_search_starters.py",
)
HOSTILE = "tests/sandbox/test_hostile.py"
MODEL_STARTERS = "tests/tools/starters/test_model_starters.py"
STARTERS = "tests/tools/starters/test_starters.py"
STRENGTH = "tests/tools/starters/test_strength.py"
TUTORIALS = "tests/test_tutorials.py"
METERED_STARTERS = "tests/tools/starters/test_metered_starters.py"
MODULES = "tests/bots/build/test_module.py"
CONTEST = "tests/browser/test_contest.py"
SERVER = tuple(
    f"tests/serve/{name}.py" for name in ("ops/test_processes", "security/test_schema", "work/test_runner")
)

# Seconds of processor time that the long tests of a file take, roughly
SECONDS = {
    **dict.fromkeys(BROWSER, 40),
    CONFORMANCE["overdrive"]: 60,
    CONFORMANCE["rampage"]: 20,
    CONFORMANCE["sproutopia"]: 90,
    CONFORMANCE["tanks"]: 50,
    CONFORMANCE["tower_defence"]: 45,
    **dict.fromkeys(KITS, 12),
    **dict.fromkeys(SERVER, 15),
    STARTERS: 140,
    STRENGTH: 20,
    METERED_STARTERS: 60,
    MODEL_STARTERS: 5,
    HOSTILE: 8,
    CONTEST: 30,
    MODULES: 30,
    "tests/browser/test_site.py": 10,
    "tests/chaos/test_chaos.py": 20,
    "tests/learn/test_copies.py": 10,
    "tests/mutants/test_mutants.py": 15,
    "tests/series/test_ray.py": 35,
    "tests/soak/test_soak.py": 30,
    "tests/test_documented_commands.py": 20,
    "tests/test_examples.py": 15,
    "tests/test_new_game.py": 40,
    TUTORIALS: 30,
    "tests/test_wheel.py": 60,
}

# Files under a path that changed ask for these
ASKED: dict[str, tuple[str, ...]] = {
    "src/lanista/bot/": (STARTERS, STRENGTH),
    "src/lanista/bots/": (STARTERS, STRENGTH, HOSTILE, "tests/soak/test_soak.py"),
    "src/lanista/bots/build/": (MODULES,),
    "src/lanista/bots/wasm/": (METERED_STARTERS, MODULES),
    "src/lanista/cli/": ("tests/test_documented_commands.py",),
    "src/lanista/core/": ("tests/soak/test_soak.py", "tests/chaos/test_chaos.py"),
    "src/lanista/engine/": (*CONFORMANCE.values(), *KITS, "tests/learn/test_copies.py", "tests/test_wheel.py"),
    "src/lanista/game/": (*CONFORMANCE.values(),),
    **{
        f"src/lanista/games/{game}/": (tests, *KITS, STARTERS, STRENGTH, *BROWSER)
        for game, tests in CONFORMANCE.items()
    },
    "src/lanista/league/": ("tests/chaos/test_chaos.py", "tests/series/test_ray.py", CONTEST, *SERVER),
    "src/lanista/learn/": ("tests/learn/test_copies.py",),
    "src/lanista/match/": ("tests/soak/test_soak.py", "tests/mutants/test_mutants.py"),
    "src/lanista/sandbox/": ("tests/soak/test_soak.py", STARTERS, HOSTILE),
    "src/lanista/search/": (*CONFORMANCE.values(), MODEL_STARTERS, "tests/learn/test_copies.py"),
    "src/lanista/serve/": (CONTEST, *SERVER),
    "src/lanista/series/": ("tests/series/test_ray.py",),
    "src/lanista/testing.py": (*CONFORMANCE.values(),),
    "src/lanista/tools/": (*CONFORMANCE.values(), *KITS, STARTERS, STRENGTH),
    "src/lanista/tools/starters/": (METERED_STARTERS, MODEL_STARTERS),
    "src/lanista/tools/starters/game": ("tests/test_new_game.py",),
    "src/lanista/web/": BROWSER,
    "README.md": ("tests/test_documented_commands.py",),
    "docs/": ("tests/test_documented_commands.py",),
    "website/": ("tests/browser/test_site.py",),
    "docs/games.md": ("tests/test_new_game.py",),
    **{
        f"docs/start-{door}.md": ("tests/test_tutorials.py",) for door in ("bots", "contests", "games", "research")
    },
    "examples/": ("tests/test_examples.py",),
    "hatch_build.py": ("tests/test_wheel.py",),
    "pyproject.toml": ("tests/test_wheel.py",),
    "requirements/": ("tests/test_wheel.py", "tests/series/test_ray.py"),
    "tests/browser/": (*BROWSER, CONTEST),
    "tests/chaos/": ("tests/chaos/test_chaos.py",),
    "tests/mutants/": ("tests/mutants/test_mutants.py",),
    "tests/soak/": ("tests/soak/test_soak.py",),
}


def others_long(always: Iterable[Any], values: Iterable[Any]) -> list[Any]:
    """Values for `parametrize`: all but those that run always have the marker `long`."""
    kept = list(always)
    return [value if value in kept else _long(value) for value in values]


def _long(value: Any) -> Any:
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.long)


def is_long(file: Path) -> bool:
    """Whether a test file has tests with the marker."""
    text = file.read_text(encoding="utf-8")
    return any(marker in text for marker in MARKERS)


def changed_files(base: str | None) -> list[str] | None:
    """The files that differ from a commit, or None where the history does not go back so far."""
    words = ["git", "diff", "--name-only", base or f"HEAD~{LANDINGS}", "HEAD"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode and base:
        sys.exit(f"LANISTA_BASE: expected a commit, got {base!r}: {done.stderr.strip()}")
    return done.stdout.splitlines() if done.returncode == 0 else None


@cache
def long_files() -> list[str]:
    """Every test file that has long tests."""
    files = (path for path in sorted((ROOT / "tests").rglob("test_*.py")))
    return [path.relative_to(ROOT).as_posix() for path in files if is_long(path)]


def asked_by(changed: Iterable[str]) -> set[str]:
    """The files of long tests that the table gives for changed files; a changed test file asks for itself."""
    found = set[str]()
    for file in changed:
        found.update(*(tests for prefix, tests in ASKED.items() if file.startswith(prefix)), {file})
    return found & set(long_files())


def sample(files: Iterable[str], commit: str, seconds: float = MAX_SECONDS) -> list[str]:
    """As many files as fit into the time, in an order that differs between commits; one at least."""
    chosen, left = list[str](), seconds
    for file in sorted(files, key=lambda file: sha256(f"{commit} {file}".encode()).digest()):
        if SECONDS[file] <= left or not chosen:
            chosen.append(file)
            left -= SECONDS[file]
    return sorted(chosen)


def head() -> str:
    """The commit that is checked out."""
    words = ["git", "rev-parse", "HEAD"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout.strip()


def main() -> None:
    """Print the files to test, and on the other stream why these."""
    changed = changed_files(os.environ.get("LANISTA_BASE") or None)
    asked: Sequence[str] | set[str] = long_files() if changed is None else asked_by(changed)
    chosen = sample(asked, head()) if asked else []
    why = "the history is too short to tell what changed" if changed is None else f"{len(changed)} files changed"
    print(f"{why}: {len(chosen)} of {len(asked)} files of long tests, chosen by the commit", file=sys.stderr)
    print("the others: make test-all", file=sys.stderr)
    print("\n".join(chosen))


if __name__ == "__main__":
    main()
