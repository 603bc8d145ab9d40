"""What a model does for others, near it or with it (v1.2.4 Traits > Barrier, Command, Comms, Escort, TD, Jammer)."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.game.parts import ESCALATE, FLEX, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import LONG, SHORT
from jovian.rules.shooting.aid import guards
from jovian.rules.shooting.shot import sensor_band
from jovian.table import TOLERANCE, distance

BARRIER = 6.0
JAMMED = 6.0


class Barrier(Effect):
    """Point defense that reaches far enough to cover its neighbors."""

    __slots__ = ()
    name = "Barrier"
    place = "v1.2.4 Traits > Barrier"
    summary = 'Its Point Defense reaches 6"; friends within 6" have a flex die of it, or use its Defense.'

    def point_defense_reach(self, reach: float) -> float:
        """At least 6", or what it reached before."""
        return max(reach, BARRIER)

    def aids_point_defense(self, helper: Model, inches: float) -> Part | None:
        """A flex die for a friend within 6", in place of the +1 that every ship gives."""
        near = inches <= BARRIER + TOLERANCE and guards(helper)
        return Part(f"{self.name} of {helper.name}", 1, self.place, FLEX) if near else None

    def lends_defense(self) -> float:
        """6": friends so near may use its Defense (R64)."""
        return BARRIER


class Command(Effect):
    """Friends near it may test with its Skill."""

    __slots__ = ()
    name = "Command"
    place = "v1.2.4 Traits > Command"
    summary = "Friends within their own Signature of it may make skill tests with its Skill, except for repairs."

    def commands(self, leader: Model, model: Model) -> bool:
        """True for a friend within its Signature (R62)."""
        return distance(model.base, model.pose, leader.base, leader.pose) <= model.card.signature + TOLERANCE


class Comms(Effect):
    """A squadron that gives orders which else only capital ships give."""

    __slots__ = ()
    name = "Comms"
    place = "v1.2.4 Traits > Comms"
    summary = "As a squadron it may order Drone Command and Vector Attack."

    def directs(self) -> bool:
        """True: it may order Vector Attack."""
        return True

    def directs_drones(self) -> bool:
        """True: it may order Drone Command."""
        return True


class Escort(Effect):
    """One that accompanies capital ships."""

    __slots__ = ()
    name = "Escort"
    place = "v1.2.4 Traits > Escort"
    summary = "A ship deploys when the squadrons do; a squadron takes up an escort, and leaves it, whenever it likes."

    def deploys_with_squadrons(self) -> bool:
        """True: it comes when squadrons do."""
        return True

    def escorts_at_will(self) -> bool:
        """True: in any of its activations it may take up an escort or leave it."""
        return True


class TargetDesignator(Effect):
    """Guides missiles at what it sees, never at what is cloaked."""

    __slots__ = ()
    name = "TD"
    place = "v1.2.4 Traits > TD"
    summary = "Friendly missiles escalate against what it has in Optimum Range; at Short Range Stealth does not help."

    def designates(self, state: State, model: Model, target: Model) -> Part | None:
        """An escalate for missiles at a target in its Optimum Range."""
        seen = _band(state, model, target) != LONG
        return Part("Target Designator", 1, self.place, ESCALATE) if seen else None

    def unveils(self, state: State, model: Model, target: Model) -> bool:
        """True for a target in its Short Range."""
        return _band(state, model, target) == SHORT


def _band(state: State, model: Model, target: Model) -> str:
    """In which range a model has a target, by the Sensors that all others look with."""
    return sensor_band(state, model, target, distance(model.base, model.pose, target.base, target.pose))


class Jammer(Effect):
    """Missiles that come near it fail."""

    __slots__ = ()
    name = "Jammer"
    place = "v1.2.4 Traits > Jammer"
    summary = 'Missiles at models within 6" of it fail, friend or foe; Nukes do not.'

    def jams(self, model: Model, target: Model) -> bool:
        """True for a target within 6" of it."""
        return distance(model.base, model.pose, target.base, target.pose) <= JAMMED + TOLERANCE
