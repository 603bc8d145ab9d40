"""What blinds ships in a solar storm (v1.2.4 Scenarios > Solar Storm, R82)."""

from __future__ import annotations

from jovian.game import Model, Refusal, State
from jovian.game.pointing import PointRing
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import LONG, ShotFacts

PLACE = "v1.2.4 Scenarios > Solar Storm > Blinded by the Light"
CLEARS = 3
"""The turn in which the storm is over."""


class Dazzled(Effect):
    """What the storm does to every model."""

    __slots__ = ()
    name = "Blinded by the Light"
    place = PLACE
    summary = "Until the third turn it is found at Short Range only, and nobody boards; missiles fly as ever."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Nobody's Sensors reach beyond its signature."""
        return sensors if sensors is None or state.turn >= CLEARS else 0

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """No gun fires beyond Short Range, whatever lets it fire at Long Range otherwise."""
        if shot.state.turn >= CLEARS or shot.weapon.missile or shot.band != LONG:
            return None
        reach = shot.target.card.signature
        return Refusal(
            f'{shot.target.name} is {shot.distance:.1f}" away: in the storm only Short Range ({reach:g}") is seen.',
            PLACE, (PointRing(shot.attacker.pose[:2], float(reach)),),
        )  # fmt: skip

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal to board while the storm lasts."""
        blown = action.boards and state.turn < CLEARS
        return Refusal(f"Nobody boards before turn {CLEARS}, while the storm blows.", PLACE) if blown else None


class BlindedByTheLight(Clause):
    """The storm over the whole table."""

    __slots__ = ()
    name = Dazzled.name
    place = PLACE
    summary = "Until the third turn everything is found at Short Range only, and nobody boards; missiles fly as ever."

    def effects(self, side: int) -> tuple[Effect, ...]:
        """What bends the rules for every model of both sides."""
        return (Dazzled(),)
