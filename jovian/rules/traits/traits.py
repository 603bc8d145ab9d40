"""System traits."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import CONCEALED, Game, Model, Procedure, State
from jovian.game.events import DIMINISH, ESCALATE, FLEX, Contribution
from jovian.rules.basics.model import fueled, system_left
from jovian.rules.damage.casualties import destroy
from jovian.rules.rulebook.active_effects import effects_on, weapon_type
from jovian.rules.rulebook.effect import (
    AUTOFIRE,
    CREW,
    DOGFIGHT,
    EXPLOSION,
    GOOD,
    LONG,
    SHIPS,
    SHORT,
    Effect,
    Ending,
    Fired,
    LaunchReach,
    ModelState,
    ShotFacts,
    StateMarker,
)
from jovian.rules.rulebook.rulebook import ENERGY, SOLID
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import guards
from jovian.rules.shots.shot import mount_of, sensor_band
from jovian.table import TOLERANCE, distance

# --- armor ---
# Traits that blunt hits (v1.2.4 Traits > Energy Armor, Reactive Armor, Shield).


class EnergyArmor(Effect):
    """More armor against beams and particles."""

    __slots__ = ()
    name = "Energy Armor"
    place = "v1.2.4 Traits > Energy Armor"
    summary = "Adds to Armor in all arcs against Beam Projectors and Particle Cannons."

    def extra_armor(self, shot: ShotFacts) -> int:
        """The level of the trait against the weapon types that it stops, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == ENERGY else 0


class ReactiveArmor(Effect):
    """More armor against solid shot."""

    __slots__ = ()
    name = "Reactive Armor"
    place = "v1.2.4 Traits > Reactive Armor"
    summary = "Adds to Armor in all arcs against Mass Drivers, Kinetic Cannons and Missiles."

    def extra_armor(self, shot: ShotFacts) -> int:
        """The level of the trait against the weapon types that it stops, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == SOLID else 0


class Shield(Effect):
    """Softens small hits."""

    __slots__ = ()
    name = "Shield"
    place = "v1.2.4 Traits > Shield"
    summary = "Sets of value 1 and 2 do one less damage."

    def softens(self) -> bool:
        """True; the damage procedures read it (R65)."""
        return True

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A word of it beside the shot; what it takes, the damage tables take."""
        return (Contribution(f"{self.name} (sets of 1 and 2)", 0, self.place, DIMINISH),)


# --- auras ---
# What a model does for others, near it or with it (v1.2.4 Traits > Barrier, Command, Comms, Escort, TD, Jammer).

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

    def aids_point_defense(self, helper: Model, inches: float) -> Contribution | None:
        """A flex die for a friend within 6", in place of the +1 that every ship gives."""
        near = inches <= BARRIER + TOLERANCE and guards(helper)
        return Contribution(f"{self.name} of {helper.name}", 1, self.place, FLEX) if near else None

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


class TargetDesignator(Effect):
    """Guides missiles at what it sees, never at what is cloaked."""

    __slots__ = ()
    name = "TD"
    place = "v1.2.4 Traits > TD"
    summary = "Friendly missiles escalate against what it has in Optimum Range; at Short Range Stealth does not help."

    def designates(self, state: State, model: Model, target: Model) -> Contribution | None:
        """An escalate for missiles at a target in its Optimum Range."""
        seen = _band(state, model, target) != LONG
        return Contribution("Target Designator", 1, self.place, ESCALATE) if seen else None

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


# --- decks ---
# What helps a ship to launch (v1.2.4 Traits > Catapult, Launchers).


class Deck(Effect):
    """Sets down what it launches farther away than others do, while it works."""

    __slots__ = ()
    reach = LaunchReach(0.0)

    def launches(self, model: Model, reach: LaunchReach) -> LaunchReach:
        """What it reaches itself, where that is farther."""
        if system_left(model, self.name) <= 0:
            return reach
        return LaunchReach(max(reach.around, self.reach.around), max(reach.fore, self.reach.fore))


class Launchers(Deck):
    """Sets down what it launches farther away."""

    __slots__ = ()
    name = "Launchers"
    place = "v1.2.4 Traits > Launchers"
    summary = 'Squadrons it launches may be set down up to 3" away rather than 1".'
    reach = LaunchReach(around=3.0)


class Catapult(Deck):
    """Flings what it launches ahead."""

    __slots__ = ()
    name = "Catapult"
    place = "v1.2.4 Traits > Catapult"
    summary = 'Squadrons it launches may be set down in its fore arc, up to 6" away.'
    reach = LaunchReach(around=0.0, fore=6.0)


# --- electronics ---
# Traits of sensors and countermeasures (v1.2.4 Traits): being seen, hiding, blurring.

