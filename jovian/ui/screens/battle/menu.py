"""The menu of an activation: moving and attacking in any order, the declared action, Point Defense, the end."""

from __future__ import annotations

from typing import cast

from jovian.game import Decision, Refusal
from jovian.rules.menu import Menu
from jovian.rules.ratings import fire_control_left
from jovian.rules.shot import POINT_DEFENSE
from jovian.ui.board import Overlay
from jovian.ui.screens.battle.attack import Gunner
from jovian.ui.screens.battle.controller import Controller, Offer
from jovian.ui.screens.battle.desk import Desk, Point
from jovian.ui.screens.battle.move import Mover


class MenuController(Controller):
    """Answers `menu`. It is in one of two modes: moving, or attacking with the weapons in hand."""

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

    def _has(self, mount: str) -> bool:
        return mount == POINT_DEFENSE or self.menu.model.mount(mount) is not None

    @property
    def title(self) -> str:
        """Whose activation, and in which mode."""
        return f"{self.menu.model.name}: {'attack' if self.firing else 'move'}"

    @property
    def hint(self) -> str:
        """What is left, and how to use it."""
        if self.firing:
            left = fire_control_left(self.menu.state, self.menu.model)
            return f"Fire Control {left} · point at a target for the exact odds, click to fire · Escape: no"
        how = "click ahead to move" if self.menu.model.capital else "click to fly, Ctrl and click for way points"
        threats = self.mover.threats()
        if threats:
            how = f"there in reach of {', '.join(threats[:4])}{f' and {len(threats) - 4} more' if threats[4:] else ''}"
        return f"{self.mover.left()} · {how}"

    # --- the action bar ---
    def offers(self) -> list[Offer]:
        """The modes, what suits the mode, the action, the end."""
        mode = self._firing() if self.firing else [*self._moving(), *self._owed()]
        return [*self._modes(), *mode, *self._others(), self._end()]

    def _owed(self) -> list[Offer]:
        """One button for what must be moved before the activation may end."""
        if self.mover.angle or self.menu.check(["end"]) is None:
            return []
        verb, *rest = self.menu.default()
        if verb != "move":
            return []
        label = f'Move on {rest[0]:.2f}"'
        return [Offer("owed", label, "primary", "confirm", hint="Straight ahead, as far as the ship must go")]

    def _modes(self) -> list[Offer]:
        none = None if self.mover.able else Refusal("Nothing of its move is left.", "v1.2.4 Movement")
        return [
            Offer("move", "Move", refusal=none, lit=not self.firing, hint=self.mover.left()),
            Offer("fire", "Attack", command="fire", refusal=self.gunner.refusal(), lit=self.firing),
        ]

    def _moving(self) -> list[Offer]:
        if not self.menu.model.capital:
            return [Offer("clear", "Clear way points")] if self.mover.way else []
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
        act = self.menu.act
        if act.action and not act.resolved:
            found.append(Offer("resolve", f"Resolve {act.action}", refusal=self.menu.check(["resolve"])))
        return found

    def _end(self) -> Offer:
        refusal = self.menu.check(["end"])
        return Offer("end", "End activation", "plain" if refusal else "primary", "end", refusal)

    # --- input ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Of the mode."""
        return self.gunner.overlays() if self.firing else self.mover.overlays()

    def click(self, point: Point, ident: str) -> bool:
        """Fire at it, aim at it, move there."""
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
            self.firing = True
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
        return not self.firing and self.mover.turn(steps)

    def command(self, name: str) -> bool:
        """Turns, weapons by number, link, confirm."""
        if name in ("left", "right", "fire", "link"):
            self.press(name)
            return True
        if name == "confirm" and not self.firing and self.mover.pending:
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

    def pick(self, mount: str) -> None:
        """A weapon of the card was chosen: take it in hand, or put it away if it is in hand."""
        if self.firing and self.desk.weapons[:1] == (mount,):
            self._stop_firing()
            return
        refusal = self.gunner.refuse_mount(mount)
        self.desk.refuse(refusal)
        if refusal is None:
            self.gunner.take(mount)
            self.firing = True
            self.mover.drop()

    def _stop_firing(self) -> None:
        self.firing, self.desk.weapons = False, ()

    def press(self, name: str) -> None:
        """A button of the action bar."""
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
            self.given(self.menu.default())
        elif name == "link":
            self.gunner.toggle_link()
        else:
            self.given([name])

    def _toggle_fire(self) -> None:
        if self.firing:
            self._stop_firing()
            return
        refusal = self.gunner.refusal()
        self.desk.refuse(refusal)
        if refusal is None:
            self.firing = self.gunner.take_first()
            self.mover.drop()

    def cancel(self) -> bool:
        """Escape: put away what is in hand."""
        if self.mover.drop():
            return True
        had = self.firing
        self._stop_firing()
        return had
