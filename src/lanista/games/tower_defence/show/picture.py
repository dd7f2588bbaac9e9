"""The battle drawn for a terminal: both players, the board between the bases, and the last events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from lanista.core.text import column_names
from lanista.engine import State
from lanista.games.tower_defence import board, rules
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.show.frames import TIE, UNDECIDED, Frame, ShownPlayer
from lanista.games.tower_defence.state import CELLS, SEATS, WIDTH, Battle, Building, Config, Ending

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
    viewer, config = seat or 0, state.const
    shown = TOWER_DEFENCE.pictures.record(state, seat)
    columns = column_names(names, board.PLAYERS, NAME_WIDTH)
    text = Text(no_wrap=True, end="")
    draw_round(text, shown, config)
    for owner in (viewer, 1 - viewer):
        draw_player(text, shown.players[owner], config, owner, columns[owner])
    draw_board(text, shown, config, viewer)
    draw_news(text, state.record)
    if shown.winner != UNDECIDED:
        draw_end(text, shown, Ending(state.record.ending), columns)
    draw_legend(text, config)
    return text


# Above: the players


def draw_round(text: Text, shown: Frame, config: Config) -> None:
    """The progress of the match."""
    text.append(f" Round {shown.round}", "bold")
    text.append(f" of {rules.round_limit(config)}\n\n", QUIET)


def draw_player(text: Text, player: ShownPlayer, config: Config, owner: int, name: str) -> None:
    """A player's base, energy, income and score."""
    style = SEAT_STYLES[owner]
    text.append(f" {board.PLAYERS[owner]} ", f"bold black on {style}")
    text.append(f" {name}" + " " * (NAME_WIDTH + 1 - cell_len(name)), f"bold {style}")
    draw_health(text, player, config, style)
    text.append(f" energy {player.energy:>5}")
    text.append(f" +{player.income:<3}", "green")
    text.append(f" score {player.score:<7}")
    if config.iron_curtain:
        text.append(curtain_word(player), CURTAIN_STYLE if player.curtain_left >= 0 else QUIET)
    text.append("\n")


