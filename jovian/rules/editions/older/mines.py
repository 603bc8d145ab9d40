"""Mines, who lays them and who sweeps them (v1.2.2 Traits > Minelayer, Sweeper).

The text names the action and leaves the mine itself open. Here a mine is a drone that no order moves: it lies where it
was laid, strikes once whatever enemy comes near, if its owner likes, and may be shot like any squadron.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from jovian.cards import Mount, Trait, UnitCard, WeaponCard
from jovian.cards.values.card import Base
from jovian.game import TABLE, Game, Model, Procedure, Refusal, State
from jovian.game.answers import At
from jovian.game.parts import BASE, Part
from jovian.game.pointing import PointRing
from jovian.rules.facts.marking import system_left
from jovian.rules.facts.reveal import reveal
from jovian.rules.places.obstacles import free_place
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import OPTIMUM, ShotFacts
from jovian.rules.rulebook.weapon_type import WeaponType
from jovian.rules.terrain.templates import Spot
from jovian.rules.traits.worth import Expendable, SelfDestruct
from jovian.table import TOLERANCE, Pose

PLACE = "v1.2.2 Traits > Minelayer"
LAID, FUSE = 3.0, 2.0
"""Inches from its ship within which a mine is laid, and at which it goes off."""
CHARGE = 4
"""Dice of its strike, against ships and squadrons."""
SWEPT = 2
"""Base dice that a Sweeper has more against mines."""


class MineCharge(WeaponType):
    """The charge of a mine, which goes off by itself and never otherwise."""

    __slots__ = ()
    name = "Mine"
    place = PLACE
    summary = 'Goes off once, if its owner likes, at an enemy that comes within 2": 4 dice, and the mine is gone.'
    needs_sight = False
    ranged = False
    shares_pool = False

    def fires_by_itself(self) -> bool:
        """True: it goes off without being ordered to."""
        return True

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """2", whether the target can be seen or not."""
        return FUSE

    def band(self, shot: ShotFacts) -> str:
        """Optimum Range, which changes nothing."""
        return OPTIMUM

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """A refusal beyond 2"."""
        if shot.distance <= FUSE + TOLERANCE:
            return None
        return Refusal(f'{shot.target.name} is beyond {FUSE:.0f}".', PLACE, (PointRing(shot.attacker.pose[:2], FUSE),))


MINE = UnitCard(
    key="common/mine", kind="squadron", faction="Common", name="Mine", tv=0, version="1.2.2", image="mine",
    base=Base("circle", 0.8, 0.8), speed=0, fire_control=1, turns=0, skill=1, unit_cap=1,
    armor=dict.fromkeys(("fore", "port", "starboard", "aft", "side"), 0), signature=2, sensors=0,
    tracks={"structure": (1,)},
    mounts=(Mount("a1", WeaponCard(MineCharge.name, MineCharge.name, ("turret",), CHARGE, CHARGE)),),
    traits=(Trait(Expendable.name), Trait(SelfDestruct.name)), squadron_type="drone", drone_class=1, source_text="{}",
)  # fmt: skip
"""The card of every mine."""


class Minelayer(Effect):
    """A ship with racks of mines."""

    __slots__ = ()
    name = "Minelayer"
    place = PLACE
    summary = 'May order Lay Mines: one mine, or as many as its number, within 3" of it.'


class Sweeper(Effect):
    """Guns that find mines."""

    __slots__ = ()
    name = "Sweeper"
    place = "v1.2.2 Traits > Sweeper"
    summary = "Two dice more in attacks on mines."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Two base dice against a mine."""
        return (Part(self.name, SWEPT, self.place, BASE),) if shot.target.card.key == MINE.key else ()


class LayMines(Action):
    """Leave mines about the ship."""

    __slots__ = ()

    name = "lay mines"
    place = PLACE
    summary = 'Lays a mine within 3" of the ship: it strikes an enemy that comes within 2" of it.'
    needs = "Minelayer"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for squadrons, and for ships whose racks are none or damaged."""
        if not model.capital:
            return self.no("Only capital ships may do this.")
        works = model.card.trait(Minelayer.name) is not None and system_left(model, Minelayer.name) > 0
        return None if works else self.no("It has no working Minelayer.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ask where each mine goes, and lay it."""
        count = system_left(model, Minelayer.name)
        for number in range(1, count + 1):
            which = f"mine {number} of {count}" if count > 1 else "the mine"
            title = f"{model.name}: where does {which} go?"
            spot = cast(At, (yield Spot(game.state, model, MINE.base.width / 2, LAID, title, self.place)))
            _lay(game, model, Pose(spot.x, spot.y, 0))


def _lay(game: Game, ship: Model, at: Pose) -> None:
    """Put a mine there, or at the nearest free place."""
    state = game.state
    state.serial += 1
    mine = Model(f"mine-{state.serial}", MINE, ship.side, f"{MINE.name} {state.serial}")
    free = free_place(state, mine.at(at), [(ship.base, ship.pose)])
    if free is None:
        return
    mine.pose, mine.place, mine.activated = free.rounded(), TABLE, True
    state.models[mine.id] = mine
    reveal(game, mine)
    game.tell_move(mine, [mine.pose], "launch")
