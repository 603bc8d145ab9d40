"""What answers a question of the game, in general."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from jovian.game import Answer, Decision, Model, Refusal
from jovian.game.answers import At, RealDice
from jovian.game.decision import PointArc, PointBase, Pointing, PointLine, PointRing
from jovian.rules.basics.rolls import TypedFaces
from jovian.rules.terrain import Spot
from jovian.table import TOLERANCE, Pose, Shape, distance
from jovian.ui.board import ArcOverlay, BaseRing, Brackets, Line, Overlay, PointLabel, Ring
from jovian.ui.board.board_help import Shots, what_if
from jovian.ui.kit.widgets import Action
from jovian.ui.panels.odds_panel import Burst
from jovian.ui.panels.panel import ActionButton
from jovian.ui.presentation.odds import Aim
from jovian.ui.session.keymap import PICKS
from jovian.ui.session.table_selection import Point, TableSelection

# --- sheet ---
# A sheet: a question with its answers beside or below the board, as whoever answers it hands it to the panel.


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of choices beside or below the board: a prompt."""

    title: str
    text: str
    place: str
    answers: tuple[tuple[str, str, str], ...]
    """Name, label, detail; the first is the suggested one."""
    faces: tuple[tuple[int, ...], ...] = ()
    """The dice that each answer keeps, where answers are dice."""


# --- controller ---
# What turns clicks, wheel and keys into an answer of one kind of decision; it lives as long as that is asked.

ARC_DRAWN = 6.0
"""Inches to which an arc is drawn that a refusal names."""
MOST_JUDGED = 2000
"""Answers whose judgement is kept: a pointer that wanders means ever new ones."""


class Controller:
    """Base of all: it offers nothing and takes nothing."""

    def __init__(self, selection: TableSelection, decision: Decision | None) -> None:
        self.selection = selection
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

    def offers(self) -> list[ActionButton]:
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
        return what_if(self.selection.view, shown, enemy)

    def fires_at(self, model_id: str) -> bool:
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

    def click(self, point: Point, model_id: str) -> bool:
        """A click on the board; True if it was meant for this decision."""
        return False

    def click_name(self, model_id: str) -> bool:
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
        decision, view = self.decision, self.selection.view
        if decision is None:
            return ()
        named = [model.id for model in view.on_table() if model.name in decision.title]
        active = view.active
        found = [decision.subject, *named, *((active.id,) if active is not None else ())]
        hosts = [view.models[model_id].host for model_id in found if model_id in view.models]
        return tuple(dict.fromkeys(model_id for model_id in (*found, *hosts) if model_id))

    def warning(self, answer: Answer) -> Refusal | None:
        """What to ask about before that answer is given, None if it may be given at once."""
        return None

    def give(self, answer: Answer) -> None:
        """Give an answer. It is judged where it is taken; why it is not taken is shown then."""
        self.selection.give(answer)


def refusal_overlays(selection: TableSelection, refusal: Refusal | None) -> tuple[Overlay, ...]:
    """What a refusal asks to be drawn."""
    found: list[Overlay] = []
    for item in refusal.draw if refusal else ():
        found += _pointed_at(selection, item)
    return tuple(found)


def _pointed_at(selection: TableSelection, item: Pointing) -> list[Overlay]:
    """What shows one thing that a refusal points at."""
    match item:
        case PointLine(start, end):
            return [Line(start, end, 0.0, "refused")]
        case PointRing(center, inches):
            return [Ring(center, inches, "refused")]
        case PointArc(model_id, arc):
            model = selection.model(model_id)
            if model is None:
                return []
            return [ArcOverlay(model.pose, model.base, (arc,), 0.0, ARC_DRAWN, "refused", labels=False)]
        case PointBase(model_id):
            model, piece = selection.model(model_id), selection.view.terrain.get(model_id)
            if model is not None:
                return [BaseRing(model.base, model.pose)]
            return [BaseRing(part, piece.pose) for part in piece.outline] if piece is not None else []


# --- faces ---
# Real dice: the faces that fell are clicked in, one die after the other.

KINDS = ("base", "flex", "macro")


