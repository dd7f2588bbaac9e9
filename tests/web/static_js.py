"""The viewer's scripts, run by Node: a driver imports what it looks at, and answers with JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lanista.web.files import STATIC
from tests.processes import SECONDS
from tests.programs import need

# What drivers share: `asked` is the input, `answer` ends the driver.
PRELUDE = """
import { readFileSync } from "node:fs";
const asked = JSON.parse(readFileSync(0, "utf-8"));
const answer = (value) => console.log(JSON.stringify(value));
"""


def run(driver: str, **asked: Any) -> Any:
    """The answer of a driver; without Node the test is skipped."""
    node = need("node")
    with TemporaryDirectory() as folder:
        shutil.copytree(STATIC, folder, dirs_exist_ok=True)
        Path(folder, "package.json").write_text('{"type": "module"}')
        main = Path(folder, "driver.js")
        main.write_text(PRELUDE + driver, "utf-8")
        given = json.dumps(asked)
        command = [node, str(main)]
        done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
