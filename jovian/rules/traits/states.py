"""States that actions and supplies leave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.game import OVERDRIVEN, Game, Model, MountRef, Procedure, Refusal, State
from jovian.game.events import FLEX, Contribution
from jovian.rules.basics.model import (
    EXTRA_FUELED,
    FUEL_POD,
    PODS,
    TANKS,
    break_weapon,
    restock,
    restore,
    stock_taken,
    unmark,
)
from jovian.rules.basics.rolls import one_die
from jovian.rules.damage.boarding import MARINES, Boarded
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import (
    BAD,
    CREW,
    HARD,
    LONG,
    MARKED,
    SHIPS,
    SQUADRONS,
    Effect,
    Ending,
    Fired,
    ModelState,
    ShotFacts,
    StateMarker,
)
from jovian.rules.rulebook.order import Action
from jovian.rules.shots import ratings
from jovian.table import TOLERANCE, distance

# --- action states ---
# States that orders of capital ships bring about (v1.2.4 Action), as effects on the model in that state.

STRAIN = (1, 4, 6)
"""By Long Shot's test (N, D, T): what a d6 must show for the weapon to break; Q+ never."""
BURNING = 2
"""The X of a Hard Burn as it begins."""


class StationKeeping(Ending):
    """Keeps its place: it counts as having Speed 0."""

    __slots__ = ()
    name = "station-keeping"
    place = "v1.2.4 Action > Station Keep"
    summary = "Moves 0 to Thrusters inches forward and never back; attackers gain a flex die."
    words = ("keeps its station", "no longer keeps its station")
    sign = StateMarker("SK", CREW, HARD)
    only_of = SHIPS

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """0 to Thrusters inches, since Speed counts as 0 (R22)."""
        return 0.0, float(ratings.thrusters(state, model))

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """One flex die, in every attack window (R57)."""
        return (Contribution("Station Keeping", 1, self.place, FLEX),)


class Targeted(Ending):
    """Designated as a target, so that everybody hits it more easily."""

    __slots__ = ()
    name = "targeted"
    place = "v1.2.4 Action > Combined Attack > Targeted"
    summary = "Every attack on the ship has this bonus until the End Phase."
    sign = StateMarker("TG", MARKED, BAD, ())

    @classmethod
    def add(cls, game: Game, ship: Model) -> None:
        """Point the ship out once more."""
        cls.enter(game, ship, cls.level_of(ship) + 1)

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """What its level gives each attack on it (R57)."""
        return (Contribution("Targeted", self.level, self.place),)


class HardBurn(ModelState):
    """Main drive at full thrust; its level is the X of the book and counts down."""

    __slots__ = ()
    name = "hard-burn"
    place = "v1.2.4 Action > Hard Burn"
    summary = "Speed doubled while X is above 0, Turns 1; X falls in each End Phase; no new Hard Burn meanwhile."
    words = ("burns hard, X is {value}", "no longer burns hard")
    sign = StateMarker("HB", CREW, HARD, ("0", "1", "2"))
    only_of = SHIPS
    least = 0

    @classmethod
    def begin(cls, game: Game, ship: Model) -> None:
        """The activation begins: it enters Hard Burn with the value 2."""
        cls.enter(game, ship, BURNING)

    @classmethod
    def begun(cls, ship: Model) -> Model:
        """The ship as if it began one now: only to look at."""
        return cls.supposed(ship, BURNING)

    def speed(self, state: State, model: Model, value: int) -> int:
        """The Speed rating, doubled."""
        return value * 2 if self.level else value

    def turns(self, state: State, model: Model, value: int) -> int:
        """One turn, still capped by Thrusters (R22)."""
        return 1

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Refuses another Hard Burn."""
        return Refusal("It is still in a Hard Burn.", self.place) if action.enters == self.name else None

    def end_phase(self, game: Game, model: Model) -> None:
        """Lowers the level by one; at the last the state ends."""
        if self.level:
            self.enter(game, model, self.level - 1)
        else:
            self.leave(game, model)


class LongShot(ModelState):
    """Weapons pushed beyond their range, for one activation. Its level is 1 to 4 for a test of N, D, T, Q+."""

    __slots__ = ()
    name = "long-shot"
    place = "v1.2.4 Action > Long Shot"
    summary = "Weapons fire at Long Range, and may break by it."
    words = ("pushes its weapons to Long Range", "no longer pushes its weapons")
    sign = StateMarker("LS", CREW, HARD, ("", "N", "D", "T", "Q"))
    passes = True

    @property
    def best(self) -> int:
        """The best magnitude of its test, 0 to 3 for N, D, T, Q+: the level stands one above it."""
        return self.level - 1

    @classmethod
    def tested(cls, game: Game, ship: Model, best: int) -> None:
        """Enter it by the best magnitude of its test."""
        cls.enter(game, ship, best + 1)

    @classmethod
    def as_tested(cls, ship: Model, best: int) -> Model:
        """The ship as if it had made its test so well: only to look at."""
        return cls.supposed(ship, best + 1)

    def reaches_long(self, shot: ShotFacts) -> bool:
        """Any weapon but missiles, which have a range of their own."""
        return weapon_type(shot.state, shot.weapon).ranged

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Each weapon fired at Long Range may break (R49)."""
        if fired.band != LONG or self.best >= len(STRAIN):
            return
        need = STRAIN[self.best]
        for mount in fired.mounts:
            purpose = f"strain on a weapon of {model.name} ({need}+ breaks)"
            face = 1 if need == 1 else (yield from one_die(game, model.side, purpose, range(1, need)))
            if face >= need:
                break_weapon(game, model, MountRef(mount).ident, "Long Shot")


