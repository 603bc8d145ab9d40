"""Choosing the edge of the table by which the other side must escape."""

from __future__ import annotations

from typing import cast

from jovian.game import Answer
from jovian.game.answers import ChooseEdge
from jovian.rules.scenario.withdrawal.ambush import NEAR, band
from jovian.table import Rect
from jovian.ui.answering.setting_up.part import PartController


class EdgeController(PartController):
    """Answers `edge`."""

    def _part(self, answer: Answer) -> Rect:
        return band(self.desk.view, cast(ChooseEdge, answer).edge, NEAR)
