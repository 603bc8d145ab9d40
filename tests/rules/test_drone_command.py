"""Tests of Drone Command, by which drones activate within a ship's activation (R40, R70, R77)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import throw
from tests.rules.stage import Staged, bay, drone, gun, ship, squadron, stage, stocked, weapon

ASHORE: dict[str, Any] = {"activated": True}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
FAR = (44, 44)
YARD, GNAT = (stocked("Gnat", 1),), "common/gnat"
FACES = {"N": [1, 2, 3], "D": [5, 5, 1], "T": [4, 4, 4]}
NO_PLAN = ["plan", [], "singly", 0, 0]


def flock(*names: str, **fields: Any) -> Staged:
    """Return a game with ship A, which has declared a Drone Command, and these drones in a row 4" ahead."""
    row = [drone(name, 0, (16 + 4 * number, 29)) for number, name in enumerate(names)]
    return stage(
        ship("A", 0, (24, 24), **{**STILL, **fields}), ship("E", 1, FAR, 180, **ASHORE), *row
    ).begin("a", "drone command")  # fmt: skip


def ready(game: Staged) -> list[str]:
    """Return the drones that can be commanded now."""
    return [choice[1] for choice in game.offered() if choice[0] == "command"]


@pytest.mark.parametrize(("result", "count"), [("N", 1), ("D", 2), ("T", 3)])
def test_result_says_how_many(result: str, count: int) -> None:
    """v1.2.4 Action > Drone Command: one drone on N, two on D, three on T; each once, each activation whole."""
    game = flock("P", "Q", "R", "S", "T").resolve().faces(FACES[result])
    for number in range(count):
        assert ready(game) == list("pqrst")[number:]
        who = ready(game)[0]
        x, y, _ = game.at(who)
        game.pick("command", who).declare().fly((x, y + 6)).end()
        assert game.at(who)[1] == y + 6
    game.expect("menu")
    assert game.act.model == "a"
    game.end()


def test_four_on_a_quadruple() -> None:
    """v1.2.4 Action > Drone Command: four on Q+."""
    game = flock("P", "Q", "R", "S", "T", skill=4).resolve().faces([4, 4, 4, 4])
    for who in "pqrs":
        game.pick("command", who).declare().end()
    game.expect("menu").end()


def test_a_formation_that_loses_its_leader_meanwhile_goes_on() -> None:
    """R76: the remaining members continue the formation's activation and its command, without a second activation."""
    pair: dict[str, Any] = {"traits": ["Comms", "Formation"], "structure": [1]}
    lance = weapon("Kinetic Cannon", as_=4, ac=4)
    game = stage(
        squadron("S", 0, (24, 20), **pair), squadron("S", 0, (25, 20), id="s2", formation="s", **pair),
        drone("D", 0, (24, 23), weapons=[lance]), drone("X", 0, (26, 24)),
        squadron("T", 1, (24, 16.5), activated=True, fuel_left=0), ship("E", 1, FAR, 180, **ASHORE),
        ship("Home", 0, (4, 4), **ASHORE),
    ).begin("s", "drone command").resolve().faces(FACES["D"])  # fmt: skip
    game.pick("command", "d").declare().attack("a1", "t")
    throw(throw(game, 1, 2, 3, 4), 2, 2, 3, 4).pick("allocate", [0, 1]).end()
    assert (game.model("s").place, ready(game)) == ("destroyed", ["x"])
    game.pick("enough").expect("menu")
    assert game.act.model == "s2"
    assert game.end().match.state.turn == 2


def test_a_commander_destroys_itself_once_its_drones_have_acted() -> None:
    """R50: Self Destruct acts after full resolution."""
    game = flock("P", traits=["Self Destruct"]).resolve().faces(FACES["N"]).pick("command", "p").declare()
    assert game.model("a").is_on_table
    game.end()
    assert game.model("a").place == "destroyed"


def test_enough_and_nobody() -> None:
    """v1.2.4 Action > Drone Command: the player may command fewer drones or none, but at least one must be in reach."""
    game = flock("P", "Q").resolve().faces(FACES["T"]).pick("command", "q").declare().end().pick("enough")
    game.expect("menu").end()
    none = flock()
    none.expect_refused(["resolve"], "controllable")
    none.end()


def test_only_controllable_friends_in_sensor_range() -> None:
    """v1.2.4 Traits > Controllable, Action > Drone Command: in Sensor Range: 3" + 6" of the ship (R54)."""
    game = stage(
        ship("A", 0, (24, 24), **STILL), ship("E", 1, FAR, 180, **ASHORE),
        drone("P", 0, (24, 35)), drone("Q", 0, (24, 12.9)), drone("R", 0, (20, 24), traits=[]),
        drone("S", 1, (28, 24)), squadron("T", 0, (28, 28), traits=["Controllable"], **ASHORE),
    ).begin("a", "drone command").resolve().faces(FACES["T"])  # fmt: skip
    assert "p" in ready(game)
    assert not {"q", "r", "s"} & set(ready(game))
    game.pick("enough").end()


