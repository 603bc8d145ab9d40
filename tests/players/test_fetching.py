"""The ensign's squadrons fetch tokens from objects and carry them home rather than fight."""

from __future__ import annotations

from typing import Any

from jovian.game import State
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.evaluation.goals import (
    best_landing_value,
    objects_to_land_on,
    reachable_landings,
    should_wait_aboard,
)
from jovian.players.evaluation.moves import launch_value
from jovian.table import Pose
from tests.rules.stage import Cast, Staged, rock, ship, squadron, stage, weapon

TOKEN = "Intelligence"
HUNT: dict[str, Any] = {
    "tokens": [{"name": TOKEN}],
    "special_rules": ["search-objects", {"rule": "retrieve-from-objects", "token": TOKEN}],
    "objectives": [
        {"kind": "most_victory_points", "points": 1},
        {"kind": "each", "count": {"of": "searched"}, "points": 1},
        {"kind": "each", "count": {"of": "bearers", "token": TOKEN, "on": "capital"}, "points": 1},
    ],
}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
HANGER = ship("C", 0, (24, 10), traits=["Hangers:2"], **STILL, activated=True, tv=100)
BOMBER: dict[str, Any] = {"weapons": [weapon("Lance", ac=5, as_=3)], "speed": 6, "fuel": [3, 2, 1]}


def stage_object(*cast: Cast, boarders: tuple[int, int] = (3, 0), held: tuple[int, int, int] = (3, 0, 0)) -> Staged:
    """Return a game with an object U at (24, 24), marines aboard, both sides' search tokens, and the searcher."""
    hulk = rock("unidentified-object", (24, 24), id="u", name="U", structure=4, hangers=2, boarders=list(boarders))
    game = stage(*cast, ship("D", 1, (24, 46), 180, **STILL), terrain=(hulk,), turns=7, turn=3, **HUNT)
    game.match.state.notes["Search a UIO"] = (("u", *held),)
    return game


def view_of(game: Staged) -> State:
    return game.match.view(0)


def chosen(game: Staged) -> list[Any]:
    """Return the ensign's answer to the current decision."""
    return ask(game.match, make_player("ensign", 1)).to_json()


def laden(inches: float) -> Staged:
    """Return a bomber with a token between its carrier at a distance and an enemy ship."""
    game = stage_object(
        squadron("S", 0, (24, 10 + inches), **BOMBER), HANGER, ship("E", 1, (24, 14 + inches), 180, **STILL)
    )
    game.model("s").loads = ((TOKEN, 1),)
    return game


# --- Home ---
def test_who_carries_something_goes_home_rather_than_bomb() -> None:
    game = laden(6).activate("s")
    assert chosen(game)[1] != "bombing"
    game.answer(*chosen(game))
    while game.kind == "menu":
        game.answer(*chosen(game))
    assert game.model("c").loads == ((TOKEN, 1),)


def test_who_carries_nothing_bombs() -> None:
    game = laden(6)
    game.model("s").loads = ()
    game.match.state.notes["Search a UIO"] = (("u", 0, 0, 2),)
    assert chosen(game.activate("s"))[:2] == ["declare", "bombing"]


def test_it_burns_what_it_takes_to_get_home() -> None:
    for inches, burnt in ((6, 0), (10, 1), (13, 2)):
        game = laden(inches).activate("s")
        assert chosen(game)[1] != "bombing" and chosen(game)[2] == burnt


def test_the_way_home_is_worth_less_if_it_takes_more_than_a_turn() -> None:
    game = laden(12)
    s = view_of(game).models["s"]
    near, far, never = (best_landing_value(view_of(game), s, reach) for reach in (15.0, 6.0, 1.0))
    assert near > far > never == 0.0
    assert [ship.id for ship, _ in reachable_landings(view_of(game), s, 15.0)] == ["c"]


# --- Fetching ---
def test_nobody_fetches_what_no_ship_has_room_for() -> None:
    bare = ship("C", 0, (24, 10), **STILL, activated=True)
    for carrier, fetched in ((HANGER, ["u"]), (bare, [])):
        game = stage_object(squadron("S", 0, (24, 20)), carrier)
        assert [ship.id for ship, _ in objects_to_land_on(view_of(game), view_of(game).models["s"])] == fetched


def test_it_comes_aboard_before_the_search_is_over_and_waits() -> None:
    cast = squadron("S", 0, (24, 20)), HANGER
    games = [
        stage_object(*cast, boarders=boarders, held=held)
        for boarders, held in (((3, 0), (3, 0, 0)), ((3, 0), (2, 0, 2)), ((1, 0), (1, 0, 2)), ((3, 0), (0, 3, 1)))
    ]
    worth = [sum(value for _, value in objects_to_land_on(view_of(game), view_of(game).models["s"])) for game in games]
    assert worth[0] == worth[3] > worth[1] > worth[2] == 0.0, "R84: whichever side has searched it"
    soon = games[1].activate("s")
    while soon.kind in ("declare", "menu"):
        soon.answer(*chosen(soon))
    assert soon.model("s").host == "u"


def test_aboard_it_waits_for_the_end_of_a_search_that_is_its_own() -> None:
    for held, waits in (((2, 0, 2), True), ((3, 0, 0), False), ((0, 3, 1), False)):
        game = stage_object(squadron("S", 0, (24, 24), embarked_in="u"), HANGER, held=held)
        assert should_wait_aboard(view_of(game), view_of(game).models["s"]) is waits


def test_who_has_two_friends_nearer_leaves_it_to_them() -> None:
    names = "rst"
    game = stage_object(*(squadron(name.upper(), 0, (24 + 3 * at, 20 - at)) for at, name in enumerate(names)), HANGER)
    going = [bool(objects_to_land_on(view_of(game), view_of(game).models[name])) for name in names]
    assert going == [True, True, False]


def test_with_what_it_found_it_starts_toward_home() -> None:
    game = stage_object(squadron("S", 0, (24, 24), embarked_in="u"), HANGER)
    s = view_of(game).models["s"]
    south, north = (launch_value(view_of(game), s.at(Pose(24, y, 0))) for y in (21, 27))
    assert south > north
    game.match.state.notes["Search a UIO"] = (("u", 0, 2, 2),)
    south, north = (launch_value(view_of(game), s.at(Pose(24, y, 0))) for y in (21, 27))
    assert north > south
