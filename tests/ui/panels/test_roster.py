"""The roster redraws only changed rows, and looks like a complete redraw."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.kit.fonts import WRITTEN
from tests.ui.pilot import Pilot, battle_at, fighting


def picture(pilot: Pilot) -> tuple[bytes, list[tuple[pygame.Rect, str]]]:
    """Return the picture of the roster, and its cut texts."""
    roster = pilot.battle.roster
    seen = pilot.draw().subsurface(roster.rect)
    cut = [each for each in WRITTEN.cut if roster.rect.contains(each[0])]
    return pygame.image.tobytes(seen, "RGB"), sorted(cut, key=lambda each: tuple(each[0]))


@pytest.mark.parametrize("size", [(1280, 720), (960, 540)])
def test_a_row_that_is_lit_alone_looks_as_one_drawn_with_all(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.move((2, 2))
    plain, _ = picture(pilot)
    pictures = set()
    for model in list(pilot.view.on_table())[:12]:
        pilot.move(pilot.on(model.pose))
        alone, cut = picture(pilot)
        battle.roster.stale = True
        assert (alone, cut) == picture(pilot)
        pictures.add(alone)
    assert len(pictures) > 3
    pilot.move(pilot.at(1, 1))
    assert picture(pilot)[0] == plain


def test_rows_that_changed_alone_look_as_all_drawn_anew() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.draw()
    state = battle.shown
    pictures = set()
    for number in range(1, 4):
        state = state.clone()
        model = state.models[battle.roster.list.items[number].model_id]
        model.marks, model.activated = {**model.marks, "structure": number}, not model.activated
        battle.shown = state
        battle.selection.selected = model.id
        battle.dirty = True
        battle.roster.show(state, model.id, "")
        assert not battle.roster.stale and not battle.roster.list.dirty, "not all of it is drawn"
        alone, cut = picture(pilot)
        battle.roster.stale = True
        assert (alone, cut) == picture(pilot)
        pictures.add(alone)
    assert len(pictures) == 3
