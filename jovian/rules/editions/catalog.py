"""ECM that diminishes results, or takes away flex dice (R52; v1.2.2, v1.2.3 Traits > ECM). What counts as an Attack
Modifier rather than as dice (R57). The options that bring older traits of models. Every option of a game: the one
place that lists which variants of the rules there are.
"""

from __future__ import annotations

from collections.abc import Iterable

from jovian.cards.names import GENERATED, OFF, PLACED, SYMMETRIC
from jovian.dice import Pool
from jovian.game.events import DIMINISH, FLEX, MODIFIER, Contribution
from jovian.rules.editions import ships, systems
from jovian.rules.editions.harm import HARM_OPTIONS
from jovian.rules.editions.older_weapons import WEAPON_OPTIONS
from jovian.rules.editions.variant import NOTHING, USUAL, GameOption, Variant, of_models, option
from jovian.rules.rulebook.effect import EXPLOSION, ShotFacts
from jovian.rules.rulebook.global_rule import HOUSE_RULE
from jovian.rules.shots.formula import MODIFIERS
from jovian.rules.traits.states import StationKeeping
from jovian.rules.traits.traits import (
    ECM,
    Catapult,
    ElectronicCounterMeasures,
    EnergyArmor,
    Launchers,
    ReactiveArmor,
    Stealthed,
    blurred,
    cancelled,
)
from jovian.rules.weapons import KineticCannon

# --- countermeasures ---
# ECM that diminishes results, or takes away flex dice (R52; v1.2.2, v1.2.3 Traits > ECM).


class DiminishingCounterMeasures(ElectronicCounterMeasures):
    """Each rating that the attacker's ECCM does not cancel diminishes the result of its attack once."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A diminish for each rating, one more while Stealthed."""
        return _diminished(shot, blurred(shot, self.level))


