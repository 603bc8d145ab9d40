"""Tests of attacks in the window: the prompt shows the numbers of the rules, a click fires, and refusals say why."""

from __future__ import annotations

import re
from typing import Any

import pygame

from jovian.descriptions.weapon_reach import weapon_reach
from jovian.game import Model, Refusal
from jovian.play import remedy_words
from jovian.ui.board import ArcOverlay, BoardPath, Brackets, Ghost, PointLabel, Region
from tests.rules.fights import OWN
from tests.rules.stage import gun, ship, stage, weapon
from tests.rules_api import ACTIVATION, Assessment, assess, weapons_label
from tests.ui.pilot import Pilot, battle_at, fighting


def menu_with_attacks() -> tuple[Pilot, list[Any]]:
    """Return a menu with several attacks, and one of them."""
    pilot = Pilot((1600, 900))
    battle_at(pilot, fighting())
    option = next(iter(pilot.menu.attacks()))
    return pilot, option.choice


def test_the_sheet_shows_the_exact_odds_before_the_click() -> None:
    pilot, choice = menu_with_attacks()
    view = pilot.view
    mounts: tuple[str, ...] = tuple(choice[1])
    target = view.models[choice[2]]
    row = [mount.id for mount in pilot.menu.model.card.mounts].index(mounts[0])
    pilot.key(pygame.K_1 + row)
    pilot.move(pilot.on(target.pose))
    pilot.wait()
    aim = pilot.aim()
    assert aim is not None and isinstance(aim.shot, Assessment)
    wanted = assess(view, pilot.menu.model, mounts, target, ACTIVATION)
    assert isinstance(wanted, Assessment)
    assert aim.shot == wanted and aim.shot.odds().magnitude() == wanted.odds().magnitude()
    assert pilot.sees(ArcOverlay) and pilot.sees(Brackets)
    pilot.draw()


def test_a_click_fires_and_the_log_tells() -> None:
    pilot, choice = menu_with_attacks()
    target = pilot.view.models[str(choice[2])]
    pilot.click(pilot.on(target.pose))
    assert pilot.attacking and pilot.last[0] != "attack"
    before = len(pilot.journal)
    pilot.click(pilot.on(target.pose))
    assert pilot.journal[before].choice == ["attack", choice[1], target.id]  # Obvious answers may follow.
    assert any(line.dice for line in pilot.battle.log.lines)
    pilot.draw()


def test_after_a_shot_the_next_weapon_is_selected() -> None:
    pilot, choice = menu_with_attacks()
    model, target = pilot.menu.subject, pilot.view.models[str(choice[2])]
    pilot.click(pilot.on(target.pose))
    fired = pilot.battle.selection.weapons
    pilot.click(pilot.on(target.pose))
    for _ in range(20):
        if pilot.kind == "menu":
            break
        pilot.key(pygame.K_RETURN)
        pilot.uncover()
    assert pilot.menu.subject == model and any(pilot.menu.attacks())
    assert pilot.attacking and pilot.battle.selection.weapons not in ((), fired)
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.attacking


def test_an_activation_can_start_with_an_attack() -> None:
    """Aiming answers nothing. The attack declares no action."""
    game = stage(ship("A", 0, (24, 20), weapons=[gun(ac=1)]), ship("E", 1, (24, 26)), OWN)
    pilot = Pilot()
    battle_at(pilot, game.activate("a").match)
    pilot.uncover()
    assert pilot.kind == "declare" and pilot.title == "A: move or fire"
    count = len(pilot.journal)
    pilot.key(pygame.K_t)
    assert pilot.kind == "declare" and pilot.attacking
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.attacking and len(pilot.journal) == count
    pilot.key(pygame.K_t)
    pilot.key(pygame.K_RETURN)
    choices = [entry.choice for entry in pilot.journal[count:]]
    assert choices[0][:2] == ["declare", "none"] and choices[1][0] == "attack"


