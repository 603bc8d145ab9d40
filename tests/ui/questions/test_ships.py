"""Tests of orders of capital ships by click and key: nukes, templates, actions with targets, rams, tokens."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from jovian.match import Match
from jovian.table import distance
from jovian.ui.board import BaseRing, Brackets, Ghost, Ring
from jovian.ui.board.sprites import BOND, CODES, CREW, HURT, MARKED, help_of, token, tokens_of
from jovian.ui.panels.roster import rows_of
from jovian.ui.screens.battle import BattleScreen
from tests.rules.stage import gun, printed, rock, ship, stage
from tests.rules.test_escorts import toward_debris
from tests.rules.test_move_ends import walled
from tests.rules_api import DECOY_REACH, DECOYS, SWARM, PlaceTemplate, build_rulebook, burst_shots
from tests.ui.pilot import Pilot, open_game
from tests.ui.squadrons import declare, declared, looking, scene


def bracketed(pilot: Pilot, style: str) -> set[tuple[float, float]]:
    """Return the places of brackets of a style."""
    return {each.pose[:2] for each in pilot.sees(Brackets, style)}


# --- Nukes ---
def bomber() -> tuple[Pilot, BattleScreen, Match]:
    """Return a ship with 2 Nukes, enemies close together ahead, and a friend at their edge."""
    match = scene(
        printed("venusian/mo-ye", 0, (24, 12)), printed("venusian/shan-yu", 0, (30, 20)),
        printed("jovian/javelin", 1, (22, 24), 180), printed("jovian/valiant", 1, (27, 25), 180),
    )  # fmt: skip
    pilot, battle, _ = declared(match, "mo-ye")
    return pilot, battle, match


def test_a_nuke_shows_whom_it_strikes_and_a_second_click_fires_it() -> None:
    pilot, _, match = bomber()
    pilot.key(pygame.K_g)
    pilot.move(pilot.at(24.5, 23))
    point = pilot.burst().point
    assert point is not None and pilot.aim() is None
    told = pilot.burst().inside(point)
    shots = burst_shots(match.state, match.state.models["mo-ye"], "a1", *point)
    assert [each.model_id for each in told] == [shot.target for shot in shots] != []
    assert [each.steps for each in told] == [float(shot.odds().expected_steps) for shot in shots]
    assert all(0 <= each.structure <= each.chance for each in told)
    assert {each.radius for each in pilot.sees(Ring)} == {3.0, 6.0}
    assert (30, 20) in bracketed(pilot, "threat") and (22, 24) in bracketed(pilot, "attack")
    assert any(text.startswith("own!") for text in pilot.notes())
    pilot.draw()
    pilot.click(pilot.at(24.5, 23))
    assert pilot.last[0] == "declare" and pilot.burst().point == point
    pilot.click(pilot.at(24.5, 23))
    assert pilot.last == ["nuke", "a1", *point]
    assert any(event["type"] == "burst" for event in match.events.to_json())


def test_a_nuke_by_keys_begins_with_the_best_point() -> None:
    pilot, _, _ = bomber()
    pilot.move((2, 2))
    pilot.key(pygame.K_g)
    pilot.key(pygame.K_n)
    best = pilot.burst().point
    assert best is not None and {"javelin", "valiant"} <= {each.model_id for each in pilot.burst().inside(best)}
    pilot.key(pygame.K_e)
    swung = pilot.burst().point
    assert swung is not None and swung != best
    pilot.key(pygame.K_ESCAPE)
    assert pilot.burst().picked is None
    pilot.press("nuke:a2")
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    assert pilot.last == ["nuke", "a2", *best]


@pytest.mark.parametrize(("where", "why"), [((24, 40), "beyond"), ((24, 4), "arc")])
def test_a_burst_beyond_reach_or_arc_is_refused_and_drawn(where: tuple[float, float], why: str) -> None:
    pilot, _, match = bomber()
    before = len(match.journal)
    pilot.key(pygame.K_g)
    pilot.move(pilot.at(*where))
    assert any(why in text for text in pilot.notes()) and "burst" not in pilot.names()
    pilot.draw()
    pilot.click(pilot.at(*where))
    assert len(match.journal) == before and pilot.refused is not None and why in pilot.refused.reason


def test_escape_leaves_the_nuke_and_its_weapon_line_takes_it() -> None:
    pilot, _, _ = bomber()
    pilot.key(pygame.K_1)
    assert pilot.burst().mount == "a1"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.burst() is None
    pilot.key(pygame.K_2)
    assert pilot.burst().mount == "a2"
    pilot.key(pygame.K_t)
    assert pilot.burst() is None and pilot.attacking


def test_without_a_nuke_left_there_is_no_button() -> None:
    pilot, _, match = bomber()
    for _ in range(2):
        pilot.key(pygame.K_g)
        pilot.key(pygame.K_n)
        pilot.key(pygame.K_RETURN)
        while match.decision is not None and match.decision.kind != "menu":
            pilot.give(match.decision.default())
    pilot.key(pygame.K_g)
    assert pilot.kind == "menu" and pilot.burst() is None and "nuke" not in pilot.offers()


# --- Templates ---
def swarm() -> tuple[Pilot, PlaceTemplate, list[Any]]:
    """Return the decision where to place decoys, and the list of its answers."""
    match = scene(printed("cega/hotei", 0, (24, 20)), printed("jovian/javelin", 1, (26, 24), 180))
    pilot, _ = looking(match)
    spot = PlaceTemplate(match.state, match.state.models["hotei"], SWARM.shape.reach, DECOY_REACH, "Where?", DECOYS)
    return pilot, spot, pilot.ask(spot)


def test_a_template_follows_the_pointer_and_is_laid_by_click() -> None:
    pilot, _, answers = swarm()
    pilot.move(pilot.at(25, 22))
    point = pilot.pointer
    assert point is not None and any("Javelin" in text for text in pilot.notes())
    ghost = next(each for each in pilot.sees(BaseRing) if each.inches == 0)
    assert ghost.style == "lit" and ghost.base.reach == SWARM.shape.reach
    assert abs(ghost.pose.x - point[0]) < 0.01 and abs(ghost.pose.y - point[1]) < 0.01
    pilot.draw()
    pilot.click(pilot.at(25, 22))
    assert answers == [["at", ghost.pose.x, ghost.pose.y]]


def test_a_template_beyond_reach_is_refused_and_drawn() -> None:
    pilot, _, answers = swarm()
    pilot.move(pilot.at(24, 40))
    assert any("wholly within" in text for text in pilot.notes())
    pilot.click(pilot.at(24, 40))
    assert answers == [] and pilot.refused is not None


def test_a_template_by_keys() -> None:
    pilot, spot, answers = swarm()
    spots = [option.choice for option in spot.options()]
    pilot.move((2, 2))
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_e)
    (around,) = [each for each in pilot.sees(BaseRing) if each.inches == 0]
    assert "picked" in pilot.offers() and ["at", *around.pose[:2]] == spots[1] != spot.default().to_json()
    pilot.key(pygame.K_ESCAPE)
    assert "picked" not in pilot.offers() and answers == []
    pilot.key(pygame.K_RETURN)
    assert answers == [spot.default().to_json()]
    pilot.key(pygame.K_q)
    pilot.key(pygame.K_RETURN)
    assert answers[1] == spots[-1]


# --- Actions with targets ---
def boarding() -> tuple[Pilot, BattleScreen, Match]:
    """Return a game with 2 enemies in reach of the marines."""
    match = scene(
        printed("cega/fenrir", 0, (24, 20)), printed("jovian/javelin", 1, (26.5, 22), 180),
        printed("jovian/valiant", 1, (21.5, 22), 180),
    )  # fmt: skip
    pilot, battle, _ = declared(match, "fenrir", "board")
    return pilot, battle, match


def test_each_legal_target_has_a_button_and_is_lit() -> None:
    pilot, _, _ = boarding()
    pilot.move((2, 2))
    assert {"resolve:javelin", "resolve:valiant"} <= set(pilot.names())
    assert {(26.5, 22), (21.5, 22)} <= bracketed(pilot, "lit")
    pilot.press("resolve:valiant")
    assert pilot.last == ["resolve", "valiant"]


def test_a_click_on_a_lit_target_shows_the_deed_and_a_second_one_does_it() -> None:
    pilot, _, _ = boarding()
    pilot.move(pilot.at(26.5, 22.5))
    assert "Board Javelin" in pilot.notes() and pilot.aim() is None
    assert not pilot.sees(Ghost)
    pilot.draw()
    count = len(pilot.journal)
    pilot.click(pilot.at(26.5, 22.5))
    assert len(pilot.journal) == count and pilot.offers()["deed"].label.startswith("Board Javelin")
    pilot.click(pilot.at(26.5, 22.5))
    assert pilot.last == ["resolve", "javelin"]


def test_up_and_down_light_another_deed_and_escape_closes_them() -> None:
    pilot, _, _ = boarding()
    pilot.click(pilot.at(26.5, 22.5))
    rows = [offer.label for name, offer in pilot.offers().items() if name.startswith("deed:")]
    assert rows[0].startswith("Board Javelin") and "Attack Javelin" in rows
    pilot.key(pygame.K_DOWN)
    assert pilot.attacking and pilot.weapons
    pilot.key(pygame.K_UP)
    assert not pilot.attacking and not pilot.weapons
    pilot.key(pygame.K_ESCAPE)
    assert "deed" not in pilot.offers()
    pilot.click(pilot.at(26.5, 22.5))
    pilot.key(pygame.K_RETURN)
    assert pilot.last == ["resolve", "javelin"]


def test_a_target_by_keys() -> None:
    pilot, _, _ = boarding()
    pilot.move((2, 2))
    pilot.key(pygame.K_n)
    seen = []
    for _ in range(2):
        seen += [name for name, offer in pilot.offers().items() if name.startswith("resolve") and offer.lit]
        pilot.key(pygame.K_n)
    assert set(seen) == {"resolve:javelin", "resolve:valiant"}
    pilot.key(pygame.K_x)
    assert pilot.last == ["resolve", seen[0].partition(":")[2]]


def test_where_none_is_legal_the_button_says_why() -> None:
    match = scene(printed("cega/fenrir", 0, (24, 20)), printed("jovian/javelin", 1, (24, 40), 180))
    pilot, _, _ = declared(match, "fenrir", "board")
    assert "resolve" not in pilot.names()
    pilot.key(pygame.K_x)
    assert pilot.refused is not None and "within 3" in pilot.refused.reason
    assert "within 3" in pilot.hint


@pytest.mark.parametrize(
    ("own", "action", "enemy", "verb"),
    [
        ("jovian/godsfire", "combined attack", "cega/tengu", "Mark"),
        ("jovian/valiant", "suppressing fire", "cega/tengu", "Suppress"),
        ("cega/hotei", "tug", "cega/caltrop", "Tug"),
    ],
)
def test_one_target_is_named_on_the_button(own: str, action: str, enemy: str, verb: str) -> None:
    there = (24, 24) if action == "tug" else (24, 27)
    match = scene(printed(own, 0, (24, 20)), printed(enemy, 1, there, 180))
    ident, other = own.partition("/")[2], match.state.models[enemy.partition("/")[2]]
    pilot, _, menu = declared(match, ident, action)
    assert pilot.widget("resolve").label == f"{verb} {other.name}"  # type: ignore[attr-defined]
    pilot.key(pygame.K_x)
    assert ["resolve"] in [entry.choice for entry in match.journal] and menu.subject == ident


# --- Rams ---
def ramming() -> tuple[Pilot, BattleScreen, Match]:
    """Return a Fire Ship with its target ahead."""
    match = scene(
        printed("cega/fenrir", 0, (24, 20)), printed("jovian/javelin", 1, (24.3, 26), 180),
        printed("jovian/valiant", 1, (34, 22), 180),
    )  # fmt: skip
    pilot, battle, _ = declared(match, "fenrir", "ram")
    return pilot, battle, match


def in_contact(match: Match) -> bool:
    """Return whether rammer and target touch."""
    one, other = match.state.models["fenrir"], match.state.models["javelin"]
    return distance(one.base, one.pose, other.base, other.pose) <= 0.0011


def test_the_ghost_snaps_to_contact_and_a_click_runs_into_it() -> None:
    pilot, _, match = ramming()
    pilot.move(pilot.at(24.3, 26))
    assert any("ram Javelin" in text for text in pilot.notes()) and pilot.aim() is None
    pilot.draw()
    pilot.click(pilot.at(24.3, 26))
    assert pilot.last[0] == "declare" and pilot.offers()["deed"].label.startswith("Go and ram Javelin")
    pilot.click(pilot.at(24.3, 26))
    assert in_contact(match)
    assert [entry.choice[0] for entry in match.journal][-2:] == ["move", "resolve"]


def test_a_ram_by_keys() -> None:
    pilot, _, match = ramming()
    pilot.move((2, 2))
    pilot.key(pygame.K_n)
    assert any("ram Javelin" in text for text in pilot.notes())
    pilot.key(pygame.K_ESCAPE)
    assert not any("ram Javelin" in text for text in pilot.notes())
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    assert in_contact(match)


# --- Cluster missiles ---
def harassed() -> tuple[Pilot, Match]:
    """Return a ship with cluster missiles, and fighters in reach of its Point Defense."""
    match = scene(printed("cega/tengu", 0, (24, 20)), printed("cega/harpy", 1, (24, 23)),
                  printed("jovian/valiant", 1, (40, 40)))  # fmt: skip
    return declared(match, "tengu")[0], match


def test_a_cluster_missile_defends_by_button() -> None:
    pilot, _ = harassed()
    pilot.press("defend:c1")
    assert pilot.last == ["defend", "c1"]


def test_point_defense_by_key_with_the_weapon_in_hand() -> None:
    pilot, _ = harassed()
    pilot.key(pygame.K_p)
    assert pilot.last == ["defend"]
    pilot, _ = harassed()
    pilot.key(pygame.K_4)
    assert pilot.weapons == ("c1",)
    pilot.key(pygame.K_p)
    assert pilot.last == ["defend", "c1"]


# --- Tokens ---
def test_every_state_has_a_token_with_help_and_letters_of_its_own() -> None:
    found = [token(state, 1) for state in build_rulebook().states.values()]
    assert len({each.short.split()[0] for each in found}) == len(found)
    assert {each.shape for each in found} == {HURT, MARKED, CREW, BOND}
    for each in found:
        title, text, place = help_of(each, build_rulebook().states)
        assert title and text == build_rulebook().states[each.state].summary and place.startswith("v1.2.4")


def test_what_ties_show_has_no_token_from_afar_and_game_long_marks_have_none() -> None:
    match = scene(printed("cega/harpy", 0, (24, 20)), printed("jovian/valiant", 1, (40, 40)))
    harpy = match.state.models["harpy"]
    harpy.formation = "harpy"
    harpy.states = {"escorting": 1, "extra-fueled": 1, "evading": 1}
    assert [each.long for each in tokens_of(harpy, near=False, states=build_rulebook().states)] == ["Evading"]
    assert [each.long for each in tokens_of(harpy, near=True, states=build_rulebook().states, aboard=2)] == [
        "2 aboard", "Formation", "Evading", "Escorting"
    ]  # fmt: skip
    shown = tokens_of(harpy, near=True, states=build_rulebook().states, aboard=2)
    assert all(help_of(each, build_rulebook().states)[1] for each in shown)


def prize(owner: int = 1) -> tuple[Pilot, BattleScreen, Match]:
    """Return a captured ship, and a ship in many states."""
    match = scene(printed("cega/tengu", 0, (20, 12)), printed("jovian/valiant", 1, (24, 30)),
                  printed("jovian/javelin", 1, (34, 32)))  # fmt: skip
    models = match.state.models
    models["tengu"].states.update({"targeted": 2, "boarded": 4, "hard-burn": 0})
    models["valiant"].states["captured"], models["valiant"].side = 1, 0
    models["valiant"].owner = owner
    return (*looking(match), match)


def test_tokens_say_their_level_and_explain_themselves_under_the_pointer() -> None:
    pilot, battle, match = prize()
    texts = {
        each.text(CODES) for each in tokens_of(match.state.models["tengu"], near=False, states=build_rulebook().states)
    }
    assert texts == {"TG 2", "BD 4", "HB 0"}
    pilot.draw()
    rect, shown = pilot.tokens("tengu")[0]
    pilot.move(rect.center)
    before = pilot.draw().copy()
    assert pilot.token_at(battle.pointer) == ("tengu", shown) and shown.state == "boarded"
    pilot.move((rect.left - 60, rect.top))
    assert pilot.token_at(battle.pointer) is None
    assert pygame.image.tobytes(pilot.draw(), "RGB") != pygame.image.tobytes(before, "RGB")
    pilot.key(pygame.K_j)
    pilot.draw()
    pilot.move(rect.center)
    assert pilot.token_at(battle.pointer) is None


def test_a_prize_has_its_captors_color_and_a_mark_of_its_first_owner() -> None:
    pilot, battle, match = prize()
    row = next(each for each in rows_of(battle.shown, battle.names) if each.model_id == "valiant")
    assert row.side == 0 and row.note == "Captured"
    valiant = match.state.models["valiant"]
    stern = pilot.at(*valiant.pose.to_table(valiant.base.width * 0.38, -valiant.base.length / 2 + 0.12))
    at = round(stern[0]), round(stern[1])
    marked, plain = pilot.draw().get_at(at), prize(0)[0].draw().get_at(at)
    assert marked.r > marked.b and plain.b > plain.r


def test_declared_actions_wait_over_moves() -> None:
    """A target that comes into reach through the move is highlighted after it."""
    match = scene(printed("cega/fenrir", 0, (24, 20)), printed("jovian/javelin", 1, (27, 27), 180))
    declare(match, "fenrir", "board")
    pilot, _ = looking(match)
    assert "resolve" not in pilot.names()
    pilot.click(pilot.at(24, 24))
    pilot.move((2, 2))
    assert "resolve" in pilot.names() and bracketed(pilot, "lit") == {(27, 27)}


# --- Continuation to a free end ---
def test_a_ship_that_stopped_on_another_is_told_how_to_go_on_and_enter_does_it() -> None:
    pilot, _ = open_game(walled().move(4))
    assert pilot.hint.startswith('Must continue: turn right 45°, 3.5" ahead')
    assert pilot.offers()["owed"].label == "Turn right 45°" and "end" not in pilot.names()
    pilot.key(pygame.K_RETURN)
    assert pilot.last == ["turn", 45] and pilot.hint.startswith('Must continue: 3.5" ahead')
    assert pilot.offers()["owed"].label == 'Move 3.5", the least'
    pilot.key(pygame.K_RETURN)
    assert pilot.last == ["move", 3.5] and "end" in pilot.names() and "must continue" not in pilot.hint


def test_the_odds_of_terrain_name_the_escort_that_touches_first() -> None:
    pilot, _ = open_game(toward_debris().move(6))
    detail = dict(pilot.answers)["Fly through"]
    assert "4 dice attack S on contact" in detail and "S 72% to be hit" in detail


def test_where_no_move_is_left_nothing_is_told_of_a_way() -> None:
    game = stage(
        ship("A", 0, (24, 12), speed=4, thrusters=[1], turns=1, activated=False),
        ship("E", 1, (24, 30), 180, weapons=[gun(ac=3)], activated=True),
        terrain=(rock("debris-field", (24, 26), radius=4),),
    ).begin("a").move(5)  # fmt: skip
    pilot, _ = open_game(game)
    pilot.move(pilot.at(25.5, 25))
    assert not any("Debris" in note for note in pilot.notes()) and "in reach" not in pilot.hint
    pilot.click(pilot.at(25.5, 25))
    assert pilot.refused is not None and "No movement left" in pilot.refused.reason
    pilot.click(pilot.at(24, 10))
    assert pilot.refused is not None and "reverse" in pilot.refused.reason
