"""The declare step: the sheet with every action, the few in the bar, keys, fuel; and labels that can be read."""

from __future__ import annotations

import pygame
import pytest

from jovian.dice import MAGNITUDES, Pool, odds
from jovian.rules.menu.declare import NONE
from jovian.rules.setup.edition import edition
from jovian.ui.answering.declare import FOLDS, DeclareController
from jovian.ui.kit.fonts import measure
from jovian.ui.panels.action_bar import ActionBar
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.keys import Keymap
from jovian.ui.screens.battle.battle import Battle
from jovian.ui.sheets.declare_sheet import DeclareSheet, Entry, Wheel, draw_declare, lay_declare
from tests.rules.fights import FAR, GUN, OWN, placed
from tests.rules.stage import Staged, ship, squadron, stage
from tests.ui.pilot import Pilot, battle_at, last

AREA = pygame.Rect(230, 46, 666, 590)
"""The board of a window of 1280 x 720."""


def declaring(game: Staged) -> tuple[Pilot, Battle, DeclareController]:
    pilot = Pilot()
    battle = battle_at(pilot, game.match)
    assert isinstance(battle.controller, DeclareController)
    return pilot, battle, battle.controller


def opened(controller: DeclareController) -> DeclareSheet:
    """The sheet with all that is folded away, opened if it is closed."""
    if not controller.showing:
        controller.press("more")
        controller.unfolded = set(FOLDS)
    sheet = controller.sheet()
    assert sheet is not None
    return sheet


def test_the_sheet_lists_every_action_legal_ones_first() -> None:
    _, battle, controller = declaring(stage(ship("A", 0, (24, 24)), FAR))
    sheet = opened(controller)
    rows = [row for row in sheet.rows if not row.fold]
    assert {row.title.lower() for row in rows} == {"no action", *edition().actions}
    able = [row.able for row in rows]
    assert able == sorted(able, reverse=True) and sheet.rows[0].name == NONE and sheet.chosen == 0
    for row in rows[1:]:
        name = row.name.removeprefix("why ")
        action, refusal = edition().actions[name], controller.refused[name]
        assert (refusal is None) == row.able and row.said == (refusal.reason if refusal else action.summary)
        assert (row.needs, row.summary, row.place) == (action.needs, action.summary, action.place)
        test = action.test(battle.desk.view, controller.asked.model)
        assert bool(row.chance) == (test is not None)
        if test is not None:
            found = odds(test.pool).magnitude()
            assert dict(row.odds) == {word: f"{found[word]:.0%}" for word in MAGNITUDES}
            assert row.chance == f"{odds(test.pool).success:.0%}"


def test_each_action_shows_the_odds_of_its_own_test() -> None:
    """Damage Control is made without a Command, Resupply with the flex die of a Tender, all others with Command."""
    leader = ship("Leader", 0, (24, 29), skill=6, traits=["Command"])
    game = stage(ship("A", 0, (24, 24), skill=2, traits=["Tender", "Fuel Tanks"]), leader, FAR)
    _, _, controller = declaring(game.activate("a"))
    rows = {row.title: row for row in opened(controller).rows}
    for title, pool, taught in (
        ("Damage Control", Pool(2), "Skill 2:"), ("Long Shot", Pool(6), "Command of Leader 6:"),
        ("Resupply", Pool(6, 1), "Command of Leader 6, Tender +1 flex die:"),
        ("Reorient", Pool(6), "Command of Leader 6:"),
    ):  # fmt: skip
        assert (rows[title].chance, rows[title].taught) == (f"{odds(pool).success:.0%}", taught)


@pytest.mark.parametrize("area", [AREA, pygame.Rect(230, 46, 1290, 950), pygame.Rect(200, 46, 500, 470)])
def test_the_sheet_leaves_the_board_in_sight_and_keeps_the_row_in_hand(area: pygame.Rect) -> None:
    _, _, controller = declaring(stage(ship("A", 0, (24, 24)), FAR))
    for _ in range(2 * len(edition().actions) + 2):
        sheet = opened(controller)
        rect, widgets = lay_declare(sheet, area)
        entries = [each for each in widgets if isinstance(each, Entry)]
        assert area.contains(rect) and rect.height <= area.height * 0.6
        assert all(rect.contains(each.rect) for each in entries)
        assert [each.row for each in entries if each.lit] == [sheet.rows[sheet.chosen]]
        controller.command("pan down")
    surface = pygame.Surface((1600, 1000), pygame.SRCALPHA)
    draw_declare(surface, rect, sheet, widgets)
    assert surface.get_bounding_rect().width > 0 and rect.contains(surface.get_bounding_rect())


