"""The two walks of `docs/walks.md`, made through the window while it is noted which files of the house they enter."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pygame
import pytest

from jovian.match import Match
from jovian.ui.screens.battle.battle import Battle
from tests.commands import ROOT
from tests.playthroughs.episodes import scene
from tests.rules.stage import gun, ship, squadron, weapon
from tests.test_layers import HOUSE
from tests.ui.pilot import Pilot, battle_at

PAGE = (ROOT / "docs" / "walks.md").read_text(encoding="utf-8")
NEAR = 0.25
"""How far the numbers that the page tells may be off, as a share: they depend on what has been reckoned before."""


class Trail:
    """The files of the house in the order in which they are entered, each as often as one comes to it from another."""

    def __init__(self) -> None:
        self.way: list[str] = []

    def __enter__(self) -> Trail:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        file, back = frame.f_code.co_filename, frame.f_back
        if event == "call" and file.startswith(str(HOUSE)) and (back is None or back.f_code.co_filename != file):
            self.way.append(Path(file).relative_to(HOUSE).as_posix())


def kind(battle: Battle) -> str:
    decision = battle.session.match.decision
    return decision.kind if decision is not None else ""


def begin(match: Match, ident: str) -> tuple[Pilot, Battle]:
    """The window with the menu of a model."""
    pilot = Pilot((1600, 900))
    battle = battle_at(pilot, match)
    while kind(battle) != "menu":
        pilot.uncover()
        if kind(battle) == "activate":
            battle.take(["activate", ident])
        else:
            pilot.key(pygame.K_RETURN)
        pilot.wait(3)
    return pilot, battle


def press(pilot: Pilot, battle: Battle, choice: list[Any]) -> None:
    """The button of an answer."""
    pilot.uncover()
    pilot.wait(2)
    assert battle.session.decision is not None
    pilot.press(str([option.choice for option in battle.session.decision.options()].index(choice)))
    pilot.wait(4)


def attack() -> tuple[list[str], list[str]]:
    """The kinds of question on the way, and the way."""
    cruiser = ship("Bow", 0, (24, 14), fire_control=3, weapons=[gun("Kinetic Cannon", ac=4, as_=3)])
    mark = ship("Mark", 1, (24, 20), 90, defense=[1], structure=[4, 3, 3, 2, 2, 1])
    pilot, battle = begin(scene([cruiser, mark, ship("Far", 1, (44, 44))], seed=8), "bow")
    before = len(battle.session.match.journal)
    with Trail() as trail:
        pilot.click(pilot.on(battle.desk.view.models["mark"].pose))
        pilot.click(pilot.on(battle.desk.view.models["mark"].pose))
        pilot.key(pygame.K_RETURN)
        pilot.wait(3)
        press(pilot, battle, ["damage", "thrusters"])
    told = battle.log.lines[-1].pieces
    assert [piece.text for piece in told] == ["Mark", "Thrusters hit", "1 left"]
    return [entry[1] for entry in battle.session.match.journal[before:]], trail.way


def flight() -> tuple[list[str], list[str]]:
    """Likewise."""
    armed: dict[str, Any] = {"weapons": [weapon("Kinetic Cannon", ac=3, as_=2)], "structure": [6, 5, 4, 3, 2, 1]}
    match = scene([
        squadron("S", 0, (24, 10), speed=9, **armed), squadron("W", 1, (27.4, 19.1), activated=True, **armed),
        ship("B", 1, (28.6, 15.9), 90, activated=True), ship("Own", 0, (4, 4)), ship("Far", 1, (44, 44)),
    ], seed=3)  # fmt: skip
    pilot, battle = begin(match, "s")
    before = len(match.journal)
    with Trail() as trail:
        _fly(pilot)
        press(pilot, battle, ["fire", "b", "pd"])
        press(pilot, battle, ["intercept", "w"])
        while kind(battle) == "plan":
            pilot.uncover()
            pilot.key(pygame.K_RETURN)
            pilot.wait(4)
        _fly(pilot)
    assert match.state.models["s"].pose.y > 18.8
    return [entry[1] for entry in match.journal[before:]], trail.way


def _fly(pilot: Pilot) -> None:
    pilot.uncover()
    pilot.battle.board.camera = pilot.battle.board.camera.focused((24, 14))
    pilot.hold(pygame.K_LSHIFT)
    pilot.click(pilot.at(24, 18.9))
    pilot.release(pygame.K_LSHIFT)
    pilot.wait(3)


WALKS: dict[str, tuple[Callable[[], tuple[list[str], list[str]]], list[str]]] = {
    "An attack": (attack, ["menu", "flex", "critical"]),
    "An interrupted flight": (flight, ["menu", "autofire", "interception", "plan", "plan", "menu"]),
}


@pytest.mark.parametrize("title", WALKS)
def test_the_page_tells_the_way_as_it_is(title: str) -> None:
    walk, questions = WALKS[title]
    asked, way = walk()
    assert asked == questions
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    at = 0
    for file in re.findall(r"`([\w/]+\.py)`", section):
        assert file in way[at:], f"{file} is not entered, or not after what is named before it"
        at = way.index(file, at)
    entered, back = re.findall(r"Entered: ([\d,]+) files; come back to: ([\d,]+) times", section)[0]
    for told, counted in ((entered, len(set(way))), (back, len(way) - len(set(way)))):
        assert abs(int(told.replace(",", "")) - counted) <= NEAR * counted, f"{title}: {counted}"


def test_every_file_of_the_page_is_there() -> None:
    named = re.findall(r"`([\w/]+\.py)`", PAGE)
    assert len(named) > 60
    assert [file for file in named if not (HOUSE / file).is_file() and not (ROOT / file).is_file()] == []
