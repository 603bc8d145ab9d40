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
    """Check that the question is in the context panel, and that all of its models are on the board."""
    panel, view = battle.context, battle.view_rect
    assert battle.sheet is not None and battle.places.column.contains(panel.rect)
    assert all(panel.rect.contains(widget.rect) for widget in panel.group.widgets if widget.visible)
    for ident, box in boxes_of(battle).items():
        assert view.contains(box), ident
