"""Tests of captured ships (v1.2.4 States > Captured; R35, R40, R46, R47, R66, R74, R78, R79)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import miss, throw
from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage
from tests.rules_api import victory_points

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
QUIET: dict[str, Any] = {**STILL, "defense": [1], "ratings": {"defense": 0}}
TAKEN = [4, 4, 4, 4]
"""Four dice that kill all their targets."""


def falling(own: Any = None, *more: Cast, boarders: int = 4, action: tuple[Any, ...] = ("none",)) -> Staged:
    """Let B of side 0, with 2 Marines, be captured by this number of boarders of side 1 in its own activation."""
    game = stage(
        ship("B", 0, (24, 16), **{**STILL, "marines": [2, 1], **(own or {})}),
        ship("E", 1, (24, 40), 180, activated=True), ship("Mate", 0, (4, 4), activated=True), *more,
    )  # fmt: skip
    game.model("b").states["boarded"] = boarders
    game.begin("b", *action).pick("defend").pick("engage").faces(miss(2))
    return game.faces([4] * boarders)


def stage_captured(own: Any = None, *more: Cast, **line: Any) -> Staged:
    """Return a game in which side 1 (a ship of 40, a squadron of 10) holds B of side 0 with 1 Marine and activates."""
    game = stage(
        ship("B", 0, (24, 16), **{**STILL, "marines": [2, 1], "ratings": {"marines": 1}, **(own or {})}, **line),
        ship("E", 1, (44, 44), 180, **STILL), squadron("F", 1, (44, 4)), ship("Mate", 0, (4, 4), **STILL), *more,
        initiative=1,
    )  # fmt: skip
    game.model("b").side = 1
    game.model("b").states["captured"] = 1
    return game


# --- Moment of capture ---
def test_the_captor_finishes_the_activation() -> None:
    """v1.2.4 States > Captured: control changes at once, before moves and attacks (R47)."""
    game = falling({"speed": 3, "thrusters": [2, 1]}).expect("menu", side=1)
    b = game.model("b")
    assert (b.side, b.owner, b.states) == (1, 0, {"captured": 1})
    game.move(2).turn(45).end()
    assert game.at("b") == (24, 18, 45)
    assert game.last("deactivated") | {"model": "b", "side": 1} == game.last("deactivated")


@pytest.mark.parametrize(("boarders", "marines"), [(2, 2), (3, 2), (4, 2), (5, 2)])
def test_boarders_become_the_marines(boarders: int, marines: int) -> None:
    """v1.2.4 States > Captured: up to the original rating. The excess is lost (R47)."""
    game = falling(boarders=boarders) if boarders > 3 else _worn(boarders)
    assert game.rating("b", "marines") == marines
    assert game.last("captured") | {"model": "b", "side": 1, "marines": marines} == game.last("captured")


def _worn(boarders: int) -> Staged:
    """Return a fight with few boarders against 1 Marine."""
    game = stage(
        ship("B", 0, (24, 16), **STILL, marines=[2, 1], structure=[2, 1]), ship("E", 1, (24, 40), activated=True),
    )  # fmt: skip
    game.model("b").marks["marines"] = 1
    game.model("b").states["boarded"] = boarders
    return game.begin("b").pick("defend").pick("engage").faces(miss(2)).faces([4, 4, *[1] * (boarders - 2)])


def test_one_boarder_is_one_marine() -> None:
    """v1.2.4 States > Captured: not more than came. Lost boxes of the old crew stay lost."""
    game = stage(
        ship("B", 0, (24, 16), **STILL, marines=[3, 2, 1]), ship("E", 1, (24, 40), 180, activated=True)
    )  # fmt: skip
    game.model("b").marks["marines"] = 2
    game.model("b").states["boarded"] = 1
    game.begin("b").pick("defend").pick("engage").faces(miss(2)).faces([4, 4]).expect("menu", side=1)
    assert game.rating("b", "marines") == 1


def bombarded(*more: Cast, **fields: Any) -> Staged:
    """Let A of side 0 fire 3 dice at B of side 1, which has 1 Marine and 2 boarders aboard."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3)], **STILL),
        ship("B", 1, (24, 16), 180, **{**STILL, "marines": [2, 1], "ratings": {"marines": 1}, **fields}),
        ship("C", 1, (44, 44), **STILL), *more,
    )  # fmt: skip
    game.model("b").states["boarded"] = 2
    return game.begin("a").attack("a1", "b")


