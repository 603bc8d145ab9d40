"""The options that bring older traits of weapons."""

from __future__ import annotations

from jovian.rules.editions.older import aim
from jovian.rules.editions.older.choice import of_weapons, option
from jovian.rules.editions.variant import GameOption

WEAPON_OPTIONS: tuple[GameOption, ...] = (
    option("snub", aim.HeavySnub.name, "+1 at Short Range, in a Dogfight and in a Bombing Run.",
           of_weapons(aim.HeavySnub)),
    option("sniper", aim.FarSniper.name, "Fires at Long Range with the -3 of the table.",
           of_weapons(aim.PreciseSniper), of_weapons(aim.FarSniper)),
)  # fmt: skip
