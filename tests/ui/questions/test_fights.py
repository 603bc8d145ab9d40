"""Tests of close fights in the window: secret plans behind the curtain, their odds, and the reveal."""

from __future__ import annotations

import re

import pygame
import pytest

from jovian.descriptions.odds import chances, plan_outcomes
from jovian.game import MountRef
from jovian.game.answers import SecretPlan
from jovian.match import Match, Setup
from jovian.match.entries import Answered
from jovian.session.session import Session
from jovian.ui.board.dice_tray import Reveal
from jovian.ui.kit.widgets import Slider
from jovian.ui.questions.plan import PlanSheet
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.navigation import ToBattle
from jovian.ui.settings import Settings
from tests.games import setup
from tests.match.reachable import content
from tests.rules.fights import FAR, GUN, OWN, duel, plan, raid
from tests.rules.stage import Cast, Staged, squadron, stage, weapon
from tests.rules_api import PlanFight, close_shot
from tests.ui.pilot import Pilot, battle_at, last
from tests.ui.places import check_place

ROCKET = weapon("Missile", missile="AS", as_=4)
TWO_GUNS = {"weapons": [weapon(as_=4), weapon("Particle Cannon", as_=3)], "fire_control": 2}


def open_fight(
    game: Staged, speed: float = 0.0, seats: tuple[str, str] = ("human", "human")
) -> tuple[Pilot, BattleScreen]:
    """Return the window with a scripted game with manual dice and no curtain."""
    pilot = Pilot(settings=Settings(speed=speed, scale=1.0, auto_frame=False))
    return pilot, battle_at(pilot, game.match, seats)


def dicing(*cast: Cast) -> Match:
    """Return a game in the Activation Phase that rolls its own dice."""
    setup = stage(*cast).match.setup
    return Match(Setup(setup.scenario, (), setup.cards, 1, {}, False), keep_all=True)


def planning(pilot: Pilot) -> PlanSheet:
    """Return the current plan of the prompt."""
    assert isinstance(pilot.sheet, PlanSheet)
    return pilot.sheet


def chosen_plan(pilot: Pilot) -> tuple[int, int]:
    """Return the numbers of the weapons and of the fuel bid that are lit."""
    weapons, fuels = ([press.lit for press in presses] for presses in (planning(pilot).answers, planning(pilot).fuels))
    return weapons.index(True), fuels.index(True)


def log_text(battle: BattleScreen) -> str:
    return "\n".join(" ".join(piece.text for piece in line.pieces) for line in battle.log.lines)


# --- Plan by keys ---
def test_keys_choose_weapon_fuel_and_split_and_escape_never_answers() -> None:
    pilot, _ = open_fight(duel(TWO_GUNS))
    asked, count = pilot.asked, len(pilot.journal)
    pilot.key(pygame.K_1)
    assert chosen_plan(pilot) == (0, 0)
    pilot.key(pygame.K_e)
    pilot.key(pygame.K_e)
    pilot.key(pygame.K_q)
    assert chosen_plan(pilot)[1] == 1 and "= 8 dice" in planning(pilot).text
    pilot.key(pygame.K_DOWN)
    assert chosen_plan(pilot) == (1, 1)
    pilot.key(pygame.K_UP)
    for _ in range(9):
        pilot.key(pygame.K_RIGHT)
    assert planning(pilot).attack == 8
    pilot.key(pygame.K_LEFT)
    assert planning(pilot).attack == 6, "7 would leave a single die to defend (R72)"
    pilot.key(pygame.K_ESCAPE)
    assert len(pilot.journal) == count and pilot.asked is asked
    pilot.key(pygame.K_RETURN)
    assert pilot.journal[-1] == Answered(0, "plan", ["plan", ["a1"], "singly", 1, 6])


def test_the_mouse_chooses_too_and_the_slider_knows_only_legal_splits() -> None:
    pilot, battle = open_fight(duel(TWO_GUNS))
    pilot.press("arms 1")
    pilot.press("fuel 2")
    assert chosen_plan(pilot) == (1, 2)
    slider = pilot.widget("share")
    assert isinstance(slider, Slider)
    run, seen = slider.track_rect, []
    pilot.move(run.center)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=run.center, button=1))
    for x in range(run.left - 20, run.right + 20, 3):
        pilot.move((x, run.centery))
        seen.append(planning(pilot).attack)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(run.right, run.centery), button=1))
    assert list(dict.fromkeys(seen)) == [0, 2, 3, 4, 5, 6, 8]
    pilot.draw()
    pilot.press("confirm")
    assert last(battle) == ["plan", ["b1"], "singly", 2, 8]