def test_an_attack_that_no_weapon_can_make_cannot_come_first() -> None:
    """The reason and its place are shown, and nothing is declared."""
    game = stage(ship("A", 0, (24, 6), weapons=[gun(ac=1)]), ship("E", 1, (24, 44)), OWN)
    pilot = Pilot()
    battle_at(pilot, game.activate("a").match)
    pilot.uncover()
    pilot.key(pygame.K_t)
    refusal = pilot.refused
    assert refusal is not None and refusal.reason and refusal.cited
    assert pilot.kind == "declare" and not pilot.attacking


def test_a_target_out_of_reach_is_refused_with_its_place() -> None:
    pilot, _ = menu_with_attacks()
    view, menu = pilot.view, pilot.menu
    mount = menu.model.card.mounts[0].id
    enemies = [model for model in view.on_table() if model.side != menu.side]
    target = next(m for m in enemies if menu.check(["attack", [mount], m.id]) is not None)
    pilot.key(pygame.K_1)
    count = len(pilot.journal)
    pilot.move(pilot.on(target.pose))
    assert pilot.hint == f"The selected weapon can't fire at {target.name}"
    pilot.click(pilot.on(target.pose))
    notice = pilot.refused
    assert notice is not None and notice.cited and len(pilot.journal) == count
    aim = pilot.aim()
    assert aim is not None and isinstance(aim.shot, Refusal)
    pilot.draw()


def test_a_click_on_an_enemy_of_another_weapon_selects_that_weapon() -> None:
    """The next click fires it, as after the first click on any enemy."""
    fore, aft = gun(arcs=("fore",), ac=1), gun(arcs=("aft",), ac=1)
    game = stage(ship("A", 0, (24, 20), weapons=[fore, aft]), ship("E", 1, (24, 26)), ship("F", 1, (24, 14)), OWN)
    pilot = Pilot()
    battle_at(pilot, game.activate("a").match)
    pilot.uncover()
    pilot.key(pygame.K_t)
    enemies = {model.id: pilot.on(model.pose) for model in pilot.view.on_table()}
    first = pilot.weapons
    count, other = len(pilot.journal), "f" if pilot.orders.check(["attack", list(first), "f"]) is not None else "e"
    pilot.move(enemies[other])
    assert pilot.hint.startswith("Click to select ") and pilot.notes()[-1].startswith("Attack with ")
    pilot.click(enemies[other])
    assert pilot.attacking and pilot.weapons != first and len(pilot.journal) == count
    fired = list(pilot.weapons)
    pilot.click(enemies[other])
    assert pilot.journal[count].kind == "declare" and pilot.journal[count + 1].choice == ["attack", fired, other]


def test_link_takes_all_that_may_fire_as_one() -> None:
    pilot, _ = menu_with_attacks()
    menu = pilot.menu
    group = next((option.choice[1] for option in menu.attacks() if len(option.choice[1]) > 1), None)
    assert group is not None
    mounts = [mount.id for mount in menu.model.card.mounts]
    pilot.key(pygame.K_1 + mounts.index(group[0]))
    pilot.key(pygame.K_l)
    assert sorted(pilot.weapons) == sorted(group)
    pilot.key(pygame.K_l)
    assert list(pilot.weapons) == group[:1]
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.weapons and not pilot.attacking


def test_arcs_and_ruler_work_for_any_model_and_change_nothing() -> None:
    pilot, _ = menu_with_attacks()
    digest = pilot.match.state.digest()
    enemy = next(model for model in pilot.view.on_table() if model.side != pilot.menu.side)
    pilot.select(enemy.id)
    pilot.key(pygame.K_r)
    assert pilot.sees(ArcOverlay, "threat")
    pilot.key(pygame.K_m)
    pilot.click(pilot.on(enemy.pose))
    pilot.click(pilot.on(pilot.menu.model.pose))
    assert len(pilot.battle.ruler.overlays()) == 1
    pilot.draw()
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.battle.ruler.on and pilot.match.state.digest() == digest


