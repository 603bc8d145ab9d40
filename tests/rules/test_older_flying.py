"""Tests of Comms, Escort, Fast, Grapplers, and Interceptor of older editions, as options (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import FAR, GUN, OWN, double, plan
from tests.rules.stage import Staged, drone, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME
from tests.rules_api import close_skill, crossing_shot, refuse_action

OLD, LATER = "v1.2.2", "v1.2.3"


@pytest.mark.parametrize(("option", "commands"), [("v1.2.4", True), (OLD, False)])
def test_comms(option: str, commands: bool) -> None:
    """v1.2.2 Traits > Comms: Vector Attack, and no Drone Command."""
    game = stage(
        squadron("S", 0, (24, 12), traits=["Comms"]), drone("D", 0, (24, 15), activated=True), HOME, AWAY,
        options={"comms": option},
    )  # fmt: skip
    refused = [refuse_action(game.match.state, game.model("s"), each) for each in ("drone command", "vector attack")]
    assert [each is None for each in refused] == [commands, True]


@pytest.mark.parametrize(("option", "free"), [("v1.2.4", True), (OLD, False)])
def test_escorts(option: str, free: bool) -> None:
    """v1.2.2, v1.2.3 Traits > Escort: it doesn't allow starting to escort at will."""
    game = stage(
        ship("A", 0, (24, 12), activated=True), squadron("S", 0, (24, 16), traits=["Escort"]), HOME, AWAY,
        options={"escort": option},
    ).begin("s").fly((24, 14))  # fmt: skip
    answer = ["escort", "a"]
    if free:
        game.expect_allowed(answer).answer(*answer)
    else:
        game.expect_refused(answer)


@pytest.mark.parametrize(
    ("option", "flex", "most", "tested"),
    [
        ("v1.2.4", 0, 3, True),
        (OLD, 1, 2, False),
        (LATER, 0, 2, True),
    ],
)
def test_fast(option: str, flex: int, most: int, tested: bool) -> None:
    """v1.2.2, v1.2.3 Traits > Fast: a flex die to withdraw, or only the test for interceptors."""
    game = stage(
        squadron("S", 0, (24, 24), traits=["Fast"], activated=False), ship("H", 0, (4, 4), activated=True),
        squadron("T", 1, (24, 25), activated=True, weapons=[GUN]), FAR, options={"fast": option},
    )  # fmt: skip
    state, fast = game.match.state, game.model("s")
    test = state.rulebook.actions["withdraw"].test(state, fast)
    assert test.pool.flex == flex
    game.activate("s").expect_refused(["declare", "none", most + 1])
    caught = stage(
        squadron("S", 0, (24, 24), weapons=[GUN]), FAR, OWN,
        squadron("T", 1, (24, 25), activated=True, traits=["Fast"], weapons=[GUN]), options={"fast": option},
    )  # fmt: skip
    caught.activate("s").answer("declare", "interception", 0, "t", kind="declare").resolve()
    assert (caught.kind == "faces") == tested
    while caught.kind not in ("menu", "activate"):
        caught.answer(*caught.asked.default().to_json())


@pytest.mark.parametrize(("option", "shift", "aboard", "skill"), [("v1.2.4", 0, 2, 4), (OLD, -1, 3, 3)])
def test_grapplers(option: str, shift: int, aboard: int, skill: int) -> None:
    """v1.2.2 Traits > Grapplers: the crossing shot diminishes; no more Skill in a Dogfight."""
    game = stage(
        ship("A", 0, (24, 12), marines=[3, 2, 1], traits=["Grappler"], speed=0, thrusters=[1]),
        ship("B", 1, (24, 16), 180, marines=[1], activated=True), HOME, AWAY, options={"grapplers": option},
    ).begin("a", "board")  # fmt: skip
    bare = crossing_shot(game.match.state, game.model("b"), game.model("a"))
    assert bare is not None and bare.shift == shift
    game.resolve().pick("commit", 3).faces(double(bare.pool.base))
    assert game.model("b").states == {"boarded": aboard}
    assert close_skill(game.match.state, game.model("a"), "dogfight") == skill


def met(option: str, one: Any = (), two: Any = ()) -> Staged:
    """Return a game in which S of side 0 with a slow gun has caught T with a fast one. Both are about to plan."""
    game = stage(
        squadron("S", 0, (24, 24), weapons=[weapon("Mass Driver", ac=3, as_=3)], traits=list(one)),
        squadron("T", 1, (24, 25), activated=True, weapons=[weapon("Beam Projector", ac=3, as_=3)], traits=list(two)),
        FAR, OWN, options={"interceptor": option},
    )  # fmt: skip
    return game.activate("s").answer("declare", "interception", 0, "t", kind="declare").resolve()


@pytest.mark.parametrize(
    ("option", "one", "two", "first"),
    [
        (OLD, ["Interceptor"], [], "s"),
        (OLD, ["Interceptor"], ["Interceptor"], "t"),
        ("v1.2.4", ["Interceptor"], [], "t"),
    ],
)
def test_interceptors_strike_first(option: str, one: list[str], two: list[str], first: str) -> None:
    """v1.2.2 Traits > Interceptor: before a faster weapon, unless the enemy is an Interceptor too."""
    game = met(option, one, two)
    for side in (0, 1):
        plan(game, side, "a1", 0, 3)
    while game.kind not in ("menu", "activate", ""):
        game.answer(*game.asked.default().to_json())
    assert game.events("attacked")[0]["attacker"] == first
