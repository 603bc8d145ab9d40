"""Tests that every action and state of the rules occurs in a batch of random games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from jovian.match import Match
from tests.games import setup
from tests.playthroughs.episodes import scene
from tests.rules.fights import placed
from tests.rules.stage import gun, printed, ship, squadron, weapon
from tests.rules_api import build_rulebook

FLEETS = [f"{faction}-{kind}-250" for kind in ("strike", "squadrons") for faction in ("cega", "jovian", "venusian")]
AT_ONCE = {name for name, action in build_rulebook().actions.items() if action.at_once}
PRINTED = {"escorting", "assaulting", "concealed", "extra-fueled", "fuel-pod"}
"""States in which a model can start a game."""


def melee(seed: int) -> Match:
    """Return a game with ships and squadrons at close range, some damaged, boarded, loaded, or with a model to tow."""
    still = {"speed": 1, "thrusters": [4, 2, 1], "marines": [4, 3, 2, 1]}
    match = scene([
        ship("Boarder", 0, (22, 22), **still, weapons=[gun("Kinetic Cannon", arcs=("turret",), ac=3, as_=2)],
             traits=["Assault Craft", "Tug"]),
        printed("cega/caltrop", 0, (22, 18.5)),
        ship("Wreckage", 0, (27, 20), **still, structure_left=1, states={"boarded": 2}),
        ship("Prize", 1, (22, 26), 180, **{**still, "marines": []}, traits=["Hangers:1", "CAP"]),
        ship("Rammer", 1, (26, 26), 180, **still, structure_left=1, weapons=[gun("Beam Projector", ac=4, as_=3)]),
        squadron("Pods", 0, (20, 28), traits=["Fuel Pods", "Fuel Tanks"], squadron_type="exo-armor",
                 weapons=[weapon("Lance", as_=3), weapon("Kinetic Cannon", ac=3, as_=2)]),
        squadron("Hunter", 1, (19, 22), weapons=[weapon("Mass Driver", ac=2, as_=3)]),
    ], seed, turns=3)  # fmt: skip
    match.state.models["boarder"].cargo = ("Debris Dispenser",)
    return match


def depot(seed: int) -> Match:
    """Return a game with a ship that carries each kind of token, some of which it needs itself, and a boarded ship."""
    worn = {"speed": 1, "thrusters": [2, 1], "marines": [2, 1], "ratings": {"marines": 1}}
    return scene([
        placed(ship("Stores", 0, (22, 22), **worn, traits=["Cargo:3"]),
               cargo=["Debris Dispenser", "Decoy Drones", "Marines"]),
        ship("Boarded", 0, (26, 22), **worn, states={"boarded": 1}), ship("Onlooker", 1, (22, 40), 180, **worn),
    ], seed, turns=4)  # fmt: skip


def hulk(seed: int) -> Match:
    """Return a game with marines of both sides next to an unidentified object."""
    still = {"speed": 0, "thrusters": [1], "marines": [4, 3, 2, 1]}
    adrift = {"id": "hulk", "kind": "unidentified-object", "x": 24, "y": 24}
    cast = [ship("First", 0, (24, 20.6), **still), ship("Second", 1, (24, 27.4), 180, **still)]
    return scene(cast, seed, turns=3, terrain=[adrift])


def hunting(seed: int) -> Match:
    """Return a game with carriers around an object with Hangers, which marines search until they find something."""
    still = {"speed": 0, "thrusters": [1], "marines": [3, 2, 1], "traits": ["Hangers:2"]}
    adrift = {"id": "hulk", "kind": "unidentified-object", "x": 24, "y": 24, "hangers": 2, "boarders": [3, 1]}
    cast = [ship("First", 0, (24, 20.6), **still), ship("Second", 1, (24, 27.4), 180, **still)]
    cast += [squadron(f"{name}{n}", side, (21 + 6 * n, 20 + 8 * side))
             for side, name in enumerate(("Finder", "Seeker")) for n in range(2)]  # fmt: skip
    rules = ["search-objects", {"rule": "retrieve-from-objects", "token": "Intelligence"}]
    return scene(cast, seed, turns=6, terrain=[adrift], special_rules=rules, tokens=[{"name": "Intelligence"}])


def fleets(seed: int) -> Match:
    """A game of two fleets, a different pair for each of 6 seeds."""
    return Match(setup(seed, (FLEETS[seed % 6], FLEETS[(seed * 7 + 2) % 6])))


FIRST = (
    *((depot, seed) for seed in (8, 2, 7, 3)), (hulk, 6), *((melee, seed) for seed in (4, 10)),
    *((fleets, seed) for seed in (7, 9, 6)),
)  # fmt: skip
"""Short games that show everything under the rules of today. If the rules change, the others have to show it."""


def play(match: Match, seed: int) -> Counter[str]:
    """Return what happens in a random game."""
    rng, counts = Random(seed), Counter[str]()
    while match.decision is not None:
        choice = match.decision.sample(rng).to_json()
        if match.decision.kind == "declare":
            counts[f"declare {choice[1]}"] += 1
        elif choice[0] == "resolve" and match.state.activation is not None:
            counts[f"resolve {match.state.activation.action}"] += 1
        match.answer(choice)
    counts.update(f"state {e['state']}" for e in match.events.to_json() if e["type"] == "state" and e["entered"])
    counts.update(f"state {name}" for model in match.state.models.values() for name in model.states)
    return counts


def missing(games: int, melees: int) -> set[str]:
    """Return the actions and states that didn't occur. Stop playing once all have."""
    actions = build_rulebook().actions
    wanted = {f"declare {name}" for name in actions} | {f"resolve {name}" for name in actions if name not in AT_ONCE}
    wanted |= {f"state {name}" for name in build_rulebook().states if name not in PRINTED}
    others = ((scene_of, seed) for seed in range(max(games, melees)) for scene_of in (fleets, melee, depot, hulk)
              if seed < (games if scene_of is fleets else melees))  # fmt: skip
    for scene_of, seed in (*FIRST, *others):
        wanted -= set(play(scene_of(seed), seed))
        if not wanted:
            break
    return wanted


def test_every_action_and_state_comes_up() -> None:
    assert missing(40, 60) == set()


@pytest.mark.long
def test_every_action_and_state_comes_up_in_random_fleets() -> None:
    assert missing(200, 200) == set()
