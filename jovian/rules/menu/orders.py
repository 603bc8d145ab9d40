"""The orders of an activation: when each is refused, what it does, and which of them to list.

`ORDERS` holds them by the verb of their answers.
"""

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
from jovian.rules.actions.any_model import free_mounts
from jovian.rules.attack import autofire, nukes_and_rams
from jovian.rules.attack.attack import attack, defend, defenses, empty_queue, replacement_defense
from jovian.rules.basics import formation
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import POINT_DEFENSE_GUNS, stock_left
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.dogfight import close_mounts
from jovian.rules.close_combat.interception import chances_here, offer_reactions
from jovian.rules.damage import leaving_play
from jovian.rules.escort import refuse_escort, refuse_start_of_escort, start_escort
from jovian.rules.menu.declarations import after_action, refuse_action
from jovian.rules.menu.samples import clear_pose, off_table_warning, refuse_order
from jovian.rules.moving import advance, fly, turn
from jovian.rules.placement.attached import boarded_ship, escorts_at_will, flight_to, may_touch, refuse_flight
from jovian.rules.placement.legal_places import format_names, ids_in_contact
from jovian.rules.placement.move_ends import refuse_end, refuse_stop, refuse_turn
from jovian.rules.placement.move_limits import (
    LITTLE,
    SLACK,
    RemainingMovement,
    at_least_inches,
    path_length,
    refuse_crossing,
    remaining_movement,
)
from jovian.rules.rulebook.active_effects import notify_launched, take_along
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import (
    POINT_DEFENSE,
    is_used_up,
    link_group,
    refuse_arc,
    refuse_link,
    weapon_of,
    weapons_label,
)
from jovian.table import Pose, length

ACTION = "v1.2.4 Action"
ASSAULTING = "v1.2.4 Action > Assaulting"
FIRE_CONTROL = "v1.2.4 Attack > Fire Control"
PLANET = "v1.2.4 Terrain > Planet or Large Moon"
POINT_DEFENSE_RULE = "v1.2.4 Weapons > Point Defense"
REORIENT = "v1.2.4 Action > Reorient"
SHIP_MOVEMENT = "v1.2.4 Movement > Capital Ship Movement"
SLUGGISH = "v1.2.4 Traits > Sluggish"
SQUADRON_MOVEMENT = "v1.2.4 Movement > Squadron Movement"

# --- Straight moves ---


class MoveOrder(Order[Move]):
    """Move a ship straight ahead or astern (v1.2.4 Movement > Capital Ship Movement)."""

    __slots__ = ()

    answer = Move
    label = "Move"
    summary = "Moves a ship straight ahead or astern."
    is_standard = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Move) -> Refusal | None:
        act, inches = state.activation, answer.inches
        assert act is not None
        limits = remaining_movement(state, model, act)
        if not limits.capital:
            return Refusal("Squadrons fly along a path.", SQUADRON_MOVEMENT)
        if inches == 0:
            return Refusal("Enter a distance other than 0.", SHIP_MOVEMENT)
        if limits.turns_end_move and act.turned:
            return Refusal("A Sluggish ship can't move after it has turned.", SLUGGISH)
        if (inches > 0 and act.reversed) or (inches < 0 and act.ran):
            return Refusal("A ship can't mix forward and reverse in one activation.", SHIP_MOVEMENT)
        if inches > limits.forward + SLACK:
            return _refuse_planet(state, limits) or Refusal(
                format_remaining(limits.forward, "of its move"), SHIP_MOVEMENT
            )
        if inches < -limits.reverse - SLACK:
            reason = format_remaining(limits.reverse, "of its reverse move")
            can_reverse = limits.reverse or act.reversed
            return Refusal(reason if can_reverse else f"{model.name} can't move in reverse.", SHIP_MOVEMENT)
        return refuse_stop(state, model, inches, limits)

    def perform(self, game: Game, model: Model, answer: Move) -> Procedure[None]:
        yield from advance(game, model, answer.inches)

    def path(self, model: Model, answer: Move) -> tuple[Pose, ...]:
        """Return the start and end pose of the move."""
        return model.pose, model.pose.advanced(answer.inches).rounded()

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Move | None:
        """Return a random distance within the limits."""
        act = state.activation
        assert act is not None
        limits = remaining_movement(state, model, act)
        if limits.forward > 0:
            inches = limits.min_move + rng.random() * (limits.forward - limits.min_move)
            return Move(max(round(inches, 1), min(0.1, limits.forward)))
        if limits.reverse > 0:
            return Move(-max(0.1, round(rng.random() * limits.reverse, 1)))
        return None


