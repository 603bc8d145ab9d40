"""Threats: lists for the context panel, and areas of the table. All are computed over some frames.

The lists say whom a model could hit at a place, and who could hit it there: both in short, or one of them in detail.
While nothing is chosen, they are the best shots of the models that may act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

from jovian.descriptions.threat_areas import threat_fans
from jovian.descriptions.threats import (
    BestShot,
    ModelThreats,
    Threat,
    best_shots_by_steps,
    find_threats,
    threats_by_steps,
)
from jovian.frozen import frozen
from jovian.game import Model, State
from jovian.players.evaluation.approaches import Approaches
from jovian.players.evaluation.threats import Matchups
from jovian.rules.basics.rolls import pluralize
from jovian.rules.shots.ratings import fire_control_left
from jovian.table.overlays import arc_area
from jovian.ui.board import ChanceArea, Overlay, PointLabel
from jovian.ui.kit.boxes import Box
from jovian.ui.kit.tables import Cell, Column, Table, TableRow, table_boxes
from jovian.ui.kit.theme import DANGER, GOOD, TEXT_SOFT, WARN
from jovian.ui.panels.context_panel import Content
from jovian.ui.panels.panel import Press
from jovian.ui.panels.sheet import text_lines
from jovian.ui.presentation.odds_tables import chance_cell

TO, BY, PIN, CLOSE, DETAILS = "threats to", "threats by", "pin", "close threats", "threat details"
"""The names of the buttons."""
MIN_LABEL = 162
MAX_NAMES = 3
"""The number of models that are named in the text."""
MAX_SHORT = 4
"""The number of models in each of the short lists."""
HIT = 1
"""The column by which the list is sorted at first."""


@frozen
class AimRow:
    """The value of a row that aims at a model."""

    model_id: str


class Stepwise:
    """The base of what is computed over some frames."""

    def __init__(self) -> None:
        self._steps: Iterator[bool] | None = None
        """The remaining steps. Each yields whether there is something new to show."""

    @property
    def is_computing(self) -> bool:
        """Whether something isn't known yet."""
        return self._steps is not None

    def update(self) -> bool:
        """Do one more step. Return whether there is something new to show."""
        has_new = next(self._steps, None) if self._steps is not None else None
        if has_new is None:
            self._steps = None
        return bool(has_new)


# --- Lists ---


class ThreatFinder(Stepwise):
    """The threats to a model, or by it. Those of the place before are shown until the new ones are known."""

    def __init__(self, is_to: bool) -> None:
        super().__init__()
        self.is_to = is_to
        self.threats: ModelThreats | None = None
        """The threats as far as they are known, None for none."""
        self._key: tuple[object, ...] = ()

    def find(self, view: State, model: Model, partners: Sequence[Model], approaches: Approaches) -> None:
        """Find the threats to a model where it is, unless they are known."""
        key = (approaches, model.id, model.pose, tuple((partner.id, partner.pose) for partner in partners))
        if key == self._key and (self.threats is not None or self._steps is not None):
            return
        is_same = self.threats is not None and self.threats.model_id == model.id and key[0] is self._key[0]
        self._steps = self._take(threats_by_steps(view, model, approaches, is_to=self.is_to, partners=partners))
        self._key = key
        self.update()
        while self._steps is not None and not is_same:  # Don't show those to another model, or of another state.
            self.update()

    def _take(self, steps: Iterator[ModelThreats | None]) -> Iterator[bool]:
        for threats in steps:
            self.threats = threats or self.threats
            yield threats is not None

    def forget(self) -> None:
        """Forget all threats."""
        self.threats, self._steps, self._key = None, None, ()


