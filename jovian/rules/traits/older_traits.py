"""Traits and states of older editions that a procedure asks for by class, or whose numbers it reads.

They are in play only if an option of `rules/editions` replaces or adds them. Each first line says what the procedure
does. Older traits that only override hooks are in `rules/editions`.
"""

from __future__ import annotations

from typing import ClassVar

from jovian.game import Game, Model, State
from jovian.game.events import BASE, DIMINISH, FLEX, Contribution
from jovian.rules.basics.model import system_left
from jovian.rules.basics.rolls import SkillTest
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import CREW, EXPLOSION, GOOD, Effect, Ending, LaunchReach, ShotFacts, StateMarker
from jovian.rules.traits.model_traits import (
    Barrier,
    Catapult,
    Comms,
    Escort,
    Fast,
    Grappler,
    Interceptor,
    Launchers,
    Stealth,
    Tender,
)
from jovian.rules.traits.weapon_traits import Autofire
from jovian.table import TOLERANCE

# --- Armor and Defense ---


class BluntingArmor(Effect):
    """Base class of armor that takes a step from sets of odd value (v1.2.2)."""

    __slots__ = ()
    stops: ClassVar[str] = ""
    """The nature of the weapons that it helps against."""

    def target_parts(self, shot: ShotFacts) -> tuple[Contribution, ...]:
        """Return a part that names the armor. The damage tables take the step."""
        if weapon_type(shot.state, shot.weapon).strikes_with(shot.weapon) != self.stops:
            return ()
        return (Contribution(f"{self.name} (sets of 1, 3 and 5)", 0, self.place, DIMINISH),)


class ShieldingBarrier(Effect):
    """Barrier that also opposes shells and slugs (v1.2.2)."""

    __slots__ = ()
    name = Barrier.name
    place = "v1.2.2 Traits > Barrier"
    summary = 'Its Defense opposes shells, slugs and missiles at itself and at friends within 3", unaided.'
    reach: ClassVar[float] = 3.0