class DiminishingStealth(Stealthed):
    """Running silent, where ECM diminishes."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """ECM 1 for a model without; one that has ECM counts it there."""
        return () if shot.target.card.trait(ElectronicCounterMeasures.name) else _diminished(shot, blurred(shot, 0))


def _diminished(shot: ShotFacts, level: int) -> Iterable[Contribution]:
    left = level - cancelled(shot, level)
    if shot.window == EXPLOSION or left <= 0:
        return ()
    return (Contribution(f"{DiminishingCounterMeasures.name} {level}", left, ECM, DIMINISH),)


FLEX_TAKEN = "v1.2.2 Traits > ECM"


class DistractingCounterMeasures(ElectronicCounterMeasures):
    """Each rating that the attacker's ECCM does not cancel takes a flex die away."""

    __slots__ = ()
    place = FLEX_TAKEN
    summary = "Attacks on it lose a flex die a rating, as far as they have any, less what their ECCM cancels."

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """None that counts toward the net modifier."""
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Flex dice for each rating, one more while Stealthed."""
        return _distracted(shot, pool, blurred(shot, self.level))


class DistractingStealth(Stealthed):
    """Running silent, where ECM takes flex dice."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """None that counts toward the net modifier."""
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """ECM 1 for a model without; one that has ECM counts it there."""
        counted = shot.target.card.trait(ElectronicCounterMeasures.name)
        return () if counted else _distracted(shot, pool, blurred(shot, 0))


def _distracted(shot: ShotFacts, pool: Pool, level: int) -> Iterable[Contribution]:
    taken = min(level - cancelled(shot, level), pool.flex)
    if shot.window == EXPLOSION or taken <= 0:
        return ()
    return (Contribution(f"{ElectronicCounterMeasures.name} {level}", -taken, FLEX_TAKEN, FLEX),)


# --- modifiers ---
# What counts as an Attack Modifier rather than as dice (R57).


class SteadyTarget(StationKeeping):
    """Station Keeping that attackers gain a modifier by."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """+1, in every attack window."""
        return (Contribution("Station Keeping", 1, self.place),)


class HinderedLine(KineticCannon):
    """A Kinetic Cannon whose strikes along its line have a modifier."""

    __slots__ = ()
    along = MODIFIER


# --- trait options ---
# The options that bring older traits of models.

BOTH = ("v1.2.3",)
"""What an entry of v1.2.2 that stands in v1.2.3 too counts for besides."""

MINES = Variant(
    "v1.2.2", systems.PLACE, "Ships with Minelayer lay mines, which strike enemies near; Sweepers clear them better.",
    traits={each.name: each for each in (systems.Minelayer, systems.Sweeper)},
    weapon_types={systems.MineCharge.name: systems.MineCharge()}, actions={systems.LayMines.name: systems.LayMines()},
)  # fmt: skip

TRAIT_OPTIONS: tuple[GameOption, ...] = (
    option("stealth", ships.DullingStealth.name, 'Missiles measure 6" more to it a level.',
           of_models(ships.DullingStealth, also=BOTH)),
    option("energy_armor", EnergyArmor.name, "Adds its number to Armor against beams and particles.",
           of_models(ships.BluntingEnergyArmor), of_models(ships.ThinEnergyArmor)),
    option("reactive_armor", ReactiveArmor.name, "Adds its number to Armor against shells, slugs and missiles.",
           of_models(ships.BluntingReactiveArmor), of_models(ships.ThinReactiveArmor)),
    option("catapult", Catapult.name, Catapult.summary, of_models(systems.RoundCatapult),
    of_models(systems.FarCatapult)),
    option("launchers", Launchers.name, Launchers.summary, of_models(systems.LongLaunchers)),
    option("evasive", ships.ScatteringEvasive.name, "Shots from beyond Short Range are opposed by its Skill.",
           of_models(ships.ScatteringEvasive, also=BOTH,
                     states=(ships.ScatteringEvading, ships.ScatteringBoost))),
    option("barrier", ships.ShieldingBarrier.name,
           'Its Point Defense reaches 6"; friends so near have a flex die of it in theirs, or use its Defense.',
           of_models(ships.ShieldingBarrier), of_models(ships.LendingBarrier)),
    option("cloak", systems.SoughtCloak.name, "Always at Long Range for guns, however near.",
           of_models(systems.SoughtCloak, also=BOTH)),
    option("snooper", systems.Snooper.name, NOTHING, of_models(systems.Snooper, also=BOTH)),
    option("sensor_drone", systems.SensorDrone.name, NOTHING,
           of_models(systems.SensorDrone, states=(systems.LookingOut,))),
    option("tender", "Tender, Fleet Tender", 'A Tender resupplies with a flex die more, up to 12" away.',
           of_models(systems.FeedingTender), of_models(systems.PlainTender, systems.FleetTender)),
    GameOption("mines", "Minelayer, Sweeper", USUAL, NOTHING, (MINES,)),
    option("countermeasures", ships.Countermeasures.name, NOTHING, of_models(ships.Countermeasures)),
    option("drones", f"{ships.WorkDrones.name} (trait)", NOTHING, of_models(ships.WorkDrones)),
    option("ring_module", ships.RingModule.name, NOTHING, of_models(ships.RingModule)),
    option("comms", ships.PlainComms.name, "A squadron may order Drone Command and Vector Attack.",
           of_models(ships.PlainComms)),
    option("escort", ships.PlainEscort.name, "A squadron takes up an escort, and leaves it, whenever it likes.",
           of_models(ships.PlainEscort, also=BOTH)),
    option("fast", ships.PlainFast.name, "Hard to catch; dodges with a flex die more; boosts with 3 fuel.",
           of_models(ships.FleeingFast), of_models(ships.PlainFast)),
    option("grapplers", ships.Grapplers.name, "One more Skill in interceptions and dogfights.",
           of_models(ships.Grapplers)),
    option("interceptor", ships.FirstInterceptor.name, "For a fuel it intercepts within its Speed in inches.",
           of_models(ships.FirstInterceptor)),
    option("overthrust", ships.Overthrust.name, NOTHING, of_models(ships.Overthrust)),
)  # fmt: skip


# --- catalog ---
# Every option of a game: the one place that lists which variants of the rules there are.

OPTIONS: dict[str, GameOption] = {
    option.name: option
    for option in (
        GameOption(
            "terrain", "Table terrain", "on", "The table has the terrain of its scenario.",
            tuple(
                Variant(name, "v1.2.4 Sequence > Pre-Game Setup", text, layout=name)
                for name, text in (
                    (OFF, "The table has no terrain."),
                    (GENERATED, "Terrain is placed at random, from the seed of the game."),
                    (SYMMETRIC, "Terrain is placed at random, and both halves of the table mirror each other."),
                    (PLACED, "Before they deploy the players lay out pieces by turns, initiative first."),
                )
            ),
        ),
        GameOption(
            "rehearsal", "Unlimited undo and rehearsal", "off",
            "An answer that led to dice, or revealed a card, cannot be undone.",
            (
                Variant(
                    "on", f"{HOUSE_RULE} > Rehearsal",
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
                    "on", f"{HOUSE_RULE} > Rehearsal",
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
