"""What one side may know of a game as JSON, and back: states as changes from the state before.

Only views have a JSON form, and the starts of look aheads: states without dice. The files of copies (`side_copy.py`)
and games over a network hold this form. Reading checks everything, runs nothing, and bounds all sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, Required, TypedDict, TypeVar

from jovian.cards import ScenarioCard, TerrainCard, UnitCard, parse_scenario
from jovian.cards.building import read_plain
from jovian.cards.files import one_line
from jovian.cards.keys import Check, Limits
from jovian.cards.names import TERRAIN_KINDS, slug
from jovian.cards.plain_json import MAX_ITEMS, to_plain
from jovian.game import Activation, Model, State, Terrain
from jovian.game.activation import MoveLimits, TerrainEncounter, WeaponRef
from jovian.game.game import CARD
from jovian.game.model import StockBox
from jovian.game.state import Score, read_note
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.setup.edition import option_faults
from jovian.rules.setup.setup import empty_state
from jovian.table import Pose, Shape

Data = dict[str, Any]
T = TypeVar("T")
MAX_INCHES = 1000.0
"""The largest coordinate."""
MAX_OFFSET, MAX_TABLE, MAX_RADIUS = 48.0, 96.0, 24.0
"""Inches from the center of a field or cloud to a corner, and of any other piece. The largest radius of a piece."""
MAX_CORNERS, MAX_MODELS, MAX_PIECES, MAX_CARDS = 64, 400, 200, 500
MAX_COUNT = 1_000_000
PLACEHOLDERS = ["first", "second"]
"""The fleets of the scenario, which the JSON doesn't name."""

# --- The JSON form ---
# A key that is missing in a change keeps its value. A key that is missing in a model or an activation has the value
# that a new one has.


def _check_pose(pose: Pose) -> Pose:
    if not 0 <= pose.heading < 360 or max(abs(pose.x), abs(pose.y)) > MAX_INCHES:
        raise ValueError(f"must be x and y of at most {MAX_INCHES:g} inches, and a heading from 0 to 359 degrees")
    return pose


def _check_steps(data: Any) -> list[list[Any]]:
    if not isinstance(data, list) or len(data) > MAX_ITEMS:
        raise ValueError(f"must be a list of at most {MAX_ITEMS} steps")
    if not all(isinstance(step, list) and step and type(step[0]) is str for step in data):
        raise ValueError("must be steps, each a list with its name first")
    return [*data]


Seat = Literal[0, 1]
Side = Annotated[int, Limits(ge=0, le=2)]
"""The side of a model. 2 is neither."""
Count = Annotated[int, Limits(ge=0, le=MAX_COUNT)]
Value = Annotated[int, Limits(ge=-MAX_COUNT, le=MAX_COUNT)]
Points = Annotated[float, Limits(ge=-MAX_COUNT, le=MAX_COUNT)]
Corner = Annotated[float, Limits(ge=-MAX_TABLE, le=MAX_TABLE)]
Place = Annotated[Pose, Check(_check_pose)]
Notes = dict[str, Annotated[Any, Check(read_note)]]
Steps = Annotated[Any, Check(_check_steps)]
Encounters = tuple[TerrainEncounter, ...]
Names = tuple[str, ...]


class ModelJson(TypedDict, total=False):
    """A model, without the values that a new model of its card has."""

    card: Required[Annotated[int, Limits(ge=0, le=MAX_CARDS)] | None]
    """The number of its card, None for a stranger."""
    owner: Required[Side]
    name: str
    side: Side
    pose: Place
    place: Literal["table", "reserve", "embarked", "destroyed", "withdrawn"]
    public: bool
    activated: bool
    host: str
    formation: str
    cargo: Names
    loads: tuple[tuple[str, int], ...]
    pinned_by: str
    marks: dict[str, int]
    damaged: Names
    states: dict[str, Value]
    stock_used: tuple[StockBox, ...]


