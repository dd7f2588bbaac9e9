"""Tower Defence: the types of a player's view and move."""

from typing import Annotated, Literal, NotRequired, TypedDict

from lanista.bot.pattern import Pattern

PlayerType = Literal["A", "B"]
BuildingType = Literal["DEFENSE", "ATTACK", "ENERGY", "TESLA"]

Move = Annotated[
    str,
    Pattern(r"(-?[0-9]+,-?[0-9]+,[0-5])?"),
    "x,y,type: 0 DEFENSE, 1 ATTACK, 2 ENERGY; in `extended` also 3 DECONSTRUCT, 4 TESLA, 5 IRON_CURTAIN. "
    "An empty text does nothing",
]


class Prices(TypedDict):
    """The price in energy of each kind of building."""

    DEFENSE: int
    ATTACK: int
    ENERGY: int
    TESLA: Annotated[NotRequired[int], "in `extended`"]


class Stats(TypedDict):
    """The stats of a kind of building."""

    health: int
    constructionTime: Annotated[int, "rounds"]
    price: int
    weaponDamage: int
    weaponSpeed: Annotated[int, "cells per round"]
    weaponCooldownPeriod: Annotated[int, "rounds between shots"]
    energyGeneratedPerTurn: int
    destroyMultiplier: int
    constructionScore: int


class AllStats(TypedDict):
    """The stats of every kind of building."""

    DEFENSE: Stats
    ATTACK: Stats
    ENERGY: Stats
    TESLA: Annotated[NotRequired[Stats], "in `extended`"]


class CurtainStats(TypedDict):
    """The stats of the iron curtain."""

    price: int
    activeRounds: Annotated[int, "rounds for which it stays up"]
    resetPeriod: Annotated[int, "rounds until another one becomes available"]
    constructionScore: int


class Details(TypedDict):
    """The round, the board and the prices."""

    round: Annotated[int, "the round about to be played, from 0"]
    maxRounds: Annotated[NotRequired[int], "not in `classic`"]
    mapWidth: Annotated[int, "columns; the left half is yours"]
    mapHeight: Annotated[int, "rows"]
    roundIncomeEnergy: Annotated[NotRequired[int], "not in `classic`"]
    buildingPrices: Prices
    buildingsStats: Annotated[NotRequired[AllStats], "not in `classic`"]
    ironCurtainStats: Annotated[NotRequired[CurtainStats], "in `extended`"]


class Player(TypedDict):
    """A player's values."""

    playerType: Annotated[PlayerType, "A is you, B the opponent"]
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
    speed: Annotated[int, "cells per round"]
    id: Annotated[NotRequired[str], "in `extended`"]
    x: int
    y: int
    playerType: PlayerType


class Cell(TypedDict):
    """One cell of the board."""

    x: Annotated[int, "the column, 0 next to your base"]
    y: Annotated[int, "the row, 0 at the top"]
    buildings: Annotated[list[Building], "at most one"]
    missiles: list[Missile]
    cellOwner: PlayerType


class Hit(TypedDict):
    """A cell that was hit in the last round; its position is never mirrored."""

    x: int
    y: int
    playerType: PlayerType


class View(TypedDict):
    """The contest's `state.json`: the whole board, with your half on the left."""

    gameDetails: Details
    players: Annotated[list[Player], "both players, not ordered by `playerType`: search for A"]
    gameMap: Annotated[list[list[Cell]], "rows of cells"]
    teslaHitList: Annotated[NotRequired[list[list[Hit]]], "in `extended`: the cells of each tesla's shot"]
    ironCurtainHitList: Annotated[NotRequired[list[Hit]], "in `extended`: what curtains stopped"]
