"""The terms of the rules in texts of panels: F1 opens their rule, and so does a click in texts that are only read."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.kit.fonts import WRITTEN
from jovian.ui.kit.linked_text import drawn_term_at
from tests.rules.fights import FAR
from tests.rules.stage import gun, ship, squadron, stage
from tests.rules_api import rule_pages
from tests.ui.pilot import Pilot, battle_at, fighting

Places = dict[str, tuple[int, int]]


def terms(pilot: Pilot, area: pygame.Rect, *, only_links: bool = False) -> Places:
    """Return a point of each term that is drawn in an area, by the key of its page."""
    pilot.draw()
    found: Places = {}
    for line in WRITTEN.lines:
        if area.contains(line.rect):
            for x in range(line.rect.left, line.rect.right, 4):
                term = drawn_term_at((x, line.rect.centery), only_links=only_links)
                if term is not None:
                    found.setdefault(term[0].key, (x, line.rect.centery))
    return found


def opened(pilot: Pilot, place: tuple[int, int], *, by_click: bool = False) -> str:
    """Return the page that F1 or a click at a point opens, and go back."""
    before = pilot.page
    pilot.move(place)
    pilot.wait()
    pilot.draw()
    if by_click:
        pilot.click(place)
    else:
        pilot.key(pygame.K_F1)
    assert pilot.page == "rules"
    key: str = pilot.screen.page.key  # type: ignore[attr-defined]
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == before
    return key


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_terms_of_a_briefing_open_their_rules(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    pilot.press("new")
    pilot.press("start")
    found = terms(pilot, pilot.surface.get_rect(), only_links=True)
    assert "Scenarios > Victory Conditions" in found and len(found) > 2
    for key, place in found.items():
        assert opened(pilot, place) == opened(pilot, place, by_click=True) == key


def test_the_traits_and_weapons_of_a_card_open_their_rules() -> None:
    pilot = Pilot((1920, 1080))
    guns = [gun("Mass Driver", ac=3, as_=2, traits=["AP"])]
    battle = battle_at(pilot, stage(ship("A", 0, (24, 24), weapons=guns, traits=["ECM:1"]), FAR).match)
    pilot.select("a")
    found = terms(pilot, battle.card.rect)
    assert {"Weapons > Mass Driver", "Weapon Traits > AP"} <= set(found)
    assert opened(pilot, found["Weapon Traits > AP"]) == "Weapon Traits > AP"
    assert opened(pilot, found["Weapons > Mass Driver"]) == "Weapons > Mass Driver"


def test_the_weapons_of_threats_open_their_rules_and_buttons_keep_theirs() -> None:
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, fighting())
    pilot.key(pygame.K_y)
    found = terms(pilot, battle.context.rect)
    weapon = next(key for key in found if key.startswith("Weapons > "))
    assert opened(pilot, found[weapon]) == weapon
    for widget in battle.bar.group.widgets:
        assert drawn_term_at(widget.rect.center) is None


def test_names_on_the_board_and_in_the_roster_are_no_terms() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, stage(ship("Boost", 0, (24, 24)), squadron("Evade", 0, (30, 24)), FAR).match)
    pilot.draw()
    for rect in (pilot.board_place, battle.roster.rect):
        pilot.move(rect.center)
        assert battle.is_table_at(rect.center)
        assert pilot.app.term_at(rect.center) is None


def test_a_click_in_a_list_to_choose_from_opens_no_rule() -> None:
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, fighting())
    pilot.open_log()
    found = terms(pilot, battle.log.rect)
    assert found and not terms(pilot, battle.log.rect, only_links=True)
    key, place = next(iter(found.items()))
    assert opened(pilot, place) == key
    assert rule_pages().by_key[key].title
