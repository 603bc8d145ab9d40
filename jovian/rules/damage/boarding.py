"""Marines aboard: boarding, contested ships, capture."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.dice import Pool, Result
from jovian.game import NEUTRAL, Game, ListDecision, Model, Option, Procedure, Refusal, State, ask
from jovian.game.answers import Commit, Engage, HoldSystems, Sabotage
from jovian.game.events import (
    BASE,
    DIMINISH,
    FLEX,
    MODIFIER,
    Contribution,
    MarineOrder,
    MarinesBoarded,
    PlansRevealed,
    ShipCaptured,
    sum_parts,
)
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import mark_boxes, mark_down, show_hardpoints
from jovian.rules.basics.rolls import Bare, completed, oppose, pluralize, roll
from jovian.rules.damage.casualties import destroy, disembark, set_free
from jovian.rules.damage.damage import DamageContext, DamageManner, note_wear, strike
from jovian.rules.placement.attached import misplaced
from jovian.rules.rulebook.active_effects import clauses_with, effects_on
from jovian.rules.rulebook.effect import BAD, HURT, SHIPS, Effect, ModelState, StateMarker
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import MODIFIERS, lent_defense, lent_in_defense, own_aid, point_defense_support

# --- boarded ---
# Enemy marines aboard a ship, and a ship that they have taken (v1.2.4 Action > Board > Boarded, States > Captured).

BOARDED = "v1.2.4 Action > Board > Boarded"


class Boarded(ModelState):
    """Enemy marines are aboard: its level."""

    __slots__ = ()
    name = "boarded"
    place = BOARDED
    summary = "So many enemy marines fight aboard at the start of its activations; it may not Board."
    sign = StateMarker("BD", HURT, BAD, ())
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
    sign = StateMarker("CP", HURT, BAD)
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
    summary = (
        "The first player's marines are aboard this neutral object. Enemy marines there fight them in the End Phase."
    )
    words = ("has {value} marines of the first side aboard", "has no marines of the first side aboard any more")
    sign = StateMarker("B1", HURT, BAD, ())


class SecondAboard(ModelState):
    """Marines of side 1 are aboard what is nobody's: its level."""

    __slots__ = ()
    name = "boarded-second"
    place = BOARDED
    summary = (
        "The second player's marines are aboard this neutral object. Enemy marines there fight them in the End Phase."
    )
    words = ("has {value} marines of the second side aboard", "has no marines of the second side aboard any more")
    sign = StateMarker("B2", HURT, BAD, ())


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
    for clause in clauses_with(game.state, GlobalRule.captured):
        clause.captured(game, ship)


# --- boarding ---
# Boarding: marines that cross, firefights aboard, and capture (v1.2.4 Action > Board, R46, R47).

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
    return sum(marines(each) for each in formation_members(state, boarder))


def _send(game: Game, boarder: Model, count: int, cause: str) -> None:
    """Take the marines that cross off the cards, the leader's first."""
    for each in formation_members(game.state, boarder):
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
    listed = [Option(Commit(n), pluralize(n, "marine"), f"{most - n} stay") for n in range(most, 0, -1)]
    title = f"{boarder.name} boards {ship.name}: how many marines?"
    about = DamageContext(ship.id)
    pick = ListDecision("commit", boarder.side, title, BOARD, listed, subject=boarder.id, stake=about)
    count = (yield from ask(pick)).marines
    _send(game, boarder, count, f"boarding {ship.name}")
    count -= yield from _crossing_fire(game, ship, boarder)
    yield from come_aboard(game, ship, boarder, max(0, count))


def _crossing_fire(game: Game, ship: Model, boarder: Model) -> Procedure[int]:
    """Marines lost to the ship's Point Defense, with Short Range and the aid of friends; none at Defense 0."""
    bare = crossing_shot(game.state, ship, boarder)
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


