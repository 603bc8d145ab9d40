"""What a duel came to as JSON: `docs/opponents.md` lists its keys."""

from __future__ import annotations

from typing import Any

from jovian.dice import told_seed
from jovian.match.faults import Faults
from jovian.rehearsal.duels.dueling import Duel
from jovian.rehearsal.duels.standings import Standing
from jovian.rehearsal.telling.written import written

FORMAT = 1


def document(asked: Duel, found: Standing, *, stopped: bool) -> dict[str, Any]:
    """All of it as plain JSON."""
    faults = Faults()
    faults.add(found.faults)
    test = {"from": asked.test.low, "to": asked.test.high, "error": asked.test.error, "ends": asked.tested}
    told = written(found)
    measured = {name: told.pop(name) for name in ("ratio", "bound", "verdict")}
    return {
        "format": FORMAT, "question": "duel", "players": list(asked.players), "seed": told_seed(asked.seed),
        "complete": not stopped, "stopped": stopped, "test": test | measured, **told, "faults": faults.written(),
    }  # fmt: skip
