"""The rulebook of one game: its traits, weapons, states, terrain, actions, orders, interrupts, and global rules.

`Rulebook` is one frozen value, built from the scenario and held by the state. Core procedures look things up in it and
know no action or terrain by name. `Figures` are the numbers of damage that older rules editions change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from jovian.cards import Trait, WeaponCard
from jovian.dice import Pool
from jovian.frozen import freeze_mapping, frozen
from jovian.game import Game, Model, Option, Procedure, State
from jovian.game.answers import Damage
from jovian.game.events import BASE
from jovian.rules.rulebook.effect import Effect, ModelState, Opposition, ShotFacts
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action, Interrupt, Order

# --- Damage ---


@frozen
class Hit:
    """A Critical Hit to be resolved."""

    value: int
    """The value of its set, 1 to 6."""
    chooser: int
    """The side that makes the attacker's choices."""
    cause: str
    precise: bool = False


class CriticalRule:
    """How Critical Hits are resolved instead of by the attacker's choice."""

    __slots__ = ()

    def resolve(self, game: Game, target: Model, hit: Hit) -> Procedure[None]:
        """Resolve one Critical Hit on a ship."""
        raise NotImplementedError

    def hit_name(self, state: State, value: int) -> str:
        """Return the name of a hit of that value."""
        raise NotImplementedError

    def struck_tracks(self, figures: Figures) -> tuple[str, ...]:
        """Return for each value from 0 on whether a hit damages Structure or a rating, "" for neither."""
        raise NotImplementedError


class Worn(ModelState):
    """Base class of the state of a squadron with little Structure left."""

    __slots__ = ()
    says: ClassVar[str] = ""
    """The text for damage that leads to it."""

    @classmethod
    def low(cls, model: Model, boxes: int = 0) -> bool:
        """Return whether so little is left, once `boxes` more are marked."""
        raise NotImplementedError


class Engine(ModelState):
    """Base class of a state caused by a hit on the engine."""

    __slots__ = ()

    @classmethod
    def offer(cls, state: State, ship: Model) -> Option[Damage] | None:
        """Return the hit as an option of a Critical Hit, None if it isn't possible."""
        raise NotImplementedError

    @classmethod
    def hit(cls, game: Game, ship: Model) -> None:
        """Resolve a hit on the engine."""
        raise NotImplementedError

    @classmethod
    def hits_left(cls, ship: Model) -> int:
        """Return the number of hits that the engine can still take."""
        raise NotImplementedError

    def repairable(self, best: int) -> int:
        """Return the levels that Damage Control may remove, by the Magnitude of its test (0 to 3 for N, D, T, Q+)."""
        raise NotImplementedError

    def describe_repair(self, levels: int) -> str:
        """Describe the removal of a number of levels."""
        raise NotImplementedError


