"""A running game: its state and event log, and the view of one side, which hides what the side may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, update_wrapper
from typing import Concatenate, ParamSpec, TypeVar

from jovian.cards import UnitCard
from jovian.cards.fleet import Base
from jovian.game.events import BOTH, Event, EventLog, Moved, Placed
from jovian.game.model import EMBARKED, Model
from jovian.game.state import State
from jovian.table import Pose

# --- Strangers ---
# A stranger replaces a hidden model when an answer of its owner is replayed on a view.

CARD = UnitCard(
    key="unseen", kind="squadron", faction="", name="Unseen", tv=0, version="", image="", base=Base("circle", 1.0, 1.0),
    speed=0, fire_control=0, turns=0, skill=0, unit_cap=0, armor={}, signature=0, sensors=0, tracks={"structure": (1,)},
    mounts=(), traits=(), squadron_type="drone", drone_class=None, source_text="{}",
)  # fmt: skip
"""The empty card of a stranger."""


def stranger(hidden: Model, model_id: str) -> Model:
    """Return a stranger with another id, which shows only where the hidden model is."""
    model = Model(model_id, CARD, hidden.owner)
    model.side, model.place, model.host, model.activated = hidden.side, hidden.place, hidden.host, hidden.activated
    return model


def is_stranger(model: Model) -> bool:
    return model.card is CARD


# --- Games ---


class Game:
    """The state that the rules change, and the event log if there is one."""

    __slots__ = ("log", "state")

    def __init__(self, state: State, log: EventLog | None = None) -> None:
        self.state = state
        self.log = log

    def log_event(self, event: Event, seen_by: str | int = BOTH) -> None:
        """Log an event. `seen_by` is `both`, or the only side that may know of it."""
        if self.log is not None:
            self.log.add(event, self.state.turn, self.state.phase, seen_by)

    def log_model_event(self, model: Model | None, event: Event) -> None:
        """Log an event of a model. If its card is hidden, only its own side sees the event."""
        self.log_event(event, BOTH if model is None or model.public else model.side)

    def tell_move(self, model: Model, path: Sequence[Pose], cause: str, inches: float = 0.0) -> None:
        """Log that a model moved along a path, or was placed if the path has one pose."""
        if self.log is None:
            return
        poses, length = tuple(path), round(inches, 3)
        if len(poses) == 1:
            self.log_event(Placed(model=model.id, start=None, to=poses[0], path=poses, cause=cause, inches=length))
        else:
            self.log_event(Moved(model=model.id, start=poses[0], to=poses[-1], path=poses, cause=cause, inches=length))


# --- Views ---

P = ParamSpec("P")
R = TypeVar("R")


def kept(function: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Decorate a function of a state, so that views and supposed states keep its results. Others may change."""

    def look_up(state: State, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return state.keep((function, args, *kwargs.items()), lambda: function(state, *args, **kwargs))

    update_wrapper(look_up, function)
    return look_up


CHOOSING = ["choose"]
"""The step of the agenda in which a side chooses a model to activate."""
OPEN = -1
"""In place of a side: a viewer who sees what both sides know."""


def view(state: State, side: int) -> State:
    """Return the state as a side sees it, without hidden enemy models, cargo (R47), secret weapons, and dice.

    When the game is over and the points are counted, only the dice remain hidden.
    """
    seen = state.clone()
    seen.viewer, seen.kept = side, {}
    seen.cache_key = state.cache_key.of_view(side)
    seen.options = dict(state.options)
    _without_dice(seen)
    if not state.over:
        hide(seen, side)
    if state.activation is not None and seen.activation is None:
        _forget_steps(seen)
    return seen


def open_state(state: State, *, is_over: bool) -> State:
    """Return a copy of a state as everybody may see it: what both sides know, or everything if its game is over."""
    return state.clone() if is_over else view(state, OPEN)


def holds_back(state: State, side: int) -> bool:
    """Return whether a side knows something about its models that the enemy may not know."""
    return any(
        (model.owner == side and (not model.public or model.is_concealed)) or (model.side == side and model.cargo)
        for model in state.models.values() if model.is_in_game
    )  # fmt: skip


def hide(state: State, side: int) -> None:
    """Remove what a side doesn't know. The number of models aboard a known ship is public."""
    _take_out(state, [model.id for model in state.models.values() if model.owner != side and not model.public])
    for model in state.models.values():
        if model.side != side:
            model.cargo = ()
            model.card = model.open_card
    if not any(_launches_drones(model.card) for model in state.models.values()):
        state.drone_cards = ()
    if state.activation is not None and state.activation.model not in state.models:
        state.activation = None


def limited_to_view(state: State, seen: State, strangers: Mapping[str, str]) -> State:
    """Return an earlier state of the same game, limited to what the present view knows.

    Models that were hidden then but are public now are in it. Strangers replace hidden models that later answers
    name, under the ids of `strangers`.
    """
    earlier = state.clone()
    _without_dice(earlier)
    earlier.options, earlier.drone_cards, earlier.cache_key = seen.options, seen.drone_cards, seen.cache_key
    replacements = [stranger(earlier.models[model_id], alias) for model_id, alias in strangers.items()]
    _take_out(earlier, [model_id for model_id in earlier.models if model_id not in seen.models])
    for model_id, model in earlier.models.items():
        model.cargo, model.card = seen.models[model_id].cargo, seen.models[model_id].card
    earlier.models.update({model.id: model for model in replacements})
    for activation in (earlier.activation, *earlier.paused):
        if activation is not None:
            activation.model = strangers.get(activation.model, activation.model)
    return earlier


def _take_out(state: State, hidden: list[str]) -> None:
    removed = [state.models.pop(model_id) for model_id in hidden]
    aboard = Counter(model.host for model in removed if model.place == EMBARKED)
    aboard.update(state.unseen)
    # In the order of the known ships: the order of the hidden models would reveal which ship carries the first one.
    state.unseen = {ship: aboard[ship] for ship in state.models if ship in aboard}


def _forget_steps(seen: State) -> None:
    """Remove the steps after the choice of a model from the agenda: they reveal what the hidden model can do."""
    choices = [number for number, step in enumerate(seen.agenda) if step == CHOOSING]
    del seen.agenda[choices[-1] + 1 if choices else 0 :]


def _without_dice(state: State) -> None:
    state.chain = b""
    state.rolls = 0
    state.common = None
    state.rolled_faces = ()
    state.script = ()


@cache
def _launches_drones(card: UnitCard) -> bool:
    """Return whether a ship has a Drone Bay. Without one, the list of drones would reveal the enemy's fleet."""
    return any(mount.weapon.drones for mount in card.mounts)
