"""Tests of CMM missiles in all roles, Barrier, Torpedo, and Swarm (v1.2.4 Weapon Traits > CMM; R55, R64)."""

from typing import Any

import pytest

from tests.rules.fights import counts, plan
from tests.rules.stage import Cast, Staged, gun, parts, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME, whiff
from tests.rules_api import BOMBING, close_shot

ROCKET = gun("Missile", missile="AC", ac=3)


def cluster(rating: int = 5, **fields: Any) -> dict[str, Any]:
    """Return a ship's AS missile with CMM."""
    return gun("Missile", **{"missile": "AS", "as_": rating, "traits": ["CMM"], **fields})


def rocketed(*friends: Cast, **fields: Any) -> tuple[int, int, int]:
    """Return the pool of B (Defense 3) against a missile of A."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[ROCKET]), ship("B", 1, (24, 24), 180, activated=True, **fields), *friends, HOME,
        AWAY,
    ).begin("a")  # fmt: skip
    against = game.shot("a", "a1", "b").opposition
    assert against is not None
    pool = against.pool
    return pool.base, pool.flex, pool.macro


# --- Against missiles ---
def test_it_stands_in_for_defense_against_missiles() -> None:
    """v1.2.4 Weapon Traits > CMM: the AS of one of them, if that is better; free (R64)."""
    assert rocketed() == (3, 0, 0)
    assert rocketed(weapons=[cluster(5)]) == (5, 0, 0)
    assert rocketed(weapons=[cluster(4), cluster(5)]) == (5, 0, 0)
    assert rocketed(weapons=[cluster(2)]) == (3, 0, 0)
    assert rocketed(weapons=[cluster(4)], ratings={"defense": 0}) == (4, 0, 0)


@pytest.mark.parametrize("fields", [
    {"weapons": [cluster(5)], "damaged": ["a1"]}, {"weapons": [cluster(5, traits=[])]},
    {"weapons": [gun(as_=5)]},
])  # fmt: skip
def test_a_broken_or_plain_missile_does_not(fields: dict[str, Any]) -> None:
    """v1.2.4 Weapon Traits > CMM: a working missile weapon with the trait."""
    assert rocketed(**fields) == (3, 0, 0)


def test_squadrons_meet_missiles_with_skill_alone() -> None:
    """v1.2.4 Weapon Traits > CMM: Capital Ships may substitute."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="AS", as_=3)]),
        squadron("S", 1, (24, 20), activated=True, weapons=[weapon("Missile", missile="AS", as_=6, traits=["CMM"])]),
        squadron("T", 1, (27, 20), activated=True, weapons=[weapon("Missile", missile="AS", as_=6, traits=["CMM"])]),
        HOME, AWAY,
    ).begin("a")  # fmt: skip
    against = game.shot("a", "a1", "s").opposition
    assert against is not None and (against.pool.base, against.pool.flex) == (3, 0)


@pytest.mark.parametrize(("gap", "base"), [(6.0, 4), (6.01, 3)])
def test_friends_with_it_add_one_within_six_inches(gap: float, base: int) -> None:
    """v1.2.4 Weapon Traits > CMM: +1 Attack Modifier from ships or squadrons with any rating, one per model (R55)."""
    friend = ship("C", 1, (24 + 2 + gap, 24), activated=True, weapons=[cluster(1), cluster(1)])
    assert rocketed(friend) == (base, 0, 0)
    rack = [weapon("Missile", missile="AS", as_=1, traits=["CMM"])]
    wing = squadron("S", 1, (24, 24 + 1.5 + 0.5 + gap), activated=True, weapons=rack)
    assert rocketed(wing) == (base, 0, 0)


def test_a_ship_within_three_inches_helps_once() -> None:
    """R55: one aid a model: the flex die of a ship close by, or the +1 of its missiles."""
    friend = ship("C", 1, (28, 24), activated=True, weapons=[cluster(1)])
    assert rocketed(friend) in ((3, 1, 0), (4, 0, 0))


def test_enemies_and_broken_ones_add_nothing() -> None:
    """v1.2.4 Weapon Traits > CMM: friendly models. A destroyed weapon doesn't help."""
    assert rocketed(ship("C", 0, (30, 24), activated=True, weapons=[cluster()])) == (3, 0, 0)
    assert rocketed(ship("C", 1, (30, 24), activated=True, weapons=[cluster()], damaged=["a1"])) == (3, 0, 0)


# --- As Point Defense ---
def guarded(*friends: Cast, **fields: Any) -> Staged:
    """Return a game with ship A (Defense 3, a CMM missile of AS 5) and 2 enemy squadrons, one of them in range."""
    return stage(
        ship("A", 0, (24, 24), **{"weapons": [cluster(5)], **fields}), squadron("S", 1, (24, 28), activated=True),
        squadron("T", 1, (24, 31), activated=True), *friends, HOME, AWAY,
    ).begin("a")  # fmt: skip


