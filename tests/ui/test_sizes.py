"""Tests of the places in the battle: in random states of games, in all windows, no part covers or cuts another one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pygame
import pytest

from jovian.match import Match
from jovian.ui.kit.fonts import WRITTEN, cites_rule
from jovian.ui.kit.theme import TYPE, px
from jovian.ui.panels.panel import MAIN, ButtonPlace, CanvasPanel
from jovian.ui.questions.declare import MORE
from jovian.ui.screens.position_edit import PositionEditScreen
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.table import layout_of
from jovian.ui.settings import FIRST_GAMES, Settings
from tests.games import finished, replay, setup
from tests.match.test_edits import rehearsal
from tests.ui.fitting import misfits, parts_of
from tests.ui.pilot import ARMED, Pilot, battle_at, fighting
from tests.ui.test_scale import asks, until

SIZES = ((1280, 720), (1600, 900), (1920, 1080))
"""The windows for which the places are specified."""
OTHERS = ((1024, 600), (1366, 768), (2560, 1440), (3440, 1440), (3840, 2160))
SCALES = (0.0, 0.8, 1.0, 1.25, 1.5, 2.0)
MIN_TYPE = 12
LOOKS = tuple((size, scale) for size in (*SIZES, *OTHERS) for scale in SCALES)


def states(count: int) -> Iterator[Match]:
    """Yield random moments of games at which somebody decides. Many moments are from more games."""
    rng, games = Random(17), [finished(1 + number, ARMED) for number in range(max(3, count // 100))]
    for number in range(count):
        match = games[number % len(games)]
        yield match.fork_at(rng.randrange(len(match.journal)))


def faults(pilot: Pilot, rectangles: dict[object, list[pygame.Rect]]) -> list[str]:
    """Return what is wrong in the current picture. `rectangles` are those of the main buttons in each window so far."""
    battle, window = pilot.battle, pygame.Rect((0, 0), pilot.app.size)
    found, places = misfits(pilot), parts_of(pilot)
    found += [f"{name} lies outside: {rect}" for name, rect in places.items() if not window.contains(rect)]
    found += [f"{a} lies over {b}" for a, b in combinations(places, 2) if places[a].colliderect(places[b])]
    panels = [battle.top, battle.card, battle.context, battle.bar]
    cut = {whole for rect, whole in WRITTEN.cut if any(panel.rect.contains(rect) for panel in panels)}
    cut = {whole for whole in cut if not cites_rule(whole)}  # A place may be told by its last part.
    found += [f"cut: {whole}" for whole in cut - set(battle.names)]  # The top bar may have the first word of a name.
    model = battle.shown.models.get(battle.acting)
    if model is not None and battle.card.model is model and battle.card.rect.height < battle.card_need(0).least:
        found.append("a rating or a box is out of sight")
    look = (pilot.app.size, px(1000))
    main = [battle.bar.place_of(place) for place in MAIN]
    found += [] if rectangles.setdefault(look, main) == main else [f"the main buttons jump: {main}"]
    return found


@pytest.mark.parametrize("count", [12, pytest.param(1000, marks=pytest.mark.long)])
def test_in_any_state_of_a_game_each_part_has_its_place(count: int) -> None:
    rng, rectangles, found = Random(3), dict[object, list[pygame.Rect]](), list[str]()
    pilot = Pilot(settings=Settings(speed=0.0, ask_always=True))
    for number, match in enumerate(states(count)):
        pilot.app.settings.hint_games = FIRST_GAMES * (number % 2)
        battle_at(pilot, match)
        pilot.uncover()
        for size, scale in rng.sample(LOOKS, 4):
            pilot.app.settings.scale = scale
            pilot.app.resize(size)
            pilot.app.relayout()
            pilot.wait(2)
            found += [f"state {number}, {size} at {scale}: {fault}" for fault in faults(pilot, rectangles)]
    assert found == []


@pytest.mark.parametrize(("size", "least"), [((1280, 720), 0.58), ((1600, 900), 0.54), ((1920, 1080), 0.56)])
def test_the_board_gets_more_than_half_of_the_window(size: tuple[int, int], least: float) -> None:
    pilot = Pilot(size, Settings(speed=0.0))
    battle_at(pilot, fighting())
    board = pilot.board_place
    assert board.width * board.height >= least * size[0] * size[1]


@pytest.mark.parametrize("size", [*SIZES, *OTHERS])
def test_the_parts_fill_the_window(size: tuple[int, int]) -> None:
    places = layout_of(size)
    assert places.roster.right == places.board.left == places.log_line.left and places.board.right == places.column.left
    assert places.top.bottom == places.roster.top == places.column.top == places.board.top
    assert places.board.bottom == places.log_line.top and places.log_line.bottom == places.column.bottom == size[1]
    assert places.column.right == size[0] and 2 * places.board.width * places.board.height >= size[0] * size[1]


@pytest.mark.parametrize("size", [(1264, 656), (1280, 720)])
def test_cards_are_whole_while_models_are_placed(size: tuple[int, int]) -> None:
    pilot = Pilot(size, Settings(speed=0.0))
    battle = battle_at(pilot, Match(setup(5, ARMED), keep_all=True))
    pilot.uncover()
    for model in [model for model in pilot.view.models.values() if model.side == pilot.viewer]:
        pilot.select(model.id)
        assert battle.card.model is model and not battle.card.further, model.name
        assert misfits(pilot) == []


def test_the_smallest_type_has_12_pixels() -> None:
    assert min(face.size for face in TYPE.values()) >= MIN_TYPE


def test_heights_change_only_with_window_scale_or_acting_model() -> None:
    pilot = Pilot((1920, 1080), Settings(speed=0.0, ask_always=True))
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    places = parts_of(pilot)
    for model in pilot.view.on_table():
        pilot.move(pilot.on(model.pose))
        pilot.wait(2)
        assert parts_of(pilot) == places
    pilot.key(pygame.K_t)
    assert parts_of(pilot) == places and battle.acting == pilot.menu.model.id


def test_the_second_card_shows_the_nearest_enemy_until_another_model_is_pointed_at() -> None:
    pilot = Pilot((1920, 1080), Settings(speed=0.0))
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    ship = pilot.menu.model
    pilot.move((-50, -50))
    shown = battle.second_card.model
    assert shown is not None and shown.side != ship.side
    enemies = [model for model in pilot.view.on_table() if model.side == shown.side]
    assert shown.pose.distance_to(ship.pose) == min(model.pose.distance_to(ship.pose) for model in enemies)
    other = next(model for model in enemies if model.id != shown.id)
    battle.selection.hovered = other.id
    battle.refresh()
    assert battle.second_card.model is not None and battle.second_card.model.id == other.id


@pytest.mark.parametrize("size", SIZES)
def test_the_bar_of_a_replay_is_beside_the_board(size: tuple[int, int]) -> None:
    pilot = Pilot(size, Settings(speed=0.0))
    session = battle_at(pilot, fighting()).session
    replay = ReplayScreen(pilot.app, session, None)
    pilot.app.show(replay)
    assert replay.places.column.contains(replay.bar.rect) and not replay.bar.rect.colliderect(pilot.board_place)
    places = replay.places
    assert replay.timeline.rect == places.foot and places.foot.height and misfits(pilot) == []
    assert places.board.bottom == places.foot.top and places.foot.bottom == places.log_line.top
    pilot.press("step")
    assert replay.recording.at == 1


def test_each_panel_with_a_place_is_in_the_list_of_its_table() -> None:
    """A panel that is missing there would neither be drawn nor get input."""
    pilot = Pilot(settings=Settings(speed=0.0))
    battle = battle_at(pilot, rehearsal())
    tables = [battle, ReplayScreen(pilot.app, battle.session, None)]
    tables.append(PositionEditScreen(pilot.app, battle.session, battle, lambda: None))
    for table in tables:
        pilot.app.show(table)
        placed = [panel for panel in vars(table).values() if isinstance(panel, CanvasPanel) and all(panel.rect.size)]
        listed = [*table.panels, table.log]
        assert len(placed) > 4 and all(panel in listed for panel in placed), type(table).__name__


@pytest.mark.parametrize(("kind", "names"), [("declare", [MORE]), ("menu", [])])
def test_actions_without_space_for_icons_have_one_button(kind: str, names: list[str]) -> None:
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=2.0))
    battle = battle_at(pilot, replay(setup(5, ARMED), [entry.choice for entry in until(asks(kind)).journal]))
    pilot.uncover()
    icons = [press.name for press in battle.presses if press.place is ButtonPlace.ICON and not press.lit]
    assert len(icons) > 4 and not battle.icons.rect.height
    assert [widget.name for widget in battle.context.group.widgets if widget.name in icons] == names


@pytest.mark.parametrize("kind", ["declare", "plan", "interception", "critical"])
def test_the_largest_text_keeps_the_lines_of_a_question_in_reach(kind: str) -> None:
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=2.0, ask_always=True))
    choices = [entry.choice for entry in until(asks(kind)).journal]
    battle = battle_at(pilot, replay(setup(5, ARMED), choices))
    pilot.uncover()
    pilot.wait(2)
    if kind == "declare":
        pilot.key(pygame.K_a)
    assert battle.sheet is not None and misfits(pilot) == []
    in_main = {press.do for press in battle.bar.presses}
    for press in battle.sheet.presses:
        if press.do in in_main:
            continue
        assert battle.context.reveal(press.name)
        assert battle.context.group[press.name].visible
