"""Texts that become files: templates with placeholders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def text(name: str) -> str:
    """A text of this package."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def fill_in(template: str, values: Mapping[str, str]) -> str:
    """A text with its placeholders `{{name}}` filled in."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values.get(found[1], found[0]), template)
