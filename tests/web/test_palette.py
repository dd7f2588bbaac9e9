"""Seats can be told apart by colour, also without green cones, by dashes and by patterns; letters are readable."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from tests.web import static_js

SEATS = 40
FIRST = 8
MIN_DIFFERENCE = 25  # CIE 1976: ten times what is just noticeable (2.3)
MIN_WITHOUT_GREEN = 15
MIN_CONTRAST = 4.5  # WCAG 2.2, success criterion 1.4.3

Colour = tuple[float, float, float]

DRIVER = """
const marks = [];
const noting = (list) => new Proxy({}, {
  get: (_, name) => (...given) => {
    list.push([name, ...given.filter((value) => typeof value === "number")]);
    return name === "createPattern" ? { setTransform() {} } : name === "getTransform" ? { a: 2 } : undefined;
  },
  set: () => true,
});
globalThis.document = { createElement: () => ({ getContext: () => noting(marks[marks.length - 1]) }) };
const { contrast, inkOn, patternOf, seatColour, seatDash } = await import("./shared/palette.js");
const { shade } = await import("./board/canvas.js");
answer(Array.from({ length: asked.seats }, (_, seat) => {
  marks.push([]);
  const plain = patternOf(noting([]), seat, `#00000${seat % 10}`) === null;
  const colour = seatColour(seat);
  const grounds = [colour, shade(colour, -0.3), shade(colour, 0.3)];
  const read = grounds.map((ground) => contrast(inkOn(ground), ground));
  return { colour, read, dash: seatDash(seat), marks: plain ? [] : marks[marks.length - 1] };
}));
"""


@pytest.fixture(scope="module")
def seats():
    return static_js.run(DRIVER, seats=SEATS)


def linear(colour: str) -> Colour:
    """The light of each channel of #rrggbb, by the transfer function of sRGB (IEC 61966-2-1)."""
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return red, green, blue


# Full deuteranopia: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (IEEE TVCG 15:6, 2009), the matrix for severity 1.0, on linear light.
WITHOUT_GREEN = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TO_XYZ = (  # of sRGB, each row divided by the white point D65
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def times(matrix: tuple[Colour, Colour, Colour], colour: Colour) -> Colour:
    a, b, c = (sum(left * right for left, right in zip(row, colour, strict=True)) for row in matrix)
    return a, b, c


def lab(light: Colour) -> Colour:
    """A colour in CIE Lab, in which distances are differences to the eye."""
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in times(TO_XYZ, light))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def simulated(light: Colour) -> Colour:
    red, green, blue = (min(1, max(0, value)) for value in times(WITHOUT_GREEN, light))
    return red, green, blue


def test_the_measure_knows_what_looks_alike_without_green_cones():
    """Red and green of the same brightness: far apart to most eyes, close to those."""
    red, green = linear("#c85000"), linear("#788c00")
    assert dist(lab(red), lab(green)) > 50
    assert dist(lab(simulated(red)), lab(simulated(green))) < 15


def test_the_first_seats_differ_in_colour_to_all_eyes(seats):
    colours = {seat: linear(one["colour"]) for seat, one in enumerate(seats[:FIRST])}
    for a, b in combinations(colours, 2):
        assert dist(lab(colours[a]), lab(colours[b])) >= MIN_DIFFERENCE, (a, b)
        pair = simulated(colours[a]), simulated(colours[b])
        assert dist(lab(pair[0]), lab(pair[1])) >= MIN_WITHOUT_GREEN, (a, b)


def test_the_first_seats_differ_without_any_colour(seats):
    assert seats[0]["dash"] == []
    assert seats[0]["marks"] == []
    assert len({str(one["dash"]) for one in seats[:FIRST]}) == FIRST
    assert len({str(one["marks"]) for one in seats[:FIRST]}) == FIRST


def test_every_seat_has_a_colour_of_its_own_that_can_be_mixed(seats):
    colours = [one["colour"] for one in seats]
    assert len({*colours}) == SEATS
    assert all(len(colour) == 7 and int(colour[1:], 16) >= 0 for colour in colours)


def test_letters_are_readable_on_every_seat(seats):
    """Also on parts that are darker or lighter than the seat's colour."""
    assert min(contrast for one in seats for contrast in one["read"]) >= MIN_CONTRAST
