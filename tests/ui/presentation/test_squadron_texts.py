"""Declarations, log, and card on squadrons: drones, hangers, formations, escorts, and fuel."""

from __future__ import annotations

import pygame
import pytest

from jovian.commands.account import game_story
from jovian.descriptions.cards import aboard_words, stock_words
from jovian.dice import Result
from jovian.game import LogEntry, Model
from jovian.game.events import (
    Attacked,
    Damaged,
    Event,
    FighterPlan,
    HangerCount,
    LeftPlay,
    MarineOrder,
    Moved,
    Placed,
    PlansRevealed,
    Started,
    StartingModel,
    StartingSide,
    StateChanged,
)
from jovian.narrator import Name, Names, narrate
from jovian.table import Pose
from jovian.ui.board import Brackets
from jovian.ui.presentation.animation import Animation
from tests.rules.fights import FAR, GUN, OWN, placed, wing
from tests.rules.stage import bay, ship, squadron, stage, stocked
from tests.rules_api import build_rulebook
from tests.ui.pilot import last, open_game
from tests.ui.places import check_place


# --- Declaring ---
def test_what_cannot_be_declared_is_listed_with_the_reason() -> None:
    pilot, battle = open_game(stage(squadron("S", 0, (24, 24), fuel_left=0), FAR, OWN))
    assert "interception" not in pilot.names() and "hard burn" not in pilot.names()
    pilot.press("more")
    pilot.press("fold later")
    assert ("Interception", "S needs 1 Fuel or more.") in pilot.answers
    pilot.draw()
    check_place(battle)
    pilot.press("interception")
    notice = pilot.refused
    assert notice is not None and notice.reason == "S needs 1 Fuel or more." and notice.cited
    pilot.key(pygame.K_ESCAPE)
    assert pilot.sheet is None and not pilot.journal


def test_a_click_on_no_target_says_why() -> None:
    pair = [squadron(name, 1, (x, 30), activated=True) for name, x in (("T", 20), ("U", 28))]
    pilot, battle = open_game(stage(squadron("S", 0, (24, 24)), *pair, FAR, OWN))
    pilot.press("interception")
    pilot.click(pilot.on(battle.selection.view.models["far"].pose))
    assert battle.selection.notice is not None and "can't fire" in battle.selection.notice.reason
    pilot.press("boost 1")
    pilot.press("at u")
    pilot.press("declare")
    assert last(battle) == ["declare", "interception", 1, "u"]


def test_the_target_under_the_pointer_is_marked_and_named_by_a_click() -> None:
    pair = [squadron(name, 1, (x, 30), activated=True) for name, x in (("T", 20), ("U", 28))]
    pilot, battle = open_game(stage(squadron("S", 0, (24, 24)), *pair, FAR, OWN))
    pilot.press("interception")
    for ident in ("u", "t"):
        place = pilot.on(battle.selection.view.models[ident].pose)
        pilot.move(place)
        (marked,) = pilot.sees(Brackets, "attack")
        assert marked.pose == battle.selection.view.models[ident].pose
        assert pilot.notes()[-1] == "Interception: name as the target"
        pilot.click(place)
        assert pilot.offers()[f"at {ident}"].lit and not pilot.journal
    pilot.press("declare")
    assert last(battle) == ["declare", "interception", 0, "t"]


def test_who_must_bomb_is_offered_that_first() -> None:
    exo = placed(squadron("S", 0, (24, 22), squadron_type="exo-armor", weapons=[GUN]), assaulting="b")
    pilot, _ = open_game(stage(exo, ship("B", 1, (24, 20), activated=True), FAR, OWN))
    pilot.key(pygame.K_RETURN)
    assert [entry.choice for entry in pilot.journal][:2] == [["declare", "bombing", 0], ["resolve"]]


def test_an_action_may_name_a_rating() -> None:
    pilot, battle = open_game(stage(ship("A", 0, (24, 24)), FAR))
    pilot.press("more")
    pilot.press("overdrive")
    pilot.press("at sensors")
    pilot.draw()
    pilot.key(pygame.K_RETURN)
    assert last(battle) == ["declare", "overdrive", 0, "sensors"]


# --- Log, account, card ---
def entry(event: Event, seen_by: str | int = "both") -> LogEntry:
    return LogEntry(0, 1, "activation", seen_by, event)


def attack(weapon: str, window: str, band: str, result: str) -> Attacked:
    """Return an attack of S on B at close range."""
    return Attacked(
        attacker="s", weapon=weapon, target="b", window=window, mounts=(), distance=0.0, band=band, arc="",
        modifiers=(), net=0, pool=None, dice=(), shift=0, autohit="", jammed="", defense=None, defense_dice=(),
        result=Result.parse(result), fire_control_left=0,
    )  # fmt: skip


def state(name: str, value: int, entered: bool) -> StateChanged:
    return StateChanged(model="s", state=name, value=value, entered=entered)


HERE, THERE = Pose(1.0, 1.0), Pose(2.0, 1.0)
PLAN = FighterPlan(model="s", weapon="Laser", mounts=("a1", "a1+"), linked=True, fuel=2, attack=5, defense=3,
                   missile=("b1",))  # fmt: skip
