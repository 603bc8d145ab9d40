"""The three walkthroughs, played by clicks and keys: a move, an attack, an interrupted flight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame

from jovian.match import Match
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.settings import Settings
from tests.playthroughs.episodes import scene
from tests.rules.stage import gun, ship, squadron, weapon
from tests.ui.pilot import Pilot, battle_at
from tests.ui.trail import Trail


class Walk(NamedTuple):
    """The kinds of decisions that were answered, and the files that were entered."""

    asked: list[str]
    trail: Trail


class Walker:
    """A pilot whose clicks and keys record a trail. Pointer moves record nothing."""

    def __init__(self, match: Match, ident: str, speed: float = 0.0) -> None:
        self.pilot = Pilot((1600, 900), Settings(speed=0.0, scale=1.0, auto_frame=False))
        self.battle: BattleScreen = battle_at(self.pilot, match)
        self.match, self.trail = match, Trail()
        while self.kind != "menu":
            self.pilot.uncover()
            if self.kind == "activate":
                self.battle.course.take(["activate", ident])
            elif self.kind == "declare":
                self.battle.course.take(["declare", "none", 0])
            else:
                self.pilot.key(pygame.K_RETURN)
            self.pilot.wait(3)
        self.pilot.app.settings.speed = speed
        self.begun = len(match.journal)

    @property
    def kind(self) -> str:
        return self.match.decision.kind if self.match.decision is not None else ""

    @property
    def done(self) -> Walk:
        return Walk([entry.kind for entry in self.match.journal[self.begun :]], self.trail)

    def click(self, pos: Sequence[float]) -> None:
        at = (round(pos[0]), round(pos[1]))
        self.pilot.look()
        self.pilot.move(at)
        self.pilot.draw()
        with self.trail:
            self.pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
            self.pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
            self.pilot.wait(3)

    def key(self, key: int) -> None:
        with self.trail:
            self.pilot.key(key)
            self.pilot.wait(3)

    def press(self, choice: list[Any]) -> None:
        """Click the button of an answer."""
        self.uncover()
        asked = self.battle.session.decision
        assert asked is not None
        name = str([option.choice for option in asked.options()].index(choice))
        self.click(self.pilot.widget(name).rect.center)

    def uncover(self) -> None:
        while self.battle.course.covered is not None:
            self.key(pygame.K_RETURN)
        self.pilot.wait(2)

    def on(self, ident: str) -> tuple[float, float]:
        return self.pilot.on(self.match.state.models[ident].pose)


def move() -> Walk:
    """Move a ship ahead, with animation."""
    cast = [ship("Bow", 0, (24, 14), 0), ship("Own", 0, (4, 4)), ship("Far", 1, (44, 44))]
    walker = Walker(scene(cast, seed=8), "bow", speed=1.0)
    walker.click(walker.pilot.at(24, 16))
    assert walker.battle.animation.running
    with walker.trail:
        while walker.battle.animation.running:
            walker.pilot.wait()
    assert walker.battle.shown.models["bow"].pose.y == 16
    return walker.done


def attack() -> Walk:
    """Let a cruiser aim, fire, remove a flex die, and choose what its Critical Hit damages."""
    cruiser = ship("Bow", 0, (24, 14), fire_control=3, weapons=[gun("Kinetic Cannon", ac=4, as_=3)])
    mark = ship("Mark", 1, (24, 20), 90, defense=[1], structure=[4, 3, 3, 2, 2, 1])
    walker = Walker(scene([cruiser, mark, ship("Far", 1, (44, 44))], seed=8), "bow")
    walker.click(walker.on("mark"))
    walker.click(walker.on("mark"))
    walker.key(pygame.K_RETURN)
    walker.press(["damage", "thrusters"])
    rows = walker.battle.log.lines
    entry = " ".join(piece.text for row in rows if row.number == rows[-1].number for piece in row.pieces)
    assert entry.startswith(
        "Bow hits Mark with a Kinetic Cannon: 1 Structure, 5 of 6 boxes left; 1 Thrusters, 1 of 2 boxes left "
    )
    return walker.done


def flight() -> Walk:
    """Let a squadron fly on after Autofire, an interception, and a Dogfight."""
    armed: dict[str, Any] = {"weapons": [weapon("Kinetic Cannon", ac=3, as_=2)], "structure": [6, 5, 4, 3, 2, 1]}
    match = scene([
        squadron("S", 0, (24, 10), speed=9, **armed), squadron("W", 1, (27.4, 19.1), activated=True, **armed),
        ship("B", 1, (28.6, 15.9), 90, activated=True), ship("Own", 0, (4, 4)), ship("Far", 1, (44, 44)),
    ], seed=3)  # fmt: skip
    walker = Walker(match, "s")
    _fly(walker)
    walker.press(["fire", "b", "pd"])
    walker.press(["intercept", "w"])
    while walker.kind == "plan":
        walker.uncover()
        walker.key(pygame.K_RETURN)
    _fly(walker)
    assert match.state.models["s"].pose.y > 18.8
    return walker.done


def _fly(walker: Walker) -> None:
    walker.uncover()
    walker.pilot.camera = walker.pilot.camera.focused((24, 14))
    walker.pilot.hold(pygame.K_LSHIFT)
    walker.click(walker.pilot.at(24, 18.9))
    walker.pilot.release(pygame.K_LSHIFT)
    if "go" in walker.pilot.offers():  # Something may answer it, so the click only shows it.
        walker.key(pygame.K_RETURN)


WALKS: dict[str, tuple[Callable[[], Walk], list[str]]] = {
    "A move": (move, ["menu"]),
    "An attack": (attack, ["menu", "flex", "critical"]),
    "An interrupted flight": (flight, ["menu", "autofire", "interception", "plan", "plan", "menu"]),
}
"""The function of each walkthrough, and the kinds of its decisions."""