@pytest.mark.parametrize("faces", [[1, 1, 5], [1, 1, 1]])
def test_marines_lost_to_gunfire_hand_the_ship_over(faces: list[int]) -> None:
    """v1.2.4 Action > Board > Boarded: Marines at 0 with Boarders aboard is Captured, whatever killed them."""
    game = bombarded().faces(faces).pick("damage", "marines").expect("menu", side=0)
    assert (game.model("b").side, game.rating("b", "marines")) == (0, 2)
    assert game.last("captured") | {"model": "b", "side": 0} == game.last("captured")
    game.end().begin("c").end().begin("b").expect("menu", side=0)


def test_gunfire_that_sinks_it_makes_no_prize() -> None:
    """R46: boarders aboard a ship that dies are lost."""
    game = bombarded(structure_left=1, ratings={"marines": 1, "defense": 0}).faces([1, 1, 1]).faces([5])
    assert (game.model("b").place, game.model("b").side, game.events("captured")) == ("destroyed", 1, [])


def test_marines_lost_to_an_explosion_hand_the_ship_over() -> None:
    """v1.2.4 Action > Board > Boarded: any loss of the last Marines. The opponent of its side chooses it (R60)."""
    game = bombarded(
        ship("D", 1, (24, 21), 180, marines=[1], signature=1, activated=True), structure_left=1,
        ratings={"defense": 0, "sensors": 0, "thrusters": 0, "marines": 1},
    )  # fmt: skip
    game.model("d").states["boarded"] = 1
    game.faces([1, 1, 1]).faces([6])
    assert (game.model("b").place, game.model("b").side) == ("destroyed", 1)
    game.faces([1, 1, 5], [], [6, 6]).expect("rating", side=0).pick("damage", "marines").expect("menu", side=0)
    assert (game.model("d").side, game.rating("d", "marines")) == (0, 1)


def test_marines_lost_to_the_explosion_of_a_rammed_ship() -> None:
    """R46: at once, whatever caused the explosion. The next decision comes after the capture."""
    gone = {"defense": 0, "sensors": 0, "thrusters": 0}
    game = stage(
        ship("A", 0, (24, 14), traits=["Fire Ship"], signature=1),
        ship("B", 1, (24, 19), 90, activated=True, structure_left=1, ratings=gone),
        ship("D", 1, (24, 24.5), 180, marines=[1], signature=1, activated=True),
    )  # fmt: skip
    game.model("d").states["boarded"] = 1
    game.begin("a", "ram").move(2.5).resolve().faces([2, 2, 5])
    throw(game, 6, 6, 1, 2)
    throw(game, 1, 2, 3)
    game.expect("faces").faces([6]).expect("faces", side=1).faces([1, 2, 3, 4], [], [6, 6])
    game.expect("faces", side=0).faces([1, 1, 5], [], [6, 6]).expect("rating", side=0)
    game.pick("damage", "marines").expect("menu", side=0)
    assert (game.model("d").side, game.model("d").states) == (0, {"captured": 1})


def test_a_carrier_taken_by_the_boarding_puts_its_squadrons_out() -> None:
    """R46, R47: captured at once, in the boarder's activation. Its owner places the squadrons aboard."""
    carrier = ship("B", 1, (24, 16), 180, traits=["Hangers:1"], activated=True, **QUIET)
    game = stage(
        ship("A", 0, (24, 12), **STILL, marines=[3, 2, 1]), carrier, squadron("S", 1, (0, 0), embarked_in="b"),
    )  # fmt: skip
    game.begin("a", "board").resolve().pick("commit", 1).expect("unload", side=1)
    game.expect_refused(["place", 24, 18, 180], "touch B")  # R28: it is an enemy's ship now.
    game.answer("place", 24, 18.9, 180).expect("menu", side=0).end().begin("s").end()
    assert (game.model("b").side, game.model("s").side) == (0, 1)


