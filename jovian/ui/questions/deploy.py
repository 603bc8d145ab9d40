"""Deploying models, beacons and terrain."""

from __future__ import annotations

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
from jovian.rules.scenario.zones import APART, NEAR, PlaceBeacon, beacons
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.squadrons import capacity, room
from jovian.rules.terrain import LayOut, laid
from jovian.table import Pose
from jovian.ui.board import BaseRing, Brackets, Overlay, PointLabel, Ring
from jovian.ui.board.board_help import ghost_of, nearest, terrain_facts
from jovian.ui.panels.panel import ActionButton, named
from jovian.ui.questions.controller import Controller, PointedController, refusal_overlays
from jovian.ui.session.table_selection import Point, TableSelection

# --- deploy ---
# Deploying: take a model from the roster, see its ghost, turn it by wheel or keys, set it down by a click.
#
# A squadron may also go aboard a ship (a button), fly as a ship's escort (a button, or the pointer on the ship), and
# form up with others of its kind (a switch).

STEP = 15
"""Degrees of one notch; Shift makes it 1."""
SNAP = 0.25
"""Inches of the grid on which models are set down; Shift makes it finer."""


class DeployController(Controller):
    """Answers `deploy`."""

    decision: Deploy

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        waiting = [model.id for model in self.decision.models]
        if selection.selected not in waiting:
            selection.selected = waiting[0] if waiting else ""
        self._turned: int | None = None
        """The heading to which it was turned by hand, None as long as it looks at the enemy by itself."""
        self.partners: tuple[str, ...] = ()
        """Who is placed with it as a formation."""
        self.escorted = ""
        """The ship whose escort it is to be, chosen with a button."""
        self._for = selection.selected
        self._flush: dict[tuple[str, str], list[Pose]] = {}

    @property
    def model(self) -> Model | None:
        """The model in hand, None without one."""
        return self.selection.model(self.selection.selected)

    @property
    def heading(self) -> int:
        """Where what is in hand looks: at the enemy from where the pointer is, until it is turned."""
        if self._turned is not None:
            return self._turned
        state = self.decision.state
        return heading_at(state, self.decision.side, self.selection.point or (state.width / 2, state.height / 2))

    @property
    def hint(self) -> str:
        """Words on how to place it."""
        left, right = self.selection.keymap.shown("left"), self.selection.keymap.shown("right")
        if self.escorted:
            return "Click near the ship to place the escort · Esc cancels"
        return f"Click in your zone to place · {left}/{right} or right button and wheel turns · choose in the roster"

    # --- the action bar ---
    def offers(self) -> list[ActionButton]:
        """Placing by default, turning, going aboard, escorting, forming up, holding back."""
        self._follow()
        hint = "At the first free spot from the middle outward"
        if self.escorted:
            hint = "At the place about the ship that is nearest to the pointer"
        found = [
            ActionButton("auto", "Confirm escort" if self.escorted else "Place for me", command="confirm", hint=hint),
            ActionButton("all", "Place all", hint="All that may be placed this turn, ships and squadrons"),
        ]
        beside = self._beside()
        if not beside:
            found += [
                ActionButton("left", "Turn left", command="left"),
                ActionButton("right", "Turn right", command="right"),
            ]
        found += beside
        refusal = self.check(Decline())
        if refusal is None:
            found.append(ActionButton("decline", "Hold the rest", "danger", hint="Hold all that still wait in reserve"))
        return found

    def _follow(self) -> None:
        """Another model was taken in hand: what was chosen for the last one is dropped."""
        if self.selection.selected != self._for:
            self._for, self.partners, self.escorted = self.selection.selected, (), ""

    def _beside(self) -> list[ActionButton]:
        """A switch for each partner, a button for each ship that it may be aboard of or escort."""
        model = self.model
        if model is None or model.capital or model not in self.decision.models:
            return []
        found = [
            ActionButton.to("partner", each.id, f"Formation with {each.name}", command="" if n else "partner",
                         lit=each.id in self.partners, hint="Placed together, they fly as one")
            for n, each in enumerate(self._mates(model))
        ]  # fmt: skip
        hangers = [ship for ship in self._ships() if capacity(ship, model.card) > 0]
        for n, ship in enumerate(hangers):
            left = room(self.decision.state, ship, model.card)
            found.append(ActionButton.to("land", ship.id, f"Aboard {ship.name} ({left})", command="" if n else "land",
                               refusal=self.check(Embark(model.id, ship.id)),
                               hint="Secret: the enemy sees how many models are aboard, but not which"))  # fmt: skip
        able = [ship for ship in self._ships() if self._escort_spots(ship)]
        found += [
            ActionButton.to("escort", ship.id, f"Escort {ship.name}", command="" if n else "escort",
                  lit=ship.id == self.escorted, hint="In contact with the ship, moving along with it")
            for n, ship in enumerate(able)
        ]  # fmt: skip
        return found

    def _ships(self) -> list[Model]:
        return [each for each in self.decision.state.on_table() if each.capital and each.side == self.decision.side]

    def _mates(self, model: Model) -> list[Model]:
        """Those in its formation so far, and the next that could join it."""
        others = [each for each in self.decision.models if each is not model]
        taken = [each for each in others if each.id in self.partners]
        free = [
            each for each in others
            if each not in taken and not formation.refuse_formation(model, [*taken, each])
        ]  # fmt: skip
        return [*taken, *free[:1]]

    # --- the ghost ---
    def _escort_spots(self, ship: Model) -> list[Pose]:
        """The legal places about a ship for the model in hand as its escort, found once."""
        model = self.model
        if model is None or model.capital or refuse_escort(self.decision.state, model, ship) is not None:
            return []
        key = (model.id, ship.id)
        if key not in self._flush:
            found = flush_spots(self.decision.state, model, ship)
            self._flush[key] = [
                spot for spot in found
                if self.check(PlaceEscort(model.id, ship.id, *spot)) is None
            ]  # fmt: skip
        return self._flush[key]

    def _escort(self, point: Point | None) -> tuple[Model, Pose] | None:
        """The ship to escort, by button or under the pointer, and the place about it that is nearest."""
        ship = self.selection.model(self.escorted or ("" if self.partners else self.selection.hovered))
        if ship is None or not ship.capital or ship.side != self.decision.side or not ship.on_table:
            return None
        spot = nearest(self._escort_spots(ship), point or ship.pose[:2])
        return (ship, spot) if spot is not None else None

    def _pose(self, point: Point) -> Pose:
        step = 0.05 if self.selection.shift else SNAP
        return Pose(round(round(point[0] / step) * step, 3), round(round(point[1] / step) * step, 3), self.heading)

    def _choice(self, point: Point) -> Place | PlaceEscort:
        escort = self._escort(point)
        if escort is not None:
            return PlaceEscort(self.selection.selected, escort[0].id, *escort[1])
        return Place(self.selection.selected, *self._pose(point), self.partners)

    def overlays(self) -> tuple[Overlay, ...]:
        """The ghost under the pointer (with its formation, or about its ship), and why it may not stand there."""
        model, point = self.model, self.selection.point
        if model is None or point is None:
            return ()
        self._follow()
        refusal = self.check(self._choice(point))
        escort, pose = self._escort(point), self._pose(point)
        if escort is not None:
            ship, pose = escort
            brackets = Brackets(ship.base, ship.pose, "lit")
            note = PointLabel((pose.x, pose.y), f"{model.name} escorts {ship.name}", "legal")
            return (brackets, ghost_of(model, pose), note)
        poses = (pose, *self._wing(model, pose))
        said = refusal.reason if refusal else f"{model.name} · {self.heading}°"
        note = PointLabel((pose.x, pose.y), said, "refused" if refusal else "legal")
        return (
            *refusal_overlays(self.selection, refusal),
            *(ghost_of(model, each, refusal is None) for each in poses),
            note,
        )

    def _wing(self, model: Model, pose: Pose) -> tuple[Pose, ...]:
        return formation_spots(self.decision.state, model, pose, len(self.partners)) if self.partners else ()

    # --- input ---
    def click(self, point: Point, model_id: str) -> bool:
        """Set down what is in hand."""
        if self.model is None or self.model not in self.decision.models:
            self.selection.refuse(Refusal("Choose one of the models that wait in the roster.", self.decision.cited))
            return True
        self.give(self._choice(point))
        return True

    def wheel(self, steps: int) -> bool:
        """Turn what is in hand."""
        self._turned = (self.heading + steps * (1 if self.selection.shift else STEP)) % 360
        return True

    def command(self, name: str) -> bool:
        """Turn, step through what waits."""
        if name in ("left", "right"):
            return self.wheel(-1 if name == "left" else 1)
        if name == "next":
            waiting = [model.id for model in self.decision.models]
            at = waiting.index(self.selection.selected) if self.selection.selected in waiting else -1
            self.selection.selected = waiting[(at + 1) % len(waiting)]
            return True
        if name in ("land", "escort", "partner"):
            return self._by_key(name)
        return False

    def _by_key(self, name: str) -> bool:
        """The first button of that kind, or why it is off."""
        offers = [offer for offer in self._beside() if offer.verb == name]
        for offer in offers[:1]:
            self.selection.refuse(offer.refusal)
            if offer.refusal is None:
                self.press(offer.name)
        return bool(offers)

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name in ("left", "right"):
            self.wheel(-1 if name == "left" else 1)
        elif name == "decline":
            self.give(Decline())
        elif name == "auto":
            escort = self._escort(self.selection.point) if self.escorted else None
            at_ship = PlaceEscort(self.selection.selected, escort[0].id, *escort[1]) if escort is not None else None
            self.give(at_ship or self._free_spot())
        elif name == "all":
            self.selection.session.unasked.add((self.decision.side, self.selection.view.turn))
        else:
            offer = named(self._beside(), name)
            if offer is not None:
                self._press_beside(offer.verb, offer.about)

    def _press_beside(self, verb: str, model_id: str) -> None:
        """Go aboard, or switch an escort or a partner."""
        if verb == "land":
            self.give(Embark(self.selection.selected, model_id))
        elif verb == "escort":
            self.escorted, self.partners = ("" if self.escorted == model_id else model_id), ()
        elif verb == "partner":
            others = tuple(each for each in self.partners if each != model_id)
            self.partners = others if model_id in self.partners else (*self.partners, model_id)
            self.escorted = ""

    def cancel(self) -> bool:
        """Escape: no escort, no formation."""
        had = bool(self.escorted or self.partners)
        self.escorted, self.partners = "", ()
        return had

    def _free_spot(self) -> Answer:
        """The first free spot of the model in hand (and its formation), as the rules offer it."""
        model = self.model
        for pose in spots(self.decision.state, model) if model is not None else ():
            place = Place(self.selection.selected, *pose, self.partners)
            if self.check(place) is None:
                return place
        return self.decision.default()


