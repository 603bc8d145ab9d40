"""The orders of an activation: what refuses them, what they do, examples."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from jovian.game import NEUTRAL, Activation, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import (
    Attack,
    Defend,
    End,
    FireNuke,
    Fly,
    Land,
    Launch,
    LaunchDrone,
    Move,
    Pivot,
    Resolve,
    TakeUpEscort,
    Turn,
)
from jovian.game.decision import pointed_bases
from jovian.game.events import Resolved
from jovian.rules import squadrons
from jovian.rules.actions.generic import free_mounts
from jovian.rules.attack import autofire, impacts
from jovian.rules.attack.attack import attack, defend, defenses, empty_queue, stand_in
from jovian.rules.basics import formation
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import POINT_DEFENSE_GUNS, stock_left
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.dogfight import close_mounts
from jovian.rules.close_combat.interception import react, standing
from jovian.rules.damage import casualties
from jovian.rules.escort import refuse_escort, refuse_take_up, take_up
from jovian.rules.menu.declarations import after_action, refuse_action
from jovian.rules.menu.samples import leaving, refuse_order, way_clear
from jovian.rules.moving import advance, fly, turn
from jovian.rules.placement.attached import escorts_at_will, flight_to, may_touch, others_wait, refuse_flight
from jovian.rules.placement.legal_places import format_names, ids_in_contact
from jovian.rules.placement.move_ends import refuse_end, refuse_stop, refuse_turn
from jovian.rules.placement.move_limits import (
    LITTLE,
    SLACK,
    RemainingMovement,
    path_length,
    refuse_crossing,
    remaining_movement,
)
from jovian.rules.rulebook.active_effects import launched, take_along
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import (
    POINT_DEFENSE,
    link_group,
    refuse_arc,
    refuse_link,
    used_up,
    weapon_of,
    weapons_label,
)
from jovian.table import Pose, length

# --- attacking ---
# Attacks with one weapon or with several that link, for one Fire Control (v1.2.4 Attack > Fire Control).

ATTACKING_CITATION = "v1.2.4 Attack > Fire Control"
AIMING_TRIES = 5
"""How often a random player looks for a weapon that bears on somebody."""


class AttackOrder(Order[Attack]):
    """The order to attack one enemy."""

    __slots__ = ()

    answer = Attack
    label = "Attack"
    summary = "Fires a weapon, or several that link as one, at an enemy."
    usual = True
    attacks = True

    def refuse(self, state: State, model: Model, answer: Attack) -> Refusal | None:
        """An enemy on the table, weapons that are ready and link, and a shot that can be made."""
        mounts, other = answer.mounts, state.models.get(answer.target)
        if other is None or not other.on_table or other.side == model.side:
            return Refusal("The target must be an enemy on the table.", ATTACKING_CITATION)
        if POINT_DEFENSE in mounts:
            return Refusal("Point Defense fires at all squadrons in range at once.", "v1.2.4 Weapons > Point Defense")
        refusal = refuse_weapons(state, model, mounts)
        if refusal is None and len(mounts) > 1:
            refusal = refuse_link(state, model, list(mounts))
        if refusal is not None:
            return refusal
        found = assess(state, model, mounts, other, ACTIVATION)
        if isinstance(found, Refusal):
            return found
        return refuse_arc(model, list(mounts), other) if len(mounts) > 1 else None

    def perform(self, game: Game, model: Model, answer: Attack) -> Procedure[None]:
        """Make the attack with all that follows from it."""
        yield from attack(game, model, answer.mounts, game.state.models[answer.target], ACTIVATION)

    def options(self, state: State, model: Model) -> Iterator[Option[Attack]]:
        """Each free weapon alone, and with all that may link to it."""
        return attacks(state, model)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Attack | None:
        """A free weapon at an enemy on which it bears."""
        enemies = [each for each in state.on_table() if each.side != model.side]
        mounts = free_mounts(state, model)
        for _ in range(AIMING_TRIES if enemies and mounts else 0):
            ident = mounts[int(rng.random() * len(mounts))]
            enemy = enemies[int(rng.random() * len(enemies))]
            found = groups(state, model, ident, enemy)
            if found:
                return Attack(found[int(rng.random() * len(found))], enemy.id)
        return None


def refuse_weapons(state: State, model: Model, mounts: tuple[str, ...]) -> Refusal | None:
    """Why weapons of the active model cannot be fired at anybody: none such, used, damaged, no Fire Control."""
    if fire_control_left(state, model) < 1:
        return Refusal("No Fire Control is left.", ATTACKING_CITATION)
    for ident in mounts:
        if ident != POINT_DEFENSE and weapon_of(model, ident) is None:
            return Refusal(f"There is no weapon '{ident}' on the card.", ATTACKING_CITATION)
        if used_up(state, model, ident):
            return Refusal("This weapon has already been used in this activation.", ATTACKING_CITATION)
        if ident not in (POINT_DEFENSE, *close_mounts(state, model)):
            return Refusal("This weapon is damaged.", "v1.2.4 Damage > Weapon Damage")
    return None


def attacks(state: State, model: Model) -> Iterator[Option[Attack]]:
    """Every legal attack of the active model; none while it is partly off the table."""
    if fire_control_left(state, model) < 1 or model.aboard or leaving(state, model) is not None:
        return
    enemies = [each for each in state.on_table() if each.side != model.side]
    for ident in free_mounts(state, model):
        for enemy in enemies:
            for group in groups(state, model, ident, enemy):
                yield Option(Attack(group, enemy.id), f"{weapons_label(model, group)} at {enemy.name}")


def groups(state: State, model: Model, ident: str, enemy: Model) -> list[tuple[str, ...]]:
    """The weapon alone and fully linked, as far as legal against that enemy."""
    if isinstance(assess(state, model, (ident,), enemy, ACTIVATION), Refusal):
        return []
    bearing = [
        other for other in free_mounts(state, model)
        if other == ident or isinstance(assess(state, model, (other,), enemy, ACTIVATION), Assessment)
    ]  # fmt: skip
    linked = tuple(link_group(state, model, ident, bearing, enemy))
    return [(ident,), linked] if len(linked) > 1 else [(ident,)]


def shots(state: State, model: Model, target: Model) -> dict[str, Assessment | Refusal]:
    """Every mount of the active model's card against one target: its numbers, or why it cannot fire."""
    return {
        mount.id: refuse_weapons(state, model, (mount.id,)) or assess(state, model, (mount.id,), target, ACTIVATION)
        for mount in model.card.mounts
    }