class ShapeJson(TypedDict):
    """A convex part of a piece of terrain."""

    points: Annotated[tuple[tuple[Corner, Corner], ...], Limits(min_length=1, max_length=MAX_CORNERS)]
    radius: Annotated[float, Limits(ge=0, le=MAX_RADIUS)]


class TerrainJson(TypedDict, total=False):
    """A piece of terrain."""

    kind: Required[str]
    pose: Required[Place]
    outline: Required[Annotated[tuple[ShapeJson, ...], Limits(min_length=1, max_length=MAX_CORNERS)]]
    group: Required[str]
    still: bool


class ActivationJson(TypedDict, total=False):
    """An activation, without the values that a new one has."""

    model: Required[str]
    declared: bool
    action: str
    granted: Names
    target: str
    start: tuple[float, float]
    resolved: bool
    limits: MoveLimits
    ran: float
    reversed: float
    turned: int
    thrusters_test: bool
    spent: Names
    used: Names
    fired_on: tuple[WeaponRef, ...]
    launched: bool
    landed: Names
    bays: Names
    reacted: Names
    intercepted: bool
    fights: int
    let_pass: bool
    struck: Encounters
    avoided: Encounters
    entered: Encounters
    stopped: bool


class StateJson(TypedDict, total=False):
    """What has changed in a state."""

    turn: Count
    phase: Literal["", "deployment", "activation", "end"]
    stage: Literal["", "capitals", "squadrons"]
    initiative: Seat
    side_to_go: Seat
    over: bool
    winner: Seat | None
    serial: Count
    declined: tuple[bool, bool]
    scores: tuple[Score, Score]
    unseen: dict[str, Count]
    notes: Notes
    agenda: Steps
    queue: Steps
    pool: tuple[TerrainCard, ...]
    activation: ActivationJson | None
    paused: list[ActivationJson]
    drone_cards: tuple[Annotated[int, Limits(ge=0, le=MAX_CARDS)], ...]
    models: dict[str, ModelJson | None]
    """The models that changed, by id. None for one that is gone."""
    terrain: dict[str, TerrainJson | None]
    order: Names
    """The ids of all models, if a model isn't where it was or behind the others."""


NOT_WRITTEN: Final = (
    "scenario", "options", "rulebook", "manual", "width", "height",  # They follow from the setup.
    "chain", "rolls", "common", "rolled_faces", "script",  # The dice, which a view doesn't have.
    "cache_key", "viewer", "kept", "origin", "trial",  # They belong to the object.
)  # fmt: skip
"""The slots of a state that have no JSON form. A start's faces are those of its look ahead."""
STATE_VALUES: Final = tuple(
    key for key in StateJson.__annotations__
    if key not in ("activation", "paused", "drone_cards", "models", "terrain", "order")
)  # fmt: skip
MODEL_VALUES: Final = tuple(key for key in ModelJson.__annotations__ if key not in ("card", "owner"))
"""The slots of a state, and of a model, that are written as they are."""


# --- Writing ---


class StateWriter:
    """Writes the states of one game, each as what has changed since the one before."""

    def __init__(self, cards: Iterable[UnitCard] = (), moments: Iterable[Data] = ()) -> None:
        """Continue after moments that were written earlier, with their cards."""
        self.cards: dict[UnitCard, int] = {card: number for number, card in enumerate(cards)}
        """The number of each card that occurred so far."""
        self._last: Data = {}
        for changes in moments:
            self._last = _merged(self._last, changes)

    def changes(self, state: State) -> Data:
        """Return what has changed since the last state: all of it at first."""
        before, self._last = self._last, self._to_json(state)
        return _changes(before, self._last)

    def changes_aside(self, state: State) -> Data:
        """Return how a state differs from the last one, which stays the last one."""
        return _changes(self._last, self._to_json(state))

    def _to_json(self, state: State) -> Data:
        return {
            **{key: to_plain(getattr(state, key)) for key in STATE_VALUES},
            "activation": _activation_to_json(state.activation),
            "paused": [_activation_to_json(activation) for activation in state.paused],
            "drone_cards": [self._number(card) for card in state.drone_cards],
            "models": {model.id: self._model(model) for model in state.models.values()},
            "terrain": {piece.id: _piece_to_json(piece) for piece in state.terrain.values()},
        }  # fmt: skip

    def _number(self, card: UnitCard) -> int:
        return self.cards.setdefault(card, len(self.cards))

    def _model(self, model: Model) -> Data:
        card = None if model.card is CARD else self._number(model.card)
        return {"card": card, "owner": model.owner, **_differences(model, _new(model.card, model.owner), MODEL_VALUES)}


