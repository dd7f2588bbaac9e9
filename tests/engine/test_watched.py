"""Watchers see every call of a rule, and change nothing of what the rules do."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine import Ints, i4, over, record, rule, zeros
from lanista.engine.watched import watched


@record
class Purse:
    """Coins in a purse."""

    coins: i4


@rule
def pay(purse: Purse, price: int) -> bool:
    """Take the price, if there is enough."""
    if purse.coins < price:
        return False
    purse.coins -= price
    return True


@rule
def shop(purse: Purse, prices: Ints) -> None:
    """Buy what can be paid."""
    for price in prices:
        pay(purse, price)


def counting(calls: list[int]) -> Any:
    """A watcher that notes how many arguments each call has."""

    def watch(rule: Any, *given: Any) -> Any:
        calls.append(len(given))
        return rule(*given)

    return watch


def purse_with(coins: int) -> Purse:
    purse: Purse = over(Purse, zeros(Purse).view("u1"))
    purse.coins = coins
    return purse


def test_a_watcher_sees_every_call_and_its_result() -> None:
    seen = []

    def watch(rule: Any, purse: Purse, price: int) -> bool:
        before = purse.coins
        paid = bool(rule(purse, price))
        seen.append((before, price, paid, purse.coins))
        return paid

    watched(shop, {"pay": watch})(purse_with(10), [7, 5, 3])
    assert seen == [(10, 7, True, 3), (3, 5, False, 3), (3, 3, True, 0)]


def test_the_rules_themselves_are_not_touched() -> None:
    calls: list[int] = []
    copy = watched(shop, {"pay": counting(calls)})
    plain, seen = purse_with(10), purse_with(10)
    shop(plain, [4])
    assert calls == []
    copy(seen, [4])
    assert len(calls) == 1
    assert plain.coins == seen.coins == 6


def test_the_root_can_be_watched_too() -> None:
    calls: list[int] = []
    copy = watched(shop, {"shop": counting(calls)})
    copy(purse_with(1), [])
    assert calls == [2]


def test_a_watcher_of_no_rule_is_refused() -> None:
    with pytest.raises(LookupError, match="shop calls no rule named sell, steal"):
        watched(shop, {"steal": print, "sell": print, "pay": print})