# --- defending ---
# Point Defense at every enemy squadron in range, by guns or a CMM missile (v1.2.4 Weapons > Point Defense, R64).

DEFENDING_CITATION = "v1.2.4 Weapons > Point Defense"


class DefendOrder(Order[Defend]):
    """The order to fire Point Defense at every enemy squadron in range at once."""

    __slots__ = ()

    answer = Defend
    label = POINT_DEFENSE_GUNS
    summary = "Fires at every enemy squadron in range, for one Fire Control."
    usual = True

    def refuse(self, state: State, model: Model, answer: Defend) -> Refusal | None:
        """A ship's guns, or a missile that may stand in, with somebody in range."""
        mount = _mount(answer)
        if not model.capital:
            return Refusal("Only capital ships have Point Defense.", DEFENDING_CITATION)
        refusal = refuse_weapons(state, model, (mount,))
        if refusal is not None:
            return refusal
        if mount != POINT_DEFENSE and stand_in(state, model, mount) is None:
            return Refusal("Only Point Defense and CMM missiles can defend.", "v1.2.4 Traits > Weapon Traits > CMM")
        if defenses(state, model, mount):
            return None
        return Refusal("No enemy squadron is within its own Signature.", DEFENDING_CITATION)

    def perform(self, game: Game, model: Model, answer: Defend) -> Procedure[None]:
        """Fire at each enemy squadron in range."""
        yield from defend(game, model, _mount(answer))

    def choices(self, state: State, model: Model) -> Iterator[Defend]:
        """Each missile that may, then the guns."""
        for ident in clusters(state, model):
            yield Defend(ident)
        yield Defend()

    def options(self, state: State, model: Model) -> Iterator[Option[Defend]]:
        """Those with somebody in range."""
        for answer in self.choices(state, model):
            if self.refuse(state, model, answer) is None:
                yield Option(answer, self.label if answer.mount is None else "Point Defense with CMM")

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Defend:
        """The guns, or half the time the first missile that may."""
        able = clusters(state, model)
        return Defend(able[0]) if able and rng.random() < 0.5 else Defend()


