"""Count the losses that players could avoid: `python -m tests.benchmarks.blunders A B [games] [size] [scenario]`.

`scenario` can be `all`: then each game has another scenario. `FIRST_SEED` in the environment is the first seed.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence

from jovian.game import Choice, Decision, Model, State
from jovian.game.events import (
    Activated,
    Attacked,
    Damaged,
    Declared,
    LeftPlay,
    Moved,
    Placed,
    Rolled,
    ShipCaptured,
    StateChanged,
)
from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import make_player
from jovian.players.evaluation.marines import can_reach_to_board, capture_chance, is_capturable
from jovian.players.evaluation.places import distance_between, enemies
from jovian.table import extends_off_table, main_arcs
from tests.games import setup
from tests.rules_api import eligible, landing_force, refuse_action

FACTIONS = ("cega", "jovian", "venusian")
SCENARIOS = (
    "ambush", "break-the-truce", "escalating-engagement", "fleet-engagement", "introductory", "low-orbit", "moonlight",
    "scavenger-hunt", "solar-storm", "water-raid", "waystation",
)  # fmt: skip
DEPLOYMENT = (
    "ships deployed", "of them stern to the nearest enemy", "of them heading off the table",
    "ships lost over the edge in their first move", "overlaps in the first turn", "ships crippled in the first turn",
)  # fmt: skip
THRUSTERS = ("activations without thrusters", "turns tried without thrusters", "of these ships lost over the edge")
BOARDING = (
    "ships captured", "of them without marines", "activations of ships without marines",
    "of them ended in reach of marines", "of them moved into it", "last marines sent to a guarded ship",
    "of them at even odds or less", "of these senders captured later", "ships crippled that a friend could capture",
    "flagship first and alone",
)  # fmt: skip
COUNTED = (
    "ships crippled", "of them destroyed the same turn", "of them withdrawn", "own models hit by own fire",
    "own models hit by own explosions", "terrain attacks", "weapons lost by long shots", "shots taken astern",
    "boosts in the first two turns", "flagship first of its side", *DEPLOYMENT, *THRUSTERS, *BOARDING, "games won",
)  # fmt: skip
EARLY = 2
EVEN = 0.5
ALONE = 6.0
"""Inches around a flagship without a friend's ship."""


def count_blunders(seed: int, names: Sequence[str], size: str, scenario: str) -> tuple[Counter[str], Counter[str]]:
    """Play a game. Return the counts of each side."""
    fleets = f"{FACTIONS[seed % 3]}-{size}", f"{FACTIONS[(seed // 3) % 3]}-{size}"
    match = Match(setup(seed, fleets, SCENARIOS[seed % len(SCENARIOS)] if scenario == "all" else scenario))
    players = [make_player(name, seed + side) for side, name in enumerate(names)]
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    observer = Observer(match, counts)
    while match.decision is not None:
        decision, before = match.decision, match.state.clone()
        choice = step(match, players[decision.side])
        observer.note(decision, before, choice)
    _read(match, counts)
    if match.state.winner is not None:
        counts[match.state.winner]["games won"] += 1
    return counts


def _read(match: Match, counts: tuple[Counter[str], Counter[str]]) -> None:
    """Count the events of a game by the side of their model."""
    models = match.state.models
    side = {ident: model.owner for ident, model in models.items() if model.owner in (0, 1)}
    crippled: dict[str, int] = {}
    first: set[tuple[int, int]] = set()
    for entry in match.events:
        match entry.event:
            case Activated(model=ident, side=own) if (entry.turn, own) not in first:
                first.add((entry.turn, own))
                dearest = max((m for m in models.values() if m.owner == own), key=lambda each: each.card.tv)
                counts[own]["flagship first of its side"] += ident == dearest.id
            case Declared(side=own, boost=boost) if boost and entry.turn <= EARLY:
                counts[own]["boosts in the first two turns"] += 1
            case StateChanged(model=ident, state="crippled", entered=True) if ident in side:
                crippled[ident] = entry.turn
                counts[side[ident]]["ships crippled"] += 1
            case LeftPlay(model=ident, how=how) if ident in crippled:
                soon = how == "destroyed" and entry.turn == crippled[ident]
                counts[side[ident]]["of them destroyed the same turn"] += soon
                counts[side[ident]]["of them withdrawn"] += how == "withdrawn"
            case Damaged(model=ident, weapon=weapon, cause=cause) if weapon and "Long Shot" in cause and ident in side:
                counts[side[ident]]["weapons lost by long shots"] += 1
            case Attacked() as attack if attack.target in side:
                _attacked(attack, side, counts[side[attack.target]])


