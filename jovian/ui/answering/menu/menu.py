"""The menu of an activation: moving and attacking in any order, the declared action, Point Defense, the end.

A model aboard a ship is set down from it or idles; Drone Bays and Nukes have modes of their own.
"""

from __future__ import annotations

from typing import cast

from jovian.game import Answer, Refusal
from jovian.game.answers import Resolve
from jovian.rules.firing.nukes import nukes
from jovian.ui.answering.in_hand.mode import Mode
from jovian.ui.answering.menu.modes import Intent, Modes
from jovian.ui.answering.menu.orders import listed
from jovian.ui.board import Brackets, Note, Overlay
from jovian.ui.panels.offer import named
from jovian.ui.playing.desk import Point
from jovian.ui.playing.keys import PICKS


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
        intent = self.intent(self.desk.hovered)
        if intent is Intent.MOVE:
            return (*self.mover.overlays(), *self.targets.overlays())
        attack = self._attack_to_come() if intent is Intent.ATTACK and self.desk.point is not None else ()
        return (*attack, *self.targets.overlays())

    def _attack_to_come(self) -> tuple[Overlay, ...]:
        """Mark the enemy under the pointer, with what a click on it does."""
        enemy, weapon = self.menu.state.models[self.desk.hovered], self.gunner.name_first(self.desk.hovered)
        if not weapon:
            return (Brackets(enemy.base, enemy.pose, "refused"), Note(enemy.pose[:2], "No shot", "refused"))
        note = Note(enemy.pose[:2], f"Attack with {weapon}", "attack")
        return (Brackets(enemy.base, enemy.pose, "attack"), note)

    def click(self, point: Point, ident: str) -> bool:
        """Do what `intent` says."""
        match self.intent(ident):
            case Intent.IN_HAND if self.mode is not None:
                self.given(self.mode.best())
            case Intent.RESOLVE:
                self.given(cast(Resolve, self.resolving(ident)))
            case Intent.ATTACK | Intent.FIRE:
                self._at_enemy(ident)
            case Intent.NO_TARGET:
                self.desk.refuse(Refusal("There is no target there.", "v1.2.4 Attack > Target"))
            case Intent.MOVE:
                return self._move()
            case _:
                return False
        return True

    def _at_enemy(self, ident: str) -> None:
        if self.firing:
            self.given(self.gunner.choice(ident))
            return
        if self.gunner.take_first(ident):
            self._fire()
            return
        self.desk.refuse(self.gunner.refusal() or self.gunner.refuse_target(ident))

    def _move(self) -> bool:
        if self.desk.ctrl and not self.menu.model.capital:
            return self.mover.add_way_point()
        choice = self.mover.choice()
        if choice is None:
            return False
        self.given(choice)
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
            self.desk.refuse(offers[0].refusal)
        return bool(offers)

    def take_weapon(self, mount: str) -> bool:
        """A click on a weapon of the card: taken in hand or put away, if the card is the active model's."""
        if self.desk.selected != self.menu.subject:
            return False
        self.pick(mount)
        return True

    def pick(self, mount: str) -> None:
        """A weapon of the card was chosen: take it in hand, or put it away if it is in hand."""
        if self.menu.model.aboard:
            return
        if self.firing and self.desk.weapons[:1] == (mount,):
            self._stop_firing()
            return
        if mount in nukes(self.menu.state, self.menu.model):
            self._take_nuke(mount)
            return
        refusal = self.gunner.refuse_mount(mount)
        self.desk.refuse(refusal)
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
            self.given(self._owed_order() or self.menu.default())
        elif name == "link":
            self.gunner.toggle_link()
        elif name == "drones":
            self._take_drone()
        elif name == "nuke":
            self._take_nuke()
        else:
            offer = named(self.offers(), name)
            if offer is not None and offer.answer is not None:
                self.given(offer.answer)

    def _press_in_mode(self, mode: Mode, name: str) -> bool:
        """A button while something is in hand; True if it was about that."""
        if mode.press(name):
            return True
        if name in ("left", "right"):
            mode.turn(-1 if name == "left" else 1)
        elif name == mode.button().name:
            self.given(mode.best())
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
        self.desk.refuse(refusal)
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
