"""The rules in the window, by clicks and keys: ways in and out, links, history, and search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from jovian.diagrams import DIAGRAMS, diagrams_of
from jovian.game import Refusal
from jovian.table.overlays import PointLabel
from jovian.ui.kit.fonts import clear_caches
from jovian.ui.kit.linked_text import LinkedText
from jovian.ui.presentation.rule_pictures import RulePicture
from jovian.ui.screens.navigation import ToReplay, ToRules
from jovian.ui.settings import Settings
from tests.rules.stage import Cast, gun, rock, ship, squadron, stage
from tests.rules.turns import AWAY, HOME
from tests.rules_api import rule_pages
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting

RULES = rule_pages()


@pytest.fixture(autouse=True)
def _clear_pictures() -> Iterator[None]:
    """Drop cached pictures of many sizes, which other tests count."""
    yield
    clear_caches()


def opened(key: str = "", size: tuple[int, int] = (1280, 720), **settings: Any) -> Pilot:
    pilot = Pilot(size, Settings(speed=0.0, **settings))
    pilot.app.go(ToRules(pilot.app.screen, None, key))
    pilot.wait(2)
    return pilot


def column(pilot: Pilot, name: str) -> LinkedText:
    widget = pilot.widget(name)
    assert isinstance(widget, LinkedText)
    return widget


def words(pilot: Pilot, name: str = "page") -> str:
    return " ".join(run.text for line in column(pilot, name).items for run in line.runs)


def follow(pilot: Pilot, target: str, name: str = "page") -> None:
    """Scroll to a link, and click it."""
    text = column(pilot, name)
    text.scroll_to_link(text.targets.index(target))
    rect = next(rect for found, rect in text.link_rects() if found == target)
    pilot.click(rect.center)


def write(pilot: Pilot, text: str) -> None:
    for letter in text:
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    pilot.wait(2)


# --- Ways in and out ---


def test_the_title_leads_to_the_contents_and_escape_back() -> None:
    pilot = Pilot()
    pilot.press("rules")
    assert pilot.page == "rules" and "Dogfight" in words(pilot, "contents")
    assert RULES["Movement"].text in words(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"
    pilot.key(pygame.K_F1)
    assert pilot.page == "rules"
    pilot.key(pygame.K_F1)
    assert pilot.page == "title"


def test_the_menu_of_a_game_leads_to_the_rules_and_keys_and_back() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.key(pygame.K_F10)
    pilot.press("rules")
    assert pilot.page == "rules"
    pilot.press("keys")
    assert pilot.page == "keys"
    pilot.press("done")
    assert pilot.page == "rules"
    pilot.press("close")
    assert pilot.screen is battle
    pilot.key(pygame.K_F10)
    pilot.press("keys")
    assert pilot.page == "keys"


def test_a_refusal_is_shown_on_top() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    refusal = Refusal("Amalthea would end on Lantern 1.", "v1.2.4 Movement > Overlapping")
    plain = words(opened("Movement > Overlapping"))
    pilot.app.go(ToRules(battle, battle.session, "Movement > Overlapping", refusal))
    top = column(pilot, "page").rect.top
    pilot.app.go(ToRules(battle, battle.session, "Movement > Overlapping"))
    assert column(pilot, "page").rect.top < top, "the refusal needs space"
    assert "Overlapping" in plain


# --- Reading ---


def test_a_page_shows_rules_rulings_and_related_pages() -> None:
    pilot = opened("Movement > Overlapping")
    text = words(pilot)
    assert all(entry.name in text and entry.text in text for entry in RULES["Movement > Overlapping"].entries)
    assert "R24" in text and "v1.2.4 Movement > Overlapping" in text
    assert "Ram" in words(pilot, "side")


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 2.0)])
@pytest.mark.parametrize("key", DIAGRAMS)
def test_a_diagram_is_drawn_whole_with_its_caption(key: str, size: tuple[int, int], scale: float) -> None:
    pilot = opened(key, size, scale=scale)
    page = column(pilot, "page")
    for number, diagram in enumerate(diagrams_of(key)):
        assert diagram.caption in words(pilot)
        clear_caches()
        picture, surface = RulePicture(key, number), pygame.Surface((page.text_width, 2000))
        frame = pygame.Rect((0, 0), picture.size(page.text_width))
        with recorded_texts() as texts:
            picture.draw(surface, (0, 0), page.text_width)
        assert surface.get_rect().contains(frame)
        assert [text for text in texts if not (frame.contains(text.rect) and text.text == text.whole)] == []
        names = [model.name for model in diagram.state.on_table()] if diagram.state is not None else []
        labels = [item.text for item in diagram.overlays if isinstance(item, PointLabel)]
        assert {*names, *labels} <= {text.text for text in texts}


def test_links_back_and_forward() -> None:
    pilot = opened("Movement > Overlapping")
    follow(pilot, "Action > Ram")
    assert words(pilot).startswith("Action > Ram Ram")
    pilot.key(pygame.K_LEFT, pygame.KMOD_ALT)
    assert words(pilot).startswith("Movement > Overlapping")
    pilot.key(pygame.K_LEFT, pygame.KMOD_ALT)
    assert words(pilot).startswith("Movement > Overlapping"), "there is no earlier page"
    pilot.key(pygame.K_RIGHT, pygame.KMOD_ALT)
    assert words(pilot).startswith("Action > Ram")
    pilot.press("older")
    follow(pilot, "Movement > Squadron Movement")
    assert not pilot.widget("newer").enabled, "another way forgets the pages after it"
    assert "Ram" in words(pilot, "side").split("Recent pages")[1]


def test_the_contents_open_a_chapter_and_a_page() -> None:
    pilot = opened()
    assert "Thrusters 0" not in words(pilot, "contents")
    follow(pilot, "Movement", "contents")
    assert words(pilot).startswith("Movement")
    follow(pilot, "Movement > Thrusters 0", "contents")
    assert words(pilot).startswith("Movement > Thrusters 0")
    pilot.press("toc")
    assert words(pilot).startswith("Rules")


def test_what_was_looked_at_is_known_after_the_rules_are_closed() -> None:
    pilot = opened("Action > Ram")
    pilot.key(pygame.K_ESCAPE)
    pilot.press("rules")
    assert "Ram" in words(pilot, "side")


def test_wheel_and_keys_scroll() -> None:
    pilot = opened("Attack > Attack Modifier")
    page = column(pilot, "page")
    pilot.move(page.rect.center)
    pilot.wheel(-3)
    by_wheel = page.offset
    pilot.key(pygame.K_PAGEDOWN)
    by_key = page.offset
    pilot.key(pygame.K_HOME)
    assert 0 < by_wheel < by_key and page.offset == 0


# --- Search ---


def test_search_as_you_type_and_enter_opens_the_best_page() -> None:
    pilot = opened()
    write(pilot, "ecm")
    assert words(pilot, "contents").startswith("ECM")
    pilot.key(pygame.K_RETURN)
    assert words(pilot).startswith("Traits > ECM")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "rules" and words(pilot, "contents").startswith("Basic Rules"), (
        "Escape clears the search first"
    )
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_arrows_choose_another_hit() -> None:
    pilot = opened()
    write(pilot, "ecm")
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert words(pilot).startswith(RULES.find("ecm")[1].page.chapter)


def test_a_hit_is_clicked() -> None:
    pilot = opened()
    write(pilot, "collision")
    follow(pilot, "Movement > Overlapping", "contents")
    assert words(pilot).startswith("Movement > Overlapping")


def test_slash_focuses_the_search() -> None:
    pilot = opened("Action > Ram")
    pilot.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="/"))
    write(pilot, "/")
    write(pilot, "boost")
    assert words(pilot, "contents").startswith("Boost")


def test_slash_of_another_keyboard_focuses_the_search() -> None:
    pilot = opened("Action > Ram")
    pilot.wait(30)  # A digit answers prompts, so it counts only after a moment.
    pilot.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_7, mod=pygame.KMOD_SHIFT, unicode="/"))
    write(pilot, "/boost")
    assert words(pilot, "contents").startswith("Boost")


def test_a_letter_bound_to_the_rules_can_be_typed() -> None:
    pilot = opened(keys={"help": "h"})
    pilot.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="h"))
    write(pilot, "h")
    assert pilot.page == "rules" and column(pilot, "contents").targets[0] == RULES.find("h")[0].page.key
    pilot.release(pygame.K_h)
    pilot.key(pygame.K_TAB)
    pilot.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="h"))
    assert pilot.page == "title"


def test_nothing_found_is_said() -> None:
    pilot = opened()
    write(pilot, "hyperspace")
    assert words(pilot, "contents").startswith("Nothing found")


def test_all_by_keyboard() -> None:
    pilot = opened("Movement > Overlapping")
    while not column(pilot, "page").focused:
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert words(pilot).startswith("Movement"), "the first link is the chapter"


# --- In a game ---


def test_models_with_a_weapon_are_listed_and_lead_to_the_table() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    model = next(model for model in pilot.view.models.values() if model.is_on_table and model.card.weapons)
    key = RULES.page_for(model.card.weapons[0].type).key  # type: ignore[union-attr]
    pilot.app.go(ToRules(battle, battle.session, key))
    pilot.wait(2)
    assert model.name in words(pilot, "side") and "Played as in the rulebook" in words(pilot, "side")
    follow(pilot, f"model {model.id}", "side")
    assert pilot.page == "battle" and pilot.selected == model.id


def test_the_rulings_say_nothing_about_options_of_the_game() -> None:
    """R52 describes an option, so "No option changes it" would be wrong."""
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.app.go(ToRules(battle, battle.session, "Attack > Attack Modifier"))
    assert "In this game" in words(pilot, "side")
    pilot.app.go(ToRules(battle, battle.session, "Rulings > Attacks"))
    assert "R52" in words(pilot) and "In this game" not in words(pilot, "side")


# --- From what the pointer is on ---


def at_table(*cast: Cast, size: tuple[int, int] = (1280, 720), **scene: Any) -> Pilot:
    """Return the window with a ship that is about to move."""
    pilot = Pilot(size)
    ship_a = ship("A", 0, (24, 12), traits=["ECM:1", "CAP"], weapons=[gun("Mass Driver", ac=3, as_=2)])
    game = stage(ship_a, ship("B", 1, (24, 30), 180), *cast, HOME, AWAY, **scene)
    battle_at(pilot, game.begin("a").match)
    pilot.select("a")
    return pilot


def card_place(pilot: Pilot, text: str) -> tuple[int, int]:
    """Return where the card explains something with these words."""
    pilot.draw()
    return next(rect.center for rect, hint in pilot.battle.card._hints if text in hint)


def page_by_f1(pilot: Pilot, pos: tuple[float, float]) -> str:
    pilot.move(pos)
    pilot.wait(2)
    pilot.key(pygame.K_F1)
    assert pilot.page == "rules"
    return words(pilot)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("ECM:1", "Traits > ECM"), ("Mass Driver (turret)", "Weapons > Mass Driver"),
        ("Inches of movement", "Components > Movement Ratings"), ("Defense:", "Components > Defense Ratings"),
        ("Signature:", "Components > Signature"), ("Armor: fore", "Attack > Armor"),
    ],
)  # fmt: skip
def test_f1_explains_the_card(text: str, start: str) -> None:
    pilot = at_table()
    pilot.move(card_place(pilot, "ECM:1"))
    if text.startswith("Inches"):
        text = "Thrusters"
    assert page_by_f1(pilot, card_place(pilot, text)).startswith(start)


def test_a_click_on_a_trait_opens_it_and_escape_leads_back() -> None:
    pilot = at_table()
    battle = pilot.battle
    pilot.click(card_place(pilot, "Air patrol: "))
    assert words(pilot).startswith("Traits > CAP") and "A Air patrol" in words(pilot, "side")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.screen is battle


def test_the_second_card_explains_as_the_first() -> None:
    pilot = at_table(size=(1920, 1080))
    battle = pilot.battle
    pilot.select("b")
    pilot.move(pilot.at(24, 12))
    pilot.draw()
    card = battle.second_card
    assert card.model is not None and card.model.id == "a"
    places = [next(rect.center for rect, hint in card._hints if text in hint) for text in ("Defense:", "Air patrol: ")]
    assert page_by_f1(pilot, places[0]).startswith("Components > Defense Ratings")
    pilot.key(pygame.K_ESCAPE)
    pilot.click(places[1])
    assert words(pilot).startswith("Traits > CAP")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.selected == "b", "a click on a trait selects no model"


def test_f1_explains_terrain_and_models() -> None:
    pilot = at_table(terrain=(rock("large-asteroid", (8, 30), radius=2),))
    assert page_by_f1(pilot, pilot.at(8, 30)).startswith("Terrain > Large Asteroid")
    pilot.key(pygame.K_ESCAPE)
    assert page_by_f1(pilot, pilot.at(24, 12)).startswith("Components > Capital Ship")
    pilot.key(pygame.K_ESCAPE)
    assert page_by_f1(pilot, pilot.at(40, 44)).startswith("Rules"), "nothing is there"


def test_f1_explains_nothing_below_the_overview() -> None:
    pilot = at_table(terrain=(rock("large-asteroid", (8, 30), radius=2),))
    pilot.move(pilot.at(8, 30))
    assert pilot.battle.page_under_pointer() == RULES["Terrain > Large Asteroid"]
    pilot.battle.overview.rect = pygame.Rect(pilot.battle.pointer, (40, 40))
    assert pilot.battle.page_under_pointer() is None


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("with a ", "Attack > Attack Window"), ("declaresSilent Running", "Action > Silent Running"),
        ("Turn 2 — Deployment Phase", "Sequence > Deployment Phase"), ("activates", "Sequence > Activation Phase"),
    ],
)  # fmt: skip
def test_f1_explains_a_line_of_the_log(text: str, start: str) -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    pilot.open_log()
    pilot.draw()
    rows = pilot.battle.log.list
    index = next(n for n, row in enumerate(rows.items) if text in "".join(p.text for p in row.pieces))
    rows.scroll_to(index)
    assert page_by_f1(pilot, rows.row_rect(index).center).startswith(start)


def test_f1_works_in_a_replay_and_shows_the_models_of_that_moment() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.app.go(ToReplay(battle.session, battle))
    pilot.wait(2)
    replay = pilot.screen
    pilot.key(pygame.K_F1)
    assert pilot.page == "rules"
    follow(pilot, "Sequence", "contents")
    assert "Played as in the rulebook" in words(pilot, "side")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.screen is replay


def test_f1_explains_a_prompt() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    while battle.sheet is None:
        pilot.answer_one()
    asked = pilot.asked
    assert asked is not None
    page = RULES.cited_page(asked.cited)
    assert page is not None and page_by_f1(pilot, battle.context.rect.midtop).startswith(page.chapter)
    pilot.key(pygame.K_ESCAPE)
    with recorded_texts() as texts:
        pilot.draw()
    pilot.click(next(text.rect for text in texts if text.text == asked.cited).center)
    assert pilot.page == "rules" and words(pilot).startswith(page.chapter)


def test_f1_explains_every_answer_of_a_prompt() -> None:
    """An answer whose tooltip cites no rule is explained by the rule of the question."""
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, fighting())
    while battle.sheet is None or len(battle.context.group.widgets) < 2:
        pilot.answer_one()
    pilot.draw()
    asked = pilot.asked
    assert asked is not None
    page = RULES.cited_page(asked.cited)
    for widget in battle.context.group.widgets:
        pilot.move(widget.rect.center)
        assert page is not None and battle.page_under_pointer() == page


def test_a_bar_without_a_refusal_is_not_drawn_again() -> None:
    """The pointer leaves the citation, and the refusal disappears, before the bar is drawn."""
    pilot = at_table()
    refusal = refused_shot(pilot)
    bar = pilot.battle.bar
    with recorded_texts() as texts:
        bar.stale = True
        pilot.draw()
    place = next(text.rect for text in texts if text.text.startswith(refusal.cited))
    pilot.move(place.center)
    pilot.draw()
    pilot.move((2, 2))
    pilot.battle.selection.refuse(None)
    pilot.wait(2)
    pilot.draw()
    assert not bar.dirty


def test_f1_explains_the_odds_of_a_shot() -> None:
    pilot = at_table(squadron("S", 1, (24, 16)))
    pilot.key(pygame.K_t)
    pilot.move(pilot.at(24, 16))
    pilot.wait(2)
    assert pilot.aim() is not None
    assert words_of_f1(pilot).startswith("Attack > Attack Modifier")


def refused_shot(pilot: Pilot) -> Refusal:
    """Click where the ship can't go, and return why."""
    pilot.click(pilot.at(24, 4))
    assert pilot.refused is not None and pilot.refused.cited
    return pilot.refused


