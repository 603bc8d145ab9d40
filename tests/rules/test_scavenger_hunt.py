"""Tests of searching unidentified objects and bringing intelligence home (v1.2.4 Scenarios > Scavenger Hunt; R84)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import CardError
from jovian.game import NEUTRAL
from tests.rules.stage import Cast, Staged, rock, ship, squadron, stage
from tests.rules.test_open_hangers import fly_and_land, to_the_end
from tests.rules_api import current_score

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
AWAY = ship("Y", 0, (4, 4), **STILL), ship("Z", 1, (44, 44), 180, **STILL)
TOKEN = "Intelligence"
RULES: dict[str, Any] = {
    "tokens": [{"name": TOKEN}],
    "special_rules": ["search-objects", {"rule": "retrieve-from-objects", "token": TOKEN}],
    "objectives": [
        {"kind": "each", "count": {"of": "searched"}, "points": 1},
        {"kind": "each", "count": {"of": "bearers", "token": TOKEN, "on": "capital"}, "points": 1},
        {
            "kind": "each", "points": 1,
            "count": {"of": "tokens", "token": TOKEN, "on": "capital", "fate": ["withdrawn"]},
        },
    ],
}  # fmt: skip


def stage_object(*cast: Cast, boarders: tuple[int, int] = (1, 0), **more: Any) -> Staged:
    """Return a game with an object U, base 2" across, at (24, 24), and these models near it."""
    hulk = rock("unidentified-object", (24, 24), id="u", name="U", structure=4, hangers=2, boarders=list(boarders))
    return stage(*cast, *AWAY, terrain=(hulk,), **{**RULES, **more})


def search_tokens(game: Staged) -> tuple[int, int]:
    """Return the search tokens of both sides for U."""
    return search(game)[:2]


def searching_side(game: Staged) -> int | None:
    """Return the side that has searched U."""
    side = search(game)[2]
    return None if side == NEUTRAL else side


def search(game: Staged) -> tuple[int, int, int]:
    """Return the search notes of U: the tokens of both sides, and the side that has searched it."""
    noted: Any = game.match.state.notes.get("Search a UIO", ())
    first, second, side = next((counts for ident, *counts in noted if ident == "u"), (0, 0, NEUTRAL))
    return first, second, side


def points(game: Staged) -> tuple[float, float]:
    """Return the current Objective Points of both sides."""
    first, second = current_score(game.match.state).scores
    return first.objective, second.objective


def carried(game: Staged, ident: str) -> int:
    return dict(game.model(ident).loads).get(TOKEN, 0)


# --- Searching ---
@pytest.mark.parametrize(
    ("boarders", "tokens"), [((0, 0), (0, 0)), ((1, 0), (1, 0)), ((2, 0), (2, 0)), ((5, 0), (2, 0)), ((0, 1), (0, 1))]
)
def test_marines_alone_aboard_search(boarders: tuple[int, int], tokens: tuple[int, int]) -> None:
    game = to_the_end(stage_object(boarders=boarders))
    assert game.match.state.turn == 2 and search_tokens(game) == tokens


@pytest.mark.parametrize(
    ("boarders", "first", "second", "left", "tokens"),
    [
        ((3, 3), [1, 2, 3], [4, 5, 6], (3, 3), (0, 0)),
        ((3, 3), [1, 1, 3], [4, 5, 6], (3, 2), (1, 0)),
        ((3, 3), [1, 1, 1], [4, 5, 6], (3, 1), (2, 0)),
        ((4, 2), [1, 2, 3, 4], [4, 4], (3, 2), (1, 0)),
        ((2, 4), [1, 1], [2, 2, 2, 3], (0, 3), (0, 2)),
        ((2, 2), [1, 1], [2, 2], (1, 1), (0, 0)),
    ],
)
def test_the_firefight_comes_first_and_more_survivors_search(
    boarders: tuple[int, int], first: list[int], second: list[int], left: tuple[int, int], tokens: tuple[int, int]
) -> None:
    """Equal: none. One more: 1. Two or more: 2 (R84)."""
    game = to_the_end(stage_object(boarders=boarders)).faces(first).faces(second)
    states = game.model("u").states
    assert (states.get("boarded-first", 0), states.get("boarded-second", 0)) == left
    assert search_tokens(game) == tokens


