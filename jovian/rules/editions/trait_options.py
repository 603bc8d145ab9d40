"""The options that bring older traits of models."""

from __future__ import annotations

from jovian.rules.editions.choice import NOTHING, USUAL, of_models, option
from jovian.rules.editions.older import aim, armor, decks, dodging, flying, guarding, mines, searching, supplying
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.traits.armor import EnergyArmor, ReactiveArmor
from jovian.rules.traits.decks import Catapult, Launchers

BOTH = ("v1.2.3",)
"""What an entry of v1.2.2 that stands in v1.2.3 too counts for besides."""

MINES = Variant(
    "v1.2.2", mines.PLACE, "Ships with Minelayer lay mines, which strike enemies near; Sweepers clear them better.",
    traits={each.name: each for each in (mines.Minelayer, mines.Sweeper)},
    weapon_types={mines.MineCharge.name: mines.MineCharge()}, actions={mines.LayMines.name: mines.LayMines()},
)  # fmt: skip

TRAIT_OPTIONS: tuple[GameOption, ...] = (
    option("stealth", aim.DullingStealth.name, 'Missiles measure 6" more to it a level.',
           of_models(aim.DullingStealth, also=BOTH)),
    option("energy_armor", EnergyArmor.name, "Adds its number to Armor against beams and particles.",
           of_models(armor.BluntingEnergyArmor), of_models(armor.ThinEnergyArmor)),
    option("reactive_armor", ReactiveArmor.name, "Adds its number to Armor against shells, slugs and missiles.",
           of_models(armor.BluntingReactiveArmor), of_models(armor.ThinReactiveArmor)),
    option("catapult", Catapult.name, Catapult.summary, of_models(decks.RoundCatapult), of_models(decks.FarCatapult)),
    option("launchers", Launchers.name, Launchers.summary, of_models(decks.LongLaunchers)),
    option("evasive", dodging.ScatteringEvasive.name, "Shots from beyond Short Range are opposed by its Skill.",
           of_models(dodging.ScatteringEvasive, also=BOTH,
                     states=(dodging.ScatteringEvading, dodging.ScatteringBoost))),
    option("barrier", guarding.ShieldingBarrier.name,
           'Its Point Defense reaches 6"; friends so near have a flex die of it in theirs, or use its Defense.',
           of_models(guarding.ShieldingBarrier), of_models(guarding.LendingBarrier)),
    option("cloak", searching.SoughtCloak.name, "Always at Long Range for guns, however near.",
           of_models(searching.SoughtCloak, also=BOTH)),
    option("snooper", searching.Snooper.name, NOTHING, of_models(searching.Snooper, also=BOTH)),
    option("sensor_drone", searching.SensorDrone.name, NOTHING,
           of_models(searching.SensorDrone, states=(searching.LookingOut,))),
    option("tender", "Tender, Fleet Tender", 'A Tender resupplies with a flex die more, up to 12" away.',
           of_models(supplying.FeedingTender), of_models(supplying.PlainTender, supplying.FleetTender)),
    GameOption("mines", "Minelayer, Sweeper", USUAL, NOTHING, (MINES,)),
    option("countermeasures", guarding.Countermeasures.name, NOTHING, of_models(guarding.Countermeasures)),
    option("drones", f"{guarding.WorkDrones.name} (trait)", NOTHING, of_models(guarding.WorkDrones)),
    option("ring_module", guarding.RingModule.name, NOTHING, of_models(guarding.RingModule)),
    option("comms", flying.PlainComms.name, "A squadron may order Drone Command and Vector Attack.",
           of_models(flying.PlainComms)),
    option("escort", flying.PlainEscort.name, "A squadron takes up an escort, and leaves it, whenever it likes.",
           of_models(flying.PlainEscort, also=BOTH)),
    option("fast", flying.PlainFast.name, "Hard to catch; dodges with a flex die more; boosts with 3 fuel.",
           of_models(flying.FleeingFast), of_models(flying.PlainFast)),
    option("grapplers", flying.Grapplers.name, "One more Skill in interceptions and dogfights.",
           of_models(flying.Grapplers)),
    option("interceptor", flying.FirstInterceptor.name, "For a fuel it intercepts within its Speed in inches.",
           of_models(flying.FirstInterceptor)),
    option("overthrust", dodging.Overthrust.name, NOTHING, of_models(dodging.Overthrust)),
)  # fmt: skip
