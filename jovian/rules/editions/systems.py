"""Decks, mines, searches and supplies as older editions have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from jovian.cards import Mount, Trait, UnitCard, WeaponCard
from jovian.cards.fleet import Base
from jovian.game import TABLE, Game, ListDecision, Model, Note, Option, Procedure, Refusal, State, ask
from jovian.game.answers import At, LookOut
from jovian.game.decision import PointRing
from jovian.game.events import BASE, FLEX, Contribution, Noted
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import reveal, system_left
from jovian.rules.basics.rolls import SkillTest
from jovian.rules.placement.move_limits import free_place
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import (
    ACTIVATION,
    AUTOFIRE,
    CREW,
    EXPLOSION,
    GOOD,
    OPTIMUM,
    Effect,
    Fired,
    LaunchReach,
    ModelState,
    ShotFacts,
    StateMarker,
)
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import WeaponType
from jovian.rules.shots import ratings
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import stealth_levels
from jovian.rules.terrain import Spot
from jovian.rules.traits.traits import Catapult, Cloak, Expendable, Launchers, SelfDestruct, Stealth, Tender
from jovian.table import TOLERANCE, Pose, arcs_of, distance

# --- decks ---
# Catapult and Launchers as older texts have them (v1.2.2, v1.2.3 Traits).


class RoundCatapult(Catapult):
    """Flings what it launches to any side."""

    __slots__ = ()
    place = "v1.2.2 Traits > Catapult"
    summary = 'Squadrons it launches may be set down up to 6" away on any side.'
    reach = LaunchReach(around=6.0)


class FarCatapult(Catapult):
    """Flings what it launches far ahead."""

    __slots__ = ()
    place = "v1.2.3 Traits > Catapult"
    summary = 'Squadrons it launches may be set down in its fore arc, up to 12" away.'
    reach = LaunchReach(around=0.0, fore=12.0)


class LongLaunchers(Launchers):
    """Sets down what it launches twice as far away."""

    __slots__ = ()
    place = "v1.2.3 Traits > Launchers"
    summary = 'Squadrons it launches may be set down up to 6" away rather than 1".'
    reach = LaunchReach(around=6.0)


# --- mines ---
# Mines, who lays them and who sweeps them (v1.2.2 Traits > Minelayer, Sweeper).
#
# The text names the action and leaves the mine itself open. Here a mine is a drone that no order moves: it lies
# where it was laid, strikes once whatever enemy comes near, if its owner likes, and may be shot like any squadron.

PLACE = "v1.2.2 Traits > Minelayer"
LAID, FUSE = 3.0, 2.0
"""Inches from its ship within which a mine is laid, and at which it goes off."""
CHARGE = 4
"""Dice of its strike, against ships and squadrons."""
SWEPT = 2
"""Base dice that a Sweeper has more against mines."""


class MineCharge(WeaponType):
    """The charge of a mine, which goes off by itself and never otherwise."""

    __slots__ = ()
    name = "Mine"
    place = PLACE
    summary = 'Goes off once, if its owner likes, at an enemy that comes within 2": 4 dice, and the mine is gone.'
    needs_sight = False
    ranged = False
    shares_pool = False

    def fires_by_itself(self) -> bool:
        """True: it goes off without being ordered to."""
        return True

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """2", whether the target can be seen or not."""
        return FUSE

    def band(self, shot: ShotFacts) -> str:
        """Optimum Range, which changes nothing."""
        return OPTIMUM

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """A refusal beyond 2"."""
        if shot.distance <= FUSE + TOLERANCE:
            return None
        return Refusal(f'{shot.target.name} is beyond {FUSE:.0f}".', PLACE, (PointRing(shot.attacker.pose[:2], FUSE),))


MINE = UnitCard(
    key="common/mine", kind="squadron", faction="Common", name="Mine", tv=0, version="1.2.2", image="mine",
    base=Base("circle", 0.8, 0.8), speed=0, fire_control=1, turns=0, skill=1, unit_cap=1,
    armor=dict.fromkeys(("fore", "port", "starboard", "aft", "side"), 0), signature=2, sensors=0,
    tracks={"structure": (1,)},
    mounts=(Mount("a1", WeaponCard(MineCharge.name, MineCharge.name, ("turret",), CHARGE, CHARGE)),),
    traits=(Trait(Expendable.name), Trait(SelfDestruct.name)), squadron_type="drone", drone_class=1, source_text="{}",
)  # fmt: skip
"""The card of every mine."""


class Minelayer(Effect):
    """A ship with racks of mines."""

    __slots__ = ()
    name = "Minelayer"
    place = PLACE
    summary = 'May order Lay Mines: one mine, or as many as its number, within 3" of it.'


