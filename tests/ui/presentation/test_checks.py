"""The dice of rolls that belong to no attack are shown like those of attacks: tests, marines, and single dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pygame
import pytest

from jovian.game import LogEntry, State
from jovian.game.events import Attacked, Damaged, Rolled, ShipCaptured
from jovian.match import Match
from jovian.narrator import Names, group_events, tell_group
from jovian.ui.board.dice_tray import Reveal, Tray
from jovian.ui.presentation.animation import Animation, checks_of, outcome_words, throws_of, tray_of
from jovian.ui.settings import FULL, REDUCED, STILL, Settings
from tests.games import random_answers, setup
from tests.rules.stage import Staged, gun, ship, stage
from tests.rules.test_damage_traits import hit
from tests.rules.test_ram import side_on
from tests.rules.test_unidentified_objects import STILL as STILL_SHIP
from tests.rules.test_unidentified_objects import stage_object, to_the_end
from tests.rules.turns import AWAY, HOME
from tests.rules_api import build_rulebook, page_of_events
from tests.ui.pilot import Pilot, battle_at
from tests.ui.presentation.test_odds import boarding, firefight

LIMIT = 40
SQUADRONS = ("venusian-squadrons-250", "cega-250")


def watching(game: Staged) -> Pilot:
    """Return the window with a game whose dice are typed, at full motion."""
    pilot = Pilot(settings=Settings(speed=8.0, scale=1.0, curtain=False))
    battle_at(pilot, game.match)
    return pilot


def settle(pilot: Pilot) -> None:
    """Let the animation end."""
    for _ in range(600):
        if not pilot.battle.animation.running:
            return
        pilot.wait()
    raise AssertionError("the animation doesn't end")


def answer_all(pilot: Pilot, kinds: dict[str, int]) -> list[Tray | Reveal]:
    """Answer decisions of some kinds by number keys, and return what plates showed."""
    shown: list[Tray | Reveal] = []
    for _ in range(LIMIT):
        pilot.uncover()
        settle(pilot)
        plate = pilot.battle.animation.plate
        if plate is not None and plate.content not in shown:
            shown.append(plate.content)
        if pilot.kind not in kinds:
            return shown
        pilot.key(pygame.K_0 + kinds[pilot.kind])
    raise AssertionError(f"still asked: {pilot.kind}")


def test_the_dice_of_a_firefight_say_what_they_do() -> None:
    shown = answer_all(watching(firefight()), {"firefight": 1, "faces": 3})
    tray = shown[-1]
    assert isinstance(tray, Tray) and [row.label for row in tray.rows] == ["Marines of B", "Engage aboard B"]
    assert [len(row.dice) for row in tray.rows] == [3, 4] and tray.rows[0].result == "triple of threes"
    assert "marines aboard" in tray.words and "Marines" in tray.words
    names = [column.name for reveal in shown if isinstance(reveal, Reveal) for column in reveal.columns]
    assert names in ([], ["B", "Boarders of B"])


def test_the_shots_at_boarders_are_on_a_tray() -> None:
    tray = answer_all(watching(boarding()), {"commit": 1, "faces": 3})[-1]
    assert isinstance(tray, Tray) and len(tray.rows) == 1
    assert tray.rows[0].label == "Point Defense of B at the marines" and tray.words.startswith("Four or more")


def test_a_skill_test_is_on_a_tray_next_to_its_model() -> None:
    game = stage(ship("A", 0, (24, 12), ratings={"sensors": 0}), HOME, AWAY).begin("a", "damage control")
    pilot = watching(game)
    pilot.give(["resolve"])
    tray = answer_all(pilot, {"faces": 2})[-1]
    assert isinstance(tray, Tray) and "(A)" in tray.rows[0].label and tray.words.startswith("Triple of twos")
    plate = pilot.battle.animation.plate
    assert plate is not None and plate.at == pilot.view.models["a"].pose[:2]


def times_shown(entries: Sequence[LogEntry], state: State) -> dict[str, int]:
    """Return how often each roll is shown, by number and purpose. The first row of a tray is never a defense."""
    groups = group_events(entries)
    boxed = {id(roll) for _, throws in throws_of(entries, state, ("A", "B")) for roll in throws.rolls}
    shown = Counter(boxed)
    shown.update(id(roll) for group in groups for check in checks_of(group) for roll in check if id(roll) not in boxed)
    for group in groups:
        attack = next((entry for entry in group if isinstance(entry.event, Attacked)), None)
        dice = [entry.event for entry in group if attack is not None and entry.n < attack.n]
        shown.update(map(id, dice))
        first = next((roll for roll in dice if isinstance(roll, Rolled)), None)
        assert first is None or not first.is_against
    rolls = [(entry.n, entry.event) for entry in entries if isinstance(entry.event, Rolled)]
    return {f"{n} {roll.purpose}": shown[id(roll)] for n, roll in rolls}


@pytest.mark.parametrize(("scenario", "seed"), [("introductory", 6), ("water-raid", 4)])
def test_every_roll_of_a_game_is_shown_once_and_has_a_line_with_its_dice(scenario: str, seed: int) -> None:
    match = Match(setup(seed, SQUADRONS, scenario))
    for _ in random_answers(match, seed):
        pass
    shown = times_shown(match.events.entries, match.state)
    assert len(shown) > 20 and {roll: times for roll, times in shown.items() if times != 1} == {}
    names, book = Names.of(match.state, ("A", "B")), build_rulebook()
    evaded = 0
    for group in group_events(match.events.entries):
        if not any(isinstance(entry.event, Rolled) for entry in group):
            continue
        story = tell_group(group, names, book)
        assert any(line.dice for line in story.details)
        if any(isinstance(entry.event, Damaged) and entry.event.spent for entry in group):
            evaded += 1
            rows = tray_of(group, match.state.models).rows
            assert [row.defends for row in rows if not row.is_replaced] == [False, True]
            assert "burns 1 Fuel" in story.lines[1].text and "burns" not in story.lines[0].text
            page = page_of_events([entry.event for entry in group], book)
            assert page is not None and page.title == "Attack Window"
    assert evaded


def test_the_die_of_an_autohit_is_shown_with_its_attack_alone() -> None:
    game = hit(gun("Beam Projector", ac=4, traits=["Autohit:D"]), [5])
    shown = times_shown(game.match.events.entries, game.match.state)
    assert list(shown.values()) == [1]


def test_the_dice_of_a_collision_are_shown_with_their_attacks() -> None:
    game = side_on().faces([1, 2, 3]).faces([1, 2, 3, 4]).faces([1, 2, 3])
    shown = times_shown(game.match.events.entries, game.match.state)
    assert list(shown.values()) == [1, 1, 1]


@pytest.mark.parametrize("motion", [FULL, REDUCED, STILL])
def test_each_result_is_visible_before_the_next_one(motion: str) -> None:
    match = Match(setup(3, SQUADRONS, "water-raid"))
    animation, rng = Animation(("A", "B")), Random(3)
    checked = 0
    while match.decision is not None and match.state.turn < 4:
        before, count = match.state.clone(), len(match.events)
        match.answer(match.decision.sample(rng).to_json())
        animation.start(match.events.entries[count:], before, 1.0, motion)
        results = [animation.plate, *(act.plate for act in animation.acts if act.kind == "roll")]
        trays = [plate for plate in results if plate is not None and isinstance(plate.content, Tray)]
        wanted = [plate for plate in trays if isinstance(plate.content, Tray) and plate.content.rows]
        visible = []
        while animation.acts:
            if animation.plate is not None:
                visible.append(animation.plate)
            animation.advance(1 / 30)
        visible.append(animation.plate)
        for plate in wanted:
            checked += 1
            assert any(plate is other for other in visible)
    assert checked > 20


def test_dice_that_were_shown_before_lie_still() -> None:
    game = firefight()
    pilot = watching(game)
    shown = answer_all(pilot, {"firefight": 1, "faces": 3})
    trays = [tray for tray in shown if isinstance(tray, Tray)]
    assert [[row.lies_still for row in tray.rows] for tray in trays] == [[False], [True, False]]


def test_no_model_is_taken_for_another_one_because_of_its_name() -> None:
    pair = ship("A", 0, (24, 12), ratings={"sensors": 0}), ship("Damage", 1, (40, 40), 180, activated=True)
    pilot = watching(stage(*pair, HOME, AWAY).begin("a", "damage control"))
    pilot.give(["resolve"])
    answer_all(pilot, {"faces": 2})
    plate = pilot.battle.animation.plate
    assert plate is not None and plate.at == pilot.view.models["a"].pose[:2]


def test_events_that_are_shown_again_have_all_their_dice() -> None:
    match = hit(gun("Kinetic Cannon", ac=4), [1, 1, 2, 3]).match
    animation, shown = Animation(("A", "B")), []
    for _ in range(2):
        animation.start(match.events.entries, match.state, 1.0, FULL)
        shown.append([act.kind for act in animation.acts])
    assert "roll" in shown[0] and shown[1] == shown[0]


def test_the_marines_of_both_sides_on_a_neutral_object_are_on_one_tray() -> None:
    game = to_the_end(stage_object(ship("A", 0, (10, 10), **STILL_SHIP), keys={"boarders": [3, 2]}))
    game.faces([6, 6, 1]).faces([4, 5])
    rolls = [check for group in group_events(game.match.events.entries) for check in checks_of(group)]
    marines = [[event.purpose for event in check] for check in rolls if "marines" in check[0].purpose]
    assert [len(purposes) for purposes in marines] == [2]
    assert {event.model for check in rolls for event in check if isinstance(event, Rolled) and len(check) == 2} == {"u"}


def test_a_tray_with_many_outcomes_shows_a_capture_and_counts_the_others() -> None:
    state = stage(ship("A", 0, (10, 10)), AWAY, HOME).match.state
    tracks = ("speed", "armor", "sensors", "thrusters", "fire_control")
    events = [
        *(Damaged(model="a", track=track, amount=1, left=0, cause="attack") for track in tracks),
        ShipCaptured(model="a", side=1, marines=2),
    ]
    entries = [LogEntry(n, 1, "activation", "both", event) for n, event in enumerate(events)]
    told = outcome_words(entries, state, ("First", "Second")).split("; ")
    assert len(told) == 4 and "captured" in told[2] and told[3] == "3 other outcomes in the log"
    assert len(outcome_words(entries[:4], state, ("First", "Second")).split("; ")) == 4
