"""Every option of a game: the one place that lists which variants of the rules there are."""

from __future__ import annotations

from jovian.cards.values.terrain_names import GENERATED, OFF, PLACED, SYMMETRIC
from jovian.rules.editions.countermeasures import (
    DiminishingCounterMeasures,
    DiminishingStealth,
    DistractingCounterMeasures,
    DistractingStealth,
)
from jovian.rules.editions.harm.options import HARM_OPTIONS
from jovian.rules.editions.modifiers import HinderedLine, SteadyTarget
from jovian.rules.editions.trait_options import TRAIT_OPTIONS
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.editions.weapon_options import WEAPON_OPTIONS
from jovian.rules.rulebook.clause import HOUSE
from jovian.rules.shooting.formula import MODIFIERS
from jovian.rules.traits.electronics import ECM

OPTIONS: dict[str, GameOption] = {
    option.name: option
    for option in (
        GameOption(
            "terrain", "Table terrain", "on", "The table has the terrain of its scenario.",
            tuple(
                Variant(name, "v1.2.4 Sequence > Pre-Game Setup", text, layout=name)
                for name, text in (
                    (OFF, "The table has no terrain."),
                    (GENERATED, "The table is laid out by lot, which the seed of the game decides."),
                    (SYMMETRIC, "The table is laid out by lot, and each half mirrors the other through the middle."),
                    (PLACED, "Before they deploy the players lay out pieces by turns, initiative first."),
                )
            ),
        ),
        GameOption(
            "rehearsal", "Unlimited undo and rehearsal", "off",
            "An answer that led to dice, or revealed a card, cannot be undone.",
            (
                Variant(
                    "on", f"{HOUSE} > Rehearsal",
                    "Everything can be undone and changed by hand; the save keeps the list. Both sides can rehearse "
                    "the game while it runs, each from what it may know.",
                ),
            ),
            is_rule=False,
        ),
        GameOption(
            "rehearsing", "Rehearse during the game", "off",
            "Two people at one screen do not rehearse their game while it runs.",
            (
                Variant(
                    "on", f"{HOUSE} > Rehearsal",
                    "Both sides can rehearse the game while it runs, each from what it may know.",
                ),
            ),
            is_rule=False,
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
                Variant(
                    "flex", DistractingCounterMeasures.place, DistractingCounterMeasures.summary, also=("v1.2.3",),
                    traits={DistractingCounterMeasures.name: DistractingCounterMeasures},
                    states={DistractingStealth.name: DistractingStealth},
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
        *TRAIT_OPTIONS, *WEAPON_OPTIONS, *HARM_OPTIONS,
    )
}  # fmt: skip
"""By name, in the order in which they are offered and applied."""
