"""No module needs at import what only POSIX has, and outside a list of modules none uses it at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lanista
from tests.core.system.pretend import MISSING, MISSING_MODULES

ROOT = Path(lanista.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
MODULES = set(MISSING_MODULES["win32"].split())
QUOTE = "'"
NAMES = {f"{module}.{name}" for module, names in MISSING["win32"].items() for name in names.split()}
WORDS = {*MODULES, *(name.rpartition(".")[2] for name in NAMES)}  # a module without them need not be parsed

# What runs on POSIX systems only; `system` says what Windows does instead
POSIX_ONLY = {
    "bots/process/supervisor.py": "starts the supervisor process; Windows has `threaded_supervisor`",
    "bots/process/supervisor_process.py": "runs in that process",
    "bots/process/throttle.py": "stops and continues processes; refuses to on Windows",
    "bots/wasm/compiling.py": "limits the memory of a compiler; Windows has no such limit",
    "league/store/temporary.py": "starts a database server for tests and measurements; finds none on Windows",
    "serve/http/server.py": "raises its limit of open files; `lanista serve` refuses to run on Windows",
    "serve/ops/children.py": "ends the processes of a server",
    "serve/work/lane_task.py": "chooses the cores of a server's runner",
    "tools/bench/confinement.py": "counts processor time exactly; on Windows roughly",
    "web/chromium.py": "drives a browser through inherited pipes; refuses to on Windows",
}
POSIX_ONLY_FOLDERS = {
    "sandbox/": "keeps programs in on Linux; the level elsewhere is `none` or `limits`",
    "core/system/": "has a branch for each system",
}


def is_posix_only(file: str) -> bool:
    return file in POSIX_ONLY or file.startswith(tuple(POSIX_ONLY_FOLDERS))


def at_import(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    """Everything that runs when a module is imported, except under a question about the system."""
    for statement in statements:
        if isinstance(statement, ast.If) and asks_for_system(statement.test):
            continue
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in [*statement.decorator_list, *statement.args.defaults, *statement.args.kw_defaults]:
                yield from ast.walk(part) if part is not None else ()
        elif isinstance(statement, ast.ClassDef):
            yield from at_import(statement.body)
        else:
            yield from ast.walk(statement)


def asks_for_system(test: ast.expr) -> bool:
    return "sys.platform" in ast.unparse(test) or "TYPE_CHECKING" in ast.unparse(test)


def needs(nodes: Iterator[ast.AST]) -> list[str]:
    """The POSIX modules that are imported and the POSIX names that are used."""
    found = []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name in MODULES]
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            found.append(node.module or "")
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in NAMES:
            found.append(ast.unparse(node))
    return found


def guarded_names(tree: ast.Module) -> set[str]:
    """The names whose presence a module asks for with `hasattr`, before it uses them."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    asked = [call for call in calls if ast.unparse(call.func) == "hasattr" and len(call.args) == 2]
    return {f"{ast.unparse(call.args[0])}.{ast.unparse(call.args[1]).strip(QUOTE)}" for call in asked}


@pytest.mark.parametrize("source", ["import fcntl", "from resource import getrlimit", "X = os.O_NOFOLLOW", "class A:\n    x = signal.SIGKILL", "def f(x=os.O_PATH): pass", "try:\n    import pwd\nexcept ImportError: pass"])  # fmt: skip  # noqa: E501
def test_a_need_at_import_is_seen(source: str):
    assert needs(at_import(ast.parse(source).body))


@pytest.mark.parametrize("source", ["def f():\n    import fcntl", "if sys.platform != 'win32':\n    import fcntl"])
def test_what_does_not_run_at_import_is_no_need(source: str):
    assert not needs(at_import(ast.parse(source).body))


def test_no_module_needs_posix_at_import():
    found = {}
    for path in FILES:
        found[path.relative_to(ROOT).as_posix()] = needs(
            at_import(ast.parse(path.read_text(encoding="utf-8")).body)
        )
    assert {file: names for file, names in found.items() if names} == {}
    assert len(FILES) > 400


def test_only_listed_modules_use_what_only_posix_has():
    found = {}
    for path in FILES:
        file, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        if is_posix_only(file) or not any(word in source for word in WORDS):
            continue
        tree = ast.parse(source)
        if used := set(needs(ast.walk(tree))) - guarded_names(tree):
            found[file] = used
    assert found == {}


def test_the_list_holds_no_module_that_does_not_need_it():
    for file in POSIX_ONLY:
        assert needs(ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))), file


def test_the_list_holds_no_folder_that_is_not_there():
    assert [folder for folder in POSIX_ONLY_FOLDERS if not (ROOT / folder).is_dir()] == []
