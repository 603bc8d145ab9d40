"""Boarding: marines that cross to another ship, firefights aboard, and capture (v1.2.4 Action > Board, R46, R47).

The states Boarded and Captured come first, then the procedure in the order of the rulebook: `board`, `firefight`,
`check_capture`. `contest` is the firefight on a neutral object in the End Phase.
"""

from __future__ import annotations

from collections.abc import Sequence

from jovian.cards.traits import implements
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
from jovian.rules.basics.rolls import AttackDice, RollLink, oppose, pluralize, pool_contributions, roll
from jovian.rules.damage.damage import DamageContext, DamageManner, note_wear, strike
from jovian.rules.damage.leaving_play import destroy, disembark, set_free
from jovian.rules.placement.attached import misplaced
from jovian.rules.rulebook.active_effects import find_effect, global_rules_with
from jovian.rules.rulebook.effect import BAD, HURT, SHIPS, ModelState, StateMarker
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import MODIFIERS, lent_defense, lent_in_defense, own_aid, point_defense_support
from jovian.rules.traits.older_traits import Grapplers, RingModule

BOARDED = "v1.2.4 Action > Board > Boarded"


class Boarded(ModelState):
    """Enemy marines are aboard. The level is their number."""

    __slots__ = ()
    name = "boarded"
    place = BOARDED
    summary = "X enemy marines fight aboard at the start of the ship's activations. It may not Board."
    words = ("has {value} of the enemy's marines aboard", "has none of the enemy's marines left aboard")
    sign = StateMarker("BD", HURT, BAD, ())
    only_of = SHIPS

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        return Refusal("A Boarded ship may not Board.", self.place) if action.boards else None


class Captured(ModelState):
    """A ship captured by enemy marines."""

    __slots__ = ()
    name = "captured"
    place = "v1.2.4 States > Captured"
    summary = "Controlled by its captor. Fire Control 1, only Damage Control or Withdraw, worth 1.5 times its VP."
    sign = StateMarker("CP", HURT, BAD)
    only_of = SHIPS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        return min(value, 1)

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Refuse all but Damage Control and Withdraw. The captor may finish an action already declared (R47)."""
        act = state.activation
        has_started = act is not None and act.model == model.id and act.declared and act.action == action.name
        if action.by_captors or has_started:
            return None
        return Refusal("A Captured ship may only declare Damage Control or Withdraw.", self.place)

    def victory(self, state: State, model: Model) -> float | None:
        """Return 1.5, and 0.3 more per level of fame (R66, R79)."""
        return 1.5 + 0.3 * ratings.fame(state, model)


class FirstAboard(ModelState):
    """Marines of side 0 are aboard a neutral object. The level is their number."""

    __slots__ = ()
    name = "boarded-first"
    place = BOARDED
    summary = (
        "The first player's marines are aboard this neutral object. Enemy marines there fight them in the End Phase."
    )
    words = ("has marines of the first player aboard: {value}", "has no marines of the first player left aboard")
    sign = StateMarker("B1", HURT, BAD, ())


class SecondAboard(ModelState):
    """Marines of side 1 are aboard a neutral object. The level is their number."""

    __slots__ = ()
    name = "boarded-second"
    place = BOARDED
    summary = (
        "The second player's marines are aboard this neutral object. Enemy marines there fight them in the End Phase."
    )
    words = ("has marines of the second player aboard: {value}", "has no marines of the second player left aboard")
    sign = StateMarker("B2", HURT, BAD, ())


ABOARD: tuple[type[ModelState], type[ModelState]] = (FirstAboard, SecondAboard)
"""The states of a neutral object with marines of side 0 and of side 1 aboard."""


def boarders(ship: Model) -> int:
    """Return the number of enemy marines aboard. On a neutral model all marines are enemies."""
    return sum(kind.level_of(ship) for kind in ABOARD) if ship.is_neutral else Boarded.level_of(ship)


def boarders_of(ship: Model, side: int) -> int:
    """Return the number of a side's marines aboard a ship that this side doesn't control."""
    return 0 if side == ship.side else _boarded_state(ship, side).level_of(ship)


def _boarded_state(ship: Model, side: int) -> type[ModelState]:
    return ABOARD[side] if ship.is_neutral else Boarded


def _land_marines(game: Game, ship: Model, boarder: Model, count: int) -> Procedure[None]:
    """Add marines that have crossed to the boarders. They may capture the ship at once."""
    total = boarders_of(ship, boarder.side) + count
    game.log_event(MarinesBoarded(model=ship.id, by=boarder.id, marines=count, boarders=total))
    if count:
        _set_boarders(game, ship, boarder.side, total)
        yield from check_capture(game, ship)


def _set_boarders(game: Game, ship: Model, side: int, count: int) -> None:
    """Set the number of a side's boarders."""
    boarded = _boarded_state(ship, side)
    if count > 0:
        boarded.enter(game, ship, count)
    else:
        boarded.leave(game, ship)


