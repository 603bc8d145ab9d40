"""Actions as older texts have them: running silent, repairs."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import freeze_mapping
from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.capital_ship.damage_control import AUTO, TABLE, DamageControl, Table
from jovian.rules.actions.generic.silent_running import SilentRunning
from jovian.rules.facts.formation import members
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.rulebook.model_state import CREW, GOOD, Ending, Sign
from jovian.rules.traits.electronics import Stealth

NEEDED = ("defense", "sensors", "thrusters")
"""The ratings that silence takes, 1 of each."""


class RunningQuiet(Ending):
    """Everything shut down that can be."""

    __slots__ = ()
    name = "running-quiet"
    place = "v1.2.3 States > Stealthed"
    summary = "One level of Stealth more, until the End Phase or until it expends Fire Control."
    words = ("runs quiet", "no longer runs quiet")
    sign = Sign("RQ", CREW, GOOD)

    def stealth(self, state: State, model: Model) -> int:
        """One level more than the model has by itself."""
        return model.card.level(Stealth.name) + 1

    def spends(self, game: Game, model: Model) -> None:
        """Whatever costs Fire Control gives it away, missiles and drones too; autofire costs none."""
        self.leave(game, model)


class QuietRunning(SilentRunning):
    """Shut down what can be found."""

    __slots__ = ()

    place = "v1.2.3 States > Stealthed"
    summary = "One level of Stealth more until the End Phase, or until any Fire Control is expended."
    needs = "Defense 1+, Sensors 1+, Thrusters 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without one of the ratings; squadrons lack two of them."""
        lacking = [each for each in NEEDED if model.rating(each) < 1]
        return self.no(f"It needs {lacking[0].capitalize()} 1 or more.") if lacking else None

    def test(self, state: State, model: Model, at: str = "") -> SkillTest | None:  # type: ignore[override]
        """None: no test is made."""
        return None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Enter the state at once."""
        for each in members(game.state, model):
            RunningQuiet.enter(game, each)
        return
        yield

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """Nothing: no squadron runs silent."""


class OlderDamageControl(DamageControl):
    """A double is enough for systems and weapons."""

    __slots__ = ()

    place = "v1.2.1 Damage > System Traits"
    summary = "A skill test: any double repairs a rating, a system or a weapon for certain. Never Structure or Marines."
    table: ClassVar[Table] = freeze_mapping({
        **TABLE,
        "system": (None, (AUTO, 1), (AUTO, 1), (AUTO, 2)),
        "weapon": (None, (AUTO, 1), (AUTO, 1), (AUTO, 1)),
        "spinal": (None, (AUTO, 1), (AUTO, 1), (AUTO, 1)),
    })
