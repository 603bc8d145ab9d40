"""Attacking, asked and shown: the sheet's numbers are the rules' own, the click fires, refusals say why."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.game import Refusal
from jovian.rules.menu.menu import Menu
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.ui.answering.menu.menu import MenuController
from jovian.ui.board import Brackets, Fan
from jovian.ui.over_the_board.reach import reach
from tests.ui.pilot import Pilot, battle_at, fighting


def begun() -> tuple[Pilot, MenuController, list[Any]]:
    pilot = Pilot((1600, 900))
    battle = battle_at(pilot, fighting())
    assert isinstance(battle.controller, MenuController)
    option = next(iter(battle.controller.menu.attacks()))
    return pilot, battle.controller, option.choice


def test_the_sheet_shows_the_exact_odds_before_the_click() -> None:
    pilot, controller, choice = begun()
    view = pilot.battle.desk.view
    mounts: tuple[str, ...] = tuple(choice[1])
    target = view.models[choice[2]]
    row = [mount.id for mount in controller.menu.model.card.mounts].index(mounts[0])
    pilot.key(pygame.K_1 + row)
    pilot.move(pilot.on(target.pose))
    pilot.wait()
    aim = pilot.battle.aim()
    assert aim is not None and isinstance(aim.shot, Assessment)
    wanted = assess(view, controller.menu.model, mounts, target, ACTIVATION)
    assert isinstance(wanted, Assessment)
    assert aim.shot == wanted and aim.shot.odds().magnitude() == wanted.odds().magnitude()
    overlays = controller.overlays()
    assert any(isinstance(each, Fan) for each in overlays) and any(isinstance(each, Brackets) for each in overlays)
    pilot.draw()


def test_a_click_fires_and_the_log_tells() -> None:
    pilot, controller, choice = begun()
    target = pilot.battle.desk.view.models[str(choice[2])]
    pilot.click(pilot.on(target.pose))
    assert controller.firing and pilot.battle.session.match.journal[-1][2][0] != "attack"
    pilot.click(pilot.on(target.pose))
    assert pilot.battle.session.match.journal[-1][2] == ["attack", choice[1], target.id]
    assert any(line.dice for line in pilot.battle.log.lines)
    pilot.draw()


def test_a_target_out_of_reach_is_refused_with_its_place() -> None:
    pilot, controller, _ = begun()
    view, menu = pilot.battle.desk.view, controller.menu
    mount = menu.model.card.mounts[0].id
    enemies = [model for model in view.on_table() if model.side != menu.side]
    target = next(m for m in enemies if menu.check(["attack", [mount], m.id]) is not None)
    pilot.key(pygame.K_1)
    count = len(pilot.battle.session.match.journal)
    pilot.click(pilot.on(target.pose))
    notice = pilot.battle.desk.notice
    assert notice is not None and notice.place and len(pilot.battle.session.match.journal) == count
    aim = pilot.battle.aim()
    assert aim is not None and isinstance(aim.shot, Refusal)
    pilot.draw()


def test_link_takes_all_that_may_fire_as_one() -> None:
    pilot, controller, _ = begun()
    menu = controller.menu
    group = next((option.choice[1] for option in menu.attacks() if len(option.choice[1]) > 1), None)
    assert group is not None
    controller.pick(group[0])
    pilot.key(pygame.K_l)
    assert sorted(pilot.battle.desk.weapons) == sorted(group)
    pilot.key(pygame.K_l)
    assert list(pilot.battle.desk.weapons) == group[:1]
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.battle.desk.weapons and not controller.firing


def test_arcs_and_ruler_work_for_any_model_and_change_nothing() -> None:
    pilot, controller, _ = begun()
    battle, digest = pilot.battle, pilot.battle.session.match.state.digest()
    enemy = next(model for model in battle.desk.view.on_table() if model.side != controller.menu.side)
    battle.desk.selected = enemy.id
    pilot.key(pygame.K_r)
    assert any(isinstance(each, Fan) and each.style == "threat" for each in battle.overlays())
    pilot.key(pygame.K_m)
    pilot.click(pilot.on(enemy.pose))
    pilot.click(pilot.on(controller.menu.model.pose))
    assert len(battle.ruler.overlays()) == 1
    pilot.draw()
    pilot.key(pygame.K_ESCAPE)
    assert not battle.ruler.on and battle.session.match.state.digest() == digest


def test_the_drawn_reach_is_the_rules_own() -> None:
    _, controller, _ = begun()
    menu = controller.menu
    state, model = menu.state, menu.model
    for mount in model.card.mounts:
        for enemy in [m for m in state.on_table() if m.side != model.side]:
            _, far = reach(state, model, mount.id, enemy)
            shot = assess(state, model, (mount.id,), enemy, ACTIVATION)
            if isinstance(shot, Assessment):
                assert shot.range.distance <= far + 0.01


def test_hovering_shows_every_weapon_of_any_model_at_any_time() -> None:
    pilot, controller, _ = begun()
    battle = pilot.battle
    enemy = next(model for model in battle.desk.view.on_table() if model.side != controller.menu.side)
    battle.desk.selected = enemy.id
    pilot.move(pilot.on(controller.menu.model.pose))
    pilot.wait()
    shots = battle.shots()
    assert set(shots) >= {mount.id for mount in enemy.card.mounts}


def test_moving_shows_ghost_path_and_what_is_left() -> None:
    pilot, controller, _ = begun()
    menu = controller.menu
    assert isinstance(menu, Menu)
    goal = menu.model.pose.advanced(1.0)
    pilot.move(pilot.on(goal))
    preview = controller.mover.preview()
    assert preview is not None and abs(preview.inches - 1.0) < 0.01
    assert controller.mover.left() in controller.hint
    assert {type(each).__name__ for each in controller.overlays()} >= {"Ghost", "Path", "Region", "Note"}
