"""The arena drawn for a terminal: the board, and beside it the robots' condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from lanista.core.text import append_marks, column_names
from lanista.engine import State
from lanista.game.layout import side_by_side
from lanista.games.rampage import rules, views
from lanista.games.rampage.state import (
    BY_TURRET,
    SEATS,
    WALL,
    Arena,
    Config,
    Direction,
    Hit,
    Player,
    Word,
)

NAME_WIDTH = 14
MAX_HEARTS = 10

LETTERS = "AB"
ARROWS = "^v<>"
BULLETS = "↑↓←→"
ROBOT_STYLES = ("bold black on dark_orange", "bold white on blue")
SHIELD_STYLES = ("bold dark_orange3 on white", "bold blue on white")
HIT_STYLE = "bold white on red"
SEAT_STYLES = ("dark_orange", "bright_blue")
QUIET = "bright_black"
TURRET_STYLE = "red"

# Marks that differ without colour too; the second column of a square is for beams.
ITEM_LETTERS = "LSP"
WALL_MARK = "█"
BESIDE = {"─": "─", "┼": "─"}  # a beam that continues in the second column
BOARD_BESIDE_PANEL = 22  # squares across, two columns each; wider boards stand above the panel ...
BOARD_OF_TWO_COLUMNS = 37  # ... and even wider ones have one column for a square
LEGEND = (
    (("A>", ROBOT_STYLES[0]), "robot, facing"),
    (("A>", SHIELD_STYLES[0]), "with a shield"),
    (("A>", HIT_STYLE), "hit in this turn"),
    (("→", SEAT_STYLES[0]), "bullet"),
    (("T!", "bold red"), "turret, fires next turn"),
    (("T", TURRET_STYLE), "turret"),
    (("t", QUIET), "disabled"),
    (("─│┼", TURRET_STYLE), "beams"),
    (("LSP", "bold green"), "laser, shield, teleport"),
    (("0-5", "cyan"), "pads"),
)

Mark = tuple[str, str]  # characters and their style
Moment = State[Arena, Config]


def draw(state: Moment, seat: int | None, names: Sequence[str]) -> Text:
    """The moment as text; all seats see the same. It is 80 columns wide at most."""
    shown = column_names(names, LETTERS, NAME_WIDTH)
    width, lines = state.const.width, list(panel(state, shown))
    if width <= BOARD_BESIDE_PANEL:
        return side_by_side(board_rows(state, 2), lines)
    if width <= BOARD_OF_TWO_COLUMNS:
        return above(board_rows(state, 2), lines)
    note = Text("one column for a square; facing: " + ", ".join(facings(state)), QUIET)
    return above([*board_rows(state, 1), note], lines)


def facings(state: Moment) -> Iterator[str]:
    """Where the robots face, as text."""
    for letter, player in zip(LETTERS, state.record.players, strict=True):
        yield f"{letter} {Direction(player.facing).name.lower()}"


def above(rows: Sequence[Text], lines: Sequence[Text]) -> Text:
    """The board, and the panel below it."""
    text = Text(no_wrap=True, end="")
    for line in (*rows, Text(), *lines):
        text.append_text(line)
        text.append("\n")
    return text


# The board


def board_rows(state: Moment, columns: int) -> list[Text]:
    """The squares row by row, one or two columns each, in a frame with numbers."""
    config = state.const
    marks = square_marks(state)
    edge = "─" * (columns * config.width)
    every = 4 // columns if config.width > 10 else 1  # numbers that do not run together
    ruler = "".join(f"{x:<{columns * every}}" for x in range(0, config.width, every))[: columns * config.width]
    rows = [Text(f"   {ruler} ", QUIET), Text(f"  ┌{edge}┐", QUIET)]
    for y in range(config.height):
        row = Text(f"{y:2}│", QUIET)
        cells = (cell for pair in marks[y * config.width : (y + 1) * config.width] for cell in pair[:columns])
        append_marks(row, cells)
        row.append("│", QUIET)
        rows.append(row)
    return [*rows, Text(f"  └{edge}┘", QUIET)]


def square_marks(state: Moment) -> list[tuple[Mark, Mark]]:
    """The two marks of each square: the topmost thing, and beside it the rest of it or a beam."""
    config = state.const
    beams, things = beam_marks(state), dict(things_on(state))
    marks: list[tuple[Mark, Mark]] = []
    for square in range(config.width * config.height):
        line, line_style = beams.get(square, (" ", QUIET))
        mark, style = things.get(square, ("·", QUIET) if line == " " else (line, line_style))
        rest = (mark[1:], style) if len(mark) == 2 else (BESIDE.get(line, " "), line_style)
        marks.append(((mark[0], style), rest))
    return marks


def things_on(state: Moment) -> Iterator[tuple[int, Mark]]:
    """Everything on the board; later things cover earlier ones."""
    arena, config = state.record, state.const
    for square in range(config.width * config.height):
        if config.board[square] == WALL:
            yield square, (WALL_MARK * 2, QUIET)
    for i in range(config.n_pads):
        yield config.pads[i], (str(i % 10), "bold cyan")
    for square, kind in views.items_of(state):
        yield square, (ITEM_LETTERS[kind], "bold green")
    for square, direction, owner in views.bullets_of(state):
        yield square, (BULLETS[direction], f"bold {SEAT_STYLES[owner]}")
    for i in range(config.n_turrets):
        yield config.places[i].square, turret_mark(state, i)
    for seat, player in enumerate(arena.players):
        yield player.square, (LETTERS[seat] + ARROWS[player.facing], robot_style(arena, seat))


def robot_style(arena: Arena, seat: int) -> str:
    """A robot looks another way when it has a shield, and when it was hit."""
    if any(not kind & Hit.ABSORBED for kind, _ in views.hits_of(arena, seat)):
        return HIT_STYLE
    return SHIELD_STYLES[seat] if arena.players[seat].shield_left > 0 else ROBOT_STYLES[seat]


def turret_mark(state: Moment, i: int) -> Mark:
    """A turret: about to fire, alive or disabled."""
    if not state.record.turrets[i].alive:
        return "t", QUIET
    return ("T!", "bold red") if views.fires_next(state, i) else ("T", TURRET_STYLE)


def beam_marks(state: Moment) -> dict[int, Mark]:
    """The beams of the last turn by square; where they cross, a cross."""
    marks: dict[int, Mark] = {}
    for square, direction, owner, _ in views.beams_of(state):
        line = "│" if direction <= Direction.DOWN else "─"
        style = TURRET_STYLE if owner >= BY_TURRET else SEAT_STYLES[owner]
        before = marks.get(square, (line, style))[0]
        marks[square] = (line if before == line else "┼", style)
    return marks


# The panel


def panel(state: Moment, names: Sequence[str]) -> Iterator[Text]:
    """The clock, both players, the result and the legend."""
    arena, config = state.record, state.const
    yield Text.assemble((f"Turn {arena.turn}", "bold"), (f" of {views.turn_limit(config)}", QUIET))
    yield Text()
    for seat in range(SEATS):
        yield from player_lines(arena, config, seat, names[seat])
        yield Text()
    if arena.over:
        yield result_line(state, names)
    else:
        yield from legend_lines()


def player_lines(arena: Arena, config: Config, seat: int, name: str) -> Iterator[Text]:
    """A robot's condition in four lines."""
    player, style = arena.players[seat], SEAT_STYLES[seat]
    yield Text.assemble((f" {LETTERS[seat]} ", ROBOT_STYLES[seat]), " ", (name, f"bold {style}"))
    line = Text.assemble((f"{player.points} point{'s' * (player.points != 1)}", style), "  HP ")
    line.append_text(hearts(player.hp, config.initial_hp))
    line.append(f"  shield {player.shield_left}" if player.shield_left else "", "bold")
    yield line
    yield items_line(player)
    yield Text(what_happened(arena, seat), "italic")


