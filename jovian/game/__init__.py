"""The state of one game, what is asked and answered in it, and what it tells."""

from jovian.game import answers
from jovian.game.activation import Activation, Gun, Limits, Meeting
from jovian.game.answer import Answer
from jovian.game.choice import Choice, Malformed
from jovian.game.decision import Decision, Option, Pick, Procedure, Refusal, ask
from jovian.game.events import BOTH, Event, EventLog, LogEntry
from jovian.game.game import Game
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
from jovian.game.mount_ref import MountRef
from jovian.game.state import CacheKey, Note, Score, State
from jovian.game.terrain import Terrain
from jovian.game.view import hide, rewound, view

__all__ = [
    "ASSAULTING", "BOTH", "CONCEALED", "CRIPPLED", "DESTROYED", "EMBARKED", "ESCORTING", "NEUTRAL", "OBJECT",
    "OVERDRIVEN", "RESERVE", "TABLE", "WITHDRAWN",
    "Activation", "Answer", "CacheKey", "Choice", "Decision", "Event", "EventLog", "Game", "Gun", "Limits", "LogEntry",
    "Malformed", "Meeting", "Model", "MountRef", "Note",
    "Option", "Pick", "Procedure", "Refusal", "Score", "State",
    "StockBox", "Terrain", "answers", "ask", "base_shape", "hide",
    "rewound", "view",
]  # fmt: skip