def _attacked(attack: Attacked, side: dict[str, int], counts: Counter[str]) -> None:
    own = side.get(attack.attacker) == side[attack.target]
    counts["own models hit by own explosions"] += own and attack.window == "explosion"
    counts["own models hit by own fire"] += own and attack.window == "activation"
    counts["terrain attacks"] += attack.window == "terrain"
    counts["shots taken astern"] += not own and attack.arc == "aft" and attack.window == "activation"


class Observer:
    """Counts what the states before and after each answer show."""

    def __init__(self, match: Match, counts: tuple[Counter[str], Counter[str]]) -> None:
        self._match, self._counts = match, counts
        self._seen = 0
        self._deployed: dict[str, int] = {}
        """The turn in which a ship was deployed, by id."""
        self._to_judge: list[str] = []
        """The ships whose deployment phase isn't over yet."""
        self._active = ""
        self._was_in_reach = False
        self._without_thrusters: set[str] = set()
        self._senders: dict[str, int] = {}
        """The owners of ships that sent their last marines to a guarded ship, by id."""
        self._first_of_turn: tuple[int, set[int]] = (0, set())

    def note(self, decision: Decision, before: State, choice: Choice) -> None:
        """Count what an answer has changed."""
        state, entries = self._match.state, self._match.events.seen_by(None, self._seen)
        self._seen = len(self._match.events)
        for entry in entries:
            self._note_event(entry.event, entry.turn, before)
        if self._to_judge and state.phase != "deployment":
            self._judge_deployment(state)
        if decision.kind == "commit":
            self._note_commit(decision, before, choice)
        active = state.activation.model if state.activation is not None else ""
        if active != self._active:
            if self._active in before.models:
                self._note_end(before, state)
            self._active = active
            if active:
                self._was_in_reach = is_in_reach_of_marines(state, state.models[active])
                model = state.models[active]
                if model.is_capital and model.rating("thrusters") == 0 and model.card.turns:
                    self._without_thrusters.add(active)
                    self._counts[model.side]["activations without thrusters"] += 1

    def _note_event(self, event: object, turn: int, before: State) -> None:
        state = self._match.state
        match event:
            case Placed(model=ident, cause="deployment") if ident in state.models and state.models[ident].is_capital:
                self._deployed[ident] = turn
                self._to_judge.append(ident)
            case Moved(model=ident, cause="overlap") if turn <= 1 and ident in state.models:
                if state.models[ident].is_capital:
                    self._counts[state.models[ident].owner]["overlaps in the first turn"] += 1
            case Rolled(side=side, purpose=purpose) if "turning without Thrusters" in purpose:
                self._counts[side]["turns tried without thrusters"] += 1
            case LeftPlay(model=ident) if ident in state.models and state.models[ident].is_capital:
                ship, counts = state.models[ident], self._counts[state.models[ident].owner]
                is_over_edge = extends_off_table(ship.base, ship.pose, state.width, state.height)
                is_early = self._deployed.get(ident) == turn
                counts["ships lost over the edge in their first move"] += is_over_edge and is_early
                counts["of these ships lost over the edge"] += is_over_edge and ident in self._without_thrusters
            case ShipCaptured(model=ident, side=side) if side != state.models[ident].owner:
                self._counts[1 - side]["ships captured"] += 1
                self._counts[1 - side]["of these senders captured later"] += ident in self._senders
            case StateChanged(model=ident, state="crippled", entered=True) if ident in before.models:
                ship = before.models[ident]
                self._counts[ship.owner]["ships crippled in the first turn"] += turn <= 1
                if is_capturable(ship) and _could_be_captured(before, ship):
                    self._counts[1 - ship.side]["ships crippled that a friend could capture"] += 1

    def _judge_deployment(self, state: State) -> None:
        for ship in (state.models[ident] for ident in self._to_judge if state.models[ident].is_on_table):
            counts, enemy_models = self._counts[ship.side], enemies(state, ship)
            counts["ships deployed"] += 1
            nearest = min(enemy_models, key=lambda enemy: distance_between(ship, enemy), default=None)
            if nearest is not None:
                arcs = main_arcs(ship.base, ship.pose, nearest.base, nearest.pose)
                counts["of them stern to the nearest enemy"] += arcs[0] == "aft"
            ahead = ship.pose.advanced(ship.card.speed)
            counts["of them heading off the table"] += extends_off_table(ship.base, ahead, state.width, state.height)
        self._to_judge.clear()

    def _note_commit(self, decision: Decision, before: State, choice: Choice) -> None:
        boarder, target = before.models[decision.subject], before.models[decision.stake.target]
        if not is_capturable(target):
            return
        sent = int(choice[1])
        after, guarded = self._match.state.models[target.id], target.rating("marines") > 0
        if after.side != target.side:
            self._counts[target.owner]["of them without marines"] += not guarded
        if guarded and boarder.is_capital and sent == landing_force(before, boarder):
            counts = self._counts[boarder.side]
            counts["last marines sent to a guarded ship"] += 1
            counts["of them at even odds or less"] += capture_chance(before, boarder, target, sent) <= EVEN
            self._senders[boarder.id] = boarder.side

    def _note_end(self, before: State, state: State) -> None:
        """Count what the end of an activation shows."""
        model = state.models[self._active]
        if not model.is_on_table or not model.is_capital or model.is_neutral:
            return
        counts = self._counts[model.side]
        if not model.rating("marines") and is_capturable(model) and model.card.printed("marines"):
            counts["activations of ships without marines"] += 1
            in_reach = is_in_reach_of_marines(state, model)
            counts["of them ended in reach of marines"] += in_reach
            counts["of them moved into it"] += in_reach and not self._was_in_reach
        turn, sides = self._first_of_turn
        if turn != state.turn:
            self._first_of_turn = turn, sides = state.turn, set()
        if model.side not in sides:
            sides.add(model.side)
            ships = [ship for ship in state.on_table() if ship.side == model.side and ship.is_capital]
            dearest = max(ships, key=lambda ship: ship.card.tv)
            others = [ship for ship in ships if ship.id != model.id]
            gaps = [distance_between(ship, enemy) for ship in others for enemy in enemies(state, model)]
            own = [distance_between(model, enemy) for enemy in enemies(state, model)]
            alone = all(distance_between(model, ship) > ALONE for ship in others)
            if dearest.id == model.id and others and own and alone and min(own) < min(gaps):
                counts["flagship first and alone"] += 1


