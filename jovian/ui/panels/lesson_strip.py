"""The strip between the top bar and the board: the step of a lesson or of a puzzle, and the way on."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.frozen import frozen
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.theme import BLADE, EDGE_HIGH, PANEL, TEXT, TEXT_SOFT, WARN, Color, mix_colors, px
from jovian.ui.panels.panel import CanvasPanel, Press, press_button, renew_presses

PAD, BUTTON, MIN_BUTTON, GAP = 12, 30, 84, 8
"""The space at the edges, the height of a button, its least width, and the space between two."""
HEIGHT = 62
"""The least height. A strip is higher if a text of its lesson needs that, from its first step on."""
CONTINUE, SHOW, BACK, LEAVE, NEXT, AGAIN, FIRST_GAME = (
    f"lesson {word}" for word in ("continue", "show", "back", "leave", "next", "again", "first game")
)
"""The names of buttons."""


@frozen
class StripPage:
    """What the strip shows."""

    title: str
    place: str
    """Where in the lesson this is, such as `step 2 of 6`."""
    say: str
    task: str = ""
    complaint: str = ""
    """What is said about a wrong action instead of the text, or ""."""
    at: int = 0
    count: int = 0
    """The number of this step from 0, and of all steps, for the row of dashes."""
    buttons: tuple[Press | str, ...] = ()
    """The buttons from the left. A label without a press keeps the place of its button free."""


class LessonStrip(CanvasPanel):
    """The strip: the task and the text at the left, progress and buttons at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.page = StripPage("", "", "")
        self.pages: Sequence[StripPage] = ()
        """The pages that decide how high the strip is, so that the board never jumps. None: there is no strip."""

    def show(self, page: StripPage) -> None:
        """Show a page."""
        is_new, self.page = page.buttons != self.page.buttons, page
        self.offer(page)
        if is_new:
            self._place()
        else:
            renew_presses(self.group.widgets, (press for press in page.buttons if isinstance(press, Press)))

    def height_at(self, width: int) -> int:
        """Return the height of the strip at a width."""
        return max((self._height_of(page, width) for page in self.pages), default=0)

    def _height_of(self, page: StripPage, width: int) -> int:
        inner = width - self._right_width(page) - 2 * px(PAD)
        return max(px(HEIGHT), sum(line_height(role) for _, role, _ in self._lines(page, inner)) + px(14))

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        self._place()

    def _lines(self, page: StripPage, width: int) -> list[tuple[str, str, Color]]:
        """Return the lines of the task, and of the text or the complaint."""
        texts = [(page.task, "strong", BLADE)] if page.task else []
        texts += [(page.complaint, "body", WARN)] if page.complaint else [(page.say, "body", TEXT)]
        return [(line, role, color) for text, role, color in texts for line in wrap(text, role, max(1, width))]

    def _button_width(self, button: Press | str) -> int:
        label = button if isinstance(button, str) else button.label
        return max(px(MIN_BUTTON), text_size(label, "label")[0] + px(22))

    def _right_width(self, page: StripPage) -> int:
        """Return the width of the buttons, and at least of the title above them."""
        buttons = sum(self._button_width(button) + px(GAP) for button in page.buttons)
        return max(buttons, text_size(page.title, "small")[0] + text_size(page.place, "small")[0] + px(14)) + px(GAP)

    def _place(self) -> None:
        """Place the buttons at the lower right."""
        if not self.rect.height:
            return
        right, buttons = self.rect.right - px(PAD), []
        for press in reversed(self.page.buttons):
            width = self._button_width(press)
            rect = pygame.Rect(right - width, self.rect.bottom - px(BUTTON + 6), width, px(BUTTON))
            if isinstance(press, Press):
                buttons.append(press_button(press, rect, "label"))
            right -= width + px(GAP)
        self.group.renew(reversed(buttons))
        self.stale = True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the texts, and the dashes of the steps at the upper edge."""
        page, rect = self.page, self.rect
        if not rect.height:
            return
        draw_box(canvas, rect, mix_colors(PANEL, BLADE, 0.08), radius=0)
        canvas.fill(mix_colors(BLADE, PANEL, 0.4), (rect.left, rect.bottom - px(1), rect.width, px(1)))
        left, right_width = rect.left + px(PAD), self._right_width(page)
        width = rect.width - right_width - 2 * px(PAD)
        lines = self._lines(page, width)
        y = rect.centery - sum(line_height(role) for _, role, _ in lines) // 2
        for text, role, color in lines:
            area = pygame.Rect(left, y, width + px(2), line_height(role))
            y = draw_wrapped(canvas, area, text, role, color, is_link=True)
        top, start, right = rect.top + px(6), rect.right - px(PAD) - right_width + px(GAP), rect.right - px(PAD)
        place = draw_text(canvas, (right, top), page.place, "small", TEXT_SOFT, anchor="topright")
        draw_text(canvas, (start, top), page.title, "small", BLADE, width=place.left - start - px(6))
        self._draw_dashes(canvas, pygame.Rect(start, rect.top + px(2), right - start, px(3)))

    def _draw_dashes(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        """Draw a dash for each step."""
        step = min(px(16), area.width // max(1, self.page.count))
        for number in range(self.page.count):
            color = BLADE if number <= self.page.at else EDGE_HIGH
            canvas.fill(color, (area.left + number * step, area.top, max(1, step - px(3)), area.height))
