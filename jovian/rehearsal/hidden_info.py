"""Guesses about hidden information, so that a game can be rehearsed from what one side knows.

`Unknown` is what may be hidden from a side. `imagined` returns a private game with a guess for all of it: hidden
models, cargo, weapons, and tokens. `drawn` describes the guesses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
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
from jovian.cards.fleet_builder import hold
from jovian.cards.names import CARGO
from jovian.frozen import frozen
from jovian.game import EMBARKED, RESERVE, WITHDRAWN, Model, State
from jovian.game.events import Started, TokensCarried
from jovian.game.game import is_stranger
from jovian.match.knowledge import Knowledge, private_game
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

# --- Enemy fleet ---


@frozen
class Berth:
    """Where a hidden model is, as far as known."""

    ship: str
    """The id of the ship that it is or was aboard, or "" for a model in reserve that has acted."""
    capital: bool = False
    """Whether it is a docked capital ship."""
    has_left: bool = False
    """Whether it left the battle with that ship."""


@frozen(eq=False)
class Enemy:
    """The enemy as a side may know it."""

    side: int
    name: str
    """The name of its fleet."""
    faction: str
    size: int
    """The total TV that it may bring, which is public."""
    met: tuple[Model, ...]
    """The models of its fleet that have been seen, including lost ones. Read-only."""
    berths: tuple[Berth, ...]
    """One entry per hidden model that must exist. Other models may be in reserve."""
    reserve: bool
    """Whether there may be others in reserve."""
    capitals: bool
    """Whether these may include capital ships."""

    @property
    def max_unseen_value(self) -> int:
        """The maximum TV of the models that haven't been seen."""
        return self.size - sum(model.open_card.tv for model in self.met)


def enemy_of(known: Knowledge) -> Enemy:
    """Return the enemy of a side from its knowledge."""
    side, start = 1 - known.side, known.start
    public = next(entry.event for entry in known.past_events if isinstance(entry.event, Started)).sides[side]
    met = tuple(
        model for model in start.models.values()
        if model.owner == side and model.card.faction == public.faction and not model.is_drone
    )  # fmt: skip
    stage = deployment_type(start).stage(max(start.turn, 1), CAPITALS)
    to_come = start.turn <= 1 and start.stage in ("", CAPITALS)
    berths = tuple(_berths(known))
    return Enemy(side, public.name, public.faction, public.tv, met, berths, known.listed, stage.hold or to_come)


def _berths(known: Knowledge) -> Iterator[Berth]:
    """Yield a berth for each unknown model aboard. Models that don't fit into hangers are docked ships."""
    models = known.start.models
    for counts, has_left in ((known.aboard, False), (known.withdrawn_unknown, True)):
        for ship_id, count in counts.items():
            seen = sum(
                1
                for passenger in models.values()
                if passenger.is_embarked and passenger.host == ship_id and not is_stranger(passenger)
            )
            docks = known.start.scenario.docking
            capacity = max(0, models[ship_id].card.level(HOLDS) - seen) if docks else count
            for number in range(count):
                yield Berth(ship_id, number >= capacity, has_left)
    for model in models.values():
        if is_stranger(model) and not model.is_embarked:
            yield Berth("")


# --- Hidden cargo, weapons, and tokens ---


@frozen
class Load:
    """A card as it is played, with its cargo."""

    card: UnitCard
    cargo: tuple[str, ...] = ()


def models_with_holds(start: State, enemy: int) -> list[Model]:
    """Return the known enemy models that may hold hidden cargo."""
    return [model for model in start.models.values() if model.side == enemy and hold(model.card)]


def random_loads(enemy: Enemy, remaining_tv: int, rng: Random) -> tuple[dict[str, Load], int]:
    """Return cargo and weapons for the seen models of a fleet, and the TV that remains after that."""
    loads = {}
    for model in enemy.met:
        if not (model.is_concealed or hold(model.card)):
            continue
        card = _with_random_weapons(model.card, remaining_tv, rng) if model.is_concealed else model.card
        remaining_tv -= card.tv - model.card.tv
        cargo = random_cargo(card, remaining_tv, rng)
        remaining_tv -= sum(CARGO[name].tv for name in cargo)
        loads[model.id] = Load(card, cargo)
    return loads, remaining_tv


