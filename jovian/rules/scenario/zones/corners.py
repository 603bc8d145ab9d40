"""Opposite quarters of the table (v1.2.4 Scenarios > Deployment Zone > Corner Deployment Zone)."""

from __future__ import annotations

from jovian.game import Game, Option, Pick, Procedure, State, ask
from jovian.game.answers import ChooseCorner
from jovian.rules.rulebook.clause import Clause
from jovian.table import Rect

FRONTS = {"south-west": 45, "south-east": 315, "north-west": 135, "north-east": 225}
"""By the name of each quarter, the heading from it across the table."""
OPPOSITE = dict(zip(FRONTS, reversed(FRONTS), strict=True))
"""The quarter diagonally across."""
USUAL = (tuple(FRONTS), tuple(reversed(FRONTS)))
"""In which order the quarters are offered to side 0 and to side 1, those of its own edge first."""


def quarter(state: State, corner: str) -> Rect:
    """One of the four equal parts of the table."""
    left = 0.0 if corner.endswith("west") else state.width / 2
    bottom = 0.0 if corner.startswith("south") else state.height / 2
    return Rect(left, bottom, left + state.width / 2, bottom + state.height / 2)


class CornerZone(Clause):
    """The side with initiative chooses a quarter; the other has the one across."""

    __slots__ = ()
    name = "Corner Deployment Zone"
    place = "v1.2.4 Scenarios > Deployment Zone > Corner Deployment Zone"
    summary = "The side with initiative chooses a quarter of the table, the other sets up in the one across."

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Ask the side with initiative for its quarter; nothing else is set up."""
        state = game.state
        listed = [
            Option(ChooseCorner(each), f"The {each}", f"the other side in the {OPPOSITE[each]}")
            for each in USUAL[state.initiative]
        ]
        title = "Choose the quarter of the table in which to deploy"
        chosen = (yield from ask(Pick("corner", state.initiative, title, self.place, listed, anchor=True))).corner
        said = f"deploys in the {chosen}, the other side in the {OPPOSITE[chosen]}"
        self.remember(game, chosen, said, state.initiative)
        return False

    def zones(self, state: State, side: int) -> tuple[Rect, ...]:
        """The quarter of a side, none before it is chosen."""
        corner = corner_of(state, side)
        return (quarter(state, corner),) if corner else ()

    def faces(self, state: State, side: int) -> int:
        """The heading from its quarter diagonally across the table."""
        return FRONTS.get(corner_of(state, side), 0)


def corner_of(state: State, side: int) -> str:
    """The quarter in which a side deploys, "" before it is chosen or where there is none."""
    chosen = str(state.notes.get(CornerZone.name, ""))
    return chosen if not chosen or side == state.initiative else OPPOSITE[chosen]
