"""The answer of `rehearse` as JSON: `docs/rehearsal.md` lists its keys."""

from __future__ import annotations

from typing import Any

from jovian.dice import told_seed
from jovian.match import Match
from jovian.rehearsal.forecast import Forecast
from jovian.rehearsal.rehearsing import Ask
from jovian.rehearsal.written import written

FORMAT = 1


def document(match: Match, ask: Ask, answer: Forecast, *, complete: bool, stopped: bool = False) -> dict[str, Any]:
    """The answer as plain JSON; `complete` if all games that were asked for are in it."""
    return {
        "format": FORMAT, "question": "from-here",
        "position": {
            "scenario": match.setup.scenario.key, "answers": ask.start.answers, "turn": match.state.turn,
            "phase": match.state.phase, "fresh": ask.start.fresh,
        },
        "players": list(ask.players), "seed": told_seed(ask.seed), "games": ask.games, "turns": ask.turns,
        "until": ask.until, "complete": complete, "stopped": stopped, "forecast": written(answer),
    }  # fmt: skip
