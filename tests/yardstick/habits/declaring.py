"""What the ensign declares: a ship the action that is worth most, a squadron a raid, an evasion or a boost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game import Model, State
from jovian.game.answers import Declaration
from jovian.rules.actions.generic import Board, Evade, Ram, Withdraw
from jovian.rules.actions.ship import Overdrive
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.basics.model import shared_fuel
from jovian.rules.close_combat.interception import may_intercept
from jovian.rules.menu.declarations import NONE, Declare, refuse_action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens import Mine, Search
from jovian.rules.shots import ratings
from jovian.rules.squadrons import refuse_aboard
from tests.yardstick.judgment.actions.worths import VALUES
from tests.yardstick.judgment.combat.raids import bombing, catching, standing_off, weary
from tests.yardstick.judgment.nearby import apart, enemies, enemies_within, nearest_enemy
from tests.yardstick.judgment.objectives.exits import way_out, way_to
from tests.yardstick.judgment.objectives.leaving import escape
from tests.yardstick.judgment.objectives.truce import truce

FAR = 10.0
"""Inches beyond its Speed at which an enemy is far for a squadron."""
BOOST_INCHES = 3.0
MARGIN = 0.4
"""TV by which a close fight must beat shooting."""
ERRANDS = (Withdraw.name, Search.name, Mine.name, Board.name)
"""What a squadron declares only where objectives make it worth something."""
NEAREST = 4
"""How many enemies are weighed."""


@dataclass(frozen=True, slots=True)
class Raid:
    """A close fight that could be sought."""

    action: str
    target: str
    boost: int
    worth: float


def declaration(decision: Declare, view: State) -> Declaration:
    """A ship's best action; a squadron raids, rams when it is lost, evades where it costs nothing, or boosts."""
    model = decision.model
    if model.capital:
        return _ship(view, model)
    if decision.must_bomb:
        return decision.default()
    if model.aboard:
        return Declaration(NONE, 0)
    errand = _best(view, model, ERRANDS)
    if not weary(model):
        sought = _raid(decision, view, max(0.0, errand[0], escape(view, model)))
        if sought is not None:
            return sought
    if errand[0] > 0:
        return Declaration(errand[1], 0)
    if model.rating("structure") == 1 and _may_ram(view, model):
        return Declaration(Ram.name, 0)
    boost = _flight(view, model, decision.most_boost) or _boost(view, model, decision.most_boost)
    evade = refuse_action(view, model, Evade.name) is None and ratings.fire_control(view, model) == 1
    return Declaration(Evade.name if evade and not boost else NONE, boost)


def _ship(view: State, ship: Model) -> Declaration:
    best, name = _best(view, ship, VALUES)
    if best <= 0:
        return Declaration(NONE, 0)
    return Declaration(name, 0, "sensors" if name == Overdrive.name else None)


def _best(view: State, model: Model, names: Iterable[str]) -> tuple[float, str]:
    """The action of these that is worth most, after its TV."""
    found = [(VALUES[name](view, model), name) for name in names if _may(view, model, name)]
    return max(found, default=(0.0, NONE))


def _may(view: State, model: Model, name: str) -> bool:
    """Is there such an action in this game, and may the model declare it?"""
    return name in rulebook(view).actions and refuse_action(view, model, name) is None


def _raid(decision: Declare, view: State, errand: float) -> Declaration | None:
    """The close fight that is worth most, if it beats shooting from afar and an errand besides."""
    model = decision.model
    found = [*_bombing(view, model, decision.most_boost), *_catching(view, model, decision.most_boost)]
    if not found:
        return None
    best = max(found, key=lambda each: each.worth)
    if best.worth < MARGIN + standing_off(view, model) + errand + truce(view, model.side):
        return None
    return Declaration(best.action, best.boost, best.target if best.action == Interception.name else None)


def _in_flight(view: State, model: Model, most: int, capital: bool) -> list[tuple[int, Model]]:
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


def _bombing(view: State, model: Model, most: int) -> list[Raid]:
    near = _in_flight(view, model, most, True)
    return [Raid(Bombing.name, ship.id, boost, bombing(view, model, ship, boost)) for boost, ship in near]


def _catching(view: State, model: Model, most: int) -> list[Raid]:
    if not may_intercept(view, model):
        return []
    near = [each for each in _in_flight(view, model, most, False) if each[0] < shared_fuel(view, model)]
    return [Raid(Interception.name, other.id, boost, catching(view, model, other, boost)) for boost, other in near]


def _may_ram(view: State, model: Model) -> bool:
    """Is an enemy ship in reach of a squadron that has little to lose, and no carrier to go home to?"""
    if refuse_action(view, model, Ram.name) is not None:
        return False
    home = any(ship.capital and refuse_aboard(view, model, ship) is None for ship in view.on_table())
    near = any(apart(model, ship) <= model.card.speed - 0.1 for ship in enemies(view, model, True))
    return near and not home


def _flight(view: State, squadron: Model, most: int) -> int:
    """Fuel to burn on the way out of the battle: as much as takes it there, or all of it."""
    out = way_out(view, squadron) if escape(view, squadron) > 0 else None
    if out is None:
        return 0
    needed = _boost_for(way_to(squadron, out.x, out.y), squadron.card.speed, most)
    return most if needed is None else needed


def _boost(view: State, squadron: Model, most: int) -> int:
    if nearest_enemy(view, squadron) <= squadron.card.speed + FAR or most < 1:
        return 0
    return max(0, min(most, squadron.unmarked("fuel") - 1))
