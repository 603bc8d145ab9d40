"""The coach: what a good player would do, asked by the player who decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.game import Answer, Decision, Model, Refusal, State
from jovian.game.answers import Attack, Fly, Move, Pivot, Posed, Turn
from jovian.players import seat_seed
from jovian.players.worker import PlayerQuestion, WorkerResult
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.menu.declarations import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.session.session import Session
from jovian.table import Pose
from jovian.ui.board import BoardLine, BoardPath, Brackets, Camera, Ghost, Overlay, Ring
from jovian.ui.board.board_help import ghost_of
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, wrap
from jovian.ui.kit.theme import BLADE, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Button, Group, Widget
from jovian.ui.panels.panel import Press

COACH = "captain"
"""The player that the coach asks: the best one that answers quickly."""
COACH_COMMAND = "coach"
"""The name of the command and of the button."""
COACH_HINT = "See what a good player would do in your place, and why. The coach doesn't act for you."
NOT_YOURS = Refusal("The coach can only help with your own decisions.")
NO_DICE_ADVICE = Refusal("The coach has no advice on dice rolls.")
WATCHED = Refusal("The coach is off because the other player can see the screen.")
CARD_WIDTH = 380
POINTING_OVERLAYS = (Ghost, Brackets)
"""Overlays that the card of the coach must not cover."""


@frozen
class Advice:
    """What the coach would do."""

    answer: Answer
    words: str
    reason: str


class Coach:
    """Suggests an answer to the current decision when the player asks. Forgets it when the game changes.

    `give` gives an answer to the game, `presses` returns what the current buttons do.
    """

    def __init__(
        self, session: Session, give: Callable[[Answer], None], presses: Callable[[], Sequence[Press]]
    ) -> None:
        self._session, self._give, self._presses = session, give, presses
        self.at: int | None = None
        """The change of the game at which the coach was asked, None if it wasn't."""
        self.advice: Advice | None = None
        self.failed = ""
        """Why the coach has no advice, "" if it has or wasn't asked."""
        self.group = Group()
        self._rect = pygame.Rect(0, 0, 0, 0)

    @property
    def refused(self) -> Refusal | None:
        """Why the coach can't be asked now, None if it can."""
        session, decision = self._session, self._session.decision
        if decision is None:
            return NOT_YOURS
        if decision.kind == "faces":
            return NO_DICE_ADVICE
        return WATCHED if session.viewer not in (None, decision.side) else None

    @property
    def thinks(self) -> bool:
        """Whether the coach was asked and hasn't answered yet."""
        return self.at is not None and self.advice is None

    # --- Asking ---
    def ask(self) -> Refusal | None:
        """Ask the coach, or dismiss it. Return why it can't be asked, or None."""
        if self.at is not None:
            self.leave()
            return None
        refusal, decision = self.refused, self._session.decision
        if refusal is None and decision is not None:
            seed = seat_seed(self._session.match.setup.seed, decision.side + 1)
            self.at, self.failed = self._session.changes, ""
            self._session.advising.about(self._session.match, (COACH_COMMAND, self.at), PlayerQuestion(COACH, seed))
        return refusal

    def update(self, dt: float) -> bool:
        """Advance by that many seconds. Return whether there is something new to show."""
        if self.at is None:
            return False
        if self.at != self._session.changes:
            self.leave()
            return True
        if self.advice is not None:
            return False
        has_news, result = self._session.advising.update(dt), self._session.advising.take()
        if result is not None:
            self._described(result)
        return has_news or result is not None

    def _described(self, result: WorkerResult) -> None:
        decision, view = self._session.decision, self._session.view
        answer = decision.parse_legal(result.choice) if decision is not None and result.choice is not None else None
        if decision is not None and isinstance(answer, Answer):
            # The options of other questions say more than their buttons.
            presses = self._presses() if isinstance(decision, NextOrder | Declare) else ()
            label = next((press.label for press in presses if press.do == answer), "")
            self.advice = Advice(answer, label or advice_words(view, decision, answer), result.reason)
            self.group.widgets = []
        else:
            self.at, self.failed = None, result.failed or "its answer is not legal"

    def leave(self) -> None:
        """Dismiss the advice."""
        if self.thinks and self.at == self._session.changes:
            self._session.advising.forget()
        self.at, self.advice = None, None
        self.group.widgets = []

    # --- Input ---
    def command(self, name: str) -> bool:
        """Follow or dismiss the advice by key. Return whether the key was used."""
        if self.advice is not None and name == "confirm":
            self._do()
        elif self.at is not None and name == "cancel":
            self.leave()
        else:
            return False
        return True

    def _do(self) -> None:
        advice = self.advice
        self.leave()
        if advice is not None:
            self._give(advice.answer)

    def pressed(self, event: pygame.event.Event) -> bool:
        """Return whether the event was used by the card of the advice."""
        if self.advice is None or not self.group.widgets:
            return False
        action = self.group.handle(event)
        if action is not None:
            action.value()
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self._rect.collidepoint(event.pos)

    def let_go(self) -> None:
        """Forget a button of the mouse that is held on its card."""
        self.group.let_go()

    def button(self, name: str) -> Widget:
        """Return a button of the card, `do` or `no`, after it has been drawn."""
        return self.group[name]

    # --- Drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        decision = self._session.decision
        if self.advice is None or decision is None or self.at != self._session.changes:
            return ()
        return advice_overlays(self._session.view, decision, self.advice.answer)

    def draw(self, surface: pygame.Surface, view: pygame.Rect, camera: Camera) -> None:
        """Draw the card at the top of the board, or at the bottom if it would cover what it is about."""
        if self.advice is None:
            return
        decision = self._session.decision
        subject = self._session.view.models.get(decision.subject) if decision is not None else None
        points = [overlay.pose for overlay in self.overlays() if isinstance(overlay, POINTING_OVERLAYS)]
        points += [subject.pose] if subject is not None and subject.is_on_table else []
        self._lay(view, [camera.to_screen(pose[:2]) for pose in points])
        draw_box(surface, self._rect, PANEL_HIGH, radius=px(8), border=BLADE, alpha=245)
        left, y, max_width = self._rect.left + px(14), self._rect.top + px(10), self._rect.width - px(28)
        draw_text(surface, (left, y), f"Coach: the {COACH} would", "caps", TEXT_FAINT)
        y += line_height("caps") + px(4)
        words = pygame.Rect(left, y, max_width, 2 * line_height("strong"))
        y = draw_wrapped(surface, words, self.advice.words, "strong", TEXT)
        reason = pygame.Rect(left, y + px(2), max_width, self._rect.bottom - y - px(44))
        draw_wrapped(surface, reason, self.advice.reason, "small", TEXT_SOFT)
        self.group.draw(surface)

    def _lay(self, view: pygame.Rect, points: list[tuple[float, float]]) -> None:
        """Lay out the card for its text, with the buttons below."""
        assert self.advice is not None
        card_width = min(px(CARD_WIDTH), view.width - px(20))
        word_lines = min(2, len(wrap(self.advice.words, "strong", card_width - px(28))))
        reason_lines = len(wrap(self.advice.reason, "small", card_width - px(28))) if self.advice.reason else 0
        card_height = (
            px(66) + line_height("caps") + word_lines * line_height("strong") + reason_lines * line_height("small")
        )
        rect = pygame.Rect(0, 0, card_width, card_height)
        rect.midtop = view.centerx, view.top + px(8)
        if any(rect.inflate(px(80), px(80)).collidepoint(point) for point in points):
            rect.bottom = view.bottom - px(8)
        if rect == self._rect and self.group.widgets:
            return
        self._rect = rect
        half, y = (card_width - px(36)) // 2, rect.bottom - px(38)
        left = pygame.Rect(rect.left + px(14), y, half, px(30))
        right = left.move(rect.width - px(28) - half, 0)
        do = Button("do", left, "Do it", kind="primary", role="label", value=self._do)
        dismiss = Button("no", right, "Dismiss", role="label", value=self.leave)
        do.hint, dismiss.hint = "Gives this answer, as if you had given it (Return).", "Closes the advice (Escape)."
        self.group.widgets = [do, dismiss]