def _mount(answer: Defend) -> str:
    """What it defends with: the ship's guns, if no missile is named."""
    return POINT_DEFENSE if answer.mount is None else answer.mount


def clusters(state: State, model: Model) -> list[str]:
    """The unused mounts of CMM missiles, which may defend."""
    return [ident for ident in free_mounts(state, model) if stand_in(state, model, ident) is not None]


# --- nukes ---
# A Nuke at a point of the table (v1.2.4 Weapons > Missile > Nuke).


class NukeOrder(Order[FireNuke]):
    """The order to let a Nuke burst at a point of the table."""

    __slots__ = ()

    answer = FireNuke
    label = "Nuke"
    summary = "Lets a Nuke burst at a point of the table."
    drawn = True
    attacks = True

    def refuse(self, state: State, model: Model, answer: FireNuke) -> Refusal | None:
        """By range, arc and Fire Control."""
        return impacts.refuse_nuke(state, model, answer.mount, answer.x, answer.y)

    def perform(self, game: Game, model: Model, answer: FireNuke) -> Procedure[None]:
        """Let the Nuke burst at the point."""
        yield from impacts.fire_nuke(game, model, answer.mount, answer.x, answer.y)

    def choices(self, state: State, model: Model) -> Iterator[FireNuke]:
        """A burst over each enemy."""
        for mount in impacts.nukes(state, model):
            for other in state.on_table():
                if other.side != model.side:
                    yield FireNuke(mount, round(other.pose.x, 3) + 0.0, round(other.pose.y, 3) + 0.0)


# --- moving ---
# A ship moves straight ahead or astern (v1.2.4 Movement > Capital Ship Movement).

MOVING_CITATION = "v1.2.4 Movement > Capital Ship Movement"
PLANET = "v1.2.4 Terrain > Planet or Large Moon"
SLUGGISH = "v1.2.4 Traits > Sluggish"


class MoveOrder(Order[Move]):
    """The order to move straight ahead, or astern."""

    __slots__ = ()

    answer = Move
    label = "Move"
    summary = "Moves a ship straight ahead or astern."
    usual = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Move) -> Refusal | None:
        """Within what is left, either ahead or astern, and not onto what it may not stop on."""
        act, inches = state.activation, answer.inches
        assert act is not None
        limits = remaining_movement(state, model, act)
        if not limits.capital:
            return Refusal("Squadrons fly along a path.", FLY)
        if inches == 0:
            return Refusal("A move needs a distance.", MOVING_CITATION)
        if limits.turns_end_move and act.turned:
            return Refusal("A Sluggish ship no longer moves once it has turned.", SLUGGISH)
        if (inches > 0 and act.reversed) or (inches < 0 and act.ran):
            return Refusal("Forward and reverse are not mixed in one activation.", MOVING_CITATION)
        if inches > limits.forward + SLACK:
            return _refuse_planet(state, limits) or Refusal(left_of(limits.forward, "of its move"), MOVING_CITATION)
        if inches < -limits.reverse - SLACK:
            left = left_of(limits.reverse, "of its reverse move")
            return Refusal(left if limits.reverse or act.reversed else "It can't move in reverse.", MOVING_CITATION)
        return refuse_stop(state, model, inches, limits)

    def perform(self, game: Game, model: Model, answer: Move) -> Procedure[None]:
        """Move it, with whatever interrupts that."""
        yield from advance(game, model, answer.inches)

    def way(self, model: Model, answer: Move) -> tuple[Pose, ...]:
        """From where it stands to so far along its heading."""
        return model.pose, model.pose.advanced(answer.inches).rounded()

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Move | None:
        """Somewhere between the least and the most."""
        act = state.activation
        assert act is not None
        limits = remaining_movement(state, model, act)
        if limits.forward > 0:
            inches = limits.least + rng.random() * (limits.forward - limits.least)
            return Move(max(round(inches, 1), min(0.1, limits.forward)))
        if limits.reverse > 0:
            return Move(-max(0.1, round(rng.random() * limits.reverse, 1)))
        return None


def _refuse_planet(state: State, limits: RemainingMovement) -> Refusal | None:
    """Why a ship goes no farther: a planet stops it, whatever is left of its move (R27)."""
    if not limits.barred:
        return None
    name = rulebook(state).terrain[state.terrain[limits.barred].kind].name
    where = f'after {limits.forward:.2f}"' if limits.forward else "here"
    return Refusal(f"The {name} stops it {where}.", PLANET, pointed_bases([limits.barred]))


