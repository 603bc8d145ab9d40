"""How fleets come to the table: the parts of each Deployment Phase (v1.2.4 Scenarios > Deployment Type)."""

from __future__ import annotations

from jovian.frozen import frozen
from jovian.game import Game, Model, State

CAPITALS, SQUADRONS = "capitals", "squadrons"
"""What is deployed in a part of the phase, in the order in which they come."""


@frozen
class Stage:
    """One part of a Deployment Phase."""

    each: int = 0
    """How many each side brings at one go, and no more; 0 for one by turns until both decline."""
    hold: bool = True
    """May they be held in reserve?"""
    aboard: bool = True
    """May they be embarked?"""
    fresh: bool = False
    """May they be embarked only on ships deployed in the same phase?"""


@frozen
class DeploymentType:
    """A way in which fleets come: the stages of the first Deployment Phase, and of every later one."""

    place: str
    first: dict[str, Stage]
    later: dict[str, Stage]

    def stage(self, turn: int, kind: str) -> Stage:
        """The part of the phase of a turn in which a kind is deployed."""
        return (self.first if turn == 1 else self.later)[kind]


_ALL = {CAPITALS: Stage(hold=False), SQUADRONS: Stage()}
FLEET = DeploymentType("v1.2.4 Deployment Type > Fleet Deployment", _ALL, _ALL)
ESCALATING = DeploymentType(
    "v1.2.4 Deployment Type > Escalating Deployment",
    {CAPITALS: Stage(1, hold=False, aboard=False), SQUADRONS: Stage(2, hold=False, aboard=False)},
    {CAPITALS: Stage(fresh=True), SQUADRONS: Stage(fresh=True)},
)
TYPES: dict[str, DeploymentType] = {"fleet": FLEET, "escalating": ESCALATING}
"""By the name that a scenario gives them."""
NOTE = "Deployment"
"""Under what the ids are remembered of what a phase has brought, with its turn; only where anybody asks."""


def deployment_type(state: State) -> DeploymentType:
    """How the fleets of a game come."""
    return TYPES[state.scenario.deployment]


def stage_now(state: State) -> Stage:
    """The part of the Deployment Phase that runs."""
    return deployment_type(state).stage(state.turn, state.stage)


def brought(state: State) -> tuple[str, ...]:
    """The ids of what both sides have set on the table in this phase, as far as it is remembered."""
    note = state.notes.get(NOTE, ())
    return tuple(map(str, note[1:])) if isinstance(note, tuple) and note[:1] == (state.turn,) else ()


def note_brought(game: Game, model: Model) -> None:
    """Remember what has come to the table, where a stage counts it or may embark on nothing else."""
    state = game.state
    stages = (deployment_type(state).stage(state.turn, kind) for kind in (CAPITALS, SQUADRONS))
    if any(each.each or each.fresh for each in stages):
        state.notes[NOTE] = (state.turn, *brought(state), model.id)
