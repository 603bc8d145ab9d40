"""The menu of an activation."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import cast

from jovian.game import Answer, Decision, Model, Refusal
from jovian.game.answers import End, Move, Pivot, Resolve, Turn
from jovian.rules.attack.impacts import nukes
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_ends import describe_step, describe_way, way_on
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE, used_up
from jovian.ui.board import Brackets, Overlay, PointLabel
from jovian.ui.board.board_help import Shots, ways_of, words_of
from jovian.ui.panels.odds_panel import Burst
from jovian.ui.panels.panel import ActionButton, named
from jovian.ui.presentation.odds import Aim
from jovian.ui.questions.attacks import AskedMenu, Gunner, Targets, listed, order_offers
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.moves import Mover
from jovian.ui.questions.placement import Blast, Droning, Launching, Mode, drone_modes, nuke_button, refuse_ready
from jovian.ui.session.keymap import PICKS
from jovian.ui.session.table_selection import Point, TableSelection

# --- modes ---
# The modes of a menu: moving, attacking with the weapons in hand, something else in hand; their words and buttons.


class Intent(Enum):
    """What a click on the table does, in the words of the hint."""

    IN_HAND = "set down or fire what is in hand"
    RESOLVE = "resolve the action on"
    ATTACK = "attack"
    """Takes the first weapon in hand that bears."""
    FIRE = "fire at"
    NO_TARGET = "say that there is no target"
    MOVE = "move there"
    SELECT = "look at"


class Modes(Controller):
    """Base of the menu's controller: its modes, with the words and the buttons of each."""

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        menu = cast(NextOrder, decision)
        self.menu = AskedMenu(menu.state, menu.model)
        self.mover = Mover(selection, self.menu)
        selection.selected = decision.subject
        selection.weapons = tuple(mount for mount in selection.weapons if not self._gone(mount) and self._has(mount))
        self.firing = bool(selection.weapons) and bool(self.gunner.legal(selection.weapons))
        if not self.firing:
            selection.weapons = ()
        self.mode: Mode | None = None
        """What the next click sets down or fires, None when moving or attacking."""
        if self.menu.model.aboard and not self.menu.act.launched:
            self.mode = Launching(selection, self.menu)
        elif self.menu.act.bays and not self.firing:
            self._take_drone()

    def _gone(self, mount: str) -> bool:
        return mount in self.menu.model.damaged or used_up(self.menu.state, self.menu.model, mount)

    @cached_property
    def gunner(self) -> Gunner:
        """What fires the weapons in hand."""
        return Gunner(self.selection, self.menu)

    @cached_property
    def targets(self) -> Targets:
        """Whom the declared action may be resolved on."""
        return Targets(self.selection, self.menu)

    @cached_property
    def drones(self) -> list[tuple[ActionButton, Droning | None]]:
        """A button for each kind of drone in each bay, with what it puts in hand."""
        return drone_modes(self.selection, self.menu)

    @property
    def waiting(self) -> bool:
        """Does a declared action wait to be resolved?"""
        return bool(self.menu.act.action) and not self.menu.act.resolved

    def _has(self, mount: str) -> bool:
        return mount == POINT_DEFENSE or self.menu.model.mount(mount) is not None

    @property
    def title(self) -> str:
        """Whose activation, and in which mode."""
        name = self.menu.model.name
        if self.mode is not None:
            return f"{name}{', ' if self.mode.stays else ': '}{self.mode.title}"
        if self.menu.model.aboard:
            return f"{name}, aboard {self.menu.state.models[self.menu.model.host].name}"
        return f"{name}: {'attack' if self.firing else 'move'}"

    @property
    def hint(self) -> str:
        """What is left, and how to use it."""
        if self.firing:
            return self._firing_hint()
        if self.mode is not None:
            return self.mode.hint
        if self.menu.model.aboard:
            return "This model has launched and landed. End its activation."
        intent = self.intent(self.selection.hovered)
        if intent is Intent.ATTACK and self.gunner.first_bearing(self.selection.hovered) is None:
            return f"No weapon can fire at {self.menu.state.models[self.selection.hovered].name}"
        if intent is Intent.ATTACK:
            name = self.menu.state.models[self.selection.hovered].name
            weapon = self.gunner.name_first(self.selection.hovered)
            return f"Click to take {weapon} in hand, click again to fire at {name}"
        if intent in (Intent.RESOLVE, Intent.SELECT):
            verb = self.targets.verb.lower() if intent is Intent.RESOLVE else intent.value
            return f"Click to {verb} {self.menu.state.models[self.selection.hovered].name}"
        waits = self._ramming() or self.targets.hint() or self._going_on
        return f"{waits} · {self._how()}" if waits else f"{words_of(self.mover.envelope)} · {self._how()}"

    def _firing_hint(self) -> str:
        """What a click on the enemy under the pointer does; how to choose one if there is none."""
        under = self.selection.under
        if under is not None and self.intent(under.id) is Intent.FIRE:
            if isinstance(self.gunner.shot(under), Refusal):
                return f"The weapon in hand can't fire at {under.name}"
            return f"Click to {Intent.FIRE.value} {under.name}"
        left, key = fire_control_left(self.menu.state, self.menu.model), self.selection.keymap.shown("cancel")
        return f"Fire Control {left} · point at a target for the exact odds, click to fire · {key}: back to moving"

    @cached_property
    def _going_on(self) -> str:
        """How a ship that stands on something must go on, "" if it may end where it is."""
        way = way_on(self.menu.state, self.menu.model)
        return f"must go on: {describe_way(way)}" if way else ""

    def _ramming(self) -> str:
        """Whom a ship that rams would run into, "" for nobody."""
        ahead = self.mover.ramming.impacts if self.mover.ramming is not None else ()
        names = [self.menu.state.models[each.ident].name for each in ahead]
        return (
            f"ram: click on {' or '.join(names)} to run into it ({self.selection.keymap.shown('next')})"
            if names
            else ""
        )

    def _how(self) -> str:
        """How to move, or whom that brings in reach."""
        threats, key = self.mover.threats(), self.selection.keymap.shown("next")
        if threats:
            more = f" and {len(threats) - 4} more" if threats[4:] else ""
            return f"There it can be attacked by {', '.join(threats[:4])}{more}"
        how = ways_of(self.mover.envelope, self.selection.keymap)
        if not self.menu.model.capital and self.mover.closing.prey and not self.mover.contact:
            how += f", on a model for contact ({key})"
        return how

    # --- what is aimed ---
    def shots(self, shown: Model, enemy: Model) -> Shots:
        """What every weapon would do to an enemy: for the active model as the menu itself has it."""
        if shown.id != self.menu.subject:
            return super().shots(shown, enemy)
        return self.menu.shots(self.menu.state.models[enemy.id])

    def fires_at(self, model_id: str) -> bool:
        """False where a click resolves the action, moves, sets something down, or lets a Nuke burst."""
        return self.intent(model_id) in (Intent.ATTACK, Intent.FIRE, Intent.SELECT)

    def in_hand(self, shown: Model, other: Model) -> Aim | None:
        """The shot at an enemy with the weapons in hand, None without any."""
        return self.gunner.aim(shown, other) if self.firing and other.side != shown.side else None

    @property
    def burst(self) -> Burst | None:
        """The burst of the Nuke in hand, None without one."""
        return self.mode if isinstance(self.mode, Blast) else None

    @property
    def holds_card(self) -> bool:
        """True while its weapons are in hand."""
        return self.firing

    # --- the action bar ---
    def offers(self) -> list[ActionButton]:
        """The modes, what suits the mode, the action, the end."""
        if self.menu.model.aboard:
            return [*self._in_mode(), self._end()]
        own = self._firing() if self.firing else self._in_mode() if self.mode else self._moving() + self._owed()
        return [*self._modes(), *own, *self._orders(), self._end()]

    def _orders(self) -> list[ActionButton]:
        return order_offers(self.menu, self.targets, next(iter(self.selection.weapons), ""))

    def _in_mode(self) -> list[ActionButton]:
        """What is in hand, and the choices about it."""
        if self.mode is None:
            return []
        kinds = [replace(offer, lit=mode is not None and self._in_hand(offer)) for offer, mode in self.drones]
        shown = kinds if isinstance(self.mode, Droning) else []
        return [*shown, *self.mode.offers(), self.mode.button()]

    def _in_hand(self, offer: ActionButton) -> bool:
        return isinstance(self.mode, Droning) and offer.name == f"drone:{self.mode.mount}:{self.mode.card.key}"

    def _owed(self) -> list[ActionButton]:
        """One button for what must be moved before the activation may end."""
        choice = self._owed_order()
        if choice is None or self.mover.pending:
            return []
        if isinstance(choice, Move) and choice.inches > 0:
            label, hint = f'Move on {choice.inches:.2f}"', "Straight ahead, as far as the ship must go"
        else:
            words = describe_step(choice)
            label = f"Move {words}" if isinstance(choice, Move) else words.capitalize()
            hint = "The next step to a free end"
        return [ActionButton("owed", label, "primary", "confirm", hint=hint)]

    def _owed_order(self) -> Move | Turn | Pivot | None:
        """Return the move ahead that it owes, else its next step to a free end; None if it may end."""
        if not self.menu.model.capital or self.menu.model.aboard or self.menu.check(End()) is None:
            return None
        default, least = self.menu.default(), self.mover.envelope.least
        move = default if isinstance(default, Move) else Move(round(least, 3))
        if self.menu.check(move) is None:
            return move
        return default if isinstance(default, Turn | Pivot) else None

    def _modes(self) -> list[ActionButton]:
        none = None if self.mover.able else Refusal("No movement left.", "v1.2.4 Movement")
        found = [
            ActionButton(
                "move", "Move", refusal=none, lit=not (self.firing or self.mode), hint=words_of(self.mover.envelope)
            ),
            ActionButton("fire", "Attack", command="fire", refusal=self.gunner.refusal(), lit=self.firing),
        ]
        if self.drones:
            able = any(mode is not None for _, mode in self.drones)
            refusal = None if able else self.drones[0][0].refusal
            lit = isinstance(self.mode, Droning)
            found.append(ActionButton("drones", "Drones", command="drones", refusal=refusal, lit=lit))
        return [*found, *nuke_button(self.menu, isinstance(self.mode, Blast))]

    def _moving(self) -> list[ActionButton]:
        if not self.menu.model.capital:
            found = [ActionButton("clear", "Clear way points")] if self.mover.way else []
            if self.mover.course is not None or self.mover.closing.aimed:
                found.append(ActionButton("turn", "Fly there", "primary", "confirm"))
            return found
        angle = 5 if self.mover.angle == 0 else self.mover.angle
        refusal = None if self.mover.envelope.pivot else self.menu.check(Turn(angle))
        found = [
            ActionButton("left", "Turn left", command="left", refusal=refusal),
            ActionButton("right", "Turn right", command="right", refusal=refusal),
        ]
        if self.mover.angle:
            found.append(ActionButton("turn", f"Confirm turn {self.mover.angle:+d}°", "primary", "confirm"))
        elif self.mover.ramming is not None and self.mover.ramming.aimed:
            into = self.mover.ramming.at(self.mover.choice())
            found.append(ActionButton("turn", f"Run into {into}", "primary", "confirm"))
        return found

    def _firing(self) -> list[ActionButton]:
        group = self.gunner.linked()
        if len(group) < 2:
            return []
        on = len(self.gunner.mounts) > 1
        return [
            ActionButton("link", f"Link {len(group)}", command="link", lit=on, hint="Fire all of them as one attack")
        ]

    def _end(self) -> ActionButton:
        refusal = self.menu.check(End())
        label = "Idle" if self.menu.model.aboard and not self.menu.act.landed else "End activation"
        return ActionButton("end", label, "plain" if refusal or self.mode else "primary", "end", refusal, answer=End())

    # --- what a click does ---
    def intent(self, model_id: str) -> Intent:
        """Return what a click does with the pointer on a model ("" for none): overlays, hint, and click follow it.

        What is in hand for a move comes first: a turn, way points, a contact that was chosen with a key.
        """
        if self.mode is not None:
            return Intent.IN_HAND
        if self.menu.model.aboard:
            return Intent.SELECT
        if not self.firing and self.mover.contact is not None:
            return Intent.MOVE
        if self.resolving(model_id) is not None:
            return Intent.RESOLVE
        under = self.selection.model(model_id) if model_id else None
        if self.firing:
            if under is None:
                return Intent.NO_TARGET
            return Intent.FIRE if under.side != self.menu.side else Intent.SELECT
        if under is None or under.id == self.menu.subject or self.mover.pending or self.running_into(model_id):
            return Intent.MOVE
        return Intent.ATTACK if under.side != self.menu.side else Intent.SELECT

    # --- from mode to mode ---
    def resolving(self, model_id: str) -> Resolve | None:
        """The answer if a click on a model resolves the action on it, else None."""
        meant = model_id and self.waiting and not self.firing and not self.mover.pending
        return self.targets.choice(model_id) if meant else None

    def running_into(self, model_id: str) -> bool:
        """Is it a ship straight ahead that the active one rams?"""
        ahead = self.mover.ramming.impacts if self.mover.ramming is not None and not self.firing else ()
        return any(each.ident == model_id for each in ahead)

    def _fire(self) -> None:
        """Go over to attacking."""
        self.firing, self.mode = True, None
        self.mover.drop()

    def _take_drone(self) -> None:
        """Go over to launching drones, the first that may be; those of a bay in use come first."""
        modes = [mode for _, mode in self.drones if mode is not None]
        modes.sort(key=lambda mode: mode.mount not in self.menu.act.bays)
        self._stop_firing()
        self.mode = modes[0] if modes else None
        self.mover.drop()

    def _take_nuke(self, mount: str = "") -> None:
        """Go over to aiming a Nuke, or say why that is refused."""
        refusal = refuse_ready(self.menu, mount) if mount else nuke_button(self.menu, False)[0].refusal
        self.selection.refuse(refusal)
        if refusal is None:
            self._stop_firing()
            self.mode = Blast(self.selection, self.menu, mount)
            self.mover.drop()

    def _stop_firing(self) -> None:
        self.firing, self.selection.weapons = False, ()