def test_it_attacks_squadrons_as_point_defense_does() -> None:
    """v1.2.4 Weapon Traits > CMM, R64: AS instead of Defense, Short Range's +1, weapon and Fire Control spent."""
    game = guarded().answer("defend", "a1")
    assert counts(game) == (6, 0, 0)
    whiff(game).expect("menu")
    assert [each["target"] for each in game.events("attacked")] == ["s"]
    assert (game.act.used, game.act.spent) == (("a1",), ("a",))
    game.expect_refused(["defend", "a1"], "already been used")
    game.expect_refused(["attack", ["a1"], "t"], "already been used")


def test_both_may_be_used_for_two_fire_control() -> None:
    """v1.2.4 Weapon Traits > CMM: one with the implicit weapon and one with the missile."""
    game = whiff(guarded().answer("defend", "a1"))
    assert counts(game.defend()) == (4, 0, 0)
    whiff(game)
    assert game.last("attacked")["fire_control_left"] == 1
    short = whiff(guarded(fire_control=1).answer("defend", "a1"))
    short.expect_refused(["defend"], "No Fire Control")


def test_short_range_only() -> None:
    """v1.2.4 Weapon Traits > CMM: its Short Sensor Range, not the missile's 12"."""
    game = stage(ship("A", 0, (24, 24), weapons=[cluster()]), squadron("S", 1, (24, 29.01), activated=True), AWAY)
    game.begin("a").expect_refused(["defend", "a1"], "Signature")
    game.expect_allowed(["attack", ["a1"], "s"])


@pytest.mark.parametrize(("fields", "reason"), [
    ({"damaged": ["a1"]}, "damaged"),
    ({"weapons": [gun("Missile", missile="AS", as_=5)]}, "CMM"),
    ({"weapons": [gun(as_=5)]}, "CMM"),
])  # fmt: skip
def test_what_does_not_defend(fields: dict[str, Any], reason: str) -> None:
    """v1.2.4 Weapon Traits > CMM: a working missile with the trait."""
    guarded(**fields).expect_refused(["defend", "a1"], reason)


def test_a_limited_one_is_gone_afterwards() -> None:
    """v1.2.4 Weapon Traits > Limited: after its first attack."""
    game = whiff(guarded(weapons=[cluster(traits=["CMM", "Limited"])]).answer("defend", "a1"))
    assert game.model("a").damaged == ("a1",)


def test_friends_support_both() -> None:
    """v1.2.4 Weapons > Point Defense: +1 from a ship within 3", or from CMM within 6"."""
    friend = ship("C", 0, (24 + 2 + 6, 24), activated=True, weapons=[cluster(1)])
    close = ship("D", 0, (24 - 2 - 3, 24), activated=True)
    game = guarded(friend, close).answer("defend", "a1")
    assert parts_of(game) == {"Short Range": 1, "C near": 1, "D near": 1}
    whiff(game)


def parts_of(game: Staged) -> dict[str, int]:
    """Return the modifiers of a Point Defense shot at S with the guns."""
    return parts(game.shot("a", "pd", "s"))


# --- Bombing ---
def bombed(*friends: Cast, **fields: Any) -> Staged:
    """Return a game in which S bombs B (Defense 3, guns of AS 2), at B's plan, without a missile of its own."""
    game = stage(
        squadron("S", 0, (24, 22), weapons=[weapon(ac=3)]),
        ship("B", 1, (24, 20), activated=True, weapons=[gun(as_=2), *fields.pop("weapons", [])], **fields),
        *friends, HOME, AWAY,
    ).begin("s", "bombing").resolve()  # fmt: skip
    if game.kind == "missile":
        game.decline()
    plan(game, 0, "a1", 0, 0)
    return game.expect("plan", 1)


@pytest.mark.parametrize(("weapons", "damaged", "pool"), [
    ([], [], 5), ([cluster(5)], [], 7), ([cluster(2)], [], 5), ([cluster(5)], ["b1"], 5),
])  # fmt: skip
def test_it_stands_in_for_defense_in_a_bombing_run(weapons: list[Any], damaged: list[str], pool: int) -> None:
    """v1.2.4 Weapon Traits > CMM: AS in place of Defense against a bomber; it costs nothing (R64)."""
    game = bombed(weapons=weapons, damaged=damaged)
    game.expect_refused(["plan", ["a1"], "singly", 0, pool + 1])
    game.expect_allowed(["plan", ["a1"], "singly", 0, pool])
    plan(game, 1, "a1", 0, 0)
    game.expect("free").answer("fly", [[24, 25.9]])
    assert game.act.spent == ()


