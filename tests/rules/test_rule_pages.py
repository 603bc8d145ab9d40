"""The rules as pages: contents, links, citations, search, and what a game adds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jovian.cards import CardError
from jovian.cards.page_texts import load_page_texts, load_rulings
from jovian.game import Event, events, view
from jovian.match import Match
from jovian.play import setup_of
from tests.rules.stage import gun, ship, squadron, stage, weapon
from tests.rules_api import CAUSES, CHAPTERS, EVENT_PAGES, HOUSE_RULE, RULES, RULINGS, build_rulebook, rule_pages
from tests.source import FILES, facts

PAGES = rule_pages()


def keys(words: str) -> list[str]:
    return [hit.page.key for hit in PAGES.find(words)]


def key_for(words: str) -> str:
    page = PAGES.page_for(words)
    return page.key if page is not None else ""


# --- Contents ---


def test_every_rule_is_on_one_page_and_every_page_in_the_contents() -> None:
    on_pages = sorted((entry.name, entry.text) for page in PAGES.by_key.values() for entry in page.entries)
    assert on_pages == sorted((rule.name, rule.summary) for rule in RULES)
    listed = [page for chapter, pages in PAGES.chapters.items() for page in (PAGES[chapter], *pages)]
    assert listed == list(PAGES.by_key.values())


def test_no_page_is_empty() -> None:
    assert [page.key for page in PAGES.by_key.values() if not any(page.texts())] == []
    assert [chapter for chapter in PAGES.chapters if not PAGES[chapter].text] == []


def test_a_heading_comes_first_on_its_page_and_the_rest_in_the_order_of_the_rulebook() -> None:
    names = [entry.name for entry in PAGES["Scenarios > Water Raid"].entries]
    assert names[0] == "Water Raid"
    assert names[2:] == [rule.name for rule in RULES if " > Water Raid > " in rule.place][1:]


def test_the_contents_have_the_order_of_the_rulebook() -> None:
    titles = {chapter: tuple(page.title for page in pages) for chapter, pages in PAGES.chapters.items()}
    assert [chapter for chapter in titles if chapter != HOUSE_RULE] == [*CHAPTERS, RULINGS]
    for chapter, headings in CHAPTERS.items():
        known = [name for name in headings if name in titles[chapter] or chapter != "Traits"]
        assert not headings or list(titles[chapter]) == known


def test_pages_follow_each_other() -> None:
    order = list(PAGES.by_key)
    assert PAGES.beside(order[0])[0] is None and PAGES.beside(order[-1])[1] is None
    assert PAGES.beside(order[1]) == (PAGES[order[0]], PAGES[order[2]])


def test_an_action_says_what_it_needs() -> None:
    assert PAGES["Action > Evade"].entries[0].needs == "Thrusters 1+ or Fuel 2+, not Sluggish"


def test_the_texts_name_only_what_exists() -> None:
    texts = load_page_texts()
    options = {name for page in PAGES.by_key.values() for name in page.options}
    assert set(texts) <= set(PAGES.by_key)
    assert {key for text in texts.values() for key in text.see} <= set(PAGES.by_key)
    assert {number for text in texts.values() for number in text.rulings} == set(load_rulings())
    assert {name for text in texts.values() for name in text.options} <= options & set(PAGES.options)


def test_our_text_is_not_a_copy_of_a_summary() -> None:
    summaries = {rule.summary for rule in RULES}
    assert [key for key, text in load_page_texts().items() if text.text in summaries] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pages:\n  Movement:\n    txt: a\n", ":3: unknown key 'pages Movement txt'; did you mean 'text'?"),
        ("pages:\n  Movement: 3\n", ":2: "),
        ("page: {}\n", ":1: unknown key 'page'"),
    ],
)
def test_a_wrong_file_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "pages.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CardError) as error:
        load_page_texts(file)
    assert message in str(error.value) and "\n" not in str(error.value)


# --- Links ---


def test_every_link_leads_to_another_page() -> None:
    for page in PAGES.by_key.values():
        for text in page.texts():
            pieces = PAGES.linked(text, page.key)
            assert "".join(piece.text for piece in pieces) == text
            targets = [piece.target for piece in pieces if piece.target]
            assert set(targets) <= set(PAGES.by_key) - {page.key} and len(targets) == len(set(targets))
        assert set(page.see) <= set(PAGES.by_key) - {page.key}


def test_a_word_of_dice_is_no_link_to_bases() -> None:
    assert "Components > Base Sizes" not in {piece.target for piece in PAGES.linked("Base, flex and macro dice.")}


def test_the_longest_name_is_the_link() -> None:
    pieces = {
        piece.text: piece.target for piece in PAGES.linked("A Critical Hit or Energy Armor, see R70.") if piece.target
    }
    assert pieces == {
        "Critical Hit": "Damage > Critical Hit", "Energy Armor": "Traits > Energy Armor", "R70": "Rulings > Damage",
    }  # fmt: skip


def test_most_pages_have_related_pages() -> None:
    own = [page for page in PAGES.by_key.values() if page.chapter != RULINGS and not page.is_chapter]
    assert sum(bool(page.see) for page in own) > len(own) // 2


# --- Citations and names ---


def citations() -> set[str]:
    """Return all places of v1.2.4 in the texts of the code, except in docstrings."""
    texts = (text for path in FILES for _, text in facts(path).strings)
    return {text for text in texts if re.fullmatch(r"v1\.2\.4 [A-Z][^.]*", text)}


def test_every_citation_of_the_code_leads_to_a_page() -> None:
    known = citations()
    assert len(known) > 100
    assert [citation for citation in sorted(known) if not key_for(citation)] == []


def test_every_rule_trait_state_and_action_leads_to_its_page() -> None:
    for rule in RULES:
        page = PAGES.page_for(rule.place)
        assert page is not None and rule.name in [entry.name for entry in page.entries], rule.place
        assert key_for(rule.name)
    book = build_rulebook()
    sources = [*book.traits.values(), *book.weapon_traits.values(), *book.states.values(), *book.actions.values()]
    assert [source.name for source in sources if not key_for(source.place)] == []
    assert [number for number in PAGES.rulings if key_for(number).split(" > ")[0] != RULINGS] == []


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("v1.2.4 Movement > Overlapping", "Movement > Overlapping"), ("R70", "Rulings > Damage"),
        ("ECM:1", "Traits > ECM"), ("Hangers 2", "Traits > Hangers"), ("Autohit:T", "Weapon Traits > Autohit"),
        ("missiles", "Weapons > Missile"), ("v1.2.4 Traits > Weapon Traits > CMM", "Weapon Traits > CMM"),
        ("v1.2.4 Weapon Traits > Link", "Weapon Traits > Link"), ("v1.2.4 Attack > Target", "Attack"),
        ("v1.2.4 Action > Board > Boarded", "Action > Boarded"), ("v1.2.2 Traits > Grapplers", "Traits > Grappler"),
        ("v1.2.4 Attack > Attack Modifier > Armor", "Attack > Attack Modifier"), ("crippled", "States > Crippled"),
        ("flex dice", "Dice System > Flex Pool"), ("hyperspace", ""), ("", ""), ("R100", ""),
    ],
)  # fmt: skip
def test_a_page_is_found_for(words: str, key: str) -> None:
    assert key_for(words) == key


def test_a_citation_inside_a_tooltip_is_found() -> None:
    page = PAGES.cited_page("One friendly squadron may fly escort around this ship. v1.2.4 Traits > CAP")
    assert page is not None and page.key == "Traits > CAP"
    assert PAGES.cited_page("No rule is named here.") is None
    assert PAGES.cited_page("R5 is the name of a model.") is None


# --- Search ---


def test_titles_come_before_rules_and_texts() -> None:
    assert keys("ecm")[:2] == ["Traits > ECM", "Attack > Attack Modifier"]
    assert keys("overl")[0] == "Movement > Overlapping"
    assert keys("FLEX dice")[0] == "Dice System > Flex Pool"
    assert keys("collision")[0] == "Movement > Overlapping"


def test_rulings_come_last() -> None:
    found = [key.startswith(RULINGS) for key in keys("damage")]
    assert found == sorted(found) and found[-1]


def test_a_ruling_is_found_by_its_number() -> None:
    hits = PAGES.find("r52")
    assert [hit.page.key for hit in hits] == ["Rulings > Attacks"] and hits[0].line.startswith("R52: ECM")


def test_all_words_must_occur() -> None:
    assert keys("short range") and keys("hyperspace range") == [] and keys("  ") == []


def test_a_hit_shows_the_sentence() -> None:
    assert "overlap" in PAGES.find("overlap")[0].line.lower()


# --- In a game ---


def test_options_that_change_a_page_are_listed() -> None:
    page = PAGES["Traits > ECM"]
    assert PAGES.variants(page, {}) == []
    ((option, variant),) = PAGES.variants(page, {"ecm": "flex", "drift": "v1.2.1"})
    assert (option.title, variant.name) == ("ECM", "flex")


def test_a_chapter_lists_the_options_of_its_pages() -> None:
    chosen = {"ecm": "flex", "drift": "v1.2.1"}
    found = {key: [option.name for option, _ in PAGES.variants(PAGES[key], chosen)] for key in ("Traits", "States")}
    assert found == {"Traits": ["ecm"], "States": ["drift"]}
    assert PAGES.variants(PAGES["Movement"], chosen) == []


def test_every_option_about_a_rule_belongs_to_a_page() -> None:
    on_pages = {name for page in PAGES.by_key.values() for name in page.options}
    assert [option.name for option in PAGES.options.values() if option.is_rule and option.name not in on_pages] == []


def test_models_are_listed_with_the_numbers_of_their_cards() -> None:
    state = stage(
        ship("A", 0, (24, 12), traits=["ECM:2"], weapons=[gun("Mass Driver", ac=3, as_=2, macro=1, count=2)]),
        squadron("S", 1, (24, 30), weapons=[weapon("Lance", ac=4, traits=["Link"])], states={"evading": 1}),
    ).match.state  # fmt: skip
    found = {
        key: [(carrier.name, carrier.side, carrier.words) for carrier in PAGES.carriers(PAGES[key], state)]
        for key in ("Traits > ECM", "Weapons > Mass Driver", "Weapon Traits > Link", "Action > Evade", "Traits > CAP")
    }
    assert found == {
        "Traits > ECM": [("A", 0, "ECM 2")],
        "Weapons > Mass Driver": [("A", 0, "2 Mass Driver (ships 3, squadrons 2, macro +1)")],
        "Weapon Traits > Link": [("S", 1, "Lance (ships 4), Link")],
        "Action > Evade": [("S", 1, "Evading")],
        "Traits > CAP": [],
    }


def test_only_models_of_the_view_are_listed() -> None:
    """The enemy's models in reserve are not."""
    own_view = view(Match(setup_of("introductory", ("jovian-150", "cega-150"), seed=1)).state, 0)
    listed = {carrier.side for page in PAGES.by_key.values() for carrier in PAGES.carriers(page, own_view)}
    assert listed == {0}


def test_every_event_has_a_page_or_none_by_choice() -> None:
    assert {*EVENT_PAGES.values(), *CAUSES.values()} <= set(PAGES.by_key)
    own = {events.Declared, events.Resolved, events.StateChanged, events.PhaseBegan}
    without = {events.Noted, events.Declined, events.Remarked}
    assert set(Event.__subclasses__()) - set(EVENT_PAGES) - own == without