def left_of(inches: float, of_what: str) -> str:
    """How much of a way may still be gone, in words."""
    return f'Only {inches:.2f}" {of_what} is left.' if inches > SLACK else f"Nothing {of_what} is left."


# --- turning ---
# A ship turns, or makes the free turn of Reorient (v1.2.4 Movement > Capital Ship Movement, Action > Reorient).

TURNING_CITATION = "v1.2.4 Movement > Capital Ship Movement"
REORIENT = "v1.2.4 Action > Reorient"
MOST_TURN, MOST_PIVOT = 45, 180
"""Degrees."""


class TurnOrder(Order[Turn]):
    """The order to turn to port or starboard."""

    __slots__ = ()

    answer = Turn
    label = "Turn"
    summary = "Turns a ship by up to 45 degrees."
    usual = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Turn) -> Refusal | None:
        """A ship that has a turn left, not onto what it may not touch."""
        act = state.activation
        assert act is not None
        limits = remaining_movement(state, model, act)
        if not limits.capital:
            return Refusal("Squadrons have no facing.", FLY)
        if not 0 < abs(answer.degrees) <= MOST_TURN:
            return Refusal("A turn is 1 to 45 degrees.", TURNING_CITATION)
        if not limits.turns:
            return Refusal("It has no turn left.", TURNING_CITATION)
        if limits.turns_end_move and limits.least > SLACK:
            return Refusal(f'A Sluggish ship turns after its move: {limits.least:.2f}" are to go.', SLUGGISH)
        return refuse_turn(state, model, answer.degrees, limits=limits)

    def perform(self, game: Game, model: Model, answer: Turn) -> Procedure[None]:
        """Turn it, with whatever interrupts that."""
        yield from turn(game, model, answer.degrees)

    def way(self, model: Model, answer: Turn) -> tuple[Pose, ...]:
        """Where it stands, turned."""
        return model.pose, model.pose.turned(answer.degrees)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Turn:
        """Toward the goal, or to either side."""
        return Turn(_angle(model, rng, goal))


class PivotOrder(Order[Pivot]):
    """The order to turn to any heading, once Reorient has succeeded."""

    __slots__ = ()

    answer = Pivot
    label = "Turn freely"
    summary = "Turns a ship to any heading, once Reorient has succeeded."
    usual = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Pivot) -> Refusal | None:
        """Once Reorient has succeeded, not onto what it may not touch."""
        act = state.activation
        assert act is not None
        limits = remaining_movement(state, model, act)
        if not limits.pivot:
            return Refusal("Only a successful Reorient gives a free turn.", REORIENT)
        if not 0 < abs(answer.degrees) <= MOST_PIVOT:
            return Refusal("The free turn is 1 to 180 degrees.", REORIENT)
        return refuse_turn(state, model, answer.degrees, free=True, limits=limits)

    def perform(self, game: Game, model: Model, answer: Pivot) -> Procedure[None]:
        """Turn it, with whatever interrupts that."""
        yield from turn(game, model, answer.degrees, free=True)

    def way(self, model: Model, answer: Pivot) -> tuple[Pose, ...]:
        """Where it stands, turned."""
        return model.pose, model.pose.turned(answer.degrees)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Pivot:
        """Toward the goal, or to either side."""
        return Pivot(4 * _angle(model, rng, goal))


def _angle(model: Model, rng: Random, goal: Pose | None) -> int:
    """Degrees toward a goal, or to either side."""
    angle = 1 + int(rng.random() * MOST_TURN)
    side = to_starboard(model, goal) if goal is not None else rng.random() - 0.5
    return angle if side > 0 else -angle


def to_starboard(model: Model, goal: Pose) -> float:
    """How far a point lies to starboard of the model's heading, inches; negative to port."""
    ahead = model.pose.advanced(1.0)
    fx, fy = ahead.x - model.pose.x, ahead.y - model.pose.y
    dx, dy = goal.x - model.pose.x, goal.y - model.pose.y
    return dx * fy - dy * fx


# --- flying ---
# A squadron flies, maybe into contact with what it came for (v1.2.4 Movement > Squadron Movement).

