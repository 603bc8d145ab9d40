"""Signs over the table: who answers, that a computer player thinks, and the curtain between two players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from jovian.game import Model
from jovian.game.events import Revealed
from jovian.game.game import OPEN
from jovian.narrator import LogLine, Names, group_events, tell_group
from jovian.rules.rulebook.rulebook import rulebook
from jovian.session.session import Session, Thinking
from jovian.ui.kit.draw import draw_box, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size
from jovian.ui.kit.theme import (
    BLADE,
    EDGE_HIGH,
    PANEL,
    PANEL_HIGH,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    VOID,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Button, Group
from jovian.ui.presentation.log import rows_of

RECAP_LINES = 8
"""Maximum number of log lines on the curtain."""


def recap(session: Session, sides: tuple[str, str]) -> list[LogLine]:
    """Return the last lines of the log that both players may read."""
    view = session.match.view(OPEN)
    names = Names.of(view, sides)
    for event in session.match.events.of(Revealed):
        names.learn(event)
    entries = session.match.events.seen_by(OPEN)[-8 * RECAP_LINES :]
    stories = [tell_group(group, names, rulebook(view)) for group in group_events(entries)]
    return [line for story in stories for line in story.lines][-RECAP_LINES:]


def draw_edge(surface: pygame.Surface, rect: pygame.Rect, side: int, width: int) -> None:
    """Draw an edge in the color of a side, in dashes for the hatched one."""
    colors = SIDES[side]
    top, left = pygame.Rect(rect.topleft, (rect.width, width)), pygame.Rect(rect.topleft, (width, rect.height))
    for strip in (top, top.move(0, rect.height - width), left, left.move(rect.width - width, 0)):
        surface.fill(colors.main, strip)
        for at in range(0, max(strip.size) if colors.hatched else 0, px(16)):
            across = strip.width > strip.height
            size = (px(6), width) if across else (width, px(6))
            dash = pygame.Rect((strip.left + at * across, strip.top + at * (not across)), size)
            surface.fill(colors.deep, dash.clip(strip))


def draw_curtain(
    surface: pygame.Surface, name: str, side: int, words: str, key: str, recap: Sequence[LogLine]
) -> pygame.Rect:
    """Cover the window, and show words about the change of sides and the recap of the public events.

    Return the place for a button below.
    """
    colors, rect = SIDES[side], surface.get_rect()
    surface.fill(mix_colors(VOID, colors.deep, 0.14))
    draw_edge(surface, rect, side, px(10))
    sheet_width, row_height = min(rect.width - px(40), px(640)), line_height("small")
    rows = [row for line in recap for row in rows_of(line, sheet_width - px(60))]
    rows = rows[-max(1, (rect.height - px(190)) // row_height) :]
    sheet = pygame.Rect(0, 0, sheet_width, px(180) + len(rows) * row_height)
    sheet.center = rect.center
    draw_box(surface, sheet, PANEL, radius=px(12), border=colors.main)
    name_width = text_size(name, "title")[0]
    draw_side_badge(
        surface, (sheet.centerx - name_width // 2 - px(18), sheet.top + px(50)), colors.main, colors.hatched, px(8)
    )
    draw_text(surface, (sheet.centerx, sheet.top + px(50)), name, "title", TEXT, anchor="center")
    draw_text(
        surface,
        (sheet.centerx, sheet.top + px(84)),
        words,
        "body",
        TEXT_SOFT,
        anchor="center",
    )
    y = sheet.top + px(112)
    for row in rows:
        x = sheet.left + px(40)
        for piece in row.pieces:
            x = draw_text(
                surface, (x, y), piece.text, piece.role, piece.color, width=max(1, sheet.right - px(20) - x)
            ).right + px(4)
        y += row_height
    hint = f"Click, or press {key}, when ready"
    draw_text(surface, (sheet.centerx, sheet.bottom - px(30)), hint, "strong", TEXT_FAINT, anchor="center")
    button = pygame.Rect(0, 0, px(180), px(34))
    button.midbottom = sheet.centerx, min(sheet.bottom + px(50), rect.bottom - px(14))
    return button


SIGN_SECONDS, OPEN_SECONDS = 0.9, 0.12
"""Seconds for which a banner names the side that answers now, and in which it opens."""


class SideSign:
    """Shows which side answers: an edge around the window, and for two players at one screen a banner on a change."""

    def __init__(self) -> None:
        self.side: int | None = None
        """The side that answers, None for no edge."""
        self.seconds = 0.0
        """Seconds for which the banner stays."""
        self.words = ""
        """What the banner says below the name."""

    def show(self, side: int | None, words: str) -> None:
        """Show that a side answers. With words, a banner appears if it is another side than before."""
        if words and side is not None and self.side not in (None, side):
            self.seconds, self.words = SIGN_SECONDS, words
        self.side = side

    def meet(self, side: int | None) -> None:
        """Note that the players have seen who answers."""
        self.side, self.seconds = side, 0.0

    def update(self, dt: float) -> bool:
        """Advance by that many seconds. Return whether the banner has gone."""
        was_visible, self.seconds = self.seconds > 0, max(0.0, self.seconds - dt)
        return was_visible and not self.seconds

    def draw(self, surface: pygame.Surface, view: pygame.Rect, names: tuple[str, str]) -> None:
        """Draw the edge, and the banner across the board."""
        if self.side is None:
            return
        draw_edge(surface, surface.get_rect(), self.side, px(4))
        if not self.seconds:
            return
        colors, name = SIDES[self.side], names[self.side]
        share = min(1.0, (SIGN_SECONDS - self.seconds) / OPEN_SECONDS, self.seconds / OPEN_SECONDS)
        rect = pygame.Rect(0, 0, view.width, round(px(132) * share))
        rect.center = view.center
        draw_box(surface, rect, mix_colors(VOID, colors.deep, 0.85), alpha=238)
        for y in (rect.top, rect.bottom - px(3)):
            surface.fill(colors.main, (rect.left, y, rect.width, px(3)))
        if share < 1.0:
            return
        left = view.centerx - (text_size(name, "display")[0] - px(44)) // 2
        draw_side_badge(surface, (left - px(30), rect.top + px(52)), colors.main, colors.hatched, px(15))
        draw_text(surface, (left, rect.top + px(52)), name, "display", TEXT, anchor="midleft", width=view.right - left)
        draw_text(surface, (rect.centerx, rect.top + px(98)), self.words, "heading", colors.light, anchor="center")


def draw_end_ring(surface: pygame.Surface, rect: pygame.Rect, share: float) -> None:
    """Draw the part of a line around a button that shows how much of the time before an end has passed."""
    x, y = rect.midtop
    corners = [(x, y), rect.topright, rect.bottomright, rect.bottomleft, rect.topleft, (x, y)]
    left = share * 2 * (rect.width + rect.height)
    for p, q in pairwise(corners):
        length = abs(q[0] - p[0]) + abs(q[1] - p[1])
        part = min(1.0, left / max(1, length))
        if part > 0:
            end = (p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part)
            pygame.draw.line(surface, BLADE, p, end, px(3))
        left -= length


# --- Thinking sign ---

MAX_DOTS, DOTS_PER_SECOND = 3, 2.5
"""The dots appear one by one, this many per second."""
HURRY = "hurry"
"""The name of the command and of the button."""
HINTS = (
    "Uses the best answer found so far.",
    "Stops this player, which can't hurry. The default choice is used.",
)


CHIP_HEIGHT, CHIP_GAP, FAN_GAP = 28, 3, 24
"""The height of a chip, the space between two of them, and that between the models and their chips."""


class ModelFan:
    """The names of models that are close together, as chips beside them. One of them is lit."""

    def __init__(self) -> None:
        self._group = Group()
        self.ids: tuple[str, ...] = ()
        """The ids of the models, () while there is no fan."""
        self._lit = 0

    @property
    def lit(self) -> str:
        """The id of the model whose chip is lit."""
        return self.ids[self._lit]

    @property
    def buttons(self) -> list[Button]:
        """The chips, in the order of the models."""
        return [widget for widget in self._group.widgets if isinstance(widget, Button)]

    def open(self, models: Sequence[Model], at: tuple[float, float], view: pygame.Rect) -> None:
        """Show a chip for each model, beside a place on the screen."""
        self.ids, self._lit = tuple(model.id for model in models), 0
        width, step = max(text_size(model.name, "label")[0] for model in models) + px(32), px(CHIP_HEIGHT + CHIP_GAP)
        whole = pygame.Rect(0, 0, width, step * len(models))
        whole.midright = round(at[0]) - px(FAN_GAP), round(at[1])  # Notes are at the right.
        if whole.left < view.left:
            whole.left = round(at[0]) + px(FAN_GAP)
        whole.clamp_ip(view)
        self._group.renew(
            Button(model.id, pygame.Rect(whole.left, whole.top + n * step, width, px(CHIP_HEIGHT)), model.name,
                   value=model.id, role="label")
            for n, model in enumerate(models)
        )  # fmt: skip
        self.step(0)

    def close(self) -> None:
        """Remove the chips."""
        self.ids, self._group.widgets = (), []

    def step(self, step: int) -> None:
        """Light another chip, around the ends."""
        self._lit = (self._lit + step) % len(self.ids)
        for number, button in enumerate(self.buttons):
            button.lit = number == self._lit

    def handle(self, event: pygame.event.Event) -> str:
        """Light the chip under the pointer. Return the id of the model whose chip was clicked, "" for none."""
        action = self._group.handle(event)
        under = next((number for number, button in enumerate(self.buttons) if button.hovered), self._lit)
        self.step(under - self._lit)
        return str(action.value) if action is not None else ""

    def holds(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on a chip."""
        return any(button.rect.collidepoint(pos) for button in self.buttons)

    def draw(self, surface: pygame.Surface) -> None:
        self._group.draw(surface)