def test_native_stealth_does_not_hide_a_drone() -> None:
    """v1.2.4 Action > Drone Command: Stealth and Cloak of its own card are ignored for the range."""
    game = stage(
        ship("A", 0, (24, 24), **STILL), ship("E", 1, FAR, 180, **ASHORE),
        drone("P", 0, (24, 34), traits=["Controllable", "Stealth"]),
        drone("Q", 0, (20, 32), traits=["Controllable", "Cloak"]),
    ).begin("a", "drone command").resolve().faces(FACES["D"])  # fmt: skip
    ready_drones = ready(game)
    game.pick("enough").end()
    assert ready_drones == ["p", "q"]


def test_comms_let_squadrons_command() -> None:
    """v1.2.4 Traits > Comms: squadrons with Comms may declare it, others may not."""
    game = stage(
        squadron("S", 0, (24, 24), traits=["Comms"]), drone("P", 0, (24, 28)), ship("E", 1, FAR, **ASHORE)
    ).begin("s", "drone command")
    game.resolve().faces(FACES["N"]).pick("command", "p").declare().end()
    game.expect("menu").fly((24, 21)).end()
    plain = stage(squadron("S", 0, (24, 24)), drone("P", 0, (24, 28)), ship("E", 1, FAR, **ASHORE)).activate("s")
    plain.expect_refused(["declare", "drone command", 0], "Comms")
    plain.declare().end()


def test_launched_drones_are_commanded_at_once() -> None:
    """R77: in the very turn, even the activation, in which they were launched."""
    game = stage(
        ship("A", 0, (24, 24), weapons=[bay(1, [1])], **STILL), ship("E", 1, FAR, 180, **ASHORE), yard=YARD
    ).begin("a", "drone command")
    game.expect_refused(["resolve"], "controllable")
    game.drone("a1", GNAT, 24, 29).resolve().faces(FACES["N"])
    (gnat,) = ready(game)
    game.pick("command", gnat).declare().fly((24, 35)).end().end()
    assert game.at(gnat)[:2] == (24, 35)


def test_another_command_activates_it_again() -> None:
    """v1.2.4 Action > Drone Command: not twice by one command, but again by one of another friendly model."""
    game = stage(
        ship("A", 0, (24, 24), **STILL), ship("B", 0, (28, 24), **STILL), drone("P", 0, (26, 28)),
        ship("E", 1, FAR, 180, **ASHORE),
    ).begin("a", "drone command").resolve().faces(FACES["D"])  # fmt: skip
    game.pick("command", "p").declare().fly((26, 31)).end().expect("menu").end()
    game.begin("b", "drone command").resolve().faces(FACES["N"])
    game.pick("command", "p").declare().fly((26, 28)).end().end()
    assert game.at("p")[:2] == (26, 28)


def test_a_commanded_drone_does_as_squadrons_do() -> None:
    """v1.2.4 Action > Drone Command: it activates like a squadron. It can Boost, move, and fire, but not land."""
    game = (
        stage(
            ship("A", 0, (24, 24), traits=["Hangers:2"], **STILL),
            drone("P", 0, (24, 30), weapons=[weapon(as_=2)]),
            squadron("F", 1, (24, 40), **ASHORE),
            ship("E", 1, FAR, 180, **ASHORE),
        )
        .begin("a", "drone command")
        .resolve()
        .faces(FACES["N"])
    )
    game.pick("command", "p").declare("none", 1)
    assert game.room.forward == 9
    game.expect_no_end(24, 26, "touching A")
    game.expect_refused(["land", "a"], "Drones")
    game.expect_refused(["launch", 24, 30, 0])
    game.fly((24, 34)).attack("a1", "f").faces([1, 2, 3] if game.asked.counts[0] == 3 else [1, 2]).end()  # type: ignore[attr-defined]
    game.expect("menu").end()


def test_the_enemy_reacts_to_commanded_drones() -> None:
    """v1.2.4 Weapons > Drone: a drone in its activation is a squadron, so it may be intercepted on the way."""
    game = stage(
        ship("A", 0, (24, 24), **STILL), drone("P", 0, (24, 29)), drone("Q", 0, (20, 29)),
        squadron("F", 1, (24, 37), **ASHORE), ship("E", 1, FAR, 180, **ASHORE),
    ).begin("a", "drone command").resolve().faces(FACES["D"])  # fmt: skip
    game.pick("command", "p").declare().fly((24, 34)).expect("interception", side=1).decline().end()
    game.pick("command", "q").declare().fly((22, 34)).pick("intercept", "f").answer(*NO_PLAN).answer(*NO_PLAN)
    game.expect("menu").end().end()