FLYING_CITATION = "v1.2.4 Movement > Squadron Movement"
MOVE = "v1.2.4 Movement > Capital Ship Movement"
FLYING_TRIES = 4
CONTACT_SHARE, HOMING_SHARE = 0.8, 0.1
"""How often a random squadron flies into contact with what its action wants, and else with a ship of its own."""


class FlyOrder(Order[Fly]):
    """The order to fly a squadron along a path of its center."""

    __slots__ = ()

    answer = Fly
    label = "Fly"
    summary = "Flies a squadron along a path."
    usual = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Fly) -> Refusal | None:
        """Within what is left, to an end that it may touch, or from which it can still get clear."""
        act = state.activation
        assert act is not None
        if model.capital:
            return Refusal("Capital ships move straight and turn.", MOVE)
        left, inches = remaining_movement(state, model, act).forward, path_length(model, answer.path)
        if inches > left + SLACK:
            return Refusal(f'The path is {inches:.2f}" long. {left_of(left, "of its flight")}', FLYING_CITATION)
        if inches < SLACK:
            return Refusal("The path has no length.", FLYING_CITATION)
        crossing = refuse_crossing(state, model, answer.path, FLYING_CITATION)
        if crossing is not None:
            return crossing
        x, y = answer.path[-1]
        return refuse_flight(state, model.at(Pose(x, y, model.pose.heading)), left - inches)

    def perform(self, game: Game, model: Model, answer: Fly) -> Procedure[None]:
        """Fly it, with whatever interrupts that."""
        yield from fly(game, model, answer.path)

    def way(self, model: Model, answer: Fly) -> tuple[Pose, ...]:
        """From here over all points of the path."""
        return model.pose, *(Pose(x, y, model.pose.heading) for x, y in answer.path)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Fly | None:
        """Up to what its action wants, now and then to a ship of its own, else toward the goal."""
        act = state.activation
        assert act is not None
        left = remaining_movement(state, model, act).forward
        return _into_contact(state, model, act, left, rng) or self._flight(state, model, left, goal, rng)

    def _flight(self, state: State, model: Model, left: float, goal: Pose | None, rng: Random) -> Fly | None:
        if left < 0.5:
            return None
        x, y, _ = model.pose
        for _ in range(FLYING_TRIES):
            dx, dy = (goal.x - x, goal.y - y) if goal is not None else (rng.random() - 0.5, rng.random() - 0.5)
            dx, dy = dx + (rng.random() - 0.5) * 2, dy + (rng.random() - 0.5) * 2
            size = length(dx, dy)
            if size < LITTLE:
                continue
            inches = (0.3 + 0.69 * rng.random()) * left
            flight = Fly(((round(x + dx / size * inches, 2), round(y + dy / size * inches, 2)),))
            if self.refuse(state, model, flight) is None:
                return flight
        return None


def _into_contact(state: State, model: Model, act: Activation, left: float, rng: Random) -> Fly | None:
    """Most often a squadron flies up to what its action wants, now and then to a ship of its own."""
    wanted: list[str] = []
    if act.action and not act.resolved:
        wanted = rulebook(state).actions[act.action].closes_with(state, model)
    if rng.random() >= (CONTACT_SHARE if wanted else HOMING_SHARE) or left < 0.1:
        return None
    wanted = wanted or may_touch(state, model)
    ident = wanted[int(rng.random() * len(wanted))] if wanted else ""
    pose = flight_to(state, model, ident, left)
    return Fly(((pose.x + 0.0, pose.y + 0.0),)) if pose is not None else None


# --- launching ---
# Launching from the ship that carries the model (v1.2.4 Action > Launch).