ECM = "v1.2.4 Traits > ECM"
UNTIL_FIRING, UNTIL_END = 1, 2
"""How long silence lasts: until it fires guns, or until the End Phase."""


def cancelled(shot: ShotFacts, level: int) -> int:
    """How many of so many ratings of ECM the attacker's ECCM cancels."""
    return min(level, shot.attacker.card.level("ECCM"))


def countermeasures(shot: ShotFacts, level: int) -> Iterable[Contribution]:
    """A penalty for each rating of ECM that the attacker's ECCM does not cancel (R52)."""
    if shot.window == EXPLOSION:
        return ()
    parts, gone = [Contribution(f"ECM {level}", -level, ECM)], cancelled(shot, level)
    return [*parts, Contribution(f"ECCM cancels {gone}", gone, ECM)] if gone else parts


def blurred(shot: ShotFacts, printed: int) -> int:
    """All ratings of ECM of a target: those printed, one while it runs silent, and what it is lent."""
    lent = sum(effect.blurs(shot.state, shot.target) for effect in effects_on(shot.state, shot.target, Effect.blurs))
    return printed + Stealthed.holds(shot.target) + lent


class Stealthed(Ending):
    """Running silent. Its level is UNTIL_FIRING or UNTIL_END."""

    __slots__ = ()
    name = "stealthed"
    place = "v1.2.4 Action > Silent Running > Stealthed"
    summary = "Stealth and one more ECM; after a failed test only until it fires anything but missiles and drones."
    sign = StateMarker("SR", CREW, GOOD)

    @classmethod
    def hide(cls, game: Game, model: Model, *, lasting: bool) -> None:
        """Run silent until the End Phase, or only until it fires guns."""
        cls.enter(game, model, UNTIL_END if lasting else UNTIL_FIRING)

    @classmethod
    def lasts(cls, model: Model) -> bool:
        """Does the model run silent until the End Phase?"""
        return cls.level_of(model) == UNTIL_END

    def stealth(self, state: State, model: Model) -> int:
        """The levels of Stealth with which it is looked at: one."""
        return 1

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """ECM 1 for a model without; one that has ECM counts it there."""
        return () if shot.target.card.trait("ECM") else countermeasures(shot, blurred(shot, 0))

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Guns give it away, if they cost Fire Control: autofire does not."""
        mount = mount_of(model, fired.mounts[0])
        loud = mount is None or weapon_type(game.state, mount.weapon).gives_away
        if self.level == UNTIL_FIRING and fired.window != AUTOFIRE and loud:
            self.leave(game, model)
        return
        yield


class ElectronicCounterMeasures(Effect):
    """Blurs the aim of models that fire at it."""

    __slots__ = ()
    name = "ECM"
    place = ECM
    summary = "-1 a rating for models that attack it, less what their ECCM cancels."

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Its level, one more while Stealthed."""
        return countermeasures(shot, blurred(shot, self.level))


class Cloak(Effect):
    """A system that hides the model from Sensors while it works."""

    __slots__ = ()
    name = "Cloak"
    place = "v1.2.4 Traits > Cloak"
    summary = "Always at Long Range for guns, however near; missiles and close fights are not hindered."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """None, so that nobody finds it, while the system works."""
        return None if model.card.level(self.name) > model.marks.get(self.name, 0) else sensors

    def hides(self) -> bool:
        """True, but for its commander."""
        return True


class Emissions(Effect):
    """Easier to find: others add its level to their Sensors."""

    __slots__ = ()
    name = "Emissions"
    place = "v1.2.4 Traits > Emissions"
    summary = "Whoever attacks it has this much better Sensors."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """The Sensors of others, raised by its level."""
        return sensors + self.level


class Stealth(Effect):
    """Harder to reach with missiles."""

    __slots__ = ()
    name = "Stealth"
    place = "v1.2.4 Traits > Stealth"
    summary = 'Missiles measure 6" more to it a level.'

    def stealth(self, state: State, model: Model) -> int:
        """Its level, 1 if none is printed."""
        return self.level or 1


# --- flight ---
# Traits of flying (v1.2.4 Traits > Fast, Grappler, Interceptor, Sluggish, Static).


class Fast(Effect):
    """Boosts farther, dodges better and is hard to catch."""

    __slots__ = ()
    name = "Fast"
    place = "v1.2.4 Traits > Fast"
    summary = "Who is not Fast tests to catch it or loses a fuel; dodges with a flex die more; boosts with 3 fuel."

    def most_boost(self, model: Model, value: int) -> int:
        """It may burn up to 3 fuel for a boost."""
        return 3

    def aids_dodging(self) -> Contribution:
        """A flex die where it dodges."""
        return Contribution(self.name, 1, self.place, FLEX)

    def outruns(self, model: Model) -> bool:
        """True: to catch it without losing fuel takes a skill test."""
        return True


