"""States that orders of capital ships bring about (v1.2.4 Action), as effects on the model in that state."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import OVERDRIVEN, Game, Model, MountRef, Procedure, Refusal, State
from jovian.game.parts import FLEX, Part
from jovian.rules.facts.marking import break_weapon
from jovian.rules.facts.rolls import one_die
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Fired
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.model_state import BAD, CREW, HARD, MARKED, SHIPS, Ending, ModelState, Sign
from jovian.rules.rulebook.shot_facts import LONG, ShotFacts
from jovian.rules.shooting import ratings

STRAIN = (1, 4, 6)
"""By Long Shot's test (N, D, T): what a d6 must show for the weapon to break; Q+ never."""
BURNING = 2
"""The X of a Hard Burn as it begins."""


class StationKeeping(Ending):
    """Keeps its place: it counts as having Speed 0."""

    __slots__ = ()
    name = "station-keeping"
    place = "v1.2.4 Action > Station Keep"
    summary = "Moves 0 to Thrusters inches forward and never back; attackers gain a flex die."
    words = ("keeps its station", "no longer keeps its station")
    sign = Sign("SK", CREW, HARD)
    only_of = SHIPS

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """0 to Thrusters inches, since Speed counts as 0 (R22)."""
        return 0.0, float(ratings.thrusters(state, model))

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """One flex die, in every attack window (R57)."""
        return (Part("Station Keeping", 1, self.place, FLEX),)


class Targeted(Ending):
    """Designated as a target, so that everybody hits it more easily."""

    __slots__ = ()
    name = "targeted"
    place = "v1.2.4 Action > Combined Attack > Targeted"
    summary = "Every attack on the ship has this bonus until the End Phase."
    sign = Sign("TG", MARKED, BAD, ())

    @classmethod
    def add(cls, game: Game, ship: Model) -> None:
        """Point the ship out once more."""
        cls.enter(game, ship, cls.level_of(ship) + 1)

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """What its level gives each attack on it (R57)."""
        return (Part("Targeted", self.level, self.place),)


class HardBurn(ModelState):
    """Main drive at full thrust; its level is the X of the book and counts down."""

    __slots__ = ()
    name = "hard-burn"
    place = "v1.2.4 Action > Hard Burn"
    summary = "Speed doubled while X is above 0, Turns 1; X falls in each End Phase; no new Hard Burn meanwhile."
    words = ("burns hard, X is {value}", "no longer burns hard")
    sign = Sign("HB", CREW, HARD, ("0", "1", "2"))
    only_of = SHIPS
    least = 0

    @classmethod
    def begin(cls, game: Game, ship: Model) -> None:
        """The activation begins: it enters Hard Burn with the value 2."""
        cls.enter(game, ship, BURNING)

    @classmethod
    def begun(cls, ship: Model) -> Model:
        """The ship as if it began one now: only to look at."""
        return cls.supposed(ship, BURNING)

    def speed(self, state: State, model: Model, value: int) -> int:
        """The Speed rating, doubled."""
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


class LongShot(ModelState):
    """Weapons pushed beyond their range, for one activation. Its level is 1 to 4 for a test of N, D, T, Q+."""

    __slots__ = ()
    name = "long-shot"
    place = "v1.2.4 Action > Long Shot"
    summary = "Weapons fire at Long Range, and may break by it."
    words = ("pushes its weapons to Long Range", "no longer pushes its weapons")
    sign = Sign("LS", CREW, HARD, ("", "N", "D", "T", "Q"))
    passes = True

    @property
    def best(self) -> int:
        """The best magnitude of its test, 0 to 3 for N, D, T, Q+: the level stands one above it."""
        return self.level - 1

    @classmethod
    def tested(cls, game: Game, ship: Model, best: int) -> None:
        """Enter it by the best magnitude of its test."""
        cls.enter(game, ship, best + 1)

    @classmethod
    def as_tested(cls, ship: Model, best: int) -> Model:
        """The ship as if it had made its test so well: only to look at."""
        return cls.supposed(ship, best + 1)

    def reaches_long(self, shot: ShotFacts) -> bool:
        """Any weapon but missiles, which have a range of their own."""
        return weapon_type(shot.state, shot.weapon).ranged

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Each weapon fired at Long Range may break (R49)."""
        if fired.band != LONG or self.best >= len(STRAIN):
            return
        need = STRAIN[self.best]
        for mount in fired.mounts:
            purpose = f"strain on a weapon of {model.name} ({need}+ breaks)"
            face = 1 if need == 1 else (yield from one_die(game, model.side, purpose, range(1, need)))
            if face >= need:
                break_weapon(game, model, MountRef(mount).ident, "Long Shot")


class Overdriven(Ending):
    """A damaged rating run as if it were whole; `Model.rating` reads it."""

    __slots__ = ()
    place = "v1.2.4 Action > Overdrive > Overdriven"
    summary = "The rating counts as undamaged until the End Phase."
    only_of = SHIPS


class OverdrivenDefense(Overdriven):
    """Defense run as if undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "defense"
    words = ("overdrives its Defense", "no longer overdrives its Defense")
    sign = Sign("OD", CREW)


class OverdrivenSensors(Overdriven):
    """Sensors run as if undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "sensors"
    words = ("overdrives its Sensors", "no longer overdrives its Sensors")
    sign = Sign("OS", CREW)


class OverdrivenThrusters(Overdriven):
    """Thrusters run as if undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "thrusters"
    words = ("overdrives its Thrusters", "no longer overdrives its Thrusters")
    sign = Sign("OT", CREW)


BY_RATING: dict[str, type[Overdriven]] = {
    "defense": OverdrivenDefense, "sensors": OverdrivenSensors, "thrusters": OverdrivenThrusters,
}  # fmt: skip
"""By the rating that is driven."""
