"""The menu of an activation: moving and attacking in any order, the declared action, Point Defense, the end.

A model aboard a ship is set down from it or idles; a ship with Drone Bays has a third mode, for launching drones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from jovian.game import Choice, Decision, Refusal
from jovian.rules.menu import Menu
from jovian.rules.ratings import fire_control_left
from jovian.rules.shot import POINT_DEFENSE
from jovian.ui.board import Overlay
from jovian.ui.screens.battle.attack import Gunner
from jovian.ui.screens.battle.controller import Controller, Offer
from jovian.ui.screens.battle.desk import Desk, Point
from jovian.ui.screens.battle.menu_orders import order_choice, order_offers
from jovian.ui.screens.battle.move import Mover
from jovian.ui.screens.battle.set_down import Droning, Launching, SetDown, drone_hands


class MenuController(Controller):
    """Answers `menu`, in one of its modes: moving, attacking with the weapons in hand, setting a model down."""

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
        self.setter: SetDown | None = None
        """What is set down by the next click, None in the other modes."""
        if self.menu.model.aboard and not self.menu.act.launched:
            self.setter = Launching(desk, self.menu)
        elif self.menu.act.bays and not self.firing:
            self._take_drone()

    def _has(self, mount: str) -> bool:
        return mount == POINT_DEFENSE or self.menu.model.mount(mount) is not None

    @property
    def title(self) -> str:
        """Whose activation, and in which mode."""
        if isinstance(self.setter, Droning):
            return f"{self.menu.model.name}: drones"
        if self.menu.model.aboard:
            return f"{self.menu.model.name}, aboard {self.menu.state.models[self.menu.model.host].name}"
        return f"{self.menu.model.name}: {'attack' if self.firing else 'move'}"

    @property
    def hint(self) -> str:
        """What is left, and how to use it."""
        if self.firing:
            left = fire_control_left(self.menu.state, self.menu.model)
            return f"Fire Control {left} · point at a target for the exact odds, click to fire · Escape: no"
        if self.setter is not None:
            return f"Click to set {self.setter.model.name} down · {self.desk.keymap.shown('next')} for the next place"
        if self.menu.model.aboard:
            return "It has launched and landed: end its activation"
        how = "click ahead to move" if self.menu.model.capital else "click to fly, Ctrl and click for way points"
        threats = self.mover.threats()
        if self.mover.closing.prey and not self.mover.contact:
            how += f", on a model for contact ({self.desk.keymap.shown('next')})"
        if threats:
            how = f"there in reach of {', '.join(threats[:4])}{f' and {len(threats) - 4} more' if threats[4:] else ''}"
        return f"{self.mover.left()} · {how}"

    # --- the action bar ---
    def offers(self) -> list[Offer]:
        """The modes, what suits the mode, the action, the end."""
        if self.menu.model.aboard:
            return [*self._setting(), self._end()]
        mode = self._firing() if self.firing else self._setting() if self.setter else self._moving() + self._owed()
        return [*self._modes(), *mode, *self._others(), self._end()]

    def _setting(self) -> list[Offer]:
        """What is set down, and the choices about it."""
        if self.setter is None:
            return []
        label = "Launch" if isinstance(self.setter, Launching) else f"Launch {self.setter.model.name}"
        hint = "Where the ghost stands, or at the first place; click the board for another"
        kinds = [replace(offer, lit=hand is not None and self._in_hand(offer)) for offer, hand in self.drones]
        launch = Offer("launch", label, "primary", "confirm", self.menu.check(self.setter.best()), hint)
        return [*kinds, *self.setter.offers(), launch]

    def _in_hand(self, offer: Offer) -> bool:
        return isinstance(self.setter, Droning) and offer.name == f"drone:{self.setter.mount}:{self.setter.card.key}"

    def _owed(self) -> list[Offer]:
        """One button for what must be moved before the activation may end."""
        choice = self._owed_move()
        if choice is None or self.mover.angle:
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
            Offer("move", "Move", refusal=none, lit=not (self.firing or self.setter), hint=self.mover.left()),
            Offer("fire", "Attack", command="fire", refusal=self.gunner.refusal(), lit=self.firing),
        ]
        if self.drones:
            able = any(hand is not None for _, hand in self.drones)
            refusal = None if able else self.drones[0][0].refusal
            found.append(Offer("drones", "Drones", command="drones", refusal=refusal, lit=self.setter is not None))
        return found

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
        return found

    def _firing(self) -> list[Offer]:
        group = self.gunner.linked()
        if len(group) < 2:
            return []
        on = len(self.gunner.mounts) > 1
        return [Offer("link", f"Link {len(group)}", command="link", lit=on, hint="Fire all of them as one attack")]

    def _others(self) -> list[Offer]:
        found = []
        if self.menu.model.capital and any(
            not m.capital and m.side != self.menu.side for m in self.menu.state.on_table()
        ):
            refusal = self.menu.check(["defend"])
            hint = "Point Defense at every enemy squadron in range, for one Fire Control"
            found.append(Offer("defend", "Point Defense", refusal=refusal, hint=hint))
        return found + order_offers(self.menu)

    def _end(self) -> Offer:
        refusal = self.menu.check(["end"])
        label = "Idle" if self.menu.model.aboard and not self.menu.act.landed else "End activation"
        return Offer("end", label, "plain" if refusal or self.setter else "primary", "end", refusal)

    # --- input ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Of the mode."""
        if self.setter is not None:
            return self.setter.overlays()
        if self.menu.model.aboard:
            return ()
        return self.gunner.overlays() if self.firing else self.mover.overlays()

    def click(self, point: Point, ident: str) -> bool:
        """Set down there, fire at it, aim at it, move there."""
        if self.setter is not None:
            self.given(self.setter.best())
            return True
        if self.menu.model.aboard:
            return False
        if not self.firing and self.mover.contact is not None:
            return self._move()
        under = self.desk.model(ident) if ident else None
        if under is not None and under.side != self.menu.side:
            self._at_enemy(ident)
            return True
        if self.firing:
            if under is None:
                self.desk.refuse(Refusal("There is no target there.", "v1.2.4 Attack > Target"))
            return under is None
        if under is not None and under.id != self.menu.subject and not self.mover.pending:
            return False
        return self._move()

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
        self.firing, self.setter = True, None
        self.mover.drop()

    def _take_drone(self) -> None:
        """Go over to launching drones, the first that may be; those of a bay in use come first."""
        hands = [hand for _, hand in self.drones if hand is not None]
        hands.sort(key=lambda hand: hand.mount not in self.menu.act.bays)
        self._stop_firing()
        self.setter = hands[0] if hands else None
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
        if self.setter is not None:
            return self.setter.turn(steps)
        return not self.firing and self.mover.turn(steps)

    def command(self, name: str) -> bool:
        """Turns, the next contact or place, weapons by number, link, orders, confirm."""
        if name in ("left", "right", "fire", "link"):
            self.press(name)
            return True
        if name == "next":
            return self.setter.step() if self.setter is not None else not self.firing and self.mover.aim()
        if name in ("resolve", "land", "escort", "drones", "partner"):
            return self._by_key(name)
        moving = not self.firing and self.setter is None
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
        refusal = self.gunner.refuse_mount(mount)
        self.desk.refuse(refusal)
        if refusal is None:
            self.gunner.take(mount)
            self._fire()

    def _stop_firing(self) -> None:
        self.firing, self.desk.weapons = False, ()

    def press(self, name: str) -> None:
        """A button of the action bar."""
        if self.setter is not None and self._press_setting(name):
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
        else:
            self.given(order_choice(name))

    def _press_setting(self, name: str) -> bool:
        """A button while a model is set down; True if it was about that."""
        assert self.setter is not None
        if name in ("left", "right"):
            self.setter.turn(-1 if name == "left" else 1)
        elif name == "launch":
            self.given(self.setter.best())
        elif name.startswith("partner:"):
            self.setter.press(name)
        elif name.startswith("drone:"):
            self.setter = next((hand for offer, hand in self.drones if offer.name == name), None) or self.setter
        elif name in ("drones", "move"):
            self.setter = None
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
            self.firing, self.setter = self.gunner.take_first(), None
            self.mover.drop()

    def cancel(self) -> bool:
        """Escape: put away what is in hand."""
        if self.setter is not None:
            return self._put_away(self.setter)
        if self.mover.drop():
            return True
        had = self.firing
        self._stop_firing()
        return had

    def _put_away(self, setter: SetDown) -> bool:
        """Drop the picked place, or leave the drones; a model aboard stays in hand."""
        had = setter.picked is not None
        setter.picked = None
        if not had and isinstance(setter, Droning):
            self.setter, had = None, True
        return had