# --- Marines ---

BOARD = "v1.2.4 Action > Board"
MARINES = "Marines"
"""The trait, the cargo, and the label of their dice."""
CROSSING_LOSSES = {1: 1, 2: 3, 3: 5}
"""Marines lost per set of the Point Defense roll, by Magnitude."""
FIREFIGHT_LOSSES = {1: 1, 2: 2}
"""Marines lost per set of a firefight, by Magnitude. A `Q+` takes all."""
ALL = 3
FIREFIGHT_CAUSE = "firefight"
"""The cause of marines lost in a firefight."""


@implements(MARINES, "Exo-Suit", tests="rules/test_boarding")
def marines(model: Model) -> int:
    """Return the marines that a model can send or defend with: its rating, or 1 per 2 Structure of Exo-Suits (R65)."""
    if model.card.trait("Exo-Suit"):
        return -(-model.unmarked("structure") // 2)
    return model.rating("marines")


def landing_force(state: State, boarder: Model) -> int:
    """Return the marines that a model, or its whole formation, can send across."""
    return sum(marines(member) for member in formation_members(state, boarder))


def _remove_sent_marines(game: Game, boarder: Model, count: int, cause: str) -> None:
    """Remove marines that cross from the cards of the formation, the leader's first."""
    for member in formation_members(game.state, boarder):
        sent = min(count, marines(member))
        if sent:
            lose_marines(game, member, sent, cause)
        count -= sent


def lose_marines(game: Game, model: Model, count: int, cause: str) -> None:
    """Remove marines from the card: mark boxes until the rating is lower by `count`."""
    if model.card.trait("Exo-Suit"):
        _mark_spent(game, model, "structure", min(2 * count, model.unmarked("structure")), cause)
        if not model.unmarked("structure"):
            destroy(game, model)
        return
    remaining = max(0, model.rating("marines") - count)
    boxes, marked = model.boxes("marines"), model.marks.get("marines", 0)
    _mark_spent(game, model, "marines", sum(1 for box in boxes[marked:] if box > remaining), cause)


def _mark_spent(game: Game, model: Model, track: str, count: int, cause: str) -> None:
    if count:
        mark_boxes(game, model, track, count, cause)
        note_wear(game, model)


# --- Boarding ---


def board(game: Game, boarder: Model, ship: Model) -> Procedure[None]:
    """Choose the number of marines, fire at them as they cross, and put the rest aboard (R46)."""
    max_count = landing_force(game.state, boarder)
    listed = [
        Option(Commit(number), pluralize(number, "marine"), f"{max_count - number} stay")
        for number in range(max_count, 0, -1)
    ]
    title = f"How many marines does {boarder.name} send to {ship.name}?"
    stake = DamageContext(ship.id)
    pick = ListDecision("commit", boarder.side, title, BOARD, listed, subject=boarder.id, stake=stake)
    count = (yield from ask(pick)).marines
    _remove_sent_marines(game, boarder, count, f"boarding {ship.name}")
    count -= yield from _fire_at_marines(game, ship, boarder)
    yield from _land_marines(game, ship, boarder, max(0, count))


def _fire_at_marines(game: Game, ship: Model, boarder: Model) -> Procedure[int]:
    """Roll the crossing shot of a ship's Point Defense. Return the marines lost."""
    dice = crossing_shot(game.state, ship, boarder)
    if dice is None:
        return 0
    purpose = f"Point Defense of {ship.name} at the marines"
    parts, link = dice.all_contributions, RollLink(ship.id)
    return shot_down((yield from roll(game, ship.side, purpose, dice.pool, shift=dice.shift, parts=parts, link=link)))


def shot_down(result: Result) -> int:
    """Return the marines lost to the result of a crossing shot."""
    lost = 0
    for _, steps in result.sets:
        lost += CROSSING_LOSSES[steps]
    return lost


def crossing_shot(state: State, ship: Model, boarder: Model) -> AttackDice | None:
    """Return the dice of the crossing shot at a boarder's marines, None at Defense 0."""
    if not ship.is_capital or ship.rating("defense") < 1:
        return None
    own_defense = ship.rating("defense")
    loan = lent_defense(state, ship, own_defense) or lent_in_defense(state, ship, own_defense)
    parts = [
        Contribution("Short Range", 1, MODIFIERS),
        *point_defense_support(state, ship, loan),
        *own_aid(state, ship),
    ]
    grapplers = find_effect(state, boarder, Grapplers)
    if grapplers is not None:
        parts.append(Contribution("Grapplers", 1, grapplers.place, DIMINISH))
    defender = ship if loan is None else loan.lender
    rating = Contribution(f"Defense of {defender.name}", defender.rating("defense"), MODIFIERS, BASE)
    pool = Pool(rating.value, sum_parts(parts, FLEX)).modified(sum_parts(parts, MODIFIER)).normal()
    return AttackDice(pool, pool_contributions((rating, *parts), pool), tuple(parts), -sum_parts(parts, DIMINISH))


# --- Firefights ---


def firefight(game: Game, ship: Model) -> Procedure[None]:
    """Resolve the firefight aboard a Boarded ship after its action is declared: secret orders, then rolls (R36)."""
    boarder_count = boarders(ship)
    if not boarder_count:
        return
    yield from check_capture(game, ship)
    if not ship.rating("marines") or not boarders(ship):
        return
    defender = yield from _ask_order(ship, ship.side, (Engage(), HoldSystems()), 0)
    attacker = yield from _ask_order(ship, 1 - ship.side, (Engage(), Sabotage()), 1)
    game.log_event(PlansRevealed(window="boarding", plans=(
        MarineOrder(model=ship.id, side=ship.side, order=defender.verb, dice=ship.rating("marines")),
        MarineOrder(model=ship.id, side=1 - ship.side, order=attacker.verb, dice=boarder_count),
    )))  # fmt: skip
    yield from _resolve_orders(game, ship, defender, attacker)
    yield from check_capture(game, ship)


FirefightOrder = Engage | HoldSystems | Sabotage
ORDERS: dict[type[FirefightOrder], str] = {
    Engage: "fight the enemy marines aboard",
    HoldSystems: "defend the systems: reduces what the boarders do",
    Sabotage: "damage the ship as with a Precise weapon",
}
"""The orders of a firefight in words."""


def _ask_order(
    ship: Model, side: int, orders: tuple[FirefightOrder, FirefightOrder], sealed: int
) -> Procedure[FirefightOrder]:
    """Ask a side for its secret order."""
    listed = [Option(order, order.verb.capitalize(), ORDERS[type(order)]) for order in orders]
    group = "the marines" if side == ship.side else "the boarders"
    title = f"Order of {group} aboard {ship.name}"
    pick = ListDecision("firefight", side, title, BOARDED, listed, subject=ship.id, secret=True, sealed=sealed)
    return (yield from ask(pick))


def _resolve_orders(game: Game, ship: Model, defender: FirefightOrder, attacker: FirefightOrder) -> Procedure[None]:
    """Resolve both orders at once: dice, losses, and the damage of Sabotage."""
    marine_count = ship.rating("marines")
    is_held, is_sabotaged = isinstance(defender, HoldSystems), isinstance(attacker, Sabotage)
    own_dice = firefight_pool(marine_count, is_held and not is_sabotaged, marine_aid(game.state, ship))
    attack_dice = firefight_pool(boarders(ship))
    name, enemy_side, link = ship.name, 1 - ship.side, RollLink(ship.id)
    if is_sabotaged and is_held:
        stake, parts = DamageContext(ship.id, precise=True), attack_dice.all_contributions
        result = yield from roll(
            game, enemy_side, f"sabotage aboard {name}", attack_dice.pool, parts=parts, stake=stake, link=link
        )
        if result:
            purpose = f"marines of {name} against sabotage"
            result = yield from oppose(
                game, ship.side, purpose, result, own_dice.pool, own_dice.all_contributions, stake, link=link
            )
        yield from _sabotage(game, ship, result)
        return
    purpose = f"marines of {name}" + (" (defending)" if is_held else "")
    defense_result = yield from roll(
        game, ship.side, purpose, own_dice.pool, shift=own_dice.shift, parts=own_dice.all_contributions, link=link
    )
    attack_result = yield from roll(
        game, enemy_side, f"{attacker.verb} aboard {name}", attack_dice.pool, parts=attack_dice.all_contributions,
        link=RollLink(ship.id, is_against=True),
    )  # fmt: skip
    boarder_count = boarders(ship)
    _set_boarders(game, ship, enemy_side, boarder_count - losses(defense_result, boarder_count))
    if is_sabotaged:
        yield from _sabotage(game, ship, attack_result)
    else:
        lose_marines(game, ship, losses(attack_result, marine_count), FIREFIGHT_CAUSE)


def marine_aid(state: State, ship: Model) -> list[Contribution]:
    """Return the bonuses of the marines that defend a ship: those of a Ring Module, in older editions."""
    ring = find_effect(state, ship, RingModule)
    return ring.aid(ship) if ring is not None else []


def firefight_pool(count: int, defending: bool = False, aid: Sequence[Contribution] = ()) -> AttackDice:
    """Return the dice of a number of marines. Defending against Engage diminishes their sets."""
    parts = [Contribution(MARINES, count, BOARDED, BASE), *aid]
    if defending:
        parts.append(Contribution("Defending", 1, BOARDED, DIMINISH))
    pool = Pool(sum_parts(parts, BASE)).normal()
    return AttackDice(pool, pool_contributions(parts, pool), (), -int(defending))


def losses(result: Result, total: int) -> int:
    """Return the marines lost to a roll in a firefight."""
    lost = 0
    for _, steps in result.sets:
        lost += total if steps == ALL else FIREFIGHT_LOSSES[steps]
    return min(lost, total)


def _sabotage(game: Game, ship: Model, result: Result) -> Procedure[None]:
    """Damage the ship as with a Precise weapon. The boarders choose."""
    if result:
        manner = DamageManner(1 - ship.side, f"sabotage aboard {ship.name}", precise=True)
        yield from strike(game, ship, result, manner)


def purge(game: Game, ship: Model, result: Result) -> Procedure[None]:
    """Apply the skill test of Purge Airlocks to boarders and marines. Halves round up (R9)."""
    boarder_count = boarders(ship)
    if not result:
        remaining = -(-ship.rating("marines") // 2)
        lose_marines(game, ship, ship.rating("marines") - remaining, "purged airlocks")
    _set_boarders(game, ship, 1 - ship.side, 0 if result.best > 1 else -(-boarder_count // 2))
    yield from check_capture(game, ship)


# --- Capture ---


def check_capture(game: Game, ship: Model) -> Procedure[None]:
    """Transfer a ship without marines to the side of its boarders (R46, R47)."""
    captor = _captor_of(ship)
    if captor is None:
        return
    remaining = boarders_of(ship, captor)
    _set_boarders(game, ship, captor, 0)
    show_hardpoints(game, ship)
    ship.side = captor
    yield from disembark(game, ship)
    set_free(game, misplaced(game.state, ship))
    _reset_passed_shots(game.state, ship)
    if ship.side == ship.owner:
        Captured.leave(game, ship)
    else:
        Captured.enter(game, ship)
    mark_down(ship, "marines", remaining)
    game.log_event(ShipCaptured(model=ship.id, side=ship.side, marines=ship.rating("marines")))
    for rule in global_rules_with(game.state, GlobalRule.captured):
        rule.captured(game, ship)


def _captor_of(ship: Model) -> int | None:
    """Return the side that captures a ship, or None: only its boarders are left aboard (R46)."""
    if ship.rating("marines") or not ship.is_capital or not ship.is_on_table:
        return None
    sides = [side for side in (0, 1) if boarders_of(ship, side)]
    return sides[0] if len(sides) == 1 else None


def _reset_passed_shots(state: State, ship: Model) -> None:
    """Let its new enemies fire again at a captured ship in mid-activation (R47, R56)."""
    for act in (state.activation, *state.paused):
        if act is not None and act.model == ship.id:
            act.let_pass = False


# --- Neutral objects ---


def fight_on_neutral(game: Game, ship: Model) -> Procedure[None]:
    """Let the boarders of both sides fight on a neutral object, or one side's boarders its crew.

    It never activates, so the firefight is in the End Phase (R46, R84).
    """
    sides = [side for side in (0, 1) if boarders_of(ship, side)]
    if len(sides) < 2 and ship.rating("marines"):
        sides.append(NEUTRAL)
    if len(sides) == 2:
        yield from _fight_both(game, ship, sides[0], sides[1])
    yield from check_capture(game, ship)


def _fight_both(game: Game, ship: Model, one: int, two: int) -> Procedure[None]:
    """Roll for both groups. Both lose marines at once."""
    first = yield from _roll_marines(game, ship, one, RollLink(ship.id))
    second = yield from _roll_marines(game, ship, two, RollLink(ship.id, is_against=True))
    for side, result in ((one, second), (two, first)):
        count = _fighters_of(ship, side)
        lost = losses(result, count)
        if side == NEUTRAL:
            lose_marines(game, ship, lost, FIREFIGHT_CAUSE)
        elif lost:
            _set_boarders(game, ship, side, count - lost)


def _roll_marines(game: Game, ship: Model, side: int, link: RollLink) -> Procedure[Result]:
    dice = firefight_pool(_fighters_of(ship, side))
    purpose = f"{'the crew' if side == NEUTRAL else 'marines'} aboard {ship.name}"
    return (yield from roll(game, side, purpose, dice.pool, parts=dice.all_contributions, link=link))


def _fighters_of(ship: Model, side: int) -> int:
    """Return the number of marines that fight for a side on a neutral object, or its crew if neutral."""
    return ship.rating("marines") if side == NEUTRAL else boarders_of(ship, side)
