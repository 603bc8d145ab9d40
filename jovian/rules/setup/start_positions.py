"""The models that a scenario places: put in contact, and checked as they are on the table together.

The reader of the file has checked each model by itself. Here they must not overlap, must be on the table, and must be
in contact where their state requires it (v1.2.4 Movement > Overlapping, Action > Assaulting and Escorting, Traits >
Formation, States).
"""

from __future__ import annotations

from collections.abc import Iterator

from jovian.cards import Placement, ScenarioCard
from jovian.cards.files import Cause, as_parts, cause_text, piece_mention
from jovian.frozen import frozen
from jovian.game import EMBARKED, RESERVE, TABLE, Model, Refusal, State
from jovian.rules.basics.formation import PLACE as FORMATION
from jovian.rules.basics.formation import other_formation_members
from jovian.rules.basics.model import token_count
from jovian.rules.placement.attached import TIES, nearest_flush
from jovian.rules.placement.move_ends import ENDING
from jovian.rules.placement.move_limits import obstacles_around_host
from jovian.rules.rulebook.effect import SHIPS, SQUADRONS
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens import tokens
from jovian.table import Pose, approaches, extends_off_table, is_flush, overlaps, touches
from jovian.table.space import QueryWorld

# --- Contact ---

# A model starts at its `x` and `y`, or off the side of the other model that `at` names, and goes to the nearest
# free place in contact.

TURNS = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}
"""Degrees from a model's heading to each of its sides."""
CLEAR = 0.5
"""How far, in inches, a model starts from the side that it is to touch."""


def place_in_contact(state: State, scenario: ScenarioCard) -> None:
    """Put every model that must touch another in contact with it, in the order of the file."""
    waiting = [placed for placed in scenario.models if placed.touching]
    for placed in waiting:
        state.models[placed.id].place = RESERVE
    for placed in waiting:
        model, other = state.models[placed.id], state.models[placed.touching]
        model.pose = _start(placed, model, other)
        contact = _contact(state, model, other)
        model.place, model.pose = TABLE, (contact or model.pose).rounded()


def contact_flaws(state: State, scenario: ScenarioCard) -> Iterator[Flaw]:
    """Yield the models for which there is no free place in contact with the one they must touch."""
    for placed in scenario.models:
        if placed.touching:
            model, other = state.models[placed.id], state.models[placed.touching]
            if not touches(model.base, model.pose, other.base, other.pose):
                predicate = ("has no free place in contact with ", piece_mention(other.id))
                yield Flaw(model.id, "touching", predicate, ENDING)


def _start(placed: Placement, model: Model, other: Model) -> Pose:
    """Return where the model starts before it is put in contact."""
    if not placed.at:
        return model.pose
    start = other.pose.turned(TURNS[placed.at]).advanced(other.base.reach + model.base.reach + CLEAR)
    return Pose(start.x, start.y, model.pose.heading)


def _contact(state: State, model: Model, other: Model) -> Pose | None:
    """Return the nearest free pose in contact. An escort or assailant must be flush with the other model."""
    if any(tie.holds(model) for tie in TIES) and model.host == other.id:
        return nearest_flush(state, model, other)
    obstacles = obstacles_around_host(state, model, (other.base, other.pose), (model.id, other.id))
    poses = approaches(model.base, model.pose, other.base, other.pose, obstacles, state.width, state.height)
    return next(poses, None)


# --- Checks ---

LEAVING = "v1.2.4 Movement > Leaving Play"
STATES = "v1.2.4 States"


@frozen
class Flaw:
    """Why the models can't be in this position in a game."""

    model: str
    """The id of the model."""
    key: str
    """The key of the faulty line in the scenario file."""
    predicate: Cause
    """What is wrong with the model, without its id."""
    cited: str

    @property
    def cause(self) -> Cause:
        """The whole cause, which starts with the model."""
        return piece_mention(self.model), " ", *as_parts(self.predicate)

    @property
    def refusal(self) -> Refusal:
        """The cause as text with its citation."""
        return Refusal(cause_text(self.cause), self.cited)


