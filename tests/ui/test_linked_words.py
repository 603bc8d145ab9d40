"""Every button and row of a battle that names an action, state, or trait leads to its rule."""

from __future__ import annotations

import re

import pygame
import pytest

from jovian.ui.kit.widgets import Button
from tests.rules.fights import FAR
from tests.rules.stage import ship, squadron, stage
from tests.rules_api import build_rulebook, rule_pages
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.questions.test_declare import open_sheet

BOOK = build_rulebook()
NAMES = {effect.name for effects in (BOOK.actions, BOOK.states, BOOK.traits) for effect in effects.values()}
NAMED = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(NAMES)), re.IGNORECASE)
TURN_OR_MOVE = re.compile(r"^(Move|Attack|Turn left|Turn right|Turn|Boost \+\d)$")


def unlinked(pilot: Pilot) -> list[str]:
    """Return the buttons that name a rule of their own, and whose page doesn't open below the pointer."""
    battle = pilot.battle
    faults = []
    for group in (battle.context.group, battle.bar.group):
        buttons = [widget for widget in group.widgets if isinstance(widget, Button) and widget.visible]
        for button in buttons:
            if not NAMED.search(button.label) and not TURN_OR_MOVE.match(button.label):
                continue
            page = rule_pages().cited_page(f"{button.reason} {button.hint}")
            pilot.move(button.rect.center)
            pilot.wait()
            if page is None or battle.page_under_pointer() != page:
                faults.append(button.label)
    return faults


@pytest.mark.parametrize("action", ["vector attack", "damage control", "drone command", "board", "long shot"])
def test_the_buttons_of_a_declared_action_lead_to_their_rules(action: str) -> None:
    game = stage(ship("A", 0, (24, 24), sensors=[4], marines=[3]), squadron("S", 0, (26, 26)), FAR)
    pilot = Pilot()
    battle_at(pilot, game.activate("a").answer("declare", action, 0, kind="declare").match)
    pilot.uncover()
    pilot.draw()
    assert unlinked(pilot) == []


def test_the_rows_of_the_special_actions_lead_to_their_rules() -> None:
    pilot = Pilot()
    battle_at(pilot, stage(ship("A", 0, (24, 24)), FAR).match)
    open_sheet(pilot)
    pilot.draw()
    assert any(NAMED.search(widget.name) for widget in pilot.battle.context.group.widgets)
    assert unlinked(pilot) == []
    pilot.battle.context.reveal("vector attack")
    pilot.move(pilot.battle.context.group["vector attack"].rect.center)
    pilot.key(pygame.K_F1)
    assert pilot.page == "rules" and pilot.screen.page.key == "Action > Vector Attack"


def test_the_buttons_of_a_game_lead_to_their_rules() -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    kinds = set()
    for _ in range(40):
        pilot.uncover()
        if pilot.kind and pilot.kind not in kinds:
            pilot.draw()
            assert unlinked(pilot) == [], pilot.kind
            kinds.add(pilot.kind)
        pilot.answer_one()
    assert len(kinds) > 3


def test_the_notes_of_the_roster_lead_to_their_rules() -> None:
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, fighting())
    rows = battle.roster.list
    index = next(number for number, row in enumerate(rows.items) if row.note == "Escort")
    rect = rows.row_rect(index)
    pilot.move((rect.right - 30, rect.centery))
    page = battle.page_under_pointer()
    assert page is not None and page.key == "Action > Escorting"
    pilot.move((rect.left + 30, rect.centery))
    assert battle.hint_at((rect.left + 30, rect.centery)) is None
