"""How much a player may think: counted in nodes, never in seconds, so that one seed gives one game on every machine.

A node is whatever the player counts: an end weighed, a trial played on. Who drives a player may hand it a flag as its
`hurry`, such as a `threading.Event` or one of `multiprocessing`; once that is set nothing is left of any budget, and
the player answers the best it has so far. Such a game depends on when it was set; its record does not, since its
answers stand in it.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable


class Flag(Protocol):
    """What can be set from outside."""

    def is_set(self) -> bool:
        """Has it been set?"""


@runtime_checkable
class Hurried(Protocol):
    """A player that can be told to hurry, by the flag that it was handed."""

    hurry: Flag


class _Never:
    def is_set(self) -> bool:
        return False


NEVER: Flag = _Never()
"""The flag of a player that nobody hurries."""


class Budget:
    """Nodes to spend on one answer."""

    __slots__ = ("_hurry", "nodes", "spent")

    def __init__(self, nodes: int, hurry: Flag = NEVER) -> None:
        self.nodes = nodes
        self.spent = 0
        """How many have been taken."""
        self._hurry = hurry

    @property
    def left(self) -> int:
        """The nodes that may yet be spent: none once it is to hurry."""
        return 0 if self._hurry.is_set() else max(0, self.nodes - self.spent)

    def spend(self, nodes: int = 1) -> bool:
        """Take nodes, all or none of them; is there still so much?"""
        if self.left < nodes:
            return False
        self.spent += nodes
        return True
