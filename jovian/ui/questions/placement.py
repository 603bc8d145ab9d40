"""The modes of a menu in which the player places something: a Nuke, a drone squadron, or a model from a hanger.

It also has the question where a template goes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations

from jovian.cards import UnitCard
from jovian.descriptions.odds import shot_figures, shot_outlook
from jovian.game import Answer, Decision, Model, Refusal
from jovian.game.answers import At, FireNuke, Launch, LaunchDrone
from jovian.game.decision import PointArc, PointRing
from jovian.rules import squadrons
from jovian.rules.attack.attack import NEAR, REACH
from jovian.rules.attack.nukes_and_rams import RANGE, burst_shots, nukes
from jovian.rules.basics import formation
from jovian.rules.basics.model import stock_left
from jovian.rules.close_combat.interception import interceptors_near
from jovian.rules.damage import leaving_play
from jovian.rules.escort import CLASS_III, refuse_escort, ship_to_escort
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flush_spots
from jovian.rules.scenario.objects import token_from
from jovian.rules.shots.shot import weapon_of
from jovian.rules.terrain import PlaceTemplate
from jovian.table import TOLERANCE, Pose, Shape, arcs_of, distance, length, touches, wholly_within
from jovian.ui.board import ArcOverlay, BaseRing, Brackets, Overlay, PointLabel, Ring
from jovian.ui.board.board_help import ghost_of, interception_ranges, nearest, spread
from jovian.ui.panels.odds_panel import BurstTarget
from jovian.ui.panels.panel import Press
from jovian.ui.questions.controller import PointedController, refusal_overlays
from jovian.ui.questions.held import Grip
from jovian.ui.session.keymap import pick_command
from jovian.ui.session.table_selection import Point, TableSelection

# --- Modes ---


class Mode:
    """A mode of the menu. Enter gives `best`. Escape drops what is shown, then leaves the mode."""

    picked: tuple[float, ...] | None = None
    """The place that is shown: chosen with a key, or by a click that only shows. None while the pointer decides."""
    stays = False
    """Whether Escape can't leave the mode, because the model has no other."""
    is_shown_first = False
    """Whether a click only shows a place, and a second one means it, because it can't be undone."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection, self.menu, self.grip = selection, menu, Grip(selection)

    @property
    def title(self) -> str:
        """The text after the model's name."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        """How to use the mode."""
        raise NotImplementedError

    def button(self) -> Press:
        """Return the button that gives the answer."""
        raise NotImplementedError

    def best(self) -> Answer:
        """Return the answer of a click, the button, and Enter."""
        raise NotImplementedError

    def offers(self) -> list[Press]:
        """Return the buttons of further choices."""
        return []

    def give_best(self) -> None:
        """Give the answer of a click at the pointer's place."""
        self.selection.give(self.best())

    def pick_held(self) -> None:
        """Pick the place at which the button is held."""
        raise NotImplementedError

    def release(self) -> bool:
        """Do what a click means, or show it first. Return whether the button was held."""
        if self.grip.at is None:
            return False
        shown, is_dragged = self.picked, self.grip.heading is not None
        self.pick_held()
        is_meant = not self.is_shown_first or (self.picked == shown and not is_dragged)
        self.grip.at, refusal = None, self.menu.check(self.best())
        if is_meant or refusal is not None:
            self.give_best()
            self.picked = None
        return True

    def turn(self, steps: int) -> bool:
        """Turn what is placed by that number of steps. Return whether it was turned."""
        raise NotImplementedError

    def step(self) -> bool:
        """Choose the next place. Return whether there is one."""
        raise NotImplementedError

    def drop(self) -> bool:
        """Drop the place that is shown. Return whether there was one."""
        had_pick, self.picked = self.picked is not None, None
        return had_pick

    def overlays(self) -> tuple[Overlay, ...]:
        """Return what to draw over the table."""
        raise NotImplementedError


# --- Nukes ---

