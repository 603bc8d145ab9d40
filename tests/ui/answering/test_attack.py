"""Attacking, asked and shown: the sheet's numbers are the rules' own, the click fires, refusals say why."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.game import Refusal
from jovian.ui.board import Brackets, Fan, Ghost, Note, Path, Region
from jovian.ui.over_the_board.reach import reach
from tests.face import ACTIVATION, Assessment, assess
from tests.ui.pilot import Pilot, battle_at, fighting


def begun() -> tuple[Pilot, list[Any]]:
    """A menu with several attacks, and one of them."""
    pilot = Pilot((1600, 900))
    battle_at(pilot, fighting())
    option = next(iter(pilot.menu.attacks()))
    return pilot, option.choice


def test_the_sheet_shows_the_exact_odds_before_the_click() -> None:
    pilot, choice = begun()
    view = pilot.view
    mounts: tuple[str, ...] = tuple(choice[1])
    target = view.models[choice[2]]
    row = [mount.id for mount in pilot.menu.model.card.mounts].index(mounts[0])
    pilot.key(pygame.K_1 + row)
    pilot.move(pilot.on(target.pose))
    pilot.wait()
    aim = pilot.aim()
    assert aim is not None and isinstance(aim.shot, Assessment)
    wanted = assess(view, pilot.menu.model, mounts, target, ACTIVATION)
    assert isinstance(wanted, Assessment)
    assert aim.shot == wanted and aim.shot.odds().magnitude() == wanted.odds().magnitude()
    assert pilot.sees(Fan) and pilot.sees(Brackets)
    pilot.draw()


def test_a_click_fires_and_the_log_tells() -> None:
    pilot, choice = begun()
    target = pilot.view.models[str(choice[2])]
    pilot.click(pilot.on(target.pose))
    assert pilot.attacking and pilot.last[0] != "attack"
    pilot.click(pilot.on(target.pose))
    assert pilot.last == ["attack", choice[1], target.id]
    assert any(line.dice for line in pilot.battle.log.lines)
    pilot.draw()


def test_a_target_out_of_reach_is_refused_with_its_place() -> None:
    pilot, _ = begun()
    view, menu = pilot.view, pilot.menu
    mount = menu.model.card.mounts[0].id
    enemies = [model for model in view.on_table() if model.side != menu.side]
    target = next(m for m in enemies if menu.check(["attack", [mount], m.id]) is not None)
    pilot.key(pygame.K_1)
    count = len(pilot.journal)
    pilot.click(pilot.on(target.pose))
    notice = pilot.refused
    assert notice is not None and notice.cited and len(pilot.journal) == count
    aim = pilot.aim()
    assert aim is not None and isinstance(aim.shot, Refusal)
    pilot.draw()


def test_link_takes_all_that_may_fire_as_one() -> None:
    pilot, _ = begun()
    menu = pilot.menu
    group = next((option.choice[1] for option in menu.attacks() if len(option.choice[1]) > 1), None)
    assert group is not None
    mounts = [mount.id for mount in menu.model.card.mounts]
    pilot.key(pygame.K_1 + mounts.index(group[0]))
    pilot.key(pygame.K_l)
    assert sorted(pilot.weapons) == sorted(group)
    pilot.key(pygame.K_l)
    assert list(pilot.weapons) == group[:1]
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.weapons and not pilot.attacking


def test_arcs_and_ruler_work_for_any_model_and_change_nothing() -> None:
    pilot, _ = begun()
    digest = pilot.match.state.digest()
    enemy = next(model for model in pilot.view.on_table() if model.side != pilot.menu.side)
    pilot.select(enemy.id)
    pilot.key(pygame.K_r)
    assert pilot.sees(Fan, "threat")
    pilot.key(pygame.K_m)
    pilot.click(pilot.on(enemy.pose))
    pilot.click(pilot.on(pilot.menu.model.pose))
    assert len(pilot.battle.ruler.overlays()) == 1
    pilot.draw()
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.battle.ruler.on and pilot.match.state.digest() == digest


def test_the_drawn_reach_is_the_rules_own() -> None:
    pilot, _ = begun()
    menu = pilot.menu
    state, model = menu.state, menu.model
    for mount in model.card.mounts:
        for enemy in [m for m in state.on_table() if m.side != model.side]:
            _, far = reach(state, model, mount.id, enemy)
            shot = assess(state, model, (mount.id,), enemy, ACTIVATION)
            if isinstance(shot, Assessment):
                assert shot.range.distance <= far + 0.01


def test_hovering_shows_every_weapon_of_any_model_at_any_time() -> None:
    pilot, _ = begun()
    enemy = next(model for model in pilot.view.on_table() if model.side != pilot.menu.side)
    pilot.select(enemy.id)
    pilot.move(pilot.on(pilot.menu.model.pose))
    pilot.wait()
    shots = pilot.battle.shots()
    assert set(shots) >= {mount.id for mount in enemy.card.mounts}


def test_moving_shows_ghost_path_and_what_is_left() -> None:
    pilot, _ = begun()
    goal = pilot.menu.model.pose.advanced(1.0)
    pilot.move(pilot.on(goal))
    assert '1.00"' in pilot.notes()[-1]
    assert f'{pilot.menu.envelope().forward:.2f}" ahead' in pilot.hint
    (path,) = pilot.sees(Path)
    assert path.legal and path.poses == (pilot.menu.model.pose, goal.rounded())
    assert pilot.sees(Ghost) and pilot.sees(Region) and pilot.sees(Note)