@lru_cache(maxsize=2 * MAX_MODELS)
def _new(card: UnitCard, owner: int) -> Model:
    """Return a new model of a card."""
    return Model("", card, owner)


def _differences(value: object, new: object, slots: Iterable[str]) -> Data:
    """Return the slots whose values differ from those of a new object."""
    pairs = ((slot, getattr(value, slot), getattr(new, slot)) for slot in slots)
    return {slot: to_plain(content) for slot, content, default in pairs if content != default}


def _changes(before: Data, now: Data) -> Data:
    """Return the values that are new. Models and pieces of terrain that are gone are null."""
    changes: Data = {}
    for key, value in now.items():
        old = before.get(key, {})
        if key in ("models", "terrain"):
            new = {item: content for item, content in value.items() if old.get(item) != content}
            new |= {item: None for item in old if item not in value}
            if new:
                changes[key] = new
        elif key not in before or old != value:
            changes[key] = value
    order, old = [*now["models"]], before.get("models", {})
    if order != [*(item for item in old if item in now["models"]), *(item for item in order if item not in old)]:
        changes["order"] = order
    return changes


def _merged(before: Data, changes: Data) -> Data:
    """Return the JSON of a state after changes."""
    now = before | {key: value for key, value in changes.items() if key not in ("models", "terrain", "order")}
    for key in ("models", "terrain"):
        items = {**before.get(key, {}), **changes.get(key, {})}
        now[key] = {item: content for item, content in items.items() if content is not None}
    if "order" in changes:
        now["models"] = {item: now["models"][item] for item in changes["order"]}
    return now


def _activation_to_json(activation: Activation | None) -> Data | None:
    if activation is None:
        return None
    return {"model": activation.model, **_differences(activation, Activation(activation.model), Activation.__slots__)}


def _piece_to_json(piece: Terrain) -> Data:
    outline = [{"points": to_plain(part.points), "radius": part.radius} for part in piece.outline]
    data = {"kind": piece.kind, "pose": to_plain(piece.pose), "outline": outline, "group": piece.group}
    return data | ({"still": True} if piece.still else {})


# --- The setup ---


def setup_to_json(scenario: ScenarioCard, options: Mapping[str, str], *, manual: bool) -> Data:
    """Return the public part of a setup: no fleets, models, or seed."""
    source = {key: value for key, value in scenario.source.items() if key not in ("fleets", "models", "turn")}
    return {"key": scenario.key, "scenario": source, "options": dict(options), "manual": manual}


class SetupJson(TypedDict):
    """The public part of a setup."""

    key: str
    scenario: dict[str, Any]
    options: dict[str, str]
    manual: bool


def read_setup(data: Any, where: str) -> State:
    """Return an empty state under the rules of a game. Raises ValueError or CardError."""
    setup = read_plain(SetupJson, data, "setup: ")
    if slug(setup["key"]) != setup["key"] or {"fleets", "models"} & set(setup["scenario"]):
        raise ValueError("setup.scenario must be a scenario without fleets and models, and setup.key its name")
    for fault in option_faults(setup["options"]):
        raise ValueError(fault)
    scenario = parse_scenario({**setup["scenario"], "fleets": PLACEHOLDERS}, where, {}, setup["key"], {})
    return empty_state(scenario, setup["options"], setup["manual"])


# --- Reading ---


