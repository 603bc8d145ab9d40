"""Rehearsals on pages of the window, with typed results and without a process."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from jovian.background import Background, Status
from jovian.rehearsal.comparison import rehearse
from jovian.rehearsal.documents import RehearsalResult
from jovian.rehearsal.workers import Here
from jovian.session.session import Session
from jovian.ui.screens.navigation import ToRehearsal
from jovian.ui.session.rehearsals import BackgroundRehearsal, current_position
from tests.games import reached
from tests.ui.pilot import Pilot

COMPUTERS, SOLO = ("random", "random"), ("human", "random")
LATE = 550
"""Answers after which little of the game remains."""


class GivenRun(Background[Any]):
    """Work in the background whose value a test gives."""

    def __init__(self, value: Any = None, status: Status = Status.RUNNING, notice: str = "") -> None:
        self.value, self.status, self.notice, self.news = value, status, notice, 1

    def cancel(self) -> None:
        if self.running:
            self.status, self.news = Status.CANCELED, self.news + 1


@cache
def rehearsed(seats: tuple[str, str]) -> BackgroundRehearsal:
    """Return 3 games of a rehearsal late in a game, which has become precise early."""
    match = reached(lambda match: len(match.journal) == LATE, 3, seats=(("random", 3), ("random", 4)))
    of = current_position(Session(match, seats))
    spec = replace(of.spec, players=COMPUTERS, games=30, until=0.1)
    outcomes = list(rehearse(replace(spec, games=3, until=None), Here()))
    result = RehearsalResult.of(match, spec, outcomes, complete=True)
    return BackgroundRehearsal(of, spec, GivenRun(result, Status.DONE))


def show_rehearsal(pilot: Pilot, rehearsal: BackgroundRehearsal) -> None:
    """Open the page of a rehearsal."""
    pilot.app.background = rehearsal
    pilot.app.go(ToRehearsal(rehearsal.of, pilot.app.screen))
    pilot.wait(2)
