"""Where the ensign moves: a few dozen ends are tried, each judged by its shots, its exposure and the way on."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.players.ensign.attention import FULL, Attention
from jovian.players.ensign.orders.ends import Ends
from jovian.players.judgment.combat.gunnery import Gunnery
from jovian.players.judgment.objectives.aims import Aims
from jovian.players.moves.way import Step
from jovian.rules.menu.next_order import NextOrder

GAIN = 0.05
"""How much better an end must be than staying."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A next step of a move, None to stay, and what the shots from its end are worth."""

    answer: Step | None
    offense: float


def next_move(menu: NextOrder, aims: Aims, guns: Gunnery, attention: Attention = FULL) -> Plan | None:
    """The best plan from here; None if the model can no longer move."""
    ends = Ends(menu, aims, guns)
    if not ends.lead_on():
        return None
    best = attention.end(menu.state, menu.model, ends.all()) if attention.wanders else ends.best()
    assert best is not None
    stay = ends.stay()
    taken = stay if stay is not None and best.outlook.worth < stay.outlook.worth + GAIN else best
    return Plan(taken.first, taken.outlook.offense)
