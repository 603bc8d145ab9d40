"""Expected captures: the odds of Marines, and the captain's moves for and against boarding."""

from __future__ import annotations

import pytest

from jovian.players.admiral import balance, capture_balance
from jovian.players.captain.analysis import CaptainAnalysis
from jovian.players.evaluation.marines import can_reach_to_board, captor_value, win_chance
from tests.players.captain.test_judgment import field
from tests.rules.stage import Staged, gun, ship, stage

SOUND = [6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("there", "guards", "fights", "share"),
    [
        (3, 1, 1, 1 - 6 * 5 * 4 / 6**3),  # a pair of three dice; a lone guard fells one in six, of three
        (4, 1, 1, 1 - 6 * 5 * 4 * 3 / 6**4), (2, 0, 1, 1.0), (0, 1, 1, 0.0), (4, 1, 0, 0.0),
    ],
)  # fmt: skip
def test_firefights_are_reckoned_by_their_dice(there: int, guards: int, fights: int, share: float) -> None:
    assert win_chance(there, guards, fights) == pytest.approx(share)


def test_more_marines_and_more_time_take_more_ships() -> None:
    assert win_chance(3, 1, 1) < win_chance(3, 1, 2) < win_chance(4, 1, 2) and win_chance(4, 2, 2) < win_chance(4, 1, 2)


@pytest.mark.parametrize(("place", "able"), [((24, 16), True), ((24, 24), False), ((24, 2), False)])
def test_a_ship_boards_what_its_next_move_brings_it_to(place: tuple[float, float], able: bool) -> None:
    game = stage(ship("A", 0, (24, 10), 0, marines=[1], speed=4), ship("B", 1, place, 90))
    state = game.match.state
    assert can_reach_to_board(state, state.models["a"], state.models["b"]) is able


def hunt(guards: int, acted: bool = False, crew: float = 14) -> Staged:
    """Return a gunship, and a friend with marines near an enemy with this number of marines."""
    return stage(
        ship("Guns", 0, (14, 20), 90, weapons=[gun("Kinetic Cannon", ac=5, as_=4)], sensors=[6, 4, 2, 1]),
        ship("Crew", 0, (24, crew), 0, marines=[3, 2, 1], activated=acted),
        ship("Prey", 1, (24, 20), 90, marines=list(range(guards, 0, -1)), structure=SOUND, ratings={"defense": 0}),
    )  # fmt: skip


def test_a_ship_that_a_friend_is_about_to_board_is_no_prey() -> None:
    bare, manned = field(hunt(0)), field(hunt(4))
    assert bare.captures.costs_of_destroying["prey"] > 40 > manned.captures.costs_of_destroying.get("prey", 0.0)
    assert bare.value(bare.view.models["prey"]) < 0 < manned.value(manned.view.models["prey"])


def test_what_is_boarded_in_the_next_turn_counts_in_part() -> None:
    now, later = field(hunt(0)), field(hunt(0, acted=True))
    assert now.captures.costs_of_destroying["prey"] > later.captures.costs_of_destroying["prey"] > 0


def test_guns_that_may_lay_a_ship_bare_are_worth_more_where_a_friend_may_board_it() -> None:
    def best(game: Staged) -> float:
        seen = field(game)
        guns = seen.view.models["guns"]
        return seen.attacks(seen.view, guns, [mount.id for mount in guns.card.mounts], (), {})[0].value

    assert best(hunt(2)) > best(hunt(2, acted=True)) > best(hunt(2, crew=4)) > 0


def test_a_ship_without_marines_keeps_away_from_those_who_board() -> None:
    def risk(guards: int, y: float) -> float:
        own = ship("Own", 0, (24, y), 90, marines=list(range(guards, 0, -1)), structure=SOUND, ratings={"defense": 0})
        seen = field(stage(own, ship("Foe", 1, (24, 30), 180, marines=[2, 1], weapons=[])))
        return seen.risk(seen.view.models["own"], seen.view.models["own"].pose)

    assert risk(0, 25) > 20 > risk(2, 25) == risk(0, 10) == 0.0


def test_a_captured_ship_counts_half_again() -> None:
    def seen(**fields: object) -> CaptainAnalysis:
        return field(
            stage(ship("Own", 0, (4, 4)), ship("Taken", 1, (24, 20), tv=40, **fields), ship("Foe", 1, (44, 44)))
        )

    whole, taken = seen(), seen(states={"captured": 1})
    assert (captor_value(whole.view.models["taken"]), captor_value(taken.view.models["taken"])) == (0, 20)
    assert taken.bonuses["taken"] == whole.bonuses["taken"] + 20
    assert balance(taken.view, 0) == balance(whole.view, 0) - 20


def test_an_admiral_sees_captures_that_are_near() -> None:
    near, far, manned = (hunt(0), hunt(0, crew=4), hunt(2))
    assert (
        capture_balance(near.match.state, 0)
        > 10
        > capture_balance(far.match.state, 0)
        == capture_balance(manned.match.state, 0)
        == 0.0
    )
    assert capture_balance(near.match.state, 1) == -capture_balance(near.match.state, 0)
