"""A carrier with squadrons aboard, the start of scripts about Hangers and Embarked models."""

from __future__ import annotations

from typing import Any

from tests.rules.stage import Cast, Staged, ship, squadron, stage

ASHORE: dict[str, Any] = {"activated": True}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
FAR = (44, 44)


def hidden(name: str = "S", host: str = "c", **fields: Any) -> Cast:
    """Return a squadron aboard a ship."""
    return squadron(name, 0, (0, 0), embarked_in=host, **fields)


def carrier(*more: Cast, own: dict[str, Any] | None = None, **fields: Any) -> Staged:
    """Return a game with a squadron S aboard a ship C that has activated. The enemy is far away."""
    return stage(
        ship("C", 0, (24, 24), **{"traits": ["Hangers:2"], **ASHORE, **fields}),
        hidden(**(own or {})),
        ship("E", 1, FAR, 180, **ASHORE),
        *more,
    )
