"""One thing that a menu has in hand: a mode of its own, with its words, its buttons and what a click gives."""

from __future__ import annotations

from jovian.game import Answer
from jovian.ui.board import Overlay
from jovian.ui.panels.offer import Offer


class Mode:
    """One mode of the menu. A click or Enter gives `best`; Escape drops what keys picked, then leaves the mode."""

    kind = ""
    """The name of the mode: of its button and of the command that begins it."""
    stays = False
    """Is it the only mode there is, which Escape does not leave?"""

    @property
    def title(self) -> str:
        """What stands after the model's name."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        """How to use it."""
        raise NotImplementedError

    def button(self) -> Offer:
        """The button that does it."""
        raise NotImplementedError

    def best(self) -> Answer:
        """The answer that a click, the button and Enter give."""
        raise NotImplementedError

    def offers(self) -> list[Offer]:
        """What else may be chosen about it."""
        return []

    def press(self, name: str) -> bool:
        """Press one of the buttons of `offers`; True if it was one of them."""
        return False

    def turn(self, steps: int) -> bool:
        """Turn what is in hand by so many steps, of the wheel or a key."""
        raise NotImplementedError

    def step(self) -> bool:
        """Take the next place in hand; True if there is one."""
        raise NotImplementedError

    def drop(self) -> bool:
        """Drop what keys picked; True if they had."""
        raise NotImplementedError

    def overlays(self) -> tuple[Overlay, ...]:
        """What it draws over the table."""
        raise NotImplementedError
