"""Tests of firefights aboard a Boarded ship, and of Purge Airlocks.

v1.2.4 Action > Board > Boarded, Purge Airlocks; R6, R9, R36, R46, R65.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from jovian.match import Match
from jovian.match.saves import from_data, to_data
from tests.match.reachable import content
from tests.rules.fights import counts, knowledge, miss, triple
from tests.rules.stage import Cast, Staged, gun, printed, ship, stage

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
ALIKE = {0: [1, 2, 3, 4], 1: [2, 2, 3, 4], 2: [2, 2, 2, 4], 3: [2, 2, 2, 2]}
"""Four dice of N, D, T and Q+."""


def aboard(count: int, own: Any = None, *more: Cast, action: tuple[Any, ...] = ("none",)) -> Staged:
    """Return a game with B of side 0, 4 Marines, and boarders of side 1 aboard. It has declared this action."""
    fields = {**STILL, "marines": [4, 3, 2, 1], **(own or {})}
    game = stage(ship("B", 0, (24, 16), **fields), ship("E", 1, (24, 40), 180, activated=True), *more)
    game.model("b").states["boarded"] = count
    return game.begin("b", *action)


def orders(game: Staged, defender: str, attacker: str) -> Staged:
    """Answer both secret orders, the defender's first."""
    return game.expect("firefight", side=0).pick(defender).expect("firefight", side=1).pick(attacker)


def remaining_crews(game: Staged) -> tuple[int, int]:
    """Return the Marines and boarders of B."""
    return game.rating("b", "marines"), game.model("b").states.get("boarded", 0)


# --- Time ---
def test_the_firefight_comes_before_everything_but_the_declaration() -> None:
    """v1.2.4 Action > Board > Boarded: at the start of the activation; States > Captured: the action stands by then."""
    fields = {**STILL, "marines": [2, 1]}
    game = stage(ship("B", 0, (24, 16), **fields), ship("E", 1, (24, 40), 180, activated=True))
    game.model("b").states["boarded"] = 1
    game.activate("b").expect("declare", side=0).declare("reorient").expect("firefight")
    orders(game, "defend", "engage").faces(miss(2)).faces(miss(2)).expect("menu", side=0)
    assert (game.act.action, game.act.resolved) == ("reorient", False)


def test_one_firefight_an_activation() -> None:
    """v1.2.4 Action > Board > Boarded: once, at its start; the boarders stay for the next."""
    game = orders(aboard(4), "engage", "engage").faces(miss(4)).faces(miss(4)).expect("menu", side=0).end()
    assert remaining_crews(game) == (4, 4)
    assert game.match.state.turn == 2
    game.begin("b").expect("firefight")
    orders(game, "engage", "engage").faces(miss(4)).faces(miss(4)).expect("menu")


def test_no_firefight_without_boarders() -> None:
    """v1.2.4 Action > Board > Boarded: only on a Boarded ship."""
    stage(ship("B", 0, (24, 16), marines=[2, 1], **STILL), ship("E", 1, (24, 40), 180)).begin("b").expect("menu")


def test_a_ship_found_without_marines_changes_hands_without_a_firefight() -> None:
    """R46, R47: its last Marines were lost before. The boarders become its Marines without a fight."""
    game = aboard(2, {"ratings": {"marines": 0}}).expect("menu", side=1)
    assert remaining_crews(game) == (2, 0) and len(game.events("captured")) == 1


def test_boarders_outlive_the_ship_that_sent_them() -> None:
    """v1.2.4 Action > Board > Boarded: the end of the boarding ship is no cancellation."""
    sender = ship("A", 0, (24, 12), **STILL, marines=[3, 2, 1], structure_left=1)
    game = stage(
        sender,
        ship("B", 1, (24, 16), 180, **STILL, marines=[2, 1], defense=[1], ratings={"defense": 0}, weapons=[gun(ac=4)]),
        ship("Own", 0, (4, 4), **STILL),
    )
    game.begin("a", "board").resolve().pick("commit", 2).end()
    game.begin("b").expect("firefight", side=1).pick("defend").expect("firefight", side=0).pick("sabotage")
    game.faces(miss(2)).expect("menu", side=1)
    game.attack("a1", "a").faces([1, 1, 1, 2, 3]).faces([6]).end()
    assert game.model("a").place == "destroyed"
    game.begin("own").end().begin("own").end().begin("b").expect("firefight", side=1).pick("engage")
    game.expect("firefight", side=0).pick("engage").faces(miss(2)).faces(miss(2)).end()


