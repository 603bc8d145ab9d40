"""Count avoidable hazards: `python -m tests.benchmarks.hazards [150|250] [games] [first seed]`.

Ensign plays ensign on random tables. A terrain attack counts as avoidable in two cases. Either the model could go
around the piece when it came to it, or the ensign tried another move (or staying) for the same order that neither
leaves nor ends in a hazard, and that is worth at most 0.25 TV less without hazards. Only models with an order of their
own count, not models that are led along or intercept. Attacks by comets are counted separately, because no model moves
into them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from jovian.cards import fleet_names, load_fleet
from jovian.game.answers import Enter, Fly, Move, Turn
from jovian.game.events import Attacked
from jovian.match import Match
from jovian.players import make_player
from jovian.players.evaluation.moves import CandidateMove, candidate_moves, move_value
from jovian.players.evaluation.places import movement_cost
from jovian.table import Pose, touches
from tests.games import setup
from tests.rules_api import NextOrder, flights_to, hazards, may_touch, touches_piece

SWEPT, STRUCK, SPARED = "swept", "struck", "could be spared"
NEARLY = 0.25
"""The TV that a move without hazards may be worth less."""

Told = Counter[tuple[str, bool, str]]
"""Counts by kind of terrain, whether the model is a capital ship, and the outcome."""


def level(size: int) -> list[str]:
    """Return the ready fleets of a size without upgrades."""
    return [stem for stem in fleet_names() if (fleet := load_fleet(stem)).size == size and not fleet.upgrades]


def count_strikes(game: tuple[int, int]) -> Told:
    """Play one game with fleets of a size. Its seed is the seed of the table and of the dice."""
    size, seed = game
    stems = level(size)
    fleets = stems[seed % len(stems)], stems[(seed * 5 + seed // len(stems) + 1) % len(stems)]
    match = Match(setup(seed, fleets, terrain="generated"))
    players = make_player("ensign", seed), make_player("ensign", seed + 1)
    counts: Told = Counter()
    order, ordered = None, None
    while (decision := match.decision) is not None:
        seen = match.view(decision.side)
        asked = decision.on(seen)
        answer = players[decision.side].choose(asked, seen)
        if isinstance(asked, NextOrder):
            order, ordered = asked, answer
        before, lay = len(match.events), dict(match.state.terrain)
        match.answer(answer)
        for struck in strikes(match, before):
            model = match.state.models[struck.target]
            kind = (match.state.terrain.get(struck.attacker) or lay[struck.attacker]).kind
            if match.events.entries[before].phase == "deployment":
                counts[kind, model.is_capital, SWEPT] += 1
                continue
            counts[kind, model.is_capital, STRUCK] += 1
            entered = isinstance(answer, Enter)
            counts[kind, model.is_capital, SPARED] += entered or (
                order is not None and struck.target == order.model.id and spared(order, ordered)
            )
    return counts


def strikes(match: Match, first: int) -> Iterator[Attacked]:
    """Yield the terrain attacks among the events from the number `first` on."""
    for entry in match.events.entries[first:]:
        if isinstance(entry.event, Attacked) and entry.event.window == "terrain":
            yield entry.event


def spared(order: NextOrder, answer: object) -> bool:
    """Return whether the model could go around when it had this order."""
    if not isinstance(answer, Move | Turn | Fly):
        return False
    if isinstance(answer, Fly) and closing(order, answer):
        return any(is_safe(order, CandidateMove((answer,), end, [])) for end in closing(order, answer))
    tried = promises(order)
    taken = max(tried, key=lambda each: each[1], default=None)
    if taken is None:
        return False
    least = sum(taken[1:]) - NEARLY
    return any(worth + harm >= least and is_safe(order, way) for way, worth, harm in tried)


def promises(order: NextOrder) -> list[tuple[CandidateMove, float, float]]:
    """Return the moves that the ensign tries, each with its value and the part of it that hazards take away, in TV."""
    return [
        (way, move_value(order, way.end, way.legs).value, movement_cost(order.state, order.model, way.end, way.legs))
        for way in candidate_moves(order)
    ]  # fmt: skip


def closing(order: NextOrder, flight: Fly) -> list[Pose]:
    """Return the other ends of a flight that brings the model into contact with its target."""
    state, model = order.state, order.model
    there = model.at(Pose(*flight.path[-1], model.pose.heading))
    reach = order.envelope().forward
    for ident in may_touch(state, model):
        if touches(there.base, there.pose, state.models[ident].base, state.models[ident].pose):
            return list(flights_to(state, model, ident, reach))
    return []


def is_safe(order: NextOrder, way: CandidateMove) -> bool:
    """Return whether no piece can hit the model on a move, if it avoids what it may avoid."""
    model = order.model
    if not way.steps:
        return True
    return not any(
        touches_piece(model, piece) or touches_piece(model.at(way.end), piece)
        for piece in hazards(order.state, model)
    )  # fmt: skip


def main(size: int, games: int, first: int) -> None:
    """Count over `games` games in 2 processes, and print a table."""
    counts: Told = Counter()
    with ProcessPoolExecutor(2) as pool:
        for each in pool.map(count_strikes, [(size, first + number) for number in range(games)], chunksize=2):
            counts.update(each)
    heads = ("ships struck", SPARED, "squadrons struck", SPARED, SWEPT)
    print(f"| {games} games of {size} TV, from seed {first} | {' | '.join(heads)} |\n|---|---|---|---|---|---|")
    for kind in sorted({kind for kind, _, _ in counts}):
        row = [counts[kind, capital, what] for capital in (True, False) for what in (STRUCK, SPARED)]
        swept = counts[kind, True, SWEPT] + counts[kind, False, SWEPT]
        print(f"| {kind} | {' | '.join(map(str, row))} | {swept} |")


if __name__ == "__main__":
    main(*(int(each) for each in (*sys.argv[1:], *("150", "100", "41000")[len(sys.argv) - 1 :])))
