"""What the parts of the unit editor share: the draft with its history, the chosen weapon and part, and the problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import pygame

from jovian.cards import UnitCard, unit_cards
from jovian.cards.files import Mention, as_parts, one_line
from jovian.cards.names import FACTIONS, KINDS
from jovian.editing.card_forms import LABELS, set_card_value, unit_rows, weapon_rows
from jovian.editing.draft import Bench, Draft, History, Piece, new_draft
from jovian.editing.forms import FormRow, Kind
from jovian.editing.labels import key_to_label
from jovian.editing.problems import Problem, sketch
from jovian.editing.unit_draft import (
    MAX_PARTS,
    SilhouettePart,
    UnitDraft,
    check_unit,
    copy_of,
    new_unit,
    own_unit_file,
    save_unit,
    unit_draft,
)
from jovian.game import Model, State
from jovian.rules.setup.setup import fit_out
from jovian.ui.board.sprites import sprites
from jovian.ui.editor.change_form import RowsPanel, piece_buttons, widget_name
from jovian.ui.kit.boxes import NOWHERE, Box, button, item
from jovian.ui.kit.widgets import Signal, Widget
from jovian.ui.panels.panel import CanvasPanel
from jovian.ui.panels.unit_card import UnitCardPanel
from jovian.user_files.paths import user_shelf

# --- The bench ---


@dataclass(slots=True)
class UnitBench(Bench[UnitDraft]):
    """The shared state of the unit editor. Every change of the draft goes through `apply`."""

    taken: Mapping[str, UnitCard]
    """All cards by key."""
    path: Path | None = None
    """The user's file of the card, None before it is saved."""
    own_key: str = ""
    """The key of the card in that file, "" without a file."""
    weapon: Piece | None = None
    """The line of the weapon table whose form is shown, None for the form of the unit."""
    part: int = 0
    """The number of the chosen part of the silhouette."""
    _checked: tuple[UnitDraft, UnitCard | None, list[Problem]] | None = field(default=None, repr=False)
    _last_card: UnitCard | None = field(default=None, repr=False)

    @property
    def problems(self) -> list[Problem]:
        """What keeps the card from being saved."""
        if self._checked is None or self._checked[0] is not self.draft:
            card, problems = check_unit(self.draft, self.taken, self.own_key)
            self._checked = self.draft, card, problems
            self._last_card = card or self._last_card
        return self._checked[2]

    @property
    def card(self) -> UnitCard | None:
        """The card of the draft, or None if a file could not have it."""
        assert self.problems is not None and self._checked is not None
        return self._checked[1]

    @property
    def shown_card(self) -> UnitCard | None:
        """The card of the draft, or the last one that a file could have."""
        return self.card or self._last_card

    # --- Changes ---
    def apply_card(self, card: Draft, change_key: str = "") -> None:
        self.apply(replace(self.draft, card=card), change_key)

    def keep_choice(self) -> None:
        if self.weapon is not None and not self.draft.card.line(self.weapon):
            self.weapon = None
        self.part = max(0, min(self.part, len(self.draft.parts) - 1))

    # --- Weapons ---
    def copy_weapon(self) -> None:
        """Add a copy of the chosen line of the weapon table, and choose it."""
        if self.weapon is not None:
            card, piece = self.draft.card.with_line("weapons", self.draft.card.line(self.weapon))
            self.apply_card(card)
            self.weapon = piece

    def delete_weapon(self) -> None:
        if self.weapon is not None:
            self.apply_card(self.draft.card.with_value(self.weapon.path, None))
            self.weapon = None

    # --- Silhouette ---
    @property
    def chosen_part(self) -> SilhouettePart | None:
        return self.draft.parts[self.part] if self.part < len(self.draft.parts) else None

    def change_part(self, part: SilhouettePart, change_key: str = "") -> None:
        """Replace the chosen part."""
        self.apply(self.draft.with_part(self.part, part), change_key)

    def add_part(self, part: SilhouettePart) -> bool:
        """Add a part in front of all others, and choose it. Return False if there are too many."""
        if len(self.draft.parts) >= MAX_PARTS:
            return False
        self.apply(replace(self.draft, parts=(*self.draft.parts, part)))
        self.part = len(self.draft.parts) - 1
        return True

    def delete_part(self) -> None:
        self.apply(self.draft.with_part(self.part, None))

    def raise_part(self, step: int) -> None:
        """Move the chosen part before (1) or behind (-1) the next one."""
        other = self.part + step
        if 0 <= other < len(self.draft.parts):
            parts = list(self.draft.parts)
            parts[self.part], parts[other] = parts[other], parts[self.part]
            self.apply(replace(self.draft, parts=tuple(parts)))
            self.part = other

    # --- File ---
    def save(self) -> Path:
        """Write the card and its silhouette into the user's folder. It must have no problems. Raises OSError."""
        draft, path = save_unit(self.draft, user_shelf(), self.path, self.own_key)
        sprites.clear()
        self.history = self.history.then(draft).marked_saved()
        self.taken, self.path, self.own_key, self._checked = unit_cards(), path, draft.key, None
        return path


