"""Tests of the draft of a declaration: the list of all actions, the buttons, keys, Fuel, and readable labels."""

from __future__ import annotations

import pygame
import pytest

from jovian.dice import MAGNITUDES, Pool, odds
from jovian.game import Refusal
from jovian.ui.kit.fonts import text_size
from jovian.ui.panels.context_panel import Content, ContextPanel
from jovian.ui.panels.panel import ButtonPlace, Press
from jovian.ui.questions.declare import FOLDS, DeclareSheet
from jovian.ui.questions.order_buttons import MAX_ICONS
from tests.rules.fights import FAR, GUN, OWN, placed
from tests.rules.stage import Staged, ship, squadron, stage
from tests.rules_api import NONE, Declare, build_rulebook, refuse_ever
from tests.ui.pilot import Pilot, battle_at


def declaring(game: Staged) -> tuple[Pilot, Declare]:
    """Return the window in which a model is to declare, and its decision."""
    pilot = Pilot()
    battle_at(pilot, game.match)
    assert isinstance(pilot.asked, Declare)
    return pilot, pilot.asked


def open_sheet(pilot: Pilot) -> DeclareSheet:
    """Return the prompt, opened if it is closed, with all folded parts."""
    if pilot.sheet is None:
        for name in ("more", *FOLDS, "more", "more"):
            pilot.choose(name)
    assert isinstance(pilot.sheet, DeclareSheet)
    return pilot.sheet


def refusal_of(asked: Declare, name: str) -> Refusal | None:
    """Return the reason why an action can't be declared now, without Fuel."""
    action = build_rulebook().actions.get(name)
    targets = action.targets(asked.state, asked.model)[:1] if action is not None and action.names_target else []
    return asked.check(["declare", name, 0, *targets])


def never(asked: Declare) -> dict[str, Refusal]:
    """Return the actions that models of this kind never declare, with the reasons."""
    found = {name: refuse_ever(asked.state, asked.model, name) for name in build_rulebook().actions}
    return {name: refusal for name, refusal in found.items() if refusal is not None}


def chosen(pilot: Pilot) -> str:
    """Return the selected row of the list, or the drafted action if the list is closed."""
    if pilot.sheet is not None:
        return str(pilot.sheet.rows[pilot.sheet.chosen].name)
    actions = build_rulebook().actions
    return next((name for name, offer in pilot.offers().items() if offer.lit and name in actions), NONE)


def given(pilot: Pilot) -> list[list[object]]:
    """Return all answers so far."""
    return [entry.choice for entry in pilot.journal]


def boost(pilot: Pilot) -> int:
    """Return the chosen amount of Fuel."""
    return next((int(name.removeprefix("boost ")) for name, offer in pilot.offers().items()
                 if name.startswith("boost") and offer.lit), 0)  # fmt: skip


def test_the_sheet_lists_every_action_legal_ones_first() -> None:
    pilot, asked = declaring(stage(ship("A", 0, (24, 24)), FAR))
    sheet = open_sheet(pilot)
    rows = [row for row in sheet.rows if not row.fold]
    assert {row.title.lower() for row in rows} == {"move and attack only", *build_rulebook().actions}
    able = [row.is_legal for row in rows]
    assert able == sorted(able, reverse=True) and sheet.rows[0].name == NONE and sheet.chosen == 0
    for row in rows[1:]:
        name = row.name
        action, refusal = build_rulebook().actions[name], refusal_of(asked, name)
        assert (refusal is None) == row.is_legal and row.text == (refusal.reason if refusal else action.summary)
        assert (row.needs, row.summary, row.place) == (action.needs, action.summary, action.place)
        test = action.test(pilot.view, asked.model)
        assert bool(row.chance) == (test is not None)
        if test is not None:
            found = odds(test.pool).magnitude()
            assert dict(row.odds) == {word: f"{found[word]:.0%}" for word in MAGNITUDES}
            assert row.chance == f"{odds(test.pool).success:.0%}"


def test_each_action_shows_the_odds_of_its_own_test() -> None:
    """Damage Control uses no Command, Resupply the flex die of a Tender, and all others Command."""
    leader = ship("Leader", 0, (24, 29), skill=6, traits=["Command"])
    game = stage(ship("A", 0, (24, 24), skill=2, traits=["Tender", "Fuel Tanks"]), leader, FAR)
    pilot, _ = declaring(game.activate("a"))
    rows = {row.title: row for row in open_sheet(pilot).rows}
    for title, pool, taught in (
        ("Damage Control", Pool(2), "Skill 2:"), ("Long Shot", Pool(6), "Command of Leader 6:"),
        ("Resupply", Pool(6, 1), "Command of Leader 6, Tender +1 flex die:"),
        ("Reorient", Pool(6), "Command of Leader 6:"),
    ):  # fmt: skip
        assert (rows[title].chance, rows[title].odds_label) == (f"{odds(pool).success:.0%}", taught)