class ThreatList:
    """The threats as content of the context panel.

    In short, a row of the models that can be hit aims at one by `aim`. In detail, each row has model, weapon, range,
    chance to hit and to take Structure, and `select` gets the id of its model.
    """

    def __init__(self, select: Callable[[str], object], aim: Callable[[str], object]) -> None:
        self._select, self._aim = select, aim
        self._finders = {True: ThreatFinder(True), False: ThreatFinder(False)}
        self.pinned: ModelThreats | None = None
        """The threats to the pinned place, or by the model there."""
        self.is_to = True
        """Whether the detailed list shows who could fire at the model."""
        self.subject = ""
        """The model chosen with the key, "" for the one that moves."""
        self.is_detailed = False
        """Whether the list of the moving model is detailed."""
        self._sort = HIT
        self._state: State | None = None
        self._matchups = Matchups()
        self._approaches: Approaches | None = None
        """The next moves of the models in that state."""

    @property
    def threats(self) -> ModelThreats | None:
        """The threats in detail, or to the moving model. None while there are none."""
        return self._finders[self.is_to].threats

    @property
    def targets(self) -> ModelThreats | None:
        """What the moving model could hit, if both lists are shown."""
        return self._finders[False].threats

    def best_chances(self) -> dict[str, float]:
        """Return the best chance to hit each model from the place of the moving one, the likeliest first."""
        targets, best = self.targets, dict[str, float]()
        for threat in targets.rows if targets is not None and self._is_short else ():
            best[threat.model_id] = max(best.get(threat.model_id, 0.0), _hit_chance(threat))
        return dict(sorted(best.items(), key=lambda item: -item[1]))

    @property
    def _is_short(self) -> bool:
        return not (self.subject or self.is_detailed)

    # --- Content ---
    def show(self, view: State, model: Model | None, partners: Sequence[Model] = ()) -> None:
        """Show the threats to a model where it is, or none. `partners` will form up with it."""
        if model is None:
            for finder in self._finders.values():
                finder.forget()
            return
        is_new = view is not self._state
        if is_new or self._approaches is None:
            self._approaches, self._state = Approaches(view, self._matchups), view
        can_fire = fire_control_left(view, model) > 0
        for is_to, finder in self._finders.items():
            if is_to or can_fire if self._is_short else is_to == self.is_to:
                finder.find(view, model, partners, self._approaches)
            else:
                finder.forget()
        self._renew_pin(view, is_new=is_new)

    @property
    def is_computing(self) -> bool:
        """Whether some threats of the latest place aren't known yet."""
        return any(finder.is_computing for finder in self._finders.values())

    def update(self) -> bool:
        """Compute some of the threats. Return whether there is something new to show."""
        has_new = [finder.update() for finder in self._finders.values()]
        return any(has_new)

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
        self.pinned, self.subject, self.is_detailed, self._state = None, "", False, None
        self._matchups, self._approaches = Matchups(), None
        for finder in self._finders.values():
            finder.forget()

    def pin(self) -> None:
        """Pin the shown place, or remove the pin if it is there. A pin is compared in detail."""
        self.is_detailed = True
        is_pinned = self.pinned is not None and self.threats is not None and self.pinned.pose == self.threats.pose
        self.pinned = None if is_pinned else self.threats

    @property
    def sheet(self) -> ThreatSheet:
        """The list in detail. There must be one."""
        assert self.threats is not None
        return ThreatSheet(self.threats, self.pinned, self._sort)

    def content(self, title: str) -> Content:
        """Return both lists in short under a title, or one of them in detail."""
        assert self.threats is not None
        if self._is_short:
            note = "from here" if self.threats.is_here else "if it stops there"
            key = tuple(finder.threats for finder in self._finders.values())
            details = Press(DETAILS, "Threats", self._open, command="threats", hint="All weapons, ranges, and chances")
            return Content(title, note, lines=self._short_lines, key=key, change=self._use, buttons=(details,))
        title, sheet = _title(self.threats), self.sheet
        return Content(title, lines=sheet.lines, key=sheet, change=self._use, buttons=self._presses())

    def _short_lines(self, width: int) -> list[Box]:
        """Return whom the model can hit, and who can hit it, with the best chance of each."""
        lines = list[Box]()
        for is_to in (False, True):
            threats = self._finders[is_to].threats
            if threats is not None:
                lines += table_boxes(_short_table(threats), width)
        return lines

    def _presses(self) -> tuple[Press, ...]:
        pin = ("Pin", "Keeps these numbers next to those of other places")
        pin = pin if self.pinned is None else ("Unpin", "Shows the numbers of one place only")
        return (
            Press(TO, "Threats", partial(self._turn_around, True), lit=self.is_to),
            Press(BY, "Targets", partial(self._turn_around, False), lit=not self.is_to),
            Press(PIN, pin[0], self._toggle_pin, hint=pin[1]), Press(CLOSE, "Close", self._close),
        )  # fmt: skip

    def _use(self, value: object) -> None:
        """Sort by a column, aim at the model of a row, or select it."""
        if isinstance(value, AimRow):
            self._aim(value.model_id)
        elif isinstance(value, int):
            self._sort = value
        else:
            self._select(str(value))

    def _turn_around(self, is_to: bool) -> None:
        self.is_to = is_to

    def _toggle_pin(self) -> None:
        self.pinned = None if self.pinned is not None else self.threats

    def _open(self) -> None:
        self.is_detailed, self.is_to = True, True

    def _close(self) -> None:
        self.is_detailed, self.is_to, self.subject = False, True, ""


