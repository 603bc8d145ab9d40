"""Actions of capital ships."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from jovian.cards import Mount
from jovian.cards.names import SYSTEMS
from jovian.dice import FACES, Result
from jovian.frozen import freeze_mapping
from jovian.game import Game, ListDecision, Model, Option, Procedure, Refusal, State, ask
from jovian.game.answers import ChooseRepair
from jovian.game.events import FLEX, Contribution, Declined
from jovian.game.state import DEBRIS_FIELD, EXTRA_TURN, FREE_TURN, TWO_TURNS
from jovian.rules.actions.generic import choose_weapons, enemy_ships, free_mounts, groups, thrusters_needed
from jovian.rules.attack.attack import spend, tell_expended, use_up
from jovian.rules.attack.autofire import Suppressed
from jovian.rules.basics.model import enter, leave, mark, mark_system, mend_weapon, system_left, unmark, value_of
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.basics.rolls import SkillTest, one_die, roll_skill_test
from jovian.rules.damage.boarding import Boarded, purge
from jovian.rules.damage.casualties import Crippled, models_aboard
from jovian.rules.damage.damage import note_wear
from jovian.rules.moving import Towed, tow
from jovian.rules.placement.move_limits import is_immobile, turns_end_move
from jovian.rules.rulebook.active_effects import effects_of_weapon, effects_on, notify_attacked, weapon_type
from jovian.rules.rulebook.effect import ACTIVATION, Effect
from jovian.rules.rulebook.order import Action
from jovian.rules.shots import ratings
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import Shot, sensor_reach, weapon_of
from jovian.rules.squadrons import capacity
from jovian.rules.terrain import REACH as TERRAIN_REACH
from jovian.rules.terrain import lay_decoys
from jovian.rules.traits import states
from jovian.rules.traits.states import BY_RATING, StationKeeping
from jovian.table import TOLERANCE, distance

# --- damage control ---
# Damage Control: a ship repairs itself (v1.2.4 Action > Damage Control, Repair > Capital Ship Repairing Itself).

RATINGS = ("thrusters", "sensors", "defense")
ABOARD = "v1.2.4 Repair > Capital Ship Repairing an Embarked Squadron"
SQUADRON_REPAIR = (1, 2, 3, 4)
"""Structure that a squadron aboard regains, by N, D, T and Q+ (R3)."""
DOCK_NEEDS = 2
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
"""For each kind of damage and magnitude (N, D, T, Q+): what a d6 must show (0: nothing to roll) and how many."""


class DamageControl(Action):
    """Repair one kind of damage by a skill test."""

    __slots__ = ()

    name = "damage control"
    place = "v1.2.4 Repair > Capital Ship Repairing Itself"
    summary = "A skill test repairs ratings; better results reach systems and weapons too. Never Structure or Marines."
    needs = "a capital ship"
    desperate = True
    by_captors = True
    table: ClassVar[Table] = TABLE

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for squadrons."""
        return None if model.capital else self.make_refusal("Only capital ships may do this.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test by the ship's own Skill, without a leader's."""
        return skill_test(state, model, "Damage Control", commanded=False, further=repair_aid(state, model))

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """The ship itself by one row of the table, then a test for each squadron aboard (R48)."""
        yield from self._itself(game, model)
        yield from repair_aboard(game, model)

    def _itself(self, game: Game, model: Model) -> Procedure[None]:
        """Test, choose a row of the table, repair."""
        result: Result = yield from roll_skill_test(game, model, self.test(game.state, model))
        rows = [row for row in self.table if self.table[row][result.best] and repairable(game.state, model, row)]
        easing = {e.name: e for e in effects_on(game.state, model, Effect.mends) if e.mends(result.best)}
        rows += easing
        if not rows:
            game.tell(Declined(side=model.side, what="repair"))
            return
        listed = [Option(ChooseRepair(row, ""), self._label(row, result.best, easing)) for row in rows]
        title = f"{model.name}: what to repair?"
        answer = yield from ask(ListDecision("repair", model.side, title, self.place, listed, subject=model.id))
        if answer.row in easing:
            _ease(game, model, answer.row, easing[answer.row].mends(result.best))
        else:
            yield from self._row(game, model, answer.row, result.best)

    def _row(self, game: Game, model: Model, row: str, best: int) -> Procedure[None]:
        entry = self.table[row][best]
        assert entry is not None
        need, count = entry
        if need:
            bonus = model.card.level("Repair")
            purpose = f"repair of {model.name} ({need}+, +{bonus})"
            face = yield from one_die(game, model.side, purpose, range(max(1, need - bonus), FACES + 1))
            if face + bonus < need:
                return
        for _ in range(count):
            left = repairable(game.state, model, row)
            if left:
                title = f"{model.name}: repair which?"
                listed = [Option(ChooseRepair(row, what), label) for what, label in left]
                pick = ListDecision("repair", model.side, title, self.place, listed, subject=model.id)
                mend(game, model, row, (yield from ask(pick)).repaired)

    def _label(self, row: str, best: int, easing: Mapping[str, Effect]) -> str:
        if row in easing:
            return easing[row].mended(easing[row].mends(best))
        entry = self.table[row][best]
        assert entry is not None
        need, count = entry
        name = {"damage": "rating", "system": "system trait", "weapon": "weapon", "spinal": "spinal weapon"}[row]
        return f"{count} {name}" + (f" on a {need}+" if need else "")


def repair_aboard(game: Game, ship: Model) -> Procedure[None]:
    """A test for each damaged squadron aboard, as many as Hangers are undamaged; and for a docked ship (R3, R85)."""
    ready = [each for each in models_aboard(game.state, ship) if not each.capital and each.marks.get("structure")]
    hangers = capacity(ship, ready[0].card) if ready else 0
    while ready and hangers > 0:
        squadron = ready[0]
        if len(ready) > hangers:
            listed = [Option(ChooseRepair("squadron", each.id), each.name) for each in ready]
            title = f"{ship.name}: which squadron is repaired ({hangers} left)?"
            answer = yield from ask(ListDecision("repair", ship.side, title, ABOARD, listed, subject=ship.id))
            squadron = game.state.models[answer.repaired]
        ready.remove(squadron)
        hangers -= 1
        yield from _mend_squadron(game, ship, squadron)
    for docked in [each for each in models_aboard(game.state, ship) if each.capital and each.marks.get("structure")]:
        yield from _mend_docked(game, ship, docked)


def mending(state: State, ship: Model, squadron: Model) -> SkillTest:
    """The test for a squadron aboard, with the flex dice of Repair."""
    level = ship.card.level("Repair")
    aid = Contribution(f"Repair {level}", level, ABOARD, FLEX) if level else None
    further = repair_aid(state, ship)
    return skill_test(state, ship, f"repair of {squadron.name}", aid=aid, commanded=False, further=further)


def docked_test(state: State, ship: Model, docked: Model) -> SkillTest:
    """The test for a ship in its dock."""
    return skill_test(state, ship, f"repair of {docked.name}", commanded=False, further=repair_aid(state, ship))


def repair_aid(state: State, model: Model) -> list[Contribution]:
    """What effects of a model add to its tests of repair."""
    found = (effect.aids_repair(model) for effect in effects_on(state, model, Effect.aids_repair))
    return [part for part in found if part is not None]


def _mend_squadron(game: Game, ship: Model, squadron: Model) -> Procedure[None]:
    result = yield from roll_skill_test(game, ship, mending(game.state, ship, squadron), squadron)
    for _ in range(min(SQUADRON_REPAIR[result.best], squadron.marks.get("structure", 0))):
        unmark(game, squadron, "structure", "Damage Control")
    note_wear(game, squadron)


def _mend_docked(game: Game, ship: Model, docked: Model) -> Procedure[None]:
    """A docked ship regains a point of Structure on a triple, and is Crippled no more."""
    result = yield from roll_skill_test(game, ship, docked_test(game.state, ship, docked), docked)
    if result.best >= DOCK_NEEDS:
        unmark(game, docked, "structure", "Damage Control")
        Crippled.leave(game, docked)


def repairable(state: State, model: Model, row: str) -> list[tuple[str, str]]:
    """What of one kind is damaged and can be repaired: names and labels."""
    if row == "damage":
        return [(t, f"{t.capitalize()} {model.rating(t)}") for t in RATINGS if model.marks.get(t, 0)]
    if row == "system":
        found = [trait.name for trait in model.card.traits if trait.name in SYSTEMS]
        return [(name, f"{name} {system_left(model, name)}") for name in found if model.marks.get(name, 0)]
    return [
        (mount.id, model.card.mount_called(mount.id))
        for mount in model.card.mounts
        if mount.id in model.damaged and mount.weapon.spinal == (row == "spinal") and _mendable(state, mount)
    ]


def _mendable(state: State, mount: Mount) -> bool:
    return not any(effect.beyond_repair() for effect in effects_of_weapon(state, mount.weapon, Effect.beyond_repair))


def mend(game: Game, model: Model, row: str, name: str) -> None:
    """Repair a track, a trait or a mount by its name, whichever the row of the table is about; tells it."""
    if row == "damage":
        unmark(game, model, name, "Damage Control")
    elif row == "system":
        mark_system(game, model, name, -1, "Damage Control")
    else:
        mend_weapon(game, model, name, "Damage Control")


def _ease(game: Game, ship: Model, state: str, levels: int) -> None:
    """Take levels of a state away."""
    left = value_of(ship, state) - levels
    if left > 0:
        enter(game, ship, state, left)
    else:
        leave(game, ship, state)


# --- deploy templates ---
# Deploy Debris Field and Deploy Decoy Drones (v1.2.4 Action).


class DeployDebrisField(Action):
    """Lay a template of debris."""

    __slots__ = ()

    name = "deploy debris field"
    place = "v1.2.4 Action > Deploy Debris Field"
    summary = 'A Debris Field of 4" around where the ship was at its declaration; it is there once the activation ends.'
    needs = "Cargo: Debris Dispenser"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for ships without the dispenser."""
        if not model.capital:
            return self.make_refusal("Only capital ships may do this.")
        return None if "Debris Dispenser" in model.cargo else self.make_refusal("It carries no Debris Dispenser.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Note it; the end of the activation puts it on the table."""
        act = game.state.activation
        assert act is not None
        act.granted = (*act.granted, DEBRIS_FIELD)
        return
        yield


class DeployDecoyDrones(Action):
    """Lay a template of decoys, which obscures."""

    __slots__ = ()

    name = "deploy decoy drones"
    place = "v1.2.4 Action > Deploy Decoy Drones"
    summary = 'A Decoy Drone Swarm of 4" wholly within 6" of the ship; it shrinks at the End Phase, then is gone.'
    needs = "Cargo: Decoy Drones"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for ships without the drones."""
        if not model.capital:
            return self.make_refusal("Only capital ships may do this.")
        carried = "Decoy Drones" in model.cargo or _decoy_reach(state, model) > 0
        return None if carried else self.make_refusal("It carries no Decoy Drones.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ask where, and lay it."""
        yield from lay_decoys(game, model, max(TERRAIN_REACH, _decoy_reach(game.state, model)))


def _decoy_reach(state: State, model: Model) -> float:
    """How far off a trait lets it lay Decoy Drones, inches; 0 where none does."""
    found = (effect.deploys_decoys() for effect in effects_on(state, model, Effect.deploys_decoys))
    return max(found, default=0.0)


# --- hard burn ---
# Hard Burn (v1.2.4 Action > Hard Burn).


class HardBurn(Action):
    """Full thrust for this turn and the next."""

    __slots__ = ()

    name = "hard burn"
    place = "v1.2.4 Action > Hard Burn"
    summary = "Speed is doubled for two turns, with one turn each; the third turn it still steers badly."
    needs = "Thrusters 1+, not in a Hard Burn"
    at_once = True
    enters = states.HardBurn.name

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without Thrusters 1+."""
        return thrusters_needed(self, state, model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Enter Hard Burn at level 2."""
        states.HardBurn.begin(game, model)
        return
        yield


# --- long shot ---
# Long Shot (v1.2.4 Action > Long Shot, R49).


class LongShot(Action):
    """Fire guns at Long Range."""

    __slots__ = ()

    name = "long shot"
    place = "v1.2.4 Action > Long Shot"
    summary = "Guns may fire at Long Range (-3); by the test each may break: always, on 4+, on 6, never."
    needs = "a capital ship with Sensors 1+"
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without Sensors 1+."""
        if not model.capital:
            return self.make_refusal("Only capital ships may do this.")
        return None if ratings.sensors(state, model) else self.make_refusal("It needs Sensors 1 or more.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Long Shot")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """One test for the whole activation."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        states.LongShot.tested(game, model, result.best)


# --- overdrive ---
# Overdrive (v1.2.4 Action > Overdrive).


class Overdrive(Action):
    """Run a damaged rating as if it were whole."""

    __slots__ = ()

    name = "overdrive"
    place = "v1.2.4 Action > Overdrive"
    summary = "Defense, Sensors or Thrusters count as undamaged until the End Phase; a poor test damages them first."
    needs = "a capital ship with 1+ left of the rating that it names"
    at_once = True
    names_target = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal where no rating has a box left."""
        if not model.capital:
            return self.make_refusal("Only capital ships may do this.")
        return None if self.targets(state, model) else self.make_refusal("None of its ratings has a box left.")

    def targets(self, state: State, model: Model) -> list[str]:
        """The ratings with a box left, by name."""
        return [track for track in BY_RATING if model.unmarked(track)]

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, f"Overdrive of {at}" if at else "Overdrive")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test; failure burns all boxes of the value, a double one; then drive it."""
        act = game.state.activation
        track = at or (act.target if act else "")
        result = yield from roll_skill_test(game, model, self.test(game.state, model, track))
        if result.best < 2:
            mark(game, model, track, "Overdrive", whole=not result)
        BY_RATING[track].enter(game, model)


# --- purge airlocks ---
# Purge Airlocks (v1.2.4 Action > Purge Airlocks).


class PurgeAirlocks(Action):
    """Throw the boarders out, and perhaps marines with them."""

    __slots__ = ()

    name = "purge airlocks"
    place = "v1.2.4 Action > Purge Airlocks"
    summary = "A skill test: failure halves boarders and marines, a double halves the boarders, better throws all out."
    needs = "a Boarded ship"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without boarders."""
        return None if Boarded.holds(model) else self.make_refusal("No boarders are aboard.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Purge Airlocks")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test and apply its row of the table."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        yield from purge(game, model, result)


# --- reorient ---
# Reorient (v1.2.4 Action > Reorient, R22).


class Reorient(Action):
    """More turns than the ship is built for."""

    __slots__ = ()

    name = "reorient"
    place = "v1.2.4 Action > Reorient"
    summary = "A skill test: failure gives one more turn, success one free turn to any heading."
    needs = "Thrusters 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without Thrusters 1+."""
        return thrusters_needed(self, state, model)

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Reorient")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, and note what the ship may do with it. A Sluggish ship makes two turns in all, either way."""
        act = game.state.activation
        assert act is not None
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        if turns_end_move(game.state, model):
            act.granted = (*act.granted, TWO_TURNS)
        else:
            act.granted = (*act.granted, FREE_TURN if result else EXTRA_TURN)


# --- station keep ---
# Station Keep (v1.2.4 Action > Station Keep).


class StationKeep(Action):
    """Hold position until the End Phase."""

    __slots__ = ()

    name = "station keep"
    place = "v1.2.4 Action > Station Keep"
    summary = "No minimum move: 0 to Thrusters inches ahead; attackers gain a flex die until the End Phase."
    needs = "Thrusters 1+"
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without Thrusters 1+."""
        return thrusters_needed(self, state, model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Enter the Station Keeping state."""
        StationKeeping.enter(game, model)
        return
        yield


# --- suppressing fire ---
# Suppressing Fire (v1.2.4 Action > Suppressing Fire, R49).


class SuppressingFire(Action):
    """Force a ship to heed fire instead of hitting it."""

    __slots__ = ()

    name = "suppressing fire"
    place = "v1.2.4 Action > Suppressing Fire"
    verb = "suppress"
    summary = "Kinetic Cannons at any range pin an enemy ship: fewer Thrusters next time, or a hit for ignoring it."
    needs = "a ship with a Kinetic Cannon; an enemy ship in its arc, not cloaked, when resolved"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for ships without kinetic cannons."""
        if not model.capital:
            return self.make_refusal("Only capital ships may do this.")
        return None if _cannons(state, model) else self.make_refusal("It needs a Kinetic Cannon.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal without Fire Control, or with nobody in the arc."""
        if ratings.fire_control_left(state, model) < 1:
            return self.make_refusal("No Fire Control is left.")
        found = suppressible(state, model)
        if not found:
            return self.make_refusal("No enemy ship lies in the arc of an unused Kinetic Cannon.")
        return self.make_refusal("That ship lies in no such arc.") if at and at not in found else None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Spend the weapons; the ship is Suppressed by their AC and links, or by one more (R49)."""
        state = game.state
        ship = state.models[at or suppressible(state, model)[0]]
        mounts = yield from choose_weapons(
            model, ship, groups(state, model, cannons_bearing(state, model, ship), ship), self.place
        )
        notify_attacked(game, model, ship, self.name)
        spend(game, mounts)
        tell_expended(game, model, mounts, self.name)
        weapon = weapon_of(model, mounts[0])
        assert weapon is not None
        Suppressed.pin(game, ship, (weapon.ac or 0) + len(mounts) - 1)
        ship.pinned_by = model.id
        use_up(game, [model], mounts)


def _cannons(state: State, model: Model) -> list[str]:
    found = []
    for ident in free_mounts(state, model):
        weapon = weapon_of(model, ident)
        if weapon is not None and weapon_type(state, weapon).suppresses and weapon.ac:
            found.append(ident)
    return found


def cannons_bearing(state: State, model: Model, ship: Model) -> list[str]:
    """The unused Kinetic Cannons in whose arc a ship lies."""
    found = []
    for ident in _cannons(state, model):
        weapon = weapon_of(model, ident)
        if weapon is not None and Shot(state, model, (ident,), weapon, ship, ACTIVATION).bears:
            found.append(ident)
    return found


def suppressible(state: State, model: Model) -> list[str]:
    """The enemy ships that it could pin down from here, at any distance, unless they are cloaked."""
    return [
        ident for ident in enemy_ships(state, model)
        if not state.models[ident].neutral
        and sensor_reach(state, model, state.models[ident]) >= 0 and cannons_bearing(state, model, state.models[ident])
    ]  # fmt: skip


# --- tug ---
# Tug (v1.2.4 Traits > Tug, R48).

REACH = 3.0
ENOUGH = 2.95
"""Inches after which a model has been dragged as far as it may be in a turn."""


class Tug(Action):
    """Drag a model that cannot move by itself."""

    __slots__ = ()

    name = "tug"
    place = "v1.2.4 Traits > Tug"
    verb = "tug"
    summary = 'Drags a Static model within 3" straight toward itself, 3" a turn at most.'
    needs = 'Tug; a Static model within 3" when resolved'

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without the trait."""
        return None if model.card.trait("Tug") else self.make_refusal("It needs Tug.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Something to drag, the one that is named if one is."""
        found = draggable(state, model)
        if not found:
            return self.make_refusal('No Static model that has not been dragged is within 3".')
        return self.make_refusal("That model cannot be dragged from here.") if at and at not in found else None

    def reach(self, model: Model) -> float:
        """As far as it drags."""
        return REACH

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Move the other straight towards the tug."""
        yield from tow(game, model, game.state.models[at or draggable(game.state, model)[0]])


def draggable(state: State, model: Model) -> list[str]:
    """The Static models within 3", but stations (R33), not dragged this turn and not in touch with the tug yet."""
    found = []
    for other in models_maybe_within(state, model.base, model.pose, REACH):
        apart = distance(model.base, model.pose, other.base, other.pose)
        light = is_immobile(state, other) and not other.card.station
        if light and Towed.inches(other) < ENOUGH and TOLERANCE < apart <= REACH + TOLERANCE:
            found.append(other.id)
    return found
