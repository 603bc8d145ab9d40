"""Structure, Crippled and the Catastrophic Damage Table (v1.2.4 Damage > Catastrophic Damage Table)."""

from __future__ import annotations

from jovian.game import CRIPPLED, Game, Model, Procedure, Refusal, State
from jovian.rules.facts.marking import mark
from jovian.rules.facts.rolls import one_die
from jovian.rules.harm.casualties import destroy
from jovian.rules.harm.laying import DEBRIS, WRECK, lay
from jovian.rules.harm.unloading import disembark
from jovian.rules.places.attached import attached_to
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.model_state import BAD, HURT, SHIPS, ModelState, Sign
from jovian.rules.rulebook.rulebook import rulebook

SYSTEMS = ("defense", "sensors", "thrusters")
LEFT = "wreckage"
"""Why a piece is there that a dead ship leaves."""


class Crippled(ModelState):
    """A ship without Structure that still drifts on the table."""

    __slots__ = ()
    name = CRIPPLED
    place = "v1.2.4 States > Crippled"
    summary = "No Structure: Fire Control 1, only Damage Control, Withdraw or Ram, worth nothing unless it withdraws."
    sign = Sign("CR", HURT, BAD)
    only_of = SHIPS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """Its Fire Control rating, cut to 1."""
        return min(value, 1)

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal for all but repairs and leaving."""
        if action.desperate:
            return None
        return Refusal("A Crippled ship may only declare Damage Control, Withdraw or Ram.", self.place)

    def victory(self, state: State, model: Model) -> float | None:
        """The multiplier of its Victory Points: 0, unless it withdrew."""
        return None if model.place == "withdrawn" else 0.0


def lose_structure(game: Game, ship: Model, cause: str, whole: bool = False) -> Procedure[None]:
    """One point of Structure damage; at 0 the ship rolls on the table instead of sinking lower."""
    if ship.unmarked("structure"):
        mark(game, ship, "structure", cause, whole)
        if ship.rating("structure") > 0:
            return
        Crippled.enter(game, ship)
    yield from catastrophe(game, ship)


def catastrophe(game: Game, ship: Model) -> Procedure[None]:
    """Roll on the Catastrophic Damage Table: nothing, dead, or an explosion."""
    gone, figures = systems_gone(ship), rulebook(game.state).figures
    lives = survived(game.state, ship)
    face = yield from one_die(game, ship.side, f"Catastrophic Damage of {ship.name} (+{gone})", lives)
    if face + gone >= figures.explodes:
        explode(game, ship)
    elif face + gone >= figures.dead:
        yield from disembark(game, ship)
        destroy(game, ship)
        lay(game, WRECK, ship.pose, LEFT)


def survived(state: State, ship: Model) -> range:
    """The faces that a ship outlives as it is."""
    return range(1, rulebook(state).figures.dead - systems_gone(ship))


def perish(game: Game, ship: Model) -> Procedure[None]:
    """A Crippled ship has rammed: it is destroyed without a wreck; its roll only decides an explosion (R50)."""
    gone = systems_gone(ship)
    face = yield from one_die(game, ship.side, f"Catastrophic Damage of {ship.name} (+{gone})")
    if face + gone >= rulebook(game.state).figures.explodes:
        explode(game, ship)
    else:
        yield from disembark(game, ship)
        destroy(game, ship)


def systems_gone(ship: Model) -> int:
    """How many of Defense, Sensors and Thrusters have no box left; Overdrive does not count (R69)."""
    return sum(1 for track in SYSTEMS if ship.boxes(track) and not ship.unmarked(track))


def explode(game: Game, ship: Model) -> None:
    """The ship is gone; its explosion waits until the whole attack is over (R70), its escort noted (R74)."""
    escorts = [each.id for each in attached_to(game.state, ship) if each.escorting]
    destroy(game, ship)
    if rulebook(game.state).figures.blast.debris:
        lay(game, DEBRIS, ship.pose, LEFT)
    game.state.queue.append(["explosion", ship.id, *escorts])
