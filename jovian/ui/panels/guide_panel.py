"""The panel above the dock: a step of a lesson with its task and the way on, or a hint about the question."""

from __future__ import annotations

import pygame

from jovian.frozen import frozen
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.theme import BLADE, EDGE_HIGH, PANEL, TEXT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import Signal
from jovian.ui.panels.panel import CanvasPanel, Press, press_button, renew_presses

PAD = 12
HEAD, FOOT = 32, 36
"""Heights of the line with the title, and of the row of buttons."""
ROLES, SMALL_ROLES = ("body", "strong"), ("small", "label")
"""The typefaces of the text and of the task, and those for a text that is too long."""
ARROW = 18
"""The width of the arrow before the task."""
GOLD_HEAD = mix_colors(PANEL, BLADE, 0.16)
CONTINUE, SHOW, BACK, LEAVE, NEXT, AGAIN, FIRST_GAME = (
    f"lesson {word}" for word in ("continue", "show", "back", "leave", "next", "again", "first game")
)
"""The names of buttons."""


@frozen
class GuidePage:
    """What the panel shows."""

    title: str
    place: str
    """Where in the lesson this is, such as `step 2 of 6`."""
    say: str
    task: str = ""
    complaint: str = ""
    """What is said about a wrong action, or ""."""
    at: int = 0
    count: int = 0
    """The number of this step from 0, and of all steps, for the row of dashes."""
    buttons: tuple[Press | str, ...] = ()
    """The buttons from the left. A label without a press keeps the place of its button free."""


