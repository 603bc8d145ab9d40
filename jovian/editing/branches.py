"""Rehearsal edits and branches as rows of a form: the tree of branches, and changes to a model or to the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from jovian.editing.draft import Where
from jovian.editing.forms import FormOption, FormRow, Kind, heading
from jovian.editing.labels import key_to_label
from jovian.frozen import frozen
from jovian.game import DESTROYED, WITHDRAWN, Model, State
from jovian.match import Match
from jovian.match.entries import Entry
from jovian.match.files import Branch, branch_tree
from jovian.rules.edits import GONE, PHASES, MarkBoxes, SetState
from jovian.rules.rulebook.rulebook import rulebook

# --- The tree of branches ---

THROUGH, PAST, LAST, NOTHING = "│", "├", "└", " "
"""The symbols of a column: a line that passes by, a branch that leaves with or without others below it, and nothing."""
HERE = ""
"""The name of the current position if no branch ends there."""


@frozen
class TreeLine(Branch):
    """One line of the drawn tree: a branch, or the current position with the name `HERE`."""

    here: bool
    """Whether the game is at its end now."""
    columns: str
    """The symbols to the left of its knot, one per column."""
    above: bool
    """Whether it continues from the knot above in the same column."""
    below: bool
    """Whether another branch continues from it."""
    widest: int = 0
    """The maximum number of columns to the left of a knot in the whole drawing."""


def tree_lines(kept: Mapping[str, Sequence[Entry]], now: Sequence[Entry]) -> list[TreeLine]:
    """Return all branches and the current position in the order of the drawing, from top to bottom.

    A branch that continues from the end of another is below it in the same column. If there are several, the one that
    leads to the current position is.
    """
    current = list(now)
    lines = dict(kept) if any(list(journal) == current for journal in kept.values()) else {**kept, HERE: now}
    present = next(name for name, journal in lines.items() if list(journal) == current)
    branches = list(branch_tree(dict(sorted(lines.items(), key=lambda line: len(line[1])))))
    drawn = list(_Drawing(branches, present).twigs())
    widest = max(len(twig.columns) for twig in drawn)
    return [replace(twig, widest=widest) for twig in drawn]


class _Drawing:
    """Arranges a tree of branches in lines."""

    def __init__(self, branches: Sequence[Branch], present: str) -> None:
        self._present = present
        self._by_name = {branch.name: branch for branch in branches}
        self._children: dict[str, list[Branch]] = {}
        for branch in branches:
            if branch.leaves:
                self._children.setdefault(branch.parent, []).append(branch)
        self._roots = [branch for branch in branches if not branch.leaves]
        self._to_present = {present}
        while (parent := self._by_name[present]).leaves:
            present = parent.parent
            self._to_present.add(present)

    def twigs(self) -> Iterator[TreeLine]:
        """Yield all lines from top to bottom."""
        for root in self._roots:
            yield from self._line(root, "", above=False)

    def _line(self, branch: Branch, columns: str, *, above: bool) -> Iterator[TreeLine]:
        """Yield the lines of a branch and of all branches that leave it."""
        aside, on = self._children_of(branch)
        below = bool(aside or on)
        here = branch.name == self._present
        yield TreeLine(branch.name, branch.parent, branch.leaves, branch.answers, here, columns, above, below)
        left = columns.replace(PAST, THROUGH).replace(LAST, NOTHING)
        for number, child in enumerate(aside):
            last = on is None and number == len(aside) - 1
            yield from self._line(child, left + (LAST if last else PAST), above=False)
        if on is not None:
            yield from self._line(on, left, above=True)

    def _children_of(self, branch: Branch) -> tuple[list[Branch], Branch | None]:
        """Return the branches that leave a branch sideways, and the one that continues from its end, if any."""
        children = self._children.get(branch.name, [])
        ends = [child for child in children if child.leaves == branch.answers]
        on = next((child for child in ends if child.name in self._to_present), ends[0] if ends else None)
        return [child for child in children if child is not on], on


# --- Edits as rows of a form ---

PUT, MARK, WEAPON, STATE, OFF, ACTIVATED = "put", "mark", "weapon", "state", "off", "activated"
TURN, PHASE, SIDE, DICE = "turn", "phase", "side", "dice"
KEEP, BRANCH = "keep", "branch"
"""The rows that aren't edits: the name for a new branch, and a saved branch."""


def change_of(model: str, path: Where, value: Any) -> list[Any]:
    """Return the edit for a value in the row of a path. `model` is the id of the model of the form."""
    verb = str(path[0])
    if verb == PUT:
        return [PUT, model, *(value or [])]
    if verb in (TURN, PHASE, SIDE, DICE):
        return [verb, value]
    number = int(value) if isinstance(value, bool) else value
    if verb == STATE and len(path) == 1:
        return [STATE, model, number, 1]
    return [verb, model, *path[1:], 0 if number is None else number]