def _refuse_planet(state: State, limits: RemainingMovement) -> Refusal | None:
    """Return the refusal of a ship that a planet stops, or None if no planet does (R27)."""
    if not limits.barred:
        return None
    name = rulebook(state).terrain[state.terrain[limits.barred].kind].name
    where = f'after {limits.forward:.1f}"' if limits.forward else "here"
    return Refusal(f"The {name} stops it {where}.", PLANET, pointed_bases([limits.barred]))


def format_remaining(inches: float, movement: str) -> str:
    """Return how many inches of a movement remain, as a sentence."""
    return f'Only {inches:.1f}" {movement} is left.' if inches > SLACK else "No movement left."


# --- Turns ---

MAX_TURN, MAX_PIVOT = 45, 180
"""Degrees."""


class TurnOrder(Order[Turn]):
    """Turn a ship to port or starboard (v1.2.4 Movement > Capital Ship Movement)."""

    __slots__ = ()

    answer = Turn
    label = "Turn"
    summary = "Turns a ship by up to 45 degrees."
    is_standard = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Turn) -> Refusal | None:
        act = state.activation
        assert act is not None
        limits = remaining_movement(state, model, act)
        if not limits.capital:
            return Refusal("Squadrons have no facing.", SQUADRON_MOVEMENT)
        if not 0 < abs(answer.degrees) <= MAX_TURN:
            return Refusal("A turn is 1 to 45 degrees.", SHIP_MOVEMENT)
        if not limits.turns:
            return Refusal(f"{model.name} has no turn left.", SHIP_MOVEMENT)
        if limits.turns_end_move and limits.min_move > SLACK:
            owed = at_least_inches(limits.min_move)
            return Refusal(f"A Sluggish ship turns after its move: it must still move {owed}.", SLUGGISH)
        return refuse_turn(state, model, answer.degrees, limits=limits)

    def perform(self, game: Game, model: Model, answer: Turn) -> Procedure[None]:
        yield from turn(game, model, answer.degrees)

    def path(self, model: Model, answer: Turn) -> tuple[Pose, ...]:
        return model.pose, model.pose.turned(answer.degrees)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Turn:
        """Return a turn toward the goal, or to a random side."""
        return Turn(_angle(model, rng, goal))


class PivotOrder(Order[Pivot]):
    """Turn a ship to any heading after a successful Reorient (v1.2.4 Action > Reorient)."""

    __slots__ = ()

    answer = Pivot
    label = "Turn freely"
    summary = "Turns a ship to any heading after a successful Reorient."
    is_standard = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Pivot) -> Refusal | None:
        act = state.activation
        assert act is not None
        limits = remaining_movement(state, model, act)
        if not limits.pivot:
            return Refusal("Only a successful Reorient gives a free turn.", REORIENT)
        if not 0 < abs(answer.degrees) <= MAX_PIVOT:
            return Refusal("The free turn is 1 to 180 degrees.", REORIENT)
        return refuse_turn(state, model, answer.degrees, free=True, limits=limits)

    def perform(self, game: Game, model: Model, answer: Pivot) -> Procedure[None]:
        yield from turn(game, model, answer.degrees, free=True)

    def path(self, model: Model, answer: Pivot) -> tuple[Pose, ...]:
        return model.pose, model.pose.turned(answer.degrees)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Pivot:
        """Return a turn toward the goal, or to a random side."""
        return Pivot(4 * _angle(model, rng, goal))


def _angle(model: Model, rng: Random, goal: Pose | None) -> int:
    """Return 1 to 45 degrees toward a goal, or to a random side."""
    angle = 1 + int(rng.random() * MAX_TURN)
    side = inches_to_starboard(model, goal) if goal is not None else rng.random() - 0.5
    return angle if side > 0 else -angle


def inches_to_starboard(model: Model, goal: Pose) -> float:
    """Return how far a point is to starboard of the model's heading, in inches. To port is negative."""
    ahead = model.pose.advanced(1.0)
    fx, fy = ahead.x - model.pose.x, ahead.y - model.pose.y
    dx, dy = goal.x - model.pose.x, goal.y - model.pose.y
    return dx * fy - dy * fx