class LendingBarrier(Barrier):
    """Barrier that lends Defense to friends nearby (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Barrier"
    summary = 'Its Point Defense reaches 6". Friends within 6" may use its Defense against missiles and boarders.'
    guards = True


class Countermeasures(Effect):
    """A system that rerolls Defense against missiles, and breaks at Defense 0 (v1.2.2)."""

    __slots__ = ()
    name = "Countermeasures"
    place = "v1.2.2 Traits > Countermeasures"
    summary = "Its Defense against missiles may be rolled again. It is damaged when Defense is 0."


class WorkDrones(Effect):
    """The trait Drones: repairs and Defense are easier (v1.2.2)."""

    __slots__ = ()
    name = "Drones"
    place = "v1.2.2 Traits > Drones"
    summary = "An extra flex die in tests of repair and in rolls of its own Defense."

    def aid(self, model: Model) -> list[Contribution]:
        """Return the flex die for a Defense roll or a repair test, [] if the system is damaged."""
        return [Contribution(self.name, 1, self.place, FLEX)] if system_left(model, self.name) > 0 else []


# --- Attacks ---


class Array(Effect):
    """A weapon that may attack twice (v1.2.2)."""

    __slots__ = ()
    name = "Array"
    place = "v1.2.2 Weapon Traits > Array"
    summary = "May attack twice in an activation, each time for 1 Fire Control."
    attacks: ClassVar[int] = 2


class LateAutofire(Autofire):
    """Autofire that fires when a squadron ends its move, attacks, or acts (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Autofire"
    summary = "Once an activation at an enemy squadron in range that ends its move, attacks, or has declared an action."
    waits = True


class SoughtTarget(Effect):
    """Base class of the Cloak that attackers must find by a test first (v1.2.2)."""

    __slots__ = ()

    def search_test(self, shot: ShotFacts) -> SkillTest | None:
        """Return the test by which the attacker must first find the target, None if it needs none."""
        raise NotImplementedError

    def note_search(self, game: Game, attacker: Model, target: Model, found: bool) -> None:
        """Note the result after an attacker has looked for the target."""
        raise NotImplementedError


class RunningQuiet(Ending):
    """Silent Running that ends as soon as Fire Control is spent (v1.2.3). Autofire spends none."""

    __slots__ = ()
    name = "running-quiet"
    place = "v1.2.3 States > Stealthed"
    summary = "One level of Stealth more, until the End Phase or until it expends Fire Control."
    words = ("runs quiet", "no longer runs quiet")
    sign = StateMarker("RQ", CREW, GOOD)

    def stealth(self, state: State, model: Model) -> int:
        return model.card.level(Stealth.name) + 1


# --- Close combat and boarding ---


class FirstInterceptor(Effect):
    """Interceptor that strikes first in a Dogfight (v1.2.2)."""

    __slots__ = ()
    name = Interceptor.name
    place = "v1.2.2 Traits > Interceptor"
    summary = "Strikes first in a Dogfight, unless the enemy does too. Intercepts no farther than others."


class Grapplers(Effect):
    """Grapplers that diminish Point Defense at the model's marines (v1.2.2)."""

    __slots__ = ()
    name = Grappler.name
    place = "v1.2.2 Traits > Grapplers"
    summary = "Diminishes Point Defense at its marines when it boards."


class RingModule(Effect):
    """A trait that helps marines to defend a ship (v1.2.2)."""

    __slots__ = ()
    name = "Ring Module"
    place = "v1.2.2 Traits > Ring Module"
    summary = "Two or more marines who defend the ship roll an extra die."
    min_marines: ClassVar[int] = 2

    def aid(self, ship: Model) -> list[Contribution]:
        """Return the die for the marines that defend a ship, [] if they are too few."""
        return [Contribution(self.name, 1, self.place, BASE)] if ship.rating("marines") >= self.min_marines else []


# --- Launches and flight ---


class RoundCatapult(Catapult):
    """Catapult that launches to any side (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Traits > Catapult"
    summary = 'Squadrons that it launches may be placed up to 6" away on any side.'
    reach = LaunchReach(around=6.0)


class FarCatapult(Catapult):
    """Catapult that launches far ahead (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Catapult"
    summary = 'Squadrons that it launches may be placed in its fore arc, up to 12" away.'
    reach = LaunchReach(fore=12.0)


class LongLaunchers(Launchers):
    """Launchers that launch farther (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Launchers"
    summary = 'Squadrons that it launches may be placed up to 6" away instead of 1".'
    reach = LaunchReach(around=6.0)


class PlainComms(Comms):
    """Comms that may order Vector Attack only (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Traits > Comms"
    summary = "As a squadron it may order Vector Attack, but not Drone Command."
    commands_drones = False


class PlainEscort(Escort):
    """Escort that deploys with the squadrons (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Traits > Escort"
    summary = "A ship deploys when the squadrons do. A squadron escorts like any other."
    at_will = False


class FleeingFast(Effect):
    """Fast that helps to Withdraw (v1.2.2)."""

    __slots__ = ()
    name = Fast.name
    place = "v1.2.2 Traits > Fast"
    summary = "An extra flex die in its test to Withdraw."


class PlainFast(Fast):
    """Fast that is only hard to catch (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Fast"
    summary = "A squadron that isn't Fast must pass a test to catch it, or loses 1 Fuel."
    max_boost = 2
    dodges_better = False


# --- Supplies ---


class FeedingTender(Effect):
    """Tender that helps the fire of friends (v1.2.2)."""

    __slots__ = ()
    name = Tender.name
    place = "v1.2.2 Traits > Tender"
    summary = 'Missiles and kinetic cannons of friends within 3" get an extra flex die. It resupplies as any ship does.'
    reach: ClassVar[float] = 3.0

    def aid(self, helper: Model, inches: float, shot: ShotFacts) -> Contribution | None:
        """Return a flex die for a friend at this distance, except for explosions, or None."""
        is_supplied = bool(shot.weapon.missile) or weapon_type(shot.state, shot.weapon).kinetic
        if not is_supplied or shot.window == EXPLOSION or inches > self.reach + TOLERANCE:
            return None
        return Contribution(f"{self.name} {helper.name}", 1, self.place, FLEX)


class PlainTender(Tender):
    """Tender that lays Decoy Drones (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Tender"
    summary = 'Resupplies up to 6" away, and lays Decoy Drones up to 6" away without such cargo.'
    reach = 6.0
    dice = 0
    decoy_reach = 6.0


class FleetTender(Tender):
    """Fleet Tender (v1.2.3)."""

    __slots__ = ()
    name = "Fleet Tender"
    place = "v1.2.3 Traits > Fleet Tender"
    summary = 'Resupplies up to 12" away, and lays Decoy Drones up to 12" away without such cargo.'
    dice = 0
    decoy_reach = 12.0
