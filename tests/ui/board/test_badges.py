"""Badges of tokens and search tokens on the board, the card, and the roster."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from jovian.descriptions.cards import extra_labels
from jovian.game import State
from jovian.match import Match
from jovian.ui.board import Board, Scene
from jovian.ui.board.labels import all_badges
from tests.games import setup
from tests.rules.stage import Staged, rock, ship, squadron, stage
from tests.ui.board.test_picture import VIEW, difference
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at

GOLDEN = Path(__file__).parent / "golden" / "badges.png"
TOKENS = [{"name": "Escape Pod", "plural": "Escape Pods"}, {"name": "Water", "plural": "Water"}]


def laden() -> Staged:
    """Return a ship with both kinds of tokens, a squadron with many of one kind, and a hulk searched by both sides."""
    hulk = rock("unidentified-object", (24, 31), id="hulk", name="Drifting Hulk", structure=4)
    game = stage(
        ship("A", 0, (16, 30)), ship("B", 1, (32, 30), 180), squadron("F", 0, (24, 20)), terrain=(hulk,), tokens=TOKENS,
        special_rules=["search-objects"],
    )  # fmt: skip
    game.model("a").loads = (("Escape Pod", 3), ("Water", 5))
    game.model("f").loads = (("Escape Pod", 12),)
    game.match.state.notes["Search a UIO"] = (("hulk", 1, 2, 2),)
    return game


@pytest.fixture
def state() -> State:
    return laden().match.state


def draw_scene(state: State, board: Board, scene: Scene | None = None) -> pygame.Surface:
    surface = pygame.Surface(VIEW[2:], 0, 32)
    board.draw(surface, state, scene or Scene())
    return surface


def test_they_look_as_they_did(state: State) -> None:
    board = Board(VIEW, (state.width, state.height))
    board.camera = board.camera.focused((21, 27)).zoomed(board.camera.center, 3.0)
    small = pygame.transform.smoothscale(draw_scene(state, board), (450, 450))
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        pygame.image.save(small, GOLDEN)
    assert difference(small, pygame.image.load(GOLDEN)) < 2.0, "set JOVIAN_GOLDEN=write to accept a new look"


def test_each_kind_has_a_shape_of_its_own_and_its_number(state: State) -> None:
    badges = all_badges(state)
    assert {ident: [(each.shape, each.number) for each in held] for ident, held in badges.items()} == {
        "a": [("hexagon", 3), ("drop", 5)], "f": [("hexagon", 12)], "hulk": [("rhomb", 1), ("rhomb", 2)],
    }  # fmt: skip
    assert badges["a"][0].title == "Carries 3 Escape Pods" and badges["hulk"][1].title == "2 of 3 search tokens"


def test_a_badge_stands_on_its_base_whether_names_are_shown_or_not(state: State) -> None:
    board = Board(VIEW, (state.width, state.height))
    for scene in (Scene(), Scene(labels=False)):
        draw_scene(state, board, scene)
        assert [(ident, each.number) for _, ident, each in board.badges if ident == "a"] == [("a", 3), ("a", 5)]
        rect = board.badges[0][0].move(VIEW[:2])
        found = board.badge_at(rect.center)
        assert found is not None and found[1] == rect
    assert board.badge_at((VIEW[0] + 3, VIEW[1] + 3)) is None


def test_what_is_carried_is_drawn_again_when_it_changes(state: State) -> None:
    board = Board(VIEW, (state.width, state.height))
    before = pygame.image.tobytes(draw_scene(state, board), "RGB")
    other = state.clone()
    other.models["f"].loads = ()
    assert pygame.image.tobytes(draw_scene(other, board), "RGB") != before


def test_card_and_roster_tell_of_them_and_the_pointer_explains(state: State) -> None:
    assert extra_labels(state, state.models["a"])[0][0] == "3 Escape Pods"
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, laden().match)
    rows = {row.model_id: row for row in battle.roster.list.items}
    assert [each.number for each in rows["a"].badges] == [3, 5] and rows["b"].badges == ()
    pilot.select("a")
    battle.card.scroll(400)
    with recorded_texts() as drawn_texts:
        pilot.draw()
    assert {"3 Escape Pods", "5 Water"} <= {each.whole for each in drawn_texts}
    rect = next(rect for rect, ident, _ in battle.board.badges if ident == "f")
    pilot.move(rect.move(pilot.camera.view[:2]).center)
    with recorded_texts() as drawn_texts:
        pilot.draw()
    assert "Carries 12 Escape Pods" in {each.whole for each in drawn_texts}


def test_a_plain_game_has_none() -> None:
    assert all_badges(Match(setup(3)).state) == {}
