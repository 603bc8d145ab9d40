"""Attacking: weapons in hand, targets lit, and every number of the shot at the one under the pointer."""

from __future__ import annotations

from jovian.game import OBJECT, Model, Refusal
from jovian.game.answers import Attack, Defend
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.link import link_group
from jovian.rules.shooting.origin import along_shot, origin_of
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.rules.shooting.sight import KINETIC_WIDTH
from jovian.table import nearest_segment
from jovian.ui.answering.controller import drawn
from jovian.ui.board import Brackets, Line, Note, Overlay
from jovian.ui.over_the_board.reach import fans
from jovian.ui.playing.desk import Desk
from jovian.ui.presenting.aim import Aim


class Gunner:
    """The attacking half of the menu."""

    def __init__(self, desk: Desk, menu: NextOrder) -> None:
        self.desk = desk
        self.menu = menu
        self._legal: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._why: tuple[Refusal | None] | None = None
        self._shots: dict[tuple[tuple[str, ...], str], Assessment | Refusal] = {}

    @property
    def model(self) -> Model:
        """The attacker."""
        return self.menu.model

    @property
    def mounts(self) -> tuple[str, ...]:
        """The weapons in hand."""
        return self.desk.weapons

    def choice(self, target: str) -> Attack | Defend:
        """The answer that fires at a target."""
        return Defend() if self.mounts == (POINT_DEFENSE,) else Attack(self.mounts, target)

    def ready(self) -> tuple[str, ...]:
        """The mounts that may still fire at someone, in the order of the card."""
        return tuple(mount for mount in self.menu.free_mounts() if self.legal((mount,)))

    def legal(self, mounts: tuple[str, ...]) -> tuple[str, ...]:
        """The targets that those mounts may fire at now."""
        if mounts not in self._legal:
            enemies = self._targets()
            if mounts == (POINT_DEFENSE,):
                found = tuple(shot.target for shot in self.menu.defenses()) if not self.menu.check(Defend()) else ()
            else:
                found = tuple(each for each in enemies if self.menu.check(Attack(mounts, each)) is None)
            self._legal[mounts] = found
        return self._legal[mounts]

    def _targets(self) -> list[str]:
        """Whom weapons are made for: all that is not its own, but for unidentified objects (R33)."""
        others = (model for model in self.desk.view.on_table() if model.side != self.model.side)
        return [model.id for model in others if model.card.kind != OBJECT]

    def refuse_mount(self, mount: str) -> Refusal | None:
        """Why a mount cannot be taken in hand: it is spent, damaged, or no Fire Control is left."""
        if mount in self.menu.free_mounts() and fire_control_left(self.menu.state, self.model) > 0:
            return None
        enemy = next(iter(self._targets()), "")
        return self.menu.check(Attack((mount,), enemy))

    def refusal(self) -> Refusal | None:
        """Why nothing can be attacked from here, None if something can; asked once, for nothing changes meanwhile."""
        if self._why is None:
            self._why = (self._refusal(),)
        return self._why[0]

    def _refusal(self) -> Refusal | None:
        if self.ready() or self.legal((POINT_DEFENSE,)):
            return None
        enemies = self._targets()
        checks = [self.menu.check(Attack((mount.id,), each)) for mount in self.model.card.mounts for each in enemies]
        reasons = {refusal.reason: refusal for refusal in checks if refusal is not None}
        if len(reasons) == 1:
            return next(iter(reasons.values()))
        reason = f"{self.model.name} can't fire from here: point at an enemy to see each weapon's reason."
        return Refusal(reason, "v1.2.4 Attack > Attack Window")

    def refuse_target(self, target: str) -> Refusal | None:
        """Return why no weapon can fire at a target: the one reason, or where each weapon's reason is shown."""
        enemy = self.menu.state.models[target]
        refusals = [shot for shot in self.menu.shots(enemy).values() if isinstance(shot, Refusal)]
        if len({refusal.reason for refusal in refusals}) < 2:
            return next(iter(refusals), None)
        pointed = dict.fromkeys(pointing for refusal in refusals for pointing in refusal.draw)
        reason = f"{self.model.name} can't fire at {enemy.name}: see each weapon's reason on the sheet."
        return Refusal(reason, "v1.2.4 Attack > Attack Window", tuple(pointed))

    def take(self, mount: str) -> None:
        """Take one weapon in hand."""
        self.desk.weapons = (mount,)

    def first_bearing(self, target: str = "") -> str | None:
        """Return the first weapon that may fire (at a target), None if none may."""
        for mount in self.menu.free_mounts():
            targets = self.legal((mount,))
            if target in targets or (targets and not target):
                return mount
        return None

    def name_first(self, target: str) -> str:
        """Return the name of the first weapon that may fire at a target, "" if none may."""
        mount = self.first_bearing(target)
        weapon = self.model.mount(mount) if mount is not None else None
        return weapon.weapon.name if weapon is not None else mount or ""

    def take_first(self, target: str = "") -> bool:
        """Take the first weapon that may fire (at a target); False if none may."""
        mount = self.first_bearing(target)
        if mount is not None:
            self.take(mount)
        return mount is not None

    def linked(self) -> tuple[str, ...]:
        """All mounts that may fire with the one in hand, itself first."""
        if not self.mounts:
            return ()
        free, under = self.menu.free_mounts(), self.desk.under
        enemy = under is not None and under.side != self.model.side
        ids = [under.id] if enemy and under is not None else list(self.legal(self.mounts[:1]))
        targets = [self.menu.state.models[ident] for ident in ids]
        groups = [tuple(link_group(self.menu.state, self.model, self.mounts[0], free, target)) for target in targets]
        return max(groups, key=len, default=self.mounts[:1])

    def toggle_link(self) -> bool:
        """Link all that may, or none; True if there is anything to link."""
        if len(self.mounts) > 1:
            self.desk.weapons = self.mounts[:1]
            return True
        group = self.linked()
        if len(group) > 1:
            self.desk.weapons = group
            return True
        return False

    def shot(self, target: Model) -> Assessment | Refusal:
        """The numbers of the shot with the weapons in hand, or why it cannot be."""
        if not self.mounts:
            return Refusal("Choose a weapon on the card first.", "v1.2.4 Attack > Attack Window")
        key = (self.mounts, target.id)
        if key not in self._shots:
            refusal = self.menu.check(self.choice(target.id))
            self._shots[key] = refusal or assess(self.menu.state, self.model, self.mounts, target, ACTIVATION)
        return self._shots[key]

    def also(self, target: Model) -> list[Model]:
        """Whom a kinetic line to the target strikes besides."""
        found = self.shot(target)
        return along_shot(self.menu.state, self._origin(found), found, target) if isinstance(found, Assessment) else []

    def _origin(self, shot: Assessment | Refusal) -> Model:
        """Who of its formation fires: the one for whom the shot is best, until another is chosen."""
        return origin_of(self.menu.state, self.model, shot) if isinstance(shot, Assessment) else self.model

    def aim(self, shown: Model, under: Model) -> Aim:
        """The shot with the weapons in hand, and whom it strikes besides."""
        also = tuple(model.name for model in self.also(under))
        mount = shown.mount(self.mounts[0]) if self.mounts else None
        note = mount.weapon.name if mount else ""
        return Aim(shown.name, under.name, self.shot(under), len(self.mounts), also, note)

    def overlays(self) -> tuple[Overlay, ...]:
        """Arcs and bands of the weapons in hand, lit targets, the line to the one under the pointer."""
        desk, model = self.desk, self.model
        under = desk.under if desk.under is not None and desk.under.side != model.side else None
        found: list[Overlay] = list(fans(desk.view, model, self.mounts[:1], under))
        for ident in self.legal(self.mounts) if self.mounts else ():
            target = desk.model(ident)
            if target is not None and target is not under:
                found.append(Brackets(target.base, target.pose, "lit"))
        return (*found, *self._aim(under)) if under is not None and under.on_table else tuple(found)

    def _aim(self, target: Model) -> list[Overlay]:
        shot = self.shot(target)
        model = self._origin(shot)
        line = nearest_segment(model.base, model.pose, target.base, target.pose)
        if isinstance(shot, Refusal):
            found: list[Overlay] = list(drawn(self.desk, shot))
            return [*found, Line(*line, 0.0, "refused", shot.reason)] if line else found
        found = [Brackets(target.base, target.pose, "attack")]
        found += [Brackets(other.base, other.pose, "threat") for other in self.also(target)]
        if line:
            style = "obscured" if shot.range.obscured else "attack"
            width = KINETIC_WIDTH if shot.impact.kinetic else 0.0
            found.append(Line(*line, width, style))
            said = f'{shot.range.distance:.1f}" {shot.range.band.upper()} · {shot.roll.pool}'
            found.append(Note(target.pose[:2], said, style))
        return found