class LaunchOrder(Order[Launch]):
    """Leave the ship that carries it, alone or as a formation."""

    __slots__ = ()

    answer = Launch
    label = "Launch"
    summary = "Sets it down beside the ship that carries it."
    drawn = True
    aboard = True

    def refuse(self, state: State, model: Model, answer: Launch) -> Refusal | None:
        """Beside the ship, on nothing; partners of a formation from the same ship."""
        if not answer.partners:
            refusal = squadrons.refuse_launch(state, model, (answer.pose,))
            return None if refusal is None or _forced(state, model, answer.pose) else refusal
        group = [state.models.get(ident) for ident in answer.partners]
        others = [each for each in group if each is not None and each.host == model.host and each.aboard]
        if len(others) != len(answer.partners) or any(each.activated for each in others):
            return Refusal("Its formation must wait aboard the same ship.", formation.PLACE)
        reason = formation.refuse_formation(model, others)
        refusal = Refusal(reason, formation.PLACE) if reason else squadrons.refuse_sharing(state, model, others)
        if refusal is not None or _spots(state, model, answer.pose, len(others)):
            return refusal
        return Refusal("There is no room for the formation there.", squadrons.LAUNCH)

    def perform(self, game: Game, model: Model, answer: Launch) -> Procedure[None]:
        """Set it down; enemies that it comes within reach of may intercept it."""
        state, act = game.state, game.state.activation
        assert act is not None
        spots = _spots(state, model, answer.pose, len(answer.partners)) if answer.partners else ()
        group = [model, *(state.models[ident] for ident in answer.partners)]
        act.launched = True
        ship = state.models[model.host]
        if not act.landed:
            act.start = ship.pose[:2]
        for each, pose in zip(group, (answer.pose, *spots), strict=True):
            casualties.set_down(game, each, pose)
            launched(game, each, ship)
            each.activated = True
        if answer.partners:
            formation.form(game, group)
            squadrons.share(game, model, group[1:])
        for each in group:
            yield from take_along(game, each, ship)
        shots = [(each, shot) for each in group for shot in autofire.guns_near(state, each)]
        yield from react(game, model, standing(model, shots, interception.interceptors_near(state, model)))

    def choices(self, state: State, model: Model) -> Iterator[Launch]:
        """Places ahead of the ship and about it; with a partner where one waits."""
        partners = [
            other.id for other in state.models.values()
            if model.aboard and other.host == model.host and other.aboard and other.id != model.id
            and other.card.key == model.card.key and not other.activated
        ] if formation.forms_up(model) else []  # fmt: skip
        for pose in squadrons.launch_spots(state, model) if model.aboard else ():
            yield Launch(*pose)
            if partners:
                yield Launch(*pose, (partners[0],))


def _forced(state: State, model: Model, pose: Pose) -> bool:
    """Is it the nearest free place, and every other refused (R28)?"""
    spots = list(squadrons.launch_spots(state, model)) if model.aboard else []
    act = state.activation
    return len(spots) == 1 and spots[0] == pose and not (act is not None and act.launched)


def _spots(state: State, model: Model, at: Pose, count: int) -> tuple[Pose, ...]:
    """Where so many others of its formation are set down, () without room."""
    for spots in formation.places(model, at, count):
        if squadrons.refuse_launch(state, model, (at, *spots)) is None:
            return spots
    return ()


# --- drones ---
# Launching a drone squadron from a Drone Bay (v1.2.4 Weapons > Drone).


class DroneOrder(Order[LaunchDrone]):
    """The order to launch a drone squadron from a Drone Bay."""

    __slots__ = ()

    answer = LaunchDrone
    label = "Launch drones"
    summary = "Sets a drone squadron of its stock on the table."
    drawn = True

    def refuse(self, state: State, model: Model, answer: LaunchDrone) -> Refusal | None:
        """By the bay's stock, arc and reach."""
        return squadrons.refuse_drone(state, model, answer.mount, answer.card, answer.pose)

    def perform(self, game: Game, model: Model, answer: LaunchDrone) -> Procedure[None]:
        """Set it on the table; nobody reacts."""
        squadrons.launch_drone(game, model, answer.mount, answer.card, answer.pose)
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[LaunchDrone]:
        """Each drone that a bay may launch, at a few places."""
        for mount in squadrons.bays(state, model):
            if squadrons.refuse_bay(state, model, mount) is None:
                for card in state.drone_cards:
                    if stock_left(model, mount).get(card.drone_class or 0):
                        for pose in squadrons.drone_spots(state, model, mount, card):
                            yield LaunchDrone(mount, card.key, *pose)


# --- beside ships ---
# Orders of a squadron in contact with a friendly ship: landing, taking up its escort (v1.2.4 Action > Land).


