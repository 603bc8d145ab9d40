"""Short scenes told in full: positions set up for one rule, scripted where it matters, by the default elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jovian.cards import parse_scenario, unit_cards
from jovian.game import Decision
from jovian.match import Match, Setup
from tests.face import NextOrder, flight_to
from tests.rules.stage import Cast, gun, printed, ship, squadron, weapon

Line = tuple[str, Any]
"""A kind of decision and the answer to it, or what finds the answer."""


def scene(cast: Sequence[Cast], seed: int = 1, **scenario: Any) -> Match:
    """A game in the Activation Phase with these models on the table, and seeded dice."""
    cards = {**{key: card for key, card in unit_cards().items() if card.drone}, **{c.card.key: c.card for c in cast}}
    data = {
        "name": "Scene", "summary": "A scene.", "turn": 1, "initiative": 0, "turns": 2,
        "objectives": [{"kind": "most_victory_points", "points": 10}], "models": [c.line for c in cast], **scenario,
    }  # fmt: skip
    return Match(Setup(parse_scenario(data, "scene", cards), (), cards, seed, {}))


def into_contact(ident: str) -> Callable[[Decision], list[Any]]:
    """Fly straight into contact with a model."""

    def choose(decision: Decision) -> list[Any]:
        assert isinstance(decision, NextOrder)
        pose = flight_to(decision.state, decision.model, ident, decision.envelope().forward)
        assert pose is not None, f"{ident} is out of reach"
        return ["fly", [[pose.x, pose.y]]]

    return choose


def perform(match: Match, script: Sequence[Line]) -> None:
    """Answer by the script in its order, by the default whatever it does not mention; then by the default alone."""
    left = list(script)
    while match.decision is not None:
        decision = match.decision
        if left and left[0][0] == decision.kind:
            wanted = left.pop(0)[1]
            match.answer(wanted(decision) if callable(wanted) else wanted)
        elif left:
            match.answer(decision.default())
        else:
            return
    assert not left, f"the scene ended before {left}"


HAWK = {"weapons": [weapon("Kinetic Cannon", ac=3, as_=3), weapon("Missile", missile="AC", ac=4)], "speed": 8}
FORT = {"weapons": [gun("Kinetic Cannon", ac=3, as_=3)], "traits": ["CAP"]}


def intercepted_bombing_run() -> Match:
    """Hawks come for the Fort; its escort pounces on them; the survivors bomb."""
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
    """Marauders bomb the Fort and cling to its hull; it gets under way with them, and they let go."""
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
    """The first place on the hull."""
    return next(o.choice for o in decision.options() if o.choice[0] == "assault")


def around(decision: Decision) -> list[Any]:
    """Some other place about the ship."""
    return next(o.choice for o in decision.options() if o.choice[0] == "place")


def away(decision: Decision) -> list[Any]:
    """As far as the free move goes."""
    return [o.choice for o in decision.options() if o.choice[0] == "fly"][-1]


def drone_wave() -> Match:
    """A Thunderbolt empties its bay, commands what it has launched, and goes on with its own activation."""
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
    """The last drone squadron that may be launched and is not an escort at once."""
    return [o.choice for o in decision.options() if o.choice[0] == "drone" and o.choice[2] != "common/warden"][-1]


def onward(decision: Decision) -> list[Any]:
    """Up the table as far as there is a free place."""
    assert isinstance(decision, NextOrder)
    at = decision.model.pose
    ways = (["fly", [[round(at.x, 3), round(at.y + inches, 3)]]] for inches in (5, 4.5, 4, 3))
    return next(way for way in ways if decision.check(way) is None)


def shoot(decision: Decision) -> list[Any]:
    """The first attack that is possible, or the end."""
    assert isinstance(decision, NextOrder)
    return next((o.choice for o in decision.attacks()), ["end"])


def formation_dogfight() -> Match:
    """A pair of Harpies meets Kestrels: they fight as one, split the damage, and break against the second attack."""
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
    """Another squadron of a type, if wanted in formation with the first."""
    cast = printed(key, side, at)
    line = {**cast.line, "id": ident, "name": f"{cast.card.name} {ident}"}
    return Cast(cast.card, {**line, "formation": formation} if formation else line)


def formed(decision: Decision) -> list[Any]:
    """All guns linked, one fuel, half the dice to attack."""
    return max(
        (o.choice for o in decision.options() if o.choice[2] == "linked" and o.choice[3] == 1),
        key=lambda choice: (-abs(choice[4] - 4), choice[4]),
    )


def even(decision: Decision) -> list[Any]:
    """The reference plan."""
    return decision.default().to_json()


EPISODES: dict[str, Callable[[], Match]] = {
    "episode-intercepted-bombing-run": intercepted_bombing_run,
    "episode-disengaged-assault": disengaged_assault,
    "episode-drone-wave": drone_wave,
    "episode-formation-dogfight": formation_dogfight,
}
"""By the name of the file that tells it."""
