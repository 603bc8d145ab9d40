"""Mines and searches as older editions have them."""

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
from jovian.rules.damage.leaving_play import SelfDestruct
from jovian.rules.placement.move_limits import free_place
from jovian.rules.rulebook.effect import (
    ACTIVATION,
    AUTOFIRE,
    CREW,
    GOOD,
    OPTIMUM,
    Effect,
    Fired,
    ModelState,
    ShotFacts,
    StateMarker,
)
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import WeaponType
from jovian.rules.shots import ratings
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import stealth_levels
from jovian.rules.terrain import PlaceTemplate
from jovian.rules.traits.model_traits import Cloak, Expendable, Stealth
from jovian.rules.traits.older_traits import SoughtTarget
from jovian.rules.traits.weapon_traits import Autofire
from jovian.table import TOLERANCE, Pose, arcs_of, distance

# --- Mines ---

# v1.2.2 names the action but doesn't define the mine. Here a mine is a drone that never moves. It attacks once an
# enemy that comes near, if its owner likes, and can be attacked like any squadron.

MINELAYER = "v1.2.2 Traits > Minelayer"
LAYING_RANGE, FUSE_RANGE = 3.0, 2.0
"""Inches from its ship within which a mine is laid, and at which it detonates."""
MINE_DICE = 4
"""Dice of its attack on ships and squadrons."""
SWEEPER_DICE = 2
"""Extra base dice of a Sweeper against mines."""


class MineCharge(WeaponType, Autofire):
    """The charge of a mine, which can only detonate by itself."""

    __slots__ = ()
    name = "Mine"
    place = MINELAYER
    summary = 'Detonates once, if its owner likes, at an enemy that comes within 2": 4 dice, and the mine is gone.'
    needs_sight = False
    ranged = False
    shares_pool = False

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        return FUSE_RANGE

    def band(self, shot: ShotFacts) -> str:
        """Return Optimum Range, which changes nothing."""
        return OPTIMUM

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        if shot.distance <= FUSE_RANGE + TOLERANCE:
            return None
        return Refusal(
            f'{shot.target.name} is beyond {FUSE_RANGE:.0f}".',
            MINELAYER,
            (PointRing(shot.attacker.pose[:2], FUSE_RANGE),),
        )


MINE = UnitCard(
    key="common/mine", kind="squadron", faction="Common", name="Mine", tv=0, version="1.2.2", image="mine",
    base=Base("circle", 0.8, 0.8), speed=0, fire_control=1, turns=0, skill=1, unit_cap=1,
    armor=dict.fromkeys(("fore", "port", "starboard", "aft", "side"), 0), signature=2, sensors=0,
    tracks={"structure": (1,)},
    mounts=(Mount("a1", WeaponCard(MineCharge.name, MineCharge.name, ("turret",), MINE_DICE, MINE_DICE)),),
    traits=(Trait(Expendable.name), Trait(SelfDestruct.name)), squadron_type="drone", drone_class=1, source_text="{}",
)  # fmt: skip
"""The card of every mine."""


class Minelayer(Effect):
    """A ship that can lay mines (v1.2.2)."""

    __slots__ = ()
    name = "Minelayer"
    place = MINELAYER
    summary = 'May order Lay Mines: one mine, or as many as its number, within 3" of it.'


class Sweeper(Effect):
    """A ship with guns against mines (v1.2.2)."""

    __slots__ = ()
    name = "Sweeper"
    place = "v1.2.2 Traits > Sweeper"
    summary = "Two extra dice in attacks on mines."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return (Contribution(self.name, SWEEPER_DICE, self.place, BASE),) if shot.target.card.key == MINE.key else ()


class LayMines(Action):
    """Lay mines around the ship (v1.2.2)."""

    __slots__ = ()

    name = "lay mines"
    place = MINELAYER
    summary = 'Lays a mine within 3" of the ship. It attacks an enemy that comes within 2" of it.'
    needs = "Minelayer"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse squadrons, and ships without a working Minelayer."""
        if not model.is_capital:
            return self.make_refusal("Only capital ships may do this.")
        has_minelayer = model.card.trait(Minelayer.name) is not None and system_left(model, Minelayer.name) > 0
        return None if has_minelayer else self.make_refusal(f"{model.name} has no working Minelayer.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ask for the place of each mine, and lay it."""
        count = system_left(model, Minelayer.name)
        for number in range(1, count + 1):
            label = f"mine {number} of {count}" if count > 1 else "the mine"
            title = f"{model.name}: choose a place for {label}"
            spot = cast(
                At, (yield PlaceTemplate(game.state, model, MINE.base.width / 2, LAYING_RANGE, title, self.place))
            )
            _lay_mine(game, model, Pose(spot.x, spot.y, 0))


def _lay_mine(game: Game, ship: Model, at: Pose) -> None:
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


# --- Searches ---

ARCS = ("fore", "starboard", "aft", "port")
"""The arcs of a Sensor Drone by the level of its state, from 1 on. Level 0 is all around, for squadrons."""


def _search_notes(state: State, name: str) -> list[tuple[int, str, str, int]]:
    """Return the notes of this turn under a name: turn, seeker, target, and success."""
    notes = cast(tuple[tuple[int, str, str, int], ...], state.notes.get(name, ()))
    return [note for note in notes if note[0] == state.turn]


def _note_search(game: Game, name: str, seeker: Model, target: Model, success: bool, text: str) -> None:
    """Note a search for each member of a formation: they search as one, even if one is lost later."""
    state = game.state
    rows = [(state.turn, member.id, target.id, int(success)) for member in formation_members(state, seeker)]
    note: Note = (*_search_notes(state, name), *rows)
    state.notes[name] = note
    game.log_event(Noted(clause=name, note=note, said=text))


