"""Tests of unidentified objects with Hangers: both sides' squadrons use them while their Marines are aboard (R84)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import CardError, parse_unit
from jovian.game import NEUTRAL
from tests.rules.stage import SHIP, SQUADRON, Cast, Staged, muster, rock, ship, squadron, stage

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
AWAY = ship("Z", 1, (44, 44), 180, **STILL)


def stage_object(*cast: Cast, boarders: tuple[int, int] = (1, 0), hangers: int = 2, **more: Any) -> Staged:
    """Return a game with an object U, base 2" across, at (24, 24), and these models near it."""
    hulk = rock(
        "unidentified-object", (24, 24), id="u", name="U", structure=4, hangers=hangers, boarders=list(boarders)
    )
    return stage(*cast, AWAY, terrain=(hulk,), **more)


def wing(name: str, side: int, at: tuple[float, float], **more: Any) -> Cast:
    return squadron(name, side, at, **more)


def fly_and_land(game: Staged, ident: str) -> Staged:
    """Fly into contact, side 0 from below and side 1 from above, and land."""
    return game.begin(ident).fly((24, 25.5 if game.model(ident).side else 22.5)).land("u").end()


def to_the_end(game: Staged) -> Staged:
    """Idle until a decision of the End Phase or the next turn."""
    turn = game.match.state.turn
    while game.kind in ("activate", "declare", "menu") and game.match.state.turn == turn:
        game.answer(*game.asked.default().to_json())
    return game


# --- Landing ---
def test_a_squadron_lands_where_its_marines_are() -> None:
    game = fly_and_land(stage_object(wing("F", 0, (24, 18))), "f")
    assert (game.model("f").place, game.model("f").host) == ("embarked", "u")
    assert game.model("u").side == NEUTRAL and game.last("left_play")["host"] == "u"


@pytest.mark.parametrize("boarders", [(0, 0), (0, 3)])
def test_nobody_lands_without_marines_aboard(boarders: tuple[int, int]) -> None:
    """No flight ends there either, because contact has no purpose (R24)."""
    game = stage_object(wing("F", 0, (24, 18)), boarders=boarders).begin("f").fly((24, 22.5))
    game.expect_refused(["land", "u"], "only of a side that has marines aboard")
    game.expect_refused(["end"], "end touching U")
    game.fly((24, 22)).end()


def test_an_object_without_hangers_takes_nobody_in() -> None:
    game = stage_object(wing("F", 0, (24, 18)), hangers=0).begin("f").fly((24, 22.5))
    game.expect_refused(["land", "u"], "friendly ship")
    game.fly((24, 22)).end()


def test_a_neutral_station_takes_nobody_in() -> None:
    fort = rock("space-station", (24, 24), id="s", name="S", structure=4, hangers=2, weapons="beam", boarders=[2, 0])
    game = stage(wing("F", 0, (24, 18)), AWAY, terrain=(fort,)).begin("f").fly((24, 22))
    game.expect_refused(["land", "s"], "friendly ship")
    game.fly((24, 21)).end()


def test_it_lands_only_in_contact() -> None:
    game = stage_object(wing("F", 0, (24, 18))).begin("f").fly((24, 22))
    game.expect_refused(["land", "u"], "in contact")
    game.end()


def test_no_ship_lands_there() -> None:
    game = stage_object(ship("A", 0, (24, 21.5), **STILL)).begin("a")
    game.expect_refused(["land", "u"], "Only a squadron")
    game.end()


# --- Two sides, two places ---
def test_both_sides_are_aboard_at_once() -> None:
    game = stage_object(wing("F", 0, (24, 18)), wing("G", 1, (24, 30)), boarders=(1, 2))
    fly_and_land(fly_and_land(game, "f"), "g")
    assert game.model("f").host == game.model("g").host == "u"
    assert game.model("f").public and game.model("g").public


def test_its_hangers_hold_two_squadrons_of_both_sides_together() -> None:
    game = stage_object(wing("F", 0, (24, 18)), wing("G", 1, (24, 30)), wing("H", 0, (28, 18), speed=8),
                 boarders=(1, 1))  # fmt: skip
    fly_and_land(fly_and_land(game, "f"), "g").begin("h").fly((24, 22.5))
    game.expect_refused(["land", "u"], "no undamaged space")
    game.fly((24, 21)).end()


def test_a_formation_needs_room_for_all_of_it() -> None:
    pair: dict[str, Any] = {"traits": ["Formation"]}
    game = stage_object(
        wing("F", 0, (24, 18), id="f", **pair), wing("F", 0, (24, 17), id="g", formation="f", **pair), hangers=1
    )
    game.begin("f").fly((24, 22.5)).expect_refused(["land", "u"], "no undamaged space")
    game.fly((24, 21)).end()


def test_a_formation_lands_as_a_whole_and_is_one_no_more() -> None:
    pair: dict[str, Any] = {"traits": ["Formation"]}
    game = stage_object(wing("F", 0, (24, 18), id="f", **pair), wing("F", 0, (24, 17), id="g", formation="f", **pair))
    game.begin("f").fly((24, 22.5)).land("u").end()
    assert [game.model(each).host for each in ("f", "g")] == ["u", "u"] and not game.model("f").formation


def test_a_drone_never_lands() -> None:
    game = stage_object(wing("F", 0, (30, 18)), squadron("D", 0, (24, 22.5), squadron_type="drone", drone_class=1))
    assert not [each for each in game.begin("f").offered() if each[0] == "land"]
    game.end()


