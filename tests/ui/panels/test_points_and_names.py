"""The running score, fleets with the same name, and the warning about unequal points."""

from __future__ import annotations

import pytest

from jovian.cards import load_fleet
from jovian.game import DESTROYED, WITHDRAWN, view
from jovian.match import Match
from jovian.ui.screens.new_game import NewGameScreen
from tests.games import finished, setup
from tests.rules.stage import ship, stage
from tests.rules_api import current_score, victory_points, victory_value
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.test_scale import looks


def bar_texts(pilot: Pilot) -> list[str]:
    """Return the texts of the top bar."""
    pilot.battle.top.stale = True
    with recorded_texts() as texts:
        pilot.draw()
    return [text.text for text in texts if text.rect.bottom <= pilot.battle.top.rect.bottom]


def test_the_count_of_now_is_what_the_end_counts() -> None:
    match = finished(3)
    before = match.state_at(len(match.journal) - 1)
    assert current_score(match.state).scores == match.state.scores
    assert current_score(before).scores != ((0.0, 0.0), (0.0, 0.0))
    pilot = Pilot()
    battle = battle_at(pilot, match.fork_at(len(match.journal) - 1), ("human", "ensign"))
    assert battle.top.points == current_score(battle.shown).scores


@pytest.mark.parametrize("side", [0, 1])
def test_only_what_the_looking_side_knows_is_counted(side: int) -> None:
    match = Match(setup(7, ("jovian-250", "cega-250")), keep_all=True)
    while match.decision is not None and match.decision.side != side:
        match.answer(match.decision.default())
    seats = ("human", "ensign") if side == 0 else ("ensign", "human")
    battle = battle_at(Pilot(), match, seats)
    seen = view(match.state, side)
    assert battle.top.points == current_score(seen).scores
    assert battle.top.points[1 - side][1] < victory_points(match.state, 1 - side)
    own, other = battle.top.fleets[side], battle.top.fleets[1 - side]
    assert other.more and not own.more
    assert other.whole == sum(victory_value(model) for model in seen.models.values() if model.owner == 1 - side)
    hint = battle.top.group[f"score {1 - side}"].hint
    assert "If the game ended now" in hint and "Models that you haven't seen may change these points." in hint
    assert "haven't seen" not in battle.top.group[f"score {side}"].hint


def test_all_is_left_and_no_side_leads_before_the_first_turn() -> None:
    match = Match(setup(7, ("jovian-250", "cega-250")), keep_all=True)
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, match, ("ensign", "ensign"))
    for side, fleet in enumerate(battle.top.fleets):
        tv = sum(victory_value(model) for model in match.state.models.values() if model.owner == side)
        assert (fleet.left, fleet.whole, fleet.more, fleet.lead) == (tv, tv, False, "")
        assert f"of {tv} left" in bar_texts(pilot)


def test_no_side_leads_before_something_is_lost() -> None:
    game = stage(ship("A", 0, (10, 6), tv=50), ship("D", 1, (10, 42), 180, tv=40), initiative=0)
    battle = battle_at(Pilot(), game.match)
    assert [fleet.lead for fleet in battle.top.fleets] == ["", ""] and battle.top.points[0] > battle.top.points[1]


def test_the_tip_says_what_a_fleet_lost_and_who_leads() -> None:
    game = stage(
        ship("A", 0, (10, 6), tv=50), ship("B", 0, (20, 6), tv=30), ship("C", 0, (30, 6), tv=11),
        ship("D", 1, (10, 42), 180, tv=40), initiative=0,
    )  # fmt: skip
    game.model("b").place, game.model("c").place = DESTROYED, WITHDRAWN
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, game.match)
    first, second = battle.top.fleets
    assert (first.left, first.whole, first.lead) == (56, 91, "leads") and (second.left, second.lead) == (40, "")
    hint = battle.top.group["score 0"].hint
    assert f"{battle.names[0]}: 56 of 91 Threat Value left." in hint
    assert "Lost: 30 for B (destroyed) and 5 for C (withdrawn)." in hint
    assert "If the game ended now" in hint and "56 Victory Points" in hint
    assert "Lost" not in battle.top.group["score 1"].hint
    assert {"56", "of 91 left", "leads", "of 40 left"} <= set(bar_texts(pilot))


def test_watchers_see_the_whole_count() -> None:
    match = fighting()
    battle = battle_at(Pilot(), match, ("ensign", "random"))
    assert battle.top.points == current_score(match.state).scores
    assert not any(fleet.more for fleet in battle.top.fleets)


def test_two_fleets_of_one_list_are_told_apart() -> None:
    match = Match(setup(4, ("jovian-250", "jovian-250")))
    names = [each["name"] for each in match.events.to_json()[0]["sides"]]
    name = load_fleet("jovian-250").name
    assert names == [f"First {name}", f"Second {name}"]
    models = [model.name for model in match.state.models.values()]
    assert len(set(models)) == len(models)
    assert battle_at(Pilot(), Match(setup(4, ("jovian-250", "jovian-250")), keep_all=True)).names == tuple(names)


def test_two_lists_keep_their_names() -> None:
    match = Match(setup(4, ("jovian-250", "cega-250")))
    assert [each["name"] for each in match.events.to_json()[0]["sides"]] == [
        load_fleet("jovian-250").name, load_fleet("cega-250").name,
    ]  # fmt: skip
    assert not any(model.name.startswith("2nd ") for model in match.state.models.values())


def test_setup_warns_of_unequal_points() -> None:
    pilot = Pilot()
    pilot.press("new")
    screen = pilot.screen
    assert isinstance(screen, NewGameScreen)
    small, large = screen.fleets.index("jovian-150"), screen.fleets.index("cega-250")
    screen.scenario = next(each for each in [screen.scenario] if not each.models)
    screen.chosen = [small, large]
    assert "Unequal points" in screen.points_warning and load_fleet("cega-250").name in screen.points_warning
    pilot.draw()
    screen.chosen = [large, large]
    assert screen.points_warning == ""


def test_both_sides_have_room_for_name_and_points_at_every_scale() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    for _ in looks(pilot):
        with recorded_texts() as texts:
            pilot.draw()
        told = [text.text for text in texts if text.rect.bottom <= battle.top.rect.bottom]
        assert [f"{fleet.left}" for fleet in battle.top.fleets if f"{fleet.left}" not in told] == []
        assert sum(text == "leads" for text in told) == 1
        assert sum(text in ("leads", "seen", "left") or " left" in text for text in told) >= 2
        for side, name in enumerate(battle.names):
            shown = next(text for text in told if text[:5] == name[:5])
            hint = battle.top.group[f"score {side}"]
            assert shown == name or len(shown) >= 8
            assert hint.visible and name in hint.hint and battle.top.rect.contains(hint.rect)
        assert not battle.top.group["score 0"].rect.colliderect(battle.top.group["score 1"].rect)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_turn_and_the_phases_are_explained(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.draw()
    part = battle.top.group["turn hint"]
    assert part.visible and battle.top.rect.contains(part.rect)
    pilot.move(part.rect.center)
    pilot.wait(40)
    with recorded_texts() as texts:
        pilot.draw()
    told = " ".join(text.whole for text in texts).replace("›", ">")
    first = battle.names[battle.shown.initiative]
    assert f"{first} has initiative" in told and "Sequence > Initiative" in told
    assert "activate a model" in told