# --- Flights ---

FLYING_TRIES = 4
CONTACT_SHARE, HOMING_SHARE = 0.8, 0.1
"""How often a random squadron flies into contact with a target of its action, and otherwise with a ship of its own."""


class FlyOrder(Order[Fly]):
    """Fly a squadron along a path of its center (v1.2.4 Movement > Squadron Movement)."""

    __slots__ = ()

    answer = Fly
    label = "Fly"
    summary = "Flies a squadron along a path."
    is_standard = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Fly) -> Refusal | None:
        act = state.activation
        assert act is not None
        if model.is_capital:
            return Refusal("Capital ships move straight and turn.", SHIP_MOVEMENT)
        flight_left, inches = remaining_movement(state, model, act).forward, path_length(model, answer.path)
        if inches > flight_left + SLACK:
            remaining = format_remaining(flight_left, "of its flight")
            return Refusal(f"The path is {at_least_inches(inches)} long. {remaining}", SQUADRON_MOVEMENT)
        if inches < SLACK:
            return Refusal("The path has no length.", SQUADRON_MOVEMENT)
        crossing = refuse_crossing(state, model, answer.path, SQUADRON_MOVEMENT)
        if crossing is not None:
            return crossing
        x, y = answer.path[-1]
        return refuse_flight(state, model.at(Pose(x, y, model.pose.heading)), flight_left - inches)

    def perform(self, game: Game, model: Model, answer: Fly) -> Procedure[None]:
        yield from fly(game, model, answer.path)

    def path(self, model: Model, answer: Fly) -> tuple[Pose, ...]:
        return model.pose, *(Pose(x, y, model.pose.heading) for x, y in answer.path)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Fly | None:
        """Return a flight to a target of its action, now and then to a ship of its own, otherwise toward the goal."""
        act = state.activation
        assert act is not None
        flight_left = remaining_movement(state, model, act).forward
        return _into_contact(state, model, act, flight_left, rng) or self._flight(state, model, flight_left, goal, rng)

    def _flight(self, state: State, model: Model, flight_left: float, goal: Pose | None, rng: Random) -> Fly | None:
        if flight_left < 0.5:
            return None
        x, y, _ = model.pose
        for _ in range(FLYING_TRIES):
            dx, dy = (goal.x - x, goal.y - y) if goal is not None else (rng.random() - 0.5, rng.random() - 0.5)
            dx, dy = dx + (rng.random() - 0.5) * 2, dy + (rng.random() - 0.5) * 2
            size = length(dx, dy)
            if size < LITTLE:
                continue
            inches = (0.3 + 0.69 * rng.random()) * flight_left
            flight = Fly(((round(x + dx / size * inches, 2), round(y + dy / size * inches, 2)),))
            if self.refuse(state, model, flight) is None:
                return flight
        return None


def _into_contact(state: State, model: Model, act: Activation, flight_left: float, rng: Random) -> Fly | None:
    """Return a flight into contact with a target of the action or, rarely, with a ship of its own."""
    wanted: list[str] = []
    if act.action and not act.resolved:
        wanted = rulebook(state).actions[act.action].closes_with(state, model)
    if rng.random() >= (CONTACT_SHARE if wanted else HOMING_SHARE) or flight_left < 0.1:
        return None
    wanted = wanted or may_touch(state, model)
    model_id = wanted[int(rng.random() * len(wanted))] if wanted else ""
    pose = flight_to(state, model, model_id, flight_left)
    return Fly(((pose.x + 0.0, pose.y + 0.0),)) if pose is not None else None


# --- Attack ---

AIMING_TRIES = 5
"""How many pairs of weapon and enemy a random player tries."""


