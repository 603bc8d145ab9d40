"""The page of a copy as one side may know a game: the table at each moment, and the log. Nothing can be answered."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import pygame

from jovian.game import State
from jovian.narrator import DETAIL, HEADLINE, Line
from jovian.side_copy import SideCopy
from jovian.ui.board.board import Board, Scene
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import draw_panel
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Button, ScrollList, Signal, Slider, Widget, draw_back
from jovian.ui.panels.unit_card import UnitCard
from jovian.ui.screens.navigation import ToTitle
from jovian.ui.screens.screen import Host, Screen

GAP, TOP, LOW = 12, 64, 68
"""The unscaled space between parts, and the heights of the header and of the row of buttons."""
STEPS = (
    ("first", "|<", "First moment", pygame.K_HOME),
    ("before", "<", "Previous moment", pygame.K_LEFT),
    ("after", ">", "Next moment", pygame.K_RIGHT),
    ("last", ">|", "Last moment", pygame.K_END),
)
ZOOM_FACTOR = 1.15
"""The factor of one step of the wheel."""
INDENTS = {HEADLINE: 0, DETAIL: 20}
"""The unscaled indents of the lines of the log. The others have 10."""


class CopyScreen(Screen):
    """A copy to look at. The slider, the buttons, and a click on a line of the log lead to a moment."""

    def __init__(self, app: Host, copy: SideCopy, back: Screen | None) -> None:
        super().__init__(app)
        self.copy, self.back = copy, back
        self.at = len(copy.states) - 1
        """The shown moment."""
        self.selected = ""
        """The model whose card is shown."""
        self.card = UnitCard()
        self._pointer = (0, 0)
        self._frame_dt = 1.0
        self.board = Board((0, 0, *self.size), (self.state.width, self.state.height))

    @property
    def state(self) -> State:
        """What the side saw at the shown moment."""
        return self.copy.states[self.at]

    @property
    def busy(self) -> bool:
        return self.board.busy

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        gap, top = px(GAP), px(TOP)
        right_width = max(px(320), size[0] * 30 // 100)
        height = size[1] - top - px(LOW)
        self.board.stand_in(pygame.Rect(gap, top, size[0] - right_width - 3 * gap, height))
        self._right = pygame.Rect(size[0] - gap - right_width, top, right_width, height)
        self.log = ScrollList("log", self._right, self._draw_row, height_of=self._row_height)
        self._slider = Slider("at", pygame.Rect(0, 0, 0, 0), "Moment", 0, max(1, len(self.copy.states) - 1), self.at)
        self._slider.show = lambda value: f"{value:g} of {len(self.copy.states) - 1}"
        self.group.renew([*self._low_widgets(), self.log])
        self._show()

    def _low_widgets(self) -> list[Widget]:
        y, height, gap = self.size[1] - px(56), px(44), px(6)
        widgets: list[Widget] = [Button("back", pygame.Rect(px(GAP), y, px(110), height), "Back")]
        x = widgets[0].rect.right + px(GAP)
        for name, label, hint, key in STEPS:
            widgets.append(Button(name, pygame.Rect(x, y, px(48), height), label, hint=hint, key=key))
            x += px(48) + gap
        self._slider.rect = pygame.Rect(x + gap, y, self.size[0] - px(GAP) - x - gap, height)
        return [*widgets, self._slider]

    def _row_height(self, line: Line) -> int:
        return len(self._wrapped(line)) * line_height("small") + px(6 if line.level == HEADLINE else 2)

    def _wrapped(self, line: Line) -> tuple[str, ...]:
        faces = f"{' '.join(str(die.face) for die in line.dice)}: " if line.dice else ""
        return wrap(faces + line.text, "small", self._right.width - px(36) - self._indent(line))

    def _indent(self, line: Line) -> int:
        return px(INDENTS.get(line.level, 10))

    def _show(self) -> None:
        """Show the current moment: the log up to it, and the card of the selected model."""
        lines = self.copy.lines_until(self.at)
        model = self.state.models.get(self.selected)
        height = min(self.card.wanted(model), self._right.height * 6 // 10) if model is not None else 0
        self.log.stand_in(
            pygame.Rect(self._right.left, self._right.top, self._right.width, self._right.height - height)
        )
        self.log.set_items(lines)
        self.log.offset = self.log.furthest
        self.card.layout(pygame.Rect(self._right.left, self._right.bottom - height, self._right.width, height))
        self.card.show(self.state, model, (), {})
        self._slider.value = float(self.at)
        self._slider.touch()
        for name, is_at_end in (("first", self.at == 0), ("last", self.at == len(self.copy.states) - 1)):
            for button in (name, "before" if name == "first" else "after"):
                self.group[button].set_enabled(not is_at_end, "There is no moment in this direction")
        self.dirty = True

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        pointer = self._pointer = getattr(event, "pos", self._pointer)
        on_board = pygame.Rect(self.board.camera.view).collidepoint(pointer)
        if event.type == pygame.MOUSEWHEEL and on_board and event.y:
            self.board.camera = self.board.camera.zoomed(pointer, ZOOM_FACTOR**event.y)
            self.dirty = True
        elif event.type == pygame.MOUSEMOTION and on_board and any(event.buttons):
            self.board.camera = self.board.camera.panned(*event.rel)
            self.dirty = True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and on_board:
            self.selected = self.board.pick(pointer, self.state) or ""
            self._show()
        elif self.card.rect.height and event.type == pygame.MOUSEWHEEL and self.card.rect.collidepoint(pointer):
            self.card.scroll(-event.y)
            self.dirty = True
        else:
            super().handle(event)

    def act(self, action: Signal) -> None:
        last = len(self.copy.states) - 1
        places = {"first": 0, "before": self.at - 1, "after": self.at + 1, "last": last}
        if action.name == "back":
            self.cancel()
            return
        if action.name == "log":
            place = bisect_right(self.copy.event_counts, self.copy.lines[int(action.value)].number)
        else:
            place = places[action.name] if action.name in places else round(action.value)
        self.at = max(0, min(place, last))
        self._show()

    def cancel(self) -> None:
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    def finish(self) -> None:
        self.board.finish(self.state, self._scene())

    # --- Drawing ---
    def update(self, dt: float) -> None:
        self._frame_dt = dt

    def _scene(self) -> Scene:
        return Scene(selected=self.selected)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        state, left = self.state, px(GAP)
        moment = f"Turn {state.turn} of {state.scenario.turns}" if state.turn else "Before the first turn"
        title = f"{self.copy.scenario.name} · {'over' if state.over else moment}"
        draw_text(surface, (left, px(8)), title, "heading", TEXT, width=self.size[0] - 2 * left)
        about = self.copy.about[:1].upper() + self.copy.about[1:] + "."
        draw_text(surface, (left, px(36)), about, "body", TEXT_SOFT, width=self.size[0] - 2 * left)
        self.board.draw(surface, state, self._scene(), self._frame_dt)
        draw_panel(surface, self._right)
        self.group.draw(surface)
        if self.card.rect.height:
            self.card.stale = True
            self.card.draw(surface)
        self.dirty = False

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, line: Any, hovered: bool, chosen: bool) -> None:
        if hovered:
            draw_back(surface, rect, hovered, chosen)
        ink = TEXT if line.level == HEADLINE else TEXT_FAINT if line.level == DETAIL else TEXT_SOFT
        y = rect.top + px(2)
        for text in self._wrapped(line):
            draw_text(surface, (rect.left + px(10) + self._indent(line), y), text, "small", ink)
            y += line_height("small")
