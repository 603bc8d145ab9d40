"""The quick player: legal answers to all decisions, reproducible games, and outlines that are carried out."""

from __future__ import annotations

import pytest

from jovian.game import Answer, Decision, State
from jovian.game.answers import Activate, Attack, Declaration, Move
from jovian.match import Match
from jovian.match.play_loop import play
from jovian.players import make_player
from jovian.players.quick import EvaluationCache, Outline, Quick
from jovian.table import arcs_of, distance
from tests.games import setup
from tests.rules.stage import gun, ship, squadron, stage

SCENARIOS = ("introductory", "break-the-truce", "water-raid", "scavenger-hunt", "ambush", "solar-storm")


class Checked:
    """Plays a real game with quick answers, which are all checked."""

    def choose(self, decision: Decision, view: State) -> Answer:
        answer = Quick(EvaluationCache(view)).choose(decision, view)
        assert decision.check(answer) is None
        return answer


def to_battle(seed: int, scenario: str = "introductory") -> Match:
    """Return a match before its first activation."""
    match = Match(setup(seed, scenario=scenario), log=False)
    while match.decision is not None and match.decision.kind != "activate":
        match.answer(match.decision.default())
    return match


def played_on(match: Match, answers: int) -> list[object]:
    """Return the quick player's answers for both sides in a private game."""
    assert match.decision is not None
    view = match.view(match.decision.side)
    trial, quick = view.trial(b"on"), Quick(EvaluationCache(view))
    for _ in range(answers):
        if trial.decision is None:
            break
        trial.answer(quick.choose(trial.decision, trial.state))
    return [*trial.journal, trial.state.digest()]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_plays_every_scenario_on_legally_and_always_alike(scenario: str) -> None:
    match = to_battle(5, scenario)
    once = played_on(match, 250)
    assert len(once) > 50
    assert played_on(match, 250) == once


@pytest.mark.parametrize("side", [1, pytest.param(0, marks=pytest.mark.long)])
def test_it_beats_random(side: int) -> None:
    match = Match(setup(3), log=False)
    players = [Checked(), make_player("random", 3)]
    play(match, players if side == 0 else players[::-1])
    assert match.state.winner == side


def test_how_two_models_lie_is_what_the_rules_measure() -> None:
    game = stage(ship("A", 0, (20, 20)), ship("Z", 1, (23, 32), 180), squadron("Y", 1, (18, 26)))
    one, memory = game.model("a"), EvaluationCache(game.match.view(0))
    for other in (game.model("z"), game.model("y")):
        lie = memory.position(one, other)
        assert lie is memory.position(one, other) and lie is not memory.position(one.at(one.pose.advanced(1.0)), other)
        assert lie.inches == distance(one.base, one.pose, other.base, other.pose)
        assert lie.arcs == arcs_of(one.base, one.pose, other.base, other.pose)
    assert (
        memory.position(one, game.model("z")).sides == ("fore",) and memory.position(one, game.model("y")).sides == ()
    )
    assert memory.position(game.model("y"), one).arcs == ()


def test_it_carries_out_an_outline() -> None:
    """It fires the outlined weapons first, makes the outlined move, and fires the others at its end."""
    guns = [gun(ac=3, name="Bow gun"), gun(ac=3, name="Stern gun")]
    game = stage(ship("A", 0, (20, 20), weapons=guns), ship("Z", 1, (20, 32), 180), ship("B", 0, (6, 6)))
    first, second = (mount.id for mount in game.model("a").card.mounts)
    view = game.match.view(0)
    trial, quick = view.trial(b"plan"), Quick(EvaluationCache(view))
    quick.follow(Outline("a", Declaration("none", 0), (Move(4.0),), before=(first,)))
    given = []
    while trial.decision is not None and (trial.state.activation is None or trial.state.activation.model == "a"):
        answer = quick.choose(trial.decision, trial.state)
        given += [answer] if trial.decision.kind in ("activate", "declare", "menu") else []
        trial.answer(answer)
        if trial.state.models["a"].activated:
            break
    assert given[:5] == [
        Activate("a"), Declaration("none", 0), Attack((first,), "z"), Move(4.0), Attack((second,), "z"),
    ]  # fmt: skip
