"""Models and templates in hand, to be set down."""

from __future__ import annotations

from itertools import combinations

from jovian.cards import UnitCard
from jovian.game import Answer, Model, Refusal
from jovian.game.answers import FireNuke, Launch, LaunchDrone
from jovian.game.decision import PointArc, PointRing
from jovian.rules import squadrons
from jovian.rules.attack.attack import NEAR, REACH
from jovian.rules.attack.impacts import RANGE, blast_at, nukes
from jovian.rules.basics import formation
from jovian.rules.basics.model import stock_left
from jovian.rules.close_combat.interception import interceptors_near
from jovian.rules.damage import casualties
from jovian.rules.escort import CLASS_III, escorted_by, refuse_escort
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flush_spots
from jovian.rules.scenario.objects import found_on
from jovian.rules.shots.shot import weapon_of
from jovian.table import TOLERANCE, Pose, arcs_of, distance, length, touches, wholly_within
from jovian.ui.board import ArcOverlay, BaseRing, Brackets, Overlay, PointLabel, Ring
from jovian.ui.board.board_help import ghost_of, nearest, spread, watch
from jovian.ui.panels.odds_panel import Struck
from jovian.ui.panels.panel import ActionButton, named
from jovian.ui.questions.controller import refusal_overlays
from jovian.ui.session.table_selection import Point, TableSelection

# --- mode ---
# One thing that a menu has in hand: a mode of its own, with its words, its buttons and what a click gives.


