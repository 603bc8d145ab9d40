"""The base of all controllers: they turn clicks, the wheel, and keys into the answer to one decision.

The module also has the controllers of two small questions: typing in real dice, and placing a template.
"""

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

# --- Sheets ---


@dataclass(frozen=True, slots=True)
class Sheet:
    """A question with its answers, shown next to the board or below it."""

    title: str
    text: str
    place: str
    answers: tuple[tuple[str, str, str], ...]
    """Name, label, and detail of each answer; the first is the suggested one."""
    faces: tuple[tuple[int, ...], ...] = ()
    """For answers that keep dice: the dice that each one keeps."""


# --- Controllers ---

REFUSED_ARC_INCHES = 6.0
"""Length of an arc drawn for a refusal."""
MAX_CHECKED = 2000
"""Maximum number of kept check results: a moving pointer makes new answers all the time."""


class Controller:
    """Base of all controllers: no buttons, no sheet, and no reaction to input. It lives as long as its decision."""

    def __init__(self, selection: TableSelection, decision: Decision | None) -> None:
        self.selection = selection
        self.decision = decision
        self._checked: dict[Answer, Refusal | None] = {}

    def check(self, answer: Answer) -> Refusal | None:
        """Return why an answer would be refused, or None if it is legal.

        Results are kept, because the state can't change while the decision is open.
        """
        if answer not in self._checked:
            if len(self._checked) >= MAX_CHECKED:
                self._checked.clear()
            self._checked[answer] = self.decision.check(answer) if self.decision is not None else None
        return self._checked[answer]

    @property
    def title(self) -> str:
        """The question, in one line."""
        return self.decision.title if self.decision else ""

    @property
    def hint(self) -> str:
        """How to answer, in one line."""
        return ""

    def offers(self) -> list[ActionButton]:
        """Return the buttons of the action bar."""
        return []

    def sheet(self) -> Sheet | None:
        """Return the sheet of the question, or None if it has none."""
        return None

    def aim(self, name: str) -> Aim | None:
        """Return the shot that an answer of the sheet would make, or None. The odds panel shows it."""
        return None

    def shots(self, shown: Model, enemy: Model) -> Shots:
        """Return the odds of every weapon of the model on the card against an enemy, on either side's turn."""
        return what_if(self.selection.view, shown, enemy)

    def fires_at(self, model_id: str) -> bool:
        """Return whether a click on that model would be about a shot at it, so that its odds are shown."""
        return True

    def in_hand(self, shown: Model, other: Model) -> Aim | None:
        """Return the shot at another model with the selected weapons, or None if no weapon is selected."""
        return None

    @property
    def burst(self) -> Burst | None:
        """The burst that is being aimed, or None."""
        return None

    def overlays(self) -> tuple[Overlay, ...]:
        """Return what to draw over the table."""
        return ()

    def hidden(self) -> frozenset[str]:
        """Return the ids of models that aren't drawn because a ghost stands for them."""
        return frozenset()

    def moved(self) -> None:
        """React to a moved pointer: `selection.point` and `selection.hovered` have changed."""

    def click(self, point: Point, model_id: str) -> bool:
        """Handle a click on the board. Return whether the click was used."""
        return False

    def click_name(self, model_id: str) -> bool:
        """Handle a click on a name label with no model under it. Return whether the click was used."""
        return False

    def take_weapon(self, mount: str) -> bool:
        """Handle a click on a weapon of the card. Return whether the weapon was selected or deselected."""
        return False

    def wheel(self, steps: int) -> bool:
        """Handle the wheel while the right button is held. Return whether it was used."""
        return False

    def command(self, name: str) -> bool:
        """Handle a command of the keymap. Return whether it was used."""
        return False

    def press(self, name: str) -> None:
        """Press a button of the action bar, or choose an answer of the sheet."""

    def use(self, action: Action) -> None:
        """Handle a widget of the sheet. Subclasses read the value of widgets that aren't plain buttons."""
        self.press(action.name)

    def cancel(self) -> bool:
        """Handle Escape. Return whether there was something to cancel."""
        return False

    def focus(self) -> str:
        """Return the id of the model that the decision is about, or ""."""
        return self.decision.subject if self.decision else ""

    @property
    def holds_card(self) -> bool:
        """Whether the card stays when something else is clicked."""
        return False

    def about(self) -> tuple[str, ...]:
        """Return the ids of the models and terrain that must be visible while the decision is open."""
        decision, view = self.decision, self.selection.view
        if decision is None:
            return ()
        named_ids = [model.id for model in view.on_table() if model.name in decision.title]
        active = view.active
        ids = [decision.subject, *named_ids, *((active.id,) if active is not None else ())]
        hosts = [view.models[model_id].host for model_id in ids if model_id in view.models]
        return tuple(dict.fromkeys(model_id for model_id in (*ids, *hosts) if model_id))

    def warning(self, answer: Answer) -> Refusal | None:
        """Return what to confirm before that answer is given, or None if nothing."""
        return None

    def give(self, answer: Answer) -> None:
        """Give an answer. If the game refuses it, the reason is shown then."""
        self.selection.give(answer)


def refusal_overlays(selection: TableSelection, refusal: Refusal | None) -> tuple[Overlay, ...]:
    """Return what a refusal wants to be drawn."""
    overlays: list[Overlay] = []
    for item in refusal.draw if refusal else ():
        overlays += _pointer_overlays(selection, item)
    return tuple(overlays)