def hearts(hp: int, full: int) -> Text:
    """HP as boxes, or as a number where there are many."""
    if max(hp, full) > MAX_HEARTS:
        return Text(f"{hp} of {full}")
    left = max(0, hp)
    return Text.assemble(("■" * left, "red"), ("□" * (full - left), QUIET))


def items_line(player: Player) -> Text:
    """The items in hand behind their letters."""
    line = Text()
    for letter, count in zip(ITEM_LETTERS, (player.laser, player.shield, player.teleport), strict=True):
        line.append(letter, "bold green" if count else QUIET)
        line.append(f" {count:<3}", "" if count else QUIET)
    return line


def what_happened(arena: Arena, seat: int) -> str:
    """The last move and the hits that were taken, as text."""
    player = arena.players[seat]
    if arena.turn == 0:
        return ""
    word = Word(player.effective).name.lower().replace("_", " ")
    asked = Word(player.requested).name.lower().replace("_", " ")
    did = word if word == asked else f"{asked} failed"
    absorbed = sum(1 for kind, _ in views.hits_of(arena, seat) if kind & Hit.ABSORBED)
    taken = player.n_hits - absorbed
    hits = [f"{taken} hit{'s' * (taken > 1)}"] * (taken > 0) + [f"{absorbed} absorbed"] * (absorbed > 0)
    return ", ".join([did, *hits])


def result_line(state: Moment, names: Sequence[str]) -> Text:
    """The winner and the reason."""
    arena = state.record
    winner = rules.victor(arena, state.const)
    how = "by death" if any(rules.is_dead(player) for player in arena.players) else "at the turn limit"
    if winner < 0:
        return Text(f"a draw, {how}", "bold")
    return Text.assemble((names[winner], f"bold {SEAT_STYLES[winner]}"), (f" wins, {how}", "bold"))


def legend_lines() -> Iterator[Text]:
    """The legend of the marks."""
    for (mark, style), word in LEGEND:
        yield Text.assemble((f"{mark:<3}", style), " ", (word, QUIET))
