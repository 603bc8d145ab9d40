"""The menu as a screen asks it: many times over, and each thing is worked out once, for nothing changes meanwhile."""

from __future__ import annotations

from typing import Any

from jovian.game import Answer, Model, Refusal, State
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.limits import Envelope
from jovian.rules.shooting.assessment import Assessment
from jovian.ui.answering.controller import MOST_JUDGED

Shots = dict[str, Assessment | Refusal]


class AskedMenu(NextOrder):
    """A menu over a view that never changes: every answer is judged once."""

    __slots__ = ("_checks", "_default", "_envelope", "_shots")

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(state, model)
        self._envelope: Envelope | None = None
        self._default: Answer | None = None
        self._checks: dict[object, Refusal | None] = {}
        self._shots: dict[str, Shots] = {}

    def envelope(self) -> Envelope:
        """What is left of the movement."""
        if self._envelope is None:
            self._envelope = super().envelope()
        return self._envelope

    def check(self, choice: Any) -> Refusal | None:
        """None if the answer is legal."""
        key = choice if isinstance(choice, Answer) else str(choice)
        if key not in self._checks:
            if len(self._checks) >= MOST_JUDGED:
                self._checks.clear()
            self._checks[key] = super().check(choice)
        return self._checks[key]

    def default(self) -> Answer:
        """What is suggested."""
        if self._default is None:
            self._default = super().default()
        return self._default

    def shots(self, target: Model) -> Shots:
        """Every mount of the card against one target."""
        if target.id not in self._shots:
            self._shots[target.id] = super().shots(target)
        return self._shots[target.id]
