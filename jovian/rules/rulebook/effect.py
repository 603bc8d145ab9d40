"""The Effect: a trait, weapon type, state, terrain piece or option that bends a core rule.

An effect is a frozen value with a level. It overrides the hooks it needs; the core asks at those points and knows no
effect by name. A table per card keeps only the effects that override a hook, so that asking costs little.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from jovian.cards import WeaponCard
from jovian.dice import Pool
from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.parts import Part
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.shot_facts import ShotFacts


class Fired(NamedTuple):
    """An attack that has been made."""

    mounts: tuple[str, ...]
    band: str
    """`short`, `optimum` or `long`."""
    window: str


ENERGY, SOLID = "energy", "solid"
"""What a weapon may strike with."""
Resistance = tuple[Pool, tuple[Part, ...], bool]
"""The pool against a shot, its parts, and whether a fuel may be spent for one more flex die."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Base of everything that bends a rule. Every hook here does nothing."""

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    """What it does, in our own words: shown as help."""
    level: int = 0

    # --- what a rating is now ---
    def speed(self, state: State, model: Model, value: int) -> int:
        """The Speed rating, inches."""
        return value

    def thrusters(self, state: State, model: Model, value: int) -> int:
        """The Thrusters rating."""
        return value

    def turns(self, state: State, model: Model, value: int) -> int:
        """The Turns rating."""
        return value

    def sensors(self, state: State, model: Model, value: int) -> int:
        """The Sensors rating."""
        return value

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """The Fire Control rating."""
        return value

    def skill(self, state: State, model: Model, value: int) -> int:
        """The Skill rating."""
        return value

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """The minimum and maximum move of a ship, inches."""
        return least, most

    def turns_end_move(self, state: State, model: Model) -> bool:
        """May the ship no longer move once it has turned?"""
        return False

    def betrays(self, state: State, model: Model, sensors: int) -> int | None:
        """The Sensors with which others look for the model; None if they never find it."""
        return sensors

    # --- what it does for those near it ---
    def commands(self, leader: Model, model: Model) -> bool:
        """May a friend make its skill tests with the leader's Skill?"""
        return False

    def designates(self, state: State, model: Model, target: Model) -> Part | None:
        """What missiles of its side at a target gain."""
        return None

    def unveils(self, state: State, model: Model, target: Model) -> bool:
        """Does the target's Stealth not count for missiles of its side?"""
        return False

    def jams(self, model: Model, target: Model) -> bool:
        """Do missiles at a target fail?"""
        return False

    def lends_defense(self) -> float:
        """Within how many inches friends may use its Defense in place of theirs."""
        return 0.0

    def aids_point_defense(self, helper: Model, inches: float) -> Part | None:
        """What Point Defense of a friend so far away gains, in place of what every ship close by gives."""
        return None

    def backs(self) -> float:
        """Within how many inches the weapon helps friends in close fights, and with and against missiles."""
        return 0.0

    def stands_in(self, weapon: WeaponCard) -> int | None:
        """The dice with which the weapon may stand in for Defense, None if it may not."""
        return None

    # --- moving and being moved ---
    def moored(self) -> bool:
        """Does it never move by itself, nor make room for others?"""
        return False

    def too_slow_to_evade(self) -> bool:
        """Is it unable to Evade?"""
        return False

    def escorts_at_will(self) -> bool:
        """May the squadron take up an escort, and leave it, in any of its activations?"""
        return False

    def deploys_with_squadrons(self) -> bool:
        """Does a ship come when the squadrons do?"""
        return False

    def directs(self) -> bool:
        """May it direct squadrons as only capital ships else may?"""
        return False

    # --- an attack ---
    def point_defense_reach(self, reach: float) -> float:
        """How far its own Point Defense reaches, inches."""
        return reach

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Parts added because the attacker has this effect."""
        return ()

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Parts added because the weapon has this effect."""
        return ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Parts added because the target has this effect."""
        return ()

    def stealth(self, state: State, model: Model) -> int:
        """Levels of Stealth that the model gains (6" of missile range each)."""
        return 0

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Why this weapon cannot be used for this shot."""
        return None

    def reaches_long(self, shot: ShotFacts) -> bool:
        """May the weapon, or its model, fire at Long Range?"""
        return False

    def hits_surely(self, shot: ShotFacts) -> str:
        """The magnitude with which it hits without a roll, `""` if it must be rolled for."""
        return ""

    def precise(self) -> bool:
        """Does the attacker choose what a double damages?"""
        return False

    def links(self) -> bool:
        """May weapons of this type be fired together with it?"""
        return False

    def fires_by_itself(self) -> bool:
        """Does the weapon fire, free of Fire Control, at an enemy that comes into its range?"""
        return False

    def missile_range(self, reach: float) -> float:
        """How far a missile flies, inches."""
        return reach

    def fires_all_around(self) -> bool:
        """May a ship use the weapon in a close fight whatever its arc?"""
        return False

    def resisted(self, shot: ShotFacts) -> Resistance:
        """The pool that resists a shot with this weapon; overridden by weapons that always meet a defense."""
        raise NotImplementedError

    def dodges(self) -> bool:
        """Does it dodge by nature?"""
        return False

    def aids_dodging(self) -> Part | None:
        """What it adds where the model dodges."""
        return None

    def evades(self, shot: ShotFacts) -> Resistance | None:
        """The target's pool against the shot, None if it cannot evade it."""
        return None

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Why the target cannot be shot at so."""
        return None

    def swarms(self, shot: ShotFacts) -> bool:
        """Do triples and better shrink a step at the end (Swarm)?"""
        return False

    def close_skill(self, state: State, model: Model, value: int, window: str) -> int:
        """The Skill rating in a Dogfight or Bombing Run."""
        return value

    def interception_reach(self, state: State, model: Model, reach: float) -> float:
        """How near an enemy squadron must come to be intercepted, inches."""
        return reach

    def most_boost(self, model: Model, value: int) -> int:
        """The most fuel that a Boost may burn."""
        return value

    def outruns(self, model: Model) -> bool:
        """Must others make a skill test to catch it without losing fuel (Fast)?"""
        return False

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """How much printed Armor the weapon ignores."""
        return 0

    def extra_armor(self, shot: ShotFacts) -> int:
        """Armor that the target gains against this shot."""
        return 0

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """What follows, for the attacker, once an attack of its own has been resolved."""
        return
        yield

    def after_action(self, game: Game, model: Model, action: str) -> None:
        """What follows once an action of its own has been resolved."""

    def softens(self) -> bool:
        """Do sets of value 1 and 2 do one less damage to it (Shield)?"""
        return False

    def spent(self, game: Game, model: Model, mount: str) -> None:
        """What happens to the weapon once its attack is over."""

    def beyond_repair(self) -> bool:
        """Is the weapon gone for good once it is damaged?"""
        return False

    # --- declaring ---
    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Why an action may not be declared."""
        return None

    # --- upkeep and scoring ---
    def brings(self, model: Model) -> str:
        """The state in which the model begins the game, "" for none."""
        return ""

    def end_phase(self, game: Game, model: Model) -> None:
        """What happens to the model in the End Phase."""

    def fame(self) -> int:
        """How famous it makes a model: the more, the more its end or capture is worth."""
        return 0

    def victory(self, state: State, model: Model) -> float | None:
        """The multiplier of the model's Victory Points, None for no say."""
        return None


@dataclass(frozen=True, slots=True)
class WeaponType(Effect):
    """A weapon type: besides the hooks of an Effect, the facts by which types differ."""

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
    launches_drones: ClassVar[bool] = False

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Inches within which it is in range, Long Range left out."""
        raise NotImplementedError

    def strikes_last(self, weapon: WeaponCard) -> bool:
        """Is it declared openly in a close fight, to strike last?"""
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
