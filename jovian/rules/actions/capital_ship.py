"""Actions of capital ships, in the order of the rulebook (v1.2.4 Action).

Each section has the action and the functions that only it uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from jovian.cards import Mount
from jovian.cards.traits import SYSTEMS, implements
from jovian.dice import FACES, Result
from jovian.frozen import freeze_mapping
from jovian.game import Game, ListDecision, Model, Option, Procedure, Refusal, State, ask
from jovian.game.activation import DEBRIS_FIELD, EXTRA_TURN, FREE_TURN, TWO_TURNS
from jovian.game.answers import ChooseRepair
from jovian.game.events import FLEX, Contribution, Declined
from jovian.rules.actions import states
from jovian.rules.actions.any_model import (
    choose_weapons,
    enemy_ships,
    free_mounts,
    refuse_without_thrusters,
    weapon_groups,
)
from jovian.rules.actions.states import BY_RATING, StationKeeping
from jovian.rules.attack.attack import spend, tell_expended, use_up
from jovian.rules.attack.autofire import Suppressed
from jovian.rules.basics.model import (
    enter_state,
    leave_state,
    mark,
    mark_system,
    repair_weapon,
    system_left,
    unmark,
    value_of,
)
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.basics.rolls import RollLink, SkillTest, one_die, pluralize, roll_skill_test
from jovian.rules.damage.boarding import Boarded, purge
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.damage.damage import note_wear
from jovian.rules.damage.leaving_play import models_aboard
from jovian.rules.moving import Towed, tow
from jovian.rules.placement.move_limits import is_immobile, turns_end_move
from jovian.rules.rulebook.active_effects import (
    effects_on,
    find_effect,
    find_weapon_effect,
    notify_attacked,
    weapon_type,
)
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import Engine
from jovian.rules.shots import ratings
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import Shot, sensor_reach, weapon_of
from jovian.rules.squadrons import hanger_capacity
from jovian.rules.terrain import DECOY_REACH as TERRAIN_REACH
from jovian.rules.terrain import lay_decoys
from jovian.rules.traits.model_traits import Tender
from jovian.rules.traits.older_traits import WorkDrones
from jovian.rules.traits.weapon_traits import Limited
from jovian.table import TOLERANCE, distance

# --- Damage Control (v1.2.4 Action > Damage Control, Repair > Capital Ship Repairing Itself) ---
RATINGS = ("thrusters", "sensors", "defense")
ABOARD = "v1.2.4 Repair > Capital Ship Repairing an Embarked Squadron"
SQUADRON_REPAIR = (1, 2, 3, 4)
"""How much Structure a squadron aboard regains, by N, D, T, and Q+ (R3)."""
DOCK_MAGNITUDE = 2
"""The Magnitude with which a docked ship is repaired: a triple."""
AUTO = 0
Table = Mapping[str, tuple[tuple[int, int] | None, ...]]
TABLE: Table = freeze_mapping(
    {
        "damage": ((4, 1), (AUTO, 1), (AUTO, 2), (AUTO, 3)),
        "system": (None, (4, 1), (AUTO, 1), (AUTO, 2)),
        "weapon": (None, None, (4, 1), (AUTO, 1)),
        "spinal": (None, None, None, (4, 1)),
    }
)
"""For each kind of damage and Magnitude (N, D, T, Q+): the d6 roll needed (0 for none), and the number of repairs."""


@implements("Repair", tests="rules/test_repair")
class DamageControl(Action):
    """Repair one kind of damage with a skill test."""

    __slots__ = ()

    name = "damage control"
    place = "v1.2.4 Repair > Capital Ship Repairing Itself"
    summary = (
        "A skill test repairs ratings, with better results also systems and weapons, but not Structure or Marines."
    )
    needs = "a capital ship"
    desperate = True
    by_captors = True
    table: ClassVar[Table] = TABLE

    def refuse(self, state: State, model: Model) -> Refusal | None:
        return None if model.is_capital else self.make_refusal("Only capital ships may do this.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """Return the test with the ship's own Skill, without a leader's."""
        return skill_test(state, model, "Damage Control", commanded=False, further=_repair_aids(state, model))

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Repair the ship by one row of the table, then roll a test for each squadron aboard (R48)."""
        yield from self._repair_ship(game, model)
        yield from _repair_aboard(game, model)

    def _repair_ship(self, game: Game, model: Model) -> Procedure[None]:
        """Take the test, ask for a row of the table, and repair."""
        result: Result = yield from roll_skill_test(game, model, self.test(game.state, model))
        rows = [row for row in self.table if self.table[row][result.best] and repairable_parts(game.state, model, row)]
        engine = find_effect(game.state, model, Engine)
        if engine is not None and engine.repairable(result.best):
            rows.append(engine.name)
        if not rows:
            game.log_event(Declined(side=model.side, what="repair"))
            return
        listed = [Option(ChooseRepair(row, ""), self._row_label(row, result.best, engine)) for row in rows]
        title = f"{model.name}: choose what to repair"
        answer = yield from ask(ListDecision("repair", model.side, title, self.place, listed, subject=model.id))
        if engine is not None and answer.row == engine.name:
            _reduce_state(game, model, answer.row, engine.repairable(result.best))
        else:
            yield from self._repair_row(game, model, answer.row, result.best)

    def _repair_row(self, game: Game, model: Model, row: str, best: int) -> Procedure[None]:
        entry = self.table[row][best]
        assert entry is not None
        minimum, count = entry
        if minimum:
            bonus = model.card.level("Repair")
            purpose = f"repair of {model.name} ({minimum}+, +{bonus})"
            good = range(max(1, minimum - bonus), FACES + 1)
            face = yield from one_die(game, model.side, purpose, good, RollLink(model.id))
            if face + bonus < minimum:
                return
        for _ in range(count):
            damaged = repairable_parts(game.state, model, row)
            if damaged:
                title = f"{model.name}: choose what to repair"
                listed = [Option(ChooseRepair(row, part), label, now) for part, label, now in damaged]
                decision = ListDecision("repair", model.side, title, self.place, listed, subject=model.id)
                _repair(game, model, row, (yield from ask(decision)).repaired)

    def _row_label(self, row: str, best: int, engine: Engine | None) -> str:
        if engine is not None and row == engine.name:
            return engine.describe_repair(engine.repairable(best))
        entry = self.table[row][best]
        assert entry is not None
        minimum, count = entry
        name = {"damage": "rating", "system": "system trait", "weapon": "weapon", "spinal": "spinal weapon"}[row]
        return pluralize(count, name) + (f" on a {minimum}+" if minimum else "")


