"""`odds`: the exact odds of a pool, alone or opposed."""

from __future__ import annotations

from jovian.commands.problem import CommandError
from jovian.commands.stdout import print_json
from jovian.dice import MAGNITUDES, Odds, Pool, odds

MOST_OPPOSED = 20
MAX_DIGITS = 9
"""Digits of a number. Python refuses to read a number of thousands of digits."""
LISTED = 15
"""How many single results the table shows, likeliest first."""


def show_odds(dice: tuple[int, int, int], reroll: bool, against: str, as_json: bool) -> int:
    """Print the odds of a pool of (base, flex, macro) dice."""
    pool = Pool(*dice)
    found = odds(pool, reroll=reroll)
    title = f"{pool}" + (" with a re-roll" if reroll else "")
    if against:
        other = opposing(against)
        found = found.against(odds(other))
        title += f" against {other}"
    if as_json:
        print_json(found.as_json())
    else:
        _table(title, found)
    return 0


def opposing(text: str) -> Pool:
    """The pool of `BASE[,FLEX]`. Raises Problem."""
    parts = text.split(",")
    if not 1 <= len(parts) <= 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise CommandError(f"usage: --against: BASE or BASE,FLEX in whole numbers, not '{text}'")
    for part in parts:
        if len(part.strip()) > MAX_DIGITS or int(part) > MOST_OPPOSED:
            raise CommandError(f"usage: --against: at most {MOST_OPPOSED} dice of a kind, not {part.strip()}")
    return Pool(*map(int, parts))


def _table(title: str, found: Odds) -> None:
    from rich.table import Table

    from jovian.commands.screen import make_console

    console = make_console()
    console.print(title)
    table = Table()
    table.add_column("best set")
    table.add_column("chance", justify="right")
    table.add_column("at least", justify="right")
    chances = found.magnitude()
    for number, name in enumerate(MAGNITUDES):
        reached = sum(chances[each] for each in MAGNITUDES[number:])
        table.add_row(name, f"{chances[name]:.2%}", f"{min(1.0, reached):.2%}")
    results = Table()
    results.add_column("result")
    results.add_column("chance", justify="right")
    likely = sorted(found.items(), key=lambda item: -item[1])
    for result, chance in likely[:LISTED]:
        results.add_row(str(result), f"{float(chance):.3%}")
    console.print(table)
    console.print(f"the likeliest results, with {float(found.expected_steps):.3f} steps expected")
    console.print(results)
    if len(likely) > LISTED:
        console.print(f"... and {len(likely) - LISTED} less likely results")
