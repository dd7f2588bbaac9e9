"""The browser's film reader, `film.js`, run by Node or headless Chromium."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lanista.web.chromium import ChromiumError, find_chromium, result_of_page
from lanista.web.page import bundle_modules, constant_of
from tests.processes import SECONDS

FILM_JS = "web/static/film.js"

TAKEN = f"const {{ patch, Film }} = {constant_of(FILM_JS)};"

# What can be asked; `film.js` stands before it.
JOBS = """
const jobs = {
  patch: (old, change) => {
    const before = JSON.stringify(old);
    return [patch(old, change), JSON.stringify(old) === before];
  },
  frames: (data, order) => {
    const film = new Film(data);
    return (order ?? data.frames.list.map((_, i) => i)).map((turn) => film.frame(turn));
  },
  grow: (data, messages) => {
    const film = new Film(data);
    return messages.map((message) => [film.grow(message), film.last, film.frame(film.last)]);
  },
  odd: (data, numbers) => {
    const film = new Film(data);
    const read = { NaN, Infinity, undefined, "-Infinity": -Infinity };
    return numbers.map((text) => film.frame(text in read ? read[text] : Number(text)));
  },
  sparse: async (data, parts, order) => {
    const film = new Film(data, async (block) => parts.find((part) => part.block === block));
    const first = order.slice(0, 2).map((turn) => film.frame(turn));
    if (film.loading === null) throw new Error("nothing is loaded");
    await film.ready(0);
    film.prepare(() => {});
    await film.loadMissing();
    if (film.loading !== null) throw new Error(`still loading turn ${film.loading}`);
    return [first, order.map((turn) => film.frame(turn)), film.moments()];
  },
};
const run = async (asked) =>
  JSON.stringify(await Promise.all(asked.map(([what, ...about]) => jobs[what](...about))));
"""
NODE = "import { readFileSync } from 'node:fs';\nconsole.log(await run(JSON.parse(readFileSync(0, 'utf-8'))));\n"
PAGE = """<!doctype html><meta charset="utf-8"><pre id="result"></pre><script type="module">
{script}
document.getElementById("result").textContent = await run(JSON.parse(atob("{asked}")));
</script>"""


def run(asked: Sequence[Sequence[Any]]) -> list[Any]:
    """The answers to some jobs, each a name and its arguments; without Node and Chromium the test is skipped."""
    text, script = json.dumps(asked), bundle_modules([FILM_JS], TAKEN) + JOBS
    if node := shutil.which("node"):
        command = [node, "--input-type=module", "--eval", script + NODE]
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=SECONDS, check=False)
        assert done.returncode == 0, done.stderr
        return list(json.loads(done.stdout))
    return list(json.loads(_run_in_chromium(script, text)))


def _run_in_chromium(script: str, asked: str) -> str:
    try:
        find_chromium()
    except ChromiumError as error:
        pytest.skip(f"film.js needs Node or Chromium to run: {error}")
    with TemporaryDirectory() as folder:
        page = Path(folder, "film.html")
        page.write_text(PAGE.format(script=script, asked=base64.b64encode(asked.encode()).decode()), "utf-8")
        return result_of_page(page.as_uri(), seconds=SECONDS)


def frames_of(film: dict[str, Any]) -> list[Any]:
    """Every frame of a film, as the page draws it."""
    return list(run([["frames", film]])[0])
