"""What a menu offers besides moving: attacks with the selected weapons, the declared action, and further orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from jovian.descriptions.odds import Aim
from jovian.descriptions.salvos import Salvo, best_salvo, salvo_value
from jovian.game import OBJECT, Answer, Model, Refusal, State
from jovian.game.answers import Attack, Defend, End, Resolve
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_limits import RemainingMovement
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.order import Action, Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.formula import Assessment, along_shot, assess, origin_of
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import KINETIC_WIDTH, POINT_DEFENSE, link_group, weapons_label
from jovian.rules.weapons import PointDefense
from jovian.table import distance, nearest_segment
from jovian.ui.board import BaseRing, BoardLine, Brackets, Overlay, PointLabel
from jovian.ui.board.board_help import firing_arc_overlays
from jovian.ui.panels.panel import Press
from jovian.ui.presentation.odds_tables import percent
from jovian.ui.questions.controller import MAX_CHECKED, refusal_overlays
from jovian.ui.session.table_selection import TableSelection

# --- The menu ---

Shots = dict[str, Assessment | Refusal]


class AskedMenu(NextOrder):
    """The menu over a state that never changes. Each answer is checked once, because the window asks many times."""

    __slots__ = ("_checks", "_default", "_envelope", "_shots")

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(state, model)
        self._envelope: RemainingMovement | None = None
        self._default: Answer | None = None
        self._checks: dict[object, Refusal | None] = {}
        self._shots: dict[str, Shots] = {}

    def envelope(self) -> RemainingMovement:
        if self._envelope is None:
            self._envelope = super().envelope()
        return self._envelope

    def check(self, choice: Any) -> Refusal | None:
        key = choice if isinstance(choice, Answer) else str(choice)
        if key not in self._checks:
            if len(self._checks) >= MAX_CHECKED:
                self._checks.clear()
            self._checks[key] = super().check(choice)
        return self._checks[key]

    def default(self) -> Answer:
        if self._default is None:
            self._default = super().default()
        return self._default

    def shots(self, target: Model) -> Shots:
        if target.id not in self._shots:
            self._shots[target.id] = super().shots(target)
        return self._shots[target.id]


# --- The declared action ---


def names_model(menu: NextOrder, action: Action) -> bool:
    """Return whether the model on which an action is resolved is named: not for one against a piece of terrain."""
    return bool(action.verb) and all(each in menu.state.models for each in action.closes_with(menu.state, menu.model))


class Targets:
    """The models on which the declared action may be resolved.

    Actions with a `verb` name a model when they are resolved. The player presses a button or clicks the model. The
    command `next` steps through the models for the key.
    """

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection, self.menu = selection, menu
        self.marked = ""
        """The model chosen with a key."""
        self._legal: tuple[str, ...] | None = None
        self._cached_refusal: tuple[Refusal | None] | None = None

    @property
    def action(self) -> str:
        """The declared action that isn't resolved yet, "" for none."""
        act = self.menu.act
        return "" if act.resolved else act.action

    @property
    def waiting(self) -> Action | None:
        """The same action, as the rulebook's object."""
        return rulebook(self.menu.state).actions.get(self.action)

    @property
    def verb(self) -> str:
        """What the action does to a model, "" if it names none."""
        action = self.waiting
        return action.verb.capitalize() if action is not None and names_model(self.menu, action) else ""

    @property
    def legal(self) -> tuple[str, ...]:
        """The ids of the models on which the action may be resolved now."""
        if self._legal is None:
            others = [model.id for model in self.menu.state.on_table() if model.id != self.menu.subject]
            legal = [model_id for model_id in others if self.menu.check(Resolve(model_id)) is None] if self.verb else []
            self._legal = tuple(legal)
        return self._legal

    @property
    def refusal(self) -> Refusal | None:
        """Why the action can't be resolved here, None if it can."""
        if self._cached_refusal is None:
            self._cached_refusal = (self.menu.check(Resolve()),)
        return self._cached_refusal[0]

    def choice(self, model_id: str) -> Resolve | None:
        """Return the answer for a click on a model, None if the model isn't legal."""
        if model_id not in self.legal:
            return None
        return Resolve(model_id) if len(self.legal) > 1 else Resolve()

    def step(self) -> bool:
        """Mark the next model. Return whether there are several."""
        if len(self.legal) < 2:
            return False
        at = self.legal.index(self.marked) if self.marked in self.legal else -1
        self.marked = self.legal[(at + 1) % len(self.legal)]
        return True

    def drop(self) -> bool:
        """Remove the mark. Return whether a model was marked."""
        had_mark, self.marked = bool(self.marked), ""
        return had_mark

    def hint(self) -> str:
        """Return what the waiting action needs, "" if none names a model."""
        if not self.verb:
            return ""
        key = self.selection.keymap.key_label("resolve")
        if not self.legal:
            return f"{self.action}: {self.refusal.reason}" if self.refusal is not None else ""
        return f"{self.action}: choose a highlighted model ({key})"

    def offers(self) -> list[Press]:
        """Return one button, or one for each legal model, the marked one first."""
        if not self.action:
            return []
        label = f"Resolve {self.action}"
        if len(self.legal) < 2:
            if self.legal:
                label = f"{self.verb} {self._name(self.legal[0])}"
            hint, refusal = self._help(), self.refusal
            return [Press("resolve", label, Resolve(), command="resolve", refusal=refusal, hint=hint)]
        model_ids = sorted(self.legal, key=lambda model_id: model_id != self.marked)
        return [
            Press(f"resolve:{model_id}", f"{self.verb} {self._name(model_id)}", Resolve(model_id),
                  command="" if n else "resolve", hint=self._help(), lit=model_id == self.marked)
            for n, model_id in enumerate(model_ids)
        ]  # fmt: skip

    def _help(self) -> str:
        return f"{self.waiting.summary} {self.waiting.place}" if self.waiting is not None else ""

    def _name(self, model_id: str) -> str:
        return self.menu.state.models[model_id].name

    def overlays(self) -> list[Overlay]:
        """Return the reach of the action from where the model would be, and its legal targets."""
        if not self.verb:
            return []
        overlays: list[Overlay] = list(self._reach())
        pointed = self.selection.hovered if self.selection.hovered in self.legal else self.marked
        for model_id in self.legal:
            other = self.menu.state.models[model_id]
            overlays.append(Brackets(other.base, other.pose, "attack" if model_id == pointed else "lit"))
        return [*overlays, *self._target_overlays(pointed)] if pointed else overlays

    def _reach(self) -> list[Overlay]:
        model = self.menu.model
        inches = self.waiting.reach(model) if self.waiting is not None else 0.0
        return [BaseRing(model.base, self.selection.ghost or model.pose, inches, "select")] if inches else []

    @property
    def _is_ram(self) -> bool:
        return self.waiting is not None and self.waiting.rams

    def _target_overlays(self, model_id: str) -> list[Overlay]:
        model, other = self.menu.model, self.menu.state.models[model_id]
        line = nearest_segment(model.base, model.pose, other.base, other.pose)
        overlays: list[Overlay] = [BoardLine(*line, 0.0, "lit")] if line and not self._is_ram else []
        return [*overlays, PointLabel(other.pose[:2], f"{self.verb} {other.name}", "lit")]


