"""The dice of rolls that belong to no attack are shown like those of attacks: tests, marines, and single dice."""

from __future__ import annotations

import pygame

from jovian.game.events import Attacked, Rolled
from jovian.match import Match
from jovian.narrator import Names, group_events, tell_group
from jovian.ui.board.dice_tray import Reveal, Tray
from jovian.ui.files.settings import Settings
from jovian.ui.presentation.animation import checks_of, throws_of
from tests.games import finished
from tests.rules.stage import Staged, ship, stage
from tests.rules.turns import AWAY, HOME
from tests.rules_api import build_rulebook
from tests.ui.pilot import Pilot, battle_at
from tests.ui.presentation.test_odds import boarding, firefight

LIMIT = 40


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


def test_every_roll_of_a_game_is_shown_or_has_a_line_with_its_dice() -> None:
    match: Match = finished(5)
    entries, state = list(match.events.entries), match.state
    groups = group_events(entries)
    attacks = [group for group in groups if any(isinstance(entry.event, Attacked) for entry in group)]
    shown = {id(entry.event) for group in attacks for entry in group}
    shown |= {id(event) for group in groups for event in checks_of(group)}
    shown |= {id(roll) for _, throws in throws_of(entries, state, ("A", "B")) for roll in throws.rolls}
    rolled = [entry.event for entry in entries if isinstance(entry.event, Rolled)]
    assert len(rolled) > 20 and [roll.purpose for roll in rolled if id(roll) not in shown] == []
    names, book = Names.of(state, ("A", "B")), build_rulebook()
    for group in groups:
        if any(isinstance(entry.event, Rolled) for entry in group):
            assert any(line.dice for line in tell_group(group, names, book).details)
