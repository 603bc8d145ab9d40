"""Every change that may be made by hand in a rehearsal."""

from __future__ import annotations

from typing import Any, cast

from jovian.game.answer import read
from jovian.rules.edits.edit import Edit
from jovian.rules.edits.models import BreakWeapon, MarkBoxes, PutAt, SetActivated, SetState, TakeOff
from jovian.rules.edits.moments import BeginPhase, FixDice, SetSide, SetTurn

EDITS: tuple[type[Edit], ...] = (
    PutAt, MarkBoxes, BreakWeapon, SetState, TakeOff, SetActivated, SetTurn, BeginPhase, SetSide, FixDice,
)  # fmt: skip


def read_edit(given: Any) -> Edit:
    """The change that any JSON, or another change, means; raises Malformed."""
    return cast(Edit, read(given, EDITS))
