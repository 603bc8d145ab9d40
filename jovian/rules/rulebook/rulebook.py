"""The rulebook that a game is played under."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from jovian.cards import Trait, WeaponCard
from jovian.dice import Pool
from jovian.frozen import freeze_mapping, frozen
from jovian.game import Game, Model, Option, Procedure, State
from jovian.game.answers import Damage
from jovian.game.events import BASE
from jovian.rules.rulebook.effect import Effect, ModelState, ShotFacts
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action, Interrupt, Order

# --- figures ---
# Numbers and small rules of harm that an older text has otherwise.


class Hit(NamedTuple):
    """A Critical Hit that is to be resolved."""

    value: int
    """Of the set that made it, 1 to 6."""
    chooser: int
    """The side that makes the attacker's choices."""
    cause: str
    precise: bool = False


class CriticalRule:
    """How Critical Hits are resolved, in place of the attacker's choice."""

    __slots__ = ()

    def resolve(self, game: Game, target: Model, hit: Hit) -> Procedure[None]:
        """Carry out one Critical Hit on a ship."""
        raise NotImplementedError

    def called(self, state: State, value: int) -> str:
        """What a hit of that value is called, in a few words."""
        raise NotImplementedError


class Worn(ModelState):
    """Base of a state in which a squadron is for as long as so little of it is left."""

    __slots__ = ()
    says: ClassVar[str] = ""
    """What is said of damage that leads to it."""

    @classmethod
    def low(cls, model: Model, boxes: int = 0) -> bool:
        """Is so little left of it, once so many more boxes are marked?"""
        raise NotImplementedError


class Engine(ModelState):
    """Base of a state that a hit on the engine leads to."""

    __slots__ = ()

    @classmethod
    def offer(cls, state: State, ship: Model) -> Option[Damage] | None:
        """The hit as one of what a Critical Hit may break, None where there is nothing to break."""
        raise NotImplementedError

    @classmethod
    def hit(cls, game: Game, ship: Model) -> None:
        """Carry out a hit on the engine."""
        raise NotImplementedError


