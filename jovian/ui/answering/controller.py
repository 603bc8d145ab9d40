"""What turns clicks, wheel and keys into an answer of one kind of decision; it lives as long as that is asked."""

from __future__ import annotations

from jovian.game import Answer, Decision, Model, Refusal
from jovian.game.pointing import PointArc, PointBase, Pointing, PointLine, PointRing
from jovian.ui.board import Around, Fan, Line, Overlay, Ring
from jovian.ui.kit.widgets import Action
from jovian.ui.over_the_board.reach import Shots, what_if
from jovian.ui.panels.blast_panel import Burst
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point
from jovian.ui.presenting.aim import Aim
from jovian.ui.sheets.sheet import Sheet

ARC_DRAWN = 6.0
"""Inches to which an arc is drawn that a refusal names."""
MOST_JUDGED = 2000
"""Answers whose judgement is kept: a pointer that wanders means ever new ones."""


class Controller:
    """Base of all: it offers nothing and takes nothing."""

    def __init__(self, desk: Desk, decision: Decision | None) -> None:
        self.desk = desk
        self.decision = decision
        self._checked: dict[Answer, Refusal | None] = {}

    def check(self, answer: Answer) -> Refusal | None:
        """Why an answer would be refused, None if it is legal: judged once, for nothing changes while it is asked."""
        if answer not in self._checked:
            if len(self._checked) >= MOST_JUDGED:
                self._checked.clear()
            self._checked[answer] = self.decision.check(answer) if self.decision is not None else None
        return self._checked[answer]

    @property
    def title(self) -> str:
        """What is asked, in a line."""
        return self.decision.title if self.decision else ""

    @property
    def hint(self) -> str:
        """How it is answered, in a line."""
        return ""

    def offers(self) -> list[Offer]:
        """The buttons of the action bar."""
        return []

    def sheet(self) -> Sheet | None:
        """The prompt, if it is one."""
        return None

    def aim(self, name: str) -> Aim | None:
        """The shot that the answer of that name on its sheet would make, for the sheet of the odds."""
        return None

    def shots(self, shown: Model, enemy: Model) -> Shots:
        """What every weapon of the model whose card is shown would do to an enemy, whoever's go it is."""
        return what_if(self.desk.view, shown, enemy)

    def fires_at(self, ident: str) -> bool:
        """Would a click on a model there be about a shot at it, whose odds are to be told?"""
        return True

    def in_hand(self, shown: Model, other: Model) -> Aim | None:
        """The shot in hand at another model, None if no weapon is in hand."""
        return None

    @property
    def burst(self) -> Burst | None:
        """The burst that is aimed, None if none is."""
        return None

    def overlays(self) -> tuple[Overlay, ...]:
        """What it draws over the table."""
        return ()

    def hidden(self) -> frozenset[str]:
        """Models not to draw, since a ghost stands for them."""
        return frozenset()

    def moved(self) -> None:
        """The pointer moved: `desk.point` and `desk.hovered` are new."""

    def click(self, point: Point, ident: str) -> bool:
        """A click on the board; True if it was meant for this decision."""
        return False

    def click_name(self, ident: str) -> bool:
        """A click on a name beside a model, with no model under it; True if it was used."""
        return False

    def take_weapon(self, mount: str) -> bool:
        """A click on a weapon of the card that is shown; True if it was taken in hand or put away."""
        return False

    def wheel(self, steps: int) -> bool:
        """The wheel with the right button held; True if it was used."""
        return False

    def command(self, name: str) -> bool:
        """A command of the keymap; True if it was used."""
        return False

    def press(self, name: str) -> None:
        """A button of the action bar, or an answer of the sheet."""

    def use(self, action: Action) -> None:
        """A widget of the sheet: it is known by its name, unless what it sets is its value."""
        self.press(action.name)

    def cancel(self) -> bool:
        """Escape; True if there was something to call off."""
        return False

    def focus(self) -> str:
        """The model that it is about, "" for none."""
        return self.decision.subject if self.decision else ""

    @property
    def holds_card(self) -> bool:
        """Does the card stay, whatever else is clicked?"""
        return False

    def about(self) -> tuple[str, ...]:
        """The models and terrain that are to be in sight while it asks."""
        decision, view = self.decision, self.desk.view
        if decision is None:
            return ()
        named = [model.id for model in view.on_table() if model.name in decision.title]
        active = view.active
        found = [decision.subject, *named, *((active.id,) if active is not None else ())]
        hosts = [view.models[ident].host for ident in found if ident in view.models]
        return tuple(dict.fromkeys(ident for ident in (*found, *hosts) if ident))

    def warning(self, answer: Answer) -> Refusal | None:
        """What to ask about before that answer is given, None if it may be given at once."""
        return None

    def given(self, answer: Answer) -> None:
        """Give an answer. It is judged where it is taken; why it is not taken is shown then."""
        self.desk.give(answer)


def drawn(desk: Desk, refusal: Refusal | None) -> tuple[Overlay, ...]:
    """What a refusal asks to be drawn."""
    found: list[Overlay] = []
    for item in refusal.draw if refusal else ():
        found += _pointed_at(desk, item)
    return tuple(found)


def _pointed_at(desk: Desk, item: Pointing) -> list[Overlay]:
    """What shows one thing that a refusal points at."""
    match item:
        case PointLine(start, end):
            return [Line(start, end, 0.0, "refused")]
        case PointRing(center, inches):
            return [Ring(center, inches, "refused")]
        case PointArc(ident, arc):
            model = desk.model(ident)
            if model is None:
                return []
            return [Fan(model.pose, model.base, (arc,), 0.0, ARC_DRAWN, "refused", labels=False)]
        case PointBase(ident):
            model, piece = desk.model(ident), desk.view.terrain.get(ident)
            if model is not None:
                return [Around(model.base, model.pose)]
            return [Around(part, piece.pose) for part in piece.outline] if piece is not None else []
