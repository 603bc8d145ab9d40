"""What the enemy may have brought: a ready fleet that holds all that was seen of it, else cards that fit (R4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random

from jovian.cards import CardError, FleetEntry, FleetList, UnitCard, fitted, fleet_names, library, load_fleet
from jovian.cards.reading.shelf import Shelf, shelves
from jovian.rehearsal.imagining.enemy import Enemy
from jovian.rehearsal.imagining.loading import Load, loaded
from jovian.rules.setup.legality import breaches, unit_limit
from jovian.rules.squadrons.hangers import DOCKS

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
    left = [Load(entry.flown(library()[entry.unit]), entry.cargo) for entry in fleet.entries]
    held: dict[str, Load] = {}
    for model in enemy.met:
        same = next((each for each in left if _looks(each.card.cover or each.card) == _looks(model.open_card)), None)
        if same is None:
            return None
        left.remove(same)
        held[model.id] = replace(same, card=replace(same.card, cover=model.card)) if model.concealed else same
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
    pool = [fitted(card) for card in library().values() if card.faction == enemy.faction and card.kind in KINDS]
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
        return [
            card for card in cards if card.tv <= room and self._taken[_unit(card)] < unit_limit(card, self._size)
        ]

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
    return not breaches(FleetList("", enemy.faction, enemy.size, entries, "{}"), cards)
