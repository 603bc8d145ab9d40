"""Attacks of the menu."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jovian.game import OBJECT, Answer, Model, Refusal, State
from jovian.game.answers import Attack, Defend, End, Resolve
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_limits import RemainingMovement
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.order import Action, Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.formula import Assessment, along_shot, assess, origin_of
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import KINETIC_WIDTH, POINT_DEFENSE, link_group
from jovian.rules.weapons import PointDefense
from jovian.table import distance, nearest_segment
from jovian.ui.board import BaseRing, Brackets, Line, Overlay, PointLabel
from jovian.ui.board.board_help import fans
from jovian.ui.panels.panel import ActionButton
from jovian.ui.presentation.odds import Aim
from jovian.ui.questions.controller import MOST_JUDGED, refusal_overlays
from jovian.ui.session.table_selection import TableSelection

# --- targets ---
# The declared action that waits: whom it may be resolved on, why on nobody, and the marks of that on the table.
#
# Some actions (those with a `verb`) name a model as they are resolved; a button and a click do it, and `next`
# chooses whom the key means. Nothing changes while a menu is asked, so what was found is kept.


class Targets:
    """Whom the waiting action may be resolved on."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection, self.menu = selection, menu
        self.marked = ""
        """The one that was chosen with a key."""
        self._legal: tuple[str, ...] | None = None
        self._why: tuple[Refusal | None] | None = None

    @property
    def action(self) -> str:
        """The action that waits, "" for none."""
        act = self.menu.act
        return "" if act.resolved else act.action

    @property
    def waiting(self) -> Action | None:
        """The same, as the rules have it."""
        return rulebook(self.menu.state).actions.get(self.action)

    @property
    def verb(self) -> str:
        """What it does to a model, "" if it names none."""
        return self.waiting.verb.capitalize() if self.waiting is not None else ""

    @property
    def legal(self) -> tuple[str, ...]:
        """The ids of the models that it may be resolved on now."""
        if self._legal is None:
            others = [each.id for each in self.menu.state.on_table() if each.id != self.menu.subject]
            able = [each for each in others if self.menu.check(Resolve(each)) is None] if self.verb else []
            self._legal = tuple(able)
        return self._legal

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot be resolved here."""
        if self._why is None:
            self._why = (self.menu.check(Resolve()),)
        return self._why[0]

    def choice(self, model_id: str) -> Resolve | None:
        """What a click on a model answers, None if it is none of them."""
        if model_id not in self.legal:
            return None
        return Resolve(model_id) if len(self.legal) > 1 else Resolve()

    def step(self) -> bool:
        """Mark the next; True if there are several."""
        if len(self.legal) < 2:
            return False
        at = self.legal.index(self.marked) if self.marked in self.legal else -1
        self.marked = self.legal[(at + 1) % len(self.legal)]
        return True

    def drop(self) -> bool:
        """Nobody is marked; True if somebody was."""
        had, self.marked = bool(self.marked), ""
        return had

    def hint(self) -> str:
        """What waits, in a few words, "" if nothing that names a model does."""
        if not self.verb:
            return ""
        key = self.selection.keymap.shown("resolve")
        if not self.legal:
            return f"{self.action}: {self.refusal.reason}" if self.refusal is not None else ""
        return f"{self.action}: click a lit model ({key})"

    def offers(self) -> list[ActionButton]:
        """One button, or one for each model; the marked one first."""
        if not self.action:
            return []
        label = f"Resolve {self.action}"
        if len(self.legal) < 2:
            if self.legal:
                label = f"{self.verb} {self._name(self.legal[0])}"
            hint, refusal = self._help(), self.refusal
            return [ActionButton("resolve", label, command="resolve", refusal=refusal, hint=hint, answer=Resolve())]
        order = sorted(self.legal, key=lambda each: each != self.marked)
        return [
            ActionButton.to("resolve", each, f"{self.verb} {self._name(each)}", command="" if n else "resolve",
                     hint=self._help(), lit=each == self.marked, answer=Resolve(each))
            for n, each in enumerate(order)
        ]  # fmt: skip

    def _help(self) -> str:
        return f"{self.waiting.summary} {self.waiting.place}" if self.waiting is not None else ""

    def _name(self, model_id: str) -> str:
        return self.menu.state.models[model_id].name

    def overlays(self) -> list[Overlay]:
        """How far it reaches from where the model would stand, and the legal targets."""
        if not self.verb:
            return []
        found: list[Overlay] = list(self._reach())
        under = self.selection.hovered if self.selection.hovered in self.legal else self.marked
        for model_id in self.legal:
            other = self.menu.state.models[model_id]
            found.append(Brackets(other.base, other.pose, "attack" if model_id == under else "lit"))
        return [*found, *self._told(under)] if under else found

    def _reach(self) -> list[Overlay]:
        model = self.menu.model
        inches = self.waiting.reach(model) if self.waiting is not None else 0.0
        return [BaseRing(model.base, self.selection.ghost or model.pose, inches, "select")] if inches else []

    @property
    def _rams(self) -> bool:
        return self.waiting is not None and self.waiting.rams

    def _told(self, model_id: str) -> list[Overlay]:
        model, other = self.menu.model, self.menu.state.models[model_id]
        line = nearest_segment(model.base, model.pose, other.base, other.pose)
        found: list[Overlay] = [Line(*line, 0.0, "lit")] if line and not self._rams else []
        return [*found, PointLabel(other.pose[:2], f"{self.verb} {other.name}", "lit")]


# --- orders ---
# Buttons of a menu for its orders: resolving the action, Point Defense, and every further order of the rulebook.
#
# An order that is not drawn on the table has a button for each of its choices that may be given; one that could come
# up has a single button that is off and says why.


def order_offers(menu: NextOrder, targets: Targets, in_hand: str = "") -> list[ActionButton]:
    """All of them, the one that is owed as what Enter takes; `in_hand` is the weapon in hand, which defends by key."""
    further = [offer for order in listed(menu).values() for offer in _listed(menu, order)]
    return [*_defending(menu, in_hand), *_resolving(menu, targets), *further]


def listed(menu: NextOrder) -> dict[str, Order[Any]]:
    """The further orders whose choices are buttons, by verb: all but those that are drawn on the table."""
    return {verb: order for verb, order in rulebook(menu.state).orders.items() if not (order.usual or order.drawn)}


def owed_order(menu: NextOrder) -> Answer | None:
    """What a squadron in contact must do before it may end, None if nothing."""
    if menu.model.capital or menu.model.aboard or menu.check(End()) is None:
        return None
    answer = menu.default()
    return answer if answer.verb in (Resolve.verb, *listed(menu)) else None


def _offer(menu: NextOrder, order: Order[Any], answer: Answer) -> ActionButton:
    owed = owed_order(menu)
    first = owed == answer
    return ActionButton(_name(answer), order.words(menu.state, answer), "primary" if first else "plain",
                 "confirm" if first else answer.verb, hint=order.summary, verb=answer.verb, answer=answer)  # fmt: skip


def _defending(menu: NextOrder, in_hand: str) -> list[ActionButton]:
    """Point Defense at every enemy squadron in range, by the ship's guns and by each cluster missile that may."""
    model, state = menu.model, menu.state
    if not model.capital or not any(not each.capital and each.side != menu.side for each in state.on_table()):
        return []
    hint = "Point Defense at every enemy squadron in range, for one Fire Control"
    found = [ActionButton("defend", PointDefense.name, refusal=menu.check(Defend()), hint=hint, answer=Defend())]
    for model_id in menu.clusters():
        refusal, shots = menu.check(Defend(model_id)), menu.defenses(model_id)
        whom = ", ".join(state.models[shot.target].name for shot in shots[:3])
        told = f"{hint}, with this missile" + (f": {whom}" if shots else "")
        label, answer = f"Defend with CMM {model_id.upper()}", Defend(model_id)
        found.append(ActionButton.to("defend", model_id, label, refusal=refusal, hint=told, answer=answer))
    able = sorted((each for each in found if each.refusal is None), key=lambda each: each.about != in_hand)
    keyed = (able or found)[0].name
    return [replace(each, command="defend" if each.name == keyed else "") for each in found]


