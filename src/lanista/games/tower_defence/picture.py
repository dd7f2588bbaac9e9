"""The battle drawn for a terminal: both players, the board between the bases, and what just happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from lanista.engine import State
from lanista.games.tower_defence import board, rules
from lanista.games.tower_defence.state import (
    CELLS,
    SEATS,
    WIDTH,
    Battle,
    Building,
    Config,
    Ending,
    Player,
)
from lanista.text import column_names

Moment = State[Battle, Config]

BAR = 10
NAME_WIDTH = 14

SEAT_STYLES = ("cyan", "magenta")
QUIET = "bright_black"
CURTAIN_STYLE = "bold yellow"

# Letters as the contest has them, small while unfinished. Beside each: rounds until it is finished, else the
# health of a damaged one, else rounds until a weapon shoots.
HEALTH_MARKS = "▁▂▃▄▅▆▇█"
MISSILES = "»«"  # from the left, from the right
LEGEND = (
    ("D", "wall"),
    ("A", "turret"),
    ("E", "generator"),
    ("T", "tesla"),
    (MISSILES, "missile, 2 for two"),
    ("┃", "curtain"),
)
BESIDE = (("a2", "finished in 2 rounds"), ("A2", "shoots again in 2"), ("D▄", "half its health left"))


def draw(state: Moment, seat: int | None, names: Sequence[str]) -> Text:
    """The battle as text; a player sees himself on the left, as his bot does."""
    viewer = seat or 0
    shown = column_names(names, board.PLAYERS, NAME_WIDTH)
    text = Text(no_wrap=True, end="")
    draw_round(text, state)
    for owner in (viewer, 1 - viewer):
        draw_player(text, state, owner, shown[owner])
    draw_board(text, state, viewer)
    draw_news(text, state)
    if state.record.ending:
        draw_end(text, state, shown)
    draw_legend(text, state.const)
    return text


# Above: the players


def draw_round(text: Text, state: Moment) -> None:
    """How far the match has come."""
    text.append(f" Round {state.record.round}", "bold")
    text.append(f" of {rules.round_limit(state.const)}\n\n", QUIET)


def draw_player(text: Text, state: Moment, owner: int, name: str) -> None:
    """A player's base, energy, income and score."""
    player, config, style = state.record.players[owner], state.const, SEAT_STYLES[owner]
    text.append(f" {board.PLAYERS[owner]} ", f"bold black on {style}")
    text.append(f" {name}" + " " * (NAME_WIDTH + 1 - cell_len(name)), f"bold {style}")
    draw_health(text, player, config, style)
    income = config.round_income + config.energy_income * player.generators
    text.append(f" energy {player.energy:>5}")
    text.append(f" +{income:<3}", "green")
    text.append(f" score {player.score:<7}")
    if config.iron_curtain:
        text.append(curtain_word(player), CURTAIN_STYLE if rules.curtain_is_active(player) else QUIET)
    text.append("\n")