class SoughtCloak(SoughtTarget):
    """Cloak that attackers must find first (v1.2.2)."""

    __slots__ = ()
    name = Cloak.name
    place = "v1.2.2 Traits > Cloak"
    summary = "Beyond Short Range an attacker must first pass a skill test. If it fails, it can't attack it this turn."

    def search_test(self, shot: ShotFacts) -> SkillTest | None:
        """Return the test if the system works and the attacker hasn't found the target in this turn, else None."""
        target = shot.target
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.secondary or system_left(target, self.name) <= 0:
            return None
        if shot.distance <= target.card.signature + TOLERANCE or self._search_result(shot) is not None:
            return None
        return skill_test(shot.state, shot.attacker, f"finding {target.name}")

    def _search_result(self, shot: ShotFacts) -> bool | None:
        """Return whether the attacker has found the target in this turn, or None if it hasn't searched."""
        for _, seeker_id, target_id, success in _search_notes(shot.state, self.name):
            if seeker_id == shot.attacker.id and target_id == shot.target.id:
                return bool(success)
        return None

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Refuse for the rest of the turn after a failed test."""
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.secondary or self._search_result(shot) is not False:
            return None
        return Refusal(f"{shot.attacker.name} has not found {shot.target.name} in this turn.", self.place)

    def note_search(self, game: Game, attacker: Model, target: Model, found: bool) -> None:
        text = f"{attacker.name} {'finds' if found else 'does not find'} {target.name}"
        _note_search(game, self.name, attacker, target, found, text)


class Snooper(Effect):
    """Sensors against Stealth and Cloak (v1.2.2)."""

    __slots__ = ()
    name = "Snooper"
    place = "v1.2.2 Traits > Snooper"
    summary = "Ignores the Stealth of one model within Sensors each turn. A flex die against Cloaked targets."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Yield a flex die against a Cloaked target."""
        is_cloaked = shot.target.card.trait(Cloak.name) is not None and system_left(shot.target, Cloak.name) > 0
        works = system_left(shot.attacker, self.name) > 0
        return (Contribution(self.name, 1, self.place, FLEX),) if is_cloaked and works else ()

    def sees_through(self, state: State, model: Model, target: Model) -> bool:
        """Return whether the target is the first model with Stealth that it attacks in this turn, or may become it."""
        if system_left(model, self.name) <= 0:
            return False
        reach = target.card.signature + 3.0 * ratings.sensors(state, model)
        if distance(model.base, model.pose, target.base, target.pose) > reach + TOLERANCE:
            return False
        notes = _search_notes(state, self.name)
        return all(target_id == target.id for _, seeker_id, target_id, _ in notes if seeker_id == model.id)

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        """Return its own Sensors if it sees through the Stealth of the target."""
        return max(sensors, ratings.sensors(state, model)) if self.sees_through(state, model, target) else sensors

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Note the first target with Stealth of this turn."""
        target = game.state.models.get(fired.target)
        has_target = any(seeker_id == model.id for _, seeker_id, _, _ in _search_notes(game.state, self.name))
        if target is not None and not has_target and _has_stealth(game.state, target):
            _note_search(game, self.name, model, target, True, f"{model.name} keeps {target.name} in sight")
        return
        yield


def _has_stealth(state: State, target: Model) -> bool:
    return target.card.trait(Stealth.name) is not None or stealth_levels(state, target).levels > 0


class LookingOut(ModelState):
    """A Sensor Drone at work. The level is 0 for all around, or the number of the arc."""

    __slots__ = ()
    name = "looking-out"
    place = "v1.2.2 Traits > Sensor Drone"
    summary = "1 more Sensors for shots into one arc in this activation."
    sign = StateMarker("SD", CREW, GOOD, ("", *ARCS))
    passes = True
    words = ("looks out with its Sensor Drone", "has its Sensor Drone back")

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        if self.level and ARCS[self.level - 1] not in arcs_of(model.base, model.pose, target.base, target.pose):
            return sensors
        return sensors + 1


class SensorDrone(Effect):
    """A Sensor Drone (v1.2.2)."""

    __slots__ = ()
    name = "Sensor Drone"
    place = "v1.2.2 Traits > Sensor Drone"
    summary = "When it activates, it gets 1 more Sensors for shots into an arc of its choice."

    def launch(self, game: Game, model: Model) -> Procedure[None]:
        """Let a ship choose the arc. A squadron looks all around."""
        level = 0
        if model.is_capital:
            order = sorted(ARCS, key=lambda arc: -_enemies_in_arc(game.state, model, arc))
            options = [
                Option(LookOut(arc), arc.capitalize(), _enemy_count_label(game.state, model, arc)) for arc in order
            ]
            title = f"{model.name}: choose an arc for its Sensor Drone"
            answer = yield from ask(ListDecision("lookout", model.side, title, self.place, options, subject=model.id))
            level = ARCS.index(answer.arc) + 1
        LookingOut.enter(game, model, level)


def _enemies_in_arc(state: State, model: Model, arc: str) -> int:
    """Return the number of enemies in an arc."""
    return sum(
        arc in arcs_of(model.base, model.pose, other.base, other.pose)
        for other in state.on_table() if other.side != model.side
    )  # fmt: skip


def _enemy_count_label(state: State, model: Model, arc: str) -> str:
    count = _enemies_in_arc(state, model, arc)
    return f"{count} enem{'y' if count == 1 else 'ies'} in it"
