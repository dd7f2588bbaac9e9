"""What a player sees: the contest's state file and text map (sections 8.4 and 8.5), and numbers for learners."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from lanista.engine import Ints, State, over, rule
from lanista.games.tower_defence.rules import construction_counter, cooldown, owner_of
from lanista.games.tower_defence.state import (
    BUILDINGS,
    CELLS,
    SEATS,
    TESLA_BASE,
    WIDTH,
    Battle,
    Building,
    Config,
    Player,
)

Moment = State[Battle, Config]

PLAYERS = "AB"
ICONS = {building: building.name[0] for building in BUILDINGS}
STATS = (
    "health",
    "constructionTime",
    "price",
    "weaponDamage",
    "weaponSpeed",
    "weaponCooldownPeriod",
    "energyGeneratedPerTurn",
    "destroyMultiplier",
    "constructionScore",
)
CURTAIN_STATS = ("price", "activeRounds", "resetPeriod", "constructionScore")


# What is true of a kind of building


def known_buildings(config: Config) -> list[Building]:
    """The kinds of building that a ruleset has, in the order of its lists."""
    return [Building.ATTACK, Building.DEFENSE, Building.ENERGY, *([Building.TESLA] if config.tesla_limit else [])]


def stats_of(config: Config, building: Building) -> dict[str, int]:
    """The numbers of a kind of building, in the contest's words."""
    is_turret, is_tesla = building is Building.ATTACK, building is Building.TESLA
    numbers = (
        config.full_health[building],
        config.construction_time[building],
        config.price[building],
        config.attack_damage if is_turret else config.tesla_damage if is_tesla else 0,
        config.attack_speed if is_turret else 0,
        config.attack_cooldown if is_turret else config.tesla_cooldown if is_tesla else 0,
        config.energy_income if building is Building.ENERGY else 0,
        config.destroy_multiplier[building],
        config.construction_score[building],
    )
    return dict(zip(STATS, numbers, strict=True))


def curtain_stats(config: Config) -> dict[str, int]:
    """The numbers of the iron curtain."""
    numbers = (config.curtain_price, config.curtain_rounds, config.curtain_period, config.curtain_score)
    return dict(zip(CURTAIN_STATS, numbers, strict=True))


# What stands where, as one player sees it


def place_in_view(config: Config, seat: int, cell: int) -> tuple[int, int]:
    """Column and row of a cell; for B everything is mirrored (2.3)."""
    x = cell % WIDTH
    return (config.width - 1 - x if seat else x), cell // WIDTH


def name_in_view(seat: int, owner: int) -> str:
    """Everybody sees himself as A."""
    return PLAYERS[owner ^ seat]


def shown_cooldown(state: Moment, seat: int, cell: int) -> int:
    """A weapon's cooldown (D16: the engine shows B none)."""
    return cooldown(state.record, cell) if seat == 0 or state.const.d16_cooldown_shown_to_b else 0


def buildings_in_order(state: Moment) -> list[int]:
    """The cells with buildings in order of placement, A before B (D22)."""
    battle, config = state.record, state.const
    return sorted(
        standing(battle),
        key=lambda cell: (
            battle.ready[cell] - config.construction_time[battle.building[cell]],
            owner_of(config, cell),
        ),
    )


def missiles_of(battle: Battle) -> list[int]:
    """The missiles in order of creation."""
    return [battle.missiles[i] for i in range(battle.n_missiles)]


# state.json: written from prepared pieces, since both players get one in every round


class Forms(NamedTuple):
    """What is the same in every state file of a match, as text."""

    details: str  # `gameDetails` after the round
    building: dict[int, str]  # by kind, to be filled in
    missile: str  # to be filled in
    empty: list[list[str]]  # the cells of an empty board, row by row


@lru_cache(maxsize=16)
def forms_of(settings: bytes) -> Forms:
    """The prepared pieces for the bytes of a constant record."""
    config = over(Config, bytearray(settings))
    rows, columns = range(config.height), range(config.width)
    return Forms(
        details=json_of(details(config))[1:],
        building={kind: building_form(config, kind) for kind in known_buildings(config)},
        missile=missile_form(config),
        empty=[[cell_json(config, x, y, "", "") for x in columns] for y in rows],
    )


