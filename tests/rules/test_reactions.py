"""Tests of the decision about all reactions to a leg (v1.2.4 Autofire, Reactive Interception; R56, R71)."""

from __future__ import annotations

import pytest

from jovian.players import make_player
from tests.rules.fights import FAR, OWN, miss, plan
from tests.rules.stage import Cast, Staged, rock, ship, squadron, stage
from tests.rules_api import Reactions

PD = ["fire", "b", "pd"]


def gauntlet(*more: Cast, terrain: tuple[dict[str, object], ...] = (), **fields: object) -> Staged:
    """Return a game in which S flies 9" up the table past V, into the Point Defense of B, and past W."""
    return stage(
        squadron("S", 0, (24, 10), **{"speed": 9, **fields}),
        squadron("V", 1, (20.4, 13.6), activated=True), squadron("W", 1, (27.4, 19.1), activated=True),
        ship("B", 1, (28.6, 15.9), 90, activated=True), FAR, OWN, *more, terrain=terrain,
    ).begin("s")  # fmt: skip


def fly(game: Staged) -> Staged:
    """Fly the whole path in one leg."""
    return game.fly((24, 18.9))


def chances(game: Staged) -> list[tuple[str, float]]:
    """Return the models that can react, with the inches of the leg."""
    assert isinstance(game.asked, Reactions)
    return [(each.model_id, round(each.inches, 1)) for each in game.asked.chances]


def details(game: Staged) -> str:
    """Return the details of the answers."""
    return " | ".join(f"{option.label}: {option.detail}" for option in game.asked.options())


# --- Decision ---
def test_all_that_a_leg_offers_is_one_question() -> None:
    """Autofire and interceptions together, each with its place on the leg."""
    game = fly(gauntlet()).expect("autofire", 1)
    assert chances(game) == [("v", 1.8), ("b", 3.3), ("w", 7.0)]
    assert game.offered() == [["intercept", "v"], PD, ["intercept", "w"], ["decline"], ["pass"]]
    assert game.at("s")[1] == pytest.approx(11.835, abs=0.001)
    assert "after 1.8" in details(game) and "after 7.0" in details(game) and "Let it pass" in details(game)
    game.decline().end()


def test_none_of_them_asks_nobody_again_on_the_leg() -> None:
    """R56, R71: each reaction is offered once."""
    game = fly(gauntlet()).decline().expect("menu", 0)
    assert game.at("s")[:2] == (24, 18.9)
    assert [each["what"] for each in game.events("declined")] == ["autofire", "interception"]
    game.end()


def test_a_later_one_lets_the_earlier_pass() -> None:
    """A reaction chosen for a later point happens there without another decision."""
    game = fly(gauntlet()).pick(*PD).expect("faces", 1)
    assert game.at("s")[1] == pytest.approx(13.3, abs=0.1)
    game.faces(miss(4)).expect("interception", 1)
    assert chances(game) == [("w", 7.0)]
    game.decline().expect("menu").end()


def test_the_rest_is_looked_at_afresh_after_each() -> None:
    """R56: if a shot destroys it, no other reaction is offered."""
    game = fly(gauntlet(structure=[1])).pick(*PD).faces([5, 5, 5, 1])
    assert game.model("s").place == "destroyed" and game.kind != "interception"


def test_what_an_interception_leaves_open_comes_up_with_the_next_leg() -> None:
    """R73: the flight is over. The others react on the next leg."""
    game = fly(gauntlet()).pick("intercept", "v")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0).fly((24, 18.9)).expect("autofire", 1)
    assert chances(game) == [("b", 1.4)]
    game.decline().end()


def test_none_for_the_rest_of_the_move() -> None:
    """It applies to the rest of the activation's movement. In the next activation they are offered again."""
    other = squadron("T", 0, (10, 10), activated=False)
    game = gauntlet(other).fly((24, 13)).answer("pass").expect("menu", 0)
    assert game.act.let_pass
    game.fly((24, 18.9)).expect("menu", 0).end()
    assert not game.events("plans") and not game.events("attacked")
    game.begin("t").expect("menu", 0).end()


def test_the_standing_answer_is_saved_and_taken_back() -> None:
    """It is part of the activation: a replay repeats it, an undo removes it."""
    game = gauntlet().fly((24, 13))
    assert not game.act.let_pass
    game.answer("pass").expect("menu", 0)
    digest = game.match.state.digest()
    game.match.seek(len(game.match.journal) - 1)
    assert game.kind == "interception" and not game.act.let_pass
    game.answer("pass").expect("menu", 0)
    assert game.match.state.digest() == digest
    game.end()


def test_terrain_on_the_way_comes_before_what_lies_behind() -> None:
    """A reaction chosen for a later point waits until the model is there."""
    cloud = rock("particle-cloud", (24, 13.7), radius=0.5)
    game = fly(gauntlet(terrain=(cloud,))).pick("intercept", "w").expect("avoid", 0).pick("avoid")
    game.expect("plan", 0)
    assert game.at("s")[1] == pytest.approx(16.989, abs=0.001)
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert not game.events("attacked")


def test_it_dies_on_the_way_to_where_it_would_be_caught() -> None:
    """A reaction chosen for a later point lapses."""
    cloud = rock("particle-cloud", (24, 13.7), radius=0.5)
    game = fly(gauntlet(terrain=(cloud,), structure=[1])).pick("intercept", "w").pick("enter").faces([4, 4])
    assert game.model("s").place == "destroyed" and not game.events("plans")


# --- Players ---
def test_the_ensign_takes_what_comes_first_of_what_is_worth_it() -> None:
    """A shot costs it nothing, so it doesn't decline one for a later interception."""
    game = fly(gauntlet())
    view = game.match.view(1)
    choice = make_player("ensign", 1).choose(game.asked.on(view), view).to_json()
    assert choice == PD or choice[0] == "intercept"
    game.answer("pass").end()


def test_old_players_that_know_the_kinds_still_answer() -> None:
    """The kinds and verbs are unchanged: the default fires or declines, the first listed."""
    game = fly(gauntlet()).expect("autofire", 1)
    assert game.asked.default().to_json() in game.offered()
    assert {choice[0] for choice in game.offered()} == {"fire", "intercept", "decline", "pass"}
    game.decline().end()
