"""Where a move may not end: on other bases, on solid terrain, on terrain that was avoided (R24, R30, R32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jovian.game import Model, State
from jovian.rules.facts.formation import mates
from jovian.rules.facts.nearby import around
from jovian.rules.places.obstacles import firm, hinders, solid_parts
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import exits, overlaps, touches


def contacts(state: State, model: Model) -> list[str]:
    """The ids of what a model (with its formation) touches (bases) or overlaps (terrain) where it stands."""
    found = own_contacts(state, model)
    for mate in _moved_along(state, model) if model.formation else ():
        found += own_contacts(state, mate)
    return list(dict.fromkeys(found)) if model.formation else found


def own_contacts(state: State, model: Model) -> list[str]:
    """The ids of what a model alone touches or overlaps where it stands."""
    base, pose = model.base, model.pose
    models, pieces = around(state, base, pose)
    found = [other.id for other in models if hinders(other, model) and touches(base, pose, other.base, other.pose)]
    parts = solid_parts(state, model, pieces) if pieces else ()
    return found + [each.ident for each in parts if overlaps(base, pose, *each.placed)]


def off_table(state: State, model: Model) -> bool:
    """Is a model, or another of its formation, partly off the table where it stands?"""
    if exits(model.base, model.pose, state.width, state.height):
        return True
    moved = _moved_along(state, model) if model.formation else ()
    return any(exits(mate.base, mate.pose, state.width, state.height) for mate in moved)


def _moved_along(state: State, model: Model) -> Iterator[Model]:
    """The others of a formation, each moved from where it stands as far as the model is from its place in the state."""
    real = state.models[model.id].pose
    dx, dy = model.pose.x - real.x, model.pose.y - real.y
    return (mate.at(mate.pose.moved(dx, dy)) for mate in mates(state, model))


def unwanted(state: State, ship: Model) -> list[str]:
    """What a ship touches where it stands, less the prey of its Ram, whose base the ram may overlap.

    Squadrons keep no rammer off its prey: they make room for what has come into contact with it (R24, R25).
    """
    wanted, touched = prey(state, ship), contacts(state, ship)
    left = [ident for ident in touched if ident not in wanted]
    if len(left) == len(touched):
        return left
    return [ident for ident in left if ident not in state.models or firm(state, state.models[ident])]


def prey(state: State, ship: Model) -> list[str]:
    """What the ship may run into: every enemy ship while a Ram is declared and not resolved (R24)."""
    act = state.activation
    if act is None or act.model != ship.id or not act.action or act.resolved:
        return []
    if not rulebook(state).actions[act.action].rams:
        return []
    return [other.id for other in state.on_table() if other.capital and other.side != ship.side]


def names(state: State, idents: Iterable[str]) -> list[str]:
    """The names of the models and the kinds of the pieces with these ids."""
    kinds = rulebook(state).terrain
    return [
        state.models[ident].name if ident in state.models else kinds[state.terrain[ident].kind].name for ident in idents
    ]


def named(state: State, idents: Iterable[str]) -> str:
    """The names of the models and the kinds of the pieces with these ids, in one text."""
    return ", ".join(names(state, idents))
