"""Tests of luck on the result page: both sides, and the rolls with most influence."""

from __future__ import annotations

import pytest

from jovian.game.events import Rolled
from jovian.match import Match
from jovian.rehearsal.luck import luck_of, throws_of
from jovian.ui.kit.widgets import ScrollList
from jovian.ui.screens.result import describe_luck, luck_rows, throw_rows
from tests.games import finished
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot, battle_at
from tests.ui.screens.test_result import NAMES, ResultScreen


@pytest.fixture(scope="module")
def game() -> Match:
    return finished(6)


def texts(game: Match, viewer: int | None = None, width: int = 2000) -> list[str]:
    throws = throws_of(game.events.seen_by(viewer))
    return [row.text for row in (*luck_rows(throws, NAMES, width), *throw_rows(throws, width))]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_page_tells_it(size: tuple[int, int], game: Match) -> None:
    pilot = Pilot(size)
    battle = battle_at(pilot, game)
    pilot.app.show(ResultScreen(pilot.app, battle.session, battle.names, battle))
    pilot.press("detail")
    account = pilot.widget("account")
    assert isinstance(account, ScrollList)
    with recorded_texts() as drawn_texts:
        pilot.draw()
    shown = "\n".join(each.whole for each in drawn_texts)
    assert all(f"{name}: {describe_luck(luck_of(throws_of(game.events), side))}"[:30] in shown
               for side, name in enumerate(battle.names)), "the sums are in sight at once"  # fmt: skip
    account.scroll_to(len(account.items) - 1)
    with recorded_texts() as drawn_texts:
        pilot.draw()
    text = "\n".join(each.whole for each in drawn_texts)
    assert "Unluckiest" in text and "Turn " in text and misfits(pilot) == []


def test_both_sides_and_the_throws_with_most_luck(game: Match) -> None:
    drawn, throws = texts(game), throws_of(game.events)
    for side, name in enumerate(NAMES):
        assert f"{name}: {describe_luck(luck_of(throws, side))}" in drawn
    best = max(throws, key=lambda each: (each.luck, -each.n))
    worst = min(throws, key=lambda each: (each.luck, each.n))
    assert drawn[drawn.index("Luckiest") + 1].endswith(f"{best.luck:+.1f}")
    assert f"{worst.luck:+.1f}" in drawn[drawn.index("Unluckiest") + 1]


def test_a_sum_is_told_as_a_share_of_such_games(game: Match) -> None:
    luck = luck_of(throws_of(game.events), 0)
    text = describe_luck(luck)
    assert f"{luck.steps:+.1f} steps in {luck.throws} throws" in text
    below = int(text.split("luckier than ")[1].split("%")[0])
    assert (below > 50) is (luck.steps > 0)


def test_dice_that_an_eye_may_not_know_of_are_left_out(game: Match) -> None:
    for viewer in (0, 1):
        known = {entry.n for entry in game.events.seen_by(viewer) if isinstance(entry.event, Rolled)}
        assert {each.n for each in throws_of(game.events.seen_by(viewer))} <= known


def test_a_game_without_dice_has_no_such_part() -> None:
    assert [*luck_rows((), NAMES, 400), *throw_rows((), 400)] == []
