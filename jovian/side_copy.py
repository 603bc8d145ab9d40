"""A copy of a game as one side may know it: a file to look at, for a friend or a bug report. It can't be continued.

A copy has each moment at which the side's view changed, the log in words, and the events that the side has seen. It is
made of views alone, so it has no hidden models, no seed, and no secret answers. A finished game hides nothing but the
seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from jovian import __version__
from jovian.cards import CardError, ScenarioCard, UnitCard, parse_scenario
from jovian.cards.building import read_card
from jovian.cards.plain_json import MAX_NUMBER, MAX_TEXT, to_plain
from jovian.cards.files import (
    COPY,
    MAX_JSON,
    UnreadableFileError,
    decoded,
    one_line,
    parse_json,
    read_bytes,
    short_name,
)
from jovian.cards.names import TERRAIN_KINDS, slug
from jovian.frozen import frozen
from jovian.game import (
    DESTROYED,
    EMBARKED,
    RESERVE,
    TABLE,
    WITHDRAWN,
    Activation,
    LogEntry,
    Model,
    State,
    Terrain,
    view,
)
from jovian.game.events import BASE, FLEX, MACRO, TYPES
from jovian.game.model import StockBox
from jovian.game.state import Score
from jovian.match import Match
from jovian.match.entries import MalformedSaveError, UnsupportedVersion
from jovian.match.files import SEAL_KEY, check_bytes, seal_text, write_whole
from jovian.match.saves import RULES, replay_entry
from jovian.narrator import DETAIL, HEADLINE, PLAIN, TITLE, WORDS, Die, LogLine, Narrator, Span
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.setup.edition import option_faults
from jovian.rules.setup.setup import empty_state, names_of_sides
from jovian.table import Pose, Shape

VERSION = 1
KEYS = (
    "format", "version", "app", "rules", "contains", "missing", "side", "sides", "whole", "setup", "cards", "moments",
    "log", "events", SEAL_KEY,
)  # fmt: skip
SETUP_KEYS = ("key", "scenario", "options", "manual")
SECRETS = ("models that the side has not seen", "the seed and all dice to come", "answers that are still secret")
"""What a copy of a running game doesn't contain."""
PLACEHOLDERS = ["first", "second"]
"""The fleets of the scenario in a copy, which doesn't name the real ones."""
Data = dict[str, Any]
T = TypeVar("T")


# --- Writing ---


def save_copy(match: Match, side: int, path: str | Path) -> None:
    """Write what a side may know of a match to a file, completely or not at all. Raises OSError."""
    write_whole(path, copy_text(match, side))


def copy_text(match: Match, side: int) -> str:
    """Return the text of the file that contains what a side may know of a match."""
    return seal_text({**copy_data(match, side), SEAL_KEY: {}})[0]


def copy_data(match: Match, side: int) -> Data:
    """Return what a side may know of a match as JSON, without the seal."""
    writer = _Writer(match, side)
    moments = list(writer.moments())
    scenario = match.setup.scenario
    source = {key: value for key, value in scenario.source.items() if key not in ("fleets", "models", "turn")}
    names = names_of_sides(match.setup)
    who = f"side {side} ({names[side]})"
    if match.over:
        contains = f"A copy of a finished game, made for {who}. It hides nothing but the seed. For looking only."
    else:
        contains = f"A copy of a game with only what {who} may know. For looking only: it can't be continued."
    return {
        "format": COPY, "version": VERSION, "app": __version__, "rules": RULES, "contains": contains,
        "missing": [SECRETS[1]] if match.over else list(SECRETS), "side": side, "sides": list(names),
        "whole": match.over,
        "setup": {
            "key": scenario.key, "scenario": source, "options": dict(match.setup.options), "manual": match.setup.manual,
        },
        "cards": [to_plain(card) for card in writer.cards], "moments": moments,
        "log": [_line_to_json(line) for line in writer.lines()], "events": [entry.to_json() for entry in writer.events],
    }  # fmt: skip