# --- Deployment ---
def test_nobody_is_deployed_there() -> None:
    """Squadrons are deployed aboard ships only, whichever side has Marines aboard the object."""
    hulk = rock("unidentified-object", (24, 24), id="u", name="U", structure=4, hangers=2, boarders=[1, 1])
    cards = [parse_unit({**each, "name": name}, "test") for each, name in ((SHIP, "A"), (SQUADRON, "F"))]
    game = muster(tuple(cards), (parse_unit({**SHIP, "name": "Z"}, "test"),), terrain=[hulk])
    game.place("a", 24, 6).place("z", 24, 42, 180)
    game.expect("deploy", side=0).expect_refused(["embark", game.model("f").id, "u"], "friendly ship")
    game.place("f", 24, 10)


# --- Start of the game ---
def test_a_scenario_may_begin_with_squadrons_aboard_where_their_marines_are() -> None:
    """Both sides know them, as after a landing."""
    game = stage_object(wing("F", 0, (0, 0), embarked_in="u"))
    assert game.match.view(1).models["f"].host == "u"
    game.begin("f").launch(24, 22).end()


@pytest.mark.parametrize(
    ("boarders", "hangers", "cause"),
    [((0, 2), 2, "'u' is neutral"), ((1, 0), 1, "has Hangers for 1, not for 2"), ((1, 0), 0, "'u' has no Hangers")],
)
def test_it_does_not_begin_there_otherwise(boarders: tuple[int, int], hangers: int, cause: str) -> None:
    pair = wing("F", 0, (0, 0), embarked_in="u"), wing("G", 0, (0, 0), embarked_in="u")
    with pytest.raises(CardError) as raised:
        stage_object(*pair, boarders=boarders, hangers=hangers)
    assert cause in str(raised.value)


# --- Launching ---
def test_it_launches_in_its_own_activation() -> None:
    game = fly_and_land(stage_object(wing("F", 0, (24, 18))), "f")
    to_the_end(game).begin("f").launch(24, 22)
    assert game.model("f").is_on_table and not game.model("f").host
    game.end()


def test_it_launches_within_an_inch() -> None:
    game = to_the_end(fly_and_land(stage_object(wing("F", 0, (24, 18))), "f")).begin("f")
    game.expect_refused(["launch", 24, 21, 0], 'launches within 1"')
    game.expect_refused(["launch", 24, 22.6, 0], "would overlap U")
    game.expect_allowed(["launch", 24, 22.5, 0])
    game.launch(24, 22.2).end()


# --- Marines lost ---
def test_who_has_no_marines_left_launches_in_the_end_phase() -> None:
    """After the firefight (R84): within 1" of the object, at a place of the owner's choice."""
    game = fly_and_land(
        fly_and_land(stage_object(wing("F", 0, (24, 18)), wing("G", 1, (24, 30)), boarders=(2, 1)), "f"), "g"
    )
    to_the_end(game).expect("faces", side=0).faces([5, 5]).expect("faces", side=1).faces([1, 2])
    assert game.model("u").states == {"boarded-first": 2}
    game.expect("unload", side=1).expect_refused(["place", 24, 20, 0], 'within 1"')
    game.expect_refused(["place", 24, 22.6, 0], "would overlap U")
    game.answer("place", 24.0, 22.3, 0)
    assert game.at("g") == (24, 22.3, 0) and game.model("f").host == "u" and game.match.state.turn == 2


def test_both_sides_may_lose_all_and_the_one_with_initiative_leaves_first() -> None:
    cast = wing("F", 0, (24, 18)), wing("G", 1, (24, 30))
    game = fly_and_land(fly_and_land(stage_object(*cast, boarders=(1, 1), initiative=1).idle("z"), "f"), "g")
    to_the_end(game).faces([4, 4]).faces([3, 3])
    assert game.model("u").states == {}
    game.expect("unload", side=1).answer("place", 24.0, 22.3, 0)
    game.expect("unload", side=0).expect_refused(["place", 24, 22.3, 0])
    game.answer("place", 25.7, 24.0, 0)
    assert game.match.state.turn == 2 and game.model("f").is_on_table and game.model("g").is_on_table


def test_who_keeps_marines_stays() -> None:
    game = to_the_end(fly_and_land(stage_object(wing("F", 0, (24, 18))), "f"))
    assert game.match.state.turn == 2 and game.model("f").host == "u"


def test_without_a_free_place_nearby_it_goes_to_the_nearest() -> None:
    """R28: 8 ships are around the object."""
    ring = [
        ship(name, 1, (24 + dx, 24 + dy), **STILL, base="large")
        for name, dx, dy in (("P", 0, 3.1), ("Q", 0, -3.1), ("R", 2.4, 0), ("S", -2.4, 0))
    ]
    game = stage_object(squadron("F", 0, (24, 10)), *ring, boarders=(1, 1))
    model = game.model("f")
    model.place, model.host = "embarked", "u"
    to_the_end(game).faces([1, 2]).faces([4, 4])
    choices = game.expect("unload", side=0).offered()
    assert len(choices) == 1
    game.pick(*choices[0])
    assert game.model("f").is_on_table


def test_with_no_place_at_all_it_stays_for_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game doesn't hang, and no model is lost: the next End Phase offers it again."""
    game = fly_and_land(stage_object(wing("F", 0, (24, 18)), boarders=(1, 1)), "f")
    monkeypatch.setattr("jovian.rules.damage.leaving_play.forced_spot", lambda *_: None)
    to_the_end(game).faces([1, 2]).faces([4, 4])
    assert game.match.state.turn == 2 and game.model("f").host == "u"
    monkeypatch.undo()
    to_the_end(game).expect("unload", side=0).answer(*game.asked.default().to_json())
    assert game.match.state.turn == 3 and game.model("f").is_on_table
