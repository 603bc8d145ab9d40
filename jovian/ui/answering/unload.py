"""Where a model goes that leaves a lost ship: one of the places about it, or anywhere within reach."""

from __future__ import annotations

from jovian.game.answers import PlaceAt
from jovian.table import Pose
from jovian.ui.answering.attach import CLOSE, AttachController
from jovian.ui.over_the_board.places import nearest
from jovian.ui.playing.desk import Point


class UnloadController(AttachController):
    """Answers `unload`: anywhere within reach of what it leaves."""

    @property
    def purpose(self) -> str:
        """Where it goes."""
        return f"leaves {self.asked.state.models[self.asked.ship].name}"

    def near(self, point: Point) -> Pose | None:
        """Under the pointer if it may stand there, else the nearest of the places offered."""
        under = PlaceAt(round(point[0], 2) + 0.0, round(point[1], 2) + 0.0, self.model.pose.heading % 360)
        return under.pose if self.check(under) is None else nearest(self.spots, point, CLOSE)
