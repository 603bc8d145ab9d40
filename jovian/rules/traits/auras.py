"""What a model does for others, near it or with it (v1.2.4 Traits > Barrier, Command, Comms, Escort, TD, Jammer)."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Model, State
from jovian.rules.facts.parts import ESCALATE, FLEX, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.shooting import ratings
from jovian.rules.shooting.aid import guards
from jovian.rules.shooting.shot import sensor_reach
from jovian.table import TOLERANCE, distance

BARRIER = 6.0
JAMMED = 6.0


@dataclass(frozen=True, slots=True)
class Barrier(Effect):
    """Point defense for a whole flotilla."""

    name = "Barrier"
    place = "v1.2.4 Traits > Barrier"
    summary = 'Its Point Defense reaches 6"; friends within 6" have a flex die of it, or use its Defense.'

    def point_defense_reach(self, reach: float) -> float:
        """At least 6"."""
        return max(reach, BARRIER)

    def aids_point_defense(self, helper: Model, inches: float) -> Part | None:
        """A flex die, in place of the +1 that every ship gives."""
        near = inches <= BARRIER + TOLERANCE and guards(helper)
        return Part(f"{self.name} of {helper.name}", 1, self.place, FLEX) if near else None

    def lends_defense(self) -> float:
        """Within 6" (R64)."""
        return BARRIER


@dataclass(frozen=True, slots=True)
class Command(Effect):
    """Staff and signals."""

    name = "Command"
    place = "v1.2.4 Traits > Command"
    summary = "Friends within their own Signature of it may make skill tests with its Skill, except for repairs."

    def commands(self, leader: Model, model: Model) -> bool:
        """Within Signature (R62)."""
        return distance(model.base, model.pose, leader.base, leader.pose) <= model.card.signature + TOLERANCE


@dataclass(frozen=True, slots=True)
class Comms(Effect):
    """A squadron that leads squadrons."""

    name = "Comms"
    place = "v1.2.4 Traits > Comms"
    summary = "As a squadron it may order Drone Command and Vector Attack."

    def directs(self) -> bool:
        """Yes."""
        return True


@dataclass(frozen=True, slots=True)
class Escort(Effect):
    """Always beside somebody."""

    name = "Escort"
    place = "v1.2.4 Traits > Escort"
    summary = "A ship deploys when the squadrons do; a squadron takes up an escort, and leaves it, whenever it likes."

    def deploys_with_squadrons(self) -> bool:
        """Yes."""
        return True

    def escorts_at_will(self) -> bool:
        """Yes."""
        return True


@dataclass(frozen=True, slots=True)
class TargetDesignator(Effect):
    """Guides missiles at what it sees, never at what is cloaked."""

    name = "TD"
    place = "v1.2.4 Traits > TD"
    summary = "Friendly missiles escalate against what it has in Optimum Range; at Short Range Stealth does not help."

    def designates(self, state: State, model: Model, target: Model) -> Part | None:
        """An escalate for a target in Optimum Range."""
        reach = target.card.signature + 3.0 * ratings.sensors(state, model)
        return Part("Target Designator", 1, self.place, ESCALATE) if _has(state, model, target, reach) else None

    def unveils(self, state: State, model: Model, target: Model) -> bool:
        """A target in Short Range."""
        return _has(state, model, target, target.card.signature)


def _has(state: State, model: Model, target: Model, reach: float) -> bool:
    apart = distance(model.base, model.pose, target.base, target.pose)
    return apart <= reach + TOLERANCE and sensor_reach(state, model, target) >= 0


@dataclass(frozen=True, slots=True)
class Jammer(Effect):
    """Noise on every frequency."""

    name = "Jammer"
    place = "v1.2.4 Traits > Jammer"
    summary = 'Missiles at models within 6" of it fail, friend or foe; Nukes do not.'

    def jams(self, model: Model, target: Model) -> bool:
        """Within 6"."""
        return distance(model.base, model.pose, target.base, target.pose) <= JAMMED + TOLERANCE
