"""Setting up a game: deploying models, placing beacons, and laying out terrain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import cast

from jovian.cards import TerrainCard
from jovian.game import Answer, Decision, Model, Refusal
from jovian.game.answers import Decline, Embark, Lay, Place, PlaceEscort, SetBeacon
from jovian.rules.basics import formation
from jovian.rules.basics.rolls import pluralize
from jovian.rules.escort import refuse_escort
from jovian.rules.placement.attached import flush_spots
from jovian.rules.placement.legal_places import formation_spots, heading_at, spots
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.zones import BEACON_GAP, BEACON_REACH, PlaceBeacon, beacons
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.squadrons import capacity, space_left
from jovian.rules.terrain import PlaceTerrain, pieces_at
from jovian.table import Pose
from jovian.ui.board import BaseRing, Brackets, Overlay, PointLabel, Ring
from jovian.ui.board.board_help import ghost_of, nearest, terrain_facts
from jovian.ui.panels.panel import ButtonPlace as ButtonPlace
from jovian.ui.panels.panel import Press
from jovian.ui.questions.controller import PointedController, refusal_overlays
from jovian.ui.questions.held import HeldController
from jovian.ui.session.table_selection import Point, TableSelection

# --- Deployment ---

STEP = 15
"""Degrees per step; Shift makes it 1."""
SNAP = 0.25
"""Inches of the grid on which models are placed; Shift makes it finer."""


class DeployController(HeldController[Place | PlaceEscort | Embark]):
    """Answer `deploy`: choose a model in the roster, and place it. A click shows the place, and a second one means it.

    Dragging, the wheel, or keys turn it. A squadron may also go aboard a ship, escort a ship, or form up with others
    of its kind.
    """

    decision: Deploy

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        waiting = [model.id for model in self.decision.models]
        if selection.selected not in waiting:
            selection.selected = waiting[0] if waiting else ""
        self.shown: Place | PlaceEscort | Embark | None = None
        """The place that is shown, and waits for a second click."""
        self._turned: int | None = None
        """The heading chosen by hand. None while the model faces the enemy by itself."""
        self.partners: tuple[str, ...] = ()
        """The ids of the models placed with it as a formation."""
        self.escorted = ""
        """The ship to escort, chosen with a button."""
        self._chosen_for = selection.selected
        self._spots_by_ship: dict[tuple[str, str], list[Pose]] = {}
        self._last_ghost: Model | None = None
        """The model whose ghost was on the table last, at that place."""

    @property
    def model(self) -> Model | None:
        """The chosen model, None without one."""
        return self.selection.model(self.selection.selected)

    @property
    def heading(self) -> int:
        """The heading of the chosen model: toward the enemy from the pointer, unless the player has turned it."""
        if isinstance(self.shown, Place) and (self.grip.at is None or self._is_on_shown):
            return self.shown.heading if self.grip.heading is None else self.grip.heading
        state = self.decision.state
        return self._heading_from(self.grip.point or (state.width / 2, state.height / 2))

    def _heading_from(self, point: Point) -> int:
        if self.grip.heading is not None:
            return self.grip.heading
        return heading_at(self.decision.state, self.decision.side, point) if self._turned is None else self._turned

    @property
    def _is_on_shown(self) -> bool:
        """Whether the button was pressed on the model that is shown."""
        return isinstance(self.shown, Place) and self.grip.is_on((self.shown.x, self.shown.y))

    @property
    def hint(self) -> str:
        left, right = self.selection.keymap.key_label("left"), self.selection.keymap.key_label("right")
        if self.shown is not None:
            cancel = self.selection.keymap.key_label("cancel")
            return f"Click it again to place it · drag, or {left}/{right}: turn · {cancel} takes it up again"
        if self.escorted:
            cancel = self.selection.keymap.key_label("cancel")
            return f"Click near the ship to place the escort · {cancel} cancels"
        return f"Click in your zone, and drag to turn · {left}/{right}: turn · choose in the list"

    # --- Buttons ---
    def offers(self) -> list[Press]:
        self._follow()
        hint = "At the first free place from the middle outward"
        if self.escorted:
            hint = "At the place next to the ship that is nearest to the pointer"
        label = "Confirm escort" if self.escorted else "Place it for me"
        all_hint = "Place everything that may be placed this turn: ships and squadrons"
        buttons = [
            *self._shown_button(),
            Press("auto", label, self._place, command="" if self.shown is not None else "confirm", hint=hint),
            Press("all", "Place all", self._place_all, hint=all_hint),
        ]
        others = self._other_buttons()
        if not others:
            buttons += [
                Press("left", "Turn left", partial(self.wheel, -1), command="left"),
                Press("right", "Turn right", partial(self.wheel, 1), command="right"),
            ]
        buttons += others
        if self.check(Decline()) is None:
            hint = "Hold all remaining models in reserve"
            buttons.append(Press("decline", "Hold in reserve", Decline(), "danger", hint=hint, place=ButtonPlace.LEAVE))
        return buttons

    def _shown_button(self) -> list[Press]:
        """Return the button that places the model where it is shown."""
        choice = self.choice() if self.shown is not None else None
        if choice is None:
            return []
        label = "Go aboard" if isinstance(choice, Embark) else "Place it there"
        return [Press("place", label, choice, "primary", "confirm", self.check(choice))]

    def _follow(self) -> None:
        """Forget place, escort, and formation if another model was chosen."""
        if self.selection.selected != self._chosen_for:
            self._chosen_for, self.partners, self.escorted, self.shown = self.selection.selected, (), "", None

    def _other_buttons(self) -> list[Press]:
        """Return the buttons of a squadron: partners of its formation, ships to go aboard, ships to escort."""
        model = self.model
        if model is None or model.is_capital or model not in self.decision.models:
            return []
        buttons = [
            Press(f"partner:{partner.id}", f"Formation with {partner.name}", partial(self._toggle_partner, partner.id),
                  command="" if n else "partner", lit=partner.id in self.partners,
                  hint="Place them together, to fly as one formation")
            for n, partner in enumerate(self._formation_choices(model))
        ]  # fmt: skip
        hangers = [ship for ship in self._ships() if capacity(ship, model.card) > 0]
        hint = "Secret: the enemy sees how many models are aboard, but not which"
        for n, ship in enumerate(hangers):
            label = f"Aboard {ship.name} ({space_left(self.decision.state, ship, model.card)})"
            command, answer = "" if n else "land", Embark(model.id, ship.id)
            refusal = self.check(answer)
            buttons.append(Press(f"land:{ship.id}", label, answer, command=command, refusal=refusal, hint=hint))
        hosts = [ship for ship in self._ships() if self._escort_spots(ship)]
        buttons += [
            Press(f"escort:{ship.id}", f"Escort {ship.name}", partial(self._toggle_escort, ship.id),
                  command="" if n else "escort", lit=ship.id == self.escorted,
                  hint="Place it in contact with the ship, to move along with it")
            for n, ship in enumerate(hosts)
        ]  # fmt: skip
        return buttons

    def _ships(self) -> list[Model]:
        return [
            model for model in self.decision.state.on_table() if model.is_capital and model.side == self.decision.side
        ]

    def _formation_choices(self, model: Model) -> list[Model]:
        """Return the partners in its formation so far, and the next model that could join."""
        others = [other for other in self.decision.models if other is not model]
        partners = [other for other in others if other.id in self.partners]
        free = [
            other for other in others
            if other not in partners and not formation.refuse_formation(model, [*partners, other])
        ]  # fmt: skip
        return [*partners, *free[:1]]

    # --- The ghost ---
    def _escort_spots(self, ship: Model) -> list[Pose]:
        """Return the legal places next to a ship for the chosen model as its escort."""
        model = self.model
        if model is None or model.is_capital or refuse_escort(self.decision.state, model, ship) is not None:
            return []
        key = (model.id, ship.id)
        if key not in self._spots_by_ship:
            places = flush_spots(self.decision.state, model, ship)
            self._spots_by_ship[key] = [
                spot for spot in places
                if self.check(PlaceEscort(model.id, ship.id, *spot)) is None
            ]  # fmt: skip
        return self._spots_by_ship[key]

    def _escort(self, point: Point | None) -> tuple[Model, Pose] | None:
        """Return the ship to escort and the nearest legal place next to it, or None."""
        ship = self.selection.model(self.escorted or ("" if self.partners else self.selection.hovered))
        if ship is None or not ship.is_capital or ship.side != self.decision.side or not ship.is_on_table:
            return None
        spot = nearest(self._escort_spots(ship), point or ship.pose[:2])
        return (ship, spot) if spot is not None else None

    def _pose(self, point: Point) -> Pose:
        step = 0.05 if self.selection.shift else SNAP
        return Pose(
            round(round(point[0] / step) * step, 3), round(round(point[1] / step) * step, 3), self._heading_from(point)
        )

    def choice(self) -> Place | PlaceEscort | Embark | None:
        """Return the place that is shown, else that at the pointer or where the button is held. None off the table."""
        shown, point = self.shown, self.grip.point
        if isinstance(shown, Place) and (self.grip.at is None or self._is_on_shown):
            return replace(shown, heading=self.heading, partners=self.partners)
        if shown is not None and self.grip.at is None:
            return shown
        return self._choice_at(point) if point is not None else None

    def _choice_at(self, point: Point) -> Place | PlaceEscort | Embark:
        """Return what a point means: a place next to a ship, the ship itself, or the point."""
        escort, ship = self._escort(point), self.selection.under
        if escort is not None:
            return PlaceEscort(self.selection.selected, escort[0].id, *escort[1])
        if ship is not None and not self.partners:
            aboard = Embark(self.selection.selected, ship.id)
            if self.check(aboard) is None:
                return aboard
        return Place(self.selection.selected, *self._pose(point), self.partners)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the ghosts, and why the model can't be placed there."""
        model = self.model
        self._follow()
        choice = self.choice()
        if model is None or choice is None:
            return ()
        refusal = self.check(choice)
        if isinstance(choice, PlaceEscort | Embark):
            ship = self.decision.state.models[choice.ship]
            brackets = Brackets(ship.base, ship.pose, "lit")
            if isinstance(choice, Embark):
                return brackets, PointLabel(ship.pose[:2], f"{model.name} goes aboard {ship.name}", "legal")
            note = PointLabel((choice.x, choice.y), f"{model.name} escorts {ship.name}", "legal")
            return (brackets, ghost_of(model, choice.pose), note)
        poses = (choice.pose, *self._other_poses(model, choice.pose))
        label = refusal.reason if refusal else f"{model.name} · {choice.heading}°"
        note = PointLabel((choice.x, choice.y), label, "refused" if refusal else "legal")
        return (
            *refusal_overlays(self.selection, refusal),
            *(ghost_of(model, ghost_pose, refusal is None) for ghost_pose in poses),
            note,
        )

    def moved_models(self) -> Sequence[Model]:
        """Return the models at their ghosts, or the last ones off the table. () before any enemy is there."""
        model, side, models = self.model, self.decision.side, self.decision.state.models
        if model is None or model not in self.decision.models:
            return ()
        if not any(other.side == 1 - side for other in self.selection.view.on_table()):
            return ()
        choice = self.choice()
        if isinstance(choice, Place | PlaceEscort):
            self._last_ghost = model.at(choice.pose)
        ghost = self._last_ghost
        if ghost is None or ghost.id != model.id:
            return ()
        poses = self._other_poses(ghost, ghost.pose)
        return [ghost, *(models[partner].at(pose) for partner, pose in zip(self.partners, poses, strict=False))]

    def _other_poses(self, model: Model, pose: Pose) -> tuple[Pose, ...]:
        return formation_spots(self.decision.state, model, pose, len(self.partners)) if self.partners else ()

    # --- Input ---
    def click(self, point: Point, model_id: str) -> bool:
        if self.model is None or self.model not in self.decision.models:
            self.selection.refuse(
                Refusal("Choose one of the models that wait in the list at the left.", self.decision.cited)
            )
            return True
        return super().click(point, model_id)

    def put_down(self, choice: Place | PlaceEscort | Embark, *, is_dragged: bool) -> None:
        """Place the model where it was shown already, else show it there."""
        if self.check(choice) is not None or (choice == self.shown and not is_dragged):
            self.selection.give(choice)
        else:
            self.shown = choice

    def take_target(self, model_id: str) -> bool:
        """With Shift, let a model of the roster join the formation of the held one, or leave it."""
        model, other = self.model, next((each for each in self.decision.models if each.id == model_id), None)
        if not self.selection.shift or model is None or other in (None, model) or model not in self.decision.models:
            return False
        assert other is not None
        partners = [each for each in self.decision.models if each.id in self.partners and each is not other]
        reason = formation.refuse_formation(model, [*partners, other]) if other.id not in self.partners else ""
        self.selection.refuse(Refusal(reason, formation.PLACE) if reason else None)
        if not reason:
            self._toggle_partner(model_id)
        return True

    def wheel(self, steps: int) -> bool:
        self._turned = (self.heading + steps * (1 if self.selection.shift else STEP)) % 360
        if isinstance(self.shown, Place):
            self.shown = replace(self.shown, heading=self._turned)
        return True

    def keys(self) -> Mapping[str, Callable[[], object]]:
        return {"left": partial(self.wheel, -1), "right": partial(self.wheel, 1), "next": self._next}

    def _next(self) -> None:
        """Choose the next model that waits."""
        waiting = [model.id for model in self.decision.models]
        at = waiting.index(self.selection.selected) if self.selection.selected in waiting else -1
        self.selection.selected = waiting[(at + 1) % len(waiting)]

    def _place(self) -> None:
        """Place the model next to the ship to escort, else at the first free place."""
        escort = self._escort(self.selection.point) if self.escorted else None
        at_ship = PlaceEscort(self.selection.selected, escort[0].id, *escort[1]) if escort is not None else None
        self.selection.give(at_ship or self._free_spot())

    def _place_all(self) -> None:
        self.selection.session.unasked.add((self.decision.side, self.selection.view.turn))

    def _toggle_escort(self, ship_id: str) -> None:
        self.escorted, self.partners, self.shown = ("" if self.escorted == ship_id else ship_id), (), None

    def _toggle_partner(self, model_id: str) -> None:
        others = tuple(partner for partner in self.partners if partner != model_id)
        self.partners = others if model_id in self.partners else (*self.partners, model_id)
        self.escorted, self.shown = "", self.shown if isinstance(self.shown, Place) else None

    def cancel(self) -> bool:
        """Take the model up again, else drop the escort and the formation."""
        if self.shown is not None:
            self.shown = None
            return True
        had_any = bool(self.escorted or self.partners)
        self.escorted, self.partners = "", ()
        return had_any

    def _free_spot(self) -> Answer:
        """Return the first free place of the chosen model (and its formation), with the heading that the player set."""
        model = self.model
        for x, y, heading in spots(self.decision.state, model) if model is not None else ():
            turned = heading if self._turned is None else self._turned
            place = Place(self.selection.selected, x, y, turned, self.partners)
            if self.check(place) is None:
                return place
        return self.decision.default()