class GuidePanel(CanvasPanel):
    """The panel. It is as high as its text needs."""

    def __init__(self) -> None:
        super().__init__()
        self.page = GuidePage("", "", "")
        self.is_crowded = False
        """Whether something else needs the space, so that a hint that was shown before folds to its title."""
        self._shown_texts: set[str] = set()
        self._is_opened: bool | None = None
        """Whether the player has opened or folded the hint, None if neither."""
        self._roles = ROLES
        self._row_left = 0
        """Where the row of buttons begins."""

    def show(self, page: GuidePage) -> None:
        """Show a page. The panel must be laid out again if its height changes."""
        is_new = page.buttons != self.page.buttons
        if page.say != self.page.say:
            self._shown_texts.add(self.page.say)
        self.page = page
        self.offer((page, self.is_folded))
        if is_new:
            self._place()
        else:
            renew_presses(self.group.widgets, (press for press in page.buttons if isinstance(press, Press)))

    @property
    def is_folded(self) -> bool:
        """Whether only the title is shown. Steps of a lesson don't fold."""
        is_known = self.is_crowded and self.page.say in self._shown_texts
        is_open = not is_known if self._is_opened is None else self._is_opened
        return bool(self.page.say) and not self.page.buttons and not is_open

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Fold or open a hint by a click on its title."""
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        head = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, px(HEAD))
        if is_click and self.page.say and not self.page.buttons and head.collidepoint(event.pos):
            self._is_opened, self.stale = self.is_folded, True
        return super().handle(event)

    def wanted(self, width: int, max_height: int) -> int:
        """Return the height that the panel needs at a width.

        A text that is too long gets smaller letters, then a cut.
        """
        self._roles = ROLES
        if self._height(width) > max_height:
            self._roles = SMALL_ROLES
        return min(max_height, self._height(width))

    def complaint_height(self, width: int) -> int:
        """Return the part of that height for the complaint."""
        return self._note_height(self.page.complaint, width - 2 * px(PAD))

    def _height(self, width: int) -> int:
        if not self.page.say:
            return 0
        if self.is_folded:
            return px(HEAD)
        body, inner = self._roles[0], width - 2 * px(PAD)
        height = px(HEAD) + px(8) + len(wrap(self.page.say, body, inner)) * line_height(body) + self._foot + px(8)
        return height + self._notes_height(inner)

    @property
    def _foot(self) -> int:
        """The height of the row of buttons, 0 without buttons."""
        return px(FOOT) if self.page.buttons else 0

    def _notes_height(self, inner: int) -> int:
        """Return the height of the task and the complaint."""
        return self._note_height(self.page.task, inner) + self._note_height(self.page.complaint, inner)

    def _note_height(self, text: str, inner: int) -> int:
        role = self._roles[1]
        return px(6) + len(wrap(text, role, inner - px(ARROW))) * line_height(role) if text else 0

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        self._place()

    def _place(self) -> None:
        """Place the buttons at the right end of the last row."""
        if not self.rect.width:
            return
        right, y, buttons = self.rect.right - px(PAD), self.rect.bottom - px(FOOT), []
        for press in reversed(self.page.buttons):
            width = text_size(press if isinstance(press, str) else press.label, "label")[0] + px(24)
            rect = pygame.Rect(right - width, y, width, px(28))
            if isinstance(press, Press):
                buttons.append(press_button(press, rect, "label"))
            right -= width + px(6)
        self._row_left = right
        self.group.renew(reversed(buttons))
        self.stale = True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the frame, the title, the texts, and the dashes of the steps."""
        page, rect = self.page, self.rect
        if rect.height <= 0:
            return
        frame = rect.inflate(-px(2), -px(2))
        draw_box(canvas, frame, PANEL, radius=px(6), border=mix_colors(BLADE, PANEL, 0.4))
        head = pygame.Rect(frame.left + 1, frame.top + 1, frame.width - 2, px(HEAD) - px(4))
        draw_box(canvas, head, GOLD_HEAD, radius=px(5))
        left, inner = rect.left + px(PAD), rect.width - 2 * px(PAD)
        start = left if page.buttons else _draw_triangle(canvas, left, head.centery, is_open=not self.is_folded)
        end = draw_text(canvas, (rect.right - px(PAD), head.centery), page.place, "small", TEXT_SOFT, anchor="midright")
        width = end.left - start - px(8)
        draw_text(canvas, (start, head.centery), page.title, "strong", BLADE, anchor="midleft", width=width)
        if self.is_folded:
            return
        y = rect.top + px(HEAD) + px(4)
        body, strong = self._roles
        say_height = rect.bottom - self._foot - self._notes_height(inner) - y
        y = draw_wrapped(canvas, pygame.Rect(left, y, inner, say_height), page.say, body, TEXT, is_link=True)
        for text, color in ((page.task, BLADE), (page.complaint, WARN)):
            if text:
                y += px(6)
                middle = y + line_height(strong) // 2
                _draw_arrow(canvas, left, middle) if color is BLADE else _draw_cross(canvas, left, middle)
                area = pygame.Rect(left + px(ARROW), y, inner - px(ARROW), rect.bottom - y)
                y = draw_wrapped(canvas, area, text, strong, color, is_link=True)
        if page.buttons:
            self._draw_dashes(canvas, left, rect.bottom - px(FOOT) + px(14))

    def _draw_dashes(self, canvas: pygame.Surface, left: int, y: int) -> None:
        """Draw a dash for each step, as far as they fit beside the buttons."""
        page, free = self.page, self._row_left - px(2) - left
        step = min(px(12), free // max(1, page.count))
        for number in range(page.count if step >= 3 else 0):
            color = BLADE if number <= page.at else EDGE_HIGH
            start = left + number * step
            pygame.draw.line(canvas, color, (start, y), (start + max(1, step - px(3)), y), px(3))


def _draw_triangle(canvas: pygame.Surface, x: int, y: int, *, is_open: bool) -> int:
    """Draw the triangle before a title that folds, and return where the title starts."""
    size = px(4)
    points = [(x, y - size), (x, y + size), (x + size + px(1), y)]
    if is_open:
        points = [(x, y - size // 2), (x + 2 * size, y - size // 2), (x + size, y + size)]
    pygame.draw.polygon(canvas, BLADE, points)
    return x + px(14)


def _draw_arrow(canvas: pygame.Surface, x: int, y: int) -> None:
    size = px(4)
    pygame.draw.line(canvas, BLADE, (x, y), (x + px(10), y), px(2))
    tip = x + px(11)
    pygame.draw.lines(canvas, BLADE, False, [(tip - size, y - size), (tip, y), (tip - size, y + size)], px(2))


def _draw_cross(canvas: pygame.Surface, x: int, y: int) -> None:
    size = px(4)
    for slope in (-size, size):
        pygame.draw.line(canvas, WARN, (x + px(2), y - slope), (x + px(2) + 2 * size, y + slope), px(2))