def draw_health(text: Text, player: Player, config: Config, style: str) -> None:
    """The base's health as a bar; it grows empty from the right."""
    health = max(0, player.health)
    full = -(-BAR * health // config.start_health)
    text.append("█" * full, style)
    text.append("░" * (BAR - full), QUIET)
    text.append(f"{player.health:>4}", "bold red" if 4 * health <= config.start_health else "bold")


def curtain_word(player: Player) -> str:
    """How the iron curtain stands."""
    if rules.curtain_is_active(player):
        return f"curtain {player.curtain_left}"
    return "curtain ready" if player.curtain_available else "no curtain"


# In the middle: the board


def draw_board(text: Text, state: Moment, viewer: int) -> None:
    """The cells row by row between the bases, four characters each."""
    config = state.const
    columns = [config.width - 1 - x if viewer else x for x in range(config.width)]
    ruler = "".join(f"{x:^4}" + (" " if 2 * (x + 1) == config.width else "") for x in range(config.width))
    text.append(f"\n    {ruler}\n", QUIET)
    for y in range(config.height):
        draw_base(text, viewer)
        text.append(f" {y} ", QUIET)
        for i, x in enumerate(columns):
            draw_cell(text, state, y * WIDTH + x, viewer)
            if 2 * (i + 1) == config.width:
                draw_border(text, state, viewer)
        text.append(" ")
        draw_base(text, 1 - viewer)
        text.append("\n")


def draw_base(text: Text, owner: int) -> None:
    """A base lies behind its player's last column."""
    text.append("▐" if owner == 0 else "▌", f"bold {SEAT_STYLES[owner]}")


def draw_border(text: Text, state: Moment, viewer: int) -> None:
    """The middle of the board; an iron curtain stands there while it is active."""
    active = [owner for owner in (viewer, 1 - viewer) if rules.curtain_is_active(state.record.players[owner])]
    if active and state.const.iron_curtain and state.record.round:
        style = CURTAIN_STYLE if len(active) == SEATS else f"bold {SEAT_STYLES[active[0]]}"
        text.append("┃", style)
    else:
        text.append("┊", QUIET)


def draw_cell(text: Text, state: Moment, cell: int, viewer: int) -> None:
    """What stands on a cell between the missiles over it."""
    right, left = (missiles_over(state.record, cell, owner) for owner in (viewer, 1 - viewer))
    text.append(missile_mark(left, MISSILES[1]), f"bold {SEAT_STYLES[1 - viewer]}")
    draw_building(text, state, cell, viewer)
    text.append(missile_mark(right, MISSILES[0]), f"bold {SEAT_STYLES[viewer]}")


def missiles_over(battle: Battle, cell: int, owner: int) -> int:
    """How many missiles of a player are over a cell."""
    return board.missiles_of(battle).count(cell + CELLS * owner)


def missile_mark(count: int, mark: str) -> str:
    """Missiles as one character: none, one, or how many."""
    return (" ", mark)[count] if count < 2 else str(min(count, 9))


def draw_building(text: Text, state: Moment, cell: int, viewer: int) -> None:
    """A building's letter and what is to know of it, or an empty cell."""
    battle, config = state.record, state.const
    if battle.building[cell] == Building.NONE:
        text.append("· ", QUIET)
        return
    style = SEAT_STYLES[rules.owner_of(config, cell)]
    letter = board.icon(battle, cell)
    text.append(letter, f"bold {style}" if letter.isupper() else style)
    text.append(beside(state, cell, viewer), style if letter.isupper() else QUIET)


def beside(state: Moment, cell: int, viewer: int) -> str:
    """Rounds until it is finished; of a damaged one its health; of a weapon rounds until a weapon shoots."""
    battle = state.record
    health, full = battle.health[cell], state.const.full_health[battle.building[cell]]
    if battle.ready[cell] >= battle.round:
        return digit(battle.ready[cell] - battle.round + 1)
    if health < full:
        return HEALTH_MARKS[max(1, -(-len(HEALTH_MARKS) * health // full)) - 1]
    return digit(board.shown_cooldown(state, viewer, cell))


def digit(rounds: int) -> str:
    """A number in one character: nothing for 0, + beyond 9."""
    return " 123456789"[rounds] if rounds < 10 else "+"


# Below: what just happened


def draw_news(text: Text, state: Moment) -> None:
    """The shots and curtain hits of the last round, as text."""
    news = ", ".join(news_of(state.record))
    text.append(f"\n {news}\n" if news else "\n", "italic")


def news_of(battle: Battle) -> Iterator[str]:
    """What the lists of hits say."""
    for shot in board.tesla_shots(battle):
        tower = next(hit for hit in (shot[-1], shot[0]) if hit < 2 * CELLS)
        yield f"a tesla of {board.PLAYERS[tower // CELLS]} struck {len(shot) - 1}x"
    if battle.n_curtain_hits:
        yield f"curtains stopped {battle.n_curtain_hits}"


def draw_end(text: Text, state: Moment, names: Sequence[str]) -> None:
    """Who won, and why."""
    lead = rules.lead(state.record, state.const)
    why = Ending(state.record.ending).name.lower().replace("_", " ")
    scores = " : ".join(str(rules.final_score(player, state.const)) for player in state.record.players)
    text.append("\n ")
    if lead:
        winner = 0 if lead > 0 else 1
        text.append(names[winner], f"bold {SEAT_STYLES[winner]}")
    text.append(f"{' wins' if lead else 'A tie'}: {why}, {scores} points\n", "bold")


def draw_legend(text: Text, config: Config) -> None:
    """What the marks mean, in two lines."""
    absent = {"tesla"} if not config.tesla_limit else set()
    absent |= {"curtain"} if not config.iron_curtain else set()
    for line in (LEGEND, BESIDE):
        text.append("\n ")
        for mark, word in line:
            if word not in absent:
                text.append(mark, "bold")
                text.append(f" {word}  ", QUIET)
