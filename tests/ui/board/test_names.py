"""In a running game, names stay near what they name, and ranges stay on their rings."""

from __future__ import annotations

from math import sqrt

import pygame
import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.match import Match
from jovian.ui.board.camera import strips
from jovian.ui.board.labels import terrain_boxes
from jovian.ui.screens.battle import BattleScreen
from tests.games import ARMED, game_answers, is_about_to_move, reached, setup
from tests.ui.board.gaps import gap
from tests.ui.pilot import Pilot, battle_at, quick

SIZES = ((1280, 720), (1920, 1080))


def things(battle: BattleScreen) -> tuple[dict[str, list[pygame.Rect]], dict[str, list[pygame.Rect]]]:
    """Return the boxes of bases and terrain on the screen."""
    camera, state = battle.board.camera, battle.shown
    markers = battle.board.markers(state, battle.drawn).items()
    bases = {key: strips(camera, marker.shape, marker.pose) for key, marker in markers if not marker.leader}
    lands = {piece.id: terrain_boxes(camera, piece) for piece in state.terrain.values() if piece.kind != "comet-tail"}
    return bases, lands


def astray(battle: BattleScreen) -> list[str]:
    """Return the faults of the names in a picture."""
    bases, lands = things(battle)
    faults = []
    led = {placed.key for placed, _ in battle.board.visible_names if placed.leader is not None}
    for ident, rect in battle.board.names.items():
        kind = bases if ident in bases else lands
        middle = pygame.Rect(rect.center, (1, 1))
        own = gap(middle, kind[ident])
        others = {key: gap(middle, each) for key, each in kind.items() if key != ident and not over(kind[ident], each)}
        faults += [f"{ident} is nearer to {key}" for key, far in others.items() if far <= own and ident not in led]
        faults += [f"{ident} lies over {key}" for key, each in bases.items() if over([rect], each) and ident not in led]
        if ident in lands:
            faults += [f"{ident} is nearer to {key}" for key, each in bases.items() if gap(middle, each) <= own]
    return faults


def over(one: list[pygame.Rect], other: list[pygame.Rect]) -> bool:
    return any(rect.collidelist(other) >= 0 for rect in one)


@pytest.mark.parametrize("size", SIZES)
def test_what_lies_along_an_edge_is_named_clear_of_the_scale(size: tuple[int, int]) -> None:
    """The name of an atmosphere is within it or next to it on the table, that of a planet outside the table."""
    with use_shelves(BUILTIN_SHELF):
        match = Match(setup(5, scenario="low-orbit"), keep_all=True)
    pilot = Pilot(size)
    battle_at(pilot, match)
    pilot.draw()
    names, camera = pilot.labels, pilot.camera
    (left, top), (right, bottom) = camera.to_screen((0, 48)), camera.to_screen((48, 0))
    assert names["planet"].left > right and top < names["planet"].centery < bottom
    assert left < names["air"].left and names["air"].right < right and top < names["air"].top
    assert names["air"].bottom < bottom and names["air"].right > camera.to_screen((38, 0))[0]


@pytest.mark.parametrize(("size", "seed"), [(SIZES[0], 3), (SIZES[1], 8)])
def test_names_stand_by_what_they_name_through_thirty_activations(size: tuple[int, int], seed: int) -> None:
    match = Match(setup(seed, ARMED), keep_all=True)
    pilot = Pilot(size, quick())
    battle = battle_at(pilot, match)
    activations = shown = wanted = 0
    for choice in game_answers(seed, ARMED, (("random", seed), ("random", seed + 1))):
        if activations == 30:
            break
        kind = pilot.kind
        pilot.take(choice)
        pilot.wait()
        pilot.uncover()
        if kind != "activate":
            continue
        activations += 1
        pilot.draw()
        assert astray(battle) == []
        chosen = battle.shown.models[battle.selection.selected] if battle.selection.selected else None
        assert chosen is None or not chosen.is_on_table or len(battle.board.names) > 5
        shown, wanted = shown + len(battle.board.names), wanted + sum(map(len, things(battle)))
    assert activations == 30
    assert shown > 0.8 * wanted, "most things have room for their name"


def test_ranges_lie_on_their_rings_once_each_and_over_no_base() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, reached(lambda match: match.decision.kind == "menu", 5, ARMED))
    pilot.uncover()
    for model in [each for each in battle.shown.on_table() if each.is_capital]:
        battle.selection.arcs, battle.selection.selected = True, model.id
        pilot.move((5, 5))
        pilot.draw()
        texts = [pill.text for pill, _ in battle.board.pills if pill.ring]
        assert texts and len(texts) == len(set(texts)), model.name
        bases = [rect for each in things(battle)[0].values() for rect in each]
        for pill, rect in battle.board.pills:
            on_screen = rect.move(pilot.camera.view[:2])
            assert on_screen.collidelist(bases) < 0
            for point in pill.ring or [rect.center]:  # A chance has no ring.
                if rect.inflate(4, 4).collidepoint(point):
                    break
            else:
                raise AssertionError(f"{pill.text} of {model.name} lies off its ring")


def test_the_pill_of_a_ghost_stays_with_its_ghost() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, reached(is_about_to_move(capital=False), 5, ARMED))
    pilot.uncover()
    pose = battle.shown.models[pilot.menu.subject].pose
    seen = 0
    for heading in range(0, 360, 30):
        pilot.move(pilot.on(pose.turned(heading).advanced(4)))
        pilot.draw()
        notes = [(pill, rect) for pill, rect in battle.board.pills if pill.about is not None]
        for pill, rect in notes:
            assert pill.about is not None
            seen += 1
            x, y = rect.centerx - pill.about.centerx, rect.centery - pill.about.centery
            assert sqrt(x * x + y * y) < rect.width / 2 + pill.about.width + 60, pill.text
    assert seen >= 8
