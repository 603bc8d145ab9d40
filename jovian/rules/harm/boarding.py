"""Boarding: marines that cross, firefights aboard, and capture (v1.2.4 Action > Board, R46, R47)."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.dice import Pool, Result
from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import Commit, Engage, HoldSystems, Sabotage
from jovian.game.events import MarineOrder, PlansRevealed
from jovian.game.parts import BASE, DIMINISH, FLEX, MODIFIER, Part, total
from jovian.rules.facts.formation import members
from jovian.rules.facts.makeup import Bare, completed
from jovian.rules.facts.marking import mark_boxes
from jovian.rules.facts.rolls import oppose, roll
from jovian.rules.facts.words import counted
from jovian.rules.harm.boarded import BOARDED, boarders, check_capture, come_aboard, set_boarders
from jovian.rules.harm.casualties import destroy
from jovian.rules.harm.damage import DamageManner, note_wear, strike
from jovian.rules.harm.meaning import Stake
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.shooting.aid import lent_defense, lent_in_defense, own_aid, point_defense_support
from jovian.rules.shooting.formula import MODIFIERS

BOARD = "v1.2.4 Action > Board"
MARINES = "Marines"
"""The trait and the cargo, and what is written where they fight."""
CROSSING = {1: 1, 2: 3, 3: 5}
"""Marines lost to each set of the point defense roll."""
FIREFIGHT = {1: 1, 2: 2}
"""Marines lost to each set of a firefight; Q+ takes all."""
ALL = 3
FIGHT = "firefight"
"""Why marines are lost then."""


def marines(model: Model) -> int:
    """How many marines a model can send or defend with: its rating, or one for each 2 Structure of Exo-Suits (R65)."""
    if model.card.trait("Exo-Suit"):
        return -(-model.unmarked("structure") // 2)
    return model.rating("marines")


def landing_force(state: State, boarder: Model) -> int:
    """How many marines a model can send across: of a formation all its members'."""
    return sum(marines(each) for each in members(state, boarder))


def _send(game: Game, boarder: Model, count: int, cause: str) -> None:
    """Take the marines that cross off the cards, the leader's first."""
    for each in members(game.state, boarder):
        sent = min(count, marines(each))
        if sent:
            lose_marines(game, each, sent, cause)
        count -= sent


def lose_marines(game: Game, model: Model, count: int, cause: str) -> None:
    """Take so many marines off the card: boxes down to the rating that is left."""
    if model.card.trait("Exo-Suit"):
        _spend(game, model, "structure", min(2 * count, model.unmarked("structure")), cause)
        if not model.unmarked("structure"):
            destroy(game, model)
        return
    left = max(0, model.rating("marines") - count)
    boxes, marked = model.boxes("marines"), model.marks.get("marines", 0)
    _spend(game, model, "marines", sum(1 for box in boxes[marked:] if box > left), cause)


def _spend(game: Game, model: Model, track: str, count: int, cause: str) -> None:
    if count:
        mark_boxes(game, model, track, count, cause)
        note_wear(game, model)


def board(game: Game, boarder: Model, ship: Model) -> Procedure[None]:
    """Commit marines, cross under fire, and be aboard (R46)."""
    most = landing_force(game.state, boarder)
    listed = [Option(Commit(n), counted(n, "marine"), f"{most - n} stay") for n in range(most, 0, -1)]
    title = f"{boarder.name} boards {ship.name}: how many marines?"
    about = Stake(ship.id)
    pick = Pick("commit", boarder.side, title, BOARD, listed, subject=boarder.id, stake=about)
    count = (yield from ask(pick)).marines
    _send(game, boarder, count, f"boarding {ship.name}")
    count -= yield from _crossing_fire(game, ship, boarder)
    yield from come_aboard(game, ship, boarder, max(0, count))


def _crossing_fire(game: Game, ship: Model, boarder: Model) -> Procedure[int]:
    """Marines lost to the ship's Point Defense, with Short Range and the aid of friends; none at Defense 0."""
    bare = crossing(game.state, ship, boarder)
    if bare is None:
        return 0
    purpose = f"Point Defense of {ship.name} at the marines"
    return shot_down((yield from roll(game, ship.side, purpose, bare.pool, shift=bare.shift, parts=bare.makeup)))


def shot_down(result: Result) -> int:
    """Marines lost to a crossing shot."""
    lost = 0
    for _, steps in result.sets:
        lost += CROSSING[steps]
    return lost


def crossing(state: State, ship: Model, boarder: Model) -> Bare | None:
    """The dice of the crossing shot at a boarder's marines, None at Defense 0."""
    if not ship.capital or ship.rating("defense") < 1:
        return None
    own = ship.rating("defense")
    loan = lent_defense(state, ship, own) or lent_in_defense(state, ship, own)
    parts = [Part("Short Range", 1, MODIFIERS), *point_defense_support(state, ship, loan), *own_aid(state, ship)]
    hampered = (each.hampers_crossing_fire() for each in effects_on(state, boarder, Effect.hampers_crossing_fire))
    parts += [part for part in hampered if part is not None]
    defender = ship if loan is None else loan.lender
    rating = Part(f"Defense of {defender.name}", defender.rating("defense"), MODIFIERS, BASE)
    pool = Pool(rating.value, total(parts, FLEX)).modified(total(parts, MODIFIER)).normal()
    return Bare(pool, completed((rating, *parts), pool), tuple(parts), -total(parts, DIMINISH))


