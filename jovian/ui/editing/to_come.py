"""What the sides settle only before the battle, on the board of the editor: quarters, beacons, the edge of an escape.

Beacons stand where the sketch has set them up for an example. Quarters and edges that may be chosen are outlined.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from jovian.game import State
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.roles import has_roles, role_of
from jovian.rules.scenario.withdrawal.ambush import NEAR, Ambush, band, escape_edge, open_edges
from jovian.rules.scenario.zones.beacons import beacons
from jovian.rules.scenario.zones.corners import FRONTS, CornerZone, quarter
from jovian.table import Rect
from jovian.ui.board import Board, Note, Overlay, Region
from jovian.ui.over_the_board.landmark_help import landmark_hint

SIDES = ("side 0", "side 1")
ASKED = {"quarter of one side?": CornerZone.summary, "escape edge?": Ambush.summary}
"""What is written on what may be chosen, and what is told of it under the pointer."""
QUARTER, EDGE = ASKED
EXAMPLE = "The sides set their beacons up before the battle: this is an example."


def to_come(state: State) -> tuple[Overlay, ...]:
    """Quarters and edges that may be chosen; () once models stand on the table."""
    return () if state.phase else tuple(_parts(state))


def _parts(state: State) -> Iterator[Overlay]:
    clauses = rulebook(state).clauses
    if any(isinstance(each, CornerZone) for each in clauses):
        yield from _marked([quarter(state, each) for each in FRONTS], QUARTER)
    if any(isinstance(each, Ambush) for each in clauses) and not escape_edge(state):
        yield from _marked([band(state, each, NEAR) for each in open_edges(state)], EDGE)


def _marked(parts: list[Rect], text: str) -> Iterator[Overlay]:
    for part in parts:
        left, bottom, right, top = part.box
        yield Region(part.outline, "measure")
        yield Note(((left + right) / 2, (bottom + top) / 2), text)


def settled_hint(board: Board, state: State, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
    """The box and the words of a beacon, an edge, or what may be chosen under a pixel, None where there is none."""
    left, top = board.camera.view[:2]
    for pill, rect in board.pills:
        if pill.text in ASKED and rect.collidepoint(pos[0] - left, pos[1] - top):
            return rect.move(left, top), ASKED[pill.text]
    roles = has_roles(state.scenario)
    names = (f"the {role_of(state, 0)}", f"the {role_of(state, 1)}") if roles else SIDES
    found = landmark_hint(board, state, names, pos)
    if found is None or not beacons(state):
        return found
    return found[0], f"{found[1]}. {EXAMPLE}"
