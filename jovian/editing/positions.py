"""Make a scenario from a position of a game: its terrain, its models, and what a scenario can't contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jovian.cards import FleetEntry, Placement, ScenarioCard
from jovian.cards.files import plain_copy
from jovian.cards.names import PLACED_STATES, TERRAIN_KINDS, slug
from jovian.cards.traits import SYSTEMS
from jovian.editing.draft import Data, Draft, draft_of
from jovian.frozen import frozen
from jovian.game import EMBARKED, OBJECT, RESERVE, TABLE, Model, State, Terrain
from jovian.match import Setup
from jovian.rules.basics.model import issued_note
from jovian.rules.basics.rolls import pluralize
from jovian.rules.damage.boarding import ABOARD
from jovian.rules.placement.attached import TIES
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.scenario.objects import SearchObjects, search_of
from jovian.rules.scenario.special import Ambush, escape_edge
from jovian.rules.scenario.tokens import tokens
from jovian.rules.scenario.zones import NOTE as BROUGHT
from jovian.rules.scenario.zones import BeaconZone, CornerZone
from jovian.rules.setup.setup import opaque_id
from jovian.rules.squadrons import HOLDS

# --- Outlines ---

Point = tuple[float, float]


def merge_outlines(parts: Sequence[Sequence[Point]]) -> list[Point]:
    """Return the outline of convex parts that share whole edges, or of the first part if they don't.

    A shared edge occurs in both directions and is dropped. The other edges are followed from corner to corner.
    """
    edges = {(a, b) for part in parts for a, b in _edges(part)}
    rim = {a: b for a, b in sorted(edges) if (b, a) not in edges}
    start = next(iter(rim))
    corners, at = [start], rim.get(start)
    while at is not None and at != start and len(corners) <= len(rim):
        corners.append(at)
        at = rim.get(at)
    return corners if at == start and len(corners) == len(rim) else list(parts[0])


def _edges(part: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(part, [*part[1:], part[0]], strict=True))


# --- Terrain ---

MOVED = 0.00005
"""The tolerance in inches: a smaller distance doesn't count as a move."""


def terrain_lines(state: State, scenario: ScenarioCard) -> tuple[list[Data], list[str]]:
    """Return a line for each piece of terrain, station, and object, and what the lines can't contain."""
    lost: list[str] = []
    source_lines = scenario.source.get("terrain") or []
    source = {card.id: plain_copy(line) for card, line in zip(scenario.terrain, source_lines, strict=False)}
    stations = [state.models[model_id] for model_id in station_ids(state) if state.models[model_id].is_on_table]
    lines = [_station(state, model, source.get(model.id) or _object_line(model), lost) for model in stations]
    used_ids = {line["id"] for line in lines}
    trails = {piece.group: piece for piece in state.terrain.values() if piece.group not in ("", piece.id)}
    for piece in state.terrain.values():
        if piece.kind not in TERRAIN_KINDS:
            if piece is not trails.get(piece.group):
                lost.append(f"a piece of terrain ({piece.kind})")
        elif piece.group not in used_ids:
            lines.append(_piece(piece, trails.get(piece.group), source.get(piece.id)))
    return lines, lost


def station_ids(state: State) -> list[str]:
    """Return the ids of stations and objects, including objects that the rules have placed."""
    listed = {card.id for card in state.scenario.terrain if card.station is not None}
    return [model_id for model_id, model in state.models.items() if model_id in listed or model.card.kind == OBJECT]


def _object_line(model: Model) -> Data:
    """Return the line of an object that isn't in the scenario."""
    line: Data = {"kind": model.card.image, "x": model.pose.x, "y": model.pose.y, "name": model.name}
    return line | {"radius": model.card.base.width / 2}


def _piece(piece: Terrain, trail: Terrain | None, source: Data | None) -> Data:
    """Return the line of a piece with its current pose, or a new line with its outline."""
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
        line["points"] = [list(corner) for corner in merge_outlines([part.points for part in piece.outline])]
    if trail is not None and rule.tail:
        corners = trail.outline[0].points
        line |= {"tail_length": -min(y for _, y in corners), "tail_width": 2 * max(x for x, _ in corners)}
    return line | ({"moves": False} if piece.still and rule.tail else {})


def _station(state: State, model: Model, source: Data, lost: list[str]) -> Data:
    """Return the line of a station or an object with its current values, including those rolled before the game."""
    line: Data = {"id": model.id, **source}
    line["structure"] = model.boxes("structure")[0]
    rule = TERRAIN_KINDS[line["kind"]]
    if rule.owned or model.card.level(HOLDS):
        line["hangers"] = model.card.level(HOLDS)
    if rule.owned:
        line["owner"] = "neutral" if model.is_neutral else model.side
    aboard = [model.states.get(kind.name, 0) for kind in ABOARD] if model.is_neutral else []
    line.pop("boarders", None)
    line |= {"boarders": aboard} if any(aboard) else {}
    search = search_of(state, model)
    line.pop("search", None)
    line |= {"search": [search.first, search.second]} if search.first or search.second else {}
    marked = sum(model.marks.values()) + len(model.damaged)
    if marked:
        lost.append(f"{pluralize(marked, 'marked box', 'marked boxes')} of {model.name}")
    return line


