"""Changes by hand in a rehearsal: of models, the turn, the phase, and the next dice.

`EDITS` lists them, `read_edit` parses one, and `refusal` says why it isn't possible. After a change, models must be in
a position that can occur in a game.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

from jovian.frozen import frozen
from jovian.game import DESTROYED, TABLE, WITHDRAWN, Answer, Game, Model, Refusal, State
from jovian.game.answers import Count, DiceFaces, Heading, Inches, MountId, Posed, Word, parse_answer
from jovian.game.answers import ModelId as Id
from jovian.rules.basics.formation import disband, formation_members
from jovian.rules.basics.model import break_weapon, mark_boxes, mark_system, repair_weapon, reveal, system_left
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.damage.leaving_play import destroy, withdraw
from jovian.rules.placement.attached import TIES, detach, move_attached
from jovian.rules.rulebook.effect import SHIPS, SQUADRONS
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.setup.start_positions import position_flaws

# --- Edits ---

CITATION = "Rehearsal"
CAUSE = "rehearsal"
"""The cause of a change, in events."""


class Edit(Answer):
    """A change by hand: an answer without a decision."""

    __slots__ = ()

    def refuse(self, state: State) -> Refusal | None:
        """Return why the change can't be made, apart from the position that results, or None."""
        raise NotImplementedError

    def do(self, game: Game) -> None:
        """Make the change and log it."""
        raise NotImplementedError


class ModelEdit(Edit):
    """A change of one model."""

    model: str
    __slots__ = ()

    def refuse(self, state: State) -> Refusal | None:
        if self.model not in state.models:
            return refuse_edit("There is no such model.")
        return self.unfit(state, state.models[self.model])

    def do(self, game: Game) -> None:
        self.change(game, game.state.models[self.model])

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """Return why this model can't be changed, or None."""
        raise NotImplementedError

    def change(self, game: Game, model: Model) -> None:
        """Change the model and log it."""
        raise NotImplementedError


def refuse_edit(reason: str) -> Refusal:
    return Refusal(reason, CITATION)


def refusal(state: State, edit: Edit) -> Refusal | None:
    """Return why a change can't be made: by itself, or because the models' position can't occur in a game."""
    error = edit.refuse(state)
    if error is not None:
        return error
    before, game = {flaw.refusal.reason for flaw in position_flaws(state)}, Game(state.clone())
    edit.do(game)
    return next((flaw.refusal for flaw in position_flaws(game.state) if flaw.refusal.reason not in before), None)


# --- Models ---

GONE = {DESTROYED: destroy, WITHDRAWN: withdraw}
"""The ways to take a model off, and the functions that do it."""


@frozen
class PutAt(Posed, ModelEdit):
    """Put a model somewhere on the table, with its formation and the models that are attached to it."""

    verb: ClassVar[str] = "put"
    model: Id
    x: Inches
    y: Inches
    heading: Heading

    def unfit(self, state: State, model: Model) -> Refusal | None:
        return None

    def change(self, game: Game, model: Model) -> None:
        """Detach the model from its ship, put it there, and bring along its formation and attached models."""
        before, was_on_table = model.pose, model.is_on_table
        if model.host:
            detach(game, model)
        group = formation_members(game.state, model.at(self.pose)) if was_on_table else [model]
        if not was_on_table and model.formation:
            disband(game, model)
        model.place = TABLE
        reveal(game, model)
        model.pose = self.pose.rounded()
        for moved in group[1:]:
            member = game.state.models[moved.id]
            start, member.pose = member.pose, moved.pose
            game.tell_move(member, [start, member.pose], CAUSE)
        game.tell_move(model, [before, model.pose] if was_on_table else [model.pose], CAUSE)
        move_attached(game, model, before)


@frozen
class MarkBoxes(ModelEdit):
    """Set the number of marked boxes of a track or of a system trait."""

    verb: ClassVar[str] = "mark"
    model: Id
    track: Word
    marked: Count

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """Refuse an unknown track or system, too many boxes, and a squadron without Structure."""
        box_count = _boxes(model, self.track)
        if box_count == 0:
            return refuse_edit(f"{model.name} has no {self.track}.")
        if self.marked > box_count:
            return refuse_edit(f"{model.name} has only {box_count} boxes of {self.track}.")
        if self.track == "structure" and self.marked == box_count and not model.is_capital:
            return refuse_edit(f"{model.name} can't lose its last Structure. Take it off instead.")
        return None

    def change(self, game: Game, model: Model) -> None:
        """Mark or repair the difference. A ship without Structure is Crippled."""
        difference = self.marked - model.marks.get(self.track, 0)
        if difference == 0:
            return
        (mark_boxes if model.boxes(self.track) else mark_system)(game, model, self.track, difference, CAUSE)
        if self.track == "structure" and model.is_capital:
            if model.rating("structure"):
                Crippled.leave(game, model)
            elif not Crippled.holds(model):
                Crippled.enter(game, model)