class ThinkingSign:
    """The sign at the top of the board while a computer player thinks."""

    def __init__(self) -> None:
        self._group = Group()
        self.button = Button(HURRY, pygame.Rect(0, 0, 0, 0), "")
        self._rect = pygame.Rect(0, 0, 0, 0)
        self.shown = ""
        """The text of the sign, "" while it isn't visible."""
        self._side = 0
        self._dots = 0
        self._laid: tuple[object, ...] = ()
        """What the sign was laid out for."""

    def show(
        self, view: pygame.Rect, thinking: Thinking, side: int, text: str, key: str, *, is_still: bool = False
    ) -> None:
        """Show that the player of a side thinks, if it has for a while. `key` makes it decide faster.

        Without a key, show what the game waits for.
        """
        if key and not thinking.is_visible:
            self._group.widgets, self.shown = [], ""
            return
        label = f"{'Stop now' if thinking.hurried else 'Hurry'} ({key})" if key else ""
        dots = int(thinking.seconds * DOTS_PER_SECOND) % (MAX_DOTS + 1)
        self._side, self._dots = side, (MAX_DOTS if key else 0) if is_still else dots
        layout_key = (text, label, view.midtop, px(1000))
        if self.shown and layout_key == self._laid:
            return
        self._laid = layout_key
        text_width, button_width = text_size(text, "label")[0], text_size(label, "label")[0] + px(22)
        button_width = button_width if key else -px(36)
        self._rect = pygame.Rect(0, 0, text_width + button_width + px(92), px(34))
        self._rect.midtop = view.centerx, view.top + px(8)
        self.shown = text
        rect = pygame.Rect(self._rect.right - button_width - px(4), self._rect.top + px(4), button_width, px(26))
        hovered = bool(self._group.widgets) and self.button.hovered
        self.button = Button(HURRY, rect, label, hint=HINTS[thinking.hurried], role="label")
        self.button.hovered = hovered
        self._group.widgets = [self.button] if key else []

    def pressed(self, event: pygame.event.Event) -> bool:
        """Return whether the button was pressed."""
        return bool(self.shown) and self._group.handle(event) is not None

    def holds(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on the sign."""
        return bool(self.shown) and self._rect.collidepoint(pos)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sign, and the tooltip of its button."""
        if not self.shown:
            return
        colors = SIDES[self._side]
        draw_box(surface, self._rect, PANEL_HIGH, radius=px(8), border=EDGE_HIGH, alpha=235)
        x, y = self._rect.left + px(20), self._rect.centery
        draw_side_badge(surface, (x, y), colors.main, colors.hatched, px(6))
        x = draw_text(surface, (x + px(14), y), self.shown, "label", TEXT_SOFT, anchor="midleft").right + px(10)
        for number in range(self._dots):
            pygame.draw.circle(surface, colors.main, (x + px(8) * number, y), px(2))
        self._group.draw(surface)
        if tip := self._group.tooltip():
            tip[0].draw(surface, tip[1])
