"""Every clause that a scenario may bring, by the name that its file gives it."""

from __future__ import annotations

from jovian.rules.rulebook.clause import Clause
from jovian.rules.scenario.atmosphere import Atmosphere
from jovian.rules.scenario.objectives.counts import Bearers, Count, Force, Models, Prevented, Tokens
from jovian.rules.scenario.objectives.kinds import AtLeast, Each, FirstToAttack, Least, Most, MostVictoryPoints
from jovian.rules.scenario.objectives.objective import Objective
from jovian.rules.scenario.objects.free_quarters import ObjectsInFreeQuarters
from jovian.rules.scenario.objects.retrieving import RetrieveFromObjects
from jovian.rules.scenario.objects.searching import ObjectsSearched, SearchObjects
from jovian.rules.scenario.solar_storm import BlindedByTheLight
from jovian.rules.scenario.tokens.mining import MineComet
from jovian.rules.scenario.tokens.reserves import Distribute
from jovian.rules.scenario.tokens.searching import SearchFor
from jovian.rules.scenario.withdrawal.ambush import Ambush
from jovian.rules.scenario.withdrawal.no_withdrawal import NoWithdrawal
from jovian.rules.scenario.zones.beacons import BeaconZone
from jovian.rules.scenario.zones.comet import CometInZone
from jovian.rules.scenario.zones.corners import CornerZone
from jovian.rules.scenario.zones.strips import StandardZone
from jovian.rules.terrain.along import ATMOSPHERE

AT_EDGES: dict[str, type[Clause]] = {ATMOSPHERE: Atmosphere}
"""By the kind of terrain that lies along an edge."""
ZONES: dict[str, type[Clause]] = {"standard": StandardZone, "beacons": BeaconZone, "corners": CornerZone}
"""Besides those that a scenario draws itself."""
COUNTS: dict[str, type[Count]] = {
    "models": Models, "force": Force, "tokens": Tokens, "prevented": Prevented, "bearers": Bearers,
    "searched": ObjectsSearched,
}
OBJECTIVES: dict[str, type[Objective]] = {
    "most_victory_points": MostVictoryPoints,
    "most": Most,
    "least": Least,
    "at_least": AtLeast,
    "each": Each,
    "first_to_attack": FirstToAttack,
}
SPECIAL_RULES: dict[str, type[Clause]] = {
    "ambush": Ambush,
    "no-withdrawal": NoWithdrawal,
    "blinded-by-the-light": BlindedByTheLight,
    "search": SearchFor,
    "objects-in-free-quarters": ObjectsInFreeQuarters,
    "search-objects": SearchObjects,
    "retrieve-from-objects": RetrieveFromObjects,
    "comet-in-zone": CometInZone,
    "distribute": Distribute,
    "mine": MineComet,
}
