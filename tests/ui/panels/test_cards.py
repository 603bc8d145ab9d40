"""A wide window shows two cards. Equal weapons share a row."""

from __future__ import annotations

import pygame
import pytest

from jovian.cards import load_units
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.match import Match
from jovian.ui.screens.battle import BattleScreen
from tests.games import reached, setup
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import ARMED, Pilot, battle_at

WIDE, SMALL = (1920, 1080), (1280, 720)


def ready(size: tuple[int, int]) -> tuple[Pilot, BattleScreen]:
    """Return a battle in which a model is to be chosen, with the first one selected."""
    pilot = Pilot(size)
    second = reached(lambda match: match.state.turn == 2 and match.decision.kind == "activate", 5, ARMED)
    battle = battle_at(pilot, second)
    pilot.uncover()
    pilot.select(next(model.id for model in battle.shown.on_table() if model.side == pilot.viewer))
    pilot.move((2, 2))
    pilot.draw()
    return pilot, battle


def others(battle: BattleScreen) -> list[str]:
    """Return models other than the selected one that can be pointed at."""
    markers = battle.board.markers(battle.shown, battle.drawn)
    return [key for key, marker in markers.items() if key != battle.selection.selected and not marker.leader]


def test_the_second_card_is_that_of_the_model_last_pointed_at() -> None:
    pilot, battle = ready(WIDE)
    first, (one, other, *_) = battle.selection.selected, others(battle)
    above, below = battle.card.rect, battle.second_card.rect
    assert above.bottom < below.top and above.left == below.left
    markers = battle.board.markers(battle.shown, battle.drawn)
    heights = []
    for key in (one, other, ""):
        pilot.move(pilot.camera.to_screen(markers[key].pose[:2]) if key else (2, 2))
        pilot.draw()
        heights.append(battle.context.rect.top)
        assert battle.card.model is not None and battle.card.model.id == first
        assert battle.second_card.model is not None and battle.second_card.model.id == (key or other)
    assert len(set(heights)) == 1, "nothing jumps"
    pilot.click(battle.second_card.rect.center)
    assert pilot.selected == other


def test_the_second_card_shows_the_rest_of_a_formation() -> None:
    pilot, battle = ready(WIDE)
    one, other, third = [model for model in battle.shown.on_table() if not model.is_capital and not model.side][:3]
    one.formation = other.formation = one.id
    for model, mate in ((one, other), (other, one)):
        pilot.select(model.id)
        assert battle.second_card.model is mate
    pilot.move(pilot.on(third.pose))
    assert battle.second_card.model is not None and battle.second_card.model.id == battle.selection.hovered


def test_a_small_window_has_one_card() -> None:
    _, battle = ready(SMALL)
    assert battle.second_card.rect.width == 0 and battle.card.rect.height
    assert battle.hint_at((5, 5)) is None


def test_equal_weapons_share_a_row_until_one_has_fired() -> None:
    pilot, battle = ready((1600, 900))
    model = next(model for model in battle.shown.on_table() if len({mount.weapon for mount in model.card.mounts})
                 < len(model.card.mounts))  # fmt: skip
    pilot.select(model.id)
    pilot.draw()
    weapons = [mount.weapon for mount in model.card.mounts]
    rows = {tuple(rect) for rect in battle.card._rows.values()}
    assert len(battle.card._rows) == len(weapons) and len(rows) == len(set(weapons))
    pair = next(
        (one.id, other.id)
        for n, one in enumerate(model.card.mounts)
        for other in model.card.mounts[n + 1 :]
        if one.weapon == other.weapon
    )
    hurt = battle.shown.clone()
    hurt.models[model.id].damaged = frozenset({pair[0]})
    battle.card.show(hurt, hurt.models[model.id], (), {})
    battle.card.draw(pygame.Surface(SMALL))
    assert battle.card._rows[pair[0]] != battle.card._rows[pair[1]], "a damaged one has its own"


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_the_heading_has_the_role_and_a_tooltip_describes_the_unit(size: tuple[int, int]) -> None:
    _, battle = ready(size)
    model = battle.shown.models[battle.selection.selected]
    heading = battle.card.rect.left + 60, battle.card.rect.top + 20
    assert battle.card.hint_at(heading) is None, "a card without a description"
    changed = battle.shown.clone()
    for card in load_units(BUILTIN_SHELF.units).values():
        changed.models[model.id].card = card
        battle.card.show(changed, changed.models[model.id], (), {})
        with recorded_texts() as texts:
            battle.card.draw(pygame.Surface(size))
        line = next(text for text in texts if text.whole.startswith(f"{card.name} · "))
        assert line.text == line.whole and line.whole.split(" · ")[1] == card.role, card.key
        hint = battle.card.hint_at(heading)
        assert hint is not None and hint[1] == card.about


def test_the_pointer_on_the_heading_shows_the_whole_description() -> None:
    with use_shelves(BUILTIN_SHELF):
        match = Match(setup(5, ARMED), keep_all=True)
    for _ in range(200):
        if match.decision is None or match.decision.kind == "activate":
            break
        match.answer(match.decision.default())
    pilot = Pilot(SMALL)
    battle = battle_at(pilot, match)
    pilot.uncover()
    model = next(model for model in battle.shown.on_table() if model.is_capital)
    pilot.select(model.id)
    pilot.move((battle.card.rect.left + 60, battle.card.rect.top + 20))
    pilot.wait(40)
    with recorded_texts() as texts:
        pilot.draw()
    assert model.card.about
    shown = " ".join(text.text for text in texts)
    assert model.card.about in shown and f"{model.card.name} · {model.card.role} · " in shown