class AttackOrder(Order[Attack]):
    """Attack one enemy for one Fire Control, with one weapon or with several that link."""

    __slots__ = ()

    answer = Attack
    label = "Attack"
    summary = "Fires a weapon, or several that link as one, at an enemy."
    is_standard = True
    attacks = True

    def refuse(self, state: State, model: Model, answer: Attack) -> Refusal | None:
        mounts, other = answer.mounts, state.models.get(answer.target)
        if other is None or not other.is_on_table or other.side == model.side:
            return Refusal("The target must be an enemy on the table.", FIRE_CONTROL)
        if POINT_DEFENSE in mounts:
            return Refusal("Point Defense fires at all squadrons in range at once.", POINT_DEFENSE_RULE)
        refusal = refuse_weapons(state, model, mounts)
        if refusal is None and len(mounts) > 1:
            refusal = refuse_link(state, model, list(mounts))
        if refusal is not None:
            return refusal
        assessment = assess(state, model, mounts, other, ACTIVATION)
        if isinstance(assessment, Refusal):
            return assessment
        return refuse_arc(model, list(mounts), other) if len(mounts) > 1 else None

    def perform(self, game: Game, model: Model, answer: Attack) -> Procedure[None]:
        yield from attack(game, model, answer.mounts, game.state.models[answer.target], ACTIVATION)

    def options(self, state: State, model: Model) -> Iterator[Option[Attack]]:
        """Yield each free weapon alone, and with all that may link to it."""
        return attack_options(state, model)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Attack | None:
        """Return a free weapon, or the weapons that link with it, at an enemy in its arc and range."""
        enemies = [enemy for enemy in state.on_table() if enemy.side != model.side]
        mounts = free_mounts(state, model)
        for _ in range(AIMING_TRIES if enemies and mounts else 0):
            mount_id = mounts[int(rng.random() * len(mounts))]
            enemy = enemies[int(rng.random() * len(enemies))]
            groups = weapon_groups(state, model, mount_id, enemy)
            if groups:
                return Attack(groups[int(rng.random() * len(groups))], enemy.id)
        return None


def refuse_weapons(state: State, model: Model, mounts: tuple[str, ...]) -> Refusal | None:
    """Return why the active model can't fire these weapons at any target: unknown, used, damaged, no Fire Control."""
    if fire_control_left(state, model) < 1:
        return Refusal(f"{model.name} has no Fire Control left.", FIRE_CONTROL)
    for mount_id in mounts:
        if mount_id != POINT_DEFENSE and weapon_of(model, mount_id) is None:
            return Refusal(f"There is no weapon '{mount_id}' on the card.", FIRE_CONTROL)
        if is_used_up(state, model, mount_id):
            name = weapons_label(model, (mount_id,))
            return Refusal(f"{name} has already been used in this activation.", FIRE_CONTROL)
        if mount_id not in (POINT_DEFENSE, *close_mounts(state, model)):
            return Refusal(f"{weapons_label(model, (mount_id,))} is damaged.", "v1.2.4 Damage > Weapon Damage")
    return None


def attack_options(state: State, model: Model) -> Iterator[Option[Attack]]:
    """Yield every legal attack of the active model. There is none while it is partly off the table."""
    if fire_control_left(state, model) < 1 or model.is_embarked or off_table_warning(state, model) is not None:
        return
    enemies = [enemy for enemy in state.on_table() if enemy.side != model.side]
    for mount_id in free_mounts(state, model):
        for enemy in enemies:
            for group in weapon_groups(state, model, mount_id, enemy):
                yield Option(Attack(group, enemy.id), f"{weapons_label(model, group)} at {enemy.name}")


def weapon_groups(state: State, model: Model, mount_id: str, enemy: Model) -> list[tuple[str, ...]]:
    """Return the weapon alone and with all that link to it, as far as they may fire at that enemy."""
    if isinstance(assess(state, model, (mount_id,), enemy, ACTIVATION), Refusal):
        return []
    bearing = [
        other for other in free_mounts(state, model)
        if other == mount_id or isinstance(assess(state, model, (other,), enemy, ACTIVATION), Assessment)
    ]  # fmt: skip
    linked = tuple(link_group(state, model, mount_id, bearing, enemy))
    return [(mount_id,), linked] if len(linked) > 1 else [(mount_id,)]


def assess_mounts(state: State, model: Model, target: Model) -> dict[str, Assessment | Refusal]:
    """Return for each mount of the active model the assessment of its shot at the target, or why it can't fire."""
    return {
        mount.id: refuse_weapons(state, model, (mount.id,)) or assess(state, model, (mount.id,), target, ACTIVATION)
        for mount in model.card.mounts
    }


# --- Point Defense ---


