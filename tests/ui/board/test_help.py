"""Help on the board: the ruler, tooltips of terrain, ghosts, and the remaining movement."""

from __future__ import annotations

import pygame
import pytest

from jovian.commands.measure import measurements
from jovian.dice import Pool, odds
from jovian.game import Terrain
from jovian.table import Pose, Shape
from jovian.ui.board import BoardLine, Ghost, PointLabel
from jovian.ui.board.board_help import mover_fact, terrain_facts, terrain_tooltip
from jovian.ui.panels.unit_card import ratings_of
from jovian.ui.screens.battle import BattleScreen
from tests.games import ARMED, is_about_to_move, reached
from tests.rules_api import build_rulebook, hazards
from tests.ui.board.board_demo import demo_state
from tests.ui.pilot import Pilot, battle_at


def moving(capital: bool = True) -> tuple[Pilot, BattleScreen]:
    """Return a game in which a model is about to move."""
    pilot = Pilot()
    battle = battle_at(pilot, reached(is_about_to_move(capital), 5, ARMED))
    pilot.uncover()
    assert pilot.kind == "menu"
    return pilot, battle


# --- Ruler ---
def test_the_ruler_says_that_it_is_on_and_what_comes_next() -> None:
    pilot, battle = moving()
    before = pilot.draw().copy()
    pilot.key(pygame.K_m)
    assert "Ruler on" in battle.ruler.cue and "from" in battle.ruler.cue
    pilot.move(pilot.at(20, 20))
    after = pilot.draw()
    top = pygame.Rect(battle.view_rect.left, battle.view_rect.top, battle.view_rect.width, 34)
    assert pygame.image.tobytes(before.subsurface(top), "RGB") != pygame.image.tobytes(after.subsurface(top), "RGB")
    pilot.click(pilot.at(20, 20))
    assert "other end" in battle.ruler.cue
    pilot.click(pilot.at(26, 28))
    assert "again" in battle.ruler.cue
    (line,) = pilot.sees(BoardLine)
    assert float(line.label.rstrip('"')) == pytest.approx(10, abs=0.2)


def test_the_ruler_tells_what_measure_tells() -> None:
    pilot, battle = moving()
    state = battle.selection.view
    pilot.key(pygame.K_m)
    mine, theirs = ([each for each in state.on_table() if each.side == side] for side in (0, 1))
    facts = {(each["from"], each["to"]): each for each in measurements(state)["pairs"]}
    for one, other in ((mine[0], theirs[0]), (mine[-1], theirs[1]), (mine[1], theirs[-1])):
        battle.ruler.start, battle.ruler.stop = (one.id, one.pose[:2]), (other.id, other.pose[:2])
        (line,) = pilot.sees(BoardLine)
        for a, b in ((one, other), (other, one)):
            rows = [row for row in line.label.split("\n") if row.startswith(f"{a.name}:")]
            fact, text = facts[a.id, b.id], " ".join(rows)
            assert f"{fact['band']} range" in text
            assert all(arc in text for arc in fact["arcs"])
            assert ("not obscured" not in text) == fact["obscured"]
            assert fact["attacked_arc"] is None or f"hits {fact['attacked_arc']}" in text or " or " in text
        assert line.label.startswith(f'{facts[one.id, other.id]["distance"]:.1f}"')
        pilot.draw()
        assert line.label in dict(pilot.pills)


