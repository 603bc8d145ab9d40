"""Tests of the curtain between 2 players at one machine: no pixel before it is lifted depends on a secret."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pygame
import pytest

from jovian.game import Choice
from jovian.match import Match
from jovian.session.session import Session
from jovian.ui.screens.navigation import ToBattle
from jovian.ui.settings import Settings
from tests.bounds import until
from tests.games import setup
from tests.rules_api import Deploy
from tests.ui.pilot import Pilot

GAMES = (("jovian-250", "cega-250", 4), ("jovian-squadrons-250", "venusian-strike-250", 5))
KEYS = (pygame.K_F1, pygame.K_F10, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_i, pygame.K_n, pygame.K_u, pygame.K_w)


@contextmanager
def swapped(match: Match, session: Session, sides: tuple[int, ...]) -> Iterator[int]:
    """Exchange the cards and cargo of the models that only these sides know. Yield how many cards have changed."""
    changed, kept = 0, []
    for side in sides:
        hidden = [model for model in match.state.models.values() if model.owner == side and not model.public]
        values = [(model.card, model.name, model.cargo) for model in hidden]
        kept += zip(hidden, values, strict=True)
        for model, (card, name, cargo) in zip(hidden, values[1:] + values[:1], strict=True):
            changed += model.card is not card
            model.card, model.name, model.cargo = card, name, cargo
    session._changed()
    yield changed
    for model, (card, name, cargo) in kept:
        model.card, model.name, model.cargo = card, name, cargo
    session._changed()


def picture(pilot: Pilot, *, fresh: bool) -> bytes:
    """Return the pixels of the window, if `fresh` with nothing remembered of the picture before."""
    if fresh and pilot.covered is None:
        pilot.battle.course.ask()
    pilot.battle.board.invalidate()
    pilot.battle.dirty = True
    return bytes(pilot.draw().get_buffer().raw)


def shows_only(pilot: Pilot, sitting: int | None) -> int:
    """Check that a frame stays the same if all secrets are others that the sitting side doesn't know."""
    battle, others = pilot.battle, tuple(side for side in (0, 1) if side != sitting)
    first = picture(pilot, fresh=True)
    with swapped(battle.session.match, battle.session, others) as changed:
        assert picture(pilot, fresh=True) == first
    picture(pilot, fresh=True)
    return changed


def random_choice(match: Match, rng: Random) -> Choice:
    """Return a random answer. Most squadrons go aboard."""
    decision = match.decision
    assert decision is not None
    if isinstance(decision, Deploy) and rng.random() < 0.6:
        aboard = [option.choice for model in decision.models for option in decision.ships_to_join(model)]
        if aboard:
            return aboard[int(rng.random() * len(aboard))]
    return decision.sample(rng).to_json()


@pytest.mark.parametrize(("one", "two", "seed"), GAMES)
def test_no_frame_of_a_deployment_shows_what_the_player_at_the_screen_may_not_know(
    one: str, two: str, seed: int, headless: Path
) -> None:
    """From the start to the first activation. `sitting` is the side that has lifted the last curtain."""
    pilot, rng = Pilot(), Random(seed)
    pilot.app.settings.autosave = True
    pilot.app.go(ToBattle(Session(Match(setup(seed, (one, two)), keep_all=True))))
    match, sitting, curtains, compared = pilot.match, None, 0, 0
    names = {model.name for model in match.state.models.values()}
    for _ in until(lambda: match.decision is None or match.decision.kind not in ("deploy", "lay"), 200):
        if (side := pilot.covered) is not None:
            curtains += 1
            compared += shows_only(pilot, None)
            pilot.key(pygame.K_RETURN)
            assert pilot.covered is None
            sitting = side
        compared += shows_only(pilot, sitting)
        pilot.take(random_choice(match, rng))
        bytes(pilot.draw().get_buffer().raw)
    assert curtains > 5 and compared > 100
    files = [path.name for path in headless.rglob("*")]
    assert files and not any(name in file for name in names for file in files)


def test_a_new_game_begins_behind_the_curtain() -> None:
    pilot = Pilot()
    pilot.app.go(ToBattle(Session(Match(setup(3), keep_all=True))))
    assert pilot.match.decision is not None and pilot.covered == pilot.match.decision.side
    shows_only(pilot, None)


def test_both_see_the_first_dice_before_the_curtain_falls() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0))
    pilot.app.go(ToBattle(Session(Match(setup(3), keep_all=True))))
    seen = 0
    for _ in until(lambda: pilot.covered is not None, 20):
        assert pilot.battle.animation.running
        seen += shows_only(pilot, None)
        pilot.wait(30)
    assert seen and pilot.match.decision is not None and pilot.covered == pilot.match.decision.side


def test_before_the_battle_the_briefing_of_two_names_no_model() -> None:
    pilot = Pilot()
    pilot.press("new")
    for side in (0, 1):
        pilot.seat(side, "human")
    pilot.press("start")
    assert pilot.page == "briefing"
    texts = [row.text for row in pilot.widget("sides").items]  # type: ignore[attr-defined]
    assert sum("fleet list is secret" in text for text in texts) == 2
    assert not any(cell for row in pilot.widget("sides").items for cell in row.cells)  # type: ignore[attr-defined]


def test_no_key_and_no_pointer_gets_past_the_curtain() -> None:
    pilot = Pilot()
    pilot.app.go(ToBattle(Session(Match(setup(3), keep_all=True))))
    before = picture(pilot, fresh=True)
    for key in KEYS:
        pilot.key(key)
        assert pilot.covered is not None and pilot.page == "battle", pygame.key.name(key)
    pilot.key(pygame.K_f, pygame.KMOD_CTRL)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="a"))
    pilot.wheel(3)
    for at in ((60, 120), (60, 400), (1000, 60), (1000, 200), (1000, 420), (1000, 620), (400, 20), (1240, 20)):
        pilot.move(at)
        pilot.click(at, button=3)
        assert picture(pilot, fresh=True) == before
    pilot.key(pygame.K_RETURN)
    assert pilot.covered is None
