"""Every option of a game: the one place that lists which variants of the rules there are."""

from __future__ import annotations

from jovian.rules.editions.countermeasures import DiminishingCounterMeasures, DiminishingStealth
from jovian.rules.editions.modifiers import HinderedLine, SteadyTarget
from jovian.rules.editions.older_traits import DullingStealth, FarSniper, HeavySnub
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.rulebook.effect import Effect
from jovian.rules.shooting.formula import MODIFIERS
from jovian.rules.traits.electronics import ECM


def _older(name: str, effect: type[Effect], text: str, usual: str, *, traits: bool = False) -> GameOption:
    """A trait of models, or of weapons, that an older text has otherwise."""
    found = {effect.name: effect}
    variant = Variant(
        text, effect.place, effect.summary, traits=found if traits else {}, weapon_traits={} if traits else found
    )
    return GameOption(name, effect.name, "v1.2.4", usual, (variant,))


OPTIONS: dict[str, GameOption] = {
    option.name: option
    for option in (
        GameOption(
            "terrain", "Table terrain", "on", "The table has the terrain of its scenario.",
            (Variant("off", "v1.2.4 Sequence > Pre-Game Setup", "The table is empty.", bare=True),),
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
            "station_keeping", "Station Keeping", "flex", "Attacks at a ship that keeps station have a flex die more.",
            (
                Variant(
                    "modifier", MODIFIERS, "Attacks at a ship that keeps station have +1.",
                    states={SteadyTarget.name: SteadyTarget},
                ),
            ),
        ),
        GameOption(
            "secondary", "Along a kinetic line", "base",
            "What stands along a kinetic line is attacked with a die less.",
            (
                Variant(
                    "modifier", MODIFIERS, "What stands along a kinetic line is attacked with -1.",
                    weapon_types={HinderedLine.name: HinderedLine()},
                ),
            ),
        ),
        _older("stealth", DullingStealth, "v1.2.2", 'Missiles measure 6" more to it a level.', traits=True),
        _older("snub", HeavySnub, "v1.2.3", "+1 at Short Range, in a Dogfight and in a Bombing Run."),
        _older("sniper", FarSniper, "v1.2.3", "Fires at Long Range with the -3 of the table."),
        GameOption(
            "catastrophe", "Catastrophic Damage Table", "v1.2.4", "Dead with a total of 6 or 7, exploded from 8.",
            (
                Variant(
                    "v1.2.1", "v1.2.1 Damage > Catastrophic Damage Table",
                    "Dead with a total of 6 to 8, exploded from 9.", figures={"explodes": 9},
                ),
            ),
        ),
    )
}  # fmt: skip
"""By name, in the order in which they are offered and applied."""
