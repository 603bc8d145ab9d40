"""Traits of models, in the order of the rulebook (v1.2.4 Traits).

Each is a class with its numbers and the hooks that it overrides. Some do nothing by themselves: a procedure asks for
them by class with `find_effect` and applies their numbers, which a variant of an older edition may change. Those of a
single procedure are beside it. The docstring of this folder names their files.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.cards.traits import implements
from jovian.dice import Pool
from jovian.game import CONCEALED, Game, Model, Procedure, State
from jovian.game.events import DIMINISH, FLEX, Contribution
from jovian.rules.basics.model import mount_of
from jovian.rules.basics.nearby import is_avoided, pieces_near, touches_piece
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
    LaunchReach,
    ModelState,
    ShotFacts,
    StateMarker,
)
from jovian.rules.rulebook.rulebook import ENERGY, SOLID, rulebook

# --- Barrier ---


class Barrier(Effect, trait="Barrier", tests="rules/test_cluster_munitions"):
    """Point Defense that covers nearby friends."""

    __slots__ = ()
    reach: ClassVar[float] = 6.0
    """Inches that its Point Defense reaches, and within which it helps friends."""
    guards: ClassVar[bool] = False
    """Whether it lends Defense against missiles and boarders, instead of helping Point Defense."""

    def aid(self, helper: Model) -> Contribution:
        """Return the flex die for the Point Defense of a friend, instead of the +1 that every ship gives."""
        return Contribution(f"{self.name} of {helper.name}", 1, self.place, FLEX)


# --- Catapult and Launchers ---


class Deck(Effect):
    """Base class of systems that launch models farther away while undamaged."""

    __slots__ = ()
    reach: ClassVar[LaunchReach] = LaunchReach()


class Catapult(Deck, trait="Catapult", tests="rules/test_hangers"):
    """A launch system with a long reach ahead."""

    __slots__ = ()
    reach = LaunchReach(fore=6.0)


class Launchers(Deck, trait="Launchers", tests="rules/test_hangers"):
    """A launch system with a longer reach."""

    __slots__ = ()
    reach = LaunchReach(around=3.0)


# --- Cloak to Comms ---


class Cloak(Effect, trait="Cloak", tests="rules/test_electronics"):
    """A system that hides the model from Sensors while undamaged."""

    __slots__ = ()
    hides = True

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Return None while undamaged: no Sensors find it."""
        return None if model.card.level(self.name) > model.marks.get(self.name, 0) else sensors


class Command(Effect, trait="Command", tests="rules/test_electronics"):
    """A leader whose Skill nearby friends may use."""

    __slots__ = ()


class Comms(Effect, trait="Comms", tests="rules/test_vector_attack"):
    """A squadron that may give some orders of capital ships."""

    __slots__ = ()
    commands_drones: ClassVar[bool] = True
    """Whether it allows Drone Command too."""


# --- ECM, ECCM, Silent Running, and Atmosphere (R32, R52) ---
UNTIL_FIRING, UNTIL_END = 1, 2
"""The levels of Stealthed: until it fires guns, or until the End Phase."""


def canceled_ecm(shot: ShotFacts, level: int) -> int:
    """Return how many ratings of ECM the attacker's ECCM cancels."""
    return min(level, shot.attacker.card.level("ECCM"))


@implements("ECCM")
def countermeasures(shot: ShotFacts, level: int) -> Iterable[Contribution]:
    """Return a penalty for each rating of ECM that the attacker's ECCM doesn't cancel (R52)."""
    if shot.window == EXPLOSION:
        return ()
    place, canceled = ElectronicCounterMeasures.place, canceled_ecm(shot, level)
    parts = [Contribution(f"ECM {level}", -level, place)]
    return [*parts, Contribution(f"ECCM cancels {canceled}", canceled, place)] if canceled else parts


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


class ElectronicCounterMeasures(Effect, trait="ECM"):
    """ECM: electronics that make attacks on the model harder."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return the penalty of its level, and 1 more while it is Stealthed."""
        return countermeasures(shot, ecm_rating(shot, self.level))


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


# --- Emissions to Jammer ---


class Emissions(Effect, trait="Emissions", tests="rules/test_electronics"):
    """Emissions that make the model easier to detect."""

    __slots__ = ()

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Return the Sensors of others, increased by its level."""
        return sensors + self.level


class EnergyArmor(Effect, trait="Energy Armor"):
    """Extra Armor against energy weapons."""

    __slots__ = ()

    def extra_armor(self, shot: ShotFacts) -> int:
        """Return its level against energy weapons, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == ENERGY else 0


