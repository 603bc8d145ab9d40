"""What a squadron is expected to take by coming to contact: bombs on a ship, a dogfight with a squadron; kept."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.combat.fights import even_share, fight_value
from jovian.players.judgment.combat.raids import at_contact
from jovian.players.judgment.threat.quadrants import quadrant
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.rulebook.shot_facts import BOMBING, DOGFIGHT


class Raids:
    """The worth of close fights between models as they are, each reckoned once. It changes no answer."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], float] = {}
        self._feared: dict[tuple[object, ...], float] = {}

    def feared(self, view: State, squadron: Model, other: Model) -> float:
        """The share of its value that another model is expected to lose if a squadron comes to contact with it."""
        window = BOMBING if other.capital else DOGFIGHT
        key = (squadron.card, other.card, shared_fuel(view, squadron), *_shape(squadron), *_shape(other))
        found = self._feared.get(key)
        if found is None:
            found = self._feared[key] = even_share(view, at_contact(view, squadron, other), other, window)
        return found

    def suffered(self, view: State, squadron: Model, other: Model) -> float:
        """The share of its value that a squadron is expected to lose itself in a close fight that it seeks."""
        window = BOMBING if other.capital else DOGFIGHT
        key = (other.card, squadron.card, shared_fuel(view, squadron), *_shape(other), *_shape(squadron))
        found = self._feared.get(key)
        if found is None:
            found = self._feared[key] = even_share(view, other, at_contact(view, squadron, other), window)
        return found

    def worth(self, view: State, squadron: Model, other: Model, boost: int = 0) -> float:
        """TV that a close fight is worth to a squadron which comes to contact with another model."""
        window = BOMBING if other.capital else DOGFIGHT
        dx, dy = squadron.pose[0] - other.pose[0], squadron.pose[1] - other.pose[1]
        arc = quadrant(other.pose, dx, dy) if other.capital else ""
        key = (squadron.card, other.card, arc, shared_fuel(view, squadron), boost, *_shape(squadron), *_shape(other))
        found = self._known.get(key)
        if found is None:
            found = fight_value(view, at_contact(view, squadron, other, boost), other, window)
            self._known[key] = found
        return found


def _shape(model: Model) -> tuple[object, ...]:
    """What of a model tells in a close fight."""
    return (
        model.side, model.unmarked("structure"), model.unmarked("fuel"), model.unmarked("defense"), model.formation,
        *sorted(model.damaged), *sorted(model.states.items()),
    )  # fmt: skip