SWING_STEP = 5
"""Degrees per step around the ship; Shift makes it 1."""


class NukeMode(Mode):
    """Aim a Nuke: the burst follows the pointer, and each model inside is shown with its odds.

    The command `next` steps through the best points: on an enemy, or halfway between two.
    """

    picked: Point | None
    is_shown_first = True

    def __init__(self, selection: TableSelection, menu: NextOrder, mount: str = "") -> None:
        super().__init__(selection, menu)
        able = ready_nukes(menu)
        self.mount = mount if mount in able else next(iter(able), mount)
        self._struck_by_point: dict[Point, tuple[BurstTarget, ...]] = {}
        self._points: list[Point] | None = None

    @property
    def title(self) -> str:
        return "nuke"

    @property
    def hint(self) -> str:
        key = self.selection.keymap.key_label
        swing = f"{key('left')}/{key('right')}: swing"
        click = "Click it again to fire" if self.picked is not None else "Click the point of the burst"
        return f"{click} · {key('next')}: next point · {swing}"

    def button(self) -> Press:
        point = self.point
        refusal = (
            Refusal("Point at the table first.", "v1.2.4 Weapons > Missile > Nuke") if point is None else self.refusal()
        )
        hint = "At the point under the pointer, or the one chosen with a key"
        return Press("burst", "Fire", self.give_best, "primary", "confirm", refusal, hint)

    @property
    def point(self) -> Point | None:
        """The point of the burst, None off the table."""
        is_shown = self.grip.at is None or self.grip.is_on(self.picked)
        at = self.picked if self.picked is not None and is_shown else self.grip.point
        return (round(at[0], 2) + 0.0, round(at[1], 2) + 0.0) if at is not None else None

    def pick_held(self) -> None:
        self.picked = self.point

    def refusal(self) -> Refusal | None:
        """Return why the Nuke can't burst there, or None."""
        return self.menu.check(self.best()) if self.point is not None else None

    def best(self) -> FireNuke:
        x, y = self.point or self.menu.model.pose[:2]
        return FireNuke(self.mount, x, y)

    def offers(self) -> list[Press]:
        """Return a button for each Nuke if the ship has several."""
        mounts = ready_nukes(self.menu)
        if len(mounts) < 2:
            return []
        name = self.menu.model.card.mount_name
        return [
            Press(f"nuke:{mount}", name(mount), partial(self._take, mount), lit=mount == self.mount) for mount in mounts
        ]

    def _take(self, mount: str) -> None:
        """Aim another Nuke."""
        self.mount, self._struck_by_point, self._points = mount, {}, None

    def turn(self, steps: int) -> bool:
        """Swing the point around the ship."""
        at, model = self.point, self.menu.model
        if at is None:
            return self.step()
        degrees = steps * (1 if self.selection.shift else SWING_STEP)
        across, ahead = model.pose.from_table(*at)
        self.picked = model.pose.turned(degrees).to_table(across, ahead)
        return True

    def step(self) -> bool:
        points = self.points()
        if points:
            index = points.index(self.picked) if self.picked in points else -1
            self.picked = points[(index + 1) % len(points)]
        return bool(points)

    def points(self) -> list[Point]:
        """Return the legal points on each enemy and halfway between any two, best first."""
        if self._points is None:
            state, model = self.menu.state, self.menu.model
            points = [enemy.pose[:2] for enemy in state.on_table() if enemy.side != model.side]
            points += [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in combinations(points, 2)]
            rounded = dict.fromkeys((round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in points)
            legal = [at for at in rounded if self.menu.check(FireNuke(self.mount, *at)) is None]
            self._points = sorted(legal, key=lambda at: (-self._point_value(at), at))
        return self._points

    def _point_value(self, at: Point) -> float:
        total = 0.0
        for hit in self.inside(at):
            total += -1.5 * hit.steps if hit.friend else hit.steps
        return total

    def inside(self, at: Point) -> tuple[BurstTarget, ...]:
        """Return the models that a burst at a point would attack, nearest first."""
        if at not in self._struck_by_point:
            self._struck_by_point[at] = tuple(self._find_hit(at))
        return self._struck_by_point[at]

    def _find_hit(self, at: Point) -> list[BurstTarget]:
        state, model = self.menu.state, self.menu.model
        hits = []
        for shot in burst_shots(state, model, self.mount, *at):
            other, figures = state.models[shot.target], shot_figures(shot, shot_outlook(state, shot))
            is_near = shot.range.distance <= NEAR + TOLERANCE
            hits.append(
                BurstTarget(other.id, other.name, other.side, other.side == model.side, shot.range.distance, is_near,
                            figures["hits"], figures.get("structure", 0.0), float(shot.odds().expected_steps))
            )  # fmt: skip
        return hits

    def overlays(self) -> tuple[Overlay, ...]:
        model = self.menu.model
        weapon = weapon_of(model, self.mount)
        arcs = weapon.arcs if weapon is not None else ()
        area: Overlay = BaseRing(model.base, model.pose, RANGE, "arc")
        if model.is_capital and arcs:
            area = ArcOverlay(model.pose, model.base, arcs, 0.0, RANGE, "arc")
        at = self.point
        return (area, *self._burst(at)) if at is not None else (area,)

    def _burst(self, at: Point) -> list[Overlay]:
        refusal = self.refusal()
        if refusal is not None:
            return [*refusal_overlays(self.selection, refusal), Ring(at, REACH, "refused"), Ring(at, NEAR, "refused"),
                    PointLabel(at, refusal.reason, "refused")]  # fmt: skip
        overlays: list[Overlay] = [
            Ring(at, REACH, "attack", f'{REACH:g}"'),
            Ring(at, NEAR, "attack", f'{NEAR:g}" macro'),
        ]
        state, hits = self.menu.state, self.inside(at)
        for hit in hits:
            other = state.models[hit.model_id]
            overlays.append(Brackets(other.base, other.pose, "threat" if hit.friend else "attack"))
            label = f"{'own! ' if hit.friend else ''}{hit.name} {hit.chance:.0%}"
            overlays.append(PointLabel(other.pose[:2], label, "threat" if hit.friend else "attack"))
        return overlays if hits else [*overlays, PointLabel(at, "no models inside", "measure")]


def ready_nukes(menu: NextOrder) -> list[str]:
    """Return the mounts of the Nukes that can be fired at some point."""
    return [mount for mount in nukes(menu.state, menu.model) if refuse_ready(menu, mount) is None]


def refuse_ready(menu: NextOrder, mount: str) -> Refusal | None:
    """Return why a Nuke can't be fired at any point (used, no Fire Control, nowhere to declare), or None."""
    state, pose = menu.state, menu.model.pose
    x, y = min(max(pose.x, 0.0), state.width), min(max(pose.y, 0.0), state.height)
    refusal = menu.check(FireNuke(mount, x, y))
    is_about_point = refusal is not None and any(isinstance(item, PointRing | PointArc) for item in refusal.draw)
    return None if is_about_point else refusal


def nuke_button(menu: NextOrder, do: Callable[[], object], is_lit: bool) -> list[Press]:
    """Return the button of the mode, for a model that has Nukes."""
    mounts = nukes(menu.state, menu.model) if menu.model.is_on_table else []
    if not mounts:
        return []
    refusal = None if ready_nukes(menu) else refuse_ready(menu, mounts[0])
    hint = "Aim a Nuke at a point of the table"
    return [Press("nuke", "Nuke", do, command="nuke", refusal=refusal, hint=hint, lit=is_lit)]


# --- Placing models ---

STEP = 15
"""Degrees per step; Shift makes it 1."""
PULL = 0.05
"""Inches of each step that pulls the ghost to a legal place."""
MAX_PULLS = 1600


class PlacementMode(Mode):
    """A model that the active one places on the table, or that leaves its ship.

    The ghost is pulled from the pointer toward the ship until its base is in reach, then pushed out until it is clear
    of the ship.
    """

    picked: Pose | None

    def __init__(self, selection: TableSelection, menu: NextOrder, model: Model, ship: Model) -> None:
        super().__init__(selection, menu)
        self.model, self.ship = model, ship
        self._turned = ship.pose.heading
        self._spots: tuple[Pose, ...] | None = None
        self._pulled: tuple[object, Pose] | None = None

    # --- What subclasses define ---
    def choice(self, pose: Pose) -> Answer:
        """Return the answer that places the model there."""
        raise NotImplementedError

    def candidate_poses(self) -> list[Pose]:
        """Return the places that the rules offer."""
        raise NotImplementedError

    def is_in_reach(self, pose: Pose) -> bool:
        """Return whether that place is near enough to the ship."""
        raise NotImplementedError

    def area_overlays(self) -> list[Overlay]:
        """Return where the model may be placed."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        key = self.selection.keymap.key_label("next")
        if self.picked is not None and self.is_shown_first:
            return f"Click it again to launch {self.model.name} · drag: turn · {key}: next place"
        return f"Click to place {self.model.name}, and drag to turn it · {key}: next place"

    @property
    def label(self) -> str:
        """The label of the button."""
        return "Launch"

    def button(self) -> Press:
        hint = "At the ghost, or at the first place. Click the board for another place."
        return Press("launch", self.label, self.give_best, "primary", "confirm", self.menu.check(self.best()), hint)

    # --- The ghost ---
    @property
    def heading(self) -> int:
        """The heading: that to which the ghost is dragged, that of the shown place, else that chosen by turning."""
        if self.grip.heading is not None:
            return self.grip.heading
        is_shown = self.picked is not None and (self.grip.at is None or self.grip.is_on(self.picked))
        return self.picked.heading if self.picked is not None and is_shown else self._turned

    def pick_held(self) -> None:
        self.picked, self._turned = self.pose, self.heading

    @property
    def spots(self) -> tuple[Pose, ...]:
        """The legal places that the rules offer."""
        if self._spots is None:
            legal = [pose for pose in self.candidate_poses() if self.menu.check(self.choice(pose)) is None]
            self._spots = tuple(legal)
        return self._spots

    @property
    def pose(self) -> Pose | None:
        """Where the model would be placed: at the chosen place, else near the pointer. None off the table."""
        point = self.grip.point
        if self.picked is not None and (self.grip.at is None or self.grip.is_on(self.picked)):
            return self.picked._replace(heading=self.heading)
        if point is None:
            return None
        key = (point, self.heading, len(self.spots))
        if self._pulled is None or self._pulled[0] != key:
            pose = self.pulled_pose(point)
            is_only_spot = len(self.spots) == 1 and self.menu.check(self.choice(pose)) is not None
            self._pulled = (key, self.spots[0] if is_only_spot else pose)
        return self._pulled[1]

    @property
    def last_pose(self) -> Pose | None:
        """The latest place of the ghost, also after the pointer has left the table. None before there was one."""
        return self.pose or (self._pulled[1] if self._pulled is not None else None)

    def pulled_pose(self, point: Point) -> Pose:
        """Return the pointer's place, moved toward the ship into reach and off its base."""
        dx, dy = self.ship.pose.x - point[0], self.ship.pose.y - point[1]
        far = length(dx, dy)
        sine, cosine = self.ship.pose.direction()
        ux, uy = (dx / far, dy / far) if far > PULL else (-sine, -cosine)
        pose = Pose(round(point[0], 2), round(point[1], 2), self.heading)
        for _ in range(MAX_PULLS):
            if self.is_in_reach(pose):
                break
            pose = pose.moved(ux * PULL, uy * PULL)
        for _ in range(MAX_PULLS):
            if not touches(self.model.base, pose, self.ship.base, self.ship.pose):
                break
            pose = pose.moved(-ux * PULL, -uy * PULL)
        return Pose(round(pose.x, 3) + 0.0, round(pose.y, 3) + 0.0, self.heading)

    def best(self) -> Answer:
        pose = self.pose or next(iter(self.spots), self.ship.pose)
        return self.choice(pose)

    def turn(self, steps: int) -> bool:
        self._turned = (self.heading + steps * (1 if self.selection.shift else STEP)) % 360
        if self.picked is not None:
            self.picked = self.picked._replace(heading=self._turned)
        return True

    def step(self) -> bool:
        spots = spread(self.spots, self.model.base.width)
        if spots:
            index = spots.index(self.picked) if self.picked in spots else -1
            self.picked = spots[(index + 1) % len(spots)]
        return bool(spots)

    # --- Drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Return reach, ship, ghost, possible interceptors, and why the model can't be placed there."""
        overlays: list[Overlay] = [*self.area_overlays(), Brackets(self.ship.base, self.ship.pose, "lit")]
        pose = self.pose
        if pose is None:
            return tuple(overlays)
        refusal = self.menu.check(self.choice(pose))
        overlays += refusal_overlays(self.selection, refusal)
        overlays += [ghost_of(self.model, ghost_pose, refusal is None) for ghost_pose in self.poses_taken(pose)]
        overlays += self.interceptor_overlays(pose) if refusal is None else []
        label = refusal.reason if refusal else self.note_text(pose)
        return (*overlays, PointLabel((pose.x, pose.y), label, "refused" if refusal else "legal"))

    def note_text(self, pose: Pose) -> str:
        """Return the label of a legal ghost."""
        return f'{self.model.name} · {distance(self.model.base, pose, self.ship.base, self.ship.pose):.1f}"'

    def poses_taken(self, pose: Pose) -> list[Pose]:
        """Return all poses that would be occupied."""
        return [pose]

    def interceptor_overlays(self, pose: Pose) -> list[Overlay]:
        """Return the reach of enemies that could intercept the model there."""
        return []


# --- Drones ---

ESCORT_SNAP = 0.4
"""Inches from a ship at which an escort snaps to it."""


class DroneMode(PlacementMode):
    """A drone squadron from a Drone Bay of the active ship."""

    def __init__(self, selection: TableSelection, menu: NextOrder, mount: str, card: UnitCard) -> None:
        self.mount, self.card = mount, card
        drone = Model("drone", card, menu.side)  # The id isn't "", which would be the host of every model without one.
        super().__init__(selection, menu, drone, menu.model)

    @property
    def title(self) -> str:
        return "drones"

    @property
    def label(self) -> str:
        return f"Launch {self.model.name}"

    def choice(self, pose: Pose) -> LaunchDrone:
        return LaunchDrone(self.mount, self.card.key, *pose)

    def candidate_poses(self) -> list[Pose]:
        """Return places in contact as an escort, and in the arcs of the bay."""
        return list(squadrons.drone_spots(self.menu.state, self.ship, self.mount, self.card))

    def is_in_reach(self, pose: Pose) -> bool:
        """Return whether a base there is wholly within reach of the bay."""
        return wholly_within(self.model.base, pose, self.ship.base, self.ship.pose, squadrons.DRONE_BAY_REACH)

    def area_overlays(self) -> list[Overlay]:
        """Return the reach around the ship, in the bay's arcs."""
        weapon = weapon_of(self.ship, self.mount)
        arcs = weapon.arcs if weapon else ()
        return [ArcOverlay(self.ship.pose, self.ship.base, arcs, 0.0, squadrons.DRONE_BAY_REACH, "legal", labels=False)]

    def pulled_pose(self, point: Point) -> Pose:
        """Return a place in contact with a ship that the drones may escort, else one in reach."""
        return self._escort_pose(point) or super().pulled_pose(point)

    def _escort_pose(self, point: Point) -> Pose | None:
        if self.card.drone_class != CLASS_III:
            return None
        state, at = self.menu.state, Pose(point[0], point[1], self.heading)
        for ship in state.on_table():
            near = ship.is_capital and distance(self.model.base, at, ship.base, ship.pose) <= ESCORT_SNAP
            if near and refuse_escort(state, self.model, ship) is None:
                return nearest(flush_spots(state, self.model, ship), point)
        return None

    def note_text(self, pose: Pose) -> str:
        """Return whose escort the drones would be there, else the distance."""
        ship = ship_to_escort(self.menu.state, self.model.at(pose))
        return f"{self.model.name} escorts {ship.name}" if ship is not None else super().note_text(pose)


def drone_modes(
    selection: TableSelection, menu: NextOrder, choose: Callable[[DroneMode], object]
) -> list[tuple[Press, DroneMode]]:
    """Return a button for each kind of drone in each bay, which chooses it, and its mode."""
    state, ship = menu.state, menu.model
    mounts = squadrons.drone_bays(menu.state, ship) if ship.is_on_table else []
    modes: list[tuple[Press, DroneMode]] = []
    for number, mount in enumerate(mounts, 1):
        bay_refusal = squadrons.refuse_bay(state, ship, mount)
        for card in squadrons.drones_for(state, ship):
            drone_class = card.drone_class or 0
            if drone_class not in stock_left(ship, mount):
                continue
            stock, refusal = stock_left(ship, mount)[drone_class], bay_refusal
            if not stock and refusal is None:
                refusal = Refusal(f"No Class {drone_class} drones are left in stock.", squadrons.DRONE_BAY)
            label = f"{'' if len(mounts) == 1 else f'Bay {number}: '}{card.name} {'I' * drone_class} · {stock}"
            name, hint = f"drone:{mount}:{card.key}", f"Class {drone_class}, {stock} left in stock"
            mode, key = DroneMode(selection, menu, mount, card), pick_command(len(modes) + 1)
            modes.append((Press(name, label, partial(choose, mode), command=key, refusal=refusal, hint=hint), mode))
    return modes


# --- Launches ---


class LaunchMode(PlacementMode):
    """A model launched from the hanger of the ship that carries it, alone or as a formation."""

    stays = is_shown_first = True

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        super().__init__(selection, menu, menu.model, menu.state.models[menu.model.host])
        self.partners: tuple[str, ...] = ()
        """The ids of the models that launch with it as a formation."""

    @property
    def title(self) -> str:
        object_name = token_from(self.menu.state, self.model, self.ship)
        return f"aboard {self.ship.name}{f', to bring 1 {object_name}' if object_name else ''}"

    def choice(self, pose: Pose) -> Launch:
        return Launch(*pose, self.partners)

    def candidate_poses(self) -> list[Pose]:
        """Return places ahead of the ship and around it."""
        return list(squadrons.launch_spots(self.menu.state, self.model))

    def is_in_reach(self, pose: Pose) -> bool:
        """Return whether the place is within reach, or in the fore arc within the longer reach of a Catapult."""
        reach, fore = leaving_play.launch_reach(self.menu.state, self.ship)
        gap = distance(self.model.base, pose, self.ship.base, self.ship.pose)
        is_ahead = fore and gap <= fore and "fore" in arcs_of(self.ship.base, self.ship.pose, self.model.base, pose)
        return gap <= reach or bool(is_ahead)

    def area_overlays(self) -> list[Overlay]:
        """Return the reach around the ship, and the arc of a Catapult."""
        reach, fore = leaving_play.launch_reach(self.menu.state, self.ship)
        overlays: list[Overlay] = [BaseRing(self.ship.base, self.ship.pose, reach, "legal")]
        if fore:
            overlays.append(ArcOverlay(self.ship.pose, self.ship.base, ("fore",), 0.0, fore, "legal", labels=False))
        return overlays

    def poses_taken(self, pose: Pose) -> list[Pose]:
        """Return the leader's place and free ones next to it."""
        state, model = self.menu.state, self.model
        for places in formation.places(model, pose, len(self.partners)) if self.partners else ():
            if squadrons.refuse_launch(state, model, (pose, *places)) is None:
                return [pose, *places]
        return [pose]

    def partner_models(self) -> tuple[Model, ...]:
        """Return the partners next to the leader's place, () if there is no space for them."""
        places = self.poses_taken(self.last_pose)[1:] if self.last_pose is not None else []
        partners = zip(self.partners, places, strict=False)
        return tuple(self.menu.state.models[partner].at(place) for partner, place in partners)

    def interceptor_overlays(self, pose: Pose) -> list[Overlay]:
        return interception_ranges(self.menu.state, interceptors_near(self.menu.state, self.model.at(pose)))

    def offers(self) -> list[Press]:
        """Return a switch for each model that may form up with it."""
        return [
            Press(f"partner:{partner.id}", f"Formation with {partner.name}", partial(self._toggle_partner, partner.id),
                  command="" if n else "partner", lit=partner.id in self.partners,
                  hint="They launch together and fly as one formation")
            for n, partner in enumerate(self._formation_choices())
        ]  # fmt: skip

    def _formation_choices(self) -> list[Model]:
        state, model = self.menu.state, self.model
        waiting = [
            other for other in leaving_play.models_aboard(state, self.ship)
            if other.id != model.id and not other.activated and formation.refuse_formation(model, [other]) == ""
        ]  # fmt: skip
        partners = [state.models[model_id] for model_id in self.partners]
        free = [
            other
            for other in waiting
            if other not in partners and not formation.refuse_formation(model, [*partners, other])
        ]
        return [*partners, *free[:1]]

    def _toggle_partner(self, model_id: str) -> None:
        """Add or remove a partner."""
        others = tuple(partner for partner in self.partners if partner != model_id)
        self.partners = others if model_id in self.partners else (*self.partners, model_id)
        self._spots = None


# --- Templates ---


class SpotController(PointedController[At]):
    """Let the player place a template within reach of its ship (decision `spot`)."""

    decision: PlaceTemplate

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        selection.selected = decision.subject
        self.places = [option.answer for option in self.decision.options()]

    @property
    def ship(self) -> Model:
        """The ship that places the template."""
        return self.decision.state.models[self.decision.subject]

    @property
    def hint(self) -> str:
        key = self.selection.keymap.key_label
        inside = f'wholly within {self.decision.reach:g}"'
        return f"Click to place the template {inside} · {key('next')}: next place · {key('confirm')}"

    def offers(self) -> list[Press]:
        if self.picked is not None:
            return [
                Press("picked", "Place it there", self.picked, "primary", "confirm"),
                Press("default", "Center it on the ship", self.decision.default()),
            ]
        return [Press("default", "Center it on the ship", self.decision.default(), "primary", "confirm")]

    def at(self, point: Point) -> At:
        """Return the point, rounded to 0.01"."""
        return At(round(point[0], 2) + 0.0, round(point[1], 2) + 0.0)

    def overlays(self) -> tuple[Overlay, ...]:
        overlays: list[Overlay] = [BaseRing(self.ship.base, self.ship.pose, self.decision.reach, "legal")]
        for choice in self.choices():
            overlays += self._template_overlays(choice)
        return tuple(overlays)

    def _template_overlays(self, choice: At) -> list[Overlay]:
        """Return the template at a place, with the models that it would cover."""
        refusal, pose = self.check(choice), Pose(choice.x, choice.y, 0)
        shape, style = Shape.circle(self.decision.radius), "lit" if refusal is None else "refused"
        covered = [
            model
            for model in self.decision.state.on_table()
            if distance(model.base, model.pose, shape, pose) <= TOLERANCE
        ]
        typed_text = f"on {', '.join(model.name for model in covered)}" if covered else "no models"
        return [
            BaseRing(shape, pose, 0.0, style), *(Brackets(model.base, model.pose, "select") for model in covered),
            PointLabel(pose[:2], typed_text if refusal is None else refusal.reason, style),
        ]  # fmt: skip