def test_the_wheel_over_the_list_moves_it_within_its_ends() -> None:
    _, _, controller = declaring(stage(ship("A", 0, (24, 24)), FAR))
    turned = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3)
    seen = []
    for _ in range(9):
        rect, widgets = lay_declare(opened(controller), AREA)
        ground = widgets[0]
        assert isinstance(ground, Wheel) and not ground.focusable and ground.handle(turned) is None
        ground.hovered = True
        action = ground.handle(turned)
        assert action is not None and rect.contains(ground.rect)
        controller.press(action.name)
        seen.append((controller.top, ground.furthest))
    tops = [top for top, _ in seen]
    assert tops[0] == 3 and tops == sorted(tops) and tops[-2:] == [seen[-1][1]] * 2
    _, widgets = lay_declare(opened(controller), AREA)
    assert isinstance(widgets[-1], Entry) and widgets[-1].row == opened(controller).rows[-1]


def test_the_foot_tells_of_the_row_under_the_pointer() -> None:
    _, _, controller = declaring(stage(ship("A", 0, (24, 24)), FAR))
    rect, widgets = lay_declare(opened(controller), AREA)
    entry = widgets[2]
    assert isinstance(entry, Entry) and not entry.under
    pictures = []
    for pos in ((0, 0), entry.rect.center):
        entry.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        surface = pygame.Surface((1280, 720))
        draw_declare(surface, rect, opened(controller), widgets)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert entry.under and pictures[0] != pictures[1]


@pytest.mark.parametrize("place", [(24, 4), (24, 24), (24, 44)])
def test_it_does_not_open_by_itself(place: tuple[int, int]) -> None:
    for model in (ship("A", 0, place), squadron("A", 0, place)):
        pilot, battle, controller = declaring(stage(model, FAR))
        assert controller.sheet() is None and battle.sheet.sheet is None
        pilot.key(pygame.K_RETURN)
        assert last(battle) == ["declare", "none", 0]


def test_what_cannot_be_declared_is_folded_away_with_its_reasons() -> None:
    pilot, battle, controller = declaring(stage(squadron("S", 0, (24, 24)), FAR, OWN))
    pilot.key(pygame.K_n)
    sheet = controller.sheet()
    assert sheet is not None
    shown = [row.name for row in sheet.rows]
    assert shown == [NONE, *(name for name in edition().actions if controller.refused[name] is None), *FOLDS]
    for fold in FOLDS:
        while controller.chosen != fold:
            pilot.key(pygame.K_DOWN)
        pilot.press(fold)
        sheet = controller.sheet()
        assert sheet is not None and sheet.rows[sheet.chosen].name == fold
        at = sheet.chosen + 1
        for name, row in zip(controller._folded(fold), sheet.rows[at:], strict=False):
            refusal = controller.never.get(name, controller.refused[name])
            assert refusal is not None and (row.name, row.said, row.able) == (f"why {name}", refusal.reason, False)
            assert (name in controller.never) == (fold == "fold never")
        pilot.key(pygame.K_RETURN)
        assert [row.name for row in (controller.sheet() or sheet).rows] == shown
    answers = len(battle.session.match.journal)
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_RETURN)
    assert len(battle.session.match.journal) == answers and controller.unfolded == {"fold later"}


def test_a_kind_is_what_the_card_allows_under_some_circumstances() -> None:
    _, _, hull = declaring(stage(ship("A", 0, (24, 24)), FAR))
    assert "ram" not in hull.never and "purge airlocks" not in hull.never and "hard burn" not in hull.never
    assert "bombing" in hull.never and hull.never["tug"].reason == "It needs Tug."
    _, _, lost = declaring(stage(ship("A", 0, (24, 24), states={"crippled": 1}), FAR))
    assert lost.refused["evade"] is not None and set(lost.never) == set(hull.never)
    _, _, small = declaring(stage(squadron("S", 0, (24, 24)), FAR, OWN))
    assert small.never["hard burn"].reason == "Only capital ships may do this." and "evade" not in small.never
    assert "purge airlocks" in small.never


