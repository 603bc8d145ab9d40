"""The dice tray: the dice of an attack on the board, what they do, and how long that stays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pygame
import pytest

from jovian.dice import Result
from jovian.dice.looks import BLOCK, BLOCK_SET, DROPPED, PLAIN, SET
from jovian.game import Event, LogEntry
from jovian.game.events import Attacked, Damaged, LeftPlay, Moved, PhaseBegan, PlansRevealed, ShipCaptured, StateChanged
from jovian.match import Match
from jovian.narrator import group_events
from jovian.table import Pose
from jovian.ui.board import Camera
from jovian.ui.board.dice_tray import DiceRow, PlanColumn, Plate, Reveal, Tray, free_place
from jovian.ui.kit.theme import DANGER
from jovian.ui.presentation.animation import FADE, Animation, RisingText, draw_rising, tray_of, with_harm
from jovian.ui.presentation.sounds import ENGINE, MISS
from jovian.ui.settings import Settings
from tests.games import finished
from tests.rules.fights import FAR, GUN, OWN, duel
from tests.rules.stage import Staged, gun, ship, squadron, stage, weapon
from tests.rules.test_dice_rolls import pathfinders
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting

FLEX_GUN = gun("Mass Driver", ac=3, as_=3)


def firing(target: str = "squadron", weapon: Any = FLEX_GUN, **settings: object) -> Pilot:
    """Return the window after a ship has aimed at a model by a click. The game rolls real dice."""
    marked = squadron("Mark", 1, (24, 26), structure=[5, 4, 3, 2, 1]) if target == "squadron" else ship(
        "Mark", 1, (24, 26), defense=[3]
    )  # fmt: skip
    game = stage(ship("Bow", 0, (24, 20), weapons=[weapon], fire_control=3), marked, FAR, OWN)
    game.begin("bow")
    pilot = Pilot(settings=Settings(**{"speed": 1.0, "scale": 1.0, "curtain": False, "auto_frame": False} | settings))  # type: ignore[arg-type]
    battle_at(pilot, game.match)
    pilot.uncover()
    for _ in range(2):
        pilot.click(pilot.on(pilot.view.models["mark"].pose))
    assert pilot.last[0] == "attack" and pilot.kind == "faces"
    return pilot


def shot_of_a_fight() -> tuple[Match, Sequence[Event], Attacked, Damaged]:
    """Return a match, and the rolls, the attack, and the damage of a shot in it between models on the table."""
    match = fighting()
    on_table = {model.id for model in match.state.on_table()}
    group = next(
        group for group in group_events(match.events)
        if isinstance(group[-1].event, Damaged) and isinstance(group[-2].event, Attacked)
        and {group[-2].event.attacker, group[-2].event.target} <= on_table
    )  # fmt: skip
    *rolls, attack, damage = [entry.event for entry in group]
    assert isinstance(attack, Attacked) and isinstance(damage, Damaged)
    return match, rolls, attack, replace(damage, track="structure", trait=None, weapon=None, called=None)


def roll(pilot: Pilot, *faces: int) -> None:
    """Type the dice that were rolled."""
    for face in faces:
        pilot.key(pygame.K_0 + face)


def shown(pilot: Pilot) -> Tray:
    """Return the tray on the board."""
    plate = pilot.battle.animation.plate
    assert plate is not None and isinstance(plate.content, Tray)
    return plate.content


def texts(pilot: Pilot) -> list[str]:
    with recorded_texts() as drawn:
        pilot.draw()
    return [text.whole for text in drawn]


def until(pilot: Pilot, kind: str) -> None:
    """Let time pass until the animation shows an act of a kind."""
    for _ in range(600):
        acts = pilot.battle.animation.acts
        if acts and acts[0].kind == kind:
            return
        pilot.wait()
    raise AssertionError(f"no {kind}")


def test_dice_roll_next_to_the_shot_and_their_result_says_what_it_does() -> None:
    pilot = firing()
    roll(pilot, 3, 3, 5)
    until(pilot, "roll")
    assert "Double of threes: 1 Structure" not in texts(pilot), "the dice still roll"
    until(pilot, "float")
    tray = shown(pilot)
    assert tray.hit and tray.words == "Double of threes: 1 Structure" and tray.words in texts(pilot)
    assert [look for _, look in tray.rows[0].dice] == [SET, SET, PLAIN]
    plate = pilot.battle.animation.plate
    assert plate is not None and plate.rect is not None and pilot.battle.view_rect.contains(plate.rect)
    x, y = pilot.on(pilot.view.models["mark"].pose)
    assert not plate.rect.collidepoint(x, y)


def test_bars_and_log_change_when_the_damage_rises() -> None:
    pilot = firing()
    roll(pilot, 2, 2, 2)
    until(pilot, "roll")
    pilot.draw()
    assert pilot.battle.shown.models["mark"].unmarked("structure") == 5
    assert not any("boxes left" in line for line in pilot.told())
    until(pilot, "float")
    pilot.wait(2)
    assert (
        pilot.view.models["mark"].unmarked("structure") == pilot.battle.shown.models["mark"].unmarked("structure") < 5
    )
    assert any("boxes left" in line for line in pilot.told()) and "−2 Structure" in texts(pilot)


def test_the_result_stays_for_its_time_and_a_press_removes_it() -> None:
    for pressed in (False, True):
        pilot = firing()
        roll(pilot, 3, 3, 5)
        until(pilot, "float")
        while pilot.battle.animation.running:
            pilot.wait()
        assert pilot.kind == "menu" and "Double of threes: 1 Structure" in texts(pilot), "input is not delayed"
        if pressed:
            pilot.click(pilot.battle.roster.rect.center)
        else:
            pilot.wait(60)
        assert pilot.battle.animation.plate is None and "Double of threes: 1 Structure" not in texts(pilot)


def test_enter_only_ends_the_motion() -> None:
    pilot = firing()
    roll(pilot, 3, 3, 5)
    until(pilot, "roll")
    known = len(pilot.journal)
    pilot.key(pygame.K_RETURN)
    assert not pilot.battle.animation.running and len(pilot.journal) == known and pilot.kind == "menu"
    assert "Double of threes: 1 Structure" in texts(pilot), "its final picture"


@pytest.mark.parametrize("key", [pygame.K_2, pygame.K_TAB])
def test_a_key_during_the_dice_has_its_effect_after_them(key: int) -> None:
    guns = [gun(name, ac=3, as_=3) for name in ("Mass Driver", "Kinetic Cannon")]
    marked = squadron("Mark", 1, (24, 26), structure=[5, 4, 3, 2, 1])
    game = stage(ship("Bow", 0, (24, 20), weapons=guns, fire_control=3), marked, FAR, OWN).begin("bow")
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, curtain=False, auto_frame=False))
    battle_at(pilot, game.match)
    pilot.uncover()
    pilot.take(["attack", ["a1"], "mark"])
    roll(pilot, 3, 3, 5)
    until(pilot, "roll")
    pilot.hold(key)
    pilot.release(key)
    assert not pilot.battle.animation.running and pilot.kind == "menu"
    assert pilot.attacking and pilot.weapons == ("b1",) and pilot.battle.selection.target == "mark"


def test_without_motion_the_final_picture_is_shown_until_the_next_act() -> None:
    pilot = firing(motion="none")
    roll(pilot, 3, 3, 5)
    until(pilot, "float")
    assert "Double of threes: 1 Structure" in texts(pilot)
    pilot.wait(240)
    assert not pilot.battle.animation.running and not pilot.battle.busy
    assert {"Double of threes: 1 Structure", "−1 Structure"} <= set(texts(pilot))


def test_dice_of_the_defense_are_shown_against_the_attack() -> None:
    game = duel({"weapons": [GUN]}, {"weapons": []})
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, auto_frame=False))
    battle = battle_at(pilot, game.match)
    fight_to_end(pilot, game)
    attack = next(game.match.events.of(Attacked))
    plate = battle.animation.plate
    assert plate is not None and isinstance(plate.content, Reveal) and attack.window == "dogfight"
    (exchange,) = plate.content.exchanges
    assert [row.defends for row in exchange.rows] == [False, True]
    assert {look for _, look in exchange.rows[1].dice} <= {BLOCK, BLOCK_SET}
    assert exchange.short in texts(pilot) and exchange.title.endswith("fires Kinetic Cannon")


def fight_to_end(pilot: Pilot, game: Staged) -> None:
    """Confirm the plans, and type a three for each die of the first side and other faces for the second."""
    for number in range(120):
        pilot.uncover()
        if pilot.battle.animation.running:
            pilot.wait(5)
        elif pilot.kind == "plan":
            pilot.key(pygame.K_RETURN)
        elif pilot.kind == "faces" and pilot.asked is not None:
            pilot.key(pygame.K_3 if pilot.asked.side == 0 else pygame.K_1 + number % 6)
            pilot.key(pygame.K_RETURN)
        elif any(game.match.events.of(Attacked)):
            return
        else:
            pilot.key(pygame.K_RETURN)


def answer(pilot: Pilot, label: str) -> None:
    """Press the button with a label."""
    pilot.press(next(name for name, offer in pilot.offers().items() if offer.label == label))


BEAM = gun("Beam Projector", ac=3, as_=3)


@pytest.mark.parametrize("settings", [{}, {"motion": "none"}, {"speed": 0.0}])
def test_dice_stay_on_the_tray_while_a_re_roll_is_offered(settings: dict[str, Any]) -> None:
    pilot = firing(weapon=BEAM, **settings)
    roll(pilot, 1, 2, 5)
    pilot.wait(120)
    assert pilot.kind == "reroll" and not pilot.battle.busy, "the picture doesn't change"
    pilot.click(pilot.battle.card.rect.center)
    pilot.wait(10)
    (row,) = shown(pilot).rows
    assert sorted(face for face, _ in row.dice) == [1, 2, 5] and row.label in texts(pilot)


def test_a_roll_that_was_rolled_again_is_struck_out_before_the_new_dice() -> None:
    pilot = firing(weapon=BEAM)
    roll(pilot, 1, 2, 5)
    answer(pilot, "Re-roll")
    roll(pilot, 3, 3, 5)
    until(pilot, "float")
    first, second = shown(pilot).rows
    assert first.is_replaced and first.lies_still and {look for _, look in first.dice} == {DROPPED}
    assert second.label == "Beam Projector, again" and SET in {look for _, look in second.dice}
    assert shown(pilot).words.startswith("Double of threes")


def test_kept_dice_lie_still_and_leave_with_their_attack() -> None:
    pilot = firing(weapon=BEAM)
    roll(pilot, 3, 3, 5)
    assert pilot.kind == "reroll"
    answer(pilot, "Keep the double of threes")
    until(pilot, "float")
    (row,) = shown(pilot).rows
    assert row.lies_still and row.label == "Beam Projector"
    pilot.wait(180)
    assert pilot.battle.animation.plate is None


def test_kept_dice_are_on_the_tray_again_after_undo_and_after_loading() -> None:
    pilot = firing(weapon=BEAM)
    roll(pilot, 1, 2, 5)
    pilot.key(pygame.K_s, pygame.KMOD_CTRL)
    answer(pilot, "Keep no result")
    pilot.wait(200)
    assert pilot.kind == "menu" and pilot.battle.animation.plate is None
    pilot.key(pygame.K_z, pygame.KMOD_CTRL)
    for is_loaded in (False, True):
        if is_loaded:
            pilot.key(pygame.K_F9)
            pilot.press("yes")
        pilot.wait(60)
        assert pilot.kind == "reroll" and not pilot.battle.animation.acts
        (row,) = shown(pilot).rows
        assert sorted(face for face, _ in row.dice) == [1, 2, 5] and DROPPED not in {look for _, look in row.dice}


def test_dice_rolled_again_in_a_close_fight_are_struck_out() -> None:
    game = duel({"weapons": [weapon("Beam Projector", ac=3, as_=3)]}, {"weapons": []})
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, auto_frame=False))
    battle_at(pilot, game.match)
    for number in range(120):
        pilot.uncover()
        if pilot.battle.animation.running:
            pilot.wait(5)
        elif pilot.kind == "reroll":
            answer(pilot, "Re-roll")
        elif pilot.kind == "faces":
            roll(pilot, 1 + number % 6)
        elif any(game.match.events.of(Attacked)):
            break
        else:
            pilot.key(pygame.K_RETURN)
    plate = pilot.battle.animation.plate
    assert plate is not None and isinstance(plate.content, Reveal)
    (exchange,) = plate.content.exchanges
    first, second = exchange.rows[:2]
    assert first.is_replaced and {look for _, look in first.dice} == {DROPPED}
    assert second.label.endswith(", again") and not second.is_replaced and not second.defends


def test_dice_chosen_on_the_tray_do_not_roll_again_and_are_gone_with_the_answer() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, auto_frame=False))
    battle_at(pilot, pathfinders().attack("a1", "b").faces([4, 4, 5], [6]).match)
    pilot.uncover()
    pilot.wait(20)
    pilot.draw()
    plate = pilot.battle.animation.plate
    assert plate is not None and [face for face, _ in plate.asked_dice] == [4, 4, 5, 6]
    pilot.move(plate.places[0].center)
    pilot.wait()
    assert plate.lit == {1} and pilot.pointed_row == "1"
    pilot.move(pilot.widget("0").rect.center)
    pilot.wait()
    assert plate.lit == {3}
    pilot.click(plate.places[3].center)
    assert pilot.last == ["keep", [4, 4, 5]] and pilot.battle.animation.plate is not plate
    assert shown(pilot).rows[0].lies_still


def test_a_missed_attack_says_so() -> None:
    pilot = firing()
    roll(pilot, 1, 2, 5)
    until(pilot, "roll")
    tray = shown(pilot)
    assert (tray.words, tray.hit) == ("Miss", False)


def test_removed_dice_are_last_and_counted() -> None:
    match = finished(6)
    groups = [group for group in group_events(match.events) if isinstance(group[-1].event, Attacked)]
    trays = [tray_of(group, match.state.models) for group in groups]
    all_rows = [row for tray in trays for row in tray.rows if not row.is_replaced]
    rows = [row for row in all_rows if DROPPED in [look for _, look in row.dice]]
    assert rows
    for row in rows:
        looks = [look for _, look in row.dice if look in (SET, PLAIN, DROPPED)]
        assert looks == sorted(looks, key=(SET, PLAIN, DROPPED).index)
        assert f"{looks.count(DROPPED)} removed" in row.result or row.defends


def test_a_place_covers_nothing_if_there_is_space() -> None:
    rng, view = random.Random(4), pygame.Rect(200, 40, 680, 680)
    for _ in range(20):
        target = rng.uniform(220, 860), rng.uniform(60, 700)
        models = [pygame.Rect(rng.randrange(200, 840), rng.randrange(40, 690), 40, 40) for _ in range(12)]
        place = free_place(view, (220, 100), target, 200.0, models)
        assert view.contains(place)
        step = range(0, 560, 10)
        free = any(pygame.Rect(210 + x, 50 + y, 250, 130).collidelist(models) < 0 for x in step[:42] for y in step[:53])
        assert not free or place.collidelist(models) < 0


LONG = "four or more fours, double of fives and double of sixes"


@pytest.mark.parametrize("result", ["miss", "triple of sixes", LONG, f"{LONG}, {LONG}"])
@pytest.mark.parametrize("label", ["Mass Driver", "Kinetic Cannon x2 linked of Hornet at Talon", "Talon and " * 8])
def test_nothing_is_drawn_outside_of_a_plate(label: str, result: str) -> None:
    row = DiceRow(label, tuple((face % 6 + 1, SET) for face in range(11)), result)
    tray = Tray((row, replace(row, defends=True)), f"{result}: 3 Structure, destroyed", True, label, f"Talon: {result}")
    column = PlanColumn(0, "Talon", (("Weapon", label), ("Fuel", "3")), 3, 4)
    for content in (tray, Reveal("Dogfight", (column, column), (tray,) * 3)):
        surface = pygame.Surface((900, 700))
        plate = Plate(content)
        plate.draw(surface, Camera.fit((0, 0, 900, 700), (48, 48)), 5.0, list, "Continue")
        assert plate.rect is not None
        surface.fill((0, 0, 0), plate.rect.inflate(8, 8))
        assert pygame.transform.average_color(surface)[:3] == (0, 0, 0)


def test_each_of_two_shots_says_what_its_own_target_lost() -> None:
    """In a close fight the damage of both comes after both were rolled."""
    match, rolls, attack, damage = shot_of_a_fight()
    shots = [replace(attack, window="dogfight")]
    shots.append(replace(shots[0], attacker=attack.target, target=attack.attacker))
    harm = [replace(damage, model=shot.target, amount=amount) for shot, amount in zip(shots, (2, 3), strict=True)]
    events = (PlansRevealed(window="dogfight", plans=()), *rolls, shots[0], *rolls, shots[1], *harm)
    animation = Animation(("One", "Two"))
    animation.start([LogEntry(n, 2, "activation", "both", event) for n, event in enumerate(events)], match.state, 1.0)
    assert animation.plate is not None and isinstance(animation.plate.content, Reveal)
    names = [match.state.models[shot.target].name for shot in shots]
    shorts = [exchange.short for exchange in animation.plate.content.exchanges]
    assert shorts == [f"{names[0]}: 2 Structure", f"{names[1]}: 3 Structure"]


def test_a_plate_keeps_its_place_when_its_outcome_becomes_known() -> None:
    pilot = firing()
    roll(pilot, 3, 3, 5)
    until(pilot, "float")
    pilot.draw()
    plate = pilot.battle.animation.plate
    assert isinstance(plate, Plate) and plate.rect is not None and isinstance(plate.content, Tray)
    corner = plate.rect.topleft
    plate.content = Tray(plate.content.rows, "A longer outcome in words", True)
    pilot.draw()
    assert plate.rect.topleft == corner


def test_a_plate_that_is_larger_than_the_board_is_placed_once() -> None:
    calls: list[int] = []

    def occupied() -> list[pygame.Rect]:
        calls.append(1)
        return []

    plate = Plate(Reveal("Dogfight", (PlanColumn(0, "A", (("Fuel", "1"),)),), (Tray((), "", False),) * 9), (24, 24))
    surface = pygame.Surface((500, 300))
    for _ in range(3):
        plate.draw(surface, Camera.fit((0, 0, 500, 300), (48, 48)), 1.0, occupied)
    assert len(calls) == 1 and plate.rect is not None and plate.rect.height > 300


def test_an_outcome_belongs_to_the_last_of_two_exchanges_with_the_same_dice() -> None:
    match, rolls, attack, damage = shot_of_a_fight()
    exchange = (*rolls, replace(attack, window="dogfight"))
    events = (PlansRevealed(window="dogfight", plans=()), *exchange, *exchange, damage)
    entries = [LogEntry(n, 2, "activation", "both", event) for n, event in enumerate(events)]
    animation = Animation(("One", "Two"))
    animation.start(entries[:-1], match.state, 1.0)
    animation.start(entries[-1:], match.state, 1.0)
    assert animation.plate is not None and isinstance(animation.plate.content, Reveal)
    first, second = animation.plate.content.exchanges
    assert first.rows == second.rows and ": " not in first.short and ": " in second.short


def test_dice_that_only_one_side_knows_never_reach_the_tray_of_the_other() -> None:
    match = fighting()
    on_table = {model.id for model in match.state.on_table()}
    *rolls, attack = next(
        group for group in group_events(match.events)
        if len(group) > 1 and isinstance(group[-1].event, Attacked)
        and {group[-1].event.attacker, group[-1].event.target} <= on_table
    )  # fmt: skip
    secret = [LogEntry(entry.n, entry.turn, entry.phase, 0, entry.event) for entry in rolls]
    for viewer in (0, 1):
        animation = Animation(("One", "Two"))
        animation.start(secret, match.view(0), 1.0)
        animation.start([attack], match.view(viewer), 1.0)
        plate = next(act.plate for act in animation.acts if act.plate is not None)
        assert isinstance(plate.content, Tray) and bool(plate.content.rows) == (viewer == 0)


def test_a_new_turn_and_a_captured_ship_are_announced_without_delay() -> None:
    state = stage(ship("A", 0, (24, 20)), ship("B", 1, (24, 26)), turn=2).match.state
    turn = LogEntry(90, 3, "deployment", "both", PhaseBegan(name="deployment"))
    taken = LogEntry(91, 3, "activation", "both", ShipCaptured(model="b", side=0, marines=2))
    animation = Animation(("Olympus Wing", "Lunar Strike Group"))
    animation.start([turn], state, 1.0)
    assert animation.banner is not None and animation.banner.title == "Turn 3 of 7" and not animation.running
    assert animation.banner.detail.startswith("Olympus Wing has initiative and goes first\nOlympus Wing ")
    animation.start([taken], state, 1.0)
    assert animation.banner.title == "B is captured" and animation.banner.detail == "by Olympus Wing"
    changed = with_harm(state, animation.take_harm())
    assert (changed.models["b"].side, state.models["b"].side) == (0, 1)
    for _ in range(40):
        animation.advance(0.1)
    assert not animation.busy
    animation.start([turn], state, 1.0, "none")
    assert animation.banner is None, "without motion, the top bar says it"


def test_a_new_turn_shows_the_points_after_the_last_losses_of_the_old_one() -> None:
    state = stage(ship("A", 0, (24, 20), tv=30), ship("B", 1, (24, 26), tv=40), turn=2).match.state
    events = (
        StateChanged(model="a", state="captured", value=1, entered=True), ShipCaptured(model="a", side=1, marines=2),
        LeftPlay(model="b", how="destroyed"), PhaseBegan(name="end"), PhaseBegan(name="deployment"),
    )  # fmt: skip
    turns = (2, 2, 2, 2, 3)
    numbered = enumerate(zip(turns, events, strict=True))
    entries = [LogEntry(n, turn, "end", "both", event) for n, (turn, event) in numbered]
    animation = Animation(("One", "Two"))
    animation.start(entries, state, 1.0)
    details = [act.banner.detail for act in animation.acts if act.banner is not None and "Turn" in act.banner.title]
    assert details == ["One has initiative and goes first\nOne 0 : 45 Two · Victory Points"]


def test_a_miss_without_a_shot_is_heard_with_what_follows() -> None:
    match = fighting()
    attack = next(entry for entry in match.events if isinstance(entry.event, Attacked))
    one, other = match.state.on_table()[:2]
    assert isinstance(attack.event, Attacked)
    missed = replace(attack.event, attacker="exploded", target=one.id, result=Result(), mounts=())
    path = (other.pose, other.pose.advanced(2))
    moved = Moved(model=other.id, start=path[0], to=path[1], path=path, inches=2.0, cause="advance")
    heard: list[str] = []
    animation = Animation(("One", "Two"), lambda name, place: heard.append(name))
    animation.start([replace(attack, event=missed), replace(attack, n=attack.n + 1, event=moved)], match.state, 1.0)
    for _ in range(30):
        animation.advance(0.1)
    assert heard == [ENGINE, MISS]


def test_a_long_text_fades_as_a_whole() -> None:
    camera, at = Camera.fit((0, 0, 900, 200), (48, 48)), Pose(24, 24, 0)
    text = RisingText(at, "−1 Structure, Heavy Particle Accelerator (port broadside) lost", DANGER)
    boxes = []
    for share in (FADE - 0.01, FADE + 0.01):
        surface = pygame.Surface((900, 200), pygame.SRCALPHA)
        draw_rising(surface, camera, text, share)
        boxes.append(surface.get_bounding_rect().width)
    assert abs(boxes[0] - boxes[1]) <= 4 and boxes[0] > 300


def test_held_enter_hurries_and_never_answers() -> None:
    frames = []
    for held in (False, True):
        pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, auto_frame=False))
        battle = battle_at(pilot, fighting(4), ("ensign", "ensign"))
        pilot.wait(30)
        while not battle.animation.running:
            pilot.wait()
        if held:
            pilot.hold(pygame.K_RETURN)
        known, count = len(pilot.journal), 0
        while len(pilot.journal) < known + 12:
            pilot.wait()
            count += 1
        frames.append(count)
    assert frames[1] < frames[0] / 2


def test_a_computer_player_waits_until_a_result_could_be_read() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, auto_frame=False))
    battle = battle_at(pilot, fighting(4), ("ensign", "ensign"))
    until(pilot, "shot")
    while battle.animation.running:
        pilot.wait()
    known = len(pilot.journal)
    assert battle.animation.holds
    while battle.animation.holds:
        assert len(pilot.journal) == known
        pilot.wait()
    pilot.wait(30)
    assert len(pilot.journal) > known