# --- Orders ---


def order_offers(menu: NextOrder, targets: Targets, weapon_id: str = "") -> list[Press]:
    """Return the buttons of the action, Point Defense, and every further order of the rulebook.

    An order that isn't drawn on the table has a button for each legal choice. If no choice is legal now, one disabled
    button says why. A required order is confirmed with Enter. The key of Point Defense means the selected weapon.
    """
    further = [offer for order in listed(menu).values() for offer in _order_buttons(menu, order)]
    return [*_defense_buttons(menu, weapon_id), *_resolve_buttons(menu, targets), *further]


def listed(menu: NextOrder) -> dict[str, Order[Any]]:
    """Return the further orders whose choices are buttons, by verb: all that aren't drawn on the table."""
    return {
        verb: order
        for verb, order in rulebook(menu.state).orders.items()
        if not (order.is_standard or order.needs_pointing)
    }


def required_order(menu: NextOrder) -> Answer | None:
    """Return the order that a squadron in contact must give before it may end, None if there is none."""
    if menu.model.is_capital or menu.model.is_embarked or menu.check(End()) is None:
        return None
    answer = menu.default()
    return answer if answer.verb in (Resolve.verb, *listed(menu)) else None


def _order_button(menu: NextOrder, order: Order[Any], answer: Answer) -> Press:
    is_required = required_order(menu) == answer
    kind, command = ("primary", "confirm") if is_required else ("plain", answer.verb)
    label = order.words(menu.state, answer)
    return Press(_name(answer), label, answer, kind, command, hint=order.summary, also=answer.verb)


