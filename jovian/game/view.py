"""What one side may know: a state of the same class with the unknown taken out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from jovian.cards import UnitCard
from jovian.game.model import EMBARKED
from jovian.game.state import State
from jovian.game.stranger import stranger

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
        (model.owner == side and (not model.public or model.concealed)) or (model.side == side and model.cargo)
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
