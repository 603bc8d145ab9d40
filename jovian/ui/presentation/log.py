"""The log as the window shows it.

Stories of the narrator become rows of colored text, or the caption of a replay. The last activations are kept to be
shown again, and the remarks of computer players are drawn over the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import pygame

from jovian import narrator
from jovian.frozen import frozen
from jovian.game import BOTH, Decision, LogEntry, State
from jovian.game.events import Activated, Deactivated, Remarked
from jovian.narrator import (
    CARD,
    HEADLINE,
    PLACE,
    EventGroup,
    LogLine,
    Name,
    Names,
    Span,
    Story,
    dice_looks,
    group_events,
    tell_group,
)
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.board import Camera
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import BLADE, DANGER, GOOD, PANEL_HIGH, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color, px

# --- Captions of a replay ---

MAX_LINES, MAX_OPTIONS = 3, 60
"""Lines of the log in a caption, and options to search for the given answer."""


def caption(entries: Sequence[LogEntry], names: Names, words: LogRowCache) -> str:
    """Return the log lines of an answer as one line, or "" if nothing was visible."""
    stories = [words.story(group, names) for group in group_events(entries)]
    lines = [line.without(PLACE, CARD) for story in stories for line in story.lines]
    loud = [line for line in lines if line.level != HEADLINE]
    texts = list(dict.fromkeys(line.text for line in loud or lines))
    more = f" · and {len(texts) - MAX_LINES} more" if len(texts) > MAX_LINES else ""
    return " · ".join(texts[:MAX_LINES]) + more


def describe_choice(decision: Decision, choice: Any) -> str:
    """Return the title of a decision and the label of the answer, for answers without log lines."""
    options = islice(decision.options(), MAX_OPTIONS)
    label = next((option.label for option in options if option.choice == choice), "")
    return f"{decision.title}: {label}" if label else decision.title


# --- Rows ---

_STYLES: dict[str, tuple[Color, str]] = {
    narrator.WORDS: (TEXT_SOFT, "small"), narrator.QUIET: (TEXT_FAINT, "small"), narrator.WARNING: (WARN, "small"),
    narrator.HARM: (DANGER, "label"), narrator.REPAIR: (GOOD, "label"), narrator.MODEL: (WARN, "label"),
    narrator.SIDE: (TEXT, "label"), narrator.THING: (TEXT, "label"), narrator.NUMBER: (BLADE, "label"),
    narrator.RESULT: (BLADE, "label"), narrator.ROLLED: (GOOD, "strong"), narrator.OPPOSED: (TEXT, "label"),
    narrator.REASONS: (TEXT_FAINT, "small"), narrator.TITLE: (TEXT_FAINT, "caps"), narrator.VICTORY: (BLADE, "heading"),
    narrator.CARD: (TEXT_FAINT, "small"),
}  # fmt: skip
"""The color and the typeface of each kind of span. Names of a side have its color."""
SHOWN_ELSEWHERE = (narrator.PLACE,)
"""Kinds of spans that the board shows."""
NOTHING = "N"
"""The code of no result, which is faint."""


@frozen
class StyledText:
    """A run of text in one color and typeface."""

    text: str
    color: Color
    role: str
    words: str = ""
    """The meaning of the text if it is a code."""


TURN, ACTIVATION, ENTRY, DETAILS = range(4)
"""Ranks of rows: headings of turns and activations, what happened, and the details of it."""


@frozen
class LogRow:
    """One row of the log."""

    pieces: tuple[StyledText, ...]
    dice: tuple[tuple[int, str], ...] = ()
    """Faces and how to draw them."""
    number: int = 0
    """The number of the event."""
    headline: bool = False
    about: str = narrator.STORY
    """The subject of the line."""
    rank: int = ENTRY
    """What the row is: `TURN`, `ACTIVATION`, `ENTRY`, or `DETAILS`."""
    folds: bool = False
    """Whether a triangle in front of the row folds what belongs to it."""


def rows_of(line: LogLine, width: int, rank: int = ENTRY) -> list[LogRow]:
    """Return a line in as many rows of a rank as it needs. A line with dice stays in one row."""
    pieces = tuple(_piece(span) for span in line.spans if span.kind not in SHOWN_ELSEWHERE)
    whole = LogRow(pieces, dice_looks(line.dice), line.number, line.level == HEADLINE, line.about, rank)
    if line.dice:
        return [whole]
    return [replace(whole, pieces=row) for row in _wrapped(pieces, width)]


def _piece(span: Span) -> StyledText:
    color, role = _STYLES[span.kind]
    if span.side is not None:
        color = SIDES[span.side].main
    elif span.text.strip("()") == NOTHING and span.spelled:
        color = TEXT_FAINT
    text = f"  {span.text}" if span.kind == narrator.REASONS else span.text
    return StyledText(text, color, role, span.spelled)


def _wrapped(pieces: tuple[StyledText, ...], width: int) -> list[tuple[StyledText, ...]]:
    """Return the pieces in rows, broken between words."""
    rows: list[list[StyledText]] = [[]]
    x = 0
    for piece in pieces:
        words: list[str] = []
        for word in piece.text.split(" "):
            size = text_size(word, piece.role)[0] + 5
            if x and x + size > width:
                _add_words(rows[-1], piece, words)
                rows.append([])
                words, x = [], 0
            words.append(word)
            x += size
        _add_words(rows[-1], piece, words)
    return [tuple(row) for row in rows]


def _add_words(row: list[StyledText], piece: StyledText, words: list[str]) -> None:
    """Add words in the style of a piece to the end of a row."""
    if words and row and replace(row[-1], text=piece.text) == piece:
        row[-1] = replace(row[-1], text=" ".join((row[-1].text, *words)))
    elif words:
        row.append(replace(piece, text=" ".join(words)))


@frozen
class _Kept:
    """A group of events in words, and the names in it."""

    group: EventGroup
    sides: tuple[str, ...]
    names: tuple[tuple[str, Name | None], ...]
    """Names by id, or None if the name was unknown."""
    story: Story


class LogRowCache:
    """The groups of one game's events in words, and their rows.

    A replay that goes back and forth doesn't have to format and wrap lines twice. Groups are formatted again if the
    names in them have changed.
    """

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._kept: dict[tuple[int, ...], _Kept] = {}
        """By the numbers of the events."""
        self._rows: dict[tuple[int, int, int], tuple[LogLine, list[LogRow]]] = {}
        """Rows by the id() of a line, a width, and a rank. The line is kept so that its id() stays unique."""

    def story(self, group: EventGroup, names: Names) -> Story:
        """Return a group of events in words, with the names known now."""
        key = tuple(entry.n for entry in group)
        if self.stands(group, names):
            return self._kept[key].story
        names.asked.clear()
        story = tell_group(group, names, self._book)
        used_names = tuple((model_id, names.find_name(model_id)) for model_id in sorted(names.asked))
        self._kept[key] = _Kept(group, names.sides, used_names, story)
        return story

    def stands(self, group: EventGroup, names: Names) -> bool:
        """Return whether the cached words of a group are still right."""
        kept = self._kept.get(tuple(entry.n for entry in group))
        if kept is None or kept.sides != names.sides:
            return False
        return all(old is new for old, new in zip(kept.group, group, strict=True)) and names.hold(kept.names)

    def named_ids(self, group: EventGroup) -> tuple[str, ...]:
        """Return the ids of the models that the cached words of a group name."""
        kept = self._kept.get(tuple(entry.n for entry in group))
        return tuple(model_id for model_id, _ in kept.names) if kept is not None else ()

    def rows(self, line: LogLine, width: int, rank: int) -> list[LogRow]:
        """Return the rows of a line at a width in a rank."""
        cached = self._rows.get((id(line), width, rank))
        if cached is None:
            cached = self._rows[id(line), width, rank] = line, rows_of(line, width, rank)
        return cached[1]

    def forget_rows(self) -> None:
        """Drop all rows, because other widths are shown now."""
        self._rows.clear()


# --- Past activations ---

MAX_KEPT = 24
"""Number of activations that can be shown again."""


@dataclass(slots=True)
class PastActivation:
    """One activation as a side saw it."""

    model: str
    side: int
    before: State
    """The visible state when the activation began."""
    entries: list[LogEntry] = field(default_factory=list)
    is_done: bool = False

    def holds(self, number: int) -> bool:
        """Return whether an event happened in this activation."""
        return any(entry.n == number for entry in self.entries)


class PastActivations:
    """The last activations of all players."""

    def __init__(self, humans: tuple[int, ...]) -> None:
        self._humans = humans
        self.kept: list[PastActivation] = []

    @property
    def last(self) -> PastActivation | None:
        """The latest activation of a computer player, or None."""
        return next(reversed(self._of_computers()), None)

    def _of_computers(self) -> list[PastActivation]:
        return [past for past in self.kept if past.side not in self._humans]

    def take(self, entries: Sequence[LogEntry], before: State) -> None:
        """Record events. An activation within another one belongs to the outer one."""
        for entry in entries:
            event, last = entry.event, self.kept[-1] if self.kept else None
            if isinstance(event, Activated) and (last is None or last.is_done):
                last = PastActivation(event.model, event.side, before)
                self.kept = [*self.kept, last][-MAX_KEPT:]
            if last is not None and not last.is_done:
                if before.viewer == last.before.viewer or entry.seen_by == BOTH:
                    last.entries.append(entry)
                last.is_done = isinstance(event, Deactivated) and event.model == last.model

    def last_seen(self, first_unseen: int | None) -> PastActivation | None:
        """Return the latest activation without the events from a number on, or the complete one if that is None.

        None means that no activation was shown yet.
        """
        if first_unseen is None:
            return self.last
        for past in reversed(self._of_computers()):
            seen = [entry for entry in past.entries if entry.n < first_unseen]
            if seen:
                whole = len(seen) == len(past.entries)
                return past if whole else replace(past, entries=seen, is_done=False)
        return None

    def forget(self) -> None:
        """Drop all activations, because answers were undone."""
        self.kept = []

    def of(self, number: int) -> PastActivation | None:
        """Return the activation in which an event happened, or None."""
        return next((past for past in self.kept if past.holds(number)), None)


def last_activation(entries: Sequence[LogEntry], state: State) -> PastActivation | None:
    """Return the last activation in some events, None without any. `state` has the names of the models.

    An activation within another one belongs to the outer one.
    """
    past = PastActivations(())
    past.take(entries, state)
    return past.last


def deeds_of(past: PastActivation, sides: tuple[str, str], words: LogRowCache) -> list[str]:
    """Return what the model did in its activation, a text for each attack, move, or other event."""
    names = Names.of(past.before, sides)
    groups = [group for group in group_events(past.entries) if not isinstance(group[0].event, Activated | Deactivated)]
    texts = (caption(group, names, words) for group in groups)
    return [text for text in texts if text]


# --- Remarks of computer players ---

STAYS, FADES = 5.0, 1.0
"""Seconds that a remark is visible, and the last of them, in which it fades."""
WIDEST = 300
"""Width in unscaled pixels."""
AWAY = 1.4
"""Inches from the middle of the model."""


class Saying:
    """The latest remark, drawn next to the acting model."""

    def __init__(self) -> None:
        self.text = ""
        """The remark, or ""."""
        self._side = 0
        self._model = ""
        self._seconds_left = 0.0

    def take(self, entries: Sequence[LogEntry], *states: State) -> None:
        """Show the latest remark in some events. The first state with an activation names the acting model."""
        remark = next((entry.event for entry in reversed(entries) if isinstance(entry.event, Remarked)), None)
        if remark is not None:
            acting = next((state.activation.model for state in states if state.activation is not None), "")
            self.text, self._side, self._model, self._seconds_left = remark.text, remark.side, acting, STAYS

    def forget(self) -> None:
        """Remove the remark."""
        self.text, self._seconds_left = "", 0.0

    def update(self, dt: float) -> None:
        """Move on by a number of seconds."""
        self._seconds_left -= dt
        if self._seconds_left <= 0:
            self.text = ""

    def draw(self, surface: pygame.Surface, view: pygame.Rect, camera: Camera, state: State) -> None:
        """Draw the remark above its model, or at the top of the board if the model isn't on the table."""
        if not self.text:
            return
        text_width = min(px(WIDEST), view.width - px(40), text_size(self.text, "small")[0] + px(2))
        lines = wrap(self.text, "small", text_width)
        rect = pygame.Rect(0, 0, text_width + px(20), len(lines) * line_height("small") + px(12))
        rect.midbottom = self._spot(view, camera, state)
        rect.clamp_ip(view.inflate(-px(8), -px(8)))
        sheet = pygame.Surface(rect.size, pygame.SRCALPHA)
        draw_box(sheet, sheet.get_rect(), PANEL_HIGH, radius=px(7), border=SIDES[self._side].main, alpha=240)
        for number, line in enumerate(lines):
            draw_text(sheet, (px(10), px(6) + number * line_height("small")), line, "small", TEXT)
        sheet.set_alpha(round(255 * min(1.0, self._seconds_left / FADES)))
        surface.blit(sheet, rect)

    def _spot(self, view: pygame.Rect, camera: Camera, state: State) -> tuple[int, int]:
        model = state.models.get(self._model)
        if model is None or not model.is_on_table:
            return view.centerx, view.top + px(86)
        x, y = camera.to_screen((model.pose.x, model.pose.y + AWAY))
        return round(x), round(y)