def _defense_buttons(menu: NextOrder, weapon_id: str) -> list[Press]:
    """Return the possible kinds of Point Defense: by the ship's guns, and by each cluster missile that can defend."""
    model, state = menu.model, menu.state
    if not model.is_capital or not any(not other.is_capital and other.side != menu.side for other in state.on_table()):
        return []
    hint = "Point Defense at every enemy squadron in range, for one Fire Control"
    buttons = [Press("defend", PointDefense.name, Defend(), refusal=menu.check(Defend()), hint=hint)]
    for mount_id in menu.clusters():
        refusal, shots = menu.check(Defend(mount_id)), menu.defenses(mount_id)
        targets = ", ".join(state.models[shot.target].name for shot in shots[:3])
        missile_hint = f"{hint}, with this missile" + (f": {targets}" if shots else "")
        label, answer = f"Defend with {model.card.mount_name(mount_id)}", Defend(mount_id)
        buttons.append(Press(f"defend:{mount_id}", label, answer, refusal=refusal, hint=missile_hint))
    enabled, chosen = [button for button in buttons if button.refusal is None], Defend(weapon_id or None)
    default = next((button for button in enabled if button.do == chosen), next(iter(enabled), None))
    return [replace(button, command="defend" if button is default else "") for button in enabled]


def _resolve_buttons(menu: NextOrder, targets: Targets) -> list[Press]:
    """Return the buttons that resolve the declared action. If it is required, Enter presses the first."""
    required = required_order(menu)
    if not isinstance(required, Resolve):
        return targets.offers()
    return [
        replace(button, kind="primary", command="" if n else "confirm", also=button.command)
        for n, button in enumerate(targets.offers())
    ]


def _order_buttons(menu: NextOrder, order: Order[Any]) -> list[Press]:
    """Return a button for each legal choice of an order, else one disabled button that says why."""
    state, model = menu.state, menu.model
    choices = list(order.choices(state, model))
    legal = [choice for choice in choices if menu.check(choice) is None]
    if legal:
        return [_order_button(menu, order, choice) for choice in legal]
    possible = [choice for choice in choices if order.comes_up(state, model, choice)]
    if not possible:
        return []
    nearest = min(possible, key=lambda choice: _target_distance(menu, choice))
    refusal = menu.check(nearest)
    return [Press(order.verb, order.label, nearest, command=order.verb, refusal=refusal, hint=order.summary)]


def _target_distance(menu: NextOrder, answer: Answer) -> tuple[float, str]:
    """Return how far away the model is that an answer names."""
    ids = [str(word) for word in answer.to_json()[1:2]]
    model, other = menu.model, menu.state.models.get(ids[0]) if ids else None
    return (0.0, "") if other is None else (distance(model.base, model.pose, other.base, other.pose), other.id)


def _name(answer: Answer) -> str:
    """Return the name of the button that gives an answer."""
    return ":".join(map(str, answer.to_json()))


# --- Attacks ---

MAX_COMPARED = 4
"""The number of targets that are compared for the one to suggest."""