def test_a_side_whose_last_ship_is_taken_is_beaten() -> None:
    """R39: it has no own ship or squadron at the End Phase. The captor has the prize (R78)."""
    game = stage(ship("A", 0, (24, 12), **STILL, marines=[3, 2, 1]), ship("B", 1, (24, 16), 180, **QUIET))
    game.begin("a", "board").resolve().pick("commit", 1).end().begin("b").expect("menu", side=0).end()
    assert game.match.over
    assert (game.match.state.winner, game.last("scored")["victory"]) == (0, 0)


def test_a_ship_taken_before_its_activation_is_activated_by_its_captor() -> None:
    """R35: a ship activates once per turn, even if its controller changes."""
    game = stage(
        ship("A", 0, (24, 12), **STILL, marines=[3, 2, 1]),
        ship("B", 1, (24, 16), 180, **QUIET),
        ship("C", 1, (44, 44), **STILL),
    )
    game.begin("a", "board").resolve().pick("commit", 2).expect("menu", side=0).end()
    game.begin("c").end().begin("b").expect("menu", side=0)


def test_a_ship_taken_after_its_activation_waits_for_the_next_turn() -> None:
    """R35: not a second time this turn."""
    game = stage(
        ship("A", 0, (24, 12), **STILL, marines=[3, 2, 1]),
        ship("B", 1, (24, 16), 180, activated=True, **QUIET),
        ship("C", 1, (44, 44), activated=True, **STILL),
    )
    game.begin("a", "board").resolve().pick("commit", 2).end()
    assert game.match.state.turn == 2
    assert sorted(game.offered()) == [["activate", "a"], ["activate", "b"]]


# --- Declared action ---
def test_the_captor_may_resolve_the_declared_action() -> None:
    """v1.2.4 States > Captured: the new owner may resolve the declared action, but not change it (R47)."""
    game = falling({"thrusters": [1]}, action=("reorient",)).expect("menu", side=1)
    game.expect_allowed(["resolve"]).resolve().expect("faces", side=1).faces([2, 2, 5]).pivot(90).end()
    assert game.at("b")[2] == 90


def test_the_captor_may_leave_it_unresolved() -> None:
    """v1.2.4 States > Captured: it chooses whether to resolve it."""
    game = falling(action=("reorient",)).expect("menu", side=1).end()
    assert game.match.state.turn == 2 and not game.events("rolled")[2:]


def test_the_captor_may_withdraw_with_its_prize() -> None:
    """v1.2.4 States > Captured: a Withdraw declared by the first owner takes the ship out for the captor."""
    game = falling(action=("withdraw",)).resolve().faces([2, 2, 5])
    assert (game.model("b").place, game.model("b").side) == ("withdrawn", 1)


def test_what_worked_at_its_declaration_stays() -> None:
    """R43: a Station Keep declared before the firefight binds the captor."""
    game = falling({"speed": 4}, action=("station keep",)).expect("menu", side=1)
    assert (game.room.min_move, game.room.forward) == (0, 1)
    game.end()


# --- Captured ship ---
def test_a_captured_ship_has_fire_control_one() -> None:
    """v1.2.4 States > Captured: Fire Control 1, and it attacks its former friends (R78)."""
    game = stage_captured(
        {"weapons": [gun(ac=3, count=2)], "sensors": [6]}, ship("Foe", 0, (24, 28), 180, activated=True)
    )
    game.begin("b").expect_refused(["attack", ["a1"], "e"], "enemy")
    game.attack("a1", "foe").faces([1, 2, 3]).expect_refused(["attack", ["a2"], "foe"], "No Fire Control")


def test_fire_control_is_limited_in_the_activation_of_the_capture() -> None:
    """v1.2.4 States > Captured: at once."""
    game = falling({"weapons": [gun(ac=3, count=2)], "sensors": [6]}, ship("Foe", 0, (24, 28), 180, activated=True))
    game.attack("a1", "foe").faces([1, 2, 3]).expect_refused(["attack", ["a2"], "foe"], "No Fire Control")


@pytest.mark.parametrize("action", ["damage control", "withdraw"])
def test_actions_that_are_left(action: str) -> None:
    """v1.2.4 States > Captured: Damage Control and Withdraw (R43)."""
    stage_captured().activate("b").expect_allowed(["declare", action, 0])


@pytest.mark.parametrize("action", ["board", "reorient", "station keep", "hard burn", "evade", "purge airlocks"])
def test_actions_that_are_forbidden(action: str) -> None:
    """v1.2.4 States > Captured: nothing else."""
    game = stage_captured()
    game.activate("b").expect_refused(["declare", action, 0], "Captured")