def test_the_chosen_row_stays_in_sight() -> None:
    pilot, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    for _ in range(2 * len(build_rulebook().actions) + 2):
        sheet = open_sheet(pilot)
        pilot.wait(2)
        row = pilot.battle.context.group[sheet.rows[sheet.chosen].name]
        assert row.visible and row.lit and pilot.battle.context.rect.contains(row.rect)
        pilot.key(pygame.K_DOWN)


def test_the_foot_tells_of_the_row_under_the_pointer() -> None:
    pilot, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    sheet = open_sheet(pilot)
    pilot.wait(2)
    row = sheet.rows[1]
    assert row.summary.rstrip(".") not in pilot.battle.context.content.hint
    pilot.move(pilot.battle.context.group[row.name].rect.center)
    pilot.wait(2)
    assert row.summary.rstrip(".") in pilot.battle.context.content.hint


@pytest.mark.parametrize("place", [(24, 4), (24, 24), (24, 44)])
def test_it_does_not_open_by_itself(place: tuple[int, int]) -> None:
    for model in (ship("A", 0, place), squadron("A", 0, place)):
        pilot, _ = declaring(stage(model, FAR))
        assert pilot.sheet is None and chosen(pilot) == NONE
        pilot.key(pygame.K_RETURN if pilot.view.models[pilot.selected].is_capital else pygame.K_SPACE)
        assert ["declare", "none", 0] in given(pilot)


def test_what_cannot_be_declared_is_folded_away_with_its_reasons() -> None:
    pilot, asked = declaring(stage(squadron("S", 0, (24, 24)), FAR, OWN))
    pilot.key(pygame.K_a)
    shown = [row.name for row in pilot.sheet.rows]
    refused = {name: refusal_of(asked, name) for name in build_rulebook().actions}
    assert shown == [NONE, *(name for name, refusal in refused.items() if refusal is None), *FOLDS]
    for fold in FOLDS:
        while chosen(pilot) != fold:
            pilot.key(pygame.K_DOWN)
        pilot.press(fold)
        assert chosen(pilot) == fold
        unfolded = [row for row in pilot.sheet.rows if row.name not in shown]
        wanted = [name for name in refused if refused[name] and (name in never(asked)) == (fold == "fold never")]
        assert [row.name for row in unfolded] == wanted
        for name, row in zip(wanted, unfolded, strict=True):
            refusal = never(asked).get(name, refused[name])
            assert refusal is not None and row.text == refusal.reason and not row.is_legal
        pilot.key(pygame.K_RETURN)
        assert [row.name for row in pilot.sheet.rows] == shown
    answers = len(pilot.journal)
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_RETURN)
    folds = {row.name: row.fold for row in pilot.sheet.rows if row.fold}
    assert len(pilot.journal) == answers and folds == {"fold later": "open", "fold never": "shut"}


def test_a_kind_is_what_the_card_allows_under_some_circumstances() -> None:
    hull, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    kind = folded_rows(hull, "fold never")
    assert "ram" not in kind and "purge airlocks" not in kind and "hard burn" not in kind
    assert "bombing" in kind and kind["tug"] == "A needs Tug."
    lost, _ = declaring(stage(ship("A", 0, (24, 24), states={"crippled": 1}), FAR))
    assert "evade" in folded_rows(lost, "fold later") and set(folded_rows(lost, "fold never")) == set(kind)
    small, _ = declaring(stage(squadron("S", 0, (24, 24)), FAR, OWN))
    kind = folded_rows(small, "fold never")
    assert kind["hard burn"] == "Only capital ships may do this." and "evade" not in kind
    assert "purge airlocks" in kind


def folded_rows(pilot: Pilot, fold: str) -> dict[str, str]:
    """Return the rows in a folded part of the prompt, with their reasons."""
    rows = open_sheet(pilot).rows
    at = [row.name for row in rows].index(fold) + 1
    ends = [number for number, row in enumerate(rows) if number >= at and (row.is_legal or row.fold)]
    rows = rows[at : ends[0] if ends else None]
    return {row.name: row.text for row in rows}


def test_arrows_choose_enter_drafts_and_escape_only_closes() -> None:
    pilot, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    assert pilot.sheet is None
    camera = pilot.camera
    pilot.key(pygame.K_a)
    for _ in range(3):
        pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_UP)
    assert pilot.camera == camera and pilot.sheet.chosen == 2
    pilot.key(pygame.K_ESCAPE)
    assert pilot.sheet is None and chosen(pilot) == NONE
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.journal and pilot.app.modal is not None, "the menu of the game"
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_a)
    while chosen(pilot) != "evade":
        pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert pilot.sheet is None and chosen(pilot) == "evade" and not pilot.journal
    pilot.key(pygame.K_RETURN)
    assert given(pilot) == [["declare", "evade", 0], ["move", 2.0]]