def test_without_a_weapon_all_dice_defend() -> None:
    pilot, battle = open_fight(duel({"weapons": []}))
    sheet = planning(pilot)
    assert sheet.splits == (0,) and sheet.defense == 3 and all(reply.damage_dealt is None for reply in sheet.replies)
    pilot.key(pygame.K_RIGHT)
    pilot.draw()
    pilot.key(pygame.K_RETURN)
    assert last(battle) == ["plan", [], "singly", 0, 0]


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_the_sheet_fits_whatever_may_be_chosen(size: tuple[int, int]) -> None:
    kinds = ("Kinetic Cannon", "Beam Projector", "Mass Driver")
    guns = [weapon(kind, as_=3, count=3, traits=["Link"]) for kind in kinds]
    pilot = Pilot(size, Settings(speed=0.0))
    battle = battle_at(pilot, duel({"weapons": guns, "fire_control": 3}).match)
    assert len(planning(pilot).answers) == 13
    pilot.draw()
    check_place(battle)
    rects = [widget.rect for widget in battle.context.group.widgets if widget.visible]
    assert all(battle.context.rect.contains(rect) for rect in rects)
    assert all(not a.colliderect(b) for n, a in enumerate(rects) for b in rects[n + 1 :])


# --- Value ---
def test_the_odds_are_those_of_the_one_formula() -> None:
    game = duel({"weapons": [weapon(as_=4)]})
    asked = game.asked
    assert isinstance(asked, PlanFight)
    state, us, them = asked.state, asked.fight.model, asked.fight.foe
    outcomes = {(each.attack, each.defense, each.fuel): each for each in
             plan_outcomes(asked.fight, asked.enemy_fight, SecretPlan((MountRef("a1"),), "singly", 1, 5))}  # fmt: skip
    assert list(outcomes) == [(6, 0, 0), (3, 3, 0), (0, 6, 0), (9, 0, 3), (4, 5, 3), (0, 9, 3)]
    for (attack, defense, _), reply in outcomes.items():
        ours = close_shot(state, us, ("a1",), them, 5, defense, "dogfight").odds()
        assert reply.damage_dealt is not None and reply.damage_dealt.lost is not None
        assert reply.damage_dealt.hurt == pytest.approx(ours.success)
        assert reply.damage_dealt.lost == pytest.approx(ours.expect(lambda result: float(result.total >= 4)))
        if not attack:
            assert reply.damage_taken is None
            continue
        theirs = close_shot(state, them, ("a1",), us, attack, 3, "dogfight").odds()
        assert reply.damage_taken is not None and reply.damage_taken.hurt == pytest.approx(theirs.success)


def test_several_attacks_add_up_exactly() -> None:
    game = duel({"weapons": [weapon(as_=4, count=2)], "fire_control": 2})
    asked = game.asked
    assert isinstance(asked, PlanFight)
    shot = close_shot(asked.state, asked.fight.model, ("a1",), asked.fight.foe, 5, 3, "dogfight")
    both = chances([shot, shot], asked.state, asked.fight.foe)
    once = shot.odds()
    assert both is not None and both.lost is not None
    assert both.hurt == pytest.approx(1 - (1 - once.success) ** 2)
    pairs = [(a.total + b.total, float(p * q)) for a, p in once.items() for b, q in once.items()]
    assert both.lost == pytest.approx(sum(chance for total, chance in pairs if total >= 4))


def test_a_shield_takes_a_step_from_sets_of_low_value() -> None:
    odds = []
    for traits in ([], ["Shield"]):
        asked = duel({}, {"traits": traits}).asked
        assert isinstance(asked, PlanFight)
        shot = close_shot(asked.state, asked.fight.model, ("a1",), asked.fight.foe, 6, 0, "dogfight")
        odds.append((chances([shot], asked.state, asked.fight.foe), shot.odds()))
    (plain, exact), (shielded, _) = odds
    left = exact.expect(lambda result: float(result.total > sum(value <= 2 for value, _ in result.sets)))
    assert plain is not None and shielded is not None
    assert shielded.hurt == pytest.approx(left) and shielded.hurt < plain.hurt