# --- Beacons ---

MAX_PLACES = 12
"""Maximum number of places that the keys step through."""


class BeaconController(PointedController[SetBeacon]):
    """Answer `beacon`: the zone at the pointer, the distance to other beacons, and a click. Escape never answers."""

    decision: PlaceBeacon

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.places = [cast(SetBeacon, option.answer) for option in islice(self.decision.options(), MAX_PLACES)]
        selection.selected = ""

    @property
    def hint(self) -> str:
        keys = self.selection.keymap
        return (
            f'Click to place the beacon, {BEACON_GAP:g}" from every other · '
            f'models deploy within {BEACON_REACH:g}" of it · '
            f"{keys.key_label('next')}: next place"
        )

    def offers(self) -> list[Press]:
        if self.picked is not None:
            return [
                Press("picked", "Place it there", self.picked, "primary", "confirm"),
                Press("auto", "Place it for me", self.decision.default()),
            ]
        hint = "At a free place near your own edge"
        return [Press("auto", "Place it for me", self.decision.default(), "primary", "confirm", hint=hint)]

    def at(self, point: Point) -> SetBeacon:
        """Return a beacon at a point on the grid. Shift makes the grid finer."""
        step = 0.05 if self.selection.shift else SNAP
        x, y = (round(round(coordinate / step) * step, 3) + 0.0 for coordinate in point)
        return SetBeacon(x, y)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the distance rings of the other beacons, the zone, and why the beacon can't be placed there."""
        overlays: list[Overlay] = [
            Ring((beacon.x, beacon.y), BEACON_GAP, "measure") for beacon in beacons(self.decision.state)
        ]
        for choice in self.choices():
            refusal = self.check(choice)
            style = "lit" if refusal is None else "refused"
            label = f'{round(choice.x, 1):g}", {round(choice.y, 1):g}"' if refusal is None else refusal.reason
            here = (choice.x, choice.y)
            overlays += refusal_overlays(self.selection, refusal)
            overlays += [Ring(here, BEACON_REACH, style), PointLabel(here, label, style)]
        return tuple(overlays)


