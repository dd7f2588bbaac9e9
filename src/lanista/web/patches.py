"""Changes between JSON values, as films send them."""

from __future__ import annotations

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()


def diff(old: Any, new: Any) -> Any:
    """The patch from `old` to `new`: [value] replaces, {key: ...} changes inside, None removes a key.

    Arrays are patched by index; "#" is the new length, if it changes. {} is no change.
    """
    if type(old) is not type(new):
        return [new]
    if isinstance(new, dict):
        return {} if _same(old, new) else _diff_objects(old, new)
    if isinstance(new, list):
        return {} if _same(old, new) else _diff_arrays(old, new)
    return {} if old == new else [new]


def _same(old: Any, new: Any) -> bool:
    """Equality that distinguishes 1 from true, unlike Python's ==."""
    return old == new and _encoder.encode(old) == _encoder.encode(new)


def _diff_objects(old: dict[str, Any], new: dict[str, Any]) -> Any:
    if [key for key in old if key in new] + [key for key in new if key not in old] != list(new):
        return [new]  # a patch appends new keys, and boards draw some objects in their order
    changes: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        change = diff(old[key], value) if key in old else [value]
        if change != {}:
            changes[key] = change
    return changes


def _diff_arrays(old: list[Any], new: list[Any]) -> Any:
    changes: dict[str, Any] = {} if len(old) == len(new) else {"#": len(new)}
    for index, value in enumerate(new):
        change = diff(old[index], value) if index < len(old) else [value]
        if change != {}:
            changes[str(index)] = change
    if 2 * len(changes) > len(new) and all(isinstance(value, int | float | str) for value in new):
        return [new]
    return changes