def crossing_shot(state: State, ship: Model, boarder: Model) -> Bare | None:
    """The dice of the crossing shot at a boarder's marines, None at Defense 0."""
    if not ship.capital or ship.rating("defense") < 1:
        return None
    own = ship.rating("defense")
    loan = lent_defense(state, ship, own) or lent_in_defense(state, ship, own)
    parts = [
        Contribution("Short Range", 1, MODIFIERS),
        *point_defense_support(state, ship, loan),
        *own_aid(state, ship),
    ]
    hampered = (each.hampers_crossing_fire() for each in effects_on(state, boarder, Effect.hampers_crossing_fire))
    parts += [part for part in hampered if part is not None]
    defender = ship if loan is None else loan.lender
    rating = Contribution(f"Defense of {defender.name}", defender.rating("defense"), MODIFIERS, BASE)
    pool = Pool(rating.value, sum_parts(parts, FLEX)).modified(sum_parts(parts, MODIFIER)).normal()
    return Bare(pool, completed((rating, *parts), pool), tuple(parts), -sum_parts(parts, DIMINISH))


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
    pick = ListDecision("firefight", side, title, BOARDED, listed, subject=ship.id, secret=True, sealed=sealed)
    return (yield from ask(pick))


def _resolve(game: Game, ship: Model, defender: FirefightOrder, attacker: FirefightOrder) -> Procedure[None]:
    """Both orders at once: dice, losses, and what sabotage breaks."""
    ours = ship.rating("marines")
    held, wrecked = isinstance(defender, HoldSystems), isinstance(attacker, Sabotage)
    own_dice = firefight_pool(ours, held and not wrecked, marine_aid(game.state, ship))
    attack_dice = firefight_pool(boarders(ship))
    name, foe = ship.name, 1 - ship.side
    if wrecked and held:
        stake, made = DamageContext(ship.id, precise=True), attack_dice.makeup
        result = yield from roll(game, foe, f"sabotage aboard {name}", attack_dice.pool, parts=made, stake=stake)
        if result:
            purpose = f"marines of {name} against sabotage"
            result = yield from oppose(game, ship.side, purpose, result, own_dice.pool, own_dice.makeup, stake)
        yield from _sabotage(game, ship, result)
        return
    purpose = f"marines of {name}" + (" (defending)" if held else "")
    answer = yield from roll(game, ship.side, purpose, own_dice.pool, shift=own_dice.shift, parts=own_dice.makeup)
    attack = yield from roll(game, foe, f"{attacker.verb} aboard {name}", attack_dice.pool, parts=attack_dice.makeup)
    _thin_out(game, ship, answer)
    if wrecked:
        yield from _sabotage(game, ship, attack)
    else:
        lose_marines(game, ship, losses(attack, ours), FIGHT)


def marine_aid(state: State, ship: Model) -> list[Contribution]:
    """What the marines of a ship have besides their number when they defend it."""
    return [part for each in effects_on(state, ship, Effect.marine_parts) for part in each.marine_parts(ship)]


def firefight_pool(count: int, defending: bool = False, aid: Sequence[Contribution] = ()) -> Bare:
    """The dice of so many marines; those who defend against an assault hit a step less hard."""
    parts = [Contribution(MARINES, count, BOARDED, BASE), *aid]
    if defending:
        parts.append(Contribution("Defending", 1, BOARDED, DIMINISH))
    pool = Pool(sum_parts(parts, BASE)).normal()
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


# --- contested ---
# Marines aboard what is nobody's: it never activates, so they fight in the End Phase (R46, R84).


def contest(game: Game, ship: Model) -> Procedure[None]:
    """Boarders of both sides fight each other; who is alone aboard fights the crew. Whoever is left takes a ship."""
    there = [side for side in (0, 1) if boarders_of(ship, side)]
    if len(there) < 2 and ship.rating("marines"):
        there.append(NEUTRAL)
    if len(there) == 2:
        yield from _engage(game, ship, there[0], there[1])
    yield from check_capture(game, ship)


def _engage(game: Game, ship: Model, one: int, two: int) -> Procedure[None]:
    """Both engage, and lose marines at once."""
    first = yield from _fight(game, ship, one)
    second = yield from _fight(game, ship, two)
    for side, suffered in ((one, second), (two, first)):
        count = marines_of(ship, side)
        lost = losses(suffered, count)
        if side == NEUTRAL:
            lose_marines(game, ship, lost, FIGHT)
        elif lost:
            set_boarders(game, ship, side, count - lost)


def _fight(game: Game, ship: Model, side: int) -> Procedure[Result]:
    """Roll the marines of one side: the result."""
    dice = firefight_pool(marines_of(ship, side))
    who = "the crew" if side == NEUTRAL else "marines"
    return (yield from roll(game, side, f"{who} aboard {ship.name}", dice.pool, parts=dice.makeup))


def marines_of(ship: Model, side: int) -> int:
    """How many marines fight for a side aboard what is neutral, its crew for nobody."""
    return ship.rating("marines") if side == NEUTRAL else boarders_of(ship, side)