# --- Terrain ---


class LayController(HeldController[Lay]):
    """Answer `lay`: place a piece of the pool by a click, turn it by dragging, wheel, or keys."""

    decision: PlaceTerrain

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.turned, self.at = 0, 0
        selection.selected = ""

    @property
    def heading(self) -> int:
        """The heading of the piece."""
        return self.turned if self.grip.heading is None else self.grip.heading

    @property
    def card(self) -> TerrainCard:
        """The piece to place."""
        pool = self.decision.pool
        return pool[self.at % len(pool)]

    @property
    def name(self) -> str:
        return rulebook(self.decision.state).terrain[self.card.kind].name

    @property
    def title(self) -> str:
        return f"{self.decision.title} · {self.name}"

    @property
    def hint(self) -> str:
        keys = self.selection.keymap
        effect = " · ".join(terrain_facts(rulebook(self.decision.state).terrain[self.card.kind])[:1])
        turn_hint = f"drag, or {keys.key_label('left')}/{keys.key_label('right')}: turn"
        another = f" · {keys.key_label('next')}: another piece" if len(self.decision.pool) > 1 else ""
        return f"Click to place it · {turn_hint}{another} · {effect}"

    def offers(self) -> list[Press]:
        pool_size = pluralize(len(self.decision.pool), "piece")
        hint = "At the first free place from the middle outward"
        buttons = [
            Press("auto", "Place it for me", self._place_first, command="confirm", hint=hint),
            Press("left", "Turn left", partial(self.wheel, -1), command="left"),
            Press("right", "Turn right", partial(self.wheel, 1), command="right"),
        ]
        if self.decision.ends:
            buttons.append(Press("next", f"Another of {pool_size}", self._next, command="next"))
            hint, place = "The other side may continue", ButtonPlace.LEAVE
            buttons.append(Press("decline", "Stop placing terrain", Decline(), "danger", hint=hint, place=place))
        return buttons

    # --- The ghost ---
    def choice(self) -> Lay | None:
        point = self.grip.point
        if point is None:
            return None
        step = 0.05 if self.selection.shift else SNAP
        x, y = (round(round(coordinate / step) * step, 3) for coordinate in point)
        return Lay(self.card.id, x, y, self.heading)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the outline of the piece at the pointer, and why it can't be placed there."""
        choice = self.choice()
        if choice is None:
            return ()
        refusal = self.check(choice)
        style = "lit" if refusal is None else "refused"
        parts = [
            BaseRing(part, piece.pose, 0.0, style)
            for piece in pieces_at(self.decision.state, self.card, choice.pose) for part in piece.outline
        ]  # fmt: skip
        label = refusal.reason if refusal is not None else f"{self.name} · {self.heading}°"
        return (
            *refusal_overlays(self.selection, refusal),
            *parts,
            PointLabel(choice.pose[:2], label, "legal" if style == "lit" else style),
        )

    # --- Input ---
    def may_show_odds(self, model_id: str) -> bool:
        return False

    def wheel(self, steps: int) -> bool:
        self.turned = (self.heading + steps * (1 if self.selection.shift else STEP)) % 360
        return True

    def keys(self) -> Mapping[str, Callable[[], object]]:
        return {"next": self._next}

    def _next(self) -> None:
        """Choose the next piece of the pool."""
        self.at += 1

    def _place_first(self) -> None:
        """Lay the piece at its first free place, else give the default answer."""
        pose: Pose | None = next(self.decision.places(self.card), None)
        self.selection.give(Lay(self.card.id, *pose) if pose is not None else self.decision.default())
