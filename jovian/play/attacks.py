"""The attacks that a model could make, with their exact odds: what the computer players weigh and the dice follow."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from jovian.game import Choice, Model, State
from jovian.game import answers as given
from jovian.play.finding import Named, found, pose_of
from jovian.players.judgment.combat.shots import Fire, volleys
from jovian.rules.harm.meaning import outlook, outlook_words, stake_of
from jovian.rules.places.contact import off_table
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.shot import used_up
from jovian.table import Pose


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