def test_a_drone_lost_in_its_activation() -> None:
    """v1.2.4 Action > Drone Command: its activation is over, the next may be commanded, and the ship continues."""
    game = stage(
        ship("A", 0, (24, 24), **STILL), drone("P", 0, (24, 29), structure_left=1), drone("Q", 0, (16, 29)),
        ship("E", 1, FAR, 180, **ASHORE), terrain=({"kind": "debris-field", "id": "d", "x": 24, "y": 37},),
    ).begin("a", "drone command").resolve().faces(FACES["D"])  # fmt: skip
    game.pick("command", "p").declare().fly((24, 34.5)).pick("enter").faces([2, 2, 1, 3])
    assert (game.model("p").place, ready(game)) == ("destroyed", ["q"])
    game.pick("enough").expect("menu").end()


def test_the_ship_goes_on_where_it_was() -> None:
    """v1.2.4 Action > Drone Command: nested in its activation. Its movement, turns, and shots stay done."""
    game = stage(
        ship("A", 0, (24, 24), weapons=[gun("Mass Driver", ac=3, count=2)], turns=2), drone("P", 0, (24, 29)),
        ship("F", 1, (24, 34), 180, defense=[1], ratings={"defense": 0}, **ASHORE), ship("E", 1, FAR, 180, **ASHORE),
    ).begin("a", "drone command")  # fmt: skip
    game.move(1).turn(45).attack("a1", "f").faces([1, 2, 3, 4][: game.asked.counts[0]])  # type: ignore[attr-defined]
    before = (game.room, game.act.used, game.act.spent)
    game.resolve().faces(FACES["N"]).pick("command", "p")
    assert game.act.model == "p"
    game.declare().fly((20, 29)).end()
    assert (game.act.model, game.room, game.act.used, game.act.spent) == ("a", *before)
    game.expect_refused(["attack", ["a1"], "f"], "already been used")
    game.expect_refused(["resolve"], "No declared action")
    game.move(3).end()
    assert game.match.state.turn == 2


def test_a_commander_may_be_lost_meanwhile() -> None:
    """R70: if the commander dies in the activation of a drone, its command and its own activation are over."""
    wrecked = {"structure_left": 0, "ratings": dict.fromkeys(("defense", "sensors", "thrusters"), 0)}
    game = stage(
        ship("A", 0, (24, 24), structure_left=1, ratings={"defense": 0}, **STILL),
        drone("P", 0, (28, 28.5), weapons=[weapon(ac=3)]), drone("Q", 0, (14, 28)),
        ship("B", 0, (4, 4), **STILL), ship("E", 1, FAR, 180, **ASHORE),
        ship("F", 1, (24, 29.5), 180, **wrecked, **ASHORE),
    ).begin("a", "drone command").resolve().faces(FACES["T"])  # fmt: skip
    doomed(game.pick("command", "p").declare().attack("a1", "f"))
    assert [game.model(each).place for each in "af"] == ["destroyed", "destroyed"]
    while game.act.model != "b":
        assert game.act.model == "p", "nobody else is commanded"
        game.end()
    game.begin("b").end()


def doomed(game: Staged) -> None:
    """Roll ones until the next menu, with which every ship at 0 Structure explodes."""
    while game.kind not in ("menu", "declare", "command"):
        if game.kind == "faces":
            base, flex, macro = game.asked.counts  # type: ignore[attr-defined]
            last = "Catastrophic" in game.asked.title
            game.faces([6 if last else 1] * base, [1] * flex, [6] * macro)
        else:
            game.answer(*game.asked.default().to_json())


def test_an_escorting_drone_gains_no_activation() -> None:
    """v1.2.4 Action > Escorting: while escorting there is no activation, and only a Vector Attack calls it away."""
    game = stage(
        ship("A", 0, (24, 24), **STILL), drone("P", 0, (24, 26), drone_class=3, escorting="a"), drone("Q", 0, (20, 28)),
        ship("E", 1, FAR, 180, **ASHORE),
    ).begin("a", "drone command").resolve().faces(FACES["D"])  # fmt: skip
    commanded = ready(game)
    game.pick("enough").end()
    assert commanded == ["q"]


def test_an_escorting_drone_with_escort_may_be_commanded() -> None:
    """v1.2.4 Traits > Escort: it keeps its activation, for a drone that of a Drone Command."""
    game = (
        stage(
            ship("A", 0, (24, 24), **STILL),
            drone("P", 0, (24, 26), drone_class=3, escorting="a", traits=["Controllable", "Escort"]),
            ship("E", 1, FAR, 180, **ASHORE),
        )
        .begin("a", "drone command")
        .resolve()
        .faces(FACES["N"])
    )
    game.pick("command", "p").declare().fly((24, 30)).end().end()
    assert not game.model("p").is_escorting


def test_a_command_is_taken_up_again_in_the_middle() -> None:
    """The nested activation can be replayed at the choice of a drone and within the drone's move."""
    game = flock("P", "Q").resolve().faces(FACES["D"]).pick("command", "q").declare().fly((20, 31))
    for answers in range(len(game.match.journal) + 1):
        game.match.fork_at(answers)
    again = game.match.fork_at(len(game.match.journal))
    assert again.state.digest() == game.match.state.digest()
    again.answer(["end"])
    assert again.decision is not None
    assert (again.decision.kind, again.decision.side) == ("command", 0)
    game.end().pick("enough").end()
