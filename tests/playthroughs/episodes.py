"""Short scenes as golden games: positions for one rule, with a script for the important decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jovian.cards import parse_scenario, unit_cards
from jovian.game import Decision
from jovian.match import Match, Setup
from tests.rules.stage import Cast, gun, printed, ship, squadron, weapon
from tests.rules_api import NextOrder, flight_to

Line = tuple[str, Any]
"""A kind of decision, and the answer to it or a function that finds the answer."""


def scene(cast: Sequence[Cast], seed: int = 1, **scenario: Any) -> Match:
    """Return a game in the Activation Phase with these models on the table and seeded dice."""
    cards = {**{key: card for key, card in unit_cards().items() if card.drone}, **{c.card.key: c.card for c in cast}}
    data = {
        "name": "Scene", "summary": "A scene.", "turn": 1, "initiative": 0, "turns": 2,
        "objectives": [{"kind": "most_victory_points", "points": 10}], "models": [c.line for c in cast], **scenario,
    }  # fmt: skip
    return Match(Setup(parse_scenario(data, "scene", cards), (), cards, seed, {}))


def into_contact(ident: str) -> Callable[[Decision], list[Any]]:
    """Return a function that flies straight into contact with a model."""

    def choose(decision: Decision) -> list[Any]:
        assert isinstance(decision, NextOrder)
        pose = flight_to(decision.state, decision.model, ident, decision.envelope().forward)
        assert pose is not None, f"{ident} is out of reach"
        return ["fly", [[pose.x, pose.y]]]

    return choose


def perform(match: Match, script: Sequence[Line]) -> None:
    """Answer by the script in order, with defaults in between and after it."""
    remaining = list(script)
    while match.decision is not None:
        decision = match.decision
        if remaining and remaining[0][0] == decision.kind:
            wanted = remaining.pop(0)[1]
            match.answer(wanted(decision) if callable(wanted) else wanted)
        elif remaining:
            match.answer(decision.default())
        else:
            return
    assert not remaining, f"the scene ended before {remaining}"


HAWK = {"weapons": [weapon("Kinetic Cannon", ac=3, as_=3), weapon("Missile", missile="AC", ac=4)], "speed": 8}
FORT = {"weapons": [gun("Kinetic Cannon", ac=3, as_=3)], "traits": ["CAP"]}


def intercepted_bombing_run() -> Match:
    """Hawks attack the Fort, its escort intercepts them, and the remaining squadrons bomb it."""
    match = scene([
        squadron("Hawk", 0, (24, 15), fire_control=3, structure=[3, 2, 2, 1, 1, 1], **HAWK),
        ship("Fort", 1, (24, 24), 90, **FORT),
        squadron("Guard", 1, (24, 22.5), weapons=[weapon("Mass Driver", ac=1, as_=3)], escorting="fort"),
    ])  # fmt: skip
    perform(match, [
        ("declare", ["declare", "bombing", 0]), ("menu", into_contact("fort")),
        ("autofire", ["intercept", "guard"]),
        ("plan", ["plan", ["a1"], "singly", 1, 3]), ("plan", ["plan", ["a1"], "singly", 2, 4]),
        ("menu", into_contact("fort")), ("menu", ["resolve"]), ("missile", ["missile", ["b1"]]),
        ("plan", ["plan", ["a1"], "singly", 1, 5]), ("plan", ["plan", ["a1"], "singly", 0, 2]), ("free", away),
    ])  # fmt: skip
    return match


def disengaged_assault() -> Match:
    """Marauders bomb the Fort and start an Assault. When the Fort moves off with them, they let go."""
    match = scene([
        squadron("Marauder", 0, (24, 17), squadron_type="exo-armor", structure=[4, 4, 3, 3, 2, 2, 1, 1], fire_control=2,
                 weapons=[weapon("Lance", **{"as": 3})], speed=8),
        ship("Fort", 1, (24, 24), 90, turns=2, **FORT),
    ])  # fmt: skip
    perform(match, [
        ("declare", ["declare", "bombing", 0]), ("menu", into_contact("fort")), ("menu", ["resolve"]),
        ("plan", ["plan", ["a1"], "singly", 2, 4]), ("plan", ["plan", ["a1"], "singly", 0, 2]), ("free", onto_the_hull),
        ("menu", ["end"]), ("assault", ["hold"]), ("attach", around),
        ("declare", ["declare", "bombing", 0]), ("menu", ["resolve"]), ("plan", ["plan", ["a1"], "singly", 0, 0]),
        ("plan", ["plan", ["a1"], "singly", 0, 0]), ("free", onto_the_hull), ("assault", ["disengage"]),
        ("free", away), ("menu", lambda decision: decision.default().to_json()),
    ])  # fmt: skip
    return match


def onto_the_hull(decision: Decision) -> list[Any]:
    """Return the first place on the hull."""
    return next(o.choice for o in decision.options() if o.choice[0] == "assault")


def around(decision: Decision) -> list[Any]:
    """Return another place next to the ship."""
    return next(o.choice for o in decision.options() if o.choice[0] == "place")


def away(decision: Decision) -> list[Any]:
    """Return the place at the full distance of the free move."""
    return [o.choice for o in decision.options() if o.choice[0] == "fly"][-1]


def drone_wave() -> Match:
    """A Thunderbolt launches all its drones, commands them, and continues its own activation."""
    match = scene([
        printed("jovian/thunderbolt", 0, (24, 14)), printed("cega/fury", 1, (25, 22)),
        printed("cega/tengu", 1, (24, 36), 180),
    ], turns=3)  # fmt: skip
    perform(match, [
        ("declare", ["declare", "drone command", 0]), ("menu", ["move", 2]), ("menu", drones), ("menu", drones),
        ("menu", ["resolve"]), ("command", lambda d: next(d.options()).choice), ("declare", ["declare", "none", 0]),
        ("menu", onward), ("menu", shoot), ("menu", ["end"]), ("command", lambda d: next(d.options()).choice),
        ("declare", ["declare", "none", 0]), ("menu", onward), ("menu", ["end"]), ("menu", ["end"]),
    ])  # fmt: skip
    return match


def drones(decision: Decision) -> list[Any]:
    """Return the launch of the last drone squadron that doesn't escort at once."""
    return [o.choice for o in decision.options() if o.choice[0] == "drone" and o.choice[2] != "common/warden"][-1]


