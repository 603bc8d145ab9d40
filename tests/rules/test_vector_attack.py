"""Tests of Vector Attack, by which a ship or flight leader sends squadrons (v1.2.4 Action > Vector Attack, R48)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.table import distance
from tests.rules.stage import Cast, Staged, drone, gun, ship, squadron, stage

ASHORE: dict[str, Any] = {"activated": True}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
FACES = {"N": [1, 2, 3], "D": [5, 5, 1], "T": [4, 4, 4]}


def led(*more: Cast, **fields: Any) -> Staged:
    """Return ship A at (24, 12) with a declared Vector Attack. With Sensors 2 it reaches 9" from its base."""
    return stage(
        ship("A", 0, (24, 12), **{**STILL, **fields}), ship("E", 1, (44, 44), 180, **ASHORE), *more
    ).begin("a", "vector attack")  # fmt: skip


def three() -> tuple[Cast, ...]:
    """Return 3 spent squadrons in range, and one out of range."""
    near = [squadron(name, 0, (x, 18), **ASHORE) for name, x in (("S", 20), ("T", 24), ("U", 28))]
    return (*near, squadron("V", 0, (24, 40), **ASHORE))


def sent(game: Staged) -> list[str]:
    """Return the squadrons that can be sent now."""
    return [choice[1] for choice in game.offered() if choice[0] == "send"]


# --- Test ---
@pytest.mark.parametrize(("result", "count"), [("N", 1), ("D", 2), ("T", 3)])
def test_result_says_how_many(result: str, count: int) -> None:
    """v1.2.4 Action > Vector Attack: one squadron on N, two on D, three on T and better; each once."""
    game = led(*three()).resolve().faces(FACES[result])
    for number in range(count):
        assert sent(game) == list("stu")[number:]
        who = sent(game)[0]
        x, y, _ = game.at(who)
        game.pick("send", who).answer("fly", [[x, y + 4]], kind="free")
        assert game.at(who)[1] == 22
    game.expect("menu").end()


@pytest.mark.parametrize("faces", [[4, 4, 4, 1], [4, 4, 4, 4]])
def test_four_squadrons_or_four_of_a_kind_still_send_three(faces: list[int]) -> None:
    """v1.2.4 Action > Vector Attack: T+ is three."""
    game = led(*three(), squadron("W", 0, (32, 18), **ASHORE), skill=4).resolve().faces(faces)
    for who in "stu":
        game.pick("send", who).answer("stay", kind="free")
    game.expect("menu").end()


def test_nobody_need_be_sent() -> None:
    """v1.2.4 Action > Vector Attack: it is optional."""
    game = led(*three()).resolve().faces(FACES["T"]).pick("send", "t").answer("stay", kind="free").pick("enough")
    game.expect("menu").expect_refused(["resolve"], "No declared action")
    game.end()


def test_nobody_to_send() -> None:
    """v1.2.4 Action > Vector Attack: without a squadron in Sensor Range it can't be resolved."""
    game = led(squadron("V", 0, (24, 40), **ASHORE))
    game.expect_refused(["resolve"], "Sensor Range")
    game.end()


# --- Allowed models ---
def test_needs_comms_or_a_ship() -> None:
    """v1.2.4 Action > Vector Attack: Capital Ships, or squadrons with Comms."""
    plain = stage(squadron("S", 0, (24, 12)), ship("E", 1, (44, 44), **ASHORE)).activate("s")
    plain.expect_refused(["declare", "vector attack", 0], "Comms")
    plain.declare().end()
    wing = stage(
        squadron("L", 0, (24, 12), traits=["Comms"]),
        squadron("S", 0, (24, 16), **ASHORE),
        ship("E", 1, (44, 44), **ASHORE),
    ).begin("l", "vector attack")
    wing.resolve().faces(FACES["T"])
    assert sent(wing) == ["s"], "never the leader itself"
    wing.pick("send", "s").answer("fly", [[24, 20]], kind="free").end()


