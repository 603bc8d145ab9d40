"""Settling a move that ended on something: who is put where (v1.2.4 Movement > Overlapping, R25, R26)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import Game, Model, Procedure, State, Terrain
from jovian.rules.facts.formation import disband, mates
from jovian.rules.facts.nearby import around
from jovian.rules.moving.settling import attended, crowded, settle_attached
from jovian.rules.places.attached import carry
from jovian.rules.places.contact import contacts, own_contacts
from jovian.rules.places.obstacles import Obstacle, firm, free_place, hinders, outweighs, solid_parts
from jovian.table import Placed, Pose, nearest_free_about, overlaps, reposition, touches


def settle(game: Game, mover: Model) -> Procedure[None]:
    """Put apart what the mover stands on at the end of its move, and set the squadrons in contact about their ships."""
    if mover.capital:
        moved = _part_ships(game, mover)
        make_room(game, mover)
        yield from settle_about(game, [mover, *moved])
        return
    for each in [mover, *mates(game.state, mover)]:
        if not each.attached:
            push(game, each)


def settle_about(game: Game, ships: list[Model]) -> Procedure[None]:
    """Place the squadrons in contact with ships that have moved anew, then those whom that leaves no room (R25)."""
    for ship in ships:
        yield from settle_attached(game, ship)
    for ship in [each for each in attended(game.state) if crowded(game.state, each)]:
        yield from settle_attached(game, ship)


def _part_ships(game: Game, mover: Model) -> list[Model]:
    """Put ships apart: the mover past what outweighs it, else what it stands on past the mover; who was moved."""
    state = game.state
    touched = [ident for ident in contacts(state, mover) if _is_firm(state, ident)]
    heavier = next((ident for ident in touched if outweighs(state, ident, mover)), "")
    if heavier:
        put_ahead(game, mover, heavier)
        return []
    for ident in touched:
        put_ahead(game, state.models[ident], mover.id)
    return [state.models[ident] for ident in touched]


def _is_firm(state: State, ident: str) -> bool:
    return ident not in state.models or firm(state, state.models[ident])


def put_ahead(game: Game, ship: Model, ident: str) -> None:
    """Slide a ship forward past what it stands on, else back, else to the nearest free place; squadrons make room."""
    state = game.state
    blocks = _blocks(state, ship, state.on_table(), state.terrain.values())
    under = [block for block in blocks if block.ident == ident and _meets(state, ship, block)]
    if not under:
        return
    further = [block.placed for block in blocks if block is not under[0]]
    goal = reposition(ship.base, ship.pose, under[0].placed, further, state.width, state.height)
    _put(game, ship, goal)
    make_room(game, ship)


def _blocks(state: State, ship: Model, models: Iterable[Model], pieces: Iterable[Terrain]) -> list[Obstacle]:
    """What of these a ship is not put onto: other ships, Static models, solid terrain."""
    found = [Obstacle(each.id, each.base, each.pose) for each in models if hinders(each, ship) and firm(state, each)]
    return found + solid_parts(state, ship, pieces)


def _meets(state: State, ship: Model, block: Obstacle) -> bool:
    """Does a ship touch the base of a model, or overlap a piece of terrain?"""
    return (touches if block.ident in state.models else overlaps)(ship.base, ship.pose, *block.placed)


def make_room(game: Game, ship: Model) -> None:
    """Squadrons that a ship has come to stand on are pushed clear of it; those about another ship move with that."""
    state = game.state
    for ident in own_contacts(state, ship):
        other = state.models.get(ident)
        if other is not None and not firm(state, other) and not other.attached:
            push(game, other)


def push(game: Game, model: Model) -> None:
    """Move a model the shortest way clear (R25, R26): a squadron of everything, a ship of all but squadrons.

    A squadron that is torn from its formation flies alone.
    """
    state, at = game.state, model.pose
    if not own_contacts(state, model):
        return
    if firm(state, model):
        goal = _free_of_blocks(state, model)
    else:
        goal = free_place(state, model, [(mate.base, mate.pose) for mate in mates(state, model)])
    _put(game, model, goal)
    if model.pose != at and model.formation:
        disband(game, model)
    if firm(state, model):
        make_room(game, model)


def _free_of_blocks(state: State, ship: Model) -> Pose | None:
    """The nearest place where a ship stands on nothing that it is not put onto."""

    def about(inches: float) -> list[Placed]:
        return [block.placed for block in _blocks(state, ship, *around(state, ship.base, ship.pose, inches))]

    return nearest_free_about(ship.base, ship.pose, about, state.width, state.height)


def _put(game: Game, model: Model, goal: Pose | None) -> None:
    if goal is None or goal == model.pose:
        return
    before, model.pose = model.pose, goal
    game.tell_move(model, [before, goal], "overlap", before.distance_to(goal))
    carry(game, model, before)
