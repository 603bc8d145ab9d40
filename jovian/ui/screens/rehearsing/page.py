"""The page of a rehearsal: how it is asked on the left, and the answer, live, while the game waits behind the page."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.rules.facts.words import counted
from jovian.ui.board.art.backdrop import backdrop
from jovian.ui.kit.draw import bar, panel
from jovian.ui.kit.fonts import draw_text, draw_wrapped
from jovian.ui.kit.theme import ACCENT, DANGER, GOOD, TEXT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, Tooltip
from jovian.ui.playing.rehearsed import Beside, Rehearsed, Wish
from jovian.ui.playing.rehearsing import Course
from jovian.ui.screens.rehearsing.answer import AnswerSheet
from jovian.ui.screens.rehearsing.asking import Asking
from jovian.ui.screens.rehearsing.keeping import keep_answer
from jovian.ui.screens.screen import Host, Screen

KEPT = "Beside your saves: as JSON, and as a page for a browser once all games are played"
STANDS = {
    Course.DONE: ("The answer is complete", GOOD), Course.CANCELED: ("Called off", WARN),
    Course.FAILED: ("It failed", DANGER),
}  # fmt: skip


class RehearsalPage(Screen):
    """`of` is what may be rehearsed from here. What one player of two has rehearsed the other does not see."""

    def __init__(self, app: Host, of: Rehearsed, back: Screen) -> None:
        super().__init__(app)
        self.of, self.back, self._heard = of, back, -1
        self._pointer = (-1, -1)
        wish = self.beside.wish if self.beside is not None else Wish(of.players)
        self.asking = Asking(self._shown.names, wish)
        self.sheet = AnswerSheet(self._shown.names)

    @property
    def beside(self) -> Beside | None:
        """The rehearsal that plays, or played last."""
        beside = self.app.beside
        other = beside is not None and beside.of.side not in (None, self.of.side)
        return None if other else beside

    @property
    def _shown(self) -> Rehearsed:
        """What the answer is about, or will be."""
        return self.beside.of if self.beside is not None else self.of

    @property
    def _running(self) -> bool:
        return self.beside is not None and self.beside.run.running

    # --- layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """How it is asked, the chances, the models; what may be done below."""
        super().layout(size)
        gap, top, low = px(16), px(78), px(76)
        high = size[1] - top - low
        narrow = max(px(290), size[0] * 22 // 100)
        wide = (size[0] - narrow - 4 * gap) // 2
        self._left = pygame.Rect(gap, top, narrow, high)
        self._middle = pygame.Rect(self._left.right + gap, top, wide, high)
        self._right = pygame.Rect(self._middle.right + gap, top, size[0] - self._middle.right - 2 * gap, high)
        self.sheet.layout(self._inside(self._right))
        self._arrange()

    @staticmethod
    def _inside(rect: pygame.Rect) -> pygame.Rect:
        inner = rect.inflate(-px(28), -px(24))
        inner.top, inner.height = inner.top + px(24), inner.height - px(24)
        return inner

    def _arrange(self) -> None:
        """The widgets as things stand now."""
        within = pygame.Rect((0, 0), self.size).inflate(-px(16), -px(16))
        self.group.renew([*self.asking.widgets(self._inside(self._left), within), *self._buttons(), self.sheet.list])

    def _buttons(self) -> list[Button]:
        y, inner = self.size[1] - px(62), self._inside(self._left)
        place = pygame.Rect(inner.left, self.asking.bottom + px(6), inner.width, px(42))
        hint = f"Computer players play many games from here: {self.of.title}"
        start = Button("start", place, "Rehearse", kind="primary", key=pygame.K_RETURN, hint=hint)
        if self._running:
            start = Button("stop", place, "Call it off", kind="danger", hint="What has been found so far stays")
        back = Button("back", pygame.Rect(px(16), y, px(160), px(48)), "Back", hint="A rehearsal goes on beside it")
        keep = Button("keep", pygame.Rect(self.size[0] - px(196), y, px(180), px(48)), "Keep", hint=KEPT)
        keep.set_enabled(self._answer is not None, "There is no answer so far")
        return [start, back, keep]

    @property
    def _answer(self) -> dict[str, Any] | None:
        return self.beside.run.poll() if self.beside is not None else None

    # --- answers ---
    def handle(self, event: pygame.event.Event) -> None:
        """Note where the pointer is: figures explain themselves under it."""
        if event.type == pygame.MOUSEMOTION:
            before, self._pointer = self.sheet.hint_at(self._pointer), event.pos
            self.dirty = self.dirty or self.sheet.hint_at(self._pointer) != before
        super().handle(event)

    def act(self, action: Action) -> None:
        """Start, call off, keep, go back; or something of the form."""
        if action.name == "start":
            self._start()
        elif action.name == "stop" and self.beside is not None:
            self.beside.run.cancel()
        elif action.name == "keep" and self.beside is not None:
            told, wrong = keep_answer(self.beside)
            self.app.say(wrong or f"Kept as {told}", bad=bool(wrong))
        elif action.name == "back":
            self.cancel()
        elif self.asking.take(action):
            self.dirty = True

    def _start(self) -> None:
        if self.app.beside is not None:
            self.app.beside.run.cancel()
        try:
            self.app.beside = Beside.begun(self.of, self.asking.wish)
        except OSError as error:
            self.app.say(f"It cannot be rehearsed: {error.strerror or error}", bad=True)
            return
        self.asking.names = self.sheet.names = self.of.names
        self._heard = -1

    def cancel(self) -> None:
        """Back to where it was opened; a rehearsal goes on."""
        self.app.show(self.back)

    def update(self, dt: float) -> None:
        """Show what has come in."""
        heard = self.beside.run.heard if self.beside is not None else 0
        if heard != self._heard:
            self._heard = heard
            self.sheet.show(self._answer)
            self._arrange()
            self.dirty = True

    # --- drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """Title, three panels, buttons."""
        surface.blit(backdrop(self.size), (0, 0))
        of = self._shown
        draw_text(surface, (px(20), px(24)), "REHEARSAL", "title", TEXT, anchor="midleft")
        draw_text(surface, (px(20), px(54)), of.title, "body", TEXT_SOFT, anchor="midleft", width=self.size[0] // 2)
        pos, room = (self.size[0] - px(20), px(54)), self.size[0] // 2 - px(60)
        draw_text(surface, pos, of.said, "small", TEXT_SOFT, anchor="midright", width=room)
        panel(surface, self._left, "What is played")
        panel(surface, self._middle, "How games end")
        panel(surface, self._right, "Models, the most often lost first")
        self.asking.draw(surface)
        self._draw_progress(surface)
        self.sheet.draw_chances(surface, self._inside(self._middle), self._running)
        self.sheet.draw_decided(surface)
        self.group.draw(surface)
        self.dirty = False

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return also what the figures under the pointer mean."""
        figure = self.sheet.hint_at(self._pointer) if self.group.spread is None else None
        return super().tooltip() or ((Tooltip.of(figure[1]), figure[0]) if figure is not None else None)

    def _draw_progress(self, surface: pygame.Surface) -> None:
        """How many games there are, and how it stands or what went wrong."""
        beside = self.beside
        if beside is None:
            return
        inner = self._inside(self._left)
        y = self.asking.bottom + px(60)
        games = self._answer["forecast"]["games"] if self._answer is not None else 0
        told = f"{counted(games, 'game')} of {beside.wish.games}{' at most' if beside.wish.until else ''}"
        draw_text(surface, (inner.left, y), told, "strong", TEXT)
        bar(surface, pygame.Rect(inner.left, y + px(22), inner.width, px(8)), games / beside.wish.games, ACCENT)
        whole = self._answer is not None and self._answer["complete"]
        plays = "Its report is being written" if whole else "It plays beside the game"
        said, ink = STANDS.get(beside.run.course, (plays, TEXT_SOFT))
        where = pygame.Rect(inner.left, y + px(38), inner.width, inner.bottom - y - px(38))
        end = draw_wrapped(surface, where, beside.run.notice or said, "small", ink) + px(8)
        if self._answer is not None and self._answer["drawn"]:
            rest = pygame.Rect(inner.left, end, inner.width, inner.bottom - end)
            draw_wrapped(surface, rest, f"Drawn anew: {'; '.join(self._answer['drawn'])}", "small", TEXT_SOFT)
