"""The JSON form of a unit card with all that upgrades, hardpoints, and dice have changed on it.

A card file describes a printed card. A game also has cards that no file describes: a ship with upgrades, a station with
rolled ratings, a ship whose weapons are secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from jovian.cards.fleet import UnitCard

SOURCE = "source_text"
"""The field that isn't written: the file of the printed card."""
MAX_NUMBER = 10_000
"""The largest number of a card."""
MAX_BASE = 48
"""The largest width and length of a base in inches."""
MAX_ITEMS = 500
"""The maximum length of a list."""
MAX_TEXT = 2000
"""The maximum number of characters of a text."""


def card_to_json(card: UnitCard) -> dict[str, Any]:
    """Return a card as JSON. Fields with their default value are omitted."""
    data: dict[str, Any] = _plain(card)
    return data


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        written = ((item, getattr(value, item.name)) for item in fields(value) if item.name != SOURCE)
        return {item.name: _plain(content) for item, content in written if content != item.default}
    if isinstance(value, Mapping):
        return {key: _plain(content) for key, content in value.items()}
    return [_plain(content) for content in value] if isinstance(value, tuple) else value