# --- Orders ---
def test_each_side_has_its_own_orders() -> None:
    """v1.2.4 Action > Board > Boarded: Defend is for the marines, Sabotage for the boarders."""
    game = aboard(3).expect("firefight", side=0)
    assert game.offered() == [["engage"], ["defend"]]
    game.expect_refused(["sabotage"])
    game.pick("defend").expect("firefight", side=1)
    assert game.offered() == [["engage"], ["sabotage"]]
    game.expect_refused(["defend"])
    game.pick("sabotage").faces(miss(3)).expect("menu")


def test_both_orders_are_revealed_together() -> None:
    """R36: hidden, then revealed at once, before any dice."""
    game = aboard(3).pick("defend")
    assert not game.events("plans")
    game.pick("engage").expect("faces")
    event = game.last("plans")
    assert event["window"] == "boarding"
    assert [(plan["side"], plan["order"], plan["dice"]) for plan in event["plans"]] == [
        (0, "defend", 4), (1, "engage", 3)
    ]  # fmt: skip
    game.faces(miss(4)).faces(miss(3))


def test_the_boarders_see_nothing_of_the_marines_order() -> None:
    """R36: view, decision, and private games don't change with the sealed order."""
    shown = []
    for order in ("engage", "defend"):
        game = aboard(3).pick(order)
        shown.append((knowledge(game.match, 1), content(game.match.view(0))))
        assert order not in json.dumps([e for e in game.match.events.to_json() if e["seen_by"] in ("both", 1)])
        game.pick("engage").faces(miss(4)).faces(miss(3))
    assert len({repr(view) for view in shown}) == 1


def test_a_look_ahead_of_the_boarders_is_the_same_for_both_orders() -> None:
    """R36: in the private game of the boarders' side, the Marines have the default order, not the real one."""
    ahead = []
    for order in ("engage", "defend"):
        game = aboard(3).pick(order)
        trial = game.match.view(1).trial
        assert trial is not None
        match: Match = trial(b"key")
        match.answer(["engage"])
        ahead.append(match.state.digest())
        game.pick("engage").faces(miss(4)).faces(miss(3))
    assert ahead[0] == ahead[1]


def test_saved_between_the_orders_and_resumed() -> None:
    """R36: a save in the middle of the orders resumes with the second of them."""
    game = stage(
        ship("A", 0, (24, 12), **STILL, marines=[3, 2, 1]),
        ship("B", 1, (24, 16), 180, **STILL, marines=[2, 1], defense=[1], ratings={"defense": 0}),
    )
    game.begin("a", "board").resolve().pick("commit", 3).end().begin("b").expect("firefight", side=1).pick("defend")
    again = from_data(json.loads(json.dumps(to_data(game.match))), "fight")
    assert again.state.digest() == game.match.state.digest()
    assert again.decision is not None and again.decision.question() == game.asked.question()
    for choice in (["engage"], ["faces", [3, 3], [], []], ["faces", [4, 4, 1], [], []]):
        game.answer(*choice)
        again.answer(choice)
    assert again.state.digest() == game.match.state.digest()
    assert (game.rating("b", "marines"), game.model("b").states) == (1, {"boarded": 3})


