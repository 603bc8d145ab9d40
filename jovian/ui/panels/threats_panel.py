"""The list of threats to a model at a place, and by it from there. Two places can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from jovian.descriptions.threats import ModelThreats, Threat, find_threats, threats_by_steps
from jovian.game import Model, State
from jovian.players.evaluation.approaches import Approaches
from jovian.players.evaluation.threats import Matchups
from jovian.rules.basics.rolls import pluralize
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_over, draw_text, line_height, wrap
from jovian.ui.kit.tables import (
    Cell,
    Column,
    RowWidget,
    Table,
    TableRow,
    first_row_after,
    lay_table,
    scrolled,
    table_height,
)
from jovian.ui.kit.theme import DANGER, EDGE_HIGH, GOOD, PANEL, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Group, Signal, Widget
from jovian.ui.panels.panel import GROUND, Press, press_button
from jovian.ui.presentation.odds_tables import chance_cell, loss_label, number_cell

TO, BY, PIN, CLOSE = "threats to", "threats by", "pin", "close threats"
"""The names of the buttons."""
PAD, BUTTON_HEIGHT = 12, 26
MAX_HEIGHT, MIN_HEIGHT = 320, 140
"""The largest unscaled height of the panel, and the least space for it. If there is less, it isn't shown."""
HEADING = 60
"""The height of the heading of the card."""
SHARE, PINNED_SHARE = 44, 60
"""The share of its column that it takes at most, in percent, and with a pinned place."""
MIN_LABEL = 162
MAX_NAMES = 3
"""The number of models that are named in the text."""
HIT = 1
"""The column by which the list is sorted at first."""


