"""The commands `puzzle` and `study`: make, show, and solve puzzles, and compare a finished game with the captain."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from jovian.commands.logfile import FaultReport
from jovian.commands.position import STANDARD_INPUT, open_position
from jovian.commands.problem import INTERRUPTED, CommandError, print_line
from jovian.commands.progress import progress_bar
from jovian.commands.rehearse import Form, follow, play
from jovian.commands.screen import make_console
from jovian.commands.simulate import check_player, chosen_seed
from jovian.commands.stdout import print_json
from jovian.dice import format_seed
from jovian.match import Match
from jovian.match.files import check_writable
from jovian.match.saves import load, save
from jovian.narrator import Names
from jovian.players.player import is_file_player
from jovian.rehearsal.documents import chance, to_json_value
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.game import RehearsalSpec, Start, guessed_facts, read_plan
from jovian.rehearsal.puzzles import (
    Attempt,
    Candidate,
    Puzzle,
    PuzzleError,
    PuzzleMaker,
    puzzle_text,
    read_puzzle,
    title_fault,
    write_puzzle,
)
from jovian.rehearsal.study import StudiedActivation, Study, total_lost
from jovian.rehearsal.turning_points import names_at_end, span_summary
from jovian.rehearsal.workers import Workers
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.setup import names_of_sides
from jovian.user_files.findings import save_study

FORMAT = 1
"""The format of the JSON documents (`docs/rehearsal.md` lists the keys)."""


# --- Make a puzzle ---


def make_puzzle(
    file: str, at: int | None, out: Path, title: str, player: str, games: int, seed: int, turns: int | None,
    workers: int | None, form: Form,
) -> int:  # fmt: skip
    """Make a puzzle of a moment of a save, and print what it asks. The answer stays sealed."""
    if title and (fault := title_fault(title)):
        raise CommandError(f"usage: --title {fault}")
    if is_file_player(player):
        raise CommandError("usage: --player: a puzzle names only players of the game, not files")
    check_player(player, "--player")
    match = _open_save(file)
    at = len(match.journal) if at is None else at
    if at > len(match.journal):
        raise CommandError(f"{_where(file)}: there are only {len(match.journal)} answers, not {at}")
    check_writable(out)
    faults = FaultReport()
    try:
        maker = PuzzleMaker(match, at, title, player=player, games=games, seed=seed, turns=turns)
        max_games = maker.race.horizon * len(maker.race.runners)

        def stream(games: int) -> None:
            if form is Form.STREAM and games < max_games:
                print_json({"complete": False, "played": games})

        if play(lambda hired: follow(maker.run(hired), max_games, hired, faults, stream), workers):
            raise CommandError("stopped", INTERRUPTED)
        puzzle = maker.puzzle()
    except PuzzleError as error:
        raise CommandError(f"{_where(file)}: {error}") from None
    write_puzzle(puzzle, out)
    if form is not Form.PRINTED:
        result = {"complete": True, "file": str(out), "faults": faults.to_json()}
        print_json(_puzzle_document(puzzle) | result)
        return 0
    size = len(puzzle_text(puzzle).encode()) / 1024
    print_line(f"{out}: {puzzle.title}, {pluralize(len(puzzle.candidates), 'candidate')}, {size:.0f} KB")
    if puzzle.rivals:
        print_line(f"{pluralize(len(puzzle.rivals), 'candidate')} may be as good as the best one. Use more --games")
    return 0


def _where(target: str) -> str:
    """Return the name of a save for an error message."""
    return "standard input" if target == STANDARD_INPUT else target


def _open_save(target: str) -> Match:
    """Return the whole game of a save. Raises SaveError."""
    return open_position(target) if target == STANDARD_INPUT else load(target, log=False)


# --- Show a puzzle ---


def show_puzzle(file: str, out: Path | None, answer: bool, form: Form) -> int:
    """Print what a puzzle asks, and its answer if that is requested. `--out` writes its position as a save."""
    puzzle = read_puzzle(file)
    if out is not None:
        save(puzzle.match, out)
    if form is not Form.PRINTED:
        print_json(_puzzle_document(puzzle) | (_answer_document(puzzle) if answer else {}))
        return 0
    state, series, sides = puzzle.match.state, puzzle.series, names_of_sides(puzzle.match.setup)
    print_line(f"{puzzle.title}: which activation of {sides[puzzle.side]} is best?")
    print_line(
        f"{puzzle.match.setup.scenario.name}, turn {state.turn}, after {pluralize(len(puzzle.match.journal), 'answer')}"
    )
    print_line(f"{pluralize(series.games or 0, 'game')} of {series.players[0]}, seed {format_seed(series.seed)}")
    for sentence in guessed_facts(series.start):
        print_line(f"Random in each game: {sentence}")
    if answer:
        _print_answer(puzzle)
    return 0


def _print_answer(puzzle: Puzzle) -> None:
    table = Table("plan", "model", "chance", "difference to the best", "games")
    for candidate in puzzle.candidates:
        behind = "best" if candidate.behind is None else format_points(candidate.behind)
        games = str(len(candidate.scores))
        table.add_row(candidate.plan.name, candidate.model, chance(candidate.chance), behind, games)
    make_console().print(table)
    for candidate in puzzle.candidates:
        print_line(f"{candidate.plan.name}: {candidate.reason or candidate.model}")


def format_points(change: Estimate) -> str:
    """Return a difference of chances in percentage points with its interval."""
    return f"{100 * change.value:+.0f} ({100 * change.low:+.0f} to {100 * change.high:+.0f})"


def _puzzle_document(puzzle: Puzzle) -> dict[str, Any]:
    series, match = puzzle.series, puzzle.match
    return {
        "format": FORMAT, "question": "puzzle", "title": puzzle.title,
        "position": {
            "scenario": match.setup.scenario.key, "answers": len(match.journal), "turn": match.state.turn,
            "phase": match.state.phase,
        },
        "drawn": list(guessed_facts(series.start)), "side": puzzle.side, "player": series.players[0],
        "seed": format_seed(series.seed), "games": series.games, "turns": series.turns,
        "candidates": len(puzzle.candidates),
    }  # fmt: skip


def _answer_document(puzzle: Puzzle) -> dict[str, Any]:
    return {"answer": [_candidate_document(candidate) for candidate in puzzle.candidates]}


def _candidate_document(candidate: Candidate) -> dict[str, Any]:
    return {
        "name": candidate.plan.name, "model": candidate.model, "reason": candidate.reason,
        "chance": to_json_value(candidate.chance), "behind": to_json_value(candidate.behind),
        "games": len(candidate.scores), "choices": to_json_value(candidate.plan.choices),
    }  # fmt: skip


# --- Solve a puzzle ---


def solve_puzzle(file: str, plans: Sequence[str], workers: int | None, form: Form) -> int:
    """Rehearse answers to a puzzle, and print how much of the best chance each keeps."""
    if not plans:
        raise CommandError("usage: puzzle solve requires a plan, such as: puzzle solve FILE PLAN")
    puzzle = read_puzzle(file)
    attempts = [_attempt(puzzle, plan) for plan in plans]
    faults, wanted = FaultReport(), sum(attempt.wanted for attempt in attempts)

    def stream(games: int) -> None:
        if form is Form.STREAM and games < wanted:
            print_json(_solution_document(puzzle, attempts, False))

    def rehearse(hired: Workers) -> None:
        outcomes = (outcome for attempt in attempts for outcome in attempt.run(hired))
        follow(outcomes, wanted, hired, faults, stream)

    stopped = play(rehearse, workers)
    scored = [attempt for attempt in attempts if attempt.scores]
    if not scored:
        raise CommandError("stopped: no game finished", INTERRUPTED)
    if form is not Form.PRINTED:
        document = _solution_document(puzzle, attempts, not stopped)
        print_json(document | {"stopped": stopped, "faults": faults.to_json()})
    else:
        for attempt in scored:
            known = f" (candidate {attempt.known.plan.name})" if attempt.known is not None else ""
            print_line(f"{attempt.plan.name}{known} {attempt.score().sentence()}.")
    if stopped:
        counted = sum(len(attempt.scores) for attempt in scored)
        raise CommandError(f"stopped: {pluralize(counted, 'game')} counted", INTERRUPTED)
    return 0


def _solution_document(puzzle: Puzzle, attempts: Sequence[Attempt], complete: bool) -> dict[str, Any]:
    """Return the scores so far. `complete`: all games were played."""
    answers = [{"name": each.plan.name, **_score_document(each)} for each in attempts if each.scores]
    return _puzzle_document(puzzle) | {"complete": complete, "answers": answers}


def _attempt(puzzle: Puzzle, file: str) -> Attempt:
    """Return the answer in a file. Raises CardError or CommandError."""
    plan = read_plan(file)
    fault = plan.unfit(puzzle.match)
    if not fault and plan.side != puzzle.side:
        fault = f"it is a plan of side {plan.side}, but the puzzle is for side {puzzle.side}"
    if fault:
        raise CommandError(f"{file}: {fault}")
    return Attempt(puzzle, plan)


def _score_document(attempt: Attempt) -> dict[str, Any]:
    score = attempt.score()
    return {
        "kept": to_json_value(score.kept), "chance": to_json_value(score.chance), "best": to_json_value(score.best),
        "games": score.games, "known": score.known or None, "words": score.sentence(),
    }  # fmt: skip


# --- Study a game ---


def show_study(
    file: str, side: int | None, player: str, games: int, turns: int | None, seed: str, workers: int | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Compare each activation of a game with the captain's. If the user stops it, print the result so far.

    The complete result is kept for the replay of the game.
    """
    check_player(player, "--player")
    match = _open_save(file)
    if not match.over:
        raise CommandError(f"{_where(file)}: the game isn't over, so it can't be studied")
    ask = RehearsalSpec(Start.of(match), (player, player), chosen_seed(seed), turns, games, side=side)
    study, faults = Study(ask), FaultReport()
    if not study.spans:
        raise CommandError(f"{_where(file)}: no model has activated, so there is nothing to study")

    def rehearse(hired: Workers) -> None:
        with progress_bar(len(study.spans), hired.size) as advance:
            for number, _ in enumerate(study.plan(hired), 1):
                advance(f"the captain plans: {pluralize(number, 'activation')}")
        follow(study.play(hired), study.max_games, hired, faults)

    stopped = play(rehearse, workers)
    answer = study.answer()
    if stopped and not answer:
        raise CommandError("stopped: no activation is known yet", INTERRUPTED)
    if as_json:
        print_json(_study_document(study, answer, stopped) | {"faults": faults.to_json()})
    else:
        _print_study(study, answer)
    if stopped:
        raise CommandError(f"stopped: {len(answer)} of {pluralize(len(study.spans), 'activation')}", INTERRUPTED)
    try:
        save_study(match, study.report())
    except OSError as error:
        raise CommandError(f"the mistakes can't be kept for the replay: {error.strerror or error}", 1) from None
    return 0


