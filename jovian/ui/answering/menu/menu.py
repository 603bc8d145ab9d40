"""The menu of an activation: moving and attacking in any order, the declared action, Point Defense, the end.

A model aboard a ship is set down from it or idles; Drone Bays and Nukes have modes of their own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from jovian.game import Choice, Decision, Refusal
from jovian.rules.firing.nukes import nukes
from jovian.rules.menu.menu import Menu
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.ui.answering.controller import Controller
from jovian.ui.answering.menu.attack import Gunner
from jovian.ui.answering.menu.blast import Blast, nuke_button, refuse_ready
from jovian.ui.answering.menu.droning import Droning, drone_hands
from jovian.ui.answering.menu.hand import Hand
from jovian.ui.answering.menu.launching import Launching
from jovian.ui.answering.menu.move import Mover
from jovian.ui.answering.menu.orders import order_choice, order_offers
from jovian.ui.answering.menu.targets import Targets
from jovian.ui.board import Overlay
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point


class MenuController(Controller):
    """Answers `menu`, in one of its modes: moving, attacking with the weapons in hand, something else in hand."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.menu = cast(Menu, decision)
        self.mover = Mover(desk, self.menu)
        self.gunner = Gunner(desk, self.menu)
        desk.selected = decision.subject
        gone = (*self.menu.act.used, *self.menu.model.damaged)
        desk.weapons = tuple(mount for mount in desk.weapons if mount not in gone and self._has(mount))
        self.firing = bool(desk.weapons) and bool(self.gunner.legal(desk.weapons))
        if not self.firing:
            desk.weapons = ()
        self.drones = drone_hands(desk, self.menu)
        self.targets = Targets(desk, self.menu)
        self.hand: Hand | None = None
        """What the next click sets down or fires, None when moving or attacking."""
        if self.menu.model.aboard and not self.menu.act.launched:
            self.hand = Launching(desk, self.menu)
        elif self.menu.act.bays and not self.firing:
            self._take_drone()

    def _has(self, mount: str) -> bool:
        return mount == POINT_DEFENSE or self.menu.model.mount(mount) is not None

    @property
    def title(self) -> str:
        """Whose activation, and in which mode."""
        name = self.menu.model.name
        if self.hand is not None:
            return f"{name}{', ' if self.hand.stays else ': '}{self.hand.title}"
        if self.menu.model.aboard:
            return f"{name}, aboard {self.menu.state.models[self.menu.model.host].name}"
        return f"{name}: {'attack' if self.firing else 'move'}"

    @property
    def hint(self) -> str:
        """What is left, and how to use it."""
        if self.firing:
            left = fire_control_left(self.menu.state, self.menu.model)
            return f"Fire Control {left} · point at a target for the exact odds, click to fire · Escape: no"
        if self.hand is not None:
            return self.hand.hint
        if self.menu.model.aboard:
            return "It has launched and landed: end its activation"
        if self.resolving(self.desk.hovered):
            return f"Click to {self.targets.verb.lower()} {self.menu.state.models[self.desk.hovered].name}"
        waits = self._ramming() or self.targets.hint()
        return f"{waits} · {self._how()}" if waits else f"{self.mover.left()} · {self._how()}"

    def _ramming(self) -> str:
        """Whom a ship that rams would run into, "" for nobody."""
        names = [self.menu.state.models[each.ident].name for each in self.mover.ramming.impacts]
        return f"ram: click on {' or '.join(names)} to run into it ({self.desk.keymap.shown('next')})" if names else ""

    def _how(self) -> str:
        """How to move, or whom that brings in reach."""
        threats, key = self.mover.threats(), self.desk.keymap.shown("next")
        if threats:
            return f"there in reach of {', '.join(threats[:4])}{f' and {len(threats) - 4} more' if threats[4:] else ''}"
        how = self.mover.how()
        if self.mover.closing.prey and not self.mover.contact:
            how += f", on a model for contact ({key})"
        return how

    # --- the action bar ---
    def offers(self) -> list[Offer]:
        """The modes, what suits the mode, the action, the end."""
        if self.menu.model.aboard:
            return [*self._handing(), self._end()]
        mode = self._firing() if self.firing else self._handing() if self.hand else self._moving() + self._owed()
        return [*self._modes(), *mode, *self._orders(), self._end()]

    def _orders(self) -> list[Offer]:
        return order_offers(self.menu, self.targets, next(iter(self.desk.weapons), ""))

    def _handing(self) -> list[Offer]:
        """What is in hand, and the choices about it."""
        if self.hand is None:
            return []
        kinds = [replace(offer, lit=hand is not None and self._in_hand(offer)) for offer, hand in self.drones]
        shown = kinds if isinstance(self.hand, Droning) else []
        return [*shown, *self.hand.offers(), self.hand.button()]

    def _in_hand(self, offer: Offer) -> bool:
        return isinstance(self.hand, Droning) and offer.name == f"drone:{self.hand.mount}:{self.hand.card.key}"

    def _owed(self) -> list[Offer]:
        """One button for what must be moved before the activation may end."""
        choice = self._owed_move()
        if choice is None or self.mover.pending:
            return []
        label = f'Move on {choice[1]:.2f}"'
        return [Offer("owed", label, "primary", "confirm", hint="Straight ahead, as far as the ship must go")]

    def _owed_move(self) -> Choice | None:
        """Straight ahead as far as it must go, None if it may end or must do something else."""
        if not self.menu.model.capital or self.menu.model.aboard or self.menu.check(["end"]) is None:
            return None
        default, least = self.menu.default(), self.mover.room.least
        choice: Choice = default if default[0] == "move" else ["move", round(least, 3)]
        return choice if self.menu.check(choice) is None else None

    def _modes(self) -> list[Offer]:
        none = None if self.mover.able else Refusal("Nothing of its move is left.", "v1.2.4 Movement")
        found = [
            Offer("move", "Move", refusal=none, lit=not (self.firing or self.hand), hint=self.mover.left()),
            Offer("fire", "Attack", command="fire", refusal=self.gunner.refusal(), lit=self.firing),
        ]
        if self.drones:
            able = any(hand is not None for _, hand in self.drones)
            refusal = None if able else self.drones[0][0].refusal
            lit = isinstance(self.hand, Droning)
            found.append(Offer("drones", "Drones", command="drones", refusal=refusal, lit=lit))
        return [*found, *nuke_button(self.menu, isinstance(self.hand, Blast))]

    def _moving(self) -> list[Offer]:
        if not self.menu.model.capital:
            found = [Offer("clear", "Clear way points")] if self.mover.way else []
            if self.mover.course is not None or self.mover.closing.aimed:
                found.append(Offer("turn", "Fly there", "primary", "confirm"))
            return found
        angle = 5 if self.mover.angle == 0 else self.mover.angle
        refusal = None if self.mover.room.pivot else self.menu.check(["turn", angle])
        found = [
            Offer("left", "Turn left", command="left", refusal=refusal),
            Offer("right", "Turn right", command="right", refusal=refusal),
        ]
        if self.mover.angle:
            found.append(Offer("turn", f"Confirm turn {self.mover.angle:+d}°", "primary", "confirm"))
        elif self.mover.ramming.aimed:
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
        refusal = self.menu.check(["end"])
        label = "Idle" if self.menu.model.aboard and not self.menu.act.landed else "End activation"
        return Offer("end", label, "plain" if refusal or self.hand else "primary", "end", refusal)

    def warning(self, choice: Choice) -> Refusal | None:
        """Whatever is declared, or ended, partly off the table takes the model out of play (R27)."""
        return self.menu.warning(choice)

    # --- input ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Of the mode."""
        if self.hand is not None:
            return self.hand.overlays()
        if self.menu.model.aboard:
            return ()
        if self.firing:
            return self.gunner.overlays()
        moving = () if self.resolving(self.desk.hovered) else self.mover.overlays()
        return (*moving, *self.targets.overlays())

    def resolving(self, ident: str) -> Choice | None:
        """The answer if a click on a model resolves the action on it, else None."""
        return None if self.firing or self.mover.pending else self.targets.choice(ident)

    def click(self, point: Point, ident: str) -> bool:
        """Set down or fire there, resolve the action on it, fire at it, aim at it, move there."""
        if self.hand is not None:
            self.given(self.hand.best())
            return True
        if self.menu.model.aboard:
            return False
        if not self.firing and self.mover.contact is not None:
            return self._move()
        resolved = self.resolving(ident)
        if resolved is not None:
            self.given(resolved)
            return True
        return self._click_on(ident)

    def _click_on(self, ident: str) -> bool:
        under = self.desk.model(ident) if ident else None
        if under is not None and under.side != self.menu.side and not self.running_into(ident):
            self._at_enemy(ident)
            return True
        if self.firing:
            if under is None:
                self.desk.refuse(Refusal("There is no target there.", "v1.2.4 Attack > Target"))
            return under is None
        own = under is not None and under.side == self.menu.side and under.id != self.menu.subject
        return False if own and not self.mover.pending else self._move()

    def running_into(self, ident: str) -> bool:
        """Is it a ship straight ahead that the active one rams?"""
        return not self.firing and any(each.ident == ident for each in self.mover.ramming.impacts)

    def _at_enemy(self, ident: str) -> None:
        if self.firing:
            self.given(self.gunner.choice(ident))
            return
        refusal = self.gunner.refusal()
        if refusal is None and not self.gunner.take_first(ident):
            shots = self.menu.shots(self.menu.state.models[ident])
            refusal = next((shot for shot in shots.values() if isinstance(shot, Refusal)), None)
        self.desk.refuse(refusal)
        if refusal is None:
            self._fire()

    def _fire(self) -> None:
        """Go over to attacking."""
        self.firing, self.hand = True, None
        self.mover.drop()

    def _take_drone(self) -> None:
        """Go over to launching drones, the first that may be; those of a bay in use come first."""
        hands = [hand for _, hand in self.drones if hand is not None]
        hands.sort(key=lambda hand: hand.mount not in self.menu.act.bays)
        self._stop_firing()
        self.hand = hands[0] if hands else None
        self.mover.drop()

    def _take_nuke(self, mount: str = "") -> None:
        """Go over to aiming a Nuke, or say why that is refused."""
        refusal = refuse_ready(self.menu, mount) if mount else nuke_button(self.menu, False)[0].refusal
        self.desk.refuse(refusal)
        if refusal is None:
            self._stop_firing()
            self.hand = Blast(self.desk, self.menu, mount)
            self.mover.drop()

    def _move(self) -> bool:
        if self.desk.ctrl and not self.menu.model.capital:
            return self.mover.add_way_point()
        choice = self.mover.choice()
        if choice is None:
            return False
        self.given(choice)
        return True

    def wheel(self, steps: int) -> bool:
        """Turn the ghost."""
        if self.hand is not None:
            return self.hand.turn(steps)
        return not self.firing and self.mover.turn(steps)

    def command(self, name: str) -> bool:
        """Turns, the next contact, target or place, weapons by number, link, orders, confirm."""
        if name in ("left", "right", "fire", "link"):
            self.press(name)
            return True
        if name == "next":
            return self.hand.step() if self.hand is not None else not self.firing and self._next()
        if name in ("resolve", "land", "escort", "drones", "partner", "nuke", "defend"):
            return self._by_key(name)
        moving = not self.firing and self.hand is None
        if name == "confirm" and moving and (self.mover.pending or self.mover.contact is not None):
            self._move()
            return True
        if name == "confirm" and not self.firing and self._owed():
            self.press("owed")
            return True
        if name.startswith("pick "):
            mounts = [mount.id for mount in self.menu.model.card.mounts]
            if int(name[5:]) <= len(mounts):
                self.pick(mounts[int(name[5:]) - 1])
                return True
        return False

    def _next(self) -> bool:
        """The next contact, or whom the action that waits means."""
        return self.mover.aim() or self.targets.step()

    def _by_key(self, name: str) -> bool:
        """Press the first button of that kind, or say why it is off."""
        offers = [offer for offer in self.offers() if offer.name.partition(":")[0] == name]
        able = next((offer for offer in offers if offer.refusal is None), None)
        if able is not None:
            self.press(able.name)
        elif offers:
            self.desk.refuse(offers[0].refusal)
        return bool(offers)

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

    def _stop_firing(self) -> None:
        self.firing, self.desk.weapons = False, ()

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if self.hand is not None and self._press_handing(self.hand, name):
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
            self.given(self._owed_move() or self.menu.default())
        elif name == "link":
            self.gunner.toggle_link()
        elif name == "drones":
            self._take_drone()
        elif name == "nuke":
            self._take_nuke()
        else:
            self.given(order_choice(name))

    def _press_handing(self, hand: Hand, name: str) -> bool:
        """A button while something is in hand; True if it was about that."""
        if hand.press(name):
            return True
        if name in ("left", "right"):
            hand.turn(-1 if name == "left" else 1)
        elif name == hand.button().name:
            self.given(hand.best())
        elif name.startswith("drone:"):
            self.hand = next((each for offer, each in self.drones if offer.name == name), None) or hand
        elif name in (hand.kind, "move"):
            self.hand = None
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
            self.firing, self.hand = self.gunner.take_first(), None
            self.mover.drop()

    def cancel(self) -> bool:
        """Escape: put away what is in hand."""
        if self.hand is not None:
            return self._put_away(self.hand)
        if self.mover.drop() or self.targets.drop():
            return True
        had = self.firing
        self._stop_firing()
        return had

    def _put_away(self, hand: Hand) -> bool:
        """Drop what keys picked, or leave the mode; a model aboard stays in hand."""
        had = hand.drop()
        if not had and not hand.stays:
            self.hand, had = None, True
        return had
