"""The desk: what panels and controllers of a battle share. Plain values, no drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jovian.game import Answer, Model, Refusal, State
from jovian.table import Pose
from jovian.ui.session.keymap import Keymap
from jovian.ui.session.session import Session

Point = tuple[float, float]


@dataclass
class TableSelection:
    """What the player has in hand and in sight."""

    session: Session
    keymap: Keymap
    selected: str = ""
    """The model whose card is shown."""
    hovered: str = ""
    """The model under the pointer, on the board or in the roster."""
    point: Point | None = None
    """The table point under the pointer, None off the board."""
    shift: bool = False
    ctrl: bool = False
    arcs: bool = False
    """Are the arcs of the selected model shown?"""
    notice: Refusal | None = None
    """Why the last click was refused."""
    ghost: Pose | None = None
    """Where the active model would stand if the click in hand were made: arcs are drawn from there."""
    weapons: tuple[str, ...] = ()
    """The mounts in hand on the card of the selected model, the first one's ratings counting."""
    give: Callable[[Answer], None] = lambda answer: None
    """Gives an answer to what is asked: the battle's own."""

    @property
    def view(self) -> State:
        """What may be shown."""
        return self.session.view

    def model(self, ident: str) -> Model | None:
        """A model of the view, None if it is not known or gone from it."""
        return self.view.models.get(ident)

    @property
    def chosen(self) -> Model | None:
        """The selected model."""
        return self.model(self.selected)

    @property
    def under(self) -> Model | None:
        """The model under the pointer."""
        return self.model(self.hovered)

    def refuse(self, refusal: Refusal | None) -> None:
        """Show why something cannot be done."""
        self.notice = refusal