class DefendOrder(Order[Defend]):
    """Fire Point Defense, or a CMM missile instead, at all enemy squadrons in range.

    (v1.2.4 Weapons > Point Defense, R64).
    """

    __slots__ = ()

    answer = Defend
    label = POINT_DEFENSE_GUNS
    summary = "Fires at every enemy squadron in range, for one Fire Control."
    is_standard = True

    def refuse(self, state: State, model: Model, answer: Defend) -> Refusal | None:
        mount = _mount(answer)
        if not model.is_capital:
            return Refusal("Only capital ships have Point Defense.", POINT_DEFENSE_RULE)
        refusal = refuse_weapons(state, model, (mount,))
        if refusal is not None:
            return refusal
        if mount != POINT_DEFENSE and replacement_defense(state, model, mount) is None:
            return Refusal("Only Point Defense and CMM missiles can defend.", "v1.2.4 Traits > Weapon Traits > CMM")
        if defenses(state, model, mount):
            return None
        return Refusal("No enemy squadron is in range (its own Signature).", POINT_DEFENSE_RULE)

    def perform(self, game: Game, model: Model, answer: Defend) -> Procedure[None]:
        yield from defend(game, model, _mount(answer))

    def choices(self, state: State, model: Model) -> Iterator[Defend]:
        """Yield each CMM missile that can defend, then the guns."""
        for mount_id in cmm_mounts(state, model):
            yield Defend(mount_id)
        yield Defend()

    def options(self, state: State, model: Model) -> Iterator[Option[Defend]]:
        for answer in self.choices(state, model):
            if self.refuse(state, model, answer) is None:
                yield Option(answer, self.label if answer.mount is None else "Point Defense with CMM")

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Defend:
        """Return the guns, or half the time the first CMM missile."""
        missiles = cmm_mounts(state, model)
        return Defend(missiles[0]) if missiles and rng.random() < 0.5 else Defend()


def _mount(answer: Defend) -> str:
    """Return the mount to defend with: the ship's guns if the answer names no missile."""
    return POINT_DEFENSE if answer.mount is None else answer.mount


def cmm_mounts(state: State, model: Model) -> list[str]:
    """Return the unused mounts of CMM missiles, which can defend."""
    return [
        mount_id for mount_id in free_mounts(state, model) if replacement_defense(state, model, mount_id) is not None
    ]


# --- Nukes ---


class NukeOrder(Order[FireNuke]):
    """Detonate a Nuke at a point of the table (v1.2.4 Weapons > Missile > Nuke)."""

    __slots__ = ()

    answer = FireNuke
    label = "Nuke"
    summary = "Detonates a Nuke at a point of the table."
    needs_pointing = True
    attacks = True

    def refuse(self, state: State, model: Model, answer: FireNuke) -> Refusal | None:
        return nukes_and_rams.refuse_nuke(state, model, answer.mount, answer.x, answer.y)

    def perform(self, game: Game, model: Model, answer: FireNuke) -> Procedure[None]:
        yield from nukes_and_rams.fire_nuke(game, model, answer.mount, answer.x, answer.y)

    def choices(self, state: State, model: Model) -> Iterator[FireNuke]:
        """Yield a burst over each enemy."""
        for mount in nukes_and_rams.nukes(state, model):
            for enemy in state.on_table():
                if enemy.side != model.side:
                    yield FireNuke(mount, round(enemy.pose.x, 3) + 0.0, round(enemy.pose.y, 3) + 0.0)


# --- Launch ---