def _pointer_overlays(selection: TableSelection, item: Pointing) -> list[Overlay]:
    match item:
        case PointLine(start, end):
            return [Line(start, end, 0.0, "refused")]
        case PointRing(center, inches):
            return [Ring(center, inches, "refused")]
        case PointArc(model_id, arc):
            model = selection.model(model_id)
            if model is None:
                return []
            return [ArcOverlay(model.pose, model.base, (arc,), 0.0, REFUSED_ARC_INCHES, "refused", labels=False)]
        case PointBase(model_id):
            model, piece = selection.model(model_id), selection.view.terrain.get(model_id)
            if model is not None:
                return [BaseRing(model.base, model.pose)]
            return [BaseRing(part, piece.pose) for part in piece.outline] if piece is not None else []


# --- Real dice ---

DIE_KINDS = ("base", "flex", "macro")


class FacesController(Controller):
    """Let the player enter the faces of real dice, one die after the other (decision `faces`)."""

    decision: TypedFaces

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.typed: list[int] = []

    @property
    def wanted(self) -> int:
        """The number of dice to enter."""
        return sum(self.decision.counts)

    @property
    def hint(self) -> str:
        return f"{self.typed_text()} · {self.selection.keymap.shown('cancel')} deletes the last die"

    def typed_text(self) -> str:
        """Return the faces entered so far, by kind of die."""
        parts, rest = [], list(self.typed)
        for kind, count in zip(DIE_KINDS, self.decision.counts, strict=True):
            if count:
                mine, rest = rest[:count], rest[count:]
                parts.append(f"{kind}: {' '.join(map(str, mine)) or '-'} of {count}")
        return " · ".join(parts)

    def sheet(self) -> Sheet:
        answers = tuple((str(face), str(face), "") for face in range(1, 7))
        return Sheet(self.decision.title, self.typed_text(), self.decision.cited, answers)

    def offers(self) -> list[ActionButton]:
        return [ActionButton("back", "Delete last die")]

    def press(self, name: str) -> None:
        if name == "back":
            self.typed = self.typed[:-1]
        elif name.isdigit():
            self.typed.append(int(name))
        if len(self.typed) >= self.wanted:
            base, split = self.decision.counts.base, self.decision.counts.base + self.decision.counts.flex
            typed, self.typed = self.typed[: self.wanted], []
            self.give(RealDice(tuple(typed[:base]), tuple(typed[base:split]), tuple(typed[split:])))

    def command(self, name: str) -> bool:
        face = PICKS.get(name, 0)
        if not 1 <= face <= 6:
            return False
        self.press(str(face))
        return True

    def cancel(self) -> bool:
        had_any, self.typed = bool(self.typed), self.typed[:-1]
        return had_any


# --- Places on the table ---

Where = TypeVar("Where", bound=Answer)
"""An answer that is a place."""


class PointedController(Controller, Generic[Where]):
    """Base of controllers whose answer is a point of the table. Escape never answers."""

    places: list[Where]
    """The places that the keys step through."""
    picked: Where | None = None
    """The place chosen with a key."""

    def at(self, point: Point) -> Where:
        """Return the answer for a point of the table."""
        raise NotImplementedError

    def choice(self) -> Where | None:
        """Return the place chosen with a key, else the one under the pointer."""
        if self.picked is not None or self.selection.point is None:
            return self.picked
        return self.at(self.selection.point)

    def fires_at(self, model_id: str) -> bool:
        return False

    def click(self, point: Point, model_id: str) -> bool:
        """Answer with the place chosen with a key, else with the clicked point."""
        self.give(self.picked if self.picked is not None else self.at(point))
        return True

    def command(self, name: str) -> bool:
        if name not in ("next", "left", "right") or not self.places:
            return False
        step = -1 if name == "left" else 1
        at = self.places.index(self.picked) if self.picked in self.places else -1 if step > 0 else 0
        self.picked = self.places[(at + step) % len(self.places)]
        return True

    def press(self, name: str) -> None:
        if self.decision is not None:
            self.give(self.picked if name == "picked" and self.picked is not None else self.decision.default())

    def cancel(self) -> bool:
        had_pick, self.picked = self.picked is not None, None
        return had_pick


class SpotController(PointedController[At]):
    """Let the player place a template within reach of its ship (decision `spot`)."""

    decision: Spot

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject
        self.places = [option.answer for option in self.decision.options()]

    @property
    def ship(self) -> Model:
        """The ship that places the template."""
        return self.decision.state.models[self.decision.subject]

    @property
    def hint(self) -> str:
        keys = self.selection.keymap
        inside = f'wholly within {self.decision.reach:g}"'
        return f"Click to place the template {inside} · {keys.shown('next')}: next place · {keys.shown('confirm')}"

    def offers(self) -> list[ActionButton]:
        if self.picked is not None:
            return [
                ActionButton("picked", "Place it there", "primary", "confirm"),
                ActionButton("default", "Center it on the ship"),
            ]
        return [ActionButton("default", "Center it on the ship", "primary", "confirm")]

    def at(self, point: Point) -> At:
        """Return the point, rounded to 0.01"."""
        return At(round(point[0], 2) + 0.0, round(point[1], 2) + 0.0)

    def overlays(self) -> tuple[Overlay, ...]:
        ship, choice = self.ship, self.choice()
        overlays: list[Overlay] = [BaseRing(ship.base, ship.pose, self.decision.reach, "legal")]
        if choice is None:
            return tuple(overlays)
        refusal, pose = self.check(choice), Pose(choice.x, choice.y, 0)
        shape, style = Shape.circle(self.decision.radius), "lit" if refusal is None else "refused"
        overlays.append(BaseRing(shape, pose, 0.0, style))
        covered = [
            model
            for model in self.decision.state.on_table()
            if distance(model.base, model.pose, shape, pose) <= TOLERANCE
        ]
        overlays += [Brackets(model.base, model.pose, "select") for model in covered]
        typed_text = f"on {', '.join(model.name for model in covered)}" if covered else "no models"
        return (*overlays, PointLabel(pose[:2], typed_text if refusal is None else refusal.reason, style))
