"""An activation on the table: what is drafted, the menu after that, and the orders of clicks, keys, and buttons.

A model that is chosen but isn't active yet has a draft: what it will declare. Its first order sends the activation, the
declaration, and the order. It moves, attacks, places something (a mode), or waits for a second click on a model with
which it can do something (its deeds).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from jovian.game import Answer, Decision, Model
from jovian.game.answers import Activate, Attack, End, FireNuke, Fly, Move, Pivot, Turn
from jovian.rules.attack.nukes_and_rams import nukes
from jovian.rules.menu.declarations import NONE, Declare, suppose_declared
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_limits import LITTLE
from jovian.rules.placement.routes import Maneuver
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.shot import POINT_DEFENSE, is_used_up
from jovian.table import length
from jovian.ui.board import Overlay, Ring
from jovian.ui.panels.panel import Press
from jovian.ui.questions.attacks import AskedMenu, AttackMenu, Targets
from jovian.ui.questions.declare import FOLDS, ActivationDraft
from jovian.ui.questions.deeds import SHOTS, Deed, deeds_with
from jovian.ui.questions.held import Grip
from jovian.ui.questions.moves import Mover
from jovian.ui.questions.placement import DroneMode, LaunchMode, Mode, NukeMode, drone_modes, refuse_ready
from jovian.ui.session.table_selection import TableSelection


class OrdersOnTable:
    """The orders that the player prepares for a model, and how they are given."""

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        self.selection, self.decision = selection, decision
        self.is_firing = False
        self.draft: ActivationDraft | None = None
        """What the model will declare, None if it has declared."""
        self.mode: Mode | None = None
        """What the next click places or fires, None while moving or attacking."""
        self.other = ""
        """The model with which something can be done, "" for none."""
        self.deeds: tuple[Deed, ...] = ()
        """What can be done with it."""
        self.deed: Deed | None = None
        """The one that is lit."""
        self._before = ("", "")
        """The drafted action and its target before a deed was lit."""
        if isinstance(decision, NextOrder):
            menu = AskedMenu(decision.state, decision.model)
        else:
            chosen = selection.model(decision.subject) or selection.chosen
            assert isinstance(decision, ChooseModel | Declare) and chosen is not None
            self.draft = ActivationDraft(selection, decision, chosen)
            menu = self.draft.menu()
        has_just_fired = selection.last_fire == (menu.subject, len(menu.act.used) - 1)
        selection.last_fire = ("", 0)
        selection.selected = menu.subject
        self.take_up(menu)
        if has_just_fired and not self.is_firing:  # Take the next weapon, for another target if it must be.
            is_same = self.gunner.take_first(selection.target)
            self.is_firing = is_same or self.gunner.take_first()
            selection.target = selection.target if is_same else ""
        selection.target = selection.target if self.is_firing and self.is_target(selection.target) else ""
        if self.is_firing:
            self.gunner.aim_at(selection.target)
        self._show_again(selection.take_pinned(menu.subject))

    def _show_again(self, orders: tuple[Answer, ...]) -> None:
        """Show orders that something has interrupted: a move as a ghost, attacks as chosen weapons."""
        self.mover.pin(orders)
        attacks = [order for order in orders if isinstance(order, Attack) and self.menu.check(order) is None]
        if attacks:
            self.gunner.take_salvo(tuple(attack.mounts for attack in attacks))
            self.start_firing(attacks[0].target)

    def take_up(self, menu: AskedMenu) -> None:
        """Use a menu: that of the decision, or that after a draft."""
        self.menu, self.mover = menu, Mover(self.selection, menu)
        for kept in ("gunner", "targets", "drones", "_boosted", "is_done"):
            self.__dict__.pop(kept, None)
        selection = self.selection
        selection.weapons = tuple(
            mount for mount in selection.weapons if not self._is_unavailable(mount) and self._has(mount)
        )
        self.is_firing = bool(selection.weapons) and bool(self.gunner.legal(selection.weapons))
        if not self.is_firing:
            selection.weapons = selection.further = ()
        self.mode = None
        if menu.model.is_embarked and not menu.act.launched:
            self.mode = LaunchMode(selection, menu)
        elif menu.act.bays and not self.is_firing:
            self.start_drones()

    def _is_unavailable(self, mount: str) -> bool:
        return mount in self.menu.model.damaged or is_used_up(self.menu.state, self.menu.model, mount)

    def _has(self, mount: str) -> bool:
        return mount == POINT_DEFENSE or self.menu.model.mount(mount) is not None

    @cached_property
    def gunner(self) -> AttackMenu:
        return AttackMenu(self.selection, self.menu)

    @cached_property
    def targets(self) -> Targets:
        return Targets(self.selection, self.menu)

    @cached_property
    def drones(self) -> list[tuple[Press, DroneMode]]:
        """A button for each kind of drone in each bay, with its mode."""
        return drone_modes(self.selection, self.menu, self.enter)

    @property
    def model(self) -> Model:
        """The model that gets the orders, as it would be after the draft."""
        return self.menu.model

    @property
    def grip(self) -> Grip:
        """Where the button is held: for what is placed in a mode, else for where a ship will stop."""
        return self.mode.grip if self.mode is not None else self.mover.grip

    @property
    def has_inches(self) -> bool:
        """Whether the model can still move ahead or astern."""
        return max(self.mover.remaining.forward, self.mover.remaining.reverse) > LITTLE

    @property
    def is_begun(self) -> bool:
        """Whether the model is active, or aboard a ship, where all it can do is to launch or to end."""
        return self.draft is None or not self.draft.is_choice or self.model.is_embarked

    @property
    def lit_deed(self) -> Deed | None:
        """The deed that a second click does, None if that fires weapons, or for none."""
        return None if self.is_firing else self.deed

    def is_ready(self, model_id: str) -> bool:
        """Return whether another own model may be chosen instead of this one."""
        return isinstance(self.decision, ChooseModel) and self.decision.check(Activate(model_id)) is None

    def is_target(self, model_id: str) -> bool:
        """Return whether a model is on the table and of another side."""
        model = self.selection.model(model_id)
        return model is not None and model.is_on_table and model.side != self.menu.side

    # --- Draft ---
    @property
    def action(self) -> str:
        """The action that is drafted or declared, `NONE` for none."""
        return self.draft.action if self.draft is not None else self.menu.act.action or NONE

    def draft_action(self, name: str, target: str = "") -> None:
        """Choose an action, or drop it, or show why it can't be declared. A row of the list may also be a heading."""
        draft = self.draft
        assert draft is not None
        if name in FOLDS:
            draft.fold(name)
            return
        self._forget_deeds()
        refusal = draft.take(name, target)
        self.selection.refuse(refusal)
        draft.is_open = draft.is_open and refusal is not None
        self.take_up(draft.menu())

    def set_boost(self, burnt: int) -> None:
        """Set the Fuel to burn, or none if it is set already. This closes the list of actions."""
        assert self.draft is not None
        self._forget_deeds()
        self.draft.set_boost(burnt)
        self.draft.is_open = False
        self.take_up(self.draft.menu())

    def name_target(self, model_id: str) -> None:
        """Name the target of the drafted action."""
        assert self.draft is not None
        self._forget_deeds()
        self.draft.target = model_id
        self.take_up(self.draft.menu())

    def drop_draft(self) -> bool:
        """Drop what was drafted, or choose no model. Return whether there was anything."""
        draft = self.draft
        if draft is None:
            return False
        if draft.clear():
            self.take_up(draft.menu())
        elif draft.is_choice:
            self.selection.choose("")
        else:
            return False
        return True

    # --- Boost by a place ---
    @cached_property
    def _boosted(self) -> dict[int, Mover]:
        """The moves of a squadron that burns more Fuel than is drafted, by that Fuel."""
        draft = self.draft
        if draft is None or self.model.is_capital or not self.model.is_on_table:
            return {}
        movers = {}
        for burnt in range(draft.actions.boost + 1, draft.decision.most_boost + 1):
            if draft.decision.refuse_boost(draft.action, burnt) is None:
                state = suppose_declared(draft.decision.state, draft.decision.model, draft.with_boost(burnt))
                movers[burnt] = Mover(self.selection, AskedMenu(state, state.models[draft.model_id]))
        return movers

    @property
    def boost_at_pointer(self) -> int:
        """The Fuel that must be burned to reach the pointer, 0 if the drafted Speed is enough or nothing is."""
        point, (x, y) = self.selection.point, self.model.pose[:2]
        if point is None or self.mover.has_pending or self.mover.contact is not None:
            return 0
        far = length(point[0] - x, point[1] - y)
        if far <= self.mover.remaining.forward:
            return 0
        return next((burnt for burnt, mover in self._boosted.items() if far <= mover.remaining.forward), 0)

    @property
    def mover_at_pointer(self) -> Mover:
        """What moves the model to the pointer, with the Boost that this needs."""
        return self._boosted.get(self.boost_at_pointer, self.mover)

    def boost_rings(self) -> list[Overlay]:
        """Return the rings that a squadron reaches by burning Fuel."""
        at = self.model.pose[:2]
        return [
            Ring(at, mover.remaining.forward, "measure", f"Boost +{burnt}")
            for burnt, mover in self._boosted.items()
        ]  # fmt: skip

    # --- Modes ---
    def start_drones(self) -> None:
        """Start launching drones: the first kind that can be launched, bays in use first."""
        modes = [mode for press, mode in self.drones if press.refusal is None]
        modes.sort(key=lambda mode: mode.mount not in self.menu.act.bays)
        self.stop_firing()
        self.mode = modes[0] if modes else None
        self.mover.drop()

    def start_nuke(self, mount: str = "") -> None:
        """Start aiming a Nuke, or show why that is refused."""
        refusal = refuse_ready(self.menu, mount) if mount else None
        self.selection.refuse(refusal)
        if refusal is None:
            self.close_deeds()
            self.mode = NukeMode(self.selection, self.menu, mount)
            self.mover.drop()

    def enter(self, mode: DroneMode) -> None:
        """Place another kind of drone."""
        self.mode = mode

    def go_back(self) -> None:
        """Leave the mode, or stop attacking."""
        if self.mode is None:
            self.close_deeds()
        self.mode = None

    # --- Deeds ---
    def open_deeds(self, model_id: str, name: str = "") -> None:
        """Show what can be done with a model: light a deed by its name, else the first one. Or show why nothing can."""
        if self.deed is not None and self.deed.action:  # What it drafts isn't the player's choice.
            self.close_deeds()
        other = self.menu.state.models[model_id]
        can_attack = self.is_target(model_id) and self.gunner.first_bearing(model_id) is not None
        deeds = deeds_with(self.menu, self.draft, other, can_attack=can_attack)
        if not deeds:
            self.selection.refuse(self.gunner.refusal() or self.gunner.refuse_target(model_id))
            return
        self.close_deeds()
        self._before = (self.draft.action, self.draft.target) if self.draft is not None else ("", "")
        self.other, self.deeds = model_id, tuple(deeds)
        self.light(next((deed for deed in deeds if deed.name == name), deeds[0]))

    def light(self, deed: Deed) -> None:
        """Light a deed: draft its action, and show its move or the attack."""
        other, deeds = self.other, self.deeds
        if deed.orders and isinstance(deed.orders[0], FireNuke):
            self.start_nuke(deed.orders[0].mount)
            if isinstance(self.mode, NukeMode):
                self.mode.picked = (deed.orders[0].x, deed.orders[0].y)
            return
        self.stop_firing()
        draft, (action, target) = self.draft, self._before
        if draft is not None:
            named = other if other in draft.actions.targets.get(deed.action, ()) else ""
            wanted = (deed.action, named) if deed.action else (action, target)
            if wanted != (draft.action, draft.target):
                draft.action, draft.target = wanted
                self.take_up(draft.menu())
        self.other, self.deeds, self.deed = other, deeds, deed
        self.mover.drop()
        if deed.name == SHOTS:
            self.gunner.take_first(other)
            self.start_firing(other)
        else:
            self.selection.target = other
            self.mover.pin([deed.approach] if deed.approach is not None else [])

    def step_deed(self, step: int) -> None:
        """Light the next deed or the one before, around the ends."""
        at = self.deeds.index(self.deed) if self.deed in self.deeds else 0
        self.light(self.deeds[(at + step) % len(self.deeds)])

    def do_deed(self) -> None:
        """Do the lit deed."""
        deed = self.deed
        if deed is None or deed.name == SHOTS:
            self.shoot()
        elif not deed.orders:
            self.selection.choose(self.other)
        else:
            self.selection.give(*deed.orders)

    def close_deeds(self) -> bool:
        """Stop aiming or doing something with a model, and draft what was drafted before. Return whether there was."""
        was_open = self.is_firing or self.deed is not None
        draft, (action, target) = self.draft, self._before
        has_drafted = self.deed is not None and bool(self.deed.action)
        if self.deed is not None and self.deed.name != SHOTS:
            self.mover.drop()
        self._forget_deeds()
        self.stop_firing()
        if draft is not None and has_drafted:
            draft.action, draft.target = action, target
            self.take_up(draft.menu())
        return was_open

    def _forget_deeds(self) -> None:
        self.other, self.deeds, self.deed = "", (), None

    # --- Attacks ---
    def start_firing(self, target: str = "") -> None:
        """Attack with the chosen weapons."""
        self.is_firing, self.mode = True, None
        self.gunner.aim_at(target or self.selection.target)
        self.mover.drop()

    def stop_firing(self) -> None:
        """Choose no weapon and no target."""
        self.is_firing, self.selection.weapons, self.selection.target = False, (), ""
        self.selection.further = ()

    def toggle_fire(self) -> None:
        """Choose weapons for the best target, or stop attacking."""
        if self.close_deeds():
            return
        refusal = self.gunner.refusal()
        self.selection.refuse(refusal)
        if refusal is None and self.gunner.take_first():
            self.start_firing()

    def fire_at(self, model_id: str) -> None:
        """Fire the chosen weapons."""
        choices = self.gunner.choices(model_id)
        refusal = self.menu.check(choices[0])
        self.selection.refuse(refusal)
        if refusal is None:
            self.selection.last_fire = (self.menu.subject, len(self.menu.act.used))
            self.selection.target = model_id
            self.selection.give(*choices)

    def shoot(self) -> None:
        """Fire at the kept target."""
        self.fire_at(self.selection.target)

    def pick(self, mount: str) -> None:
        """Add an attack with a weapon of the card, or drop it."""
        if self.model.is_embarked:
            return
        if mount in nukes(self.menu.state, self.model):
            self.start_nuke(mount)
            return
        if self.lit_deed is not None:
            self.close_deeds()
        refusal = self.gunner.tick(mount)
        self.selection.refuse(refusal)
        if refusal is None and self.selection.weapons:
            self.start_firing()
        elif refusal is None:
            self.stop_firing()

    def next_target(self) -> bool:
        """Aim at the next model that can be attacked. Return whether there is one."""
        if self.is_firing and len(self.deeds) < 2:
            return self.gunner.step_target()
        ids = [model.id for model in self.gunner.targets()]
        if ids:
            kept = self.selection.target
            self.open_deeds(ids[(ids.index(kept) + 1) % len(ids) if kept in ids else 0], SHOTS)
        return bool(ids)

    # --- Moves ---
    def move(self) -> bool:
        """Order what the pointer or the keys mean. Return whether that is anything."""
        burnt = self.boost_at_pointer
        if burnt:
            self.set_boost(burnt)
        if self.selection.ctrl and not self.model.is_capital:
            return self.mover.add_way_point()
        return self.order(self.mover.orders())

    def show_move(self) -> None:
        """Show the move that the pointer means."""
        burnt = self.boost_at_pointer
        if burnt:
            self.set_boost(burnt)
        self.mover.pin(self.mover.orders())

    def order(self, orders: Sequence[Maneuver]) -> bool:
        """Give orders to move, or show them first if something may answer them. Return whether there are any.

        None of them is given if one is refused, and then no activation begins.
        """
        if not orders:
            return False
        if not self.model.is_capital and self.mover.is_pinned(orders):
            orders = self.mover.pinned  # With the way points that it has.
        refusal = self.mover.refuse(orders)
        if refusal is not None:
            self.selection.refuse(refusal)
        elif self.mover.must_ask(orders, is_drafting_test=self.draft is not None and self.draft.rolls_dice):
            self.mover.pin(orders)
        else:
            self.selection.give(*orders)
        return True

    def turn(self, step: int) -> None:
        """Turn what is placed in a mode, else the model."""
        if self.mode is not None:
            self.mode.turn(step)
        else:
            self.close_deeds()
            self.mover.turn(step)

    @property
    def required(self) -> Maneuver | None:
        """The required move: the rest ahead, or the next step to a legal end. None if the model may end."""
        if self.model.is_embarked or self.menu.check(End()) is None:
            return None
        default, min_inches = self.menu.default(), self.mover.remaining.min_move
        if not self.model.is_capital:
            return default if isinstance(default, Fly) else None
        move = default if isinstance(default, Move) else Move(round(min_inches, 3))
        if self.menu.check(move) is None:
            return move
        return default if isinstance(default, Turn | Pivot) else None