class LaunchOrder(Order[Launch]):
    """Launch a squadron from the ship that carries it, alone or with its formation (v1.2.4 Action > Launch)."""

    __slots__ = ()

    answer = Launch
    label = "Launch"
    summary = "Puts it on the table next to the ship that carries it."
    needs_pointing = True
    aboard = True

    def refuse(self, state: State, model: Model, answer: Launch) -> Refusal | None:
        if not answer.partners:
            refusal = squadrons.refuse_launch(state, model, (answer.pose,))
            return None if refusal is None or _is_only_place(state, model, answer.pose) else refusal
        group = [state.models.get(model_id) for model_id in answer.partners]
        partners = [other for other in group if other is not None and _may_launch_with(state, model, other)]
        if len(partners) != len(answer.partners):
            return Refusal("The whole formation must be aboard the same ship and not yet activated.", formation.PLACE)
        reason = formation.refuse_formation(model, partners)
        joining = _joining_partners(state, partners)
        refusal = Refusal(reason, formation.PLACE) if reason else squadrons.refuse_sharing(state, model, joining)
        if refusal is not None or _spots(state, model, answer.pose, len(partners)):
            return refusal
        return Refusal("There is no space for the formation there.", squadrons.LAUNCH)

    def perform(self, game: Game, model: Model, answer: Launch) -> Procedure[None]:
        """Put the squadrons on the table, and let enemies nearby react."""
        state, act = game.state, game.state.activation
        assert act is not None
        spots = _spots(state, model, answer.pose, len(answer.partners)) if answer.partners else ()
        group = [model, *(state.models[model_id] for model_id in answer.partners)]
        act.launched = True
        ship = state.models[model.host]
        if not act.landed:
            act.start = ship.pose[:2]
        for squadron, pose in zip(group, (answer.pose, *spots), strict=True):
            leaving_play.set_down(game, squadron, pose)
            notify_launched(game, squadron, ship)
            squadron.activated = True
        if answer.partners:
            formation.form(game, group)
            squadrons.share_declaration(game, model, _joining_partners(state, group[1:]))
        if act.landed:
            formation.renumber_used(act, act.landed, [member.id for member in group])
        for squadron in group:
            yield from take_along(game, squadron, ship)
        shots = [(squadron, shot) for squadron in group for shot in autofire.mounts_in_reach(state, squadron)]
        yield from offer_reactions(
            game, model, chances_here(model, shots, interception.interceptors_near(state, model))
        )

    def choices(self, state: State, model: Model) -> Iterator[Launch]:
        """Yield places ahead of the ship and around it, each also with a partner if one is aboard."""
        partners = [
            other.id for other in state.models.values()
            if other.id != model.id and other.card.key == model.card.key and _may_launch_with(state, model, other)
        ] if formation.forms_up(model) else []  # fmt: skip
        for pose in squadrons.launch_spots(state, model) if model.is_embarked else ():
            yield Launch(*pose)
            if partners:
                yield Launch(*pose, (partners[0],))


def _may_launch_with(state: State, model: Model, other: Model) -> bool:
    """Return whether another model is aboard the same ship with an activation left, or has just landed with it."""
    if not model.is_embarked or not other.is_embarked or other.host != model.host:
        return False
    return not other.activated or _has_landed(state, other)


def _joining_partners(state: State, partners: list[Model]) -> list[Model]:
    """Return the partners that the leader's declaration is new to: those that haven't landed with it."""
    return [partner for partner in partners if not _has_landed(state, partner)]


def _has_landed(state: State, model: Model) -> bool:
    """Return whether a model has landed in this activation."""
    return state.activation is not None and model.id in state.activation.landed


def _is_only_place(state: State, model: Model, pose: Pose) -> bool:
    """Return whether this is the nearest free place, while all others are refused (R28)."""
    spots = list(squadrons.launch_spots(state, model)) if model.is_embarked else []
    act = state.activation
    return len(spots) == 1 and spots[0] == pose and not (act is not None and act.launched)


def _spots(state: State, model: Model, at: Pose, count: int) -> tuple[Pose, ...]:
    """Return where that many partners fit next to a launched model, or () if they don't."""
    for spots in formation.places(model, at, count):
        if squadrons.refuse_launch(state, model, (at, *spots)) is None:
            return spots
    return ()


# --- Drones ---


class DroneOrder(Order[LaunchDrone]):
    """Launch a drone squadron from a Drone Bay (v1.2.4 Weapons > Drone)."""

    __slots__ = ()

    answer = LaunchDrone
    label = "Launch drones"
    summary = "Puts a drone squadron from its stock on the table."
    needs_pointing = True

    def refuse(self, state: State, model: Model, answer: LaunchDrone) -> Refusal | None:
        return squadrons.refuse_drone(state, model, answer.mount, answer.card, answer.pose)

    def perform(self, game: Game, model: Model, answer: LaunchDrone) -> Procedure[None]:
        squadrons.launch_drone(game, model, answer.mount, answer.card, answer.pose)
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[LaunchDrone]:
        """Yield each drone that a bay can launch, at a few places."""
        for mount in squadrons.drone_bays(state, model):
            if squadrons.refuse_bay(state, model, mount) is None:
                for card in squadrons.drones_for(state, model):
                    if stock_left(model, mount).get(card.drone_class or 0):
                        for pose in squadrons.drone_spots(state, model, mount, card):
                            yield LaunchDrone(mount, card.key, *pose)


