"""What `duel` prints for people: how it stands, over fleets and scenarios, and how far it is while it is played."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from rich.console import Console
from rich.table import Table

from jovian.commands.output.screen import screen
from jovian.dice import told_seed
from jovian.match.faults import Faults
from jovian.rehearsal.duels.bouts import Pair
from jovian.rehearsal.duels.dueling import Duel
from jovian.rehearsal.duels.sequential import NOT_STRONGER, STRONGER, UNDECIDED
from jovian.rehearsal.duels.standings import InScenario, Pace, Standing
from jovian.rehearsal.questions.statistics import Estimate, bounded
from jovian.rules.facts.words import counted

VERDICTS = {
    STRONGER: "{name} wins at least {high:.0%} rather than {low:.0%}",
    NOT_STRONGER: "{name} wins at most {low:.0%} rather than {high:.0%}",
    UNDECIDED: "the test between {low:.0%} and {high:.0%} has not decided",
}


def so_far(asked: Duel, pairs: Sequence[Pair]) -> str:
    """How many pairs there are, what the first player made of them, and how far the test is."""
    scores = [pair.score for pair in pairs]
    share = _share(bounded(scores, 0.0, 1.0))
    test = f", test {asked.test.ratio(scores):+.2f} of ±{asked.test.bound:.2f}" if asked.tested else ""
    return f"{counted(len(pairs), 'pair')}, {asked.players[0]} wins {share}{test}"


def print_standing(asked: Duel, found: Standing) -> None:
    """Print it."""
    console, (first, second) = screen(), asked.players
    console.print(f"{first} against {second}: {counted(found.pairs, 'pair')} of games, seed {told_seed(asked.seed)}")
    console.print(
        f"{first} wins {_share(found.share)}: {found.won[0]} won, {found.won[1]} lost, {found.drawn} drawn; "
        f"objective points {_points(found.objective)}, victory points {_points(found.victory)} a game"
    )
    said = VERDICTS[found.verdict].format(name=first, low=asked.test.low, high=asked.test.high)
    ends = " ".join(map(str, found.ends))
    console.print(f"{said} ({found.ratio:+.2f} of ±{found.bound:.2f}; pairs by what they gave: {ends})")
    console.print(f"whoever has initiative wins {_share(found.initiative)}, side 0 {_share(found.first_side)}")
    _print_scenarios(console, asked, found)
    _print_fleets(console, asked, found)
    _print_paces(console, asked, found)
    _print_faults(console, asked, found)


def _print_scenarios(console: Console, asked: Duel, found: Standing) -> None:
    table = Table("scenario", "pairs", f"{asked.players[0]} wins", "objective", "victory points", "initiative wins")
    for each in found.scenarios:
        table.add_row(
            each.scenario, str(each.pairs), _share(each.share), _points(each.objective), _points(each.victory),
            _share(each.initiative),
        )  # fmt: skip
    console.print(table)


def _print_fleets(console: Console, asked: Duel, found: Standing) -> None:
    if not found.fleets:
        return
    table = Table("fleet", *(f"{name} wins with it" for name in asked.players))
    for each in found.fleets:
        table.add_row(each.fleet, *("" if share is None else _share(share) for share in each.shares))
    console.print(table)


def _print_paces(console: Console, asked: Duel, found: Standing) -> None:
    """Milliseconds a decision, of both players: in all, and where there are several, by scenario."""
    table = Table("ms a decision", "", "decisions", "median", "99 %", "99.9 %", "most")
    rows: list[tuple[str, Standing | InScenario]] = [("all", found)]
    if len(found.scenarios) > 1:
        rows += [(each.scenario, each) for each in found.scenarios]
    for name, each in rows:
        for player, pace in zip(asked.players, each.paces, strict=True):
            table.add_row(name, player, *_pace(pace))
    console.print(table)


def _print_faults(console: Console, asked: Duel, found: Standing) -> None:
    faults = Faults()
    faults.add(found.faults)
    for player, told in zip(asked.players, faults.written(), strict=True):
        if told["count"]:
            console.print(f"{player}: the default was taken for {counted(told['count'], 'choice')}")


def _pace(pace: Pace) -> tuple[str, ...]:
    taken = (pace.median, pace.of_100, pace.of_1000, pace.most)
    return (str(pace.decisions), *(f"{each:.3g}" if each < 1000 else f"{each:.0f}" for each in taken))


def _share(found: Estimate) -> str:
    return f"{found.value:.1%} ({found.low:.0%} to {found.high:.0%})"


def _points(found: Estimate) -> str:
    held = f" ({found.low:+.1f} to {found.high:+.1f})" if isfinite(found.half) else ""
    return f"{found.value:+.1f}{held}"
