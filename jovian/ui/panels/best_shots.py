"""What the context panel shows while nothing is chosen: the best shots of the models that may act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from jovian.descriptions.best_shots import BestShot, best_shots_by_steps
from jovian.game import Model, State
from jovian.ui.kit.boxes import Box
from jovian.ui.kit.tables import Cell, Column, Table, TableRow, table_boxes
from jovian.ui.kit.theme import GOOD, TEXT_SOFT
from jovian.ui.panels.context_panel import Content
from jovian.ui.presentation.odds_tables import chance_cell


class BestShotList:
    """The best shots, which are computed over some frames, best first. `choose` gets the id of a row's model."""

    def __init__(self, choose: Callable[[str], object]) -> None:
        self._choose = choose
        self.listed: tuple[BestShot, ...] = ()
        """The best shots that are known."""
        self._view: State | None = None
        self._models: tuple[str, ...] = ()
        self._steps: Iterator[BestShot | None] | None = None

    def show(self, view: State, models: Sequence[Model]) -> None:
        """Show the best shots of some models, which are none while a model is chosen."""
        ids = tuple(model.id for model in models)
        if view is not self._view or ids != self._models:
            self._view, self._models, self.listed = view, ids, ()
            self._steps = best_shots_by_steps(view, models) if models else None

    @property
    def is_computing(self) -> bool:
        """Whether some shots aren't known yet."""
        return self._steps is not None

    def update(self) -> bool:
        """Find the shot of one more model. Return whether there is something new to show."""
        if self._steps is None:
            return False
        try:
            shot = next(self._steps)
        except StopIteration:
            self._steps, shot = None, None
        if shot is not None:
            self.listed = tuple(sorted((*self.listed, shot), key=lambda shot: (-shot.damage, shot.model_id)))
        return shot is not None

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
        table = Table("Best shots from here", (Column("", 52), Column("Hit", 40)), tuple(rows), is_dense=True)
        return table_boxes(table, width)