def test_the_drawn_reach_is_the_rules_own() -> None:
    pilot, _ = menu_with_attacks()
    menu = pilot.menu
    state, model = menu.state, menu.model
    for mount in model.card.mounts:
        for enemy in [m for m in state.on_table() if m.side != model.side]:
            _, far = weapon_reach(state, model, mount.id, enemy)
            shot = assess(state, model, (mount.id,), enemy, ACTIVATION)
            if isinstance(shot, Assessment):
                assert shot.range.distance <= far + 0.01


def test_hovering_shows_every_weapon_of_any_model_at_any_time() -> None:
    pilot, _ = menu_with_attacks()
    enemy = next(model for model in pilot.view.on_table() if model.side != pilot.menu.side)
    pilot.select(enemy.id)
    pilot.move(pilot.on(pilot.menu.model.pose))
    pilot.wait()
    shots = pilot.battle.shots()
    assert set(shots) >= {mount.id for mount in enemy.card.mounts}


def test_moving_shows_ghost_path_and_what_is_left() -> None:
    pilot, _ = menu_with_attacks()
    goal = pilot.menu.model.pose.advanced(1.0)
    pilot.move(pilot.on(goal))
    assert '1.0"' in pilot.notes()[-1]
    assert f'{pilot.menu.envelope().forward:.1f}" ahead' in pilot.hint
    (path,) = pilot.sees(BoardPath)
    assert path.legal and path.poses == (pilot.menu.model.pose, goal.rounded())
    assert pilot.sees(Ghost) and pilot.sees(Region) and pilot.sees(PointLabel)


# --- Pointer and click ---
def enemy_of(pilot: Pilot, *, able: bool) -> Model:
    """Return an enemy that a weapon of the active model can or can't fire at."""
    menu = pilot.menu
    enemies = [model for model in pilot.view.on_table() if model.side == 1 - menu.side]
    targets = {option.choice[2] for option in menu.attacks()}
    return next(model for model in enemies if (model.id in targets) == able)


def test_over_an_enemy_the_pointer_promises_the_attack_that_a_click_begins() -> None:
    pilot, _ = menu_with_attacks()
    enemy = enemy_of(pilot, able=True)
    pilot.move(pilot.on(enemy.pose))
    assert not pilot.sees(Ghost) and not any("touches" in note for note in pilot.notes())
    (note,) = (note for note in pilot.notes() if note.startswith("Attack with "))
    hint = pilot.hint
    pilot.click(pilot.on(enemy.pose))
    weapon = weapons_label(pilot.menu.model, pilot.weapons)
    assert pilot.attacking and note == f"Attack with {weapon}"
    assert hint == f"Click to select {weapon}, click again to fire at {enemy.name}"
    assert pilot.hint == f"Click to fire at {enemy.name}"


def test_over_an_enemy_out_of_reach_it_promises_no_shot() -> None:
    pilot, _ = menu_with_attacks()
    enemy = enemy_of(pilot, able=False)
    pilot.move(pilot.on(enemy.pose))
    assert "No shot" in pilot.notes() and not pilot.sees(Ghost)
    count = len(pilot.journal)
    pilot.click(pilot.on(enemy.pose))
    assert pilot.refused is not None and len(pilot.journal) == count