class Sweeper(Effect):
    """Guns that find mines."""

    __slots__ = ()
    name = "Sweeper"
    place = "v1.2.2 Traits > Sweeper"
    summary = "Two dice more in attacks on mines."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Two base dice against a mine."""
        return (Contribution(self.name, SWEPT, self.place, BASE),) if shot.target.card.key == MINE.key else ()


class LayMines(Action):
    """Leave mines about the ship."""

    __slots__ = ()

    name = "lay mines"
    place = PLACE
    summary = 'Lays a mine within 3" of the ship: it strikes an enemy that comes within 2" of it.'
    needs = "Minelayer"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for squadrons, and for ships whose racks are none or damaged."""
        if not model.capital:
            return self.make_refusal("Only capital ships may do this.")
        works = model.card.trait(Minelayer.name) is not None and system_left(model, Minelayer.name) > 0
        return None if works else self.make_refusal("It has no working Minelayer.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ask where each mine goes, and lay it."""
        count = system_left(model, Minelayer.name)
        for number in range(1, count + 1):
            which = f"mine {number} of {count}" if count > 1 else "the mine"
            title = f"{model.name}: where does {which} go?"
            spot = cast(At, (yield Spot(game.state, model, MINE.base.width / 2, LAID, title, self.place)))
            _lay(game, model, Pose(spot.x, spot.y, 0))


def _lay(game: Game, ship: Model, at: Pose) -> None:
    """Put a mine there, or at the nearest free place."""
    state = game.state
    state.serial += 1
    mine = Model(f"mine-{state.serial}", MINE, ship.side, f"{MINE.name} {state.serial}")
    free = free_place(state, mine.at(at), [(ship.base, ship.pose)])
    if free is None:
        return
    mine.pose, mine.place, mine.activated = free.rounded(), TABLE, True
    state.models[mine.id] = mine
    reveal(game, mine)
    game.tell_move(mine, [mine.pose], "launch")


# --- searching ---
# Finding and being found as older texts have it: Cloak, Snooper, Sensor Drone (v1.2.2, v1.2.3 Traits).

ARCS = ("fore", "starboard", "aft", "port")
"""In which a Sensor Drone may look out, by the level of its state from 1 on; 0 is all around, for squadrons."""


def _remembered(state: State, name: str) -> list[tuple[int, str, str, int]]:
    """What was noted under a name in this turn: turn, who, of whom, and what came of it."""
    noted = cast(tuple[tuple[int, str, str, int], ...], state.notes.get(name, ()))
    return [each for each in noted if each[0] == state.turn]


def _remember(game: Game, name: str, seeker: Model, sought: Model, came: bool, said: str) -> None:
    """Note it for each of a formation, which looks as one, whoever of it is lost later."""
    state = game.state
    rows = [(state.turn, each.id, sought.id, int(came)) for each in formation_members(state, seeker)]
    note: Note = (*_remembered(state, name), *rows)
    state.notes[name] = note
    game.tell(Noted(clause=name, note=note, said=said))


class SoughtCloak(Effect):
    """A system that must be seen through from afar."""

    __slots__ = ()
    name = Cloak.name
    place = "v1.2.2 Traits > Cloak"
    summary = "Beyond Short Range an attacker must first pass a skill test; failed, it may not attack it this turn."

    def seeking(self, shot: ShotFacts) -> SkillTest | None:
        """The test, while the system works and its attacker has not found it in this turn."""
        target = shot.target
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.secondary or system_left(target, self.name) <= 0:
            return None
        if shot.distance <= target.card.signature + TOLERANCE or self._known(shot) is not None:
            return None
        return skill_test(shot.state, shot.attacker, f"finding {target.name}")

    def _known(self, shot: ShotFacts) -> bool | None:
        """Has its attacker found it in this turn, or looked in vain? None if it has not looked."""
        for _, who, whom, found in _remembered(shot.state, self.name):
            if who == shot.attacker.id and whom == shot.target.id:
                return bool(found)
        return None

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """After a test that failed, for the rest of the turn."""
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.secondary or self._known(shot) is not False:
            return None
        return Refusal(f"{shot.attacker.name} has not found {shot.target.name} in this turn.", self.place)

    def sought(self, game: Game, attacker: Model, target: Model, found: bool) -> None:
        """Note what came of the test."""
        said = f"{attacker.name} {'finds' if found else 'does not find'} {target.name}"
        _remember(game, self.name, attacker, target, found, said)


class Snooper(Effect):
    """Sensors that see through tricks."""

    __slots__ = ()
    name = "Snooper"
    place = "v1.2.2 Traits > Snooper"
    summary = "Ignores the Stealth of one model within Sensors a turn; a flex die against Cloaked targets."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A flex die against what is Cloaked."""
        cloaked = shot.target.card.trait(Cloak.name) is not None and system_left(shot.target, Cloak.name) > 0
        works = system_left(shot.attacker, self.name) > 0
        return (Contribution(self.name, 1, self.place, FLEX),) if cloaked and works else ()

    def sees_through(self, state: State, model: Model, target: Model) -> bool:
        """True for the first model with Stealth that it attacks in a turn, and for all until then."""
        if system_left(model, self.name) <= 0:
            return False
        reach = target.card.signature + 3.0 * ratings.sensors(state, model)
        if distance(model.base, model.pose, target.base, target.pose) > reach + TOLERANCE:
            return False
        return all(whom == target.id for _, who, whom, _ in _remembered(state, self.name) if who == model.id)

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        """Its own Sensors against who hides, where it sees through that."""
        return max(sensors, ratings.sensors(state, model)) if self.sees_through(state, model, target) else sensors

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """The first with Stealth is the one of this turn."""
        target = game.state.models.get(fired.target)
        seen = any(who == model.id for _, who, _, _ in _remembered(game.state, self.name))
        if target is not None and not seen and _hides(game.state, target):
            _remember(game, self.name, model, target, True, f"{model.name} keeps {target.name} in sight")
        return
        yield


def _hides(state: State, target: Model) -> bool:
    return target.card.trait(Stealth.name) is not None or stealth_levels(state, target).levels > 0


class LookingOut(ModelState):
    """A Sensor Drone looks out on one side; its level is 0 for all around, or the arc."""

    __slots__ = ()
    name = "looking-out"
    place = "v1.2.2 Traits > Sensor Drone"
    summary = "1 more Sensors for shots into one arc, in this activation."
    sign = StateMarker("SD", CREW, GOOD, ("", *ARCS))
    passes = True
    words = ("looks out with its Sensor Drone", "has its Sensor Drone back")

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        """One more for a target in the arc."""
        if self.level and ARCS[self.level - 1] not in arcs_of(model.base, model.pose, target.base, target.pose):
            return sensors
        return sensors + 1


class SensorDrone(Effect):
    """A drone that looks out ahead."""

    __slots__ = ()
    name = "Sensor Drone"
    place = "v1.2.2 Traits > Sensor Drone"
    summary = "As it activates, it has 1 more Sensors for shots into an arc of its choice."

    def begins(self, game: Game, model: Model) -> Procedure[None]:
        """A ship chooses the arc; a squadron has none."""
        level = 0
        if model.capital:
            order = sorted(ARCS, key=lambda arc: -_enemies(game.state, model, arc))
            listed = [Option(LookOut(arc), arc.capitalize(), _seen(game.state, model, arc)) for arc in order]
            title = f"{model.name}: where does its Sensor Drone look out?"
            answer = yield from ask(ListDecision("lookout", model.side, title, self.place, listed, subject=model.id))
            level = ARCS.index(answer.arc) + 1
        LookingOut.enter(game, model, level)


def _enemies(state: State, model: Model, arc: str) -> int:
    """How many enemies that its side knows of lie in an arc."""
    return sum(
        arc in arcs_of(model.base, model.pose, other.base, other.pose)
        for other in state.on_table() if other.side != model.side
    )  # fmt: skip


def _seen(state: State, model: Model, arc: str) -> str:
    count = _enemies(state, model, arc)
    return f"{count} enem{'y' if count == 1 else 'ies'} in it"


# --- supplying ---
# Tender and Fleet Tender as older texts have them (v1.2.2, v1.2.3 Traits).

FED, NEAR, FAR = 3.0, 6.0, 12.0


class FeedingTender(Effect):
    """A ship that keeps the magazines of others full."""

    __slots__ = ()
    name = Tender.name
    place = "v1.2.2 Traits > Tender"
    summary = 'Missiles and kinetic cannons of friends within 3" have a flex die more; it resupplies as any ship does.'

    def aids_fire(self, helper: Model, inches: float, shot: ShotFacts) -> Contribution | None:
        """A flex die for a friend near enough, not for explosions."""
        fed = bool(shot.weapon.missile) or weapon_type(shot.state, shot.weapon).kinetic
        if not fed or shot.window == EXPLOSION or inches > FED + TOLERANCE:
            return None
        return Contribution(f"{self.name} {helper.name}", 1, self.place, FLEX)


class PlainTender(Effect):
    """A ship built to supply others."""

    __slots__ = ()
    name = Tender.name
    place = "v1.2.3 Traits > Tender"
    summary = 'Resupplies up to 6" away, and lays Decoy Drones as far away without such cargo.'

    def deploys_decoys(self) -> float:
        """6"."""
        return NEAR


class FleetTender(Effect):
    """A great ship built to supply a fleet."""

    __slots__ = ()
    name = "Fleet Tender"
    place = "v1.2.3 Traits > Fleet Tender"
    summary = 'Resupplies up to 12" away, and lays Decoy Drones as far away without such cargo.'

    def resupply_reach(self, reach: float) -> float:
        """12"."""
        return max(reach, FAR)

    def deploys_decoys(self) -> float:
        """12"."""
        return FAR