def test_needs_sensors_when_declared_and_when_resolved() -> None:
    """v1.2.4 Action > Vector Attack: Sensors 1 or more (R42)."""
    game = stage(
        ship("A", 0, (24, 12), ratings={"sensors": 0}, **STILL), *three(), ship("E", 1, (44, 44), **ASHORE)
    ).activate("a")
    game.expect_refused(["declare", "vector attack", 0], "Sensors")
    game.declare().end()


# --- Moved models ---
@pytest.mark.parametrize(("y", "ready"), [(23, True), (23.02, False)])
def test_sensor_range(y: float, ready: bool) -> None:
    """v1.2.4 Action > Vector Attack: within Sensor Range of the declaring model: Signature plus 3" a rating (R54)."""
    game = led(squadron("S", 0, (24, y), **ASHORE))
    if ready:
        game.resolve().faces(FACES["N"]).pick("send", "s").answer("stay", kind="free")
    else:
        game.expect_refused(["resolve"], "Sensor Range")
    game.end()


def test_damaged_sensors_lead_less_far() -> None:
    """v1.2.4 Action > Vector Attack: with Sensors 1 the range is 6"."""
    game = led(squadron("S", 0, (24, 20.1), **ASHORE), ratings={"sensors": 1})
    game.expect_refused(["resolve"], "Sensor Range")
    game.end()


def test_whom_it_leaves_alone() -> None:
    """R48: no ships, enemies, Embarked squadrons, or assailants."""
    game = led(
        ship("B", 0, (24, 18), traits=["Hangers:1"], **ASHORE),
        squadron("S", 0, (0, 0), embarked_in="b", **ASHORE),
        squadron("T", 1, (28, 18), **ASHORE),
        ship("F", 1, (18, 18), 180, **ASHORE),
        squadron("U", 0, (18, 16), squadron_type="exo-armor", assaulting="f", **ASHORE),
        squadron("W", 0, (32, 14), **ASHORE),
    )
    game.resolve().faces(FACES["N"])
    assert sent(game) == ["w"]
    game.pick("send", "w").answer("stay", kind="free").end()


def test_the_reason_is_the_assault() -> None:
    """R48: in range, but Assaulting. So it is said when it is resolved, and when a squadron is chosen."""
    cast = (
        ship("F", 1, (18, 18), 180, **ASHORE),
        squadron("U", 0, (18, 16), squadron_type="exo-armor", assaulting="f", **ASHORE),
    )
    game = led(*cast)
    game.expect_refused(["resolve"], "U is Assaulting")
    game.end()
    game = led(*cast, squadron("W", 0, (32, 14), **ASHORE)).resolve().faces(FACES["N"])
    game.expect_refused(["send", "u"], "U is Assaulting")
    game.expect_refused(["send", "f"], "not among the options")
    game.pick("enough").end()


def test_it_moves_drones() -> None:
    """v1.2.4 Weapons > Drone: drones may be moved by a Vector Attack."""
    game = led(drone("D", 0, (24, 18))).resolve().faces(FACES["N"]).pick("send", "d")
    game.answer("fly", [[24, 22]], kind="free").end()
    assert game.at("d")[:2] == (24, 22)


def test_formation_goes_as_one() -> None:
    """v1.2.4 Traits > Formation: one unit, one of the squadrons chosen, one move for all."""
    wing = {"traits": ["Formation"], **ASHORE}
    game = led(squadron("S", 0, (24, 18), formation="t", **wing), squadron("S", 0, (24, 19), id="t", **wing))
    game.resolve().faces(FACES["D"])
    (leader,) = sent(game)
    game.pick("send", leader).answer("fly", [[26, 20]], kind="free").expect("menu").end()
    s, t = game.model("s"), game.model("t")
    assert distance(s.base, s.pose, t.base, t.pose) <= 0.001
    assert (s.formation, s.formation) == (leader, t.formation)


