"""Activating models, and moves outside the menu."""

from __future__ import annotations

from jovian.game import Decision, Model
from jovian.game.answers import Activate, Assault, Fly, PlaceAt, Stay
from jovian.rules.basics.formation import formation_members
from jovian.rules.damage.casualties import Disembark
from jovian.rules.moving import Attach
from jovian.rules.placement.move_limits import LITTLE
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.activation import eligible as may_activate
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose
from jovian.ui.board import BaseRing, Brackets, Overlay, Path, PointLabel, Ring
from jovian.ui.board.board_help import COURSE_STEP, ghost_of, marked, nearest, spread, toward
from jovian.ui.panels.panel import ActionButton, named
from jovian.ui.questions.controller import Controller, refusal_overlays
from jovian.ui.session.table_selection import Point, TableSelection

# --- activate ---
# Choosing the model that activates: by a click on it, in the roster, or with the keys.
#
# Models aboard a ship are chosen in the roster, by the buttons that a chosen ship has for those aboard, or by a
# click on the name of their ship, which takes one after the other.


class ActivateController(Controller):
    """Answers `activate`: the first click selects, the second on the same model activates it."""

    decision: ChooseModel

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        able = [model.id for model in self.able]
        if selection.selected not in able:
            selection.selected = able[0] if able else ""

    @property
    def able(self) -> list[Model]:
        """The models that may activate."""
        return may_activate(self.selection.view, self.decision.side)

    @property
    def hint(self) -> str:
        """Words on how to choose."""
        key = self.selection.keymap.shown("next")
        how = f"Click a model to look at it, click it again to activate · {key} for the next"
        return how + (" · those aboard: buttons below" if any(each.aboard for each in self.able) else "")

    def offers(self) -> list[ActionButton]:
        """Activate the selected one."""
        model = self.selection.chosen
        refusal = self.check(Activate(self.selection.selected))
        name = model.name if model else "a model"
        carrier = self.carrier
        aboard = [
            ActionButton.to(
                "aboard",
                each.id,
                each.name,
                command=f"pick {n + 1}" if n < 9 else "",
                lit=each.id == self.selection.selected,
                hint=f"{each.card.name}, aboard {carrier.name if carrier else ''}",
            )
            for n, each in enumerate(self._aboard(carrier))
        ]
        return [
            ActionButton("activate", f"Activate {name}", "primary", "confirm", refusal),
            ActionButton("next", "Next model", command="next"), *aboard,
        ]  # fmt: skip

    @property
    def carrier(self) -> Model | None:
        """The chosen ship, or the one that carries what is chosen."""
        model = self.selection.chosen
        return self.selection.model(model.host) if model is not None and model.aboard else model

    def _aboard(self, ship: Model | None) -> list[Model]:
        """Those aboard a ship who may activate."""
        return [each for each in self.able if ship is not None and each.aboard and each.host == ship.id]

    def click_name(self, model_id: str) -> bool:
        """On that of a ship: choose the next model aboard it; True if there is one."""
        aboard = [each.id for each in self._aboard(self.selection.model(model_id))]
        if aboard:
            at = aboard.index(self.selection.selected) if self.selection.selected in aboard else -1
            self.selection.selected = aboard[(at + 1) % len(aboard)]
        return bool(aboard)

    def overlays(self) -> tuple[Overlay, ...]:
        """Those who may are lit, and the ship that carries what is chosen."""
        able, chosen, view = self.able, self.selection.chosen, self.selection.view
        found: list[Overlay] = [
            BaseRing(each.base, each.pose, 0.12, "select") for each in able
            if each.on_table and each.id != self.selection.selected
        ]  # fmt: skip
        if chosen is not None and chosen.aboard and chosen.host in view.models:
            ship = view.models[chosen.host]
            found += [
                Brackets(ship.base, ship.pose, "lit"),
                PointLabel(ship.pose[:2], f"{chosen.name} is aboard", "lit"),
            ]
        if chosen is not None and chosen.on_table:
            found += self._drift(chosen)
        return tuple(found)

    def _drift(self, model: Model) -> list[Overlay]:
        """Where it may be carried before it is asked anything, and what the die must show for that."""
        found: list[Overlay] = []
        for effect in effects_on(self.selection.view, model, Effect.carried):
            for end, faces in effect.carried(self.selection.view, model):
                found += [Path((model.pose, end), model.base), ghost_of(model, end), PointLabel(end[:2], faces, "lit")]
        return found

    def click(self, point: Point, model_id: str) -> bool:
        """Select a model; a second click activates it."""
        if not model_id:
            return False
        if model_id == self.selection.selected:
            self.give(Activate(model_id))
        else:
            self.selection.selected = model_id
        return True

    def command(self, name: str) -> bool:
        """Step through those who may."""
        able = [model.id for model in self.able]
        if name != "next" or not able:
            return False
        at = able.index(self.selection.selected) if self.selection.selected in able else -1
        self.selection.selected = able[(at + 1) % len(able)]
        return True

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name == "activate":
            self.give(Activate(self.selection.selected))
        elif (offer := named(self.offers(), name)) is not None and offer.about:
            self.selection.selected = offer.about
        else:
            self.command(name)


