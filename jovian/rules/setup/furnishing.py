"""What lies on the table as a game begins: by its scenario, by lot, or a pool that the players lay out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jovian.cards import TerrainCard
from jovian.cards.values.terrain_names import GENERATED, PLACED, SYMMETRIC
from jovian.dice import Lots
from jovian.game import State, Terrain
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.stations import standing
from jovian.rules.terrain.along import along
from jovian.rules.terrain.layout import laid, refuse_pieces
from jovian.rules.terrain.pieces import drawn_card, drawn_kinds, pieces
from jovian.table import Pose

PURPOSE = "table"
"""What the stream of its lots is for."""
COUNTS, PAIRS = (6, 10), (4, 5)
"""The least and the most pieces that there are by lot, and pairs of them that are twins or shared out."""
TRIES = 80
"""Places by lot that are tried for a piece before the table goes without it."""


def layout_of(state: State) -> str:
    """How the table of a game is laid out: `off`, one of `names.LAYOUTS`, or "" piece by piece."""
    return rulebook(state).layout or state.scenario.layout


def furnish(state: State, seed: int) -> None:
    """Put the terrain on the table that a game begins with, or into the pool that is laid out first.

    Stations and unidentified objects of the scenario are models, and there however the rest is laid out.
    """
    layout = layout_of(state)
    for card in state.scenario.terrain:
        if card.station is not None:
            state.models[card.id] = standing(card, card.station)
        if card.station is not None or not layout:
            _lay(state, _at_edge(state, card) if card.edge else pieces(rulebook(state).terrain, card))
    lots = Lots(seed, PURPOSE)
    if layout == PLACED:
        state.pool = tuple(_drawn(state, lots, 2 * _count(lots, PAIRS), 1))
    elif layout == GENERATED:
        for card in _drawn(state, lots, _count(lots, COUNTS), 1):
            _scatter(state, lots, (card,))
    elif layout == SYMMETRIC:
        for card in _drawn(state, lots, _count(lots, PAIRS), 2):
            _scatter(state, lots, (card, replace(card, id=f"{card.id}-twin")))


def _lay(state: State, group: Sequence[Terrain]) -> None:
    state.terrain.update({each.id: each for each in group})


def _at_edge(state: State, card: TerrainCard) -> list[Terrain]:
    """A planet, or an atmosphere, unless a die says first how thick that is."""
    measured = card.thickness or rulebook(state).terrain[card.kind].bars
    return [along(state, card, card.thickness)] if measured else []


def _count(lots: Lots, span: tuple[int, int]) -> int:
    return span[0] + lots.below(span[1] - span[0] + 1)


def _drawn(state: State, lots: Lots, count: int, together: int) -> list[TerrainCard]:
    """So many pieces by lot, without a place."""
    kinds, found = rulebook(state).terrain, []
    for number, name in enumerate(drawn_kinds(lots, kinds, count, together), 1):
        lot = kinds[name].lot
        if lot is not None:
            found.append(drawn_card(lots, name, lot, _ident(state, number)))
    return found


def _ident(state: State, number: int) -> str:
    """What a piece by lot is called: as no station is, which may be called so by its place in the scenario."""
    ident = f"terrain-{number}"
    return f"{ident}-by-lot" if ident in state.models else ident


def _scatter(state: State, lots: Lots, twins: Sequence[TerrainCard]) -> None:
    """Lay a piece, or two that mirror each other through the middle of the table, where there is room for both."""
    for _ in range(TRIES):
        x, y, heading = lots.between(0.0, state.width), lots.between(0.0, state.height), lots.below(360)
        mirrored = Pose(state.width - x, state.height - y, (heading + 180) % 360)
        before = dict(state.terrain)
        for card, pose in zip(twins, (Pose(x, y, heading), mirrored), strict=False):
            group = laid(state, card, pose.rounded())
            if refuse_pieces(state, group) is not None:
                state.terrain = before
                break
            _lay(state, group)
        else:
            return
