"""Real dice: the faces that fell are clicked in, one die after the other."""

from __future__ import annotations

from typing import cast

from jovian.game import Decision
from jovian.game.answers import RealDice
from jovian.rules.facts.rolls import TypedFaces
from jovian.ui.answering.controller import Controller
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk
from jovian.ui.playing.keys import PICKS
from jovian.ui.sheets.sheet import Sheet

KINDS = ("base", "flex", "macro")


class FacesController(Controller):
    """Answers `faces`."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(TypedFaces, decision)
        self.typed: list[int] = []

    @property
    def wanted(self) -> int:
        """How many dice in all."""
        return sum(self.asked.counts)

    @property
    def hint(self) -> str:
        """What has been typed, and which die is next."""
        return f"{self.said()} · Backspace with {self.desk.keymap.shown('cancel')}"

    def said(self) -> str:
        """The faces so far, by kind."""
        parts, rest = [], list(self.typed)
        for kind, count in zip(KINDS, self.asked.counts, strict=True):
            if count:
                mine, rest = rest[:count], rest[count:]
                parts.append(f"{kind}: {' '.join(map(str, mine)) or '-'} of {count}")
        return " · ".join(parts)

    def sheet(self) -> Sheet:
        """The question, with a button for each face of a die."""
        answers = tuple((str(face), str(face), "") for face in range(1, 7))
        return Sheet(self.asked.title, self.said(), self.asked.cited, answers)

    def offers(self) -> list[Offer]:
        """A button that takes the last die back."""
        return [Offer("back", "Take one back")]

    def press(self, name: str) -> None:
        """One more face; the last one answers."""
        if name == "back":
            self.typed = self.typed[:-1]
        elif name.isdigit():
            self.typed.append(int(name))
        if len(self.typed) >= self.wanted:
            base, split = self.asked.counts.base, self.asked.counts.base + self.asked.counts.flex
            typed, self.typed = self.typed[: self.wanted], []
            self.given(RealDice(tuple(typed[:base]), tuple(typed[base:split]), tuple(typed[split:])))

    def command(self, name: str) -> bool:
        """Keys 1 to 6 are faces."""
        face = PICKS.get(name, 0)
        if not 1 <= face <= 6:
            return False
        self.press(str(face))
        return True

    def cancel(self) -> bool:
        """Take the last die back."""
        had, self.typed = bool(self.typed), self.typed[:-1]
        return had