def test_captured_and_crippled() -> None:
    """R40: several limits leave the lower of the printed rating and 1; the actions are the same two."""
    game = stage_captured({"structure_left": 0, "weapons": [gun(ac=3, count=2)], "sensors": [6]},
                ship("Foe", 0, (24, 28), 180, activated=True))  # fmt: skip
    game.activate("b").expect_refused(["declare", "reorient", 0])
    game.declare("none").attack("a1", "foe").faces([1, 2, 3]).expect_refused(["attack", ["a2"], "foe"], "Fire Control")


def test_captured_survives_the_end_phase() -> None:
    """v1.2.4 States > Captured: it lasts the game."""
    game = stage_captured().begin("b").end().begin("mate").end().begin("e").end().begin("f").end()
    assert game.match.state.turn == 2
    assert game.model("b").states == {"captured": 1}


# --- Cargo and squadrons aboard ---
def test_embarked_squadrons_are_put_out() -> None:
    """R47: embarked models that the captor does not control are put on the table as from a dead ship."""
    game = falling({"traits": ["Hangers:2"]}, squadron("S", 0, (0, 0), embarked_in="b"))
    game.expect("unload", side=0).expect_refused(["place", 24, 20, 0], 'within 1"')
    game.answer("place", 24, 18.9, 0).expect("menu", side=1)
    s = game.model("s")
    assert (s.is_on_table, s.side, game.at("s")) == (True, 0, (24, 18.9, 0))


def test_an_escort_is_released() -> None:
    """R74: the new side is an enemy. The squadron stays, free, and is eligible from the next turn."""
    game = falling({"traits": ["CAP"]}, squadron("S", 0, (24, 18), escorting="b"))
    s = game.model("s")
    assert (s.is_on_table, s.is_escorting, s.host, s.activated, game.at("s")[:2]) == (True, False, "", True, (24, 18))


def test_an_assailant_is_released() -> None:
    """R74: an assailant of an enemy hull is now at a friendly one."""
    game = stage(
        ship("B", 0, (24, 16), **STILL, marines=[2, 1], ratings={"marines": 1}),
        squadron("S", 1, (24, 18), squadron_type="exo-armor", assaulting="b"),
        ship("E", 1, (24, 40), 180, activated=True), ship("Mate", 0, (4, 4), activated=True),
    )  # fmt: skip
    game.model("b").states["boarded"] = 4
    game.expect("assault", side=1).pick("hold").declare().pick("defend").pick("engage")
    game.faces(miss(2)).faces(TAKEN).expect("menu", side=1)
    assert (game.model("s").is_assaulting, game.model("s").is_on_table) == (False, True)


# --- Score ---
def test_the_captor_scores_half_again() -> None:
    """v1.2.4 Scenarios > Victory Points: 1.5 times its TV for the captor, nothing for its owner."""
    game = stage_captured()
    state = game.match.state
    assert (victory_points(state, 0), victory_points(state, 1)) == (40, 50 + 60)


@pytest.mark.parametrize(("traits", "points"), [(["Renowned"], 72), (["Renowned:2"], 84)])
def test_a_renowned_prize_is_worth_more(traits: list[str], points: int) -> None:
    """v1.2.4 Traits > Renowned: 30 % of its TV for each instance on top (R66)."""
    assert victory_points(stage_captured({"traits": traits}).match.state, 1) == 50 + points


def test_a_crippled_prize_is_worth_nothing() -> None:
    """R79: Captured and Crippled is 0."""
    assert victory_points(stage_captured({"structure_left": 0}).match.state, 1) == 50


def test_a_destroyed_prize_is_worth_nothing() -> None:
    """v1.2.4 States > Destroyed: 0, to both."""
    game = stage_captured()
    game.model("b").place = "destroyed"
    assert (victory_points(game.match.state, 0), victory_points(game.match.state, 1)) == (40, 50)


def test_a_prize_that_withdraws_is_worth_three_quarters() -> None:
    """R79: multipliers multiply: 1.5 times 0.5, for the captor."""
    game = stage_captured()
    game.begin("b", "withdraw").resolve().faces([2, 2, 5])
    assert game.model("b").place == "withdrawn"
    assert victory_points(game.match.state, 1) == 50 + 30


