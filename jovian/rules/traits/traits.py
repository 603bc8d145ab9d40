"""Traits of models, in the order of the rulebook (v1.2.4 Traits).

Each is a class with its name, its summary, and the hooks that it overrides. `setup/catalogs.py` lists those in play.
Traits that concern one procedure are next to it, such as Escort in `escort.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.game import CONCEALED, Game, Model, Procedure, State
from jovian.game.events import DIMINISH, ESCALATE, FLEX, Contribution
from jovian.rules.basics.model import members_with_fuel, restock, restore, stock_taken, system_left
from jovian.rules.damage.boarding import MARINES, Boarded
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
from jovian.rules.shots.formula import can_defend
from jovian.rules.shots.shot import mount_of, sensor_band
from jovian.rules.traits.states import ExtraFueled, FuelPod
from jovian.table import TOLERANCE, distance

# --- Base classes ---


class Deck(Effect):
    """A system that launches models farther away while undamaged."""

    __slots__ = ()
    reach = LaunchReach(0.0)

    def launches(self, model: Model, reach: LaunchReach) -> LaunchReach:
        """Return the greater of both reaches."""
        if system_left(model, self.name) <= 0:
            return reach
        return LaunchReach(max(reach.around, self.reach.around), max(reach.fore, self.reach.fore))


# --- Barrier to Comms ---
BARRIER = 6.0


class Barrier(Effect):
    """Point Defense that covers nearby friends."""

    __slots__ = ()
    name = "Barrier"
    place = "v1.2.4 Traits > Barrier"
    summary = 'Its Point Defense reaches 6". Friends within 6" get a flex die from it, or use its Defense.'

    def point_defense_reach(self, reach: float) -> float:
        return max(reach, BARRIER)

    def aids_point_defense(self, helper: Model, inches: float) -> Contribution | None:
        """Return a flex die for a friend within 6", instead of the +1 that every ship gives."""
        is_near = inches <= BARRIER + TOLERANCE and can_defend(helper)
        return Contribution(f"{self.name} of {helper.name}", 1, self.place, FLEX) if is_near else None

    def lends_defense(self) -> float:
        """Return the inches within which friends may use its Defense (R64)."""
        return BARRIER


class Catapult(Deck):
    """A launch system with a long reach ahead."""

    __slots__ = ()
    name = "Catapult"
    place = "v1.2.4 Traits > Catapult"
    summary = 'It may launch squadrons into its fore arc, up to 6" away.'
    reach = LaunchReach(around=0.0, fore=6.0)


class Cloak(Effect):
    """A system that hides the model from Sensors while undamaged."""

    __slots__ = ()
    name = "Cloak"
    place = "v1.2.4 Traits > Cloak"
    summary = "Guns always have it at Long Range. Missiles and close fights aren't affected."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Return None while undamaged: no Sensors find it."""
        return None if model.card.level(self.name) > model.marks.get(self.name, 0) else sensors

    def hides(self) -> bool:
        return True


class Command(Effect):
    """A leader whose Skill nearby friends may use."""

    __slots__ = ()
    name = "Command"
    place = "v1.2.4 Traits > Command"
    summary = "Friends within their own Signature of it may use its Skill for skill tests, except for repairs."

    def commands(self, leader: Model, model: Model) -> bool:
        """Return whether a friend is within its own Signature (R62)."""
        return distance(model.base, model.pose, leader.base, leader.pose) <= model.card.signature + TOLERANCE


class Comms(Effect):
    """A squadron that may give some orders of capital ships."""

    __slots__ = ()
    name = "Comms"
    place = "v1.2.4 Traits > Comms"
    summary = "A squadron with it may do Drone Command and Vector Attack."

    def directs(self) -> bool:
        return True

    def directs_drones(self) -> bool:
        return True


# --- ECM, ECCM, and Silent Running (R52) ---
ECM = "v1.2.4 Traits > ECM"
UNTIL_FIRING, UNTIL_END = 1, 2
"""The levels of Stealthed: until it fires guns, or until the End Phase."""


def canceled_ecm(shot: ShotFacts, level: int) -> int:
    """Return how many ratings of ECM the attacker's ECCM cancels."""
    return min(level, shot.attacker.card.level("ECCM"))


def countermeasures(shot: ShotFacts, level: int) -> Iterable[Contribution]:
    """Return a penalty for each rating of ECM that the attacker's ECCM doesn't cancel (R52)."""
    if shot.window == EXPLOSION:
        return ()
    parts, canceled = [Contribution(f"ECM {level}", -level, ECM)], canceled_ecm(shot, level)
    return [*parts, Contribution(f"ECCM cancels {canceled}", canceled, ECM)] if canceled else parts