@frozen
class BreakWeapon(ModelEdit):
    """Damage (1) or repair (0) a weapon."""

    verb: ClassVar[str] = "weapon"
    model: Id
    mount: MountId
    damaged: Count

    def unfit(self, state: State, model: Model) -> Refusal | None:
        mount = model.mount(self.mount)
        if mount is None or mount.weapon.vacant:
            return refuse_edit(f"{model.name} has no weapon '{self.mount}'.")
        return None if self.damaged < 2 else refuse_edit("A weapon is undamaged (0) or damaged (1).")

    def change(self, game: Game, model: Model) -> None:
        if self.damaged:
            break_weapon(game, model, self.mount, CAUSE)
        elif self.mount in model.damaged:
            repair_weapon(game, model, self.mount, CAUSE)


@frozen
class SetState(ModelEdit):
    """Set the value of a state. With 0 the model leaves the state."""

    verb: ClassVar[str] = "state"
    model: Id
    state: Word
    value: Count

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """Refuse an unknown state, one that such a model never has, and one that follows from something else."""
        states = rulebook(state).states
        if self.state not in states:
            return refuse_edit(f"There is no state '{self.state}'.")
        if self.state in (Crippled.name, *(tie.name for tie in TIES)):
            return refuse_edit(f"{self.state} can't be set: it follows from boxes or from the positions of models.")
        if self.value and states[self.state].only_of == (SQUADRONS if model.is_capital else SHIPS):
            return refuse_edit(f"{model.name} can't be {self.state}.")
        return None

    def change(self, game: Game, model: Model) -> None:
        state = rulebook(game.state).states[self.state]
        if self.value:
            state.enter(game, model, self.value)
        else:
            state.leave(game, model)


@frozen
class TakeOff(ModelEdit):
    """Take a model out of the game, destroyed or withdrawn. It doesn't explode."""

    verb: ClassVar[str] = "off"
    model: Id
    how: Word

    def unfit(self, state: State, model: Model) -> Refusal | None:
        if self.how not in GONE:
            return refuse_edit(f"A model can be {' or '.join(GONE)}.")
        return None if model.is_in_game else refuse_edit(f"{model.name} is not in play.")

    def change(self, game: Game, model: Model) -> None:
        GONE[self.how](game, model)


@frozen
class SetActivated(ModelEdit):
    """Set whether a model has activated this turn: 1 or 0."""

    verb: ClassVar[str] = "activated"
    model: Id
    activated: Count

    def unfit(self, state: State, model: Model) -> Refusal | None:
        return None if self.activated < 2 else refuse_edit("A model has activated (1) or not (0).")

    def change(self, game: Game, model: Model) -> None:
        model.activated = bool(self.activated)


def _boxes(model: Model, track: str) -> int:
    """Return the number of boxes of a track or of a system trait."""
    boxes = len(model.boxes(track))
    if boxes or model.card.trait(track) is None:
        return boxes
    return system_left(model, track) + model.marks.get(track, 0)


# --- Turn, phase, side, and dice ---

AGENDAS: dict[str, list[list[str]]] = {
    "activation": [["end phase"], ["activation phase"]],
    "end": [["end phase"]],
}
"""The steps to run when a phase begins, last first. A Deployment Phase begins with its turn."""
PHASES = ("deployment", *AGENDAS)


@frozen
class SetTurn(Edit):
    """Set the turn. Nothing else changes."""

    verb: ClassVar[str] = "turn"
    turn: Count

    def refuse(self, state: State) -> Refusal | None:
        turns = state.scenario.turns
        return None if 1 <= self.turn <= turns else refuse_edit(f"The turns are 1 to {turns}.")

    def do(self, game: Game) -> None:
        game.state.turn = self.turn


@frozen
class BeginPhase(Edit):
    """Begin a phase of this turn now."""

    verb: ClassVar[str] = "phase"
    phase: Word

    def refuse(self, state: State) -> Refusal | None:
        return None if self.phase in PHASES else refuse_edit(f"The phases are {', '.join(PHASES)}.")

    def do(self, game: Game) -> None:
        state = game.state
        state.agenda = (
            [["turn", state.turn]] if self.phase not in AGENDAS else [[*step] for step in AGENDAS[self.phase]]
        )


@frozen
class SetSide(Edit):
    """Set the side that goes next."""

    verb: ClassVar[str] = "side"
    side: Count

    def refuse(self, state: State) -> Refusal | None:
        return None if self.side < 2 else refuse_edit("The sides are 0 and 1.")

    def do(self, game: Game) -> None:
        game.state.side_to_go = self.side


@frozen
class FixDice(Edit):
    """Set the faces of the next roll with that many dice: base dice first, then flex, then macro dice."""

    verb: ClassVar[str] = "dice"
    faces: DiceFaces

    def refuse(self, state: State) -> Refusal | None:
        if state.manual:
            return refuse_edit("You roll the dice of this game yourself.")
        return None if self.faces else refuse_edit("Enter at least one face.")

    def do(self, game: Game) -> None:
        game.state.script = (self.faces,)


# --- All edits ---

EDITS: tuple[type[Edit], ...] = (
    PutAt, MarkBoxes, BreakWeapon, SetState, TakeOff, SetActivated, SetTurn, BeginPhase, SetSide, FixDice,
)  # fmt: skip


def read_edit(data: Any) -> Edit:
    """Return the edit that JSON data or another edit describes. Raises MalformedAnswerError."""
    return cast(Edit, parse_answer(data, EDITS))
