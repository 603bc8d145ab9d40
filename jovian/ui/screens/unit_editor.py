"""The unit editor: the form of a unit card at the left, and its card, its silhouette, and its problems at the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from jovian.cards.art import TONES
from jovian.editing.problems import Problem
from jovian.editing.unit_draft import MAX_PARTS, REACH, SHAPES, Part, parts_of
from jovian.fleets.price import suggested_tv
from jovian.game import Model
from jovian.ui.board.colors import facet_color
from jovian.ui.board.grid import backdrop
from jovian.ui.board.sprites import blit_centered, facets_picture
from jovian.ui.editor.fleet_rows import SIDE, draw_row_back
from jovian.ui.editor.tool_bars import REDO, UNDO, BarEntry, lay_bar
from jovian.ui.editor.unit_bench import UnitBench, UnitForm, new_unit_bench, problem_text, show_card, unit_bench_of
from jovian.ui.kit.button_list import PullDown
from jovian.ui.kit.draw import draw_box, draw_panel
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.forms import Choice
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, mix_colors, px
from jovian.ui.kit.widgets import Button, ScrollList, Signal, Tabs, Tooltip, Widget, focus_next_group
from jovian.ui.panels.unit_card import UnitCard
from jovian.ui.screens.screen import Host, Screen, leave_unit
from jovian.ui.session.keymap import PANEL

TOP, LOW, GAP = 52, 60, 8
FORM_SHARE = 0.44
CARD, SILHOUETTE = TABS = ("Card", "Silhouette")
NEW = {"New ship": "capital", "New squadron": "squadron"}
PROBLEM_ROWS = 4
"""The most lines of problems that are shown at once."""
STEP, GROWTH = 0.05, 1.15
"""How far a button moves a part, and by what factor it changes the size."""
SHIP_REACH = 1 / 0.93
"""The distance from the center of a ship's base to its bow, if the silhouette reaches 1."""
PART_BUTTONS: dict[str, str] = {
    "ahead": "Ahead", "outward": "Outward", "wider": "Wider", "longer": "Longer", "raise": "To front",
    "duplicate": "Copy",
    "astern": "Astern", "inward": "Inward", "narrower": "Narrower", "shorter": "Shorter", "lower": "To back",
    "remove": "Delete",
}  # fmt: skip
"""The buttons of the chosen part, in two rows: their names and labels."""
HINTS = {
    "new": "Start a new card with plain values", "open": "Edit a card of yours, or a copy of another one",
    "shape": "Add a simple shape in front of the other parts",
    "start": "Take the whole silhouette of another unit", "tone": "The tone of the chosen part",
    "parts": "The parts of the silhouette, the front one last",
}  # fmt: skip
NO_CARD = "The card appears here when the problems below are solved."
OLD_CARD = "Shown as it was before the problems below."
DRAG_HINT = "Click a part to choose it, and drag it."


