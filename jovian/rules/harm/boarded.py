"""Enemy marines aboard a ship, and a ship that they have taken (v1.2.4 Action > Board > Boarded, States > Captured)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.events import MarinesBoarded, ShipCaptured
from jovian.rules.facts.marking import mark_down
from jovian.rules.facts.reveal import show_hardpoints
from jovian.rules.harm.casualties import set_free
from jovian.rules.harm.unloading import disembark
from jovian.rules.places.attached import misplaced
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.in_force import clauses_with
from jovian.rules.rulebook.model_state import BAD, HURT, SHIPS, ModelState, Sign
from jovian.rules.shooting import ratings

BOARDED = "v1.2.4 Action > Board > Boarded"


class Boarded(ModelState):
    """Enemy marines are aboard: its level."""

    __slots__ = ()
    name = "boarded"
    place = BOARDED
    summary = "So many enemy marines fight aboard at the start of its activations; it may not Board."
    sign = Sign("BD", HURT, BAD, ())
    only_of = SHIPS

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal of boarding others; all else it may declare."""
        return Refusal("A Boarded ship may not Board.", self.place) if action.boards else None


class Captured(ModelState):
    """Taken by the enemy's marines."""

    __slots__ = ()
    name = "captured"
    place = "v1.2.4 States > Captured"
    summary = "Held by its captor: Fire Control 1, only Damage Control or Withdraw, half again its points."
    sign = Sign("CP", HURT, BAD)
    only_of = SHIPS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """Its Fire Control rating, cut to 1."""
        return min(value, 1)

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Only repairs and flight; but the captor may resolve what had been declared (R47)."""
        act = state.activation
        begun = act is not None and act.model == model.id and act.declared and act.action == action.name
        if action.by_captors or begun:
            return None
        return Refusal("A Captured ship may only declare Damage Control or Withdraw.", self.place)

    def victory(self, state: State, model: Model) -> float | None:
        """Half again, and 30 % of its TV more by its fame (R66, R79)."""
        return 1.5 + 0.3 * ratings.fame(state, model)


class FirstAboard(ModelState):
    """Marines of side 0 are aboard what is nobody's: its level."""

    __slots__ = ()
    name = "boarded-first"
    place = BOARDED
    summary = "Marines of the first side are aboard what is nobody's; who else is there fights them at the end."
    words = ("has {value} marines of the first side aboard", "has no marines of the first side aboard any more")
    sign = Sign("B1", HURT, BAD, ())


class SecondAboard(ModelState):
    """Marines of side 1 are aboard what is nobody's: its level."""

    __slots__ = ()
    name = "boarded-second"
    place = BOARDED
    summary = "Marines of the second side are aboard what is nobody's; who else is there fights them at the end."
    words = ("has {value} marines of the second side aboard", "has no marines of the second side aboard any more")
    sign = Sign("B2", HURT, BAD, ())


ABOARD: tuple[type[ModelState], type[ModelState]] = (FirstAboard, SecondAboard)
"""The marines of each side aboard what is neutral, where both may be enemies."""


def boarders(ship: Model) -> int:
    """How many enemy marines are aboard; of a neutral model those of both sides."""
    return sum(kind.level_of(ship) for kind in ABOARD) if ship.neutral else Boarded.level_of(ship)


def boarders_of(ship: Model, side: int) -> int:
    """How many marines of a side are aboard that is not in control."""
    return 0 if side == ship.side else _aboard(ship, side).level_of(ship)


def captor_of(ship: Model) -> int | None:
    """The side that takes a ship: its boarders are left alone aboard, with no marines of the ship's (R46)."""
    if ship.rating("marines") or not ship.capital or not ship.on_table:
        return None
    there = [side for side in (0, 1) if boarders_of(ship, side)]
    return there[0] if len(there) == 1 else None


def _aboard(ship: Model, side: int) -> type[ModelState]:
    """The state of a ship with boarders of that side."""
    return ABOARD[side] if ship.neutral else Boarded


def come_aboard(game: Game, ship: Model, boarder: Model, count: int) -> Procedure[None]:
    """So many marines have crossed, and may take the ship at once."""
    there = boarders_of(ship, boarder.side) + count
    game.tell(MarinesBoarded(model=ship.id, by=boarder.id, marines=count, boarders=there))
    if count:
        set_boarders(game, ship, boarder.side, there)
        yield from check_capture(game, ship)


def set_boarders(game: Game, ship: Model, side: int, count: int) -> None:
    """Note how many boarders of a side are left."""
    kind = _aboard(ship, side)
    if count > 0:
        kind.enter(game, ship, count)
    else:
        kind.leave(game, ship)


def _ask_anew(state: State, ship: Model) -> None:
    """If it is active, it has other enemies now, who have let nothing pass yet (R47, R56)."""
    for act in (state.activation, *state.paused):
        if act is not None and act.model == ship.id:
            act.let_pass = False


def check_capture(game: Game, ship: Model) -> Procedure[None]:
    """With no marines left and boarders aboard the ship changes hands (R46, R47)."""
    captor = captor_of(ship)
    if captor is None:
        return
    left = boarders_of(ship, captor)
    set_boarders(game, ship, captor, 0)
    yield from disembark(game, ship)
    show_hardpoints(game, ship)
    ship.side = captor
    set_free(game, misplaced(game.state, ship))
    _ask_anew(game.state, ship)
    if ship.side == ship.owner:
        Captured.leave(game, ship)
    else:
        Captured.enter(game, ship)
    mark_down(ship, "marines", left)
    game.tell(ShipCaptured(model=ship.id, side=ship.side, marines=ship.rating("marines")))
    for clause in clauses_with(game.state, Clause.captured):
        clause.captured(game, ship)
