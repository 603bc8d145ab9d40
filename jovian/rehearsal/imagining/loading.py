"""What known models of the enemy may hold in secret: cargo (R47), weapons in the hardpoints of a Q-Ship, tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from jovian.cards import Loaded, UnitCard, fitted, upgrades
from jovian.cards.schemas.forces.cargo import hold
from jovian.cards.values.names import CARGO
from jovian.game import Model, State
from jovian.game.events import TokensCarried
from jovian.match.knowledge import Knowledge
from jovian.rehearsal.imagining.enemy import Enemy
from jovian.rules.facts.loads import carried, issued_note
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.roles import side_of
from jovian.rules.scenario.tokens.reserves import Distribute


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
        if not (model.concealed or hold(model.card)):
            continue
        card = _armed(model.card, left, drawn) if model.concealed else model.card
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
    return replace(fitted(bare, (), tuple(filled)), cover=cover)


def issue(state: State, known: Knowledge, enemy: int, drawn: Random) -> None:
    """Give what the enemy has issued in secret, and nobody has seen yet, to models that are still to come."""
    for rule, count in issued(state, known, enemy):
        for _ in range(count):
            able = [each for each in rule.able(state) if carried(each, rule.token) < rule.most(each)]
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
