"""Texts with links: the terms of the rules in all drawn texts, and a scrolling text for pages that are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import pygame

from jovian.frozen import frozen
from jovian.rules.pages import RulePage, rule_pages
from jovian.ui.kit.draw import draw_box, draw_side_badge
from jovian.ui.kit.fonts import WRITTEN, draw_text, line_height, text_size
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    EDGE_HIGH,
    SIDES,
    TEXT,
    TEXT_SOFT,
    WARN,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import ScrollList, Signal, activates

# --- Terms in drawn texts ---


def drawn_term_at(pos: tuple[int, int], *, only_links: bool = False) -> tuple[RulePage, pygame.Rect] | None:
    """Return the page of the term that is drawn at a point, and its place, or None.

    `only_links` skips texts in which a click means something else.
    """
    line = WRITTEN.line_at(pos)
    if line is None or (only_links and not line.is_link):
        return None
    x = pos[0] - line.left
    span = next((span for span in _term_spans(line.text, line.role, px(1000)) if span[0] <= x < span[1]), None)
    if span is None:
        return None
    start, end, key = span
    return rule_pages().by_key[key], pygame.Rect(line.left + start, line.rect.top, end - start, line.rect.height)


@lru_cache(maxsize=2000)
def _term_spans(text: str, role: str, scale: int) -> tuple[tuple[int, int, str], ...]:
    """Return where each term of a text starts and ends in pixels, and the key of its page."""
    spans, before = [], ""
    for part in rule_pages().linked(text):
        start, before = text_size(before, role)[0], before + part.text
        spans += [(start, text_size(before, role)[0], part.target)] if part.target else []
    return tuple(spans)


# --- Blocks ---


class LinkedPiece(NamedTuple):
    """A part of a block."""

    text: str
    target: str = ""
    """What a click on it leads to, or ""."""
    marked: bool = False
    """Whether it is marked, as a word that was searched."""


class BlockPicture(Protocol):
    """A picture between blocks of text. Equal pictures look the same."""

    def size(self, width: int) -> tuple[int, int]:
        """Return its size in pixels in a text of a width."""
        ...

    def draw(self, surface: pygame.Surface, pos: tuple[int, int], width: int) -> None:
        """Draw it with its upper left corner at a place, in a text of a width."""
        ...


@frozen
class Block:
    """A paragraph, a heading, or a row."""

    pieces: tuple[LinkedPiece, ...]
    role: str = "body"
    color: Color = TEXT
    gap: int = 0
    """Unscaled space above."""
    indent: int = 0
    """Unscaled space at the left."""
    target: str = ""
    """What a click anywhere on it leads to, or ""."""
    lit: bool = False
    """Whether it has the background of a chosen row."""
    folded: bool | None = None
    """The direction of the triangle before it: to the right if folded. None for no triangle."""
    side: int | None = None
    """The side whose badge is before it, or None."""
    picture: BlockPicture | None = None
    """What is drawn instead of text, or None."""


def plain(text: str, role: str = "body", color: Color = TEXT, **more: Any) -> Block:
    """Return a block without links."""
    return Block((LinkedPiece(text),), role, color, **more)


class _Run(NamedTuple):
    """Words of a piece on one line."""

    x: int
    width: int
    text: str
    piece: LinkedPiece
    link: int
    """The number of its link in the text, or -1."""


class _Line(NamedTuple):
    block: Block
    runs: tuple[_Run, ...]
    height: int
    top: int
    """The space above the text."""
    is_first: bool


class LinkedText(ScrollList):
    """The text. A click on a link is an action with its target.

    With the focus, the arrow keys choose a link, and Return follows it.
    """

    def __init__(self, name: str, rect: pygame.Rect) -> None:
        super().__init__(name, rect, self._draw_line, height_of=lambda line: line.height, well=False)
        self.targets: tuple[str, ...] = ()
        """The targets of all links, in order."""
        self.link = -1
        """The link that the keys have chosen, or -1."""
        self._pointed = -1

    @property
    def text_width(self) -> int:
        """The width of the lines, which leaves space for the scrollbar."""
        return self.rect.width - px(16)

    def show(self, blocks: Sequence[Block], *, keep: bool = False) -> None:
        """Show blocks from their start. `keep` keeps the scroll offset."""
        lines, self.targets = _lay_out(tuple(blocks), self.text_width, px(1000))
        self.link = self._pointed = -1
        self.items = ()
        self.set_items(lines)
        self.offset = min(self.offset, self.furthest) if keep else 0

    def scroll_lines(self, count: int) -> None:
        """Scroll by a number of lines of text, down if positive."""
        self._scroll(self.offset + count * line_height("body"))

    def scroll_pages(self, count: int) -> None:
        """Scroll by nearly the height of the widget."""
        self._scroll(self.offset + count * (self.rect.height - 2 * line_height("body")))

    def scroll_to_link(self, link: int, *, middle: bool = False) -> None:
        """Scroll the line of a link into view, or to the middle."""
        for index, line in enumerate(self.items):
            if any(run.link == link for run in line.runs):
                self.scroll_to(index)
                if middle:
                    self._scroll(self.offset + self.row_rect(index).centery - self.rect.centery)
                return

    def link_rects(self) -> list[tuple[str, pygame.Rect]]:
        """Return the visible links: the target and the place of each."""
        found = []
        for index, line in enumerate(self.items):
            place = self.row_rect(index)
            for run in line.runs:
                rect = pygame.Rect(place.left + run.x, place.top + line.top, run.width, line.height - line.top)
                if run.link >= 0 and self.rect.contains(rect):
                    found.append((self.targets[run.link], rect))
        return found

    def link_at(self, pos: tuple[int, int]) -> int:
        """Return the number of the link at a point, or -1."""
        index = self.row_at(pos)
        if index < 0:
            return -1
        line, x = self.items[index], pos[0] - self.row_rect(index).left
        if line.block.target and line.runs:
            return int(line.runs[0].link)
        return next((run.link for run in line.runs if run.link >= 0 and run.x <= x <= run.x + run.width), -1)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Scroll as a list does. Follow a clicked link."""
        if event.type == pygame.MOUSEMOTION:
            pointed = self.link_at(event.pos)
            if pointed != self._pointed:
                self._pointed = pointed
                self.touch()
        action = super().handle(event)
        if action is None or event.type != pygame.MOUSEBUTTONUP:
            return action
        link = self.link_at(event.pos)
        return Signal(self.name, self.targets[link]) if link >= 0 else None

    def _key(self, event: pygame.event.Event) -> Signal | None:
        step = {pygame.K_UP: -1, pygame.K_LEFT: -1, pygame.K_DOWN: 1, pygame.K_RIGHT: 1}.get(event.key, 0)
        if step:
            self.step_link(step)
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.scroll_pages(1 if event.key == pygame.K_PAGEDOWN else -1)
        elif activates(event) and self.link >= 0:
            return Signal(self.name, self.targets[self.link])
        return None

    def step_link(self, step: int) -> None:
        """Choose the next or the previous link. Without links, scroll."""
        if not self.targets:
            self.scroll_lines(3 * step)
            return
        self.link = min(len(self.targets) - 1, max(0, self.link + step)) if self.link >= 0 or step > 0 else 0
        self.scroll_to_link(self.link)
        self.touch()

    def _choose(self, row: int) -> Signal:
        return Signal(self.name)

    def _draw_line(self, surface: pygame.Surface, rect: pygame.Rect, line: Any, hovered: bool, chosen: bool) -> None:
        block, y = line.block, rect.top + line.top
        if block.picture is not None:
            block.picture.draw(surface, (rect.left, y), self.text_width)
            return
        if block.lit:
            back = pygame.Rect(rect.left, y - px(2), rect.width, line.height - line.top)
            draw_box(surface, back, mix_colors(WELL, ACCENT_DEEP, 0.8), radius=px(4))
        if line.is_first:
            middle = y + line_height(block.role) // 2 - px(1)
            if block.folded is not None:
                _draw_triangle(surface, (rect.left + px(6), middle), block.folded)
            if block.side is not None:
                look = SIDES[block.side]
                draw_side_badge(
                    surface, (rect.left + px(block.indent) - px(12), middle), look.main, look.hatched, px(5)
                )
        for run in line.runs:
            self._draw_run(surface, (rect.left + run.x, y), run, block)

    def _draw_run(self, surface: pygame.Surface, pos: tuple[int, int], run: _Run, block: Block) -> None:
        is_link, is_row = run.link >= 0, bool(block.target)
        active = is_link and run.link in (self._pointed, self.link if self.focused else -1)
        color = block.color if not is_link or is_row else ACCENT
        place = pygame.Rect(pos, (run.width, line_height(block.role)))
        if run.piece.marked:
            surface.fill(mix_colors(WELL, WARN, 0.3), place)
        draw_text(surface, pos, run.text, block.role, mix_colors(color, TEXT, 0.8) if active else color)
        if is_link and (active or not is_row):
            line_color = TEXT if active else mix_colors(WELL, color, 0.5)
            surface.fill(line_color, (pos[0], place.bottom - px(3), run.width, 1))


