"""Checks of a prompt's place: it must not cover certain things."""

from __future__ import annotations

import pygame

from jovian.ui.screens.battle import BattleScreen


def boxes_of(battle: BattleScreen) -> dict[str, pygame.Rect]:
    """Return the bases on the screen that the pending prompt is about."""
    boxes = {}
    for ident in battle.course.controller.about():
        model = battle.shown.models.get(ident)
        if model is not None and model.is_on_table:
            corners = battle.board.camera.polygon([model.pose.to_table(*point) for point in model.base.points])
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            grown = model.base.radius * battle.board.camera.pixels_per_inch
            left, top = min(xs) - grown, min(ys) - grown
            boxes[ident] = pygame.Rect(left, top, max(xs) + grown - left, max(ys) + grown - top)
    return boxes


def check_place(battle: BattleScreen) -> None:
    """Check that the prompt covers neither board, bars, nor card, and that all of its models are on the board."""
    panel, view = battle.sheet, battle.view_rect
    screen = pygame.Rect((0, 0), battle.size)
    assert screen.contains(panel.rect)
    for other in (view, battle.top.rect, battle.bar.rect, battle.roster.rect, battle.card.rect, battle.log.rect):
        assert not panel.rect.colliderect(other)
    assert all(panel.rect.contains(widget.rect) for widget in panel.group.widgets)
    for ident, box in boxes_of(battle).items():
        assert view.contains(box) and not panel.rect.colliderect(box), ident
