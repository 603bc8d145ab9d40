"""Ignoring Suppressing Fire: full Thrusters for a hit (v1.2.4 Action > Suppressing Fire > Suppressed, R49)."""

from __future__ import annotations

from functools import lru_cache

from jovian.cards import WeaponCard
from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import Defy, Heed
from jovian.game.events import SuppressionAnswered
from jovian.rules.facts.unprinted import KINETIC_CANNON
from jovian.rules.firing.resolve import resolve
from jovian.rules.rulebook.model_state import HARD, MARKED, SHIPS, Ending, Sign
from jovian.rules.rulebook.shot_facts import SUPPRESSION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess_close
from jovian.rules.shooting.shot import Shot

PLACE = "v1.2.4 Action > Suppressing Fire > Suppressed"
RATING = 2


class Suppressed(Ending):
    """Forced to heed suppressing fire."""

    __slots__ = ()
    name = "suppressed"
    place = PLACE
    summary = "Thrusters are X-1 lower; its captain may ignore that at the price of a hit."
    sign = Sign("SU", MARKED, HARD, ())
    only_of = SHIPS

    @classmethod
    def thrusters_lost(cls, ship: Model) -> int:
        """How many Thrusters it costs the ship."""
        return max(0, cls.level_of(ship) - 1)

    @classmethod
    def pin(cls, game: Game, ship: Model, shells: int) -> None:
        """Pin the ship down by so many macro dice of shells; one that is Suppressed already by one more (R49)."""
        before = cls.level_of(ship)
        cls.enter(game, ship, before + 1 if before else shells)

    def thrusters(self, state: State, model: Model, value: int) -> int:
        """One less than its level fewer, not below 0."""
        return max(0, value - (self.level - 1))


def defy(game: Game, ship: Model) -> Procedure[None]:
    """As it activates, a Suppressed ship may use its real Thrusters and take the shells."""
    lost = Suppressed.thrusters_lost(ship)
    if not lost or not ship.rating("thrusters"):
        return
    shot = shells(game.state, ship)
    listed: list[Option[Heed | Defy]] = [
        Option(Heed(), "Keep its head down", f"Thrusters {lost} lower this activation"),
        Option(Defy(), "Press on", f"full Thrusters, and an attack of {shot.roll.pool}"),
    ]
    title = f"{ship.name} is Suppressed:{Suppressed.level_of(ship)}: press on?"
    answer = yield from ask(Pick(Suppressed.name, ship.side, title, PLACE, listed, subject=ship.id))
    game.tell(SuppressionAnswered(model=ship.id, heeds=isinstance(answer, Heed)))
    if isinstance(answer, Defy):
        Suppressed.leave(game, ship)
        yield from resolve(game, shot)


def shells(state: State, ship: Model) -> Assessment:
    """The attack on a ship that ignores it: AC 2 and X macro dice, against the Armor that faces the suppressor."""
    suppressor = state.models.get(ship.pinned_by, ship)
    weapon = _weapon(Suppressed.level_of(ship))
    return assess_close(Shot(state, suppressor, ("suppression",), weapon, ship, SUPPRESSION))


@lru_cache(maxsize=16)
def _weapon(level: int) -> WeaponCard:
    return WeaponCard(
        name="Suppressing Fire", type=KINETIC_CANNON, arcs=("turret",), ac=RATING, as_=None, macro=level
    )