@frozen
class Blast:
    """What the explosion of a ship does. Inches, dice."""

    weapon: str = ""
    """The weapon type as which it strikes, "" for that of v1.2.4."""
    near: float = 3.0
    reach: float = 6.0
    rolled: bool = False
    """Does it reach a d6 beyond what is near, which is rolled, instead of `reach`?"""
    near_bonus: int = 0
    """What is added to the ship's printed Structure for those near."""
    near_macro: int = 2
    halved: bool = False
    """Is it half the Structure for those farther off?"""
    debris: bool = True
    """Is a field of debris left?"""

    def dice(self, structure: int, apart: float) -> tuple[int, int]:
        """Rating and Macro against what is so far away."""
        if apart <= self.near:
            return structure + self.near_bonus, self.near_macro
        return (-(-structure // 2) if self.halved else structure), 0


@frozen
class Figures:
    """Numbers and rules of harm; the defaults are those of v1.2.4."""

    dead: int = 6
    """The least total on the Catastrophic Damage Table by which a ship is Dead."""
    explodes: int = 8
    """The least total by which it explodes instead."""
    blast: Blast = Blast()
    quad_destroys: bool = False
    """Does a `Q+` destroy a squadron, whatever is left of it?"""
    worn: type[Worn] | None = None
    """The state of a squadron of which little is left; None for none."""
    scorched: type[ModelState] | None = None
    """The state of a squadron that a Particle Cannon has hit; None for none."""
    marines_struck: bool = True
    """May Rating Damage strike Marines in place of the rating of its value?"""
    spent_escalates: bool = False
    """Does Rating Damage to a ship without any rating left count as a triple, instead of taking a Structure?"""
    critical: CriticalRule | None = None
    """How Critical Hits are resolved; None for the attacker's choice."""
    triples_apart: bool = False
    """Is a `Q+` two triples, one after the other?"""
    engine: type[Engine] | None = None
    """What a hit on the engine leads to; None where engines are not hit."""
    torpedo_short: int = 6
    """Inches by which a torpedo's Short Range is longer, as the older page of traits has it."""
    keen: int = 1
    """What a Precise attack takes off the number that a d6 must show to break a weapon."""


PRINTED = Figures()
"""Those of v1.2.4."""


# --- terrain kind ---
# The facts by which kinds of terrain differ (v1.2.4 Terrain).


class RandomLayout(NamedTuple):
    """How a kind comes to a table that is laid out by lot, or to the pieces that players lay."""

    weight: int
    """How likely it is, beside the others."""
    least: float
    greatest: float
    """The radius that a piece may have, inches; an outline with corners reaches about so far."""
    uneven: bool = False
    """Has a piece of it corners rather than a radius?"""
    most: int = 3
    """How many of it there may be."""
    tail: tuple[float, float] = (0.0, 0.0)
    """Of one that draws a tail: how long and wide that is, inches."""


@frozen
class TerrainKind:
    """One kind of terrain, as facts that the core asks for."""

    name: str
    place: str
    summary: str
    ac: int = 0
    """Base dice against a capital ship that moves through, 0 for none."""
    as_: int = 0
    """Base dice against a squadron that moves through."""
    veils: bool = False
    """Are models that overlap it Obscured?"""
    solid: bool = False
    """Is it forbidden to end on it?"""
    shelters: bool = False
    """Does it give Stealth to models within 3"?"""
    signature: float = 0
    """As a blocker of lines; 0 never blocks."""
    cloaks: bool = False
    """Does it give Stealth to what overlaps it?"""
    blinds: bool = False
    """Has what overlaps it Sensors 0?"""
    hastens: int = 0
    """How much higher the Speed is of what starts its movement on it, inches."""
    travels: bool = False
    """Does it move at the end of each Deployment Phase?"""
    tail: str = ""
    """The kind of the tail that it draws after it, "" for none."""
    bars: bool = False
    """Can nothing pass it: is it a planet, at the edge of the table?"""
    pulls: int = 0
    """How much higher the Speed of a ship is that begins its movement with all of it in its Fore arc, inches."""
    holds: int = 0
    """How much lower it is with all of it in its Aft arc."""
    slows: int = 0
    """How much lower the Speed is of what moves in it, from the touch on, inches."""
    blurs: int = 0
    """How many ratings of ECM what overlaps it gains."""
    shrinks: bool = False
    """Does it shrink in the End Phase, and is gone in the next?"""

    lot: RandomLayout | None = None
    """How it comes by lot, None if it never does."""

    def rating(self, capital: bool) -> int:
        """Base dice of its attack on a mover."""
        return self.ac if capital else self.as_


# --- weapon type ---
# What every weapon type is: the facts by which types differ, besides the hooks of an Effect.

ENERGY, SOLID, NUCLEAR = "energy", "solid", "nuclear"
"""What a weapon may strike with."""


class WeaponType(Effect):
    """A weapon type: besides the hooks of an Effect, the facts by which types differ."""

    __slots__ = ()
    needs_sight: ClassVar[bool] = True
    """Does Obscured hinder it?"""
    rerolls: ClassVar[bool] = False
    initiative: ClassVar[int] = 0
    """Its place in the weapon initiative of a Dogfight, lower first; 0 strikes with whatever it meets."""
    table: ClassVar[str] = "standard"
    """The damage table against capital ships."""
    redundant: ClassVar[bool] = False
    """Does it mark whole rows of redundant boxes?"""
    kinetic: ClassVar[bool] = False
    """Does it strike what stands along its line?"""
    along: ClassVar[str] = BASE
    """The kind of part (BASE, MODIFIER ...) of which a strike along its line has one less."""
    suppresses: ClassVar[bool] = False
    """May it lay Suppressing Fire?"""
    nature: ClassVar[str] = ""
    """What it strikes with, ENERGY or SOLID, by which some armor tells; "" for neither."""
    ranged: ClassVar[bool] = True
    """Does it reach as far as Sensors do? Others have a range of their own."""
    gives_away: ClassVar[bool] = True
    """Does firing it in an activation give away who hides?"""
    shares_pool: ClassVar[bool] = True
    """Is it fired in close fights with a share of the pool?"""
    parried: ClassVar[bool] = False
    """Do the numbers of a shot with it hang on who stands about the target?"""
    launches_drones: ClassVar[bool] = False

    def strikes_with(self, weapon: WeaponCard) -> str:
        """The nature of a weapon of the type."""
        return self.nature

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Inches within which it is in range, Long Range left out."""
        raise NotImplementedError

    def band(self, shot: ShotFacts) -> str:
        """In which range band a shot with it is: `short`, `optimum` or `long`."""
        raise NotImplementedError

    def strikes_last(self, weapon: WeaponCard) -> bool:
        """Is it declared openly in a close fight, to strike last?"""
        return False

    def bursts(self, weapon: WeaponCard) -> bool:
        """Is it fired at a point of the table rather than at a model?"""
        return False

    def jammable(self, weapon: WeaponCard) -> bool:
        """Can it be made to fail by a jammer?"""
        return False

    def bombing_rating(self, state: State, model: Model, weapon: WeaponCard) -> int:
        """What it adds to the pool of a squadron in a Bombing Run."""
        return weapon.ac or 0

    def finish(self, pool: Pool) -> Pool:
        """The last conversion of its pool before the rule of small pools."""
        return pool


# --- rulebook ---
# The rulebook of a game: what bends its rules, what may be declared and ordered, and what interrupts a move.
#
# One frozen value, built from the scenario of a game by `setup/edition.py` and held by its state. Core procedures
# ask the rulebook of the state that they are given; they know no trait, action or terrain by name.


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """Everything that is in force in a game, by name and in the order in which it is offered or asked."""

    traits: Mapping[str, type[Effect]]
    """Traits of models."""
    weapon_traits: Mapping[str, type[Effect]]
    weapon_types: Mapping[str, WeaponType]
    states: Mapping[str, type[ModelState]]
    terrain: Mapping[str, TerrainKind]
    actions: Mapping[str, Action]
    orders: Mapping[str, Order[Any]]
    """What the active model may be ordered, by verb."""
    interrupts: tuple[Interrupt, ...]
    clauses: tuple[GlobalRule, ...]
    """What hangs on the table, the scenario and its sides, in the order in which it is asked."""
    general: tuple[tuple[Effect, ...], tuple[Effect, ...], tuple[Effect, ...]]
    """What clauses lay on every model of side 0, of side 1, and of nobody."""

    steps: Mapping[str, GlobalRule]
    """Clauses that have a step of the agenda, by what it is called."""
    edges: bool = False
    """Does anything of the scenario lie along an edge of the table?"""
    figures: Figures = PRINTED
    layout: str = ""
    """How the table is laid out: "" as the scenario says, else `off` or one of `names.LAYOUTS`."""

    def __post_init__(self) -> None:
        for name in _MAPPINGS:  # players share the book
            object.__setattr__(self, name, freeze_mapping(getattr(self, name)))

    def of_traits(self, traits: tuple[Trait, ...]) -> list[Effect]:
        """The effects of a model's traits, in the order of its card."""
        return [self.traits[trait.name](trait.level) for trait in traits if trait.name in self.traits]

    def of_state(self, name: str, value: int) -> Effect | None:
        """The effect of a state with that value, None for one that has no effect of its own."""
        return self.states[name](value) if name in self.states else None

    def of_weapon(self, weapon: WeaponCard) -> list[Effect]:
        """The effects of a weapon: of its type, then of its traits."""
        own = [trait for trait in weapon.traits if trait.name in self.weapon_traits]
        return [self.weapon_types[weapon.type], *(self.weapon_traits[each.name](each.level) for each in own)]


_MAPPINGS = ("traits", "weapon_traits", "weapon_types", "states", "terrain", "actions", "orders", "steps")


def rulebook(state: State) -> Rulebook:
    """What the game of a state is played under."""
    found: Rulebook = state.rulebook
    return found