# --- Engage and engage ---
@pytest.mark.parametrize(("steps", "lost"), [(0, 0), (1, 1), (2, 2), (3, 4)])
def test_losses_of_the_boarders(steps: int, lost: int) -> None:
    """v1.2.4 Action > Board > Boarded, Engage: D 1, T 2, Q+ all of the Boarders."""
    game = orders(aboard(4), "engage", "engage")
    game.expect("faces", side=0).faces(ALIKE[steps]).expect("faces", side=1).faces(miss(4)).expect("menu", side=0)
    assert remaining_crews(game) == (4, 4 - lost)


@pytest.mark.parametrize(("steps", "lost"), [(0, 0), (1, 1), (2, 2)])
def test_losses_of_the_marines(steps: int, lost: int) -> None:
    """v1.2.4 Action > Board > Boarded, Engage: likewise of the Marines, from the card."""
    game = orders(aboard(4), "engage", "engage").faces(miss(4)).faces(ALIKE[steps]).expect("menu", side=0)
    assert remaining_crews(game) == (4 - lost, 4)


def test_a_quadruple_wipes_the_marines_out() -> None:
    """v1.2.4 Action > Board > Boarded: Q+ reduces to 0, however many they were; the ship is Captured."""
    game = orders(aboard(4), "engage", "engage").faces(miss(4)).faces(ALIKE[3]).expect("menu", side=1)
    assert game.model("b").side == 1
    assert game.rating("b", "marines") == 4


def test_several_sets_of_a_firefight_add_up() -> None:
    """R46: a double and a triple of one roll."""
    game = orders(aboard(5), "engage", "engage").faces(miss(4)).faces([1, 1, 5, 5, 5]).expect("menu", side=0)
    assert remaining_crews(game) == (1, 5)


def test_both_sides_lose_at_once() -> None:
    """R46: simultaneous: the losses fight with all their dice."""
    game = orders(aboard(4), "engage", "engage").faces(ALIKE[2])
    assert counts(game) == (4, 0, 0)
    game.faces(ALIKE[2]).expect("menu", side=0)
    assert remaining_crews(game) == (2, 2)


def test_both_at_zero_is_no_capture() -> None:
    """R46: both at 0: not captured, and no longer Boarded."""
    game = orders(aboard(4), "engage", "engage").faces(ALIKE[3]).faces(ALIKE[3]).expect("menu", side=0)
    assert (game.model("b").side, game.model("b").states, game.rating("b", "marines")) == (0, {}, 0)
    assert not game.events("captured")


def test_a_single_marine_rolls_two_dice() -> None:
    """R6: a pool below two base dice is two dice."""
    game = orders(aboard(1, {"ratings": {"marines": 1}}), "engage", "engage")
    assert counts(game) == (2, 0, 0)
    game.faces(miss(2))
    assert counts(game) == (2, 0, 0)
    game.faces(miss(2)).expect("menu")


def test_boarders_wiped_out_end_the_state() -> None:
    """v1.2.4 Action > Board > Boarded: Cancellation: Boarders 0; then the ship may Board again."""
    game = orders(aboard(2), "engage", "engage").faces(ALIKE[3]).faces(miss(2)).end()
    assert "boarded" not in game.model("b").states
    game.activate("b").expect_allowed(["declare", "board", 0]).declare("board").expect("menu")


def test_the_boarding_of_the_valiant() -> None:
    """v1.2.4 Action > Board > Boarded, the Valiant: 3 Boarders against 2 Marines; 3d6, a D leaves 1 Marine."""
    game = stage(
        printed("jovian/valiant", 0, (24, 16), ratings={"marines": 2}),
        ship("Dave", 1, (24, 40), 180, activated=True),
    )
    game.model("valiant").states["boarded"] = 3
    orders(game.begin("valiant"), "engage", "engage").faces([2, 5])
    assert counts(game) == (3, 0, 0)
    game.faces([4, 4, 1]).expect("menu", side=0)
    assert (game.rating("valiant", "marines"), game.model("valiant").states) == (1, {"boarded": 3})


