"""The state of one game, what is asked and answered in it, and what it tells."""

from jovian.game import answers
from jovian.game.answers import Answer, Choice, Malformed, MountRef
from jovian.game.decision import Decision, Option, Pick, Procedure, Refusal, ask
from jovian.game.events import BOTH, Event, EventLog, LogEntry
from jovian.game.game import Game, hide, rewound, view
from jovian.game.model import (
    ASSAULTING,
    CONCEALED,
    CRIPPLED,
    DESTROYED,
    EMBARKED,
    ESCORTING,
    NEUTRAL,
    OBJECT,
    OVERDRIVEN,
    RESERVE,
    TABLE,
    WITHDRAWN,
    Model,
    StockBox,
    base_shape,
)
from jovian.game.state import Activation, CacheKey, Gun, Limits, Meeting, Note, Score, State, Terrain

__all__ = [
    "ASSAULTING", "BOTH", "CONCEALED", "CRIPPLED", "DESTROYED", "EMBARKED", "ESCORTING", "NEUTRAL", "OBJECT",
    "OVERDRIVEN", "RESERVE", "TABLE", "WITHDRAWN",
    "Activation", "Answer", "CacheKey", "Choice", "Decision", "Event", "EventLog", "Game", "Gun", "Limits", "LogEntry",
    "Malformed", "Meeting", "Model", "MountRef", "Note",
    "Option", "Pick", "Procedure", "Refusal", "Score", "State",
    "StockBox", "Terrain", "answers", "ask", "base_shape", "hide",
    "rewound", "view",
]  # fmt: skip
