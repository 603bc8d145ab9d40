"""An aim: the shot that the odds beside a target tell of, with what is to be expected of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from jovian.game import Refusal, State
from jovian.play.attacks import expected_words
from jovian.rules.shooting.assessment import Assessment


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


def told(view: State, aim: Aim) -> Aim:
    """An aim with what is to be expected on its target."""
    return aim if isinstance(aim.shot, Refusal) else replace(aim, told=expected_words(view, aim.shot))
