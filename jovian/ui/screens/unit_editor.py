"""The unit editor: the form of a unit card at the left, and its card, its silhouette, and its problems at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from jovian.cards import UnitCard
from jovian.cards.art import TONES
from jovian.editing.problems import Problem
from jovian.editing.unit_draft import MAX_PARTS, REACH, SHAPES, SilhouettePart, parts_of
from jovian.fleets.price import suggested_tv
from jovian.game import Model
from jovian.ui.board.colors import facet_color
from jovian.ui.board.sprites import blit_centered, facets_picture
from jovian.ui.editor.fleet_rows import SIDE, draw_row_back
from jovian.ui.editor.tool_bars import history_buttons
from jovian.ui.editor.unit_bench import UnitBench, UnitForm, card_box, new_unit_bench, problem_text, unit_bench_of
from jovian.ui.kit.boxes import NOWHERE, Box, button, caption, column, item, line, row, text
from jovian.ui.kit.button_list import PullDown
from jovian.ui.kit.draw import draw_box, draw_panel
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.forms import Choice
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, mix_colors, px
from jovian.ui.kit.widgets import ScrollList, Signal, Tabs, Widget
from jovian.ui.panels.unit_card import UnitCardPanel
from jovian.ui.screens.form_page import FormPage
from jovian.ui.screens.screen import Host, Screen, leave_unit

CARD, SILHOUETTE = TABS = ("Card", "Silhouette")
NEW = {"New ship": "capital", "New squadron": "squadron"}
PROBLEM_ROWS = 4
"""The most lines of problems that are shown at once."""
STEP, GROWTH = 0.05, 1.15
"""How far a button moves a part, and by what factor it changes the size."""
SHIP_REACH = 1 / 0.93
"""The distance from the center of a ship's base to its bow, if the silhouette reaches 1."""
NO_CARD = "The card appears here when the problems below are solved."
OLD_CARD = "Shown as it was before the problems below."
DRAG_HINT = "Click a part to choose it, and drag it."
ADD_FIRST, FULL = "Add a shape first", f"A silhouette has at most {MAX_PARTS} parts"
PRICE_HINT = "Comes from dice, boxes, armor, speed, and traits, with weights from played games"
KEEL = "This part touches the keel. Only its length and width change."