def test_three_tokens_search_it_once_and_for_all() -> None:
    game = to_the_end(stage_object(boarders=(2, 0)))
    assert (search_tokens(game), searching_side(game), points(game)) == ((2, 0), None, (0, 0))
    game = to_the_end(game)
    assert (search_tokens(game), searching_side(game), points(game)) == ((3, 0), 0, (1, 0))
    events = game.events("object_searched")
    assert [(each["tokens"], each["held"], each["done"]) for each in events] == [(2, 2, False), (1, 3, True)]
    assert to_the_end(game).match.state.turn == 4 and len(game.events("object_searched")) == 2


def test_only_who_is_first_has_searched_it() -> None:
    """The tokens of both sides are separate. Once one side has 3, the other collects no more."""
    game = to_the_end(stage_object(boarders=(0, 2)))
    assert search_tokens(game) == (0, 2)
    game.model("u").states = {"boarded-first": 2}
    to_the_end(to_the_end(game))
    assert (search_tokens(game), searching_side(game)) == ((3, 2), 0)
    game.model("u").states = {"boarded-second": 4}
    to_the_end(game)
    assert (search_tokens(game), searching_side(game), points(game)) == ((3, 2), 0, (1, 0))


def test_an_object_takes_as_many_tokens_as_the_scenario_says() -> None:
    rules = [{"rule": "search-objects", "tokens": 1}]
    game = to_the_end(stage_object(boarders=(0, 1), special_rules=rules, objectives=RULES["objectives"][:1], tokens=[]))
    assert searching_side(game) == 1 and points(game) == (0, 1)


def test_no_marines_no_notes() -> None:
    """A table without a search stores nothing."""
    assert not to_the_end(stage_object(boarders=(0, 0))).match.state.notes


def test_a_scenario_may_begin_with_tokens() -> None:
    hulk = rock("unidentified-object", (24, 24), id="u", name="U", structure=4, boarders=[0, 1], search=[1, 2])
    game = stage(*AWAY, terrain=(hulk,), **RULES)
    assert (search_tokens(game), searching_side(game)) == ((1, 2), None)
    to_the_end(game)
    assert (search_tokens(game), searching_side(game)) == ((1, 3), 1)


def test_one_that_has_all_of_them_is_searched_from_the_start() -> None:
    hulk = rock("unidentified-object", (24, 24), id="u", name="U", structure=4, search=[3, 0])
    game = stage(*AWAY, terrain=(hulk,), **RULES)
    assert searching_side(game) == 0 and points(game) == (1, 0)


def test_no_station_is_searched() -> None:
    fort = rock("space-station", (24, 24), id="s", structure=4, hangers=2, weapons="beam", search=[1, 0])
    with pytest.raises(CardError, match="only a unidentified-object has the key 'search'"):
        stage(*AWAY, terrain=(fort,), **RULES)


# --- Retrieving ---
def searched(*cast: Cast, boarders: tuple[int, int] = (3, 0), **more: Any) -> Staged:
    """Return a game in which side 0 has searched U, with the squadrons named F... aboard."""
    game = stage_object(*cast, boarders=boarders, **more)
    for model in game.match.state.models.values():
        if model.name.startswith("F"):
            model.place, model.host = "embarked", "u"
    game.match.state.notes["Search a UIO"] = (("u", 3, 0, 0),)
    return game


def wing(name: str, side: int = 0, at: tuple[float, float] = (10, 10), **more: Any) -> Cast:
    return squadron(name, side, at, **more)


def test_who_launches_from_a_searched_object_carries_intelligence() -> None:
    game = searched(wing("F")).begin("f").launch(24, 22)
    assert carried(game, "f") == 1 and game.last("carried")["cause"] == "from U"
    game.end()


def test_nothing_before_it_is_searched_then_for_both_sides() -> None:
    """R84: every squadron that launches from a searched object, whichever side has searched it."""
    game = searched(wing("F"), wing("F2", 1), boarders=(3, 1))
    game.match.state.notes["Search a UIO"] = (("u", 2, 2, 2),)
    game.begin("f").launch(24, 22).end()
    assert carried(game, "f") == 0
    game.match.state.notes["Search a UIO"] = (("u", 3, 2, 0),)
    game.activate("f2").declare().launch(24, 26.4)
    assert carried(game, "f2") == 1
    game.end()


def test_every_squadron_of_a_turn_carries_one() -> None:
    game = searched(wing("F"), wing("F2"))
    game.begin("f").launch(24, 22).end().idle("z")
    game.begin("f2").launch(26, 24).end()
    assert (carried(game, "f"), carried(game, "f2")) == (1, 1)