def model_rows(state: State, model: Model) -> list[FormRow]:
    """Return the rows of one model."""
    return [*_place_rows(model), *_box_rows(state, model), *_weapon_rows(model), *_state_rows(state, model)]


def _place_rows(model: Model) -> Iterator[FormRow]:
    yield from heading(model.name)
    pose = model.pose
    at = [pose.x, pose.y, pose.heading] if model.is_on_table else None
    text = "Inches from the left and the lower edge, and the heading in degrees, clockwise from 0 (up the table)."
    yield FormRow(Kind.NUMBERS, "Position" if model.is_on_table else "Place at", (PUT,), at, help=text)
    if model.is_in_game:
        options = (FormOption(None, "in play"), *(FormOption(how, how) for how in GONE))
        yield FormRow(Kind.CHOICE, "Status", (OFF,), None, options, "Remove it from the game without an explosion.")
    elif model.place in (DESTROYED, WITHDRAWN):
        yield FormRow(Kind.NOTE, f"It is {model.place}. Place it to bring it back.")
    yield FormRow(Kind.FLAG, "Has activated", (ACTIVATED,), model.activated, help="Whether it has activated this turn.")


def _box_rows(state: State, model: Model) -> Iterator[FormRow]:
    yield from heading("Marked boxes")
    for track in (*model.card.tracks, *dict.fromkeys(trait.name for trait in model.card.traits)):
        marked = model.marks.get(track, 0)
        if MarkBoxes(model.id, track, marked).refuse(state) is None or model.boxes(track):
            boxes = model.boxes(track)
            shown = f" ({', '.join(map(str, boxes))})" if boxes else ""
            help_ = f"The number of marked boxes, highest first{shown}."
            yield FormRow(Kind.WHOLE, key_to_label(track), (MARK, track), marked, help=help_)


def _weapon_rows(model: Model) -> Iterator[FormRow]:
    armed = [mount for mount in model.card.mounts if not mount.weapon.vacant]
    if armed:
        yield from heading("Damaged weapons")
    for mount in armed:
        label = model.card.mount_name(mount.id)
        yield FormRow(Kind.FLAG, label, (WEAPON, mount.id), mount.id in model.damaged, help="Whether it is damaged.")


def _state_rows(state: State, model: Model) -> Iterator[FormRow]:
    yield from heading("States")
    known = rulebook(state).states
    free = [name for name in known if SetState(model.id, name, 1).refuse(state) is None]
    for name, value in model.states.items():
        if name in free:
            text = f"{known[name].summary} 0 removes it."
            yield FormRow(Kind.WHOLE, key_to_label(name), (STATE, name), value, help=text)
    absent = [name for name in free if name not in model.states]
    others = tuple(FormOption(name, key_to_label(name), known[name].summary) for name in absent)
    yield FormRow(Kind.ADD, "Add a state", (STATE,), options=others)


def game_rows(match: Match, names: tuple[str, str]) -> list[FormRow]:
    """Return the rows of the game: its turn and phase, the next dice, and the saved branches."""
    state = match.state
    phases = (FormOption(None, "unchanged"), *(FormOption(name, f"start {name}") for name in PHASES))
    sides = tuple(FormOption(side, name) for side, name in enumerate(names))
    return [
        *heading("The game", "Select a model to edit it, or drag it."),
        FormRow(Kind.WHOLE, "Turn", (TURN,), state.turn, help=f"1 to {state.scenario.turns}."),
        FormRow(Kind.CHOICE, "Phase", (PHASE,), None, phases, "Start a phase of this turn now."),
        FormRow(
            Kind.CHOICE, "Next to choose", (SIDE,), state.side_to_go, sides, "The side that chooses the next model.",
        ),
        FormRow(
            Kind.NUMBERS, "Next dice", (DICE,), list(state.script[0]) if state.script else None,
            help="Faces, such as 6, 6, 5. The next roll of as many dice shows them (base, then flex, then macro dice).",
        ),
        *heading("Branches", "Saved lines of play. Select one to continue from there."),
        FormRow(Kind.TEXT, "Save branch as", (KEEP,), None, help="A name for all answers up to this moment."),
        *_branch_rows(match),
    ]  # fmt: skip


def _branch_rows(match: Match) -> Iterator[FormRow]:
    """Yield the tree of saved branches with the current position."""
    if match.branches:
        for twig in tree_lines(match.branches, match.journal):
            yield FormRow(Kind.BRANCH, twig.name, (BRANCH, twig.name), twig)
