"""The interface of a game, its optional parts, and the registry of installed games. Imports `core` and `engine`.

A game is a package with an entry point in the group `lanista.games`; this project's games are found the same
way. `lanista.tools.conformance.check_game` tests whether a game conforms to this interface.
"""

from lanista.game.base import Game
from lanista.game.bots import SEARCH, builtin_names, is_builtin, usual_bot
from lanista.game.defaults import suggestion
from lanista.game.forfeits import with_forfeits
from lanista.game.maps import find_map, map_warnings
from lanista.game.move_records import put_moves, take_move
from lanista.game.parts import Bench, Learning, Pictures
from lanista.game.registry import game_names, get_game, installed_games
from lanista.game.settings import (
    Setting,
    Settings,
    check_seats,
    check_settings,
    defaults_of,
    first_opponent,
    seat_range,
    switches,
)
from lanista.game.showing import speller
from lanista.game.states import out_of_range
from lanista.game.values import (
    ATTACK,
    BUILD,
    CAPTURE,
    DEATH,
    END,
    GAIN,
    HIT,
    KINDS,
    LOSS,
    SEED_BITS,
    BotStart,
    Config,
    Growth,
    InvalidMove,
    Outcome,
    Played,
)

__all__ = [
    "ATTACK",
    "BUILD",
    "CAPTURE",
    "DEATH",
    "END",
    "GAIN",
    "HIT",
    "KINDS",
    "LOSS",
    "SEARCH",
    "SEED_BITS",
    "Bench",
    "BotStart",
    "Config",
    "Game",
    "Growth",
    "InvalidMove",
    "Learning",
    "Outcome",
    "Pictures",
    "Played",
    "Setting",
    "Settings",
    "builtin_names",
    "check_seats",
    "check_settings",
    "defaults_of",
    "find_map",
    "first_opponent",
    "game_names",
    "get_game",
    "installed_games",
    "is_builtin",
    "map_warnings",
    "out_of_range",
    "put_moves",
    "seat_range",
    "speller",
    "suggestion",
    "switches",
    "take_move",
    "usual_bot",
    "with_forfeits",
]
