"""The contest's text map, `textMap.txt` (section 8.5)."""

from __future__ import annotations

from lanista.games.tower_defence.board import (
    CURTAIN_STATS,
    STATS,
    Moment,
    buildings_in_order,
    curtain_stats,
    icon,
    known_buildings,
    missiles_of,
    name_in_view,
    position_in_view,
    shown_cooldown,
    stats_of,
)
from lanista.games.tower_defence.rules import construction_counter, owner_of
from lanista.games.tower_defence.state import CELLS, WIDTH, Building, Config, Player


def text_map(state: Moment, seat: int) -> str:
    """The text map of a player."""
    config = state.const
    sections = [
        game_section(state),
        prices_section(config) if config.d24_short_state else stats_section(config),
        *([curtain_section(config)] if config.iron_curtain else []),
        *(
            player_section(state, name, state.record.players[owner])
            for name, owner in zip("AB", (seat, 1 - seat), strict=True)
        ),
        map_section(state, seat),
        building_section(state, seat),
        missile_section(state, seat),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections) + "\n"


def game_section(state: Moment) -> list[str]:
    """The round and the board."""
    config, full = state.const, not state.const.d24_short_state
    return [
        "XXXXXXXXX GAME INFO XXXXXXXXX",
        f"Round Number : {state.record.round}",
        *([f"Maximum Amount Of Rounds : {config.max_rounds}"] if full else []),
        f"Map Width : {config.width}",
        f"Map Height : {config.height}",
        *([f"Round Income Energy : {config.round_income}"] if full else []),
        "X" * 29,
    ]


def prices_section(config: Config) -> list[str]:
    """The prices, in the form of release 1.0.0."""
    names = {Building.DEFENSE: "DEFEND"}
    prices = [f"{names.get(kind, kind.name)} : {config.price[kind]}" for kind in known_buildings(config)]
    return ["****** BUILDING PRICES ******", *prices, "*" * 29]


def stats_section(config: Config) -> list[str]:
    """The stats of each kind of building."""
    kinds = {kind.name: stats_of(config, kind).values() for kind in known_buildings(config)}
    lines = [f"{name};" + "".join(f"{number};" for number in numbers) for name, numbers in kinds.items()]
    return ["****** BUILDING STATS ******", "type;" + ";".join(STATS), *lines, "*" * 29]


def curtain_section(config: Config) -> list[str]:
    """The stats of the iron curtain."""
    numbers = "".join(f"{number};" for number in curtain_stats(config).values())
    return ["***** IRON CURTAIN STATS ****", ";".join(CURTAIN_STATS), numbers, "*" * 29]


def player_section(state: Moment, name: str, player: Player) -> list[str]:
    """A player's values."""
    curtain = [
        f"IronCurtainAvailable : {player.curtain_available}",
        f"ActiveIronCurtainLifetime : {player.curtain_left}",
    ]
    return [
        f"---------- PLAYER {name} ----------",
        f"Energy : {player.energy}",
        f"Health : {player.health}",
        f"HitsTaken : {player.hits_taken}",
        f"Score : {player.score}",
        *(curtain if state.const.iron_curtain else []),
        "-" * 30,
    ]


def map_section(state: Moment, seat: int) -> list[str]:
    """The board: for each cell the icon and the counts of the player's and the enemy's missiles."""
    config, battle = state.const, state.record
    missiles = missiles_of(battle)
    lines = []
    for y in range(config.height):
        line = ""
        for x in range(config.width):
            cell = y * WIDTH + (config.width - 1 - x if seat else x)
            own, enemy = (missiles.count(cell + CELLS * owner) for owner in (seat, 1 - seat))
            line += f"[{x},{y},{icon(battle, cell)},{own},{enemy}]"
        lines.append(line)
    return ["############# MAP #############", *lines, "#" * 31]


def building_section(state: Moment, seat: int) -> list[str]:
    """All buildings in order of placement; release 1.0.0 omits the type."""
    full = not state.const.d24_short_state
    names = "ConstructionTimeLeft|Health|WeaponCooldownTimeLeft|WeaponDamage|EnergyGeneratedPerTurn"
    return [
        "######## BUILDING DATA #########",
        f"FORMAT : [x,y] Owner|{'BuildingType|' if full else ''}{names} ",
        "",
        *(building_line(state, seat, cell) for cell in buildings_in_order(state)),
        "#" * 31,
    ]


def building_line(state: Moment, seat: int, cell: int) -> str:
    """A building on one line; release 1.0.0 shows the construction counter plus 1."""
    battle, config = state.record, state.const
    kind, full = Building(battle.building[cell]), not config.d24_short_state
    x, y = position_in_view(config, seat, cell)
    stats = stats_of(config, kind)
    words = [
        name_in_view(seat, owner_of(config, cell)),
        *([kind.name] if full else []),
        construction_counter(battle, config, cell) + (0 if full else 1),
        battle.health[cell],
        shown_cooldown(state, seat, cell),
        stats["weaponDamage"],
        stats["energyGeneratedPerTurn"],
    ]
    return f"[{x},{y}] {'|'.join(map(str, words))}"


def missile_section(state: Moment, seat: int) -> list[str]:
    """All missiles in order of creation; release 1.0.0 omits the speed."""
    config = state.const
    lines = []
    for missile in missiles_of(state.record):
        x, y = position_in_view(config, seat, missile % CELLS)
        speed = "" if config.d24_short_state else f"|{config.attack_speed}"
        lines.append(f"[{x},{y}] {name_in_view(seat, missile // CELLS)}|{config.attack_damage}{speed}")
    words = "Owner|Damage" if config.d24_short_state else "Owner|Damage|Speed"
    return ["####### MISSILE DATA ########", f"FORMAT : [x,y] {words} ", "", *lines, "#" * 31]
