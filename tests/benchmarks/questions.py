"""Measure the cost of geometry queries with boxes and by arithmetic alone.

`python -m tests.benchmarks.questions` prints microseconds per query: medians over interleaved rounds. Models of two
fleets of 250 TV are at random places on the table of the Introductory Scenario. Before each query another model moves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from time import process_time

from jovian.game import TABLE, Activation, Model, State
from jovian.match import Match
from jovian.table import Pose
from tests.games import setup
from tests.rules_api import (
    FLIGHT,
    TerrainMet,
    defenses,
    flush_spots,
    free_landing,
    free_place,
    nearby,
    obscured_by,
    own_contacts,
    point_defense_support,
    refuse_stop,
    rulebook,
    squadrons_to_send,
    touches_piece,
)

SIZES = (21, 43, 91)
FLEETS = ("jovian-squadrons-250", "cega-250")
LEG = 6.0
Question = Callable[[State, Model, Model, Pose], object]
Asked = tuple[Model, Model, Pose]


def crowd(size: int) -> State:
    """Return a state with `count` models at random places. The first of them is active."""
    state, rng = Match(setup(5, FLEETS), log=False).state.clone(), Random(3)
    kinds, found = list(state.models.values()), {}
    for number in range(size):
        model = kinds[number % len(kinds)].copy()
        model.id, model.place, model.host = f"m{number}", TABLE, ""
        model.pose = random_place(rng)
        found[model.id] = model
    state.models = found
    state.apart()
    return state


def random_place(rng: Random) -> Pose:
    """Return a random place on the table."""
    return Pose(1 + rng.random() * 46, 1 + rng.random() * 46, rng.randrange(360)).rounded()


def random_queries(state: State, count: int) -> list[Asked]:
    """Return the models that query, the models queried about, and the places."""
    rng, models = Random(9), list(state.models.values())
    return [(rng.choice(models), rng.choice(models), random_place(rng)) for _ in range(count)]


def _interrupts(terrain: bool) -> Question:
    def question(state: State, model: Model, other: Model, pose: Pose) -> object:
        end = model.pose.turned(pose.heading).advanced(LEG)
        dx, dy = end.x - model.pose.x, end.y - model.pose.y
        asking = [each for each in rulebook(state).interrupts if isinstance(each, TerrainMet) == terrain]
        return [list(each.on_leg(state, model, dx, dy, FLIGHT)) for each in asking]

    return question


def _query_of(capital: bool, question: Question) -> Question:
    """Return a query that only ships, or only squadrons, make."""
    return lambda state, model, other, pose: (
        question(state, model, other, pose) if model.is_capital == capital else None
    )


QUESTIONS: dict[str, Question] = {
    "contacts at an end": lambda state, model, other, pose: own_contacts(state, model.at(pose)),
    "terrain on a leg": _interrupts(True),
    "autofire and interceptors on a leg": _interrupts(False),
    "where a ship may stop ahead": _query_of(True, lambda state, ship, other, pose: refuse_stop(state, ship, 3.0)),
    "the nearest free place": lambda state, model, other, pose: free_place(state, model.at(pose)),
    "the nearest free end of a flight": _query_of(
        False, lambda state, model, _, pose: free_landing(state, model.at(pose), 6.0)
    ),
    "free places about a ship": lambda state, model, ship, pose: flush_spots(state, model, ship),
    "what hides a target": lambda state, model, target, pose: obscured_by(state, model, target),
    "who helps point defense": _query_of(True, lambda state, ship, other, pose: point_defense_support(state, ship)),
    "whom point defense reaches": _query_of(True, lambda state, ship, other, pose: defenses(state, ship)),
    "which squadrons are in Sensor Range": lambda state, model, other, pose: [
        each.id for each in squadrons_to_send(state, model)
    ],
    "terrain of a kind over a model*": lambda state, model, other, pose: [
        piece for piece in nearby.pieces_near(state, model.base, model.pose)
        if rulebook(state).terrain[piece.kind].veils and touches_piece(model, piece)
    ],
}  # fmt: skip
"""The rules answer the one with a star by arithmetic alone."""


@contextmanager
def arithmetic_alone() -> Iterator[None]:
    """Let each box contain all models on the table and all terrain, so that the exact arithmetic checks them."""
    kept = nearby.models_in, nearby.pieces_in
    nearby.models_in = lambda state, box: list(state.on_table())
    nearby.pieces_in = lambda state, box: list(state.terrain.values())
    try:
        yield
    finally:
        nearby.models_in, nearby.pieces_in = kept


def cost(state: State, question: Question, asking: list[Asked]) -> float:
    """Return the microseconds per query. A model moves before each query."""
    models, before = list(state.models.values()), [model.pose for model in state.models.values()]
    start = process_time()
    for number, (model, other, pose) in enumerate(asking):
        mover = models[number % len(models)]
        mover.pose = mover.pose.moved(0.0, 0.0)
        state.activation = Activation(model.id)
        question(state, model, other, pose)
    seconds = process_time() - start
    for model, pose in zip(models, before, strict=True):
        model.pose = pose
    return seconds / len(asking) * 1e6


def rows(rounds: int, count: int) -> list[tuple[str, list[tuple[float, float]]]]:
    """Return the costs of each query and size, with boxes and by arithmetic alone."""
    states = [crowd(size) for size in SIZES]
    table = []
    for name, question in QUESTIONS.items():
        found = []
        for state in states:
            asking, pairs = random_queries(state, count), []
            for _ in range(rounds):
                boxes = cost(state, question, asking)
                with arithmetic_alone():
                    pairs.append((boxes, cost(state, question, asking)))
            found.append((median(boxes for boxes, _ in pairs), median(plain for _, plain in pairs)))
        table.append((name, found))
    return table


def main() -> None:
    """Print the table as Markdown."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print("| question | " + " | ".join(f"{size} models" for size in SIZES) + " |")
    print("|---|" + "---|" * len(SIZES))
    for name, found in rows(rounds, 300):
        print(f"| {name} | " + " | ".join(f"{world:.1f} / {plain:.1f}" for world, plain in found) + " |")


if __name__ == "__main__":
    main()