# --- Free move ---
def test_free_move_is_four_inches() -> None:
    """v1.2.4 Action > Vector Attack: up to 4", along any path, ending on the table and touching nothing (R24)."""
    game = led(squadron("S", 0, (24, 18), **ASHORE), ship("B", 0, (28, 18), **ASHORE))
    game.resolve().faces(FACES["N"]).pick("send", "s").expect("free", side=0)
    game.expect_refused(["fly", [[24, 22.01]]], "4")
    game.expect_refused(["fly", [[26.5, 18]]], "touching B")
    game.expect_allowed(["fly", [[26, 18], [24, 18]]]).answer("fly", [[24, 20], [26, 20]])
    assert game.at("s")[:2] == (26, 20)
    assert game.last("moved") | {"model": "s", "cause": "free"} == game.last("moved")
    game.end()


def test_it_is_no_activation() -> None:
    """v1.2.4 Action > Vector Attack: the squadron sent still has its own activation and whole Speed."""
    game = led(squadron("S", 0, (24, 18))).resolve().faces(FACES["N"]).pick("send", "s")
    game.answer("fly", [[24, 22]]).end().begin("s")
    assert game.room.forward == 6
    game.fly((24, 28)).end()


def test_nobody_intercepts_it() -> None:
    """v1.2.4 Action > Interception: not against the 4" of a Vector Attack. Autofire doesn't react either (R56)."""
    game = led(
        squadron("S", 0, (24, 18), **ASHORE),
        squadron("F", 1, (24, 26), **ASHORE),
        ship("G", 1, (30, 26), 180, weapons=[gun(as_=3, traits=["Autofire"])], **ASHORE),
    )
    game.resolve().faces(FACES["N"]).pick("send", "s").answer("fly", [[24, 22]]).expect("menu").end()


def test_terrain_strikes_it() -> None:
    """R29: Move effects apply to a Vector Attack too. A squadron lost there is gone, the others may still go."""
    game = stage(
        ship("A", 0, (24, 12), **STILL),
        squadron("S", 0, (20, 16), structure_left=1, **ASHORE),
        squadron("T", 0, (28, 16), **ASHORE),
        ship("E", 1, (44, 44), 180, **ASHORE),
        terrain=({"kind": "debris-field", "id": "d", "x": 20, "y": 22},),
    ).begin("a", "vector attack")
    game.resolve().faces(FACES["D"]).pick("send", "s").answer("fly", [[20, 20]], kind="free").faces([2, 2, 1, 3])
    assert (game.model("s").place, sent(game)) == ("destroyed", ["t"])
    game.pick("send", "t").answer("stay", kind="free").end()


# --- Escorts ---
def escorted(**fields: Any) -> Staged:
    """Return a game in which S escorts A at its bow and is sent away."""
    game = led(squadron("S", 0, (24, 14), escorting="a", **fields), traits=["CAP"])
    return game.resolve().faces(FACES["N"]).pick("send", "s")


def test_it_ends_an_escort() -> None:
    """v1.2.4 Action > Escorting: moved out of contact by a Vector Attack, the squadron escorts no longer."""
    game = escorted().answer("fly", [[24, 17.5]], kind="free")
    assert (game.model("s").is_escorting, game.model("s").host) == (False, "")
    game.end()
    assert game.at("s")[:2] == (24, 17.5), "it does not follow its ship"


def test_an_escort_may_be_left_where_it_is() -> None:
    """v1.2.4 Action > Escorting: if it isn't moved, it stays the escort."""
    game = escorted().answer("stay", kind="free")
    assert (game.model("s").is_escorting, game.model("s").host) == (True, "a")
    game.end()


def test_an_escort_is_sent_out_of_contact() -> None:
    """v1.2.4 Action > Escorting, R24: no end in contact with the ship that it leaves."""
    game = escorted()
    refusals = [game.asked.check(["fly", [list(end)]]) for end in ((24.3, 14), (24, 12))]
    game.answer("stay").end()
    assert None not in refusals