def test_the_lit_button_rolls_the_skill_test_first() -> None:
    """Without a test, the declaration goes with the first order."""
    pilot, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    pilot.press("long shot")
    lit = [offer.label for offer in pilot.offers().values() if offer.kind == "primary"]
    assert lit == ["Declare Long Shot: 44%"] and not pilot.journal
    for name in ("long shot", "damage control"):
        pilot.press(name)
        assert [offer.label for offer in pilot.offers().values() if offer.kind == "primary"] == ['Move 2", the least']
    assert pilot.offers()["declare"].label == "Declare Damage Control: 44%", "its test comes later"


def test_enter_on_what_cannot_be_declared_says_why() -> None:
    pilot, asked = declaring(stage(ship("A", 0, (24, 24)), FAR))
    open_sheet(pilot)
    pilot.key(pygame.K_UP)
    assert chosen(pilot) in never(asked) and refusal_of(asked, chosen(pilot)) is not None
    answers = len(pilot.journal)
    pilot.key(pygame.K_RETURN)
    assert pilot.refused == refusal_of(asked, chosen(pilot))
    assert len(pilot.journal) == answers and pilot.sheet is not None


def test_fuel_is_set_and_dropped_by_buttons() -> None:
    pilot, _ = declaring(stage(squadron("S", 0, (24, 24)), FAR, OWN))
    for name, burnt in (("boost 1", 1), ("boost 2", 2), ("boost 2", 0), ("boost 1", 1)):
        pilot.press(name)
        assert boost(pilot) == burnt and not pilot.journal
    assert pilot.offers()["declare"].label == "Boost by 1 now"
    pilot.key(pygame.K_RETURN)
    assert pilot.last == ["declare", "none", 1]


def test_an_action_that_names_a_target_has_a_button_for_each() -> None:
    pilot, asked = declaring(stage(ship("A", 0, (24, 24)), FAR))
    open_sheet(pilot)
    while chosen(pilot) != "overdrive":
        pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    targets = build_rulebook().actions["overdrive"].targets(asked.state, asked.model)
    assert pilot.sheet is None and len(targets) > 1
    for target in targets:
        pilot.press(f"at {target}")
        assert [each for each in targets if pilot.offers()[f"at {each}"].lit] == [target]
    pilot.press("declare")
    assert given(pilot)[0] == ["declare", "overdrive", 0, targets[-1]]


def test_who_must_bomb_has_drafted_it() -> None:
    exo = placed(squadron("S", 0, (24, 22), squadron_type="exo-armor", weapons=[GUN]), assaulting="b")
    pilot, _ = declaring(stage(exo, ship("B", 1, (24, 20), activated=True), FAR, OWN))
    assert chosen(pilot) == "bombing"
    sheet = open_sheet(pilot)
    assert chosen(pilot) == "bombing"
    assert not next(row for row in sheet.rows if row.name == NONE).is_legal


def test_the_bar_keeps_few_actions_with_whole_labels() -> None:
    pilot, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    actions = [name for name in pilot.offers() if name in build_rulebook().actions]
    assert 1 <= len(actions) <= MAX_ICONS and "more" in pilot.offers()
    pilot.draw()
    for offer in pilot.offers().values():
        if offer.place is ButtonPlace.ICON:
            assert pilot.widget(offer.name).rect.width >= 36 and offer.letter
        else:
            assert pilot.widget(offer.name).rect.width >= text_size(offer.label, "label")[0] + 8


@pytest.mark.parametrize("count", [9, 16, 22])
def test_each_of_many_small_buttons_can_be_read_and_reached(count: int) -> None:
    Pilot()
    panel = ContextPanel("F1")
    panel.layout(pygame.Rect(880, 312, 366, 200))
    offers = tuple(Press(f"b{n}", f"Declare {n} at once", list) for n in range(count))
    panel.show(Content("title", buttons=offers))
    for offer in offers:
        assert panel.reveal(offer.name) or panel.group[offer.name].visible
        button = panel.group[offer.name]
        assert button.visible and panel.rect.contains(button.rect)
        assert button.rect.width >= text_size(offer.label, "label")[0]


def test_a_letter_after_the_key_of_the_list_chooses_its_action() -> None:
    """Without the list, the letter is the key that it always is."""
    pilot, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    pilot.key(pygame.K_a)
    pilot.key(pygame.K_e)
    assert pilot.offers()["evade"].lit and pilot.sheet is None and not pilot.journal
    pilot.key(pygame.K_l)
    assert not pilot.offers()["long shot"].lit


def test_letters_that_are_typed_choose_no_action() -> None:
    pilot, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    pilot.key(pygame.K_a)
    pilot.key(pygame.K_f, pygame.KMOD_CTRL)
    pilot.key(pygame.K_e)
    assert not pilot.offers()["evade"].lit and pilot.sheet is not None


def test_the_key_for_rules_opens_the_chosen_row() -> None:
    pilot, _ = declaring(stage(ship("A", 0, (24, 24)), FAR))
    pilot.press("more")
    pilot.move((-50, -50))
    while chosen(pilot) != "evade":
        pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_F1)
    assert pilot.page == "rules" and pilot.screen.page.key == "Action > Evade"