class UnitScreen(FormPage):
    """The page on which a unit card is edited. `back` is the screen to return to."""

    form: UnitForm

    def __init__(self, app: Host, bench: UnitBench, back: Screen, on_saved: Callable[[], None]) -> None:
        super().__init__(app, UnitForm(bench))
        self.bench = app.unit_bench = bench
        self.back, self.on_saved = back, on_saved
        self.card = UnitCardPanel()
        self.tab = CARD

    # --- Boxes ---
    def compose(self) -> Box:
        """Return the form and the right column between the bars at the top and the bottom."""
        form = self.form_box(width=0, grow=44)
        return column(self._top(), row(form, self._right(), gap=8, grow=1), self._foot(), gap=8, pad=(8, 8, 8, 8))

    def _top(self) -> Box:
        title = line(f"Unit card: {self.bench.draft.name or 'Unnamed'}", "title", may_shrink=True, width=0, grow=1)
        opens = [(f"{card.name} · {card.faction}", partial(self._open, card)) for card in self._units]
        return row(
            title,
            item(PullDown("new", "New", [(label, partial(self._new, kind)) for label, kind in NEW.items()], self.within,
                          "Start a new card with plain values")),
            item(PullDown("open", "Open", opens, self.within, "Edit a card of yours, or a copy of another one")),
            *history_buttons(self.bench), gap=6, height=36,
        )  # fmt: skip

    @property
    def _units(self) -> Sequence[UnitCard]:
        return sorted(self.bench.taken.values(), key=lambda card: (card.faction, card.kind, card.name))

    def _new(self, kind: str) -> None:
        faction = str(self.bench.draft.card.data.get("faction"))
        leave_unit(self.app, lambda: self._take_bench(new_unit_bench(faction, kind)))

    def _open(self, card: UnitCard) -> None:
        leave_unit(self.app, lambda: self._take_bench(unit_bench_of(card)))

    def _right(self) -> Box:
        tabs = item(Tabs("tab", NOWHERE, TABS, TABS.index(self.tab)), self._open_tab, height=30)
        shown = self._card_tab() if self.tab == CARD else self._silhouette_tab()
        return column(tabs, shown, self._problems(), gap=8, width=0, grow=56)

    def _open_tab(self, label: str) -> None:
        self.tab = label

    def _card_tab(self) -> Box:
        card = self.bench.shown_card
        if card is None:
            return text(NO_CARD, color=TEXT_SOFT, grow=1)
        self.card.drawing = self.bench.draft.facets
        words = card.about if self.bench.card is not None else OLD_CARD
        about = text(words, "small", TEXT_SOFT, priority=1)
        return column(card_box("card", self.card, Model("shown", card, SIDE)), about, gap=6, grow=1)

    def _problems(self) -> Box:
        """Return the problems, or that there are none."""
        if not self.bench.problems:
            faction = self.bench.draft.card.data.get("faction")
            saved = "The" if self.bench.path is not None else "Save it, and the"
            words = f"{saved} fleet builder lists it among the {faction} units."
            return column(caption("Is it a valid card? Yes"), text(words, "small", GOOD), gap=6)
        listed = ScrollList("problems", NOWHERE, _draw_problem, row=line_height("small") + px(7), well=False)
        listed.hint = "Show the field of the problem"

        def height_at(width: int) -> int:
            listed.set_items([(problem, part) for problem in self.bench.problems
                              for part in wrap(problem_text(problem), "small", width - px(40))])  # fmt: skip
            return listed.row * min(PROBLEM_ROWS, len(listed.items))

        shown = item(listed, lambda number: self._show_problem(listed.items[number][0]), height_at=height_at)
        return column(caption("What is wrong"), shown, gap=6)

    def _show_problem(self, problem: Problem) -> None:
        self.form.show_row(problem)
        self.group.focus_on(None)

    def _foot(self) -> Box:
        card = self.bench.card
        words = "Unsaved changes" if self.bench.history.unsaved else "Saved" if self.bench.path else "Not saved yet"
        value = suggested_tv(card) if card is not None else 0
        price = f"Suggested Threat Value: {value}" if card is not None else ""
        use = button("price", f"Use {value} TV", partial(self._use_price, value), hint=PRICE_HINT)
        return row(
            button("back", "Back", self.cancel, command="cancel"),
            line(words, "small", TEXT_SOFT, width=0, grow=1), line(price, "small", TEXT_SOFT),
            use if card is not None and value != card.tv else None,
            button("save", "Save card", self.save, kind="primary", width=150,
                   hint="Puts the card and its silhouette in your folder, where the fleet builder finds them",
                   reason="Solve the problems first" if self.bench.problems else ""), gap=12, height=44,
        )  # fmt: skip

    def _use_price(self, value: int) -> None:
        self.bench.apply_card(self.bench.draft.card.with_value(("tv",), value))

    # --- The silhouette ---
    def _silhouette_tab(self) -> Box:
        bench = self.bench
        listed = ScrollList("parts", NOWHERE, _draw_part, row=px(28))
        listed.set_items(list(enumerate(bench.draft.parts)))
        listed.chosen, listed.hint = bench.part, "The parts of the silhouette, the front one last"
        return column(
            self._sources(),
            row(item(Drawing("drawing", bench), lambda _: None, grow=1), item(listed, self._choose_part, width=150),
                gap=6, grow=1),
            *self._part_buttons(), gap=6, grow=1,
        )  # fmt: skip

    def _sources(self) -> Box:
        """Return what adds shapes, takes a silhouette, and changes the tone of the chosen part."""
        part = self.bench.chosen_part
        shapes = [(name, partial(self.bench.add_part, shape)) for name, shape in SHAPES.items()]
        shape = PullDown("shape", "Add a shape", shapes, self.within, "Add a simple shape in front of the other parts")
        shape.set_enabled(not self._is_full, FULL)
        sources = [(card.name, partial(self._start_from, card)) for card in self._units]
        start = PullDown("start", "Start from", sources, self.within, "Take the whole silhouette of another unit")
        number = TONES.index(part.tone) if part is not None else 0
        tone = Choice("tone", NOWHERE, [f"Tone: {tone}" for tone in TONES], number, self.within, role="label")
        tone.hint = "The tone of the chosen part"
        tone.set_enabled(part is not None, ADD_FIRST)
        boxes = (item(shape, grow=1), item(start, grow=1), item(tone, self._set_tone, grow=1))
        return row(*boxes, gap=6, height=30)

    @property
    def _is_full(self) -> bool:
        return len(self.bench.draft.parts) >= MAX_PARTS

    def _choose_part(self, number: int) -> None:
        self.bench.part = number

    def _start_from(self, card: UnitCard) -> None:
        bench = self.bench
        drawn = bench.draft.card.with_value(("image",), card.image)
        bench.apply(replace(bench.draft, card=drawn, parts=parts_of(card.image, bench.draft.fallback)))

    def _set_tone(self, number: int) -> None:
        if (part := self.bench.chosen_part) is not None:
            self.bench.change_part(replace(part, tone=TONES[number]))

    def _part_buttons(self) -> tuple[Box, Box]:
        """Return the buttons of the chosen part, in two rows."""
        bench = self.bench
        part = bench.chosen_part
        reason = "" if part is not None else ADD_FIRST
        keel = KEEL if part is not None and part.is_middle else reason

        def move(name: str, label: str, x: float, y: float, reason: str = reason) -> Box:
            return self._part_button(name, label, lambda part: part.moved(x, y), reason)

        def size(name: str, label: str, x: float, y: float) -> Box:
            return self._part_button(name, label, lambda part: _scaled(part, x, y), reason)

        def press(name: str, label: str, press: Callable[[], object], reason: str = reason, kind: str = "plain") -> Box:
            return button(name, label, press, reason=reason, kind=kind, role="label", width=0, grow=1)

        upper = (
            move("ahead", "Ahead", 0, STEP), move("outward", "Outward", STEP, 0, keel),
            size("wider", "Wider", GROWTH, 1), size("longer", "Longer", 1, GROWTH),
            press("raise", "To front", lambda: bench.raise_part(1)),
            press("duplicate", "Copy", self._copy_part, reason or (FULL if self._is_full else "")),
        )  # fmt: skip
        lower = (
            move("astern", "Astern", 0, -STEP), move("inward", "Inward", -STEP, 0, keel),
            size("narrower", "Narrower", 1 / GROWTH, 1), size("shorter", "Shorter", 1, 1 / GROWTH),
            press("lower", "To back", lambda: bench.raise_part(-1)),
            press("remove", "Delete", bench.delete_part, kind="danger"),
        )  # fmt: skip
        return row(*upper, gap=6, height=30), row(*lower, gap=6, height=30)

    def _part_button(
        self, name: str, label: str, change: Callable[[SilhouettePart], SilhouettePart], reason: str
    ) -> Box:
        """Return a button that changes the chosen part. Several presses are one step of undo."""

        def press() -> None:
            if (part := self.bench.chosen_part) is not None:
                self.bench.change_part(change(part), f"{name} {self.bench.part}")

        return button(name, label, press, reason=reason, role="label", width=0, grow=1)

    def _copy_part(self) -> None:
        if (part := self.bench.chosen_part) is not None:
            self.bench.add_part(part.moved(STEP, -STEP))

    # --- Input ---
    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"undo": self.bench.undo, "redo": self.bench.redo, "save": self._try_save}

    def _try_save(self) -> None:
        if self.bench.problems:
            self.app.say("Solve the problems first.", bad=True)
        else:
            self.save()

    def _take_bench(self, bench: UnitBench) -> None:
        """Edit another card."""
        self.bench = self.form.bench = self.app.unit_bench = bench
        self.form.offset = 0
        if self.app.screen is self:
            self.refresh()

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


