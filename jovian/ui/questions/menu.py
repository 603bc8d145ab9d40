"""An activation on the table: moving and attacking in any order, the declared action, further orders, and the end.

A model that is chosen but isn't active yet has a draft: what it will declare. Its first order sends the activation, the
declaration, and the order. A model aboard a ship is launched from it or idles. Drones and Nukes have modes of their
own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property, partial
from typing import cast

from jovian.descriptions.odds import Aim
from jovian.game import Answer, Decision, Model, Refusal
from jovian.game.answers import Activate, Attack, Declaration, Defend, End, Move, Pivot, Resolve, Turn
from jovian.rules.attack.nukes_and_rams import nukes
from jovian.rules.menu.declarations import NONE, Declare, refuse_ever
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_ends import describe_route, describe_step, required_route
from jovian.rules.placement.move_limits import LITTLE
from jovian.rules.placement.routes import Maneuver
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.formula import assess
from jovian.rules.shots.shot import POINT_DEFENSE, is_used_up
from jovian.table import length
from jovian.ui.board import Brackets, Overlay, PointLabel
from jovian.ui.board.board_help import Shots, describe_remaining_movement, movement_hint
from jovian.ui.panels.action_icons import ICONS
from jovian.ui.panels.odds_panel import Burst
from jovian.ui.panels.panel import ButtonPlace, Press
from jovian.ui.questions.activate import aboard_buttons, choose_aboard, drift_overlays, next_ready
from jovian.ui.questions.attacks import AskedMenu, AttackMenu, Targets, order_offers
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.declare import FOLDS, MORE, ActivationDraft, DeclareSheet, foot_lines, title_of
from jovian.ui.questions.moves import Mover
from jovian.ui.questions.placement import DroneMode, LaunchMode, Mode, NukeMode, drone_modes, nuke_button, refuse_ready
from jovian.ui.session.keymap import pick_command
from jovian.ui.session.table_selection import Point, TableSelection

NOT_BEGUN = Refusal("This activation hasn't begun. Give an order, press End, or choose another model.")
DECLARED = Refusal("Actions are declared before anything else.", "v1.2.4 Action > Declaring")
RESOLVED = Refusal("This action has its effect already, or there is nothing left to do for it.")
STAY_REACH = 0.2
"""Inches from its middle within which a press on a ship means to turn where it is."""
MAX_ICONS = 8
"""The number of actions that have an icon. The list has all."""


class Intent(Enum):
    """What a click on the table does, as the hint describes it."""

    IN_HAND = "place it there"
    RESOLVE = "resolve the action on"
    ATTACK = "attack"
    """Selects the first weapon that can fire at it."""
    FIRE = "fire at"
    NO_TARGET = "no target"
    MOVE = "move there"
    SELECT = "select"
    NAME = "name as the target"
    """Of the drafted action."""


def ignore_change() -> None:
    """Change nothing."""


class MenuController(Controller):
    """Answer `menu`, or `activate` and `declare` with what comes after them.

    It moves, attacks, or is in a mode in which something is placed.
    """

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.is_firing = False
        self.draft: ActivationDraft | None = None
        """What the model will declare, None if it has declared."""
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
        self._take_up(menu)
        if has_just_fired and not self.is_firing:  # Take the next weapon, for the same target if it can.
            self.is_firing = self.gunner.take_first(selection.target) or self.gunner.take_first()
        selection.target = selection.target if self.is_firing and self._is_target(selection.target) else ""
        if self.is_firing:
            self.gunner.aim_at(selection.target)
        self._show_again(selection.take_pinned(menu.subject))

    def _show_again(self, orders: tuple[Answer, ...]) -> None:
        """Show orders that something has interrupted: a move as a ghost, attacks as chosen weapons."""
        self.mover.pin(orders)
        attacks = [order for order in orders if isinstance(order, Attack) and self.check(order) is None]
        if attacks:
            self.gunner.take_salvo(tuple(attack.mounts for attack in attacks))
            self._start_firing(attacks[0].target)

    def chance(self, answer: Answer) -> float | None:
        """Return the chance of an attack to hit, None for other orders."""
        if not isinstance(answer, Attack):
            return None
        target = self.menu.state.models[answer.target]
        shot = assess(self.menu.state, self.menu.model, answer.mounts, target, ACTIVATION)
        return None if isinstance(shot, Refusal) else float(shot.odds().success)

    def _take_up(self, menu: AskedMenu) -> None:
        """Use a menu: that of the decision, or that after a draft."""
        self.menu, self.mover = menu, Mover(self.selection, menu)
        for kept in ("gunner", "targets", "drones", "_onward_hint"):
            self.__dict__.pop(kept, None)
        selection = self.selection
        selection.weapons = tuple(
            mount for mount in selection.weapons if not self._is_unavailable(mount) and self._has(mount)
        )
        self.is_firing = bool(selection.weapons) and bool(self.gunner.legal(selection.weapons))
        if not self.is_firing:
            selection.weapons = selection.further = ()
        self.mode: Mode | None = None
        """What the next click places or fires, None while moving or attacking."""
        if menu.model.is_embarked and not menu.act.launched:
            self.mode = LaunchMode(selection, menu)
        elif menu.act.bays and not self.is_firing:
            self._start_drones()

    def check(self, answer: Answer) -> Refusal | None:
        return self.menu.check(answer)

    def focus(self) -> str:
        return self.menu.subject

    def complete(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """Return the answers with those of the draft before them, unless they are answers to the question itself."""
        if self.draft is None or isinstance(answers[0], Activate | Declaration):
            return answers
        return (*self.draft.answers, *answers)

    def _is_unavailable(self, mount: str) -> bool:
        return mount in self.menu.model.damaged or is_used_up(self.menu.state, self.menu.model, mount)

    @cached_property
    def gunner(self) -> AttackMenu:
        return AttackMenu(self.selection, self.menu)

    @cached_property
    def targets(self) -> Targets:
        return Targets(self.selection, self.menu)

    @cached_property
    def drones(self) -> list[tuple[Press, DroneMode]]:
        """A button for each kind of drone in each bay, with its mode."""
        return drone_modes(self.selection, self.menu, self._enter)

    @property
    def has_waiting_action(self) -> bool:
        """Whether a declared action isn't resolved yet."""
        return bool(self.menu.act.action) and not self.menu.act.resolved

    def _has(self, mount: str) -> bool:
        return mount == POINT_DEFENSE or self.menu.model.mount(mount) is not None

    @property
    def title(self) -> str:
        name = self.menu.model.name
        if self.mode is not None:
            return f"{name}{', ' if self.mode.stays else ': '}{self.mode.title}"
        if self.menu.model.is_embarked:
            return f"{name}, aboard {self.menu.state.models[self.menu.model.host].name}"
        if self.is_firing:
            return f"{name}: attack"
        return f"{name}: {'move or fire' if self.draft is not None or not self.menu.act.moved else 'next order'}"

    @property
    def stage(self) -> str:
        if self.is_firing:
            return "attack"
        if self.mode is not None:
            return "place"
        if self.mover.angle:
            return "turning"
        remaining = self.mover.remaining
        if not self.has_inches:
            return "turn" if self.mover.can_move else "end"
        if not self.menu.model.is_capital:
            return "fly"
        return "move" if remaining.turns or remaining.pivot else "straight"

    @property
    def has_inches(self) -> bool:
        """Whether the model can still move ahead or astern."""
        return max(self.mover.remaining.forward, self.mover.remaining.reverse) > LITTLE

    @property
    def hint(self) -> str:
        intent = self.intent(self.selection.hovered)
        if self.is_firing and intent is not Intent.ATTACK:
            return self._firing_hint()
        if self.mode is not None:
            return self.mode.hint
        if self.menu.model.is_embarked:
            return "This model has launched and landed. End its activation."
        if intent is Intent.ATTACK and self.gunner.first_bearing(self.selection.hovered) is None:
            return f"No weapon can fire at {self.menu.state.models[self.selection.hovered].name}"
        if intent is Intent.ATTACK:
            name = self.menu.state.models[self.selection.hovered].name
            weapon = self.gunner.name_first(self.selection.hovered)
            return f"Click to select {weapon}, click again to fire at {name}"
        if intent in (Intent.RESOLVE, Intent.SELECT):
            verb = self.targets.verb.lower() if intent is Intent.RESOLVE else intent.value
            return f"Click to {verb} {self.menu.state.models[self.selection.hovered].name}"
        key = self.selection.keymap.key_label
        if self.mover.angle:
            direction = "right" if self.mover.angle > 0 else "left"
            text = f"Turn by {abs(self.mover.angle)}° to the {direction}"
            return f"{text} · {key('confirm')} confirms, {key('cancel')} cancels"
        waits = self._ram_hint() or self.targets.hint() or self._onward_hint
        parts = [waits or describe_remaining_movement(self.mover.remaining), self._move_hint()]
        if not self.has_inches and not waits:
            parts += [f"{key('fire')} attacks"] if self.gunner.refusal() is None else []
            parts += [f"{key('end')} ends the activation"] if self.menu.check(End()) is None else []
        text = " · ".join(part for part in parts if part)
        return text[:1].upper() + text[1:]

    def _firing_hint(self) -> str:
        """Return what a click on the enemy under the pointer does, or how to choose a target."""
        pointed = self.selection.under
        if pointed is not None and self.intent(pointed.id) is Intent.FIRE:
            if isinstance(self.gunner.shot(pointed), Refusal):
                return f"The selected weapon can't fire at {pointed.name}"
            return f"Click to {Intent.FIRE.value} {pointed.name}"
        key, back = self.selection.keymap.key_label("cancel"), "back to moving" if self.has_inches else "back"
        rows = ", or a row to choose a weapon" if len(self.gunner.ready()) > 1 else ""
        return f"Click a target to fire{rows} · {key}: {back}"

    @cached_property
    def _onward_hint(self) -> str:
        """What a ship must still do that can't end where it is, "" if it can."""
        way = required_route(self.menu.state, self.menu.model)
        return f"must continue: {describe_route(way)}" if way else ""

    def _ram_hint(self) -> str:
        """Return which models a ramming ship can run into, "" for none."""
        ahead = self.mover.ram_contacts.impacts if self.mover.ram_contacts is not None else ()
        names = [self.menu.state.models[impact.model_id].name for impact in ahead]
        return (
            f"ram: click on {' or '.join(names)} to run into it ({self.selection.keymap.key_label('next')})"
            if names
            else ""
        )

    def _move_hint(self) -> str:
        """Return how to move."""
        key = self.selection.keymap.key_label("next")
        text = movement_hint(self.mover.remaining, self.selection.keymap)
        if self.has_inches and self.mover.flight_contacts.target_ids and not self.mover.contact:
            text += f", on a model to touch it ({key})"
        return text

    # --- Aimed shots ---
    def shots(self, shown: Model, enemy: Model) -> Shots:
        if shown.id != self.menu.subject:
            return super().shots(shown, enemy)
        return self.menu.shots(self.menu.state.models[enemy.id])

    def picks(self, shown: Model) -> tuple[str, ...]:
        is_active = shown.id == self.menu.subject and not self.menu.model.is_embarked
        return tuple(mount.id for mount in shown.card.mounts) if is_active else ()

    def take_target(self, model_id: str) -> bool:
        if self._is_ready(model_id):
            self.selection.choose(model_id)
            return True
        if not (self.is_firing and self._is_target(model_id)):
            return False
        self.gunner.aim_at(model_id)
        return True

    def _is_target(self, model_id: str) -> bool:
        model = self.selection.model(model_id)
        return model is not None and model.is_on_table and model.side != self.menu.side

    def moved_model(self) -> Model | None:
        if isinstance(self.mode, LaunchMode):
            return self.menu.model.at(self.mode.last_pose) if self.mode.last_pose is not None else None
        if self.is_firing or self.mode is not None or not self.menu.model.is_on_table:
            return None
        preview = self.mover.preview() if self.intent(self.selection.hovered) is Intent.MOVE else None
        return self.menu.model.at(preview.poses[-1]) if preview is not None else self.menu.model

    def moved_partners(self) -> Sequence[Model]:
        return self.mode.partner_models() if isinstance(self.mode, LaunchMode) else ()

    def may_show_odds(self, model_id: str) -> bool:
        return self.intent(model_id) in (Intent.ATTACK, Intent.FIRE, Intent.SELECT)

    def aimed_shot(self, shown: Model, other: Model) -> Aim | None:
        is_fired_at = self.is_firing and other.side != shown.side and not self._needs_other_weapon(other.id)
        return self.gunner.aim(shown, other) if is_fired_at else None

    @property
    def burst(self) -> Burst | None:
        return self.mode if isinstance(self.mode, NukeMode) else None

    @cached_property
    def is_done(self) -> bool:
        """Whether neither inches, turns, shots, nor orders are left, and the model may end here."""
        if self.draft is not None or self.mode is not None or self.menu.check(End()) is not None:
            return False
        is_open = self.mover.can_move or self.gunner.refusal() is None or bool(self.menu.still_to_do())
        return not is_open and all(offer.refusal is not None for offer in self._order_buttons())

    @property
    def keeps_card(self) -> bool:
        return self.is_firing

    # --- Buttons ---
    def offers(self) -> list[Press]:
        end, icons, draft = self._end_button(), self._icons(), self.draft
        if draft is not None and draft.is_open:
            return [replace(end, kind="plain"), *icons]
        if self.menu.model.is_embarked:
            return [*self._mode_buttons(), *self._draft_buttons(), *self._other_models(), end, *icons]
        own = (
            self._attack_buttons()
            if self.is_firing
            else self._mode_buttons()
            if self.mode
            else self._move_buttons() + self._required_buttons()
        )
        orders = self._order_buttons()
        if self.is_firing and any(offer.command == "confirm" for offer in orders):
            own = [replace(offer, kind="plain", command="") if offer.command == "confirm" else offer for offer in own]
        if not any(offer.kind == "primary" for offer in (*own, *orders)):
            own += self._aim_button()
        is_lit = any(offer.kind == "primary" for offer in (*own, *orders))
        buttons = [*own, *orders, *self._mode_switches(), *self._draft_buttons(), *self._other_models()]
        return [*buttons, replace(end, kind="plain") if is_lit else end, *icons]

    # --- Icons ---
    def _icons(self) -> list[Press]:
        """Return the actions that this type of model declares most, those that are possible first, and the list."""
        names = [name for name in ICONS if name in self._offered_actions]
        ranked = sorted(names, key=lambda name: (name != self._named_action, self._refuse_action(name) is not None))
        shown = set(ranked[:MAX_ICONS])
        more = [self._list_button(self.draft)] if self.draft is not None else []
        return [*(self._action_button(name) for name in names if name in shown), *more]

    @cached_property
    def _offered_actions(self) -> tuple[str, ...]:
        """The actions that this type of model ever declares."""
        view, model = self.menu.state, self.menu.model
        return tuple(name for name in rulebook(view).actions if refuse_ever(view, model, name) is None)

    @property
    def _named_action(self) -> str:
        """The action that is drafted or declared, `NONE` for none."""
        return self.draft.action if self.draft is not None else self.menu.act.action or NONE

    def _refuse_action(self, name: str) -> Refusal | None:
        """Return why an action can't be declared now. One that is declared can still be resolved."""
        if self.draft is not None:
            return self.draft.actions.never_refusals.get(name, self.draft.actions.refusals[name])
        return None if name == self.menu.act.action else DECLARED

    def _action_button(self, name: str) -> Press:
        action = rulebook(self.menu.state).actions[name]
        hint = f"{action.summary} Needs: {action.needs}. {action.place}"
        do: Answer | Callable[[], object] = partial(self._draft_action, name)
        refusal = self._refuse_action(name)
        if self.draft is None and name == self.menu.act.action:
            resolve = next((offer for offer in self._order_buttons() if offer.also == "resolve" or
                            offer.command == "resolve"), None)  # fmt: skip
            do, refusal = (resolve.do, resolve.refusal) if resolve is not None else (ignore_change, RESOLVED)
        return Press(name, title_of(name), do, refusal=refusal, hint=hint, lit=name == self._named_action,
                     place=ButtonPlace.ICON, letter=ICONS[name].letter)  # fmt: skip

    def letters(self) -> Mapping[str, Press]:
        if self.draft is None or not self.draft.is_open:
            return {}
        names = [name for name in ICONS if name in self._offered_actions]
        return {ICONS[name].letter: self._action_button(name) for name in names}

    # --- Draft ---
    def _draft_buttons(self) -> list[Press]:
        """Return the buttons that change what the model will declare, and one that declares it now."""
        draft = self.draft
        if draft is None:
            return []
        fuel = [
            Press(f"boost {burnt}", f"Boost +{burnt}", partial(self._change_draft, partial(draft.set_boost, burnt)),
                  hint=self._boost_hint(draft, burnt), lit=draft.actions.boost == burnt)
            for burnt in range(1, draft.decision.most_boost + 1)
        ]  # fmt: skip
        return [*self._declare_button(draft), *fuel, *self._target_buttons(draft)]

    def _list_button(self, draft: ActivationDraft) -> Press:
        hint = "What this model could do: requirements, effects, and why some actions are unavailable"
        return Press(MORE, "All actions", draft.toggle_list, command="actions", hint=hint, lit=draft.is_open,
                     place=ButtonPlace.ICON, letter=self.selection.keymap.key_label("actions"))  # fmt: skip

    def _other_models(self) -> list[Press]:
        """Return the buttons that choose another model, as long as this one isn't active."""
        if not isinstance(self.decision, ChooseModel):
            return []
        step = partial(self._step_model, self.decision)
        hint = "Choose the next model that may activate"
        following = Press("other", "Next model", step, command="other model", hint=hint, place=ButtonPlace.SECOND)
        return [following, *aboard_buttons(self.selection, self.decision)]

    def _step_model(self, decision: ChooseModel) -> None:
        self.selection.choose(next_ready(self.selection, decision))

    def click_name(self, model_id: str) -> bool:
        is_choice = isinstance(self.decision, ChooseModel)
        return is_choice and choose_aboard(self.selection, cast(ChooseModel, self.decision), model_id)

    def _declare_button(self, draft: ActivationDraft) -> list[Press]:
        """Return the button that declares now what is chosen, without another order."""
        if not draft.is_changed:
            return []
        test = "" if draft.action == NONE else draft.row(draft.action).chance
        label = f"Declare {title_of(draft.action)}" if draft.action != NONE else f"Boost by {draft.actions.boost} now"
        label = f"{label}: {test}" if test else label
        is_lit = self.mode is None and not self.is_firing and not self.mover.has_pending
        is_lit = is_lit and (draft.rolls_dice or self._required_order() is None)
        kind, command = ("primary", "confirm") if is_lit else ("plain", "")
        return [Press("declare", label, partial(self.selection.give, *draft.answers), kind, command)]

    def _target_buttons(self, draft: ActivationDraft) -> list[Press]:
        """Return a button for each target that the drafted action may name, [] if there is no choice."""
        targets, action, view = draft.actions.targets.get(draft.action, []), draft.action, self.selection.view
        names = [view.models[target].name if target in view.models else target.capitalize() for target in targets]
        return [
            Press(f"at {target}", name, partial(self._draft_action, action, target), lit=target == draft.target,
                  hint=f"{title_of(action)}: name this as the target")
            for target, name in zip(targets, names, strict=True)
        ] if len(targets) > 1 else []  # fmt: skip

    def _boost_hint(self, draft: ActivationDraft, burnt: int) -> str:
        """Return what burning that fuel does, and which actions cost too much after it."""
        excluded = [
            title_of(name)
            for name in draft.actions.legal_names
            if name != NONE and draft.decision.refuse_boost(name, burnt)
        ]
        warning = f" Not enough is left for {' and '.join(excluded)}." if excluded else ""
        text = f"Each fuel burned adds to the Speed of this activation. Maximum {draft.decision.most_boost}.{warning}"
        return f"{text} v1.2.4 Action > Boost"

    def _draft_action(self, name: str, target: str = "") -> None:
        """Choose an action, or drop it, or show why it can't be declared."""
        draft = self.draft
        assert draft is not None
        refusal = draft.take(name, target)
        self.selection.refuse(refusal)
        draft.is_open = draft.is_open and refusal is not None
        self._take_up(draft.menu())

    def _change_draft(self, change: Callable[[], object]) -> None:
        """Change the draft, and show what the model could do then."""
        change()
        if self.draft is not None:
            self._take_up(self.draft.menu())

    def sheet(self) -> DeclareSheet | None:
        draft = self.draft
        if draft is None or not draft.is_open:
            return None
        rows = tuple(map(draft.row, draft.names))
        answers = tuple(Press(row.name, row.title, partial(self._choose_row, row.name), hint=row.text) for row in rows)
        legal_count = len([name for name in draft.actions.legal_names if name != NONE])
        type_count = len(draft.actions.by_name) - len(draft.actions.never_refusals)
        text = f"{legal_count} of {type_count} actions available · % = chance to pass the skill test"
        is_row = self.pointed is not None and self.pointed.name in draft.names
        row = draft.row(self.pointed.name if self.pointed is not None and is_row else draft.chosen)
        foot = " ".join(f"{line.rstrip('.')}." for line in foot_lines(row) if line)
        return DeclareSheet(
            draft.decision.title, text, row.place, answers, foot=foot, followed=draft.chosen,
            rows=rows, chosen=draft.names.index(draft.chosen),
        )  # fmt: skip

    def _choose_row(self, name: str) -> None:
        """Choose the action of a row, or fold its part of the list."""
        if self.draft is not None and name in FOLDS:
            self.draft.fold(name)
        else:
            self._draft_action(name)

    def reveal(self, name: str) -> bool:
        if self.draft is None or not self.draft.is_open or name not in self.draft.names:
            return False
        self.draft.chosen = name
        return True

    @property
    def cited(self) -> str:
        if self.draft is not None and self.draft.is_open:
            return self.draft.row(self.draft.chosen).place or super().cited
        return super().cited

    def _named_target(self, model_id: str) -> bool:
        """Return whether a click on a model names it as the target of the drafted action."""
        draft = self.draft
        return draft is not None and model_id in draft.actions.targets.get(draft.action, ())

    def _order_buttons(self) -> list[Press]:
        return order_offers(self.menu, self.targets, next(iter(self.selection.weapons), ""))

    def _mode_buttons(self) -> list[Press]:
        """Return the buttons of the current mode."""
        if self.mode is None:
            return []
        drones = self.drones if isinstance(self.mode, DroneMode) else []
        drone_buttons = [replace(press, lit=mode is self.mode) for press, mode in drones]
        return [*drone_buttons, *self.mode.offers(), self.mode.button()]

    def _required_buttons(self) -> list[Press]:
        """Return one button for the move that is required before the activation may end. A skill test comes first."""
        choice = self._required_order()
        if choice is None or self.mover.has_pending or (self.draft is not None and self.draft.rolls_dice):
            return []
        if isinstance(choice, Move) and choice.inches > 0:
            label, hint = f'Move {choice.inches:.1f}", the least', "Straight ahead, as far as the ship must go"
        else:
            words = describe_step(choice)
            label = f"Move {words}" if isinstance(choice, Move) else words.capitalize()
            hint = "The next step to a free end"
        return [Press("owed", label, partial(self._order, (choice,)), "primary", "confirm", hint=hint)]

    def _required_order(self) -> Move | Turn | Pivot | None:
        """Return the required move: the rest ahead, or the next step to a legal end. None if the model may end."""
        if not self.menu.model.is_capital or self.menu.model.is_embarked or self.menu.check(End()) is None:
            return None
        default, min_inches = self.menu.default(), self.mover.remaining.min_move
        move = default if isinstance(default, Move) else Move(round(min_inches, 3))
        if self.menu.check(move) is None:
            return move
        return default if isinstance(default, Turn | Pivot) else None

    def _mode_switches(self) -> list[Press]:
        """Return the buttons that begin to launch drones, or to aim a Nuke."""
        buttons = []
        if self.drones:
            refusals = [press.refusal for press, _ in self.drones]
            drone_refusal = None if None in refusals else refusals[0]
            is_lit = isinstance(self.mode, DroneMode)
            launch = self._go_back if is_lit else self._start_drones
            buttons.append(Press("drones", "Drones", launch, command="drones", refusal=drone_refusal, lit=is_lit))
        is_aiming = isinstance(self.mode, NukeMode)
        return [*buttons, *nuke_button(self.menu, self._go_back if is_aiming else self._start_nuke, is_aiming)]

    def _move_buttons(self) -> list[Press]:
        """Return the button that does what is shown, and the one that drops it."""
        mover, go = self.mover, ""
        if mover.pinned:
            go = "Go there"
        elif not self.menu.model.is_capital:
            go = "Fly there" if mover.flight_heading is not None or mover.flight_contacts.aimed else ""
        elif mover.angle:
            go = f"Turn {abs(mover.angle)}° {'right' if mover.angle > 0 else 'left'}"
        elif mover.ram_contacts is not None and mover.ram_contacts.aimed:
            go = f"Run into {mover.ram_contacts.at(mover.choice())}"
        if not go and not mover.way_points:
            return []
        do = partial(self.give, *mover.pinned) if mover.pinned else self._move
        name, hint = "go" if mover.pinned else "turn", "Do what the ghost shows"
        lit = [Press(name, go, do, "primary", "confirm", hint=hint)] if go else []
        return [*lit, Press("drop", "Cancel", mover.drop, command="cancel", place=ButtonPlace.SECOND)]

    def _aim_button(self) -> list[Press]:
        """Return the button that aims at the best target from here, as Enter does if nothing else comes first."""
        best = self.gunner.best_target if self.mode is None and not self.is_firing else None
        if best is None:
            return []
        return [Press("aim", f"Aim: {best.name}", partial(self._click_enemy, best.id), "primary", "confirm")]

    def _attack_buttons(self) -> list[Press]:
        group, fire = self.gunner.linkable_mounts(), self.gunner.fire_buttons(self._shoot)
        if len(group) < 2:
            return fire
        is_linked, hint = len(self.gunner.mounts) > 1, "Fire all of them as one attack"
        label = "Unlink" if is_linked else f"Link {len(group)}"
        return [*fire, Press("link", label, self.gunner.toggle_link, command="link", hint=hint, lit=is_linked,
                             place=ButtonPlace.SECOND)]  # fmt: skip

    @property
    def _is_begun(self) -> bool:
        """Whether the model is active, or aboard a ship, where all it can do is to launch or to end."""
        return self.draft is None or not self.draft.is_choice or self.menu.model.is_embarked

    def _end_button(self) -> Press:
        """Return the button that ends the activation. Its key works once the activation has begun."""
        refusal = self.menu.check(End())
        label = "Idle" if self.menu.model.is_embarked and not self.menu.act.landed else "End"
        can_act = self.mover.can_move or self.gunner.refusal() is None
        kind = "plain" if refusal or self.mode or can_act else "primary"
        command = "end" if self._is_begun else "" if kind == "plain" else "confirm"
        return Press("end", label, End(), kind, command, refusal, place=ButtonPlace.LEAVE)

    # --- Clicks ---
    def intent(self, model_id: str) -> Intent:
        """Return what a click does with the pointer on a model ("" for none). Overlays, hint, and click follow it.

        An unfinished move comes first: a turn, way points, a contact chosen with a key.
        """
        if self.mode is not None:
            return Intent.IN_HAND
        if self.menu.model.is_embarked:
            return Intent.SELECT
        if self._named_target(model_id) and self.draft is not None and model_id != self.draft.target:
            return Intent.NAME
        if not self.is_firing and self.mover.contact is not None:
            return Intent.MOVE
        if self.resolve_answer(model_id) is not None:
            return Intent.RESOLVE
        pointed = self.selection.model(model_id) if model_id else None
        if self.is_firing:
            if pointed is None:
                return Intent.NO_TARGET
            if pointed.side == self.menu.side:
                return Intent.SELECT
            return Intent.ATTACK if self._needs_other_weapon(pointed.id) else Intent.FIRE
        if pointed is None or pointed.id == self.menu.subject or self.mover.has_pending or self.is_rammed(model_id):
            return Intent.MOVE
        if pointed.side != self.menu.side:
            return Intent.ATTACK
        return Intent.MOVE if self._can_pass(model_id) else Intent.SELECT

    def _needs_other_weapon(self, model_id: str) -> bool:
        """Return whether the selected weapons can't fire at an enemy, but another one can."""
        gunner = self.gunner
        return model_id not in gunner.legal(gunner.mounts) and gunner.first_bearing(model_id) is not None

    def _can_pass(self, model_id: str) -> bool:
        """Return whether a click on an own model moves to the place under it: a legal one, ahead of a ship."""
        if self.selection.hovered != model_id or self.selection.point is None:  # A click in the list selects.
            return False
        preview = self.mover.preview() if self.mover.is_on_course(self.selection.point) else None
        return preview is not None and preview.refusal is None

    # --- Changes of mode ---
    def resolve_answer(self, model_id: str) -> Resolve | None:
        """Return the answer if a click on a model resolves the action on it, else None."""
        can_resolve = model_id and self.has_waiting_action and not self.is_firing and not self.mover.has_pending
        return self.targets.choice(model_id) if can_resolve else None

    def is_rammed(self, model_id: str) -> bool:
        """Return whether that model is a ship straight ahead that the active one can ram."""
        ahead = self.mover.ram_contacts.impacts if self.mover.ram_contacts is not None and not self.is_firing else ()
        return any(impact.model_id == model_id for impact in ahead)

    def _start_firing(self, target: str = "") -> None:
        self.is_firing, self.mode = True, None
        self.gunner.aim_at(target or self.selection.target)
        self.mover.drop()

    def _start_drones(self) -> None:
        """Start launching drones: the first kind that can be launched, bays in use first."""
        modes = [mode for press, mode in self.drones if press.refusal is None]
        modes.sort(key=lambda mode: mode.mount not in self.menu.act.bays)
        self._stop_firing()
        self.mode = modes[0] if modes else None
        self.mover.drop()

    def _start_nuke(self, mount: str = "") -> None:
        """Start aiming a Nuke, or show why that is refused."""
        refusal = refuse_ready(self.menu, mount) if mount else None
        self.selection.refuse(refusal)
        if refusal is None:
            self._stop_firing()
            self.mode = NukeMode(self.selection, self.menu, mount)
            self.mover.drop()

    def _enter(self, mode: DroneMode) -> None:
        self.mode = mode

    def _go_back(self) -> None:
        """Leave the mode, or stop attacking."""
        if self.mode is None:
            self._stop_firing()
        self.mode = None

    def _stop_firing(self) -> None:
        self.is_firing, self.selection.weapons, self.selection.target = False, (), ""
        self.selection.further = ()

    def warning(self, answer: Answer) -> Refusal | None:
        """Return a warning before an order that takes the model off the table (R27)."""
        return self.menu.warning(answer)

    # --- Input ---
    def overlays(self) -> tuple[Overlay, ...]:
        if self.mode is not None:
            return self.mode.overlays()
        if self.menu.model.is_embarked:
            return ()
        is_choice = self.draft is not None and self.draft.is_choice
        if is_choice and (drift := drift_overlays(self.menu.state, self.menu.model)):
            return tuple(drift)
        intent = self.intent(self.selection.hovered)
        if self.is_firing and (intent is not Intent.ATTACK or self.selection.point is None):
            return self.gunner.overlays()
        if intent is Intent.MOVE:
            return (*self.mover.overlays(), *self.targets.overlays())
        if intent is Intent.NAME:
            return (*self._name_preview(), *self.targets.overlays())
        attack = self._attack_preview() if intent is Intent.ATTACK and self.selection.point is not None else ()
        return (*attack, *self.targets.overlays())

    def _name_preview(self) -> tuple[Overlay, ...]:
        """Mark the model under the pointer that a click names as the target of the drafted action."""
        target = self.menu.state.models.get(self.selection.hovered)
        if target is None or self.selection.point is None:
            return ()
        label = f"{title_of(self._named_action)}: name as the target"
        return (Brackets(target.base, target.pose, "attack"), PointLabel(target.pose[:2], label, "attack"))

    def _attack_preview(self) -> tuple[Overlay, ...]:
        """Mark the enemy under the pointer, and label what a click on it does."""
        enemy, weapon = self.menu.state.models[self.selection.hovered], self.gunner.name_first(self.selection.hovered)
        if not weapon:
            return (Brackets(enemy.base, enemy.pose, "refused"), PointLabel(enemy.pose[:2], "No shot", "refused"))
        note = PointLabel(enemy.pose[:2], f"Attack with {weapon}", "attack")
        return (Brackets(enemy.base, enemy.pose, "attack"), note)

    def click(self, point: Point, model_id: str) -> bool:
        match self.intent(model_id):
            case Intent.IN_HAND if self.mode is not None:
                self.give(self.mode.best())
            case Intent.NAME if self.draft is not None:
                self.draft.target = model_id
                self._change_draft(ignore_change)
            case Intent.RESOLVE:
                self.give(cast(Resolve, self.resolve_answer(model_id)))
            case Intent.ATTACK | Intent.FIRE:
                self._click_enemy(model_id)
            case Intent.NO_TARGET:
                self.selection.refuse(Refusal("There is no target there.", "v1.2.4 Attack > Attack Window"))
            case Intent.MOVE if self.mover.may_hold:
                middle = self.menu.model.pose[:2]
                is_on_middle = length(point[0] - middle[0], point[1] - middle[1]) < STAY_REACH
                self.mover.held = middle if is_on_middle else point
            case Intent.MOVE:
                return self._move()
            case Intent.SELECT if self._is_ready(model_id):
                self.selection.choose(model_id)
            case _:
                return False
        return True

    def _is_ready(self, model_id: str) -> bool:
        """Return whether another own model may be chosen instead of this one."""
        return isinstance(self.decision, ChooseModel) and self.decision.check(Activate(model_id)) is None

    def aim_at(self, model_id: str) -> None:
        if not self.menu.model.is_embarked and self._is_target(model_id):
            self._stop_firing()
            self._click_enemy(model_id)

    def _click_enemy(self, model_id: str) -> None:
        if self.is_firing and not self._needs_other_weapon(model_id):
            self._fire_at(model_id)
            return
        if self.gunner.take_first(model_id):
            self._start_firing(model_id)
            return
        self.selection.refuse(self.gunner.refusal() or self.gunner.refuse_target(model_id))

    def _fire_at(self, model_id: str) -> None:
        self.selection.last_fire = (self.menu.subject, len(self.menu.act.used))
        self.selection.target = model_id
        self.give(*self.gunner.choices(model_id))

    def _shoot(self) -> None:
        """Fire at the kept target."""
        self._fire_at(self.selection.target)

    def _move(self) -> bool:
        if self.selection.ctrl and not self.menu.model.is_capital:
            return self.mover.add_way_point()
        return self._order(self.mover.orders())

    def release(self) -> bool:
        """Move to where the button was pressed, with the bow toward the pointer. Return whether it was pressed."""
        was_held, orders = self.mover.held is not None, self.mover.orders()
        if was_held and not orders:
            self.selection.refuse(self.mover.refuse_place())
        self.mover.held = None
        return was_held and self._order(orders)

    def _order(self, orders: Sequence[Maneuver]) -> bool:
        """Give orders to move, or show them first if something may answer them. Return whether there are any."""
        if not orders:
            return False
        if self.mover.must_ask(orders, is_drafting_test=self.draft is not None and self.draft.rolls_dice):
            self.mover.pin(orders)
        else:
            self.give(*orders)
        return True

    def wheel(self, steps: int) -> bool:
        if self.mode is not None:
            return self.mode.turn(steps)
        return not self.is_firing and self.mover.turn(steps)

    def _turn(self, step: int) -> None:
        """Turn what is placed in a mode, else the model."""
        if self.mode is not None:
            self.mode.turn(step)
        else:
            self._stop_firing()
            self.mover.turn(step)

    def keys(self) -> Mapping[str, Callable[[], object]]:
        return {
            "left": partial(self._turn, -1), "right": partial(self._turn, 1), "fire": self._toggle_fire,
            "link": self.gunner.toggle_link, "defend": lambda: self.selection.refuse(self.menu.check(Defend())),
            "next": self._next, "confirm": self._confirm, **self._list_keys(),
            **({} if self._is_begun else {"end": partial(self.selection.refuse, NOT_BEGUN)}),
            **{pick_command(n): partial(self.pick, mount.id) for n, mount in enumerate(self.menu.model.card.mounts, 1)},
        }  # fmt: skip

    def _list_keys(self) -> dict[str, Callable[[], object]]:
        """Return the keys of the list of actions while it is open."""
        draft = self.draft
        if draft is None or not draft.is_open:
            return {}
        return {"pan up": partial(draft.step, -1), "pan down": partial(draft.step, 1),
                "confirm": lambda: self._choose_row(draft.chosen)}  # fmt: skip

    def _next(self) -> bool:
        """Choose the next place, target, or contact. Return whether there is one."""
        if self.mode is not None:
            return self.mode.step()
        if self.is_firing:
            return self.gunner.step_target()
        if self.mover.aim() or self.targets.step():
            return True
        if isinstance(self.decision, ChooseModel):
            self._step_model(self.decision)
            return True
        return False

    def _confirm(self) -> bool:
        """Give an unfinished move, or say how to end the activation. Return whether either was possible."""
        if self.is_firing or self.mode is not None:
            return False
        if self.mover.has_pending or self.mover.contact is not None:
            self._move()
        elif self.menu.check(End()) is None:
            key = self.selection.keymap.key_label("end")
            self.selection.refuse(Refusal(f"There is nothing to confirm. {key} ends the activation."))
        else:
            return False
        return True

    def take_weapon(self, mount: str) -> bool:
        """Select or deselect a weapon of the card, if the card is the active model's."""
        if self.selection.selected != self.menu.subject:
            return False
        self.pick(mount)
        return True

    def pick(self, mount: str) -> None:
        """Add an attack with a weapon of the card, or drop it."""
        if self.menu.model.is_embarked:
            return
        if mount in nukes(self.menu.state, self.menu.model):
            self._start_nuke(mount)
            return
        refusal = self.gunner.tick(mount)
        self.selection.refuse(refusal)
        if refusal is None and self.selection.weapons:
            self._start_firing()
        elif refusal is None:
            self._stop_firing()

    def _toggle_fire(self) -> None:
        if self.is_firing:
            self._stop_firing()
            return
        refusal = self.gunner.refusal()
        self.selection.refuse(refusal)
        if refusal is None and self.gunner.take_first():
            self._start_firing()

    def cancel(self) -> bool:
        if self.draft is not None and self.draft.is_open:
            self.draft.toggle_list()
            return True
        if self.mode is not None:
            return self._leave_mode(self.mode) or self._drop_draft()
        if self.mover.drop() or self.targets.drop():
            return True
        was_firing = self.is_firing
        self._stop_firing()
        return was_firing or self._drop_draft()

    def _drop_draft(self) -> bool:
        """Drop what was drafted, or choose no model. Return whether there was anything."""
        draft = self.draft
        if draft is None:
            return False
        if draft.clear():
            self._take_up(draft.menu())
        elif draft.is_choice:
            self.selection.choose("")
        else:
            return False
        return True

    def _leave_mode(self, mode: Mode) -> bool:
        """Drop what was chosen with keys, else leave the mode. A model aboard stays in its mode."""
        dropped = mode.drop()
        if not dropped and not mode.stays:
            self.mode, dropped = None, True
        return dropped