def _resolving(menu: NextOrder, targets: Targets) -> list[ActionButton]:
    """The declared action: one button, or one for each model that it may be resolved on; what is owed by Enter."""
    owed = owed_order(menu)
    if not isinstance(owed, Resolve):
        return targets.offers()
    return [replace(each, kind="primary", command="" if n else "confirm") for n, each in enumerate(targets.offers())]


def _listed(menu: NextOrder, order: Order[Any]) -> list[ActionButton]:
    """A button for each of an order's choices that may be given, else one that says why none may."""
    state, model = menu.state, menu.model
    choices = list(order.choices(state, model))
    able = [each for each in choices if menu.check(each) is None]
    if able:
        return [_offer(menu, order, each) for each in able]
    likely = [each for each in choices if order.comes_up(state, model, each)]
    if not likely:
        return []
    nearest = min(likely, key=lambda each: _apart(menu, each))
    return [ActionButton(order.verb, order.label, command=order.verb, refusal=menu.check(nearest), hint=order.summary)]


def _apart(menu: NextOrder, answer: Answer) -> tuple[float, str]:
    """How far away the model is that a choice names."""
    named = [str(each) for each in answer.to_json()[1:2]]
    model, other = menu.model, menu.state.models.get(named[0]) if named else None
    return (0.0, "") if other is None else (distance(model.base, model.pose, other.base, other.pose), other.id)


