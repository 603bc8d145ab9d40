"""Every option of a game: the one place that lists which variants of the rules there are."""

from __future__ import annotations

from jovian.rules.editions.countermeasures import DiminishingCounterMeasures, DiminishingStealth
from jovian.rules.editions.modifiers import HinderedLine, SteadyTarget
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.traits.electronics import ECM

_TABLE = "v1.2.4 Attack > Attack Modifiers"

OPTIONS: dict[str, GameOption] = {
    option.name: option
    for option in (
        GameOption(
            "terrain", "Table terrain", "on", "The table has the terrain of its scenario.",
            (Variant("off", "v1.2.4 Scenarios > Terrain", "The table is empty.", bare=True),),
        ),
        GameOption(
            "rehearsal", "Rehearsal", "off", "What has led to dice, or has shown a card, is not taken back.",
            (Variant("on", "House rule > Rehearsal", "Everything may be taken back; the save keeps the list."),),
        ),
        GameOption(
            "ecm", DiminishingCounterMeasures.name, "modifier",
            "Each rating that ECCM does not cancel is -1 to the attack.",
            (
                Variant(
                    "diminish", ECM, "Each rating that ECCM does not cancel diminishes the result of the attack once.",
                    traits={DiminishingCounterMeasures.name: DiminishingCounterMeasures},
                    states={DiminishingStealth.name: DiminishingStealth},
                ),
            ),
        ),
        GameOption(
            "station_keeping", "Station Keeping", "die", "Attacks at a ship that keeps station have a flex die more.",
            (
                Variant(
                    "modifier", _TABLE, "Attacks at a ship that keeps station have +1.",
                    states={SteadyTarget.name: SteadyTarget},
                ),
            ),
        ),
        GameOption(
            "secondary", "Along a kinetic line", "die", "What stands along a kinetic line is attacked with a die less.",
            (
                Variant(
                    "modifier", _TABLE, "What stands along a kinetic line is attacked with -1.",
                    weapon_types={HinderedLine.name: HinderedLine()},
                ),
            ),
        ),
    )
}  # fmt: skip
"""By name, in the order in which they are offered and applied."""
