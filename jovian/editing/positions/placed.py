"""The models of a position as lines of a scenario file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from jovian.cards import FleetEntry, Placement
from jovian.cards.values.names import PLACED_STATES, slug
from jovian.cards.values.older_names import SYSTEMS
from jovian.editing.draft import Data
from jovian.editing.positions.ground import stationed
from jovian.game import EMBARKED, TABLE, Model, State
from jovian.match import Setup
from jovian.rules.facts.words import counted
from jovian.rules.places.attached import TIES
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.setup.setup import opaque_id

OWN_KEYS = ("structure", "fuel")
"""Tracks that have a key of their own."""


class Placed(NamedTuple):
    """The lines, and what they leave out."""

    lines: list[Data]
    lost: list[str]
    docked: bool
    """Is a ship aboard another?"""


def placed_lines(state: State, setup: Setup) -> Placed:
    """A line for each model that is on the table or aboard another."""
    there = [m for m in state.models.values() if m.place in (TABLE, EMBARKED) and m.id not in set(stationed(state))]
    names = _names(there, set(stationed(state)))
    lost: list[str] = []
    lines = [_line(state, setup, model, names, lost) for model in there]
    return Placed(lines, lost, any(model.capital and model.aboard for model in there))


def _names(there: list[Model], ground: set[str]) -> dict[str, str]:
    """An id for each that tells who it is; stations keep theirs."""
    found = {ident: ident for ident in ground}
    for model in there:
        wanted = slug(model.name) or slug(model.card.name)
        number, ident = 1, wanted
        while ident in found.values():
            number += 1
            ident = f"{wanted}-{number}"
        found[model.id] = ident
    return found


def _line(state: State, setup: Setup, model: Model, names: Mapping[str, str], lost: list[str]) -> Data:
    line: Data = {"id": names[model.id], "card": model.card.key, "side": model.side}
    if model.on_table:
        line |= {"x": model.pose.x, "y": model.pose.y, "heading": model.pose.heading}
    if model.name != model.card.name:
        line["name"] = model.name
    line |= _boxes(model, lost)
    line |= _states(state, model, lost)
    line |= _company(model, names)
    if model.activated:
        line["activated"] = True
    if model.cargo:
        line["cargo"] = list(model.cargo)
    if model.stock_used:
        lost.append(f"that {model.name} has launched {counted(len(model.stock_used), 'drone squadron')}")
    if model.loads:
        line["loads"] = dict(model.loads)
    return line | _equipment(setup, model)


def _boxes(model: Model, lost: list[str]) -> Data:
    """What is marked, as the ratings that are left."""
    line: Data = {}
    ratings: Data = {}
    damaged = list(model.damaged)
    for name, marked in model.marks.items():
        boxes = model.card.tracks.get(name, ())
        if marked and boxes:
            left = boxes[marked] if marked < len(boxes) else 0
            (line if name in OWN_KEYS else ratings)[name] = left
            if sum(1 for box in boxes if box > left) != marked:
                lost.append(f"a box of the {name} of {model.name}")
        elif name in SYSTEMS:
            damaged += [name] * marked
        elif marked:
            lost.append(f"{name} of {model.name}")
    return line | ({"ratings": ratings} if ratings else {}) | ({"damaged": damaged} if damaged else {})


def _states(state: State, model: Model, lost: list[str]) -> Data:
    """The states that a placed model may be in; those that its traits bring come by themselves."""
    brought = {effect.brings(model) for effect in effects_on(state, model, Effect.brings)}
    ties = {tie.name for tie in TIES}
    kept = {name: value for name, value in model.states.items() if name in PLACED_STATES}
    lost += [f"that {model.name} is no longer {name}" for name in sorted(brought) if name and name not in model.states]
    for name in model.states:
        if name not in PLACED_STATES and name not in brought and name not in ties:
            lost.append(f"that {model.name} is {name}")
    return {"states": kept} if kept else {}


def _company(model: Model, names: Mapping[str, str]) -> Data:
    """Whom it is aboard of, in contact with, in a Formation with."""
    line: Data = {}
    host = names.get(model.host)
    if host is not None:
        tie = next((tie.name for tie in TIES if tie.holds(model)), "")
        line["embarked_in" if model.aboard else tie] = host
    leader = names.get(model.formation)
    if leader is not None and model.formation != model.id:
        line["formation"] = leader
    return {key: value for key, value in line.items() if key}


def _equipment(setup: Setup, model: Model) -> Data:
    """Its upgrades, as far as they are known to whoever looks."""
    found = _entry(setup, model)
    if found is None:
        return {}
    line: Data = {}
    if found.upgrades:
        line["upgrades"] = [each.name for each in found.upgrades]
    if found.hardpoints and found.flown(setup.cards[model.card.key]) == model.card:
        line["hardpoints"] = {each.line: each.upgrade.name for each in found.hardpoints}
    return line


def _entry(setup: Setup, model: Model) -> FleetEntry | Placement | None:
    """What brought it: a line of a fleet or of the scenario, None for drones."""
    for side, fleet in enumerate(setup.fleets):
        for number, entry in enumerate(fleet.entries):
            if opaque_id(setup.seed, side, number) == model.id:
                return entry
    return next((placed for placed in setup.scenario.models if placed.id == model.id), None)
