"""The overview appears when zoomed in. A click on it moves the view, and it covers no model that acts."""

from __future__ import annotations

from dataclasses import replace

import pygame

from jovian.ui.board.dice_tray import Plate, Tray
from jovian.ui.screens.battle import BattleScreen
from tests.ui.pilot import Pilot, battle_at, fighting


def zoomed(factor: float = 2.0) -> tuple[Pilot, BattleScreen]:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.key(pygame.K_f)
    pilot.draw()
    assert not battle.overview.rect.width, "the whole table needs none"
    pilot.camera = replace(pilot.camera, pixels_per_inch=pilot.camera.pixels_per_inch * factor)
    pilot.wait()
    pilot.draw()
    return pilot, battle


def test_a_click_or_drag_on_it_moves_the_view_and_selects_nothing() -> None:
    pilot, battle = zoomed()
    rect, selected = battle.overview.rect, pilot.selected
    assert battle.view_rect.contains(rect)
    journal = len(pilot.journal)
    pilot.click((rect.left + rect.width // 4, rect.top + rect.height // 4))
    assert abs(pilot.camera.x - 12) < 1 and abs(pilot.camera.y - 36) < 1
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1))
    pilot.move((rect.centerx + rect.width // 4, rect.centery))
    assert abs(pilot.camera.x - 36) < 1 and abs(pilot.camera.y - 24) < 1
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=rect.center, button=1))
    pilot.move((rect.left + 5, rect.top + 5))
    assert abs(pilot.camera.x - 36) < 1, "it was let go"
    assert battle.selection.point is None and not battle.selection.hovered
    assert pilot.selected == selected and len(pilot.journal) == journal
    pilot.key(pygame.K_f)
    pilot.draw()
    assert not battle.overview.rect.width


def test_a_dice_tray_keeps_clear_of_it() -> None:
    pilot, battle = zoomed()
    area = battle.overview.rect
    at = pilot.camera.to_table(area.center)
    battle.animation.plate = Plate(Tray((), "Miss", False), at)
    pilot.draw()
    rect = battle.animation.plate.rect
    assert rect is not None and not rect.colliderect(area) and battle.view_rect.contains(rect)


def test_it_never_covers_the_model_that_acts() -> None:
    pilot, battle = zoomed(3.0)
    pose = battle.shown.models[pilot.selected].pose
    across, along = (size / 2 / pilot.camera.pixels_per_inch - 2 for size in battle.view_rect.size)
    corners = set()
    for right, up in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        pilot.camera = pilot.camera.focused((pose.x + right * across, pose.y + up * along))
        pilot.wait()
        pilot.draw()
        assert battle.overview.rect.width
        assert not battle.overview.rect.collidepoint(pilot.on(pose))
        corners.add(battle.overview.rect.topleft)
    assert len(corners) >= 2


def test_it_covers_no_model_and_gives_way_where_it_would() -> None:
    pilot, battle = zoomed()
    for x in range(4, 45, 8):
        for y in range(4, 45, 8):
            pilot.camera = pilot.camera.focused((x, y))
            pilot.draw()
            area = battle.overview.rect
            assert not any(area.collidepoint(pilot.on(model.pose)) for model in battle.shown.on_table())
    view, camera = battle.view_rect, pilot.camera
    corners = [camera.to_table((view.left + x * view.width // 4, view.top + y * view.height // 4))
               for x in (1, 3) for y in (1, 3)]  # fmt: skip
    battle.overview.lay(camera, [(corner, 8.0) for corner in corners])
    assert not battle.overview.rect.width
