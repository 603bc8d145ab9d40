"""A game, and what a side sees of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from jovian.cards import UnitCard
from jovian.cards.fleet import Base
from jovian.game.events import BOTH, Event, EventLog, Moved, Placed
from jovian.game.model import EMBARKED, Model
from jovian.game.state import State
from jovian.table import Pose

# --- stranger ---
# A stranger: what stands for a hidden model where an answer of its owner has to be played again without it.

CARD = UnitCard(
    key="unseen", kind="squadron", faction="", name="Unseen", tv=0, version="", image="", base=Base("circle", 1.0, 1.0),
    speed=0, fire_control=0, turns=0, skill=0, unit_cap=0, armor={}, signature=0, sensors=0, tracks={"structure": (1,)},
    mounts=(), traits=(), squadron_type="drone", drone_class=None, source_text="{}",
)  # fmt: skip
"""The card of a stranger: nothing."""


def stranger(hidden: Model, ident: str) -> Model:
    """A model of another id that tells of a hidden one only where it is."""
    model = Model(ident, CARD, hidden.owner)
    model.side, model.place, model.host, model.activated = hidden.side, hidden.place, hidden.host, hidden.activated
    return model


def is_stranger(model: Model) -> bool:
    """Does it stand for a hidden one?"""
    return model.card is CARD


# --- game ---
# A running game as the rules see it: a state to change, and someone to tell what happened.


class Game:
    """The state and, where anybody listens, the event log."""

    __slots__ = ("log", "state")

    def __init__(self, state: State, log: EventLog | None = None) -> None:
        self.state = state
        self.log = log

    def tell(self, event: Event, seen_by: str | int = BOTH) -> None:
        """Log an event, if anybody listens; `seen_by` is a side that alone knows of it, or `both`."""
        if self.log is not None:
            self.log.add(event, self.state.turn, self.state.phase, seen_by)

    def log_model_event(self, model: Model | None, event: Event) -> None:
        """Log what happens to a model, or to none: for both sides, or for its own alone while its card is hidden."""
        self.tell(event, BOTH if model is None or model.public else model.side)

    def tell_move(self, model: Model, path: Sequence[Pose], cause: str, inches: float = 0.0) -> None:
        """Log that a model moved along a path (or was placed, if the path has one pose)."""
        if self.log is None:
            return
        way, long = tuple(path), round(inches, 3)
        if len(way) == 1:
            self.tell(Placed(model=model.id, start=None, to=way[0], path=way, cause=cause, inches=long))
        else:
            self.tell(Moved(model=model.id, start=way[0], to=way[-1], path=way, cause=cause, inches=long))


# --- view ---
# What one side may know: a state of the same class with the unknown taken out.

CHOOSING = ["choose"]
"""The step of the agenda in which a side chooses who activates."""
OPEN = -1
"""In place of a side: nobody's eyes, which see what both sides know."""


def view(state: State, side: int) -> State:
    """Return the state as a side sees it: no hidden models, cargo (R47), or secret weapons of the enemy, and no dice.

    Once the game is over and the points are counted, only the dice stay hidden.
    """
    seen = state.clone()
    seen.viewer = side
    seen.cache_key = state.cache_key.of_view(side)
    seen.options = dict(state.options)
    _without_dice(seen)
    if not state.over:
        hide(seen, side)
    if state.activation is not None and seen.activation is None:
        _forget_steps(seen)
    return seen


def holds_back(state: State, side: int) -> bool:
    """Does a side know something of its own that the other may not: a hidden model, cargo, weapons?"""
    return any(
        (model.owner == side and (not model.public or model.is_concealed)) or (model.side == side and model.cargo)
        for model in state.models.values() if model.alive
    )  # fmt: skip


def hide(state: State, side: int) -> None:
    """Take out what a side does not know; how many are aboard a ship that it knows is public."""
    _take_out(state, [each.id for each in state.models.values() if each.owner != side and not each.public])
    for known in state.models.values():
        if known.side != side:
            known.cargo = ()
            known.card = known.open_card
    if not any(_launches_drones(known.card) for known in state.models.values()):
        state.drone_cards = ()
    if state.activation is not None and state.activation.model not in state.models:
        state.activation = None


def rewound(state: State, seen: State, strangers: Mapping[str, str]) -> State:
    """An earlier state of the same game, cut down to what a view of its present holds.

    A model that was hidden then and is public now stands in it. Hidden ones that the answers since name are replaced by
    strangers, under the ids given for them.
    """
    earlier = state.clone()
    _without_dice(earlier)
    earlier.options, earlier.drone_cards, earlier.cache_key = seen.options, seen.drone_cards, seen.cache_key
    known = [stranger(earlier.models[ident], alias) for ident, alias in strangers.items()]
    _take_out(earlier, [ident for ident in earlier.models if ident not in seen.models])
    for ident, model in earlier.models.items():
        model.cargo, model.card = seen.models[ident].cargo, seen.models[ident].card
    earlier.models.update({model.id: model for model in known})
    for activation in (earlier.activation, *earlier.paused):
        if activation is not None:
            activation.model = strangers.get(activation.model, activation.model)
    return earlier


def _take_out(state: State, hidden: list[str]) -> None:
    gone = [state.models.pop(ident) for ident in hidden]
    aboard = Counter(model.host for model in gone if model.place == EMBARKED)
    aboard.update(state.unseen)
    # in the order of the known ships: that of the hidden models tells who carries the first of them
    state.unseen = {ident: aboard[ident] for ident in state.models if ident in aboard}


def _forget_steps(seen: State) -> None:
    """Cut the agenda back to the choice of who activates: the steps after it tell what a hidden model can do."""
    chosen = [number for number, step in enumerate(seen.agenda) if step == CHOOSING]
    del seen.agenda[chosen[-1] + 1 if chosen else 0 :]


def _without_dice(state: State) -> None:
    state.chain = b""
    state.rolls = 0
    state.common = None
    state.fell = ()
    state.script = ()


@cache
def _launches_drones(card: UnitCard) -> bool:
    """Has it a Drone Bay? Otherwise which drones there are would tell what the other side has."""
    return any(mount.weapon.drones for mount in card.mounts)