def repairable_parts(state: State, model: Model, row: str) -> list[tuple[str, str, str]]:
    """Return the names and labels of all damage of a kind that can be repaired, and its value now."""
    if row == "damage":
        tracks = [track for track in RATINGS if model.marks.get(track, 0)]
        return [(track, track.capitalize(), f"{model.rating(track)} now") for track in tracks]
    if row == "system":
        systems = [trait.name for trait in model.card.traits if trait.name in SYSTEMS]
        return [(name, name, f"{system_left(model, name)} now") for name in systems if model.marks.get(name, 0)]
    return [
        (mount.id, model.card.mount_name(mount.id), "")
        for mount in model.card.mounts
        if mount.id in model.damaged and mount.weapon.spinal == (row == "spinal") and _is_repairable(state, mount)
    ]


def _is_repairable(state: State, mount: Mount) -> bool:
    return find_weapon_effect(state, mount.weapon, Limited) is None


def _repair(game: Game, model: Model, row: str, name: str) -> None:
    """Repair a rating, a trait, or a mount, depending on the row."""
    if row == "damage":
        unmark(game, model, name, "Damage Control")
    elif row == "system":
        mark_system(game, model, name, -1, "Damage Control")
    else:
        repair_weapon(game, model, name, "Damage Control")


def _reduce_state(game: Game, ship: Model, state: str, levels: int) -> None:
    """Lower the level of a state."""
    remaining = value_of(ship, state) - levels
    if remaining > 0:
        enter_state(game, ship, state, remaining)
    else:
        leave_state(game, ship, state)


def _repair_aboard(game: Game, ship: Model) -> Procedure[None]:
    """Roll a test for each damaged squadron aboard, up to the undamaged Hangers, and for a docked ship (R3, R85)."""
    squadrons = [
        model for model in models_aboard(game.state, ship) if not model.is_capital and model.marks.get("structure")
    ]
    hangers = hanger_capacity(ship) or 0
    while squadrons and hangers > 0:
        squadron = squadrons[0]
        if len(squadrons) > hangers:
            listed = [Option(ChooseRepair("squadron", model.id), model.name) for model in squadrons]
            title = f"{ship.name}: choose a squadron to repair ({hangers} left)"
            answer = yield from ask(ListDecision("repair", ship.side, title, ABOARD, listed, subject=ship.id))
            squadron = game.state.models[answer.repaired]
        squadrons.remove(squadron)
        hangers -= 1
        yield from _repair_squadron(game, ship, squadron)
    for docked in [
        model for model in models_aboard(game.state, ship) if model.is_capital and model.marks.get("structure")
    ]:
        yield from _repair_docked_ship(game, ship, docked)