def random_cargo(card: UnitCard, remaining_tv: int, rng: Random) -> tuple[str, ...]:
    """Return random modules that fit into the slots and the TV, possibly none."""
    modules: list[str] = []
    for _ in range(int(rng.random() * (hold(card) + 1))):
        available = [name for name in CARGO if name not in modules and CARGO[name].tv <= remaining_tv]
        if not available:
            break
        modules.append(available[int(rng.random() * len(available))])
        remaining_tv -= CARGO[modules[-1]].tv
    return tuple(modules)


def _with_random_weapons(cover: UnitCard, remaining_tv: int, rng: Random) -> UnitCard:
    """Return a ship with random weapons in its hardpoints behind its public card, as far as the TV allows."""
    filled = []
    for slot in cover.slots:
        weapons = [
            upgrade
            for upgrade in upgrades().values()
            if upgrade.slot == slot.hardpoint and upgrade.tv * slot.count <= remaining_tv
        ]
        number = int(rng.random() * (len(weapons) + 1))
        if number < len(weapons):
            filled.append(Loaded(slot.line, weapons[number], slot.count))
            remaining_tv -= filled[-1].tv
    bare = replace(cover, mounts=tuple(mount for mount in cover.mounts if not mount.weapon.hardpoint))
    return replace(with_upgrades(bare, (), tuple(filled)), cover=cover)


def give_hidden_tokens(state: State, known: Knowledge, enemy: int, rng: Random) -> None:
    """Give tokens that the enemy has issued in secret to random models that may carry them."""
    for rule, count in hidden_tokens(state, known, enemy):
        for _ in range(count):
            carriers = [model for model in rule.able(state) if token_count(model, rule.token) < rule.max_tokens(model)]
            if carriers:
                _add_token(carriers[int(rng.random() * len(carriers))], rule.token)


def hidden_tokens(state: State, known: Knowledge, enemy: int) -> Iterator[tuple[Distribute, int]]:
    """Yield the rules with hidden tokens, with the number of tokens."""
    for rule in rulebook(state).clauses:
        if isinstance(rule, Distribute) and side_of(state, rule.role) == enemy:
            total = state.notes.get(issued_note(rule.token))
            hidden = total - _seen_tokens(known, rule.token) if known.listed and isinstance(total, int) else 0
            if hidden > 0:
                yield rule, hidden


def _seen_tokens(known: Knowledge, token: str) -> int:
    events = (entry.event for entry in known.past_events)
    models = known.start.models
    return sum(
        event.amount for event in events
        if isinstance(event, TokensCarried) and event.cause == "issued" and event.token == token
        and event.model in models and models[event.model].owner != known.side
    )  # fmt: skip


def _add_token(model: Model, token: str) -> None:
    tokens = dict(model.loads)
    tokens[token] = tokens.get(token, 0) + 1
    model.loads = tuple(sorted(tokens.items()))


# --- Guesses about the fleet ---

MAX_TRIES = 12
"""How many random selections are tried to make a legal fleet with the seen models."""
KINDS = ("capital", "squadron")


@frozen
class Guess:
    """What the enemy may have besides what is known."""

    hidden: tuple[Load, ...]
    """The models that haven't been seen."""
    loads: Mapping[str, Load] = field(default_factory=dict)
    """What known models may hold in secret, by id."""
    name: str = ""
    """The name of the ready fleet, or "" for none."""


def ready_guesses(enemy: Enemy) -> tuple[Guess, ...]:
    """Return guesses for the ready fleets of this faction and size that contain all seen models (R4)."""
    fleets = (fleet for fleet in _ready_fleets(shelves()) if (fleet.faction, fleet.size) == (enemy.faction, enemy.size))
    guesses = (_match_fleet(fleet, enemy) for fleet in fleets) if enemy.reserve else ()
    return tuple(guess for guess in guesses if guess is not None and _fits_berths(enemy, guess.hidden))