class Mode:
    """One mode of the menu. A click or Enter gives `best`; Escape drops what keys picked, then leaves the mode."""

    kind = ""
    """The name of the mode: of its button and of the command that begins it."""
    stays = False
    """Is it the only mode there is, which Escape does not leave?"""

    @property
    def title(self) -> str:
        """What stands after the model's name."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        """How to use it."""
        raise NotImplementedError

    def button(self) -> ActionButton:
        """The button that does it."""
        raise NotImplementedError

    def best(self) -> Answer:
        """The answer that a click, the button and Enter give."""
        raise NotImplementedError

    def offers(self) -> list[ActionButton]:
        """What else may be chosen about it."""
        return []

    def press(self, name: str) -> bool:
        """Press one of the buttons of `offers`; True if it was one of them."""
        return False

    def turn(self, steps: int) -> bool:
        """Turn what is in hand by so many steps, of the wheel or a key."""
        raise NotImplementedError

    def step(self) -> bool:
        """Take the next place in hand; True if there is one."""
        raise NotImplementedError

    def drop(self) -> bool:
        """Drop what keys picked; True if they had."""
        raise NotImplementedError

    def overlays(self) -> tuple[Overlay, ...]:
        """What it draws over the table."""
        raise NotImplementedError


# --- blast ---
# Aiming a Nuke: the burst follows the pointer, and everybody inside is shown with the odds of what it would do.
#
# `next` steps through the points that promise most: on an enemy or halfway between two, friends counting against it.

SWING = 5
"""Degrees of one notch about the ship; Shift makes it 1."""


class Blast(Mode):
    """A Nuke in hand."""

    kind = "nuke"

    def __init__(self, selection: TableSelection, menu: NextOrder, mount: str = "") -> None:
        self.selection, self.menu = selection, menu
        able = ready(menu)
        self.mount = mount if mount in able else next(iter(able), mount)
        self.picked: Point | None = None
        """The point that was chosen with a key."""
        self._told: dict[Point, tuple[Struck, ...]] = {}
        self._points: list[Point] | None = None

    @property
    def title(self) -> str:
        """What is in hand: the name of the weapon."""
        return "nuke"

    @property
    def hint(self) -> str:
        """How to use it."""
        keys = self.selection.keymap
        left = f"{keys.shown('left')}/{keys.shown('right')} swing it"
        return f"Click where it bursts · {keys.shown('next')} for the next point, {left} · Escape: no"

    def button(self) -> ActionButton:
        """The button that fires it."""
        at = self.point
        no = Refusal("Point somewhere first.", "v1.2.4 Weapons > Missile > Nuke") if at is None else self.refusal()
        return ActionButton(
            "burst", "Fire", "primary", "confirm", no, "At the point under the pointer, or the one picked"
        )

    @property
    def point(self) -> Point | None:
        """The point of the table where it would burst, None for none."""
        at = self.picked or self.selection.point
        return (round(at[0], 2) + 0.0, round(at[1], 2) + 0.0) if at is not None else None

    def refusal(self) -> Refusal | None:
        """Why it may not burst there."""
        return self.menu.check(self.best()) if self.point is not None else None

    def best(self) -> FireNuke:
        """The burst where it is aimed."""
        x, y = self.point or self.menu.model.pose[:2]
        return FireNuke(self.mount, x, y)

    def offers(self) -> list[ActionButton]:
        """Which Nuke, where the ship has several."""
        able = ready(self.menu)
        if len(able) < 2:
            return []
        return [ActionButton.to("nuke", mount, f"Nuke {mount.upper()}", lit=mount == self.mount) for mount in able]

    def press(self, name: str) -> bool:
        """Take another Nuke."""
        offer = named(self.offers(), name)
        if offer is not None:
            self.mount, self._told, self._points = offer.about, {}, None
        return offer is not None

    def turn(self, steps: int) -> bool:
        """Swing the point about the ship."""
        at, model = self.point, self.menu.model
        if at is None:
            return self.step()
        notch = steps * (1 if self.selection.shift else SWING)
        across, ahead = model.pose.from_table(*at)
        self.picked = model.pose.turned(notch).to_table(across, ahead)
        return True

    def step(self) -> bool:
        """The next of the best points."""
        points = self.points()
        if points:
            at = points.index(self.picked) if self.picked in points else -1
            self.picked = points[(at + 1) % len(points)]
        return bool(points)

    def drop(self) -> bool:
        """Let the burst follow the pointer again."""
        had, self.picked = self.picked is not None, None
        return had

    def points(self) -> list[Point]:
        """On every enemy and halfway between any two, the legal ones, those first that promise most."""
        if self._points is None:
            state, model = self.menu.state, self.menu.model
            on = [each.pose[:2] for each in state.on_table() if each.side != model.side]
            on += [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in combinations(on, 2)]
            rounded = dict.fromkeys((round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in on)
            legal = [at for at in rounded if self.menu.check(FireNuke(self.mount, *at)) is None]
            self._points = sorted(legal, key=lambda at: (-self._worth(at), at))
        return self._points

    def _worth(self, at: Point) -> float:
        total = 0.0
        for each in self.inside(at):
            total += -1.5 * each.steps if each.friend else each.steps
        return total

    def inside(self, at: Point) -> tuple[Struck, ...]:
        """Everybody whom a burst at a point would attack, nearest first."""
        if at not in self._told:
            self._told[at] = tuple(self._struck(at))
        return self._told[at]

    def _struck(self, at: Point) -> list[Struck]:
        state, model = self.menu.state, self.menu.model
        found = []
        for shot in blast_at(state, model, self.mount, *at):
            other, odds = state.models[shot.target], shot.odds()
            near = shot.range.distance <= NEAR + TOLERANCE
            found.append(
                Struck(other.id, other.name, other.side, other.side == model.side, shot.range.distance, near,
                       float(odds.success), float(odds.expected_steps))
            )  # fmt: skip
        return found

    def overlays(self) -> tuple[Overlay, ...]:
        """Where it may burst, the burst, who is inside."""
        model = self.menu.model
        weapon = weapon_of(model, self.mount)
        arcs = weapon.arcs if weapon is not None else ()
        area = ArcOverlay(model.pose, model.base, arcs, 0.0, RANGE, "arc") if model.capital and arcs else BaseRing(
            model.base, model.pose, RANGE, "arc"
        )  # fmt: skip
        at = self.point
        return (area, *self._burst(at)) if at is not None else (area,)

    def _burst(self, at: Point) -> list[Overlay]:
        refusal = self.refusal()
        if refusal is not None:
            return [*refusal_overlays(self.selection, refusal), Ring(at, REACH, "refused"), Ring(at, NEAR, "refused"),
                    PointLabel(at, refusal.reason, "refused")]  # fmt: skip
        found: list[Overlay] = [Ring(at, REACH, "attack", f'{REACH:g}"'), Ring(at, NEAR, "attack", f'{NEAR:g}" macro')]
        state, told = self.menu.state, self.inside(at)
        for each in told:
            other = state.models[each.ident]
            found.append(Brackets(other.base, other.pose, "threat" if each.friend else "attack"))
            said = f"{'own! ' if each.friend else ''}{each.name} {each.chance:.0%}"
            found.append(PointLabel(other.pose[:2], said, "threat" if each.friend else "attack"))
        return found if told else [*found, PointLabel(at, "nobody inside", "measure")]


def ready(menu: NextOrder) -> list[str]:
    """The Nukes that may still be fired, wherever to."""
    return [mount for mount in nukes(menu.state, menu.model) if refuse_ready(menu, mount) is None]


def refuse_ready(menu: NextOrder, mount: str) -> Refusal | None:
    """Why a Nuke cannot be fired at any point: used, no Fire Control, no place to declare anything."""
    state, pose = menu.state, menu.model.pose
    x, y = min(max(pose.x, 0.0), state.width), min(max(pose.y, 0.0), state.height)
    refusal = menu.check(FireNuke(mount, x, y))
    about_the_point = refusal is not None and any(isinstance(item, PointRing | PointArc) for item in refusal.draw)
    return None if about_the_point else refusal


def nuke_button(menu: NextOrder, lit: bool) -> list[ActionButton]:
    """The button of the mode, for a model that has Nukes."""
    mounts = nukes(menu.state, menu.model) if menu.model.on_table else []
    if not mounts:
        return []
    able = bool(ready(menu))
    refusal = None if able else refuse_ready(menu, mounts[0])
    return [
        ActionButton(
            "nuke", "Nuke", command="nuke", refusal=refusal, lit=lit, hint="Aim a Nuke at a point of the table"
        )
    ]


# --- set down ---
# Setting models down from a menu: a ghost stays where it is allowed (`placement.py`, `placement.py`).
#
# The pointer is drawn in toward the ship until its base lies within reach, and pushed out again until it is clear of
# it.

STEP = 15
"""Degrees of one notch; Shift makes it 1."""
PULL = 0.05
"""Inches by which a ghost is moved until it may stand there."""
MOST = 1600


class SetDown(Mode):
    """A model in hand that the active one sets on the table, or that leaves its ship itself."""

    def __init__(self, selection: TableSelection, menu: NextOrder, model: Model, ship: Model) -> None:
        self.selection, self.menu = selection, menu
        self.model, self.ship = model, ship
        self.heading = ship.pose.heading
        self.picked: Pose | None = None
        """The place that was chosen with a key."""
        self._spots: tuple[Pose, ...] | None = None
        self._drawn: tuple[object, Pose] | None = None

    # --- what kinds of it differ in ---
    def choice(self, pose: Pose) -> Answer:
        """The answer that sets it down there."""
        raise NotImplementedError

    def found(self) -> list[Pose]:
        """Places that the rules offer."""
        raise NotImplementedError

    def reaches(self, pose: Pose) -> bool:
        """Is that near enough to the ship?"""
        raise NotImplementedError

    def area(self) -> list[Overlay]:
        """Where it may be set down."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        """How to use it."""
        return f"Click to set {self.model.name} down · {self.selection.keymap.shown('next')} for the next place"

    @property
    def label(self) -> str:
        """What its button says."""
        return "Launch"

    def button(self) -> ActionButton:
        """Where the ghost stands, or at the first place."""
        hint = "Where the ghost stands, or at the first place; click the board for another"
        return ActionButton("launch", self.label, "primary", "confirm", self.menu.check(self.best()), hint)

    def drop(self) -> bool:
        """Forget the place that keys picked."""
        had, self.picked = self.picked is not None, None
        return had

    # --- where the ghost is ---
    @property
    def spots(self) -> tuple[Pose, ...]:
        """Places that the rules offer and allow, asked for once."""
        if self._spots is None:
            legal = [pose for pose in self.found() if self.menu.check(self.choice(pose)) is None]
            self._spots = tuple(legal)
        return self._spots

    @property
    def pose(self) -> Pose | None:
        """Where it would stand: at the picked place, under the pointer as far as that may be, else nowhere."""
        if self.picked is not None or self.selection.point is None:
            return self.picked
        key = (self.selection.point, self.heading, len(self.spots))
        if self._drawn is None or self._drawn[0] != key:
            pose = self.drawn_in(self.selection.point)
            forced = len(self.spots) == 1 and self.menu.check(self.choice(pose)) is not None
            self._drawn = (key, self.spots[0] if forced else pose)
        return self._drawn[1]

    def drawn_in(self, point: Point) -> Pose:
        """The pointer's place, moved toward the ship into reach and off its base."""
        dx, dy = self.ship.pose.x - point[0], self.ship.pose.y - point[1]
        far = length(dx, dy)
        sine, cosine = self.ship.pose.direction()
        ux, uy = (dx / far, dy / far) if far > PULL else (-sine, -cosine)
        pose = Pose(round(point[0], 2), round(point[1], 2), self.heading)
        for _ in range(MOST):
            if self.reaches(pose):
                break
            pose = pose.moved(ux * PULL, uy * PULL)
        for _ in range(MOST):
            if not touches(self.model.base, pose, self.ship.base, self.ship.pose):
                break
            pose = pose.moved(-ux * PULL, -uy * PULL)
        return Pose(round(pose.x, 3) + 0.0, round(pose.y, 3) + 0.0, self.heading)

    def best(self) -> Answer:
        """What Enter and the button take: the ghost, or the first place if there is none."""
        pose = self.pose or next(iter(self.spots), self.ship.pose)
        return self.choice(pose)

    def turn(self, steps: int) -> bool:
        """Turn the ghost."""
        self.heading = (self.heading + steps * (1 if self.selection.shift else STEP)) % 360
        self.picked = None
        return True

    def step(self) -> bool:
        """Take the next place in hand; True if there is one."""
        spots = spread(self.spots, self.model.base.width)
        if spots:
            at = spots.index(self.picked) if self.picked in spots else -1
            self.picked = spots[(at + 1) % len(spots)]
        return bool(spots)

    # --- drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Reach, ship, ghost, who could intercept it there, and why it may not stand there."""
        found: list[Overlay] = [*self.area(), Brackets(self.ship.base, self.ship.pose, "lit")]
        pose = self.pose
        if pose is None:
            return tuple(found)
        refusal = self.menu.check(self.choice(pose))
        found += refusal_overlays(self.selection, refusal)
        found += [ghost_of(self.model, each, refusal is None) for each in self.group(pose)]
        found += self.hunters(pose) if refusal is None else []
        said = refusal.reason if refusal else self.said(pose)
        return (*found, PointLabel((pose.x, pose.y), said, "refused" if refusal else "legal"))

    def said(self, pose: Pose) -> str:
        """What the note at a legal ghost says."""
        return f'{self.model.name} · {distance(self.model.base, pose, self.ship.base, self.ship.pose):.1f}"'

    def group(self, pose: Pose) -> list[Pose]:
        """All places that would be taken."""
        return [pose]

    def hunters(self, pose: Pose) -> list[Overlay]:
        """How far those reach who may intercept it there."""
        return []


