"""Every clause that a scenario may bring, by the name that its file gives it."""

from __future__ import annotations

from jovian.rules.rulebook.clause import Clause
from jovian.rules.scenario.objectives import MostVictoryPoints, Objective
from jovian.rules.scenario.solar_storm import BlindedByTheLight
from jovian.rules.scenario.zones import StandardZone

ZONES: dict[str, type[Clause]] = {"standard": StandardZone}
OBJECTIVES: dict[str, type[Objective]] = {"most_victory_points": MostVictoryPoints}
SPECIAL_RULES: dict[str, type[Clause]] = {"blinded-by-the-light": BlindedByTheLight}
