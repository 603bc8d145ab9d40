"""The rules as pages: search and contents at the left, the page in the middle, and at the right what belongs to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pygame

from jovian.game import Refusal, State
from jovian.rules.book import EDITION
from jovian.rules.editions.variant import GameOption
from jovian.rules.pages import Page, SearchHit, rule_pages
from jovian.session.session import Session
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import draw_box, draw_panel, draw_pill
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.forms import SearchField
from jovian.ui.kit.keyboard import KEYBOARD
from jovian.ui.kit.linked_text import Block, LinkedText, Piece, plain
from jovian.ui.kit.theme import DANGER, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Button, Signal
from jovian.ui.screens.navigation import ToKeys
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.table import TableScreen

CONTENTS = ""
"""The key of the table of contents."""
ON_MODEL = "model "
"""The start of a target that shows a model on the table."""
TOP, GAP = 52, 8
LEFT_SHARE, MIN_LEFT, MAX_LEFT = 0.22, 150, 330
RIGHT_SHARE, WITH_RIGHT = 0.21, 1100
"""The share of the right column, and the width of a window, unscaled, from which there is one."""
MAX_TEXT = 640
"""The widest line of a page, unscaled: about 75 letters."""
MOST_HITS, MOST_SEEN = 40, 6
_SCROLLS = {
    pygame.K_UP: -3, pygame.K_DOWN: 3, pygame.K_HOME: -9999, pygame.K_END: 9999,
}  # fmt: skip
"""The lines that a key scrolls the page."""


class RulesScreen(Screen):
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
        self._focuses_search = key == CONTENTS
        self._note_page()

    @property
    def key(self) -> str:
        """The key of the page that is shown, `CONTENTS` for the table of contents."""
        return self._history[self._at]

    @property
    def page(self) -> Page | None:
        """The page that is shown, None for the table of contents."""
        return self.pages[self.key] if self.key else None

    @property
    def eyes(self) -> int | None:
        return self.session.looker if self.session is not None else None

    @property
    def question(self) -> tuple[object, ...]:
        return (*super().question, self.key)

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out three columns. In a narrow window the content of the right one follows the page."""
        super().layout(size)
        gap, top = px(GAP), px(TOP)
        height = size[1] - top - gap
        left = max(px(MIN_LEFT), min(px(MAX_LEFT), round(size[0] * LEFT_SHARE)))
        self._has_right = size[0] >= px(WITH_RIGHT)
        right = round(size[0] * RIGHT_SHARE) if self._has_right else 0
        self._left = pygame.Rect(gap, top, left, height)
        self._right = pygame.Rect(size[0] - gap - right, top, right, height)
        page_right = self._right.left - gap if right else size[0] - gap
        self._middle = pygame.Rect(self._left.right + gap, top, page_right - self._left.right - gap, height)
        pad = px(12)
        field = pygame.Rect(self._left.left + pad, self._left.top + pad, left - 2 * pad, px(36))
        search = SearchField("search", field, self.words, ghost="Search the rules", most=40)
        contents = LinkedText("contents", pygame.Rect(field.left, field.bottom + pad, field.width,
                                                      self._left.bottom - field.bottom - 2 * pad))  # fmt: skip
        text = self._middle.inflate(-2 * px(16), -2 * px(14))
        margin = max(0, text.width - px(MAX_TEXT)) // 2
        self._banner = pygame.Rect(text.left + margin, text.top, min(text.width, px(MAX_TEXT)), 0)
        if self.refusal is not None:
            lines = len(wrap(self._refusal_text, "body", self._banner.width - px(52)))
            self._banner.height = lines * line_height("body") + px(16)
            text.top, text.height = self._banner.bottom + px(12), text.height - self._banner.height - px(12)
        text = pygame.Rect(text.left + margin, text.top, text.width - margin, text.height)
        page = _PageText("page", text)
        widgets = [search, contents, page]
        if self._has_right:
            widgets.append(LinkedText("side", self._right.inflate(-2 * px(12), -2 * px(12))))
        self.group.renew([*widgets, *self._buttons()])
        if self._focuses_search:
            self._focuses_search, search.focused = False, True
        self._fill(keep=True)

    def _buttons(self) -> list[Button]:
        alt_left, alt_right = (f"Alt+{KEYBOARD.cap(key)}" for key in ("left", "right"))
        entries = [
            ("older", "Back", alt_left), ("newer", "Forward", alt_right), ("toc", "Contents", ""), ("keys", "Keys", ""),
            ("close", "To the table" if isinstance(self.back, TableScreen) else "Close", self._key_of_closing),
        ]  # fmt: skip
        buttons, right, height = [], self.size[0] - px(GAP), px(TOP - 16)
        for name, label, hint in reversed(entries):
            width = text_size(label, "button")[0] + px(24)
            rect = pygame.Rect(right - width, px(8), width, height)
            buttons.append(Button(name, rect, label, hint=hint))
            right = rect.left - px(6)
        self._title_width = right - px(GAP)
        return buttons[::-1]

    @property
    def _key_of_closing(self) -> str:
        return self.app.keymap.key_label("cancel")

    @property
    def _refusal_text(self) -> str:
        return f"You came here from a refusal: {self.refusal.reason}" if self.refusal is not None else ""

    # --- Content ---
    def _fill(self, *, keep: bool = False) -> None:
        """Fill all columns. `keep` keeps the place on the page."""
        self.group["older"].set_enabled(self._at > 0, "There is no earlier page")
        self.group["newer"].set_enabled(self._at + 1 < len(self._history), "There is no later page")
        page = self._text("page")
        blocks = [*self._page_blocks()]
        if not self._has_right:
            blocks += [Block((), gap=16), *self._side_blocks()]
        page.show(blocks, keep=keep)
        if self._has_right:
            self._text("side").show([*self._side_blocks()])
        self._fill_contents()
        self.dirty = True

    def _text(self, name: str) -> LinkedText:
        widget = self.group[name]
        assert isinstance(widget, LinkedText)
        return widget

    def _fill_contents(self) -> None:
        contents = self._text("contents")
        contents.show([*self._hit_blocks(), *self._contents_blocks()])
        if not self.words and self.key and self.key in contents.targets:
            contents.scroll_to_link(contents.targets.index(self.key), middle=True)

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
            yield Block((Piece(chapter),), "body", color, 3, 18, chapter, lit, folded=not is_open)
            for other in pages if is_open else ():
                lit = other.key == self.key
                yield Block((Piece(other.title),), "body", TEXT if lit else TEXT_SOFT, 2, 30, other.key, lit)

    def _page_blocks(self) -> Iterator[Block]:
        page = self.page
        if page is None:
            yield from self._front_blocks()
            return
        if not page.is_chapter:
            yield Block((Piece(page.chapter, page.chapter), Piece(f" > {page.title}")), "small", TEXT_SOFT)
        yield plain(page.title, "title")
        if page.text:
            yield self._linked(page.text, "page", gap=8)
        if page.diagram is not None:
            yield Block((), gap=14, diagram=page.diagram)
            yield plain(page.diagram.caption, "small", TEXT_SOFT, gap=4)
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
            yield Block((Piece(ruling.number, target),), "strong", TEXT_SOFT, gap=8)
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

    def _end_blocks(self, page: Page) -> Iterator[Block]:
        """Yield the links to the pages before and after, and the place in the rulebook."""
        before, after = self.pages.beside(page.key)
        links = [Piece(f"< {before.title}", before.key)] if before is not None else []
        links += [Piece("  ·  ")] if before is not None and after is not None else []
        links += [Piece(f"{after.title} >", after.key)] if after is not None else []
        yield Block(tuple(links), "body", gap=22)
        if page.place:
            yield plain(f"In our words. The rulebook: {page.place}", "small", TEXT_FAINT, gap=8)

    def _linked(self, text: str, role: str, gap: int = 0, *, soft: bool = False) -> Block:
        """Return a text of the page with its links."""
        pieces = tuple(Piece(piece.text, piece.target) for piece in self.pages.linked(text, self.key))
        return Block(pieces, role, TEXT_SOFT if soft else TEXT, gap)

    def _side_blocks(self) -> Iterator[Block]:
        page = self.page
        if page is not None and page.place and self.session is not None:
            yield from self._game_blocks(page, self.session)
        elif page is not None and page.options:
            yield from _option_blocks([self.pages.options[name] for name in page.options])
        if page is not None and page.see:
            yield _caps("See also")
            yield from (_row(self.pages[key].title, key) for key in page.see)
        seen = [key for key in self.app.rules_seen if key != self.key][:MOST_SEEN]
        if seen:
            yield _caps("Recent pages")
            yield from (_row(self.pages[key].title, key) for key in seen)

    def _game_blocks(self, page: Page, session: Session) -> Iterator[Block]:
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
            yield Block((Piece(carrier.name),), "strong", TEXT, 4, 18, target, side=carrier.side)
            yield plain(carrier.words, "small", TEXT_SOFT, indent=18, target=target)

    # --- Going from page to page ---
    def open(self, key: str) -> None:
        """Show a page, and forget the pages after the current one."""
        if key != self.key:
            self._history[self._at + 1 :] = [key]
            self._go(1)

    def _go(self, step: int) -> None:
        """Go forward or back in the pages that were shown."""
        at = self._at + step
        if 0 <= at < len(self._history):
            self._at = at
            self._note_page()
            self._fill()

    def _note_page(self) -> None:
        """Put the page first among those that were looked at lately."""
        if self.key:
            seen = self.app.rules_seen
            seen[:] = [self.key, *(key for key in seen if key != self.key)][: MOST_SEEN + 1]

    def _search(self, words: str) -> None:
        self.words = words
        self.hits = self.pages.find(words)
        self._fill_contents()

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        self.dirty = True
        if event.type == pygame.KEYDOWN and self._take_key(event):
            return
        super().handle(event)

    def _take_key(self, event: pygame.event.Event) -> bool:
        """Handle a key that means the same wherever the focus is. Return whether it was used."""
        search = self.group["search"]
        assert isinstance(search, SearchField)
        mod, command = getattr(event, "mod", 0), self.app.keymap.command(event)
        if mod & pygame.KMOD_ALT and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._go(-1 if event.key == pygame.K_LEFT else 1)
            return True
        if search.engaged:
            return False
        if command == "help" and not search.writes(event):
            self.cancel()
            return True
        if command == "cancel" and self.words:
            search.write("")
            self._search("")
            return True
        if search.focused:
            return self._take_search_key(event)
        if search.is_called_by(event):
            self.group.focus_on(search)
            search.select_all()
            return True
        return self.group.focus is None and self._scroll_page(event)

    def _take_search_key(self, event: pygame.event.Event) -> bool:
        """Choose and open a page that was found."""
        contents = self._text("contents")
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            contents.focused = True
            contents.step_link(1 if event.key == pygame.K_DOWN else -1)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            target = contents.targets[contents.link] if contents.link >= 0 else ""
            target = target or (self.hits[0].page.key if self.hits else "")
            if target:
                self.open(target)
            return True
        return event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) and self._scroll_page(event)

    def _scroll_page(self, event: pygame.event.Event) -> bool:
        page = self._text("page")
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_SPACE):
            page.scroll_pages(-1 if event.key == pygame.K_PAGEUP else 1)
        elif event.key in _SCROLLS:
            page.scroll_lines(_SCROLLS[event.key])
        else:
            return False
        return True

    def act(self, action: Signal) -> None:
        name, value = action.name, str(action.value or "")
        if name == "search":
            self._search(value)
        elif name in ("page", "contents", "side") and value.startswith(ON_MODEL):
            self._show_model(value.removeprefix(ON_MODEL))
        elif name in ("page", "contents", "side") and value:
            self.open(value)
        elif name == "toc":
            self.open(CONTENTS)
        elif name in ("older", "newer"):
            self._go(-1 if name == "older" else 1)
        elif name == "keys":
            self.app.go(ToKeys(self))
        elif name == "close":
            self.cancel()

    def _show_model(self, model: str) -> None:
        """Go back to the table with the card of a model."""
        self.cancel()
        if isinstance(self.back, TableScreen):
            self.back.select(model)

    def cancel(self) -> None:
        self.app.show(self.back)

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        middle = px(TOP) // 2
        rect = draw_text(surface, (px(16), middle), "Rules", "title", TEXT, anchor="midleft", width=self._title_width)
        if rect.right + px(80) < self._title_width:
            draw_pill(surface, (rect.right + px(14), middle), EDITION, TEXT_SOFT, anchor="midleft")
        has_side = self._has_right and bool(self._text("side").items)
        page_area = self._middle if has_side or not self._has_right else self._middle.union(self._right)
        for area in (self._left, page_area, *([self._right] if has_side else [])):
            draw_panel(surface, area)
        if self.refusal is not None:
            draw_box(surface, self._banner, mix_colors(PANEL_HIGH, DANGER, 0.18), radius=px(6), border=DANGER)
            self._draw_warning(surface)
        self.group.draw(surface)
        if self.words.strip():
            field = self.group["search"].rect
            count = f"{len(self.hits)} found"
            draw_text(surface, (field.right - px(8), field.centery), count, "small", TEXT_FAINT, anchor="midright")
        self.dirty = False

    def _draw_warning(self, surface: pygame.Surface) -> None:
        left, top = self._banner.left + px(14), self._banner.top + px(10)
        size = px(14)
        pygame.draw.polygon(surface, DANGER, [(left, top + size), (left + size, top + size), (left + size // 2, top)])
        text = pygame.Rect(left + px(26), self._banner.top + px(8), self._banner.width - px(52), self._banner.height)
        draw_wrapped(surface, text, self._refusal_text, "body", TEXT)


class _PageText(LinkedText):
    """The page, whose lines are at most `MAX_TEXT` wide, with the scrollbar at the edge of the panel."""

    @property
    def text_width(self) -> int:
        return min(px(MAX_TEXT), super().text_width)


def _caps(text: str) -> Block:
    return plain(text, "label", TEXT_FAINT, gap=14)


def _row(text: str, target: str) -> Block:
    return Block((Piece(text, target),), "body", gap=3)


def _option_blocks(options: list[GameOption]) -> Iterator[Block]:
    """Yield what can be chosen before a game."""
    yield _caps("Options of a game")
    for option in options:
        yield plain(option.title, "strong", gap=4)
        default = f"{option.default}: ".replace(f"{EDITION}: ", "")  # The rules are those of this edition.
        yield plain(f"{default}{option.summary}", "small", TEXT_SOFT, gap=2)
        for variant in option.variants:
            yield plain(f"{variant.name}: {variant.summary}", "small", TEXT_SOFT, gap=2)


def _marked(text: str, words: str) -> tuple[Piece, ...]:
    """Return a text with the searched words marked."""
    pattern = "|".join(re.escape(word) for word in sorted(words.split(), key=len, reverse=True))
    parts = re.split(f"({pattern})", text, flags=re.IGNORECASE) if pattern else [text]
    return tuple(Piece(part, marked=bool(index % 2)) for index, part in enumerate(parts) if part)
