"""Jovian Wars, a digital table for the miniatures wargame, and its API for programs.

    >>> import jovian
    >>> game = jovian.new("introductory", fleets=("jovian-250", "cega-250"), seed=7)
    >>> game.asked.kind, game.asked.side
    ('deploy', 1)
    >>> [model.name for model in game.models(0)][:3]
    ['Bucephalus', 'Clear Sky', 'Long Reach']

`game.play_out("ensign", "random")` plays it to its end.

Bots, notebooks, and tests need only the names below. docs/programs.md has examples. Lengths are inches from the lower
left corner of the table. Headings are whole degrees, clockwise from 0 (up the table). The first fleet is side 0, the
second is side 1. An answer is a value such as `jovian.answers.Move(2.5)`, or its JSON list, `["move", 2.5]`.
docs/decisions.md lists all decisions and answers, docs/events.md all events.

- `new`, `load`: start a game, or load a save. Both return a `Play`.
- `Play`: one game. See the pending decision (`asked`), `may_do`, `reach`, `preview`, `attacks`, `what_if`, `answer`,
  `let`, `play_out`, `fork`, `save`, `log`, `events`, `scores`, `view`, and `models`.
- `attacks`, `what_if`: the same for a player, who gets a decision and its side's view instead of a `Play`.
- `Attack`, `WhatIf`, `Score`: the results of these functions.
- `Player`: the protocol of a player, with one method, `choose(decision, view)`.
- `Decision`, `Option`, `Answer`, `Choice`: a decision, a listed answer, an answer, and an answer as JSON.
  `answers`: all classes of answers. `QUESTIONS`: all kinds of decisions with their answers.
- `current_score`: the current points of both sides, as far as a state or a view knows them. `TYPICAL`: dice that
  show median results, for a player's `view.trial(key, TYPICAL)`.
- `State`, `Model`, `Pose`: the state of a game or a side's view of it, a model, and its position and heading.
- `LogEntry`, `Event`: an entry of the event log, and its event. `events`: all classes of events.
- `CardError`: a card, fleet, or scenario is wrong or missing. `SaveError`: a save can't be loaded. `Diverged`: the
  rules give another game today than the save; its `match` is the game up to there. `Refused`: an answer is illegal, or
  a model, side, or player is unknown; nothing has changed. `IllegalAnswer`: a player failed or gave an illegal answer.
  `RulesError`: a rule failed; the game is as before. Each message is one line.

`jovian.environment` is the game as a PettingZoo environment, for reinforcement learning (extra `env`).

`import jovian` imports none of these modules. Each is imported at its first use.
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

_MODULES = (
    ("jovian.cards", ("CardError",)),
    ("jovian.game", (
        "Answer", "Choice", "Decision", "Event", "LogEntry", "Model", "Option", "Score", "State", "answers", "events",
    )),
    ("jovian.match", ("Diverged", "IllegalAnswer", "Refused", "RulesError", "SaveError")),
    ("jovian.match.lookahead", ("TYPICAL",)),
    ("jovian.play", ("Attack", "Play", "WhatIf", "attacks", "load", "new", "what_if")),
    ("jovian.players", ("Player",)),
    ("jovian.rules.book", ("QUESTIONS",)),
    ("jovian.rules.sequence.sequence", ("current_score",)),
    ("jovian.table", ("Pose",)),
)  # fmt: skip
"""The modules that define the names."""
_OLD_NAMES = {"standing": "current_score"}
"""Names of earlier versions, which still work."""

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
        """Import a name at its first use, so that the command line and its workers start fast."""
        current_name = _OLD_NAMES.get(name, name)
        for module, names in _MODULES:
            if current_name in names:
                return getattr(import_module(module), current_name)
        raise AttributeError(f"module 'jovian' has no attribute '{name}'")

    def __dir__() -> list[str]:
        """Return the names of this module, including those not imported yet."""
        return sorted({*globals(), *__all__})