def is_in_reach_of_marines(state: State, ship: Model) -> bool:
    """Return whether an enemy with marines could board a ship by its next move."""
    if not is_capturable(ship):
        return False
    return any(
        landing_force(state, enemy) and refuse_action(state, enemy, "board") is None
        and can_reach_to_board(state, enemy, ship) and capture_chance(state, enemy, ship, landing_force(state, enemy))
        for enemy in enemies(state, ship)
    )  # fmt: skip


def _could_be_captured(state: State, ship: Model) -> bool:
    """Return whether an enemy of a ship that still has to activate this turn would probably take it."""
    return any(
        landing_force(state, friend) and refuse_action(state, friend, "board") is None
        and can_reach_to_board(state, friend, ship)
        and capture_chance(state, friend, ship, landing_force(state, friend)) > EVEN
        for friend in eligible(state, 1 - ship.side) if friend.is_on_table
    )  # fmt: skip


def main(names: Sequence[str], games: int, size: str, scenario: str) -> None:
    """Print a table of both players. Each game is played twice, with the sides swapped, unless they are the same."""
    total: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    orders = (False,) if names[0] == names[1] else (False, True)
    start = int(os.environ.get("FIRST_SEED", "0"))
    for seed in range(start, start + games):
        for swapped in orders:
            counts = count_blunders(seed, names[::-1] if swapped else names, size, scenario)
            for count, own in zip(total, counts[::-1] if swapped else counts, strict=True):
                count.update(own)
    print(f"| a game, over {len(orders) * games} games | {names[0]} | {names[1]} |\n|---|---|---|")
    for what in COUNTED:
        print(
            f"| {what} | {total[0][what] / (len(orders) * games):.2f} | {total[1][what] / (len(orders) * games):.2f} |"
        )


if __name__ == "__main__":
    defaults = "captain", "ensign", "10", "250", "introductory"
    first, second, many, tv, where = (*sys.argv[1:], *defaults[len(sys.argv) - 1 :])
    main((first, second), int(many), tv, where)