class AttackMenu:
    """The attacking half of the menu: the selected weapons, their targets, and the odds of each shot."""

    def __init__(self, selection: TableSelection, menu: NextOrder) -> None:
        self.selection = selection
        self.menu = menu
        self._legal: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._cached_refusal: tuple[Refusal | None] | None = None
        self._shots: dict[tuple[tuple[str, ...], str], Assessment | Refusal] = {}

    @property
    def model(self) -> Model:
        return self.menu.model

    @property
    def mounts(self) -> tuple[str, ...]:
        """The selected mounts."""
        return self.selection.weapons

    def choice(self, target: str) -> Attack | Defend:
        """Return the answer that fires the first attack at a target."""
        return Defend() if self.mounts == (POINT_DEFENSE,) else Attack(self.mounts, target)

    def choices(self, target: str) -> tuple[Attack | Defend, ...]:
        """Return the answers that fire all chosen attacks at a target, one after the other."""
        further = [Attack(mounts, target) for mounts in self.selection.further]
        return (self.choice(target), *(attack for attack in further if self.menu.check(attack) is None))

    @property
    def salvo(self) -> Salvo:
        """The chosen attacks."""
        return (self.mounts, *self.selection.further) if self.mounts else ()

    def take_salvo(self, salvo: Salvo) -> None:
        """Choose attacks, or none."""
        self.selection.weapons, self.selection.further = (salvo[0], salvo[1:]) if salvo else ((), ())

    def tick(self, mount: str) -> Refusal | None:
        """Add an attack with a weapon, or drop the one that has it. Return why it can't be added, or None."""
        kept = tuple(mounts for mounts in self.salvo if mount not in mounts)
        if kept != self.salvo:
            self.take_salvo(kept)
            return None
        refusal, most = self.refuse_mount(mount), fire_control_left(self.menu.state, self.model)
        if refusal is None and len(kept) >= most:
            self.take_salvo((*kept[: most - 1], (mount,)))
        elif refusal is None:
            self.take_salvo((*kept, (mount,)))
        return refusal

    def ready(self) -> tuple[str, ...]:
        """Return the mounts that can fire at some target, in the order of the card."""
        return tuple(mount for mount in self.menu.free_mounts() if self.legal((mount,)))

    def legal(self, mounts: tuple[str, ...]) -> tuple[str, ...]:
        """Return the ids of the models at which those mounts may fire now."""
        if mounts not in self._legal:
            enemies = self._target_ids()
            if mounts == (POINT_DEFENSE,):
                targets = tuple(shot.target for shot in self.menu.defenses()) if not self.menu.check(Defend()) else ()
            else:
                targets = tuple(target for target in enemies if self.menu.check(Attack(mounts, target)) is None)
            self._legal[mounts] = targets
        return self._legal[mounts]

    def _target_ids(self) -> list[str]:
        """Return the ids of all models of other sides, except unidentified objects (R33)."""
        others = (model for model in self.selection.view.on_table() if model.side != self.model.side)
        return [model.id for model in others if model.card.kind != OBJECT]

    def refuse_mount(self, mount: str) -> Refusal | None:
        """Return why a mount can't be selected (spent, damaged, no Fire Control left), None if it can."""
        if mount in self.menu.free_mounts() and fire_control_left(self.menu.state, self.model) > 0:
            return None
        enemy = next(iter(self._target_ids()), "")
        return self.menu.check(Attack((mount,), enemy))

    def refusal(self) -> Refusal | None:
        """Return why nothing can be attacked from here, None if something can."""
        if self._cached_refusal is None:
            self._cached_refusal = (self._refusal(),)
        return self._cached_refusal[0]

    def _refusal(self) -> Refusal | None:
        if self.ready() or self.legal((POINT_DEFENSE,)):
            return None
        enemies = self._target_ids()
        checks = [self.menu.check(Attack((mount.id,), enemy)) for mount in self.model.card.mounts for enemy in enemies]
        reasons = {refusal.reason: refusal for refusal in checks if refusal is not None}
        if len(reasons) == 1:
            return next(iter(reasons.values()))
        reason = f"{self.model.name} can't fire from here: point at an enemy to see each weapon's reason."
        return Refusal(reason, "v1.2.4 Attack > Attack Window")

    def refuse_target(self, target: str) -> Refusal | None:
        """Return why no weapon can fire at a target. If reasons differ, the message says where to see them."""
        enemy = self.menu.state.models[target]
        refusals = [shot for shot in self.menu.shots(enemy).values() if isinstance(shot, Refusal)]
        if len({refusal.reason for refusal in refusals}) < 2:
            return next(iter(refusals), None)
        pointed = dict.fromkeys(pointing for refusal in refusals for pointing in refusal.draw)
        reason = f"{self.model.name} can't fire at {enemy.name}: see each weapon's reason on the sheet."
        return Refusal(reason, "v1.2.4 Attack > Attack Window", tuple(pointed))

    def take(self, mount: str) -> None:
        """Choose one weapon, and no further attack."""
        self.take_salvo(((mount,),))

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
        return weapons_label(self.model, (mount,)) if mount is not None else ""

    def take_first(self, target: str = "") -> bool:
        """Choose the best attacks on a target, else the first weapon that may fire. Return whether there is one."""
        salvo = best_salvo(self.menu, self.menu.state.models[target]) if target in self.menu.state.models else ()
        mount = self.first_bearing(target)
        if salvo:
            self.take_salvo(salvo)
        elif mount is not None:
            self.take(mount)
        return bool(salvo) or mount is not None

    def targets(self) -> list[Model]:
        """Return the models at which some weapon may fire, nearest first."""
        models = [self.menu.state.models[model_id] for model_id in self._target_ids()]
        able = [model for model in models if self.first_bearing(model.id) is not None]
        own = self.model
        return sorted(able, key=lambda model: (distance(own.base, own.pose, model.base, model.pose), model.id))

    @cached_property
    def best_target(self) -> Model | None:
        """Return the model on which the best attacks from here promise most, among the nearest ones, or None."""
        near = self.targets()[:MAX_COMPARED]
        return max(near, key=lambda model: salvo_value(self.menu, model), default=None)

    def aim_at(self, target: str) -> None:
        """Keep a target. Without one (""), take the nearest model that the selected weapons can attack."""
        legal = self.legal(self.mounts) if self.mounts else ()
        nearest = next((model.id for model in self.targets() if model.id in legal), "")
        self.selection.target = target or nearest

    def step_target(self) -> bool:
        """Aim at the next model that can be attacked. Return whether there is one."""
        ids = [model.id for model in self.targets()]
        if ids:
            at = ids.index(self.selection.target) + 1 if self.selection.target in ids else 0
            self.aim_at(ids[at % len(ids)])
            if self.selection.target not in self.legal(self.mounts):
                self.take_first(self.selection.target)
        return bool(ids)

    @property
    def target(self) -> Model | None:
        """The enemy under the pointer, else the kept one, or None."""
        for model in (self.selection.under, self.selection.model(self.selection.target)):
            if model is not None and model.side != self.model.side:
                return model if model.is_on_table else None
        return None

    def fire_buttons(self, fire: Callable[[], object]) -> list[Press]:
        """Return the button that fires the selected weapons at the kept target, which `fire` does."""
        target = self.selection.model(self.selection.target)
        if target is None or not self.mounts or self.mounts == (POINT_DEFENSE,):
            return []
        shot = self.shot(target)
        refusal = shot if isinstance(shot, Refusal) else None
        kind = "plain" if refusal else "primary"
        names = [weapons_label(self.model, mounts) for mounts in self.salvo]
        hint = f"Fires {', then '.join(names)} at {target.name}"
        what = {1: "Fire", 2: "Fire both"}.get(len(names), f"Fire all {len(names)}")
        return [Press("shoot", f"{what} at {target.name}", fire, kind, "confirm", refusal, hint)]

    def linkable_mounts(self) -> tuple[str, ...]:
        """Return all mounts that may fire linked with the selected one, that one first."""
        if not self.mounts:
            return ()
        free, pointed = self.menu.free_mounts(), self.target
        ids = [pointed.id] if pointed is not None else list(self.legal(self.mounts[:1]))
        targets = [self.menu.state.models[model_id] for model_id in ids]
        groups = [tuple(link_group(self.menu.state, self.model, self.mounts[0], free, target)) for target in targets]
        return max(groups, key=len, default=self.mounts[:1])

    def toggle_link(self) -> bool:
        """Link all mounts that can be linked, or only select the first again. Return whether anything changed."""
        if len(self.mounts) > 1:
            self.selection.weapons = self.mounts[:1]
            return True
        group = self.linkable_mounts()
        if len(group) > 1:
            self.selection.weapons = group
            return True
        return False

    def shot(self, target: Model) -> Assessment | Refusal:
        """Return the odds of the shot with the selected weapons, or why it isn't possible."""
        if not self.mounts:
            return Refusal("Choose a weapon on the card first.", "v1.2.4 Attack > Attack Window")
        key = (self.mounts, target.id)
        if key not in self._shots:
            refusal = self.menu.check(self.choice(target.id))
            self._shots[key] = refusal or assess(self.menu.state, self.model, self.mounts, target, ACTIVATION)
        return self._shots[key]

    def others_hit(self, target: Model) -> list[Model]:
        """Return the models that a kinetic shot at the target also hits."""
        shot = self.shot(target)
        return along_shot(self.menu.state, self._origin(shot), shot, target) if isinstance(shot, Assessment) else []

    def _origin(self, shot: Assessment | Refusal) -> Model:
        """Return which model of the formation fires: the one with the best shot, until another is chosen."""
        return origin_of(self.menu.state, self.model, shot) if isinstance(shot, Assessment) else self.model

    def aim(self, shown: Model, target: Model) -> Aim:
        """Return the shot with the selected weapons, and which models it also hits."""
        others_hit = tuple(model.name for model in self.others_hit(target))
        shot, any_hits = self.shot(target), self._any_hits(target)
        return Aim(shown.name, target.name, shot, len(self.mounts), others_hit, any_hits=any_hits)

    def _any_hits(self, target: Model) -> float | None:
        """Return the chance that at least one of several attacks hits, None for one. A miss changes no other attack."""
        if not self.selection.further:
            return None
        shots = [assess(self.menu.state, self.model, mounts, target, ACTIVATION) for mounts in self.salvo]
        missed = 1.0
        for shot in shots:
            missed *= 1.0 - (0.0 if isinstance(shot, Refusal) else float(shot.odds().success))
        return 1.0 - missed

    def overlays(self) -> tuple[Overlay, ...]:
        """Return arcs and bands of the selected weapons, their targets, and the line to the model under the pointer."""
        selection, model = self.selection, self.model
        pointed = self.target
        overlays: list[Overlay] = list(firing_arc_overlays(selection.view, model, self.mounts[:1], pointed))
        for model_id in self.legal(self.mounts) if self.mounts else ():
            target = selection.model(model_id)
            if target is not None and target is not pointed:
                overlays.append(Brackets(target.base, target.pose, "lit"))
        return (*overlays, *self._aim(pointed)) if pointed is not None and pointed.is_on_table else tuple(overlays)

    def _aim(self, target: Model) -> list[Overlay]:
        shot = self.shot(target)
        model = self._origin(shot)
        line = nearest_segment(model.base, model.pose, target.base, target.pose)
        if isinstance(shot, Refusal):
            overlays: list[Overlay] = list(refusal_overlays(self.selection, shot))
            return [*overlays, BoardLine(*line, 0.0, "refused", shot.reason)] if line else overlays
        overlays = [Brackets(target.base, target.pose, "attack")]
        overlays += [Brackets(other.base, other.pose, "threat") for other in self.others_hit(target)]
        if line:
            style = "obscured" if shot.range.obscured else "attack"
            width = KINETIC_WIDTH if shot.impact.kinetic else 0.0
            overlays.append(BoardLine(*line, width, style))
            label = f'{shot.range.distance:.1f}" · {percent(float(shot.odds().success))} to hit'
            overlays.append(PointLabel(target.pose[:2], label, style))
        return overlays
