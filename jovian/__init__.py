"""Jovian Wars: a digital table for the miniatures wargame, and what it offers to programs.

    import jovian

    game = jovian.new("introductory", fleets=("jovian-250", "cega-250"), seed=7)
    game.play_out("ensign", "random")

A bot, a notebook or a test needs no more than what is listed here; docs/programs.md shows it at work. Lengths are
inches from the table's lower left corner, headings whole degrees, 0 up the table and clockwise; sides are 0 and 1;
an answer is a value such as `jovian.answers.Move(2.5)`, or its JSON list, `["move", 2.5]` (docs/decisions.md has all
questions and answers, docs/events.md all events).

- `new`, `load`: a game begun from names or files; one read from a save.
- `Play`, which is what they give: what is asked (`asked`), what may be done (`may_do`, `reach`, `preview`,
  `attacks`, `what_if`), `answer`, `let`, `play_out`, `fork`, `save`, `log`, `events`, `scores`, `view`, `models`.
- `attacks`, `what_if`: the same for a player, who is given a question and its side's view, and no `Play`.
- `Attack`, `WhatIf`, `Score`: what these answer.
- `Player`: the one method of a player, `choose(decision, view)`.
- `Decision`, `Option`, `Answer`, `Choice`: a question, an answer that it lists, an answer, and how one is written.
  `answers`: the classes of all answers; `QUESTIONS`: every kind of question, with the answers that it takes.
- `standing`: the points of both sides as they stand now, as far as a state or a view knows. `TYPICAL`: dice that are
  neither lucky nor unlucky, for a player's `view.trial(key, TYPICAL)`.
- `State`, `Model`, `Pose`: all that is so, or what a side knows of it; what stands in it, and where.
- `LogEntry`, `Event`: an entry of the log, and what happened. `events`: the classes of all events.
- `CardError`: a name or a file of a card, fleet or scenario is wrong. `SaveError`: a save cannot be loaded;
  `Diverged` if it goes another way now, whose `match` is the game up to there. `Refused`: an answer is not allowed,
  or there is no such model, side or player; nothing has changed. `IllegalAnswer`: a player failed, or answered what
  is not allowed. `RulesError`: a rule failed; the game is as before. Each is one line of text.

Nothing of it is imported until it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jovian.cards import CardError
    from jovian.game import Answer, Choice, Decision, Event, LogEntry, Model, Option, Score, State, answers, events
    from jovian.match import Diverged, IllegalAnswer, Refused, RulesError, SaveError
    from jovian.match.lookahead import TYPICAL
    from jovian.play import Attack, Play, WhatIf, attacks, load, new, what_if
    from jovian.players import Player
    from jovian.rules.book import QUESTIONS
    from jovian.rules.sequence.sequence import current_score
    from jovian.table import Pose

__version__ = "0.1.0"

_HOMES = (
    ("jovian.cards", ("CardError",)),
    ("jovian.game", (
        "Answer", "Choice", "Decision", "Event", "LogEntry", "Model", "Option", "Score", "State", "answers", "events",
    )),
    ("jovian.match", ("Diverged", "IllegalAnswer", "Refused", "RulesError", "SaveError")),
    ("jovian.match.lookahead", ("TYPICAL",)),
    ("jovian.play", ("Attack", "attacks")),
    ("jovian.play", ("Play", "load", "new")),
    ("jovian.play", ("WhatIf", "what_if")),
    ("jovian.players", ("Player",)),
    ("jovian.rules.book", ("QUESTIONS",)),
    ("jovian.rules.sequence.sequence", ("current_score",)),
    ("jovian.table", ("Pose",)),
)  # fmt: skip
"""Where what is offered lives."""

__all__ = [
    "QUESTIONS",
    "TYPICAL",
    "Answer",
    "Attack",
    "CardError",
    "Choice",
    "Decision",
    "Diverged",
    "Event",
    "IllegalAnswer",
    "LogEntry",
    "Model",
    "Option",
    "Play",
    "Player",
    "Pose",
    "Refused",
    "RulesError",
    "SaveError",
    "Score",
    "State",
    "WhatIf",
    "answers",
    "attacks",
    "current_score",
    "events",
    "load",
    "new",
    "what_if",
]  # fmt: skip

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """What is offered, imported when it is first asked for: the command line and its workers stay light."""
        for home, names in _HOMES:
            if name in names:
                return getattr(import_module(home), name)
        raise AttributeError(f"module 'jovian' has no attribute '{name}'")

    def __dir__() -> list[str]:
        """What is here, and what would be imported."""
        return sorted({*globals(), *__all__})
