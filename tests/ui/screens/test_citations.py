"""A click on any citation that a page draws opens its rule. A test walks the pages and clicks all of them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pygame
import pytest

from jovian.game import Refusal
from jovian.ui.kit.fonts import WRITTEN, draw_citation
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.navigation import ToOptions
from tests.rules.fights import FAR
from tests.rules.stage import gun, ship, stage, weapon
from tests.rules.test_dogfight import duel
from tests.rules.turns import AWAY, HOME
from tests.rules_api import rule_pages
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.questions.test_declare import open_sheet
from tests.ui.questions.test_issue import raid

PLACE = re.compile(r"^(v\d+\.\d+\.\d+ )?[A-Z][\w' ]+ > [A-Z]")
"""A text that looks like a place in the rulebook."""


def planning() -> Pilot:
    pilot = Pilot()
    battle_at(pilot, duel({"weapons": [weapon(as_=4)], "fire_control": 2}).match)
    return pilot


def declaring() -> Pilot:
    pilot = Pilot()
    battle_at(pilot, stage(ship("A", 0, (24, 24)), FAR).match)
    open_sheet(pilot)
    return pilot


def asked() -> Pilot:
    pilot = Pilot()
    battle_at(pilot, fighting())
    while pilot.battle.sheet is None:
        pilot.answer_one()
    return pilot


def refused() -> Pilot:
    pilot = Pilot()
    battle_at(pilot, stage(ship("A", 0, (24, 12)), HOME, AWAY).begin("a").match)
    pilot.click(pilot.at(24, 4))
    assert pilot.refused is not None
    return pilot


def aiming() -> Pilot:
    """Return a shot out of range. The odds stay while the pointer is elsewhere."""
    pilot = Pilot()
    guns = [gun("Mass Driver", ac=3, as_=2)]
    game = stage(ship("A", 0, (24, 6), weapons=guns), ship("B", 1, (24, 44), 180), HOME, AWAY)
    battle_at(pilot, game.begin("a").match)
    pilot.key(pygame.K_t)
    pilot.click(pilot.at(24, 44))
    return pilot


def briefed() -> Pilot:
    pilot = Pilot()
    pilot.press("new")
    pilot.press("start")
    assert pilot.page == "briefing"
    return pilot


def choosing_options() -> Pilot:
    pilot = Pilot()
    pilot.app.go(ToOptions({}, pilot.app.screen))
    return pilot


def complained() -> Pilot:
    pilot = Pilot()
    refusal = Refusal("It would end on Lantern 1.", "v1.2.4 Movement > Overlapping")
    pilot.app.say(f"{refusal.reason} ({refusal.cited})", bad=True)
    return pilot


MAKERS = (planning, raid, declaring, asked, refused, aiming, briefed, choosing_options, complained)


def drawn(make: Callable[[], Pilot]) -> tuple[Pilot, set[str]]:
    """Return a page that was drawn completely, and all texts that look like places in the rulebook."""
    pilot = make()
    pilot.wait(2)
    with recorded_texts() as texts:
        pilot.app.relayout()
        pilot.wait(2)
        if isinstance(screen := pilot.app.screen, BattleScreen):
            screen.context.scroll(99)  # The place of a question is its last line.
        pilot.draw()
    return pilot, {text.whole for text in texts if PLACE.match(text.whole)}


@pytest.mark.parametrize("make", MAKERS)
def test_every_citation_can_be_clicked(make: Callable[[], Pilot]) -> None:
    pilot, places = drawn(make)
    page, cited = pilot.page, list(WRITTEN.cited)
    assert cited and places <= {text for _, text in cited}
    for rect, text in cited:
        if (rect, text) not in WRITTEN.cited:  # It is shown only while the pointer is where it was.
            pilot, _ = drawn(make)
        pilot.click(rect.center)
        rule = rule_pages().cited_page(text)
        assert pilot.page == "rules" and rule is not None, text
        pilot.key(pygame.K_ESCAPE)
        assert pilot.page == page
        pilot.draw()


def test_f1_opens_the_citation_under_the_pointer() -> None:
    pilot, _ = drawn(briefed)
    pilot.move(WRITTEN.cited[0][0].center)
    pilot.key(pygame.K_F1)
    assert pilot.page == "rules"


def test_a_press_elsewhere_and_a_dialog_open_nothing() -> None:
    pilot, _ = drawn(briefed)
    place = WRITTEN.cited[0][0].center
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(2, 2), button=1))
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=1))
    assert pilot.page == "briefing"
    pilot.app.ask("Leave?", "", (("no", "Cancel", "plain"),))
    pilot.click(place)
    assert pilot.page == "briefing"


def test_a_tooltip_off_the_table_opens_its_rule_too() -> None:
    pilot = Pilot()
    pilot.app.screen.group["rules"].hint = "Open all rules. v1.2.4 Movement > Overlapping"
    pilot.move(pilot.widget("rules").rect.center)
    with recorded_texts() as texts:
        pilot.draw()
    assert "F1: rules" in {text.text for text in texts}
    pilot.key(pygame.K_F1)
    with recorded_texts() as texts:
        pilot.draw()
    assert "Overlapping" in {text.text for text in texts}


def test_a_name_like_the_number_of_a_ruling_cites_nothing() -> None:
    pilot = Pilot()
    battle_at(pilot, stage(ship("A", 0, (24, 12)), ship("R5", 0, (10, 12)), HOME, AWAY).begin("a").match)
    pilot.draw()
    roster = pilot.battle.roster.list
    row = next(n for n, row in enumerate(roster.items) if row.name == "R5")
    pilot.click(roster.row_rect(row).center)
    assert pilot.page == "battle" and pilot.selected == "r5" and WRITTEN.cited == []


def test_a_notice_covers_the_citation_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    screen, place = pilot.app.screen, (640, 76)
    draw = screen.draw

    def draw_below(surface: pygame.Surface) -> None:
        draw(surface)
        draw_citation(surface, place, "v1.2.4 Attack > Armor", anchor="center")

    monkeypatch.setattr(screen, "draw", draw_below)
    pilot.app.say("The game is saved.")
    pilot.draw()
    pilot.click(place)
    assert pilot.page == "title"


def test_the_key_beside_a_long_citation_stays_in_the_panel() -> None:
    pilot = refused()
    pilot.battle.selection.refuse(Refusal("No.", f"v1.2.4 Scenarios > {'Deployment ' * 20}"))
    with recorded_texts() as texts:
        pilot.battle.refresh()
        pilot.draw()
    panel = pilot.battle.context.rect
    (key,) = [text.rect for text in texts if text.text == "F1" and panel.contains(text.rect)]
    assert key.right <= panel.right - 8
