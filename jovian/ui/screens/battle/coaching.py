"""The coach: what a good player would do in the human's place, and why. It speaks when asked, and does nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from jovian.game import Answer, Refusal
from jovian.players import seat_seed
from jovian.players.thinking import Question, Thought
from jovian.ui.board import Brackets, Camera, Ghost, Overlay
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, wrap
from jovian.ui.kit.theme import BLADE, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Button, Group, Widget
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.session import Session
from jovian.ui.sheets.advice import advice_overlays, advice_words

COACH = "captain"
"""Who is asked: the best that answers soon."""
ASK = "coach"
"""The command, and the button."""
NOBODY = Refusal("The coach is asked about a decision of yours.")
THROWN = Refusal("Dice are thrown, not chosen: the coach has nothing to say.")
LOOKED_ON = Refusal("The coach speaks of what only you may know, and the other player looks on.")
WIDE = 380
POINTED = (Ghost, Brackets)
"""What of its overlays the card must not lie over."""


class Advice(NamedTuple):
    """What the coach would do."""

    answer: Answer
    words: str
    reason: str


class Coaching:
    """Asked about the decision at hand; it forgets as soon as the game stands elsewhere.

    `give` gives its answer, `offers` are the buttons of now.
    """

    def __init__(self, session: Session, give: Callable[[Answer], None], offers: Callable[[], list[Offer]]) -> None:
        self._session, self._give, self._offers = session, give, offers
        self.at: int | None = None
        """Where the game stood when it was asked, None while it is not."""
        self.advice: Advice | None = None
        self.failed = ""
        """Why it has nothing to say, "" if it has or was not asked."""
        self._group = Group()
        self._rect = pygame.Rect(0, 0, 0, 0)

    @property
    def refused(self) -> Refusal | None:
        """Why it cannot be asked now, None if it can."""
        session, decision = self._session, self._session.decision
        if decision is None:
            return NOBODY
        if decision.kind == "faces":
            return THROWN
        return LOOKED_ON if session.looker not in (None, decision.side) else None

    @property
    def thinks(self) -> bool:
        """Has it been asked, and not answered yet?"""
        return self.at is not None and self.advice is None

    # --- asking ---
    def ask(self) -> Refusal | None:
        """Ask it, or have done with it; why not, if it cannot be asked."""
        if self.at is not None:
            self.leave()
            return None
        refused, decision = self.refused, self._session.decision
        if refused is None and decision is not None:
            seed = seat_seed(self._session.match.setup.seed, decision.side + 1)
            self.at, self.failed = self._session.changes, ""
            self._session.thinking.about(self._session.match, (ASK, self.at), Question(COACH, seed))
        return refused

    def live(self, dt: float) -> bool:
        """Let so many seconds pass; True if there is news."""
        if self.at is None:
            return False
        if self.at != self._session.changes:
            self.leave()
            return True
        if self.advice is not None:
            return False
        news, thought = self._session.thinking.live(dt), self._session.thinking.take()
        if thought is not None:
            self._told(thought)
        return news or thought is not None

    def _told(self, thought: Thought) -> None:
        decision, view = self._session.decision, self._session.view
        answer = decision.judged(thought.choice) if decision is not None and thought.choice is not None else None
        if decision is not None and isinstance(answer, Answer):
            button = next((offer.label for offer in self._offers() if offer.answer == answer), "")
            self.advice = Advice(answer, button or advice_words(view, decision, answer), thought.reason)
            self._group.widgets = []
        else:
            self.at, self.failed = None, thought.failed or "its answer is not legal"

    def leave(self) -> None:
        """Have done with it."""
        if self.thinks and self.at == self._session.changes:
            self._session.thinking.forget()
        self.at, self.advice = None, None
        self._group.widgets = []

    # --- hands ---
    def command(self, name: str) -> bool:
        """Do it, or no; True if the key was meant for it."""
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
        """Was it meant for its card?"""
        if self.advice is None or not self._group.widgets:
            return False
        action = self._group.handle(event)
        if action is not None:
            self._do() if action.name == "do" else self.leave()
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self._rect.collidepoint(event.pos)

    def let_go(self) -> None:
        """Forget a button of the mouse that is held on its card."""
        self._group.let_go()

    def button(self, name: str) -> Widget:
        """A button of its card, `do` or `no`, once it has been drawn."""
        return self._group[name]

    # --- showing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """What its answer would do, over the table."""
        decision = self._session.decision
        if self.advice is None or decision is None or self.at != self._session.changes:
            return ()
        return advice_overlays(self._session.view, decision, self.advice.answer)

    def draw(self, surface: pygame.Surface, view: pygame.Rect, camera: Camera) -> None:
        """Draw its card at the top of the board, at the bottom where it would lie over what it speaks of."""
        if self.advice is None:
            return
        decision = self._session.decision
        about = self._session.view.models.get(decision.subject) if decision is not None else None
        clear = [each.pose for each in self.overlays() if isinstance(each, POINTED)]
        clear += [about.pose] if about is not None and about.on_table else []
        self._lay(view, [camera.to_screen(pose[:2]) for pose in clear])
        box(surface, self._rect, PANEL_HIGH, radius=px(8), border=BLADE, alpha=245)
        left, y, room = self._rect.left + px(14), self._rect.top + px(10), self._rect.width - px(28)
        draw_text(surface, (left, y), f"COACH · THE {COACH.upper()} WOULD", "caps", TEXT_FAINT)
        y += line_height("caps") + px(4)
        words = pygame.Rect(left, y, room, 2 * line_height("strong"))
        y = draw_wrapped(surface, words, self.advice.words, "strong", TEXT)
        reason = pygame.Rect(left, y + px(2), room, self._rect.bottom - y - px(44))
        draw_wrapped(surface, reason, self.advice.reason, "small", TEXT_SOFT)
        self._group.draw(surface)

    def _lay(self, view: pygame.Rect, clear: list[tuple[float, float]]) -> None:
        """The card fits what it says; its buttons stand below."""
        assert self.advice is not None
        wide = min(px(WIDE), view.width - px(20))
        words = min(2, len(wrap(self.advice.words, "strong", wide - px(28))))
        reason = len(wrap(self.advice.reason, "small", wide - px(28))) if self.advice.reason else 0
        high = px(66) + line_height("caps") + words * line_height("strong") + reason * line_height("small")
        rect = pygame.Rect(0, 0, wide, high)
        rect.midtop = view.centerx, view.top + px(8)
        if any(rect.inflate(px(80), px(80)).collidepoint(point) for point in clear):
            rect.bottom = view.bottom - px(8)
        if rect == self._rect and self._group.widgets:
            return
        self._rect = rect
        half, y = (wide - px(36)) // 2, rect.bottom - px(38)
        yes = Button("do", pygame.Rect(rect.left + px(14), y, half, px(30)), "Do it", kind="primary", role="label")
        no = Button("no", pygame.Rect(rect.right - px(14) - half, y, half, px(30)), "No", role="label")
        yes.hint, no.hint = "Gives this answer, as if you had given it (Return).", "Leaves all as it is (Escape)."
        self._group.widgets = [yes, no]
