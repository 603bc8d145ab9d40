"""What the ensign declares: a ship the action that is worth most, a squadron a raid, an evasion or a boost."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jovian.game import Model, State
from jovian.game.answers import Declaration
from jovian.players.judgment.actions.worths import VALUES
from jovian.players.judgment.combat.raids import bombing, catching, standing_off, weary
from jovian.players.judgment.nearby import apart, enemies, enemies_within, nearest_enemy
from jovian.players.judgment.objectives.exits import way_out, way_to
from jovian.players.judgment.objectives.goals import bound, carrying
from jovian.players.judgment.objectives.leaving import escape
from jovian.players.judgment.objectives.truce import truce
from jovian.rules.actions.capital_ship.overdrive import Overdrive
from jovian.rules.actions.generic.board import Board
from jovian.rules.actions.generic.evade import Evade
from jovian.rules.actions.generic.ram import Ram
from jovian.rules.actions.generic.withdraw import Withdraw
from jovian.rules.actions.squadron.bombing import Bombing
from jovian.rules.actions.squadron.interception import Interception
from jovian.rules.close_combat.interception import may_intercept
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.menu.declarable import refuse_action
from jovian.rules.menu.declare import NONE, Declare
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens.mining import Mine
from jovian.rules.scenario.tokens.searching import Search
from jovian.rules.shooting import ratings
from jovian.rules.squadrons.hangers import refuse_aboard

FAR = 10.0
"""Inches beyond its Speed at which an enemy is far for a squadron."""
BOOST_INCHES = 3.0
MARGIN = 0.4
"""TV by which a close fight must beat shooting."""
ERRANDS = (Withdraw.name, Search.name, Mine.name, Board.name)
"""What a squadron declares only where objectives make it worth something."""
NEAREST = 4
"""How many enemies are weighed."""


Sought = tuple[Callable[[State, Model, Model, int, float], float], str, int, Model]
"""A close fight that could be sought: what judges it, the action, the fuel to burn for it, the other model."""


def declaration(decision: Declare, view: State) -> Declaration:
    """A ship's best action; a squadron raids, rams when it is lost, evades where it costs nothing, or boosts."""
    model = decision.model
    if model.capital:
        return _ship(view, model)
    if decision.must_bomb:
        return decision.default()
    if model.aboard:
        return Declaration(NONE, 0)
    errand = best_of(view, model, ERRANDS)
    if not weary(model):
        home = carrying(view, model, _farthest(model, decision.most_boost))
        sought = _raid(decision, view, max(0.0, errand[0], escape(view, model), home))
        if sought is not None:
            return sought
    if errand[0] > 0:
        return Declaration(errand[1], 0)
    if model.rating("structure") == 1 and may_ram(view, model):
        return Declaration(Ram.name, 0)
    most = decision.most_boost
    boost = flight(view, model, most) or _to_haven(view, model, most) or _boost(view, model, most)
    evade = refuse_action(view, model, Evade.name) is None and ratings.fire_control(view, model) == 1
    return Declaration(Evade.name if evade and not boost else NONE, boost)


def _ship(view: State, ship: Model) -> Declaration:
    best, name = best_of(view, ship, VALUES)
    if best <= 0:
        return Declaration(NONE, 0)
    return Declaration(name, 0, "sensors" if name == Overdrive.name else None)


def best_of(view: State, model: Model, names: Iterable[str]) -> tuple[float, str]:
    """The action of these that is worth most, after its TV."""
    found = [(VALUES[name](view, model), name) for name in names if _may(view, model, name)]
    return max(found, default=(0.0, NONE))


def _may(view: State, model: Model, name: str) -> bool:
    """Is there such an action in this game, and may the model declare it?"""
    return name in rulebook(view).actions and refuse_action(view, model, name) is None


def _raid(decision: Declare, view: State, errand: float) -> Declaration | None:
    """The close fight that is worth most, if it beats shooting from afar and an errand besides."""
    model, best = decision.model, None
    sought = _sought(view, model, decision.most_boost)
    least = MARGIN + standing_off(view, model) + errand + truce(view, model.side) if sought else 0.0
    for judged, action, boost, other in sought:
        worth = judged(view, model, other, boost, least)
        if worth > least or (worth == least and best is None):
            best, least = Declaration(action, boost, other.id if action == Interception.name else None), worth
    return best


def _sought(view: State, model: Model, most: int) -> list[Sought]:
    """The close fights that it can come to, bombing first."""
    found: list[Sought] = [(bombing, Bombing.name, *each) for each in in_flight(view, model, most, True)]
    if may_intercept(view, model):
        near = in_flight(view, model, most, False)
        found += [(catching, Interception.name, *each) for each in near if each[0] < shared_fuel(view, model)]
    return found


def in_flight(view: State, model: Model, most: int, capital: bool) -> list[tuple[int, Model]]:
    """The nearest enemies that it can come to, each after the fuel to burn for it."""
    found = []
    for inches, other in enemies_within(view, model, model.card.speed + BOOST_INCHES * most, capital)[:NEAREST]:
        boost = _boost_for(inches, model.card.speed, most)
        if boost is not None:
            found.append((boost, other))
    return found


def _boost_for(inches: float, speed: float, most: int) -> int | None:
    """Fuel to burn to come that far, None if it cannot."""
    for burnt in range(most + 1):
        if inches <= speed + BOOST_INCHES * burnt - 0.05:
            return burnt
    return None


def may_ram(view: State, model: Model) -> bool:
    """Is an enemy ship in reach of a squadron that has little to lose, and no carrier to go home to?"""
    if refuse_action(view, model, Ram.name) is not None:
        return False
    home = any(ship.capital and refuse_aboard(view, model, ship) is None for ship in view.on_table())
    near = any(apart(model, ship) <= model.card.speed - 0.1 for ship in enemies(view, model, True))
    return near and not home


def flight(view: State, squadron: Model, most: int) -> int:
    """Fuel to burn on the way out of the battle: as much as takes it there, or all of it."""
    out = way_out(view, squadron) if escape(view, squadron) > 0 else None
    if out is None:
        return 0
    needed = _boost_for(way_to(squadron, out.x, out.y), squadron.card.speed, most)
    return most if needed is None else needed


def _farthest(squadron: Model, most: int) -> float:
    """Inches within which it comes to whatever it makes for, all fuel burnt."""
    return squadron.card.speed + BOOST_INCHES * most


def _to_haven(view: State, squadron: Model, most: int) -> int:
    """Fuel to burn to land where it hands something over, or fetches it: as much as takes it there, or all of it."""
    found = bound(view, squadron, _farthest(squadron, most))
    if not found:
        return 0
    needed = _boost_for(apart(squadron, found[0][0]), squadron.card.speed, most)
    return most if needed is None else needed


def _boost(view: State, squadron: Model, most: int) -> int:
    if nearest_enemy(view, squadron) <= squadron.card.speed + FAR or most < 1:
        return 0
    return max(0, min(most, squadron.unmarked("fuel") - 1))