class ThreatsPanel:
    """The list above the action bar: model, weapon, range, chance to hit, and expected damage.

    A click on a row calls `select` with the id of its model.
    """

    def __init__(self, select: Callable[[str], object]) -> None:
        self._select = select
        self.group = Group()
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.threats: ModelThreats | None = None
        """The shown threats, None while the panel isn't visible."""
        self.pinned: ModelThreats | None = None
        """The threats to the pinned place, or by the model there."""
        self.is_to = True
        """Whether the list shows who could fire at the model."""
        self.subject = ""
        """The model chosen with the key, "" for the one that moves."""
        self.is_on = True
        """Whether the list is visible while a model moves."""
        self.fills_column = False
        """Whether the list takes all the space below the heading of the card."""
        self._sort, self._first = HIT, 0
        self._pointer = (-1, -1)
        self.lines: tuple[str, ...] = ()
        """The lines of the text."""
        self._computed: tuple[object, ...] = ()
        self._state: State | None = None
        self._matchups = Matchups()
        self._approaches: Approaches | None = None
        """The next moves of the models in that state."""
        self._steps: Iterator[ModelThreats | None] | None = None
        self._laid: tuple[object, ...] = ()
        self._grown: tuple[object, int] = (None, 0)
        """The state and the model whose threats are shown, and the height that they have needed so far."""

    # --- Content ---
    def show(self, view: State, model: Model | None, column: pygame.Rect, partners: Sequence[Model] = ()) -> None:
        """Show the threats to a model where it is, at the lower end of a column. None hides the panel.

        `partners` will form up with it.
        """
        if model is None or self._height(column) < px(MIN_HEIGHT):
            self.threats, self.rect, self.group.widgets, self._laid = None, pygame.Rect(0, 0, 0, 0), [], ()
            self._steps = None
            return
        places = tuple((partner.id, partner.pose) for partner in partners)
        key, is_new = (model.id, model.pose, self.is_to, places), view is not self._state
        if key != self._computed or is_new or (self.threats is None and not self._steps):
            is_same = self.threats is not None and self.threats.model_id == model.id and not is_new
            if is_new or self._approaches is None:
                self._approaches = Approaches(view, self._matchups)
            self._steps = threats_by_steps(view, model, self._approaches, is_to=self.is_to, partners=partners)
            self._computed, self._state = key, view
            self.update()
            if not is_same or (self.threats is not None and self.threats.is_to != self.is_to):
                while self._steps is not None:  # Don't show the threats to another model, or those of another state.
                    self.update()
        self._renew_pin(view, is_new=is_new)
        assert self.threats is not None
        layout_key = (self.threats, self.pinned, tuple(column), self._sort, self._first, self.subject, px(1000))
        if layout_key != self._laid:
            self._laid = layout_key
            self._lay(column, is_low=not model.is_on_table)

    @property
    def is_computing(self) -> bool:
        """Whether some threats of the latest place aren't known yet. Those of the place before are shown at first."""
        return self._steps is not None

    def update(self) -> bool:
        """Compute some of the threats. Return whether there is something new to show."""
        if self._steps is None:
            return False
        threats = next(self._steps)
        if threats is not None:
            self.threats = threats
            self._steps = self._steps if threats.is_partial else None
        return threats is not None

    def _renew_pin(self, view: State, *, is_new: bool) -> None:
        """Compute the pinned place again if the game or the direction has changed. Forget that of another model."""
        pin, threats = self.pinned, self.threats
        if pin is None or threats is None:
            return
        if pin.model_id != threats.model_id:
            self.pinned = None
        elif is_new or pin.is_to != self.is_to:
            model, partners = view.models[pin.model_id].at(pin.pose), () if is_new else pin.partners
            self.pinned = find_threats(
                view, model, is_to=self.is_to, partners=partners, approaches=self._approaches
            )

    def forget(self) -> None:
        """Forget the pinned place and the chosen model, because another side looks."""
        self.pinned, self.subject, self._state = None, "", None
        self._matchups, self._approaches = Matchups(), None

    def pin(self) -> None:
        """Pin the shown place, or remove the pin if it is there."""
        is_pinned = self.pinned is not None and self.threats is not None and self.pinned.pose == self.threats.pose
        self.pinned = None if is_pinned else self.threats

    def table(self) -> Table:
        """Return the threats as rows. With a pinned place, its numbers are in columns of their own."""
        assert self.threats is not None
        loss = loss_label(threat.hits_ship for threat in self.threats.listed)
        columns = [Column("Range", 42, rank=2), Column("Hit", 40), Column("Damage", 46), Column(loss, 36, rank=3)]
        rows = {threat.key: threat for threat in self.threats.listed}
        pinned = {threat.key: threat for threat in self.pinned.listed} if self.pinned is not None else {}
        if self.pinned is not None:
            columns = [replace(column, group="Here" if self.threats.is_here else "There") for column in columns]
            columns += [Column("Hit", 40, "Pin"), Column("Damage", 46, "Pin", 1)]
        keys = list(dict.fromkeys((*rows, *pinned)))
        listed = tuple(_row(rows.get(key), pinned.get(key)) for key in keys)
        label = "Who fires" if self.is_to else "Target"
        return Table(label, tuple(columns), listed, is_dense=True, min_label=MIN_LABEL).sorted_rows(self._sort)

    def _words(self) -> str:
        """Return what could fire now and after its move, and the same for the pinned place."""
        assert self.threats is not None
        threats, place = self.threats, "where it is" if self.threats.is_here else "there"
        later = _later_words(threats)
        if self.pinned is not None:
            pinned = f"Pinned place, now: {_sum_words(self.pinned)}.{_later_words(self.pinned)}"
            return f"{place.capitalize()}, now: {_sum_words(threats)}.{later} {pinned}"
        return f"{threats.name} {place}. Now: {_sum_words(threats)}.{later}"

    # --- Layout ---
    def _height(self, column: pygame.Rect) -> int:
        if self.fills_column:
            return min(px(MAX_HEIGHT), column.height - px(HEADING))
        share = SHARE if self.pinned is None else PINNED_SHARE
        return min(px(MAX_HEIGHT), column.height * share // 100)

    def _lay(self, column: pygame.Rect, *, is_low: bool) -> None:
        """Lay out text and rows above the buttons, which stay where they are when rows are added.

        A low panel without rows takes no space for them.
        """
        table, width = self.table(), column.width - px(12)
        inner = width - 2 * px(PAD)
        self.lines = wrap(self._words(), "small", inner)
        head = px(20 + BUTTON_HEIGHT) + len(self.lines) * line_height("small")
        needed = head + (table_height(table, inner) + px(10) if table.rows else px(PAD if is_low else 10))
        subject = (self._state, self.threats and self.threats.model_id, px(1000))
        if subject == self._grown[0]:  # A place with fewer threats moves nothing.
            needed = max(needed, self._grown[1])
        self._grown = (subject, needed)
        height = min(needed, self._height(column))
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.midbottom = (column.centerx, column.bottom - px(4))
        left, top = self.rect.left + px(PAD), self.rect.bottom - px(8 + BUTTON_HEIGHT)
        text = px(12) + len(self.lines) * line_height("small")
        area = pygame.Rect(left, self.rect.top + text, inner, height - head - px(6))
        rows = lay_table(table, area, self._first) if table.rows else []
        self.group.renew([*rows, *self._buttons(pygame.Rect(left, top, inner, px(BUTTON_HEIGHT)))])

    def _buttons(self, area: pygame.Rect) -> list[Widget]:
        pin = ("Pin", "Pin this place. Its numbers stay next to those of other places.")
        pin = pin if self.pinned is None else ("Unpin", "Remove the pinned place and its numbers.")
        gap, small = px(4), px(58)
        big = (area.width - 2 * small - 3 * gap) // 2
        presses = (
            (big, Press(TO, "Can fire at it", partial(self._turn_around, True), lit=self.is_to)),
            (big, Press(BY, "It can fire at", partial(self._turn_around, False), lit=not self.is_to)),
            (small, Press(PIN, pin[0], self._toggle_pin, hint=pin[1])), (small, Press(CLOSE, "Close", self._close)),
        )  # fmt: skip
        left, widgets = area.left, list[Widget]()
        for width, press in presses:
            widgets.append(press_button(press, pygame.Rect(left, area.top, width, area.height), "label"))
            left += width + gap
        return widgets

    def _turn_around(self, is_to: bool) -> None:
        self.is_to, self._first = is_to, 0

    def _toggle_pin(self) -> None:
        self.pinned = None if self.pinned is not None else self.threats

    def _close(self) -> None:
        self.is_on, self.subject = False, ""

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Handle the wheel. Return what buttons, headings, and rows do: a row selects its model."""
        if self.threats is None:
            return None
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(self._pointer):
            self._first = scrolled(self.group.widgets, event)
        action = self.group.handle(event)
        if action is None or isinstance(action.value, Press):
            return action
        do = self._select if isinstance(action.value, str) else self._sort_by
        return Signal(action.name, partial(do, action.value))

    def _sort_by(self, column: int) -> None:
        self._sort = column

    def take_arrow(self, event: pygame.event.Event) -> bool:
        """Go to the next row of the table by an arrow key. Return whether the event was one."""
        first = first_row_after(self.group, event)
        self._first = self._first if first is None else first
        return first is not None

    def holds(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on the panel."""
        return self.threats is not None and self.rect.collidepoint(pos)

    @property
    def hovered(self) -> str:
        """The id of the other model of the row under the pointer, or that the keyboard is on, "" for none."""
        row = self.group.pointed
        return str(row.value) if isinstance(row, RowWidget) else ""

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        threats = self.threats
        if threats is None:
            return
        draw_over(surface, self.rect.inflate(px(12), px(8)), GROUND)
        draw_box(surface, self.rect, PANEL, radius=px(8), border=EDGE_HIGH)
        self.group.draw(surface)
        y = self.rect.top + px(8)
        color = GOOD if self.is_to and not threats.listed else WARN if self.is_to else TEXT_SOFT
        for line in self.lines:
            draw_text(surface, (self.rect.left + px(PAD), y), line, "small", color, is_link=True)
            y += line_height("small")
        if tip := self.group.tooltip():
            tip[0].draw(surface, tip[1])


def _row(here: Threat | None, pinned: Threat | None) -> TableRow:
    """Return the row of a threat here, at the pinned place, or at both."""
    threat = here or pinned
    assert threat is not None
    cells: list[Cell | None] = [None] * 4
    if here is not None:
        cells = [Cell(f'{here.inches:.1f}"', TEXT_SOFT, -here.inches), *_figures(here)]
    cells += _figures(pinned)[:2] if pinned is not None else [None, None]
    label = f"{threat.name}{' after its move' if threat.is_later else ''}: {threat.weapons}"
    return TableRow(" ".join(map(str, threat.key)), label, tuple(cells), side=threat.side, value=threat.model_id)


def _figures(threat: Threat) -> list[Cell]:
    figures = threat.figures
    return [
        chance_cell(figures["hits"], WARN), number_cell(threat.count * figures.get("damage", 0.0)),
        chance_cell(figures.get("destroys", 0.0), DANGER),
    ]  # fmt: skip


def _sum_words(threats: ModelThreats) -> str:
    """Return how many weapons could fire at a model, and the damage of all, or how many shots it could choose from."""
    if not threats.rows:
        return "none"
    if not threats.is_to:
        return pluralize(threats.weapon_count, "possible shot")
    return f"{pluralize(threats.weapon_count, 'weapon')}, {threats.damage:.2f} damage if all fire"


def _later_words(threats: ModelThreats) -> str:
    """Return which models could fire, or be fired at, after a move, and the damage to expect. "" without a move."""
    if not threats.has_later:
        return ""
    if threats.is_partial:
        return " After its move: ..."
    worst, *others = threats.later or (None,)
    if worst is None:
        return " After its move: none."
    words = [f"{worst.name} (expects {worst.damage:.1f} damage)"]
    words += [f"{threat.name} ({threat.damage:.1f})" for threat in others[: MAX_NAMES - 1]]
    words += [f"{len(others) + 1 - MAX_NAMES} more"] if len(others) >= MAX_NAMES else []
    whose = "their moves" if others and threats.is_to else "its move"
    return f" After {whose}: {', '.join(words)}."