def _print_study(study: Study, answer: Sequence[StudiedActivation]) -> None:
    ask, names, sides = study.ask, names_at_end(study.match), names_of_sides(study.match.setup)
    console = make_console()
    console.print(
        f"{study.match.setup.scenario.name}: {pluralize(len(answer), 'activation')}, "
        f"{pluralize(study.games, 'pair')} of games of {ask.players[0]} each, seed {format_seed(ask.seed)}. "
        "Lost is the chance of the captain's orders minus that of the recorded ones, in percentage points."
    )
    table = Table("turn", "answers before", "side", "recorded", "captain", "chance", "captain's", "lost")
    for studied in answer:
        span = studied.span
        chances = ("", "") if studied.played is None else (_percent(studied.played), _percent(studied.better))
        table.add_row(
            str(span.turn), str(span.begin), "" if span.side is None else sides[span.side],
            names.model(span.model).text,
            "the same orders" if studied.same else studied.captain.model, *chances,
            "0" if studied.same else format_points(studied.lost),
        )  # fmt: skip
    console.print(table)
    mistakes = sorted(study.report().mistakes, key=lambda mistake: -mistake.lost.value)
    for mistake in mistakes:
        print_line(
            f"turn {mistake.turn}, after {mistake.begin} answers: {mistake.name} {mistake.told}. "
            f"Captain: {mistake.captain}"
        )
    if not mistakes:
        print_line("No activation clearly lost a chance.")
    for side in study.sides:
        count, lost = total_lost(answer, side)
        print_line(f"{sides[side]}: {pluralize(count, 'activation')}, lost in all: {format_points(lost)} points")


