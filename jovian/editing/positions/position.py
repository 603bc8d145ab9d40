"""A position of a game as a scenario that places its models."""

from __future__ import annotations

from typing import Any, NamedTuple

from jovian.cards import ScenarioCard
from jovian.cards.schemas.validate import plain_copy
from jovian.editing.draft import Draft, draft_of
from jovian.editing.positions.ground import ground_lines
from jovian.editing.positions.placed import Placed, placed_lines
from jovian.game import RESERVE, State
from jovian.match import Setup
from jovian.rules.facts.loads import issued_note
from jovian.rules.facts.words import counted
from jovian.rules.scenario.objects.searching import SearchObjects
from jovian.rules.scenario.stages import NOTE as BROUGHT
from jovian.rules.scenario.tokens.token import tokens
from jovian.rules.scenario.withdrawal.ambush import Ambush, escape_edge
from jovian.rules.scenario.zones.beacons import BeaconZone
from jovian.rules.scenario.zones.corners import CornerZone

AMBUSH, DISTRIBUTE = "ambush", "distribute"
"""The special rules of which something is settled in the game, as a file names them: an edge, how many tokens."""
DONE_RULES = ("comet-in-zone", "objects-in-free-quarters")
"""Those that have laid something on the table before the battle, where it lies now."""
LONGEST = 60
"""Letters of a name."""
NOT_KEPT = ("fleets", "layout", "terrain", "models", "key", "turn", "initiative", "deployment")
"""Keys of the scenario that was played that say how its game began."""
KEPT_NOTES = {SearchObjects.name, Ambush.name}
"""What rules remember that stands in the lines of a scenario."""
DONE_NOTES = {BeaconZone.name, CornerZone.name, BROUGHT}
"""What they remember only as long as models are deployed."""
STANDARD = "standard"
"""The zones that a scenario has which names none."""
ON_TURN = "activation", "end"
"""The phases in which a position is one that a scenario can begin in."""


class NoPosition(Exception):
    """Nothing can be made of this moment of a game; the text says why, in a line."""


class Position(NamedTuple):
    """A draft, and what of the game it leaves out."""

    draft: Draft
    lost: tuple[str, ...]
    """Each a line, such as `what is loaded in Drone Bays`."""


def taken(state: State, setup: Setup) -> Position:
    """The position of a state or of a side's view of it, as that side knows it. Raises NoPosition."""
    if state.over:
        raise NoPosition("the game is over; take a moment before its end")
    if state.phase not in ON_TURN or not state.on_table():
        raise NoPosition(f"{_moment(state)} models are still deployed; take a moment of the Activation Phase")
    source = setup.scenario.source
    data: dict[str, Any] = {key: plain_copy(each) for key, each in source.items() if key not in NOT_KEPT}
    if data.get("zones") != STANDARD:
        data.pop("zones", None)
    name = f"{setup.scenario.name[: LONGEST - 10]}, turn {state.turn}"
    _settle(data, state)
    placed = placed_lines(state, setup)
    terrain, lost = ground_lines(state, setup.scenario)
    data |= {"name": name, "turn": state.turn, "initiative": state.initiative, "terrain": terrain}
    data |= {"models": placed.lines, **({"docking": True} if placed.docked else {})}
    kept = {key: value for key, value in data.items() if value != []}
    left_out = (*_lost(state, placed), *lost, *_undeployed(setup.scenario))
    return Position(draft_of(kept, _heading(setup, state, left_out)), left_out)


def _settle(data: dict[str, Any], state: State) -> None:
    """What was chosen for a special rule stands in its line; what a rule has done once and for all it does no more."""
    edge = escape_edge(state)
    lines = [line for line in data.get("special_rules", []) if _rule(line) not in DONE_RULES]
    data["special_rules"] = lines
    for number, line in enumerate(lines):
        rule = _rule(line)
        if edge and rule == AMBUSH:
            lines[number] = {"rule": AMBUSH, "edge": edge}
        elif rule == DISTRIBUTE and state.notes.get(issued_note(line["token"])):
            lines[number] = {**line, "amount": state.notes[issued_note(line["token"])]}


def _rule(line: Any) -> Any:
    """What a line of a special rule is called."""
    return line.get("rule") if isinstance(line, dict) else line


def _undeployed(scenario: ScenarioCard) -> tuple[str, ...]:
    """Its zones, unless they are the usual ones: models that are placed deploy nowhere."""
    named = scenario.zones if not scenario.areas else "its own"
    return (f"its deployment zones ({named}): they are standard now",) if named != STANDARD else ()


def _moment(state: State) -> str:
    return f"in turn {state.turn}" if state.turn else "before its first turn"


def _heading(setup: Setup, state: State, left_out: tuple[str, ...]) -> str:
    first = f"A position of the scenario {setup.scenario.name}, taken in turn {state.turn}."
    return "\n".join((first, *(f"Left out: {line}." for line in left_out)))


def _lost(state: State, placed: Placed) -> list[str]:
    """What a scenario cannot say."""
    found = list(placed.lost)
    waiting = [model for model in state.models.values() if model.place == RESERVE]
    if waiting:
        found.append(f"{counted(len(waiting), 'model')} not deployed yet")
    gone = [model for model in state.models.values() if not model.alive]
    if gone:
        found.append(f"{counted(len(gone), 'model')} out of play, and what they were worth to the other side")
    if any(state.unseen.values()):
        found.append("who is aboard enemy ships")
    if state.activation is not None:
        found.append("the activation that is under way: its model begins it anew")
    elif state.side_to_go != state.initiative:
        found.append(f"that side {state.side_to_go} is to go: the side with initiative begins")
    issued = {issued_note(token.token) for token in tokens(state)}
    forgotten = sorted(set(state.notes) - KEPT_NOTES - DONE_NOTES - issued)
    if forgotten:
        found.append(f"what its rules remember ({', '.join(forgotten)})")
    return found