class LandOrder(Order[Land]):
    """Go aboard a friendly ship in contact."""

    __slots__ = ()

    answer = Land
    label = "Land"
    at = "Land on"
    summary = "Takes the squadron aboard a friendly ship in contact that has room."
    settles = True

    def refuse(self, state: State, model: Model, answer: Land) -> Refusal | None:
        """In contact with a friendly ship that has room, or with what is nobody's and open to its side."""
        if not model.on_table or model.capital:
            return Refusal("Only a squadron on the table lands.", squadrons.LAND)
        return squadrons.refuse_land(state, model, state.models.get(answer.ship))

    def perform(self, game: Game, model: Model, answer: Land) -> Procedure[None]:
        """Take it (and its formation) aboard."""
        act = game.state.activation
        assert act is not None
        act.landed = True
        group = formation.formation_members(game.state, model)
        if len(group) > 1:
            formation.disband(game, model)
        for each in group:
            squadrons.land(game, each, game.state.models[answer.ship])
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[Land]:
        """Every friendly ship close by, and what is nobody's."""
        for ship in _ships_beside(state, model, (model.side, NEUTRAL)):
            yield Land(ship.id)

    def comes_up(self, state: State, model: Model, answer: Land) -> bool:
        """At a ship that holds such as it is, once it is in contact or somebody has left."""
        ship, act = state.models[answer.ship], state.activation
        held = squadrons.refuse_berth(state, model, ship) is None or squadrons.capacity(ship, model.card) > 0
        return held and not (act is not None and act.landed) and not model.drone

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """Room for the whole formation."""
        act = state.activation
        if act is not None and act.landed:
            return False
        return squadrons.refuse_berth(state, model, ship, len(formation.formation_members(state, model))) is None


class EscortOrder(Order[TakeUpEscort]):
    """Become the escort of a friendly ship in contact."""

    __slots__ = ()

    answer = TakeUpEscort
    label = TakeUpEscort.verb.capitalize()
    summary = "The squadron flies with the ship in contact from now on, and intercepts for it."
    settles = True

    def refuse(self, state: State, model: Model, answer: TakeUpEscort) -> Refusal | None:
        """Just deployed or launched, or with Escort; in contact with a ship that has CAP and no escort."""
        return refuse_take_up(state, model, state.models.get(answer.ship))

    def perform(self, game: Game, model: Model, answer: TakeUpEscort) -> Procedure[None]:
        """Take it up; its own movement is over."""
        act = game.state.activation
        assert act is not None
        take_up(game, model, game.state.models[answer.ship])
        act.stopped = act.model == model.id
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[TakeUpEscort]:
        """Every friendly ship close by."""
        for ship in _ships_beside(state, model, (model.side,)):
            yield TakeUpEscort(ship.id)

    def comes_up(self, state: State, model: Model, answer: TakeUpEscort) -> bool:
        """At a ship that it may escort once it is in contact."""
        return not model.escorting and self.welcomes(state, model, state.models[answer.ship])

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """A ship without an escort, for one that may still take it up."""
        act = state.activation
        fresh = escorts_at_will(state, model) or (act is not None and act.launched)
        return fresh and refuse_escort(state, model, ship) is None


def _ships_beside(state: State, squadron: Model, sides: tuple[int, ...]) -> list[Model]:
    """What of these sides may be in contact with a squadron on the table or another of its formation: no squadrons."""
    if not squadron.on_table or squadron.capital:
        return []
    group = formation.formation_members(state, squadron)
    named = {ship.id for each in group for ship in models_maybe_within(state, each.base, each.pose)}
    found = [each for each in state.on_table() if each.id in named and each.side in sides]
    return [each for each in found if each.card.kind != "squadron"]


# --- ending ---
# Ending the activation, or idling aboard a ship (v1.2.4 Sequence > Activation Phase, States > Embarked, R35).

FLY = "v1.2.4 Movement > Squadron Movement"
EMBARKED = "v1.2.4 States > Embarked"
ASSAULTING = "v1.2.4 Action > Assaulting"


class EndOrder(Order[End]):
    """The order to end the activation, wherever the model is."""

    __slots__ = ()

    answer = End
    label = "End activation"
    summary = "Ends the activation."
    usual = True
    ends = True

    def suits(self, model: Model) -> bool:
        """Also a model aboard may end."""
        return True

    def refuse(self, state: State, model: Model, answer: End) -> Refusal | None:
        """Not before a ship has moved its least, nor where the model may not stay."""
        act = state.activation
        assert act is not None
        if model.aboard:
            return _refuse_idling(state, model, act)
        limits = remaining_movement(state, model, act)
        if limits.least > SLACK:
            return Refusal(f'It must still move {limits.least:.2f}" ahead.', MOVE)
        return refuse_end(state, model) or _refuse_loitering(state, model, act)

    def perform(self, game: Game, model: Model, answer: End) -> Procedure[None]:
        """Nothing: whoever runs the activation ends it."""
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[End]:
        """The end, which names nothing."""
        yield End()