# --- Retaking ---
def test_the_first_owner_boards_it_again() -> None:
    """v1.2.4 States > Captured: by a Board of its first owner; the captor's Point Defense fires at the crossing."""
    game = stage_captured(None, ship("C", 0, (24, 12), 0, **STILL, marines=[3, 2, 1]), activated=True)
    game.begin("e").end().begin("c", "board").resolve().pick("commit", 2).expect("faces", side=1).faces(miss(4))
    assert game.model("b").states == {"captured": 1, "boarded": 2}


def test_the_captor_does_not_board_its_prize() -> None:
    """R46: defenders are never reinforced."""
    game = stage_captured(None, ship("C", 1, (24, 12), 0, **STILL, marines=[3, 2, 1]), activated=True)
    game.begin("c", "board").expect_refused(["resolve"], "No enemy ship")


def test_recapture_ends_the_state() -> None:
    """R47: recapture by the first owner: Fire Control, actions and score are as before."""
    game = stage_captured({"weapons": [gun(ac=3, count=2)]})
    game.model("b").states["boarded"] = 3
    game.begin("b").expect("firefight", side=1).pick("defend").expect("firefight", side=0).pick("engage")
    game.faces(miss(2)).faces([4, 4, 1]).expect("menu", side=0)
    b = game.model("b")
    assert (b.side, b.states, b.rating("marines")) == (0, {}, 2)
    assert [victory_points(game.match.state, side) for side in (0, 1)] == [80, 50]


def test_boarders_of_the_captor_retake_it_a_third_time() -> None:
    """v1.2.4 States > Captured: captured, recaptured, captured. The last captor holds it."""
    game = stage_captured()
    game.model("b").states["boarded"] = 2
    game.begin("b").pick("defend").pick("engage").faces(miss(2)).faces([4, 4]).expect("menu", side=0).end()
    game.begin("mate").end().begin("e").end().begin("f").end()
    assert (game.match.state.turn, game.model("b").side, game.rating("b", "marines")) == (2, 0, 2)
    game.model("b").states["boarded"] = 4
    game.begin("e").end().begin("b").pick("defend").pick("engage").faces(miss(2)).faces(TAKEN).expect("menu", side=1)
    assert (game.model("b").side, game.model("b").states) == (1, {"captured": 1})


def test_a_boarded_ship_that_withdraws_takes_the_boarders_along() -> None:
    """R46: boarders aboard a ship that leaves are lost; it is no prize."""
    game = stage(
        ship("B", 0, (24, 16), **STILL, marines=[2, 1]), ship("E", 1, (24, 40), 180, activated=True),
        ship("Mate", 0, (4, 4), activated=True),
    )  # fmt: skip
    game.model("b").states["boarded"] = 2
    game.begin("b", "withdraw").pick("defend").pick("engage").faces(miss(2)).faces(miss(2)).resolve().faces([2, 2, 5])
    assert (game.model("b").side, game.model("b").place) == (0, "withdrawn")
    assert [victory_points(game.match.state, side) for side in (0, 1)] == [60, 40]
    assert not game.events("captured")


def test_a_boarded_ship_that_is_shot_down_is_no_prize() -> None:
    """R46: boarders aboard a destroyed ship are lost, even if its last Marines die with it."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=4)], **STILL),
        ship("B", 1, (24, 16), 180, **STILL, marines=[1], structure_left=1, activated=True),
        ship("C", 1, (44, 44), **STILL),
    )
    game.model("b").states["boarded"] = 2
    game.begin("a").attack("a1", "b").faces([3, 3, 3, 1]).faces([6]).expect("menu", side=0)
    assert (game.model("b").place, game.model("b").side, game.events("captured")) == ("destroyed", 1, [])


def test_its_cargo_is_known_to_the_captor_alone() -> None:
    """R47: cargo stays aboard. The controller sees it, and the owner doesn't know the rest."""
    game = stage_captured(None, ship("C", 0, (4, 4), **STILL))
    game.model("b").cargo = ("Marines",)
    prize = game.model("b")
    captor = prize.side
    assert prize.owner != captor
    seen = [game.match.view(side).models["b"].cargo for side in (captor, 1 - captor)]
    assert seen == [("Marines",), ()]
