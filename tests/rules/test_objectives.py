"""Tests of objectives: what they count, for which side, and when (v1.2.4 Scenarios > Objective Points, R80)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.game import TABLE
from tests.rules.fights import FAR, OWN, counts, miss, plan, throw
from tests.rules.stage import Staged, drone, gun, rock, settled, ship, squadron, stage

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
POD = "Escape Pod"


def play_last_turn(*objectives: dict[str, Any], prepare: Any = None, turn: int = 7, **scenario: Any) -> Staged:
    """Play the last turn of 2 ships of 40 TV and 2 idle squadrons. `prepare` changes the state before its end."""
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL),
        squadron("S", 0, (30, 6), activated=True), squadron("T", 1, (30, 42), activated=True),
        turn=turn, objectives=list(objectives), **scenario,
    )  # fmt: skip
    if prepare is not None:
        prepare(game)
    return game.idle("a").idle("d")


def points(game: Staged) -> tuple[float, float]:
    """Return the Objective Points of both sides."""
    (first, _), (second, _) = game.match.state.scores
    return first, second


def counting(kind: str, count: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": kind, "points": 3, "count": count, **more}


def carry(**loads: int) -> Any:
    """Return a change that gives models this number of pods."""

    def prepare(game: Staged) -> None:
        for name, number in loads.items():
            game.model(name).loads = ((POD, number),)

    return prepare


PODS = {"of": "tokens", "token": POD}
TOKENS = [{"name": POD, "on_captured": 2}]


@pytest.mark.parametrize(("loads", "earned"), [((2, 1), (3, 0)), ((1, 2), (0, 3)), ((1, 1), (0, 0)), ((0, 0), (0, 0))])
def test_the_most_scores_and_a_tie_nobody(loads: tuple[int, int], earned: tuple[int, int]) -> None:
    game = play_last_turn(counting("most", PODS), prepare=carry(a=loads[0], d=loads[1]), tokens=TOKENS)
    assert points(game) == earned


@pytest.mark.parametrize(("gone", "earned"), [((), (0, 0)), (("s",), (0, 3)), (("s", "t"), (0, 0))])
def test_the_fewest_score_and_a_tie_nobody(gone: tuple[str, ...], earned: tuple[int, int]) -> None:
    def prepare(game: Staged) -> None:
        for name in gone:
            game.model(name).place = "withdrawn"

    count = {"of": "models", "fate": ["withdrawn"]}
    assert points(play_last_turn(counting("least", count), prepare=prepare)) == earned


def test_drones_are_not_counted_as_models() -> None:
    """v1.2.4 Scenarios > Fleet Engagement: withdrawn drones cost their side nothing, and score nothing."""
    count = {"of": "models", "fate": ["withdrawn"]}
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL), drone("U", 0, (30, 6), activated=True),
        squadron("T", 1, (30, 42), activated=True), turn=7, objectives=[counting("least", count)],
    )  # fmt: skip
    game.model("u").place = game.model("t").place = "withdrawn"
    assert points(game.idle("a").idle("d")) == (3, 0)


@pytest.mark.parametrize(
    ("fate", "counted"),
    [("captured", (1, 0)), ("withdrawn", (0, 0)), ("destroyed", (0, 0)), ("crippled", (0, 0))],
)
def test_a_prize_counts_as_captured_for_its_captor(fate: str, counted: tuple[int, int]) -> None:
    """R78: the ship of side 1 that side 0 has captured."""
    count = {"of": "models", "fate": [fate]}

    def take(game: Staged) -> None:
        game.model("d").side = 0

    game = play_last_turn_of_prize(counting("each", count), take)
    assert points(game) == (3 * counted[0], 3 * counted[1])


def test_a_prize_that_is_destroyed_is_no_longer_captured_or_crippled() -> None:
    lines = [counting("each", {"of": "models", "fate": [fate]}) for fate in ("captured", "crippled", "destroyed")]

    def lose(game: Staged) -> None:
        game.model("d").side, game.model("d").place = 0, "destroyed"
        game.model("d").states = {"captured": 1, "crippled": 1}

    assert points(play_last_turn_of_prize(lines[0], lose)) == (0, 0)
    assert points(play_last_turn_of_prize(lines[1], lose)) == (0, 0)
    assert points(play_last_turn_of_prize(lines[2], lose)) == (3, 0)


def play_last_turn_of_prize(objective: dict[str, Any], prepare: Any) -> Staged:
    """Play turn 7 with another ship of side 1 left, so that D may change hands or leave."""
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL, activated=True),
        ship("E", 1, (30, 42), 180, **STILL), turn=7, objectives=[objective],
    )  # fmt: skip
    prepare(game)
    return game.idle("a").idle("e")


@pytest.mark.parametrize(("number", "earned"), [(4, 0), (5, 3), (9, 3), (10, 7)])
def test_steps_of_a_ladder_add_up(number: int, earned: int) -> None:
    ladder = (counting("at_least", PODS, amount=5), counting("at_least", PODS, amount=10) | {"points": 4})
    assert points(play_last_turn(*ladder, prepare=carry(a=number), tokens=TOKENS)) == (earned, 0)


def test_each_one_scores() -> None:
    bearers = {"of": "bearers", "token": POD, "on": "capital"}
    game = play_last_turn(counting("each", bearers), prepare=carry(a=4, d=1, s=2), tokens=TOKENS)
    assert points(game) == (3, 3)
    assert points(play_last_turn(counting("each", PODS), prepare=carry(a=2, s=1), tokens=TOKENS)) == (9, 0)


def test_where_a_token_is_counts() -> None:
    """The objective names the kind of model, and the required and excluded states."""
    ships = PODS | {"on": "capital"}
    assert points(play_last_turn(counting("most", ships), prepare=carry(a=1, t=9), tokens=TOKENS)) == (3, 0)

    def flee(game: Staged) -> None:
        carry(s=1, t=1)(game)
        game.model("s").place = "withdrawn"

    gone, left = PODS | {"fate": ["withdrawn"]}, PODS | {"without": ["withdrawn"]}
    assert points(play_last_turn(counting("most", gone), prepare=flee, tokens=TOKENS)) == (3, 0)
    assert points(play_last_turn(counting("most", left), prepare=flee, tokens=TOKENS)) == (0, 3)


def test_tokens_of_a_captured_ship_are_its_captors_and_may_count_twice() -> None:
    """v1.2.4 Scenarios > Break the Truce > Captured Escape Pods; R78."""

    def capture(game: Staged) -> None:
        carry(a=2, d=3)(game)
        game.model("a").side = 1

    game = stage(
        ship("A", 0, (10, 6), **STILL, activated=True), ship("B", 0, (20, 6), **STILL),
        ship("D", 1, (10, 42), 180, **STILL), turn=7, tokens=TOKENS, objectives=[counting("each", PODS)],
    )  # fmt: skip
    capture(game)
    assert points(game.idle("b").idle("d")) == (0, 3 * (3 + 2 * 2))


FORCE = {"of": "force", "whose": "enemy", "fate": ["destroyed", "crippled", "captured"]}


@pytest.mark.parametrize(("percent", "earned"), [(31, 0), (30, 3)])
def test_a_share_of_the_force_by_full_threat_value(percent: int, earned: int) -> None:
    """v1.2.4 Scenarios > Ambush: models count at their full value; 30 of 100 TV are lost."""
    cast = (
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL, tv=70),
        squadron("T", 1, (30, 42), tv=30, activated=True),
    )  # fmt: skip
    game = stage(*cast, turn=7, objectives=[counting("at_least", FORCE, amount=percent, role="attacker")])
    game.model("t").place = "destroyed"
    assert points(game.idle("a").idle("d")) == (earned, 0)


@pytest.mark.parametrize(("initiative", "earned"), [(0, (3, 0)), (1, (0, 0))])
def test_only_the_role_that_it_is_for_earns_it(initiative: int, earned: tuple[int, int]) -> None:
    objective = counting("most", PODS, role="attacker")
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL), turn=7, initiative=initiative,
        objectives=[objective], tokens=TOKENS,
    )  # fmt: skip
    carry(a=1)(game)
    for name in ("a", "d") if initiative == 0 else ("d", "a"):
        game.idle(name)
    assert points(game) == earned


def test_what_is_counted_in_an_earlier_turn_stands() -> None:
    """Counted in the End Phase of turn 6. Later changes don't matter."""
    game = play_last_turn(counting("most", PODS, turn=6), prepare=carry(a=1), turn=6, tokens=TOKENS)
    assert not game.match.over
    (note,) = (event for event in game.match.events.to_json() if event["type"] == "noted")
    assert note["note"] == [3, 0, 100, 0] and "objective points" in note["said"]
    game.model("a").loads = ()
    while not game.match.over:
        game.pick(*game.asked.default().to_json())
    assert points(game) == (3, 0)