def json_of(value: object) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()


def details(config: Config) -> dict[str, Any]:
    """`gameDetails` without the round: the board and the prices; in the later form (D24) all numbers."""
    kinds, full = known_buildings(config), config.d24_full_state
    shown: dict[str, Any] = {"maxRounds": config.max_rounds} if full else {}
    shown |= {"mapWidth": config.width, "mapHeight": config.height}
    if full:
        shown["roundIncomeEnergy"] = config.round_income
    shown["buildingPrices"] = {kind.name: config.price[kind] for kind in kinds}
    if full:
        shown["buildingsStats"] = {kind.name: stats_of(config, kind) for kind in kinds}
    if config.iron_curtain:
        shown["ironCurtainStats"] = curtain_stats(config)
    return shown


def building_form(config: Config, kind: Building) -> str:
    """A building, to be filled in with health, counter, cooldown, column, row and player."""
    stats, is_tesla = stats_of(config, kind), kind is Building.TESLA
    members: dict[str, object] = {
        "health": "%d",
        "constructionTimeLeft": "%d",
        "price": stats["price"],
        "weaponDamage": stats["weaponDamage"],
        "weaponSpeed": stats["weaponSpeed"],
        "weaponCooldownTimeLeft": "%d",
        "weaponCooldownPeriod": stats["weaponCooldownPeriod"],
        "destroyMultiplier": stats["destroyMultiplier"],
        "constructionScore": stats["constructionScore"],
        "energyGeneratedPerTurn": stats["energyGeneratedPerTurn"],
        **({"maxRange": config.tesla_range if is_tesla else 0} if config.tesla_limit else {}),
        "buildingType": f'"{kind.name}"',
        **({"energyPerShot": config.tesla_shot_price if is_tesla else 0} if config.tesla_limit else {}),
    }
    return form_of({**members, "x": "%d", "y": "%d", "playerType": '"%s"'})


def missile_form(config: Config) -> str:
    """A missile, to be filled in with its id where it has one, column, row and player."""
    members: dict[str, object] = {"damage": config.attack_damage, "speed": config.attack_speed}
    if config.tesla_limit:  # the last releases' member; `standard` has no ids
        members["id"] = '"%s"'
    return form_of({**members, "x": "%d", "y": "%d", "playerType": '"%s"'})


def form_of(members: dict[str, object]) -> str:
    """A JSON object with places to be filled in."""
    return "{" + ",".join(f'"{name}":{value}' for name, value in members.items()) + "}"


def cell_json(config: Config, x: int, y: int, building: str, missiles: str) -> str:
    """A cell with what stands on it and flies over it."""
    owner = PLAYERS[0 if 2 * x < config.width else 1]
    return f'{{"x":{x},"y":{y},"buildings":[{building}],"missiles":[{missiles}],"cellOwner":"{owner}"}}'


def view_json(state: Moment, seat: int) -> bytes:
    """The contest's state.json, members in its order."""
    battle, config = state.record, state.const
    forms = forms_of(bytes(config.raw))  # type: ignore[attr-defined]
    players = ",".join([player_json(state, seat, owner) for owner in range(SEATS)])  # 8.4 a: real A, then real B
    board = "],[".join([",".join(row) for row in map_rows(state, seat, forms)])
    hits = ""
    if config.tesla_limit or config.iron_curtain:
        shots = json_of([[hit_json(hit) for hit in shot] for shot in tesla_shots(battle)])
        stopped = json_of([hit_json(hit) for hit in curtain_hits(battle)])
        hits = f',"teslaHitList":{shots},"ironCurtainHitList":{stopped}'
    head = f'{{"gameDetails":{{"round":{battle.round},{forms.details}'
    return f'{head},"players":[{players}],"gameMap":[[{board}]]{hits}}}'.encode()


