"""Runs one of our modules in a Python that starts fast: no site packages, nothing that our packages import."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
# Modules come from their compiled files, which a script would not; the packages are empty
BOOT = f"""import sys
def package(name, folder):
    module = sys.modules[name] = type(sys)(name)
    module.__path__ = [folder]
package('lanista', {str(PACKAGE)!r})
package('lanista.bots', {str(PACKAGE / "bots")!r})
package('lanista.sandbox', {str(PACKAGE / "sandbox")!r})
"""


def boot_command(module: str) -> list[str]:
    """The words that run `main()` of a module, which may import the standard library and others like it."""
    return [sys.executable, "-I", "-S", "-c", f"{BOOT}from {module} import main\nmain()"]
