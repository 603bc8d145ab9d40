"""The base of all controllers: they turn clicks, the wheel, and keys into the answer to one decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from jovian.descriptions.odds import Aim
from jovian.game import Answer, Decision, Model, Refusal
from jovian.game.decision import PointArc, PointBase, Pointing, PointLine, PointRing
from jovian.rules.menu.next_order import NextOrder
from jovian.ui.board import ArcOverlay, BaseRing, BoardLine, Overlay, Ring
from jovian.ui.board.dice_tray import DiceRow
from jovian.ui.panels.odds_panel import Burst
from jovian.ui.panels.panel import Press
from jovian.ui.panels.sheet import Sheet
from jovian.ui.session.table_selection import Point, TableSelection

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

    pointed: Press | None = None
    """The answer of the sheet under the pointer, None for none."""

    asked_dice: DiceRow | None = None
    """The dice of the question that aren't in the log yet, None for none."""
    @property
    def marked(self) -> str:
        """What a first click has chosen on the tray or a card, so that a second one on it gives it, "" for nothing."""
        return ""

    @property
    def menu(self) -> NextOrder | None:
        """The orders of the acting model, or those that a chosen one would have. None if the question is another."""
        return None

    @property
    def is_computing(self) -> bool:
        """Whether the sheet waits for figures."""
        return False

    def update(self) -> bool:
        """Compute some of the figures of the sheet. Return whether there is something new to show."""
        return False

    @property
    def title(self) -> str:
        """The question, in one line."""
        return self.decision.title if self.decision else ""

    @property
    def hint(self) -> str:
        """How to answer, in one line."""
        return ""

    @property
    def stage(self) -> str:
        """What a click does now, if the question has several stages: `move`, `fly`, `attack`, `place`, or `end`."""
        return ""

    def parts(self, model_id: str) -> Mapping[str, Press]:
        """Return what a click on parts of a card does: tracks and traits by name, and mounts by id."""
        return {}

    def offers(self) -> list[Press]:
        """Return what buttons and icons do."""
        return []

    def sheet(self) -> Sheet | None:
        """Return the sheet of the question, or None if it has none."""
        return None

    def means_model(self, model_id: str) -> bool:
        """Return whether a click on a model means it, and not the place under it."""
        return True

    def may_show_odds(self, model_id: str) -> bool:
        """Return whether a click on that model would be about a shot at it, so that its odds are shown."""
        return True

    def moved_models(self) -> Sequence[Model]:
        """Return the model that a click on the board would move, then those that form up with it, where they end."""
        return ()

    def aimed_shot(self, shown: Model, other: Model) -> Aim | None:
        """Return the shot at another model with the selected weapons, or None if no weapon is selected."""
        return None

    def take_target(self, model_id: str) -> bool:
        """Handle a click on a model in the roster. Return whether the selected weapons are now aimed at it."""
        return False

    @property
    def able(self) -> Sequence[Model]:
        """The models of which one is to be chosen, () while one is."""
        return ()

    def aim_at(self, model_id: str) -> None:
        """Aim at a model with the best attacks."""

    @property
    def burst(self) -> Burst | None:
        """The burst that is being aimed, or None."""
        return None

    def overlays(self) -> tuple[Overlay, ...]:
        """Return what to draw over the table."""
        return ()

    def click(self, point: Point, model_id: str) -> bool:
        """Handle a click on the board. Return whether the click was used."""
        return False

    @property
    def is_draggable(self) -> bool:
        """Whether dragging from the pointer turns or moves something, and doesn't pan."""
        return False

    def drag(self) -> None:
        """Handle that the pointer has moved, perhaps while a button is held."""

    def release(self) -> bool:
        """Handle the end of a click that was held on the board. Return whether it was used."""
        return False

    def let_go(self) -> None:
        """Forget where the button was pressed. Nothing is done there."""

    def click_name(self, model_id: str) -> bool:
        """Handle a click on a name label with no model under it. Return whether the click was used."""
        return False

    def take_weapon(self, mount: str) -> bool:
        """Handle a click on a weapon of the card. Return whether the weapon was selected or deselected."""
        return False

    def wheel(self, steps: int) -> bool:
        """Handle the wheel while the right button is held. Return whether it was used."""
        return False

    def keys(self) -> Mapping[str, Callable[[], object]]:
        """Return what commands of the keymap do that press no button. A function that returns False used nothing."""
        return {}

    def cancel(self) -> bool:
        """Handle Escape. Return whether there was something to cancel."""
        return False

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do but to end the activation."""
        return False

    @property
    def keeps_card(self) -> bool:
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

    def complete(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """Return answers with those that must come before them."""
        return answers


def refusal_overlays(selection: TableSelection, refusal: Refusal | None) -> tuple[Overlay, ...]:
    """Return what a refusal wants to be drawn."""
    overlays: list[Overlay] = []
    for item in refusal.draw if refusal else ():
        overlays += _pointer_overlays(selection, item)
    return tuple(overlays)


def _pointer_overlays(selection: TableSelection, item: Pointing) -> list[Overlay]:
    match item:
        case PointLine(start, end):
            return [BoardLine(start, end, 0.0, "refused")]
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


# --- Places on the table ---

Where = TypeVar("Where", bound=Answer)
"""An answer that is a place."""


class PointedController(Controller, Generic[Where]):
    """Base of controllers whose answer is a place on the table. A click takes the place under the pointer, and Enter
    the one chosen with a key. Escape never answers.
    """

    places: Sequence[Where]
    """The places that the keys step through."""
    picked: Where | None = None
    """The place chosen with a key."""

    def at(self, point: Point) -> Where | None:
        """Return the answer for a point of the table, None if the point means no place."""
        raise NotImplementedError

    def choices(self) -> list[Where]:
        """Return the places to show: the one chosen with a key, and the one under the pointer."""
        point = self.selection.point
        pointed = self.at(point) if point is not None else None
        return [choice for choice in dict.fromkeys((self.picked, pointed)) if choice is not None]

    def means_model(self, model_id: str) -> bool:
        return False

    def may_show_odds(self, model_id: str) -> bool:
        return False

    def click(self, point: Point, model_id: str) -> bool:
        choice = self.at(point)
        if choice is not None:
            self.selection.give(choice)
        return choice is not None

    def keys(self) -> Mapping[str, Callable[[], object]]:
        forward = partial(self._step, 1)
        return {"next": forward, "right": forward, "left": partial(self._step, -1)}

    def _step(self, step: int) -> None:
        """Choose the next place or the one before."""
        if self.places:
            at = self.places.index(self.picked) if self.picked in self.places else -1 if step > 0 else 0
            self.picked = self.places[(at + step) % len(self.places)]

    def cancel(self) -> bool:
        had_pick, self.picked = self.picked is not None, None
        return had_pick