def test_a_game_that_ends_before_its_turn_counts_it_as_it_stands() -> None:
    def prepare(game: Staged) -> None:
        carry(a=1)(game)
        game.model("d").place = game.model("t").place = "withdrawn"

    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL), squadron("T", 1, (30, 42)), turn=2,
        objectives=[counting("most", PODS, turn=5)], tokens=TOKENS,
    )  # fmt: skip
    prepare(game)
    game.idle("a")
    assert game.match.over and points(game) == (3, 0)


def test_the_game_ends_early_once_a_side_has_enough() -> None:
    ending = {"early_end": [{"count": PODS, "amount": 3, "role": "defender"}], "tokens": TOKENS}
    for number, over in ((2, False), (3, True)):
        game = play_last_turn(counting("each", PODS), prepare=carry(d=number), turn=2, **ending)
        assert game.match.over is over
    assert not play_last_turn(counting("each", PODS), prepare=carry(a=9), turn=2, **ending).match.over


@pytest.mark.parametrize("name", ["a", "d"])
def test_without_a_role_either_side_ends_the_game(name: str) -> None:
    ending = {"early_end": [{"count": PODS, "amount": 3}], "tokens": TOKENS}
    assert play_last_turn(counting("each", PODS), prepare=carry(**{name: 3}), turn=2, **ending).match.over


