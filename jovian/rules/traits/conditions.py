"""States that orders of capital ships bring about (v1.2.4 Action), as effects on the model in that state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game import OVERDRIVEN, Game, Model, Procedure, Refusal, State
from jovian.rules.facts.marking import break_weapon
from jovian.rules.facts.parts import Part
from jovian.rules.facts.rolls import one_die
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.condition import BAD, CREW, HARD, MARKED, SHIPS, Condition, Ending, Sign
from jovian.rules.rulebook.effect import Fired
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import EXPLOSION, LONG, ShotFacts
from jovian.rules.shooting.shot import own_mount

STRAIN = {1: 1, 2: 4, 3: 6}
"""By Long Shot's test (N, D, T): what a d6 must show for the weapon to break; Q+ never."""


@dataclass(frozen=True, slots=True)
class Targeted(Ending):
    """Designated as a target, so that everybody hits it more easily."""

    name = "targeted"
    place = "v1.2.4 Action > Combined Attack > Targeted"
    summary = "Every attack on the ship has this bonus until the End Phase."
    sign = Sign("TG", MARKED, BAD, ())

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """What its level gives each attack on it (R57)."""
        return () if shot.window == EXPLOSION else (Part("Targeted", self.level, self.place),)


@dataclass(frozen=True, slots=True)
class HardBurn(Condition):
    """Main drive at full thrust; its level is the X of the book and counts down."""

    name = "hard-burn"
    place = "v1.2.4 Action > Hard Burn"
    summary = "Speed doubled while X is above 0, Turns 1; X falls in each End Phase; no new Hard Burn meanwhile."
    sign = Sign("HB", CREW, HARD, ("0", "1", "2"))
    only_of = SHIPS

    def speed(self, state: State, model: Model, value: int) -> int:
        """Twice the Speed."""
        return value * 2 if self.level else value

    def turns(self, state: State, model: Model, value: int) -> int:
        """One turn, still capped by Thrusters (R22)."""
        return 1

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Refuses another Hard Burn."""
        return Refusal("It is still in a Hard Burn.", self.place) if action.enters == self.name else None

    def end_phase(self, game: Game, model: Model) -> None:
        """Lowers the level by one; at the last the state ends."""
        if self.level:
            self.enter(game, model, self.level - 1)
        else:
            self.leave(game, model)


@dataclass(frozen=True, slots=True)
class LongShot(Condition):
    """Weapons pushed beyond their range, for one activation. Its level is 1 to 4 for a test of N, D, T, Q+."""

    name = "long-shot"
    place = "v1.2.4 Action > Long Shot"
    summary = "Weapons fire at Long Range, and may break by it."
    sign = Sign("LS", CREW, HARD, ("", "N", "D", "T", "Q"))
    passes = True

    def reaches_long(self, shot: ShotFacts) -> bool:
        """Any weapon but missiles, which have a range of their own."""
        return weapon_type(shot.state, shot.weapon).ranged

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Each weapon fired at Long Range may break (R49)."""
        need = STRAIN.get(self.level)
        if fired.band != LONG or need is None:
            return
        for mount in fired.mounts:
            purpose = f"strain on a weapon of {model.name} ({need}+ breaks)"
            face = 1 if need == 1 else (yield from one_die(game, model.side, purpose))
            if face >= need:
                break_weapon(game, model, own_mount(mount), "Long Shot")


@dataclass(frozen=True, slots=True)
class Overdriven(Ending):
    """A damaged rating run as if it were whole; `Model.rating` reads it."""

    place = "v1.2.4 Action > Overdrive > Overdriven"
    summary = "The rating counts as undamaged until the End Phase."
    only_of = SHIPS


@dataclass(frozen=True, slots=True)
class OverdrivenDefense(Overdriven):
    """Defense run as if undamaged."""

    name = OVERDRIVEN + "defense"
    sign = Sign("OD", CREW)


@dataclass(frozen=True, slots=True)
class OverdrivenSensors(Overdriven):
    """Sensors run as if undamaged."""

    name = OVERDRIVEN + "sensors"
    sign = Sign("OS", CREW)


@dataclass(frozen=True, slots=True)
class OverdrivenThrusters(Overdriven):
    """Thrusters run as if undamaged."""

    name = OVERDRIVEN + "thrusters"
    sign = Sign("OT", CREW)


BY_RATING: dict[str, type[Overdriven]] = {
    "defense": OverdrivenDefense, "sensors": OverdrivenSensors, "thrusters": OverdrivenThrusters,
}  # fmt: skip
"""By the rating that is driven."""
