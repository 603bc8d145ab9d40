"""Laying out the table: a piece of the pool under the pointer, turned by wheel or keys, set down by a click."""

from __future__ import annotations

from typing import cast

from jovian.cards import TerrainCard
from jovian.game import Decision
from jovian.game.answers import Decline, Lay
from jovian.rules.facts.words import counted
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.terrain.layout import LayOut, laid
from jovian.table import Pose
from jovian.ui.answering.controller import Controller, drawn
from jovian.ui.answering.deploy import SNAP, STEP
from jovian.ui.board import Around, Note, Overlay
from jovian.ui.over_the_board.terrain_help import terrain_facts
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point


class LayController(Controller):
    """Answers `lay`."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(LayOut, decision)
        self.heading, self.at = 0, 0
        desk.selected = ""

    @property
    def card(self) -> TerrainCard:
        """The piece in hand."""
        pool = self.asked.pool
        return pool[self.at % len(pool)]

    @property
    def name(self) -> str:
        """What it is called."""
        return rulebook(self.asked.state).terrain[self.card.kind].name

    @property
    def title(self) -> str:
        """What is asked, and what is in hand."""
        return f"{self.asked.title} · {self.name}"

    @property
    def hint(self) -> str:
        """How to lay the piece, and what it does."""
        keys = self.desk.keymap
        does = " · ".join(terrain_facts(rulebook(self.asked.state).terrain[self.card.kind])[:1])
        turn = f"{keys.shown('left')}/{keys.shown('right')} or right button and wheel turns"
        another = f" · {keys.shown('next')} for another" if len(self.asked.pool) > 1 else ""
        return f"Click to lay it · {turn}{another} · {does}"

    def offers(self) -> list[Offer]:
        """Laying by default, turning, another piece, no more."""
        left = counted(len(self.asked.pool), "piece")
        found = [
            Offer("auto", "Lay it for me", command="confirm", hint="At the first free place from the middle on"),
            Offer("left", "Turn left", command="left"),
            Offer("right", "Turn right", command="right"),
        ]
        if self.asked.ends:
            found.append(Offer("next", f"Another of {left}", command="next"))
            found.append(Offer("decline", "Lay no more", "danger", hint="The other side may go on"))
        return found

    # --- the ghost ---
    def _choice(self, point: Point) -> Lay:
        step = 0.05 if self.desk.shift else SNAP
        x, y = (round(round(each / step) * step, 3) for each in point)
        return Lay(self.card.id, x, y, self.heading)

    def overlays(self) -> tuple[Overlay, ...]:
        """The outline under the pointer, and why it may not lie there."""
        if self.desk.point is None:
            return ()
        choice = self._choice(self.desk.point)
        refusal = self.check(choice)
        style = "lit" if refusal is None else "refused"
        parts = [
            Around(part, each.pose, 0.0, style)
            for each in laid(self.asked.state, self.card, choice.pose) for part in each.outline
        ]  # fmt: skip
        said = refusal.reason if refusal is not None else f"{self.name} · {self.heading}°"
        return (*drawn(self.desk, refusal), *parts, Note(choice.pose[:2], said, "legal" if style == "lit" else style))

    # --- input ---
    def fires_at(self, ident: str) -> bool:
        """False: a click lays the piece."""
        return False

    def click(self, point: Point, ident: str) -> bool:
        """Lay what is in hand."""
        self.given(self._choice(point))
        return True

    def wheel(self, steps: int) -> bool:
        """Turn what is in hand."""
        self.heading = (self.heading + steps * (1 if self.desk.shift else STEP)) % 360
        return True

    def command(self, name: str) -> bool:
        """Turn, or take another piece."""
        if name in ("left", "right"):
            return self.wheel(-1 if name == "left" else 1)
        if name == "next":
            self.at += 1
            return True
        return False

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name == "decline":
            self.given(Decline())
        elif name == "auto":
            self.given(self._free())
        else:
            self.command(name)

    def _free(self) -> Lay | Decline:
        """The first free place of the piece in hand, else the default."""
        pose: Pose | None = next(self.asked.places(self.card), None)
        return Lay(self.card.id, *pose) if pose is not None else self.asked.default()
