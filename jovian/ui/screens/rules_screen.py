"""The rules as pages: search and contents at the left, the page in the middle, and at the right what belongs to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pygame

from jovian.diagrams import diagrams_of
from jovian.game import Refusal, State
from jovian.rules.book import EDITION
from jovian.rules.editions.variant import GameOption
from jovian.rules.pages import RulePage, SearchHit, rule_pages
from jovian.session.session import Session
from jovian.ui.kit.boxes import NOWHERE, Align, Box, button, column, item, line, panel, pill, row, space, text
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.forms import SearchField
from jovian.ui.kit.keyboard import KEYBOARD
from jovian.ui.kit.linked_text import Block, LinkedPiece, LinkedText, plain
from jovian.ui.kit.theme import DANGER, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Signal
from jovian.ui.presentation.rule_pictures import RulePicture
from jovian.ui.screens.navigation import ToKeys
from jovian.ui.screens.page import Page
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.table import TableScreen

CONTENTS = ""
"""The key of the table of contents."""
ON_MODEL = "model "
"""The start of a target that shows a model on the table."""
LEFT, NARROW_LEFT, RIGHT = 290, 190, 270
"""The width of the left column, also in a narrow window, and of the right one."""
WITH_RIGHT = 1100
"""The width of a window, unscaled, from which there is a right column."""
MAX_TEXT = 640
"""The widest line of a page, unscaled: about 75 letters."""
MOST_HITS, MOST_SEEN = 40, 6
_SCROLLS = {
    pygame.K_UP: -3, pygame.K_DOWN: 3, pygame.K_HOME: -9999, pygame.K_END: 9999,
}  # fmt: skip
"""The lines that a key scrolls the page."""


class RulesScreen(Page):
    """The rules, opened from the title or from a game."""

    def __init__(
        self, app: Host, back: Screen, session: Session | None = None, key: str = CONTENTS,
        refusal: Refusal | None = None, view: State | None = None,
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.back, self.session, self.refusal = back, session, refusal
        self._view = view if view is not None or session is None else session.view
        self.pages = rule_pages()
        self.words = ""
        """The text by which pages are searched."""
        self.hits: list[SearchHit] = []
        self._history, self._at = [key], 0
        self._note_page()

    @property
    def key(self) -> str:
        """The key of the page that is shown, `CONTENTS` for the table of contents."""
        return self._history[self._at]

    @property
    def page(self) -> RulePage | None:
        """The page that is shown, None for the table of contents."""
        return self.pages[self.key] if self.key else None

    @property
    def viewer(self) -> int | None:
        return self.session.viewer if self.session is not None else None

    @property
    def question(self) -> tuple[object, ...]:
        return (*super().question, self.key)

    # --- Boxes ---
    def compose(self) -> Box:
        """Return three columns. In a narrow window the content of the right one follows the page."""
        self._search = SearchField("search", NOWHERE, self.words, ghost="Search the rules", most=40)
        self._search.focused = self.key == CONTENTS  # At first. Later the focus stays where it is.
        self._contents, self._text = LinkedText("contents", NOWHERE), _PageText("page", NOWHERE)
        is_wide, blocks, beside = self.size[0] >= px(WITH_RIGHT), [*self._page_blocks()], [*self._side_blocks()]
        if not is_wide:
            blocks += [Block((), gap=16), *beside]
        return column(
            self._heading(),
            row(
                panel(
                    "", item(self._search, self._find, height=36),
                    line(f"{len(self.hits)} found", "small", TEXT_FAINT) if self.hits else None,
                    self._linked_item(self._contents, [*self._hit_blocks(), *self._contents_blocks()]),
                    gap=10, width=LEFT if is_wide else NARROW_LEFT,
                ),
                panel("", self._banner(), self._linked_item(self._text, blocks), gap=12, grow=1),
                panel("", self._linked_item(LinkedText("side", NOWHERE), beside), width=RIGHT)
                if is_wide and beside else None, gap=8, grow=1,
            ), gap=8, pad=(8, 8, 8, 8),
        )  # fmt: skip

    def _heading(self) -> Box:
        alt_left, alt_right = (f"Alt+{KEYBOARD.cap(key)}" for key in ("left", "right"))
        no_older = "" if self._at else "There is no earlier page"
        no_newer = "" if self._at + 1 < len(self._history) else "There is no later page"
        closing = "To the table" if isinstance(self.back, TableScreen) else "Close"
        return row(
            row(line("Rules", "title"), pill(EDITION, TEXT_SOFT, priority=1), gap=14), space(),
            button("older", "Back", partial(self._go, -1), hint=alt_left, reason=no_older),
            button("newer", "Forward", partial(self._go, 1), hint=alt_right, reason=no_newer),
            button("toc", "Contents", partial(self.open, CONTENTS)),
            button("keys", "Keys", lambda: self.app.go(ToKeys(self))),
            button("close", closing, self._close, hint=self.app.keymap.key_label("cancel")),
            gap=6, height=36, pad=(8, 0, 0, 0),
        )  # fmt: skip

    def _banner(self) -> Box | None:
        """Return the refusal from which the player came here."""
        if self.refusal is None:
            return None
        words = text(f"You came here from a refusal: {self.refusal.reason}", grow=1)
        return row(Box(paint=_draw_warning, width=14, height=18), words, gap=12, pad=(14, 8, 14, 8), width=MAX_TEXT,
                   align=Align.START, paint=_draw_banner)  # fmt: skip

    def _linked_item(self, widget: LinkedText, blocks: list[Block]) -> Box:
        return item(widget, self._follow, grow=1, on_place=lambda _: widget.show(blocks))

    def on_layout(self) -> None:
        """Scroll the contents to the page that is shown, or to the first page that was found."""
        self._contents.offset = 0
        if not self.words and self.key in self._contents.targets:
            self._contents.scroll_to_link(self._contents.targets.index(self.key), middle=True)

    # --- Content ---
    def _hit_blocks(self) -> Iterator[Block]:
        """Yield the pages that were found: the title, and the sentence with the words marked."""
        if not self.words.strip():
            return
        if not self.hits:
            yield plain("Nothing found. Try fewer or other words.", "small", TEXT_SOFT)
        for hit in self.hits[:MOST_HITS]:
            lit = hit.page.key == self.key
            yield Block(_marked(hit.page.title, self.words), "strong", gap=6, target=hit.page.key, lit=lit)
            line = hit.line if hit.page.is_chapter else f"{hit.page.chapter}: {hit.line}"
            yield Block(_marked(line.replace("`", ""), self.words), "small", TEXT_SOFT, target=hit.page.key)
        yield Block((), gap=10)

    def _contents_blocks(self) -> Iterator[Block]:
        page = self.page
        for chapter, pages in self.pages.chapters.items():
            is_open = page is not None and page.chapter == chapter
            color, lit = TEXT if is_open else TEXT_SOFT, self.key == chapter
            yield Block((LinkedPiece(chapter),), "body", color, 3, 18, chapter, lit, folded=not is_open)
            for other in pages if is_open else ():
                lit = other.key == self.key
                yield Block((LinkedPiece(other.title),), "body", TEXT if lit else TEXT_SOFT, 2, 30, other.key, lit)

    def _page_blocks(self) -> Iterator[Block]:
        page = self.page
        if page is None:
            yield from self._front_blocks()
            return
        if not page.is_chapter:
            yield Block((LinkedPiece(page.chapter, page.chapter), LinkedPiece(f" > {page.title}")), "small", TEXT_SOFT)
        yield plain(page.title, "title")
        if page.text:
            yield self._linked(page.text, "page", gap=8)
        for number, diagram in enumerate(diagrams_of(page.key)):
            yield Block((), gap=14, picture=RulePicture(page.key, number))
            yield plain(diagram.caption, "small", TEXT_SOFT, gap=4)
        for entry in page.entries:
            if entry.name != page.title:
                yield plain(entry.name, "strong", gap=12)
            yield self._linked(entry.text, "page", gap=0 if entry.name != page.title else 8)
            if entry.needs:
                yield self._linked(f"Needs: {entry.needs}", "body", gap=2, soft=True)
        for other in self.pages.chapters[page.key] if page.is_chapter else ():
            yield plain(other.title, "strong", gap=10, target=other.key)
            yield plain(other.first_line, "body", TEXT_SOFT, target=other.key)
        if page.rulings:
            yield plain("Rulings", "heading", gap=20)
        for ruling in page.rulings:
            home = self.pages.page_for(ruling.number)
            target = home.key if home is not None and home is not page else ""
            yield Block((LinkedPiece(ruling.number, target),), "strong", TEXT_SOFT, gap=8)
            yield self._linked(ruling.text.replace("`", ""), "body")
        yield from self._end_blocks(page)

    def _front_blocks(self) -> Iterator[Block]:
        """Yield the first page: all chapters with their introductions."""
        yield plain("Rules", "title")
        text = "The rules of Jovian Wars in our words. Search at the left, or open a chapter."
        yield plain(text, "page", gap=6)
        for chapter in self.pages.chapters:
            yield plain(chapter, "strong", gap=12, target=chapter)
            yield plain(self.pages[chapter].text, "body", TEXT_SOFT, target=chapter)

    def _end_blocks(self, page: RulePage) -> Iterator[Block]:
        """Yield the links to the pages before and after, and the place in the rulebook."""
        before, after = self.pages.beside(page.key)
        links = [LinkedPiece(f"< {before.title}", before.key)] if before is not None else []
        links += [LinkedPiece("  ·  ")] if before is not None and after is not None else []
        links += [LinkedPiece(f"{after.title} >", after.key)] if after is not None else []
        yield Block(tuple(links), "body", gap=22)
        if page.place:
            yield plain(f"In our words. The rulebook: {page.place}", "small", TEXT_FAINT, gap=8)

    def _linked(self, text: str, role: str, gap: int = 0, *, soft: bool = False) -> Block:
        """Return a text of the page with its links."""
        pieces = tuple(LinkedPiece(piece.text, piece.target) for piece in self.pages.linked(text, self.key))
        return Block(pieces, role, TEXT_SOFT if soft else TEXT, gap)

    def _side_blocks(self) -> Iterator[Block]:
        page = self.page
        if page is not None and page.place and self.session is not None:
            yield from self._game_blocks(page, self.session)
        elif page is not None and page.options:
            yield from _option_blocks([self.pages.options[name] for name in page.options])
        if page is not None and page.see:
            yield _caps("See also")
            yield from (_link_row(self.pages[key].title, key) for key in page.see)
        seen = [key for key in self.app.rules_seen if key != self.key][:MOST_SEEN]
        if seen:
            yield _caps("Recent pages")
            yield from (_link_row(self.pages[key].title, key) for key in seen)

    def _game_blocks(self, page: RulePage, session: Session) -> Iterator[Block]:
        """Yield the options of the game that change the page, and the visible models that it is about."""
        yield _caps("In this game")
        variants = self.pages.variants(page, session.match.setup.options)
        for option, variant in variants:
            yield plain(f"{option.title}: {variant.name}", "strong", gap=2)
            yield self._linked(variant.summary, "body")
        if not variants:
            yield plain("Played as in the rulebook.", "body")
            yield plain("No option of this game changes it.", "small", TEXT_SOFT)
        carriers = self.pages.carriers(page, self._view) if self._view is not None else []
        if carriers:
            yield _caps("On the table now" if isinstance(self.back, TableScreen) else "Models")
        for carrier in carriers:
            target = f"{ON_MODEL}{carrier.model}" if isinstance(self.back, TableScreen) else ""
            yield Block((LinkedPiece(carrier.name),), "strong", TEXT, 4, 18, target, side=carrier.side)
            yield plain(carrier.words, "small", TEXT_SOFT, indent=18, target=target)

    # --- Going from page to page ---
    def open(self, key: str) -> None:
        """Show a page, and forget the pages after the current one."""
        if key != self.key:
            self._history[self._at + 1 :] = [key]
            self._go(1)

    def _go(self, step: int) -> None:
        """Go forward or back in the pages that were shown, to the start of the page."""
        at = self._at + step
        if 0 <= at < len(self._history):
            self._at, self._text.offset = at, 0
            self._note_page()

    def _note_page(self) -> None:
        """Put the page first among those that were looked at lately."""
        if self.key:
            seen = self.app.rules_seen
            seen[:] = [self.key, *(key for key in seen if key != self.key)][: MOST_SEEN + 1]

    def _find(self, words: str) -> None:
        self.words, self.hits = words, self.pages.find(words)

    def _follow(self, target: str | None) -> None:
        """Open the page of a link, or go back to the table with the card of a model."""
        if target and target.startswith(ON_MODEL):
            self._close()
            if isinstance(self.back, TableScreen):
                self.back.select(target.removeprefix(ON_MODEL))
        elif target:
            self.open(target)

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        if event.type != pygame.KEYDOWN or self.group.engaged or not self._take_key(event):
            super().handle(event)

    def _take_key(self, event: pygame.event.Event) -> bool:
        """Handle a key that no widget gets. Return whether it was used."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT) and getattr(event, "mod", 0) & pygame.KMOD_ALT:
            self.act(Signal("older" if event.key == pygame.K_LEFT else "newer"))
        elif self.app.keymap.command(event) == "help" and not self._search.writes(event):
            self._close()
        elif self._search.focused:
            return self._take_search_key(event)
        else:
            return self.group.focus is None and self._scroll_page(event)
        return True

    def _take_search_key(self, event: pygame.event.Event) -> bool:
        """Choose and open a page that was found."""
        contents = self._contents
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            contents.focused = True
            contents.step_link(1 if event.key == pygame.K_DOWN else -1)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            target = contents.targets[contents.link] if contents.link >= 0 else ""
            self.act(Signal("contents", target or (self.hits[0].page.key if self.hits else "")))
        else:
            return event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) and self._scroll_page(event)
        return True

    def _scroll_page(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_SPACE):
            self._text.scroll_pages(-1 if event.key == pygame.K_PAGEUP else 1)
        elif event.key in _SCROLLS:
            self._text.scroll_lines(_SCROLLS[event.key])
        else:
            return False
        return True

    def cancel(self) -> None:
        """Clear the search, or go back."""
        if self.words:
            self._find("")
            self.refresh()
        else:
            self._close()

    def _close(self) -> None:
        self.app.show(self.back)