@frozen
class Blast:
    """The explosion of a ship, in inches and dice."""

    weapon: str = ""
    """The weapon type that it counts as, "" for that of v1.2.4."""
    near: float = 3.0
    reach: float = 6.0
    rolled: bool = False
    """Whether it reaches `near` plus a d6 instead of `reach`."""
    near_bonus: int = 0
    """Added to the ship's printed Structure for near models."""
    near_macro: int = 2
    halved: bool = False
    """Whether models farther away are attacked with half the Structure."""
    debris: bool = True
    """Whether Debris remains."""

    def dice(self, structure: int, inches: float) -> tuple[int, int]:
        """Return the rating and Macro against a model at this distance."""
        if inches <= self.near:
            return structure + self.near_bonus, self.near_macro
        return (-(-structure // 2) if self.halved else structure), 0


@frozen
class Figures:
    """Numbers and rules of damage. The defaults are those of v1.2.4."""

    dead: int = 6
    """The lowest total on the Catastrophic Damage Table that makes a ship Dead."""
    explodes: int = 8
    """The lowest total that makes it explode instead."""
    blast: Blast = Blast()
    quad_destroys: bool = False
    """Whether a `Q+` destroys a squadron outright."""
    worn: type[Worn] | None = None
    """The state of a squadron with little left, None without one."""
    scorched: type[ModelState] | None = None
    """The state of a squadron hit by a Particle Cannon, None without one."""
    marines_struck: bool = True
    """Whether Rating Damage may take Marines instead of the rating of its value."""
    spent_escalates: bool = False
    """Whether Rating Damage to a ship without ratings left counts as a triple instead of 1 Structure."""
    critical: CriticalRule | None = None
    """How Critical Hits are resolved, None for the attacker's choice."""
    triples_apart: bool = False
    """Whether a `Q+` is resolved as two triples."""
    engine: type[Engine] | None = None
    """The state after a hit on the engine, None if engines can't be hit."""
    torpedo_short: int = 6
    """Inches that a torpedo's Short Range is longer, by the older traits page."""
    keen: int = 1
    """What a Precise attack subtracts from the d6 roll needed to damage a weapon."""


PRINTED = Figures()
"""The numbers of v1.2.4."""


# --- Terrain ---


@frozen
class RandomLayout:
    """How a kind of terrain is placed at random, or laid by players."""

    weight: int
    """Its relative probability."""
    min_size: float
    greatest: float
    """The limits of a piece's radius in inches. An outline with corners reaches about that far."""
    uneven: bool = False
    """Whether its pieces have corners instead of a radius."""
    max_pieces: int = 3
    """The maximum number of pieces."""
    tail: tuple[float, float] = (0.0, 0.0)
    """Length and width in inches of the tail it draws."""


@frozen
class TerrainKind:
    """The facts of one kind of terrain (v1.2.4 Terrain)."""

    name: str
    place: str
    summary: str
    ac: int = 0
    """Base dice against a capital ship that moves through, 0 for none."""
    as_: int = 0
    """Base dice against a squadron that moves through."""
    veils: bool = False
    """Whether models that overlap it are Obscured."""
    solid: bool = False
    """Whether a move may not end on it."""
    shelters: bool = False
    """Whether it gives Stealth to models within 3"."""
    signature: float = 0
    """Its Signature as a blocker of lines. 0 never blocks."""
    cloaks: bool = False
    """Whether it gives Stealth to models that overlap it."""
    blinds: bool = False
    """Whether models that overlap it have Sensors 0."""
    hastens: int = 0
    """Inches added to the Speed of models that start their movement on it."""
    travels: bool = False
    """Whether it moves at the end of every Deployment Phase."""
    tail: str = ""
    """The kind of the tail that it draws, "" for none."""
    bars: bool = False
    """Whether nothing can pass it: a planet at the edge of the table."""
    pulls: int = 0
    """Inches added to the Speed of a ship that begins its movement with all of it in its Fore arc."""
    holds: int = 0
    """Inches subtracted if all of it is in the Aft arc."""
    slows: int = 0
    """Inches subtracted from the Speed of models that move in it, from contact on."""
    blurs: int = 0
    """ECM levels of models that overlap it."""
    shrinks: bool = False
    """Whether it shrinks in the End Phase and is removed in the next one."""

    random_layout: RandomLayout | None = None
    """How it is placed at random, None if it never is."""

    def rating(self, capital: bool) -> int:
        """Return the base dice of its attack on a moving model."""
        return self.ac if capital else self.as_


# --- Weapon types ---

ENERGY, SOLID, NUCLEAR = "energy", "solid", "nuclear"
"""The natures of weapons."""


class WeaponType(Effect):
    """A weapon type: the hooks of an effect, and the facts by which types differ."""

    __slots__ = ()
    tests: ClassVar[str] = "rules/test_weapons"
    """The file of its tests."""
    needs_sight: ClassVar[bool] = True
    """Whether Obscured applies to it."""
    rerolls: ClassVar[bool] = False
    initiative: ClassVar[int] = 0
    """Its weapon initiative in a Dogfight, lower first. 0 strikes together with its opponent."""
    table: ClassVar[str] = "standard"
    """The damage table against capital ships."""
    redundant: ClassVar[bool] = False
    """Whether it marks whole rows of redundant boxes."""
    kinetic: ClassVar[bool] = False
    """Whether it strikes all models along its line."""
    along: ClassVar[str] = BASE
    """The kind of contribution (BASE, MODIFIER ...) that is 1 lower for a Secondary Target."""
    suppresses: ClassVar[bool] = False
    """Whether it may lay Suppressing Fire."""
    nature: ClassVar[str] = ""
    """ENERGY or SOLID, which some armor reacts to, "" for neither."""
    ranged: ClassVar[bool] = True
    """Whether Sensors limit its range. Others have a range of their own."""
    gives_away: ClassVar[bool] = True
    """Whether firing it in an activation reveals a hidden model."""
    shares_pool: ClassVar[bool] = True
    """Whether it is fired in close combat with a share of the pool."""
    parried: ClassVar[bool] = False
    """Whether its shots are always opposed (`opposition`), by the target and models near it."""
    launches_drones: ClassVar[bool] = False

    def strikes_with(self, weapon: WeaponCard) -> str:
        """Return the nature of a weapon of this type."""
        return self.nature

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Return the inches within which a target is in range, without Long Range."""
        raise NotImplementedError

    def max_reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Return a limit of `reach` that doesn't depend on other models, nor on where these two are."""
        return self.reach(state, attacker, weapon, target)

    def band(self, shot: ShotFacts) -> str:
        """Return the range band of a shot: `short`, `optimum`, or `long`."""
        raise NotImplementedError

    def opposition(self, shot: ShotFacts) -> Opposition:
        """Return the pool that opposes a shot of this weapon, for types that are `parried`."""
        raise NotImplementedError

    def strikes_last(self, weapon: WeaponCard) -> bool:
        """Return whether it is declared openly in close combat and strikes last."""
        return False

    def bursts(self, weapon: WeaponCard) -> bool:
        """Return whether it is fired at a point of the table."""
        return False

    def jammable(self, weapon: WeaponCard) -> bool:
        """Return whether a Jammer can make it fail."""
        return False

    def bombing_rating(self, state: State, model: Model, weapon: WeaponCard) -> int:
        """Return what it adds to a squadron's pool in a Bombing Run."""
        return weapon.ac or 0

    def finish(self, pool: Pool) -> Pool:
        """Return the pool after the type's conversion, before the rule of small pools."""
        return pool


# --- The rulebook ---


@frozen(eq=False)
class Rulebook:
    """All rules of a game by name, in the order in which they are offered or applied."""

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
    """The global rules of the table, the scenario, and its sides, in the order in which they apply."""
    general: tuple[tuple[Effect, ...], tuple[Effect, ...], tuple[Effect, ...]]
    """The effects that global rules give to all models of side 0, of side 1, and to neutral models."""

    steps: Mapping[str, GlobalRule]
    """Global rules with a step of the agenda, by its name."""
    edges: bool = False
    """Whether the scenario has planets at an edge of the table."""
    figures: Figures = PRINTED
    layout: str = ""
    """How the table is laid out: "" by the scenario, else `off` or one of `names.LAYOUTS`."""

    def __post_init__(self) -> None:
        for name in _MAPPINGS:  # The players share the rulebook.
            object.__setattr__(self, name, freeze_mapping(getattr(self, name)))

    def of_traits(self, traits: tuple[Trait, ...]) -> list[Effect]:
        """Return the effects of a model's traits, in the order of its card."""
        return [self.traits[trait.name](trait.level) for trait in traits if trait.name in self.traits]

    def of_state(self, name: str, value: int) -> Effect | None:
        """Return the effect of a state with that value, None if it has none."""
        return self.states[name](value) if name in self.states else None

    def of_weapon(self, weapon: WeaponCard) -> list[Effect]:
        """Return the effects of a weapon: of its type, then of its traits."""
        traits = [trait for trait in weapon.traits if trait.name in self.weapon_traits]
        return [self.weapon_types[weapon.type], *(self.weapon_traits[trait.name](trait.level) for trait in traits)]


_MAPPINGS = ("traits", "weapon_traits", "weapon_types", "states", "terrain", "actions", "orders", "steps")


def rulebook(state: State) -> Rulebook:
    """Return the rulebook of the state's game."""
    book: Rulebook = state.rulebook
    return book
