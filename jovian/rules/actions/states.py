"""States that actions and supplies bring about (v1.2.4 States).

States that another procedure or a trait brings about are beside it, such as Boarded, Escorting, or Stealthed.
"""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import OVERDRIVEN, Game, Model, MountRef, Procedure, Refusal, State
from jovian.game.events import FLEX, Contribution
from jovian.rules.basics.model import (
    break_weapon,
)
from jovian.rules.basics.rolls import RollLink, one_die
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import (
    BAD,
    CREW,
    HARD,
    LONG,
    MARKED,
    SHIPS,
    Ending,
    Fired,
    ModelState,
    ShotFacts,
    StateMarker,
)
from jovian.rules.rulebook.order import Action
from jovian.rules.shots import ratings

# --- States of actions (v1.2.4 Action) ---
BURNING = 2
"""The initial X of a Hard Burn."""


class HardBurnState(ModelState):
    """Main drive at full thrust. The level is the X of the rulebook, which counts down."""

    __slots__ = ()
    name = "hard-burn"
    place = "v1.2.4 Action > Hard Burn"
    summary = (
        "Speed is doubled while X is above 0, Turns is 1, and X falls in each End Phase. No new Hard Burn until then."
    )
    words = ("burns hard, X is {value}", "no longer burns hard")
    sign = StateMarker("HB", CREW, HARD, ("0", "1", "2"))
    only_of = SHIPS
    min_value = 0

    @classmethod
    def begin(cls, game: Game, ship: Model) -> None:
        """Start a Hard Burn with X 2."""
        cls.enter(game, ship, BURNING)

    @classmethod
    def as_started(cls, ship: Model) -> Model:
        """Return the ship as if it started a Hard Burn now, for previews."""
        return cls.supposed(ship, BURNING)

    def speed(self, state: State, model: Model, value: int) -> int:
        return value * 2 if self.level else value

    def turns(self, state: State, model: Model, value: int) -> int:
        """Return 1 turn, still limited by Thrusters (R22)."""
        return 1

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Refuse another Hard Burn."""
        return Refusal(f"{model.name} is still in a Hard Burn.", self.place) if action.enters == self.name else None

    def end_phase(self, game: Game, model: Model) -> None:
        """Lower X by 1. After 0, the state ends."""
        if self.level:
            self.enter(game, model, self.level - 1)
        else:
            self.leave(game, model)


STRAIN = (1, 4, 6)
"""The d6 roll that breaks a weapon, by the result of Long Shot's test (N, D, T). After Q+ none breaks."""


class LongShotState(ModelState):
    """Weapons pushed beyond their range, for one activation. The level is 1 to 4 for a test of N, D, T, Q+."""

    __slots__ = ()
    name = "long-shot"
    place = "v1.2.4 Action > Long Shot"
    summary = "Weapons may fire at Long Range, but may break."
    words = ("pushes its weapons to Long Range", "no longer pushes its weapons")
    sign = StateMarker("LS", CREW, HARD, ("", "N", "D", "T", "Q"))
    passes = True

    @property
    def best(self) -> int:
        """The Magnitude of its test, 0 to 3 for N, D, T, Q+."""
        return self.level - 1

    @classmethod
    def tested(cls, game: Game, ship: Model, best: int) -> None:
        """Enter the state with the Magnitude of its test."""
        cls.enter(game, ship, best + 1)

    @classmethod
    def as_tested(cls, ship: Model, best: int) -> Model:
        """Return the ship as if its test had this Magnitude, for previews."""
        return cls.supposed(ship, best + 1)

    def reaches_long(self, shot: ShotFacts) -> bool:
        """Return whether the weapon may fire at Long Range: all but missiles, which have their own range."""
        return weapon_type(shot.state, shot.weapon).ranged

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Roll whether each weapon fired at Long Range breaks (R49)."""
        if fired.band != LONG or self.best >= len(STRAIN):
            return
        breaks_on = STRAIN[self.best]
        for mount in fired.mounts:
            purpose = f"strain on a weapon of {model.name} ({breaks_on}+ breaks)"
            link, good = RollLink(model.id), range(1, breaks_on)
            face = 1 if breaks_on == 1 else (yield from one_die(game, model.side, purpose, good, link))
            if face >= breaks_on:
                break_weapon(game, model, MountRef(mount).ident, "Long Shot")


class Overdriven(Ending):
    """A damaged rating that counts as undamaged. `Model.rating` reads the state."""

    __slots__ = ()
    place = "v1.2.4 Action > Overdrive > Overdriven"
    summary = "The rating counts as undamaged until the End Phase."
    only_of = SHIPS


class OverdrivenDefense(Overdriven):
    """A Defense rating that counts as undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "defense"
    words = ("overdrives its Defense", "no longer overdrives its Defense")
    sign = StateMarker("OD", CREW)


class OverdrivenSensors(Overdriven):
    """A Sensors rating that counts as undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "sensors"
    words = ("overdrives its Sensors", "no longer overdrives its Sensors")
    sign = StateMarker("OS", CREW)


class OverdrivenThrusters(Overdriven):
    """A Thrusters rating that counts as undamaged."""

    __slots__ = ()
    name = OVERDRIVEN + "thrusters"
    words = ("overdrives its Thrusters", "no longer overdrives its Thrusters")
    sign = StateMarker("OT", CREW)


BY_RATING: dict[str, type[Overdriven]] = {
    "defense": OverdrivenDefense, "sensors": OverdrivenSensors, "thrusters": OverdrivenThrusters,
}  # fmt: skip
"""The state of each rating that may be overdriven."""


class StationKeeping(Ending):
    """A ship that keeps its place, and counts as having Speed 0."""

    __slots__ = ()
    name = "station-keeping"
    place = "v1.2.4 Action > Station Keep"
    summary = "Moves 0 to Thrusters inches forward, not in reverse. Attackers gain a flex die."
    words = ("keeps its station", "no longer keeps its station")
    sign = StateMarker("SK", CREW, HARD)
    only_of = SHIPS

    def limits(self, state: State, model: Model, minimum: float, maximum: float) -> tuple[float, float]:
        """Return 0 to Thrusters inches, since Speed counts as 0 (R22)."""
        return 0.0, float(ratings.thrusters(state, model))

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return a flex die, in every attack window (R57)."""
        return (Contribution("Station Keeping", 1, self.place, FLEX),)


class Targeted(Ending):
    """A ship marked as a target: all attacks on it get a bonus."""

    __slots__ = ()
    name = "targeted"
    place = "v1.2.4 Action > Combined Attack > Targeted"
    summary = "Each attack on the ship has this bonus until the End Phase."
    sign = StateMarker("TG", MARKED, BAD, ())

    @classmethod
    def add(cls, game: Game, ship: Model) -> None:
        """Increase the bonus by 1."""
        cls.enter(game, ship, cls.level_of(ship) + 1)

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return the bonus of each attack on the ship (R57)."""
        return (Contribution("Targeted", self.level, self.place),)
