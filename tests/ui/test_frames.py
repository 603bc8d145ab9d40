"""Tests of the work in a frame, by counts: what hasn't changed isn't drawn again, and large work is spread."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.session.session import Session
from jovian.ui.board import Board, Scene
from jovian.ui.kit.fonts import clear_caches
from jovian.ui.kit.widgets import Signal
from jovian.ui.panels.log_panel import LogPanel
from jovian.ui.panels.panel import GROUND, CanvasPanel
from jovian.ui.run import COLLECTIONS, STEP_MS, PauseWork
from jovian.ui.screens.navigation import ToBattle, ToBriefing, ToNewGame, ToReplay, ToResult, ToTitle
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.result import ResultScreen
from jovian.ui.screens.screen import Destination
from jovian.ui.screens.table import TableScreen
from jovian.ui.settings import Settings
from tests.games import finished, setup
from tests.rules_api import rule_pages, rulebook
from tests.ui.counting import Called
from tests.ui.pilot import TICK, Pilot, battle_at

SQUADRON_FLEETS = ("jovian-squadrons-250", "venusian-strike-250")
TEXT, TOLD, TERRAIN = "ui/kit/fonts.py: _rendered", "narrator.py: tell_group", "ui/board/terrain.py: _whole"
BACKDROP, SPRITE = "ui/board/grid.py: _build", "ui/board/sprites.py: _build"
BOARD_LAYER = "ui/board/board.py: _draw_ships"
"""The functions that draw a text, put events into words, and draw a piece of terrain, the sky, and models."""
EDGE_PIXELS = 4
"""The width of the edge in the color of a side, around the window."""
MOST_TEXTS = 80
"""New texts in a frame of a game after its first pictures. A unit card has about 30."""
MOST_PIECES = 4
"""Small pieces of terrain that are drawn in one frame."""
MOST_GROUPS = 12
"""Groups of events that one activation adds to the log."""


def frame(pilot: Pilot) -> Called:
    """Let the window do a frame, and return the number of calls of each function."""
    with Called() as called:
        pilot.app.step([], TICK)
        if pilot.app.dirty:
            pilot.app.draw(pilot.surface)
    return called


def test_a_frame_without_a_change_draws_nothing() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, Match(setup(1)))
    pilot.draw()
    for _ in range(30):
        frame(pilot)
    assert not pilot.app.dirty
    redraws = list(battle.board.redraws)
    battle.dirty = True  # As after a motion of the pointer.
    called = frame(pilot)
    assert called[TEXT] == called["ui/kit/widgets.py: draw_rows"] == 0 and battle.board.redraws == redraws
    assert not any(panel.dirty for panel in battle.panels)


def test_a_watched_game_draws_a_few_panels_and_texts_in_each_frame() -> None:
    pilot = Pilot(settings=Settings(speed=8.0, scale=1.0))
    pilot.app.go(ToBattle(Session(Match(setup(3), keep_all=True), ("random", "random"))))
    table = pilot.battle
    spread = 0
    for _ in range(700):
        pilot.app.step([], TICK)
        changed = [panel for panel in table.panels if panel.dirty and not panel.is_urgent]
        with Called() as called:
            pilot.app.draw(pilot.surface)
        waiting = [panel for panel in changed if panel.dirty]
        assert len(changed) - len(waiting) <= TableScreen.panels_per_frame
        assert called[TEXT] <= MOST_TEXTS
        spread += bool(waiting)
    assert len(table.session.match.journal) > 20 and spread > 5


def test_the_first_picture_after_a_handover_shows_nothing_of_the_other_side() -> None:
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0))
    battle = battle_at(pilot, Match(setup(3, SQUADRON_FLEETS)))
    match, players = battle.session.match, [make_player("random", seed=seed) for seed in (1, 2)]
    handovers = changed = 0
    while match.state.turn < 3 and handovers < 12:
        pilot.app.draw(pilot.surface)
        viewer, before = pilot.viewer, pilot.surface.copy()
        assert match.decision is not None
        pilot.take(ask(match, players[match.decision.side]))
        pilot.uncover()
        pilot.app.step([], TICK)
        if pilot.viewer == viewer:
            continue
        handovers += 1
        pilot.app.draw(pilot.surface)
        log = LogPanel(battle.names, rulebook(battle.shown))
        log.layout(battle.log.rect)
        log.show(battle.session.events(), battle.shown)
        assert words_of(battle.log) == words_of(log), "the log that was kept is the log of the side that looks"
        first = [pixels(pilot.surface, panel) for panel in battle.panels]
        old = [pixels(before, panel) for panel in battle.panels]
        changed += sum(one != two for one, two in zip(old, first, strict=True))
        for panel in battle.panels:
            panel.stale = True
        battle.finish()
        pilot.app.draw(pilot.surface)
        last = [pixels(pilot.surface, panel) for panel in battle.panels]
        assert all(one in (two, bytes(GROUND) * (len(one) // 3)) for one, two in zip(first, last, strict=True))
        assert first[battle.panels.index(battle.bar)] == last[battle.panels.index(battle.bar)]
    assert handovers >= 8 and changed > TableScreen.panels_per_frame * handovers


def test_a_battle_appears_in_parts() -> None:
    pilot = Pilot(settings=Settings(speed=8.0, scale=1.0))
    pilot.app.draw(pilot.surface)
    clear_caches()
    pilot.app.go(ToBattle(Session(Match(setup(4), keep_all=True), ("random", "random"))))
    counts = [frame(pilot) for _ in range(40)]
    pieces, layers = ([called[name] for called in counts] for name in (TERRAIN, BOARD_LAYER))
    assert max(called[TEXT] for called in counts) <= MOST_TEXTS
    assert layers[0] == 0 and sum(layers) > 0 and sum(pieces) > 3
    assert max(pieces) <= MOST_PIECES


def test_the_board_is_drawn_in_the_frame_after_the_answer() -> None:
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0, auto_frame=False))
    battle = battle_at(pilot, Match(setup(2)))
    pilot.deploy_all()
    late = 0
    for _ in range(30):
        pilot.uncover()
        for _ in range(8):  # The last picture is complete.
            frame(pilot)
        given = len(pilot.journal)
        assert pilot.asked is not None
        pilot.take(pilot.asked.default())
        first, second = frame(pilot), frame(pilot)
        assert len(pilot.journal) > given and not battle.bar.dirty
        assert first[BOARD_LAYER] == 0
        late += second[BOARD_LAYER]
    assert late > 10


def test_the_title_keeps_what_it_draws() -> None:
    clear_caches()
    pilot = Pilot()
    assert frame(pilot)[BACKDROP] == 1
    battle_at(pilot, Match(setup(1)))
    pilot.draw()
    pilot.app.go(ToTitle())
    called = frame(pilot)
    assert called[BACKDROP] == called[SPRITE] == 0


def test_the_replay_of_a_game_finds_its_words() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, finished(1), ("random", "random"))
    pilot.draw()
    with Called() as called:
        pilot.app.go(ToReplay(battle.session, battle, 10_000))
        pilot.app.draw(pilot.surface)
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen) and words_of(replay.log) == words_of(battle.log)
    assert called[TOLD] <= MOST_GROUPS


@pytest.mark.parametrize(
    "destination",
    [
        lambda pilot: ToNewGame(),
        lambda pilot: ToBriefing(Session(Match(setup(1))), None),
        lambda pilot: ToResult(Session(finished(1)), ("First", "Second"), pilot.screen),
    ],
)
def test_the_last_part_of_a_page_is_drawn_too(destination: Callable[[Pilot], Destination]) -> None:
    pilot = Pilot()
    clear_caches()
    pilot.app.go(destination(pilot))
    frame(pilot)
    while pilot.app.busy or pilot.app.dirty:
        frame(pilot)
    shown = pilot.surface.copy()
    pilot.draw()
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(pilot.surface, "RGB")


@pytest.mark.parametrize("destination", [ToNewGame, lambda: ToBriefing(Session(Match(setup(1))), None)])
def test_the_tables_of_a_page_are_drawn_in_parts(destination: Callable[[], Destination]) -> None:
    pilot = Pilot()
    clear_caches()
    pilot.app.go(destination())
    pieces = 0
    for _ in range(300):
        pieces += (called := frame(pilot))[TERRAIN]
        assert called[TERRAIN] <= MOST_PIECES
        if not pilot.app.screen.busy:
            break
    assert pieces > 3 and not pilot.app.screen.busy


def test_the_bar_shows_a_new_question_in_the_first_picture_after_it() -> None:
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0, curtain=False))
    battle = battle_at(pilot, Match(setup(2)), ("human", "random"))
    late = questions = 0
    for _ in range(100):
        pilot.answer_one() if battle.session.decision is not None else pilot.post()
        questions += battle.bar.dirty
        changed = sum(panel.dirty for panel in battle.panels)
        pilot.app.draw(pilot.surface)
        assert not battle.bar.dirty
        late += changed > TableScreen.panels_per_frame and any(panel.dirty for panel in battle.panels)
        pilot.wait()
    assert questions > 20 and late > 3


def words_of(log: LogPanel) -> list[str]:
    return [piece.text for row in log.lines for piece in row.pieces]


def pixels(surface: pygame.Surface, panel: CanvasPanel) -> bytes:
    inner = surface.get_rect().inflate(-2 * EDGE_PIXELS, -2 * EDGE_PIXELS)
    return pygame.image.tobytes(surface.subsurface(panel.rect.clip(inner)), "RGB")


def test_the_log_of_a_side_is_not_told_again_when_it_looks_again() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, Match(setup(2)))
    pilot.deploy_all()
    told: dict[int | None, list[int]] = {}
    for _ in range(60):
        viewer = pilot.viewer
        with Called() as called:
            pilot.answer_one()
        if pilot.viewer != viewer:
            told.setdefault(pilot.viewer, []).append(called[TOLD])
    assert min(len(counts) for counts in told.values()) >= 3 and len(battle.log.lines) > 60
    assert all(count <= 2 * MOST_GROUPS for counts in told.values() for count in counts[1:])


def test_a_jump_in_a_replay_finds_the_log_in_the_cache() -> None:
    pilot = Pilot()
    pilot.app.go(ToReplay(Session(finished(1)), None))
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen) and replay.busy and replay.recording.at == 0
    for _ in range(1000):
        if not replay.busy:
            break
        assert frame(pilot)[TOLD] <= MOST_GROUPS
    assert not replay.busy
    pilot.press("last")
    with Called() as called:
        pilot.press("first")
        pilot.press("last")
        pilot.draw()
    assert replay.recording.at == replay.recording.length and called[TOLD] == 0


def test_the_result_page_appears_in_parts() -> None:
    pilot = Pilot()
    session = Session(finished(1), ("ensign", "ensign"))
    pilot.app.go(ToResult(session, ("First", "Second"), pilot.app.screen))
    result = pilot.screen
    assert isinstance(result, ResultScreen) and result.busy
    parts = 0
    while result.busy and parts < 100:
        assert frame(pilot)[TERRAIN] <= MOST_PIECES
        parts += 1
    assert 8 <= parts < 100 and result.throws and result.turns and not result.busy
    assert frame(pilot)["ui/board/board.py: draw_once"] == 0


def test_a_result_page_that_was_left_early_is_complete_later() -> None:
    pilot = Pilot()
    session = Session(finished(1), ("ensign", "ensign"))
    pilot.app.go(ToResult(session, ("First", "Second"), pilot.app.screen))
    pilot.wait()
    whole, table = pilot.draw().copy(), pilot.app.screen
    for parts in (0, 2, 7):
        pilot.app.go(ToResult(session, ("First", "Second"), table))
        result = pilot.screen
        assert isinstance(result, ResultScreen)
        for _ in range(parts):
            frame(pilot)
        for name in ("detail", "detail"):
            result.act(Signal(name))
            frame(pilot)
        assert result.busy
        pilot.app.show(table)
        frame(pilot)
        pilot.app.show(result)
        pilot.wait()
        assert pilot.draw().get_buffer().raw == whole.get_buffer().raw
    pilot.app.go(ToResult(session, ("First", "Second"), table))
    pilot.screen.act(Signal("rematch"))
    pilot.wait()
    assert pilot.app.modal is not None or pilot.page == "battle"


def test_the_pictures_of_a_board_are_made_in_parts() -> None:
    match = Match(setup(1))
    board = Board((0, 0, 333, 333), (match.state.width, match.state.height))
    counts, making = [], board.make_pictures(match.state, Scene())
    for _ in range(50):
        with Called() as called:
            is_over = next(making, True)
        counts.append(called[TERRAIN])
        if is_over:
            break
    assert max(counts) <= MOST_PIECES < sum(counts)


def test_a_pause_collects_garbage_only_if_there_may_be_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses, done = PauseWork(), list[int]()
    read_ahead(pauses)
    monkeypatch.setattr("jovian.ui.run.gc.collect", lambda: done.append(1))
    for collections, count in ((COLLECTIONS - 1, 0), (COLLECTIONS, 1)):
        monkeypatch.setattr("jovian.ui.run.gc.get_count", lambda collections=collections: (0, 0, collections))
        pauses.do()
        assert len(done) == count


def test_a_pause_reads_the_rules_ahead() -> None:
    rule_pages.cache_clear()
    read_ahead(PauseWork())
    assert rule_pages.cache_info().currsize == 1


def read_ahead(pauses: PauseWork) -> None:
    """Let pauses pass until everything has been read."""
    for _ in range(50):
        if pauses.wait_ms != STEP_MS:
            break
        pauses.do()
    assert pauses.wait_ms > STEP_MS
