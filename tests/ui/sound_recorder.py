"""A sound device that only remembers what it was asked to play."""

from __future__ import annotations


class SoundRecorder:
    """Remembers each sound with its volume on the left and on the right."""

    def __init__(self, works: bool = True) -> None:
        self.works = works
        self.opened = 0
        """How often the device was opened."""
        self.played: list[tuple[str, float, float]] = []

    def open(self) -> bool:
        self.opened += 1
        return self.works

    def play(self, name: str, left: float, right: float) -> bool:
        self.played.append((name, left, right))
        return self.works

    @property
    def names(self) -> list[str]:
        return [name for name, _, _ in self.played]

    def take(self) -> list[str]:
        """Return the names of the sounds since the last call."""
        names = self.names
        self.played.clear()
        return names
