"""Traits of models, in the order of the rulebook (v1.2.4 Traits).

Each is a class with its name, its summary, and the hooks that it overrides. `setup/catalogs.py` lists those in play.
Traits that a procedure asks for are in `rulebook/known_traits.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.dice import Pool
from jovian.game import CONCEALED, Game, Model, Procedure, State
from jovian.game.events import Contribution
from jovian.rules.basics.model import restock, restore, stock_taken
from jovian.rules.basics.nearby import pieces_near
from jovian.rules.damage.boarding import MARINES, Boarded
from jovian.rules.damage.leaving_play import destroy
from jovian.rules.rulebook.active_effects import find_effect, weapon_type
from jovian.rules.rulebook.effect import (
    AUTOFIRE,
    CREW,
    EXPLOSION,
    GOOD,
    SHIPS,
    Effect,
    Ending,
    Fired,
    ModelState,
    ShotFacts,
    StateMarker,
)
from jovian.rules.rulebook.rulebook import ENERGY, SOLID, rulebook
from jovian.rules.shots.shot import is_avoided, mount_of, touches_piece
from jovian.rules.traits.states import ExtraFueled, FuelPod
from jovian.table import TOLERANCE, distance

# --- Cloak ---


class Cloak(Effect):
    """A system that hides the model from Sensors while undamaged."""

    __slots__ = ()
    name = "Cloak"
    place = "v1.2.4 Traits > Cloak"
    summary = "Guns always have it at Long Range. Missiles and close fights aren't affected."
    hides = True

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Return None while undamaged: no Sensors find it."""
        return None if model.card.level(self.name) > model.marks.get(self.name, 0) else sensors


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
    """Return all ratings of ECM of a target: printed ones, 1 while it is Stealthed, and those of an atmosphere."""
    air = find_effect(shot.state, shot.target, ThickAir)
    return printed + Stealthed.holds(shot.target) + (air.ecm(shot.state, shot.target) if air is not None else 0)


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


# --- Atmosphere (v1.2.4 Terrain > Atmosphere, R32, R52) ---


class ThickAir(Effect):
    """The atmosphere's effect on attacks at models in it."""

    __slots__ = ()
    name = "Atmosphere"
    place = "v1.2.4 Terrain > Atmosphere"
    summary = "Models that overlap it, even partly, have 1 more rating of ECM, or ECM 1."

    def ecm(self, state: State, model: Model) -> int:
        """Return the ECM of the thickest atmosphere that the model overlaps and doesn't avoid (R30)."""
        kinds = rulebook(state).terrain
        pieces = pieces_near(state, model.base, model.pose) if model.is_on_table else []
        air = [piece for piece in pieces if kinds[piece.kind].blurs and touches_piece(model, piece)]
        return max((kinds[piece.kind].blurs for piece in air if not is_avoided(state, model, piece)), default=0)

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return the penalty for a model without ECM that isn't Stealthed. For others, ECM counts it."""
        return self._bare_trait(shot).target_parts(shot) if self._applies(shot) else ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Return the change of the pool for such a model, in editions in which ECM changes dice."""
        return self._bare_trait(shot).pool_parts(shot, pool) if self._applies(shot) else ()

    def _applies(self, shot: ShotFacts) -> bool:
        target = shot.target
        has_no_ecm = not target.card.trait(ElectronicCounterMeasures.name) and not Stealthed.holds(target)
        return has_no_ecm and self.ecm(shot.state, target) > 0

    def _bare_trait(self, shot: ShotFacts) -> Effect:
        """Return the trait ECM of this edition, with level 0."""
        return rulebook(shot.state).traits[ElectronicCounterMeasures.name](0)


# --- Emissions to Expendable ---


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


# --- Reactive Armor, Self Destruct ---


class ReactiveArmor(Effect):
    """Extra Armor against solid projectiles."""

    __slots__ = ()
    name = "Reactive Armor"
    place = "v1.2.4 Traits > Reactive Armor"
    summary = "Adds to Armor in all arcs against Mass Drivers, Kinetic Cannons and Missiles."

    def extra_armor(self, shot: ShotFacts) -> int:
        """Return its level against solid projectiles, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == SOLID else 0


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


# --- Supplies (v1.2.4 Traits > Fuel Tanks, Action > Resupply, R48) ---
TANKS_REACH = 3.0


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
        return "" if model.is_capital else FuelPod.name

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether a squadron aboard has no spare tanks, or one on the table has burnt fuel."""
        if other.is_capital:
            return False
        return not ExtraFueled.holds(other) if other.is_embarked else other.marks.get("fuel", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        """Refill its own tanks, or give it spare tanks if it is aboard."""
        if other.is_embarked:
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
        return "" if model.is_capital else ExtraFueled.name

    def held_by(self, ship: Model) -> bool:
        """Return whether the ship has the trait. It isn't cargo."""
        return ship.is_capital and ship.card.trait(self.name) is not None

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether a squadron without spare tanks is aboard or near. Drones have none."""
        if other.is_capital or other.is_drone or ExtraFueled.holds(other):
            return False
        return other.is_embarked or distance(giver.base, giver.pose, other.base, other.pose) <= TANKS_REACH + TOLERANCE

    def give(self, game: Game, other: Model) -> None:
        ExtraFueled.enter(game, other)


SUPPLIES: tuple[SupplyKind, ...] = (DroneMunitions(), FuelPods(), Marines(), FuelTanks())
"""In the order in which they are handed out."""