def _draw_triangle(surface: pygame.Surface, center: tuple[int, int], folded: bool) -> None:
    (x, y), far, near = center, px(4), px(3)
    points = [(x - near, y - far), (x - near, y + far), (x + far, y)] if folded else [
        (x - far, y - near), (x + far, y - near), (x, y + far)]  # fmt: skip
    pygame.draw.polygon(surface, TEXT_SOFT if not folded else EDGE_HIGH, points)


# --- Wrapping ---


class _Word(NamedTuple):
    """Text without a blank. A word joins the one before it if no blank is between them."""

    text: str
    piece: LinkedPiece
    link: int
    joins: bool
    width: int


def _words(block: Block, targets: list[str]) -> Iterator[list[_Word]]:
    """Yield the words of each paragraph of a block. The targets of its links are added to `targets`."""
    words: list[_Word] = []
    joins, link = True, -1
    if block.target:
        if targets[-1:] != [block.target]:  # Successive blocks with the same target are one link.
            targets.append(block.target)
        link = len(targets) - 1
    for piece in block.pieces:
        if not block.target:
            link = -1
        if piece.target:
            link = len(targets)
            targets.append(piece.target)
        for number, paragraph in enumerate(piece.text.split("\n")):
            if number:
                yield words
                words, joins = [], True
            for index, text in enumerate(paragraph.split(" ")):
                joins = joins and not index
                if text:
                    words.append(_Word(text, piece, link, joins and bool(words), text_size(text, block.role)[0]))
                    joins = True
    yield words


