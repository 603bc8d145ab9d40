"""The Effect: a trait, weapon type, state, terrain piece or option that bends a core rule.

An effect is a frozen value with a level. It overrides the hooks it needs; the core asks at those points and knows no
effect by name. A table per card keeps only the effects that override a hook, so that asking costs little.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from jovian.frozen import frozen
from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.hooks.models import ModelHooks
from jovian.rules.rulebook.hooks.shots import ShotHooks


class Fired(NamedTuple):
    """An attack that has been made."""

    mounts: tuple[str, ...]
    band: str
    """`short`, `optimum` or `long`."""
    window: str
    target: str = ""
    """Whom it was aimed at, "" for several or none."""


@frozen
class Effect(ModelHooks, ShotHooks):
    """Base of everything that bends a rule. Every hook does nothing."""

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    """What it does, in our own words: shown as help."""
    aided: ClassVar[bool] = False
    """Of a weapon: does what it adds to a shot hang on who stands about the attacker?"""
    level: int = 0

    # --- declaring ---
    def opens(self, game: Game, model: Model) -> Procedure[None]:
        """What it does before anything is declared in an activation of the model."""
        return
        yield

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Why an action may not be declared."""
        return None

    # --- what comes before ---
    def begins(self, game: Game, model: Model) -> Procedure[None]:
        """What happens as the model activates, before it declares anything."""
        return
        yield

    def sought(self, game: Game, attacker: Model, target: Model, found: bool) -> None:
        """What follows once an attacker has looked for the target by a test."""

    # --- what follows an attack or an action ---
    def spends(self, game: Game, model: Model) -> None:
        """What happens once it has expended Fire Control, before that comes to anything."""

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """What follows, for the attacker, once an attack of its own has been resolved."""
        return
        yield

    def after_action(self, game: Game, model: Model, action: str) -> None:
        """What follows once an action of its own has been resolved."""

    def after_harm(self, game: Game, model: Model) -> None:
        """What follows, for who was struck, once the damage is done."""

    def softens(self) -> bool:
        """Do sets of value 1 and 2 do one less damage to it (Shield)?"""
        return False

    def after_firing(self, game: Game, model: Model, mount: str) -> None:
        """What happens to the weapon once its attack is over."""

    def beyond_repair(self) -> bool:
        """Is the weapon gone for good once it is damaged?"""
        return False

    # --- upkeep and scoring ---
    def mends(self, best: int) -> int:
        """How many of its levels a Damage Control of that magnitude (0 to 3 for N, D, T, Q+) may take away."""
        return 0

    def mended(self, levels: int) -> str:
        """So many levels less of it, in words."""
        return f"{levels} of {self.name}"

    def brings(self, model: Model) -> str:
        """The state in which the model begins the game, "" for none."""
        return ""

    def end_phase(self, game: Game, model: Model) -> None:
        """What happens to the model in the End Phase."""

    def fame(self) -> int:
        """How famous it makes a model: the more, the more its end or capture is worth."""
        return 0

    def victory(self, state: State, model: Model) -> float | None:
        """The multiplier of the model's Victory Points, None for no say."""
        return None
