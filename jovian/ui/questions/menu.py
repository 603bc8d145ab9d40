"""An activation on the table: what clicks and keys do, what is drawn, and the list of all actions.

A model aboard a ship is launched from it or idles. Drones and Nukes have modes of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property, partial

from jovian.descriptions.odds import Aim
from jovian.game import Answer, Decision, Model, Refusal
from jovian.game.answers import Activate, Declaration, Defend, End
from jovian.rules.menu.declarations import NONE
from jovian.rules.placement.move_ends import describe_route, required_route
from jovian.rules.sequence.activation import ChooseModel
from jovian.table import length, nearest_segment
from jovian.ui.board import BoardLine, Brackets, Overlay, PointLabel
from jovian.ui.board.board_help import describe_remaining_movement, movement_hint
from jovian.ui.panels.odds_panel import Burst
from jovian.ui.panels.panel import Press
from jovian.ui.questions.activate import choose_aboard, drift_overlays, next_ready
from jovian.ui.questions.activation import OrdersOnTable
from jovian.ui.questions.attacks import AskedMenu
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.declare import DeclareSheet, foot_lines, title_of
from jovian.ui.questions.deeds import SHOTS
from jovian.ui.questions.held import MIN_DRAG
from jovian.ui.questions.moves import Mover
from jovian.ui.questions.order_buttons import OrderButtons
from jovian.ui.questions.placement import LaunchMode, Mode, NukeMode, PlacementMode
from jovian.ui.session.keymap import pick_command
from jovian.ui.session.table_selection import Point, TableSelection

NOT_BEGUN = Refusal("This activation hasn't begun. Give an order, press End, or choose another model.")
STAY_REACH = 0.2
"""Inches from its middle within which a press on a ship means to turn where it is."""


class Intent(Enum):
    """What a click on the table does, as the hint describes it."""

    IN_HAND = "place it there"
    OPEN = "see what to do with"
    """Opens the deeds with a model, as attacks."""
    DO = "do it to"
    """Does the lit deed."""
    CLOSE = "stop"
    """Stops aiming. The model never moves by it."""
    MOVE = "move there"
    SELECT = "select"
    NAME = "name as the target"
    """Of the drafted action."""


class MenuController(Controller):
    """Answer `menu`, or `activate` and `declare` with what comes after them."""

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self._orders = OrdersOnTable(selection, decision)
        self._buttons = OrderButtons(self._orders)

    @property
    def menu(self) -> AskedMenu:
        """The menu of the model, after the draft if it has one."""
        return self._orders.menu

    @property
    def mover(self) -> Mover:
        """The move that is being prepared."""
        return self._orders.mover

    @property
    def is_firing(self) -> bool:
        """Whether weapons are chosen for an attack."""
        return self._orders.is_firing

    def check(self, answer: Answer) -> Refusal | None:
        return self.menu.check(answer)

    def complete(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """Return the answers with those of the draft before them, unless they are answers to the question itself."""
        draft = self._orders.draft
        if draft is None or isinstance(answers[0], Activate | Declaration):
            return answers
        return (*draft.answers, *answers)

    def parts(self, model_id: str) -> Mapping[str, Press]:
        """Return the ratings that the drafted action may name as its target."""
        is_own, tracks = model_id == self.menu.subject, self.menu.model.card.tracks
        return {target: press for target, press in self._buttons.targets().items() if is_own and target in tracks}

    # --- Words ---
    @property
    def title(self) -> str:
        orders, name = self._orders, self.menu.model.name
        if orders.mode is not None:
            return f"{name}{', ' if orders.mode.stays else ': '}{orders.mode.title}"
        if self.menu.model.is_embarked:
            return f"{name}, aboard {self.menu.state.models[self.menu.model.host].name}"
        if orders.is_firing:
            return f"{name}: attack"
        if orders.deed is not None:
            return f"{name}: {orders.deed.label}"
        return f"{name}: {'move or fire' if orders.draft is not None or not self.menu.act.moved else 'next order'}"

    @property
    def stage(self) -> str:
        orders, mover = self._orders, self.mover
        if orders.is_firing:
            return "attack"
        if orders.mode is not None:
            return "place"
        if mover.angle:
            return "turning"
        if not orders.has_inches:
            return "turn" if mover.can_move else "end"
        if not self.menu.model.is_capital:
            return "fly"
        return "move" if mover.remaining.turns or mover.remaining.pivot else "straight"

    @property
    def hint(self) -> str:
        orders, hovered, key = self._orders, self.selection.hovered, self.selection.keymap.key_label
        intent, pointed = self.intent(hovered), self.menu.state.models.get(hovered)
        if intent is Intent.OPEN and pointed is not None and orders.is_target(hovered):
            weapon = orders.gunner.name_first(hovered)
            return (
                f"Click to select {weapon}, click again to fire at {pointed.name}" if weapon
                else f"No weapon can fire at {pointed.name}"
            )  # fmt: skip
        if orders.lit_deed is not None and intent is not Intent.OPEN:
            others = f" · {key('pan up')} and {key('pan down')}: other" if len(orders.deeds) > 1 else ""
            name = self.menu.state.models[orders.other].name
            return f"Click {name} again, or {key('confirm')}: {orders.lit_deed.label}{others}"
        if orders.is_firing:
            return self._firing_hint()
        if orders.mode is not None:
            return orders.mode.hint
        if self.menu.model.is_embarked:
            return "This model has launched and landed. End its activation."
        if intent is Intent.OPEN and pointed is not None:
            return f"Click to {intent.value} {pointed.name}"
        if intent is Intent.SELECT and pointed is not None:
            return f"Click to select {pointed.name}"
        return self._move_hint()

    def _firing_hint(self) -> str:
        """Return what a click on the enemy under the pointer does, or how to choose a target."""
        orders, pointed = self._orders, self.selection.under
        if pointed is not None and self.intent(pointed.id) is Intent.DO:
            if isinstance(orders.gunner.shot(pointed), Refusal):
                return f"The selected weapon can't fire at {pointed.name}"
            return f"Click to fire at {pointed.name}"
        key, back = self.selection.keymap.key_label("cancel"), "back to moving" if orders.has_inches else "back"
        rows = ", or a row to choose a weapon" if len(orders.gunner.ready()) > 1 else ""
        return f"Click a target to fire{rows} · {key}: {back}"

    def _move_hint(self) -> str:
        """Return what must be done, what movement is left, and how to move."""
        orders, key, mover = self._orders, self.selection.keymap.key_label, self._orders.mover_at_pointer
        if mover.angle:
            direction = "right" if mover.angle > 0 else "left"
            text = f"Turn by {abs(mover.angle)}° to the {direction}"
            return f"{text} · {key('confirm')} confirms, {key('cancel')} cancels"
        waits = self._ram_hint() or orders.targets.hint() or self._onward_hint
        how = movement_hint(mover.remaining, self.selection.keymap)
        if orders.has_inches and mover.flight_contacts.target_ids and not mover.contact:
            how += f", on a model to touch it ({key('next')})"
        parts = [waits or describe_remaining_movement(mover.remaining), how]
        if not orders.has_inches and not waits:
            parts += [f"{key('fire')} attacks"] if orders.gunner.refusal() is None else []
            parts += [f"{key('end')} ends the activation"] if self.menu.check(End()) is None else []
        text = " · ".join(part for part in parts if part)
        return text[:1].upper() + text[1:]

    @cached_property
    def _onward_hint(self) -> str:
        """What a ship must still do that can't end where it is, "" if it can."""
        way = required_route(self.menu.state, self.menu.model) if self._orders.draft is None else None
        return f"must continue: {describe_route(way)}" if way else ""

    def _ram_hint(self) -> str:
        """Return which models a ramming ship can run into, "" for none."""
        ahead = self.mover.ram_contacts.impacts if self.mover.ram_contacts is not None else ()
        names = [self.menu.state.models[impact.model_id].name for impact in ahead]
        key = self.selection.keymap.key_label("next")
        return f"ram: click on {' or '.join(names)} to run into it ({key})" if names else ""

    # --- Aimed shots ---
    def take_target(self, model_id: str) -> bool:
        if self._orders.is_ready(model_id):
            self.selection.choose(model_id)
            return True
        if not (self._orders.is_firing and self._orders.is_target(model_id)):
            return False
        self._orders.gunner.aim_at(model_id)
        return True

    def moved_models(self) -> Sequence[Model]:
        mode, model = self._orders.mode, self.menu.model
        if isinstance(mode, LaunchMode):
            return (model.at(mode.last_pose), *mode.partner_models()) if mode.last_pose is not None else ()
        if self._orders.is_firing or mode is not None or not model.is_on_table:
            return ()
        is_move = self.intent(self.selection.hovered) is Intent.MOVE
        preview = self._orders.mover_at_pointer.preview() if is_move else None
        return (model.at(preview.poses[-1]) if preview is not None else model,)

    def means_model(self, model_id: str) -> bool:
        return self.intent(model_id) not in (Intent.IN_HAND, Intent.MOVE, Intent.CLOSE)

    def may_show_odds(self, model_id: str) -> bool:
        is_deed = self._orders.deed is None and not self._orders.is_firing and self._is_deed(model_id)
        if is_deed or (self._orders.lit_deed is not None and model_id == self._orders.other):
            return False
        return self.intent(model_id) in (Intent.OPEN, Intent.DO, Intent.SELECT)

    def aimed_shot(self, shown: Model, other: Model) -> Aim | None:
        is_fired_at = self._orders.is_firing and other.side != shown.side and not self._needs_other_weapon(other.id)
        return self._orders.gunner.aim(shown, other) if is_fired_at else None

    @property
    def burst(self) -> Burst | None:
        return self._orders.mode if isinstance(self._orders.mode, NukeMode) else None

    @cached_property
    def is_done(self) -> bool:
        """Whether neither inches, turns, shots, nor orders are left, and the model may end here."""
        return self._buttons.is_done

    @property
    def keeps_card(self) -> bool:
        return self._orders.is_firing or self._orders.deed is not None

    # --- Buttons and the list of actions ---
    def offers(self) -> list[Press]:
        return self._buttons.offers()

    def click_name(self, model_id: str) -> bool:
        return isinstance(self.decision, ChooseModel) and choose_aboard(self.selection, self.decision, model_id)

    def sheet(self) -> DeclareSheet | None:
        draft = self._orders.draft
        if draft is None or not draft.is_open:
            return None
        rows, choose = tuple(map(draft.row, draft.names)), self._orders.draft_action
        answers = tuple(Press(row.name, row.title, partial(choose, row.name), hint=row.text) for row in rows)
        legal_count = len([name for name in draft.actions.legal_names if name != NONE])
        type_count = len(draft.actions.by_name) - len(draft.actions.never_refusals)
        text = f"{legal_count} of {type_count} actions available · % = chance to pass the skill test"
        is_row = self.pointed is not None and self.pointed.name in draft.names
        row = draft.row(self.pointed.name if self.pointed is not None and is_row else draft.chosen)
        foot = " ".join(f"{line.rstrip('.')}." for line in foot_lines(row) if line)
        return DeclareSheet(
            draft.decision.title, text, row.place or draft.decision.cited, answers, foot=foot, followed=draft.chosen,
            letters=self._buttons.letters(), rows=rows, chosen=draft.names.index(draft.chosen),
        )  # fmt: skip

    # --- Clicks ---
    def intent(self, model_id: str) -> Intent:
        """Return what a click does with the pointer on a model ("" for none). Overlays, hint, and click follow it.

        An unfinished move comes first: a turn, way points, a contact chosen with a key.
        """
        orders, mover = self._orders, self.mover
        if orders.mode is not None:
            return Intent.IN_HAND
        if self.menu.model.is_embarked:
            return Intent.SELECT
        if self._named_target(model_id):
            return Intent.NAME
        pointed = self.selection.model(model_id) if model_id else None
        if orders.is_firing or orders.deed is not None:
            return self._intent_while_aiming(pointed)
        if self._is_deed(model_id):
            return Intent.OPEN
        if mover.contact is not None:
            return Intent.MOVE
        if pointed is None or pointed.id == self.menu.subject or mover.has_pending:
            return Intent.MOVE
        if pointed.side != self.menu.side:
            return Intent.OPEN
        return Intent.MOVE if self._can_pass(model_id) else Intent.SELECT

    def _is_deed(self, model_id: str) -> bool:
        """Return whether the declared action, or an order after a flight, can be carried out on a model."""
        mover = self.mover
        if not model_id or mover.has_pending:
            return False
        return self._is_approached(model_id) or self._orders.targets.choice(model_id) is not None

    def _is_approached(self, model_id: str) -> bool:
        """Return whether that needs a move into contact with the model first."""
        contact, ram = self.mover.contact, self.mover.ram_contacts
        is_ahead = ram is not None and any(impact.model_id == model_id for impact in ram.impacts)
        return is_ahead or (contact is not None and contact.model_id == model_id)

    def _intent_while_aiming(self, pointed: Model | None) -> Intent:
        orders = self._orders
        if pointed is None or pointed.id == self.menu.subject:
            return Intent.CLOSE
        if orders.lit_deed is not None:
            is_same = pointed.id == orders.other
            return Intent.DO if is_same else Intent.OPEN if orders.is_target(pointed.id) else Intent.SELECT
        if pointed.side == self.menu.side:
            return Intent.SELECT
        is_other = bool(orders.other) and pointed.id != orders.other and not self.selection.ctrl
        return Intent.OPEN if self._needs_other_weapon(pointed.id) or is_other else Intent.DO

    def _named_target(self, model_id: str) -> bool:
        """Return whether a click on a model names it as the target of the drafted action."""
        draft = self._orders.draft
        is_possible = draft is not None and model_id in draft.actions.targets.get(draft.action, ())
        return is_possible and draft is not None and model_id != draft.target

    def _needs_other_weapon(self, model_id: str) -> bool:
        """Return whether the selected weapons can't fire at an enemy, but another one can."""
        gunner = self._orders.gunner
        return model_id not in gunner.legal(gunner.mounts) and gunner.first_bearing(model_id) is not None

    def _can_pass(self, model_id: str) -> bool:
        """Return whether a click on an own model moves to the place under it: a legal one, ahead of a ship."""
        if self.selection.hovered != model_id or self.selection.point is None:  # A click in the list selects.
            return False
        preview = self.mover.preview() if self.mover.is_on_course(self.selection.point) else None
        return preview is not None and preview.refusal is None

    def click(self, point: Point, model_id: str) -> bool:
        orders = self._orders
        match self.intent(model_id):
            case Intent.IN_HAND:
                orders.grip.at = point
            case Intent.NAME:
                orders.name_target(model_id)
            case Intent.OPEN:
                orders.open_deeds(model_id)
            case Intent.DO if orders.is_firing:
                orders.fire_at(model_id)
            case Intent.DO:
                orders.do_deed()
            case Intent.CLOSE:
                orders.close_deeds()
            case Intent.MOVE if self.mover.may_hold:
                middle = self.menu.model.pose[:2]
                is_on_middle = length(point[0] - middle[0], point[1] - middle[1]) < STAY_REACH
                self.mover.grip.at = middle if is_on_middle else point
            case Intent.MOVE if self.mover.may_draw:
                self.mover.begin_path(point)
            case Intent.MOVE:
                return orders.move()
            case Intent.SELECT if orders.is_ready(model_id):
                self.selection.choose(model_id)
            case _:
                return False
        return True

    def aim_at(self, model_id: str) -> None:
        if not self.menu.model.is_embarked and self._orders.is_target(model_id):
            self._orders.open_deeds(model_id, SHOTS)

    @property
    def is_draggable(self) -> bool:
        if self._orders.mode is not None:
            return isinstance(self._orders.mode, PlacementMode)
        return (self.mover.may_hold or self.mover.may_draw) and self.intent(self.selection.hovered) is Intent.MOVE

    def drag(self) -> None:
        self.mover.follow()

    def let_go(self) -> None:
        self._orders.grip.at = None
        if self.mover.end_path():
            self.mover.drop()

    def release(self) -> bool:
        """Move to where the button was pressed, with the bow toward the pointer. Return whether it was pressed.

        A squadron flies to the pointer, along the path that was drawn.
        If the press chose the model, show the move to where the button is released.
        """
        if self._orders.mode is not None:
            return self._orders.mode.release()
        if self._is_dragged_off:
            self._orders.show_move()
            return True
        if self.mover.is_held and not self.menu.model.is_capital:
            mover, orders = self.mover, self.mover.orders()
            if not mover.end_path():
                return self._orders.move()
            was_used, mover.way_points = self._orders.order(orders), ()
            return was_used
        was_held, orders = self.mover.grip.at is not None, self.mover.orders()
        if was_held and not orders:
            self.selection.refuse(self.mover.refuse_place())
        self.let_go()
        return was_held and self._orders.order(orders)

    @property
    def _is_dragged_off(self) -> bool:
        """Whether the press that chose the model has been dragged elsewhere on the table."""
        pressed, point = self.selection.pressed, self.selection.point
        if pressed is None or point is None or pressed[0] != self.menu.subject:
            return False
        is_away = length(point[0] - pressed[1][0], point[1] - pressed[1][1]) >= MIN_DRAG
        return is_away and self.intent(self.selection.hovered) is Intent.MOVE

    def wheel(self, steps: int) -> bool:
        if self._orders.mode is not None:
            return self._orders.mode.turn(steps)
        return not self.keeps_card and self.mover.turn(steps)

    # --- Drawing ---
    def overlays(self) -> tuple[Overlay, ...]:
        orders = self._orders
        if orders.mode is not None:
            return orders.mode.overlays()
        if self.menu.model.is_embarked:
            return ()
        is_choice = orders.draft is not None and orders.draft.is_choice
        if is_choice and (drift := drift_overlays(self.menu.state, self.menu.model)):
            return tuple(drift)
        intent, has_pointer = self.intent(self.selection.hovered), self.selection.point is not None
        if orders.is_firing and (intent is not Intent.OPEN or not has_pointer):
            return orders.gunner.overlays()
        targets = orders.targets.overlays()
        if orders.lit_deed is not None:
            return (*self.mover.pinned_overlays(), *self._deed_overlays())
        if intent is Intent.MOVE or (
            intent is Intent.OPEN and orders.deed is None and self._is_approached(self.selection.hovered)
        ):
            return (*orders.boost_rings(), *orders.mover_at_pointer.overlays(), *targets)
        pointed = self.menu.state.models.get(self.selection.hovered)
        if not has_pointer or pointed is None or intent not in (Intent.NAME, Intent.OPEN):
            return tuple(targets)
        return (*self._pointed_overlays(pointed, intent), *targets)

    def _pointed_overlays(self, pointed: Model, intent: Intent) -> list[Overlay]:
        """Mark the model under the pointer, and label what a click on it does."""
        orders, style, weapon = self._orders, "attack", self._orders.gunner.name_first(pointed.id)
        if intent is Intent.NAME:
            text = f"{title_of(orders.action)}: name as the target"
        elif orders.targets.choice(pointed.id) is not None:
            text, style = f"{orders.targets.verb} {pointed.name}", "lit"
        else:
            text, style = (f"Attack with {weapon}", "attack") if weapon else ("No shot", "refused")
        return [Brackets(pointed.base, pointed.pose, style), PointLabel(pointed.pose[:2], text, style)]

    def _deed_overlays(self) -> list[Overlay]:
        """Mark the model of the lit deed, and draw the line to it."""
        orders, model = self._orders, self.menu.model
        other, deed = self.menu.state.models.get(orders.other), orders.lit_deed
        if other is None or deed is None:
            return []
        line = nearest_segment(model.base, model.pose, other.base, other.pose) if deed.approach is None else None
        return [Brackets(other.base, other.pose, "attack"), PointLabel(other.pose[:2], deed.label, "attack"),
                *([BoardLine(*line, 0.0, "lit")] if line is not None else [])]  # fmt: skip

    # --- Keys ---
    def keys(self) -> Mapping[str, Callable[[], object]]:
        orders = self._orders
        return {
            "left": partial(orders.turn, -1), "right": partial(orders.turn, 1), "fire": orders.toggle_fire,
            "link": orders.gunner.toggle_link, "defend": lambda: self.selection.refuse(self.menu.check(Defend())),
            "next": self._next, "step": self._step, "confirm": self._confirm, **self._list_keys(),
            **({} if orders.is_begun else {"end": partial(self.selection.refuse, NOT_BEGUN)}),
            **{pick_command(n): partial(orders.pick, mount.id)
               for n, mount in enumerate(self.menu.model.card.mounts, 1)},
        }  # fmt: skip

    def _list_keys(self) -> dict[str, Callable[[], object]]:
        """Return the keys of the list of actions, or of the deeds, while they are open."""
        draft, orders = self._orders.draft, self._orders
        if len(orders.deeds) > 1:
            return {"pan up": partial(orders.step_deed, -1), "pan down": partial(orders.step_deed, 1)}
        if draft is None or not draft.is_open:
            return {}
        return {"pan up": partial(draft.step, -1), "pan down": partial(draft.step, 1),
                "confirm": lambda: orders.draft_action(draft.chosen)}  # fmt: skip

    def _next(self) -> bool:
        """Choose the next place, target, or contact. Return whether there is one."""
        orders = self._orders
        if orders.mode is not None:
            return orders.mode.step()
        if orders.is_firing:
            return orders.next_target()
        if orders.deed is not None:
            orders.close_deeds()
        if self.mover.aim() or orders.targets.step():
            return True
        if isinstance(self.decision, ChooseModel):
            self.selection.choose(next_ready(self.selection, self.decision))
            return True
        return False

    def _step(self) -> bool:
        """Aim at the next target, or choose the next place or contact. Return whether there is one."""
        orders = self._orders
        is_free = orders.mode is None and not self.menu.model.is_embarked and not self.mover.flight_contacts.target_ids
        return (is_free and orders.next_target()) or self._next()

    def _confirm(self) -> bool:
        """Give an unfinished move, or say how to end the activation. Return whether either was possible."""
        orders = self._orders
        if orders.is_firing or orders.mode is not None:
            return False
        if self.mover.has_pending or self.mover.contact is not None:
            orders.move()
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
        self._orders.pick(mount)
        return True

    def cancel(self) -> bool:
        orders = self._orders
        if orders.draft is not None and orders.draft.is_open:
            orders.draft.toggle_list()
            return True
        if orders.mode is not None:
            return self._leave_mode(orders.mode) or orders.drop_draft()
        if orders.close_deeds() or self.mover.drop() or orders.targets.drop():
            return True
        return orders.drop_draft()

    def _leave_mode(self, mode: Mode) -> bool:
        """Drop what was chosen with keys, else leave the mode. A model aboard stays in its mode."""
        dropped = mode.drop()
        if not dropped and not mode.stays:
            self._orders.mode, dropped = None, True
        return dropped