def new_unit_bench(faction: str = FACTIONS[0], kind: str = KINDS[0]) -> UnitBench:
    """Return a bench with a plain ship or squadron."""
    taken = unit_cards()
    return UnitBench(History((copy_of(new_unit(faction, kind), taken),)), taken)


def unit_bench_of(card: UnitCard) -> UnitBench:
    """Return a bench with a card of the user. Of a card that came with the game, it is a copy without a file."""
    taken, draft = unit_cards(), unit_draft(card)
    path = own_unit_file(card.key, user_shelf())
    if path is None:
        return UnitBench(History((copy_of(draft, taken),)), taken)
    return UnitBench(History((draft,)).marked_saved(), taken, path, card.key)


def problem_text(problem: Problem) -> str:
    """Return a problem in a sentence, with the labels of keys."""
    text = one_line("".join(_label_of(part) for part in as_parts(problem.cause)))
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('?') else '.'}"


def _label_of(part: str | Mention) -> str:
    """Return a part of a cause with the label of its key. A missing key is a whole sentence."""
    if isinstance(part, str):
        return part
    key = str(part.value)
    label = LABELS.get(key, key_to_label(key))
    return f"{label} is missing" if part.kind == "missing key" else label


# --- The form ---


class UnitForm(RowsPanel):
    """The rows of the unit, or of the chosen line of its weapon table."""

    def __init__(self, bench: UnitBench) -> None:
        super().__init__()
        self.bench = bench

    @property
    def subject(self) -> object:
        return self.bench.weapon

    def current_rows(self) -> list[FormRow]:
        draft = self.bench.draft
        if self.bench.weapon is not None:
            return weapon_rows(draft.card, draft.form, self.bench.weapon)
        return unit_rows(draft.card, draft.form)

    def foot(self) -> Box | None:
        if self.bench.weapon is None:
            return None
        unit = button("unit", "Back to the unit", self._show_unit, width=0, grow=1)
        return piece_buttons(unit, self.bench.copy_weapon, self.bench.delete_weapon)

    def _show_unit(self) -> None:
        self.bench.weapon = None

    def is_wrong(self, row: FormRow) -> bool:
        paths = [problem.path for problem in self.bench.problems] if row.path and row.kind is not Kind.ADD else []
        return super().is_wrong(row) or any(path[: len(row.path)] == row.path for path in paths)

    def show_row(self, problem: Problem) -> None:
        """Show the row of a problem, and focus it."""
        path = problem.path
        is_weapon = path[:1] == ("weapons",) and len(path) > 1
        self.bench.weapon = Piece("weapons", int(path[1])) if is_weapon else None
        self.layout(self.rect)
        starts = [path[:length] for length in range(len(path), 0, -1)]
        rows = [row for start in starts for row in self.rows if row.path == start and row.kind is not Kind.ADD]
        if rows:
            self.focus_row(rows[0])

    def use_row(self, row: FormRow, value: Any) -> None:
        """Show a weapon, or put a typed or chosen value into the card. Invalid text stays in its field."""
        if row.kind is Kind.PIECE:
            self.bench.weapon = Piece(str(row.path[0]), int(row.path[1]))
            return
        try:
            card, piece = set_card_value(self.bench.draft.card, row, self.value_in(row, value))
        except ValueError:
            return
        self.bench.apply_card(card, "" if row.kind is Kind.ADD else f"write {widget_name(row)}")
        self.bench.weapon = piece if piece is not None else self.bench.weapon


