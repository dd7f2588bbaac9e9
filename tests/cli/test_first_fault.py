"""A summary of many matches says why a bot failed: its first fault ends with the last line of its log."""

import json

import pytest

JAR = "Error: Invalid or corrupt jarfile bot.jar"
CRASHES = f"import sys\nsys.stderr.write('{JAR}\\n\\n')\nsys.exit(1)\n"
ESCAPES = "import sys\nsys.stderr.write('\\x1b[2J' + 'x' * 900 + '\\n')\nsys.exit(1)\n"
SHORT = ("--set", "max_rounds=3")
SERIES = ("play", "overdrive", "racer.py", "cruise", "--games", "2", "--jobs", "1", "--no-replay", *SHORT)
VERBS = {
    "play": SERIES,
    "compare": ("compare", "overdrive", "racer.py", "cruise", "--against", "cruise", "--max-pairs", "1", *SHORT),
    "audit": ("audit", "overdrive", "--bots", "racer.py", "--matches", "2", "--jobs", "1", *SHORT),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("as_json", [False, True])
def test_the_summary_says_why(invoke, tmp_path, verb, as_json):
    (tmp_path / "racer.py").write_text(CRASHES)
    result = invoke(*VERBS[verb], *(["--json"] if as_json else []))
    assert f"; its log ends: {JAR}" in " ".join(result.output.split()), result.output
    if as_json:
        json.loads(result.stdout)


def test_the_line_is_inert_and_short(invoke, tmp_path):
    (tmp_path / "racer.py").write_text(ESCAPES)
    printed = json.loads(invoke(*SERIES, "--json").stdout)
    fault = printed["standings"][0]["first_fault"]
    assert printed["matches"][0]["first_faults"] == [fault, ""]
    assert "\x1b" not in fault
    assert len(fault) < 400
    assert "\x1b" not in invoke(*SERIES).output


def test_a_series_prints_how_to_ask_again(invoke, tmp_path):
    (tmp_path / "racer.py").write_text(
        "def move(view):\n    return 'FLY' if view['currentRound'] == 2 else 'NOTHING'\n"
    )
    result = invoke(*(word for word in SERIES if word != "--no-replay"), "-o", "kept")
    assert "  ask again: lanista feed kept/" in result.output
    assert "racer.py --turn 2 --seat 0\n" in result.output
