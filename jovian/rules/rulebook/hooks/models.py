"""What an effect may change of a model: its ratings, how it moves, what it does for those near it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from jovian.cards import WeaponCard
from jovian.game import Model, Refusal, State
from jovian.game.parts import Part
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.table import Pose


class LaunchReach(NamedTuple):
    """Inches within which a ship launches."""

    around: float
    fore: float = 0.0
    """In its fore arc, 0 without a Catapult."""


class ModelHooks:
    """Hooks that do nothing, but for what an effect overrides."""

    __slots__ = ()

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

    def carried(self, state: State, model: Model) -> tuple[tuple[Pose, str], ...]:
        """Where the ship may be carried as its activation begins, each with the faces of the die that take it there."""
        return ()

    def turns_end_move(self) -> bool:
        """May the ship no longer move once it has turned?"""
        return False

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """The Sensors with which others look for the model; None if they never find it."""
        return sensors

    def hides(self) -> bool:
        """Does it hide the model from the Sensors of others, but for whoever commands it?"""
        return False

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        """The Sensors with which the model looks for a target."""
        return sensors

    def sees_through(self, state: State, model: Model, target: Model) -> bool:
        """Does the target's Stealth not count for the model itself?"""
        return False

    def blurs(self, state: State, model: Model) -> int:
        """How many ratings of ECM it gives the model besides its own."""
        return 0

    def close_skill(self, state: State, model: Model, value: int, window: str) -> int:
        """The Skill rating in a Dogfight or Bombing Run."""
        return value

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

    def beyond_reactions(self) -> bool:
        """Does no squadron react to it in its own activation, while it clings to a hull?"""
        return False

    def directs_drones(self) -> bool:
        """May it command drones as only capital ships else may?"""
        return False

    def strikes_first(self) -> bool:
        """Does it strike first in a Dogfight, unless the enemy does too?"""
        return False

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """Why it may not leave the battle as it is and where it stands: off the table it is destroyed then (R27)."""
        return None

    def aids_withdrawal(self) -> Part | None:
        """What it adds to a test to withdraw."""
        return None

    def hampers_crossing_fire(self) -> Part | None:
        """What it does to the Point Defense of a ship that its marines board."""
        return None

    def interception_reach(self, state: State, model: Model, reach: float) -> float:
        """How near an enemy squadron must come to be intercepted, inches."""
        return reach

    def most_boost(self, model: Model, value: int) -> int:
        """The most fuel that a Boost may burn."""
        return value

    def outruns(self, model: Model) -> bool:
        """Must others make a skill test to catch it without losing fuel (Fast)?"""
        return False

    def launches(self, model: Model, reach: LaunchReach) -> LaunchReach:
        """Where the ship launches what it carries."""
        return reach

    def harbors(self, model: Model, side: int) -> Refusal | None:
        """Why squadrons of a side may not go aboard what is nobody's: where nothing overrides it, none may."""
        return None

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

    def lends_in_defense(self) -> float:
        """Within how many inches friends may use its Defense against missiles and boarders."""
        return 0.0

    def aids_defense(self, model: Model) -> Part | None:
        """What it adds to a roll of the model's own Defense."""
        return None

    def rerolls_defense(self, model: Model) -> bool:
        """May the model roll its Defense again against a missile?"""
        return False

    def aids_repair(self, model: Model) -> Part | None:
        """What it adds to the model's tests of repair."""
        return None

    def marine_parts(self, model: Model) -> Iterable[Part]:
        """What it adds to the rolls of the marines who defend the ship."""
        return ()

    def aids_fire(self, helper: Model, inches: float, shot: ShotFacts) -> Part | None:
        """What a shot of a friend so far away gains."""
        return None

    def resupply_reach(self, reach: float) -> float:
        """How far it supplies others, inches."""
        return reach

    def aids_resupply(self) -> Part | None:
        """What it adds to its test of resupply."""
        return None

    def deploys_decoys(self) -> float:
        """Within how many inches it lays Decoy Drones without such cargo, 0 if it does not."""
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
