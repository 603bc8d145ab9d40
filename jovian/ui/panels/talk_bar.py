"""The bar below the board in a game with a player elsewhere: what was said, who watches, and the clocks."""

from __future__ import annotations

import pygame

from jovian.frozen import frozen
from jovian.net.clocks import format_clock
from jovian.session.remote import RemoteSession
from jovian.ui.kit.draw import draw_side_badge
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import SIDES, TARGET, TEXT, TEXT_FAINT, WARN, px
from jovian.ui.panels.panel import CanvasPanel, Press, press_button

TALK_HEIGHT, PAD, GAP, BADGE = TARGET + 5, 8, 14, 16
"""The unscaled height of the bar, the space at its edges and between its parts, and the width of a badge."""
LINE_SECONDS = 10.0
"""Seconds for which a line is shown."""
LAST_SECONDS = 60.0
"""A clock with less time warns."""


@frozen
class TalkContent:
    """What the bar shows."""

    line: str
    watchers: tuple[str, ...]
    clocks: tuple[tuple[str, str, bool, bool], ...]
    """For each side the player, the time left, whether the clock runs, and whether it warns. () without clocks."""


class TalkBar(CanvasPanel):
    """The bar. Its button opens what was said, and says something."""

    def __init__(self, session: RemoteSession, press: Press, key: str) -> None:
        super().__init__()
        self._session, self._press, self._key = session, press, key
        self._count = session.game.talk.count
        self._seconds = 0.0
        self.content = TalkContent("", (), ())

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        width = text_size(f"{self._press.label} {self._key}", "label")[0] + px(34)
        place = pygame.Rect(rect.left + px(PAD), 0, width, px(TARGET))
        place.centery = rect.centery
        button = press_button(self._press, place, "label")
        button.cap = self._key
        self.group.renew([button])

    def update(self, dt: float) -> None:
        """Show a new line for some seconds, and the clocks as they are now."""
        game = self._session.game
        self._seconds = LINE_SECONDS if game.talk.count > self._count else max(0.0, self._seconds - dt)
        self._count = game.talk.count
        line = game.talk.lines[-1].text if self._seconds and game.talk.lines else ""
        clocks = game.clocks
        left = [(clocks.seconds(side), clocks.running == side) for side in (0, 1)] if clocks.are_on else []
        self.content = TalkContent(line, tuple(game.watchers), tuple(
            (game.names[side], format_clock(seconds), runs, seconds <= LAST_SECONDS)
            for side, (seconds, runs) in enumerate(left)
        ))  # fmt: skip
        self.offer(self.content)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return who watches, and how the clocks count."""
        lines = [f"Watching: {', '.join(self.content.watchers)}."] if self.content.watchers else []
        if self.content.clocks:
            lines.append("Time left for this Game Turn. Without any, the default choices are made until it ends.")
        is_button = any(widget.rect.collidepoint(pos) for widget in self.group.widgets)
        return (self.rect, "\n".join(lines)) if lines and self.rect.collidepoint(pos) and not is_button else None

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw clocks and watchers at the right, and the line in the space that is left."""
        super().paint(canvas)
        right, middle = self.rect.right - px(PAD), self.rect.centery
        for side, (name, left, runs, warns) in reversed([*enumerate(self.content.clocks)]):
            color = WARN if warns else TEXT if runs else TEXT_FAINT
            width = max(text_size(left, "strong")[0], text_size("88:88", "strong")[0])  # Nothing jumps.
            draw_text(canvas, (right, middle), left, "strong", color, anchor="midright")
            place = draw_text(canvas, (right - width - px(6), middle), name, "small", SIDES[side].light if runs
                              else TEXT_FAINT, anchor="midright", width=self.rect.width // 6)  # fmt: skip
            colors = SIDES[side]
            draw_side_badge(canvas, (place.left - px(BADGE) // 2, middle), colors.main, colors.hatched, px(5))
            right = place.left - px(BADGE + GAP)
        if self.content.watchers:
            words = f"{len(self.content.watchers)} watching"
            right = draw_text(canvas, (right, middle), words, "small", TEXT_FAINT, anchor="midright").left - px(GAP)
        start = max((widget.rect.right for widget in self.group.widgets), default=self.rect.left) + px(GAP)
        draw_text(canvas, (start, middle), self.content.line, "body", TEXT, anchor="midleft",
                  width=max(1, right - start), whole=self.content.line)  # fmt: skip