@frozen
class ThreatSheet:
    """The threats to a model, or by it, in detail: the text, and a table. It stays as it is when others are found."""

    threats: ModelThreats
    pinned: ModelThreats | None
    sort: int
    """The column by which the rows are sorted."""

    def table(self) -> Table:
        """Return the threats as rows. With a pinned place, its numbers are in columns of their own."""
        threats, pinned = self.threats, self.pinned
        columns = [Column("Range", 42, rank=2), Column("Hits", 40), Column("Structure", 56, rank=3)]
        rows = {threat.key: threat for threat in threats.listed}
        pinned_rows = {threat.key: threat for threat in pinned.listed} if pinned is not None else {}
        if pinned is not None:
            columns = [replace(column, group="Here" if threats.is_here else "There") for column in columns]
            columns += [Column("Hits", 40, "Pin"), Column("Structure", 56, "Pin", 1)]
        keys = list(dict.fromkeys((*rows, *pinned_rows)))
        listed = tuple(_row(rows.get(key), pinned_rows.get(key)) for key in keys)
        label = "Who fires" if threats.is_to else "Target"
        return Table(label, tuple(columns), listed, is_dense=True, min_label=MIN_LABEL).sorted_rows(self.sort)

    @property
    def words(self) -> str:
        """Return what could fire now and after its move, and the same for the pinned place."""
        threats, place = self.threats, "where it is" if self.threats.is_here else "there"
        later = _later_words(threats)
        if self.pinned is not None:
            pinned = f"Pinned place, now: {_sum_words(self.pinned)}.{_later_words(self.pinned)}"
            return f"{place.capitalize()}, now: {_sum_words(threats)}.{later} {pinned}"
        return f"{threats.name} {place}. Now: {_sum_words(threats)}.{later}"

    def lines(self, width: int) -> list[Box]:
        """Return the text, and the rows of the table."""
        table, threats = self.table(), self.threats
        color = GOOD if threats.is_to and not threats.listed else WARN if threats.is_to else TEXT_SOFT
        rows = table_boxes(table, width) if table.rows else []
        return [*text_lines(self.words, width, "small", color, is_link=True), *rows]


def _title(threats: ModelThreats) -> str:
    return f"Can hit {threats.name}" if threats.is_to else f"{threats.name} can hit"


def _short_table(threats: ModelThreats) -> Table:
    """Return the models of a list, the likeliest hits first. There are at most `MAX_SHORT`."""
    best: dict[str, Threat] = {}
    for threat in sorted(threats.listed, key=_hit_chance, reverse=True):
        best.setdefault(threat.model_id, threat)
    label = _title(threats) if best else f"{_title(threats)}: none"
    more = len(best) - MAX_SHORT
    columns = (Column(f"{more} more" if more > 0 else "", 52), Column("Hits", 40))
    rows = [*_short_rows(threats, best.values()), *_hidden_rows(threats)]
    return Table(label, columns, tuple(rows), is_dense=True)


def _hit_chance(threat: Threat) -> float:
    return threat.figures["hits"]


def _short_rows(threats: ModelThreats, best: Iterable[Threat]) -> Iterator[TableRow]:
    for threat in list(best)[:MAX_SHORT]:
        later = "" if not threat.is_later else " after its move" if threats.is_to else " after a move"
        value = threat.model_id if threats.is_to else AimRow(threat.model_id)
        cells = (Cell(f'{threat.inches:.1f}"', TEXT_SOFT), chance_cell(threat.figures["hits"], WARN))
        name = f"{'threat' if threats.is_to else 'target'} {threat.model_id}"
        yield TableRow(name, f"{threat.name}{later}", cells, side=threat.side, value=value, hint=threat.weapons)


def _hidden_rows(threats: ModelThreats) -> Iterator[TableRow]:
    """Yield a gray row for each model that something hides, unless it can be hit after a move."""
    for model in threats.hidden[:MAX_SHORT]:
        if threats.later_of(model.model_id) is None:
            reason = f"hidden by {model.why}"
            yield TableRow(f"hidden {model.model_id}", model.name, reason=reason, side=model.side, enabled=False)


def _row(here: Threat | None, pinned: Threat | None) -> TableRow:
    """Return the row of a threat here, at the pinned place, or at both."""
    threat = here or pinned
    assert threat is not None
    cells: list[Cell | None] = [None] * 3
    if here is not None:
        cells = [Cell(f'{here.inches:.1f}"', TEXT_SOFT, -here.inches), *_figures(here)]
    cells += _figures(pinned) if pinned is not None else [None, None]
    label = f"{threat.name}{' after its move' if threat.is_later else ''}: {threat.weapons}"
    return TableRow(" ".join(map(str, threat.key)), label, tuple(cells), side=threat.side, value=threat.model_id)


def _figures(threat: Threat) -> list[Cell]:
    hits, structure = threat.figures["hits"], threat.figures.get("structure", 0.0)
    return [chance_cell(hits, WARN), chance_cell(structure, DANGER)]


def _sum_words(threats: ModelThreats) -> str:
    """Return how many weapons could fire at a model, and the damage of all, or how many shots it could choose from."""
    if not threats.rows:
        return "none"
    if not threats.is_to:
        return pluralize(threats.weapon_count, "possible shot")
    return f"{pluralize(threats.weapon_count, 'weapon')}, {threats.damage:.1f} damage if all fire"


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


