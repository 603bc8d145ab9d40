"""Scenes with capital ships: boarding with capture and recapture, a ram, a nuke, suppressing fire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jovian.game import Decision
from jovian.match import Match
from jovian.table import first_touch
from tests.playthroughs.episodes import perform, scene
from tests.rules.stage import gun, printed, ship
from tests.rules_api import NextOrder

MARINES = [4, 3, 2, 1]
SEED = 2
"""With these dice, the Prize is captured twice."""


def boarding_and_recapture() -> Match:
    """The Corsair captures the Prize with its marines, and a friend of the Prize recaptures it."""
    match = scene([
        ship("Corsair", 0, (20, 24), marines=[6, 5, 4, 3, 2, 1], thrusters=[4, 1], speed=1),
        ship("Prize", 1, (22.5, 24), 180, marines=[2, 1], defense=[1], traits=["Renowned"], thrusters=[4, 1], speed=1),
        ship("Friend", 1, (25.5, 24), marines=MARINES, thrusters=[4, 1], speed=1, traits=["Assault Craft"]),
    ], seed=SEED, turns=3)  # fmt: skip
    perform(match, [
        ("declare", ["declare", "board", 0]), ("menu", ["resolve", "prize"]), ("commit", ["commit", 6]),
        ("menu", ["end"]),
        ("activate", ["activate", "prize"]), ("declare", ["declare", "none", 0]), ("firefight", ["defend"]),
        ("firefight", ["engage"]), ("menu", ["end"]),
        ("declare", ["declare", "board", 0]), ("menu", ["resolve", "prize"]), ("commit", ["commit", 4]),
        ("menu", ["end"]),
        ("declare", ["declare", "none", 0]), ("menu", ["end"]), ("activate", ["activate", "prize"]),
    ])  # fmt: skip
    return match


def ram() -> Match:
    """A Valiant with 1 remaining Structure rams the side of a Tengu, as in the rulebook."""
    match = scene([
        printed("jovian/valiant", 0, (24, 20), structure_left=1), printed("cega/tengu", 1, (24, 26), 90),
    ], seed=5)  # fmt: skip
    perform(match, [
        ("declare", ["declare", "ram", 0]), ("menu", into), ("menu", ["resolve", "tengu"]), ("menu", ["end"]),
    ])  # fmt: skip
    return match


def into(decision: Decision) -> list[Any]:
    """Return the move straight ahead into contact."""
    assert isinstance(decision, NextOrder)
    model, at = decision.model, decision.model.pose
    end = at.advanced(decision.envelope().forward)
    others = [other for other in decision.state.on_table() if other.side != model.side]
    touches = [first_touch(model.base, at, end.x - at.x, end.y - at.y, other.base, other.pose) for other in others]
    return ["move", round(min(touch for touch in touches if touch is not None), 3)]


def nuke() -> Match:
    """A nuke explodes between two ships and a squadron, and damages all three by their distance."""
    bomb = gun("Missile", arcs=("fore",), missile="Nuke", ac=6, as_=5, traits=["Limited"])
    match = scene([
        ship("Bearer", 0, (24, 10), weapons=[bomb], thrusters=[4, 1]),
        ship("Near", 1, (24, 22), 90, structure=[4, 3, 2, 1], armor={"fore": 1, "side": 1, "aft": 0}),
        ship("Far", 1, (29.5, 22), 90, traits=["Energy Armor:1"]),
    ], seed=2)  # fmt: skip
    perform(match, [
        ("declare", ["declare", "none", 0]), ("menu", ["nuke", "a1", 24, 20.5]), ("menu", lambda d: d.default()),
    ])  # fmt: skip
    return match


def suppression() -> Match:
    """Kinetic cannons suppress a ship. In its activation it ignores the suppression and is attacked."""
    cannons = [gun("Kinetic Cannon", arcs=("fore",), ac=3, count=2, traits=["Link"])]
    match = scene([
        ship("Pinner", 0, (24, 6), weapons=cannons, thrusters=[4, 1]),
        ship("Pinned", 1, (24, 36), 180, thrusters=[3, 2, 1], speed=1, turns=2),
    ], seed=4)  # fmt: skip
    perform(match, [
        ("declare", ["declare", "suppressing fire", 0]), ("menu", ["resolve", "pinned"]),
        ("weapons", lambda d: max((o.choice for o in d.options()), key=lambda choice: len(choice[1]))),
        ("menu", ["end"]), ("suppressed", ["defy"]), ("declare", ["declare", "none", 0]),
    ])  # fmt: skip
    return match


SHIP_EPISODES: dict[str, Callable[[], Match]] = {
    "episode-boarding-and-recapture": boarding_and_recapture,
    "episode-ram": ram,
    "episode-nuke": nuke,
    "episode-suppression": suppression,
}
"""The scenes by file name."""