class _Writer:
    """Replays a match, and collects what one side saw."""

    def __init__(self, match: Match, side: int) -> None:
        self._match, self._side = match, side
        self._live = Match(match.setup)
        self._is_whole = match.over
        self._state = self._live.state
        self.cards: dict[UnitCard, int] = {}
        """The number of each card that the side has seen so far."""

    def moments(self) -> Iterator[Data]:
        """Yield each moment at which the side's view changed, with the changes only. Secret answers are left out."""
        decision = self._match.decision
        last = len(self._match.journal) - (decision.sealed if decision is not None else 0)
        seen: Data = {}
        for entry in (None, *self._match.journal[:last]):
            if entry is not None and not replay_entry(self._live, entry):
                return
            now = self._look()
            if new := _changes(seen, now):
                yield new
            seen = now

    def _look(self) -> Data:
        """Return the present as JSON, as the side sees it."""
        live, side = self._live, None if self._is_whole else self._side
        self._state = live.state if side is None else view(live.state, side)
        state, act = self._state, self._state.activation
        return {
            **{key: getattr(state, key) for key in _PLAIN_FIELDS}, "unseen": dict(state.unseen),
            "notes": _as_lists(dict(state.notes)), "scores": [list(score) for score in state.scores],
            "active": [act.model, act.action] if act is not None else None,
            "events": live.events.known_to(side, len(live.events)),
            "models": {model.id: self._model(model) for model in state.models.values()},
            "terrain": {piece.id: _piece_to_json(piece) for piece in state.terrain.values()},
        }  # fmt: skip

    def _model(self, model: Model) -> Data:
        """Return a model as JSON. What a new model has is omitted."""
        number = self.cards.setdefault(model.card, len(self.cards))
        values = {key: _as_lists(getattr(model, key)) for key in _MODEL_READERS if key not in ("pose", "stock_used")}
        values |= {"pose": list(model.pose), "stock_used": [[box.mount, box.drone_class] for box in model.stock_used]}
        values |= {key: "" for key in _REFERENCES if values[key] not in self._state.models}
        return {"card": number} | {key: value for key, value in values.items() if value != _NEW_MODEL.get(key)}

    @property
    def events(self) -> list[LogEntry]:
        """The events that the side has seen so far."""
        entries = self._live.events.seen_by(None if self._is_whole else self._side)
        return [replace(entry, event=entry.event.to_players()) for entry in entries]

    def lines(self) -> Iterator[LogLine]:
        """Yield the log in words."""
        narrator = Narrator(rulebook(self._state))
        narrator.names.learn_boxes(self._state)
        for story in narrator.tell_stories(self.events):
            yield from story.lines
            yield from (replace(line, level=DETAIL) for line in story.details)


_PLAIN_FIELDS = ("turn", "phase", "stage", "initiative", "side_to_go", "over", "winner")
_REFERENCES = ("host", "formation", "pinned_by")
"""The fields of a model that name other models."""
_NEW_MODEL: Data = {
    "name": "", "place": RESERVE, "public": False, "activated": False, "host": "", "formation": "", "cargo": [],
    "loads": [], "pinned_by": "", "marks": {}, "damaged": [], "states": {}, "stock_used": [], "pose": [0.0, 0.0, 0],
}  # fmt: skip
"""The values that a copy omits."""


def _changes(seen: Data, now: Data) -> Data:
    """Return the values that are new. Models and pieces of terrain that are gone are null."""
    changes: Data = {}
    for key, value in now.items():
        before = seen.get(key, {})
        if key in ("models", "terrain"):
            new = {item: content for item, content in value.items() if before.get(item) != content}
            new |= {item: None for item in before if item not in value}
            if new:
                changes[key] = new
        elif key not in seen or before != value:
            changes[key] = value
    return changes


