"""Features of views: their values, for telling rare ones and extremes from common ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

MAX_TEXTS = 64  # different texts of one member; beyond that only their lengths count
MAX_ITEMS = 400  # of one list that are looked at

Feature = tuple[str, Hashable]
Numbers = dict[str, tuple[float, float]]  # the least and the greatest by path


def features(view: Any, texts: dict[str, set[str]], numbers: Numbers) -> set[Feature]:
    """The features of a view; `texts` and `numbers` remember what was seen in the views before it."""
    found: set[Feature] = set()
    _collect(view, "", found, texts, numbers)
    return found


def _collect(value: Any, path: str, found: set[Feature], texts: dict[str, set[str]], numbers: Numbers) -> None:
    if isinstance(value, dict):
        found.add((path, f"{_magnitude(len(value))} members"))
        for name, member in value.items():
            _collect(member, f"{path}.{name}" if not _is_key(name) else f"{path}.*", found, texts, numbers)
    elif isinstance(value, list):
        found.add((path, f"{_magnitude(len(value))} items"))
        for item in _items(value):
            _collect(item, f"{path}[]", found, texts, numbers)
    elif isinstance(value, bool) or value is None:
        found.add((path, value))
    elif isinstance(value, (int, float)):
        found.update(_number(value, path, numbers))
    else:
        found.add((path, _text(str(value), path, texts)))


def _items(values: list[Any]) -> Iterable[Any]:
    """The items of a list; plain values once each."""
    if values and all(isinstance(value, (int, float, str)) for value in values):
        return dict.fromkeys(values)
    return values[:MAX_ITEMS]


def _is_key(name: str) -> bool:
    """Whether a member's name is a value, such as an id or a position."""
    return any(character.isdigit() for character in name)


def _number(value: float, path: str, numbers: Numbers) -> Iterator[Feature]:
    """A number by its magnitude, and whether it is the least or the greatest so far."""
    yield path, ("-" if value < 0 else "+") + str(_magnitude(abs(int(value))))
    low, high = numbers.get(path, (value, value))
    if value <= low:
        yield path, ("least", value)
    if value >= high:
        yield path, ("greatest", value)
    numbers[path] = min(low, value), max(high, value)


def _text(text: str, path: str, texts: dict[str, set[str]]) -> Hashable:
    known = texts.setdefault(path, set())
    if text in known or len(known) < MAX_TEXTS:
        known.add(text)
        return text
    return _magnitude(len(text))


def _magnitude(number: int) -> int:
    """The number of binary digits: 0, 1, 2-3, 4-7, and so on."""
    return number.bit_length()


def current(found: Iterable[Feature], numbers: Numbers) -> set[Feature]:
    """The features without records that were broken later."""
    return {feature for feature in found if not _is_broken(feature, numbers)}


def _is_broken(feature: Feature, numbers: Numbers) -> bool:
    path, value = feature
    if not isinstance(value, tuple):
        return False
    which, number = value
    return bool(number != numbers[path][which == "greatest"])


def weights(all_features: Iterable[set[Feature]]) -> dict[Feature, float]:
    """The weight of each feature: the rarer, the higher."""
    counts: Counter[Feature] = Counter(feature for found in all_features for feature in found)
    return {feature: 1 / count for feature, count in counts.items()}