@lru_cache(maxsize=4)
def _ready_fleets(read: tuple[Shelf, ...]) -> tuple[FleetList, ...]:
    """Return the valid fleets of these shelves."""
    fleets = []
    for stem in fleet_names():
        try:
            fleets.append(load_fleet(stem))
        except CardError:
            continue
    return tuple(fleets)


def _match_fleet(fleet: FleetList, enemy: Enemy) -> Guess | None:
    """Return a fleet's models that haven't been seen as a guess, or None if a seen model isn't in the fleet."""
    remaining = [Load(entry.flown(unit_cards()[entry.unit]), entry.cargo) for entry in fleet.entries]
    loads: dict[str, Load] = {}
    for model in enemy.met:
        match = next(
            (
                load
                for load in remaining
                if _public_facts(load.card.cover or load.card) == _public_facts(model.open_card)
            ),
            None,
        )
        if match is None:
            return None
        remaining.remove(match)
        loads[model.id] = replace(match, card=replace(match.card, cover=model.card)) if model.is_concealed else match
    return Guess(tuple(remaining), loads, fleet.name)


def _public_facts(card: UnitCard) -> tuple[object, ...]:
    """Return what distinguishes a card from others once it is public."""
    return card.key, card.tv, card.mounts, tuple(extra.name for extra in card.upgrades)


def _fits_berths(enemy: Enemy, hidden: Sequence[Load]) -> bool:
    """Return whether there are enough models for all berths, and none that would have had to arrive."""
    kinds = Counter(load.card.kind for load in hidden)
    docked = sum(berth.capital for berth in enemy.berths)
    has_enough = kinds["squadron"] >= len(enemy.berths) - docked and kinds["capital"] >= docked
    return has_enough and (enemy.capitals or kinds["capital"] == docked)


def random_guess(enemy: Enemy, rng: Random) -> Guess:
    """Return a random guess: cards of the faction for the remaining TV, and what known models may hold."""
    pool = [
        with_upgrades(card) for card in unit_cards().values() if card.faction == enemy.faction and card.kind in KINDS
    ]
    min_tv = min((card.tv for card in pool if card.kind == "squadron"), default=0) * len(enemy.berths)
    loads, remaining_tv = random_loads(enemy, enemy.max_unseen_value - min_tv, rng)
    for _ in range(MAX_TRIES):
        hidden = _draw_cards(enemy, pool, remaining_tv + min_tv, rng)
        if not enemy.reserve or _is_legal_fleet(enemy, hidden):
            break
    return Guess(tuple(map(Load, hidden)), loads)


def _draw_cards(enemy: Enemy, pool: Sequence[UnitCard], remaining_tv: int, rng: Random) -> list[UnitCard]:
    """Return a card for each berth, and cards in reserve for the remaining TV."""
    selection = _CardDraw(enemy, remaining_tv)
    cheapest = min((card.tv for card in pool if card.kind == "squadron"), default=0)
    for number, berth in enumerate(enemy.berths, 1):
        suitable = [card for card in pool if _fits_berth(card, berth.capital)]
        kept = cheapest * (len(enemy.berths) - number)
        selection.add(_random_card(selection.fitting(suitable, kept) or selection.fitting(suitable) or suitable, rng))
    while enemy.reserve:
        fitting = selection.fitting([card for card in pool if enemy.capitals or card.kind == "squadron"])
        if not fitting:
            break
        selection.add(_random_card(fitting, rng))
    return selection.cards


class _CardDraw:
    """Cards that are drawn one after the other."""

    def __init__(self, enemy: Enemy, remaining_tv: int) -> None:
        self.cards: list[UnitCard] = []
        self.remaining_tv = remaining_tv
        self._size = enemy.size
        self._count_by_unit = Counter(_unit(model.card) for model in enemy.met)

    def fitting(self, cards: Sequence[UnitCard], kept: int = 0) -> list[UnitCard]:
        """Return the cards that the Unit Cap and the TV still allow, with `kept` TV kept for other models."""
        available_tv = self.remaining_tv - kept
        return [
            card
            for card in cards
            if card.tv <= available_tv and self._count_by_unit[_unit(card)] < unit_limit(card, self._size)
        ]

    def add(self, card: UnitCard | None) -> None:
        """Add a card."""
        if card is not None:
            self.cards.append(card)
            self.remaining_tv -= card.tv
            self._count_by_unit[_unit(card)] += 1


