"""Sends a jail to the process that makes it, through its environment; standard library only."""

from __future__ import annotations

import marshal
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

JAIL = "LANISTA_JAIL"


def write_spec(spec: dict[str, Any]) -> dict[str, str]:
    """The environment variable that describes a jail to a process of the same Python."""
    return {JAIL: marshal.dumps(spec).hex()}


def read_spec() -> dict[str, Any]:
    """The description of the jail, which is removed from the environment; empty if there is none."""
    text = os.environ.pop(JAIL, "")
    spec: dict[str, Any] = marshal.loads(bytes.fromhex(text)) if text else {}
    return spec
