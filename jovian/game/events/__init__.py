"""Events: what happened, told to logs, animation, statistics. A frozen value each; docs/events.md has all of them."""

from jovian.game.events.activations import Activated, Deactivated, Declared, Resolved, SuppressionAnswered
from jovian.game.events.course import (
    Declined,
    Ended,
    InitiativeWon,
    Noted,
    ObjectiveScored,
    PhaseBegan,
    Remarked,
    Scored,
    Started,
    StartingModel,
    StartingSide,
    StationRated,
)
from jovian.game.events.event import Event, Written
from jovian.game.events.fights import (
    Attacked,
    Expended,
    FighterPlan,
    Intercepted,
    MarineOrder,
    MissileDeclared,
    NukeBurst,
    PlansRevealed,
)
from jovian.game.events.harm import (
    Damaged,
    MarinesBoarded,
    ObjectSearched,
    ShipCaptured,
    StateChanged,
    Supplied,
    TokensCarried,
)
from jovian.game.events.log import BOTH, EventLog, LogEntry
from jovian.game.events.moves import (
    OWN_MOVES,
    TURN,
    HangerCount,
    HardpointsShown,
    LeftPlay,
    Moved,
    Placed,
    Revealed,
    TerrainAvoided,
)
from jovian.game.events.rolls import Opposed, Rolled

TYPES: dict[str, type[Event]] = {
    each.type: each for each in (
        Started, StationRated, InitiativeWon, PhaseBegan, Activated, Deactivated, Declared, Resolved, Placed, Moved,
        Revealed, HardpointsShown,
        LeftPlay, HangerCount, StateChanged, Rolled, Opposed, Attacked, Expended, Damaged, NukeBurst, Intercepted,
        MissileDeclared, PlansRevealed, MarinesBoarded, ShipCaptured, Supplied, TokensCarried, ObjectSearched,
        TerrainAvoided, SuppressionAnswered, Noted, Declined, Remarked, Scored,
        Ended,
    )
}  # fmt: skip
"""Every event by its type, in the order of docs/events.md."""

__all__ = [
    "BOTH", "OWN_MOVES", "TURN", "TYPES",
    "Activated", "Attacked", "Damaged", "Deactivated", "Declared", "Declined", "Ended", "Event", "EventLog",
    "Expended", "FighterPlan", "HangerCount", "HardpointsShown", "InitiativeWon", "Intercepted", "LeftPlay", "LogEntry",
    "MarineOrder", "MarinesBoarded", "MissileDeclared", "Moved", "Noted", "NukeBurst", "ObjectSearched",
    "ObjectiveScored", "Opposed",
    "PhaseBegan", "Placed", "PlansRevealed", "Remarked", "Resolved", "Revealed", "Rolled", "Scored",
    "ShipCaptured", "Started", "StartingModel", "StartingSide", "StateChanged", "StationRated", "Supplied",
    "SuppressionAnswered",
    "TerrainAvoided", "TokensCarried", "Written",
]  # fmt: skip
