"""What older texts have for defense: Barrier, Countermeasures, Drones, Ring Module (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.dice import Pool
from jovian.game import Game, Model
from jovian.game.parts import BASE, FLEX, Part, total
from jovian.rules.facts.marking import mark_system, system_left
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.shots import Opposition
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE, ShotFacts
from jovian.rules.rulebook.weapon_type import SOLID
from jovian.rules.shooting.aid import guards, own_aid, rerolls_defense
from jovian.rules.traits.auras import BARRIER, Barrier
from jovian.table import TOLERANCE, distance

COVERED = 3.0
ENOUGH = 2
"""Marines that a Ring Module needs."""


class ShieldingBarrier(Effect):
    """Point defense that stops shells and slugs too."""

    __slots__ = ()
    name = Barrier.name
    place = "v1.2.2 Traits > Barrier"
    summary = 'Its Defense opposes shells, slugs and missiles at itself and at friends within 3", unaided.'

    def shields(self, guard: Model, shot: ShotFacts) -> Opposition | None:
        """Its Defense, where its target is near enough; nothing against energy, explosions and in close fights."""
        target = shot.target
        if shot.window not in (ACTIVATION, AUTOFIRE) or not guards(guard):
            return None
        if weapon_type(shot.state, shot.weapon).nature != SOLID:
            return None
        if distance(guard.base, guard.pose, target.base, target.pose) > COVERED + TOLERANCE:
            return None
        dice = guard.rating("defense")
        parts = [Part(f"{self.name} of {guard.name}", dice, self.place, BASE), *own_aid(shot.state, guard)]
        again = bool(shot.weapon.missile) and rerolls_defense(shot.state, guard)
        return Opposition(Pool(dice, total(parts, FLEX)).normal(), tuple(parts), reroll=again)


class LendingBarrier(Barrier):
    """Point defense that reaches far enough to cover its neighbors against missiles."""

    __slots__ = ()
    place = "v1.2.3 Traits > Barrier"
    summary = 'Its Point Defense reaches 6"; friends within 6" may use its Defense against missiles and boarders.'

    def aids_point_defense(self, helper: Model, inches: float) -> Part | None:
        """None: it gives what every ship close by gives."""
        return None

    def lends_defense(self) -> float:
        """0": it lends none for attacks with Point Defense."""
        return -1.0

    def lends_in_defense(self) -> float:
        """6": friends so near may use its Defense against missiles and boarders."""
        return BARRIER


class Countermeasures(Effect):
    """Decoys and jammers that give point defense a second try."""

    __slots__ = ()
    name = "Countermeasures"
    place = "v1.2.2 Traits > Countermeasures"
    summary = "Its Defense against missiles may be rolled again; it is damaged as soon as Defense is 0."

    def rerolls_defense(self, model: Model) -> bool:
        """True while the system works."""
        return system_left(model, self.name) > 0

    def after_harm(self, game: Game, model: Model) -> None:
        """At Defense 0 they are damaged, and must be repaired by themselves."""
        left = system_left(model, self.name)
        if model.capital and left > 0 and model.rating("defense") == 0:
            mark_system(game, model, self.name, left, "Defense 0")


class WorkDrones(Effect):
    """Drones about the hull, that mend and guard it."""

    __slots__ = ()
    name = "Drones"
    place = "v1.2.2 Traits > Drones"
    summary = "A flex die more in tests of repair and in rolls of its own Defense."

    def aids_defense(self, model: Model) -> Part | None:
        """A flex die while they work."""
        return Part(self.name, 1, self.place, FLEX) if system_left(model, self.name) > 0 else None

    def aids_repair(self, model: Model) -> Part | None:
        """A flex die while they work."""
        return self.aids_defense(model)


class RingModule(Effect):
    """A turning hull, easy to hold."""

    __slots__ = ()
    name = "Ring Module"
    place = "v1.2.2 Traits > Ring Module"
    summary = "Two marines or more who defend the ship roll a die more."

    def marine_parts(self, model: Model) -> Iterable[Part]:
        """A base die while there are two marines."""
        return (Part(self.name, 1, self.place, BASE),) if model.rating("marines") >= ENOUGH else ()