def test_a_squadron_hands_its_tokens_over_as_it_lands() -> None:
    """v1.2.4 Scenarios > Break the Truce > Transfer Escape Pods."""
    game = stage(
        ship("C", 0, (24, 24), traits=["Hangers:1"], **STILL), squadron("S", 0, (24, 26)),
        ship("E", 1, (24, 46), 180, **STILL), tokens=TOKENS,
    )  # fmt: skip
    carry(s=2)(game)
    game.begin("s").land("c").end()
    assert (game.model("s").loads, game.model("c").loads) == ((), ((POD, 2),))
    events = [event for event in game.match.events.to_json() if event["type"] == "carried"]
    assert [(each["model"], each["amount"], each["left"]) for each in events] == [("s", -2, 0), ("c", 2, 2)]


def test_tokens_are_part_of_the_digest_and_of_copies() -> None:
    game = stage(ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL), tokens=TOKENS)
    before, state = game.match.state.digest(), game.match.state
    carry(a=1)(game)
    assert state.digest() != before
    assert state.clone().models["a"].loads == ((POD, 1),) and state.models["a"].place == TABLE


# --- First attacker (R82) ---
TRUCE = [{"kind": "first_to_attack", "points": -2}]
FIRST = "First to Attack"


def test_the_bomber_attacks_first_though_the_ship_fires_alone() -> None:
    """R82: the Bombing breaks the truce, not the guns of its target."""
    game = stage(
        squadron("S", 0, (24, 22)), ship("B", 1, (24, 20), weapons=[gun(as_=3)], activated=True), FAR, OWN,
        objectives=TRUCE,
    ).begin("s", "bombing").resolve()  # fmt: skip
    assert game.match.state.notes == {FIRST: 0}
    game.answer("plan", [], "singly", 0, 0)
    plan(game, 1, "a1", 0, 3)
    throw(game, *miss(sum(counts(game))))
    settled(game)


def test_a_squadron_that_rams_attacks_first_though_it_is_shot_at() -> None:
    """R82: the Ram breaks the truce, not the Point Defense against it."""
    game = stage(
        squadron("S", 0, (24, 22), structure=[1]), ship("B", 1, (24, 20), activated=True), FAR, OWN, objectives=TRUCE
    ).begin("s", "ram").resolve()  # fmt: skip
    assert game.match.state.notes == {FIRST: 0}
    throw(game, *miss(sum(counts(game))))
    throw(game, *miss(sum(counts(game))))


def test_suppressing_fire_is_an_attack() -> None:
    """R82, v1.2.4 Action > Suppressing Fire: a Kinetic Cannon attack, whatever comes in its place."""
    game = stage(
        ship("A", 0, (24, 4), **STILL, weapons=[gun(ac=3)]), ship("B", 1, (24, 30), 180), objectives=TRUCE
    ).begin("a", "suppressing fire").resolve()  # fmt: skip
    assert game.match.state.notes == {FIRST: 0}
    settled(game.end())


def test_a_ship_that_explodes_attacks_nobody() -> None:
    """R82: terrain destroys it, and its explosion damages the others. Both sides have kept the truce."""
    spent = {"defense": 0, "sensors": 0, "thrusters": 0}
    game = stage(
        ship("A", 0, (24, 12), structure_left=1, speed=2, ratings=spent), ship("B", 1, (24, 20), 180, activated=True),
        OWN, FAR, terrain=(rock("debris-field", (24, 17.6)),), objectives=TRUCE,
    ).begin("a").move(2).pick("enter")  # fmt: skip
    throw(throw(game, 2, 2, 2), 6)
    throw(game, *miss(sum(counts(game))))
    assert (game.last("attacked")["window"], game.match.state.notes) == ("explosion", {})


def test_an_early_end_goes_by_the_values_that_both_sides_know() -> None:
    """Cargo is secret: D is 10 of 50 TV to both sides, and 14 of 54 with its cargo."""
    ending = {"early_end": [{"count": FORCE, "amount": 25, "role": "attacker"}]}
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL, tv=10, activated=True),
        ship("E", 1, (30, 42), 180, **STILL), turn=2, objectives=[counting("each", PODS)], tokens=TOKENS, **ending,
    )  # fmt: skip
    game.model("d").cargo, game.model("d").place = ("Decoy Drones",), "destroyed"
    game.idle("a").idle("e")
    assert not game.match.over
