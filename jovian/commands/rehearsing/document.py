"""The answer of `rehearse` as JSON: `docs/rehearsal.md` lists its keys."""

from __future__ import annotations

from typing import Any

from jovian.dice import told_seed
from jovian.match import Match
from jovian.rehearsal.one_game.start import drawn_anew
from jovian.rehearsal.questions.comparing import Comparison
from jovian.rehearsal.questions.forecast import Forecast
from jovian.rehearsal.questions.rehearsing import Ask
from jovian.rehearsal.telling.words import plans_words, summary
from jovian.rehearsal.telling.written import written

FORMAT = 1


def document(match: Match, ask: Ask, answer: Forecast, *, complete: bool, stopped: bool = False) -> dict[str, Any]:
    """The answer as plain JSON; `complete` if all games that were asked for are in it."""
    return {**_asked("from-here", match, ask, complete, stopped), "words": summary(answer), "forecast": written(answer)}


def compared(match: Match, ask: Ask, answer: Comparison, *, complete: bool, stopped: bool = False) -> dict[str, Any]:
    """The answer to which plan is best as plain JSON."""
    told = {"words": plans_words(answer), "comparison": written(answer)}
    return {**_asked("plans", match, ask, complete, stopped), **told}


def _asked(question: str, match: Match, ask: Ask, complete: bool, stopped: bool) -> dict[str, Any]:
    return {
        "format": FORMAT, "question": question,
        "position": {
            "scenario": match.setup.scenario.key, "answers": ask.start.answers, "turn": match.state.turn,
            "phase": match.state.phase, "fresh": ask.start.fresh,
            "knowing": ask.start.knowing,
        },
        "drawn": list(drawn_anew(ask.start)),
        "players": list(ask.players), "seed": told_seed(ask.seed), "games": ask.games, "turns": ask.turns,
        "until": ask.until, "complete": complete, "stopped": stopped,
    }  # fmt: skip
