"""The list of threats to a model at a place, and by it from there. Two places can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from jovian.descriptions.threats import ModelThreats, Threat, find_threats, threats_by_steps
from jovian.game import Model, State
from jovian.players.evaluation.approaches import Approaches
from jovian.players.evaluation.threats import Matchups
from jovian.rules.basics.rolls import pluralize
from jovian.ui.kit.boxes import Box
from jovian.ui.kit.tables import Cell, Column, Table, TableRow, table_boxes
from jovian.ui.kit.theme import DANGER, GOOD, TEXT_SOFT, WARN
from jovian.ui.panels.context_panel import Content
from jovian.ui.panels.panel import Press
from jovian.ui.panels.sheet import text_lines
from jovian.ui.presentation.odds_tables import chance_cell, loss_label, number_cell

TO, BY, PIN, CLOSE = "threats to", "threats by", "pin", "close threats"
"""The names of the buttons."""
MIN_LABEL = 162
MAX_NAMES = 3
"""The number of models that are named in the text."""
HIT = 1
"""The column by which the list is sorted at first."""


class ThreatList:
    """The list as content of the context panel: model, weapon, range, chance to hit, and expected damage.

    A click on a row calls `select` with the id of its model.
    """

    def __init__(self, select: Callable[[str], object]) -> None:
        self._select = select
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
        self._sort = HIT
        self._computed: tuple[object, ...] = ()
        self._state: State | None = None
        self._matchups = Matchups()
        self._approaches: Approaches | None = None
        """The next moves of the models in that state."""
        self._steps: Iterator[ModelThreats | None] | None = None

    # --- Content ---
    def show(self, view: State, model: Model | None, partners: Sequence[Model] = ()) -> None:
        """Show the threats to a model where it is, or none. `partners` will form up with it."""
        if model is None:
            self.threats, self._steps = None, None
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

    @property
    def words(self) -> str:
        """Return what could fire now and after its move, and the same for the pinned place."""
        assert self.threats is not None
        threats, place = self.threats, "where it is" if self.threats.is_here else "there"
        later = _later_words(threats)
        if self.pinned is not None:
            pinned = f"Pinned place, now: {_sum_words(self.pinned)}.{_later_words(self.pinned)}"
            return f"{place.capitalize()}, now: {_sum_words(threats)}.{later} {pinned}"
        return f"{threats.name} {place}. Now: {_sum_words(threats)}.{later}"

    def content(self) -> Content:
        """Return the text, the rows, and the buttons."""
        assert self.threats is not None
        title = f"Threats to {self.threats.name}" if self.is_to else f"Targets of {self.threats.name}"
        buttons = self._presses()
        key = (self.threats, self.pinned, self._sort, self.is_to)
        return Content(title, lines=self.lines, key=key, change=self._use, buttons=buttons)

    def lines(self, width: int) -> list[Box]:
        """Return the text, and the rows of the table."""
        assert self.threats is not None
        table = self.table()
        color = GOOD if self.is_to and not self.threats.listed else WARN if self.is_to else TEXT_SOFT
        rows = table_boxes(table, width) if table.rows else []
        return [*text_lines(self.words, width, "small", color, is_link=True), *rows]

    def _presses(self) -> tuple[Press, ...]:
        pin = ("Pin", "Pin this place. Its numbers stay next to those of other places.")
        pin = pin if self.pinned is None else ("Unpin", "Remove the pinned place and its numbers.")
        return (
            Press(TO, "Can fire at it", partial(self._turn_around, True), lit=self.is_to),
            Press(BY, "It can fire at", partial(self._turn_around, False), lit=not self.is_to),
            Press(PIN, pin[0], self._toggle_pin, hint=pin[1]), Press(CLOSE, "Close", self._close),
        )  # fmt: skip

    def _use(self, value: object) -> None:
        """Sort by a column, or select the model of a row."""
        if isinstance(value, int):
            self._sort = value
        else:
            self._select(str(value))

    def _turn_around(self, is_to: bool) -> None:
        self.is_to = is_to

    def _toggle_pin(self) -> None:
        self.pinned = None if self.pinned is not None else self.threats

    def _close(self) -> None:
        self.is_on, self.subject = False, ""


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
