"""What of a game is drawn anew, in words: the same for all games from one start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from jovian.rehearsal.imagining.imagining import Unknown
from jovian.rehearsal.imagining.loading import issued, stowing
from jovian.rules.facts.words import counted, joined
from jovian.rules.scenario.tokens.token import token_called


def drawn(unknown: Unknown) -> tuple[str, ...]:
    """A sentence for each thing that a side may not know and that each game therefore has of its own; () for none."""
    return tuple(_sentences(unknown))


def _sentences(unknown: Unknown) -> Iterator[str]:
    known, enemy = unknown.known, unknown.enemy
    start, name = known.start, enemy.name
    if _may_hide(unknown):
        yield _source(unknown)
    for ship, count in Counter(berth.ship for berth in enemy.berths if berth.ship).items():
        yield f"{counted(count, 'model')} aboard {start.models[ship].name}."
    holds = [ship.name for ship in stowing(start, enemy.side)]
    if holds:
        yield f"The cargo of {joined(holds)}."
    covered = [model.name for model in enemy.met if model.concealed]
    if covered:
        yield f"The weapons in the hardpoints of {joined(covered)}."
    for rule, count in issued(start, known, enemy.side):
        yield f"Who of {name} carries the {token_called(start, rule.token).words(count)} that nobody has seen."
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
        ready = f"the ready fleet {names[0]}" if len(names) == 1 else f"one of the ready fleets {joined(names)}"
        return f"What {enemy.name} has not shown: as in {ready}."
    return f"What {enemy.name} has not shown: {enemy.faction} models of up to {max(enemy.left, 0)} TV."

