"""Tests of mining a comet: a Bombing action with lances against its dice (v1.2.4 Scenarios > Water Raid, R83)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import wing
from tests.rules.stage import Cast, Staged, gap, rock, ship, squadron, stage, weapon
from tests.rules_api import flight_to

WATER = "Water"
LANCE = weapon("Lance", as_=3)
COMET = rock("comet", (24, 24), radius=1.5, moves=False)
RULE = {"rule": "mine", "token": WATER, "role": "attacker", "squadrons": "exo-armor", "fuel_pods": True}
TOKENS = [{"name": WATER, "plural": WATER, "launch": 3, "most": 3}]
ENEMY = ship("E", 1, (24, 46), 180, speed=0, activated=True)
OWN = ship("Own", 0, (4, 4), speed=0, thrusters=[1], activated=True)
EXO: dict[str, Any] = {"squadron_type": "exo-armor", "skill": 2, "weapons": [LANCE]}


def miner(at: tuple[float, float] = (24, 20), **fields: Any) -> Cast:
    """Return a squadron with Skill 2, Fuel 3, and a Lance: 4 dice, and 1 base and 1 flex die by the +2 of Bombing."""
    return squadron("S", 0, at, **{**EXO, **fields})


def field(*cast: Cast, rule: dict[str, Any] | None = None, **scenario: Any) -> Staged:
    more = {"terrain": (COMET,), "tokens": TOKENS, **scenario}
    return stage(*(cast or (miner(),)), ENEMY, OWN, special_rules=[{**RULE, **(rule or {})}], **more)


def at_comet(game: Staged, name: str = "s") -> Staged:
    """Declare, fly into contact, and start to mine."""
    return game.begin(name, "mine").fly((24, 22.0)).resolve()


def water(game: Staged, name: str = "s") -> int:
    return dict(game.model(name).loads).get(WATER, 0)


def roll_mining(game: Staged, attack: list[int], defense: list[int] | None = None) -> Staged:
    """Roll the dice of the lance, flex dice last, and those of the comet if it can resist anything."""
    game.faces(attack[:-1], attack[-1:])
    if game.kind == "flex":
        game.answer(*game.asked.default().to_json())
    if defense is not None:
        game.faces(defense)
    if game.kind == "reduce":
        game.answer(*game.asked.default().to_json())
    return game


def mine_without_fuel(game: Staged, attack: list[int], defense: list[int] | None = None) -> Staged:
    """Let the squadron S mine without Fuel."""
    return roll_mining(at_comet(game).pick("mine", ["a1"], "singly", 0), attack, defense)


def answer_rest(game: Staged) -> Staged:
    """Answer the rest of the action by default: no fuel pods, no free move."""
    while game.kind in ("refine", "free"):
        game.answer(*game.asked.default().to_json())
    return game.end()


FREE, PAIR = [1, 2, 3, 4], [1, 1, 3, 4]
"""Rolls of the comet: all different, or a double."""
MISS, DOUBLE, TRIPLE = [1, 2, 3, 4, 5, 6], [1, 1, 2, 3, 4, 5], [1, 1, 1, 2, 3, 4]


def test_the_dice_are_lance_skill_and_fuel_with_two_more_modifiers_against_four() -> None:
    """R51: a Lance counts as its Skill in a Bombing Run; the bonus of a Bombing Run is +2."""
    game = at_comet(field())
    assert game.offered() == [["mine", ["a1"], "singly", fuel] for fuel in range(4)]
    game.pick("mine", ["a1"], "singly", 2)
    assert game.rating("s", "fuel") == 1
    roll_mining(game, [1, 1, 2, 3, 4, 5, 6, 6], FREE)
    lance, comet = game.events("rolled")[-2:]
    assert {each[0]: each[1] for each in lance["parts"]}["Bombing"] == 2
    assert (lance["side"], lance["pool"]["base"], lance["pool"]["flex"]) == (0, 7, 1)
    assert (comet["side"], comet["pool"]["base"], comet["pool"]["flex"]) == (1, 4, 0)
    answer_rest(game)


@pytest.mark.parametrize(
    ("attack", "defense", "found"),
    [
        (MISS, None, 0), (DOUBLE, FREE, 1), (TRIPLE, FREE, 2), ([1, 1, 1, 1, 2, 3], FREE, 3),
        ([1, 1, 2, 2, 3, 4], FREE, 2), ([1, 1, 1, 2, 2, 3], FREE, 3), (DOUBLE, PAIR, 0), (TRIPLE, PAIR, 1),
    ],
)  # fmt: skip
def test_each_set_that_is_left_is_one_two_or_three_units(
    attack: list[int], defense: list[int] | None, found: int
) -> None:
    game = mine_without_fuel(field(), attack, defense)
    assert water(game) == found
    assert [each["cause"] for each in game.events("carried")] == ["mine"] * bool(found)
    answer_rest(game)


def test_no_more_than_it_may_carry() -> None:
    game = field()
    game.model("s").loads = ((WATER, 2),)
    mine_without_fuel(game, TRIPLE, FREE)
    assert water(game) == 3
    answer_rest(game)


def test_who_may_not_mine_is_told_why() -> None:
    for cast, rule, reason in (
        (miner(squadron_type="fighter"), {}, "only exo-armor squadrons may mine"),
        (miner(weapons=[weapon(ac=3, as_=3)]), {}, "undamaged lance"),
        (miner(damaged=["a1"]), {}, "undamaged lance"),
        (miner(), {"role": "defender"}, "only the defender may mine"),
        (ship("S", 0, (24, 20)), {}, "only exo-armor squadrons may mine"),
    ):
        field(cast, rule=rule).activate("s").expect_refused(["declare", "mine", 0], reason)
    field(terrain=()).activate("s").expect_refused(["declare", "mine", 0], "no comet")
    full = field()
    full.model("s").loads = ((WATER, 3),)
    full.activate("s").expect_refused(["declare", "mine", 0], "can't carry more")


def test_it_is_resolved_in_contact_with_the_comet() -> None:
    game = field().begin("s", "mine")
    game.expect_refused(["resolve"], "in contact with the comet")
    game.fly((24, 21.9)).expect_refused(["resolve"], "in contact with the comet")
    game.end()


def test_the_flight_snaps_to_the_comet() -> None:
    """Only the code that finds contact knows the comet, and only for squadrons that mine."""
    game = field().begin("s", "mine")
    state = game.match.state
    pose = flight_to(state, game.model("s"), "comet", game.room.forward)
    assert pose is not None and round(pose.y, 2) == 22.0
    assert flight_to(state, game.model("s"), "comet", 1.0) is None
    game.end()
    idle = field().begin("s")
    assert flight_to(idle.match.state, idle.model("s"), "comet", 6.0) is None
    idle.end()


def test_after_it_comes_a_free_move_and_no_other() -> None:
    game = mine_without_fuel(field(), MISS)
    game.expect("free", 0).answer("fly", [[24, 18.5]])
    game.expect_refused(["fly", [[24, 17]]])
    game.end()


@pytest.mark.parametrize(("fire_control", "allowed"), [(1, False), (2, True)])
def test_mining_spends_fire_control(fire_control: int, allowed: bool) -> None:
    """R72: each attack of a Lance costs 1 Fire Control, also on the comet."""
    enemy = squadron("T", 1, (26, 20), activated=True, fuel_left=0)
    arms: dict[str, Any] = {"fire_control": fire_control, "weapons": [LANCE, weapon(ac=3, as_=3)]}
    game = mine_without_fuel(field(miner(**arms), enemy), MISS)
    game.expect("free").answer(*game.asked.default().to_json())
    assert (game.asked.check(["attack", ["b1"], "t"]) is None) == allowed
    game.end()


def test_nobody_is_attacked_by_mining() -> None:
    """It breaks no truce, and the comet attacks no model."""
    game = mine_without_fuel(field(objectives=[{"kind": "first_to_attack", "points": -2}]), DOUBLE, FREE)
    assert "First to attack" not in game.match.state.notes and not game.events("attacked")
    answer_rest(game)


def test_a_unit_may_be_made_into_fuel_pods_once_a_game() -> None:
    """v1.2.4 Scenarios > Water Raid > Mine the Comet."""
    game = mine_without_fuel(field(), TRIPLE, FREE)
    assert game.asked.default().to_json() == ["keep"]
    game.pick("refine")
    assert water(game) == 1 and "fuel-pod" in game.model("s").states
    answer_rest(game).answer("activate", "s").pick("tap", "fuel-pod").declare("mine")
    assert game.model("s").states["pod-fuel"] == 2
    roll_mining(game.resolve().pick("mine", ["a1"], "singly", 0), TRIPLE, FREE)
    assert water(game) == 3
    game.expect("free")
    answer_rest(game)


def until_next(game: Staged) -> Staged:
    """Play by default until S begins its next activation."""
    turn = game.match.state.turn
    while game.match.state.turn == turn:
        game.answer(*game.asked.default().to_json())
    return game.answer("activate", "s") if game.kind == "activate" else game


def test_a_unit_may_be_made_into_fuel_pods_in_a_later_activation() -> None:
    """docs/rulings.md: at the start of each, so that the pods can be used at once. Then never again."""
    game = until_next(mine_without_fuel(field(), DOUBLE, FREE).pick("keep"))
    game = until_next(game.expect("refine", side=0).pick("keep").declare())
    game.pick("refine").pick("tap", "fuel-pod").declare("none", 2)
    assert water(game) == 0 and game.rating("s", "fuel") == 3
    until_next(game).expect("declare")


def test_only_what_it_has_mined_is_made_into_fuel_pods() -> None:
    """v1.2.4 Scenarios > Water Raid: not water that was issued, or that it has from a ship."""
    game = field(miner())
    game.model("s").loads = ((WATER, 1),)
    game.activate("s").expect("declare")
    carrier = ship("C", 0, (24, 18), 90, speed=0, thrusters=[1], activated=True, traits=["Hangers:1"])
    game = mine_without_fuel(field(miner((24, 20.5)), carrier), DOUBLE, FREE).pick("keep")
    until_next(game.answer("fly", [[24, 20.9]], kind="free")).pick("keep").declare().fly((24, 19.5)).land("c")
    assert water(game) == 0 and water(game, "c") == 1
    until_next(game.end()).declare().launch(24, 20.2).pick("along", 1)
    assert water(game) == 1
    until_next(game.end()).expect("declare")


def test_without_the_rule_no_fuel_is_made() -> None:
    game = mine_without_fuel(field(rule={"fuel_pods": False}), TRIPLE, FREE)
    game.expect("free")
    answer_rest(game)


def test_the_odds_that_are_shown_are_those_of_the_dice() -> None:
    game = at_comet(field())
    details = [option.detail for option in game.asked.options()]
    assert all(detail.startswith("1+ ") and "3+ " in detail for detail in details)
    chances = [int(detail.split()[1].rstrip("%,")) for detail in details]
    assert chances == sorted(chances) and chances[0] < chances[-1], "fuel helps"
    roll_mining(game.pick("mine", ["a1"], "singly", 3), [1, 1, 2, 2, 3, 3, 4, 5, 6], [1, 1, 1, 1])
    assert game.rating("s", "fuel") == 0 and water(game) == 0
    answer_rest(game)


def test_several_lances_cut_one_after_the_other_or_as_one() -> None:
    """R72: each instance repeats the attack for 1 Fire Control. Linked ones cost 1 in all, with a bonus."""
    game = at_comet(field(miner(fire_control=2, weapons=[weapon("Lance", as_=3, count=2, traits=["Link"])])))
    ways = [each[1:3] for each in game.offered()[:3]]
    assert sorted(ways) == [[["a1"], "singly"], [["a1", "a2"], "linked"], [["a1", "a2"], "singly"]]
    game.pick("mine", ["a1", "a2"], "singly", 0)
    roll_mining(roll_mining(game, DOUBLE, FREE), DOUBLE, FREE)
    assert water(game) == 2
    answer_rest(game)


def test_a_formation_mines_as_one_and_shares_what_it_finds() -> None:
    game = field(*wing("S", 0, (24, 20), (25.2, 20), **EXO, fire_control=2))
    game.model("s").loads = ((WATER, 2),)
    at_comet(game)
    game.pick(*next(each for each in game.offered() if each[2:] == ["linked", 0]))
    counts = game.asked.counts  # type: ignore[attr-defined]
    game.faces([1] * counts.base, [1] * counts.flex, [2] * counts.macro).faces(FREE)
    while game.kind in ("reduce", "refine"):
        game.answer(*game.asked.default().to_json())
    assert (water(game, "s"), water(game, "s2")) == (3, 2) and gap(game, "s", "s2") < 1
    answer_rest(game)