def test_ships_and_formations_have_no_single_chance_of_loss() -> None:
    """The loss of a ship needs another roll, and the owner of a formation allocates damage."""
    pilot, _ = open_fight(raid({}, {"weapons": [weapon(as_=4) | {"arcs": ["fore"]}]}))
    given = planning(pilot).replies[0].damage_dealt
    assert given is not None and given.lost is None and given.hurt > 0.9
    taken = planning(pilot).replies[0].damage_taken
    assert taken is not None and taken.lost is not None


def test_the_plan_says_who_strikes_first() -> None:
    quick, slow = weapon("Beam Projector", as_=4), weapon("Particle Cannon", as_=4)
    pilot, _ = open_fight(duel({"weapons": [quick]}, {"weapons": [slow]}))
    assert planning(pilot).order == "You attack before its Particle Cannon."


# --- Curtain ---
def test_both_plans_are_made_behind_the_curtain() -> None:
    match = dicing(
        squadron("S", 0, (24, 24), **TWO_GUNS), squadron("T", 1, (24, 25), activated=True, weapons=[GUN]), FAR, OWN,
        squadron("R", 0, (4, 30)),
    )  # fmt: skip
    pilot = Pilot()
    battle = battle_at(pilot, match)
    for answer in (["activate", "s"], ["declare", "interception", 0, "t"], ["resolve"]):
        assert pilot.covered is None
        pilot.take(answer)
    assert pilot.covered == 0, "the other player looks on while the first plan is asked for"
    corners = [tuple(pilot.draw().get_at(at)) for at in ((40, 40), (1200, 100), (100, 600), (700, 60))]
    assert len(set(corners)) == 1
    pilot.key(pygame.K_RETURN)
    assert pilot.covered is None and pilot.asked is not None and pilot.asked.side == 0
    pilot.press("arms 1")
    pilot.press("fuel 3")
    before, seen, split = log_text(battle), content(match.view(1)), planning(pilot).attack
    pilot.key(pygame.K_RETURN)
    assert pilot.covered == 1 and pilot.last == ["plan", ["b1"], "singly", 3, split]
    pilot.key(pygame.K_RETURN)
    asked, second = pilot.asked, planning(pilot)
    assert asked is not None and asked.side == 1 and pilot.viewer == 1
    assert log_text(battle) == before and content(match.view(1)) == seen
    assert (chosen_plan(pilot)[1], second.attack) == tuple(asked.default().to_json()[3:]) and not pilot.weapons
    assert {"plans", "damaged"}.isdisjoint(entry.event.type for entry in battle.session.events())
    pilot.draw()
    pilot.key(pygame.K_RETURN)
    assert pilot.covered is None and "plans" in [event["type"] for event in match.events.to_json()]


def test_what_one_side_planned_changes_nothing_that_the_other_sees() -> None:
    pictures = []
    for keys in ((), (pygame.K_e, pygame.K_RIGHT, pygame.K_DOWN)):
        pilot, _battle = open_fight(duel(TWO_GUNS))
        for key in keys:
            pilot.key(key)
        pilot.key(pygame.K_RETURN)
        assert pilot.covered == 1
        pilot.key(pygame.K_RETURN)
        pilot.move((2, 2))
        pilot.wait(60)
        pictures.append(pygame.image.tobytes(pilot.draw(), "RGB"))
    assert pictures[0] == pictures[1]


def test_against_the_computer_nothing_is_covered() -> None:
    pilot, _battle = open_fight(duel(), seats=("human", "ensign"))
    pilot.key(pygame.K_RETURN)
    for _ in range(60):
        assert pilot.covered is None
        pilot.wait()
    assert "plans" in [event["type"] for event in pilot.match.events.to_json()]


# --- Reveal ---
def revealed(speed: float) -> tuple[Pilot, BattleScreen]:
    """Return the window after both plans."""
    game = duel({"weapons": [GUN, ROCKET], "fire_control": 2}).pick("missile", ["b1"])
    pilot, battle = open_fight(plan(game, 0, "a1", 1, 4), speed)
    pilot.key(pygame.K_RETURN)
    return pilot, battle


def test_the_reveal_shows_both_plans_side_by_side_and_a_click_goes_on() -> None:
    pilot, battle = revealed(1.0)
    assert battle.animation.running
    plate = battle.animation.acts[0].plate
    assert plate is not None and isinstance(reveal := plate.content, Reveal) and reveal.title == "Dogfight"
    assert [(each.name, each.side, each.attack, each.defense) for each in reveal.columns] == [
        ("S", 0, 4, 3), ("T", 1, 3, 3),
    ]  # fmt: skip
    assert ("Fuel", "1") in reveal.columns[0].rows and ("Missile", "Squadron Missile") in reveal.columns[0].rows
    pilot.draw()
    pilot.click(battle.view_rect.center)
    assert not battle.animation.running and battle.session.decision is not None
    assert battle.session.decision.kind == "faces"


