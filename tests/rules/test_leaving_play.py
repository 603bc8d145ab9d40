"""Leaving the table is leaving play (v1.2.4 Movement > Leaving Play, R23, R27)."""

import pytest

from tests.rules.stage import gun, ship, squadron, stage


def test_ship_that_ends_partly_outside_is_withdrawn() -> None:
    """v1.2.4 Movement > Leaving Play: any part of the base off the table at the end of the move."""
    game = stage(ship("A", 0, (24, 44)), ship("B", 1, (10, 10), activated=True)).begin("a")
    game.move(2.51).end()
    assert game.model("a").place == "withdrawn"
    told = game.last("left_play")
    assert (told["model"], told["how"]) == ("a", "withdrawn")


def test_base_flush_with_the_edge_stays() -> None:
    """R13: a base that ends at the edge is on the table."""
    game = stage(ship("A", 0, (24, 44)), ship("B", 1, (10, 10), activated=True)).begin("a")
    game.move(2.5).end()
    assert game.model("a").on_table


def test_squadron_may_leave_and_return() -> None:
    """R23: a path may leave the table and come back if nothing is declared outside."""
    game = stage(squadron("S", 0, (2, 24)), ship("B", 1, (40, 10), activated=True)).begin("s")
    game.fly((-0.5, 24)).fly((1.5, 24)).end()
    assert game.model("s").on_table


def test_squadron_that_ends_outside_is_withdrawn() -> None:
    """v1.2.4 Movement > Leaving Play: squadrons too."""
    game = stage(squadron("S", 0, (2, 24)), ship("B", 1, (40, 10), activated=True)).begin("s")
    game.fly((0.3, 24)).end()
    assert game.model("s").place == "withdrawn"


def test_no_attack_from_outside() -> None:
    """v1.2.4 Movement > Leaving Play: declaring an attack out there takes the ship out, so it is not offered."""
    game = stage(
        ship("A", 0, (24, 44), weapons=[gun("Missile", missile="AC", ac=3)]), ship("B", 1, (24, 35), activated=True)
    ).begin("a")
    game.move(3).expect_refused(["attack", ["a1"], "b"], "off the table")
    game.end()
    assert game.model("a").place == "withdrawn"


def test_no_action_from_outside() -> None:
    """v1.2.4 Movement > Leaving Play: nor an action."""
    game = stage(ship("A", 0, (24, 44), damaged=[]), ship("B", 1, (24, 10), activated=True)).begin(
        "a", "damage control"
    )
    game.move(3).expect_refused(["resolve"], "off the table")
    game.end()
    assert game.model("a").place == "withdrawn"


@pytest.mark.parametrize("turned", [0, 1])
def test_what_is_embarked_leaves_with_its_ship(turned: int) -> None:
    """R27: with what is embarked."""
    game = stage(
        ship("A", 0, (24, 45), traits=["Hangers:2"]),
        squadron("S", 0, (0, 0), embarked_in="a"),
        ship("B", 1, (24, 10), activated=True),
        squadron("T", 1 - turned, (10, 30), activated=True),
    ).begin("a")
    game.move(4).end()
    assert game.model("s").place == "withdrawn"


def test_a_turn_that_swings_the_base_out_counts() -> None:
    """v1.2.4 Movement > Leaving Play: a turn is part of the move."""
    game = stage(
        ship("A", 0, (24, 46.4), 0, speed=1, thrusters=[1], base="large"), ship("B", 1, (10, 10), activated=True)
    )
    game.begin("a").turn(45).end()
    assert game.model("a").place == "withdrawn"