# --- Landing and escorting ---


class LandOrder(Order[Land]):
    """Land a squadron and its formation on a friendly ship in contact (v1.2.4 Action > Land)."""

    __slots__ = ()

    answer = Land
    label = "Land"
    at = "Land on"
    summary = "Takes the squadron aboard a friendly ship in contact with a free berth."
    settles = True

    def refuse(self, state: State, model: Model, answer: Land) -> Refusal | None:
        if not model.is_on_table or model.is_capital:
            return Refusal("Only a squadron on the table can land.", squadrons.LAND)
        return squadrons.refuse_land(state, model, state.models.get(answer.ship))

    def perform(self, game: Game, model: Model, answer: Land) -> Procedure[None]:
        act = game.state.activation
        assert act is not None
        group = formation.formation_members(game.state, model)
        act.landed = tuple(member.id for member in group)
        if len(group) > 1:
            formation.disband(game, model)
        for squadron in group:
            squadrons.land(game, squadron, game.state.models[answer.ship])
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[Land]:
        """Yield every friendly or neutral ship that may be in contact."""
        for ship in _ships_in_reach(state, model, (model.side, NEUTRAL)):
            yield Land(ship.id)

    def comes_up(self, state: State, model: Model, answer: Land) -> bool:
        """Return whether the ship could hold this squadron once it is in contact or a berth is free."""
        ship, act = state.models[answer.ship], state.activation
        can_hold = squadrons.refuse_berth(state, model, ship) is None or squadrons.capacity(ship, model.card) > 0
        return can_hold and not (act is not None and act.landed) and not model.is_drone

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """Return whether the ship can hold the whole formation."""
        act = state.activation
        if act is not None and act.landed:
            return False
        return squadrons.refuse_berth(state, model, ship, len(formation.formation_members(state, model))) is None


class EscortOrder(Order[TakeUpEscort]):
    """Become the escort of a friendly ship in contact (v1.2.4 Action > Escorting)."""

    __slots__ = ()

    answer = TakeUpEscort
    label = TakeUpEscort.verb.capitalize()
    summary = "Moves with the ship in contact from now on, and intercepts for it."
    settles = True

    def refuse(self, state: State, model: Model, answer: TakeUpEscort) -> Refusal | None:
        return refuse_start_of_escort(state, model, state.models.get(answer.ship))

    def perform(self, game: Game, model: Model, answer: TakeUpEscort) -> Procedure[None]:
        """Take up the escort. It is the squadron's action and ends its own movement."""
        act = game.state.activation
        assert act is not None
        start_escort(game, model, game.state.models[answer.ship])
        act.stopped = act.model == model.id
        after_action(game, [model], answer.verb)
        yield from empty_queue(game)

    def choices(self, state: State, model: Model) -> Iterator[TakeUpEscort]:
        for ship in _ships_in_reach(state, model, (model.side,)):
            yield TakeUpEscort(ship.id)

    def comes_up(self, state: State, model: Model, answer: TakeUpEscort) -> bool:
        """Return whether it may escort that ship once it is in contact."""
        return not model.is_escorting and self.welcomes(state, model, state.models[answer.ship])

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """Return whether the ship has no escort and the squadron may still become one."""
        act = state.activation
        may_escort = act is not None and not act.action and (act.launched or escorts_at_will(state, model))
        return may_escort and refuse_escort(state, model, ship) is None


def _ships_in_reach(state: State, squadron: Model, sides: tuple[int, ...]) -> list[Model]:
    """Return the models of these sides, except squadrons, that may be in contact with the squadron or its formation."""
    if not squadron.is_on_table or squadron.is_capital:
        return []
    group = formation.formation_members(state, squadron)
    ids = {ship.id for member in group for ship in models_maybe_within(state, member.base, member.pose)}
    ships = [ship for ship in state.on_table() if ship.id in ids and ship.side in sides]
    return [ship for ship in ships if ship.card.kind != "squadron"]


# --- Resolve ---

GIVING_UP_SHARE = 0.1
"""How often a random player resolves an action that takes its model out of the battle."""