def test_the_reveal_ends_by_itself_and_at_speed_0_there_is_none() -> None:
    pilot, battle = revealed(2.0)
    for _ in range(60 * 4):
        pilot.wait()
    assert not battle.animation.running and pilot.sheet is not None
    _, still = revealed(0.0)
    assert not still.animation.running
    assert "Dogfight" in log_text(still)
    log = log_text(still).replace("\n", " ")
    assert "S Kinetic Cannon 4 attack dice, 3 defense dice 1 Fuel and a missile" in log
    assert "T Kinetic Cannon 3 attack dice, 3 defense dice" in log


# --- A whole fight ---
def test_a_dogfight_from_declaration_to_the_free_move_by_keys() -> None:
    game = stage(
        squadron("S", 0, (24, 24), weapons=[weapon(as_=8)]),
        squadron("T", 1, (24, 25), activated=True, weapons=[GUN], structure_left=1),
        squadron("U", 1, (40, 25), activated=True), FAR, OWN,
    )  # fmt: skip
    pilot, battle = open_fight(game)
    pilot.press("interception")
    assert pilot.offers()["at t"].lit and not pilot.offers()["at u"].lit
    pilot.click(pilot.on(battle.selection.view.models["u"].pose))
    assert pilot.offers()["at u"].lit
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.offers()["interception"].lit and pilot.selected == "s"
    pilot.press("interception")
    pilot.press("at u")
    pilot.click(pilot.on(battle.selection.view.models["t"].pose))
    assert pilot.offers()["at t"].lit and not pilot.journal
    pilot.key(pygame.K_x)
    assert [entry.choice for entry in pilot.journal][-2:] == [["declare", "interception", 0, "t"], ["resolve"]]
    pilot.uncover()
    for _ in range(9):
        pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    pilot.uncover()
    pilot.key(pygame.K_RETURN)
    for _ in range(60):
        decision = battle.session.decision
        if decision is None or decision.kind not in ("faces", "flex", "reduce"):
            break
        typed = sum(each.isdigit() and int(each) <= 6 for each in re.findall(r"(?<!of )\b\d\b", pilot.hint))
        pilot.key(pygame.K_3 if decision.kind == "faces" and decision.side == 0 else pygame.K_RETURN
                  if decision.kind != "faces" else pygame.K_1 + typed)  # fmt: skip
    assert pilot.kind == "free" and pilot.asked is not None and pilot.asked.subject == "s"
    pilot.key(pygame.K_RETURN)
    assert game.match.state.models["t"].place == "destroyed"


def test_a_plan_sheet_is_a_value() -> None:
    """Equal prompts aren't laid out again, so a pressed widget stays pressed."""
    pilot, _ = open_fight(duel(TWO_GUNS))
    first = planning(pilot)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_UP)
    assert planning(pilot) == first and hash(planning(pilot)) == hash(first)


# --- Log and animation ---
def test_the_log_tells_no_result_before_the_revealed_plans_are_seen() -> None:
    fight = dicing(
        squadron("S", 0, (24, 24), weapons=[GUN]), squadron("T", 1, (24, 25), activated=True, weapons=[GUN]), FAR, OWN,
    )  # fmt: skip
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, curtain=False))
    battle = battle_at(pilot, fight)
    for answer in (["activate", "s"], ["declare", "interception", 0, "t"], ["resolve"]):
        pilot.take(answer)
        battle.course.land()
    while pilot.match.decision is not None and pilot.match.decision.kind == "plan":
        pilot.take(pilot.match.decision.default())
    pilot.wait(30)
    assert battle.animation.acts[0].kind == "plans"
    before = log_text(battle)
    assert before.endswith("S intercepts T")
    pilot.click_table()
    after = log_text(battle).removeprefix(before)
    assert "attack" in after and "T" in after, after


def test_a_new_game_logs_the_initiative_after_its_dice_were_seen() -> None:
    pilot = Pilot((1280, 720), Settings(speed=1.0, scale=1.0))
    pilot.app.go(ToBattle(Session(Match(setup(7), keep_all=True), ("human", "human"))))
    pilot.wait(2)
    assert pilot.battle.animation.running and "initiative" not in log_text(pilot.battle)
    pilot.click_table()
    assert "has the initiative" in log_text(pilot.battle)
