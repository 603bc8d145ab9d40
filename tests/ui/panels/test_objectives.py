"""The objectives in the top bar and the briefing: their texts, the side whose knowledge they use, and their fit."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from jovian.game import State, view
from jovian.match import Match
from jovian.ui.board import first_picture, picture
from jovian.ui.board.board_help import zone_areas
from jovian.ui.panels.objectives import lines_of
from jovian.ui.screens.briefing import BriefingScreen
from tests.games import setup
from tests.rules.stage import Staged, ship, squadron, stage
from tests.rules_api import progress
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot, battle_at

POD = "Escape Pod"
PODS = {"of": "tokens", "token": POD}
NAMES = ("First", "Second")
OBJECTIVES: tuple[dict[str, Any], ...] = (
    {"kind": "most_victory_points", "points": 4},
    {"kind": "first_to_attack", "points": -2},
    {"kind": "most", "points": 3, "count": {**PODS, "model_kind": "capital", "fate": ["withdrawn"]}},
    {"kind": "least", "points": 2, "count": {"of": "models", "fate": ["withdrawn"]}},
    {"kind": "each", "points": 1, "count": PODS},
    {"kind": "at_least", "points": 3, "role": "attacker", "turn": 3, "amount": 25,
     "count": {"of": "force", "whose": "enemy", "fate": ["captured", "crippled", "destroyed"]}},
)  # fmt: skip


def fight(**more: Any) -> Staged:
    """Return a game with one objective of each kind, and pods aboard ships of both sides."""
    game = stage(
        ship("A", 0, (10, 6), tv=50), ship("D", 1, (10, 42), 180, tv=40), squadron("T", 1, (30, 42)), turn=2,
        objectives=list(OBJECTIVES), tokens=[{"name": POD, "plural": "Escape Pods"}],
        briefing="Pods drift here.\n\nFind them.", special_rules=["blinded-by-the-light"], **more,
    )  # fmt: skip
    game.model("a").loads, game.model("d").loads = ((POD, 2),), ((POD, 1),)
    return game


def texts(pilot: Pilot) -> str:
    """Return all texts in the window."""
    for panel in getattr(pilot.app.screen, "panels", ()):
        panel.stale = True
    with recorded_texts() as drawn_texts:
        pilot.draw()
    return "\n".join(each.whole for each in drawn_texts)


def tooltip_texts(pilot: Pilot) -> tuple[str, ...]:
    """Return what the tooltip in the top bar says about each objective."""
    pilot.draw()
    top = pilot.battle.top
    assert "\n".join(top.objectives) in top.group["turn hint"].hint
    return top.objectives


def test_each_objective_has_its_lines_and_the_points_of_now() -> None:
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, fight().match)
    hints = tooltip_texts(pilot)
    assert len(hints) == len(progress(battle.shown))
    assert "4 points for most fleet left" in hints[0] and "50 VP, level" in hints[0]
    assert hints[0].endswith("captured ships give one and a half times their TV, famous enemies a share.")
    assert "2, 2 × 1 · 2 points" in hints[4] and "Counted at the end." in hints[4]
    assert "attacker only" in hints[5] and "Counted at the end of turn 3." in hints[5] and "0%, 25% short" in hints[5]
    assert "not for this side" in hints[5]


def test_the_bar_names_the_goal_if_it_has_space_for_it() -> None:
    for game, is_shown in ((one_goal(), True), (fight(), False)):
        pilot = Pilot()
        battle = battle_at(pilot, game.match)
        pilot.draw()
        assert battle.top.group["goal"].visible == is_shown
        assert ("4 points for most fleet left" in texts(pilot)) == is_shown


def one_goal() -> Staged:
    """Return a game with one objective."""
    return stage(ship("A", 0, (10, 6)), ship("D", 1, (10, 42), 180), objectives=list(OBJECTIVES[:1]))


def test_what_is_settled_or_out_of_reach_is_told() -> None:
    game = fight()
    game.match.state.notes["First to Attack"] = 1
    flight = {"kind": "at_least", "points": 1, "amount": 50, "count": {"of": "force", "fate": ["withdrawn"]}}
    lost = stage(
        ship("A", 0, (10, 6)), ship("D", 1, (10, 42), 180), squadron("S", 0, (20, 6)), squadron("T", 1, (30, 42)),
        objectives=[flight],
    )  # fmt: skip
    for name in ("a", "d"):
        lost.model(name).place = "destroyed"
    pilot = Pilot((1920, 1080))
    battle_at(pilot, game.match)
    assert "Settled." in tooltip_texts(pilot)[1] and "can still" not in tooltip_texts(pilot)[1]
    assert (
        lines_of(progress(lost.match.state)[0], NAMES)[-1] == "Counted at the end. Neither side can still score this."
    )


@pytest.mark.parametrize("side", [0, 1])
def test_the_bar_knows_what_its_side_knows(side: int) -> None:
    match = Match(setup(7, ("jovian-250", "cega-250")), keep_all=True)
    while match.decision is not None and match.decision.side != side:
        match.answer(match.decision.default())
    seats = ("human", "ensign") if side == 0 else ("ensign", "human")
    battle = battle_at(Pilot(), match, seats)

    def lines(state: State) -> tuple[str, ...]:
        return tuple("\n".join(lines_of(objective, battle.names)) for objective in progress(state))

    assert battle.top.objectives == lines(view(match.state, side)) != lines(match.state)


def test_a_click_or_the_key_opens_the_briefing_and_escape_closes_it() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fight().match)
    for leave in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_i):
        pilot.key(pygame.K_i)
        assert pilot.page == "briefing"
        pilot.key(leave)
        assert pilot.screen is battle
    pilot.draw()
    pilot.click(battle.top.group["turn hint"].rect.center)
    assert pilot.page == "briefing"
    pilot.press("go")
    assert pilot.screen is battle and pilot.journal == []


def test_a_new_game_begins_with_its_briefing() -> None:
    pilot = Pilot()
    pilot.press("new")
    pilot.press("start")
    assert pilot.page == "briefing"
    said = texts(pilot)
    assert pilot.screen.briefing_text.name in said and "Fleet Deployment" in said and "Objectives" in said
    assert "no points" not in said and pilot.screen.session.match.journal == []
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "setup"
    pilot.press("start")
    pilot.press("go")
    assert pilot.page == "battle"


def test_the_briefing_names_players_and_the_models_that_the_viewer_knows() -> None:
    """Before the battle both fleets are known. During deployment the other side's models aren't."""
    pilot = Pilot((1920, 1080))
    pilot.press("new")
    pilot.press("start")
    fleets = pilot.screen.session.match.setup.fleets
    said = texts(pilot)
    assert "You, at this machine" in said and "Cadet, makes plain mistakes" in said
    for fleet in fleets:
        assert fleet.entries[0].name in said
    pilot.press("go")
    pilot.wait(2)
    pilot.key(pygame.K_i)
    view, state = pilot.screen.session.view, pilot.screen.session.match.state
    hidden = [model.name for ident, model in state.models.items() if ident not in view.models]
    said = texts(pilot)
    assert hidden and not [name for name in hidden if name in said]


def test_the_briefing_tells_all_of_a_scenario() -> None:
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, fight().match)
    pilot.app.show(BriefingScreen(pilot.app, battle.session, battle))
    said = texts(pilot)
    for wanted in ("Pods drift here.", "Find them.", "Escape Pods", "Blinded by the Light", "The battle", "Initiative",
                   "4 points for most fleet left", "-2 points for attacking first"):  # fmt: skip
        assert wanted in said, wanted
    assert "Fleet Deployment" not in said and "Standard Deployment Zone" not in said  # Its models are placed.


def test_the_briefing_shows_the_table_as_its_reader_knows_it() -> None:
    """Before the battle it shows the zones, later the models that the side sees."""
    pilot = Pilot()
    pilot.press("new")
    pilot.press("start")
    before = pilot.screen
    assert isinstance(before, BriefingScreen)
    zones = zone_areas(before.view, before.names)
    assert zones and briefing_table(pilot) == pixels(first_picture(before.view, before.table.width, zones))
    battle_at(pilot, fight().match)
    view = pilot.view
    pilot.key(pygame.K_i)
    page = pilot.screen
    assert isinstance(page, BriefingScreen)
    assert briefing_table(pilot) == pixels(picture(view, page.table.width))


def pixels(surface: pygame.Surface) -> bytes:
    """Return the colors of a picture."""
    return pygame.image.tobytes(surface, "RGB")


def briefing_table(pilot: Pilot) -> bytes:
    """Return the table in the briefing."""
    assert pilot.page == "briefing"
    return pixels(pilot.draw().subsurface(pilot.screen.table))


def test_behind_the_curtain_no_briefing_opens() -> None:
    match = Match(setup(7, ("jovian-250", "cega-250")), keep_all=True)
    pilot = Pilot()
    battle = battle_at(pilot, match)
    pilot.covered = 1
    pilot.key(pygame.K_i)
    assert pilot.screen is battle and pilot.covered == 1


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (960, 540)])
def test_panel_and_briefing_fit(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle = battle_at(pilot, fight().match)
    assert misfits(pilot) == []
    for back in (battle, None):
        pilot.app.show(BriefingScreen(pilot.app, battle.session, back))
        pilot.wait(2)
        assert misfits(pilot) == []


def test_a_line_of_a_turn_before_the_game_starts_says_that_neither_side_scores_it() -> None:
    force = {"of": "force", "whose": "enemy", "fate": ["captured", "crippled", "destroyed"]}
    line = {"kind": "at_least", "points": 3, "turn": 3, "amount": 25, "count": force}
    game = stage(ship("A", 0, (10, 6)), ship("D", 1, (10, 42), 180), turn=4, objectives=[line])
    pilot = Pilot((1920, 1080))
    battle_at(pilot, game.match)
    (hint,) = tooltip_texts(pilot)
    assert "The game started after turn 3, so neither side scores this." in hint and "Settled" not in hint