def _unit(card: UnitCard) -> str:
    """Return the key that a card's Unit Cap counts."""
    return card.counterpart or card.key


def _fits_berth(card: UnitCard, capital: bool) -> bool:
    """Return whether a card may be in this kind of berth."""
    return card.kind == "squadron" if not capital else card.kind == "capital" and card.trait(DOCKS) is None


def _random_card(cards: Sequence[UnitCard], rng: Random) -> UnitCard | None:
    return cards[int(rng.random() * len(cards))] if cards else None


def _is_legal_fleet(enemy: Enemy, hidden: Sequence[UnitCard]) -> bool:
    """Return whether the seen models and the drawn cards form a legal fleet."""
    cards = {str(number): card for number, card in enumerate((*(model.open_card for model in enemy.met), *hidden))}
    entries = tuple(FleetEntry(name, card.name) for name, card in cards.items())
    return not fleet_violations(FleetList("", enemy.faction, enemy.size, entries, source_text="{}"), cards)


# --- Games with a guess ---

MIN_TO_CHOOSE = 2
"""The number of models that a side must have for the game to ask which one activates."""
ID_PREFIX = "unseen"
"""The prefix of the ids of guessed models, the same as for strangers."""


def state_with_guess(known: Knowledge, enemy: Enemy, guess: Guess, rng: Random) -> State:
    """Return the start state of a knowledge with a guess put into it."""
    state = known.start.clone()
    state.apart()
    state.unseen = {}
    for model_id, load in guess.loads.items():
        state.models[model_id].card, state.models[model_id].cargo = load.card, load.cargo
    for ship in models_with_holds(state, enemy.side):
        if ship.id not in guess.loads:
            ship.cargo = random_cargo(ship.card, enemy.size, rng)
    strangers = [model for model in state.models.values() if is_stranger(model)]
    names = (f"{ID_PREFIX}-{number}" for number in range(len(strangers) + 1, len(strangers) + len(guess.hidden) + 1))
    share = _activated_share(state, enemy.side)
    for load, berth in _assign_berths(enemy.berths, guess.hidden, rng):
        stranger = (
            next((other for other in strangers if other.host == berth.ship), None) if not berth.has_left else None
        )
        model = Model(stranger.id if stranger is not None else next(names), load.card, enemy.side)
        if stranger is not None:
            strangers.remove(stranger)
        model.cargo, model.host = load.cargo, berth.ship
        model.place = WITHDRAWN if berth.has_left else EMBARKED if berth.ship else RESERVE
        model.activated = stranger is None and berth.ship != "" and rng.random() < share
        fit_out(state, model)
        state.models[model.id] = model
    if known.chooser is not None:
        _fit_to_decision(state, known.chooser, enemy.side)
    give_hidden_tokens(state, known, enemy.side, rng)
    _add_drones(state)
    return state


def _assign_berths(berths: Sequence[Berth], hidden: Sequence[Load], rng: Random) -> Iterator[tuple[Load, Berth]]:
    """Yield each hidden model with a random suitable berth. The remaining ones are in reserve."""
    remaining = list(hidden)
    for berth in berths:
        kind = "capital" if berth.capital else "squadron"
        suitable = [load for load in remaining if load.card.kind == kind]
        if suitable:
            chosen = suitable[int(rng.random() * len(suitable))]
            remaining.remove(chosen)
            yield chosen, berth
    for load in remaining:
        yield load, Berth("")


def _activated_share(state: State, side: int) -> float:
    """Return the share of a side's models that have activated this turn, as a probability for hidden models."""
    seen = [model for model in state.on_table() if model.side == side and not model.is_drone]
    return sum(model.activated for model in seen) / len(seen) if seen and state.phase == "activation" else 0.0


