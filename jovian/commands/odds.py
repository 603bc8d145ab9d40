"""The command `odds`: print the exact odds of a pool, with or without an opposing pool."""

from __future__ import annotations

from jovian.commands.problem import CommandError
from jovian.commands.stdout import print_json
from jovian.dice import MAGNITUDES, Odds, Pool, odds

MAX_OPPOSED = 20
MAX_DIGITS = 9
"""The maximum number of digits of a number. Python can't parse thousands of digits."""
LISTED = 15
"""The number of results in the table, most likely first."""


def show_odds(dice: tuple[int, int, int], reroll: bool, against: str, as_json: bool) -> int:
    """Print the odds of a pool of (base, flex, macro) dice."""
    pool = Pool(*dice)
    result_odds = odds(pool, reroll=reroll)
    title = f"{pool}" + (" with a re-roll" if reroll else "")
    if against:
        other = parse_opposing_pool(against)
        result_odds = result_odds.against(odds(other))
        title += f" against {other}"
    if as_json:
        print_json(result_odds.as_json())
    else:
        _print_tables(title, result_odds)
    return 0


def parse_opposing_pool(text: str) -> Pool:
    """Return the pool of `BASE[,FLEX]`. Raises CommandError."""
    parts = text.split(",")
    if not 1 <= len(parts) <= 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise CommandError(f"usage: --against: requires BASE or BASE,FLEX in whole numbers, not '{text}'")
    for part in parts:
        if len(part.strip()) > MAX_DIGITS or int(part) > MAX_OPPOSED:
            raise CommandError(f"usage: --against: at most {MAX_OPPOSED} dice of a kind, not {part.strip()}")
    return Pool(*map(int, parts))


def _print_tables(title: str, result_odds: Odds) -> None:
    from rich.table import Table

    from jovian.commands.screen import make_console

    console = make_console()
    console.print(title)
    table = Table()
    table.add_column("best set")
    table.add_column("chance", justify="right")
    table.add_column("at least", justify="right")
    chances = result_odds.magnitude()
    for number, name in enumerate(MAGNITUDES):
        reached = sum(chances[magnitude] for magnitude in MAGNITUDES[number:])
        table.add_row(name, f"{chances[name]:.2%}", f"{min(1.0, reached):.2%}")
    results = Table()
    results.add_column("result")
    results.add_column("chance", justify="right")
    likely = sorted(result_odds.items(), key=lambda item: -item[1])
    for result, chance in likely[:LISTED]:
        results.add_row(str(result), f"{float(chance):.3%}")
    console.print(table)
    console.print(f"the most likely results (average magnitude {float(result_odds.expected_steps):.3f}):")
    console.print(results)
    if len(likely) > LISTED:
        console.print(f"... and {len(likely) - LISTED} less likely results")