# --- Panels in boxes ---


@cache
def _table() -> State:
    """Return an empty table, on which the shown cards are."""
    return sketch(new_draft(())).state


class PanelView(Widget):
    """A panel in a box of a page. The action's value is the signal of a widget of the panel, which carries it out.

    The panel stays if the page is composed again.
    """

    def __init__(self, name: str, panel: CanvasPanel) -> None:
        super().__init__(name, NOWHERE)
        self.panel = panel
        self.on_use = panel.group.carry_out
        self._picture: pygame.Surface | None = None
        """What the panel has drawn."""

    @property
    def focusable(self) -> bool:
        return False

    @property
    def spread(self) -> bool:
        return self.panel.group.spread is not None

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Pass an event to the panel, a wheel only if the pointer is on it."""
        self.track(event)
        if event.type == pygame.MOUSEWHEEL and not self.hovered:
            return None
        signal = self.panel.handle(event)
        self.dirty = self.dirty or self.panel.dirty
        return Signal(self.name, signal) if signal is not None else None

    def drag_button(self, pos: tuple[int, int]) -> int:
        return self.panel.group.drag_button(pos)

    def let_go(self) -> None:
        super().let_go()
        self.panel.group.let_go()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel, or what it has drawn before if nothing has changed."""
        super().draw(surface)
        place = self.panel.rect.clip(surface.get_rect())
        if self._picture is None or self.panel.dirty or self._picture.get_size() != place.size:
            self.panel.stale = True
            self.panel.draw(surface)
            self._picture = surface.subsurface(place).copy()
        else:
            surface.blit(self._picture, place)
            self.panel.keep_picture()


class CardView(PanelView):
    """The card of an undamaged model. If it is too high, it scrolls."""

    def __init__(self, name: str, card: UnitCardPanel, model: Model) -> None:
        super().__init__(name, card)
        self.card, self.model, self._hint_rect = card, model, NOWHERE
        fit_out(_table(), model)

    def height_at(self, width: int) -> int:
        """Return the height of the whole card at a width."""
        self._show(pygame.Rect(0, 0, width, 0))
        return self.card.wanted()

    def place(self, rect: pygame.Rect) -> None:
        """Place the card so that it doesn't end within a row."""
        self._show(rect)
        self.card.layout(pygame.Rect(rect.left, rect.top, rect.width, self.card.whole_rows(rect.height)))

    def _show(self, rect: pygame.Rect) -> None:
        self.card.layout(rect)
        self.card.show(_table(), self.model, (), {})

    def follow(self, old: Widget) -> None:
        super().follow(old)
        if self.hovered and isinstance(old, CardView):
            self.hint, self._hint_rect = old.hint, old._hint_rect

    @property
    def hint_rect(self) -> pygame.Rect:
        return self._hint_rect

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Show the hint of what is under the pointer, too."""
        if event.type == pygame.MOUSEMOTION:
            self._hint_rect, self.hint = self.card.hint_at(event.pos) or (NOWHERE, "")
        return super().handle(event)


MIN_CARD = 56
"""The height of the heading of a card, which always stays visible."""


def card_box(name: str, card: UnitCardPanel, model: Model, **more: Any) -> Box:
    """Return the card of a model, as high as it needs to be."""
    view = CardView(name, card, model)
    more.setdefault("min_height", MIN_CARD)
    return item(view, height_at=view.height_at, on_place=view.place, **more)
