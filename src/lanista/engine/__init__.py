"""The engine: records, rules, and all that interprets, compiles and batches them. Imports only `core`."""

from lanista.engine.codec import dump_record, load_record
from lanista.engine.flat import Choice, NoWork, TurnLimit, is_over
from lanista.engine.log import Log, is_noted, note, note_number
from lanista.engine.observation import Number, ObservationSpec, Plane
from lanista.engine.random import Generator, Stream, derive, rand_below
from lanista.engine.record import (
    Capacity,
    Cube,
    Grid,
    Ints,
    Records,
    i1,
    i2,
    i4,
    i8,
    over,
    over_all,
    record,
    zeros,
)
from lanista.engine.rule import rule
from lanista.engine.rules import Rules
from lanista.engine.showing import EVERYBODY, UNKNOWN, Judgement, Words, choices, say, say_at
from lanista.engine.state import State

__all__ = [
    "EVERYBODY",
    "UNKNOWN",
    "Capacity",
    "Choice",
    "Cube",
    "Generator",
    "Grid",
    "Ints",
    "Judgement",
    "Log",
    "NoWork",
    "Number",
    "ObservationSpec",
    "Plane",
    "Records",
    "Rules",
    "State",
    "Stream",
    "TurnLimit",
    "Words",
    "choices",
    "derive",
    "dump_record",
    "i1",
    "i2",
    "i4",
    "i8",
    "is_noted",
    "is_over",
    "load_record",
    "note",
    "note_number",
    "over",
    "over_all",
    "rand_below",
    "record",
    "rule",
    "say",
    "say_at",
    "zeros",
]
