"""Runs of training: their folder is a bot that plays, and a killed one ends as if it had not been."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest

import lanista
from lanista.cli.contract import command_schema
from lanista.cli.train import command_line, result_of
from lanista.errors import FileError, InputError
from lanista.train.brain import Brain
from lanista.train.curve import LearningPoint, as_csv, as_svg
from lanista.train.run import Run
from lanista.train.task import Task, Tuning
from lanista.verdict import Verdict
from tests.client.check import faults

SMALL = Task(
    game="overdrive",
    settings={"max_rounds": 12},
    matches=8,
    turns=8,
    starts=4,
    examined=4,
    hidden=(8,),
    tuning=Tuning(portion=32),
    updates=30,
)
SECONDS = 120
SCRIPT = """
import sys, msgspec
from pathlib import Path
from lanista.train import run, task
run.SAVE_SECONDS = 0.0
small = msgspec.json.decode(sys.argv[2].encode(), type=task.Task)
for _ in run.Run.begin(Path(sys.argv[1]), small, threads=1).updates():
    pass
"""


def finish(run: Run) -> Run:
    for _ in run.updates():
        pass
    return run


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return finish(Run.begin(tmp_path_factory.mktemp("trained") / "bot", SMALL, threads=1))


def test_the_bot_plays_a_match(trained):
    bots = [str(trained.folder.path), "greedy"]
    match = lanista.play("overdrive", bots, seed=3, settings={"max_rounds": 12}, timeouts=False)
    assert match.verdicts[0] == {Verdict.OK: 12}


def test_a_brain_chooses_as_its_network(trained):
    network, tables = trained.trainer.network, trained.trainer.tables
    rows, masks = tables.rows(), tables.masks()
    brain = Brain.load(str(trained.folder.path / "brain.npz"))
    whole = np.zeros((len(masks), tables.batches[0].rules.actions), dtype=np.bool_)
    whole[:, network.actions] = masks
    best = network.actions[network.judge(rows, masks)[0].argmax(axis=1)]
    assert [brain.choose(row, mask) for row, mask in zip(rows, whole, strict=True)] == best.tolist()


def test_a_killed_run_ends_the_same(trained, tmp_path):
    folder = tmp_path / "bot"
    text = msgspec.json.encode(SMALL).decode()
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder), text])
    try:
        deadline = time.monotonic() + SECONDS
        while not (folder / ".train" / "checkpoint.npz").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    resumed = Run.resume(folder, {"game": "overdrive", "seed": 1}, {}, threads=2)
    assert 0 < resumed.trainer.updates <= SMALL.updates
    finish(resumed)
    assert (folder / "brain.npz").read_bytes() == (trained.folder.path / "brain.npz").read_bytes()


def test_a_curve_is_kept(trained):
    points = trained.points
    assert [point.update for point in points] == [0, 20, 30]
    assert (trained.folder.path / "curve.csv").read_text() == as_csv(points)
    assert "score against greedy" in (trained.folder.path / "curve.svg").read_text()


def test_a_picture_quotes_its_title():
    assert "&lt;b&gt;" in as_svg([LearningPoint(0, 0, 0.0, 0.5)], "<b>")


def test_a_folder_in_use_is_refused(trained):
    folder = trained.folder.path
    with pytest.raises(FileError, match="go on with it by --resume, or name a new folder"):
        Run.begin(folder, SMALL, threads=1)
    with pytest.raises(InputError, match="has seed 1, not 2; to resume it, name the same or none"):
        Run.resume(folder, {"seed": 2}, {}, threads=1)
    with pytest.raises(FileError, match="no checkpoint to resume from"):
        Run.resume(folder.parent / "elsewhere", {}, {}, threads=1)


def test_the_result_matches_the_schema(trained):
    folder = trained.folder.path
    words = command_line(SMALL, Path("bot"))
    assert words == "lanista train overdrive -o bot --opponent greedy --set max_rounds=12 --seed 1 --updates 30"
    printed = json.loads(msgspec.json.encode(result_of(trained, folder, words, stopped=False)))
    schema = command_schema("train")
    assert list(faults(printed, schema, schema["$defs"])) == []


def test_games_without_readable_views_are_refused(fruit, tmp_path):
    with pytest.raises(InputError, match="fruit cannot be played by trained bots: it has no module `observed`"):
        Run.begin(tmp_path / "bot", fruit, threads=1)
