"""Short scenes that are told in full: positions set up for one rule, scripted where it matters, by the default elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jovian.cards import library, parse_scenario
from jovian.game import Decision
from jovian.match import Match, Setup
from jovian.rules.menu import Menu
from jovian.rules.touching import flight_to
from tests.rules.stage import Cast, gun, printed, ship, squadron, weapon

Line = tuple[str, Any]
"""A kind of decision and the answer to it, or what finds the answer."""


def scene(cast: Sequence[Cast], seed: int = 1, **scenario: Any) -> Match:
    """A game in the Activation Phase with these models on the table, and seeded dice."""
    cards = {**{key: card for key, card in library().items() if card.drone}, **{c.card.key: c.card for c in cast}}
    data = {
        "name": "Scene", "summary": "A scene.", "turn": 1, "initiative": 0, "turns": 2,
        "objectives": [{"kind": "most_victory_points", "points": 10}], "models": [c.line for c in cast], **scenario,
    }  # fmt: skip
    return Match(Setup(parse_scenario(data, "scene", cards), (), cards, seed, {}))


def into_contact(ident: str) -> Callable[[Decision], list[Any]]:
    """Fly straight into contact with a model."""

    def choose(decision: Decision) -> list[Any]:
        assert isinstance(decision, Menu)
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
        squadron("Hawk", 0, (24, 15), fire_control=2, structure=[3, 2, 2, 1, 1, 1], **HAWK),
        ship("Fort", 1, (24, 24), 90, **FORT),
        squadron("Guard", 1, (24, 22.5), weapons=[weapon("Mass Driver", ac=1, as_=3)], escorting="fort"),
    ])  # fmt: skip
    perform(match, [
        ("declare", ["declare", "bombing", 0]), ("menu", into_contact("fort")), ("interception", ["intercept", "guard"]),
        ("plan", ["plan", ["a1"], "singly", 1, 3]), ("plan", ["plan", ["a1"], "singly", 2, 4]),
        ("menu", into_contact("fort")), ("menu", ["resolve"]), ("missile", ["decline"]),
        ("plan", ["plan", ["a1"], "singly", 1, 5]), ("plan", ["plan", ["a1"], "singly", 0, 2]), ("free", ["stay"]),
    ])  # fmt: skip
    return match