# --- droning ---
# Launching drones from a menu: out of a bay of the active ship, a button for each kind of them.

FLUSH = 0.4
"""Inches from a ship at which an escort snaps to it."""


class Droning(SetDown):
    """Out of a Drone Bay of the active ship, one drone squadron at a time."""

    kind = "drones"

    def __init__(self, selection: TableSelection, menu: NextOrder, mount: str, card: UnitCard) -> None:
        self.mount, self.card = mount, card
        drone = Model("drone", card, menu.side)  # not "", which is the host of whatever has none
        super().__init__(selection, menu, drone, menu.model)

    @property
    def title(self) -> str:
        """What is in hand, in a word."""
        return "drones"

    @property
    def label(self) -> str:
        """The name of the drone squadron that is launched."""
        return f"Launch {self.model.name}"

    def choice(self, pose: Pose) -> LaunchDrone:
        """The answer that launches one of these drones from this bay to a pose."""
        return LaunchDrone(self.mount, self.card.key, *pose)

    def found(self) -> list[Pose]:
        """Flush as an escort, and in the arcs of the bay."""
        return list(squadrons.drone_spots(self.menu.state, self.ship, self.mount, self.card))

    def reaches(self, pose: Pose) -> bool:
        """Is a base there wholly within reach of the bay?"""
        return wholly_within(self.model.base, pose, self.ship.base, self.ship.pose, squadrons.REACH)

    def area(self) -> list[Overlay]:
        """The reach about the ship, in the bay's arcs."""
        weapon = weapon_of(self.ship, self.mount)
        arcs = weapon.arcs if weapon else ()
        return [ArcOverlay(self.ship.pose, self.ship.base, arcs, 0.0, squadrons.REACH, "legal", labels=False)]

    def drawn_in(self, point: Point) -> Pose:
        """Flush beside a ship that it may escort, else within reach."""
        return self._flush(point) or super().drawn_in(point)

    def _flush(self, point: Point) -> Pose | None:
        if self.card.drone_class != CLASS_III:
            return None
        state, at = self.menu.state, Pose(point[0], point[1], self.heading)
        for ship in state.on_table():
            near = ship.capital and distance(self.model.base, at, ship.base, ship.pose) <= FLUSH
            if near and refuse_escort(state, self.model, ship) is None:
                return nearest(flush_spots(state, self.model, ship), point)
        return None

    def said(self, pose: Pose) -> str:
        """That it would be an escort there, if so."""
        ship = escorted_by(self.menu.state, self.model.at(pose))
        return f"{self.model.name} escorts {ship.name}" if ship is not None else super().said(pose)


