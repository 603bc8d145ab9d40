"""A position of a game as a draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from jovian.cards import FleetEntry, Placement, ScenarioCard
from jovian.cards.names import PLACED_STATES, SYSTEMS, TERRAIN_KINDS, slug
from jovian.cards.schema import plain_copy
from jovian.editing.draft import Data, Draft, draft_of
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

# --- outline ---
# One outline of the convex parts that it was cut into.

Point = tuple[float, float]


def merged(parts: Sequence[Sequence[Point]]) -> list[Point]:
    """The corners around parts that touch along whole edges; of parts that do not, those of the first.

    Edges that two parts share run both ways and are left out; the others are followed from corner to corner.
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


# --- ground ---
# The terrain of a position as lines of a scenario file.

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
        lost.append(f"{pluralize(marked, 'marked box', 'marked boxes')} of {model.name}")
    return line


# --- placed ---
# The models of a position as lines of a scenario file.

OWN_KEYS = ("structure", "fuel")
"""Tracks that have a key of their own."""


class Placed(NamedTuple):
    """The lines, and what they leave out."""

    lines: list[Data]
    lost: list[str]
    docked: bool
    """Is a ship aboard another?"""


def placed_lines(state: State, setup: Setup) -> Placed:
    """A line for each model that is on the table or aboard another."""
    there = [m for m in state.models.values() if m.place in (TABLE, EMBARKED) and m.id not in set(stationed(state))]
    names = _names(there, set(stationed(state)))
    lost: list[str] = []
    lines = [_line(state, setup, model, names, lost) for model in there]
    return Placed(lines, lost, any(model.capital and model.aboard for model in there))


def _names(there: list[Model], ground: set[str]) -> dict[str, str]:
    """An id for each that tells who it is; stations keep theirs."""
    found = {ident: ident for ident in ground}
    for model in there:
        wanted = slug(model.name) or slug(model.card.name)
        number, ident = 1, wanted
        while ident in found.values():
            number += 1
            ident = f"{wanted}-{number}"
        found[model.id] = ident
    return found


def _line(state: State, setup: Setup, model: Model, names: Mapping[str, str], lost: list[str]) -> Data:
    line: Data = {"id": names[model.id], "card": model.card.key, "side": model.side}
    if model.on_table:
        line |= {"x": model.pose.x, "y": model.pose.y, "heading": model.pose.heading}
    if model.name != model.card.name:
        line["name"] = model.name
    line |= _boxes(model, lost)
    line |= _states(state, model, lost)
    line |= _company(model, names)
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
    """What is marked, as the ratings that are left."""
    line: Data = {}
    ratings: Data = {}
    damaged = list(model.damaged)
    for name, marked in model.marks.items():
        boxes = model.card.tracks.get(name, ())
        if marked and boxes:
            left = boxes[marked] if marked < len(boxes) else 0
            (line if name in OWN_KEYS else ratings)[name] = left
            if sum(1 for box in boxes if box > left) != marked:
                lost.append(f"a box of the {name} of {model.name}")
        elif name in SYSTEMS:
            damaged += [name] * marked
        elif marked:
            lost.append(f"{name} of {model.name}")
    return line | ({"ratings": ratings} if ratings else {}) | ({"damaged": damaged} if damaged else {})


def _states(state: State, model: Model, lost: list[str]) -> Data:
    """The states that a placed model may be in; those that its traits bring come by themselves."""
    brought = {effect.brings(model) for effect in effects_on(state, model, Effect.brings)}
    ties = {tie.name for tie in TIES}
    kept = {name: value for name, value in model.states.items() if name in PLACED_STATES}
    lost += [f"that {model.name} is no longer {name}" for name in sorted(brought) if name and name not in model.states]
    for name in model.states:
        if name not in PLACED_STATES and name not in brought and name not in ties:
            lost.append(f"that {model.name} is {name}")
    return {"states": kept} if kept else {}


def _company(model: Model, names: Mapping[str, str]) -> Data:
    """Whom it is aboard of, in contact with, in a Formation with."""
    line: Data = {}
    host = names.get(model.host)
    if host is not None:
        tie = next((tie.name for tie in TIES if tie.holds(model)), "")
        line["embarked_in" if model.aboard else tie] = host
    leader = names.get(model.formation)
    if leader is not None and model.formation != model.id:
        line["formation"] = leader
    return {key: value for key, value in line.items() if key}


def _equipment(setup: Setup, model: Model) -> Data:
    """Its upgrades, as far as they are known to whoever looks."""
    found = _entry(setup, model)
    if found is None:
        return {}
    line: Data = {}
    if found.upgrades:
        line["upgrades"] = [each.name for each in found.upgrades]
    if found.hardpoints and found.flown(setup.cards[model.card.key]) == model.card:
        line["hardpoints"] = {each.line: each.upgrade.name for each in found.hardpoints}
    return line