def next_state(before: State, data: Any, cards: Sequence[UnitCard]) -> State:
    """Return the state that follows from changes. It shares what didn't change with the one before.

    Raises ValueError with one line.
    """
    change = read_plain(StateJson, data)
    state = before.supposed()
    state.origin, state.models = None, before.models
    values: Mapping[str, Any] = change
    for key in STATE_VALUES:
        if key in values:
            setattr(state, key, values[key])
    if "drone_cards" in change:
        if max(change["drone_cards"], default=-1) >= len(cards):
            raise ValueError(f"drone_cards: there is no card {max(change['drone_cards'])}")
        state.drone_cards = tuple(cards[number] for number in change["drone_cards"])
    if "models" in change:
        state.models = _changed(before.models, change["models"], lambda key, model: _read_model(key, model, cards))
    if "order" in change:
        if sorted(change["order"]) != sorted(state.models):
            raise ValueError("order must list all models")
        state.models = {model_id: state.models[model_id] for model_id in change["order"]}
    if "terrain" in change:
        state.terrain = _changed(before.terrain, change["terrain"], lambda key, piece: _read_piece(state, key, piece))
    if "activation" in change:
        state.activation = _read_activation(change["activation"])
    if "paused" in change:
        state.paused = [activation for item in change["paused"] if (activation := _read_activation(item))]
    if change.keys() & {"models", "terrain", "activation", "paused"}:
        _check_references(state)
    return state


def _changed(before: dict[str, T], changes: Mapping[str, Any], read: Callable[[str, Any], T]) -> dict[str, T]:
    """Return the models or pieces after changes."""
    after = before.copy()
    for item_id, item in changes.items():
        if item is None:
            after.pop(item_id, None)
        else:
            after[item_id] = read(item_id, item)
    return after


def _check_references(state: State) -> None:
    if len(state.models) > MAX_MODELS or len(state.terrain) > MAX_PIECES:
        raise ValueError(f"there can't be more than {MAX_MODELS} models or {MAX_PIECES} pieces of terrain")
    known = rulebook(state).states
    for model in state.models.values():
        for other in (model.host, model.formation, model.pinned_by):
            if other and other not in state.models:
                raise ValueError(f"model {model.id} refers to '{one_line(other, 40)}', which isn't there")
        for name in model.states:
            if name not in known:
                raise ValueError(f"model {model.id}: there is no state '{one_line(name, 40)}'")
    for activation in (state.activation, *state.paused):
        if activation is not None and activation.model not in state.models:
            raise ValueError(f"there is no model '{one_line(activation.model, 40)}' to be active")


def _read_model(model_id: str, data: ModelJson, cards: Sequence[UnitCard]) -> Model:
    number = data["card"]
    if number is not None and number >= len(cards):
        raise ValueError(f"model {model_id}: there is no card {number}")
    model = Model(model_id, CARD if number is None else cards[number], data["owner"])
    for key, value in data.items():
        if key not in ("card", "owner"):
            setattr(model, key, value)
    return model


def _read_activation(data: ActivationJson | None) -> Activation | None:
    if data is None:
        return None
    activation = Activation(data["model"])
    for key, value in data.items():
        setattr(activation, key, value)
    return activation


def _read_piece(state: State, piece_id: str, data: TerrainJson) -> Terrain:
    if data["kind"] not in tuple(rulebook(state).terrain):
        raise ValueError(f"terrain {piece_id}: there is no terrain '{one_line(data['kind'], 40)}'")
    rule = TERRAIN_KINDS.get(data["kind"])
    limit = MAX_OFFSET if rule is not None and rule.outline else MAX_TABLE
    try:
        outline = tuple(_read_shape(part, limit) for part in data["outline"])
    except ValueError as error:
        raise ValueError(f"terrain {piece_id}: outline: {error}") from error
    return Terrain(piece_id, data["kind"], data["pose"], outline, data["group"], data.get("still", False))


def _read_shape(data: ShapeJson, limit: float) -> Shape:
    points, radius = data["points"], data["radius"]
    if any(abs(offset) > limit for point in points for offset in point):
        raise ValueError(f"a part must have corners within {limit:g} inches")
    if len(points) == 1:
        return Shape.circle(radius)
    return Shape.polygon(points).grown(radius) if radius else Shape.polygon(points)