def test_each_member_of_a_formation_carries_one() -> None:
    pair: dict[str, Any] = {"traits": ["Formation"]}
    game = searched(wing("F", id="f", **pair), wing("F", id="g", **pair))
    game.begin("f").launch(24, 21.6, 0, "g")
    assert (carried(game, "f"), carried(game, "g")) == (1, 1)
    game.end()


def test_who_carries_one_takes_no_second() -> None:
    game = searched(wing("F"))
    game.model("f").loads = ((TOKEN, 1),)
    game.begin("f").launch(24, 22).end()
    assert carried(game, "f") == 1


def test_a_forced_launch_brings_one_too() -> None:
    """R84: also on a forced launch. Its Marines are gone, but the object was searched before."""
    game = searched(wing("F"), boarders=(0, 0))
    to_the_end(game).expect("unload", side=0).answer(*game.asked.default().to_json())
    assert game.model("f").is_on_table and carried(game, "f") == 1


def test_landing_on_the_object_again_keeps_it() -> None:
    """It is handed over only aboard a ship."""
    game = searched(wing("F"))
    game.begin("f").launch(24, 22.3).fly((24, 22.5)).land("u")
    assert game.model("f").host == "u" and carried(game, "f") == 1 and carried(game, "u") == 0
    game.end()


def carrier(at: tuple[float, float] = (24, 18), side: int = 0, **more: Any) -> Cast:
    return ship("C", side, at, **{**STILL, "traits": ["Hangers: 2"], **more})


def test_landing_on_a_ship_hands_it_over_and_scores() -> None:
    game = searched(wing("F"), carrier()).begin("f").launch(24, 22).fly((24, 19.99)).land("c")
    assert (carried(game, "f"), carried(game, "c")) == (0, 1) and points(game) == (2, 0)
    game.end()


def test_a_ship_with_two_is_one_ship_and_withdrawn_two_tokens() -> None:
    game = searched(carrier())
    game.model("c").loads = ((TOKEN, 2),)
    assert points(game) == (2, 0)
    game.model("c").place = "withdrawn"
    assert points(game) == (4, 0)


def test_a_squadron_that_carries_it_scores_nothing_even_withdrawn() -> None:
    game = searched(wing("F"))
    game.model("f").loads = ((TOKEN, 1),)
    assert points(game) == (1, 0)
    game.model("f").place = "withdrawn"
    assert points(game) == (1, 0)


# --- Loss ---
def test_it_is_lost_with_its_bearer() -> None:
    """A ship in its last state is destroyed over the table. Everything aboard is lost too."""
    game = searched(carrier(structure_left=0), boarders=(3, 0))
    game.model("c").loads = ((TOKEN, 1),)
    to_the_end(game)
    assert points(game) == (2, 0)
    game.faces([6])
    while game.kind == "faces":
        game.faces([1] * game.asked.pool.base)
    assert game.model("c").place == "destroyed" and carried(game, "c") == 0 and points(game) == (1, 0)


def test_a_captured_ship_takes_it_along_to_its_captor() -> None:
    """What is aboard counts for the controller (R47, R78), with a squadron that the captor lands there too."""
    prize = ship("B", 1, (24, 18), **STILL, ratings={"defense": 0}, traits=["Hangers:1"])
    game = searched(wing("F"), ship("A", 0, (24, 14.5), **STILL, marines=[3, 2, 1]), prize, boarders=(1, 0))
    game.model("b").loads = ((TOKEN, 1),)
    assert points(game) == (1, 1)
    game.begin("a", "board").resolve().pick("commit", 1).end()
    assert game.model("b").side == 0 and carried(game, "b") == 1 and points(game) == (2, 0)
    game.idle("z").begin("f").launch(24, 22).fly((24, 19.99)).land("b")
    assert carried(game, "b") == 2 and points(game) == (2, 0)
    game.end()


def test_both_sides_know_all_of_it() -> None:
    game = searched(wing("F"), carrier())
    game.begin("f").launch(24, 22)
    other = game.match.view(1)
    assert other.models["f"].loads == ((TOKEN, 1),) and other.notes == game.match.state.notes
    game.end()


def test_visiting_and_searching_in_one_turn() -> None:
    """A squadron aboard in the End Phase of the search brings the first token next turn."""
    game = fly_and_land(stage_object(wing("F", at=(24, 18)), boarders=(2, 0)), "f")
    to_the_end(to_the_end(game))
    assert searching_side(game) == 0
    game.begin("f").launch(24, 22)
    assert carried(game, "f") == 1
    game.end()