@lru_cache(maxsize=8)
def _lay_out(blocks: tuple[Block, ...], width: int, scale: int) -> tuple[tuple[_Line, ...], tuple[str, ...]]:
    """Return the lines of a text at a width and at the current scale, and the targets of its links."""
    targets: list[str] = []
    lines = [line for block in blocks for line in _lines_of(block, width, targets)]
    return tuple(lines), tuple(targets)


def _lines_of(block: Block, width: int, targets: list[str]) -> Iterator[_Line]:
    if block.picture is not None:
        yield _Line(block, (), block.picture.size(width)[1] + px(block.gap), px(block.gap), is_first=True)
        return
    left, height = px(block.indent), line_height(block.role) + px(3)
    blank = text_size("n n", block.role)[0] - 2 * text_size("n", block.role)[0]
    is_first = True
    for words in _words(block, targets):
        for row in _rows(words, width - left, blank):
            top = px(block.gap) if is_first else 0
            yield _Line(block, tuple(_runs(row, left, blank)), height + top, top, is_first)
            is_first = False


def _rows(words: list[_Word], width: int, blank: int) -> Iterator[list[_Word]]:
    """Yield the words of each line. Joined words stay together."""
    groups: list[list[_Word]] = []
    for word in words:
        if word.joins and groups:
            groups[-1].append(word)
        else:
            groups.append([word])
    row: list[_Word] = []
    used = 0
    for group in groups:
        size = sum(word.width for word in group)
        if row and used + blank + size > width:
            yield row
            row, used = [], 0
        used += size + (blank if row else 0)
        row += group
    yield row


def _runs(row: list[_Word], left: int, blank: int) -> Iterator[_Run]:
    """Yield the runs of a line: successive words of the same piece as one."""
    x, start, texts, last = left, left, list[str](), None
    for word in row:
        gap = 0 if word.joins or last is None else blank
        if last is not None and word.piece is last.piece:
            texts.append(word.text)
            x += gap + word.width
            continue
        if last is not None:
            yield _Run(start, x - start, " ".join(texts), last.piece, last.link)
        start, texts = x + gap, [word.text]
        x, last = start + word.width, word
    if last is not None:
        yield _Run(start, x - start, " ".join(texts), last.piece, last.link)