# --- beacon ---
# Setting up a beacon: its zone under the pointer, how far the others keep it off, and a click.

LISTED = 12
"""Places that the keys step through."""


class BeaconController(PointedController[SetBeacon]):
    """Answers `beacon`; Escape answers nothing."""

    decision: PlaceBeacon

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.places = [cast(SetBeacon, option.answer) for option in islice(self.decision.options(), LISTED)]
        selection.selected = ""

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        keys = self.selection.keymap
        return (
            f'Click where it stands, {APART:g}" from every other · models deploy within {NEAR:g}" of it · '
            f"{keys.shown('next')} for the next place"
        )

    def offers(self) -> list[ActionButton]:
        """What was picked with keys, else the suggested place."""
        if self.picked is not None:
            return [
                ActionButton("picked", "Set it up there", "primary", "confirm"),
                ActionButton("auto", "Set it up for me"),
            ]
        hint = "Before your own edge, where there is room"
        return [ActionButton("auto", "Set it up for me", "primary", "confirm", hint=hint)]

    def at(self, point: Point) -> SetBeacon:
        """A beacon at a point, put on the grid, which Shift makes finer."""
        step = 0.05 if self.selection.shift else SNAP
        x, y = (round(round(each / step) * step, 3) + 0.0 for each in point)
        return SetBeacon(x, y)

    def overlays(self) -> tuple[Overlay, ...]:
        """How far the others keep it off, the zone that it would make, and why it may not stand there."""
        kept: list[Overlay] = [Ring((each.x, each.y), APART, "measure") for each in beacons(self.decision.state)]
        choice = self.choice()
        if choice is None:
            return tuple(kept)
        refusal = self.check(choice)
        style = "lit" if refusal is None else "refused"
        said = f'{choice.x:g}", {choice.y:g}"' if refusal is None else refusal.reason
        here = (choice.x, choice.y)
        return (
            *kept,
            *refusal_overlays(self.selection, refusal),
            Ring(here, NEAR, style),
            PointLabel(here, said, style),
        )