def _repair_squadron(game: Game, ship: Model, squadron: Model) -> Procedure[None]:
    result = yield from roll_skill_test(game, ship, _squadron_repair_test(game.state, ship, squadron), squadron)
    for _ in range(min(SQUADRON_REPAIR[result.best], squadron.marks.get("structure", 0))):
        unmark(game, squadron, "structure", "Damage Control")
    note_wear(game, squadron)


def _repair_docked_ship(game: Game, ship: Model, docked: Model) -> Procedure[None]:
    """Roll a test for a docked ship. A triple repairs 1 Structure, and it isn't Crippled anymore."""
    result = yield from roll_skill_test(game, ship, _docked_repair_test(game.state, ship, docked), docked)
    if result.best >= DOCK_MAGNITUDE:
        unmark(game, docked, "structure", "Damage Control")
        Crippled.leave(game, docked)


@implements("Repair", tests="rules/test_repair")
def _squadron_repair_test(state: State, ship: Model, squadron: Model) -> SkillTest:
    """Return the test for a squadron aboard, with the flex dice of Repair."""
    level = ship.card.level("Repair")
    flex_dice = Contribution(f"Repair {level}", level, ABOARD, FLEX) if level else None
    other_aids = _repair_aids(state, ship)
    return skill_test(state, ship, f"repair of {squadron.name}", aid=flex_dice, commanded=False, further=other_aids)


def _docked_repair_test(state: State, ship: Model, docked: Model) -> SkillTest:
    """Return the test for a ship in the dock."""
    return skill_test(state, ship, f"repair of {docked.name}", commanded=False, further=_repair_aids(state, ship))


def _repair_aids(state: State, model: Model) -> list[Contribution]:
    """Return what a model's Drones add to its repair tests, in older editions."""
    drones = find_effect(state, model, WorkDrones)
    return drones.aid(model) if drones is not None else []


# --- Deploy Debris Field, Deploy Decoy Drones ---


class DeployDebrisField(Action):
    """Place a Debris Field."""

    __slots__ = ()

    name = "deploy debris field"
    place = "v1.2.4 Action > Deploy Debris Field"
    tests = "rules/test_templates"
    summary = 'A Debris Field of 4" around where the ship was at its declaration, placed when the activation ends.'
    needs = "Cargo: Debris Dispenser"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse ships without the Debris Dispenser."""
        if not model.is_capital:
            return self.make_refusal("Only capital ships may do this.")
        return (
            None
            if "Debris Dispenser" in model.cargo
            else self.make_refusal(f"{model.name} carries no Debris Dispenser.")
        )

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Note it. The template is placed at the end of the activation."""
        act = game.state.activation
        assert act is not None
        act.granted = (*act.granted, DEBRIS_FIELD)
        return
        yield


class DeployDecoyDrones(Action):
    """Place a Decoy Drone Swarm, which obscures."""

    __slots__ = ()

    name = "deploy decoy drones"
    place = "v1.2.4 Action > Deploy Decoy Drones"
    tests = "rules/test_templates"
    summary = 'A Decoy Drone Swarm of 4" wholly within 6" of the ship. It shrinks in the End Phase, then is removed.'
    needs = "Cargo: Decoy Drones"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse ships without Decoy Drones."""
        if not model.is_capital:
            return self.make_refusal("Only capital ships may do this.")
        has_decoys = "Decoy Drones" in model.cargo or _decoy_reach(state, model) > 0
        return None if has_decoys else self.make_refusal(f"{model.name} carries no Decoy Drones.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ask for the place of the swarm, and place it."""
        yield from lay_decoys(game, model, max(TERRAIN_REACH, _decoy_reach(game.state, model)))


def _decoy_reach(state: State, model: Model) -> float:
    """Return the inches within which a trait lets the ship place Decoy Drones, or 0."""
    return max((tender.decoy_reach for tender in effects_on(state, model, Tender)), default=0.0)


# --- Hard Burn ---