class Overdriven(Ending):
    """A damaged rating run as if it were whole; `Model.rating` reads it."""

    __slots__ = ()
    place = "v1.2.4 Action > Overdrive > Overdriven"
    summary = "The rating counts as undamaged until the End Phase."
    only_of = SHIPS


class OverdrivenDefense(Overdriven):
    """Defense run as if undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "defense"
    words = ("overdrives its Defense", "no longer overdrives its Defense")
    sign = StateMarker("OD", CREW)


class OverdrivenSensors(Overdriven):
    """Sensors run as if undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "sensors"
    words = ("overdrives its Sensors", "no longer overdrives its Sensors")
    sign = StateMarker("OS", CREW)


class OverdrivenThrusters(Overdriven):
    """Thrusters run as if undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "thrusters"
    words = ("overdrives its Thrusters", "no longer overdrives its Thrusters")
    sign = StateMarker("OT", CREW)


BY_RATING: dict[str, type[Overdriven]] = {
    "defense": OverdrivenDefense, "sensors": OverdrivenSensors, "thrusters": OverdrivenThrusters,
}  # fmt: skip
"""By the rating that is driven."""


# --- fuel states ---
# States of fuel that a squadron has besides its own (v1.2.4 Traits > Fuel Tanks, Scenarios > Water Raid).


class ExtraFueled(ModelState):
    """Spare tanks, not yet used."""

    __slots__ = ()
    name = EXTRA_FUELED
    place = "v1.2.4 Traits > Fuel Tanks > Extra Fueled"
    summary = "At the start of one activation it may have two more fuel for that activation."
    sign = StateMarker("XF", lasting=True)
    only_of = SQUADRONS
    title = "Extra-Fueled"
    words = ("carries spare tanks", "draws on its spare tanks")


class FuelPod(ModelState):
    """A pod of fuel, not yet used."""

    __slots__ = ()
    name = FUEL_POD
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Once a game it may have two more fuel for one activation."
    sign = StateMarker("FP", lasting=True)
    only_of = SQUADRONS
    words = ("carries a fuel pod", "draws on its fuel pod")


class SpareFuel(ModelState):
    """Fuel beyond its capacity, for this activation only."""

    __slots__ = ()
    name = TANKS
    place = "v1.2.4 Traits > Fuel Tanks > Extra Fueled"
    summary = "Spare fuel, spent first; what is left at the end of the activation only fills up its own tanks."
    sign = StateMarker("SF", levels=())
    passes = True
    words = ("has {value} fuel in spare tanks", "has emptied its spare tanks")

    @classmethod
    def pass_off(cls, game: Game, model: Model) -> None:
        """What is left fills up its own tanks first, the rest is lost."""
        for _ in range(min(cls.level_of(model), model.marks.get("fuel", 0))):
            unmark(game, model, "fuel", "spare tanks")


class PodFuel(ModelState):
    """Fuel from a pod, for this activation only."""

    __slots__ = ()
    name = PODS
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Fuel from its pod, spent first; what is left is lost at the end of the activation."
    sign = StateMarker("PF", levels=())
    passes = True
    words = ("has {value} fuel in its pod", "has emptied its fuel pod")


# --- supplies ---
# What a card does not print of fuel, drones and marines: what a squadron brings, and what a ship hands out.
#
# v1.2.4 Traits > Fuel Tanks, Scenarios > Water Raid > Fuel Pods, Action > Resupply (R48).

TANKS_REACH = 3.0
TENDER_REACH = 12.0


class Supply(Effect):
    """Something that a ship may hand out."""

    __slots__ = ()
    for_itself: ClassVar[bool] = False
    """May a supplier keep it, as one of those it supplies?"""
    freely: ClassVar[bool] = False
    """Do all get it, besides those whom the test lets be supplied?"""

    def held_by(self, ship: Model) -> bool:
        """Is it there to be handed out: a module of the cargo?"""
        return self.name in ship.cargo

    def needed(self, giver: Model, other: Model) -> bool:
        """Could another, or the giver itself, use it now?"""
        raise NotImplementedError

    def give(self, game: Game, other: Model) -> None:
        """Hand it out to a model."""
        raise NotImplementedError


class DroneMunitions(Supply):
    """New drones for Drone Bays."""

    __slots__ = ()
    name = "Drone Munitions"
    for_itself = True

    def needed(self, giver: Model, other: Model) -> bool:
        """True for a ship that has launched drones."""
        return stock_taken(other)

    def give(self, game: Game, other: Model) -> None:
        """Fill up the stock of every class."""
        restock(other)


class FuelPods(Supply):
    """A pod of fuel on a squadron, or in the cargo of a ship."""

    __slots__ = ()
    name = "Fuel Pods"
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Once a game it has two more Fuel for one activation."

    def brings(self, model: Model) -> str:
        """Full spare fuel, for a squadron."""
        return "" if model.capital else FuelPod.name

    def needed(self, giver: Model, other: Model) -> bool:
        """True for a squadron: aboard the giver without spare tanks, else with burnt fuel."""
        if other.capital:
            return False
        return not ExtraFueled.holds(other) if other.aboard else other.marks.get("fuel", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        """Fill up its own tanks, or give it spare tanks if it is aboard."""
        if other.aboard:
            ExtraFueled.enter(game, other)
        else:
            restore(other, "fuel")


class Marines(Supply):
    """New marines for a model that has lost some."""

    __slots__ = ()
    name = MARINES
    for_itself = True

    def needed(self, giver: Model, other: Model) -> bool:
        """True where marines are lost and no enemies are aboard."""
        return not Boarded.holds(other) and other.marks.get("marines", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        """Bring back all marines that it has lost."""
        restore(other, "marines")


class FuelTanks(Supply):
    """Spare tanks on a squadron, or on a ship that hands them out."""

    __slots__ = ()
    name = "Fuel Tanks"
    place = "v1.2.4 Traits > Fuel Tanks"
    summary = "Starts with spare Fuel if a squadron; hands out spare Fuel if a ship."
    freely = True

    def brings(self, model: Model) -> str:
        """Full spare tanks, for a squadron."""
        return "" if model.capital else ExtraFueled.name

    def held_by(self, ship: Model) -> bool:
        """True for a ship with the trait; it is no cargo."""
        return ship.capital and ship.card.trait(self.name) is not None

    def needed(self, giver: Model, other: Model) -> bool:
        """True for a squadron without spare tanks, aboard or near; drones have none."""
        if other.capital or other.drone or ExtraFueled.holds(other):
            return False
        return other.aboard or distance(giver.base, giver.pose, other.base, other.pose) <= TANKS_REACH + TOLERANCE

    def give(self, game: Game, other: Model) -> None:
        """Give it a full spare tank."""
        ExtraFueled.enter(game, other)


class Tender(Effect):
    """A ship built to supply others."""

    __slots__ = ()
    name = "Tender"
    place = "v1.2.4 Traits > Tender"
    summary = 'Resupplies better, and from up to 12" away.'

    def resupply_reach(self, reach: float) -> float:
        """It supplies others within 12" at least."""
        return max(reach, TENDER_REACH)

    def aids_resupply(self) -> Contribution | None:
        """A flex die more in the test of Resupply."""
        return Contribution(self.name, 1, self.place, FLEX)


SUPPLIES: tuple[Supply, ...] = (DroneMunitions(), FuelPods(), Marines(), FuelTanks())
"""In the order in which they are handed out."""
