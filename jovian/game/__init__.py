"""The state of one game, what is asked and answered in it, and what it tells."""

from jovian.game.activation import Activation
from jovian.game.choice import Choice, Malformed
from jovian.game.decision import Decision, Option, Pick, Procedure, Refusal, ask
from jovian.game.events import BOTH, Event, EventLog
from jovian.game.game import Game
from jovian.game.model import (
    ASSAULTING,
    CRIPPLED,
    DESTROYED,
    EMBARKED,
    ESCORTING,
    OVERDRIVEN,
    RESERVE,
    TABLE,
    WITHDRAWN,
    Model,
    base_shape,
)
from jovian.game.state import Note, State
from jovian.game.terrain import Terrain
from jovian.game.view import hide, rewound, view

__all__ = [
    "ASSAULTING", "BOTH", "CRIPPLED", "DESTROYED", "EMBARKED", "ESCORTING", "OVERDRIVEN", "RESERVE", "TABLE",
    "WITHDRAWN",
    "Activation", "Choice", "Decision", "Event", "EventLog", "Game", "Malformed", "Model", "Note", "Option", "Pick",
    "Procedure", "Refusal", "State", "Terrain", "ask", "base_shape", "hide", "rewound", "view",
]  # fmt: skip
