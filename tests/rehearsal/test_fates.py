"""The fates of models: the end, the cause, and the last position."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.rehearsal.outcome import Fate, fates
from tests.rules.stage import Staged, bay, gun, settled, ship, squadron, stage, stocked

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def fate(game: Staged, ident: str) -> Fate:
    """Return the fate of one model."""
    known = {model: model for model in game.match.state.models}
    found = {fate.who: fate for fate in fates(game.match.state, game.match.events.entries, known)}
    return found[game.model(ident).id]


def fate_and_cause(game: Staged, ident: str) -> tuple[str, str]:
    """Return the fate of one model and its cause."""
    its_fate = fate(game, ident)
    return its_fate.how, its_fate.by


def shot(*others: Any, faces: tuple[int, ...] = (1, 1, 1), **fields: Any) -> Staged:
    """Let the weapon of A hit B, which has 1 remaining Structure, before its catastrophic roll."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3, as_=3)], **STILL),
        ship("B", 1, (24, 17), 180, activated=True, structure_left=1, **fields), *others,
    )  # fmt: skip
    return game.begin("a").attack("a1", "b").faces(list(faces))


@pytest.mark.parametrize(("face", "how"), [(1, "crippled"), (6, "destroyed")])
def test_by_a_gun(face: int, how: str) -> None:
    game = shot().faces([face])
    if how == "crippled":
        game.pick("damage", "sensors")
    assert fate_and_cause(game, "b") == (how, "Kinetic Cannon of A")
    assert fate_and_cause(game, "a") == ("unhurt", "")


def test_by_the_explosion_of_a_ship() -> None:
    game = shot(squadron("S", 1, (24, 19.5), structure=[1]), ratings={"defense": 0, "sensors": 0, "thrusters": 0})
    game.faces([6]).faces([4, 4, 4, 4], macro=[4, 4])
    assert fate_and_cause(game, "s") == ("destroyed", "Explosion of B")


def test_by_a_ram() -> None:
    """The squadron is lost by ramming, and the ship is damaged by it."""
    game = stage(
        squadron("S", 0, (24, 22), structure=[1]),
        ship("B", 1, (24, 20), activated=True, structure_left=1, ratings={"defense": 0}), ship("C", 1, (44, 44)),
    ).begin("s", "ram").resolve()  # fmt: skip
    settled(game.faces([2, 2, 2])).faces([6])
    assert fate_and_cause(game, "s") == ("destroyed", "ramming B")
    assert fate_and_cause(game, "b") == ("destroyed", "being rammed by S")


def test_a_crippled_rammer_is_lost_by_its_ram() -> None:
    game = stage(
        ship("A", 0, (24, 14), structure_left=0, states={"crippled": 1}), ship("B", 1, (24, 20), 90, activated=True),
        ship("Far", 1, (44, 44), 180, activated=True),
    ).begin("a", "ram").move(3.5).resolve()  # fmt: skip
    game.faces([1, 2, 5]).faces([1, 2, 3, 4]).faces([1, 2, 3]).faces([1])
    assert fate_and_cause(game, "a") == ("destroyed", "ramming B")


def capture_b(side: int = 0) -> Staged:
    """Let B of side 0 be captured in its activation by four marines of side 1 aboard."""
    game = stage(
        ship("B", 0, (24, 16), **STILL, marines=[2, 1]), ship("E", 1, (24, 40), 180, activated=True),
        ship("Mate", 0, (4, 4), activated=True),
    )  # fmt: skip
    game.model("b").states["boarded"] = 4
    return game.begin("b").pick("defend").pick("engage").faces([1, 2]).faces([4] * 4)


def test_by_marines() -> None:
    assert fate_and_cause(capture_b(), "b") == ("captured", "marines")


def test_what_was_captured_and_won_back_is_no_loss() -> None:
    game = capture_b()
    game.model("b").side = 0  # as if its own marines had taken it again
    assert fate_and_cause(game, "b") == ("unhurt", "")


def test_what_was_captured_and_is_destroyed_is_lost_to_what_destroyed_it() -> None:
    """Side 1 has captured B, and A of B's first side destroys it."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3)], **STILL),
        ship("B", 0, (24, 17), 180, structure_left=1, marines=[1], activated=True), ship("E", 1, (44, 44)),
    )  # fmt: skip
    game.model("b").side = 1
    game.model("b").states["captured"] = 1
    game.begin("a").attack("a1", "b").faces([1, 1, 1]).faces([6])
    its_fate = fate(game, "b")
    assert (its_fate.side, its_fate.how, its_fate.by) == (0, "destroyed", "Kinetic Cannon of A")


def test_off_the_table_with_all_that_is_aboard() -> None:
    game = stage(
        ship("A", 0, (24, 45), traits=["Hangers:2"]), squadron("S", 0, (0, 0), embarked_in="a"),
        ship("B", 1, (24, 10), activated=True),
    ).begin("a")  # fmt: skip
    game.move(4).end()
    assert fate_and_cause(game, "a") == ("withdrawn", "off the table")
    assert fate_and_cause(game, "s") == ("withdrawn", "being aboard A")
    ended = fate(game, "s")
    assert (ended.x, ended.y) == (24, 49), "where its ship left the table"


def test_by_the_withdraw_action() -> None:
    game = stage(ship("A", 0, (24, 20)), ship("B", 1, (24, 44), activated=True)).begin("a", "withdraw")
    game.move(2).resolve().faces([2, 2, 5])
    assert fate_and_cause(game, "a") == ("withdrawn", "leaving the battle")


def test_lost_with_the_ship_that_carries_it() -> None:
    gone = {"defense": 0, "sensors": 0, "thrusters": 0}
    game = shot(squadron("S", 1, (0, 0), embarked_in="b"), traits=["Hangers:2"], ratings=gone).faces([6])
    its_fate = fate(game, "s")
    assert (its_fate.how, its_fate.by, its_fate.x, its_fate.y) == ("destroyed", "being aboard B", 24, 17)


def test_what_is_still_aboard_stands_where_its_ship_stands() -> None:
    game = stage(
        ship("A", 0, (24, 20), traits=["Hangers:2"]), squadron("S", 0, (0, 0), embarked_in="a"), ship("B", 1, (4, 4))
    )
    its_fate = fate(game, "s")
    assert (its_fate.place, its_fate.x, its_fate.y, its_fate.how) == ("embarked", 24, 20, "unhurt")


def test_a_drone_that_was_launched_has_its_card_for_a_number() -> None:
    game = stage(
        ship("A", 0, (24, 20), weapons=[bay(1, [1])], **STILL), ship("B", 1, (4, 4)), yard=(stocked("Gnat", 1),)
    )
    game.begin("a").drone("a1", "common/gnat", 24, 23)
    all_fates = fates(game.match.state, game.match.events.entries, {"a": "0", "b": "1"})
    assert [fate.who for fate in all_fates] == ["0", "1", "common/gnat"]
    assert (all_fates[0].how, all_fates[2].how) == ("unhurt", "unhurt"), "launching hurts nobody"