def _fit_to_decision(state: State, chooser: int, side: int) -> None:
    """Fit the activations of hidden models to the known decision.

    A side that had to choose had at least 2 models left, and a side that was skipped had none.
    """
    hidden = [model for model in state.models.values() if model.side == side and not model.public]
    for model in hidden:
        eligible_count = len(eligible(state, side))
        if chooser == side and eligible_count < MIN_TO_CHOOSE:
            model.activated = False
        elif chooser != side and state.side_to_go == side and eligible_count:
            model.activated = True


def _add_drones(state: State) -> None:
    """Set the drones for Drone Bays, if only hidden models have any."""
    mounts = (mount for model in state.models.values() for mount in model.card.mounts)
    if not state.drone_cards and any(weapon_type(state, mount.weapon).launches_drones for mount in mounts):
        state.drone_cards = tuple(card for _, card in sorted(unit_cards().items()) if card.drone)


# --- Private games ---


@frozen(eq=False)
class Unknown:
    """A knowledge, and what may be hidden from it."""

    knowledge: Knowledge
    enemy: Enemy
    ready: tuple[Guess, ...]
    """The ready fleets that the enemy may have. If there are none, cards are drawn at random."""

    @classmethod
    def of(cls, known: Knowledge) -> Unknown:
        """Return what may be hidden from a side with this knowledge."""
        enemy = enemy_of(known)
        return cls(known, enemy, ready_guesses(enemy))


def imagined(unknown: Unknown, key: bytes, *, common: bool = False) -> Trial:
    """Return a game that depends only on a side's knowledge and the key. `common` works as in `Match.reseed`."""
    rng = Random(b"imagined " + key)
    ready = unknown.ready
    guess = ready[int(rng.random() * len(ready))] if ready else random_guess(unknown.enemy, rng)
    return private_game(
        unknown.knowledge, state_with_guess(unknown.knowledge, unknown.enemy, guess, rng), key, common=common
    )


# --- Descriptions ---


def drawn(unknown: Unknown) -> tuple[str, ...]:
    """Return a sentence for each hidden thing that each game guesses again, or ()."""
    return tuple(_sentences(unknown))


def _sentences(unknown: Unknown) -> Iterator[str]:
    known, enemy = unknown.knowledge, unknown.enemy
    start, name = known.start, enemy.name
    if _may_have_hidden_models(unknown):
        yield _describe_source(unknown)
    for ship, count in Counter(berth.ship for berth in enemy.berths if berth.ship).items():
        yield f"{pluralize(count, 'model')} aboard {start.models[ship].name}."
    holds = [ship.name for ship in models_with_holds(start, enemy.side)]
    if holds:
        yield f"The cargo of {join_words(holds)}."
    covered = [model.name for model in enemy.met if model.is_concealed]
    if covered:
        yield f"The weapons in the hardpoints of {join_words(covered)}."
    for rule, count in hidden_tokens(start, known, enemy.side):
        yield f"Which models of {name} carry the {find_token(start, rule.token).words(count)} not seen yet."
    if any(entry.choice is None for entry in known.answers):
        yield f"The secret choice that {name} has just made."
    if known.is_choice_open:
        yield f"The hidden model that {name} activates now."


def _may_have_hidden_models(unknown: Unknown) -> bool:
    """Return whether a model may exist that hasn't been seen."""
    enemy = unknown.enemy
    if unknown.ready:
        return any(guess.hidden for guess in unknown.ready)
    return bool(enemy.berths) or (enemy.reserve and enemy.max_unseen_value > 0)


def _describe_source(unknown: Unknown) -> str:
    enemy, names = unknown.enemy, [guess.name for guess in unknown.ready]
    if names:
        ready = f"the ready fleet {names[0]}" if len(names) == 1 else f"one of the ready fleets {join_words(names)}"
        return f"The hidden models of {enemy.name}, as in {ready}."
    return f"The hidden models of {enemy.name}: {enemy.faction} models of up to {max(enemy.max_unseen_value, 0)} TV."
