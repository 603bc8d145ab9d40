"""The modes of a menu: moving, attacking with the weapons in hand, something else in hand; their words and buttons."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import cast

from jovian.game import Decision, Model, Refusal
from jovian.game.answers import End, Move, Pivot, Resolve, Turn
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.move_ends import describe_step, describe_way, way_on
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE, used_up
from jovian.ui.answering.controller import Controller
from jovian.ui.answering.in_hand.blast import Blast, nuke_button, refuse_ready
from jovian.ui.answering.in_hand.droning import Droning, drone_modes
from jovian.ui.answering.in_hand.launching import Launching
from jovian.ui.answering.in_hand.mode import Mode
from jovian.ui.answering.menu.asked import AskedMenu
from jovian.ui.answering.menu.attack import Gunner
from jovian.ui.answering.menu.move import Mover
from jovian.ui.answering.menu.orders import order_offers
from jovian.ui.answering.menu.targets import Targets
from jovian.ui.over_the_board.move_left import ways_of, words_of
from jovian.ui.over_the_board.reach import Shots
from jovian.ui.panels.blast_panel import Burst
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk
from jovian.ui.presenting.aim import Aim


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

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        menu = cast(NextOrder, decision)
        self.menu = AskedMenu(menu.state, menu.model)
        self.mover = Mover(desk, self.menu)
        desk.selected = decision.subject
        desk.weapons = tuple(mount for mount in desk.weapons if not self._gone(mount) and self._has(mount))
        self.firing = bool(desk.weapons) and bool(self.gunner.legal(desk.weapons))
        if not self.firing:
            desk.weapons = ()
        self.mode: Mode | None = None
        """What the next click sets down or fires, None when moving or attacking."""
        if self.menu.model.aboard and not self.menu.act.launched:
            self.mode = Launching(desk, self.menu)
        elif self.menu.act.bays and not self.firing:
            self._take_drone()

    def _gone(self, mount: str) -> bool:
        return mount in self.menu.model.damaged or used_up(self.menu.state, self.menu.model, mount)

    @cached_property
    def gunner(self) -> Gunner:
        """What fires the weapons in hand."""
        return Gunner(self.desk, self.menu)

    @cached_property
    def targets(self) -> Targets:
        """Whom the declared action may be resolved on."""
        return Targets(self.desk, self.menu)

    @cached_property
    def drones(self) -> list[tuple[Offer, Droning | None]]:
        """A button for each kind of drone in each bay, with what it puts in hand."""
        return drone_modes(self.desk, self.menu)

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
            return "It has launched and landed: end its activation"
        intent = self.intent(self.desk.hovered)
        if intent is Intent.ATTACK and self.gunner.first_bearing(self.desk.hovered) is None:
            return f"No weapon can fire at {self.menu.state.models[self.desk.hovered].name}"
        if intent is Intent.ATTACK:
            name = self.menu.state.models[self.desk.hovered].name
            weapon = self.gunner.name_first(self.desk.hovered)
            return f"Click to take {weapon} in hand, click again to fire at {name}"
        if intent in (Intent.RESOLVE, Intent.SELECT):
            verb = self.targets.verb.lower() if intent is Intent.RESOLVE else intent.value
            return f"Click to {verb} {self.menu.state.models[self.desk.hovered].name}"
        waits = self._ramming() or self.targets.hint() or self._going_on
        return f"{waits} · {self._how()}" if waits else f"{words_of(self.mover.envelope)} · {self._how()}"

    def _firing_hint(self) -> str:
        """What a click on the enemy under the pointer does; how to choose one if there is none."""
        under = self.desk.under
        if under is not None and self.intent(under.id) is Intent.FIRE:
            if isinstance(self.gunner.shot(under), Refusal):
                return f"The weapon in hand can't fire at {under.name}"
            return f"Click to {Intent.FIRE.value} {under.name}"
        left, key = fire_control_left(self.menu.state, self.menu.model), self.desk.keymap.shown("cancel")
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
        return f"ram: click on {' or '.join(names)} to run into it ({self.desk.keymap.shown('next')})" if names else ""

    def _how(self) -> str:
        """How to move, or whom that brings in reach."""
        threats, key = self.mover.threats(), self.desk.keymap.shown("next")
        if threats:
            return f"there in reach of {', '.join(threats[:4])}{f' and {len(threats) - 4} more' if threats[4:] else ''}"
        how = ways_of(self.mover.envelope, self.desk.keymap)
        if not self.menu.model.capital and self.mover.closing.prey and not self.mover.contact:
            how += f", on a model for contact ({key})"
        return how

    # --- what is aimed ---
    def shots(self, shown: Model, enemy: Model) -> Shots:
        """What every weapon would do to an enemy: for the active model as the menu itself has it."""
        if shown.id != self.menu.subject:
            return super().shots(shown, enemy)
        return self.menu.shots(self.menu.state.models[enemy.id])

    def fires_at(self, ident: str) -> bool:
        """False where a click resolves the action, moves, sets something down, or lets a Nuke burst."""
        return self.intent(ident) in (Intent.ATTACK, Intent.FIRE, Intent.SELECT)

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
    def offers(self) -> list[Offer]:
        """The modes, what suits the mode, the action, the end."""
        if self.menu.model.aboard:
            return [*self._in_mode(), self._end()]
        own = self._firing() if self.firing else self._in_mode() if self.mode else self._moving() + self._owed()
        return [*self._modes(), *own, *self._orders(), self._end()]

    def _orders(self) -> list[Offer]:
        return order_offers(self.menu, self.targets, next(iter(self.desk.weapons), ""))

    def _in_mode(self) -> list[Offer]:
        """What is in hand, and the choices about it."""
        if self.mode is None:
            return []
        kinds = [replace(offer, lit=mode is not None and self._in_hand(offer)) for offer, mode in self.drones]
        shown = kinds if isinstance(self.mode, Droning) else []
        return [*shown, *self.mode.offers(), self.mode.button()]

    def _in_hand(self, offer: Offer) -> bool:
        return isinstance(self.mode, Droning) and offer.name == f"drone:{self.mode.mount}:{self.mode.card.key}"

    def _owed(self) -> list[Offer]:
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
        return [Offer("owed", label, "primary", "confirm", hint=hint)]

    def _owed_order(self) -> Move | Turn | Pivot | None:
        """Return the move ahead that it owes, else its next step to a free end; None if it may end."""
        if not self.menu.model.capital or self.menu.model.aboard or self.menu.check(End()) is None:
            return None
        default, least = self.menu.default(), self.mover.envelope.least
        move = default if isinstance(default, Move) else Move(round(least, 3))
        if self.menu.check(move) is None:
            return move
        return default if isinstance(default, Turn | Pivot) else None

    def _modes(self) -> list[Offer]:
        none = None if self.mover.able else Refusal("Nothing of its move is left.", "v1.2.4 Movement")
        found = [
            Offer("move", "Move", refusal=none, lit=not (self.firing or self.mode), hint=words_of(self.mover.envelope)),
            Offer("fire", "Attack", command="fire", refusal=self.gunner.refusal(), lit=self.firing),
        ]
        if self.drones:
            able = any(mode is not None for _, mode in self.drones)
            refusal = None if able else self.drones[0][0].refusal
            lit = isinstance(self.mode, Droning)
            found.append(Offer("drones", "Drones", command="drones", refusal=refusal, lit=lit))
        return [*found, *nuke_button(self.menu, isinstance(self.mode, Blast))]

    def _moving(self) -> list[Offer]:
        if not self.menu.model.capital:
            found = [Offer("clear", "Clear way points")] if self.mover.way else []
            if self.mover.course is not None or self.mover.closing.aimed:
                found.append(Offer("turn", "Fly there", "primary", "confirm"))
            return found
        angle = 5 if self.mover.angle == 0 else self.mover.angle
        refusal = None if self.mover.envelope.pivot else self.menu.check(Turn(angle))
        found = [
            Offer("left", "Turn left", command="left", refusal=refusal),
            Offer("right", "Turn right", command="right", refusal=refusal),
        ]
        if self.mover.angle:
            found.append(Offer("turn", f"Confirm turn {self.mover.angle:+d}°", "primary", "confirm"))
        elif self.mover.ramming is not None and self.mover.ramming.aimed:
            into = self.mover.ramming.at(self.mover.choice())
            found.append(Offer("turn", f"Run into {into}", "primary", "confirm"))
        return found

    def _firing(self) -> list[Offer]:
        group = self.gunner.linked()
        if len(group) < 2:
            return []
        on = len(self.gunner.mounts) > 1
        return [Offer("link", f"Link {len(group)}", command="link", lit=on, hint="Fire all of them as one attack")]

    def _end(self) -> Offer:
        refusal = self.menu.check(End())
        label = "Idle" if self.menu.model.aboard and not self.menu.act.landed else "End activation"
        return Offer("end", label, "plain" if refusal or self.mode else "primary", "end", refusal, answer=End())

    # --- what a click does ---
    def intent(self, ident: str) -> Intent:
        """Return what a click does with the pointer on a model ("" for none): overlays, hint, and click follow it.

        What is in hand for a move comes first: a turn, way points, a contact that was chosen with a key.
        """
        if self.mode is not None:
            return Intent.IN_HAND
        if self.menu.model.aboard:
            return Intent.SELECT
        if not self.firing and self.mover.contact is not None:
            return Intent.MOVE
        if self.resolving(ident) is not None:
            return Intent.RESOLVE
        under = self.desk.model(ident) if ident else None
        if self.firing:
            if under is None:
                return Intent.NO_TARGET
            return Intent.FIRE if under.side != self.menu.side else Intent.SELECT
        if under is None or under.id == self.menu.subject or self.mover.pending or self.running_into(ident):
            return Intent.MOVE
        return Intent.ATTACK if under.side != self.menu.side else Intent.SELECT

    # --- from mode to mode ---
    def resolving(self, ident: str) -> Resolve | None:
        """The answer if a click on a model resolves the action on it, else None."""
        meant = ident and self.waiting and not self.firing and not self.mover.pending
        return self.targets.choice(ident) if meant else None

    def running_into(self, ident: str) -> bool:
        """Is it a ship straight ahead that the active one rams?"""
        ahead = self.mover.ramming.impacts if self.mover.ramming is not None and not self.firing else ()
        return any(each.ident == ident for each in ahead)

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
        self.desk.refuse(refusal)
        if refusal is None:
            self._stop_firing()
            self.mode = Blast(self.desk, self.menu, mount)
            self.mover.drop()

    def _stop_firing(self) -> None:
        self.firing, self.desk.weapons = False, ()