class UnitScreen(Screen):
    """The page on which a unit card is edited. `back` is the screen to return to."""

    def __init__(self, app: Host, bench: UnitBench, back: Screen, on_saved: Callable[[], None]) -> None:
        super().__init__(app)
        self.bench = app.unit_bench = bench
        self.back, self.on_saved = back, on_saved
        self.form = UnitForm(bench)
        self.card = UnitCard()
        self.tab = CARD
        self._pointer = (-1, -1)
        self._held: tuple[float, float] | None = None
        """The point of the drawing at which the chosen part is held, None if it isn't dragged."""

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out the form and the right column between the bars at the top and the bottom."""
        super().layout(size)
        gap, top, low = px(GAP), px(TOP), px(LOW)
        height = size[1] - top - low
        width = round(size[0] * FORM_SHARE)
        self._within = pygame.Rect((0, 0), size).inflate(-px(16), -px(16))
        self._right = pygame.Rect(width + 2 * gap, top, size[0] - width - 3 * gap, height)
        self.group.renew([*self._top_widgets(), *self._right_widgets(), *self._low_widgets()])
        self.form.layout(pygame.Rect(gap, top, width, height))

    def _top_widgets(self) -> list[Widget]:
        self._units = sorted(self.bench.taken.values(), key=lambda card: (card.faction, card.kind, card.name))
        labels = [f"{card.name} · {card.faction}" for card in self._units]
        entries = (
            BarEntry("new", "New", HINTS["new"], list(NEW)), BarEntry("open", "Open", HINTS["open"], labels),
            UNDO, REDO,
        )  # fmt: skip
        place = pygame.Rect(0, px(8), self.size[0] - px(GAP), px(36))
        widgets = lay_bar(entries, place, self._within, self.bench.history)
        self._title_width = widgets[0].rect.left - px(26)
        return widgets

    def _right_widgets(self) -> list[Widget]:
        area, problems = self._right, self.bench.problems
        tabs = Tabs("tab", pygame.Rect(area.left, area.top, area.width, px(30)), TABS, TABS.index(self.tab))
        self._lines = [(problem, line) for problem in problems for line in self._problem_lines(problem)]
        rows = min(PROBLEM_ROWS, max(1, len(self._lines)))
        step = line_height("small") + px(4)
        low = pygame.Rect(area.left, 0, area.width, rows * step + px(12) + line_height("caps"))
        low.bottom = area.bottom
        self._problems_top = low.top
        self._page = pygame.Rect(area.left, tabs.rect.bottom + px(8), area.width, low.top - tabs.rect.bottom - px(16))
        widgets: list[Widget] = [tabs, *(self._card_widgets() if self.tab == CARD else self._drawing_widgets())]
        if problems:
            top = low.top + line_height("caps") + px(6)
            place = pygame.Rect(area.left, top, area.width, low.bottom - top)
            listed = ScrollList("problems", place, self._draw_problem, row=step, well=False)
            listed.set_items(self._lines)
            listed.hint = "Show the field of the problem"
            widgets.append(listed)
        return widgets

    def _problem_lines(self, problem: Problem) -> list[str]:
        return list(wrap(problem_text(problem), "small", self._right.width - px(40)))

    def _card_widgets(self) -> list[Widget]:
        card = self.bench.shown_card
        self.card.drawing = self.bench.draft.facets
        self.card.layout(pygame.Rect(self._page.left, self._page.top, self._page.width, 0))
        if card is not None:
            show_card(self.card, Model("shown", card, SIDE), self._page)
        return []

    def _drawing_widgets(self) -> list[Widget]:
        self.card.layout(pygame.Rect(0, 0, 0, 0))
        page, gap, height = self._page, px(6), px(30)
        third = (page.width - 2 * gap) // 3
        places = [pygame.Rect(page.left + n * (third + gap), page.top, third, height) for n in range(3)]
        shape = PullDown("shape", places[0], "Add a shape", list(SHAPES), self._within)
        start = PullDown("start", places[1], "Start from", [card.name for card in self._units], self._within)
        part = self.bench.chosen_part
        tone = Choice("tone", places[2], [f"Tone: {tone}" for tone in TONES],
                      TONES.index(part.tone) if part is not None else 0, self._within, role="label")  # fmt: skip
        for widget in (shape, start, tone):
            widget.hint = HINTS[widget.name]
        is_full = len(self.bench.draft.parts) >= MAX_PARTS
        shape.set_enabled(not is_full, f"A silhouette has at most {MAX_PARTS} parts")
        columns = len(PART_BUTTONS) // 2
        width = (page.width - (columns - 1) * gap) // columns
        first = page.bottom - 2 * height - gap
        buttons: list[Widget] = []
        for number, (name, label) in enumerate(PART_BUTTONS.items()):
            left, row = page.left + number % columns * (width + gap), number // columns
            place = pygame.Rect(left, first + row * (height + gap), width, height)
            button = Button(name, place, label, role="label", kind="danger" if name == "remove" else "plain")
            button.set_enabled(part is not None, "Add a shape first")
            if part is not None and part.is_middle and name in ("outward", "inward"):
                button.set_enabled(False, "This part touches the keel. Only its length and width change.")
            if is_full and name == "duplicate":
                button.set_enabled(False, f"A silhouette has at most {MAX_PARTS} parts")
            buttons.append(button)
        tone.set_enabled(part is not None, "Add a shape first")
        top = places[0].bottom + gap
        listed = pygame.Rect(page.right - px(150), top, px(150), first - gap - top)
        self.canvas_rect = pygame.Rect(page.left, top, page.width - listed.width - gap, listed.height)
        parts = ScrollList("parts", listed, self._draw_part, row=px(28))
        parts.set_items(list(enumerate(self.bench.draft.parts)))
        parts.chosen = self.bench.part
        parts.hint = HINTS["parts"]
        return [shape, start, tone, parts, *buttons]

    def _low_widgets(self) -> list[Widget]:
        y, height, gap = self.size[1] - px(52), px(44), px(8)
        back = Button("back", pygame.Rect(gap, y, px(110), height), "Back")
        back.cap = self.app.keymap.key_label("cancel")
        save = Button(
            "save", pygame.Rect(self.size[0] - gap - px(150), y, px(150), height), "Save card", kind="primary"
        )
        save.hint = "Save the card and its silhouette in your folder. The fleet builder then lists it."
        save.set_enabled(not self.bench.problems, "Solve the problems first")
        widgets: list[Widget] = [back, save]
        card, words = self.bench.card, "Saved" if self.bench.path is not None else "Not saved yet"
        words = "Unsaved changes" if self.bench.history.unsaved else words
        right = save.rect.left - px(12)
        self._price_text = ""
        if card is not None:
            value = suggested_tv(card)
            self._price_text = f"Suggested Threat Value: {value}"
            if value != card.tv:
                label = f"Use {value} TV"
                width = text_size(label, "button")[0] + px(28)
                widgets.append(Button("price", pygame.Rect(right - width, y, width, height), label))
                widgets[-1].hint = "Comes from dice, boxes, armor, speed, and traits, with weights from played games"
                right -= width + px(12)
        self._low = (back.rect.right + px(16), right, back.rect.centery, words)
        return widgets

    # --- Input ---
    @property
    def stale(self) -> bool:
        return self.dirty or self.group.dirty or self.form.dirty

    @property
    def question(self) -> tuple[object, ...]:
        return (self.group.spread, self.form.group.spread)

    @property
    def caret(self) -> pygame.Rect | None:
        return self.form.group.caret or self.group.caret

    def let_go(self) -> None:
        super().let_go()
        self.form.group.let_go()
        self._held = None

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: an open list or the form with the focus comes first, then a dragged part, then keys."""
        self.dirty = True
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._pointer = event.pos
        form = self.form.group
        is_key = event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING)
        command = self.app.keymap.command(event)
        if self.group.spread is None and form.spread is None and self._take_drag(event):
            return
        if command == PANEL and not form.engaged and not self.group.engaged:
            focus_next_group([form, self.group])
        elif form.spread is not None or (is_key and form.focus is not None and command != "cancel"):
            self._handle_form(event)
        elif is_key and form.focus is not None:
            form.focus_on(None)
            self.form.stale = True
        elif self.group.spread is not None or is_key:
            if not (event.type == pygame.KEYDOWN and self.caret is None and self._take_command(command)):
                super().handle(event)
        elif event.type == pygame.MOUSEWHEEL:
            if self.form.rect.collidepoint(self._pointer):
                self._handle_form(event)
            else:
                self.card.handle(event)
                super().handle(event)
        else:
            self.card.handle(event)
            self._handle_form(event)
            super().handle(event)

    def _handle_form(self, event: pygame.event.Event) -> None:
        action = self.form.handle(event)
        if action is not None and self.form.handle_action(action):
            self.layout(self.size)

    def _take_command(self, command: str) -> bool:
        """Handle a key that means the same wherever the focus is. Return whether it was used."""
        if command not in ("undo", "redo", "save"):
            return False
        if command != "save" or not self.bench.problems:
            self.act(Signal(command))
        else:
            self.app.say("Solve the problems first.", bad=True)
        return True

    def _take_drag(self, event: pygame.event.Event) -> bool:
        """Choose the part under a click on the drawing, and drag it. Return whether the event was used."""
        if self.tab != SILHOUETTE:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.canvas_rect.collidepoint(event.pos):
            x, y = self._point_at(event.pos)
            found = [number for number, part in enumerate(self.bench.draft.parts) if part.covers(x, y)]
            if found:
                self.bench.part, self._held = found[-1], (x, y)
                self.bench.change_key = ""
                self.layout(self.size)
            return True
        if event.type == pygame.MOUSEMOTION and self._held is not None:
            x, y = self._point_at(event.pos)
            part, (from_x, from_y) = self.bench.chosen_part, self._held
            if part is not None:
                side = 1 if from_x >= 0 else -1
                self.bench.change_part(part.moved(side * (x - from_x), y - from_y), "drag")
                self._held = x, y
                self.layout(self.size)
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._held is not None:
            self._held, self.bench.change_key = None, ""
            return True
        return False

    def _point_at(self, pos: tuple[int, int]) -> tuple[float, float]:
        """Return the point of the drawing at a place on the screen."""
        return (pos[0] - self.canvas_rect.centerx) / self.unit_pixels, (
            self.canvas_rect.centery - pos[1]
        ) / self.unit_pixels

    @property
    def unit_pixels(self) -> float:
        """The pixels from the center of the drawing to its bow."""
        return min(self.canvas_rect.width, self.canvas_rect.height) / 2 / REACH

    def act(self, action: Signal) -> None:
        """Handle an action of a widget, then show what it has changed."""
        name, value = action.name, action.value
        simple: dict[str, Callable[[], object]] = {
            "undo": self.bench.undo, "redo": self.bench.redo, "save": self.save, "back": self.cancel,
            "remove": self.bench.delete_part, "raise": lambda: self.bench.raise_part(1),
            "lower": lambda: self.bench.raise_part(-1),
        }  # fmt: skip
        if name in simple:
            simple[name]()
        elif name == "tab":
            self.tab = str(value)
        elif name == "new":
            faction = str(self.bench.draft.card.data.get("faction"))
            kind = list(NEW.values())[int(value)]
            leave_unit(self.app, lambda: self._take_bench(new_unit_bench(faction, kind)))
        elif name == "open":
            card = self._units[int(value)]
            leave_unit(self.app, lambda: self._take_bench(unit_bench_of(card)))
        elif name == "price" and self.bench.card is not None:
            tv = suggested_tv(self.bench.card)
            self.bench.apply_card(self.bench.draft.card.with_value(("tv",), tv))
        elif name == "problems":
            self.form.show_row(self._lines[int(value)][0])
            self.group.focus_on(None)
        else:
            self._act_on_drawing(name, value)
        if self.app.screen is self:
            self.layout(self.size)

    def _act_on_drawing(self, name: str, value: object) -> None:
        bench, part = self.bench, self.bench.chosen_part
        number = value if isinstance(value, int) else 0
        if name == "parts":
            bench.part = number
        elif name == "shape":
            bench.add_part(list(SHAPES.values())[number])
        elif name == "start":
            card = self._units[number]
            drawn = bench.draft.card.with_value(("image",), card.image)
            bench.apply(replace(bench.draft, card=drawn, parts=parts_of(card.image, bench.draft.fallback)))
        elif part is not None and name == "tone":
            bench.change_part(replace(part, tone=TONES[number]))
        elif part is not None and name == "duplicate":
            bench.add_part(part.moved(STEP, -STEP))
        elif part is not None:
            bench.change_part(_changed(part, name), f"{name} {bench.part}")

    def _take_bench(self, bench: UnitBench) -> None:
        """Edit another card."""
        self.bench = self.form.bench = self.app.unit_bench = bench
        self.form.offset = 0
        if self.app.screen is self:
            self.layout(self.size)

    def save(self) -> bool:
        """Save the card in the user's folder. Return whether that worked."""
        try:
            path = self.bench.save()
        except OSError as error:
            self.app.say(f"The card could not be saved: {error.strerror or error}", bad=True)
            return False
        self.on_saved()
        self.app.say(f"Saved as {path}.")
        return True

    def cancel(self) -> None:
        """Leave the page. The card stays here until the window is closed."""
        self.app.show(self.back)

    # --- Drawing ---
    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        if self.group.spread is not None or self.form.group.spread is not None:
            return None
        if (hint := self.card.hint_at(self._pointer)) is not None:
            return Tooltip.of(hint[1]), hint[0]
        return self.form.group.tooltip() or super().tooltip()

    def _draw_problem(
        self, surface: pygame.Surface, rect: pygame.Rect, item: tuple[Problem, str], hovered: bool, chosen: bool
    ) -> None:
        color = TEXT if hovered else mix_colors(DANGER, TEXT, 0.35)
        draw_text(surface, (rect.left + px(8), rect.centery), item[1], "small", color, anchor="midleft")

    def _draw_part(
        self, surface: pygame.Surface, rect: pygame.Rect, item: tuple[int, Part], hovered: bool, chosen: bool
    ) -> None:
        number, part = item
        draw_row_back(surface, rect, hovered, chosen)
        swatch = pygame.Rect(rect.left + px(10), rect.centery - px(6), px(12), px(12))
        draw_box(surface, swatch, facet_color(part.tone, True, SIDE, False), radius=px(2), border=EDGE)
        text = f"{number + 1} {part.tone}"
        draw_text(surface, (swatch.right + px(8), rect.centery), text, "small", TEXT, anchor="midleft")

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        name = self.bench.draft.name or "Unnamed"
        draw_text(surface, (px(12), px(26)), f"Unit card: {name}", "title", TEXT, anchor="midleft",
                  width=self._title_width, may_shrink=True)  # fmt: skip
        if self.tab == CARD:
            self._draw_card(surface)
        else:
            self._draw_silhouette(surface)
        self._draw_status(surface)
        left, right, y, words = self._low
        box = draw_text(surface, (right, y), self._price_text, "small", TEXT_SOFT, anchor="midright")
        space = box.left - left - px(12)
        draw_text(surface, (left, y), words, "small", TEXT_SOFT, anchor="midleft", width=max(1, space))
        self.form.stale = True
        self.form.draw(surface)
        self.group.draw(surface)
        if (option := self.form.option_hint()) is not None:
            rect = option[0].move(self.form.rect.width + px(340), 0)
            Tooltip.of(option[1]).draw(surface, rect)
        self.dirty = False

    def _draw_card(self, surface: pygame.Surface) -> None:
        if self.bench.shown_card is None:
            draw_wrapped(surface, self._page, NO_CARD, "body", TEXT_SOFT)
            return
        self.card.stale = True
        self.card.draw(surface)
        place = pygame.Rect(self._page.left + px(4), self.card.rect.bottom + px(6), self._page.width - px(8), 0)
        place.height = max(0, self._page.bottom - place.top)
        words = self.bench.shown_card.about if self.bench.card is not None else OLD_CARD
        if len(wrap(words, "small", place.width)) * line_height("small") <= place.height:
            draw_wrapped(surface, place, words, "small", TEXT_SOFT)

    def _draw_silhouette(self, surface: pygame.Surface) -> None:
        """Draw the silhouette on the base of the unit, with the chosen part outlined."""
        canvas, unit, draft = self.canvas_rect, self.unit_pixels, self.bench.draft
        draw_panel(surface, canvas)
        clip = surface.get_clip()
        surface.set_clip(canvas)
        card = self.bench.shown_card
        if card is not None and card.base.shape == "rect":
            half = unit * SHIP_REACH
            base = pygame.Rect(0, 0, round(2 * half * card.base.width / card.base.length), round(2 * half))
            base.center = canvas.center
            surface.fill(mix_colors(WELL, SIDES[SIDE].main, 0.12), base)
            pygame.draw.rect(surface, mix_colors(EDGE, SIDES[SIDE].main, 0.6), base, px(1))
        surface.fill(EDGE, (canvas.centerx, canvas.top, 1, canvas.height))
        if draft.parts:
            blit_centered(surface, facets_picture(draft.facets, SIDE, unit), canvas.center)
        part = self.bench.chosen_part
        for facet in part.facets() if part is not None else ():
            corners = [(canvas.centerx + x * unit, canvas.centery - y * unit) for x, y in facet.points]
            pygame.draw.polygon(surface, ACCENT, corners, px(2))
        surface.set_clip(clip)
        pos = (canvas.left + px(10), canvas.bottom - px(8))
        draw_text(surface, pos, DRAG_HINT, "small", TEXT_FAINT, anchor="bottomleft", width=canvas.width - px(20))

    def _draw_status(self, surface: pygame.Surface) -> None:
        """Draw the heading of the problems, or that there are none."""
        pos = (self._right.left + px(4), self._problems_top)
        if self.bench.problems:
            draw_text(surface, pos, "What is wrong", "caps", TEXT_SOFT)
            return
        draw_text(surface, pos, "Is it a valid card? Yes", "caps", TEXT_SOFT)
        faction = self.bench.draft.card.data.get("faction")
        words = f"The fleet builder lists it among the {faction} units." if self.bench.path is not None else ""
        words = words or f"Save it, and the fleet builder lists it among the {faction} units."
        top = (pos[0], pos[1] + line_height("caps") + px(6))
        draw_text(surface, top, words, "small", GOOD, width=self._right.width - px(8))


def _changed(part: Part, name: str) -> Part:
    """Return a part after a button was pressed."""
    left, right, low, high = part.box
    width, length = right - left, high - low
    moves = {"ahead": (0, STEP), "astern": (0, -STEP), "outward": (STEP, 0), "inward": (-STEP, 0)}
    sizes = {"wider": (GROWTH, 1), "narrower": (1 / GROWTH, 1), "longer": (1, GROWTH), "shorter": (1, 1 / GROWTH)}
    if name in moves:
        return part.moved(*moves[name])
    by_width, by_length = sizes.get(name, (1, 1))
    return part.sized(width * by_width, length * by_length)