def _entry(setup: Setup, model: Model) -> FleetEntry | Placement | None:
    """What brought it: a line of a fleet or of the scenario, None for drones."""
    for side, fleet in enumerate(setup.fleets):
        for number, entry in enumerate(fleet.entries):
            if opaque_id(setup.seed, side, number) == model.id:
                return entry
    return next((placed for placed in setup.scenario.models if placed.id == model.id), None)


# --- position ---
# A position of a game as a scenario that places its models.

AMBUSH, DISTRIBUTE = "ambush", "distribute"
"""The special rules of which something is settled in the game, as a file names them: an edge, how many tokens."""
DONE_RULES = ("comet-in-zone", "objects-in-free-quarters")
"""Those that have laid something on the table before the battle, where it lies now."""
LONGEST = 60
"""Letters of a name."""
NOT_KEPT = ("fleets", "layout", "terrain", "models", "key", "turn", "initiative", "deployment")
"""Keys of the scenario that was played that say how its game began."""
KEPT_NOTES = {SearchObjects.name, Ambush.name}
"""What rules remember that stands in the lines of a scenario."""
DONE_NOTES = {BeaconZone.name, CornerZone.name, BROUGHT}
"""What they remember only as long as models are deployed."""
STANDARD = "standard"
"""The zones that a scenario has which names none."""
ON_TURN = "activation", "end"
"""The phases in which a position is one that a scenario can begin in."""


class NoPosition(Exception):
    """Nothing can be made of this moment of a game; the text says why, in a line."""


class Position(NamedTuple):
    """A draft, and what of the game it leaves out."""

    draft: Draft
    lost: tuple[str, ...]
    """Each a line, such as `what is loaded in Drone Bays`."""


def position_from_state(state: State, setup: Setup) -> Position:
    """The position of a state or of a side's view of it, as that side knows it. Raises NoPosition."""
    if state.over:
        raise NoPosition("the game is over; take a moment before its end")
    if state.phase not in ON_TURN or not state.on_table():
        raise NoPosition(f"{_moment(state)} models are still deployed; take a moment of the Activation Phase")
    source = setup.scenario.source
    data: dict[str, Any] = {key: plain_copy(each) for key, each in source.items() if key not in NOT_KEPT}
    if data.get("zones") != STANDARD:
        data.pop("zones", None)
    name = f"{setup.scenario.name[: LONGEST - 10]}, turn {state.turn}"
    _settle(data, state)
    placed = placed_lines(state, setup)
    terrain, lost = ground_lines(state, setup.scenario)
    data |= {"name": name, "turn": state.turn, "initiative": state.initiative, "terrain": terrain}
    data |= {"models": placed.lines, **({"docking": True} if placed.docked else {})}
    kept = {key: value for key, value in data.items() if value != []}
    left_out = (*_lost(state, placed), *lost, *_undeployed(setup.scenario))
    return Position(draft_of(kept, _heading(setup, state, left_out)), left_out)


def _settle(data: dict[str, Any], state: State) -> None:
    """What was chosen for a special rule stands in its line; what a rule has done once and for all it does no more."""
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
    """What a line of a special rule is called."""
    return line.get("rule") if isinstance(line, dict) else line


def _undeployed(scenario: ScenarioCard) -> tuple[str, ...]:
    """Its zones, unless they are the usual ones: models that are placed deploy nowhere."""
    named = scenario.zones if not scenario.areas else "its own"
    return (f"its deployment zones ({named}): they are standard now",) if named != STANDARD else ()


def _moment(state: State) -> str:
    return f"in turn {state.turn}" if state.turn else "before its first turn"


def _heading(setup: Setup, state: State, left_out: tuple[str, ...]) -> str:
    first = f"A position of the scenario {setup.scenario.name}, taken in turn {state.turn}."
    return "\n".join((first, *(f"Left out: {line}." for line in left_out)))


def _lost(state: State, placed: Placed) -> list[str]:
    """What a scenario cannot say."""
    found = list(placed.lost)
    waiting = [model for model in state.models.values() if model.place == RESERVE]
    if waiting:
        found.append(f"{pluralize(len(waiting), 'model')} not deployed yet")
    gone = [model for model in state.models.values() if not model.alive]
    if gone:
        found.append(f"{pluralize(len(gone), 'model')} out of play, and what they were worth to the other side")
    if any(state.unseen.values()):
        found.append("who is aboard enemy ships")
    if state.activation is not None:
        found.append("the activation that is under way: its model begins it anew")
    elif state.side_to_go != state.initiative:
        found.append(f"that side {state.side_to_go} is to go: the side with initiative begins")
    issued = {issued_note(token.token) for token in tokens(state)}
    forgotten = sorted(set(state.notes) - KEPT_NOTES - DONE_NOTES - issued)
    if forgotten:
        found.append(f"what its rules remember ({', '.join(forgotten)})")
    return found
