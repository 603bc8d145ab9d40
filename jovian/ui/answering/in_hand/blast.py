"""Aiming a Nuke: the burst follows the pointer, and everybody inside is shown with the odds of what it would do.

`next` steps through the points that promise most: on an enemy or halfway between two, friends counting against it.
"""

from __future__ import annotations

from itertools import combinations

from jovian.game import Refusal
from jovian.game.answers import FireNuke
from jovian.game.pointing import PointArc, PointRing
from jovian.rules.firing.explosion import NEAR, REACH
from jovian.rules.firing.nukes import RANGE, blast_at, nukes
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.shooting.shot import weapon_of
from jovian.table import TOLERANCE
from jovian.ui.answering.controller import drawn
from jovian.ui.answering.in_hand.mode import Mode
from jovian.ui.board import Around, Brackets, Fan, Note, Overlay, Ring
from jovian.ui.panels.blast_panel import Struck
from jovian.ui.panels.offer import Offer, named
from jovian.ui.playing.desk import Desk, Point

SWING = 5
"""Degrees of one notch about the ship; Shift makes it 1."""


class Blast(Mode):
    """A Nuke in hand."""

    kind = "nuke"

    def __init__(self, desk: Desk, menu: NextOrder, mount: str = "") -> None:
        self.desk, self.menu = desk, menu
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
        keys = self.desk.keymap
        left = f"{keys.shown('left')}/{keys.shown('right')} swing it"
        return f"Click where it bursts · {keys.shown('next')} for the next point, {left} · Escape: no"

    def button(self) -> Offer:
        """The button that fires it."""
        at = self.point
        no = Refusal("Point somewhere first.", "v1.2.4 Weapons > Missile > Nuke") if at is None else self.refusal()
        return Offer("burst", "Fire", "primary", "confirm", no, "At the point under the pointer, or the one picked")

    @property
    def point(self) -> Point | None:
        """The point of the table where it would burst, None for none."""
        at = self.picked or self.desk.point
        return (round(at[0], 2) + 0.0, round(at[1], 2) + 0.0) if at is not None else None

    def refusal(self) -> Refusal | None:
        """Why it may not burst there."""
        return self.menu.check(self.best()) if self.point is not None else None

    def best(self) -> FireNuke:
        """The burst where it is aimed."""
        x, y = self.point or self.menu.model.pose[:2]
        return FireNuke(self.mount, x, y)

    def offers(self) -> list[Offer]:
        """Which Nuke, where the ship has several."""
        able = ready(self.menu)
        if len(able) < 2:
            return []
        return [Offer.to("nuke", mount, f"Nuke {mount.upper()}", lit=mount == self.mount) for mount in able]

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
        notch = steps * (1 if self.desk.shift else SWING)
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
        area = Fan(model.pose, model.base, arcs, 0.0, RANGE, "arc") if model.capital and arcs else Around(
            model.base, model.pose, RANGE, "arc"
        )  # fmt: skip
        at = self.point
        return (area, *self._burst(at)) if at is not None else (area,)

    def _burst(self, at: Point) -> list[Overlay]:
        refusal = self.refusal()
        if refusal is not None:
            return [*drawn(self.desk, refusal), Ring(at, REACH, "refused"), Ring(at, NEAR, "refused"),
                    Note(at, refusal.reason, "refused")]  # fmt: skip
        found: list[Overlay] = [Ring(at, REACH, "attack", f'{REACH:g}"'), Ring(at, NEAR, "attack", f'{NEAR:g}" macro')]
        state, told = self.menu.state, self.inside(at)
        for each in told:
            other = state.models[each.ident]
            found.append(Brackets(other.base, other.pose, "threat" if each.friend else "attack"))
            said = f"{'own! ' if each.friend else ''}{each.name} {each.chance:.0%}"
            found.append(Note(other.pose[:2], said, "threat" if each.friend else "attack"))
        return found if told else [*found, Note(at, "nobody inside", "measure")]


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


def nuke_button(menu: NextOrder, lit: bool) -> list[Offer]:
    """The button of the mode, for a model that has Nukes."""
    mounts = nukes(menu.state, menu.model) if menu.model.on_table else []
    if not mounts:
        return []
    able = bool(ready(menu))
    refusal = None if able else refuse_ready(menu, mounts[0])
    return [Offer("nuke", "Nuke", command="nuke", refusal=refusal, lit=lit, hint="Aim a Nuke at a point of the table")]