def test_friends_with_it_help_against_bombers() -> None:
    """v1.2.4 Weapon Traits > CMM: +1 for friends within 6" that attack a bomber."""
    friend = ship("C", 1, (30, 20), activated=True, weapons=[cluster(1)])
    game = stage(
        squadron("S", 0, (24, 22)), ship("B", 1, (24, 20), activated=True, weapons=[gun(as_=2)]), friend, HOME, AWAY
    )
    shot = close_shot(game.match.state, game.model("b"), ("a1",), game.model("s"), 3, 2, BOMBING)
    assert sum(parts(shot).values()) == 1


# --- Swarming ---
@pytest.mark.parametrize(("gap", "macro"), [(6.0, 1), (6.01, 0)])
def test_cluster_missiles_nearby_add_a_macro_die(gap: float, macro: int) -> None:
    """v1.2.4 Weapon Traits > CMM: +1M for Missile attacks with CMM from each friend within 6" that has it."""
    rack = [weapon("Missile", missile="AS", as_=2, traits=["CMM"])]
    friend = squadron("F", 0, (24 + 1.577 + gap, 12), activated=True, weapons=rack)
    game = stage(
        ship("A", 0, (24, 12), weapons=[cluster(4, ac=4), ROCKET]), friend, ship("B", 1, (24, 24), 180, activated=True),
        squadron("S", 1, (24, 21), activated=True), HOME, AWAY,
    ).begin("a")  # fmt: skip
    assert game.shot("a", "a1", "b").roll.pool.macro == macro
    assert game.shot("a", "a1", "s").roll.pool.macro == macro
    assert game.shot("a", "b1", "b").roll.pool.macro == 0


# --- Barrier ---
def test_a_barrier_reaches_six_inches() -> None:
    """v1.2.4 Traits > Barrier: its Short Sensor Range for Point Defense, Autofire too."""
    far = squadron("S", 1, (24, 32), activated=True)
    stage(ship("A", 0, (24, 24), traits=["Barrier"]), far, AWAY).begin("a").expect_allowed(["defend"])
    stage(ship("A", 0, (24, 24)), far, AWAY).begin("a").expect_refused(["defend"])
    game = stage(ship("A", 0, (24, 24), traits=["Barrier"]), squadron("S", 1, (24, 36)), AWAY, initiative=1).begin("s")
    game.fly((24, 31)).pick("decline")
    assert game.events("moved")[0]["to"][1] == pytest.approx(32.0, abs=0.01)


def test_beyond_six_inches_it_does_not() -> None:
    """v1.2.4 Traits > Barrier: 6"."""
    far = squadron("S", 1, (24, 32.01), activated=True)
    stage(ship("A", 0, (24, 24), traits=["Barrier"]), far, AWAY).begin("a").expect_refused(["defend"])


@pytest.mark.parametrize(("gap", "flex"), [(6.0, 1), (6.01, 0)])
def test_a_barrier_lends_a_flex_die(gap: float, flex: int) -> None:
    """v1.2.4 Traits > Barrier, R64: +1F for others' Point Defense within 6", instead of the +1 within 3"."""
    wall = ship("W", 0, (24 + 2 + gap, 24), traits=["Barrier"], activated=True)
    shot = guarded(wall).shot("a", "pd", "s")
    assert (shot.roll.pool.base, shot.roll.pool.flex) == (4, flex)
    near = guarded(ship("W", 0, (28, 24), traits=["Barrier"], activated=True)).shot("a", "pd", "s")
    assert (near.roll.pool.base, near.roll.pool.flex) == (4, 1)


def test_a_barrier_without_defense_lends_nothing() -> None:
    """v1.2.4 Damage > Defense: a ship at Defense 0 gives no support."""
    wall = ship("W", 0, (28, 24), traits=["Barrier"], ratings={"defense": 0}, activated=True)
    assert guarded(wall).shot("a", "pd", "s").roll.pool.flex == 0


def test_a_barrier_may_lend_its_defense() -> None:
    """v1.2.4 Traits > Barrier: Defense 6 in lieu of 1; then no flex die from it."""
    wall = ship("W", 0, (28, 24), traits=["Barrier"], defense=[6, 5], activated=True)
    shot = guarded(wall, ratings={"defense": 1}).shot("a", "pd", "s")
    assert (shot.roll.pool.base, shot.roll.pool.flex) == (7, 0)


