"""Tests of players' remarks on their answers: they are in the journal and the log, and don't affect the game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from jovian.game import Decision, State
from jovian.game.events import Remarked
from jovian.match import Match, Refused, SaveError
from jovian.match.entries import LONGEST, Remark, remark_text
from jovian.match.play_loop import play, say
from jovian.match.saves import from_data, to_data
from jovian.narrator import Narrator
from jovian.players import Ensign, RandomPlayer
from jovian.players.player import Reasoned
from tests.games import random_answers, setup, shortened
from tests.rules_api import build_rulebook


class Talker:
    """A player that answers like the random player and adds a remark."""

    def __init__(self, seed: int) -> None:
        self._player, self.reason = RandomPlayer(seed), ""

    def choose(self, decision: Decision, view: State) -> Any:
        self.reason = f"on  {decision.kind}:\nwhy not? " + "so " * 100
        return self._player.choose(decision, view)


def start_game(answers: int = 40, **options: str) -> Match:
    """Return a random game after this number of answers, at a decision that allows a remark."""
    match = Match(setup(3, **options))
    for _ in random_answers(match, 3):
        if len(match.journal) >= answers and not match.sealed:
            return match
    raise AssertionError("the game was over before")


def remarks_of(match: Match) -> list[tuple[int, str]]:
    return [(each.side, each.text) for each in match.events.of(Remarked)]


def test_a_remark_changes_neither_state_nor_dice_and_is_told_to_both() -> None:
    match, other = start_game(), start_game()
    before, asked = match.state.digest(), match.decision
    match.remark(1, "covers the carrier")
    assert match.journal[-1] == Remark(1, "covers the carrier")
    assert match.state.digest() == before and match.decision is asked and match.state.chain == other.state.chain
    entry = match.events.entries[-1]
    assert remarks_of(match) == [(1, "covers the carrier")] and entry.known_to(0) and entry.known_to(1)
    assert asked is not None
    match.answer(asked.default())
    other.answer(asked.default().to_json())
    assert match.state.digest() == other.state.digest()
    [line] = [line.text for line in Narrator(build_rulebook()).tell(match.events.entries) if "covers" in line.text]
    assert line == f"{match.setup.fleets[1].name}: covers the carrier"


def test_whole_games_go_the_same_with_and_without_remarks() -> None:
    plain, talking = (Match(shortened(setup(5), 4)) for _ in range(2))
    play(plain, [Talker(1), Talker(2)])
    play(talking, [Talker(1), Talker(2)], remarks=True)
    assert [digest for _, digest in plain.digests] == [digest for _, digest in talking.digests]
    assert [entry for entry in talking.journal if not isinstance(entry, Remark)] == plain.journal
    assert len(remarks_of(talking)) > 100 and not remarks_of(plain)
    assert all(text == remark_text(text) and len(text) <= LONGEST for _, text in remarks_of(talking))


def test_what_is_said_is_saved_replayed_and_looked_ahead_from() -> None:
    match = Match(setup(5, ("jovian-150", "cega-150")))
    play(match, [Talker(1), Ensign(2)], remarks=True)
    again = from_data(json.loads(json.dumps(to_data(match))), "a save")
    assert remarks_of(again) == remarks_of(match) and again.state.digest() == match.state.digest()
    halfway = len(match.journal) // 2
    fork = match.fork_at(halfway)
    while fork.decision is not None and (fork.sealed or fork.decision.anchor):
        fork.answer(fork.decision.default())
    assert fork.decision is not None
    trial = fork.view(fork.decision.side).trial(b"key")
    assert trial.decision.question() == fork.decision.question()


def test_undo_takes_an_answer_back_with_what_was_said_of_it() -> None:
    match = start_game(rehearsal="on")
    asked, before = match.decision, len(match.journal)
    assert asked is not None
    match.answer(asked.default())
    while match.sealed:
        match.answer(match.decision.default())  # type: ignore[union-attr]
        before += 1
    match.remark(0, "one")
    match.remark(0, "two")
    match.undo()
    assert len(match.journal) == before and not remarks_of(match)
    assert [entry.text for entry in match.undone[-2:]] == ["one", "two"]


def test_nothing_is_said_of_nothing_nor_while_answers_are_hidden() -> None:
    match = Match(setup(3))
    with pytest.raises(Refused, match="no answers yet"):
        match.remark(0, "hello")
    assert match.can_undo() is not None
    match = next(match for seed in range(30) if (match := secret(seed)) is not None)
    with pytest.raises(Refused, match="hidden"):
        match.remark(0, "I chose that")


def secret(seed: int) -> Match | None:
    """Return a random game at the second of two secret choices, or None if it has none."""
    match = Match(setup(seed))
    return next((match for _ in random_answers(match, seed) if match.sealed), None)


def test_no_player_says_anything_of_a_hidden_model() -> None:
    match, named, whole = Match(setup(3, ("jovian-squadrons-250", "venusian-strike-250"))), 0, 0
    for _ in random_answers(match, 3):
        hidden = [model for model in match.state.models.values() if not model.public]
        acting = match.state.activation is not None and match.state.activation.model in {each.id for each in hidden}
        before = len(match.journal)
        if hidden and not match.sealed:
            say(match, 0, f"keeps {hidden[0].name} back")
            named += 1
        if acting:
            say(match, 0, "goes for it")
            whole += 1
        assert len(match.journal) == before
        if named > 20 and whole:
            break
    assert named > 20 and whole


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        (["remark", 2, "so"], "a side, 0 or 1"), (["remark", 0], "a side, 0 or 1"), (["remark", True, "so"], "a side"),
        (["remark", 0, ""], "one line of 1 to"), (["remark", 0, "a\nb"], "one line"), (["remark", 0, 7], "one line"),
        (["remark", 0, "x" * (LONGEST + 1)], "one line of 1 to"), (["remark", 0, "a\u202eb"], "plain"),
    ],
)  # fmt: skip
def test_a_save_with_a_remark_that_is_none_is_refused_in_a_line(entry: list[Any], wrong: str) -> None:
    data = to_data(start_game())
    data["journal"] = [*data["journal"][:20], entry, *data["journal"][20:]]
    with pytest.raises(SaveError) as error:
        from_data(json.loads(json.dumps(data)), "game.json")
    message = str(error.value)
    assert message.startswith("game.json: answer 21: ") and wrong in message and "\n" not in message


def test_the_ensign_gives_short_reasons_of_what_both_know() -> None:
    match = Match(setup(2, ("jovian-150", "cega-150")))
    players = Ensign(1), Ensign(2)
    assert all(isinstance(player, Reasoned) for player in players)
    play(match, players, remarks=True)
    texts = [text for _, text in remarks_of(match)]
    assert any("% chance to cripple" in text or "% chance to destroy" in text for text in texts)
    assert any("moves to within" in text for text in texts)
    assert all(len(text) < 90 for text in texts)
    again = Match(setup(2, ("jovian-150", "cega-150")))
    play(again, (Ensign(1), Ensign(2)))
    assert again.state.digest() == match.state.digest()