def _name(answer: Answer) -> str:
    """The name of the button that gives an answer."""
    return ":".join(map(str, answer.to_json()))


# --- attack ---
# Attacking: weapons in hand, targets lit, and every number of the shot at the one under the pointer.


class Gunner:
    """The attacking half of the menu."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection = selection
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
        return self.selection.weapons

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
        others = (model for model in self.selection.view.on_table() if model.side != self.model.side)
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
        self.selection.weapons = (mount,)

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
        free, under = self.menu.free_mounts(), self.selection.under
        enemy = under is not None and under.side != self.model.side
        ids = [under.id] if enemy and under is not None else list(self.legal(self.mounts[:1]))
        targets = [self.menu.state.models[model_id] for model_id in ids]
        groups = [tuple(link_group(self.menu.state, self.model, self.mounts[0], free, target)) for target in targets]
        return max(groups, key=len, default=self.mounts[:1])

    def toggle_link(self) -> bool:
        """Link all that may, or none; True if there is anything to link."""
        if len(self.mounts) > 1:
            self.selection.weapons = self.mounts[:1]
            return True
        group = self.linked()
        if len(group) > 1:
            self.selection.weapons = group
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
        selection, model = self.selection, self.model
        under = selection.under if selection.under is not None and selection.under.side != model.side else None
        found: list[Overlay] = list(fans(selection.view, model, self.mounts[:1], under))
        for model_id in self.legal(self.mounts) if self.mounts else ():
            target = selection.model(model_id)
            if target is not None and target is not under:
                found.append(Brackets(target.base, target.pose, "lit"))
        return (*found, *self._aim(under)) if under is not None and under.on_table else tuple(found)

    def _aim(self, target: Model) -> list[Overlay]:
        shot = self.shot(target)
        model = self._origin(shot)
        line = nearest_segment(model.base, model.pose, target.base, target.pose)
        if isinstance(shot, Refusal):
            found: list[Overlay] = list(refusal_overlays(self.selection, shot))
            return [*found, Line(*line, 0.0, "refused", shot.reason)] if line else found
        found = [Brackets(target.base, target.pose, "attack")]
        found += [Brackets(other.base, other.pose, "threat") for other in self.also(target)]
        if line:
            style = "obscured" if shot.range.obscured else "attack"
            width = KINETIC_WIDTH if shot.impact.kinetic else 0.0
            found.append(Line(*line, width, style))
            said = f'{shot.range.distance:.1f}" {shot.range.band.upper()} · {shot.roll.pool}'
            found.append(PointLabel(target.pose[:2], said, style))
        return found


# --- asked ---
# The menu as a screen asks it: many times over, and each thing is worked out once, for nothing changes meanwhile.

Shots = dict[str, Assessment | Refusal]


class AskedMenu(NextOrder):
    """A menu over a view that never changes: every answer is judged once."""

    __slots__ = ("_checks", "_default", "_envelope", "_shots")

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(state, model)
        self._envelope: RemainingMovement | None = None
        self._default: Answer | None = None
        self._checks: dict[object, Refusal | None] = {}
        self._shots: dict[str, Shots] = {}

    def envelope(self) -> RemainingMovement:
        """What is left of the movement."""
        if self._envelope is None:
            self._envelope = super().envelope()
        return self._envelope

    def check(self, choice: Any) -> Refusal | None:
        """None if the answer is legal."""
        key = choice if isinstance(choice, Answer) else str(choice)
        if key not in self._checks:
            if len(self._checks) >= MOST_JUDGED:
                self._checks.clear()
            self._checks[key] = super().check(choice)
        return self._checks[key]

    def default(self) -> Answer:
        """What is suggested."""
        if self._default is None:
            self._default = super().default()
        return self._default

    def shots(self, target: Model) -> Shots:
        """Every mount of the card against one target."""
        if target.id not in self._shots:
            self._shots[target.id] = super().shots(target)
        return self._shots[target.id]