# --- Terrain ---
def test_every_kind_of_terrain_tells_its_figures() -> None:
    state = demo_state()
    for kind in ("small-moon", "planet", "atmosphere", "space-station", "unidentified-object"):
        state.terrain[kind] = Terrain(kind, kind, Pose(8, 8, 0), (Shape.circle(4.0),))
    assert {piece.kind for piece in state.terrain.values()} == set(build_rulebook().terrain)
    for piece in state.terrain.values():
        effect = build_rulebook().terrain[piece.kind]
        text = " / ".join(terrain_facts(effect))
        for dice in filter(None, (effect.ac, effect.as_)):
            assert f"{dice} dice: {odds(Pool(dice)).success:.0%}" in text
        assert ("Obscured: -2" in text) == effect.veils
        assert ("Stealth" in text) == (effect.shelters or effect.cloaks)
        assert ("No move may end" in text) == (effect.solid and not effect.bars)
        assert ("No model passes" in text) == effect.bars
        assert ("Speed +2" in text) == bool(effect.hastens or effect.pulls)
        assert ("Speed -1" in text) == bool(effect.slows or effect.holds)
        assert ("ECM 1" in text) == bool(effect.blurs)
        assert not effect.signature or f"below {effect.signature:g}" in text
        assert terrain_tooltip(state, piece).lines[0][0] == effect.name


def test_the_pointer_over_terrain_or_its_name_finds_it_and_draws_its_help() -> None:
    pilot, battle = moving()
    for piece in battle.shown.terrain.values():
        pixel = pilot.at(piece.pose.x, piece.pose.y)
        found = pilot.land_at(pixel)
        assert found is not None and found[0].group == piece.group and found[1].collidepoint(pixel)
    pilot.draw()
    piece = next(each for each in battle.shown.terrain.values() if each.id in pilot.labels)
    named = pilot.land_at(pilot.labels[piece.id].center)
    assert named is not None and named[0] is piece
    assert pilot.land_at(pilot.at(1, 47)) is None
    hazard = next(iter(hazards(pilot.view, pilot.menu.model)))
    assert "attacked once" in mover_fact(battle.shown, hazard, pilot.menu.model)
    pilot.move((5, 5))
    before = pilot.draw().copy()
    pilot.move(pilot.at(hazard.pose.x, hazard.pose.y))
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(pilot.draw(), "RGB")


# --- Ghost ---
def test_the_ghost_of_the_next_player_waits_for_the_pointer() -> None:
    pilot = Pilot()
    battle = pilot.setup(seed="7")
    pilot.uncover()
    decision = battle.session.decision
    assert decision is not None and decision.kind == "deploy"
    place = decision.default().to_json()
    pilot.place(pilot.at(place[2], place[3]))
    pilot.uncover()
    now = battle.session.decision
    assert now is not None and now.side != decision.side
    assert not pilot.sees(Ghost) and not pilot.sees(PointLabel)
    x, y = pilot.at(place[2], place[3])
    pilot.move((x + 3, y))
    notes = pilot.sees(PointLabel)
    assert notes and notes[0].style == "refused", "the pointer moved: now it is meant"


# --- Remaining movement ---
def test_no_way_ahead_offers_none() -> None:
    pilot, _ = moving()
    while (before := pilot.menu.envelope().forward) > 0.01:
        pilot.give(["move", before])
        assert pilot.menu.envelope().forward < before
    assert "click ahead" not in pilot.hint and "no way" not in pilot.hint
    assert "No forward movement left" in pilot.hint
    refusal = pilot.menu.check(["move", 1.0])
    assert refusal is not None and refusal.reason == "No movement left."


def test_the_card_tells_what_speed_and_turns_have_become() -> None:
    pilot, battle = moving()
    model, state = pilot.menu.model, battle.shown
    room = pilot.menu.envelope()
    speed, turns = ratings_of(model, state)[:2]
    assert speed.value == f'{model.card.speed}"' and speed.became.endswith(f'–{room.forward:g}"')
    assert speed.became.startswith(f"{room.min_move:g}–") and "Thrusters" in speed.hint
    assert turns.value == str(model.card.turns)
    hurt = state.clone()
    other = hurt.models[model.id]
    other.marks = {**other.marks, "thrusters": len(other.boxes("thrusters"))}
    hurt.activation = None
    slow, few = ratings_of(other, hurt)[:2]
    assert slow.became == f'{model.card.speed}–{model.card.speed}"' and few.became == "now 0"
    squadron = next(each for each in state.on_table() if not each.is_capital)
    assert ratings_of(squadron, state)[0].became == ""
