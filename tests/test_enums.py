"""Enumerations whose members are plain attributes are enumerations all the same."""

from __future__ import annotations

import copy
import pickle
from enum import Enum

import pytest

from lanista.bots.exchange import Phase
from lanista.bots.matching import Match
from lanista.verdict import Verdict


@pytest.mark.parametrize("cls", [Verdict, Match, Phase])
def test_members_are_found_by_name_value_and_attribute(cls: type[Enum]) -> None:
    for member in cls:
        assert vars(cls)[member.name] is member is cls[member.name] is cls(member.value)
        assert member is copy.deepcopy(member) is pickle.loads(pickle.dumps(member))
