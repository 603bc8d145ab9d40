"""Where models could hit after their next moves, as areas of the table that are computed over some frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jovian.descriptions.threat_areas import threat_fans
from jovian.game import Model, State
from jovian.ui.board import ChanceArea, Overlay, PointLabel
from jovian.ui.board.overlays import arc_area

Pieces = list[tuple[tuple[tuple[float, float], ...], float]]
"""Polygons in table inches, each with the chance to hit in it."""


class ThreatView:
    """The areas of some models against a target. The first model's area is there after one step."""

    def __init__(self) -> None:
        self.is_on = False
        self.subject = ""
        """The model whose area is shown, "" for all that could hit the target."""
        self._view: State | None = None
        self._key: tuple[object, ...] = ()
        self._steps: Iterator[None] | None = None
        self._overlays: tuple[Overlay, ...] = ()

    def toggle(self, subject: str) -> None:
        """Show the areas of a model, or of all ("") . If they are shown, hide them."""
        self.is_on = not (self.is_on and self.subject == subject)
        self.subject = subject

    def show(self, view: State, target: Model | None, attackers: Sequence[Model], style: str) -> None:
        """Show where attackers could hit a target, unless that is known. Without a target, show nothing."""
        key = (target.id, tuple(attacker.id for attacker in attackers)) if target is not None else ()
        if view is self._view and key == self._key:
            return
        self._view, self._key, self._overlays = view, key, ()
        self._steps = self._find(view, target, attackers, style) if target is not None else None
        self.update()

    def _find(self, view: State, target: Model, attackers: Sequence[Model], style: str) -> Iterator[None]:
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
            area = ChanceArea((id(view), self._key, len(labels)), tuple(pieces), style)
            self._overlays = (area, *labels) if pieces else ()
            yield

    @property
    def is_computing(self) -> bool:
        """Whether some areas aren't known yet."""
        return self._steps is not None

    def update(self) -> bool:
        """Find one more area. Return whether there is something new to show."""
        if self._steps is None:
            return False
        if next(self._steps, self) is self:
            self._steps = None
        return self._steps is not None

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the areas found so far, and the best chance of each model."""
        return self._overlays if self.is_on else ()

    def forget(self) -> None:
        """Hide all areas, because another side looks."""
        self.is_on, self.subject, self._view, self._key = False, "", None, ()
        self._steps, self._overlays = None, ()
