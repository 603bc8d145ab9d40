"""What a replay says of the answer that it stands after: in the words of the log, of nothing that may not be seen.
The rows of the log: what the narrator says, in colors and typefaces, wrapped to a width, and kept. What computer
players did, an activation each: kept so that it can be told and seen again. What a computer player says of its
answer, beside the model that acts: it stays a while, and fades.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

import pygame

from jovian import narrator as said
from jovian.game import Decision, LogEntry, State
from jovian.game.events import MACRO, Activated, Deactivated, Remarked
from jovian.narrator import CARD, DICE, HEADLINE, PLACE, WHY, Die, Line, Name, Names, Span, activation_summary, narrate
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.board import Camera
from jovian.ui.kit.draw import DROPPED, MACRO_MINUS, MACRO_PLUS, PLAIN, SET, draw_box
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import BLADE, DANGER, GOOD, PANEL_HIGH, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color, px

# --- captions ---
# What a replay says of the answer that it stands after: in the words of the log, of nothing that may not be seen.

MOST_LINES, MOST_OPTIONS = 3, 60
"""Lines of the log in a caption, and answers that are looked through for the one that was given."""
QUIET = (DICE, WHY)
"""What lines are about that are left out where others tell as much; headlines are too."""


def caption(entries: Sequence[LogEntry], names: Names, book: Rulebook) -> str:
    """What happened in an answer, in the words of the log, "" if nothing was seen."""
    lines = [line.spelled().without(PLACE, CARD) for entry in entries for line in narrate(entry, names, book)]
    loud = [line for line in lines if line.about not in QUIET and line.level != HEADLINE]
    texts = list(dict.fromkeys(line.text for line in loud or lines if not line.dice))
    more = f" · and {len(texts) - MOST_LINES} more" if len(texts) > MOST_LINES else ""
    return " · ".join(texts[:MOST_LINES]) + more


def answered(decision: Decision, choice: Any) -> str:
    """An answer of which the log tells nothing: what was asked, and what was said."""
    label = next((each.label for each in islice(decision.options(), MOST_OPTIONS) if each.choice == choice), "")
    return f"{decision.title}: {label}" if label else decision.title


# --- log rows ---
# The rows of the log: what the narrator says, in colors and typefaces, wrapped to a width, and kept.

_STYLES: dict[str, tuple[Color, str]] = {
    said.WORDS: (TEXT_SOFT, "small"), said.QUIET: (TEXT_FAINT, "small"), said.WARNING: (WARN, "small"),
    said.HARM: (DANGER, "label"), said.REPAIR: (GOOD, "label"), said.MODEL: (WARN, "label"),
    said.SIDE: (TEXT, "label"), said.THING: (TEXT, "label"), said.NUMBER: (BLADE, "label"),
    said.RESULT: (BLADE, "label"), said.ROLLED: (GOOD, "strong"), said.OPPOSED: (TEXT, "label"),
    said.REASONS: (TEXT_FAINT, "small"), said.TITLE: (TEXT_FAINT, "caps"), said.VICTORY: (BLADE, "heading"),
    said.CARD: (TEXT_FAINT, "small"),
}  # fmt: skip
"""The color and the typeface of each kind of span; what belongs to a side has its color."""
SHOWN_ELSEWHERE = (said.PLACE,)
"""Kinds of spans that the board shows."""
NOTHING = "N"
"""The code of no result, which is faint."""


class Piece(NamedTuple):
    """A run of text in one look."""

    text: str
    color: Color
    role: str
    words: str = ""
    """What the text says, where it is a code."""


class Row(NamedTuple):
    """One row of the log."""

    pieces: tuple[Piece, ...]
    dice: tuple[tuple[int, str], ...] = ()
    """Faces with their looks."""
    number: int = 0
    """Of the event."""
    headline: bool = False
    about: str = said.STORY
    """What the tabs sort by."""


def rows_of(line: Line, width: int) -> list[Row]:
    """A line in as many rows as it needs; one with dice stays whole."""
    pieces = tuple(_piece(span) for span in line.spans if span.kind not in SHOWN_ELSEWHERE)
    whole = Row(pieces, _looks(line.dice), line.number, line.level == HEADLINE, line.about)
    if line.dice:
        return [whole]
    return [whole._replace(pieces=row) for row in _wrapped(pieces, width)]


def _piece(span: Span) -> Piece:
    color, role = _STYLES[span.kind]
    if span.side is not None:
        color = SIDES[span.side].main
    elif span.text == NOTHING and span.spelled:
        color = TEXT_FAINT
    text = span.text.upper() if span.kind in (said.TITLE, said.VICTORY) else span.text
    return Piece(f"  {text}" if span.kind == said.REASONS else text, color, role, span.spelled)


def _looks(dice: tuple[Die, ...]) -> tuple[tuple[int, str], ...]:
    """Base and flex dice by their faces, those taken out behind their like; then the macro dice."""
    rolled = sorted((die for die in dice if die.kind != MACRO), key=lambda die: (die.face, not die.kept))
    return tuple((die.face, _look(die)) for die in (*rolled, *(die for die in dice if die.kind == MACRO)))


def _look(die: Die) -> str:
    if die.kind == MACRO:
        return MACRO_PLUS if die.sign > 0 else MACRO_MINUS
    return DROPPED if not die.kept else SET if die.counts else PLAIN


def _wrapped(pieces: tuple[Piece, ...], width: int) -> list[tuple[Piece, ...]]:
    """Pieces in rows, broken between words."""
    rows: list[list[Piece]] = [[]]
    x = 0
    for piece in pieces:
        for word in piece.text.split(" "):
            size = text_size(word, piece.role)[0] + 5
            if x and x + size > width:
                rows.append([])
                x = 0
            last = rows[-1][-1] if rows[-1] else None
            if last is not None and last[1:] == piece[1:]:
                rows[-1][-1] = last._replace(text=f"{last.text} {word}")
            else:
                rows[-1].append(piece._replace(text=word))
            x += size
    return [tuple(row) for row in rows]


class _Kept(NamedTuple):
    """What an event became, and the names that it was told by."""

    entry: LogEntry
    sides: tuple[str, ...]
    names: tuple[tuple[str, Name | None], ...]
    """By id, None where nobody knew it."""
    lines: list[Line]


class LogRowCache:
    """The lines of the events of one game as long as their names are the same, and their rows for one width.

    So a replay that goes back and forth tells and wraps nothing twice.
    """

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._kept: dict[int, _Kept] = {}
        self._rows: dict[int, tuple[Line, list[Row]]] = {}
        """By the identity of a line, which is held so that it stays its own."""
        self._width = 0

    def lines(self, entry: LogEntry, names: Names) -> list[Line]:
        """The lines of an event by what is known of names now."""
        if self.stands(entry, names):
            return self._kept[entry.n].lines
        names.asked.clear()
        lines = narrate(entry, names, self._book)
        asked = tuple((ident, names.called(ident)) for ident in sorted(names.asked))
        self._kept[entry.n] = _Kept(entry, names.sides, asked, lines)
        return lines

    def stands(self, entry: LogEntry, names: Names) -> bool:
        """Would an event be told now as it was told last?"""
        kept = self._kept.get(entry.n)
        return kept is not None and kept.entry is entry and kept.sides == names.sides and names.hold(kept.names)

    def rows(self, line: Line, width: int) -> list[Row]:
        """A line wrapped to a width."""
        if width != self._width:
            self._rows, self._width = {}, width
        found = self._rows.get(id(line))
        if found is None:
            found = self._rows[id(line)] = line, rows_of(line, width)
        return found[1]


# --- past activations ---
# What computer players did, an activation each: kept so that it can be told and seen again.

KEPT = 12
"""Activations that can be seen again."""


@dataclass
class PastActivation:
    """One activation of a computer player."""

    model: str
    side: int
    before: State
    """What was seen when it began."""
    entries: list[LogEntry] = field(default_factory=list)
    done: bool = False

    def holds(self, number: int) -> bool:
        """Did the event of that number happen in it?"""
        return any(entry.n == number for entry in self.entries)


class PastActivations:
    """The last few activations of computer players, as far as they were seen."""

    def __init__(self, humans: tuple[int, ...]) -> None:
        self._humans = humans
        self.kept: list[PastActivation] = []

    @property
    def last(self) -> PastActivation | None:
        """The latest, None before there is one."""
        return self.kept[-1] if self.kept else None

    def take(self, entries: Sequence[LogEntry], before: State) -> None:
        """Follow what happened; an activation that begins within another one belongs to it."""
        for entry in entries:
            event, last = entry.event, self.last
            if isinstance(event, Activated) and event.side not in self._humans and (last is None or last.done):
                last = PastActivation(event.model, event.side, before)
                self.kept = [*self.kept, last][-KEPT:]
            if last is not None and not last.done:
                last.entries.append(entry)
                last.done = isinstance(event, Deactivated) and event.model == last.model

    def last_seen(self, first_unseen: int | None) -> PastActivation | None:
        """Return the latest activation as far as it was shown: without the events from a number on, unless it is None.

        None if no activation was shown yet.
        """
        if first_unseen is None:
            return self.last
        for past in reversed(self.kept):
            seen = [entry for entry in past.entries if entry.n < first_unseen]
            if seen:
                whole = len(seen) == len(past.entries)
                return past if whole else replace(past, entries=seen, done=False)
        return None

    def forget(self) -> None:
        """Forget all that is kept, since answers were taken back."""
        self.kept = []

    def of(self, number: int) -> PastActivation | None:
        """The activation in which an event happened."""
        return next((past for past in self.kept if past.holds(number)), None)


def summary(past: PastActivation) -> str:
    """What the model did in its activation, in one sentence."""
    told = activation_summary(past.entries, past.model, Names.of(past.before, ()))
    return told or ("did nothing" if past.done else "begins")


# --- saying ---
# What a computer player says of its answer, beside the model that acts: it stays a while, and fades.

STAYS, FADES = 5.0, 1.0
"""Seconds that it is there, and the last of them, in which it fades."""
WIDEST = 300
AWAY = 1.4
"""Inches from the middle of the model."""


class Saying:
    """The latest remark."""

    def __init__(self) -> None:
        self.text = ""
        """What is said, "" for nothing."""
        self._side = 0
        self._model = ""
        self._left = 0.0

    def take(self, entries: Sequence[LogEntry], *states: State) -> None:
        """Hear what has been said; the first of the states that has an activation tells of whom."""
        said = next((each.event for each in reversed(entries) if isinstance(each.event, Remarked)), None)
        if said is not None:
            acting = next((state.activation.model for state in states if state.activation is not None), "")
            self.text, self._side, self._model, self._left = said.text, said.side, acting, STAYS

    def forget(self) -> None:
        """Nothing is said any more."""
        self.text, self._left = "", 0.0

    def live(self, dt: float) -> None:
        """Let so many seconds pass."""
        self._left -= dt
        if self._left <= 0:
            self.text = ""

    def draw(self, surface: pygame.Surface, view: pygame.Rect, camera: Camera, state: State) -> None:
        """Draw it above the model, at the top of the board if it stands nowhere."""
        if not self.text:
            return
        room = min(px(WIDEST), view.width - px(40), text_size(self.text, "small")[0] + px(2))
        lines = wrap(self.text, "small", room)
        rect = pygame.Rect(0, 0, room + px(20), len(lines) * line_height("small") + px(12))
        rect.midbottom = self._spot(view, camera, state)
        rect.clamp_ip(view.inflate(-px(8), -px(8)))
        sheet = pygame.Surface(rect.size, pygame.SRCALPHA)
        draw_box(sheet, sheet.get_rect(), PANEL_HIGH, radius=px(7), border=SIDES[self._side].main, alpha=240)
        for number, line in enumerate(lines):
            draw_text(sheet, (px(10), px(6) + number * line_height("small")), line, "small", TEXT)
        sheet.set_alpha(round(255 * min(1.0, self._left / FADES)))
        surface.blit(sheet, rect)

    def _spot(self, view: pygame.Rect, camera: Camera, state: State) -> tuple[int, int]:
        model = state.models.get(self._model)
        if model is None or not model.on_table:
            return view.centerx, view.top + px(86)
        x, y = camera.to_screen((model.pose.x, model.pose.y + AWAY))
        return round(x), round(y)
