"""Finds out which modules a piece of code imports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def loaded_by(code: str, *path: Path) -> set[str]:
    """The modules outside the standard library that code imports in a new interpreter."""
    lines = (
        f"import sys; sys.path[:0] = {[str(folder) for folder in path]!r}; before = set(sys.modules)",
        code,
        "new = [n for n in set(sys.modules) - before if n.partition('.')[0] not in sys.stdlib_module_names]",
        "import json; print(json.dumps(new))",
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return set(json.loads(done.stdout))