def _percent(chance: Estimate | None) -> str:
    return "" if chance is None else f"{100 * chance.value:.0f}%"


def _study_document(study: Study, answer: Sequence[StudiedActivation], stopped: bool) -> dict[str, Any]:
    ask, match, names = study.ask, study.match, names_at_end(study.match)
    return {
        "format": FORMAT, "question": "study",
        "position": {"scenario": match.setup.scenario.key, "answers": len(match.journal), "turn": match.state.turn},
        "side": ask.side, "player": ask.players[0], "seed": format_seed(ask.seed), "games": ask.games,
        "turns": ask.turns, "complete": not stopped, "stopped": stopped,
        "activations": [_studied_document(study, studied, names) for studied in answer],
        "lost": [to_json_value(total_lost(answer, side)[1]) for side in (0, 1)],
    }  # fmt: skip


def _studied_document(study: Study, studied: StudiedActivation, names: Names) -> dict[str, Any]:
    span, captain = studied.span, studied.captain
    return {
        "answers": span.begin, "turn": span.turn, "side": span.side, "model": span.model,
        "name": names.model(span.model).text, "told": span_summary(study.match, span, names), "captain": captain.model,
        "reason": captain.reason, "choices": to_json_value(captain.plan.choices), "same": studied.same,
        "games": studied.games, "played": to_json_value(studied.played), "better": to_json_value(studied.better),
        "lost": to_json_value(studied.lost),
    }  # fmt: skip