# --- firefights ---
def firefight(game: Game, ship: Model) -> Procedure[None]:
    """At the start of its activation, once the action is declared: secret orders, then both at once (R36)."""
    there = boarders(ship)
    if not there:
        return
    yield from check_capture(game, ship)
    if not ship.rating("marines") or not boarders(ship):
        return
    defender = yield from _order(ship, ship.side, (Engage(), HoldSystems()), 0)
    attacker = yield from _order(ship, 1 - ship.side, (Engage(), Sabotage()), 1)
    game.tell(PlansRevealed(window="boarding", plans=(
        MarineOrder(model=ship.id, side=ship.side, order=defender.verb, dice=ship.rating("marines")),
        MarineOrder(model=ship.id, side=1 - ship.side, order=attacker.verb, dice=there),
    )))  # fmt: skip
    yield from _resolve(game, ship, defender, attacker)
    yield from check_capture(game, ship)


FirefightOrder = Engage | HoldSystems | Sabotage
ORDERS: dict[type[FirefightOrder], str] = {
    Engage: "fight the enemy aboard",
    HoldSystems: "hold the vital systems: blunts what the boarders do",
    Sabotage: "go for a system of the ship, as with a Precise weapon",
}
"""The orders of a firefight, in our words."""


def _order(
    ship: Model, side: int, orders: tuple[FirefightOrder, FirefightOrder], sealed: int
) -> Procedure[FirefightOrder]:
    """Ask a side for its secret order."""
    listed = [Option(order, order.verb.capitalize(), ORDERS[type(order)]) for order in orders]
    who = "the marines" if side == ship.side else "the boarders"
    title = f"{ship.name}: what do {who} do?"
    pick = Pick("firefight", side, title, BOARDED, listed, subject=ship.id, secret=True, sealed=sealed)
    return (yield from ask(pick))


def _resolve(game: Game, ship: Model, defender: FirefightOrder, attacker: FirefightOrder) -> Procedure[None]:
    """Both orders at once: dice, losses, and what sabotage breaks."""
    ours = ship.rating("marines")
    held, wrecked = isinstance(defender, HoldSystems), isinstance(attacker, Sabotage)
    own_dice = fighting(ours, held and not wrecked, marine_aid(game.state, ship))
    attack_dice = fighting(boarders(ship))
    name, foe = ship.name, 1 - ship.side
    if wrecked and held:
        stake, made = Stake(ship.id, precise=True), attack_dice.makeup
        result = yield from roll(game, foe, f"sabotage aboard {name}", attack_dice.pool, parts=made, stake=stake)
        if result:
            purpose = f"marines of {name} against sabotage"
            result = yield from oppose(game, ship.side, purpose, result, own_dice.pool, own_dice.makeup, stake)
        yield from _sabotage(game, ship, result)
        return
    purpose = f"marines of {name}" + (" (defending)" if held else "")
    answer = yield from roll(
        game, ship.side, purpose, own_dice.pool, shift=own_dice.shift, parts=own_dice.makeup
    )
    attack = yield from roll(game, foe, f"{attacker.verb} aboard {name}", attack_dice.pool, parts=attack_dice.makeup)
    _thin_out(game, ship, answer)
    if wrecked:
        yield from _sabotage(game, ship, attack)
    else:
        lose_marines(game, ship, losses(attack, ours), FIGHT)


def marine_aid(state: State, ship: Model) -> list[Part]:
    """What the marines of a ship have besides their number when they defend it."""
    return [part for each in effects_on(state, ship, Effect.marine_parts) for part in each.marine_parts(ship)]


def fighting(count: int, defending: bool = False, aid: Sequence[Part] = ()) -> Bare:
    """The dice of so many marines; those who defend against an assault hit a step less hard."""
    parts = [Part(MARINES, count, BOARDED, BASE), *aid]
    if defending:
        parts.append(Part("Defending", 1, BOARDED, DIMINISH))
    pool = Pool(total(parts, BASE)).normal()
    return Bare(pool, completed(parts, pool), (), -int(defending))


def losses(result: Result, there: int) -> int:
    """Marines lost to a roll in a firefight, of so many."""
    lost = 0
    for _, steps in result.sets:
        lost += there if steps == ALL else FIREFIGHT[steps]
    return min(lost, there)


def _thin_out(game: Game, ship: Model, result: Result) -> None:
    """Boarders lost to the marines."""
    set_boarders(game, ship, 1 - ship.side, boarders(ship) - losses(result, boarders(ship)))


def _sabotage(game: Game, ship: Model, result: Result) -> Procedure[None]:
    """Damage as by a Precise weapon; the boarders choose."""
    if result:
        manner = DamageManner(1 - ship.side, f"sabotage aboard {ship.name}", precise=True)
        yield from strike(game, ship, result, manner)


def purge(game: Game, ship: Model, result: Result) -> Procedure[None]:
    """Purge Airlocks: what the skill test leaves of boarders and marines; halves round up (R9)."""
    there = boarders(ship)
    if not result:
        left = -(-ship.rating("marines") // 2)
        lose_marines(game, ship, ship.rating("marines") - left, "purged airlocks")
    set_boarders(game, ship, 1 - ship.side, 0 if result.best > 1 else -(-there // 2))
    yield from check_capture(game, ship)
