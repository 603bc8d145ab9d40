"""The buttons and icons of an activation on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial

from jovian.game import Answer, Refusal
from jovian.game.answers import End, Fly, Move
from jovian.rules.menu.declarations import NONE, refuse_ever
from jovian.rules.placement.move_ends import describe_step
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.ratings import fire_control_left
from jovian.ui.panels.action_icons import ICONS
from jovian.ui.panels.panel import ButtonPlace, Press
from jovian.ui.questions.activate import aboard_buttons, next_ready
from jovian.ui.questions.activation import OrdersOnTable
from jovian.ui.questions.attacks import order_offers
from jovian.ui.questions.declare import MORE, ActivationDraft, title_of
from jovian.ui.questions.deeds import SHOTS
from jovian.ui.questions.placement import DroneMode, NukeMode, nuke_button

DECLARED = Refusal("Actions are declared before anything else.", "v1.2.4 Action > Declaring")
RESOLVED = Refusal("This action has its effect already, or there is nothing left to do for it.")
BOOST_LETTER = "B"
"""The letter that burns one more Fuel, or none after the most. No squadron has an action with it."""
MAX_ICONS = 8
"""The number of actions that have an icon. The list has all."""


def _ignore() -> None:
    """Change nothing."""


class OrderButtons:
    """What can be pressed while a model gets its orders."""

    def __init__(self, orders: OrdersOnTable) -> None:
        self._orders = orders

    def offers(self) -> list[Press]:
        """Return the buttons, the lit one first, and the icons."""
        orders, end, icons = self._orders, self._end_button(), self._icons()
        if orders.draft is not None and orders.draft.is_open:
            return [replace(end, kind="plain"), *icons]
        if orders.model.is_embarked:
            return [*self._mode_buttons(), *self._draft_buttons(), *self._other_models(), end, *icons]
        own = (
            self._attack_buttons() if orders.is_firing
            else self._deed_button() if orders.deed is not None
            else self._mode_buttons() if orders.mode is not None
            else [*self._move_buttons(), *self._required_buttons()]
        )  # fmt: skip
        given = [deed.orders[0] for deed in orders.deeds if len(deed.orders) == 1]
        further = [offer for offer in self.further() if offer.do not in given]
        if (orders.is_firing or orders.deed is not None) and any(offer.command == "confirm" for offer in further):
            own = [replace(offer, kind="plain", command="") if offer.command == "confirm" else offer for offer in own]
        if not any(offer.kind == "primary" for offer in (*own, *further)):
            own += self._aim_button()
        is_lit = any(offer.kind == "primary" for offer in (*own, *further))
        buttons = [*own, *self._deed_rows(), *further, *self._mode_switches(), *self._draft_buttons(),
                   *self._other_models()]  # fmt: skip
        return [*buttons, replace(end, kind="plain") if is_lit else end, *icons]

    @property
    def is_done(self) -> bool:
        """Whether neither inches, turns, shots, nor orders are left, and the model may end here."""
        orders = self._orders
        if orders.draft is not None or orders.mode is not None or orders.menu.check(End()) is not None:
            return False
        is_open = orders.mover.can_move or orders.gunner.refusal() is None or bool(orders.menu.still_to_do())
        return not is_open and all(offer.refusal is not None for offer in self.further())

    # --- Deeds ---
    def _deed_button(self) -> list[Press]:
        """Return the button that does the lit deed, and the one that closes them."""
        deed, orders = self._orders.deed, self._orders
        if deed is None:
            return []
        return [
            Press("deed", deed.label, orders.do_deed, "primary", "confirm", hint=deed.hint),
            Press("drop", "Cancel", orders.close_deeds, place=ButtonPlace.SECOND),
        ]

    def _deed_rows(self) -> list[Press]:
        """Return a button for each deed, if there are several."""
        orders = self._orders
        return [
            Press(f"deed:{deed.name}", deed.label, partial(orders.light, deed), hint=deed.hint, lit=deed == orders.deed)
            for deed in orders.deeds
        ] if len(orders.deeds) > 1 else []  # fmt: skip

    # --- Icons ---
    def _icons(self) -> list[Press]:
        """Return the actions that this type of model declares most, those that are possible first, and the list."""
        names = [name for name in ICONS if name in self._offered_actions]
        ranked = sorted(names, key=lambda name: (name != self._orders.action, self._refuse_action(name) is not None))
        shown = set(ranked[:MAX_ICONS])
        more = [self._list_button(self._orders.draft)] if self._orders.draft is not None else []
        return [*(self._action_button(name) for name in names if name in shown), *more]

    @cached_property
    def _offered_actions(self) -> tuple[str, ...]:
        """The actions that this type of model ever declares."""
        view, model = self._orders.menu.state, self._orders.menu.model
        return tuple(name for name in rulebook(view).actions if refuse_ever(view, model, name) is None)

    def _refuse_action(self, name: str) -> Refusal | None:
        """Return why an action can't be declared now. One that is declared can still be resolved."""
        if self._orders.draft is not None:
            return self._orders.draft.actions.never_refusals.get(name, self._orders.draft.actions.refusals[name])
        return None if name == self._orders.menu.act.action else DECLARED

    def _action_button(self, name: str) -> Press:
        action = rulebook(self._orders.menu.state).actions[name]
        hint = f"{action.summary} Needs: {action.needs}. {action.place}"
        do: Answer | Callable[[], object] = partial(self._orders.draft_action, name)
        refusal = self._refuse_action(name)
        if self._orders.draft is None and name == self._orders.menu.act.action:
            resolve = next((offer for offer in self.further() if offer.also == "resolve" or
                            offer.command == "resolve"), None)  # fmt: skip
            do, refusal = (resolve.do, resolve.refusal) if resolve is not None else (_ignore, RESOLVED)
        return Press(name, title_of(name), do, refusal=refusal, hint=hint, lit=name == self._orders.action,
                     place=ButtonPlace.ICON, letter=ICONS[name].letter)  # fmt: skip

    def letters(self) -> Mapping[str, Press]:
        """Return what the letters of the icons, and that of Boost, do while the list of actions is open."""
        draft = self._orders.draft
        if draft is None or not draft.is_open:
            return {}
        burnt, most = draft.actions.boost, draft.decision.most_boost
        boost = Press("boost", "Boost", partial(self._orders.set_boost, (burnt + 1) % (most + 1)))
        names = [name for name in ICONS if name in self._offered_actions]
        icons = {ICONS[name].letter: self._action_button(name) for name in names}
        return {BOOST_LETTER: boost, **icons} if most else icons

    # --- Draft ---
    def _draft_buttons(self) -> list[Press]:
        """Return the buttons that change what the model will declare, and one that declares it now."""
        draft = self._orders.draft
        if draft is None:
            return []
        fuel = [
            Press(f"boost {burnt}", f"Boost +{burnt}", partial(self._orders.set_boost, burnt),
                  hint=self._boost_hint(draft, burnt), lit=draft.actions.boost == burnt)
            for burnt in range(1, draft.decision.most_boost + 1)
        ]  # fmt: skip
        return [*self._declare_button(draft), *fuel, *self.targets().values()]

    def _list_button(self, draft: ActivationDraft) -> Press:
        hint = "What this model could do: requirements, effects, and why some actions are unavailable"
        return Press(MORE, "All actions", draft.toggle_list, command="actions", hint=hint, lit=draft.is_open,
                     place=ButtonPlace.ICON, letter=self._orders.selection.keymap.key_label("actions"))  # fmt: skip

    def _other_models(self) -> list[Press]:
        """Return the buttons that choose another model, as long as this one isn't active."""
        if not isinstance(self._orders.decision, ChooseModel):
            return []
        step = partial(self._step_model, self._orders.decision)
        hint = "Choose the next model that may activate"
        following = Press("other", "Next model", step, command="other model", hint=hint, place=ButtonPlace.SECOND)
        return [following, *aboard_buttons(self._orders.selection, self._orders.decision)]

    def _step_model(self, decision: ChooseModel) -> None:
        self._orders.selection.choose(next_ready(self._orders.selection, decision))

    def _declare_button(self, draft: ActivationDraft) -> list[Press]:
        """Return the button that declares now what is chosen, without another order."""
        if not draft.is_changed:
            return []
        test = "" if draft.action == NONE else draft.row(draft.action).chance
        label = f"Declare {title_of(draft.action)}" if draft.action != NONE else f"Boost by {draft.actions.boost} now"
        label = f"{label}: {test}" if test else label
        is_lit = self._orders.mode is None and not self._orders.is_firing and not self._orders.mover.has_pending
        is_lit = is_lit and (draft.rolls_dice or self._orders.required is None)
        kind, command = ("primary", "confirm") if is_lit else ("plain", "")
        return [Press("declare", label, partial(self._orders.selection.give, *draft.answers), kind, command)]

    def targets(self) -> dict[str, Press]:
        """Return a button for each target that the drafted action may name, {} if there is no choice."""
        draft, view = self._orders.draft, self._orders.selection.view
        if draft is None:
            return {}
        targets, action = draft.actions.targets.get(draft.action, []), draft.action
        names = [view.models[target].name if target in view.models else target.capitalize() for target in targets]
        return {
            target: Press(f"at {target}", name, partial(self._orders.draft_action, action, target),
                          lit=target == draft.target, hint=f"{title_of(action)}: name this as the target")
            for target, name in zip(targets, names, strict=True)
        } if len(targets) > 1 else {}  # fmt: skip

    def _boost_hint(self, draft: ActivationDraft, burnt: int) -> str:
        """Return what burning that fuel does, and which actions cost too much after it."""
        excluded = [
            title_of(name)
            for name in draft.actions.legal_names
            if name != NONE and draft.decision.refuse_boost(name, burnt)
        ]
        warning = f" Not enough is left for {' and '.join(excluded)}." if excluded else ""
        text = f"Each fuel burned adds to the Speed of this activation. Maximum {draft.decision.most_boost}.{warning}"
        keys = f"{self._orders.selection.keymap.key_label('actions')}, then {BOOST_LETTER}"
        return f"{text} {keys}: one more. v1.2.4 Action > Boost"

    # --- Orders ---
    def further(self) -> list[Press]:
        """Return the buttons of the declared action, Point Defense, and all orders that aren't given on the table."""
        return order_offers(self._orders.menu, self._orders.targets, next(iter(self._orders.selection.weapons), ""))

    def _mode_buttons(self) -> list[Press]:
        """Return the buttons of the current mode."""
        if self._orders.mode is None:
            return []
        drones = self._orders.drones if isinstance(self._orders.mode, DroneMode) else []
        drone_buttons = [replace(press, lit=mode is self._orders.mode) for press, mode in drones]
        return [*drone_buttons, *self._orders.mode.offers(), self._orders.mode.button()]

    def _required_buttons(self) -> list[Press]:
        """Return one button for the move that is required before the activation may end. A skill test comes first."""
        choice, draft = self._orders.required, self._orders.draft
        if choice is None or self._orders.mover.has_pending or (draft is not None and draft.rolls_dice):
            return []
        if isinstance(choice, Fly):
            label, hint = "Fly to a free place", "The model can't end where it is"
        elif isinstance(choice, Move) and choice.inches > 0:
            label, hint = f'Move {round(choice.inches, 1):g}", the least', "Straight ahead, as far as the ship must go"
        else:
            words = describe_step(choice)
            label = f"Move {words}" if isinstance(choice, Move) else words.capitalize()
            hint = "The next step to a free end"
        return [Press("owed", label, partial(self._orders.order, (choice,)), "primary", "confirm", hint=hint)]

    def _mode_switches(self) -> list[Press]:
        """Return the buttons that begin to launch drones, or to aim a Nuke."""
        orders, buttons = self._orders, []
        if orders.drones:
            refusals = [press.refusal for press, _ in orders.drones]
            drone_refusal = None if None in refusals else refusals[0]
            is_lit = isinstance(orders.mode, DroneMode)
            launch = orders.go_back if is_lit else orders.start_drones
            buttons.append(Press("drones", "Drones", launch, command="drones", refusal=drone_refusal, lit=is_lit))
        is_aiming = isinstance(orders.mode, NukeMode)
        return [*buttons, *nuke_button(orders.menu, orders.go_back if is_aiming else orders.start_nuke, is_aiming)]

    def _move_buttons(self) -> list[Press]:
        """Return the button that does what is shown, and the one that drops it."""
        mover, go = self._orders.mover, ""
        if mover.pinned:
            go = "Go there"
        elif not self._orders.menu.model.is_capital:
            go = "Fly there" if mover.flight_heading is not None or mover.flight_contacts.aimed else ""
        elif mover.angle:
            go = f"Turn {abs(mover.angle)}° {'right' if mover.angle > 0 else 'left'}"
        elif mover.ram_contacts is not None and mover.ram_contacts.aimed:
            go = f"Run into {mover.ram_contacts.at(mover.choice())}"
        if not go and not mover.way_points:
            return []
        do = partial(self._orders.selection.give, *mover.pinned) if mover.pinned else self._orders.move
        name, hint = "go" if mover.pinned else "turn", "Do what the ghost shows"
        refusal = mover.refuse(mover.pinned) if mover.pinned else None
        kind, command = ("primary", "confirm") if refusal is None else ("plain", "")
        lit = [Press(name, go, do, kind, command, refusal, hint)] if go else []
        return [*lit, Press("drop", "Cancel", mover.drop, command="cancel", place=ButtonPlace.SECOND)]

    def _aim_button(self) -> list[Press]:
        """Return the button that aims at the best target from here, as Enter does if nothing else comes first."""
        orders = self._orders
        is_free = orders.mode is None and orders.deed is None and not orders.is_firing
        best = orders.gunner.best_target if is_free else None
        if best is None:
            return []
        aim = partial(orders.open_deeds, best.id, SHOTS)
        return [Press("aim", f"Aim: {best.name}", aim, "primary", "confirm")]

    def _attack_buttons(self) -> list[Press]:
        group, fire = self._orders.gunner.linkable_mounts(), self._orders.gunner.fire_buttons(self._orders.shoot)
        if len(group) < 2:
            return fire
        gunner, hint = self._orders.gunner, "Fire all of them as one attack"
        is_linked = len(gunner.mounts) > 1
        label = "Unlink" if is_linked else f"Link {len(group)}"
        return [*fire, Press("link", label, gunner.toggle_link, command="link", hint=hint, lit=is_linked,
                             place=ButtonPlace.SECOND)]  # fmt: skip

    def _end_button(self) -> Press:
        """Return the button that ends the activation. Its key works once the activation has begun."""
        refusal = self._orders.menu.check(End())
        label = "Idle" if self._orders.menu.model.is_embarked and not self._orders.menu.act.landed else "End"
        has_fire = fire_control_left(self._orders.menu.state, self._orders.model) > 0
        can_act = (self._orders.mover.can_move and has_fire) or self._orders.gunner.refusal() is None
        kind = "plain" if refusal or self._orders.mode or can_act else "primary"
        command = "end" if self._orders.is_begun else "" if kind == "plain" else "confirm"
        return Press("end", label, End(), kind, command, refusal, place=ButtonPlace.LEAVE)