def test_no_shot_tells_the_reason_of_each_weapon_and_what_would_help() -> None:
    gun = weapon("Beam Projector", ac=4, arcs=["fore"])
    missile = weapon("Missile", missile="AS", as_=4, arcs=["fore"])
    guns = [gun, weapon("Kinetic Cannon", ac=4, arcs=["port"]), missile]
    game = stage(ship("A", 0, (24, 24), weapons=guns), ship("B", 1, (24, 40)), OWN)
    pilot = Pilot((1280, 720))
    battle_at(pilot, game.begin("a").match)
    pilot.move(pilot.on(pilot.view.models["b"].pose))
    aim = pilot.aim()
    assert aim is not None and isinstance(aim.shot, Refusal)
    told = {name: (each.refusal.reason, each.remedy) for each in aim.refused for name in each.weapons}
    assert set(told) == {"Beam Projector", "Kinetic Cannon", "Squadron Missile"}
    assert "Long Range" in told["Beam Projector"][0] and told["Beam Projector"][1].endswith('" nearer.')
    assert "outside the port arc" in told["Kinetic Cannon"][0] and "turn right" in told["Kinetic Cannon"][1]
    pilot.draw()


def test_what_helps_a_shot_helps() -> None:
    pilot, _ = menu_with_attacks()
    state, turns, moves = pilot.view, 0, 0
    for model in state.on_table():
        for target in [other for other in state.on_table() if other.side == 1 - model.side]:
            for mount in model.card.mounts:
                if isinstance(assess(state, model, (mount.id,), target, ACTIVATION), Assessment):
                    continue
                words = remedy_words(state, model, mount.id, target)
                turn = re.search(r"turn (left|right) (\d+)", words.lower())
                move = re.search(r"move ([\d.]+)", words.lower())
                angle = (int(turn[2]) if turn[1] == "right" else -int(turn[2])) if turn else 0
                inches, far = float(move[1]) if move else 0.0, model.pose.distance_to(target.pose)
                dx, dy = target.pose.x - model.pose.x, target.pose.y - model.pose.y
                there = model.at(model.pose.moved(dx * inches / far, dy * inches / far).rounded().turned(angle))
                fires = isinstance(assess(state, there, (mount.id,), target, ACTIVATION), Assessment)
                assert fires or not (turn or move), (model.name, mount.id, target.name, words)
                turns, moves = turns + bool(turn), moves + bool(move)
    assert turns > 5 and moves > 5


def test_a_turn_in_hand_is_what_a_click_on_an_enemy_gives() -> None:
    pilot, _ = menu_with_attacks()
    enemy, heading = enemy_of(pilot, able=True), pilot.menu.model.pose.heading
    pilot.key(pygame.K_e)
    pilot.move(pilot.on(enemy.pose))
    (ghost,) = pilot.sees(Ghost)
    assert ghost.pose.heading == (heading + 5) % 360
    pilot.click(pilot.on(enemy.pose))
    assert pilot.last == ["turn", 5]


def test_every_ghost_is_where_a_click_moves_to_and_without_one_nothing_moves() -> None:
    pilot, _ = menu_with_attacks()
    session, ship = pilot.battle.session, pilot.menu.model
    places = [model.pose for model in pilot.view.on_table()]
    places += [ship.pose.advanced(inches) for inches in (0.6, 1.6, 2.6)]
    ghosts = 0
    for place in places:
        pilot.click(pilot.on(place), 3)
        pilot.move(pilot.on(place))
        shown, count = [ghost for ghost in pilot.sees(Ghost) if ghost.legal], len(pilot.journal)
        pilot.click(pilot.on(place))
        moved = len(pilot.journal) > count
        assert moved == bool(shown), place
        if moved:
            ghosts += 1
            assert pilot.view.models[ship.id].pose == shown[0].pose.rounded()
            assert session.undo() is None
            pilot.battle.course.on_undone()
            pilot.wait()
    assert ghosts >= 2


def test_a_second_click_on_the_same_spot_gives_nothing_that_was_not_drawn() -> None:
    pilot, _ = menu_with_attacks()
    at = pilot.on(pilot.menu.model.pose.advanced(1.6))
    pilot.key(pygame.K_e)
    pilot.click(at)
    count = len(pilot.journal)
    assert pilot.last == ["turn", 5] and not pilot.sees(Ghost)
    spot = (round(at[0]), round(at[1]))
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1))
    assert len(pilot.journal) == count