class BestShotList(Stepwise):
    """The best shots of some models, best first. `choose` gets the id of a row's model."""

    def __init__(self, choose: Callable[[str], object]) -> None:
        super().__init__()
        self._choose = choose
        self.listed: tuple[BestShot, ...] = ()
        """The best shots that are known."""
        self._view: State | None = None
        self._models: tuple[str, ...] = ()

    def show(self, view: State, models: Sequence[Model]) -> None:
        """Show the best shots of some models, which are none while a model is chosen."""
        ids = tuple(model.id for model in models)
        if view is not self._view or ids != self._models:
            self._view, self._models, self.listed = view, ids, ()
            self._steps = self._find(view, models) if models else None

    def _find(self, view: State, models: Sequence[Model]) -> Iterator[bool]:
        for shot in best_shots_by_steps(view, models):
            if shot is not None:
                self.listed = tuple(sorted((*self.listed, shot), key=lambda shot: (-shot.damage, shot.model_id)))
            yield shot is not None

    def content(self, title: str) -> Content:
        """Return a row for each model with a shot."""
        return Content(title, lines=self._lines, key=self.listed, change=lambda value: self._choose(str(value)))

    def _lines(self, width: int) -> list[Box]:
        assert self._view is not None
        models, rows = self._view.models, list[TableRow]()
        for shot in self.listed:
            model, target = models[shot.model_id], models[shot.target_id]
            cells = (Cell(f'{shot.inches:.1f}"', TEXT_SOFT), chance_cell(shot.chance, GOOD))
            label = f"{model.name} at {target.name}"
            rows.append(TableRow(f"best {model.id}", label, cells, side=model.side, value=model.id))
        table = Table("Best shots from here", (Column("", 52), Column("Hits", 40)), tuple(rows), is_dense=True)
        return table_boxes(table, width)


# --- Areas ---

Pieces = list[tuple[tuple[tuple[float, float], ...], float]]
"""Polygons in table inches, each with the chance to hit in it."""


_area_numbers = count()
"""The keys of all areas, which differ."""


class ThreatView(Stepwise):
    """Where models could hit a target after their next moves. The area of the first one is there after one step."""

    def __init__(self) -> None:
        super().__init__()
        self.is_on = False
        self.subject = ""
        """The model whose area is shown, "" for all that could hit the target."""
        self._peeked = ""
        """The model under the pointer whose area is shown meanwhile, "" for none."""
        self._view: State | None = None
        self._key: tuple[object, ...] = ()
        self._overlays: tuple[Overlay, ...] = ()

    def toggle(self, subject: str) -> None:
        """Show the areas of a model, or of all (""). If they are shown, hide them."""
        self.is_on = not (self.is_on and self.subject == subject)
        self.subject = subject

    def peek(self, subject: str) -> None:
        """Show the area of a model as long as it is under the pointer, "" for none."""
        self._peeked = subject

    @property
    def is_visible(self) -> bool:
        """Whether areas are shown."""
        return self.is_on or bool(self._peeked)

    @property
    def shown_subject(self) -> str:
        """The model whose area is shown now, "" for all."""
        return self._peeked or self.subject

    def show(self, view: State, target: Model | None, attackers: Sequence[Model], style: str) -> None:
        """Show where attackers could hit a target, unless that is known. Without a target, show nothing."""
        key = (target.id, tuple(attacker.id for attacker in attackers)) if target is not None else ()
        if view is self._view and key == self._key:
            return
        self._view, self._key, self._overlays = view, key, ()
        self._steps = self._find(view, target, attackers, style) if target is not None else None
        self.update()

    def _find(self, view: State, target: Model, attackers: Sequence[Model], style: str) -> Iterator[bool]:
        """Find the area of one attacker after the other."""
        pieces, labels = Pieces(), list[Overlay]()
        for attacker in attackers:
            best = 0.0
            for fan in threat_fans(view, attacker, target):
                pieces += [(arc_area(attacker.base, fan.pose, arc, fan.inches), fan.chance) for arc in fan.arcs]
                best = max(best, fan.chance)
            if best:
                labels.append(PointLabel(attacker.pose[:2], f"up to {best:.0%}", style))
            pieces.sort(key=lambda piece: piece[1])
            area = ChanceArea(next(_area_numbers), tuple(pieces), style)
            self._overlays = (area, *labels) if pieces else ()
            yield True

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the areas found so far, and the best chance of each model."""
        return self._overlays if self.is_visible else ()

    def forget(self) -> None:
        """Hide all areas, because another side looks."""
        self.is_on, self.subject, self._peeked, self._view, self._key = False, "", "", None, ()
        self._steps, self._overlays = None, ()
