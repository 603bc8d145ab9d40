"""Critical Hits whose value says what breaks, and damage to the engine (v1.2.1 Damage)."""

from __future__ import annotations

from jovian.cards.values.older_names import SYSTEMS
from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import Damage, DamageSystem
from jovian.rules.facts.marking import break_weapon, mark_boxes, mark_system, system_left, weapons_left
from jovian.rules.facts.rolls import random_pick
from jovian.rules.harm.boarding import lose_marines
from jovian.rules.harm.catastrophe import lose_structure
from jovian.rules.rulebook.figures import CriticalRule, Engine, Hit
from jovian.rules.rulebook.model_state import BAD, HURT, SHIPS, Sign
from jovian.rules.rulebook.rulebook import rulebook

PLACE = "v1.2.1 Damage > Critical Damage"
LOST = 2
"""Inches of Speed that a hit on the engine costs."""
MENDED = (0, 1, 2, 2)
"""Inches that Damage Control gives back, by N, D, T and Q+."""
AT_RANDOM = "weapon"
BREACH, ENGINE, SYSTEM, SEVERE = "Hull Breach", "Engine Hit", "Weapon or System Hit", "Severe Damage"
BY_VALUE = ("", BREACH, ENGINE, ENGINE, SYSTEM, SYSTEM, SEVERE)
"""What a Critical Hit of each value is."""


class EngineDamage(Engine):
    """Its level is the inches of Speed that are lost."""

    __slots__ = ()
    name = "engine-damage"
    place = "v1.2.1 Damage > System Traits"
    summary = 'So many inches of Speed are lost; Damage Control gives back 1" with a double, 2" with more.'
    sign = Sign("EN", HURT, BAD, ())
    only_of = SHIPS
    words = ('has lost {value}" of Speed', "has its whole Speed again")

    @classmethod
    def offer(cls, state: State, ship: Model) -> Option[Damage] | None:
        """Something to break while any Speed is left."""
        left = ship.card.speed - cls.level_of(ship)
        return Option(Damage("engine"), "Engine", f'-{min(LOST, left)}" of Speed {left}"') if left > 0 else None

    @classmethod
    def hit(cls, game: Game, ship: Model) -> None:
        """Take two inches of Speed, as far as there are any."""
        cls.enter(game, ship, min(ship.card.speed, cls.level_of(ship) + LOST))

    def speed(self, state: State, model: Model, value: int) -> int:
        """The Speed that is left, before anything doubles it."""
        return max(0, value - self.level)

    def mends(self, best: int) -> int:
        """Inches that a repair gives back: one with a double, two with more."""
        return min(self.level, MENDED[best])

    def mended(self, levels: int) -> str:
        """So many inches of Speed given back, in words."""
        return f'{levels}" of Speed'


class ByValue(CriticalRule):
    """The value of the set says what a Critical Hit breaks; what is not there is spared."""

    __slots__ = ()

    def called(self, state: State, value: int) -> str:
        """What a hit of that value breaks, by the table."""
        return BY_VALUE[value]

    def resolve(self, game: Game, target: Model, hit: Hit) -> Procedure[None]:
        """Marines, the engine, a weapon or a system, or much at once."""
        found = BY_VALUE[hit.value]
        if found == BREACH:
            self._breach(game, target, hit)
        elif found == ENGINE:
            self._engine(game, target, hit)
        elif found == SYSTEM:
            yield from self._system(game, target, hit, weapons=True)
        else:
            yield from lose_structure(game, target, hit.cause)
            if target.alive:
                self._breach(game, target, hit)
                yield from self._system(game, target, hit, weapons=False)

    def _breach(self, game: Game, target: Model, hit: Hit) -> None:
        if target.rating("marines"):
            lose_marines(game, target, 1, hit.cause)

    def _engine(self, game: Game, target: Model, hit: Hit) -> None:
        """Speed; where engines are not hit, Thrusters."""
        engine = rulebook(game.state).figures.engine
        if engine is None:
            if target.unmarked("thrusters"):
                mark_boxes(game, target, "thrusters", 1, hit.cause)
        elif engine.offer(game.state, target) is not None:
            engine.hit(game, target)

    def _system(self, game: Game, target: Model, hit: Hit, weapons: bool) -> Procedure[None]:
        """A system of the attacker's choice, or a weapon at random."""
        whole = weapons_left(target) if weapons else []
        listed: list[Option[Damage | DamageSystem]] = [
            Option(DamageSystem(trait.name), str(trait), f"{system_left(target, trait.name)} left")
            for trait in target.card.traits
            if trait.name in SYSTEMS and system_left(target, trait.name) > 0
        ]
        if whole:
            listed.insert(0, Option(Damage(AT_RANDOM), "A weapon", f"at random, of {len(whole)}"))
        if not listed:
            return
        title = f"{BY_VALUE[hit.value]} on {target.name}"
        match (yield from ask(Pick("critical", hit.chooser, title, PLACE, listed, subject=target.id))):
            case DamageSystem(trait):
                mark_system(game, target, trait, 1, hit.cause)
            case _:
                number = 0
                if len(whole) > 1:
                    said = f"which weapon of {target.name} is hit"
                    number = yield from random_pick(game, hit.chooser, said, len(whole))
                break_weapon(game, target, whole[number].id, hit.cause)