# --- Models ---

OWN_KEYS = ("structure", "fuel")
"""The tracks with a key of their own."""


@frozen
class ModelLines:
    """The lines of models, and what they can't contain."""

    lines: list[Data]
    lost: list[str]
    docked: bool
    """Whether a ship is aboard another ship."""


def model_lines(state: State, setup: Setup) -> ModelLines:
    """Return a line for each model that is on the table or embarked."""
    stations = set(station_ids(state))
    models = [m for m in state.models.values() if m.place in (TABLE, EMBARKED) and m.id not in stations]
    names = _readable_ids(models, stations)
    lost: list[str] = []
    lines = [_line(state, setup, model, names, lost) for model in models]
    return ModelLines(lines, lost, any(model.is_capital and model.is_embarked for model in models))


def _readable_ids(models: list[Model], stations: set[str]) -> dict[str, str]:
    """Return a readable id for each model. Stations keep their ids."""
    ids = {station: station for station in stations}
    for model in models:
        preferred = slug(model.name) or slug(model.card.name)
        number, new_id = 1, preferred
        while new_id in ids.values():
            number += 1
            new_id = f"{preferred}-{number}"
        ids[model.id] = new_id
    return ids


def _line(state: State, setup: Setup, model: Model, names: Mapping[str, str], lost: list[str]) -> Data:
    line: Data = {"id": names[model.id], "card": model.card.key, "side": model.side}
    if model.is_on_table:
        line |= {"x": model.pose.x, "y": model.pose.y, "heading": model.pose.heading}
    if model.name != model.card.name:
        line["name"] = model.name
    line |= _boxes(model, lost)
    line |= _states(state, model, lost)
    line |= _relations(model, names)
    if model.activated:
        line["activated"] = True
    if model.cargo:
        line["cargo"] = list(model.cargo)
    if model.stock_used:
        lost.append(f"that {model.name} has launched {pluralize(len(model.stock_used), 'drone squadron')}")
    if model.loads:
        line["loads"] = dict(model.loads)
    return line | _equipment(setup, model)


def _boxes(model: Model, lost: list[str]) -> Data:
    """Return the remaining ratings of damaged tracks, and the damaged mounts and systems."""
    line: Data = {}
    ratings: Data = {}
    damaged = list(model.damaged)
    for name, marked in model.marks.items():
        boxes = model.card.tracks.get(name, ())
        if marked and boxes:
            rating = boxes[marked] if marked < len(boxes) else 0
            (line if name in OWN_KEYS else ratings)[name] = rating
            if sum(1 for box in boxes if box > rating) != marked:
                lost.append(f"a box of the {name} of {model.name}")
        elif name in SYSTEMS:
            damaged += [name] * marked
        elif marked:
            lost.append(f"{name} of {model.name}")
    return line | ({"ratings": ratings} if ratings else {}) | ({"damaged": damaged} if damaged else {})


def _states(state: State, model: Model, lost: list[str]) -> Data:
    """Return the states that a scenario can give to a model. States from its traits follow from its card."""
    brought = {effect.brings(model) for effect in effects_on(state, model, Effect.brings)}
    ties = {tie.name for tie in TIES}
    placed = {name: value for name, value in model.states.items() if name in PLACED_STATES}
    lost += [f"that {model.name} is no longer {name}" for name in sorted(brought) if name and name not in model.states]
    for name in model.states:
        if name not in PLACED_STATES and name not in brought and name not in ties:
            lost.append(f"that {model.name} is {name}")
    return {"states": placed} if placed else {}


def _relations(model: Model, names: Mapping[str, str]) -> Data:
    """Return the ship that it is aboard or attached to, and the leader of its Formation."""
    line: Data = {}
    host = names.get(model.host)
    if host is not None:
        tie = next((tie.name for tie in TIES if tie.holds(model)), "")
        line["embarked_in" if model.is_embarked else tie] = host
    leader = names.get(model.formation)
    if leader is not None and model.formation != model.id:
        line["formation"] = leader
    return {key: value for key, value in line.items() if key}


def _equipment(setup: Setup, model: Model) -> Data:
    """Return its upgrades and hardpoints, as far as they are public or known to the viewer."""
    entry = _entry(setup, model)
    if entry is None:
        return {}
    line: Data = {}
    if entry.upgrades:
        line["upgrades"] = [upgrade.name for upgrade in entry.upgrades]
    if entry.hardpoints and entry.flown(setup.cards[model.card.key]) == model.card:
        line["hardpoints"] = {hardpoint.line: hardpoint.upgrade.name for hardpoint in entry.hardpoints}
    return line


def _entry(setup: Setup, model: Model) -> FleetEntry | Placement | None:
    """Return the line of the fleet or the scenario that it comes from, None for drones."""
    for side, fleet in enumerate(setup.fleets):
        for number, entry in enumerate(fleet.entries):
            if opaque_id(setup.seed, side, number) == model.id:
                return entry
    return next((placed for placed in setup.scenario.models if placed.id == model.id), None)


