"""Choosing the model that activates, and moves outside its menu: escorts, Free Moves, and leaving a lost ship."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from jovian.game import Decision, Model, State
from jovian.game.answers import Assault, Fly, PlaceAt, Stay
from jovian.rules.basics.formation import formation_members
from jovian.rules.damage.leaving_play import Disembark
from jovian.rules.editions.harm import Adrift
from jovian.rules.moving import Attach
from jovian.rules.placement.move_limits import LITTLE
from jovian.rules.rulebook.active_effects import find_effect
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.activation import eligible as may_activate
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose
from jovian.ui.board import BaseRing, BoardPath, Brackets, Overlay, PointLabel, Ring
from jovian.ui.board.board_help import COURSE_STEP, base_outlines, ghost_of, nearest, point_toward, spread
from jovian.ui.panels.panel import Press
from jovian.ui.questions.controller import Controller, PointedController, refusal_overlays
from jovian.ui.questions.declare import ActivationDraft
from jovian.ui.questions.moves import Mover
from jovian.ui.session.table_selection import Point, TableSelection

# --- Activation ---


REST_FRAMES = 6
"""Frames for which the pointer rests on a model before its reach, or its threat, is drawn."""


class ActivateController(Controller):
    """Answer `activate` while no model is chosen. A click chooses one, and then the menu shows what it could do.

    Models aboard a ship are chosen in the roster, with the buttons of their ship, or by clicks on its name.
    """

    decision: ChooseModel

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self._pointed, self._rested = "", 0
        """The model under the pointer, and the frames for which it has been there."""
        self._reaches: dict[str, list[Overlay]] = {}
        """Where models that were pointed at may stop, by id."""

    @property
    def title(self) -> str:
        return "Choose who acts"

    @property
    def able(self) -> list[Model]:
        return may_activate(self.selection.view, self.decision.side)

    @property
    def hint(self) -> str:
        key = self.selection.keymap.key_label("next")
        return f"Click a model with a full frame · {key}: next model"

    def offers(self) -> list[Press]:
        following = Press("next", "Next ready model", self._next, "primary", "confirm", also="next")
        return [following, *aboard_buttons(self.selection, self.decision)]

    def click_name(self, model_id: str) -> bool:
        return choose_aboard(self.selection, self.decision, model_id)

    def take_target(self, model_id: str) -> bool:
        """Choose the model of a row in the roster. Return whether it may activate."""
        is_ready = any(model.id == model_id for model in self.able)
        if is_ready:
            self.selection.choose(model_id)
        return is_ready

    def overlays(self) -> tuple[Overlay, ...]:
        """Return frames around the models that may act, and the reach of the one on which the pointer rests."""
        on_table = [model for model in self.able if model.is_on_table]
        rings = [BaseRing(model.base, model.pose, 0.12, "select") for model in on_table]
        return (*rings, *self._reaches.get(self.selection.hovered, ()))

    @property
    def rested_on(self) -> str:
        """The model on which the pointer rests, "" for none. What takes a moment to find waits for that."""
        return self._pointed if self._rested >= REST_FRAMES and self._pointed == self.selection.hovered else ""

    def update(self) -> bool:
        is_new = self.selection.hovered != self._pointed
        self._pointed, self._rested = self.selection.hovered, 0 if is_new else self._rested + 1
        if self._rested != REST_FRAMES or not self._pointed:
            return False
        model = next((model for model in self.able if model.id == self._pointed and model.is_on_table), None)
        if model is not None and model.id not in self._reaches:
            menu = ActivationDraft(self.selection, self.decision, model).menu()
            self._reaches[model.id] = Mover(self.selection, menu).reach()
        return True

    def click(self, point: Point, model_id: str) -> bool:
        """Choose a model. If the press is dragged, the release shows its move."""
        is_chosen = self.take_target(model_id)
        self.selection.pressed = (model_id, point) if is_chosen else None
        return is_chosen

    @property
    def is_draggable(self) -> bool:
        return any(model.id == self.selection.hovered for model in self.able)

    def _next(self) -> None:
        self.selection.choose(next_ready(self.selection, self.decision))


def next_ready(selection: TableSelection, decision: ChooseModel) -> str:
    """Return the id of the next model that may activate, after the selected one."""
    ids = [model.id for model in may_activate(selection.view, decision.side)]
    index = ids.index(selection.selected) if selection.selected in ids else -1
    return ids[(index + 1) % len(ids)]


def models_aboard(selection: TableSelection, decision: ChooseModel, ship_id: str) -> list[Model]:
    """Return the models aboard a ship that may activate."""
    able = may_activate(selection.view, decision.side)
    return [model for model in able if model.is_embarked and model.host == ship_id]


def choose_aboard(selection: TableSelection, decision: ChooseModel, ship_id: str) -> bool:
    """Choose the next model aboard a ship. Return whether there is one."""
    ids = [model.id for model in models_aboard(selection, decision, ship_id)]
    if ids:
        index = ids.index(selection.selected) if selection.selected in ids else -1
        selection.choose(ids[(index + 1) % len(ids)])
    return bool(ids)


def aboard_buttons(selection: TableSelection, decision: ChooseModel) -> list[Press]:
    """Return a button for each model aboard the selected ship, or aboard the ship of the selected model."""
    chosen = selection.chosen
    ship = selection.model(chosen.host) if chosen is not None and chosen.is_embarked else chosen
    if ship is None:
        return []
    return [
        Press(
            f"aboard:{passenger.id}", passenger.name, partial(selection.choose, passenger.id),
            lit=passenger.id == selection.selected, hint=f"{passenger.card.name}, aboard {ship.name}",
        )
        for passenger in models_aboard(selection, decision, ship.id)
    ]  # fmt: skip


def drift_overlays(view: State, model: Model) -> list[Overlay]:
    """Return where a model may drift before it acts, and which die faces cause that."""
    overlays: list[Overlay] = []
    adrift = find_effect(view, model, Adrift)
    for end, faces in adrift.drift_ends(view, model) if adrift is not None else ():
        overlays += [BoardPath((model.pose, end), model.base), ghost_of(model, end), PointLabel(end[:2], faces, "lit")]
    return overlays


# --- Places next to a ship ---

SNAP_REACH = 2.0
"""Inches from the pointer within which a place is meant."""


class AttachController(PointedController[PlaceAt]):
    """Answer `attach`: the player chooses where a squadron stands next to a ship."""

    decision: Attach | Disembark

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject
        answers = [option.answer for option in self.decision.options()]
        self.spots = [answer.pose for answer in answers if isinstance(answer, PlaceAt)]
        self.places = [PlaceAt(*spot) for spot in spread(self.spots, self.model.base.width * 0.98)]

    @property
    def model(self) -> Model:
        return self.decision.state.models[self.decision.subject]

    @property
    def hint(self) -> str:
        key = self.selection.keymap.key_label
        return f"Click a place next to the ship · {key('next')}: next place · {key('confirm')}: confirm"

    def offers(self) -> list[Press]:
        default = self.decision.default()
        label = "Stay here" if isinstance(default, Stay) else "Use the nearest place"
        kind, command = ("plain", "") if self.picked is not None else ("primary", "confirm")
        buttons = [Press("default", label, default, kind, command)]
        if self.picked is None:
            return buttons
        return [Press("picked", "Place it there", self.picked, "primary", "confirm"), *buttons]

    @property
    def purpose(self) -> str:
        """What the squadron does there."""
        return "escort" if self.model.is_escorting else "on the hull"

    def at(self, point: Point) -> PlaceAt | None:
        """Return the place nearest to a point, None if none is near."""
        spot = nearest(self.spots, point, SNAP_REACH)
        return PlaceAt(*spot) if spot is not None else None

    def overlays(self) -> tuple[Overlay, ...]:
        ship = self.decision.state.models[self.decision.ship]
        overlays: list[Overlay] = [Brackets(ship.base, ship.pose, "lit"), *base_outlines(self.model, self.spots)]
        for choice in self.choices():
            label = PointLabel(choice.pose[:2], f"{self.model.name}: {self.purpose}", "legal")
            overlays += [ghost_of(self.model, choice.pose), label]
        return tuple(overlays)


# --- Free Moves ---

HULL_REACH = 0.6
"""Inches from the pointer within which a place on the hull is meant."""


class FreeController(PointedController[Assault | Fly]):
    """Answer `free`: a flight within the ring, staying if that is legal, or a place on a hull to assault."""

    decision: FreeMove

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject
        self.hull_places = self.decision.hull_spots() if self.decision.ship else []
        self.places = [Assault(*spot) for spot in self.hull_places]
        self.flight_heading = self.model.pose.heading

    @property
    def model(self) -> Model:
        return self.decision.model

    @property
    def hint(self) -> str:
        key = self.selection.keymap.key_label
        turn = f"{key('left')}/{key('right')}: heading"
        hull_places = f", on the hull to assault ({key('next')}: next place)" if self.hull_places else ""
        return f'Click within {self.decision.inches:g}" to fly{hull_places} · {turn}'

    def offers(self) -> list[Press]:
        default = self.decision.default()
        may_stay = isinstance(default, Stay)
        kind, command = ("plain", "") if self.picked is not None else ("primary", "confirm")
        buttons = [Press("stay", "Stay", Stay(), kind, command, self.check(Stay()))]
        if not may_stay and self.picked is None:
            buttons = [Press("default", "Fly to the nearest free place", default, "primary", "confirm")]
        if self.picked is not None:
            label = "Assault there" if isinstance(self.picked, Assault) else "Fly there"
            buttons.insert(0, Press("picked", label, self.picked, "primary", "confirm", self.check(self.picked)))
        if self.hull_places:
            hint = "Assault the ship from a place on its hull"
            buttons.append(Press("assault", "Assault", self._pick_nearest, hint=hint))
        return buttons

    def at(self, point: Point) -> Assault | Fly | None:
        """Return a place on the hull, a flight to a point, or None."""
        spot = nearest(self.hull_places, point, HULL_REACH)
        if spot is not None:
            return Assault(*spot)
        goal = point_toward(self.model.pose[:2], point, self.decision.inches)
        return Fly((goal,)) if goal is not None else None

    def overlays(self) -> tuple[Overlay, ...]:
        model = self.model
        overlays: list[Overlay] = [Ring(model.pose[:2], self.decision.inches, "legal", f'{self.decision.inches:g}"')]
        overlays += base_outlines(model, self.hull_places)
        ship = self.selection.model(self.decision.ship)
        if ship is not None:
            overlays.append(Brackets(ship.base, ship.pose, "attack"))
        return (*overlays, *(overlay for choice in self.choices() for overlay in self._choice_overlays(choice)))

    def _choice_overlays(self, choice: Assault | Fly) -> list[Overlay]:
        model, refusal = self.model, self.check(choice)
        end = choice.pose if isinstance(choice, Assault) else Pose(*choice.path[-1], model.pose.heading)
        overlays: list[Overlay] = [
            *refusal_overlays(self.selection, refusal),
            BoardPath((model.pose, end), model.base, refusal is None),
        ]
        overlays += [
            ghost_of(member, member.pose, refusal is None)
            for member in formation_members(self.decision.state, model.at(end))
        ]
        label = "assault" if isinstance(choice, Assault) else "Free Move, no interception"
        style = "legal" if refusal is None else "refused"
        return [*overlays, PointLabel((end.x, end.y), label if refusal is None else refusal.reason, style)]

    def wheel(self, steps: int) -> bool:
        """Turn the heading that the keys fly."""
        step = steps * (1 if self.selection.shift else COURSE_STEP)
        self.flight_heading = (self.flight_heading + (step if self.picked is not None else 0)) % 360
        at = self.model.pose
        end = Pose(at.x, at.y, self.flight_heading).advanced(self.decision.inches - LITTLE)
        self.picked = Fly(((round(end.x, 3) + 0.0, round(end.y, 3) + 0.0),))
        return True

    def keys(self) -> Mapping[str, Callable[[], object]]:
        return {**super().keys(), "left": partial(self.wheel, -1), "right": partial(self.wheel, 1)}

    def _pick_nearest(self) -> None:
        """Choose the nearest place on the hull."""
        at = self.model.pose
        spot = nearest(self.hull_places, (at.x, at.y))
        self.picked = Assault(*spot) if spot is not None else None


# --- Leaving a lost ship ---


class UnloadController(AttachController):
    """Answer `unload`: the player places a model anywhere within reach of the lost ship."""

    @property
    def purpose(self) -> str:
        return f"leaves {self.decision.state.models[self.decision.ship].name}"

    def at(self, point: Point) -> PlaceAt | None:
        """Return the point if the model may be placed there, else the nearest offered place."""
        pointed = PlaceAt(round(point[0], 2) + 0.0, round(point[1], 2) + 0.0, self.model.pose.heading % 360)
        return pointed if self.check(pointed) is None else super().at(point)