# --- attach ---
# Where a squadron stands about a ship that has moved with it or sets it down: click one of the places.

CLOSE = 2.0
"""Inches from the pointer within which a place is meant."""


class AttachController(Controller):
    """Answers `attach`; Escape answers nothing."""

    decision: Attach | Disembark

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject
        answers = [option.answer for option in self.decision.options()]
        self.spots = [answer.pose for answer in answers if isinstance(answer, PlaceAt)]
        self.picked: Pose | None = None
        """The place that was chosen with a key."""

    @property
    def model(self) -> Model:
        """The squadron."""
        return self.decision.state.models[self.decision.subject]

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        keys = self.selection.keymap
        return f"Click a place about the ship · {keys.shown('next')} for the next · {keys.shown('confirm')} takes it"

    def offers(self) -> list[ActionButton]:
        """Staying, or the nearest place; what was picked with keys."""
        stays = isinstance(self.decision.default(), Stay)
        picked = self.picked is not None
        label = "Stay where it is" if stays else "To the nearest place"
        found = [ActionButton("default", label, "plain" if picked else "primary", "" if picked else "confirm")]
        return [ActionButton("picked", "Stand there", "primary", "confirm"), *found] if picked else found

    @property
    def purpose(self) -> str:
        """What it does there."""
        return "escort" if self.model.escorting else "on the hull"

    def spot(self) -> Pose | None:
        """The place in hand: picked, or the nearest to the pointer."""
        if self.picked is not None or self.selection.point is None:
            return self.picked
        return self.near(self.selection.point)

    def near(self, point: Point) -> Pose | None:
        """The place that a point means."""
        return nearest(self.spots, point, CLOSE)

    def overlays(self) -> tuple[Overlay, ...]:
        """Ship, places, and the ghost at the one in hand."""
        ship, spot = self.decision.state.models[self.decision.ship], self.spot()
        found: list[Overlay] = [Brackets(ship.base, ship.pose, "lit"), *marked(self.model, self.spots)]
        if spot is None:
            return tuple(found)
        return (*found, ghost_of(self.model, spot), PointLabel(spot[:2], f"{self.model.name}: {self.purpose}", "legal"))

    def click(self, point: Point, model_id: str) -> bool:
        """Stand at the place that is shown: the one picked with keys, else the one nearest to the click."""
        spot = self.picked or self.near(point)
        if spot is not None:
            self.give(PlaceAt(*spot))
        return spot is not None

    def command(self, name: str) -> bool:
        """Step through the places."""
        if name not in ("next", "left", "right"):
            return False
        places = spread(self.spots, self.model.base.width * 0.98)
        if places:
            at = places.index(self.picked) if self.picked in places else -1 if name != "left" else 0
            self.picked = places[(at + (-1 if name == "left" else 1)) % len(places)]
        return bool(places)

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name == "picked" and self.picked is not None:
            self.give(PlaceAt(*self.picked))
        else:
            self.give(self.decision.default())

    def cancel(self) -> bool:
        """Escape drops what the keys picked; it never answers."""
        had, self.picked = self.picked is not None, None
        return had


# --- free ---
# Free moves: a ghost within a ring of a few inches, staying where that is legal, places on a hull to assault.

ON_HULL = 0.6
"""Inches from the pointer within which a place on the hull is meant."""


