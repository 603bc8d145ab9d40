"""The terrain of a position as lines of a scenario file."""

from __future__ import annotations

from jovian.cards import ScenarioCard
from jovian.cards.schemas.validate import plain_copy
from jovian.cards.values.names import TERRAIN_KINDS, slug
from jovian.editing.draft import Data
from jovian.editing.positions.outline import merged
from jovian.game import OBJECT, Model, State, Terrain
from jovian.rules.facts.words import counted
from jovian.rules.harm.boarded import ABOARD
from jovian.rules.scenario.objects.searching import search_of
from jovian.rules.squadrons.hangers import HOLDS

MOVED = 0.00005
"""Inches by which a piece may be off its line without having moved."""


def ground_lines(state: State, scenario: ScenarioCard) -> tuple[list[Data], list[str]]:
    """A line for each piece, stations and objects among them, and what the lines leave out."""
    lost: list[str] = []
    written = scenario.source.get("terrain") or []
    source = {card.id: plain_copy(line) for card, line in zip(scenario.terrain, written, strict=False)}
    standing = [state.models[ident] for ident in stationed(state) if state.models[ident].on_table]
    lines = [_station(state, each, source.get(each.id) or _laid(each), lost) for each in standing]
    stations = {line["id"] for line in lines}
    trails = {piece.group: piece for piece in state.terrain.values() if piece.group not in ("", piece.id)}
    for piece in state.terrain.values():
        if piece.kind not in TERRAIN_KINDS:
            if piece is not trails.get(piece.group):
                lost.append(f"a piece of terrain ({piece.kind})")
        elif piece.group not in stations:
            lines.append(_piece(piece, trails.get(piece.group), source.get(piece.id)))
    return lines, lost


def stationed(state: State) -> list[str]:
    """The ids of its stations and objects, those among them that its rules have laid out."""
    listed = {card.id for card in state.scenario.terrain if card.station is not None}
    return [ident for ident, model in state.models.items() if ident in listed or model.card.kind == OBJECT]


def _laid(model: Model) -> Data:
    """What the line of an object says that no line of the scenario has brought."""
    line: Data = {"kind": model.card.image, "x": model.pose.x, "y": model.pose.y, "name": model.name}
    return line | {"radius": model.card.base.width / 2}


def _piece(piece: Terrain, trail: Terrain | None, source: Data | None) -> Data:
    """The line of a piece: its own with where it is now, else one of its outline."""
    rule, pose = TERRAIN_KINDS[piece.kind], piece.pose
    if source is not None:
        line = {"id": piece.id, **source}
        if rule.edge:
            return line | ({"thickness": piece.outline[0].length} if rule.band else {})
        same = abs(line["x"] - pose.x) < MOVED and abs(line["y"] - pose.y) < MOVED
        line |= {} if same else {"x": pose.x, "y": pose.y}
        return line if line.get("heading", 0) % 360 == pose.heading else line | {"heading": pose.heading}
    line = {"id": slug(piece.id), "kind": piece.kind, "x": pose.x, "y": pose.y, "heading": pose.heading}
    if len(piece.outline[0].points) == 1:
        line["radius"] = piece.outline[0].radius
    else:
        line["points"] = [list(corner) for corner in merged([part.points for part in piece.outline])]
    if trail is not None and rule.tail:
        corners = trail.outline[0].points
        line |= {"tail_length": -min(y for _, y in corners), "tail_width": 2 * max(x for x, _ in corners)}
    return line | ({"moves": False} if piece.still and rule.tail else {})


def _station(state: State, model: Model, source: Data, lost: list[str]) -> Data:
    """The line of a station or an object: what was rolled stands in it now."""
    line: Data = {"id": model.id, **source}
    line["structure"] = model.boxes("structure")[0]
    rule = TERRAIN_KINDS[line["kind"]]
    if rule.owned or model.card.level(HOLDS):
        line["hangers"] = model.card.level(HOLDS)
    if rule.owned:
        line["owner"] = "neutral" if model.neutral else model.side
    aboard = [model.states.get(kind.name, 0) for kind in ABOARD] if model.neutral else []
    line.pop("boarders", None)
    line |= {"boarders": aboard} if any(aboard) else {}
    search = search_of(state, model)
    line.pop("search", None)
    line |= {"search": [search.first, search.second]} if search.first or search.second else {}
    marked = sum(model.marks.values()) + len(model.damaged)
    if marked:
        lost.append(f"{counted(marked, 'marked box', 'marked boxes')} of {model.name}")
    return line