NEWS: list[tuple[Event, str]] = [
    (PlansRevealed(window="bombing", plans=(PLAN,)), "Laser x2 linked"),
    (PlansRevealed(window="boarding", plans=(MarineOrder(model="b", side=1, order="engage", dice=3),)), "3 marines"),
    (HangerCount(ship="b", aboard=2), "has 2 aboard"),
    (LeftPlay(model="s", how="embarked", host="b"), "goes aboard"),
    (state("escorting", 1, True), "escorts its ship"),
    (state("assaulting", 0, False), "no longer assaults its ship"),
    (state("formation", 2, True), "formation of 2"),
    (state("spare-fuel", 2, True), "2 fuel"),
    (state("evading", 1, True), "evading"),
    (Damaged(model="b", weapon="d1", called="Drone Bay", amount=1, left=3, cause="launch"), "Drone Bay"),
    (attack("Ram", "ram", "", "D1"), "rams"),
    (attack("Laser", "dogfight", "optimum", "N"), "Laser"),
    (Moved(model="s", start=HERE, to=THERE, path=(HERE, THERE), cause="free", inches=1.0), "flies freely"),
    (Placed(model="s", start=None, to=THERE, path=(THERE,), cause="launch", inches=0.0), "is launched"),
]


@pytest.mark.parametrize(("news", "message"), NEWS)
def test_log_and_account_tell_of_it(news: Event, message: str) -> None:
    names = Names(("One", "Two"), {"s": Name("Storm", 0), "b": Name("Bastion", 1)})
    text = " ".join(line.text for line in narrate(entry(news), names, build_rulebook()))
    assert message in text and "optimum" not in text
    plain = " ".join(game_story([entry(news)], build_rulebook()))
    assert message in plain and "optimum" not in plain


FLOATING: list[tuple[Event, list[str]]] = [
    (Damaged(model="b", track="thrusters", amount=1, left=2, cause="hit"), ["−1 Thrusters"]),
    (Damaged(model="b", weapon="a1", called="Laser (turret)", amount=1, left=0, cause="hit"), ["Laser (turret) lost"]),
    (Damaged(model="b", weapon="a1", called="Laser", amount=-1, left=1, cause="Repair"), ["Laser repaired"]),
    (Damaged(model="b", weapon="d1", called="Drone Bay", amount=1, left=3, cause="launch"), []),
    (Damaged(model="b", track="fuel", amount=1, left=3, cause="Boost"), []),
]


@pytest.mark.parametrize(("news", "texts"), FLOATING)
def test_what_floats_over_a_model_is_what_befalls_it(news: Event, texts: list[str]) -> None:
    before = stage(ship("B", 1, (24, 24)), FAR, OWN).match.state
    seen = Animation()
    seen.start([entry(news)], before, 1.0)
    assert [act.text for act in seen.acts] == texts


def test_the_card_tells_of_fuel_stock_formation_and_who_is_aboard() -> None:
    pair = wing("T", 0, (24, 30), (25, 30), states={"extra-fueled": 1})
    carrier = ship("C", 0, (24, 20), traits=["Hangers:3"], weapons=[bay(2, [1, 1, 2])])
    guest = squadron("G", 0, (0, 0), embarked_in="c")
    game = stage(carrier, guest, *pair, FAR, OWN, squadron("V", 0, (4, 30)), yard=(stocked("Gnat", 1),))
    pilot, battle = open_game(game)
    own, other = game.match.view(0), game.match.view(1)
    assert aboard_words(own, own.models["c"]) == "G"
    assert aboard_words(other, other.models["c"]) == "1 model"
    assert aboard_words(own, own.models["own"]) == ""
    mount = next(each.id for each in own.models["c"].card.mounts)
    assert stock_words(own.models["c"], mount) == "I×2 II×1"
    for ident, wanted in (("t", ("Formation of 2", "Extra-Fueled")), ("c", ("Aboard: G",)), ("g", ("Aboard C",))):
        pilot.select(ident)
        battle.card.scroll(400)
        pilot.draw()
        hints = " ".join(text for _, text in battle.card._hints)
        assert all(each in hints for each in wanted), hints


def test_an_escort_names_its_ship_on_its_card() -> None:
    escort = placed(squadron("E", 0, (24, 22), activated=True), escorting="c")
    pilot, battle = open_game(stage(escort, ship("C", 0, (24, 20), traits=["CAP"]), FAR, OWN))
    pilot.select("e")
    pilot.draw()
    model: Model = battle.selection.view.models["e"]
    assert model.is_escorting and any(text.startswith("Escorting C:") for _, text in battle.card._hints)


def test_a_model_that_nobody_knows_is_not_called_by_its_id() -> None:
    """It embarked in secret, and burns Fuel aboard before its card is public."""
    stowed = entry(LeftPlay(model="xkcdw", how="embarked", host="b"), seen_by=1)
    burns = entry(Damaged(model="xkcdw", track="fuel", amount=1, left=2, cause="boost"))
    side = StartingSide(name="One", faction="CEGA", tv=9)
    bastion = StartingModel(id="b", name="Bastion", card="cega/b", side=1, tv=9, kind="ship")
    started = entry(Started(scenario="test", seed=1, sides=(side, side), models=(bastion,)))
    story = list(game_story([started, stowed, burns], build_rulebook()))
    assert story[1:] == ["    A model aboard Bastion burns 1 Fuel, 2 left"]
    (line,) = narrate(burns, Names(), build_rulebook())
    assert line.spans[0].text == "an unseen model"