# --- menu ---
# The menu of an activation: moving and attacking in any order, the declared action, Point Defense, the end.
#
# A model aboard a ship is set down from it or idles; Drone Bays and Nukes have modes of their own.


class MenuController(Modes):
    """Answers `menu`, in one of its modes."""

    def warning(self, answer: Answer) -> Refusal | None:
        """Whatever is declared, or ended, partly off the table takes the model out of play (R27)."""
        return self.menu.warning(answer)

    # --- input ---
    def overlays(self) -> tuple[Overlay, ...]:
        """What a click would do: what the mode in hand draws, the shot, the attack to come, or the move."""
        if self.mode is not None:
            return self.mode.overlays()
        if self.menu.model.aboard:
            return ()
        if self.firing:
            return self.gunner.overlays()
        intent = self.intent(self.selection.hovered)
        if intent is Intent.MOVE:
            return (*self.mover.overlays(), *self.targets.overlays())
        attack = self._attack_to_come() if intent is Intent.ATTACK and self.selection.point is not None else ()
        return (*attack, *self.targets.overlays())

    def _attack_to_come(self) -> tuple[Overlay, ...]:
        """Mark the enemy under the pointer, with what a click on it does."""
        enemy, weapon = self.menu.state.models[self.selection.hovered], self.gunner.name_first(self.selection.hovered)
        if not weapon:
            return (Brackets(enemy.base, enemy.pose, "refused"), PointLabel(enemy.pose[:2], "No shot", "refused"))
        note = PointLabel(enemy.pose[:2], f"Attack with {weapon}", "attack")
        return (Brackets(enemy.base, enemy.pose, "attack"), note)

    def click(self, point: Point, model_id: str) -> bool:
        """Do what `intent` says."""
        match self.intent(model_id):
            case Intent.IN_HAND if self.mode is not None:
                self.give(self.mode.best())
            case Intent.RESOLVE:
                self.give(cast(Resolve, self.resolving(model_id)))
            case Intent.ATTACK | Intent.FIRE:
                self._at_enemy(model_id)
            case Intent.NO_TARGET:
                self.selection.refuse(Refusal("There is no target there.", "v1.2.4 Attack > Target"))
            case Intent.MOVE:
                return self._move()
            case _:
                return False
        return True

    def _at_enemy(self, model_id: str) -> None:
        if self.firing:
            self.give(self.gunner.choice(model_id))
            return
        if self.gunner.take_first(model_id):
            self._fire()
            return
        self.selection.refuse(self.gunner.refusal() or self.gunner.refuse_target(model_id))

    def _move(self) -> bool:
        if self.selection.ctrl and not self.menu.model.capital:
            return self.mover.add_way_point()
        choice = self.mover.choice()
        if choice is None:
            return False
        self.give(choice)
        return True

    def wheel(self, steps: int) -> bool:
        """The wheel turns what is placed or moved; True if it was used."""
        if self.mode is not None:
            return self.mode.turn(steps)
        return not self.firing and self.mover.turn(steps)

    def command(self, name: str) -> bool:
        """Turns, the next contact, target or place, weapons by number, link, orders, confirm."""
        if name in ("left", "right", "fire", "link"):
            self.press(name)
            return True
        if name == "next":
            return self.mode.step() if self.mode is not None else not self.firing and self._next()
        if name in ("resolve", "drones", "partner", "nuke", "defend", *listed(self.menu)):
            return self._by_key(name)
        moving = not self.firing and self.mode is None
        if name == "confirm" and moving and (self.mover.pending or self.mover.contact is not None):
            self._move()
            return True
        if name == "confirm" and not self.firing and self._owed():
            self.press("owed")
            return True
        number, mounts = PICKS.get(name, 0), self.menu.model.card.mounts
        if not 1 <= number <= len(mounts):
            return False
        self.pick(mounts[number - 1].id)
        return True

    def _next(self) -> bool:
        """The next contact, or whom the action that waits means."""
        return self.mover.aim() or self.targets.step()

    def _by_key(self, name: str) -> bool:
        """Press the first button of that kind, or say why it is off."""
        offers = [offer for offer in self.offers() if name in (offer.name, offer.verb)]
        able = next((offer for offer in offers if offer.refusal is None), None)
        if able is not None:
            self.press(able.name)
        elif offers:
            self.selection.refuse(offers[0].refusal)
        return bool(offers)

    def take_weapon(self, mount: str) -> bool:
        """A click on a weapon of the card: taken in hand or put away, if the card is the active model's."""
        if self.selection.selected != self.menu.subject:
            return False
        self.pick(mount)
        return True

    def pick(self, mount: str) -> None:
        """A weapon of the card was chosen: take it in hand, or put it away if it is in hand."""
        if self.menu.model.aboard:
            return
        if self.firing and self.selection.weapons[:1] == (mount,):
            self._stop_firing()
            return
        if mount in nukes(self.menu.state, self.menu.model):
            self._take_nuke(mount)
            return
        refusal = self.gunner.refuse_mount(mount)
        self.selection.refuse(refusal)
        if refusal is None:
            self.gunner.take(mount)
            self._fire()

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if self.mode is not None and self._press_in_mode(self.mode, name):
            return
        if name in ("left", "right"):
            self._stop_firing()
            self.mover.turn(-1 if name == "left" else 1)
        elif name == "fire":
            self._toggle_fire()
        elif name == "move":
            self._stop_firing()
        elif name == "clear":
            self.mover.drop()
        elif name == "turn":
            self._move()
        elif name == "owed":
            self.give(self._owed_order() or self.menu.default())
        elif name == "link":
            self.gunner.toggle_link()
        elif name == "drones":
            self._take_drone()
        elif name == "nuke":
            self._take_nuke()
        else:
            offer = named(self.offers(), name)
            if offer is not None and offer.answer is not None:
                self.give(offer.answer)

    def _press_in_mode(self, mode: Mode, name: str) -> bool:
        """A button while something is in hand; True if it was about that."""
        if mode.press(name):
            return True
        if name in ("left", "right"):
            mode.turn(-1 if name == "left" else 1)
        elif name == mode.button().name:
            self.give(mode.best())
        elif any(offer.name == name for offer, _ in self.drones):
            self.mode = next((each for offer, each in self.drones if offer.name == name), None) or mode
        elif name in (mode.kind, "move"):
            self.mode = None
        else:
            return False
        return True

    def _toggle_fire(self) -> None:
        if self.firing:
            self._stop_firing()
            return
        refusal = self.gunner.refusal()
        self.selection.refuse(refusal)
        if refusal is None:
            self.firing, self.mode = self.gunner.take_first(), None
            self.mover.drop()

    def cancel(self) -> bool:
        """Escape: put away what is in hand."""
        if self.mode is not None:
            return self._put_away(self.mode)
        if self.mover.drop() or self.targets.drop():
            return True
        had = self.firing
        self._stop_firing()
        return had

    def _put_away(self, mode: Mode) -> bool:
        """Drop what keys picked, or leave the mode; a model aboard stays in hand."""
        had = mode.drop()
        if not had and not mode.stays:
            self.mode, had = None, True
        return had