def player_json(state: Moment, seat: int, owner: int) -> str:
    """A player's numbers."""
    player = state.record.players[owner]
    shown = (
        f'{{"playerType":"{name_in_view(seat, owner)}","energy":{player.energy},"health":{player.health},'
        f'"hitsTaken":{player.hits_taken},"score":{player.score}'
    )
    if not state.const.iron_curtain:
        return shown + "}"
    available, left = "true" if player.curtain_available else "false", player.curtain_left
    active = "true" if left >= 0 else "false"
    return (
        f'{shown},"ironCurtainAvailable":{available},"activeIronCurtainLifetime":{left},'
        f'"isIronCurtainActive":{active}}}'
    )


def map_rows(state: Moment, seat: int, forms: Forms) -> list[list[str]]:
    """`gameMap`: the cells row by row; only those that hold something are written anew."""
    rows = [row.copy() for row in forms.empty]
    buildings = {cell: building_json(state, seat, cell, forms) for cell in standing(state.record)}
    missiles = missiles_json(state, seat, forms)
    for cell in buildings.keys() | missiles.keys():
        x, y = place_in_view(state.const, seat, cell)
        flying = ",".join(missiles.get(cell, ()))
        rows[y][x] = cell_json(state.const, x, y, buildings.get(cell, ""), flying)
    return rows


def standing(battle: Battle) -> list[int]:
    """The cells with buildings."""
    return [cell for cell, kind in enumerate(battle.building.tolist()) if kind]  # type: ignore[attr-defined]


def building_json(state: Moment, seat: int, cell: int, forms: Forms) -> str:
    """A building as the contest writes it."""
    battle, config = state.record, state.const
    x, y = place_in_view(config, seat, cell)
    return forms.building[battle.building[cell]] % (
        battle.health[cell],
        construction_counter(battle, config, cell),
        shown_cooldown(state, seat, cell),
        x,
        y,
        name_in_view(seat, owner_of(config, cell)),
    )