# --- Defend against engage ---
@pytest.mark.parametrize(("steps", "lost"), [(1, 0), (2, 1), (3, 2)])
def test_defenders_diminish_their_own_roll(steps: int, lost: int) -> None:
    """v1.2.4 Action > Board > Boarded, Engage against Defend: both roll, the defender's result is Diminished."""
    game = orders(aboard(4), "defend", "engage").expect("faces", side=0).faces(ALIKE[steps])
    game.expect("faces", side=1).faces(ALIKE[1]).expect("menu", side=0)
    assert remaining_crews(game) == (3, 4 - lost)


def test_defending_does_not_blunt_the_engaging_boarders() -> None:
    """v1.2.4 Action > Board > Boarded, Engage against Defend: two unopposed rolls."""
    game = orders(aboard(4), "defend", "engage").faces(ALIKE[3]).faces(ALIKE[2]).expect("menu", side=0)
    assert remaining_crews(game) == (2, 2)


def test_every_set_of_a_defender_is_diminished() -> None:
    """R7: a Diminish acts on all sets."""
    game = orders(aboard(4, {"marines": [5, 4, 3, 2, 1]}), "defend", "engage").faces([1, 1, 6, 6, 6]).faces(miss(4))
    assert remaining_crews(game) == (5, 3)


# --- Engage against sabotage ---
def test_sabotage_against_engage_is_unopposed() -> None:
    """v1.2.4 Action > Board > Boarded: Engage as above; at the same time dice by the Boarders, Precise damage."""
    game = orders(aboard(4, {"traits": ["Hangers:2"]}), "engage", "sabotage")
    game.expect("faces", side=0).faces(ALIKE[2])
    assert counts(game) == (4, 0, 0)
    game.expect("faces", side=1).faces(ALIKE[1]).expect("critical", side=1).pick("system", "Hangers")
    assert game.kind == "menu"
    assert remaining_crews(game) == (4, 2)
    assert game.model("b").marks["Hangers"] == 1


def test_saboteurs_who_fall_strike_all_the_same() -> None:
    """R46: simultaneous."""
    game = orders(aboard(3), "engage", "sabotage").faces(ALIKE[3]).faces([5, 5, 1]).pick("damage", "defense")
    assert remaining_crews(game) == (4, 0)
    assert game.rating("b", "defense") == 2


@pytest.mark.parametrize("track", ["defense", "sensors", "thrusters"])
def test_a_double_of_saboteurs_goes_where_they_choose(track: str) -> None:
    """v1.2.4 Traits > Precise: D: any of the three ratings, or a System Trait, whatever its value."""
    game = orders(aboard(3, {"traits": ["Catapult"]}), "engage", "sabotage").faces(miss(4)).faces([6, 6, 1])
    assert ["system", "Catapult"] in game.offered()
    before = game.rating("b", track)
    game.pick("damage", track).expect("menu", side=0)
    assert game.rating("b", track) == before - 1


def test_a_triple_of_saboteurs_is_structure_and_a_critical() -> None:
    """v1.2.4 Traits > Precise: T+ is unchanged, weapons break on a 4+."""
    game = orders(aboard(3, {"weapons": [gun(ac=3)]}), "engage", "sabotage").faces(miss(4)).faces([6, 6, 6])
    game.expect("critical", side=1).pick("weapon", "a1").faces([4]).expect("menu", side=0)
    assert (game.rating("b", "structure"), game.model("b").damaged) == (2, ("a1",))


def test_sabotage_may_sink_the_ship() -> None:
    """v1.2.4 Damage: Structure as by any attack; with the ship its boarders are lost (R46)."""
    game = orders(aboard(3, {"structure_left": 1, "ratings": {"defense": 0}}), "engage", "sabotage")
    game.faces(miss(4)).faces([6, 6, 6]).faces([5])
    assert game.model("b").place == "destroyed"
    assert not game.events("captured")


