"""A person as a player, who sees the legal moves, and why a move is refused."""

import os
import threading
import time
from typing import Any

import pytest

from lanista.bots.human import HumanPlayer, NotAsked
from lanista.bots.player import Budgets
from lanista.core.errors import BotError
from lanista.core.verdict import Verdict
from lanista.game import InvalidMove
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult, PlayedTurn
from lanista.match.terms import MatchTerms


class Page:
    """An input whose answers are given by a function, in its own thread as a page's are."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer
        self.persons: set[HumanPlayer] = set()
        self.questions: list[Any] = []
        self.turns: list[PlayedTurn] = []
        self.threads: list[threading.Thread] = []

    def asked(self, person: HumanPlayer) -> None:
        self.persons.add(person)
        self.questions.append(person.question)
        self.threads.append(threading.Thread(target=self._try, args=(person, person.question)))
        self.threads[-1].start()

    def _try(self, person: HumanPlayer, question: Any) -> None:
        """Answer; a person whose answer fails the test gives up, so that the match ends."""
        try:
            self._answer(person, question)
        except BaseException:
            person.resign()
            raise

    def fileno(self) -> None:
        return None

    def read(self) -> bool:
        return False

    def begin(self, *_: object) -> None: ...

    def turn(self, turn: PlayedTurn, state: object) -> None:
        self.turns.append(turn)

    def end(self, *_: object) -> None: ...


def play(answer: Any, *bots: str, turns: int = 4, limits: Budgets | None = None, clock: bool = False):
    page = Page(answer)
    changes = {"max_rounds": turns}
    terms = MatchTerms(settings=changes, clock=clock)
    plan = plan_match("overdrive", list(bots), terms.with_budgets(limits) if limits else terms, seed=3)
    result: MatchResult = plan.play([page], human_input=page)
    for thread in page.threads:
        thread.join(5)
    return result, page


def say(person: HumanPlayer, question: Any) -> None:
    person.answer(question.turn, "ACCELERATE")


def test_moves_from_another_thread_are_played():
    result, page = play(say, "human", "cruise")
    assert result.seats[0].name == "human"
    assert result.seats[0].verdicts == {Verdict.OK: 4}
    assert [turn.answers[0].text for turn in page.turns] == ["ACCELERATE"] * 4


def test_the_question_lists_the_legal_moves():
    _, page = play(say, "human", "cruise", turns=1)
    (question,) = page.questions
    assert question.legal == ["ACCELERATE", "DECELERATE", "FIX", "NOTHING", "TURN_RIGHT"]
    assert question.left_ms() is None


def test_a_refused_move_is_explained_and_asked_again():
    reasons: list[str] = []

    def clumsy(person: HumanPlayer, question: Any) -> None:
        for text in ("FLY", "", "NOTHING"):
            try:
                person.answer(question.turn, text)
            except InvalidMove as error:
                reasons.append(error.reason)

    result, _ = play(clumsy, "human", "cruise", turns=1)
    assert result.seats[0].verdicts == {Verdict.OK: 1}
    assert reasons[0].startswith("unknown command 'FLY'")
    assert reasons[1] == "expected a move, got nothing"


def test_there_is_no_clock_unless_it_is_asked_for():
    def slow(person: HumanPlayer, question: Any) -> None:
        time.sleep(0.15)
        try:
            person.answer(question.turn, "NOTHING")
        except NotAsked:
            return

    patient, _ = play(slow, "human", "cruise", turns=2, limits=Budgets(1000, 50))
    assert patient.seats[0].verdicts == {Verdict.OK: 2}
    strict, page = play(slow, "human", "cruise", turns=2, limits=Budgets(1000, 50), clock=True)
    assert strict.seats[0].verdicts == {Verdict.TIMEOUT: 2}
    assert page.questions[0].left_ms() == 0


def test_who_resigns_does_nothing_from_then_on():
    def give_up(person: HumanPlayer, question: Any) -> None:
        person.answer(1, "ACCELERATE") if question.turn == 1 else person.resign()

    result, page = play(give_up, "human", "cruise", turns=5)
    assert result.turns == 5
    assert len(page.questions) == 2
    assert [turn.answers[0].text for turn in page.turns] == ["ACCELERATE", None, None, None, None]
    assert result.seats[0].verdicts == {Verdict.OK: 5}


@pytest.mark.parametrize("turn", [0, 2])
def test_a_move_for_another_turn(turn):
    def early(person: HumanPlayer, question: Any) -> None:
        with pytest.raises(NotAsked, match=f"for turn {turn}, but turn 1 is asked"):
            person.answer(turn, "NOTHING")
        person.answer(1, "NOTHING")
        with pytest.raises(NotAsked, match="seat 0 has already answered turn 1; the first answer counts"):
            person.answer(1, "NOTHING")

    play(early, "human", "cruise", turns=1)


def test_persons_processes_and_builtins_at_one_table(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("def move(view):\n    return 'ACCELERATE'\n")
    result, _ = play(say, "human", str(bot))
    assert [seat.verdicts for seat in result.seats] == [{Verdict.OK: 4}] * 2
    result, _ = play(say, "human", "human")
    assert [seat.name for seat in result.seats] == ["human", "human 2"]


def test_a_person_needs_an_input():
    with pytest.raises(BotError, match="a person needs an input"):
        plan_match("overdrive", ["human", "cruise"]).play()


def test_no_pipe_is_left_open():
    play(say, "human", "cruise", turns=1)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        play(say, "human", "cruise", turns=1)
    assert len(os.listdir("/proc/self/fd")) == before
