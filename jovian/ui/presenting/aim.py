"""An aim: the shot that the odds beside a target tell of, with what is to be expected of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from jovian.game import Model, Refusal, State
from jovian.play.attacks import expected_words, remedy_words
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.shot import POINT_DEFENSE, weapon_of


@dataclass(frozen=True, slots=True)
class NoShot:
    """Why one weapon, or several for the same reason, cannot fire at a target."""

    weapons: tuple[str, ...]
    refusal: Refusal
    remedy: str
    """What would help, "" if nothing would."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot at a target, and what is told beside its odds."""

    attacker: str
    target: str
    shot: Assessment | Refusal
    mounts: int = 1
    also: tuple[str, ...] = ()
    """Names of those whom the shot strikes besides."""
    note: str = ""
    told: str = ""
    """What is to be expected of it on its target."""
    refused: tuple[NoShot, ...] = ()
    """The reason of each weapon that cannot fire; () unless there is no shot."""


def told(view: State, aim: Aim) -> Aim:
    """An aim with what is to be expected on its target."""
    return aim if isinstance(aim.shot, Refusal) else replace(aim, told=expected_words(view, aim.shot))


def no_shots(
    view: State, model: Model, target: Model, shots: Mapping[str, Assessment | Refusal]
) -> tuple[NoShot, ...]:
    """Return why each weapon of a model cannot fire at a target, those with one reason together.

    Point Defense is left out against capital ships, which it never fires at.
    """
    found: dict[tuple[str, str], NoShot] = {}
    for mount, refusal in shots.items():
        if not isinstance(refusal, Refusal) or (mount == POINT_DEFENSE and target.capital):
            continue
        weapon = weapon_of(model, mount)
        name = weapon.name if mount == POINT_DEFENSE and weapon is not None else model.card.mount_called(mount)
        remedy = remedy_words(view, model, mount, target)
        key = refusal.reason, remedy
        before = found[key].weapons if key in found else ()
        found[key] = NoShot((*before, name), refusal, remedy)
    return tuple(found.values())
