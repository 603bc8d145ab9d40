"""Choosing the quarter of the table in which one deploys."""

from __future__ import annotations

from typing import cast

from jovian.game import Answer
from jovian.game.answers import ChooseCorner
from jovian.rules.scenario.zones.corners import quarter
from jovian.table import Rect
from jovian.ui.answering.setting_up.part import PartController


class CornerController(PartController):
    """Answers `corner`."""

    def _part(self, answer: Answer) -> Rect:
        return quarter(self.desk.view, cast(ChooseCorner, answer).corner)