def test_arrows_choose_enter_declares_and_escape_only_closes() -> None:
    pilot, battle, controller = declaring(stage(ship("A", 0, (24, 24)), FAR))
    assert controller.sheet() is None
    camera = battle.board.camera
    pilot.key(pygame.K_n)
    for _ in range(3):
        pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_UP)
    assert battle.board.camera == camera and controller.chosen == controller.names[2]
    answers = len(battle.session.match.journal)
    pilot.key(pygame.K_ESCAPE)
    assert controller.sheet() is None and controller.chosen == NONE
    pilot.key(pygame.K_ESCAPE)
    assert len(battle.session.match.journal) == answers
    pilot.key(pygame.K_n)
    while controller.chosen != "evade":
        pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    assert last(battle) == ["declare", "evade", 0]


def test_enter_on_what_cannot_be_declared_says_why() -> None:
    pilot, battle, controller = declaring(stage(ship("A", 0, (24, 24)), FAR))
    opened(controller)
    pilot.key(pygame.K_UP)
    assert controller.chosen in controller.never and controller.refused[controller.chosen] is not None
    answers = len(battle.session.match.journal)
    pilot.key(pygame.K_RETURN)
    assert battle.desk.notice == controller.refused[controller.chosen]
    assert len(battle.session.match.journal) == answers and controller.sheet() is not None


def test_fuel_is_set_by_turn_keys_numbers_and_buttons() -> None:
    pilot, battle, controller = declaring(stage(squadron("S", 0, (24, 24)), FAR, OWN))
    for key, boost in ((pygame.K_e, 1), (pygame.K_e, 2), (pygame.K_e, 2), (pygame.K_q, 1), (pygame.K_2, 0),
                       (pygame.K_3, 2)):  # fmt: skip
        pilot.key(key)
        assert controller.boost == boost
    pilot.press("boost 1")
    assert controller.boost == 1
    pilot.key(pygame.K_RETURN)
    assert last(battle) == ["declare", "none", 1]


def test_an_action_of_the_sheet_asks_for_its_target() -> None:
    pilot, battle, controller = declaring(stage(ship("A", 0, (24, 24)), FAR))
    opened(controller)
    while controller.chosen != "overdrive":
        pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert controller.naming == "overdrive" and controller.sheet() is None
    pilot.key(pygame.K_RETURN)
    assert last(battle)[:3] == ["declare", "overdrive", 0]


def test_who_must_bomb_has_that_in_hand() -> None:
    exo = placed(squadron("S", 0, (24, 22), squadron_type="exo-armor", weapons=[GUN]), assaulting="b")
    _, _, controller = declaring(stage(exo, ship("B", 1, (24, 20), activated=True), FAR, OWN))
    sheet = opened(controller)
    assert controller.chosen == "bombing" and sheet.rows[sheet.chosen].name == "bombing"
    assert "why none" in [row.name for row in sheet.rows]


def test_the_bar_keeps_few_actions_with_whole_labels() -> None:
    pilot, battle, controller = declaring(stage(ship("A", 0, (24, 24)), FAR))
    names = [offer.name for offer in controller.offers()]
    assert names[0] == NONE and names[-1] == "more" and 1 <= len(names) - 2 <= 4
    pilot.draw()
    for offer in controller.offers():
        assert battle.bar.group[offer.name].rect.width >= measure(offer.label, "button")[0] + 16


@pytest.mark.parametrize("count", [9, 16, 22])
def test_no_button_of_the_bar_is_too_narrow_to_be_read(count: int) -> None:
    bar = ActionBar(Keymap())
    bar.layout(pygame.Rect(0, 636, 1280, 84))
    offers = [Offer(f"b{n}", f"Declare {n} at once", "plain") for n in range(count)]
    bar.show("title", "", offers, None)
    rects = [widget.rect for widget in bar.group.widgets]
    assert len(rects) == count and all(bar.rect.contains(rect) for rect in rects)
    assert all(one.collidelist(rects[number + 1 :]) < 0 for number, one in enumerate(rects))
    least = measure("Declar…", "button")[0] + 16
    assert all(rect.width >= least for rect in rects)
    assert all(rect.top > bar.rect.top + 24 for rect in rects)