def drone_modes(selection: TableSelection, menu: NextOrder) -> list[tuple[ActionButton, Droning | None]]:
    """A button for each kind of drone in each bay, with what it puts in hand; none where it may not be launched."""
    state, ship = menu.state, menu.model
    mounts = squadrons.bays(menu.state, ship) if ship.on_table else []
    found: list[tuple[ActionButton, Droning | None]] = []
    for mount in mounts:
        refused = squadrons.refuse_bay(state, ship, mount)
        for card in state.drone_cards:
            cls = card.drone_class or 0
            if cls in stock_left(ship, mount):
                left = stock_left(ship, mount)[cls]
                no = refused or (
                    None if left else Refusal(f"No Class {cls} drones are left in stock.", squadrons.DRONE_BAY)
                )
                label = f"{'' if len(mounts) == 1 else mount.upper() + ' '}{card.name} {'I' * cls} · {left}"
                offer = ActionButton(f"drone:{mount}:{card.key}", label, command=_key(len(found)), refusal=no,
                              hint=f"Class {cls}, {left} left in stock")  # fmt: skip
                found.append((offer, None if no else Droning(selection, menu, mount, card)))
    return found


def _key(index: int) -> str:
    return f"pick {index + 1}" if index < 9 else ""


# --- launching ---
# Launching from a menu: out of the hanger of the ship that carries the active model, alone or as a formation.


