"""Guns, those whom they may be fired at, and the attacks that are weighed, as plain values."""

from __future__ import annotations

from typing import NamedTuple

from jovian.cards import WeaponCard
from jovian.game import Model
from jovian.game.answers import Attack, Defend
from jovian.rules.shooting.formula import Company
from jovian.rules.shooting.shot import Regard


class Salvo(NamedTuple):
    """An attack and what it is worth. In order of worth; of those alike as `volleys` has them."""

    minus: float
    """Minus the TV that it is expected to take."""
    verb: str
    named: tuple[str, ...]
    """The mounts that its answer names."""
    target: str
    """The id of its target, "" for all that Point Defense reaches."""
    mounts: tuple[str, ...]
    """The mounts that it uses."""

    @property
    def answer(self) -> Attack | Defend:
        """How it is ordered."""
        return Attack(self.named, self.target) if self.verb == Attack.verb else Defend(*self.named)


class Gun(NamedTuple):
    """A weapon that may be used."""

    mounts: tuple[str, ...]
    weapon: WeaponCard
    kinetic: bool
    sighted: bool
    """Does cover hinder it?"""
    far: bool
    """May it fire at Long Range?"""
    sensed: bool
    """Does its range band hang on Sensors alone?"""
    plain: bool
    """Has it no rule of its own by which it cannot be used, such as a range?"""
    all_round: bool
    """Does it bear on everything?"""
    arcs: frozenset[str]
    company: Company


class Foe(NamedTuple):
    """Somebody to fire at."""

    model: Model
    number: int
    worth: float
    regard: Regard
    reaches: list[float]
    """Inches within which each gun may reach it."""
    farthest: float
    """The most of them, from center to center."""
    sensed: float | None
    """Inches within which it is in Short or Optimum Range; None if that hangs on where the attacker stands."""


class Blow(NamedTuple):
    """An attack on one enemy, what else lies along its line left out."""

    salvo: Salvo
    gun: Gun
    value: float
    """TV that it is expected to take."""
    share: float
    """The share of its target's value that this is."""
