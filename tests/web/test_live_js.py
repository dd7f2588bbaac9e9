"""How a page follows a live match and delivers a person's move, whatever happens to the server."""

from __future__ import annotations

import pytest

from tests.web.live_js import run

FOLLOW = """
const heard = [], states = [];
let turns = 3;
const live = new Live({
  seat: 0, key: "SECRET", from: () => turns, hear: (message) => heard.push(message.type),
  state: (state, text) => states.push([state, text]),
});
"""


@pytest.mark.parametrize(
    ("failed", "seconds"), [(1, (0.8, 1)), (2, (1.6, 2)), (3, (3.2, 4)), (6, (24, 30)), (50, (24, 30))]
)
def test_attempts_become_rarer_and_differ_between_pages(failed, seconds):
    assert run(f"return [waitBefore({failed}, 0), waitBefore({failed}, 1)];") == pytest.approx(seconds)


def test_a_match_is_followed_to_its_end():
    found = run(
        FOLLOW
        + """
        sockets[0].say({ type: "turn" });
        sockets[0].say({ type: "beat" });
        sockets[0].say({ type: "end" });
        await pass(100000);
        return { url: sockets[0].url, heard, states, count: sockets.length, open: sockets[0].open, listeners };
        """
    )
    assert found["url"] == "ws://host/m/1/live?from=3&seat=0&key=SECRET"
    assert found["heard"] == ["turn", "end"]
    assert found["states"] == [["open", ""], ["ended", ""]]
    assert (found["count"], found["open"], found["listeners"]) == (1, False, {})


def test_a_server_that_comes_back_sends_what_was_missed():
    found = run(
        FOLLOW
        + """
        sockets[0].say({ type: "turn" });
        turns = 7;
        sockets[0].end(1006);
        await pass(1500);
        sockets[1].end(1006);
        await pass(2500);
        sockets[2].say({ type: "turn" });
        return { urls: sockets.map(({ url }) => url), states };
        """
    )
    assert len(found["urls"]) == 3
    assert "from=7" in found["urls"][2]
    texts = [text for state, text in found["states"] if state == "lost"]
    assert texts[0] == "The server does not answer; trying again in 1 s"
    assert "The server does not answer; trying again in 2 s" in texts
    assert found["states"][-1] == ["open", ""]


@pytest.mark.parametrize("occasion", ["online", "visibilitychange"])
def test_a_page_does_not_wait_when_there_is_reason_to_hope(occasion):
    script = f"""
        while (sockets.length < 9) {{
          const before = sockets.length;
          sockets.at(-1).end(1006);
          while (sockets.length === before) await pass(1000);
        }}
        sockets.at(-1).end(1006);
        const before = sockets.length;
        listeners["{occasion}"]();
        return [before, sockets.length];
        """
    before, after = run(FOLLOW + script)
    assert after == before + 1


def test_silence_is_a_broken_connection():
    count, states = run(
        FOLLOW + 'sockets[0].say({ type: "beat" }); await pass(20000); return [sockets.length, states];'
    )
    assert count > 1
    assert states[1][0] == "lost"


def test_a_refusal_is_final():
    states, count = run(
        FOLLOW + 'sockets[0].end(4403, "not your seat"); await pass(100000); return [states, sockets.length];'
    )
    assert states == [["ended", "The match cannot be followed: not your seat"]]
    assert count == 1


PERSON = """
const sent = [], answers = [];
globalThis.fetch = async (address, { body }) => {
  sent.push([address, JSON.parse(body)]);
  const status = answers.shift();
  if (!status) throw new TypeError("Failed to fetch");
  return { ok: status === 200, status, json: async () => (status === 200 ? {} : { error: `refused ${status}` }) };
};
const tools = [
  { label: "wall", key: "0", at: (x, y) => `${x},${y}`, why: "costs 30, you have 12" },
  { label: "tower", key: "1", at: (x, y) => `${x}.${y}` },
  { label: "go", key: "g", move: "GO" }, { label: "stop", key: "s", move: "STOP" },
];
const person = new Person(new Element(), () => tools, () => {}, () => "You play A. Be first.");
const question = { turn: 4, seat: 0, legal: ["GO", "1.2"], left_ms: null };
person.ask(question);
const words = () => person.word.children.join("") + person.word.textContent;
"""


def test_a_move_is_kept_until_the_server_is_back():
    found = run(
        PERSON
        + """
        answers.push(0, 0, 200);
        const done = person.send("GO");
        await settled();
        const lost = words();
        await pass(1000);
        person.reconnected();
        await done;
        return { sent, lost, left: person.question, sending: person.sending, end: words() };
        """
    )
    assert found["sent"] == [["move", {"seat": 0, "turn": 4, "move": "GO", "key": "SECRET"}]] * 3
    assert found["lost"] == "The server does not answer. Your move GO is kept and sent again."
    assert (found["left"], found["sending"]) == (None, None)
    assert found["end"] == "GO - waiting for the others."


@pytest.mark.parametrize(
    ("answers", "said", "asked"),
    [
        ([0, 409], "GO - waiting for the others.", False),  # the first attempt had arrived
        ([409], "refused 409", True),
        ([422], "refused 422", True),
    ],
)
def test_a_refusal_counts_unless_an_earlier_attempt_had_arrived(answers, said, asked):
    script = f"""
        answers.push(...{answers});
        const done = person.send("GO");
        await settled();
        await pass(1000);
        await done;
        return [words(), person.question !== null];
        """
    assert run(PERSON + script) == [said, asked]


def test_the_same_question_after_a_break_sends_the_kept_move_again():
    found = run(
        PERSON
        + """
        answers.push(0, 200);
        const done = person.send("GO");
        await settled();
        person.ask({ ...question });
        await done;
        return [sent.length, now];
        """
    )
    assert found == [2, 0]


def test_tools_that_cannot_be_used_are_not_chosen_and_say_why():
    found = run(
        PERSON
        + """
        const chosen = person.chosen.label;
        const buttons = person.box.children[1].children[0].children;
        person.use(tools[0]);
        const why = person.hint.textContent;
        person.press({ key: "s" });
        return { chosen, why, then: person.hint.textContent, sent: sent.length,
          off: buttons.map((button) => [button["aria-disabled"] ?? "", button.title ?? ""]),
          offered: [person.offered(1, 2), person.offered(2, 2)], goal: person.goal.box.hidden };
        """
    )
    assert found["chosen"] == "tower"
    assert found["why"] == "wall: costs 30, you have 12"
    assert found["then"] == "stop: not possible now"
    assert found["sent"] == 0
    assert found["off"] == [
        ["true", "wall: costs 30, you have 12"],
        ["", ""],
        ["", ""],
        ["true", "stop: not possible now"],
    ]
    assert found["offered"] == [True, False]
    assert found["goal"] is False


def test_a_turn_that_was_played_closes_its_question():
    script = (
        "person.played(3); const { turn } = person.question; person.played(4); return [turn, person.question];"
    )
    assert run(PERSON + script) == [4, None]
