"""The command `scenario`: make a scenario from a position in a save."""

from __future__ import annotations

from pathlib import Path

from jovian.cards.files import holds_save
from jovian.commands.position import open_position
from jovian.commands.problem import CommandError, print_line
from jovian.editing.files import write_draft
from jovian.editing.positions import NoPosition, position_from_state
from jovian.editing.problems import find_problems
from jovian.rules.basics.rolls import pluralize

SUFFIX = ".yaml"


def make_scenario(save: str, out: Path, answers: int | None) -> int:
    """Write a scenario, and print what it can't contain. Raises CommandError."""
    if out.suffix.lower() != SUFFIX:
        raise CommandError(f"{out}: a scenario must end in {SUFFIX}")
    if not holds_save(save):
        raise CommandError(f"{save}: is not a save")
    match = open_position(save, answers)
    try:
        position = position_from_state(match.state, match.setup)
    except NoPosition as error:
        raise CommandError(f"{save}: {error}") from None
    for problem in find_problems(position.draft):
        raise CommandError(f"{save}: can't be a scenario: {problem.reason}")
    write_draft(position.draft, out)
    models, pieces = (len(position.draft.lines(part)) for part in ("models", "terrain"))
    print_line(f"{out}: turn {match.state.turn}, {pluralize(models, 'model')}, {pluralize(pieces, 'piece')} of terrain")
    for line in position.lost:
        print_line(f"skipped: {line}")
    return 0