def _refuse_idling(state: State, model: Model, act: Activation) -> Refusal | None:
    """A side may not let two embarked models idle in a row while another waits on the table (R35)."""
    if act.landed or not state.idled[model.side] or not others_wait(state, model):
        return None
    able = (order for order in rulebook(state).orders.values() if order.aboard)
    if not any(True for order in able for _ in order.options(state, model)):
        return None
    return Refusal("Two embarked models may not idle in a row: it must launch.", EMBARKED)


def _refuse_loitering(state: State, model: Model, act: Activation) -> Refusal | None:
    """A squadron that flew into contact does what it came for, or flies on."""
    if model.assaulting and refuse_order(state, model, Resolve()) is None:
        return Refusal(f"{model.name} assaults a ship and must bomb it before it ends.", ASSAULTING)
    if model.capital or model.is_attached or not ids_in_contact(state, model) or leaving(state, model) is not None:
        return None
    if refuse_order(state, model, Resolve()) is None:
        return Refusal(f"It is in contact: resolve its {act.action}, or fly clear.", FLY)
    for order in rulebook(state).orders.values():
        if order.settles and any(True for _ in order.options(state, model)):
            return Refusal(f"It is in contact with a ship: {order.verb} there, or fly clear.", FLY)
    if way_clear(state, model, act) is None:
        return None
    touched = ids_in_contact(state, model)
    draw = pointed_bases(touched)
    return Refusal(f"It may not end touching {format_names(state, touched)}: it must fly clear.", FLY, draw)


# --- resolving ---
# Carrying out the declared action (v1.2.4 Action).

RESOLVING_CITATION = "v1.2.4 Action"
GIVING_UP_SHARE = 0.1
"""How often a random player goes through with leaving the battle."""


class ResolveOrder(Order[Resolve]):
    """The order to carry out the declared action."""

    __slots__ = ()

    answer = Resolve
    label = "Resolve the action"
    summary = "Carries out the declared action."
    usual = True

    def refuse(self, state: State, model: Model, answer: Resolve) -> Refusal | None:
        """An action that waits, whose requirement is met here and now."""
        act = state.activation
        assert act is not None
        if not act.action or act.resolved:
            return Refusal("No declared action waits to be resolved.", RESOLVING_CITATION)
        refusal = refuse_action(state, model, act.action)
        return refusal or rulebook(state).actions[act.action].refuse_resolve(state, model, answer.target or "")

    def perform(self, game: Game, model: Model, answer: Resolve) -> Procedure[None]:
        """What the action does, and what having resolved it does to the model, unless that waits for drones to act."""
        act, target = game.state.activation, answer.target
        assert act is not None
        act.resolved, group = True, formation_members(game.state, model)
        named = act.target if target is None else target
        game.log_model_event(model, Resolved(model=model.id, side=model.side, action=act.action, target=named))
        yield from rulebook(game.state).actions[act.action].perform(game, model, target or "")
        if act not in game.state.paused:
            after_action(game, group, act.action)
        yield from empty_queue(game)

    def choices(self, state: State, model: Model) -> Iterator[Resolve]:
        """The action without a target, which the rules choose then."""
        yield Resolve()

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Resolve | None:
        """An action that waits; one that gives up the battle only now and then."""
        act = state.activation
        assert act is not None
        if not act.action or act.resolved:
            return None
        gives_up = rulebook(state).actions[act.action].gives_up
        return Resolve() if not gives_up or rng.random() < GIVING_UP_SHARE else None


# --- catalog ---
# All orders of an activation, by the verbs of their answers, in the order in which their options are listed.

_LISTED: tuple[Order[Any], ...] = (
    MoveOrder(), TurnOrder(), PivotOrder(), FlyOrder(), AttackOrder(),
    LaunchOrder(), LandOrder(), EscortOrder(), DroneOrder(), NukeOrder(),
    DefendOrder(), ResolveOrder(), EndOrder(),
)  # fmt: skip

ORDERS: dict[str, Order[Any]] = {order.verb: order for order in _LISTED}
