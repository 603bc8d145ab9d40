"""Every option of a game by name (`OPTIONS`), and the variants of ECM and of Attack Modifiers."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.cards.names import GENERATED, OFF, PLACED, SYMMETRIC
from jovian.dice import Pool
from jovian.game.events import DIMINISH, FLEX, MODIFIER, Contribution
from jovian.rules.actions.states import StationKeeping
from jovian.rules.editions import ships, systems
from jovian.rules.editions.harm import HARM_OPTIONS
from jovian.rules.editions.older_weapons import WEAPON_OPTIONS
from jovian.rules.editions.variant import (
    AND_V123,
    DEFAULT,
    NOTHING,
    GameOption,
    Variant,
    of_models,
    option,
    trait_option,
)
from jovian.rules.rulebook.effect import EXPLOSION, ShotFacts
from jovian.rules.rulebook.global_rule import HOUSE_RULE
from jovian.rules.shots.formula import MODIFIERS
from jovian.rules.traits import older_traits as older
from jovian.rules.traits.model_traits import (
    Catapult,
    ElectronicCounterMeasures,
    EnergyArmor,
    Launchers,
    ReactiveArmor,
    Stealthed,
    Tender,
    canceled_ecm,
    ecm_rating,
)
from jovian.rules.weapons import KineticCannon

# --- ECM ---


class DiminishingCounterMeasures(ElectronicCounterMeasures):
    """ECM that diminishes the result of an attack once for each rating without ECCM against it (R52)."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return _diminished(shot, ecm_rating(shot, self.level))


class DiminishingStealth(Stealthed):
    """Stealthed where ECM diminishes."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Yield ECM 1 for a model without ECM. A model with ECM counts it there."""
        return () if shot.target.card.trait(ElectronicCounterMeasures.name) else _diminished(shot, ecm_rating(shot, 0))


def _diminished(shot: ShotFacts, level: int) -> Iterable[Contribution]:
    rating = level - canceled_ecm(shot, level)
    if shot.window == EXPLOSION or rating <= 0:
        return ()
    trait = ElectronicCounterMeasures
    return (Contribution(f"{trait.name} {level}", rating, trait.place, DIMINISH),)


FLEX_TAKEN = "v1.2.2 Traits > ECM"


class DistractingCounterMeasures(ElectronicCounterMeasures):
    """ECM that takes a flex die from an attack for each rating without ECCM against it (v1.2.2, v1.2.3)."""

    __slots__ = ()
    place = FLEX_TAKEN
    summary = "Attacks on it lose a flex die for each rating that their ECCM doesn't cancel."

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        return _distracted(shot, pool, ecm_rating(shot, self.level))


class DistractingStealth(Stealthed):
    """Stealthed where ECM takes flex dice."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Return ECM 1 for a model without ECM. A model with ECM counts it there."""
        has_ecm = shot.target.card.trait(ElectronicCounterMeasures.name)
        return () if has_ecm else _distracted(shot, pool, ecm_rating(shot, 0))


def _distracted(shot: ShotFacts, pool: Pool, level: int) -> Iterable[Contribution]:
    dice = min(level - canceled_ecm(shot, level), pool.flex)
    if shot.window == EXPLOSION or dice <= 0:
        return ()
    return (Contribution(f"{ElectronicCounterMeasures.name} {level}", -dice, FLEX_TAKEN, FLEX),)


# --- Attack Modifiers ---


