"""What may be changed by hand in a rehearsal, as rows of a form: of one model, or of the game; and what a row means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jovian.editing.branching import twigs
from jovian.editing.draft import Where
from jovian.editing.forms.row import Kind, Option, Row, heading, titled
from jovian.game import DESTROYED, WITHDRAWN, Model, State
from jovian.match import Match
from jovian.rules.edits.models import GONE, MarkBoxes, SetState
from jovian.rules.edits.moments import PHASES
from jovian.rules.rulebook.rulebook import rulebook

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
            yield Row(Kind.WHOLE, titled(track), (MARK, track), marked, help=help_)


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
            yield Row(Kind.WHOLE, titled(name), (STATE, name), value, help=f"{known[name].summary} 0 takes it away.")
    others = tuple(Option(name, titled(name), known[name].summary) for name in free if name not in model.states)
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