# --- Positions ---

AMBUSH, DISTRIBUTE = "ambush", "distribute"
"""The special rules with a choice made during the game: the edge, and the number of tokens."""
DONE_RULES = ("comet-in-zone", "objects-in-free-quarters")
"""The special rules that have already placed something before the battle."""
MAX_NAME = 60
"""The maximum number of letters of a name."""
START_KEYS = ("fleets", "layout", "terrain", "models", "key", "turn", "initiative", "deployment")
"""The keys of the original scenario about the start of the game."""
LINE_NOTES = {SearchObjects.name, Ambush.name}
"""The stored values of rules that lines of the scenario contain."""
DEPLOYMENT_NOTES = {BeaconZone.name, CornerZone.name, BROUGHT}
"""The stored values of rules that matter only during deployment."""
STANDARD = "standard"
"""The default zones."""
PHASES = "activation", "end"
"""The phases from which a scenario can start."""


class NoPosition(Exception):
    """No scenario can be made from this moment of a game. The message says why in one line."""


@frozen
class PositionDraft:
    """A draft, and what it can't contain."""

    draft: Draft
    lost: tuple[str, ...]
    """Lines such as `the content of Drone Bays`."""


def position_from_state(state: State, setup: Setup) -> PositionDraft:
    """Return the position of a state, or of a side's view as far as the side knows it. Raises NoPosition."""
    if state.over:
        raise NoPosition("the game is over; choose a moment before its end")
    if state.phase not in PHASES or not state.on_table():
        raise NoPosition(f"{_moment(state)} models are still being deployed; choose a moment of the Activation Phase")
    source = setup.scenario.source
    data: dict[str, Any] = {key: plain_copy(value) for key, value in source.items() if key not in START_KEYS}
    if data.get("zones") != STANDARD:
        data.pop("zones", None)
    name = f"{setup.scenario.name[: MAX_NAME - 10]}, turn {state.turn}"
    _update_special_rules(data, state)
    models = model_lines(state, setup)
    terrain, lost_terrain = terrain_lines(state, setup.scenario)
    data |= {"name": name, "turn": state.turn, "initiative": state.initiative, "terrain": terrain}
    data |= {"models": models.lines, **({"docking": True} if models.docked else {})}
    filled = {key: value for key, value in data.items() if value != []}
    lost = (*_lost(state, models), *lost_terrain, *_lost_zones(setup.scenario))
    return PositionDraft(draft_of(filled, _comment(setup, state, lost)), lost)


def _update_special_rules(data: dict[str, Any], state: State) -> None:
    """Write choices made during the game into the lines of special rules, and remove rules that are done."""
    edge = escape_edge(state)
    lines = [line for line in data.get("special_rules", []) if _rule(line) not in DONE_RULES]
    data["special_rules"] = lines
    for number, line in enumerate(lines):
        rule = _rule(line)
        if edge and rule == AMBUSH:
            lines[number] = {"rule": AMBUSH, "edge": edge}
        elif rule == DISTRIBUTE and state.notes.get(issued_note(line["token"])):
            lines[number] = {**line, "amount": state.notes[issued_note(line["token"])]}


def _rule(line: Any) -> Any:
    """Return the name of the rule of a line."""
    return line.get("rule") if isinstance(line, dict) else line


def _lost_zones(scenario: ScenarioCard) -> tuple[str, ...]:
    """Return a line about zones other than standard. Placed models don't use deployment zones."""
    named = scenario.zones if isinstance(scenario.zones, str) else "its own"
    return (f"its deployment zones ({named}), replaced by standard zones",) if named != STANDARD else ()


def _moment(state: State) -> str:
    return f"in turn {state.turn}" if state.turn else "before its first turn"


def _comment(setup: Setup, state: State, lost: tuple[str, ...]) -> str:
    first = f"A position of the scenario {setup.scenario.name}, from turn {state.turn}."
    return "\n".join((first, *(f"Not included: {line}." for line in lost)))


def _lost(state: State, models: ModelLines) -> list[str]:
    """Return what a scenario can't contain, one line each."""
    lost = list(models.lost)
    waiting = [model for model in state.models.values() if model.place == RESERVE]
    if waiting:
        lost.append(f"{pluralize(len(waiting), 'model')} not deployed yet")
    gone = [model for model in state.models.values() if not model.is_in_game]
    if gone:
        lost.append(f"{pluralize(len(gone), 'model')} out of play, and their points for the other side")
    if any(state.unseen.values()):
        lost.append("the models aboard enemy ships")
    if state.activation is not None:
        lost.append("the current activation: its model activates again from the start")
    elif state.side_to_go != state.initiative:
        lost.append(f"that side {state.side_to_go} is next: the side with initiative starts")
    issued = {issued_note(token.token) for token in tokens(state)}
    other_notes = sorted(set(state.notes) - LINE_NOTES - DEPLOYMENT_NOTES - issued)
    if other_notes:
        lost.append(f"stored values of rules ({', '.join(other_notes)})")
    return lost
