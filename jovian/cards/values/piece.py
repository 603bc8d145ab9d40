"""A piece of a scenario: a named rule, objective or count with its parameters, as a file gives them."""

from __future__ import annotations

from typing import Any

from jovian.frozen import frozen


@frozen
class PieceCard:
    """One line of a scenario's special rules, objectives, tokens or endings, or what an objective counts."""

    kind: str
    """By which of its kind the rules know it (`rules/scenario/catalog.py`)."""
    parameters: tuple[tuple[str, Any], ...] = ()
    """What it says besides, by key: numbers, texts, tuples of them, further pieces; only what a file says."""

    def __getitem__(self, key: str) -> Any:
        """A parameter. Raises KeyError for one that is not given."""
        return dict(self.parameters)[key]