def ecm_rating(shot: ShotFacts, printed: int) -> int:
    """Return all ratings of ECM of a target: printed ones, 1 while it is Stealthed, and those from other effects."""
    extra = sum(effect.blurs(shot.state, shot.target) for effect in effects_on(shot.state, shot.target, Effect.blurs))
    return printed + Stealthed.holds(shot.target) + extra


class Stealthed(Ending):
    """Running silent. The level is UNTIL_FIRING or UNTIL_END."""

    __slots__ = ()
    name = "stealthed"
    place = "v1.2.4 Action > Silent Running > Stealthed"
    summary = "Stealth and 1 more ECM. After a failed test, only until it fires anything but missiles and drones."
    sign = StateMarker("SR", CREW, GOOD)

    @classmethod
    def hide(cls, game: Game, model: Model, *, lasting: bool) -> None:
        """Enter the state until the End Phase, or until the model fires guns."""
        cls.enter(game, model, UNTIL_END if lasting else UNTIL_FIRING)

    @classmethod
    def lasts(cls, model: Model) -> bool:
        """Return whether the model runs silent until the End Phase."""
        return cls.level_of(model) == UNTIL_END

    def stealth(self, state: State, model: Model) -> int:
        return 1

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return ECM 1 for a model without ECM. For others, the trait counts it."""
        return () if shot.target.card.trait("ECM") else countermeasures(shot, ecm_rating(shot, 0))

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """End the state after firing guns for Fire Control. Autofire doesn't end it."""
        mount = mount_of(model, fired.mounts[0])
        gives_away = mount is None or weapon_type(game.state, mount.weapon).gives_away
        if self.level == UNTIL_FIRING and fired.window != AUTOFIRE and gives_away:
            self.leave(game, model)
        return
        yield


class ElectronicCounterMeasures(Effect):
    """ECM: electronics that make attacks on the model harder."""

    __slots__ = ()
    name = "ECM"
    place = ECM
    summary = "Attackers get -1 for each rating that their ECCM doesn't cancel."

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return the penalty of its level, and 1 more while it is Stealthed."""
        return countermeasures(shot, ecm_rating(shot, self.level))


# --- Emissions to Launchers ---


class Emissions(Effect):
    """Emissions that make the model easier to detect."""

    __slots__ = ()
    name = "Emissions"
    place = "v1.2.4 Traits > Emissions"
    summary = "Its attackers add this level to their Sensors."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Return the Sensors of others, increased by its level."""
        return sensors + self.level


class EnergyArmor(Effect):
    """Extra Armor against energy weapons."""

    __slots__ = ()
    name = "Energy Armor"
    place = "v1.2.4 Traits > Energy Armor"
    summary = "Adds to Armor in all arcs against Beam Projectors and Particle Cannons."

    def extra_armor(self, shot: ShotFacts) -> int:
        """Return its level against energy weapons, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == ENERGY else 0


class Expendable(Effect):
    """A model that counts in full for its owner, even if lost (R66)."""

    __slots__ = ()
    name = "Expendable"
    place = "v1.2.4 Traits > Expendable"
    summary = "Counts in full for its owner even when crippled or destroyed."

    def victory(self, state: State, model: Model) -> float | None:
        """Return 1.0 once it is crippled or destroyed, else None."""
        is_lost = model.place == "destroyed" or (model.is_crippled and model.place != "withdrawn")
        return 1.0 if is_lost else None


class Fast(Effect):
    """A squadron that boosts farther, dodges better, and is hard to catch."""

    __slots__ = ()
    name = "Fast"
    place = "v1.2.4 Traits > Fast"
    summary = "To catch it, others pass a test or lose 1 fuel. It dodges with 1 more flex die, and boosts with 3 fuel."

    def most_boost(self, model: Model, value: int) -> int:
        return 3

    def aids_dodging(self) -> Contribution:
        return Contribution(self.name, 1, self.place, FLEX)

    def outruns(self, model: Model) -> bool:
        return True


class Grappler(Effect):
    """A squadron that is better in Dogfights."""

    __slots__ = ()
    name = "Grappler"
    place = "v1.2.4 Traits > Grappler"
    summary = "+1 Skill in interceptions and dogfights."

    def close_skill(self, state: State, model: Model, value: int, window: str) -> int:
        return value + 1 if window == DOGFIGHT else value


class Interceptor(Effect):
    """A squadron that intercepts from farther away."""

    __slots__ = ()
    name = "Interceptor"
    place = "v1.2.4 Traits > Interceptor"
    summary = 'For 1 fuel, it intercepts within its Speed in inches instead of 3".'

    def interception_reach(self, state: State, model: Model, reach: float) -> float:
        """Return its Speed in inches if it has Fuel and that is farther."""
        return max(reach, float(ratings.speed(state, model))) if members_with_fuel(state, model) else reach


JAMMED = 6.0


class Jammer(Effect):
    """A device that stops missiles near it."""

    __slots__ = ()
    name = "Jammer"
    place = "v1.2.4 Traits > Jammer"
    summary = "Missiles at models within 6\" of it fail, for both sides. Nukes don't."

    def jams(self, model: Model, target: Model) -> bool:
        return distance(model.base, model.pose, target.base, target.pose) <= JAMMED + TOLERANCE


class Launchers(Deck):
    """A launch system with a longer reach."""

    __slots__ = ()
    name = "Launchers"
    place = "v1.2.4 Traits > Launchers"
    summary = 'It may launch squadrons up to 3" away instead of 1".'
    reach = LaunchReach(around=3.0)


# --- Q-Ship ---
PLACE = "v1.2.4 Traits > Q-Ship"


class Concealed(ModelState):
    """A ship with hardpoints whose contents only its own side knows."""

    __slots__ = ()
    name = CONCEALED
    place = PLACE
    summary = "The contents of its hardpoints are secret until one is used. Until then, none of them reacts by itself."
    sign = StateMarker("Q?", CREW, GOOD, lasting=True)
    only_of = SHIPS
    words = ("keeps its weapons under cover", "drops its cover")


class QShip(Effect):
    """A raider that looks like a merchant ship."""

    __slots__ = ()
    name = "Q-Ship"
    place = PLACE
    summary = "The contents of its hardpoints are secret until the first one is used. Then all are public."

    def brings(self, model: Model) -> str:
        """Return the state Concealed if it has hardpoints to hide."""
        return "" if model.card.cover is None else Concealed.name


# --- Reactive Armor to TD ---


class ReactiveArmor(Effect):
    """Extra Armor against solid projectiles."""

    __slots__ = ()
    name = "Reactive Armor"
    place = "v1.2.4 Traits > Reactive Armor"
    summary = "Adds to Armor in all arcs against Mass Drivers, Kinetic Cannons and Missiles."

    def extra_armor(self, shot: ShotFacts) -> int:
        """Return its level against solid projectiles, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == SOLID else 0


