"""Drafts for tests."""

from __future__ import annotations

from jovian.editing.draft import Draft, draft_of, new_draft

SHIP, WING, FOE = "jovian/alexander", "jovian/pathfinder", "cega/hachiman"


def duel() -> Draft:
    """Return a draft with a ship, a squadron of its side, and an enemy ship on an empty table."""
    models = [
        {"id": "ship", "card": SHIP, "side": 0, "x": 10, "y": 8},
        {"id": "wing", "card": WING, "side": 0, "x": 10, "y": 11},
        {"id": "foe", "card": FOE, "side": 1, "x": 24, "y": 36, "heading": 180},
    ]
    return draft_of({**new_draft(()).data, "models": models})