class HardBurn(Action):
    """Full thrust for this turn and the next."""

    __slots__ = ()

    name = "hard burn"
    place = "v1.2.4 Action > Hard Burn"
    tests = "rules/test_hard_burn"
    summary = "Speed is doubled for 2 turns, with 1 turn each. In the third turn, it still has only 1 turn."
    needs = "Thrusters 1+, not in a Hard Burn"
    at_once = True
    enters = states.HardBurnState.name

    def refuse(self, state: State, model: Model) -> Refusal | None:
        return refuse_without_thrusters(self, state, model)

    def supposed(self, model: Model, at: str = "") -> Model:
        return states.HardBurnState.as_started(model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        states.HardBurnState.begin(game, model)
        return
        yield


# --- Long Shot (R49) ---


class LongShot(Action):
    """Fire guns at Long Range."""

    __slots__ = ()

    name = "long shot"
    place = "v1.2.4 Action > Long Shot"
    tests = "rules/test_long_shot"
    summary = "Guns may fire at Long Range (-3). The test decides when they break: always, on 4+, on 6, never."
    needs = "a capital ship with Sensors 1+"
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse ships without Sensors."""
        if not model.is_capital:
            return self.make_refusal("Only capital ships may do this.")
        return None if ratings.sensors(state, model) else self.make_refusal(f"{model.name} needs Sensors 1 or more.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return skill_test(state, model, "Long Shot")

    def supposed(self, model: Model, at: str = "") -> Model:
        return states.LongShotState.as_tested(model, 1)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take one test for the whole activation."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        states.LongShotState.tested(game, model, result.best)


# --- Overdrive ---


class Overdrive(Action):
    """Use a damaged rating as if it were undamaged."""

    __slots__ = ()

    name = "overdrive"
    place = "v1.2.4 Action > Overdrive"
    tests = "rules/test_overdrive"
    summary = "Defense, Sensors, or Thrusters count as undamaged until the End Phase. A poor test damages them first."
    needs = "a capital ship with 1+ left of the rating that it names"
    at_once = True
    names_target = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse ships whose ratings have no unmarked box."""
        if not model.is_capital:
            return self.make_refusal("Only capital ships may do this.")
        return (
            None
            if self.targets(state, model)
            else self.make_refusal(f"{model.name} has no rating with an unmarked box.")
        )

    def targets(self, state: State, model: Model) -> list[str]:
        """Return the ratings with an unmarked box."""
        return [track for track in BY_RATING if model.unmarked(track)]

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return skill_test(state, model, f"Overdrive of {at}" if at else "Overdrive")

    def supposed(self, model: Model, at: str = "") -> Model:
        return BY_RATING[at].supposed(model) if at else model

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test. If it fails, mark all boxes of a value, after a double one box. Then overdrive the rating."""
        act = game.state.activation
        track = at or (act.target if act else "")
        result = yield from roll_skill_test(game, model, self.test(game.state, model, track))
        if result.best < 2:
            mark(game, model, track, "Overdrive", whole=not result)
        BY_RATING[track].enter(game, model)


# --- Purge Airlocks ---


class PurgeAirlocks(Action):
    """Expel the boarders, and possibly marines with them."""

    __slots__ = ()

    name = "purge airlocks"
    place = "v1.2.4 Action > Purge Airlocks"
    tests = "rules/test_boarding"
    summary = "A skill test: failure halves boarders and marines, a double halves boarders, better results remove them."
    needs = "a Boarded ship"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        return None if Boarded.holds(model) else self.make_refusal(f"No boarders are aboard {model.name}.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return skill_test(state, model, "Purge Airlocks")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        yield from purge(game, model, result)


# --- Reorient (R22) ---


class Reorient(Action):
    """Make more turns than usual."""

    __slots__ = ()

    name = "reorient"
    place = "v1.2.4 Action > Reorient"
    summary = "A skill test: failure gives 1 more turn, success 1 free turn to any heading."
    needs = "Thrusters 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        return refuse_without_thrusters(self, state, model)

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return skill_test(state, model, "Reorient")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test, and note the turns that it grants. A Sluggish ship gets 2 turns in all, either way."""
        act = game.state.activation
        assert act is not None
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        if turns_end_move(game.state, model):
            act.granted = (*act.granted, TWO_TURNS)
        else:
            act.granted = (*act.granted, FREE_TURN if result else EXTRA_TURN)


# --- Station Keep ---


class StationKeep(Action):
    """Keep the position until the End Phase."""

    __slots__ = ()

    name = "station keep"
    place = "v1.2.4 Action > Station Keep"
    summary = "No minimum move: 0 to Thrusters inches ahead. Attackers gain a flex die until the End Phase."
    needs = "Thrusters 1+"
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        return refuse_without_thrusters(self, state, model)

    def supposed(self, model: Model, at: str = "") -> Model:
        return StationKeeping.supposed(model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        StationKeeping.enter(game, model)
        return
        yield


# --- Suppressing Fire (R49) ---


class SuppressingFire(Action):
    """Suppress an enemy ship instead of hitting it."""

    __slots__ = ()

    name = "suppressing fire"
    place = "v1.2.4 Action > Suppressing Fire"
    tests = "rules/test_suppression"
    verb = "suppress"
    summary = (
        "Kinetic Cannons suppress an enemy ship at any range: fewer Thrusters next time, or a hit if it ignores them."
    )
    needs = "a ship with a Kinetic Cannon; an enemy ship in its arc, not cloaked, when resolved"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse ships without Kinetic Cannons."""
        if not model.is_capital:
            return self.make_refusal("Only capital ships may do this.")
        return None if _unused_cannons(state, model) else self.make_refusal(f"{model.name} needs a Kinetic Cannon.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse without Fire Control, and without an enemy ship in the arc."""
        if ratings.fire_control_left(state, model) < 1:
            return self.make_refusal(f"{model.name} has no Fire Control left.")
        suppressible_ids = suppressible_ships(state, model)
        if not suppressible_ids:
            return self.make_refusal("No enemy ship is in the arc of an unused Kinetic Cannon.")
        return (
            self.make_refusal("That ship isn't in the arc of an unused Kinetic Cannon.")
            if at and at not in suppressible_ids
            else None
        )

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Expend the weapons. The ship is Suppressed by their AC and links, or by 1 more (R49)."""
        state = game.state
        ship = state.models[at or suppressible_ships(state, model)[0]]
        mounts = yield from choose_weapons(
            model, ship, weapon_groups(state, model, _cannons_bearing(state, model, ship), ship), self.place
        )
        notify_attacked(game, model, ship, self.name)
        spend(game, mounts)
        tell_expended(game, model, mounts, self.name)
        weapon = weapon_of(model, mounts[0])
        assert weapon is not None
        Suppressed.pin(game, ship, (weapon.ac or 0) + len(mounts) - 1)
        ship.pinned_by = model.id
        use_up(game, [model], mounts)


def _unused_cannons(state: State, model: Model) -> list[str]:
    mounts = []
    for mount in free_mounts(state, model):
        weapon = weapon_of(model, mount)
        if weapon is not None and weapon_type(state, weapon).suppresses and weapon.ac:
            mounts.append(mount)
    return mounts


def _cannons_bearing(state: State, model: Model, ship: Model) -> list[str]:
    """Return the unused Kinetic Cannons in whose arc a ship is."""
    mounts = []
    for mount in _unused_cannons(state, model):
        weapon = weapon_of(model, mount)
        if weapon is not None and Shot(state, model, (mount,), weapon, ship, ACTIVATION).bears:
            mounts.append(mount)
    return mounts


def suppressible_ships(state: State, model: Model) -> list[str]:
    """Return the ids of the enemy ships that it could suppress now, at any distance, unless they are cloaked."""
    ships = (state.models[ship_id] for ship_id in enemy_ships(state, model))
    return [
        ship.id for ship in ships
        if not ship.is_neutral and sensor_reach(state, model, ship) >= 0 and _cannons_bearing(state, model, ship)
    ]  # fmt: skip


# --- Tug (v1.2.4 Traits > Tug, R48) ---
REACH = 3.0
"""Inches within which a tug drags."""
FULL_TOW = 2.95
"""Inches after which a model can't be dragged farther in this turn."""


@implements("Tug", tests="rules/test_tug")
class Tug(Action):
    """Drag a model that doesn't move by itself."""

    __slots__ = ()

    name = "tug"
    place = "v1.2.4 Traits > Tug"
    verb = "tug"
    summary = 'Drags a Static model within 3" straight toward itself, 3" a turn at most.'
    needs = 'Tug; a Static model within 3" when resolved'

    def refuse(self, state: State, model: Model) -> Refusal | None:
        return None if model.card.trait("Tug") else self.make_refusal(f"{model.name} needs Tug.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse unless there is a model to drag, or the one named."""
        draggable_ids = draggable_models(state, model)
        if not draggable_ids:
            return self.make_refusal(f'No Static model that can still be dragged is within {REACH:.0f}".')
        return self.make_refusal("That model can't be dragged from here.") if at and at not in draggable_ids else None

    def reach(self, model: Model) -> float:
        return REACH

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        yield from tow(game, model, game.state.models[at or draggable_models(game.state, model)[0]])


def draggable_models(state: State, model: Model) -> list[str]:
    """Return the ids of Static models in reach that may still be dragged and don't touch the tug.

    Stations can't be dragged (R33).
    """
    model_ids = []
    for other in models_maybe_within(state, model.base, model.pose, REACH):
        inches = distance(model.base, model.pose, other.base, other.pose)
        may_be_dragged = is_immobile(state, other) and not other.card.station
        if may_be_dragged and Towed.inches(other) < FULL_TOW and TOLERANCE < inches <= REACH + TOLERANCE:
            model_ids.append(other.id)
    return model_ids