# --- Advice ---

MAX_OPTIONS = 500
"""The maximum number of options searched for the one with the answer."""
STARBOARD, PORT = "starboard", "port"


def advice_words(view: State, decision: Decision, answer: Answer) -> str:
    """Return what an answer does, in a few words: the label of its button, else a description."""
    match answer:
        case Move(inches):
            return f'Move {abs(inches):g}" {"ahead" if inches >= 0 else "astern"}'
        case Turn(degrees) | Pivot(degrees):
            return f"Turn {abs(degrees)}° to {STARBOARD if degrees > 0 else PORT}"
        case Fly():
            return "Fly there"
    label = next((option.label for option in islice(decision.options(), MAX_OPTIONS) if option.answer == answer), "")
    return label or _describe_plainly(view, answer)


def _describe_plainly(view: State, answer: Answer) -> str:
    """Return the verb of an answer and the names of its models."""
    names = [model.name for model in _named_models(view, answer)]
    verb = key_to_words(answer.verb).capitalize()
    return f"{verb}: {', '.join(names)}" if names else verb


def _named_models(view: State, answer: Answer) -> list[Model]:
    """Return the models that an answer names, in order."""
    assert is_dataclass(answer)
    words = [word for field in fields(answer) for word in _strings_in(getattr(answer, field.name))]
    return [view.models[word] for word in dict.fromkeys(words) if word in view.models]


def _strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings_in(item)


def advice_overlays(view: State, decision: Decision, answer: Answer) -> tuple[Overlay, ...]:
    """Return the ghost where an answer leads, and marks on the models that it names."""
    models = _named_models(view, answer)
    subject = view.models.get(decision.subject)
    marks: list[Overlay] = [Brackets(model.base, model.pose, "lit") for model in models if model.is_on_table]
    if isinstance(answer, Posed):
        model = models[0] if models else subject
        pose = Pose(answer.x, answer.y, answer.heading)
        return (ghost_of(model, pose), *marks) if model is not None else (Ring((pose.x, pose.y), 1.0, "lit"), *marks)
    if isinstance(getattr(answer, "x", None), float):
        return (Ring((answer.x, answer.y), 1.0, "lit"), *marks)  # type: ignore[attr-defined]
    if subject is None or not subject.is_on_table:
        return tuple(marks)
    path = _path_of(subject.pose, answer)
    if path:
        return (BoardPath(path, subject.base), ghost_of(subject, path[-1]), *marks)
    if isinstance(answer, Attack):
        marks += [BoardLine(subject.pose[:2], model.pose[:2], 0.0, "lit") for model in models]
    return tuple(marks)


def _path_of(start: Pose, answer: Answer) -> tuple[Pose, ...]:
    """Return the poses on the path of a move, () if the answer moves nothing."""
    match answer:
        case Move(inches):
            return (start, start.advanced(inches))
        case Turn(degrees) | Pivot(degrees):
            return (start, start.turned(degrees))
        case Fly(path):
            return (start, *(Pose(x, y, start.heading) for x, y in path))
    return ()