def position_flaws(state: State) -> Iterator[Flaw]:
    """Yield everything that is wrong with the placed models."""
    placed = {model.id: model for model in state.models.values() if model.place in (TABLE, EMBARKED)}
    for model in placed.values():
        yield from (Flaw(model.id, "states", predicate, STATES) for predicate in _state_flaws(state, model))
        if not model.is_capital and not model.unmarked("structure"):
            yield Flaw(model.id, "structure", "has no Structure left", "v1.2.4 Damage")
        yield from _token_flaws(state, model)
        if model.place == TABLE:
            yield from _place_flaws(state, model)
    overlaps_found = _overlapping_pairs(state)
    yield from (Flaw(one, "x", ("stands on ", piece_mention(other)), ENDING) for one, other in overlaps_found)


def _state_flaws(state: State, model: Model) -> Iterator[str]:
    """Yield what is wrong with its states."""
    for name, value in model.states.items():
        kind = rulebook(state).states[name]
        if kind.only_of == (SQUADRONS if model.is_capital else SHIPS):
            yield f"is {name}, which only {kind.only_of} are"
        elif value < kind.min_value:
            yield f"is {name} with {value}, at least {kind.min_value} is needed"
    if model.is_crippled and model.is_capital and model.rating("structure"):
        yield "is crippled and has Structure left"


def _token_flaws(state: State, model: Model) -> Iterator[Flaw]:
    """Yield what is wrong with its tokens: a squadron has a limit, and hands them over where it lands."""
    host = state.models.get(model.host)
    for token in tokens(state) if not model.is_capital else ():
        count = token_count(model, token.token)
        label = token.words(count)
        if count > token.most:
            predicate = f"carries {label}, at most {token.most} are allowed"
            yield Flaw(model.id, "loads", predicate, token.place)
        if count and model.place == EMBARKED and host is not None and not host.is_neutral:
            landed = ("is aboard ", piece_mention(host.id), f", which would have taken over its {label}")
            yield Flaw(model.id, "loads", landed, token.place)


def _place_flaws(state: State, model: Model) -> Iterator[Flaw]:
    """Yield what is wrong with its place."""
    if extends_off_table(model.base, model.pose, state.width, state.height):
        yield Flaw(model.id, "x", "stands partly off the table", LEAVING)
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        solid = kinds[piece.kind].solid
        if solid and any(overlaps(model.base, model.pose, part, piece.pose) for part in piece.outline):
            yield Flaw(model.id, "x", ("stands on ", piece_mention(piece.id)), ENDING)
    ship = state.models.get(model.host)
    if ship is not None and not is_flush(ship.base, ship.pose, model.base, model.pose):
        tie = next(tie for tie in TIES if tie.holds(model))
        spot = nearest_flush(state, model, ship)
        suggestion = f"; the nearest place is x {spot.x:g}, y {spot.y:g}, heading {spot.heading}" if spot else ""
        fault = f", but no edge of its base is on an edge of the ship's{suggestion}"
        yield Flaw(model.id, tie.name, (f"is {tie.name} ", piece_mention(ship.id), fault), tie.place)
    elif ship is None and model.formation and model.formation != model.id and not _touches_formation(state, model):
        yield Flaw(model.id, "formation", "does not touch its formation", FORMATION)


def _touches_formation(state: State, model: Model) -> bool:
    return any(
        touches(model.base, model.pose, member.base, member.pose) for member in other_formation_members(state, model)
    )


def _overlapping_pairs(state: State) -> Iterator[tuple[str, str]]:
    """Yield the pairs of models that overlap."""
    models = list(state.on_table())
    world = QueryWorld((model.id, model.base, model.pose) for model in models)
    for model in models:
        yield from ((model.id, other) for other in world.overlapping(model.base, model.pose) if model.id < other)
