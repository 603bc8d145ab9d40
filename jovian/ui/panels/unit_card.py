"""A weapon's row of the unit card: its arcs, name and numbers, and what it would do to the target in sight. The
unit card: header, ratings, every track in its boxes, weapons with their arcs, traits and states.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from jovian.cards import Mount
from jovian.game import OBJECT, Model, Refusal, State
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.shot import used_up
from jovian.ui.board.board_help import Shots
from jovian.ui.kit.draw import boxes, draw_box, draw_pill, pill_size, rosette, stat
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import (
    ACCENT,
    BLADE,
    DANGER,
    EDGE,
    GOOD,
    PANEL_HIGH,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Action
from jovian.ui.panels.panel import Panel
from jovian.ui.presentation.cards import (
    Rating,
    aboard_words,
    also_words,
    help_of,
    left_words,
    ratings_of,
    state_words,
    stock_words,
    weapon_help,
)

# --- weapon row ---
# A weapon's row of the unit card: its arcs, name and numbers, and what it would do to the target in sight.


class Seen(NamedTuple):
    """How a weapon is seen now, besides its card."""

    lit: bool
    """Is it in hand, or are its arcs shown?"""
    pointed: bool
    """Is the pointer on it?"""
    gone: bool
    """Is it damaged, or used up in this activation?"""
    note: str
    """A word beside its name, "" for its traits."""
    color: Color
    """The color of that word."""
    shot: Assessment | Refusal | None
    """What it would do to the target in sight, or why it cannot, None without a target."""


def draw_weapon(canvas: pygame.Surface, rect: pygame.Rect, mount: Mount, seen: Seen) -> None:
    """Draw the row into a rectangle."""
    weapon = mount.weapon
    pointed = mix_colors(PANEL_HIGH, ACCENT, 0.1) if seen.pointed else WELL
    draw_box(canvas, rect, mix_colors(PANEL_HIGH, ACCENT, 0.25) if seen.lit else pointed, radius=px(4),
        border=ACCENT if seen.lit else EDGE)  # fmt: skip
    ink = TEXT_FAINT if seen.gone else TEXT
    rosette(canvas, (rect.left + px(14), rect.centery), weapon.arcs, min(px(9), rect.height // 2 - 1), ink)
    pos = (rect.left + px(29), rect.centery)
    said = draw_text(canvas, pos, weapon.name, "label", ink, anchor="midleft", width=rect.width - px(176))
    note = seen.note or " ".join(str(trait) for trait in weapon.traits).upper()
    if note:
        room = max(1, rect.right - px(140) - said.right)
        draw_text(canvas, (said.right + px(6), rect.centery), note, "tiny", seen.color, anchor="midleft", width=room)
    columns = ((weapon.macro or None, px(64)), (weapon.as_, px(96)), (weapon.ac, px(128)))
    for value, off in columns:
        text = "–" if value is None else str(value)
        draw_text(canvas, (rect.right - off, rect.centery), text, "label", ink, anchor="center")
    _draw_shot(canvas, (rect.right - px(8), rect.centery), seen.shot)


def _draw_shot(canvas: pygame.Surface, pos: tuple[int, int], shot: Assessment | Refusal | None) -> None:
    """What the weapon would do to the target in sight, at the right end of its row."""
    if isinstance(shot, Refusal):
        draw_text(canvas, pos, "can't", "tiny", mix_colors(DANGER, TEXT_FAINT, 0.4), anchor="midright")
    elif shot is not None:
        draw_text(canvas, pos, f"{shot.odds().success:.0%}", "label", GOOD, anchor="midright")


# --- unit card ---
# The unit card: header, ratings, every track in its boxes, weapons with their arcs, traits and states.
#
# A click on a weapon takes it in hand. With a target in sight each weapon's row tells what it would do.

_TRACKS: tuple[tuple[str, Color], ...] = (
    ("structure", GOOD), ("defense", ACCENT), ("sensors", (150, 160, 255)), ("thrusters", WARN),
    ("marines", (210, 150, 110)), ("fuel", BLADE),
)  # fmt: skip
ROW = 27
STAT = 36
"""The narrowest box of a plain rating."""


KINDS = {"capital": "capital ship", "squadron": "squadron", OBJECT: "unknown type"}
"""What the kinds of cards are called."""


class UnitCard(Panel):
    """Not a widget: `weapon_at` tells which weapon is under a point."""

    def __init__(self) -> None:
        super().__init__()
        self.model: Model | None = None
        self.state: State | None = None
        self.weapons: tuple[str, ...] = ()
        self.used: tuple[str, ...] = ()
        self.shots: Shots = {}
        self.hover_row = ""
        self._rows: dict[str, pygame.Rect] = {}
        self._hints: list[tuple[pygame.Rect, str]] = []
        self.offset = 0
        """Pixels that it is scrolled."""
        self.page = self.rect
        """The whole of it, in sight or not."""
        self._under = False

    def show(self, state: State, model: Model | None, weapons: tuple[str, ...], shots: Shots) -> None:
        """Take the model whose card is shown, the weapons whose arcs are, and what each would do to a target."""
        act = state.activation
        self.used = ()
        if act is not None and model is not None and act.model == model.id:
            self.used = tuple(each for each in act.used if used_up(state, model, each))
        if (model.id if model else "") != (self.model.id if self.model else ""):
            self.offset = 0
        self.model, self.state, self.weapons, self.shots = model, state, weapons, shots
        seen = (model.digested(), aboard_words(state, model), also_words(state, model)) if model else None
        self.offer((seen, weapons, self.used, self.hover_row, state.turn, _shot_facts(shots)))

    def hover(self, pos: tuple[int, int]) -> None:
        """Note what is under the pointer."""
        self.hover_row = self.weapon_at(pos)

    def weapon_at(self, pos: tuple[int, int]) -> str:
        """The mount whose row is under a point, "" for none."""
        if not self.rect.collidepoint(pos):
            return ""
        return next((mount for mount, rect in self._rows.items() if rect.collidepoint(pos)), "")

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What the thing under a point means."""
        if not self.rect.collidepoint(pos):
            return None
        return next(((rect, text) for rect, text in self._hints if rect.collidepoint(pos)), None)

    def wanted(self, model: Model | None) -> int:
        """How high a card would like to be."""
        if model is None:
            return px(120)
        tracks = sum(1 for track, _ in _TRACKS if model.boxes(track))
        line = px(20) if self.state is not None and aboard_words(self.state, model) else 0
        line += (self._stat_rows - 1) * px(48)
        return line + px(54 + 54 + 22 + 30) + (tracks + 1) // 2 * px(34) + len(model.card.mounts) * px(ROW) + px(40)

    def layout(self, rect: pygame.Rect) -> None:
        """Fit it to its part of the screen; what has no room is scrolled to."""
        super().layout(rect)
        self.scroll(0)

    @property
    def further(self) -> int:
        """How far it may be scrolled."""
        return max(0, self.wanted(self.model) - self.rect.height)

    @property
    def scrolling(self) -> pygame.Rect:
        """What moves when it is scrolled."""
        return self.rect if self.further else pygame.Rect(0, 0, 0, 0)

    def scroll(self, by: int) -> None:
        """Move what it shows up by so many pixels."""
        offset = max(0, min(self.further, self.offset + by))
        self.stale, self.offset = self.stale or offset != self.offset, offset

    def handle(self, event: pygame.event.Event) -> Action | None:
        """The wheel over it scrolls it."""
        if event.type == pygame.MOUSEMOTION:
            self._under = self.rect.collidepoint(event.pos)
        if event.type == pygame.MOUSEWHEEL and self._under and self.further:
            self.scroll(-round(getattr(event, "precise_y", event.y) * px(ROW) * 1.5))
        return super().handle(event)

    def paint(self, canvas: pygame.Surface) -> None:
        """The whole card, as far as it is scrolled."""
        super().paint(canvas)
        self._rows, self._hints = {}, []
        model, state = self.model, self.state
        if model is None or state is None:
            draw_text(canvas, self.rect.center, "Point at a model to see its card", "body", TEXT_FAINT, anchor="center",
                      width=self.rect.width - px(16))  # fmt: skip
            return
        bar = px(10) if self.further else 0
        self.page = pygame.Rect(self.rect.left, self.rect.top - self.offset, self.rect.width - bar,
                                max(self.rect.height, self.wanted(model)))  # fmt: skip
        left, width = self.page.left + px(14), self.page.width - px(28)
        y = self._header(canvas, model)
        y = self._stats(canvas, model, state, pygame.Rect(left, y + px(6), width, px(44)))
        y = self._tracks(canvas, model, pygame.Rect(left, y + px(6), width, 0))
        y = self._weapons(canvas, model, state, pygame.Rect(left, y + px(4), width, 0))
        y = self._aboard(canvas, model, state, pygame.Rect(left, y + px(2), width, px(18)))
        self._pills(canvas, model, state, pygame.Rect(left, y + px(4), width, 0))
        if bar:
            high = self.rect.height * self.rect.height // self.page.height
            top = self.rect.top + (self.rect.height - high) * self.offset // self.further
            draw_box(canvas, pygame.Rect(self.rect.right - bar, top, bar - px(2), high), EDGE, radius=px(4))

    def _header(self, canvas: pygame.Surface, model: Model) -> int:
        look = SIDES[model.side]
        rect = pygame.Rect(self.page.left + 1, self.page.top + 1, self.page.width - 2, px(50))
        draw_box(canvas, rect, mix_colors(look.deep, look.main, 0.22), bottom=look.deep, radius=px(5))
        canvas.fill(look.main, (rect.left, rect.bottom - 2, rect.width, 2))
        room = rect.width - px(90)
        draw_text(canvas, (rect.left + px(13), rect.top + px(6)), model.name, "heading", TEXT, width=room)
        kind = KINDS[model.card.kind]
        said = f"{model.card.name} · {kind} · {model.card.faction}"
        draw_text(canvas, (rect.left + px(13), rect.top + px(28)), said, "small", look.light, width=room)
        draw_text(
            canvas, (rect.right - px(12), rect.top + px(5)), str(model.card.tv), "value", BLADE, anchor="topright"
        )
        draw_text(canvas, (rect.right - px(12), rect.top + px(31)), "TV", "tiny", BLADE, anchor="topright")
        return rect.bottom

    @property
    def _stat_rows(self) -> int:
        """The rows of plain ratings: two where one would be too narrow to be read."""
        return 1 if (self.rect.width - px(28)) / 9 >= px(STAT) else 2

    def _stats(self, canvas: pygame.Surface, model: Model, state: State, rect: pygame.Rect) -> int:
        entries, rows = ratings_of(model, state), self._stat_rows
        each = -(-len(entries) // rows)
        for row in range(rows):
            self._stat_row(canvas, entries[row * each : (row + 1) * each], rect.move(0, row * (rect.height + px(4))))
        return rect.bottom + (rows - 1) * (rect.height + px(4))

    def _stat_row(self, canvas: pygame.Surface, entries: list[Rating], rect: pygame.Rect) -> None:
        gap, done = px(3), 0.0
        weights = [1.0 + (0.6 if entry.became else 0.0) for entry in entries]
        unit = (rect.width + gap) / sum(weights)
        for entry, weight in zip(entries, weights, strict=True):
            left, right = rect.left + round(unit * done), rect.left + round(unit * (done + weight)) - gap
            each = pygame.Rect(left, rect.top, right - left, rect.height)
            stat(canvas, each, entry.value, entry.label, entry.color, entry.became)
            self._hints.append((each, entry.hint))
            done += weight

    def _tracks(self, canvas: pygame.Surface, model: Model, area: pygame.Rect) -> int:
        shown = [(track, color) for track, color in _TRACKS if model.boxes(track)]
        half, gap = (area.width - px(12)) // 2, px(34)
        for index, (track, color) in enumerate(shown):
            left = area.left + (index % 2) * (half + px(12))
            top = area.top + index // 2 * gap
            draw_text(canvas, (left, top), track.upper(), "tiny", TEXT_SOFT)
            values = model.boxes(track)
            left_over = left_words(model, track)
            draw_text(canvas, (left + half, top), left_over, "tiny", TEXT, anchor="topright")
            row = pygame.Rect(left, top + px(13), half, px(16))
            boxes(canvas, row, [str(value) for value in values], model.marks.get(track, 0), color, gap=3)
        return area.top + (len(shown) + 1) // 2 * gap

    def _weapons(self, canvas: pygame.Surface, model: Model, state: State, area: pygame.Rect) -> int:
        heads = (("M", px(60)), ("AS", px(92)), ("AC", px(124)))
        draw_text(canvas, area.topleft, "WEAPONS", "tiny", TEXT_SOFT)
        for label, off in heads:
            draw_text(canvas, (area.right - off, area.top), label, "tiny", TEXT_SOFT, anchor="midtop")
        y = area.top + px(14)
        count = max(1, len(model.card.mounts))
        high = min(px(ROW), max(px(18), (self.page.bottom - px(30) - y) // count))
        for mount in model.card.mounts:
            rect = pygame.Rect(area.left - px(4), y, area.width + px(8), high - px(3))
            self._rows[mount.id] = rect
            draw_weapon(canvas, rect, mount, self._seen(model, mount))
            self._hints.append((rect, weapon_help(rulebook(state), mount.weapon)))
            y += high
        return y

    def _seen(self, model: Model, mount: Mount) -> Seen:
        """How a weapon is seen now."""
        note, color = "", TEXT_FAINT
        damaged, used = mount.id in model.damaged, mount.id in self.used
        if damaged:
            note, color = "DAMAGED", DANGER
        elif used:
            note = "FIRED"
        elif mount.weapon.stock:
            note, color = stock_words(model, mount.id), BLADE
        lit, pointed = mount.id in self.weapons, mount.id == self.hover_row
        return Seen(lit, pointed, damaged or used, note, color, self.shots.get(mount.id))

    def _aboard(self, canvas: pygame.Surface, model: Model, state: State, area: pygame.Rect) -> int:
        """A line on who is aboard, if anybody is or could be."""
        said = aboard_words(state, model)
        if not said:
            return area.top
        draw_text(canvas, area.topleft, "ABOARD", "tiny", TEXT_SOFT)
        room = area.width - px(60)
        draw_text(canvas, (area.left + px(58), area.top - px(3)), said, "small", TEXT, width=room)
        hint = "Models aboard. Both players see the number. Only the owner sees which models they are."
        self._hints.append((area.move(0, -px(4)), f"Aboard: {said}. {hint}"))
        return area.bottom

    def _pills(self, canvas: pygame.Surface, model: Model, state: State, area: pygame.Rect) -> None:
        book = rulebook(state)
        loads = len(model.loads)
        also = [(text, ACCENT, hint) for text, hint in also_words(state, model)]
        texts = [(text, BLADE, hint) for text, _, hint in also[:loads]]
        texts += [(state_words(state, model, each), WARN, help_of(book.states, each)) for each in model.states]
        texts += also[loads:]
        texts += [(str(trait), TEXT_SOFT, help_of(book.traits, trait.name)) for trait in model.card.traits]
        x, y = area.left, area.top
        for text, color, hint in texts:
            width, height = pill_size(text, "tiny")
            if x + width > area.right:
                x, y = area.left, y + height + px(3)
            if y + height > self.page.bottom - px(2):
                return
            rect = draw_pill(canvas, (x, y), text, color, anchor="topleft", role="tiny")
            self._hints.append((rect, f"{text}: {hint}"))
            x += width + px(4)


def _shot_facts(shots: Shots) -> tuple[object, ...]:
    return tuple((mount, isinstance(shot, Refusal), getattr(shot, "pool", None)) for mount, shot in shots.items())