class Renowned(Effect):
    """A famous ship with a better crew, worth more to its enemy."""

    __slots__ = ()
    name = "Renowned"
    place = "v1.2.4 Traits > Renowned"
    summary = "+1 Skill. It is worth more to the side that destroys or captures it."

    def skill(self, state: State, model: Model, value: int) -> int:
        return value + self.fame()

    def fame(self) -> int:
        return self.level or 1


class SelfDestruct(Effect):
    """A model that its own first attack or action destroys."""

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
        if model.alive:
            destroy(game, model)


class Shield(Effect):
    """A shield that reduces the damage of sets of 1 and 2."""

    __slots__ = ()
    name = "Shield"
    place = "v1.2.4 Traits > Shield"
    summary = "Sets of value 1 and 2 do 1 less damage."

    def softens(self) -> bool:
        """Return True. The damage procedures apply it (R65)."""
        return True

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return a note next to the shot. The damage tables apply the reduction."""
        return (Contribution(f"{self.name} (sets of 1 and 2)", 0, self.place, DIMINISH),)


class Sluggish(Effect):
    """A ship that turns only at the end of its move."""

    __slots__ = ()
    name = "Sluggish"
    place = "v1.2.4 Traits > Sluggish"
    summary = "It turns only at the end of its move, and can't Evade."

    def too_slow_to_evade(self) -> bool:
        return True

    def turns_end_move(self) -> bool:
        return True


class Static(Effect):
    """A model that doesn't move by itself."""

    __slots__ = ()
    name = "Static"
    place = "v1.2.4 Traits > Static"
    summary = "It doesn't move by itself. A Tug may drag it."

    def moored(self) -> bool:
        return True

    def limits(self, state: State, model: Model, minimum: float, maximum: float) -> tuple[float, float]:
        return 0.0, 0.0

    def speed(self, state: State, model: Model, value: int) -> int:
        return 0

    def turns(self, state: State, model: Model, value: int) -> int:
        return 0


class Stealth(Effect):
    """A hull that is harder to reach with missiles."""

    __slots__ = ()
    name = "Stealth"
    place = "v1.2.4 Traits > Stealth"
    summary = 'It counts as 6" farther away for missiles, for each level.'

    def stealth(self, state: State, model: Model) -> int:
        """Return its level, or 1 if none is printed."""
        return self.level or 1


