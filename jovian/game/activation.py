"""What an activation knows: every menu of it is built from here, never from a local variable."""

from __future__ import annotations


class Activation:
    """The running activation of one model. Lengths in inches."""

    __slots__ = (
        "action",
        "avoided",
        "budget",
        "declared",
        "fire_control",
        "fired_on",
        "granted",
        "limits",
        "model",
        "ran",
        "resolved",
        "reversed",
        "stopped",
        "struck",
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
        self.resolved = False
        self.limits: tuple[float, float, int] | None = None
        """Minimum, maximum and turns, fixed when the ship first moves or turns (R20)."""
        self.budget = 0.0
        """Inches a squadron may still fly."""
        self.ran = 0.0
        self.reversed = 0.0
        self.turned = 0
        self.thrusters_test = 0
        """0 not made, 1 passed, -1 failed (R22)."""
        self.fire_control = 0
        self.used: tuple[str, ...] = ()
        self.fired_on: tuple[str, ...] = ()
        """`model/mount` of every enemy weapon that was offered its autofire (R56)."""
        self.struck: tuple[str, ...] = ()
        """Terrain that has already attacked the model in this activation (R29)."""
        self.avoided: tuple[str, ...] = ()
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
