"""A game made whole: what the enemy may have is dealt into what a side knows of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from jovian.cards import library
from jovian.game import EMBARKED, RESERVE, WITHDRAWN, Model, State
from jovian.game.stranger import is_stranger
from jovian.match.knowledge import Knowledge
from jovian.rehearsal.imagining.enemy import Berth, Enemy
from jovian.rehearsal.imagining.guess import Guess
from jovian.rehearsal.imagining.loading import Load, issue, some_cargo, stowing
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.sequence.activation import eligible
from jovian.rules.setup.setup import fit_out

LEAST_TO_CHOOSE = 2
"""How many models a side has that is asked which one activates."""
NAMED = "unseen"
"""How the ids of models begin that were dealt, as those of strangers do."""


def dealt(known: Knowledge, enemy: Enemy, guess: Guess, drawn: Random) -> State:
    """The start of a knowledge with a guess dealt into it."""
    state = known.start.clone()
    state.apart()
    state.unseen = {}
    for ident, load in guess.loads.items():
        state.models[ident].card, state.models[ident].cargo = load.card, load.cargo
    for ship in stowing(state, enemy.side):
        if ship.id not in guess.loads:
            ship.cargo = some_cargo(ship.card, enemy.size, drawn)
    strangers = [model for model in state.models.values() if is_stranger(model)]
    names = (f"{NAMED}-{number}" for number in range(len(strangers) + 1, len(strangers) + len(guess.hidden) + 1))
    share = _acted(state, enemy.side)
    for load, berth in _seated(enemy.berths, guess.hidden, drawn):
        stands = next((each for each in strangers if each.host == berth.ship), None) if not berth.gone else None
        model = Model(stands.id if stands is not None else next(names), load.card, enemy.side)
        if stands is not None:
            strangers.remove(stands)
        model.cargo, model.host = load.cargo, berth.ship
        model.place = WITHDRAWN if berth.gone else EMBARKED if berth.ship else RESERVE
        model.activated = stands is None and berth.ship != "" and drawn.random() < share
        fit_out(state, model)
        state.models[model.id] = model
    if known.chooser is not None:
        _as_asked(state, known.chooser, enemy.side)
    issue(state, known, enemy.side, drawn)
    _stock(state)
    return state


def _seated(berths: Sequence[Berth], hidden: Sequence[Load], drawn: Random) -> Iterator[tuple[Load, Berth]]:
    """Each hidden model with a berth, any that suits; those that are left over are in reserve."""
    left = list(hidden)
    for berth in berths:
        kind = "capital" if berth.capital else "squadron"
        suited = [each for each in left if each.card.kind == kind]
        if suited:
            taken = suited[int(drawn.random() * len(suited))]
            left.remove(taken)
            yield taken, berth
    for each in left:
        yield each, Berth("")


def _acted(state: State, side: int) -> float:
    """What share of a side has acted in this turn: so likely is it that a hidden model has."""
    seen = [model for model in state.on_table() if model.side == side and not model.drone]
    return sum(model.activated for model in seen) / len(seen) if seen and state.phase == "activation" else 0.0


def _as_asked(state: State, chooser: int, side: int) -> None:
    """Who was asked what it activates had a choice; whose go it was, and was not asked, had nothing left."""
    hidden = [model for model in state.models.values() if model.side == side and not model.public]
    for model in hidden:
        able = len(eligible(state, side))
        if chooser == side and able < LEAST_TO_CHOOSE:
            model.activated = False
        elif chooser != side and state.side_to_go == side and able:
            model.activated = True


def _stock(state: State) -> None:
    """The drones that Drone Bays launch, if only hidden models have any."""
    mounts = (mount for model in state.models.values() for mount in model.card.mounts)
    if not state.drone_cards and any(weapon_type(state, mount.weapon).launches_drones for mount in mounts):
        state.drone_cards = tuple(card for _, card in sorted(library().items()) if card.drone)