class TargetDesignator(Effect):
    """TD: a guide for friendly missiles at targets that it sees. Cloaked targets aren't seen."""

    __slots__ = ()
    name = "TD"
    place = "v1.2.4 Traits > TD"
    summary = (
        "Friendly missiles escalate against targets in its Optimum Range. At Short Range, their Stealth doesn't count."
    )

    def designates(self, state: State, model: Model, target: Model) -> Contribution | None:
        """Return an escalation for missiles at a target in its Short or Optimum Range, or None."""
        is_seen = _range_band(state, model, target) != LONG
        return Contribution("Target Designator", 1, self.place, ESCALATE) if is_seen else None

    def unveils(self, state: State, model: Model, target: Model) -> bool:
        return _range_band(state, model, target) == SHORT


def _range_band(state: State, model: Model, target: Model) -> str:
    """Return the range band of a target, by the model's Sensors."""
    return sensor_band(state, model, target, distance(model.base, model.pose, target.base, target.pose))


# --- Supplies (v1.2.4 Traits > Fuel Tanks, Tender, Action > Resupply, R48) ---
TANKS_REACH = 3.0
TENDER_REACH = 12.0


class SupplyKind(Effect):
    """Base of what a ship may hand out with Resupply."""

    __slots__ = ()
    for_itself: ClassVar[bool] = False
    """Whether a supplier may use it for itself."""
    for_all: ClassVar[bool] = False
    """Whether all models in need get it, in addition to those that the test allows."""

    def held_by(self, ship: Model) -> bool:
        """Return whether a ship has it to hand out, as a module of its cargo."""
        return self.name in ship.cargo

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether a model, or the giver itself, could use it now."""
        raise NotImplementedError

    def give(self, game: Game, other: Model) -> None:
        """Give it to a model."""
        raise NotImplementedError


class DroneMunitions(SupplyKind):
    """New drones for Drone Bays."""

    __slots__ = ()
    name = "Drone Munitions"
    for_itself = True

    def needed(self, giver: Model, other: Model) -> bool:
        return stock_taken(other)

    def give(self, game: Game, other: Model) -> None:
        restock(other)


class FuelPods(SupplyKind):
    """A fuel pod of a squadron, or in the cargo of a ship."""

    __slots__ = ()
    name = "Fuel Pods"
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Once per game, it has 2 more fuel for 1 activation."

    def brings(self, model: Model) -> str:
        """Return the state of a squadron that starts with a pod, else ""."""
        return "" if model.capital else FuelPod.name

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether a squadron aboard has no spare tanks, or one on the table has burnt fuel."""
        if other.capital:
            return False
        return not ExtraFueled.holds(other) if other.aboard else other.marks.get("fuel", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        """Refill its own tanks, or give it spare tanks if it is aboard."""
        if other.aboard:
            ExtraFueled.enter(game, other)
        else:
            restore(other, "fuel")


class Marines(SupplyKind):
    """New marines for a model that has lost some."""

    __slots__ = ()
    name = MARINES
    for_itself = True

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether it has lost marines and no enemies are aboard."""
        return not Boarded.holds(other) and other.marks.get("marines", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        restore(other, "marines")


class FuelTanks(SupplyKind):
    """Spare tanks of a squadron, or of a ship that hands them out."""

    __slots__ = ()
    name = "Fuel Tanks"
    place = "v1.2.4 Traits > Fuel Tanks"
    summary = "A squadron starts with spare fuel. A ship hands out spare fuel."
    for_all = True

    def brings(self, model: Model) -> str:
        """Return the state of a squadron that starts with spare tanks, else ""."""
        return "" if model.capital else ExtraFueled.name

    def held_by(self, ship: Model) -> bool:
        """Return whether the ship has the trait. It isn't cargo."""
        return ship.capital and ship.card.trait(self.name) is not None

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether a squadron without spare tanks is aboard or near. Drones have none."""
        if other.capital or other.drone or ExtraFueled.holds(other):
            return False
        return other.aboard or distance(giver.base, giver.pose, other.base, other.pose) <= TANKS_REACH + TOLERANCE

    def give(self, game: Game, other: Model) -> None:
        ExtraFueled.enter(game, other)


class Tender(Effect):
    """A ship built to supply others."""

    __slots__ = ()
    name = "Tender"
    place = "v1.2.4 Traits > Tender"
    summary = 'Resupplies better, and from up to 12" away.'

    def resupply_reach(self, reach: float) -> float:
        """Return at least 12"."""
        return max(reach, TENDER_REACH)

    def aids_resupply(self) -> Contribution | None:
        """Return a flex die for the test of Resupply."""
        return Contribution(self.name, 1, self.place, FLEX)


SUPPLIES: tuple[SupplyKind, ...] = (DroneMunitions(), FuelPods(), Marines(), FuelTanks())
"""In the order in which they are handed out."""
