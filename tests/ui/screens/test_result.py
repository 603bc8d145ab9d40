"""Tests of the result page: the source of every point, by model and by turn, and the losses."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pygame
import pytest

from jovian.dice import Result
from jovian.game import LogEntry
from jovian.game.events import Attacked, Event, LeftPlay, ShipCaptured
from jovian.match import Match
from jovian.rehearsal.luck import Luck
from jovian.rehearsal.turning_points import spans_of
from jovian.ui.board import sprites
from jovian.ui.board.sprites import SpriteKey
from jovian.ui.kit.widgets import ScrollList
from jovian.ui.presentation.game_summary import (
    Feat,
    _describe,
    find_feats,
    find_lead_changes,
    luck_words,
    luckier_games,
    outcome_words,
)
from jovian.ui.screens.navigation import ToResult
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.result import Loss, ResultScreen, turn_ends
from tests.games import finished
from tests.rules.stage import Staged, drone, ship, squadron, stage
from tests.rules_api import progress, values, victory_points
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot, battle_at

POD = "Escape Pod"
PODS = {"of": "tokens", "token": POD}
NAMES = ("First", "Second")
SHOT = Attacked(
    attacker="", weapon="Lance", target="", window="activation", mounts=("a1",), distance=5.0, band="", arc="",
    modifiers=(), net=0, pool=None, dice=(), shift=0, autohit="", jammed="", defense=None, defense_dice=(),
    result=Result(), fire_control_left=0,
)  # fmt: skip
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def ended() -> Staged:
    """Return a game of 2 turns. Side 0 leads in everything that counts, partly at the end of the first turn."""
    game = stage(
        ship("A", 0, (10, 6), **STILL, tv=50), ship("D", 1, (10, 42), 180, **STILL),
        squadron("T", 1, (30, 42), activated=True), turn=6,
        tokens=[{"name": POD, "plural": "Escape Pods"}],
        objectives=[
            {"kind": "most_victory_points", "points": 4}, {"kind": "most", "points": 3, "turn": 6, "count": PODS},
            {"kind": "first_to_attack", "points": -2}, {"kind": "each", "points": 1, "role": "attacker", "count": PODS},
        ],
    )  # fmt: skip
    game.model("a").loads = ((POD, 2),)
    game.idle("a").idle("d")
    while not game.match.over:
        game.pick(*game.asked.default().to_json())
    return game


def page(pilot: Pilot, game: Staged, *, in_detail: bool = True) -> str:
    """Return all texts of the details, or of the summary."""
    battle = battle_at(pilot, game.match)
    pilot.app.show(ResultScreen(pilot.app, battle.session, battle.names, battle))
    pilot.wait(2)
    if in_detail:
        pilot.press("detail")
    return shown_texts(pilot)


def shown_texts(pilot: Pilot) -> str:
    with recorded_texts() as drawn_texts:
        pilot.draw()
    return "\n".join(each.whole for each in drawn_texts)


def test_every_point_says_how_it_came() -> None:
    page_text = page(Pilot((1920, 1080)), ended())
    for wanted in ("4 points for most fleet left", "3 points for the most Escape Pod", "2, 2 ahead · 3 points",
                   "-2 points for attacking first", "attacker only", "2, 2 × 1 · 2 points"):  # fmt: skip
        assert wanted in page_text, wanted
    assert "50 TV" in page_text and "Structure 3/3 · 2 Escape Pods" in page_text and "Points by turn" in page_text


def test_a_model_says_what_multiplies_it() -> None:
    game = ended()
    game.model("t").place = "withdrawn"
    assert [(each.name, each.share, each.points, each.why) for each in values(game.match.state, 1)][1] == (
        "T", 0.5, 5, "withdrawn",
    )  # fmt: skip
    page_text = page(Pilot((1920, 1080)), game)
    assert "Withdrawn" in page_text and "10 TV × 0.5" in page_text


def test_turns_tell_points_and_losses() -> None:
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL), squadron("S", 0, (30, 12)), turn=6,
    )  # fmt: skip
    game.begin("s", "withdraw").resolve().faces([2, 2, 5])
    game.idle("d").idle("a")
    while not game.match.over:
        game.pick(*game.asked.default().to_json())
    first, *_, last = turn_ends(game.match)
    assert [each.turn for each in turn_ends(game.match)] == [6, 7]
    assert first.losses == (Loss(0, "S", "withdrawn"),) and last.losses == ()
    assert last.scores == game.match.state.scores and first.scores[0].victory == 45


# --- Summary ---
@pytest.fixture(scope="module")
def game() -> Match:
    return finished(7)


def after(match: Match, seats: tuple[str, str] = ("human", "ensign"), size: tuple[int, int] = (1280, 720)) -> Pilot:
    """Return the window with the result of a game."""
    pilot = Pilot(size)
    battle = battle_at(pilot, match, seats)
    pilot.app.go(ToResult(battle.session, battle.names, battle))
    pilot.wait(2)
    return pilot


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (960, 540), (2560, 1080)])
def test_the_summary_tells_the_game(size: tuple[int, int], game: Match) -> None:
    pilot = after(game, size=size)
    text, state = shown_texts(pilot), game.state
    first, second = state.scores
    assert f"{first.objective:g} : {second.objective:g}" in text and "wins" in text
    assert outcome_words(state, progress(state)) in text
    for change in find_lead_changes(game):
        assert f"Turn {change.turn}: {change.text}"[:24] in text and f"+{change.points:g}" in text
    assert "What decided it" in text and "Feats" in text and ("of 100" in text or size[1] < 720)
    assert "You" in text and "Ensign" in text and misfits(pilot) == []


def test_a_picture_saved_in_the_first_frame_is_complete(game: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[pygame.Surface] = []
    monkeypatch.setattr("jovian.ui.app.encode_picture", lambda surface, name: saved.append(surface) or b"")
    pilot = Pilot()
    battle = battle_at(pilot, game, ("human", "ensign"))
    pilot.app.go(ToResult(battle.session, battle.names, battle))
    assert pilot.screen.busy
    pilot.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F12, mod=0, unicode="", scancode=0))
    for _ in range(2000):
        if not pilot.app.is_taking_picture:
            break
        pilot.wait()
        time.sleep(0.005)
    complete = after(game).draw()
    assert saved and pygame.image.tobytes(saved[0], "RGB") == pygame.image.tobytes(complete, "RGB")


def test_turning_points_are_the_largest_changes_and_a_click_shows_one(game: Match) -> None:
    changes = find_lead_changes(game)
    starts = [change.answers for change in changes]
    assert 1 < len(changes) <= 3 and starts == sorted(starts)
    spans = {span.begin: span for span in spans_of(game)}
    for change in changes:
        before, later = (game.fork_at(at).state for at in (change.answers, spans[change.answers].end))
        assert before.activation is None or not before.activation.declared
        assert change.turn == before.turn
        lead, later_lead = (victory_points(state, 0) - victory_points(state, 1) for state in (before, later))
        assert abs(later_lead - lead) == change.points and (later_lead > lead) == (change.side == 0)
    pilot = after(game)
    story = pilot.widget("story")
    assert isinstance(story, ScrollList)
    pilot.click(story.row_rect(1).center)
    replay = pilot.app.screen
    assert isinstance(replay, ReplayScreen) and replay.recording.answers == changes[0].answers


def test_a_turning_point_names_all_that_were_lost_and_only_who_did_it_all() -> None:
    enemies = [squadron(name, 1, (10 * n, 42)) for n, name in enumerate("BCDE", 1)]
    state = stage(ship("A", 0, (10, 6)), ship("F", 0, (40, 6)), *enemies).match.state

    def words(*events: Event) -> str:
        return _describe([LogEntry(n, 1, "activation", "both", event) for n, event in enumerate(events)], state, 0)

    def shot(attacker: str, target: str) -> Attacked:
        return replace(SHOT, attacker=attacker, target=target)

    lost = [LeftPlay(model=model_id, how="destroyed") for model_id in "bcde"]
    assert words(shot("a", "b"), lost[0]) == "B falls to A"
    assert words(shot("a", "b"), *lost[:1], shot("a", "c"), *lost[1:2]) == "B and C fall to A"
    assert words(shot("a", "b"), *lost[:1], shot("f", "c"), *lost[1:2]) == "B and C fall"
    assert words(*lost[:3]) == "B, C and D fall" and words(*lost) == "B, C and 2 more fall"
    assert words(ShipCaptured(model="a", side=1, marines=1)) == "", "it didn't gain by that"
    assert Feat("a", 0, 9, list("BCD")).to_words() == "destroyed B, C and D"
    assert Feat("a", 0, 9, [], list("BCDE")).to_words() == "crippled B, C and 2 more"


def test_a_feat_counts_the_damage_that_a_model_did(game: Match) -> None:
    feats = find_feats(game.events.entries, game.state)
    assert {feat.side for feat in feats} <= {0, 1} and feats
    for feat in feats:
        model = game.state.models[feat.model]
        assert model.owner == feat.side and feat.damage > 0
        assert f"{model.name}: {feat.damage} damage" in shown_texts(after(game))


def test_a_captured_ship_is_lost_to_who_brought_it_and_drones_are_no_part_of_a_fleet() -> None:
    game = ended()
    assert "lost" not in page(Pilot(), game, in_detail=False)
    game.model("d").side = 0
    assert "1 lost" in page(Pilot(), game, in_detail=False)
    game.model("d").place = "withdrawn"
    assert "1 lost" in page(Pilot(), game, in_detail=False), "its captor withdrew with it"
    game.model("d").side = 1
    shown = page(Pilot(), game, in_detail=False)
    assert "1 withdrawn" in shown and "lost" not in shown
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL), drone("P", 1, (30, 42)), turn=6
    )  # fmt: skip
    game.model("p").place = "destroyed"
    game.idle("a").idle("d")
    while not game.match.over:
        game.pick(*game.asked.default().to_json())
    assert "lost" not in page(Pilot(), game, in_detail=False)


def test_a_rematch_is_the_same_game_with_other_dice(game: Match) -> None:
    for button, seats in (("rematch", ("human", "ensign")), ("change", ("ensign", "human"))):
        pilot = after(game)
        pilot.press(button)
        while pilot.app.modal is not None:
            pilot.press("lose")
        new, old = pilot.match.setup, game.setup
        assert pilot.page == "battle" and pilot.battle.session.seats == seats and not pilot.match.over
        assert new.seed != old.seed and (new.scenario, new.fleets, new.options) == (
            old.scenario, old.fleets, old.options,
        )  # fmt: skip


def test_the_final_table_dims_no_model(game: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    dimmed: list[bool] = []

    def sprite(look: SpriteKey, *rest: Any) -> pygame.Surface:
        dimmed.append(look.dim)
        return plain_sprite(look, *rest)

    plain_sprite = sprites.sprite
    monkeypatch.setattr(sprites, "sprite", sprite)
    pilot = after(game)
    pilot.draw()
    count = len(game.state.on_table())
    assert any(model.activated for model in game.state.on_table()) and len(dimmed) >= 2 * count and not any(dimmed)


def test_players_who_are_the_same_cannot_change_sides(game: Match) -> None:
    pilot = after(game, ("human", "human"))
    assert "change" not in [widget.name for widget in pilot.app.screen.group.widgets]
    pilot.press("detail")
    pilot.press("detail")
    assert "What decided it" in shown_texts(pilot)


def test_the_name_of_an_own_player_keeps_its_capitals(game: Match) -> None:
    assert "McAdam of Bot.py" in shown_texts(after(game, ("human", "Bot.py:McAdam")))


def test_luck_is_told_in_plain_words() -> None:
    assert luck_words(Luck(0, 0.0, 0.0)) == "rolled no dice"
    assert luck_words(Luck(9, -2.04, 1.0)) == "2.0 steps worse than average dice"
    assert luckier_games(Luck(9, 0.0, 1.0)) == 50 and luckier_games(Luck(9, 3.0, 1.0)) == 0