def onward(decision: Decision) -> list[Any]:
    """Return the farthest free place up the table."""
    assert isinstance(decision, NextOrder)
    at = decision.model.pose
    ways = (["fly", [[round(at.x, 3), round(at.y + inches, 3)]]] for inches in (5, 4.5, 4, 3))
    return next(way for way in ways if decision.check(way) is None)


def shoot(decision: Decision) -> list[Any]:
    """Return the first possible attack, or the end of the activation."""
    assert isinstance(decision, NextOrder)
    return next((o.choice for o in decision.attacks()), ["end"])


def formation_dogfight() -> Match:
    """A pair of Harpies attacks Kestrels in formation, splits the damage, and breaks formation at the second attack."""
    match = scene([
        printed("cega/harpy", 0, (24, 14)), _twin("cega/harpy", 0, (24, 15), "wing", "harpy"),
        printed("jovian/kestrel", 1, (24, 22)), _twin("jovian/kestrel", 1, (28, 22), "second", ""),
    ])  # fmt: skip
    perform(match, [
        ("declare", ["declare", "interception", 0, "kestrel"]), ("interception", ["decline"]),
        ("menu", into_contact("kestrel")), ("menu", ["resolve"]), ("formation", ["keep"]),
        ("plan", formed), ("plan", even),
        ("declare", ["declare", "interception", 0, "harpy"]),
    ])  # fmt: skip
    return match


def _twin(key: str, side: int, at: tuple[float, float], ident: str, formation: str) -> Cast:
    """Return another squadron of a type, in formation with the first one if `formation` is set."""
    cast = printed(key, side, at)
    line = {**cast.line, "id": ident, "name": f"{cast.card.name} {ident}"}
    return Cast(cast.card, {**line, "formation": formation} if formation else line)


def formed(decision: Decision) -> list[Any]:
    """Return a plan with all weapons linked, 1 Fuel, and half the dice to attack."""
    return max(
        (o.choice for o in decision.options() if o.choice[2] == "linked" and o.choice[3] == 1),
        key=lambda choice: (-abs(choice[4] - 4), choice[4]),
    )


def even(decision: Decision) -> list[Any]:
    """Return the default plan."""
    return decision.default().to_json()


EPISODES: dict[str, Callable[[], Match]] = {
    "episode-intercepted-bombing-run": intercepted_bombing_run,
    "episode-disengaged-assault": disengaged_assault,
    "episode-drone-wave": drone_wave,
    "episode-formation-dogfight": formation_dogfight,
}
"""The scenes by file name."""
