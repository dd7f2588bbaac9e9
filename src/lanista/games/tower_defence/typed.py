"""Tower Defence: what a commander sees and may say."""

from typing import Annotated, Literal, NotRequired, TypedDict

from lanista.client.pattern import Pattern

PlayerType = Literal["A", "B"]
BuildingType = Literal["DEFENSE", "ATTACK", "ENERGY", "TESLA"]

Move = Annotated[
    str,
    Pattern(r"(-?[0-9]+,-?[0-9]+,[0-5])?"),
    "x,y,type: 0 DEFENSE, 1 ATTACK, 2 ENERGY; in `extended` also 3 DECONSTRUCT, 4 TESLA, 5 IRON_CURTAIN. "
    "An empty text does nothing",
]


class Prices(TypedDict):
    """Energy for each kind of building."""

    DEFENSE: int
    ATTACK: int
    ENERGY: int
    TESLA: Annotated[NotRequired[int], "in `extended`"]


class Stats(TypedDict):
    """The numbers of a kind of building."""

    health: int
    constructionTime: Annotated[int, "rounds"]
    price: int
    weaponDamage: int
    weaponSpeed: Annotated[int, "cells that a missile flies in a round"]
    weaponCooldownPeriod: Annotated[int, "rounds between two shots"]
    energyGeneratedPerTurn: int
    destroyMultiplier: int
    constructionScore: int


class AllStats(TypedDict):
    """The numbers of every kind of building."""

    DEFENSE: Stats
    ATTACK: Stats
    ENERGY: Stats
    TESLA: Annotated[NotRequired[Stats], "in `extended`"]


class CurtainStats(TypedDict):
    """The numbers of the iron curtain."""

    price: int
    activeRounds: Annotated[int, "rounds that it lasts"]
    resetPeriod: Annotated[int, "every so many rounds one becomes available"]
    constructionScore: int


class Details(TypedDict):
    """The round, the board and the prices."""

    round: Annotated[int, "the round about to be played, from 0"]
    maxRounds: Annotated[NotRequired[int], "not in `classic`"]
    mapWidth: Annotated[int, "columns; the left half is the own one"]
    mapHeight: Annotated[int, "rows"]
    roundIncomeEnergy: Annotated[NotRequired[int], "not in `classic`"]
    buildingPrices: Prices
    buildingsStats: Annotated[NotRequired[AllStats], "not in `classic`"]
    ironCurtainStats: Annotated[NotRequired[CurtainStats], "in `extended`"]


class Player(TypedDict):
    """One side's numbers."""

    playerType: Annotated[PlayerType, "A is whoever looks, B the opponent"]
    energy: int
    health: Annotated[int, "of the base"]
    hitsTaken: int
    score: int
    ironCurtainAvailable: Annotated[NotRequired[bool], "in `extended`"]
    activeIronCurtainLifetime: Annotated[NotRequired[int], "in `extended`"]
    isIronCurtainActive: Annotated[NotRequired[bool], "in `extended`"]


class Building(TypedDict):
    """A building, finished or not."""

    health: int
    constructionTimeLeft: Annotated[int, "-1 once it is finished"]
    price: int
    weaponDamage: int
    weaponSpeed: int
    weaponCooldownTimeLeft: int
    weaponCooldownPeriod: int
    destroyMultiplier: int
    constructionScore: int
    energyGeneratedPerTurn: int
    maxRange: Annotated[NotRequired[int], "in `extended`"]
    buildingType: BuildingType
    energyPerShot: Annotated[NotRequired[int], "in `extended`"]
    x: int
    y: int
    playerType: PlayerType


class Missile(TypedDict):
    """A missile in flight."""

    damage: int
    speed: Annotated[int, "cells in a round"]
    id: Annotated[NotRequired[str], "in `extended`"]
    x: int
    y: int
    playerType: PlayerType


class Cell(TypedDict):
    """One cell of the board."""

    x: Annotated[int, "the column, 0 next to the own base"]
    y: Annotated[int, "the row, 0 at the top"]
    buildings: Annotated[list[Building], "one at most"]
    missiles: list[Missile]
    cellOwner: PlayerType


class Hit(TypedDict):
    """A cell that was hit in the last round; here the board is mirrored for nobody."""

    x: int
    y: int
    playerType: PlayerType


class View(TypedDict):
    """The contest's `state.json`: everything, seen so that the own half is on the left."""

    gameDetails: Details
    players: Annotated[list[Player], "both sides; look for `playerType` A, the order is not by it"]
    gameMap: Annotated[list[list[Cell]], "rows of cells"]
    teslaHitList: Annotated[NotRequired[list[list[Hit]]], "in `extended`: the cells of each tesla's shot"]
    ironCurtainHitList: Annotated[NotRequired[list[Hit]], "in `extended`: what curtains stopped"]