def draw_health(text: Text, player: ShownPlayer, config: Config, style: str) -> None:
    """The base's health as a bar; it grows empty from the right."""
    health = max(0, player.health)
    full = -(-BAR * health // config.start_health)
    text.append("█" * full, style)
    text.append("░" * (BAR - full), QUIET)
    text.append(f"{player.health:>4}", "bold red" if 4 * health <= config.start_health else "bold")


def curtain_word(player: ShownPlayer) -> str:
    """The state of the iron curtain."""
    if player.curtain_left >= 0:
        return f"curtain {player.curtain_left}"
    return "curtain ready" if player.curtain_available else "no curtain"


# In the middle: the board


def draw_board(text: Text, shown: Frame, config: Config, viewer: int) -> None:
    """The cells row by row between the bases, four characters each."""
    columns = [config.width - 1 - x if viewer else x for x in range(config.width)]
    ruler = "".join(f"{x:^4}" + (" " if 2 * (x + 1) == config.width else "") for x in range(config.width))
    text.append(f"\n    {ruler}\n", QUIET)
    for y in range(config.height):
        draw_base(text, viewer)
        text.append(f" {y} ", QUIET)
        for i, x in enumerate(columns):
            draw_cell(text, shown, config, y * WIDTH + x, viewer)
            if 2 * (i + 1) == config.width:
                draw_border(text, shown, viewer)
        text.append(" ")
        draw_base(text, 1 - viewer)
        text.append("\n")


def draw_base(text: Text, owner: int) -> None:
    """A base lies behind its player's last column."""
    text.append("▐" if owner == 0 else "▌", f"bold {SEAT_STYLES[owner]}")


def draw_border(text: Text, shown: Frame, viewer: int) -> None:
    """The middle of the board; an iron curtain stands there while it is up."""
    up = [owner for owner in (viewer, 1 - viewer) if shown.players[owner].curtain_left >= 0]
    if up:
        style = CURTAIN_STYLE if len(up) == SEATS else f"bold {SEAT_STYLES[up[0]]}"
        text.append("┃", style)
    else:
        text.append("┊", QUIET)


def draw_cell(text: Text, shown: Frame, config: Config, cell: int, viewer: int) -> None:
    """Draw the building on a cell between the missiles over it."""
    right, left = (missiles_over(shown, cell, owner) for owner in (viewer, 1 - viewer))
    text.append(missile_mark(left, MISSILES[1]), f"bold {SEAT_STYLES[1 - viewer]}")
    draw_building(text, shown, config, cell)
    text.append(missile_mark(right, MISSILES[0]), f"bold {SEAT_STYLES[viewer]}")


def missiles_over(shown: Frame, cell: int, owner: int) -> int:
    """The number of a player's missiles over a cell."""
    flying: list[int] = shown.missiles[: shown.n_missiles].tolist()
    return flying.count(cell + CELLS * owner)


def missile_mark(count: int, mark: str) -> str:
    """Missiles as one character: none, one, or their number."""
    return (" ", mark)[count] if count < 2 else str(min(count, 9))


def draw_building(text: Text, shown: Frame, config: Config, cell: int) -> None:
    """A building's letter and its state, or an empty cell."""
    if shown.building[cell] == Building.NONE:
        text.append("· ", QUIET)
        return
    style = SEAT_STYLES[rules.owner_of(config, cell)]
    letter, is_finished = board.ICONS[Building(shown.building[cell])], shown.ready[cell] < shown.round
    text.append(letter if is_finished else letter.lower(), f"bold {style}" if is_finished else style)
    text.append(beside(shown, config, cell), style if is_finished else QUIET)


def beside(shown: Frame, config: Config, cell: int) -> str:
    """Rounds until it is finished; of a damaged one its health; of a weapon rounds until a weapon shoots."""
    health, full = shown.health[cell], config.full_health[shown.building[cell]]
    if shown.ready[cell] >= shown.round:
        return digit(shown.ready[cell] - shown.round + 1)
    if health < full:
        return HEALTH_MARKS[max(1, -(-len(HEALTH_MARKS) * health // full)) - 1]
    return digit(max(0, shown.due[cell] - shown.round))


def digit(rounds: int) -> str:
    """A number in one character: nothing for 0, + beyond 9."""
    return " 123456789"[rounds] if rounds < 10 else "+"


# Below: what just happened


def draw_news(text: Text, battle: Battle) -> None:
    """The shots and curtain hits of the last round, as text."""
    news = ", ".join(news_of(battle))
    text.append(f"\n {news}\n" if news else "\n", "italic")


def news_of(battle: Battle) -> Iterator[str]:
    """Sentences about the lists of hits."""
    for shot in board.tesla_shots(battle):
        tower = next(hit for hit in (shot[-1], shot[0]) if hit < 2 * CELLS)
        yield f"a tesla of {board.PLAYERS[tower // CELLS]} struck {len(shot) - 1}x"
    if battle.n_curtain_hits:
        yield f"curtains stopped {battle.n_curtain_hits}"


def draw_end(text: Text, shown: Frame, ending: Ending, names: Sequence[str]) -> None:
    """The winner and the reason."""
    why = ending.name.lower().replace("_", " ")
    scores = " : ".join(str(player.score) for player in shown.players)
    text.append("\n ")
    if shown.winner != TIE:
        text.append(names[shown.winner], f"bold {SEAT_STYLES[shown.winner]}")
    text.append(f"{'A tie' if shown.winner == TIE else ' wins'}: {why}, {scores} points\n", "bold")


def draw_legend(text: Text, config: Config) -> None:
    """The legend of the marks, in two lines."""
    absent = {"tesla"} if not config.tesla_limit else set()
    absent |= {"curtain"} if not config.iron_curtain else set()
    for line in (LEGEND, BESIDE):
        text.append("\n ")
        for mark, word in line:
            if word not in absent:
                text.append(mark, "bold")
                text.append(f" {word}  ", QUIET)
