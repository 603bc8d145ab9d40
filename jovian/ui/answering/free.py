"""Free moves: a ghost within a ring of a few inches, staying where that is legal, places on a hull to assault."""

from __future__ import annotations

from typing import cast

from jovian.game import Decision, Model
from jovian.game.answers import Assault, Fly, Stay
from jovian.rules.facts.formation import members
from jovian.rules.places.limits import LITTLE
from jovian.rules.squadrons.free_move import FreeMove
from jovian.table import Pose
from jovian.ui.answering.controller import Controller, drawn
from jovian.ui.board import Brackets, Note, Overlay, Path, Ring
from jovian.ui.over_the_board.places import COURSE_STEP, ghost_of, marked, nearest, toward
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point

ON_HULL = 0.6
"""Inches from the pointer within which a place on the hull is meant."""


class FreeController(Controller):
    """Answers `free`."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = cast(FreeMove, decision)
        desk.selected = decision.subject
        self.hull = self.asked.hull_spots() if self.asked.ship else []
        self.picked: Assault | Fly | None = None
        """The answer that was chosen with keys."""
        self.course = self.model.pose.heading

    @property
    def model(self) -> Model:
        """The squadron that moves."""
        return self.asked.model

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        keys = self.desk.keymap
        turn = f"{keys.shown('left')}/{keys.shown('right')} for a course"
        hull = f", on the hull to assault ({keys.shown('next')} for the next place)" if self.hull else ""
        return f'Click within {self.asked.inches:g}" to fly{hull} · {turn}'

    def offers(self) -> list[Offer]:
        """What was picked with keys, else the default; staying where it may."""
        default = self.asked.default()
        stays = isinstance(default, Stay)
        found = [Offer("stay", "Stay", "plain" if self.picked else "primary", "" if self.picked else "confirm",
                       self.check(Stay()))]  # fmt: skip
        if not stays and not self.picked:
            found = [Offer("default", "To the nearest free place", "primary", "confirm")]
        if self.picked is not None:
            label = "Assault there" if isinstance(self.picked, Assault) else "Fly there"
            found.insert(0, Offer("picked", label, "primary", "confirm", self.check(self.picked)))
        if self.hull:
            found.append(Offer("assault", "Assault", hint="Cling to the hull; N steps through the places"))
        return found

    def choice(self) -> Assault | Fly | None:
        """What a click would answer: a place on the hull, a flight to the pointer, None for neither."""
        if self.picked is not None or self.desk.point is None:
            return self.picked
        spot = nearest(self.hull, self.desk.point, ON_HULL)
        if spot is not None:
            return Assault(*spot)
        goal = toward(self.model.pose[:2], self.desk.point, self.asked.inches)
        return Fly((goal,)) if goal is not None else None

    def overlays(self) -> tuple[Overlay, ...]:
        """The ring, the hull, the ghost and what is wrong with it."""
        model = self.model
        found: list[Overlay] = [Ring(model.pose[:2], self.asked.inches, "legal", f'{self.asked.inches:g}"')]
        found += marked(model, self.hull)
        ship = self.desk.model(self.asked.ship)
        if ship is not None:
            found.append(Brackets(ship.base, ship.pose, "attack"))
        choice = self.choice()
        return (*found, *self._shown(choice)) if choice is not None else tuple(found)

    def _shown(self, choice: Assault | Fly) -> list[Overlay]:
        model, refusal = self.model, self.check(choice)
        end = choice.pose if isinstance(choice, Assault) else Pose(*choice.path[-1], model.pose.heading)
        found: list[Overlay] = [*drawn(self.desk, refusal), Path((model.pose, end), model.base, refusal is None)]
        found += [ghost_of(each, each.pose, refusal is None) for each in members(self.asked.state, model.at(end))]
        said = "assault" if isinstance(choice, Assault) else "free move, nobody intercepts"
        style = "legal" if refusal is None else "refused"
        return [*found, Note((end.x, end.y), said if refusal is None else refusal.reason, style)]

    def click(self, point: Point, ident: str) -> bool:
        """Give the answer that is shown: the one picked with keys, else the flight or the place under the pointer."""
        choice = self.choice()
        if choice is not None:
            self.given(choice)
        return True

    def wheel(self, steps: int) -> bool:
        """Turn the course that the keys fly."""
        step = steps * (1 if self.desk.shift else COURSE_STEP)
        self.course = (self.course + (step if self.picked is not None else 0)) % 360
        at = self.model.pose
        end = Pose(at.x, at.y, self.course).advanced(self.asked.inches - LITTLE)
        self.picked = Fly(((round(end.x, 3) + 0.0, round(end.y, 3) + 0.0),))
        return True

    def command(self, name: str) -> bool:
        """A course, or the next place on the hull."""
        if name in ("left", "right"):
            return self.wheel(-1 if name == "left" else 1)
        if name == "next" and self.hull:
            choices = [Assault(*spot) for spot in self.hull]
            at = next((n for n, each in enumerate(choices) if each == self.picked), -1)
            self.picked = choices[(at + 1) % len(choices)]
            return True
        return False

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name == "stay":
            self.given(Stay())
        elif name == "default":
            self.given(self.asked.default())
        elif name == "assault":
            at = self.model.pose
            spot = nearest(self.hull, (at.x, at.y))
            self.picked = Assault(*spot) if spot is not None else None
        elif self.picked is not None:
            self.given(self.picked)

    def cancel(self) -> bool:
        """Escape drops what the keys picked; it never answers."""
        had, self.picked = self.picked is not None, None
        return had
