"""Rules in every language: speed in random playouts, size, and the time to translate and compile them."""

from __future__ import annotations

import base64
import gzip
import json
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lanista.core.errors import LanistaError
from lanista.engine import Generator, State, loops, over, zeros
from lanista.engine.compiler import compile_library, expect_compiler, node, zig
from lanista.engine.native import available
from lanista.engine.playouts import playouts
from lanista.engine.translate import native_source
from lanista.engine.translate.entries import layout_of, rules_program
from lanista.engine.translate.javascript import module_of
from lanista.game import Game, game_names, get_game
from lanista.tools.bench.measure import Measure, missing, rates
from lanista.tools.kits import script_kit

Report = Callable[[str], None]

SECONDS = 2.0
NODE_SECONDS = 60.0
SEED = 20
DRIVER = Path(__file__).with_name("targets.mjs")


def run(report: Report) -> Iterator[Measure]:
    """All targets of all games."""
    for game in map(get_game, game_names()):
        report(f"{game.name}: interpreted and compiled rules")
        start = game.start(game.configure(), SEED, game.default_seats)
        interpreted = rates({"turns": _interpreted(game, start)}, windows=3)["turns"]
        yield Measure(f"{game.name}: interpreted", interpreted / 1e3, "thousand turns/s")
        yield from _native(game, start, interpreted)
        yield from _scripts(game, start, interpreted, report)


def _interpreted(game: Game[Any, Any, Any], start: State[Any, Any]) -> Callable[[], int]:
    """A job that plays a whole match of random legal moves by interpreted rules."""
    rules = start.rules
    generator = over(Generator, zeros(Generator).view("u1"))
    moves = [over(rules.move, zeros(rules.move).view("u1")) for _ in range(start.seats)]
    work = over(rules.work, zeros(rules.work).view("u1"))

    def job() -> int:
        state, turns = start.clone(), 0
        while not rules.is_over(state.record, state.const):
            for seat in range(state.seats):
                rules.random_move(state.record, state.const, seat, generator, moves[seat])
            rules.step(state.record, moves, state.const, work)
            turns += 1
        return turns

    return job


def _native(game: Game[Any, Any, Any], start: State[Any, Any], interpreted: float) -> Iterator[Measure]:
    if not available():
        yield missing(f"{game.name}: compiled C", "no C compiler")
        return
    speed = rates({"turns": lambda: playouts(start, 200, SEED)[1]}, windows=5)["turns"]
    yield Measure(f"{game.name}: compiled C", speed / 1e3, "thousand turns/s", speed / interpreted, "interpreted")
    began = time.perf_counter()
    source = native_source.source_of(native_source.program_of(start.rules, loops.ENGINE))
    translated = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="lanista-") as folder:
        library = Path(folder) / "library"
        compile_library(source, library)
        done = time.perf_counter()
        yield Measure(f"{game.name}: translation to C", 1000 * (translated - began), "ms")
        compiler = Path(expect_compiler()[0]).name
        yield Measure(f"{game.name}: compilation by {compiler}", done - translated, "s")
        yield Measure(f"{game.name}: library", library.stat().st_size / 1e3, "kB")


def _scripts(
    game: Game[Any, Any, Any], start: State[Any, Any], interpreted: float, report: Report
) -> Iterator[Measure]:
    """JavaScript as pages have it, checked JavaScript as kits have it, and WebAssembly."""
    began = time.perf_counter()
    plain = module_of(rules_program(start.rules), layout_of(start.rules))
    yield Measure(f"{game.name}: translation to JavaScript", 1000 * (time.perf_counter() - began), "ms")
    yield Measure(f"{game.name}: script, gzipped", len(gzip.compress(plain.encode())) / 1e3, "kB")
    for target, title in (("js", "JavaScript, checked"), ("wasm", "WebAssembly")):
        why = "no node" if node() is None else "no Zig" if target == "wasm" and zig() is None else ""
        if why:
            yield missing(f"{game.name}: {title}", why)
            continue
        report(f"{game.name}: {title}")
        files = script_kit(game, start, target)
        speed = _node_speed(files, start)
        yield Measure(f"{game.name}: {title}", speed / 1e3, "thousand turns/s", speed / interpreted, "interpreted")
        if target == "wasm":
            size = next(len(content) for name, content in files.items() if name.endswith(".wasm"))
            yield Measure(f"{game.name}: WebAssembly", size / 1e3, "kB")


def _node_speed(files: Mapping[str, bytes], start: State[Any, Any]) -> float:
    """Turns per second in node."""
    job = {
        "seats": start.seats,
        "start": base64.b64encode(start.bytes()).decode(),
        "fixed": base64.b64encode(start.fixed.tobytes()).decode(),
    }
    with tempfile.TemporaryDirectory(prefix="lanista-") as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        module, path = next(Path(folder).glob("*.mjs")), Path(folder) / "job.json"
        path.write_text(json.dumps(job), encoding="utf-8")
        command = [node() or "node", str(DRIVER), str(module), str(path), str(SECONDS)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=NODE_SECONDS, check=False)
    if done.returncode != 0:
        raise LanistaError(f"node failed: {done.stderr.strip()[-300:]}")
    return float(done.stdout)
