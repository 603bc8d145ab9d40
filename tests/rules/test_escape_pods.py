"""Tests of escape pods: found, carried, handed on, lost, and captured (v1.2.4 Scenarios > Break the Truce)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.stage import Cast, Staged, ship, squadron, stage
from tests.rules_api import current_score

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
POD = "Escape Pod"
TOKENS = [{"name": POD, "on_captured": 2, "launch": 1}]
SEARCH = {"rule": "search", "token": POD}


def truce(*cast: Cast, tokens: list[dict[str, Any]] | None = None, **scenario: Any) -> Staged:
    """Return a game with pods to be found, and a distant enemy that has acted."""
    rules = scenario.pop("special_rules", [SEARCH])
    far = ship("E", 1, (24, 46), 180, **STILL, activated=True)
    return stage(*cast, far, tokens=tokens or TOKENS, special_rules=rules, **scenario)


def seeker(**fields: Any) -> Cast:
    return ship("A", 0, (24, 12), **STILL, **fields)


def pods(game: Staged, name: str, token: str = POD) -> int:
    return dict(game.model(name).loads).get(token, 0)


FACES = {"N": [1, 3, 5], "D": [2, 2, 5], "T": [4, 4, 4]}


@pytest.mark.parametrize(("result", "found"), [("N", 0), ("D", 1), ("T", 2)])
def test_a_skill_test_finds_pods(result: str, found: int) -> None:
    game = truce(seeker()).begin("a", "search").resolve().faces(FACES[result])
    assert pods(game, "a") == found
    assert game.last("rolled")["purpose"] == "Search (A)" and game.last("rolled")["pool"]["base"] == 3
    told = [(each["model"], each["amount"], each["cause"]) for each in game.events("carried")]
    assert told == ([("a", found, "search")] if found else [])
    game.end()


def test_four_alike_find_no_more_than_three() -> None:
    game = truce(seeker(skill=4)).begin("a", "search").resolve().faces([6, 6, 6, 6])
    assert pods(game, "a") == 2
    game.end()


def test_what_is_found_is_a_parameter() -> None:
    rule = {**SEARCH, "found": [1, 0, 3, 4]}
    for faces, found in ((FACES["N"], 1), (FACES["D"], 0), (FACES["T"], 3)):
        game = truce(seeker(), special_rules=[rule]).begin("a", "search").resolve().faces(faces)
        assert pods(game, "a") == found
        game.end()


def test_any_model_searches_anywhere_as_often_as_it_likes() -> None:
    """A squadron too, even next to the enemy. Found pods add up."""
    game = truce(squadron("S", 0, (24, 43)), squadron("R", 0, (2, 2)))
    for name in ("s", "r"):
        game.begin(name, "search").resolve().faces(FACES["T"])
        game.end()
    game.begin("s", "search").resolve().faces(FACES["D"])
    assert (pods(game, "s"), pods(game, "r")) == (3, 2)
    game.end()


def test_nobody_searches_where_there_is_nothing_to_find() -> None:
    game = stage(seeker(), ship("E", 1, (24, 46), 180, **STILL))
    game.activate("a").expect_refused(["declare", "search", 0], "no action 'search'")
    for role, able in (("attacker", True), ("defender", False)):
        game = truce(seeker(), special_rules=[{**SEARCH, "role": role}])
        refused = game.activate("a").asked.check(["declare", "search", 0])
        assert (refused is None) is able, refused
        assert able or "nothing to find" in str(refused)


def test_who_carries_all_that_it_can_does_not_search() -> None:
    game = truce(squadron("S", 0, (24, 12)), tokens=[{"name": POD, "most": 2}])
    game.model("s").loads = ((POD, 2),)
    game.activate("s").expect_refused(["declare", "search", 0], "can't carry more")


def test_what_there_is_no_room_for_stays_behind() -> None:
    """The limit applies to squadrons. Ships carry any number."""
    tokens = [{"name": POD, "most": 2}]
    game = truce(squadron("S", 0, (24, 12)), seeker(), tokens=tokens)
    game.model("s").loads = game.model("a").loads = ((POD, 1),)
    for name in ("s", "a"):
        game.begin(name, "search").resolve().faces(FACES["T"])
        if name == "s":
            game.end()
    assert (pods(game, "s"), pods(game, "a")) == (2, 3)
    game.end()


def test_one_test_finds_tokens_of_every_kind() -> None:
    rules = [SEARCH, {"rule": "search", "token": "Log Book", "found": [0, 0, 1, 1]}]
    game = truce(seeker(), special_rules=rules, tokens=[*TOKENS, {"name": "Log Book"}])
    game.begin("a", "search").resolve().faces(FACES["T"])
    assert (pods(game, "a"), pods(game, "a", "Log Book")) == (2, 1)
    game.end()


# --- Launching and landing ---
def carrier(count: int = 1, traits: tuple[str, ...] = (), **scenario: Any) -> Staged:
    """Return C with squadrons aboard."""
    held = [squadron("S", 0, (24, 12), id=f"s{n}", embarked_in="c", traits=[*traits]) for n in range(count)]
    return truce(ship("C", 0, (24, 12), traits=["Hangers:3"], **STILL, activated=True), *held, **scenario)


@pytest.mark.parametrize(("there", "launch", "offered"), [(0, 1, 0), (1, 1, 1), (3, 1, 1), (3, 3, 3), (2, 3, 2)])
def test_a_squadron_that_launches_may_take_some_along(there: int, launch: int, offered: int) -> None:
    """v1.2.4 Scenarios > Break the Truce > Transfer Escape Pods: 1 pod, or 3 water."""
    game = carrier(tokens=[{"name": POD, "launch": launch}])
    game.model("c").loads = ((POD, there),) if there else ()
    game.begin("s0").launch(24, 15)
    if offered:
        assert [option.choice for option in game.asked.options()] == [["along", n] for n in range(offered + 1)]
        game.answer("along", offered, kind="along")
    assert (pods(game, "s0"), pods(game, "c")) == (offered, there - offered)
    game.end()


def test_leaving_them_aboard_is_the_default() -> None:
    game = carrier()
    game.model("c").loads = ((POD, 2),)
    game.begin("s0").launch(24, 15)
    assert game.asked.default().to_json() == ["along", 0]
    game.answer("along", 0)
    assert (pods(game, "s0"), pods(game, "c"), game.events("carried")) == (0, 2, [])
    game.end()


def test_each_of_a_formation_is_asked() -> None:
    game = carrier(2, traits=("Formation",))
    game.model("c").loads = ((POD, 5),)
    game.begin("s0").launch(24, 15, 0, "s1")
    game.answer("along", 1, kind="along").answer("along", 1, kind="along")
    assert (pods(game, "s0"), pods(game, "s1"), pods(game, "c")) == (1, 1, 3)
    game.end()


def test_a_squadron_takes_no_more_than_it_may_carry() -> None:
    game = carrier(tokens=[{"name": POD, "launch": 9, "most": 2}])
    game.model("c").loads = ((POD, 5),)
    game.begin("s0").launch(24, 15)
    assert len(list(game.asked.options())) == 3
    game.answer("along", 2).end()


def test_taking_them_along_is_undone() -> None:
    game = truce(
        ship("C", 0, (24, 12), traits=["Hangers:3"], **STILL), squadron("S", 0, (24, 12), embarked_in="c"),
    )  # fmt: skip
    game.begin("c", "search").resolve().faces(FACES["T"]).end().begin("s").launch(24, 15)
    before = game.match.state.digest()
    game.answer("along", 1)
    assert game.match.state.digest() != before and (pods(game, "s"), pods(game, "c")) == (1, 1)
    game.match.undo()
    assert game.kind == "along" and (pods(game, "s"), pods(game, "c")) == (0, 2)
    game.answer("along", 0).end()


def test_landing_hands_all_over_and_a_forced_launch_takes_none() -> None:
    """A lost ship loses its tokens. A squadron set free from it takes none."""
    game = truce(
        ship("C", 0, (24, 12), traits=["Hangers:1"], **STILL, activated=True), squadron("S", 0, (24, 14)),
    )  # fmt: skip
    game.model("s").loads, game.model("c").loads = ((POD, 3),), ((POD, 1),)
    game.begin("s").land("c").end()
    assert (pods(game, "s"), pods(game, "c")) == (0, 4)


# --- Capture ---
def test_a_captured_ship_keeps_its_pods_and_who_is_set_free_takes_none() -> None:
    """R47: tokens stay aboard. The squadron is forced to the table, so it takes none."""
    game = stage(
        ship("B", 0, (24, 16), **STILL, marines=[2, 1], traits=["Hangers:1"]),
        squadron("S", 0, (0, 0), embarked_in="b"), ship("E", 1, (24, 40), 180, activated=True),
        ship("Mate", 0, (4, 4), activated=True), tokens=TOKENS, special_rules=[SEARCH],
        objectives=[{"kind": "each", "points": 1, "count": {"of": "tokens", "token": POD, "on": "capital"}}],
    )  # fmt: skip
    game.model("b").states["boarded"], game.model("b").loads = 4, ((POD, 3),)
    game.begin("b", "none").pick("defend").pick("engage").faces([1, 2]).faces([4, 4, 4, 4])
    game.expect("unload", 0).answer(*game.asked.default().to_json())
    assert (pods(game, "b"), pods(game, "s"), game.model("b").side) == (3, 0, 1)
    assert [score.objective for score in current_score(game.match.state).scores] == [0, 6], (
        "they count twice for the captor"
    )
    game.end()
