"""A network becomes better, and a checkpoint has everything that decides how training continues."""

import msgspec
import numpy as np
import pytest

from lanista.core.errors import InputError, LoadError
from lanista.learn.train.checkpoint import restore, save
from lanista.learn.train.teacher import UNKNOWN, Teacher
from lanista.learn.train.trainer import Trainer


def train(trainer: Trainer, updates: int) -> None:
    with trainer.working():
        while trainer.updates < updates:
            trainer.update(trainer.task.done(trainer.updates, 0.0))


def test_it_learns_to_beat_random_moves(fruit):
    trainer = Trainer(msgspec.structs.replace(fruit, updates=80, lessons=0.0))
    before = trainer.examination.score(trainer.network)
    train(trainer, 80)
    assert before < 0.8
    assert trainer.examination.score(trainer.network) > 0.95


def test_the_result_does_not_depend_on_threads(fruit):
    vectors = []
    for threads in (1, 3):
        trainer = Trainer(fruit, threads=threads)
        train(trainer, 3)
        vectors.append(trainer.network.vector.tobytes())
    assert vectors[0] == vectors[1]


@pytest.mark.parametrize("self_play", [False, True])
def test_a_checkpoint_has_everything(fruit, tmp_path, self_play):
    task = msgspec.structs.replace(fruit, self_play=self_play)
    whole, first, second = (Trainer(task) for _ in range(3))
    train(whole, 8)
    train(first, 5)
    save(tmp_path / "checkpoint.npz", first, [], 1.5)
    assert restore(tmp_path / "checkpoint.npz", second).seconds == 1.5
    train(second, 8)
    assert whole.network.vector.tobytes() == second.network.vector.tobytes()


def test_a_checkpoint_of_something_else_is_refused(fruit, tmp_path):
    path = tmp_path / "checkpoint.npz"
    save(path, Trainer(msgspec.structs.replace(fruit, hidden=(8,))), [], 0.0)
    trainer = Trainer(fruit)
    with pytest.raises(LoadError, match="weights has another size"):
        restore(path, trainer)
    path.write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(LoadError, match="is not a checkpoint"):
        restore(path, trainer)


def test_an_unknown_opponent_is_refused(fruit):
    with pytest.raises(
        InputError, match="expected a bot of fruit as an opponent or teacher, got 'finder'; it has: random, seeker"
    ):
        Trainer(msgspec.structs.replace(fruit, opponent="finder"))


def test_a_teacher_says_what_its_policy_would_do(fruit):
    table = Trainer(fruit).tables.tables[1]
    teacher = Teacher(table, "random")
    teacher.begin(7)
    drawn = np.array([teacher.actions() for _ in range(20)])
    assert UNKNOWN not in drawn
    assert np.bincount(drawn.reshape(-1)) / drawn.size == pytest.approx([1 / 3] * 3, abs=0.06)
    teacher.begin(7)
    assert np.array_equal(teacher.actions(), drawn[0])
