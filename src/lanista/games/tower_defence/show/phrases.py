"""The templates of all texts about a battle."""

from __future__ import annotations

from enum import IntEnum

from lanista.engine import Words
from lanista.game import ATTACK, BUILD, END, GAIN, HIT, LOSS
from lanista.games.tower_defence.moves import REASONS
from lanista.games.tower_defence.state import Refusal

REFUSED = "{seat:@}'s order was refused: "
KNOWN = "{building:nothing|wall|turret|generator|tesla tower}"
ORDERED = "{type:DEFENSE|ATTACK|ENERGY|DECONSTRUCT|TESLA|IRON_CURTAIN}"
MISSILES = "{count:no missiles|1 missile|# missiles}"
ENDED = "{ending:|A base was destroyed|The round limit was reached|Too many bad commands}"


class Say(IntEnum):
    """A template."""

    UNKNOWN_TYPE = 1
    NOT_OWN_CELL = 2
    TESLA_LIMIT = 3
    OCCUPIED = 4
    NO_ENERGY = 5
    NOTHING_THERE = 6
    NOT_AVAILABLE = 7
    STILL_ACTIVE = 8
    RAISED_CURTAIN = 9
    TOOK_DOWN = 10
    BEGAN = 11
    BEGAN_TESLA = 12
    FINISHED = 13
    STRUCK = 14
    STRUCK_CURTAIN = 15
    STRUCK_BASE = 16
    STRUCK_BUILDINGS = 17
    STRUCK_NOTHING = 18
    FIRED = 19
    STOPPED = 20
    HIT_BUILDING = 21
    HEALTH = 22
    DESTROYED = 23
    DESTROYED_TESLA = 24
    LAST_ONE = 25
    POINTS = 26
    HIT_BASE = 27
    GOT_CURTAIN = 28
    LOST_CURTAIN = 29
    WON = 30
    TIED = 31
    ORDER_NOTHING = 32
    ORDER_CURTAIN = 33
    ORDER_REMOVAL = 34
    ORDER_BUILDING = 35


WORDS = {
    Say.UNKNOWN_TYPE: Words(REFUSED + "there is no order of type {type}"),
    Say.NOT_OWN_CELL: Words(REFUSED + REASONS[Refusal.NOT_OWN_CELL]),
    Say.TESLA_LIMIT: Words(REFUSED + REASONS[Refusal.TESLA_LIMIT]),
    Say.OCCUPIED: Words(REFUSED + REASONS[Refusal.OCCUPIED]),
    Say.NO_ENERGY: Words(REFUSED + REASONS[Refusal.NO_ENERGY].replace("{name}", ORDERED)),
    Say.NOTHING_THERE: Words(REFUSED + REASONS[Refusal.NOTHING_THERE]),
    Say.NOT_AVAILABLE: Words(REFUSED + REASONS[Refusal.NOT_AVAILABLE]),
    Say.STILL_ACTIVE: Words(REFUSED + REASONS[Refusal.STILL_ACTIVE]),
    Say.RAISED_CURTAIN: Words("{seat:@} raised the iron curtain for {price} energy", GAIN),
    Say.TOOK_DOWN: Words("{seat:@} took down the " + KNOWN + " at {x},{y} for {refund} energy"),
    Say.BEGAN: Words("{seat:@} began a " + KNOWN + " at {x},{y} for {price} energy"),
    Say.BEGAN_TESLA: Words("{seat:@} began a tesla tower at {x},{y} for {price} energy", BUILD),
    Say.FINISHED: Words("{seat:@}'s " + KNOWN + " at {x},{y} is finished"),
    Say.STRUCK: Words("{seat:@}'s tesla tower at {x},{y} struck", ATTACK),
    Say.STRUCK_CURTAIN: Words("+ {enemy:@}'s iron curtain"),
    Say.STRUCK_BASE: Words("+ {enemy:@}'s base"),
    Say.STRUCK_BUILDINGS: Words("+{after_base: | and }{count:no buildings|1 building|# buildings} of {enemy:@}"),
    Say.STRUCK_NOTHING: Words("{seat:@}'s tesla tower at {x},{y} struck nothing for {price} energy"),
    Say.FIRED: Words("{seat:@} fired " + MISSILES),
    Say.STOPPED: Words("{seat:@}'s iron curtain stopped " + MISSILES),
    Say.HIT_BUILDING: Words("{seat:@} hit {owner:@}'s " + KNOWN + " at {x},{y}"),
    Say.HEALTH: Words("+: health {was} to {now}"),
    Say.DESTROYED: Words("{seat:@} destroyed {owner:@}'s " + KNOWN + " at {x},{y}"),
    Say.DESTROYED_TESLA: Words("{seat:@} destroyed {owner:@}'s tesla tower at {x},{y}", LOSS),
    Say.LAST_ONE: Words("+, the last one", LOSS),
    Say.POINTS: Words("+: score +{points}"),
    Say.HIT_BASE: Words("{enemy:@} hit {seat:@}'s base{count:|| # times}: health {was} to {now}", HIT),
    Say.GOT_CURTAIN: Words("{seat:@} has an iron curtain available"),
    Say.LOST_CURTAIN: Words("{seat:@}'s iron curtain ended"),
    Say.WON: Words(ENDED + ": {winner:@} wins, scores {a} to {b}", END),
    Say.TIED: Words(ENDED + ": a tie, scores {a} to {b}", END),
    Say.ORDER_NOTHING: Words("build nothing"),
    Say.ORDER_CURTAIN: Words("raise the iron curtain"),
    Say.ORDER_REMOVAL: Words("take down the building at {x}, {y}"),
    Say.ORDER_BUILDING: Words("{building:nothing|wall|turret|energy generator|tesla tower} at {x}, {y}"),
}