def _as_lists(value: Any) -> Any:
    """Return a value with lists in place of tuples, and copies of mappings."""
    if isinstance(value, tuple):
        return [_as_lists(item) for item in value]
    return {key: _as_lists(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def _piece_to_json(piece: Terrain) -> Data:
    outline = [{"points": _as_lists(part.points), "radius": part.radius} for part in piece.outline]
    data = {"kind": piece.kind, "pose": list(piece.pose), "outline": outline, "group": piece.group}
    return data | ({"still": True} if piece.still else {})


def _line_to_json(line: LogLine) -> Data:
    data: Data = {"n": line.number, "level": line.level, "text": line.text}
    if line.spans and line.spans[0].kind == TITLE:
        data["title"] = True
    if line.dice:
        data["dice"] = [[die.face, die.kind, die.kept] for die in line.dice]
    return data


# --- Reading ---


@frozen(eq=False)
class SideCopy:
    """A copy that was read from a file."""

    file: str
    side: int
    """The side whose knowledge it is."""
    names: tuple[str, str]
    """The names of both sides."""
    is_whole: bool
    """Whether the game was over, so that nothing is hidden but the seed."""
    states: tuple[State, ...]
    """The view of the side at each moment."""
    event_counts: tuple[int, ...]
    """The number of events that the side had seen at each moment."""
    lines: tuple[LogLine, ...]
    """The log in words."""
    events: tuple[Data, ...]
    """The events that the side has seen, as JSON."""

    @property
    def scenario(self) -> ScenarioCard:
        """The public part of the scenario."""
        return self.states[0].scenario

    @property
    def about(self) -> str:
        """One line about whose knowledge it is, and that the game can't be continued."""
        whose = "nothing hidden" if self.is_whole else f"as {self.names[self.side]} may know it"
        return f"copy for looking, {whose}; it can't be continued"

    def lines_until(self, moment: int) -> tuple[LogLine, ...]:
        """Return the log up to a moment."""
        return tuple(line for line in self.lines if line.number < self.event_counts[moment])


def load_copy(path: str | Path) -> SideCopy:
    """Read a copy. Raises MalformedSaveError or UnsupportedVersion with one line that starts with the file."""
    where = short_name(str(path))
    try:
        raw = read_bytes(path, MAX_JSON)
        data = parse_json(decoded(raw))
    except UnreadableFileError as error:
        raise MalformedSaveError(where, error.cause, error.line) from error
    try:
        _check_header(raw, data, where)
        return _read_copy(data, where)
    except CardError as error:
        raise MalformedSaveError(where, error.cause, error.line) from error
    except ValueError as error:
        raise MalformedSaveError(where, str(error)) from error


def _check_header(raw: bytes, data: Any, where: str) -> None:
    if not isinstance(data, dict) or data.get("format") != COPY:
        raise MalformedSaveError(where, "not a copy of a game")
    if data.get("version") != VERSION:
        version = one_line(str(data.get("version")), 40)
        raise UnsupportedVersion(where, f"copy version {version}, this version reads {VERSION}")
    _check_keys(data, KEYS, "the copy", needs=KEYS)
    if fault := check_bytes(raw, data[SEAL_KEY]):
        raise MalformedSaveError(where, f"changed or cut short since it was written: {fault}")


def _read_copy(data: Data, where: str) -> SideCopy:
    names = _texts(data["sides"])
    if len(names) != 2:
        raise ValueError("sides must be 2 names")
    start = _start(data["setup"], where)
    side, is_whole = _side(data["side"]), _flag(data["whole"])
    if side > 1:
        raise ValueError("side must be 0 or 1")
    start.viewer = None if is_whole else side
    cards = [read_card(card) for card in _list(data["cards"])]
    states: list[State] = []
    counts: list[int] = []
    items = 0
    for number, moment in enumerate(_list(data["moments"], MAX_MOMENTS), 1):
        try:
            before, (start, count) = start, _next_state(start, moment, cards)
            items += len(start.models) * (start.models is not before.models)
            items += len(start.terrain) * (start.terrain is not before.terrain)
            if items > MAX_ITEMS:
                raise ValueError(f"the moments so far have more than {MAX_ITEMS} models and pieces of terrain")
        except ValueError as error:
            raise ValueError(f"moment {number}: {error}") from error
        states.append(start)
        counts.append(count if count is not None else counts[-1] if counts else 0)
    if not states:
        raise ValueError("a copy must have at least 1 moment")
    lines = tuple(_read_line(line) for line in _list(data["log"]))
    events = tuple(_read_event(event) for event in _list(data["events"]))
    return SideCopy(where, side, (names[0], names[1]), is_whole, tuple(states), tuple(counts), lines, events)


def _start(data: Any, where: str) -> State:
    """Return an empty state under the rules of the game, with the public part of its scenario."""
    _check_keys(data, SETUP_KEYS, "setup", needs=SETUP_KEYS)
    key, source, options = _text(data["key"]), data["scenario"], data["options"]
    if slug(key) != key or not isinstance(source, dict) or {"fleets", "models"} & set(source):
        raise ValueError("setup.scenario must be a scenario without fleets and models, and setup.key its name")
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise ValueError("setup.options must be a mapping of texts")
    for fault in option_faults(options):
        raise ValueError(fault)
    scenario = parse_scenario({**source, "fleets": PLACEHOLDERS}, where, {}, key, {})
    return empty_state(scenario, options, _flag(data["manual"]))


def _next_state(before: State, data: Any, cards: Sequence[UnitCard]) -> tuple[State, int | None]:
    """Return the next moment, and its number of events if that changed. It shares what didn't change with `before`."""
    _check_keys(data, (*_STATE_READERS, "active", "events", "models", "terrain"), "it")
    state = before.supposed()
    state.origin, state.models = None, before.models
    for key, read in _STATE_READERS.items():
        if key in data:
            setattr(state, key, _read(read, data[key], key))
    models, pieces = _mapping(data.get("models", {})), _mapping(data.get("terrain", {}))
    if models:
        state.models = _changed(before.models, models, lambda model_id, model: _read_model(model_id, model, cards))
    if pieces:
        state.terrain = _changed(before.terrain, pieces, lambda piece_id, piece: _read_piece(state, piece_id, piece))
    if "active" in data:
        state.activation = _read_activation(data["active"])
    if models or pieces or "active" in data:
        _check_models(state)
    return state, _whole(data["events"]) if "events" in data else None


def _changed(before: dict[str, T], changes: Data, read: Callable[[str, Any], T]) -> dict[str, T]:
    """Return the models or pieces of a moment. A change is null for one that is gone."""
    after = before.copy()
    for item_id, item in changes.items():
        if item is None:
            after.pop(item_id, None)
        else:
            after[item_id] = read(item_id, item)
    return after


def _check_models(state: State) -> None:
    if len(state.models) > MAX_MODELS or len(state.terrain) > MAX_PIECES:
        raise ValueError(f"there can't be more than {MAX_MODELS} models or {MAX_PIECES} pieces of terrain")
    for model in state.models.values():
        for other in (getattr(model, key) for key in _REFERENCES):
            if other and other not in state.models:
                raise ValueError(f"model {model.id} refers to '{one_line(other, 40)}', which isn't there")
    if state.activation is not None and state.activation.model not in state.models:
        raise ValueError(f"there is no model '{one_line(state.activation.model, 40)}' to be active")


def _read_activation(data: Any) -> Activation | None:
    if data is None:
        return None
    model, action = _texts(data) if len(_list(data)) == 2 else ("", "")
    activation = Activation(model)
    activation.action, activation.declared = action, bool(action)
    return activation


def _read_model(model_id: str, data: Any, cards: Sequence[UnitCard]) -> Model:
    where = f"model {one_line(model_id, 40)}"
    _check_keys(data, ("card", *_MODEL_READERS), where, needs=("card", "owner"))
    if type(data["card"]) is not int or not 0 <= data["card"] < len(cards):
        raise ValueError(f"{where}: card must be the number of a card")
    model = Model(_text(model_id), cards[data["card"]], _side(data["owner"]))
    for key, read in _MODEL_READERS.items():
        if key in data:
            setattr(model, key, _read(read, data[key], f"{where}: {key}"))
    return model


def _read_piece(state: State, piece_id: str, data: Any) -> Terrain:
    where = f"terrain {one_line(piece_id, 40)}"
    _check_keys(data, ("kind", "pose", "outline", "group", "still"), where, needs=("kind", "pose", "outline", "group"))
    if data["kind"] not in tuple(rulebook(state).terrain):
        raise ValueError(f"{where}: there is no terrain '{one_line(str(data['kind']), 40)}'")
    rule = TERRAIN_KINDS.get(data["kind"])
    limit = MAX_OFFSET if rule is not None and rule.outline else MAX_TABLE
    outline = _read(lambda parts: _outline(parts, limit), data["outline"], f"{where}: outline")
    pose, still = _read(_pose, data["pose"], f"{where}: pose"), _flag(data.get("still", False))
    return Terrain(_text(piece_id), data["kind"], pose, outline, _text(data["group"]), still)


def _outline(data: Any, limit: float) -> tuple[Shape, ...]:
    return tuple(_shape(part, limit) for part in _list(data, MAX_CORNERS))


def _shape(data: Any, limit: float) -> Shape:
    _check_keys(data, ("points", "radius"), "a part", needs=("points", "radius"))
    points, radius = [_point(point) for point in _list(data["points"], MAX_CORNERS)], _number(data["radius"])
    if radius > MAX_RADIUS or any(abs(offset) > limit for point in points for offset in point):
        raise ValueError(f"a part must have corners within {limit:g} inches and a radius of at most {MAX_RADIUS:g}")
    if len(points) == 1:
        return Shape.circle(radius)
    return Shape.polygon(points).grown(radius) if radius else Shape.polygon(points)


def _read_line(data: Any) -> LogLine:
    _check_keys(data, ("n", "level", "text", "title", "dice"), "a line of the log", needs=("n", "level", "text"))
    if data["level"] not in (HEADLINE, PLAIN, DETAIL):
        raise ValueError("a line of the log has an unknown level")
    dice = tuple(_die(die) for die in _list(data.get("dice", [])))
    spans = (Span(_text(data["text"]), TITLE if _flag(data.get("title", False)) else WORDS),)
    return LogLine(spans, data["level"], dice=dice, number=_whole(data["n"]))


def _die(data: Any) -> Die:
    match data:
        case [int(face), str(kind), bool(kept)] if 1 <= face <= 6 and kind in (BASE, FLEX, MACRO):
            return Die(face, kind, kept=kept)
    raise ValueError("a die of the log must be a face, a kind, and whether it was kept")


def _read_event(data: Any) -> Data:
    if not isinstance(data, dict) or data.get("type") not in tuple(TYPES):
        raise ValueError("an event must be a mapping with a known type")
    return data


# --- Values ---
# Each function returns the value of any JSON, or raises ValueError with the cause.

PLACES = (TABLE, RESERVE, EMBARKED, DESTROYED, WITHDRAWN)
PHASES, STAGES = ("", "deployment", "activation", "end"), ("", "capitals", "squadrons")
MAX_INCHES = 1000.0
"""The largest coordinate."""
MAX_OFFSET, MAX_TABLE, MAX_RADIUS = 48.0, 96.0, 24.0
"""Inches from the center of a field or cloud to a corner, and of any other piece. The largest radius of a piece."""
MAX_CORNERS, MAX_MODELS, MAX_PIECES, MAX_MOMENTS, MAX_LINES = 64, 400, 200, 10_000, 100_000
MAX_ITEMS = 1_000_000
"""The most models and pieces of terrain of all moments, not counting moments that change none of them."""


def _check_keys(data: Any, known: Sequence[str], what: str, *, needs: Sequence[str] = ()) -> None:
    if not isinstance(data, dict):
        raise ValueError(f"{what} must be a mapping")
    unknown, missing = sorted(set(data) - set(known)), [key for key in needs if key not in data]
    if unknown or missing:
        cause = f"unknown key '{one_line(unknown[0], 40)}'" if unknown else f"key '{missing[0]}' is missing"
        raise ValueError(f"{what}: {cause}" if what != "the copy" else cause)


def _read(read: Callable[[Any], Any], data: Any, where: str) -> Any:
    try:
        return read(data)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _text(data: Any) -> str:
    if not isinstance(data, str) or len(data) > MAX_TEXT or not data.isprintable():
        raise ValueError(f"must be a text of at most {MAX_TEXT} printable characters")
    return data


def _whole(data: Any) -> int:
    if type(data) is not int or not 0 <= data <= MAX_JSON:
        raise ValueError("must be a whole number of 0 or more")
    return data


def _number(data: Any) -> float:
    if type(data) not in (int, float) or not isfinite(data) or abs(data) > MAX_INCHES:
        raise ValueError(f"must be a number of at most {MAX_INCHES:g}")
    return float(data)


def _flag(data: Any) -> bool:
    if type(data) is not bool:
        raise ValueError("must be true or false")
    return data


def _side(data: Any) -> int:
    if type(data) is not int or data not in (0, 1, 2):
        raise ValueError("must be a side: 0, 1, or 2 for neutral")
    return data


def _winner(data: Any) -> int | None:
    return None if data is None else _side(data)


def _list(data: Any, max_length: int = MAX_LINES) -> list[Any]:
    if not isinstance(data, list) or len(data) > max_length:
        raise ValueError(f"must be a list of at most {max_length}")
    return data


def _mapping(data: Any) -> Data:
    if not isinstance(data, dict):
        raise ValueError("must be a mapping")
    return data


def _texts(data: Any) -> tuple[str, ...]:
    return tuple(_text(item) for item in _list(data))


def _counts(data: Any) -> dict[str, int]:
    for value in _mapping(data).values():
        if type(value) is not int or abs(value) > MAX_NUMBER:
            raise ValueError("must be a mapping of whole numbers")
    return {_text(key): value for key, value in data.items()}


def _pairs(data: Any) -> tuple[tuple[str, int], ...]:
    pairs = [pair for pair in _list(data) if isinstance(pair, list) and list(map(type, pair)) == [str, int]]
    if len(pairs) != len(data):
        raise ValueError("must be a list of pairs of a text and a whole number")
    return tuple((_text(name), count) for name, count in pairs)


def _stock(data: Any) -> tuple[StockBox, ...]:
    return tuple(StockBox(mount, drone_class) for mount, drone_class in _pairs(data))


def _point(data: Any) -> tuple[float, float]:
    x, y = map(_number, data) if isinstance(data, list) and len(data) == 2 else (None, None)
    if x is None or y is None:
        raise ValueError("must be a point")
    return x, y


def _pose(data: Any) -> Pose:
    if len(_list(data)) != 3 or type(data[2]) is not int or not 0 <= data[2] < 360:
        raise ValueError("must be a pose: x and y in inches, and a heading from 0 to 359 degrees")
    return Pose(_number(data[0]), _number(data[1]), data[2])


def _note(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(_note(item) for item in data)
    if type(data) not in (int, str):
        raise ValueError("must be whole numbers, texts, and lists of them")
    return data


def _notes(data: Any) -> dict[str, Any]:
    return {key: _note(value) for key, value in _mapping(data).items()}


def _scores(data: Any) -> tuple[Score, Score]:
    match data:
        case [[_, _], [_, _]]:
            first, second = (Score(*map(_points, side)) for side in data)
            return first, second
    raise ValueError("must be the Objective Points and Victory Points of 2 sides")


def _points(data: Any) -> float:
    if type(data) not in (int, float) or not isfinite(data) or abs(data) > MAX_JSON:
        raise ValueError("must be a number of points")
    return float(data)


def _one_of(*words: str) -> Callable[[Any], str]:
    def read(data: Any) -> str:
        if data not in words:
            raise ValueError(f"must be one of {', '.join(word or 'an empty text' for word in words)}")
        return str(data)

    return read


_STATE_READERS: dict[str, Callable[[Any], Any]] = {
    "turn": _whole, "phase": _one_of(*PHASES), "stage": _one_of(*STAGES), "initiative": _side, "side_to_go": _side,
    "over": _flag, "winner": _winner, "unseen": _counts, "notes": _notes, "scores": _scores,
}  # fmt: skip
"""The fields of a state in a copy."""
_MODEL_READERS: dict[str, Callable[[Any], Any]] = {
    "owner": _side, "name": _text, "side": _side, "pose": _pose, "place": _one_of(*PLACES), "public": _flag,
    "activated": _flag, "host": _text, "formation": _text, "cargo": _texts, "loads": _pairs, "pinned_by": _text,
    "marks": _counts, "damaged": _texts, "states": _counts, "stock_used": _stock,
}  # fmt: skip
"""The fields of a model in a copy, besides its card."""