def _scaled(part: SilhouettePart, by_width: float, by_length: float) -> SilhouettePart:
    left, right, low, high = part.box
    return part.sized((right - left) * by_width, (high - low) * by_length)


# --- Drawings ---


class Drawing(Widget):
    """The silhouette on the base of the unit. A click chooses a part, which is outlined then, and a drag moves it."""

    is_audible = False

    def __init__(self, name: str, bench: UnitBench) -> None:
        super().__init__(name, NOWHERE)
        self.bench = bench
        self._held: tuple[float, float] | None = None
        """The point of the drawing at which the chosen part is held, None if it isn't dragged."""

    @property
    def focusable(self) -> bool:
        return False

    @property
    def unit_pixels(self) -> float:
        """The pixels from the center of the drawing to its bow."""
        return min(self.rect.width, self.rect.height) / 2 / REACH

    def _point_at(self, pos: tuple[int, int]) -> tuple[float, float]:
        """Return the point of the drawing at a place on the screen."""
        x, y = pos[0] - self.rect.centerx, self.rect.centery - pos[1]
        return x / self.unit_pixels, y / self.unit_pixels

    def follow(self, old: Widget) -> None:
        super().follow(old)
        if isinstance(old, Drawing):
            self._held = old._held

    def let_go(self) -> None:
        super().let_go()
        self._held = None

    def drag_button(self, pos: tuple[int, int]) -> int:
        return pygame.BUTTON_LEFT

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Choose the part under a click, and drag it."""
        self.track(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            x, y = self._point_at(event.pos)
            found = [number for number, part in enumerate(self.bench.draft.parts) if part.covers(x, y)]
            if found:
                self.bench.part, self._held, self.bench.change_key = found[-1], (x, y), ""
                return Signal(self.name)
        elif event.type == pygame.MOUSEMOTION and self._held is not None and self.bench.chosen_part is not None:
            (x, y), (from_x, from_y) = self._point_at(event.pos), self._held
            side = 1 if from_x >= 0 else -1
            self.bench.change_part(self.bench.chosen_part.moved(side * (x - from_x), y - from_y), "drag")
            self._held = x, y
            return Signal(self.name)
        elif event.type == pygame.MOUSEBUTTONUP and self._held is not None:
            self._held, self.bench.change_key = None, ""
        return None

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        canvas, unit, draft = self.rect, self.unit_pixels, self.bench.draft
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


def _draw_problem(surface: pygame.Surface, rect: pygame.Rect, row: tuple[Problem, str], hovered: bool, _: bool) -> None:
    color = TEXT if hovered else mix_colors(DANGER, TEXT, 0.35)
    draw_text(surface, (rect.left + px(8), rect.centery), row[1], "small", color, anchor="midleft")


def _draw_part(
    surface: pygame.Surface, rect: pygame.Rect, row: tuple[int, SilhouettePart], hovered: bool, chosen: bool
) -> None:
    number, part = row
    draw_row_back(surface, rect, hovered, chosen)
    swatch = pygame.Rect(rect.left + px(10), rect.centery - px(6), px(12), px(12))
    draw_box(surface, swatch, facet_color(part.tone, True, SIDE, False), radius=px(2), border=EDGE)
    pos = (swatch.right + px(8), rect.centery)
    draw_text(surface, pos, f"{number + 1} {part.tone}", "small", TEXT, anchor="midleft")
