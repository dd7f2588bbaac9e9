"""Enumerations whose members are plain attributes are enumerations all the same."""

from __future__ import annotations

import copy
import pickle
from enum import Enum

import pytest

from lanista.bots.protocol.matching import AnswerMatch
from lanista.bots.turn_exchange import TurnPhase
from lanista.core.verdict import Verdict


@pytest.mark.parametrize("cls", [Verdict, AnswerMatch, TurnPhase])
def test_members_are_found_by_name_value_and_attribute(cls: type[Enum]) -> None:
    for member in cls:
        assert vars(cls)[member.name] is member is cls[member.name] is cls(member.value)
        assert member is copy.deepcopy(member) is pickle.loads(pickle.dumps(member))