# --- Defend against sabotage ---
@pytest.mark.parametrize(
    ("attack", "defense", "harm"),
    [(triple(3, 6), miss(4), 2), (triple(3, 6), ALIKE[1], 1), (triple(3, 6), ALIKE[2], 0)],
)
def test_sabotage_against_defend_is_opposed(attack: list[int], defense: list[int], harm: int) -> None:
    """v1.2.4 Action > Board > Boarded: an Opposed Roll with the boarders as Primary. The rest is Precise damage."""
    game = orders(aboard(3), "defend", "sabotage").expect("faces", side=1).faces(attack)
    game.expect("faces", side=0)
    assert counts(game) == (4, 0, 0)
    game.faces(defense)
    if harm:
        game.expect("critical", side=1).pick("damage", "sensors")
    assert game.kind == "menu"
    assert game.rating("b", "structure") == (2 if harm == 2 else 3)
    assert game.rating("b", "sensors") == (1 if harm else 2)
    assert remaining_crews(game) == (4, 3)


def test_sabotage_that_fails_needs_no_answer() -> None:
    """R8: without a result there is nothing to reduce."""
    game = orders(aboard(3), "defend", "sabotage").faces(miss(3)).expect("menu", side=0)
    assert remaining_crews(game) == (4, 3)


# --- Purge Airlocks ---
def purge(faces: list[int], count: int = 4, own: Any = None) -> Staged:
    """Play Purge Airlocks with this skill test, after a firefight without losses."""
    game = orders(aboard(count, own, action=("purge airlocks",)), "engage", "engage")
    return game.faces(miss(4)).faces(miss(count)).resolve().expect("faces", side=0).faces(faces)


@pytest.mark.parametrize(
    ("faces", "marines", "others"),
    [([1, 2, 3], 2, 2), ([3, 3, 1], 4, 2), ([3, 3, 3], 4, 0)],
)
def test_purge_by_the_skill_test(faces: list[int], marines: int, others: int) -> None:
    """v1.2.4 Action > Purge Airlocks: N halves both, D the Boarders, T+ removes all Boarders."""
    game = purge(faces).expect("menu", side=0)
    assert remaining_crews(game) == (marines, others)
    assert ("boarded" in game.model("b").states) == bool(others)


def test_purge_with_a_quadruple() -> None:
    """v1.2.4 Action > Purge Airlocks: T+ means Q+ too."""
    assert remaining_crews(purge([2, 2, 2, 2], own={"skill": 4})) == (4, 0)


def test_halves_round_up() -> None:
    """R9: of five boarders three are left, of three marines two."""
    own = {"marines": [3, 2, 1]}
    game = orders(aboard(5, own, action=("purge airlocks",)), "engage", "engage")
    game.faces(miss(3)).faces(miss(5)).resolve().faces([1, 2, 3])
    assert remaining_crews(game) == (2, 3)


def test_a_last_marine_and_a_last_boarder_stay() -> None:
    """R9: half of one is one."""
    own = {"ratings": {"marines": 1}}
    game = orders(aboard(1, own, action=("purge airlocks",)), "engage", "engage")
    game.faces(miss(2)).faces(miss(2)).resolve().faces([1, 2, 3]).expect("menu", side=0)
    assert remaining_crews(game) == (1, 1)


def test_purge_needs_boarders() -> None:
    """v1.2.4 Action > Purge Airlocks: only a Boarded ship."""
    game = stage(ship("B", 0, (24, 16), marines=[2, 1], **STILL), ship("E", 1, (24, 40), 180)).activate("b")
    game.expect_refused(["declare", "purge airlocks", 0], "No boarders")


def test_purge_is_refused_once_the_boarders_are_dead() -> None:
    """R42: the state is required when it is resolved as well; the action is wasted."""
    game = orders(aboard(2, action=("purge airlocks",)), "engage", "engage").faces(ALIKE[3]).faces(miss(2))
    game.expect_refused(["resolve"], "No boarders")


def test_purge_works_when_it_is_resolved() -> None:
    """R43: not at its declaration: the firefight comes first."""
    game = aboard(4, action=("purge airlocks",)).expect("firefight")
    assert remaining_crews(game) == (4, 4)
    orders(game, "engage", "engage").faces(miss(4)).faces(miss(4)).move(1).resolve().faces([3, 3, 3]).end()