class FacesController(Controller):
    """Answers `faces`."""

    decision: TypedFaces

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.typed: list[int] = []

    @property
    def wanted(self) -> int:
        """How many dice in all."""
        return sum(self.decision.counts)

    @property
    def hint(self) -> str:
        """What has been typed, and which die is next."""
        return f"{self.said()} · Backspace with {self.selection.keymap.shown('cancel')}"

    def said(self) -> str:
        """The faces so far, by kind."""
        parts, rest = [], list(self.typed)
        for kind, count in zip(KINDS, self.decision.counts, strict=True):
            if count:
                mine, rest = rest[:count], rest[count:]
                parts.append(f"{kind}: {' '.join(map(str, mine)) or '-'} of {count}")
        return " · ".join(parts)

    def sheet(self) -> Sheet:
        """The question, with a button for each face of a die."""
        answers = tuple((str(face), str(face), "") for face in range(1, 7))
        return Sheet(self.decision.title, self.said(), self.decision.cited, answers)

    def offers(self) -> list[ActionButton]:
        """A button that takes the last die back."""
        return [ActionButton("back", "Delete last die")]

    def press(self, name: str) -> None:
        """One more face; the last one answers."""
        if name == "back":
            self.typed = self.typed[:-1]
        elif name.isdigit():
            self.typed.append(int(name))
        if len(self.typed) >= self.wanted:
            base, split = self.decision.counts.base, self.decision.counts.base + self.decision.counts.flex
            typed, self.typed = self.typed[: self.wanted], []
            self.give(RealDice(tuple(typed[:base]), tuple(typed[base:split]), tuple(typed[split:])))

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


# --- spot ---
# A place that is pointed at or picked with keys; such a one: where a template goes, in reach of its ship.

Where = TypeVar("Where", bound=Answer)
"""An answer that is a place."""


class PointedController(Controller, Generic[Where]):
    """Base of those whose answer is a place; Escape answers nothing."""

    places: list[Where]
    """The places that the keys step through."""
    picked: Where | None = None
    """The place that was chosen with a key."""

    def at(self, point: Point) -> Where:
        """The answer that a point of the table stands for."""
        raise NotImplementedError

    def choice(self) -> Where | None:
        """What is meant now: picked with keys, else under the pointer."""
        if self.picked is not None or self.selection.point is None:
            return self.picked
        return self.at(self.selection.point)

    def fires_at(self, model_id: str) -> bool:
        """False: a click means the place."""
        return False

    def click(self, point: Point, model_id: str) -> bool:
        """Answer with the place that is shown: the one picked with keys, else the one that was clicked."""
        self.give(self.picked if self.picked is not None else self.at(point))
        return True

    def command(self, name: str) -> bool:
        """Step through some places."""
        if name not in ("next", "left", "right") or not self.places:
            return False
        step = -1 if name == "left" else 1
        at = self.places.index(self.picked) if self.picked in self.places else -1 if step > 0 else 0
        self.picked = self.places[(at + step) % len(self.places)]
        return True

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if self.decision is not None:
            self.give(self.picked if name == "picked" and self.picked is not None else self.decision.default())

    def cancel(self) -> bool:
        """Escape drops what the keys picked; it never answers."""
        had, self.picked = self.picked is not None, None
        return had


class SpotController(PointedController[At]):
    """Answers `spot`; Escape answers nothing."""

    decision: Spot

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject
        self.places = [option.answer for option in self.decision.options()]

    @property
    def ship(self) -> Model:
        """The model that lays it."""
        return self.decision.state.models[self.decision.subject]

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        keys = self.selection.keymap
        inside = f'wholly within {self.decision.reach:g}"'
        return f"Click where it lies, {inside} · {keys.shown('next')} for the next place · {keys.shown('confirm')}"

    def offers(self) -> list[ActionButton]:
        """What was picked with keys, else where the ship stands."""
        if self.picked is not None:
            return [
                ActionButton("picked", "Lay it there", "primary", "confirm"),
                ActionButton("default", "About the ship"),
            ]
        return [ActionButton("default", "About the ship", "primary", "confirm")]

    def at(self, point: Point) -> At:
        """To a hundredth of an inch."""
        return At(round(point[0], 2) + 0.0, round(point[1], 2) + 0.0)

    def overlays(self) -> tuple[Overlay, ...]:
        """The reach, the template, whom it would lie on, and what is wrong with it."""
        ship, choice = self.ship, self.choice()
        found: list[Overlay] = [BaseRing(ship.base, ship.pose, self.decision.reach, "legal")]
        if choice is None:
            return tuple(found)
        refusal, pose = self.check(choice), Pose(choice.x, choice.y, 0)
        shape, style = Shape.circle(self.decision.radius), "lit" if refusal is None else "refused"
        found.append(BaseRing(shape, pose, 0.0, style))
        under = [
            model
            for model in self.decision.state.on_table()
            if distance(model.base, model.pose, shape, pose) <= TOLERANCE
        ]
        found += [Brackets(model.base, model.pose, "select") for model in under]
        said = f"on {', '.join(model.name for model in under)}" if under else "on nobody"
        return (*found, PointLabel(pose[:2], said if refusal is None else refusal.reason, style))
