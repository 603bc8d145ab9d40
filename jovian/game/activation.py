"""What an activation knows: every menu of it is built from here, never from a local variable."""

from __future__ import annotations


class Activation:
    """The running activation of one model. Lengths in inches."""

    __slots__ = (
        "action",
        "avoided",
        "bays",
        "declared",
        "fights",
        "fired_on",
        "granted",
        "intercepted",
        "landed",
        "launched",
        "let_pass",
        "limits",
        "model",
        "ran",
        "reacted",
        "resolved",
        "reversed",
        "spent",
        "start",
        "stopped",
        "struck",
        "target",
        "thrusters_test",
        "turned",
        "used",
    )

    def __init__(self, model: str) -> None:
        self.model = model
        self.declared = False
        """Has the action (or none) been declared?"""
        self.action = ""
        self.granted: tuple[str, ...] = ()
        """Parameters and results of the action, such as the extra turn that Reorient gave."""
        self.target = ""
        """The squadron that an Active Interception named when it was declared (R45)."""
        self.start = (0, 0)
        """Where the model stood when it declared, in ten-thousandths of an inch."""
        self.resolved = False
        self.limits: tuple[float, float, int] | None = None
        """Minimum, maximum and turns, fixed when the ship first moves or turns (R20)."""
        self.ran = 0.0
        self.reversed = 0.0
        self.turned = 0
        self.thrusters_test = 0
        """0 not made, 1 passed, -1 failed (R22)."""
        self.spent: tuple[str, ...] = ()
        """The id of a model for each Fire Control that it has spent in this activation (R40)."""
        self.used: tuple[str, ...] = ()
        self.fired_on: tuple[str, ...] = ()
        """`model/mount` of every enemy weapon that was offered its autofire (R56)."""
        self.launched = False
        self.landed = False
        self.bays: tuple[str, ...] = ()
        """The mount of a Drone Bay for each drone squadron that its use may still launch."""
        self.reacted: tuple[str, ...] = ()
        """The enemy squadrons that were offered their Reactive Interception (R71)."""
        self.intercepted = False
        """Has who is active now fought an interceptor? It may not twice; who flies on without the fighter may (R76)."""
        self.fights = 0
        """How many Reactive Interceptions were fought in this activation: each ends the flight that it interrupts."""
        self.let_pass = False
        """Has the other side said that nobody reacts to the rest of this move?"""
        self.struck: tuple[str, ...] = ()
        """`model/piece` of terrain that has already attacked a model in this activation (R29)."""
        self.avoided: tuple[str, ...] = ()
        """`model/piece` of terrain that a model avoids (R30)."""
        self.stopped = False
        """Has it attacked or acted while standing on something it could not get clear of? Then its move is over."""

    def copy(self) -> Activation:
        """A copy; every field is a plain value."""
        new = Activation.__new__(Activation)
        for slot in Activation.__slots__:
            setattr(new, slot, getattr(self, slot))
        return new

    @property
    def moved(self) -> bool:
        """Has the model moved or turned at all?"""
        return self.limits is not None

    def fact(self) -> tuple[object, ...]:
        """What the digest reads: lengths as integers."""
        limits = tuple(round(value * 10000) for value in self.limits) if self.limits else ()
        plain = (
            round(value * 10000) if isinstance(value := getattr(self, slot), float) else value
            for slot in Activation.__slots__
            if slot != "limits"
        )
        return (*plain, limits)
