"""A carrier with squadrons aboard: where the scripts about Hangers and what is embarked begin."""

from __future__ import annotations

from typing import Any

from tests.rules.stage import Cast, Staged, ship, squadron, stage

ASHORE: dict[str, Any] = {"activated": True}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
FAR = (44, 44)


def hidden(name: str = "S", host: str = "c", **fields: Any) -> Cast:
    """A squadron aboard a ship."""
    return squadron(name, 0, (0, 0), embarked_in=host, **fields)


def carrier(*more: Cast, own: dict[str, Any] | None = None, **fields: Any) -> Staged:
    """A squadron S aboard a ship C in the middle of the table, which has activated; the enemy is far away."""
    return stage(
        ship("C", 0, (24, 24), **{"traits": ["Hangers:2"], **ASHORE, **fields}),
        hidden(**(own or {})),
        ship("E", 1, FAR, 180, **ASHORE),
        *more,
    )
