"""What `rehearse` prints for people: the answer as a table, and how far it is while it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from jovian.commands.output.screen import screen
from jovian.dice import told_seed
from jovian.match import Match
from jovian.rehearsal.one_game.outcome import Outcome
from jovian.rehearsal.one_game.start import drawn_anew
from jovian.rehearsal.questions.forecast import Forecast
from jovian.rehearsal.questions.rehearsing import Ask
from jovian.rehearsal.questions.statistics import share
from jovian.rehearsal.telling.words import story
from jovian.rules.facts.words import counted


def print_answer(match: Match, ask: Ask, answer: Forecast) -> None:
    """Print the answer."""
    console = screen()
    console.print(
        f"{match.setup.scenario.name}, from turn {match.state.turn}: {ask.players[0]} (side 0) against "
        f"{ask.players[1]} (side 1), {counted(answer.games, 'game')}, seed {told_seed(ask.seed)}"
    )
    if ask.start.knowing is not None:
        known = f"from what side {ask.start.knowing} may know"
        anew = drawn_anew(ask.start)
        console.print(f"{known}; drawn anew in each game:" if anew else f"{known}, which is everything")
        for sentence in anew:
            console.print(f"- {sentence}")
    table = Table("", "wins", "objective", "victory points", "lost")
    for side in (0, 1):
        wins = answer.wins[side]
        points = (answer.objective[side].mean, answer.victory[side].mean, answer.losses[side].mean)
        shown = [f"{each.value:.1f} ± {each.half:.1f}" for each in points]
        table.add_row(f"side {side}", f"{wins.value:.1%} ({wins.low:.1%} to {wins.high:.1%})", *shown)
    console.print(table)
    draws = answer.draws
    console.print(f"draws {draws.value:.1%} ({draws.low:.1%} to {draws.high:.1%})")
    for sentence in story(answer):
        console.print(sentence, highlight=False)


def so_far(found: Sequence[Outcome]) -> str:
    """How many games there are, and how often side 0 won them."""
    wins = share(sum(outcome.winner == 0 for outcome in found), len(found))
    return f"{counted(len(found), 'game')}, side 0 wins {wins.value:.0%} ({wins.low:.0%} to {wins.high:.0%})"


@contextmanager
def bar(games: int | None) -> Iterator[Callable[[str], None]]:
    """A bar on standard error where somebody looks; what it gives is called after each game with how far it is."""
    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("no game finished yet", total=games)
        yield lambda said: progress.update(task, advance=1, description=said)