def missiles_json(state: Moment, seat: int, forms: Forms) -> dict[int, list[str]]:
    """The missiles over each cell as the contest writes them."""
    config = state.const
    found: dict[int, list[str]] = {}
    for missile in missiles_of(state.record):
        cell = missile % CELLS
        here = found.setdefault(cell, [])
        known = (*place_in_view(config, seat, cell), name_in_view(seat, missile // CELLS))
        named = (missile_id(state, missile, len(here)), *known) if config.tesla_limit else known
        here.append(forms.missile % named)
    return found


def missile_id(state: Moment, missile: int, number: int) -> str:
    """A name that stays with a missile: its owner, its row, where it would have been before the first round."""
    owner, cell = missile // CELLS, missile % CELLS
    flown = state.record.round * state.const.attack_speed * (-1 if owner else 1)
    return f"{PLAYERS[owner]}{cell // WIDTH}:{cell % WIDTH - flown}:{number}"


def tesla_shots(battle: Battle) -> list[list[int]]:
    """What each tesla shot of the last round struck."""
    return [[battle.shots[i, j] for j in range(battle.shot_length[i])] for i in range(battle.n_shots)]


def curtain_hits(battle: Battle) -> list[int]:
    """What curtains stopped in the last round."""
    return [battle.curtain_hits[i] for i in range(battle.n_curtain_hits)]


def hit_place(hit: int) -> tuple[int, int, str]:
    """Column, row and player of an entry in a list of hits, which is mirrored for nobody (8.4 d)."""
    if hit >= TESLA_BASE:
        return 0, 0, PLAYERS[hit - TESLA_BASE]
    return hit % WIDTH, hit % CELLS // WIDTH, PLAYERS[hit // CELLS]


def hit_json(hit: int) -> dict[str, Any]:
    """An entry in a list of hits as the contest writes it."""
    return dict(zip(("x", "y", "playerType"), hit_place(hit), strict=True))


# textMap.txt


def text_map(state: Moment, seat: int) -> str:
    """The contest's text map, section by section."""
    config = state.const
    sections = [
        game_section(state),
        stats_section(config) if config.d24_full_state else prices_section(config),
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
    config, full = state.const, state.const.d24_full_state
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
    """The prices, as release 1.0.0 wrote them."""
    names = {Building.DEFENSE: "DEFEND"}
    prices = [f"{names.get(kind, kind.name)} : {config.price[kind]}" for kind in known_buildings(config)]
    return ["****** BUILDING PRICES ******", *prices, "*" * 29]


def stats_section(config: Config) -> list[str]:
    """All numbers of each kind of building."""
    kinds = {kind.name: stats_of(config, kind).values() for kind in known_buildings(config)}
    lines = [f"{name};" + "".join(f"{number};" for number in numbers) for name, numbers in kinds.items()]
    return ["****** BUILDING STATS ******", "type;" + ";".join(STATS), *lines, "*" * 29]


def curtain_section(config: Config) -> list[str]:
    """The numbers of the iron curtain."""
    numbers = "".join(f"{number};" for number in curtain_stats(config).values())
    return ["***** IRON CURTAIN STATS ****", ";".join(CURTAIN_STATS), numbers, "*" * 29]


def player_section(state: Moment, name: str, player: Player) -> list[str]:
    """A player's numbers."""
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
    """The board: per cell the icon and the numbers of own and enemy missiles."""
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


def icon(battle: Battle, cell: int) -> str:
    """A letter for what stands on a cell, small while it is unfinished, N for nothing (D15)."""
    kind = Building(battle.building[cell])
    if kind is Building.NONE:
        return "N"
    return ICONS[kind] if battle.ready[cell] < battle.round else ICONS[kind].lower()


def building_section(state: Moment, seat: int) -> list[str]:
    """All buildings in order of placement; release 1.0.0 counts construction from 1 and leaves the type out."""
    full = state.const.d24_full_state
    names = "ConstructionTimeLeft|Health|WeaponCooldownTimeLeft|WeaponDamage|EnergyGeneratedPerTurn"
    return [
        "######## BUILDING DATA #########",
        f"FORMAT : [x,y] Owner|{'BuildingType|' if full else ''}{names} ",
        "",
        *(building_line(state, seat, cell) for cell in buildings_in_order(state)),
        "#" * 31,
    ]


def building_line(state: Moment, seat: int, cell: int) -> str:
    """A building in one line."""
    battle, config = state.record, state.const
    kind, full = Building(battle.building[cell]), config.d24_full_state
    x, y = place_in_view(config, seat, cell)
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
    """All missiles in order of creation; release 1.0.0 leaves the speed out."""
    config = state.const
    lines = []
    for missile in missiles_of(state.record):
        x, y = place_in_view(config, seat, missile % CELLS)
        speed = f"|{config.attack_speed}" if config.d24_full_state else ""
        lines.append(f"[{x},{y}] {name_in_view(seat, missile // CELLS)}|{config.attack_damage}{speed}")
    words = "Owner|Damage|Speed" if config.d24_full_state else "Owner|Damage"
    return ["####### MISSILE DATA ########", f"FORMAT : [x,y] {words} ", "", *lines, "#" * 31]


# The way back: bots look ahead from what they see


def imagine(seen: Mapping[str, Any], state: Moment) -> None:
    """Write what a player sees into a state in which he is player A, whoever he is."""
    battle, config = state.record, state.const
    battle.raw[:] = bytes(len(battle.raw))  # type: ignore[attr-defined]
    battle.round = seen["gameDetails"]["round"]
    for known in seen["players"]:
        imagine_player(battle.players[PLAYERS.index(known["playerType"])], known)
    found = [cell for row in seen["gameMap"] for cell in row]
    buildings = [building for cell in found for building in cell["buildings"]]
    for building in sorted(buildings, key=lambda known: known["constructionTimeLeft"]):
        imagine_building(battle, config, building)
    for missile in (missile for cell in found for missile in cell["missiles"]):
        owner = PLAYERS.index(missile["playerType"])
        battle.missiles[battle.n_missiles] = missile["y"] * WIDTH + missile["x"] + CELLS * owner
        battle.n_missiles += 1


def imagine_player(player: Player, known: Mapping[str, Any]) -> None:
    """A player's numbers."""
    player.energy, player.health = known["energy"], known["health"]
    player.hits_taken, player.score = known["hitsTaken"], known["score"]
    player.curtain_available = int(known.get("ironCurtainAvailable", False))
    player.curtain_left = known.get("activeIronCurtainLifetime", -1)


def imagine_building(battle: Battle, config: Config, known: Mapping[str, Any]) -> None:
    """A building, on its cell and in the lists."""
    cell, kind = known["y"] * WIDTH + known["x"], Building[known["buildingType"]]
    battle.building[cell], battle.health[cell] = kind, known["health"]
    battle.ready[cell] = battle.round + known["constructionTimeLeft"]
    finished = known["constructionTimeLeft"] < 0
    if finished and kind in (Building.ATTACK, Building.TESLA):
        battle.due[cell] = battle.round + known["weaponCooldownTimeLeft"]
    if kind is Building.TESLA:
        battle.teslas[battle.n_teslas] = cell
        battle.n_teslas += 1
    if not finished:
        battle.sites[battle.n_sites] = cell
        battle.n_sites += 1
    elif kind is Building.ATTACK:
        battle.turrets[battle.n_turrets] = cell
        battle.n_turrets += 1
    elif kind is Building.ENERGY:
        battle.players[owner_of(config, cell)].generators += 1


# Numbers for learners: planes of 8 x 16 cells in the player's own view (building, health, rounds until it is
# finished, cooldown, own missiles, enemy missiles), then the scalars below, first the own ones.
PLANES = 6
PLAYER_SCALARS = 6
SCALARS = 4
OBSERVATION = (PLANES * CELLS + SEATS * PLAYER_SCALARS + SCALARS,)
INT16 = 32767


@rule
def observe(battle: Battle, config: Config, seat: int, row: Ints) -> None:
    """What a seat sees as one row of numbers."""
    for i in range(PLANES * CELLS):
        row[i] = 0
    for y in range(config.height):
        for x in range(config.width):
            cell = y * WIDTH + x
            if battle.building[cell]:
                observe_building(battle, cell, mirrored(config, seat, cell), row)
    for i in range(battle.n_missiles):
        owner = battle.missiles[i] // CELLS
        plane = 4 if owner == seat else 5
        row[plane * CELLS + mirrored(config, seat, battle.missiles[i] % CELLS)] += 1
    at = PLANES * CELLS
    observe_player(battle.players[seat], row, at)
    observe_player(battle.players[1 - seat], row, at + PLAYER_SCALARS)
    at += SEATS * PLAYER_SCALARS
    row[at] = battle.round
    row[at + 1] = config.max_rounds
    row[at + 2] = config.width
    row[at + 3] = config.height


@rule
def mirrored(config: Config, seat: int, cell: int) -> int:
    """A cell in a player's own view; the same for a cell of his view on the board."""
    return cell - 2 * (cell % WIDTH) + config.width - 1 if seat else cell


@rule
def observe_building(battle: Battle, cell: int, seen: int, row: Ints) -> None:
    """A building's kind, health, rounds until it is finished, and cooldown."""
    row[seen] = battle.building[cell]
    row[CELLS + seen] = battle.health[cell]
    row[2 * CELLS + seen] = max(0, battle.ready[cell] - battle.round + 1)
    row[3 * CELLS + seen] = cooldown(battle, cell)


@rule
def observe_player(player: Player, row: Ints, at: int) -> None:
    """A player's numbers, cut to what a number of the row can hold."""
    row[at] = max(-INT16, min(INT16, player.energy))
    row[at + 1] = max(-INT16, min(INT16, player.health))
    row[at + 2] = max(-INT16, min(INT16, player.hits_taken))
    row[at + 3] = max(-INT16, min(INT16, player.score))
    row[at + 4] = player.curtain_available
    row[at + 5] = player.curtain_left