class _PageText(LinkedText):
    """The page, whose lines are at most `MAX_TEXT` wide and in the middle."""

    @property
    def _margin(self) -> int:
        return max(0, self.rect.width - px(MAX_TEXT)) // 2

    @property
    def text_width(self) -> int:
        return min(px(MAX_TEXT), super().text_width - self._margin)

    def row_rect(self, index: int) -> pygame.Rect:
        return super().row_rect(index).move(self._margin, 0)


def _draw_banner(surface: pygame.Surface, rect: pygame.Rect) -> None:
    draw_box(surface, rect, mix_colors(PANEL_HIGH, DANGER, 0.18), radius=px(6), border=DANGER)


def _draw_warning(surface: pygame.Surface, rect: pygame.Rect) -> None:
    points = [(rect.left, rect.bottom - px(2)), (rect.right, rect.bottom - px(2)), (rect.centerx, rect.top + px(2))]
    pygame.draw.polygon(surface, DANGER, points)


def _caps(words: str) -> Block:
    return plain(words, "label", TEXT_FAINT, gap=14)


def _link_row(words: str, target: str) -> Block:
    return Block((LinkedPiece(words, target),), "body", gap=3)


def _option_blocks(options: list[GameOption]) -> Iterator[Block]:
    """Yield what can be chosen before a game."""
    yield _caps("Options of a game")
    for option in options:
        yield plain(option.title, "strong", gap=4)
        default = f"{option.default}: ".replace(f"{EDITION}: ", "")  # The rules are those of this edition.
        yield plain(f"{default}{option.summary}", "small", TEXT_SOFT, gap=2)
        for variant in option.variants:
            yield plain(f"{variant.name}: {variant.summary}", "small", TEXT_SOFT, gap=2)


def _marked(text: str, words: str) -> tuple[LinkedPiece, ...]:
    """Return a text with the searched words marked."""
    pattern = "|".join(re.escape(word) for word in sorted(words.split(), key=len, reverse=True))
    parts = re.split(f"({pattern})", text, flags=re.IGNORECASE) if pattern else [text]
    return tuple(LinkedPiece(part, marked=bool(index % 2)) for index, part in enumerate(parts) if part)
