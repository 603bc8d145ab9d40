"""Tests of an activation on the table: choosing, moves given by one click, drafts, shown moves, and undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
import pytest

from jovian.game import Refusal
from jovian.ui.board import Ghost, PointLabel, Ring
from tests.rules.fights import FAR, GUN, OWN
from tests.rules.stage import Cast, Staged, gun, rock, ship, squadron, stage
from tests.rules_api import Assessment, NextOrder
from tests.ui.pilot import Pilot, open_game


def opened(*cast: Cast, **scene: Any) -> Pilot:
    """Return the window in which a side chooses a model."""
    return at(stage(*cast, **scene))


def at(game: Staged) -> Pilot:
    """Return the window with a game, past the curtain and without the list of threats."""
    pilot, _ = open_game(game)
    pilot.uncover()
    return pilot


def two_ships() -> Pilot:
    """Return a game in which A or B acts."""
    return opened(ship("A", 0, (24, 20)), ship("B", 0, (10, 10)), ship("E", 1, (44, 44), 180))


def on(pilot: Pilot, model_id: str) -> tuple[float, float]:
    """Return where a model is on the screen."""
    return pilot.on(pilot.view.models[model_id].pose)


def given(pilot: Pilot) -> list[Any]:
    """Return all answers so far."""
    return [entry.choice for entry in pilot.journal]


def menu(pilot: Pilot) -> NextOrder:
    """Return the orders of the active model, or those that the chosen one would have."""
    assert pilot.orders is not None
    return pilot.orders


def lit(pilot: Pilot) -> list[str]:
    """Return the names of the buttons that Enter would press."""
    return [name for name, offer in pilot.offers().items() if offer.kind == "primary"]


def press_and_drag(pilot: Pilot, start: Sequence[float], *further: Sequence[float]) -> None:
    """Press the button at a place, drag the pointer, and release it."""
    pilot.move(start)
    places = [(round(x), round(y)) for x, y in (start, *further)]
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=places[0], button=1))
    for place in places[1:]:
        pilot.post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(1, 0, 0)))
        pilot.draw()
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=places[-1], button=1))
    pilot.wait(2)


# --- Choosing and going ---
def test_a_click_far_from_the_middle_of_a_ship_only_chooses_it() -> None:
    pilot = two_ships()
    pilot.click(pilot.on(pilot.view.models["a"].pose.advanced(1.2)))
    assert pilot.selected == "a" and pilot.pinned == [] and given(pilot) == []


def test_a_ship_without_fire_is_promised_no_shot_and_its_end_is_lit() -> None:
    shooter = ship("A", 0, (24, 20), fire_control=1, weapons=[gun(ac=1), gun(ac=1)])
    game = stage(shooter, ship("E", 1, (24, 29)), OWN, FAR).begin("a").move(2)
    for before in (True, False):
        if not before:
            game.attack("a1", "e").faces([1, 2], [3], [4])
        pilot = at(game)
        pilot.move(pilot.at(10, 40))
        pilot.wait(20)
        assert menu(pilot).envelope().forward > 1
        assert any("%" in note for note in pilot.notes()) is before, pilot.notes()
        assert lit(pilot) == (["aim"] if before else ["end"])


def test_a_question_about_the_target_lights_none_of_its_weapons() -> None:
    target = ship("E", 1, (24, 29), marines=[2, 1], weapons=[gun(ac=1), gun(ac=1)])
    pilot = at(stage(ship("A", 0, (24, 22), weapons=[gun(ac=1), gun(ac=1)]), target, OWN, FAR).begin("a"))
    pilot.click(on(pilot, "e"))
    assert pilot.battle.card.weapons
    pilot.click(on(pilot, "e"))
    pilot.take(["faces", [4, 4], [1], [2]])
    assert pilot.kind == "flex" and pilot.offers()["0"].label[0].isupper()
    pilot.key(pygame.K_RETURN)
    pilot.wait(2)
    assert pilot.kind == "rating" and pilot.battle.card.model.id == "e" and pilot.battle.card.weapons == ()
    assert lit(pilot) == ["0"] and pilot.offers()["0"].label.startswith("Damage ")


def test_shots_after_a_move_end_with_the_movement() -> None:
    wing = squadron("S", 0, (24, 10), speed=6, weapons=[{"type": "Kinetic Cannon", "ac": 3, "as": 3}])
    pilot = opened(wing, ship("E", 1, (24, 24), 180), OWN, FAR)
    pilot.click(on(pilot, "s"))
    pilot.wait(20)
    assert [threat.model_id for threat in pilot.battle.threats.targets.later] == ["e"]
    pilot.click(pilot.at(18, 10))
    pilot.wait(20)
    assert not pilot.battle.threats.targets.listed


def test_choose_go_and_end_take_two_clicks_and_a_key() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    assert pilot.selected == "a" and given(pilot) == []
    pilot.click(pilot.at(26, 24))
    assert given(pilot)[:2] == [["activate", "a"], ["declare", "none", 0]]
    assert given(pilot)[2:] == [["turn", pytest.approx(27, abs=1)], ["move", pytest.approx(4.45, abs=0.06)]]
    pilot.key(pygame.K_SPACE)
    assert given(pilot)[-1] == ["end"]


def test_shift_turns_as_late_as_possible() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    pilot.hold(pygame.K_LSHIFT)
    pilot.click(pilot.at(26, 24))
    pilot.release(pygame.K_LSHIFT)
    assert [answer[0] for answer in given(pilot)[2:]] == ["move", "turn", "move"]
    assert given(pilot)[3] == ["turn", 45]


def test_what_a_click_would_do_is_shown_before() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    pilot.move(pilot.at(26, 24))
    (ghost,) = pilot.sees(Ghost)
    pilot.click(pilot.at(26, 24))
    pose = pilot.view.models["a"].pose
    assert pose.distance_to(ghost.pose) < 0.001 and pose.heading == ghost.pose.heading


@pytest.mark.parametrize(("is_shifted", "angle"), [(False, 35), (True, 37)])
def test_a_drag_turns_the_bow(is_shifted: bool, angle: int) -> None:
    """Angles are in steps of 5 degrees, with Shift in steps of 1."""
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    if is_shifted:
        pilot.hold(pygame.K_LSHIFT)
    press_and_drag(pilot, pilot.at(24, 24), pilot.at(25.5, 25), pilot.at(27, 28))
    assert given(pilot)[2:] == [["move", 4.0], ["turn", angle]]


def test_a_drag_from_the_ship_itself_turns_it_in_place() -> None:
    pilot = opened(ship("A", 0, (24, 20), speed=1), ship("B", 0, (10, 10)), ship("E", 1, (44, 44), 180))
    pilot.click(on(pilot, "a"))
    press_and_drag(pilot, on(pilot, "a"), pilot.at(26, 22), pilot.at(21, 23))
    assert given(pilot)[2:] == [["turn", -45]]


def test_escape_during_a_drag_gives_nothing() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    start = tuple(map(round, pilot.at(24, 24)))
    pilot.move(start)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    pilot.key(pygame.K_ESCAPE)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=start, button=1))
    assert given(pilot) == [] and pilot.selected == "a"


def test_a_squadron_goes_and_ends_in_two_clicks_and_a_key() -> None:
    pilot = opened(squadron("S", 0, (24, 20)), OWN, squadron("R", 0, (10, 10)), ship("E", 1, (44, 44), 180))
    pilot.click(on(pilot, "s"))
    pilot.click(pilot.at(24, 24))
    assert [answer[0] for answer in given(pilot)] == ["activate", "declare", "fly"]
    pilot.key(pygame.K_SPACE)
    assert given(pilot)[-1] == ["end"]


def test_a_model_that_does_nothing_ends_by_its_button_and_not_by_the_key() -> None:
    pilot = opened(squadron("S", 0, (24, 20)), OWN, squadron("R", 0, (10, 10)), ship("E", 1, (44, 44), 180))
    pilot.click(on(pilot, "s"))
    pilot.key(pygame.K_SPACE)
    assert given(pilot) == [] and pilot.refused is not None and "hasn't begun" in pilot.refused.reason
    pilot.press("end")
    assert given(pilot) == [["activate", "s"], ["declare", "none", 0], ["end"]]


def test_another_ready_model_is_chosen_by_click_roster_and_keys() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    pilot.click(on(pilot, "b"))
    assert pilot.selected == "b"
    roster = pilot.battle.roster.list
    row = next(number for number, row in enumerate(roster.items) if row.model_id == "a")
    pilot.click(roster.row_rect(row).center)
    assert pilot.selected == "a"
    for key in (pygame.K_n, pygame.K_d):
        pilot.key(key)
        assert pilot.selected == "b"
        pilot.key(key)
        assert pilot.selected == "a"
    pilot.press("other")
    assert pilot.selected == "b" and given(pilot) == []
    pilot.click(pilot.at(10, 14))
    assert given(pilot) == [["activate", "b"], ["declare", "none", 0], ["move", 4.0]]


def test_no_other_model_is_chosen_once_an_activation_has_begun() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    pilot.click(pilot.at(24, 24))
    pilot.click(on(pilot, "b"))
    assert "other" not in pilot.offers() and menu(pilot).subject == "a"


# --- Undo ---
def test_undo_takes_all_of_one_click_back() -> None:
    pilot = two_ships()
    start = pilot.view.models["a"].pose
    pilot.click(on(pilot, "a"))
    pilot.click(pilot.at(26, 24))
    pilot.click(pilot.at(27, 25.5))
    assert len(given(pilot)) == 5
    pilot.key(pygame.K_u)
    assert len(given(pilot)) == 4
    pilot.key(pygame.K_u)
    assert given(pilot) == [] and pilot.view.models["a"].pose == start


# --- Shown moves ---
def guarded() -> Pilot:
    """Return a game in which enemies may intercept S on its way ahead."""
    return opened(
        squadron("S", 0, (24, 12), speed=9), OWN, squadron("T", 1, (24, 22), weapons=[GUN]), FAR,
        squadron("R", 0, (8, 12)),
    )  # fmt: skip


def shown(pilot: Pilot) -> bool:
    """Return whether a move waits for a second click."""
    return any("Enter: go" in label.text for label in pilot.sees(PointLabel)) and "go" in lit(pilot)


@pytest.mark.parametrize("way", ["click", "key", "button"])
def test_a_move_that_may_be_answered_is_shown_by_the_first_click(way: str) -> None:
    pilot = guarded()
    pilot.click(on(pilot, "s"))
    pilot.click(pilot.at(24, 20))
    assert given(pilot) == [] and shown(pilot)
    assert any("may intercept" in note for note in pilot.notes())
    if way == "click":
        pilot.click(pilot.at(24, 20))
    elif way == "key":
        pilot.move((2, 2))
        pilot.key(pygame.K_RETURN)
    else:
        pilot.press("go")
    assert [answer[0] for answer in given(pilot)] == ["activate", "declare", "fly"]
    assert pilot.match.decision is not None and pilot.match.decision.side == 1


def test_a_click_elsewhere_shows_another_move() -> None:
    pilot = guarded()
    pilot.click(on(pilot, "s"))
    pilot.click(pilot.at(24, 20))
    pilot.click(pilot.at(22, 20))
    assert given(pilot) == [] and shown(pilot)
    assert pilot.pinned[0][1][0][0] == pytest.approx(22, abs=0.05)


def test_the_least_move_is_shown_too_if_something_may_answer_it() -> None:
    pilot = opened(ship("A", 0, (24, 46.2)), ship("B", 0, (10, 10)), ship("E", 1, (44, 4), 180))
    pilot.click(on(pilot, "a"))
    pilot.move((2, 2))
    pilot.key(pygame.K_RETURN)
    assert given(pilot) == [] and shown(pilot), "it would leave the table"


def test_escape_drops_the_shown_move_then_the_draft_then_the_choice() -> None:
    pilot = guarded()
    pilot.click(on(pilot, "s"))
    pilot.press("boost 1")
    pilot.click(pilot.at(24, 20))
    pilot.move((2, 2))
    assert shown(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert not shown(pilot) and pilot.offers()["boost 1"].lit
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.offers()["boost 1"].lit and pilot.selected == "s"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.selected == "" and pilot.title == "Choose who acts"
    pilot.key(pygame.K_ESCAPE)
    assert given(pilot) == []


# --- Interrupted chains ---
def test_a_chain_stops_at_a_question_and_the_rest_waits_as_a_ghost() -> None:
    """The firefight aboard asks both sides between the declaration and the move."""
    pilot = opened(ship("A", 0, (24, 20), marines=[2, 1], states={"boarded": 1}), ship("B", 0, (10, 10)),
                   ship("E", 1, (44, 44), 180))  # fmt: skip
    pilot.click(on(pilot, "a"))
    pilot.click(pilot.at(26, 24))
    assert [answer[0] for answer in given(pilot)] == ["activate", "declare"] and pilot.match.decision is not None
    while pilot.match.decision.kind != "menu":
        pilot.give(pilot.match.decision.default().to_json())
    waiting, count = pilot.pinned, len(pilot.journal)
    assert [order[0] for order in waiting] == ["turn", "move"] and shown(pilot)
    pilot.move((2, 2))
    pilot.key(pygame.K_RETURN)
    assert given(pilot)[count:] == waiting


def test_a_chain_stops_after_dice() -> None:
    """Terrain on the first leg rolls dice. The turn and the second leg wait."""
    game = stage(ship("A", 0, (24, 12), speed=6), ship("B", 0, (10, 10)), ship("E", 1, (44, 44), 180),
                 terrain=(rock("debris-field", (24, 18), radius=4),))  # fmt: skip
    pilot = at(game)
    pilot.click(on(pilot, "a"))
    pilot.hold(pygame.K_LSHIFT)
    pilot.click(pilot.at(26, 19))
    assert given(pilot) == [] and shown(pilot)
    pilot.click(pilot.at(26, 19))
    pilot.release(pygame.K_LSHIFT)
    while pilot.match.decision is not None and pilot.match.decision.kind != "menu":
        pilot.give(pilot.match.decision.default().to_json())
    assert [answer[0] for answer in given(pilot)][:3] == ["activate", "declare", "move"]
    assert [order[0] for order in pilot.pinned] == ["turn", "move"]
    pilot.key(pygame.K_ESCAPE)
    assert pilot.pinned == []


def test_a_test_of_the_declaration_is_never_rolled_by_the_first_click_on_a_place() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    pilot.press("long shot")
    pilot.click(pilot.at(26, 24))
    assert given(pilot) == [] and shown(pilot)
    pilot.click(pilot.at(26, 24))
    assert given(pilot) == [["activate", "a"], ["declare", "long shot", 0]] and pilot.kind == "faces"
    pilot.give(["faces", [1, 1, 2], [], []])
    assert [order[0] for order in pilot.pinned] == ["turn", "move"]


def test_a_turn_by_a_test_is_shown_first() -> None:
    """R22: at Thrusters 0 the turn rolls dice."""
    adrift = ship("A", 0, (24, 20), ratings={"thrusters": 0})
    pilot = opened(adrift, ship("B", 0, (10, 10)), ship("E", 1, (44, 44), 180))
    pilot.click(on(pilot, "a"))
    pilot.click(pilot.at(26, 23))
    assert given(pilot) == [] and shown(pilot)
    pilot.click(pilot.at(26, 23))
    assert [answer[0] for answer in given(pilot)] == ["activate", "declare", "turn"] and pilot.kind == "faces"


# --- Drafts ---
def test_a_boost_changes_the_reach_and_goes_with_the_first_order() -> None:
    pilot = opened(squadron("S", 0, (24, 20)), OWN, squadron("R", 0, (10, 10)), FAR)
    pilot.click(on(pilot, "s"))
    (ring,) = pilot.sees(Ring, "legal")
    pilot.press("boost 1")
    (wider,) = pilot.sees(Ring, "legal")
    assert (ring.radius, wider.radius) == (6.0, 9.0) and given(pilot) == []
    pilot.click(pilot.at(24, 28.9))
    assert given(pilot)[:2] == [["activate", "s"], ["declare", "none", 1]]
    assert given(pilot)[2][1][0][1] == pytest.approx(28.9, abs=0.06)


def test_an_action_changes_the_reach_and_goes_with_the_first_order() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    before = menu(pilot).envelope()
    pilot.press("hard burn")
    assert menu(pilot).envelope().forward > before.forward and given(pilot) == []
    pilot.press("hard burn")
    assert menu(pilot).envelope() == before
    pilot.press("hard burn")
    pilot.click(pilot.at(24, 24))
    assert given(pilot)[:2] == [["activate", "a"], ["declare", "hard burn", 0]]


def test_an_action_changes_the_shots_that_are_shown() -> None:
    guns = [gun("Kinetic Cannon", ac=3, as_=2)]
    pilot = opened(ship("A", 0, (24, 20), weapons=guns), ship("B", 0, (10, 10)), ship("E", 1, (24, 36), 180))
    pilot.click(on(pilot, "a"))
    enemy = pilot.view.models["e"]
    far = menu(pilot).shots(enemy)
    pilot.press("long shot")
    near = menu(pilot).shots(enemy)
    assert all(isinstance(shot, Refusal) for shot in far.values())
    assert any(isinstance(shot, Assessment) for shot in near.values())
    pilot.press("long shot")
    assert all(isinstance(shot, Refusal) for shot in menu(pilot).shots(enemy).values())


def test_the_declare_button_gives_the_draft_alone() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    assert "declare" not in pilot.offers()
    pilot.press("long shot")
    assert pilot.offers()["declare"].label == "Declare Long Shot: 44%" and lit(pilot) == ["declare"]
    pilot.press("declare")
    assert given(pilot) == [["activate", "a"], ["declare", "long shot", 0]] and pilot.kind == "faces"


def test_a_click_names_the_target_of_the_drafted_action() -> None:
    pilot = opened(
        squadron("S", 0, (24, 20), weapons=[GUN]), squadron("R", 0, (10, 10)), OWN,
        squadron("T", 1, (24, 25), weapons=[GUN]), squadron("U", 1, (26, 24), weapons=[GUN]), FAR,
    )  # fmt: skip
    pilot.click(on(pilot, "s"))
    pilot.press("interception")
    for name in ("t", "u"):
        pilot.click(on(pilot, name))
        assert pilot.offers()[f"at {name}"].lit and given(pilot) == []


def test_another_model_has_a_draft_of_its_own() -> None:
    pilot = two_ships()
    pilot.click(on(pilot, "a"))
    pilot.press("evade")
    pilot.click(on(pilot, "b"))
    assert not pilot.offers()["evade"].lit


# --- Without a pointer ---
def test_an_activation_by_keys_alone() -> None:
    """Ctrl and the arrows move a pointer, and the full stop clicks."""
    pilot = two_ships()
    pilot.key(pygame.K_RETURN)
    assert pilot.selected in ("a", "b")
    if pilot.selected == "b":
        pilot.key(pygame.K_d)
    for _ in range(60):
        if pilot.pointer is not None and abs(pilot.pointer[1] - 24) < 0.7:
            break
        pilot.key(pygame.K_UP, pygame.KMOD_CTRL)
    pilot.key(pygame.K_PERIOD)
    assert [answer[0] for answer in given(pilot)][:2] == ["activate", "declare"]
    assert given(pilot)[-1][0] == "move" and given(pilot)[0] == ["activate", "a"]
    pilot.key(pygame.K_e)
    pilot.key(pygame.K_RETURN)
    assert given(pilot)[-1] == ["turn", 5]
    pilot.key(pygame.K_SPACE)
    assert given(pilot)[-1] == ["end"]