class Launching(SetDown):
    """Out of the hanger of the ship that carries the active model."""

    kind = "launch"
    stays = True

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        super().__init__(selection, menu, menu.model, menu.state.models[menu.model.host])
        self.partners: tuple[str, ...] = ()
        """Who launches with it as a formation."""

    @property
    def title(self) -> str:
        """What is in hand: that it is aboard, of what, and what it brings along from there."""
        found = found_on(self.menu.state, self.model, self.ship)
        return f"aboard {self.ship.name}{f', to bring 1 {found}' if found else ''}"

    def choice(self, pose: Pose) -> Launch:
        """The answer that launches it to a pose, alone or with its formation."""
        return Launch(*pose, self.partners)

    def found(self) -> list[Pose]:
        """Ahead of the ship and about it."""
        return list(squadrons.launch_spots(self.menu.state, self.model))

    def reaches(self, pose: Pose) -> bool:
        """Within reach all around, or farther ahead of a Catapult."""
        reach, fore = casualties.launch_reach(self.menu.state, self.ship)
        apart = distance(self.model.base, pose, self.ship.base, self.ship.pose)
        ahead = fore and apart <= fore and "fore" in arcs_of(self.ship.base, self.ship.pose, self.model.base, pose)
        return apart <= reach or bool(ahead)

    def area(self) -> list[Overlay]:
        """The reach about the ship, and the arc of a Catapult."""
        reach, fore = casualties.launch_reach(self.menu.state, self.ship)
        found: list[Overlay] = [BaseRing(self.ship.base, self.ship.pose, reach, "legal")]
        if fore:
            found.append(ArcOverlay(self.ship.pose, self.ship.base, ("fore",), 0.0, fore, "legal", labels=False))
        return found

    def group(self, pose: Pose) -> list[Pose]:
        """The leader's place and those beside it that are free."""
        state, model = self.menu.state, self.model
        for places in formation.places(model, pose, len(self.partners)) if self.partners else ():
            if squadrons.refuse_launch(state, model, (pose, *places)) is None:
                return [pose, *places]
        return [pose]

    def hunters(self, pose: Pose) -> list[Overlay]:
        """Enemies that come within reach of it as it leaves."""
        return watch(self.menu.state, interceptors_near(self.menu.state, self.model.at(pose)))

    def offers(self) -> list[ActionButton]:
        """A switch for each partner that may form up with it."""
        return [
            ActionButton.to("partner", each.id, f"Formation with {each.name}", command="" if n else "partner",
                  lit=each.id in self.partners, hint="They launch together and fly as one")
            for n, each in enumerate(self._mates())
        ]  # fmt: skip

    def _mates(self) -> list[Model]:
        state, model = self.menu.state, self.model
        waiting = [
            each for each in casualties.models_aboard(state, self.ship)
            if each.id != model.id and not each.activated and formation.refuse_formation(model, [each]) == ""
        ]  # fmt: skip
        taken = [state.models[model_id] for model_id in self.partners]
        free = [e for e in waiting if e not in taken and not formation.refuse_formation(model, [*taken, e])]
        return [*taken, *free[:1]]

    def press(self, name: str) -> bool:
        """Take a partner along, or leave it; True if the button was one."""
        offer = named(self.offers(), name)
        if offer is None:
            return False
        model_id = offer.about
        self.partners = (
            tuple(each for each in self.partners if each != model_id)
            if model_id in self.partners else (*self.partners, model_id)
        )  # fmt: skip
        self._spots = None
        return True