class Escort(Effect, trait="Escort", tests="rules/test_escorts"):
    """The trait of models that accompany capital ships."""

    __slots__ = ()
    at_will: ClassVar[bool] = True
    """Whether a squadron may start and end an escort in any of its activations."""


class Expendable(Effect, trait="Expendable"):
    """A model that counts in full for its owner, even if lost (R66)."""

    __slots__ = ()

    def victory(self, state: State, model: Model) -> float | None:
        """Return 1.0 once it is crippled or destroyed, else None."""
        is_lost = model.place == "destroyed" or (model.is_crippled and model.place != "withdrawn")
        return 1.0 if is_lost else None


class Fast(Effect, trait="Fast", tests="rules/test_fuel"):
    """A squadron that boosts farther, dodges better, and is hard to catch."""

    __slots__ = ()
    max_boost: ClassVar[int] = 3
    """The maximum fuel of a Boost."""
    dodges_better: ClassVar[bool] = True
    """Whether it has a flex die when it evades."""


class Grappler(Effect, trait="Grappler", tests="rules/test_dogfight"):
    """A squadron that is better in Dogfights."""

    __slots__ = ()


class Interceptor(Effect, trait="Interceptor", tests="rules/test_interception"):
    """A squadron that intercepts from farther away."""

    __slots__ = ()


class Jammer(Effect, trait="Jammer"):
    """A device that stops missiles near it."""

    __slots__ = ()
    reach: ClassVar[float] = 6.0
    """Inches within which missiles fail."""


# --- Q-Ship ---


class QShip(Effect, trait="Q-Ship", tests="rules/test_q_ship"):
    """A raider that looks like a merchant ship."""

    __slots__ = ()

    def brings(self, model: Model) -> str:
        """Return the state Concealed if it has hardpoints to hide."""
        return "" if model.card.cover is None else Concealed.name


class Concealed(ModelState):
    """A ship with hardpoints whose contents only its own side knows."""

    __slots__ = ()
    name = CONCEALED
    place = QShip.place
    summary = "The contents of its hardpoints are secret until one is used. Until then, none of them reacts by itself."
    sign = StateMarker("Q?", CREW, GOOD, lasting=True)
    only_of = SHIPS
    words = ("keeps its weapons under cover", "drops its cover")


# --- Reactive Armor to Tender ---


class ReactiveArmor(Effect, trait="Reactive Armor"):
    """Extra Armor against solid projectiles."""

    __slots__ = ()

    def extra_armor(self, shot: ShotFacts) -> int:
        """Return its level against solid projectiles, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == SOLID else 0


class Renowned(Effect, trait="Renowned", tests="rules/test_damage_traits"):
    """A famous ship with a better crew, worth more to its enemy."""

    __slots__ = ()

    @property
    def fame(self) -> int:
        """The levels that add to Skill, and to the points for its loss or capture."""
        return self.level or 1

    def skill(self, state: State, model: Model, value: int) -> int:
        return value + self.fame


class Shield(Effect, trait="Shield", tests="rules/test_damage_traits"):
    """A shield that reduces the damage of sets of 1 and 2 (R65)."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return a note next to the shot. The damage tables apply the reduction."""
        return (Contribution(f"{self.name} (sets of 1 and 2)", 0, self.place, DIMINISH),)


class Sluggish(Effect, trait="Sluggish"):
    """A ship that turns only at the end of its move."""

    __slots__ = ()


class Static(Effect, trait="Static", tests="rules/test_tug"):
    """A model that doesn't move by itself."""

    __slots__ = ()

    def limits(self, state: State, model: Model, minimum: float, maximum: float) -> tuple[float, float]:
        return 0.0, 0.0

    def speed(self, state: State, model: Model, value: int) -> int:
        return 0

    def turns(self, state: State, model: Model, value: int) -> int:
        return 0


class Stealth(Effect, trait="Stealth"):
    """A hull that is harder to reach with missiles."""

    __slots__ = ()

    def stealth(self, state: State, model: Model) -> int:
        """Return its level, or 1 if none is printed."""
        return self.level or 1


class TargetDesignator(Effect, trait="TD"):
    """TD: a guide for friendly missiles at targets that it sees. Cloaked targets aren't seen."""

    __slots__ = ()


class Tender(Effect, trait="Tender", tests="rules/test_resupply"):
    """A ship built to supply others."""

    __slots__ = ()
    reach: ClassVar[float] = 12.0
    """Inches within which it resupplies others, if that is farther than without it."""
    dice: ClassVar[int] = 1
    """Flex dice for the test of Resupply."""
    decoy_reach: ClassVar[float] = 0.0
    """Inches within which it places Decoy Drones without such cargo, 0 if it can't."""