class FreeController(Controller):
    """Answers `free`."""

    decision: FreeMove

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject
        self.hull = self.decision.hull_spots() if self.decision.ship else []
        self.picked: Assault | Fly | None = None
        """The answer that was chosen with keys."""
        self.course = self.model.pose.heading

    @property
    def model(self) -> Model:
        """The squadron that moves."""
        return self.decision.model

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        keys = self.selection.keymap
        turn = f"{keys.shown('left')}/{keys.shown('right')} for a course"
        hull = f", on the hull to assault ({keys.shown('next')} for the next place)" if self.hull else ""
        return f'Click within {self.decision.inches:g}" to fly{hull} · {turn}'

    def offers(self) -> list[ActionButton]:
        """What was picked with keys, else the default; staying where it may."""
        default = self.decision.default()
        stays = isinstance(default, Stay)
        found = [ActionButton("stay", "Stay", "plain" if self.picked else "primary", "" if self.picked else "confirm",
                       self.check(Stay()))]  # fmt: skip
        if not stays and not self.picked:
            found = [ActionButton("default", "To the nearest free place", "primary", "confirm")]
        if self.picked is not None:
            label = "Assault there" if isinstance(self.picked, Assault) else "Fly there"
            found.insert(0, ActionButton("picked", label, "primary", "confirm", self.check(self.picked)))
        if self.hull:
            found.append(ActionButton("assault", "Assault", hint="Cling to the hull; N steps through the places"))
        return found

    def choice(self) -> Assault | Fly | None:
        """What a click would answer: a place on the hull, a flight to the pointer, None for neither."""
        if self.picked is not None or self.selection.point is None:
            return self.picked
        spot = nearest(self.hull, self.selection.point, ON_HULL)
        if spot is not None:
            return Assault(*spot)
        goal = toward(self.model.pose[:2], self.selection.point, self.decision.inches)
        return Fly((goal,)) if goal is not None else None

    def overlays(self) -> tuple[Overlay, ...]:
        """The ring, the hull, the ghost and what is wrong with it."""
        model = self.model
        found: list[Overlay] = [Ring(model.pose[:2], self.decision.inches, "legal", f'{self.decision.inches:g}"')]
        found += marked(model, self.hull)
        ship = self.selection.model(self.decision.ship)
        if ship is not None:
            found.append(Brackets(ship.base, ship.pose, "attack"))
        choice = self.choice()
        return (*found, *self._shown(choice)) if choice is not None else tuple(found)

    def _shown(self, choice: Assault | Fly) -> list[Overlay]:
        model, refusal = self.model, self.check(choice)
        end = choice.pose if isinstance(choice, Assault) else Pose(*choice.path[-1], model.pose.heading)
        found: list[Overlay] = [
            *refusal_overlays(self.selection, refusal),
            Path((model.pose, end), model.base, refusal is None),
        ]
        found += [
            ghost_of(each, each.pose, refusal is None) for each in formation_members(self.decision.state, model.at(end))
        ]
        said = "assault" if isinstance(choice, Assault) else "free move, nobody intercepts"
        style = "legal" if refusal is None else "refused"
        return [*found, PointLabel((end.x, end.y), said if refusal is None else refusal.reason, style)]

    def click(self, point: Point, model_id: str) -> bool:
        """Give the answer that is shown: the one picked with keys, else the flight or the place under the pointer."""
        choice = self.choice()
        if choice is not None:
            self.give(choice)
        return True

    def wheel(self, steps: int) -> bool:
        """Turn the course that the keys fly."""
        step = steps * (1 if self.selection.shift else COURSE_STEP)
        self.course = (self.course + (step if self.picked is not None else 0)) % 360
        at = self.model.pose
        end = Pose(at.x, at.y, self.course).advanced(self.decision.inches - LITTLE)
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
            self.give(Stay())
        elif name == "default":
            self.give(self.decision.default())
        elif name == "assault":
            at = self.model.pose
            spot = nearest(self.hull, (at.x, at.y))
            self.picked = Assault(*spot) if spot is not None else None
        elif self.picked is not None:
            self.give(self.picked)

    def cancel(self) -> bool:
        """Escape drops what the keys picked; it never answers."""
        had, self.picked = self.picked is not None, None
        return had


# --- unload ---
# Where a model goes that leaves a lost ship: one of the places about it, or anywhere within reach.


class UnloadController(AttachController):
    """Answers `unload`: anywhere within reach of what it leaves."""

    @property
    def purpose(self) -> str:
        """Where it goes."""
        return f"leaves {self.decision.state.models[self.decision.ship].name}"

    def near(self, point: Point) -> Pose | None:
        """Under the pointer if it may stand there, else the nearest of the places offered."""
        under = PlaceAt(round(point[0], 2) + 0.0, round(point[1], 2) + 0.0, self.model.pose.heading % 360)
        return under.pose if self.check(under) is None else nearest(self.spots, point, CLOSE)
