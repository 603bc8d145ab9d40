"""Motion on the board: how long it takes, what it shows when, and that it changes neither log nor picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from jovian.dice import Faces, Pool, Result
from jovian.game import Event, LogEntry, State
from jovian.game.events import Activated, Attacked, Damaged, Deactivated, LeftPlay, Moved, Opposed, Rolled, StateChanged
from jovian.table import Pose
from jovian.ui.board import Region
from jovian.ui.board.dice_tray import DONE
from jovian.ui.panels.panel import ButtonPlace
from jovian.ui.panels.signs import SIGN_SECONDS
from jovian.ui.presentation.animation import Act, Animation, LostBox, trails_of
from jovian.ui.settings import FULL, MOTIONS, REDUCED, STILL, Settings
from tests.rules.fights import FAR, OWN
from tests.rules.stage import gun, ship, squadron, stage
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at

DRIVER = {"weapons": [gun("Mass Driver", ac=3, as_=3), gun("Beam Projector", ac=3), gun("Missile", ac=3, missile="AC")]}
SHOT = Attacked(
    attacker="bow", weapon="Mass Driver", target="mark", window="activation", mounts=("a1",), distance=5.0, band="",
    arc="", modifiers=(), net=0, pool=Pool(2), dice=(), shift=0, autohit="", jammed="", defense=None, defense_dice=(),
    result=Result(), fire_control_left=1,
)  # fmt: skip
HURT = Damaged(model="mark", track="structure", amount=1, left=2, boxes_left=2, cause="attack")


def scene() -> State:
    mark = ship("Mark", 1, (24, 28), 180, structure=[3, 2, 1], tv=40)
    return stage(ship("Bow", 0, (24, 20), **DRIVER), mark).match.state


def entries(*events: Event) -> list[LogEntry]:
    return [LogEntry(n, 1, "activation", "both", event) for n, event in enumerate(events, 900)]


def acts(*events: Event, motion: str = FULL) -> list[Act]:
    animation = Animation(("One", "Two"))
    animation.start(entries(*events), scene(), 1.0, motion)
    return animation.acts


def times(*events: Event) -> list[tuple[str, float]]:
    return [(act.kind, round(act.seconds, 2)) for act in acts(*events)]


def fired(number: int, result: Result, **fields: object) -> Attacked:
    mounts = tuple(mount.id for mount in scene().models["bow"].card.mounts)
    return replace(SHOT, mounts=(mounts[number],), result=result, **fields)  # type: ignore[arg-type]


DOUBLE = Result.parse("D3")


def moved(inches: float) -> Moved:
    start = Pose(24, 20, 0)
    path = (start, start.advanced(inches)) if inches else (start, start.turned(30))
    return Moved(model="bow", start=path[0], to=path[-1], path=path, cause="advance", inches=inches)


def test_each_kind_of_motion_takes_its_time() -> None:
    assert [times(moved(inches)) for inches in (0, 2, 6, 20)] == [
        [("glide", 0.3)], [("glide", 0.3)], [("glide", 0.54)], [("glide", 0.9)],
    ]  # fmt: skip
    assert times(fired(0, DOUBLE), HURT)[-2:] == [("shot", 0.22), ("float", 0.25)]
    assert times(fired(1, DOUBLE))[-1] == ("shot", 0.26) and times(fired(0, Result()))[-1] == ("shot", 0.42)
    (_, flight), inches = times(fired(2, DOUBLE))[-1], 0.11 * 8
    assert 0.4 < flight < inches
    assert times(StateChanged(model="mark", state="crippled", value=1, entered=True)) == [("blackout", 0.6)]
    assert times(LeftPlay(model="mark", how="destroyed")) == [("pause", 0.2), ("burst", 1.2)]
    assert round(DONE, 2) == 0.54


def test_a_miss_passes_by_and_a_hit_strikes_the_near_side() -> None:
    target = scene().models["mark"]
    hit, miss = (acts(fired(0, result))[-1].path[1] for result in (DOUBLE, Result()))
    assert target.pose.y - target.base.length / 2 < hit.y < target.pose.y and abs(hit.x - 24) < 0.1
    assert miss.y > target.pose.y + target.base.length / 2 and abs(miss.x - 24) > target.base.width / 2


def test_missiles_that_the_defense_stops_are_shot_down_on_the_way() -> None:
    rolled = Rolled(
        side=0, purpose="x", pool=Pool(2), parts=(), faces=Faces((3, 3)), kept=(3, 3), result="D3", rerolled=False,
        of_attack=True,
    )  # fmt: skip
    opposed = Opposed(side=1, purpose="x", primary=DOUBLE, secondary=DOUBLE, left=Result(), of_attack=True)
    stopped = acts(rolled, opposed, fired(2, Result()))[-1]
    assert (stopped.down, stopped.misses) == (1, False) and stopped.path[1].y < 28
    assert acts(fired(2, Result()))[-1].misses


def test_a_shot_with_macro_dice_is_heavier() -> None:
    assert [acts(fired(0, DOUBLE, pool=Pool(2, 0, macro)))[-1].is_heavy for macro in (0, 1)] == [False, True]


def run(animation: Animation, kind: str) -> None:
    """Let time pass until the middle of an act of a kind."""
    for _ in range(600):
        if animation.acts and animation.acts[0].kind == kind and animation.share > 0.1:
            return
        animation.advance(1 / 120)
    raise AssertionError(f"no {kind}")


@pytest.mark.parametrize("motion", [FULL, REDUCED])
def test_a_hit_shakes_the_base_and_an_explosion_the_board_unless_motion_is_reduced(motion: str) -> None:
    animation = Animation(("One", "Two"))
    animation.start(entries(fired(0, DOUBLE), HURT, LeftPlay(model="mark", how="destroyed")), scene(), 1.0, motion)
    run(animation, "float")
    model_id, shift = animation.tremor
    assert (model_id, any(shift)) == (("mark", True) if motion == FULL else ("", False))
    assert max(map(abs, shift)) <= 3 and animation.jolt == (0, 0)
    run(animation, "pause")
    assert not animation.gone, "200 ms of stillness"
    run(animation, "burst")
    assert any(animation.jolt) == (motion == FULL) and max(map(abs, animation.jolt)) <= 5
    assert animation.gone == {"mark"}


def test_damage_is_told_at_the_moment_of_the_hit() -> None:
    animation, heard = Animation(("One", "Two"), lambda name, place: heard.append(name)), list[str]()
    animation.start(entries(fired(0, DOUBLE), HURT), scene(), 1.0)
    run(animation, "shot")
    assert not animation.take_harm() and animation.first_unseen == 900 and "hit" not in heard
    run(animation, "float")
    assert animation.take_harm() == [HURT] and animation.first_unseen == 902 and heard[-1] == "hit"
    surface, box = pygame.Surface((99, 99)), LostBox("mark", "structure", 2)
    place = pygame.Rect(40, 40, 12, 6)
    animation.draw_lost_boxes(surface, lambda lost: [(place, (90, 220, 130))] if lost == box else [])
    assert surface.get_at(place.center)[:3] != (0, 0, 0)


def test_a_lost_box_falls_out_of_bar_and_card() -> None:
    game = stage(ship("Bow", 0, (24, 20), **DRIVER), ship("Mark", 1, (24, 28), 180, structure=[3, 2, 1]), FAR, OWN)
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, curtain=False))
    battle = battle_at(pilot, game.match)
    pilot.select("mark")
    pilot.draw()
    places = [place for place, _ in battle.places_of_box(LostBox("mark", "structure", 2))]
    assert any(battle.view_rect.contains(place) for place in places)
    assert any(battle.card.rect.contains(place) for place in places)
    assert not battle.places_of_box(LostBox("mark", "structure", 3))


def test_lights_flicker_before_they_are_out() -> None:
    animation = Animation(("One", "Two"))
    animation.start(entries(StateChanged(model="mark", state="crippled", value=1, entered=True)), scene(), 1.0)
    seen = []
    while animation.acts:
        seen.append(bool(animation.lit))
        animation.advance(1 / 60)
    changes = sum(one != two for one, two in pairwise(seen))
    assert seen[0] and not seen[-1] and changes >= 5


def test_a_trail_stays_until_the_next_activation() -> None:
    state, move, turn = scene(), moved(4), moved(0)
    activated = Activated(model="bow", side=0)
    assert trails_of(entries(move), state) == ()
    (trail,) = trails_of(entries(activated, move, turn), state)
    assert trail.path == (*move.path, *turn.path) and trail.side == 0
    done = (activated, move, Deactivated(model="bow", side=0))
    assert trails_of(entries(*done), state) and trails_of(entries(*done, moved(2)), state)[0].path == move.path
    assert trails_of(entries(*done, Activated(model="mark", side=1)), state) == ()


def volley(motion: str, speed: float) -> tuple[list[str], bytes]:
    """Play a move and a shot, and return the log and the board when all is still."""
    mark = squadron("Mark", 1, (24, 26), structure=[2, 1])
    game = stage(ship("Bow", 0, (24, 16), weapons=[gun("Mass Driver", as_=3)], fire_control=3), mark, FAR, OWN)
    game.begin("bow")
    pilot = Pilot(settings=Settings(speed=speed, scale=1.0, curtain=False, motion=motion, ends_itself=False))
    battle = battle_at(pilot, game.match)
    pilot.uncover()
    pilot.take(["move", 4.0])
    settle(pilot)
    for _ in range(2):
        pilot.click(pilot.on(pilot.view.models["mark"].pose))
    for _ in range(60):
        settle(pilot)
        if pilot.kind == "faces":
            pilot.key(pygame.K_3)
        elif pilot.kind == "menu":
            break
        else:
            pilot.wait(20)
            pilot.key(pygame.K_RETURN)
    settle(pilot)
    assert "mark" not in {model.id for model in pilot.view.on_table()}
    pilot.move((2, 2))
    pilot.key(pygame.K_F3)  # A key without a command removes the last result.
    battle.animation.clear()
    pilot.wait(30)
    pilot.open_log()
    log = pilot.told()
    battle.command("log")
    pilot.wait()
    return log, pygame.image.tobytes(pilot.draw().subsurface(battle.view_rect), "RGB")


def settle(pilot: Pilot) -> None:
    for _ in range(600):
        if not pilot.battle.animation.running:
            return
        pilot.wait()


def test_motion_changes_neither_the_log_nor_the_final_picture() -> None:
    first, *others = [volley(motion, speed) for motion, speed in (*((motion, 1.0) for motion in MOTIONS), (FULL, 0.0))]
    assert all(other[0] == first[0] for other in others), "the same log"
    assert all(other[1] == first[1] for other in others), "the same picture"


def test_without_speed_dice_and_results_are_shown_at_once_until_the_next_press() -> None:
    animation = Animation(("One", "Two"))
    animation.start(entries(fired(0, DOUBLE), HURT), scene(), 0.0)
    assert not animation.running and not animation.holds and animation.plate is not None
    assert [pill.text for pill in animation.pills] == ["−1 Structure"]
    for _ in range(60):
        animation.advance(0.1)
    assert animation.plate is not None and animation.pills
    animation.clear()
    assert animation.plate is None and not animation.pills


def test_a_banner_names_the_other_player_at_the_same_screen() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, curtain=False))
    game = stage(ship("Bow", 0, (24, 20)), ship("Mark", 1, (24, 28), 180), FAR, OWN)
    battle = battle_at(pilot, game.match)
    pilot.uncover()
    side = battle.side_sign.side
    assert side is not None and not battle.side_sign.seconds, "the game has just opened"
    for _ in range(400):
        if battle.side_sign.seconds:
            break
        pilot.give(pilot.match.decision.default().to_json()) if pilot.asked is not None else pilot.wait()  # type: ignore[union-attr]
        pilot.wait(2)
    assert battle.side_sign.side == 1 - side and 0 < battle.side_sign.seconds <= SIGN_SECONDS
    pilot.wait(15)
    with recorded_texts() as texts:
        pilot.draw()
    assert {battle.names[1 - side], battle.side_sign.words} <= {text.whole for text in texts}
    pilot.wait(60)
    assert not battle.side_sign.seconds and battle.side_sign.side == 1 - side


def test_an_edge_shows_that_the_computer_acts() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0))
    game = stage(ship("Bow", 0, (24, 20)), ship("Mark", 1, (24, 28), 180), FAR, OWN)
    battle = battle_at(pilot, game.match, ("human", "ensign"))
    sides = set()
    for _ in range(600):
        pilot.wait()
        decision = pilot.match.decision
        if decision is not None and not battle.animation.running and battle.asked_side == decision.side:
            sides.add((decision.side, battle.side_sign.side))
        if pilot.asked is not None:
            pilot.take(pilot.asked.default())
        if len(sides) == 2:
            break
    assert sides == {(0, None), (1, 1)} and not battle.side_sign.seconds


def test_a_ring_around_end_shows_when_an_activation_ends_by_itself() -> None:
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0, curtain=False))
    bow = ship("Bow", 0, (24, 20), turns=0, weapons=[])
    battle = battle_at(pilot, stage(bow, ship("Mark", 1, (24, 44), 180), FAR, OWN).begin("bow").match)
    pilot.uncover()
    pilot.take(["move", 6.0])
    rings = set()
    for _ in range(90):
        pilot.wait()
        if battle.course.is_ending:
            end = battle.bar.place_of(ButtonPlace.LEAVE).inflate(6, 6)
            rings.add(pygame.image.tobytes(pilot.draw().subsurface(end), "RGB"))
    assert len(rings) > 20 and pilot.last == ["end"]


def test_the_area_of_a_chosen_model_opens_from_its_base() -> None:
    sizes = []
    for motion in (FULL, STILL):
        pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, curtain=False, motion=motion))
        ships = (ship("Bow", 0, (24, 20)), ship("Next", 0, (40, 20)), ship("Mark", 1, (24, 44), 180), FAR)
        battle = battle_at(pilot, stage(*ships).match)
        pilot.uncover()
        battle.selection.choose("next")
        pilot.wait(30)
        battle.selection.choose("bow")
        for _ in range(12):
            pilot.wait()
            areas = [region.points for region in pilot.sees(Region)]
            sizes.append(max(y for points in areas for _, y in points) - 20)
    assert sizes[0] < sizes[4] < sizes[11] == sizes[12] == sizes[-1]