def test_f1_explains_a_refusal() -> None:
    pilot = at_table()
    refusal = refused_shot(pilot)
    page = RULES.cited_page(refusal.cited)
    assert page is not None and words_of_f1(pilot).startswith(page.chapter)
    assert shown_texts(pilot, refusal.reason.split()[0])


def words_of_f1(pilot: Pilot) -> str:
    pilot.key(pygame.K_F1)
    return words(pilot)


def shown_texts(pilot: Pilot, word: str) -> bool:
    with recorded_texts() as texts:
        pilot.draw()
    return any("You came here from a refusal" in text.text for text in texts) and any(word in t.text for t in texts)


def test_a_click_on_the_citation_of_a_refusal_opens_it() -> None:
    pilot = at_table()
    refusal = refused_shot(pilot)
    with recorded_texts() as texts:
        pilot.battle.bar.stale = True
        pilot.draw()
    place = next(text.rect for text in texts if text.text.startswith(refusal.cited))
    pilot.click(place.center)
    assert pilot.page == "rules" and shown_texts(pilot, refusal.reason.split()[0])
    pilot.press("close")
    assert pilot.refused == refusal, "it is still shown"


def test_tooltips_that_cite_a_rule_name_the_key() -> None:
    pilot = at_table(terrain=(rock("large-asteroid", (8, 30), radius=2),))
    for place in (card_place(pilot, "Air patrol: "), pilot.at(8, 30)):
        pilot.move(place)
        pilot.wait(2)
        with recorded_texts() as texts:
            pilot.draw()
        assert any(text.text == "F1: rules" for text in texts)


def test_tooltips_name_no_key_if_there_is_none() -> None:
    pilot = at_table()
    pilot.app.keymap.bind("menu", "f1")
    pilot.move(card_place(pilot, "Air patrol: "))
    pilot.wait(2)
    with recorded_texts() as texts:
        pilot.draw()
    assert any("escort around this ship" in text.text for text in texts)
    assert not any(text.text.endswith(": rules") for text in texts)
