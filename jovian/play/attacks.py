"""The attacks that a model could make, with their exact odds: what the computer players weigh and the dice follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, degrees, prod

from jovian.game import Choice, Model, Refusal, State
from jovian.game import answers as given
from jovian.play.finding import Named, found, pose_of
from jovian.players.judgment.combat.shots import Fire, volleys
from jovian.rules.actions.capital_ship.damage_control import DamageControl
from jovian.rules.harm.meaning import outlook, outlook_words, stake_of
from jovian.rules.places.contact import off_table
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import used_up, weapon_of
from jovian.table import Pose, distance

ARC_OFFSETS = {"fore": 0, "spinal": 0, "turret": 0, "starboard": 90, "aft": 180, "port": 270}
"""Degrees from the heading of a model to the middle of each arc."""
TURN_STEP = 5
"""Degrees to which a turn that would help is told."""
INCH_STEP = 0.5
"""Inches to which a distance that would help is told."""


@dataclass(frozen=True, slots=True, repr=False)
class Attack:
    """An attack that a model could make."""

    answer: given.Attack | given.Defend
    """The answer that makes it, once the next order is asked."""
    worth: float
    """Threat Value that it is expected to take from enemies, less what it would do to friends on its line."""
    shots: tuple[Assessment, ...]
    """The shot that it is, or every shot of a Point Defense: `range`, `roll` (pool and parts) and `odds()` of each."""
    words: str
    """Weapon, targets and odds in a line."""

    @property
    def choice(self) -> Choice:
        """The same as it is written: a JSON list, a fresh one each time."""
        return self.answer.written()

    @property
    def targets(self) -> tuple[str, ...]:
        """The ids of whom it is aimed at."""
        return tuple(shot.target for shot in self.shots)

    @property
    def chance(self) -> float:
        """How likely at least one of its shots has any result, 0 to 1."""
        return 1.0 - prod(1.0 - shot.odds().success for shot in self.shots)

    def __repr__(self) -> str:
        return f"<{self.words} ({self.worth:.1f} TV)>"


def attacks(state: State, model: Named, at: Pose | None = None) -> tuple[Attack, ...]:
    """Every attack that a model could make in its activation, best first, from where it stands or another pose.

    Each unused weapon by itself and with all that link to it, and Point Defense; none for who is not on the table or
    has no Fire Control left. `state` may be a view. Raises Refused for a model that is not there, or no pose.
    """
    shooter = found(state, model)
    if at is not None:
        shooter = shooter.at(pose_of(*at))
    if not shooter.on_table or off_table(state, shooter):
        return ()
    act = state.activation
    used = act.used if act is not None and act.model == shooter.id else ()
    mounts = [mount.id for mount in shooter.card.mounts if mount.id not in shooter.damaged]
    free = [ident for ident in mounts if not used or not used_up(state, shooter, ident)]
    return tuple(_attack(state, fire) for fire in volleys(state, shooter, free, used))


def _attack(state: State, fire: Fire) -> Attack:
    told = "; ".join(_aimed(state.models[shot.target], shot, shot_words(state, shot)) for shot in fire.shots)
    return Attack(fire.answer, fire.value, fire.shots, told)


def _aimed(target: Model, shot: Assessment, words: str) -> str:
    linked = f" x{len(shot.mounts)}" if len(shot.mounts) > 1 else ""
    return f"{shot.weapon}{linked} at {target.name}: {words}"


def shot_words(state: State, shot: Assessment) -> str:
    """A shot in a line of words: how likely it does anything, and the damage to be expected."""
    if shot.jammed:
        return f"jammed by {shot.jammed}: it fails"
    first = f"found {shot.seeking.odds().success:.0%}, " if shot.seeking is not None else ""
    return f"{first}{shot.odds().success:.0%} to hit: {expected_words(state, shot)}"


def expected_words(state: State, shot: Assessment) -> str:
    """The expected and most likely damage of a shot, "" if its target cannot be harmed."""
    return outlook_words(outlook(state, stake_of(shot), shot.odds())) if shot.target in state.models else ""


def remedy_words(state: State, model: Model, mount: str, target: Model) -> str:
    """Return what would let a weapon fire at a target that it cannot fire at; "" if no repair, turn, or move would."""
    act = state.activation
    if act is not None and act.model == model.id:
        if fire_control_left(state, model) < 1:
            return "It has Fire Control again in its next activation."
        if used_up(state, model, mount):
            return "It can fire again in the next activation."
    if mount in model.damaged:
        repairs = model.capital and DamageControl.name in rulebook(state).actions
        return "Damage Control can repair it." if repairs else ""
    return _approach_words(state, model, mount, target)


def _approach_words(state: State, model: Model, mount: str, target: Model) -> str:
    """Return the shortest approach, and the smallest turn from there, after which a weapon can fire at a target."""

    def can_fire(pose: Pose) -> bool:
        shot = assess(state, model.at(pose), (mount,), target, ACTIVATION)
        return not isinstance(shot, Refusal)

    def can_fire_from(steps: int) -> bool:
        pose = _nearer(model.pose, target.pose, steps * INCH_STEP)
        return can_fire(pose) or any(can_fire(facing) for facing in _facing(pose, model, mount, target))

    gap = distance(model.base, model.pose, target.base, target.pose)
    low, high = 0, int(gap / INCH_STEP)
    if not can_fire_from(high):
        return ""
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if can_fire_from(middle) else (middle + 1, high)
    pose = _nearer(model.pose, target.pose, low * INCH_STEP)
    move = f'move {low * INCH_STEP:g}" nearer' if low else ""
    turn = "" if can_fire(pose) else next((words for at, words in _turns(pose) if can_fire(at)), "face it")
    words = " and ".join(part for part in (move, turn) if part)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _nearer(pose: Pose, goal: Pose, inches: float) -> Pose:
    """Return a pose so many inches nearer to a goal, with the same heading."""
    far = pose.distance_to(goal)
    share = min(1.0, inches / far) if far else 0.0
    return pose.moved((goal.x - pose.x) * share, (goal.y - pose.y) * share).rounded()


def _facing(pose: Pose, model: Model, mount: str, target: Model) -> Iterator[Pose]:
    """Yield the pose turned so that the middle of each arc of the weapon points at the target."""
    weapon = weapon_of(model, mount)
    bearing = round(degrees(atan2(target.pose.x - pose.x, target.pose.y - pose.y)))
    for arc in weapon.arcs if weapon is not None else ():
        yield Pose(pose.x, pose.y, (bearing - ARC_OFFSETS[arc]) % 360)


def _turns(pose: Pose) -> Iterator[tuple[Pose, str]]:
    """Yield the pose turned by ever more, right and left, with the words for each turn."""
    for angle in range(TURN_STEP, 181, TURN_STEP):
        yield pose.turned(angle), f"turn right {angle}°"
        yield pose.turned(-angle), f"turn left {angle}°"
