"""Animations: an encoded GIF decodes to the original pictures."""

import base64
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lanista.web.chromium import find_chromium
from lanista.web.files import STATIC
from tests.programs import need

GIF = STATIC / "picture/gif.js"

FRAMES = """
const encodeGif = (frames, delay) => {
  const encoder = new GifEncoder();
  frames.forEach((frame) => encoder.add(frame));
  const making = encoder.finish(delay);
  let step = making.next();
  while (!step.done) step = making.next();
  return step.value;
};
const paint = (width, height, colour) => {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set([...colour(x, y), 255], 4 * (y * width + x));
  return { width, height, data };
};
const sets = {
  flat: [0, 1, 2].map((n) =>
    paint(40, 30, (x, y) => (x > 10 * n && x < 10 * n + 8 && y > 5 ? [200, 30, n * 50] : [9, 99, 199]))),
  still: [0, 1].map(() => paint(20, 20, (x) => [x * 10, 0, 0])),
  one: [paint(1, 1, () => [1, 2, 3])],
  many: [0, 1].map((n) => paint(300, 200, (x, y) => [(x * 255 / 300) | 0, (y * 255 / 200) | 0, 128 + 60 * n])),
  noise: [paint(200, 150, (x, y) => [(x * 7919 + y * 104729) & 255, (x * 31 + y * 17) & 255, (x * y) & 255])],
};
"""


def in_node(script: str) -> Any:
    node = need("node")
    source = f"import {{ GifEncoder }} from {json.dumps(GIF.as_uri())};\n{FRAMES}\n{script}"
    done = subprocess.run(
        [node, "--input-type=module", "-e", source], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def encoded(name: str) -> bytes:
    encoded = in_node(f"console.log(JSON.stringify(Buffer.from(encodeGif(sets.{name}, 100)).toString('base64')));")
    return base64.b64decode(encoded)


def pixels_of(name: str) -> list[bytes]:
    script = f"console.log(JSON.stringify(sets.{name}.map((f) => Buffer.from(f.data).toString('base64'))));"
    return [base64.b64decode(text) for text in in_node(script)]


def decode(data: bytes) -> list[bytes]:
    """Every picture of a GIF as it would be shown, RGBA; written from the format's own description."""
    assert data[:6] == b"GIF89a"
    width, height = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    colours = 2 << (data[10] & 7)
    palette = [data[13 + 3 * i : 16 + 3 * i] for i in range(colours)]
    at, clear, shown = 13 + 3 * colours, -1, bytearray(4 * width * height)
    pictures = []
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                clear = data[at + 6] if data[at + 3] & 1 else -1
            at += 2
            while data[at]:
                at += 1 + data[at]
            at += 1
            continue
        left, top, w, h = (int.from_bytes(data[at + i : at + i + 2], "little") for i in (1, 3, 5, 7))
        at += 10
        least, at, packed = data[at], at + 1, b""
        while data[at]:
            packed += data[at + 1 : at + 1 + data[at]]
            at += 1 + data[at]
        at += 1
        for i, index in enumerate(unpack(packed, least, w * h)):
            if index != clear:
                where = 4 * ((top + i // w) * width + left + i % w)
                shown[where : where + 4] = palette[index] + b"\xff"
        pictures.append(bytes(shown))
    assert at == len(data) - 1
    return pictures


def unpack(packed: bytes, least: int, count: int) -> bytes:
    """LZW as GIF has it."""
    clear, end = 1 << least, (1 << least) + 1
    size, bits, held, out = least + 1, 0, 0, bytearray()
    table: list[bytes] = []
    before = b""
    for byte in packed:
        bits |= byte << held
        held += 8
        while held >= size:
            code, bits, held = bits & ((1 << size) - 1), bits >> size, held - size
            if code == clear:
                table = [bytes([i]) for i in range(clear)] + [b"", b""]
                size, before = least + 1, b""
                continue
            if code == end:
                assert len(out) == count
                return bytes(out)
            entry = table[code] if code < len(table) else before + before[:1]
            out += entry
            if before and len(table) < 4096:
                table.append(before + entry[:1])
            if len(table) == 1 << size and size < 12:
                size += 1
            before = entry
    raise AssertionError("the picture breaks off")


@pytest.mark.parametrize("name", ["flat", "still", "one"])
def test_few_colours_are_exact(name):
    assert decode(encoded(name)) == pixels_of(name)


@pytest.mark.parametrize(("name", "most", "mean"), [("many", 24, 6), ("noise", 120, 18)])
def test_many_colours_are_approximated(name, most, mean):
    for shown, painted in zip(decode(encoded(name)), pixels_of(name), strict=True):
        errors = [abs(a - b) for a, b in zip(shown, painted, strict=True)]
        assert max(errors) <= most
        assert sum(errors) / len(errors) <= mean


def test_only_what_changed_is_stored():
    script = """
      const still = Array.from({ length: 50 }, () => sets.many[0]);
      console.log(JSON.stringify([encodeGif([still[0]], 100).length, encodeGif(still, 100).length]));
    """
    one, many = in_node(script)
    assert many - one < 49 * 40


def test_an_animation_of_a_match_is_made_in_seconds():
    script = """
      const frames = Array.from({ length: 120 }, (_, n) => paint(640, 400, (x, y) =>
        (x - 5 * n) ** 2 + (y - 200) ** 2 < 2500 ? [250, 40, 20] : [x >> 3 << 3, y >> 3 << 3, 128]));
      const began = performance.now();
      const length = encodeGif(frames, 100).length;
      console.log(JSON.stringify([performance.now() - began, length]));
    """
    milliseconds, length = in_node(script)
    assert milliseconds < 15_000
    assert length < 3_000_000


@pytest.mark.parametrize("frames", ["[]", "[sets.one[0], sets.flat[0]]"])
def test_invalid_frames_are_reported(frames):
    script = f"try {{ encodeGif({frames}, 1); }} catch (error) {{ console.log(JSON.stringify(error.message)); }}"
    assert in_node(script).startswith(("an animation needs", "all frames must be 1 x 1, got one of 40 x 30"))


def test_a_browser_shows_the_same(tmp_path: Path):
    """The first picture of an animation in an <img>, drawn on a canvas."""
    from lanista.web.chromium import ChromiumError, result_of_page

    try:
        find_chromium()
    except ChromiumError as error:
        pytest.skip(str(error))
    data = base64.b64encode(encoded("flat")).decode()
    page = tmp_path / "page.html"
    page.write_text(f"""<!doctype html><img id="gif" src="data:image/gif;base64,{data}"><script>
      onload = () => {{
        const image = document.getElementById("gif");
        const canvas = Object.assign(document.createElement("canvas"), {{ width: 40, height: 30 }});
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        const result = Object.assign(document.createElement("pre"), {{ id: "result" }});
        result.textContent = JSON.stringify([...pen.getImageData(0, 0, 40, 30).data]);
        document.body.append(result);
      }};</script>""")
    assert bytes(json.loads(result_of_page(page.as_uri(), seconds=60))) == pixels_of("flat")[0]
