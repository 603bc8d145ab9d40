"""What one side does not know of the other, imagined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random

from jovian.cards import (
    CardError,
    FleetEntry,
    FleetList,
    Loaded,
    UnitCard,
    fleet_names,
    load_fleet,
    unit_cards,
    upgrades,
    with_upgrades,
)
from jovian.cards.files import Shelf, shelves
from jovian.cards.fleet_schema import hold
from jovian.cards.names import CARGO
from jovian.game import EMBARKED, RESERVE, WITHDRAWN, Model, State
from jovian.game.events import Started, TokensCarried
from jovian.game.game import is_stranger
from jovian.match.knowledge import Knowledge, supposed
from jovian.match.lookahead import Trial
from jovian.rules.basics.model import issued_note, token_count
from jovian.rules.basics.rolls import join_words, pluralize
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import side_of
from jovian.rules.scenario.tokens import Distribute, find_token
from jovian.rules.scenario.zones import CAPITALS, deployment_type
from jovian.rules.sequence.activation import eligible
from jovian.rules.setup.legality import fleet_violations, unit_limit
from jovian.rules.setup.setup import fit_out
from jovian.rules.squadrons import DOCKS, HOLDS

# --- enemy ---
# What a side may know of its enemy's fleet: how much it may bring, what has been seen of it, what may still come.


@dataclass(frozen=True, slots=True)
class Berth:
    """Where a hidden model is, for all that is known."""

    ship: str
    """The id of the ship that it is aboard, or left with; "" for one in reserve that has done something since."""
    capital: bool = False
    """Is it a capital ship in its dock?"""
    gone: bool = False
    """Did it leave the battle with that ship?"""


@dataclass(frozen=True, slots=True, eq=False)
class Enemy:
    """The enemy of a side, as that side may know it."""

    side: int
    name: str
    """What its fleet is called."""
    faction: str
    size: int
    """Threat Value that it may bring in all, which was told when the game began."""
    met: tuple[Model, ...]
    """What has been seen of its fleet, the dead too; nobody changes them."""
    berths: tuple[Berth, ...]
    """One for each hidden model that there must be; others may be in reserve."""
    reserve: bool
    """May there be others?"""
    capitals: bool
    """May there be capital ships among them?"""

    @property
    def left(self) -> int:
        """The Threat Value of what has not been seen, at most."""
        return self.size - sum(model.open_card.tv for model in self.met)


def enemy_of(known: Knowledge) -> Enemy:
    """The other side of a knowledge."""
    side, start = 1 - known.side, known.start
    told = next(entry.event for entry in known.told if isinstance(entry.event, Started)).sides[side]
    met = tuple(
        model for model in start.models.values()
        if model.owner == side and model.card.faction == told.faction and not model.drone
    )  # fmt: skip
    stage = deployment_type(start).stage(max(start.turn, 1), CAPITALS)
    to_come = start.turn <= 1 and start.stage in ("", CAPITALS)
    berths = tuple(_berths(known))
    return Enemy(side, told.name, told.faction, told.tv, met, berths, known.listed, stage.hold or to_come)


def _berths(known: Knowledge) -> Iterator[Berth]:
    """A berth for each unknown model aboard; only what no hanger of the card has room for is a docked ship."""
    models = known.start.models
    for counts, gone in ((known.aboard, False), (known.gone, True)):
        for ident, count in counts.items():
            seen = sum(1 for each in models.values() if each.aboard and each.host == ident and not is_stranger(each))
            docks = known.start.scenario.docking
            room = max(0, models[ident].card.level(HOLDS) - seen) if docks else count
            for number in range(count):
                yield Berth(ident, number >= room, gone)
    for each in models.values():
        if is_stranger(each) and not each.aboard:
            yield Berth("")


# --- loading ---
# What known models of the enemy may hold in secret: cargo (R47), weapons in the hardpoints of a Q-Ship, tokens.


@dataclass(frozen=True, slots=True)
class Load:
    """A card as it is played, and what its cargo slots hold."""

    card: UnitCard
    cargo: tuple[str, ...] = ()


def stowing(start: State, enemy: int) -> list[Model]:
    """The known models in whose holds there may be cargo that only the enemy knows."""
    return [model for model in start.models.values() if model.side == enemy and hold(model.card)]


def loaded(enemy: Enemy, left: int, drawn: Random) -> tuple[dict[str, Load], int]:
    """Cargo and weapons for what was seen of a fleet, and what is left of its Threat Value then."""
    loads = {}
    for model in enemy.met:
        if not (model.is_concealed or hold(model.card)):
            continue
        card = _armed(model.card, left, drawn) if model.is_concealed else model.card
        left -= card.tv - model.card.tv
        cargo = some_cargo(card, left, drawn)
        left -= sum(CARGO[name].tv for name in cargo)
        loads[model.id] = Load(card, cargo)
    return loads, left


def some_cargo(card: UnitCard, left: int, drawn: Random) -> tuple[str, ...]:
    """Modules that there is room and Threat Value for, perhaps none."""
    taken: list[str] = []
    for _ in range(int(drawn.random() * (hold(card) + 1))):
        open_ = [name for name in CARGO if name not in taken and CARGO[name].tv <= left]
        if not open_:
            break
        taken.append(open_[int(drawn.random() * len(open_))])
        left -= CARGO[taken[-1]].tv
    return tuple(taken)


def _armed(cover: UnitCard, left: int, drawn: Random) -> UnitCard:
    """A ship whose hardpoints hold what there is Threat Value for, behind the card that is known."""
    filled = []
    for slot in cover.slots:
        weapons = [each for each in upgrades().values() if each.slot == slot.hardpoint and each.tv * slot.count <= left]
        number = int(drawn.random() * (len(weapons) + 1))
        if number < len(weapons):
            filled.append(Loaded(slot.line, weapons[number], slot.count))
            left -= filled[-1].tv
    bare = replace(cover, mounts=tuple(mount for mount in cover.mounts if not mount.weapon.hardpoint))
    return replace(with_upgrades(bare, (), tuple(filled)), cover=cover)


def issue(state: State, known: Knowledge, enemy: int, drawn: Random) -> None:
    """Give what the enemy has issued in secret, and nobody has seen yet, to models that are still to come."""
    for rule, count in issued(state, known, enemy):
        for _ in range(count):
            able = [each for each in rule.able(state) if token_count(each, rule.token) < rule.most(each)]
            if able:
                _give(able[int(drawn.random() * len(able))], rule.token)


def issued(state: State, known: Knowledge, enemy: int) -> Iterator[tuple[Distribute, int]]:
    """How many tokens by which rule, where there are any."""
    for rule in rulebook(state).clauses:
        if isinstance(rule, Distribute) and side_of(state, rule.role) == enemy:
            total = state.notes.get(issued_note(rule.token))
            left = total - _seen(known, rule.token) if known.listed and isinstance(total, int) else 0
            if left > 0:
                yield rule, left


def _seen(known: Knowledge, token: str) -> int:
    told = (entry.event for entry in known.told)
    models = known.start.models
    return sum(
        event.amount for event in told
        if isinstance(event, TokensCarried) and event.cause == "issued" and event.token == token
        and event.model in models and models[event.model].owner != known.side
    )  # fmt: skip


def _give(model: Model, token: str) -> None:
    held = dict(model.loads)
    held[token] = held.get(token, 0) + 1
    model.loads = tuple(sorted(held.items()))


# --- guess ---
# What the enemy may have brought: a ready fleet that holds all that was seen of it, else cards that fit (R4).

TRIES = 12
"""How often cards are drawn until they make a legal fleet with what has been seen."""
KINDS = ("capital", "squadron")


@dataclass(frozen=True, slots=True)
class Guess:
    """What the enemy may have besides what is known."""

    hidden: tuple[Load, ...]
    """The models that have not been seen."""
    loads: Mapping[str, Load] = field(default_factory=dict)
    """What known models may hold in secret, by their ids."""
    name: str = ""
    """The ready fleet that it is, "" for none."""


def ready_guesses(enemy: Enemy) -> tuple[Guess, ...]:
    """The ready fleets of its faction and size that hold all that was seen of it, as guesses."""
    fleets = (each for each in _ready(shelves()) if (each.faction, each.size) == (enemy.faction, enemy.size))
    found = (_matched(fleet, enemy) for fleet in fleets) if enemy.reserve else ()
    return tuple(guess for guess in found if guess is not None and _possible(enemy, guess.hidden))


@lru_cache(maxsize=4)
def _ready(read: tuple[Shelf, ...]) -> tuple[FleetList, ...]:
    """The fleets of these shelves that are not wrong."""
    found = []
    for stem in fleet_names():
        try:
            found.append(load_fleet(stem))
        except CardError:
            continue
    return tuple(found)


def _matched(fleet: FleetList, enemy: Enemy) -> Guess | None:
    """What is left of a fleet without what was seen, None if it does not hold all of that."""
    left = [Load(entry.flown(unit_cards()[entry.unit]), entry.cargo) for entry in fleet.entries]
    held: dict[str, Load] = {}
    for model in enemy.met:
        same = next((each for each in left if _looks(each.card.cover or each.card) == _looks(model.open_card)), None)
        if same is None:
            return None
        left.remove(same)
        held[model.id] = replace(same, card=replace(same.card, cover=model.card)) if model.is_concealed else same
    return Guess(tuple(left), held, fleet.name)


def _looks(card: UnitCard) -> tuple[object, ...]:
    """What tells a card from another once it is public."""
    return card.key, card.tv, card.mounts, tuple(extra.name for extra in card.upgrades)


def _possible(enemy: Enemy, hidden: Sequence[Load]) -> bool:
    """Are there enough for every berth, and none left that would have had to come?"""
    kinds = Counter(each.card.kind for each in hidden)
    docked = sum(berth.capital for berth in enemy.berths)
    fits = kinds["squadron"] >= len(enemy.berths) - docked and kinds["capital"] >= docked
    return fits and (enemy.capitals or kinds["capital"] == docked)


def composed(enemy: Enemy, drawn: Random) -> Guess:
    """Cards of its faction that come to what is left of its Threat Value, and what known models may hold."""
    pool = [
        with_upgrades(card) for card in unit_cards().values() if card.faction == enemy.faction and card.kind in KINDS
    ]
    least = min((card.tv for card in pool if card.kind == "squadron"), default=0) * len(enemy.berths)
    loads, left = loaded(enemy, enemy.left - least, drawn)
    for _ in range(TRIES):
        hidden = _filled(enemy, pool, left + least, drawn)
        if not enemy.reserve or _legal(enemy, hidden):
            break
    return Guess(tuple(map(Load, hidden)), loads)


def _filled(enemy: Enemy, pool: Sequence[UnitCard], left: int, drawn: Random) -> list[UnitCard]:
    """A card for each berth, and as many in reserve as the rest comes to."""
    found = _Draw(enemy, left)
    cheapest = min((card.tv for card in pool if card.kind == "squadron"), default=0)
    for number, berth in enumerate(enemy.berths, 1):
        kin = [card for card in pool if _suits(card, berth.capital)]
        kept = cheapest * (len(enemy.berths) - number)
        found.add(_any(found.fitting(kin, kept) or found.fitting(kin) or kin, drawn))
    while enemy.reserve:
        more = found.fitting([card for card in pool if enemy.capitals or card.kind == "squadron"])
        if not more:
            break
        found.add(_any(more, drawn))
    return found.cards


class _Draw:
    """Cards that are drawn one after the other."""

    def __init__(self, enemy: Enemy, left: int) -> None:
        self.cards: list[UnitCard] = []
        self.left = left
        self._size = enemy.size
        self._taken = Counter(_unit(model.card) for model in enemy.met)

    def fitting(self, cards: Sequence[UnitCard], kept: int = 0) -> list[UnitCard]:
        """Those whose Unit Cap and Threat Value allow one more, with so much TV kept for others."""
        room = self.left - kept
        return [card for card in cards if card.tv <= room and self._taken[_unit(card)] < unit_limit(card, self._size)]

    def add(self, card: UnitCard | None) -> None:
        """Take one more."""
        if card is not None:
            self.cards.append(card)
            self.left -= card.tv
            self._taken[_unit(card)] += 1


def _unit(card: UnitCard) -> str:
    """What its Unit Cap counts it as."""
    return card.counterpart or card.key


def _suits(card: UnitCard, capital: bool) -> bool:
    """May it be in such a berth?"""
    return card.kind == "squadron" if not capital else card.kind == "capital" and card.trait(DOCKS) is None


def _any(cards: Sequence[UnitCard], drawn: Random) -> UnitCard | None:
    return cards[int(drawn.random() * len(cards))] if cards else None


def _legal(enemy: Enemy, hidden: Sequence[UnitCard]) -> bool:
    """Would what was seen and what is drawn make a legal fleet?"""
    cards = {str(number): card for number, card in enumerate((*(each.open_card for each in enemy.met), *hidden))}
    entries = tuple(FleetEntry(name, card.name) for name, card in cards.items())
    return not fleet_violations(FleetList("", enemy.faction, enemy.size, entries, "{}"), cards)


# --- dealing ---
# A game made whole: what the enemy may have is dealt into what a side knows of it.

LEAST_TO_CHOOSE = 2
"""How many models a side has that is asked which one activates."""
NAMED = "unseen"
"""How the ids of models begin that were dealt, as those of strangers do."""


def dealt(known: Knowledge, enemy: Enemy, guess: Guess, drawn: Random) -> State:
    """The start of a knowledge with a guess dealt into it."""
    state = known.start.clone()
    state.apart()
    state.unseen = {}
    for ident, load in guess.loads.items():
        state.models[ident].card, state.models[ident].cargo = load.card, load.cargo
    for ship in stowing(state, enemy.side):
        if ship.id not in guess.loads:
            ship.cargo = some_cargo(ship.card, enemy.size, drawn)
    strangers = [model for model in state.models.values() if is_stranger(model)]
    names = (f"{NAMED}-{number}" for number in range(len(strangers) + 1, len(strangers) + len(guess.hidden) + 1))
    share = _acted(state, enemy.side)
    for load, berth in _seated(enemy.berths, guess.hidden, drawn):
        stands = next((each for each in strangers if each.host == berth.ship), None) if not berth.gone else None
        model = Model(stands.id if stands is not None else next(names), load.card, enemy.side)
        if stands is not None:
            strangers.remove(stands)
        model.cargo, model.host = load.cargo, berth.ship
        model.place = WITHDRAWN if berth.gone else EMBARKED if berth.ship else RESERVE
        model.activated = stands is None and berth.ship != "" and drawn.random() < share
        fit_out(state, model)
        state.models[model.id] = model
    if known.chooser is not None:
        _as_asked(state, known.chooser, enemy.side)
    issue(state, known, enemy.side, drawn)
    _stock(state)
    return state


def _seated(berths: Sequence[Berth], hidden: Sequence[Load], drawn: Random) -> Iterator[tuple[Load, Berth]]:
    """Each hidden model with a berth, any that suits; those that are left over are in reserve."""
    left = list(hidden)
    for berth in berths:
        kind = "capital" if berth.capital else "squadron"
        suited = [each for each in left if each.card.kind == kind]
        if suited:
            taken = suited[int(drawn.random() * len(suited))]
            left.remove(taken)
            yield taken, berth
    for each in left:
        yield each, Berth("")


def _acted(state: State, side: int) -> float:
    """What share of a side has acted in this turn: so likely is it that a hidden model has."""
    seen = [model for model in state.on_table() if model.side == side and not model.drone]
    return sum(model.activated for model in seen) / len(seen) if seen and state.phase == "activation" else 0.0


def _as_asked(state: State, chooser: int, side: int) -> None:
    """Who was asked what it activates had a choice; whose go it was, and was not asked, had nothing left."""
    hidden = [model for model in state.models.values() if model.side == side and not model.public]
    for model in hidden:
        able = len(eligible(state, side))
        if chooser == side and able < LEAST_TO_CHOOSE:
            model.activated = False
        elif chooser != side and state.side_to_go == side and able:
            model.activated = True


def _stock(state: State) -> None:
    """The drones that Drone Bays launch, if only hidden models have any."""
    mounts = (mount for model in state.models.values() for mount in model.card.mounts)
    if not state.drone_cards and any(weapon_type(state, mount.weapon).launches_drones for mount in mounts):
        state.drone_cards = tuple(card for _, card in sorted(unit_cards().items()) if card.drone)


# --- imagining ---
# A game as one side may know it, made whole in another way for each key; and what of it is drawn anew, in words.


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """A knowledge, and what may be hidden from it."""

    known: Knowledge
    enemy: Enemy
    ready: tuple[Guess, ...]
    """The ready fleets that it may be; none: cards are drawn."""

    @classmethod
    def of(cls, known: Knowledge) -> Unknown:
        """What may be hidden from a side that knows so much."""
        enemy = enemy_of(known)
        return cls(known, enemy, ready_guesses(enemy))


def imagined(unknown: Unknown, key: bytes, *, common: bool = False) -> Trial:
    """A game that depends on what a side may know and on the key alone; `common` as in `Match.reseed`."""
    drawn = Random(b"imagined " + key)
    ready = unknown.ready
    guess = ready[int(drawn.random() * len(ready))] if ready else composed(unknown.enemy, drawn)
    return supposed(unknown.known, dealt(unknown.known, unknown.enemy, guess, drawn), key, common=common)


# --- telling ---
# What of a game is drawn anew, in words: the same for all games from one start.


def drawn(unknown: Unknown) -> tuple[str, ...]:
    """A sentence for each thing that a side may not know and that each game therefore has of its own; () for none."""
    return tuple(_sentences(unknown))


def _sentences(unknown: Unknown) -> Iterator[str]:
    known, enemy = unknown.known, unknown.enemy
    start, name = known.start, enemy.name
    if _may_hide(unknown):
        yield _source(unknown)
    for ship, count in Counter(berth.ship for berth in enemy.berths if berth.ship).items():
        yield f"{pluralize(count, 'model')} aboard {start.models[ship].name}."
    holds = [ship.name for ship in stowing(start, enemy.side)]
    if holds:
        yield f"The cargo of {join_words(holds)}."
    covered = [model.name for model in enemy.met if model.is_concealed]
    if covered:
        yield f"The weapons in the hardpoints of {join_words(covered)}."
    for rule, count in issued(start, known, enemy.side):
        yield f"Who of {name} carries the {find_token(start, rule.token).words(count)} that nobody has seen."
    if any(choice is None for _, _, choice in known.answers):
        yield f"What {name} has just chosen in secret."
    if known.anew:
        yield f"What {name} activates just now, which is secret."


def _may_hide(unknown: Unknown) -> bool:
    """Can there be a model that has not been seen?"""
    enemy = unknown.enemy
    if unknown.ready:
        return any(guess.hidden for guess in unknown.ready)
    return bool(enemy.berths) or (enemy.reserve and enemy.left > 0)


def _source(unknown: Unknown) -> str:
    enemy, names = unknown.enemy, [guess.name for guess in unknown.ready]
    if names:
        ready = f"the ready fleet {names[0]}" if len(names) == 1 else f"one of the ready fleets {join_words(names)}"
        return f"What {enemy.name} has not shown: as in {ready}."
    return f"What {enemy.name} has not shown: {enemy.faction} models of up to {max(enemy.left, 0)} TV."
