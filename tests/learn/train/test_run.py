"""Runs of training: their folder is a bot that plays, and a killed one ends as if it had not been."""

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from rich.console import Console

import lanista
from lanista.cli.main import lanista as lanista_verbs
from lanista.cli.schema.contract import command_schema
from lanista.cli.train.command import command_line, result_of
from lanista.cli.train.screen import print_outcome
from lanista.core.errors import FileError, InputError
from lanista.core.verdict import Verdict
from lanista.learn.train.brain import Brain
from lanista.learn.train.curve import LearningPoint, as_csv, as_svg
from lanista.learn.train.examination import Floor, floor_of
from lanista.learn.train.run import TrainingRun
from lanista.learn.train.task import Task, Tuning
from lanista.learn.train.trainer import Trainer
from tests.bot.check import faults

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
from lanista.learn.train import run, task
run.SAVE_SECONDS = 0.0
small = msgspec.json.decode(sys.argv[2].encode(), type=task.Task)
for _ in run.TrainingRun.begin(Path(sys.argv[1]), small, threads=1).updates():
    pass
"""


def finish(run: TrainingRun) -> TrainingRun:
    for _ in run.updates():
        pass
    return run


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> TrainingRun:
    return finish(TrainingRun.begin(tmp_path_factory.mktemp("trained") / "bot", SMALL, threads=1))


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
    resumed = TrainingRun.resume(folder, {"game": "overdrive", "seed": 1}, {}, threads=2)
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
    with pytest.raises(FileError, match="continue it with --resume, or name a new folder"):
        TrainingRun.begin(folder, SMALL, threads=1)
    with pytest.raises(InputError, match="has seed 1, not 2; to resume it, name the same or none"):
        TrainingRun.resume(folder, {"seed": 2}, {}, threads=1)
    with pytest.raises(FileError, match="no checkpoint to resume from"):
        TrainingRun.resume(folder.parent / "elsewhere", {}, {}, threads=1)


def test_the_result_matches_the_schema(trained):
    folder = trained.folder.path
    words = command_line(SMALL, Path("bot"))
    assert words == "lanista train overdrive -o bot --opponent greedy --set max_rounds=12 --seed 1 --updates 30"
    printed = json.loads(msgspec.json.encode(result_of(trained, trained.floor(), folder, words, stopped=False)))
    schema = command_schema("train")
    assert list(faults(printed, schema, schema["$defs"])) == []


def test_all_matches_are_played_on_a_map():
    task = Task(game="tanks", map="yard", settings={"max_turns": 9})
    boards = {state.fixed["terrain"].tobytes() for state in task.states("matches", 3)}
    assert (
        len(boards) == 1 < len({state.fixed["terrain"].tobytes() for state in replace(task, map="").states("", 3)})
    )
    words = command_line(task, Path("bot"))
    assert "--set max_turns=9" in words
    assert f"--map {task.map} " in words
    with pytest.raises(InputError, match="tanks has no map 'nowhere'"):
        replace(task, map="nowhere").check()


@pytest.mark.parametrize(
    ("updates", "lessons", "expected"),
    [(0, 0.2, 120), (0, 0.0, 0), (0, 1.0, 600), (30, 0.2, 6), (30, 0.1, 3), (30, 1.0, 30), (7, 0.5, 4)],
)
def test_lessons_are_counted_in_updates(updates: int, lessons: float, expected: int) -> None:
    """A slow machine gives as many as a fast one: the clock has no part in it."""
    assert replace(SMALL, updates=updates, lessons=lessons).lesson_updates == expected


def test_a_clock_that_ends_the_lessons_is_said(tmp_path):
    slow = replace(SMALL, updates=0, minutes=0.05)
    clock = iter(range(10**6))  # each look at it takes a second
    run = finish(TrainingRun(tmp_path / "bot", Trainer(slow, threads=1), now=lambda: float(next(clock))))
    assert run.trainer.updates == 3
    assert run.trainer.in_lessons, "not the fifth of three seconds"
    assert run.missed_lessons.startswith("training ended after 3 of at most 120 updates of lessons")
    said = outcome_text(run, Floor(0.4, is_beaten=False))
    assert run.missed_lessons in said
    assert "this bot is not better than random moves: score 40.0% against them" in said


def test_a_run_that_had_its_lessons_says_nothing(trained):
    assert trained.missed_lessons == ""
    said = outcome_text(trained, Floor(0.9, is_beaten=True))
    assert "lessons" not in said
    assert "score 90.0% against random moves" in said


def outcome_text(run: TrainingRun, floor: Floor) -> str:
    said = io.StringIO()
    print_outcome(Console(file=said, width=500), run, floor, run.folder.path, "again", stopped=False)
    return said.getvalue()


def test_whoever_plays_worse_than_random_fails(trained, tmp_path, monkeypatch):
    """A network that always likes its first legal action best: text, JSON and exit code say so."""
    assert floor_of(SMALL, trained.trainer.network, 1).score == trained.floor().score
    monkeypatch.setattr("lanista.learn.train.run.floor_of", lambda *_: Floor(0.1, is_beaten=False))
    monkeypatch.setattr(
        "lanista.cli.train.command.TrainOptions.task", lambda self, game: replace(SMALL, updates=2)
    )
    words = ["train", "overdrive", "-o"]
    failed = CliRunner().invoke(lanista_verbs, [*words, str(tmp_path / "one"), "--updates", "2"])
    assert failed.exit_code == 1
    assert "this bot is not better than random moves: score 10.0%" in failed.output
    printed = CliRunner().invoke(lanista_verbs, [*words, str(tmp_path / "two"), "--updates", "2", "--json"])
    assert printed.exit_code == 1
    assert (json.loads(printed.stdout)["beats_random"], json.loads(printed.stdout)["random_score"]) == (False, 0.1)


def test_random_moves_are_not_better_than_random_moves(fruit):
    task = replace(fruit, updates=80, lessons=0.0)
    trainer = Trainer(task, threads=1)
    assert not floor_of(task, trainer.network, 1).is_beaten
    with trainer.working():
        for update in range(task.updates):
            trainer.update(update / task.updates)
    assert floor_of(task, trainer.network, 1).is_beaten
