"""The tables of the printed reference page: turn sequence, dice, attacks, damage, actions, and states.

All numbers and texts come from the rules. The page is about the default edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jovian.dice import FACES, MAGNITUDES, net_to_dice
from jovian.frozen import frozen
from jovian.rules.basics.rolls import join_words, pluralize
from jovian.rules.book import EDITION, RULES
from jovian.rules.damage.expected_damage import RATING_BY_VALUE, DamageTable, DamageTotal
from jovian.rules.rulebook.effect import ModelState
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import PRINTED
from jovian.rules.setup.edition import build_rulebook

NET_MODIFIERS = range(-2, 5)
"""The net Attack Modifiers whose dice are listed. The dice beyond follow the same steps."""
Row = tuple[str, ...]


@frozen
class ReferenceTable:
    """A table of the page, or a list of names with their meanings."""

    title: str
    rows: tuple[Row, ...]
    """The first cell of each row is its heading."""
    heads: Row = ()
    """The headings of the columns, () for a list."""


def reference_tables() -> list[ReferenceTable]:
    """Return the tables of the reference page, in reading order."""
    book = build_rulebook()
    return [
        ReferenceTable("Sequence", _rules("Sequence")),
        ReferenceTable("Dice", (*_rules("Dice System"), *_rules("Types of Rolls"))),
        ReferenceTable("Movement", _rules("Movement")),
        ReferenceTable("Attack", _rules("Attack")),
        ReferenceTable("Attack Modifier", _rules("Attack > Attack Modifier")),
        ReferenceTable("Dice of the Attack Modifier", tuple(_conversion())),
        ReferenceTable("Weapons", tuple((weapon.name, weapon.summary) for weapon in book.weapon_types.values())),
        ReferenceTable("Missiles", _rules("Weapons > Missile")),
        ReferenceTable("Damage of a set", tuple(_damage()), ("target", *MAGNITUDES[1:])),
        ReferenceTable("Rating Damage", tuple(_ratings_hit())),
        ReferenceTable("Catastrophic Damage", tuple(_catastrophe())),
        ReferenceTable("Damage", _rules("Damage")),
        ReferenceTable("Actions", tuple(map(_action, book.actions.values()))),
        ReferenceTable("States", tuple(_states(book.states.values()))),
    ]


def _rules(heading: str) -> tuple[Row, ...]:
    """Return the rules directly below a heading of the rulebook, each with its meaning."""
    below = f"{EDITION} {heading} > "
    return tuple(
        (rule.name, rule.summary)
        for rule in RULES
        if rule.place.startswith(below) and " > " not in rule.place.removeprefix(below)
    )


def _conversion() -> Iterator[Row]:
    for net in NET_MODIFIERS:
        base, flex, macro = net_to_dice(net)
        parts = [f"{count:+d} {kind}" for count, kind in ((base, "base"), (flex, "flex"), (macro, "macro")) if count]
        yield f"{net:+d}" if net else "0", ", ".join(parts) or "no dice"


def _damage() -> Iterator[Row]:
    """Yield the damage of a set of each Magnitude. The value 6 isn't reduced by anything."""
    tables = {
        "squadron": DamageTable(capital=False), "ship": DamageTable(capital=True),
        "ship, by a Particle Cannon": DamageTable(capital=True, redundant=True),
        "ship, by a Mass Driver": DamageTable(capital=True, mass=True),
    }  # fmt: skip
    for target, table in tables.items():
        yield target, *(_total(table.set_damage(FACES, steps)) for steps in range(1, len(MAGNITUDES)))


def _total(total: DamageTotal) -> str:
    parts = [f"{total.structure} Structure"] if total.structure else []
    parts += [f"{total.ratings} Rating Damage"] if total.ratings else []
    parts += [pluralize(total.criticals, "Critical Hit")] if total.criticals else []
    parts += [f"{total.either} Rating Damage or Critical Hit"] if total.either else []
    return ", ".join(parts)


def _ratings_hit() -> Iterator[Row]:
    for rating in dict.fromkeys(RATING_BY_VALUE[1:]):
        values = [str(value) for value, name in enumerate(RATING_BY_VALUE) if name == rating]
        yield f"Value {join_words(values, 'or')}", rating.capitalize()


def _catastrophe() -> Iterator[Row]:
    blast = PRINTED.blast
    near, far = blast.dice(0, blast.near)[1], blast.dice(0, blast.reach)[1]
    yield f"Total below {PRINTED.dead}", "no effect"
    yield f"{PRINTED.dead} to {PRINTED.explodes - 1}", "Dead"
    yield (
        f"{PRINTED.explodes} or more",
        f'Explodes: attacks all within {blast.reach:g}", macro {near} within {blast.near:g}", else {far}',
    )


def _action(action: Action) -> Row:
    needs = action.needs.removeprefix("-")
    return action.name.capitalize() + "*" * action.at_once, action.summary + (f" Needs: {needs}." if needs else "")


def _states(states: Iterable[type[ModelState]]) -> Iterator[Row]:
    """Yield the states. Those of one section are one row, with the name of the section."""
    sections: dict[str, list[type[ModelState]]] = {}
    for state in states:
        sections.setdefault(state.place, []).append(state)
    for first, *others in sections.values():
        section = first.place.rpartition(" > ")[2]
        yield section if others else first.title or first.name.replace("-", " ").capitalize(), first.summary
