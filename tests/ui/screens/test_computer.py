"""Tests of human against computer, prompts, animation, and random input that never hangs the game."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from jovian.cards.files import Shelf, use_shelves
from jovian.dice import Faces, Pool, Result
from jovian.dice.looks import DROPPED, MACRO_PLUS, PLAIN, SET
from jovian.game import Answer, ListDecision, Option
from jovian.game.answers import Damage, Decline, KeepDice, OpenFire
from jovian.match import Match
from jovian.match.saves import from_data, to_data
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.settings import Settings
from tests.games import setup
from tests.rules_api import Counts, Outcomes, TypedFaces
from tests.ui.pilot import Pilot, answers_given, battle_at, fighting


def test_human_against_ensign_for_a_turn() -> None:
    pilot = Pilot()
    pilot.setup(("human", "ensign"), "11")
    pilot.deploy_all()
    for _ in range(600):
        if pilot.match.state.turn >= 2:
            break
        pilot.answer_one()
        pilot.wait()
    match = pilot.match
    assert match.state.turn >= 2 and {0, 1} <= {entry.side for entry in match.journal}
    assert pilot.viewer == 0
    hidden = [m for m in match.state.models.values() if m.owner == 1 and not m.public]
    assert all(m.id not in pilot.view.models for m in hidden)


def test_a_whole_game_against_the_ensign(short_shelf: Shelf) -> None:
    pilot = Pilot()
    with use_shelves(short_shelf):
        battle = pilot.setup(("human", "ensign"), "21")
    pilot.deploy_all()
    match, idle = pilot.match, 0
    while pilot.screen is battle and idle < 5:
        before = len(match.journal)
        pilot.answer_one()
        idle = 0 if len(match.journal) > before else idle + 1
    assert pilot.page == "result" and match.over
    pilot.draw()


def test_the_computer_answers_one_decision_a_step() -> None:
    pilot = Pilot()
    battle_at(pilot, Match(setup(2), keep_all=True), ("random", "random"))
    for _ in range(20):
        before = len(pilot.journal)
        pilot.wait()
        assert len(pilot.journal) <= before + 1
    assert len(pilot.journal) >= 15


def test_animation_runs_over_the_old_state_and_a_click_ends_it() -> None:
    pilot = Pilot((1280, 720), Settings(speed=1.0, scale=1.0, auto_frame=False))
    match = fighting()
    battle = battle_at(pilot, match)
    subject = match.decision.subject if match.decision else ""
    pose = battle.shown.models[subject].pose
    pilot.click(pilot.on(pose.advanced(2)))
    assert battle.animation.running and battle.shown.models[subject].pose == pose
    for _ in range(90):
        pilot.wait()
        if battle.animation.poses.get(subject, pose) != pose:
            break
    assert battle.animation.poses[subject] != pose and battle.shown.models[subject].pose == pose
    pilot.draw()
    pilot.click(battle.bar.rect.center)
    assert not battle.animation.running and battle.shown.models[subject].pose != pose
    assert battle.shown.models[subject].pose == match.state.models[subject].pose


@pytest.mark.parametrize(("frames", "answers"), [(250, 12), pytest.param(400, 20, marks=pytest.mark.long)])
def test_everything_is_shown_at_last_without_a_click(frames: int, answers: int) -> None:
    pilot = Pilot((1280, 720), Settings(speed=4.0, scale=1.0))
    battle_at(pilot, fighting(), ("random", "random"))
    before = len(pilot.journal)
    for _ in range(frames):
        pilot.wait()
        pilot.draw()
    assert len(pilot.journal) > before + answers


def prompt(*options: Option[Answer]) -> tuple[Pilot, BattleScreen, list[object]]:
    """Return a battle with a replaced decision, and the list of its answers."""
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    return pilot, battle, pilot.ask(ListDecision("test", 1, "Which?", "v1.2.4 Test", options))


FIRE, HOLD = Option(OpenFire("x", "a1"), "Fire"), Option(Decline(), "Hold fire")


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        (pygame.K_RETURN, FIRE.choice),
        (pygame.K_ESCAPE, HOLD.choice),
        (pygame.K_1, FIRE.choice),
        (pygame.K_2, HOLD.choice),
    ],
)
def test_prompts_by_keys(key: int, answer: object) -> None:
    pilot, _, answers = prompt(FIRE, HOLD)
    pilot.draw()
    pilot.key(key)
    assert answers == [answer]


def test_prompts_by_click_and_no_escape_where_nothing_declines() -> None:
    pilot, battle, answers = prompt(Option(Damage("defense"), "Defense"), Option(Damage("marines"), "Marines"))
    pilot.key(pygame.K_ESCAPE)
    assert answers == []
    pilot.click(battle.context.group.widgets[1].rect.center)
    assert answers == [["damage", "marines"]]


def test_flex_dice_are_shown_as_dice() -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    options = (Option(KeepDice((2, 4, 4)), "T4", "2 4 4"), Option(KeepDice((1, 2, 4)), "N", "1 2 4"))
    faces, results = Faces((4, 1, 4), (2,), (4,)), (Result.parse("T4"), Result())
    stake = Outcomes(None, results, Pool(3, 1, 1), faces=faces)
    answers = pilot.ask(ListDecision("flex", 1, "Which dice stay?", "v1.2.4 Test", options, stake=stake))
    assert pilot.sheet.dice == (
        ((1, DROPPED), (2, PLAIN), (4, SET), (4, SET), (4, MACRO_PLUS)),
        ((1, PLAIN), (2, PLAIN), (4, PLAIN), (4, DROPPED), (4, MACRO_PLUS)),
    )
    pilot.draw()
    pilot.press("1")
    assert answers == [["keep", [1, 2, 4]]]


def test_real_dice_are_clicked_in() -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    answers = pilot.ask(TypedFaces(1, "a test", Counts(2, 1)))
    pilot.draw()
    pilot.press("4")
    pilot.press("6")
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_2)
    pilot.press("3")
    assert answers == [["faces", [4, 2], [3], []]]


def test_a_game_with_real_dice_begins() -> None:
    pilot = Pilot()
    pilot.press("new")
    pilot.press("manual")
    pilot.seat(1, "human")
    pilot.begin()
    assert pilot.kind == "faces"
    pilot.press("6")
    pilot.press("1")
    assert pilot.battle.session.decision is not None and pilot.battle.session.decision.kind == "deploy"


NAMES = ("RETURN", "ESCAPE", "SPACE", *"qetlnrmfcujgpxo", "F10", *"12345")
KEYS = [getattr(pygame, f"K_{name}") for name in NAMES]


@pytest.mark.parametrize("steps", [400, pytest.param(900, marks=pytest.mark.long)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_monkey_never_breaks_it(seed: int, steps: int) -> None:
    """Random keys, buttons, and clicks cause no error, and the game can be loaded."""
    rng = Random(seed)
    pilot = Pilot((1280, 720), Settings(speed=(0.0, 4.0)[seed % 2], scale=1.0))
    battle = pilot.setup(("human", ("human", "random")[seed // 2 % 2]), str(seed))
    given = 0
    """The number of answers, also of those that were undone. The monkey presses Undo as often as any other button."""
    for count in range(steps):
        if pilot.app.screen is not battle:
            pilot.app.show(battle)
        known = answers_given(battle)
        _monkey(pilot, rng)
        given += max(0, answers_given(battle) - known)
        if count % 25 == 0:
            pilot.draw()
    match = battle.session.match
    assert given > 40
    assert from_data(to_data(match), "monkey").state.digest() == match.state.digest()


def _monkey(pilot: Pilot, rng: Random) -> None:
    battle, roll = pilot.battle, rng.random()
    if pilot.covered is not None:
        pilot.key(pygame.K_RETURN)
    elif pilot.app.modal is not None:
        pilot.key(pygame.K_ESCAPE)
    elif roll < 0.35:
        pilot.press(rng.choice([name for name in pilot.names() if name not in ("keys", "menu", "log", "roster")]))
    elif roll < 0.55:
        pilot.key(rng.choice(KEYS))
    elif roll < 0.7:
        model = rng.choice(list(battle.shown.on_table()) or [None])
        pilot.click(pilot.on(model.pose) if model else (400, 300))
    elif roll < 0.74:
        pilot.wheel(rng.choice((-1, 1)))
    else:
        active = pilot.view.active
        x, y = (active.pose.x, active.pose.y) if active else (24, 24)
        pilot.click(pilot.at(x + rng.uniform(-5, 5), y + rng.uniform(-5, 5)))