def test_a_barrier_lends_a_defense_that_is_higher_by_one() -> None:
    """v1.2.4 Traits > Barrier, R64: 1 more die is never worse than a flex die. An equal Defense can be."""
    wall = ship("W", 0, (28, 24), traits=["Barrier"], defense=[4, 3], activated=True)
    better = guarded(wall, ratings={"defense": 3}, defense=[5, 3]).shot("a", "pd", "s")
    assert (better.roll.pool.base, better.roll.pool.flex) == (5, 0)
    equal = guarded(wall, ratings={"defense": 4}, defense=[5, 4]).shot("a", "pd", "s")
    assert (equal.roll.pool.base, equal.roll.pool.flex) == (5, 1)


def test_a_lent_defense_does_not_add_to_a_cluster_missile() -> None:
    """v1.2.4 Weapon Traits > CMM, Traits > Barrier: each replaces Defense; the better of AS 5 and Defense 6 counts."""
    wall = ship("W", 0, (28, 24), traits=["Barrier"], defense=[6, 5], activated=True)
    game = guarded(wall, ratings={"defense": 1}).answer("defend", "a1")
    assert counts(game) == (7, 0, 0)
    game.faces([1, 1, 2, 3, 4, 5, 6]).expect("menu")


def test_a_barrier_is_nothing_against_missiles_beyond_three_inches() -> None:
    """R64: in missile defense it counts like any other ship."""
    assert rocketed(ship("W", 1, (24 + 2 + 6, 24), traits=["Barrier"], activated=True)) == (3, 0, 0)
    assert rocketed(ship("W", 1, (24 + 2 + 3, 24), traits=["Barrier"], activated=True)) == (3, 1, 0)


# --- Torpedo, Swarm ---
@pytest.mark.parametrize(("kind", "traits", "reach"), [
    ("AC", [], 18), ("AS", [], 12), ("Torpedo", [], 24), ("AC", ["CMM"], 12), ("AS", ["CMM"], 12),
    ("AC", ["Swarm"], 9), ("AS", ["Swarm"], 9),
])  # fmt: skip
def test_ranges(kind: str, traits: list[str], reach: float) -> None:
    """v1.2.4 Weapons > Missile: from base to base."""
    for gap, reached in ((reach, True), (reach + 0.01, False)):
        game = stage(
            ship("A", 0, (24, 12), weapons=[gun("Missile", missile=kind, ac=3, as_=3, traits=traits)]),
            ship("B", 1, (24, 15 + gap), 180, activated=True), HOME,
        ).begin("a")  # fmt: skip
        assert (game.asked.check(["attack", ["a1"], "b"]) is None) == reached


@pytest.mark.parametrize(("rolled", "defended", "left"), [
    ([5, 5, 5, 1], [1, 2, 3], "D5"), ([5, 5, 5, 5], [1, 2, 3], "T5"), ([5, 5, 1, 2], [1, 2, 3], "D5"),
    ([5, 5, 5, 5], [1, 1, 3], "D5"),
])  # fmt: skip
def test_a_swarm_shrinks_last(rolled: list[int], defended: list[int], left: str) -> None:
    """v1.2.4 Weapon Traits > Swarm, R7: T+ one step less after Point Defense; doubles stay."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="AC", ac=4, traits=["Swarm"])]),
        ship("B", 1, (24, 22), 180, activated=True), HOME, AWAY,
    ).begin("a").attack("a1", "b").faces(rolled).faces(defended)  # fmt: skip
    while game.kind == "reduce":
        game.answer(*game.asked.default().to_json())
    assert game.last("attacked")["result"] == left
    while game.kind == "critical":
        game.pick("damage", "defense")


@pytest.mark.parametrize(("kind", "gap", "band"), [
    ("Torpedo", 12, "short"), ("Torpedo", 12.01, "optimum"), ("AC", 6, "short"), ("AC", 6.01, "optimum"),
    ("AC", 12, "optimum"),
])  # fmt: skip
def test_a_torpedo_is_at_short_range_six_inches_farther(kind: str, gap: float, band: str) -> None:
    """The older page of traits > Torpedo: its Short Range ends 6" beyond the Signature of its target."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile=kind, ac=3)]),
        ship("B", 1, (24, 15 + gap), 180, activated=True), HOME,
    ).begin("a")  # fmt: skip
    shot = game.shot("a", "a1", "b")
    assert (shot.range.band, "Short Range" in parts(shot)) == (band, band == "short")


def test_stealth_counts_before_a_torpedo_is_near() -> None:
    """R54: the measured range decides, for a torpedo too."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="Torpedo", ac=3)]),
        ship("B", 1, (24, 15 + 6.01), 180, traits=["Stealth"], activated=True), HOME,
    ).begin("a")  # fmt: skip
    assert game.shot("a", "a1", "b").range.band == "optimum"
