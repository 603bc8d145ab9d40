"""The state of one game, the decisions and answers in it, and its events."""

from jovian.game import answers
from jovian.game.activation import Activation, MoveLimits, TerrainEncounter, WeaponRef
from jovian.game.answers import Answer, Choice, MalformedAnswerError, MountRef
from jovian.game.decision import Decision, ListDecision, Option, Procedure, Refusal, ask
from jovian.game.events import BOTH, Event, EventLog, LogEntry
from jovian.game.game import Game, hide, kept, limited_to_view, view
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
from jovian.game.state import CacheKey, Note, Score, State, Terrain

__all__ = [
    "ASSAULTING",
    "BOTH",
    "CONCEALED",
    "CRIPPLED",
    "DESTROYED",
    "EMBARKED",
    "ESCORTING",
    "NEUTRAL",
    "OBJECT",
    "OVERDRIVEN",
    "RESERVE",
    "TABLE",
    "WITHDRAWN",
    "Activation",
    "Answer",
    "CacheKey",
    "Choice",
    "Decision",
    "Event",
    "EventLog",
    "Game",
    "ListDecision",
    "LogEntry",
    "MalformedAnswerError",
    "Model",
    "MountRef",
    "MoveLimits",
    "Note",
    "Option",
    "Procedure",
    "Refusal",
    "Score",
    "State",
    "StockBox",
    "Terrain",
    "TerrainEncounter",
    "WeaponRef",
    "answers",
    "ask",
    "base_shape",
    "hide",
    "kept",
    "limited_to_view",
    "view",
]  # fmt: skip