class ResolveOrder(Order[Resolve]):
    """Carry out the declared action (v1.2.4 Action)."""

    __slots__ = ()

    answer = Resolve
    label = "Resolve the action"
    summary = "Carries out the declared action."
    is_standard = True

    def refuse(self, state: State, model: Model, answer: Resolve) -> Refusal | None:
        act = state.activation
        assert act is not None
        if not act.action or act.resolved:
            return Refusal("No declared action can be resolved now.", ACTION)
        refusal = refuse_action(state, model, act.action)
        return refusal or rulebook(state).actions[act.action].refuse_resolve(state, model, answer.target or "")

    def perform(self, game: Game, model: Model, answer: Resolve) -> Procedure[None]:
        """Perform the action and apply what follows from it, unless drones must act first."""
        act, target = game.state.activation, answer.target
        assert act is not None
        act.resolved, group = True, formation_members(game.state, model)
        target_id = act.target if target is None else target
        game.log_model_event(model, Resolved(model=model.id, side=model.side, action=act.action, target=target_id))
        yield from rulebook(game.state).actions[act.action].perform(game, model, target or "")
        if act not in game.state.paused:
            after_action(game, group, act.action)
        yield from empty_queue(game)

    def choices(self, state: State, model: Model) -> Iterator[Resolve]:
        """Yield the action without a target: the rules choose one then."""
        yield Resolve()

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Resolve | None:
        """Return the action if one is declared; rarely one that takes the model out of the battle."""
        act = state.activation
        assert act is not None
        if not act.action or act.resolved:
            return None
        gives_up = rulebook(state).actions[act.action].gives_up
        return Resolve() if not gives_up or rng.random() < GIVING_UP_SHARE else None


# --- End ---


class EndOrder(Order[End]):
    """End the activation, on the table or aboard a ship (v1.2.4 Sequence > Activation Phase)."""

    __slots__ = ()

    answer = End
    label = "End activation"
    summary = "Ends the activation."
    is_standard = True
    ends = True

    def suits(self, model: Model) -> bool:
        return True

    def refuse(self, state: State, model: Model, answer: End) -> Refusal | None:
        act = state.activation
        assert act is not None
        if model.is_embarked:
            return None
        limits = remaining_movement(state, model, act)
        if limits.min_move > SLACK:
            return Refusal(f"{model.name} must still move {at_least_inches(limits.min_move)} ahead.", SHIP_MOVEMENT)
        return refuse_end(state, model) or _refuse_loitering(state, model, act)

    def perform(self, game: Game, model: Model, answer: End) -> Procedure[None]:
        """Do nothing: the activation phase ends the activation."""
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[End]:
        yield End()


def _refuse_loitering(state: State, model: Model, act: Activation) -> Refusal | None:
    """Return why a squadron can't end in contact: it must do what it flew there for, or fly away."""
    if model.is_assaulting and refuse_order(state, model, Resolve()) is None:
        return Refusal(f"{model.name} assaults a ship and must bomb it before it ends.", ASSAULTING)
    if model.is_capital or model.is_attached or not act.moved or off_table_warning(state, model) is not None:
        return None
    touched = [item_id for item_id in ids_in_contact(state, model) if item_id != boarded_ship(state)]
    if not touched:
        return None
    action = rulebook(state).actions.get(act.action)
    needs_contact = action is not None and any(item_id in touched for item_id in action.closes_with(state, model))
    if needs_contact and refuse_order(state, model, Resolve()) is None:
        return Refusal(f"{model.name} is in contact: resolve its {act.action}, or fly away.", SQUADRON_MOVEMENT)
    for order in rulebook(state).orders.values():
        if order.settles and any(True for _ in order.options(state, model)):
            return Refusal(
                f"{model.name} is in contact with a ship: {order.verb} there, or fly away.", SQUADRON_MOVEMENT
            )
    if clear_pose(state, model, act) is None:
        return None
    drawings = pointed_bases(touched)
    reason = f"{model.name} can't end touching {format_names(state, touched)}: it must fly away."
    return Refusal(reason, SQUADRON_MOVEMENT, drawings)


# --- All orders ---

_ORDERS: tuple[Order[Any], ...] = (
    MoveOrder(), TurnOrder(), PivotOrder(), FlyOrder(), AttackOrder(),
    LaunchOrder(), LandOrder(), EscortOrder(), DroneOrder(), NukeOrder(),
    DefendOrder(), ResolveOrder(), EndOrder(),
)  # fmt: skip

ORDERS: dict[str, Order[Any]] = {order.verb: order for order in _ORDERS}
"""By the verb of their answers, in the order in which their options are listed."""