# --- lay ---
# Laying out the table: a piece of the pool under the pointer, turned by wheel or keys, set down by a click.


class LayController(Controller):
    """Answers `lay`."""

    decision: LayOut

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.heading, self.at = 0, 0
        selection.selected = ""

    @property
    def card(self) -> TerrainCard:
        """The piece in hand."""
        pool = self.decision.pool
        return pool[self.at % len(pool)]

    @property
    def name(self) -> str:
        """What it is called."""
        return rulebook(self.decision.state).terrain[self.card.kind].name

    @property
    def title(self) -> str:
        """What is asked, and what is in hand."""
        return f"{self.decision.title} · {self.name}"

    @property
    def hint(self) -> str:
        """How to lay the piece, and what it does."""
        keys = self.selection.keymap
        does = " · ".join(terrain_facts(rulebook(self.decision.state).terrain[self.card.kind])[:1])
        turn = f"{keys.shown('left')}/{keys.shown('right')} or right button and wheel turns"
        another = f" · {keys.shown('next')} for another" if len(self.decision.pool) > 1 else ""
        return f"Click to lay it · {turn}{another} · {does}"

    def offers(self) -> list[ActionButton]:
        """Laying by default, turning, another piece, no more."""
        left = pluralize(len(self.decision.pool), "piece")
        found = [
            ActionButton(
                "auto", "Place it for me", command="confirm", hint="At the first free place from the middle on"
            ),
            ActionButton("left", "Turn left", command="left"),
            ActionButton("right", "Turn right", command="right"),
        ]
        if self.decision.ends:
            found.append(ActionButton("next", f"Another of {left}", command="next"))
            found.append(ActionButton("decline", "Stop placing terrain", "danger", hint="The other side may go on"))
        return found

    # --- the ghost ---
    def _choice(self, point: Point) -> Lay:
        step = 0.05 if self.selection.shift else SNAP
        x, y = (round(round(each / step) * step, 3) for each in point)
        return Lay(self.card.id, x, y, self.heading)

    def overlays(self) -> tuple[Overlay, ...]:
        """The outline under the pointer, and why it may not lie there."""
        if self.selection.point is None:
            return ()
        choice = self._choice(self.selection.point)
        refusal = self.check(choice)
        style = "lit" if refusal is None else "refused"
        parts = [
            BaseRing(part, each.pose, 0.0, style)
            for each in laid(self.decision.state, self.card, choice.pose) for part in each.outline
        ]  # fmt: skip
        said = refusal.reason if refusal is not None else f"{self.name} · {self.heading}°"
        return (
            *refusal_overlays(self.selection, refusal),
            *parts,
            PointLabel(choice.pose[:2], said, "legal" if style == "lit" else style),
        )

    # --- input ---
    def fires_at(self, model_id: str) -> bool:
        """False: a click lays the piece."""
        return False

    def click(self, point: Point, model_id: str) -> bool:
        """Lay what is in hand."""
        self.give(self._choice(point))
        return True

    def wheel(self, steps: int) -> bool:
        """Turn what is in hand."""
        self.heading = (self.heading + steps * (1 if self.selection.shift else STEP)) % 360
        return True

    def command(self, name: str) -> bool:
        """Turn, or take another piece."""
        if name in ("left", "right"):
            return self.wheel(-1 if name == "left" else 1)
        if name == "next":
            self.at += 1
            return True
        return False

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if name == "decline":
            self.give(Decline())
        elif name == "auto":
            self.give(self._free())
        else:
            self.command(name)

    def _free(self) -> Lay | Decline:
        """The first free place of the piece in hand, else the default."""
        pose: Pose | None = next(self.decision.places(self.card), None)
        return Lay(self.card.id, *pose) if pose is not None else self.decision.default()
