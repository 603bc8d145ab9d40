"""The running score, fleets with the same name, and the warning about unequal points."""

from __future__ import annotations

import pytest

from jovian.cards import load_fleet
from jovian.game import view
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.ui.screens.new_game import NewGameScreen
from tests.games import setup
from tests.rules_api import current_score, victory_points
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.test_scale import looks


def test_the_count_of_now_is_what_the_end_counts() -> None:
    match = Match(setup(3), keep_all=True)
    players = [make_player("ensign", seed=1), make_player("random", seed=2)]
    before = match.state.clone()
    while match.decision is not None:
        before = match.state.clone()
        match.answer(ask(match, players[match.decision.side]))
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
    assert battle.top.more[1 - side] and not battle.top.more[side]
    hint = battle.top.group[f"score {1 - side}"].hint
    assert hint.startswith("Score if the game ended now") and "+: You see only some" in hint


def test_watchers_see_the_whole_count() -> None:
    match = fighting()
    battle = battle_at(Pilot(), match, ("ensign", "random"))
    assert battle.top.points == current_score(match.state).scores and battle.top.more == (False, False)


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
        assert sum(text.endswith(" VP") for text in told) == 2
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
    shown = {}
    for name in ("turn hint", "phase hint deployment", "phase hint activation", "phase hint end"):
        part = battle.top.group[name]
        if part.visible:
            assert battle.top.rect.contains(part.rect)
            pilot.move(part.rect.center)
            pilot.wait(40)
            with recorded_texts() as texts:
                pilot.draw()
            shown[name] = " ".join(text.whole for text in texts)
    first = battle.names[battle.shown.initiative]
    told = shown["turn hint"].replace("›", ">")
    assert f"{first} has initiative" in told and "Sequence > Initiative" in told
    assert "activate a model" in shown["phase hint activation"]