class Grappler(Effect):
    """Fights better in a Dogfight."""

    __slots__ = ()
    name = "Grappler"
    place = "v1.2.4 Traits > Grappler"
    summary = "+1 Skill in interceptions and dogfights."

    def close_skill(self, state: State, model: Model, value: int, window: str) -> int:
        """One more Skill in a Dogfight."""
        return value + 1 if window == DOGFIGHT else value


class Interceptor(Effect):
    """Intercepts from farther away."""

    __slots__ = ()
    name = "Interceptor"
    place = "v1.2.4 Traits > Interceptor"
    summary = "For a fuel it intercepts within its Speed in inches instead of 3."

    def interception_reach(self, state: State, model: Model, reach: float) -> float:
        """Its Speed in inches, while it has the fuel; else as far as any."""
        return max(reach, float(ratings.speed(state, model))) if fueled(state, model) else reach


class Sluggish(Effect):
    """Turns only at the end of its move."""

    __slots__ = ()
    name = "Sluggish"
    place = "v1.2.4 Traits > Sluggish"
    summary = "Makes its turns only at the end of its move and cannot Evade."

    def too_slow_to_evade(self) -> bool:
        """True: it may not Evade."""
        return True

    def turns_end_move(self) -> bool:
        """True: it no longer moves once it has turned."""
        return True


class Static(Effect):
    """Never moves by itself."""

    __slots__ = ()
    name = "Static"
    place = "v1.2.4 Traits > Static"
    summary = "It does not move by itself; a Tug may drag it."

    def moored(self) -> bool:
        """True: it makes no room for others either."""
        return True

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """0" and 0": it does not move."""
        return 0.0, 0.0

    def speed(self, state: State, model: Model, value: int) -> int:
        """The Speed of what never moves by itself: 0"."""
        return 0

    def turns(self, state: State, model: Model, value: int) -> int:
        """The Turns of what never moves by itself: none."""
        return 0


# --- secrecy ---
# A ship that keeps its weapons to itself, and that it does so (v1.2.4 Traits > Q-Ship).

PLACE = "v1.2.4 Traits > Q-Ship"


class Concealed(ModelState):
    """What its hardpoints hold is known to its own side alone."""

    __slots__ = ()
    name = CONCEALED
    place = PLACE
    summary = "What its hardpoints hold is secret until one of them is used; none of it acts by itself until then."
    sign = StateMarker("Q?", CREW, GOOD, lasting=True)
    only_of = SHIPS
    words = ("keeps its weapons under cover", "drops its cover")


class QShip(Effect):
    """A raider that looks like a merchant."""

    __slots__ = ()
    name = "Q-Ship"
    place = PLACE
    summary = "What its hardpoints hold, if anything, is secret until the first of them is used, then all public."

    def brings(self, model: Model) -> str:
        """The state Concealed, if it has hardpoints to hide."""
        return "" if model.card.cover is None else Concealed.name


# --- worth ---
# Traits by which a model is worth more or less (v1.2.4 Traits > Expendable, Renowned, Self Destruct).


class Expendable(Effect):
    """Counts in full for its owner, however it ends (R66)."""

    __slots__ = ()
    name = "Expendable"
    place = "v1.2.4 Traits > Expendable"
    summary = "Counts in full for its owner even when crippled or destroyed."

    def victory(self, state: State, model: Model) -> float | None:
        """1.0, its full value, once it is crippled or destroyed (R66); None, the usual share, else."""
        lost = model.place == "destroyed" or (model.is_crippled and model.place != "withdrawn")
        return 1.0 if lost else None


class Renowned(Effect):
    """A famous ship: better crewed, and worth more."""

    __slots__ = ()
    name = "Renowned"
    place = "v1.2.4 Traits > Renowned"
    summary = "+1 Skill; worth more to whoever destroys or captures it."

    def skill(self, state: State, model: Model, value: int) -> int:
        """One more for each instance of the trait."""
        return value + self.fame()

    def fame(self) -> int:
        """How many instances of the trait it has."""
        return self.level or 1


class SelfDestruct(Effect):
    """Destroyed by its own attack or action."""

    __slots__ = ()
    name = "Self Destruct"
    place = "v1.2.4 Traits > Self Destruct"
    summary = "It is destroyed once its first attack or action has been resolved."

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Destroy the model (R50)."""
        destroy(game, model)
        return
        yield

    def after_action(self, game: Game, model: Model, action: str) -> None:
        """Destroy the model if it is still alive."""
        if model.alive:
            destroy(game, model)
