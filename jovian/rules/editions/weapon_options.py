"""The options that bring older traits of weapons."""

from __future__ import annotations

from jovian.rules.editions.choice import NOTHING, USUAL, of_models, of_weapons, option
from jovian.rules.editions.older import aim, weapons
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.weapons.missiles import NUKE

BOTH = ("v1.2.3",)
"""What an entry of v1.2.2 that stands in v1.2.3 too counts for besides."""
ACE_OF_GUNS = Variant(
    "v1.2.2", weapons.AceGun.place, "Its weapons, or a weapon with Ace, have a flex die more in each attack roll.",
    traits={weapons.AceGun.name: weapons.AceOfGuns}, weapon_traits={weapons.AceGun.name: weapons.AceGun},
)  # fmt: skip
AIMED = Variant(
    "v1.2.2", weapons.AimedMissile.place, "Fired at a model like other missiles; its sets harm as the next magnitude.",
    also=BOTH, weapon_types={weapons.AimedMissile.name: weapons.AimedMissile()},
)  # fmt: skip
SHORT_TORPEDO = Variant(
    "plain", "v1.2.4 Weapons > Missile", "At Short Range like any missile: what v1.2.4 prints, by itself.",
    figures={"torpedo_short": 0},
)  # fmt: skip
BLUNT_PRECISION = Variant(
    "v1.2.2", "v1.2.2 Weapon Traits > Precise", "The attacker chooses what a double damages; weapons break as ever.",
    also=BOTH, weapon_traits={weapons.BluntPrecise.name: weapons.BluntPrecise}, figures={"keen": 0},
)  # fmt: skip

WEAPON_OPTIONS: tuple[GameOption, ...] = (
    option("snub", aim.HeavySnub.name, "+1 at Short Range, in a Dogfight and in a Bombing Run.",
           of_weapons(aim.HeavySnub)),
    option("sniper", aim.FarSniper.name, "Fires at Long Range with the -3 of the table.",
           of_weapons(aim.PreciseSniper), of_weapons(aim.FarSniper)),
    GameOption("ace", weapons.AceGun.name, USUAL, "May be the third squadron of a Formation.",
               (ACE_OF_GUNS, of_models(weapons.AceOfAll))),
    option("ap", weapons.FullArmorPiercing.name, "Ignores up to two ratings of printed Armor.",
           of_weapons(weapons.FullArmorPiercing)),
    option("array", weapons.Array.name, NOTHING, of_weapons(weapons.Array)),
    option("autofire", weapons.LateAutofire.name, "Fires at an active enemy where it comes into range.",
           of_weapons(weapons.LateAutofire)),
    option("cmm", weapons.BurstingCluster.name, "May stand in for Defense, and helps friends within 6\".",
           of_weapons(weapons.BurstingCluster)),
    GameOption("nuke", NUKE, USUAL, "Bursts at a point of the table, as a ship that explodes.", (AIMED,)),
    GameOption("precise", weapons.BluntPrecise.name, USUAL,
               "The attacker chooses what a double damages, and breaks weapons on 1 less.", (BLUNT_PRECISION,)),
    option("swarm", weapons.PlainSwarm.name, "Triples and better shrink a step; two dice more at close quarters.",
           of_weapons(weapons.PlainSwarm, also=BOTH)),
    GameOption("torpedo", "Torpedo", USUAL,
               'At Short Range 6" farther than other missiles: v1.2.4 prints no more than its flight.',
               (SHORT_TORPEDO,)),
)  # fmt: skip