class SteadyTarget(StationKeeping):
    """Station Keeping that gives attackers a modifier instead of dice (R57)."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return (Contribution("Station Keeping", 1, self.place),)


class HinderedLine(KineticCannon):
    """A Kinetic Cannon with a modifier instead of dice for targets along its line (R57)."""

    __slots__ = ()
    along = MODIFIER


# --- Traits of models ---


MINES = Variant(
    "v1.2.2", systems.MINELAYER,
    "Ships with Minelayer lay mines that attack enemies nearby. Sweepers attack mines better.",
    traits={trait.name: trait for trait in (systems.Minelayer, systems.Sweeper)},
    weapon_types={systems.MineCharge.name: systems.MineCharge()}, actions={systems.LayMines.name: systems.LayMines()},
)  # fmt: skip

TRAIT_OPTIONS: tuple[GameOption, ...] = (
    trait_option("stealth", ships.DullingStealth.name, of_models(ships.DullingStealth, also=AND_V123)),
    trait_option("energy_armor", EnergyArmor.name,
                 of_models(ships.BluntingEnergyArmor), of_models(ships.ThinEnergyArmor)),
    trait_option("reactive_armor", ReactiveArmor.name,
                 of_models(ships.BluntingReactiveArmor), of_models(ships.ThinReactiveArmor)),
    trait_option("catapult", Catapult.name, of_models(older.RoundCatapult), of_models(older.FarCatapult)),
    trait_option("launchers", Launchers.name, of_models(older.LongLaunchers)),
    trait_option("evasive", ships.ScatteringEvasive.name,
                 of_models(ships.ScatteringEvasive, also=AND_V123,
                           states=(ships.ScatteringEvading, ships.ScatteringBoost))),
    trait_option("barrier", older.LendingBarrier.name,
                 of_models(older.ShieldingBarrier), of_models(older.LendingBarrier)),
    trait_option("cloak", systems.SoughtCloak.name, of_models(systems.SoughtCloak, also=AND_V123)),
    trait_option("snooper", systems.Snooper.name, of_models(systems.Snooper, also=AND_V123)),
    trait_option("sensor_drone", systems.SensorDrone.name,
                 of_models(systems.SensorDrone, states=(systems.LookingOut,))),
    option("tender", "Tender, Fleet Tender", Tender.summary,
           of_models(older.FeedingTender), of_models(older.PlainTender, older.FleetTender)),
    GameOption("mines", "Minelayer, Sweeper", DEFAULT, NOTHING, (MINES,)),
    trait_option("countermeasures", older.Countermeasures.name, of_models(older.Countermeasures)),
    option("drones", f"{older.WorkDrones.name} (trait)", NOTHING, of_models(older.WorkDrones)),
    trait_option("ring_module", older.RingModule.name, of_models(older.RingModule)),
    trait_option("comms", older.PlainComms.name, of_models(older.PlainComms)),
    trait_option("escort", older.PlainEscort.name, of_models(older.PlainEscort, also=AND_V123)),
    trait_option("fast", older.PlainFast.name, of_models(older.FleeingFast), of_models(older.PlainFast)),
    trait_option("grapplers", older.Grapplers.name, of_models(older.Grapplers)),
    trait_option("interceptor", older.FirstInterceptor.name, of_models(older.FirstInterceptor)),
    trait_option("overthrust", ships.Overthrust.name, of_models(ships.Overthrust)),
)  # fmt: skip


# --- All options ---

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
                    (PLACED, "Before deployment, the players place pieces by turns, initiative first."),
                )
            ),
        ),
        GameOption(
            "rehearsal", "Unlimited undo and rehearsal", "off",
            "You can't undo after dice are rolled or a card is revealed.",
            (
                Variant(
                    "on", f"{HOUSE_RULE} > Rehearsal",
                    "You can undo any choice and change anything by hand. The save lists each change. Both sides can "
                    "rehearse during the game, each from what it may know.",
                ),
            ),
            is_rule=False,
        ),
        GameOption(
            "rehearsing", "Rehearse during the game", "off",
            "Two players at one screen can't rehearse during the game.",
            (
                Variant(
                    "on", f"{HOUSE_RULE} > Rehearsal",
                    "Both sides can rehearse during the game, each from what it may know.",
                ),
            ),
            is_rule=False,
        ),
        GameOption(
            "ecm", ElectronicCounterMeasures.name, "modifier", ElectronicCounterMeasures.summary,
            (
                Variant(
                    "diminish", ElectronicCounterMeasures.place,
                    "Each rating that ECCM does not cancel diminishes the result of the attack once.",
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
            "station_keeping", "Station Keeping", "flex",
            "Attacks on a ship that keeps station get an extra flex die.",
            (
                Variant(
                    "modifier", MODIFIERS, "Attacks on a ship that keeps station have +1.",
                    states={SteadyTarget.name: SteadyTarget},
                ),
            ),
        ),
        GameOption(
            "secondary", "Kinetic secondary targets", "base",
            "Targets along the line of a Kinetic Cannon are attacked with a die less.",
            (
                Variant(
                    "modifier", MODIFIERS, "Targets along the line of a Kinetic Cannon are attacked with -1.",
                    weapon_types={HinderedLine.name: HinderedLine()},
                ),
            ),
        ),
        *TRAIT_OPTIONS, *WEAPON_OPTIONS, *HARM_OPTIONS,
    )
}  # fmt: skip
"""In the order in which they are offered and applied."""
