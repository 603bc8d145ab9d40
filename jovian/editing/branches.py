"""Branches of a rehearsal as a tree is drawn: a line each, with what leads to it from the lines above. What may be
changed by hand in a rehearsal, as rows of a form: of one model, or of the game; and what a row means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from jovian.editing.draft import Where
from jovian.editing.forms import Kind, Option, Row, heading, key_to_label
from jovian.game import DESTROYED, WITHDRAWN, Model, State
from jovian.match import Match
from jovian.match.entries import Entry
from jovian.match.files import Branch, tree
from jovian.rules.edits import GONE, PHASES, MarkBoxes, SetState
from jovian.rules.rulebook.rulebook import rulebook

# --- branching ---
# Branches of a rehearsal as a tree is drawn: a line each, with what leads to it from the lines above.

THROUGH, PAST, LAST, NOTHING = "│", "├", "└", " "
"""What stands in a column: a line that goes by; one from which this branch goes off, going on or not; nothing."""
HERE = ""
"""Where the game stands now, among the names of branches, if it stands at the end of none."""


class Twig(NamedTuple):
    """A branch in its line of the drawing."""

    name: str
    """`HERE`, or what it was kept by."""
    parent: str
    """The branch that it goes away from, "" for the beginning of the game."""
    leaves: int
    """After how many answers it goes its own way."""
    answers: int
    here: bool
    """Does the game stand at its end?"""
    columns: str
    """What stands to the left of its knot, a mark each column."""
    above: bool
    """Does it go on from the knot above in its own column?"""
    below: bool
    """Does anything go on from it?"""
    widest: int = 0
    """How many columns the whole drawing has to the left of a knot at most."""


def twigs(kept: Mapping[str, Sequence[Entry]], now: Sequence[Entry]) -> list[Twig]:
    """All branches and where the game stands, as they are drawn from top to bottom.

    One that goes on from the end of another stands below it in the same column, the one to the present before others.
    """
    lines = dict(kept) if any(list(each) == list(now) for each in kept.values()) else {**kept, HERE: now}
    present = next(name for name, each in lines.items() if list(each) == list(now))
    grown = list(tree(dict(sorted(lines.items(), key=lambda each: len(each[1])))))
    found = list(_Drawing(grown, present).drawn())
    widest = max(len(each.columns) for each in found)
    return [each._replace(widest=widest) for each in found]


class _Drawing:
    """A tree on its way to lines."""

    def __init__(self, grown: Sequence[Branch], present: str) -> None:
        self._present = present
        self._by_name = {each.name: each for each in grown}
        self._from: dict[str, list[Branch]] = {}
        for each in grown:
            if each.leaves:
                self._from.setdefault(each.parent, []).append(each)
        self._roots = [each for each in grown if not each.leaves]
        self._way = {present}
        while (parent := self._by_name[present]).leaves:
            present = parent.parent
            self._way.add(present)

    def drawn(self) -> Iterator[Twig]:
        """Every line."""
        for root in self._roots:
            yield from self._line(root, "", above=False)

    def _line(self, branch: Branch, columns: str, *, above: bool) -> Iterator[Twig]:
        """A branch and all that hangs on it."""
        aside, on = self._parted(branch)
        below = bool(aside or on)
        yield Twig(*branch, branch.name == self._present, columns, above, below)
        left = columns.replace(PAST, THROUGH).replace(LAST, NOTHING)
        for number, each in enumerate(aside):
            last = on is None and number == len(aside) - 1
            yield from self._line(each, left + (LAST if last else PAST), above=False)
        if on is not None:
            yield from self._line(on, left, above=True)

    def _parted(self, branch: Branch) -> tuple[list[Branch], Branch | None]:
        """What goes off from a branch, and what goes on from its end, if anything does."""
        hanging = self._from.get(branch.name, [])
        ends = [each for each in hanging if each.leaves == branch.answers]
        on = next((each for each in ends if each.name in self._way), ends[0] if ends else None)
        return [each for each in hanging if each is not on], on


# --- changes ---
# What may be changed by hand in a rehearsal, as rows of a form: of one model, or of the game; and what a row means.

PUT, MARK, WEAPON, STATE, OFF, ACTIVATED = "put", "mark", "weapon", "state", "off", "activated"
TURN, PHASE, SIDE, DICE = "turn", "phase", "side", "dice"
KEEP, BRANCH = "keep", "branch"
"""The rows that are no change: the name to keep a line by, and a line that is kept."""


def change_of(model: str, path: Where, value: Any) -> list[Any]:
    """The change that a value in the row of that path means; `model` is the id of the one that the form is about."""
    verb = str(path[0])
    if verb == PUT:
        return [PUT, model, *(value or [])]
    if verb in (TURN, PHASE, SIDE, DICE):
        return [verb, value]
    given = int(value) if isinstance(value, bool) else value
    if verb == STATE and len(path) == 1:
        return [STATE, model, given, 1]
    return [verb, model, *path[1:], 0 if given is None else given]


def model_rows(state: State, model: Model) -> list[Row]:
    """The rows of one model."""
    return [*_standing(model), *_boxes(state, model), *_weapons(model), *_states(state, model)]


def _standing(model: Model) -> Iterator[Row]:
    yield from heading(model.name)
    pose = model.pose
    at = [pose.x, pose.y, pose.heading] if model.on_table else None
    said = "Inches from the left and the lower edge, and its heading in degrees: 0 is up the table, clockwise."
    yield Row(Kind.NUMBERS, "Stands at" if model.on_table else "Set down at", (PUT,), at, help=said)
    if model.alive:
        options = (Option(None, "in play"), *(Option(how, how) for how in GONE))
        yield Row(Kind.CHOICE, "It is", (OFF,), None, options, "Taken out of the game, without an explosion.")
    elif model.place in (DESTROYED, WITHDRAWN):
        yield Row(Kind.NOTE, f"It is {model.place}: set it down to bring it back.")
    yield Row(Kind.FLAG, "Has activated", (ACTIVATED,), model.activated, help="This turn.")


def _boxes(state: State, model: Model) -> Iterator[Row]:
    yield from heading("Boxes marked")
    for track in (*model.card.tracks, *dict.fromkeys(trait.name for trait in model.card.traits)):
        marked = model.marks.get(track, 0)
        if MarkBoxes(model.id, track, marked).refuse(state) is None or model.boxes(track):
            boxes = model.boxes(track)
            shown = f" ({', '.join(map(str, boxes))})" if boxes else ""
            help_ = f"How many of its boxes are marked, the highest first{shown}."
            yield Row(Kind.WHOLE, key_to_label(track), (MARK, track), marked, help=help_)


def _weapons(model: Model) -> Iterator[Row]:
    armed = [mount for mount in model.card.mounts if not mount.weapon.vacant]
    if armed:
        yield from heading("Weapons damaged")
    for mount in armed:
        label = model.card.mount_called(mount.id)
        yield Row(Kind.FLAG, label, (WEAPON, mount.id), mount.id in model.damaged, help="Is it damaged?")


def _states(state: State, model: Model) -> Iterator[Row]:
    yield from heading("States")
    known = rulebook(state).states
    free = [name for name in known if SetState(model.id, name, 1).refuse(state) is None]
    for name, value in model.states.items():
        if name in free:
            yield Row(
                Kind.WHOLE, key_to_label(name), (STATE, name), value, help=f"{known[name].summary} 0 takes it away."
            )
    others = tuple(Option(name, key_to_label(name), known[name].summary) for name in free if name not in model.states)
    yield Row(Kind.ADD, "Further", (STATE,), options=others)


def game_rows(match: Match, names: tuple[str, str]) -> list[Row]:
    """The rows of the game: its moment, the dice to come, the lines that are kept."""
    state = match.state
    phases = (Option(None, "as it is"), *(Option(name, f"{name} begins") for name in PHASES))
    sides = tuple(Option(side, name) for side, name in enumerate(names))
    return [
        *heading("The game", "Choose a model to change it, or drag it."),
        Row(Kind.WHOLE, "Turn", (TURN,), state.turn, help=f"1 to {state.scenario.turns}."),
        Row(Kind.CHOICE, "Phase", (PHASE,), None, phases, "A phase of this turn begins now."),
        Row(Kind.CHOICE, "Whose go", (SIDE,), state.side_to_go, sides, "Who chooses a model next."),
        Row(
            Kind.NUMBERS, "Next dice", (DICE,), list(state.script[0]) if state.script else None,
            help="Faces, such as 6, 6, 5: the next roll of so many dice shows them (base, then flex, then macro dice).",
        ),
        *heading("Branches", "Lines of play that are kept, each a place to go on from."),
        Row(Kind.TEXT, "Keep this as", (KEEP,), None, help="A name for everything up to here."),
        *_branches(match),
    ]  # fmt: skip


def _branches(match: Match) -> Iterator[Row]:
    """The tree of lines that are kept, with the one on which the game stands."""
    if match.branches:
        for twig in twigs(match.branches, match.journal):
            yield Row(Kind.BRANCH, twig.name, (BRANCH, twig.name), twig)
