"""What is changed by hand in a rehearsal: models, boxes, states, turn and phase, the dice to come."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from jovian.frozen import frozen
from jovian.game import DESTROYED, TABLE, WITHDRAWN, Answer, Game, Model, Refusal, State
from jovian.game.answers import Count, DiceFaces, Heading, Inches, MountId, Posed, Word, parse_answer
from jovian.game.answers import ModelId as Id
from jovian.rules.basics.formation import disband, formation_members
from jovian.rules.basics.model import break_weapon, mark_boxes, mark_system, mend_weapon, reveal, system_left
from jovian.rules.damage.casualties import Crippled, destroy, withdraw
from jovian.rules.placement.attached import TIES, carry, detach
from jovian.rules.rulebook.effect import SHIPS, SQUADRONS
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.setup.start_positions import flaws

# --- edit ---
# A change by hand, in a rehearsal: an answer that nobody was asked for.
#
# Nothing may stand afterwards as it never could in a game.

PLACE = "Rehearsal"
CAUSE = "rehearsal"
"""Why things are as they are now, in events."""


class Edit(Answer):
    """One change. Subclasses are frozen dataclasses, written as answers are."""

    __slots__ = ()

    def refuse(self, state: State) -> Refusal | None:
        """Why it cannot be made, None if it can, whatever comes of it."""
        raise NotImplementedError

    def do(self, game: Game) -> None:
        """Make it, and tell."""
        raise NotImplementedError


class ModelEdit(Edit):
    """A change of one model."""

    model: str
    __slots__ = ()

    def refuse(self, state: State) -> Refusal | None:
        """A refusal if there is no such model, or if it cannot be done to it."""
        if self.model not in state.models:
            return refuse_edit("There is no such model.")
        return self.unfit(state, state.models[self.model])

    def do(self, game: Game) -> None:
        """Change the model, and tell."""
        self.change(game, game.state.models[self.model])

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """Why it cannot be done to this model."""
        raise NotImplementedError

    def change(self, game: Game, model: Model) -> None:
        """Do it to the model, and tell."""
        raise NotImplementedError


def refuse_edit(reason: str) -> Refusal:
    """A refusal of a change."""
    return Refusal(reason, PLACE)


def refusal(state: State, edit: Edit) -> Refusal | None:
    """Why a change cannot be made: for itself, or because models would stand as they never do."""
    refused = edit.refuse(state)
    if refused is not None:
        return refused
    before, tried = {flaw.refusal.reason for flaw in flaws(state)}, Game(state.clone())
    edit.do(tried)
    return next((flaw.refusal for flaw in flaws(tried.state) if flaw.refusal.reason not in before), None)


# --- models ---
# Changes of a model: where it stands, its boxes, weapons and states, whether it is in play and has acted.

GONE = {DESTROYED: destroy, WITHDRAWN: withdraw}
"""How a model may be taken off, and what does it."""


@frozen
class PutAt(Posed, ModelEdit):
    """Put a model elsewhere, or onto the table; who is in contact with it, or of its formation, comes along."""

    verb: ClassVar[str] = "put"
    model: Id
    x: Inches
    y: Inches
    heading: Heading

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """None: every model may be put somewhere."""
        return None

    def change(self, game: Game, model: Model) -> None:
        """Take it off its ship or hull, put it there, and bring along what goes with it."""
        before, was_there = model.pose, model.on_table
        if model.host:
            detach(game, model)
        group = formation_members(game.state, model.at(self.pose)) if was_there else [model]
        if not was_there and model.formation:
            disband(game, model)
        model.place = TABLE
        reveal(game, model)
        model.pose = self.pose.rounded()
        for thought in group[1:]:
            mate = game.state.models[thought.id]
            start, mate.pose = mate.pose, thought.pose
            game.tell_move(mate, [start, mate.pose], CAUSE)
        game.tell_move(model, [before, model.pose] if was_there else [model.pose], CAUSE)
        carry(game, model, before)


@frozen
class MarkBoxes(ModelEdit):
    """So many boxes of a track, or of a system trait, are marked."""

    verb: ClassVar[str] = "mark"
    model: Id
    track: Word
    marked: Count

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """A refusal without such a track or system or so many boxes, and of a squadron without Structure."""
        most = _boxes(model, self.track)
        if most == 0:
            return refuse_edit(f"{model.name} has no {self.track}.")
        if self.marked > most:
            return refuse_edit(f"{model.name} has only {most} boxes of {self.track}.")
        if self.track == "structure" and self.marked == most and not model.capital:
            return refuse_edit("A squadron without Structure is taken off.")
        return None

    def change(self, game: Game, model: Model) -> None:
        """Mark or repair the difference; a ship is Crippled while it has no Structure."""
        more = self.marked - model.marks.get(self.track, 0)
        if more == 0:
            return
        (mark_boxes if model.boxes(self.track) else mark_system)(game, model, self.track, more, CAUSE)
        if self.track == "structure" and model.capital:
            if model.rating("structure"):
                Crippled.leave(game, model)
            elif not Crippled.holds(model):
                Crippled.enter(game, model)


@frozen
class BreakWeapon(ModelEdit):
    """A weapon is damaged (1) or whole (0)."""

    verb: ClassVar[str] = "weapon"
    model: Id
    mount: MountId
    damaged: Count

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """A refusal for a weapon that it has not."""
        mount = model.mount(self.mount)
        if mount is None or mount.weapon.vacant:
            return refuse_edit(f"{model.name} has no weapon '{self.mount}'.")
        return None if self.damaged < 2 else refuse_edit("A weapon is whole (0) or damaged (1).")

    def change(self, game: Game, model: Model) -> None:
        """Damage or repair the weapon."""
        if self.damaged:
            break_weapon(game, model, self.mount, CAUSE)
        elif self.mount in model.damaged:
            mend_weapon(game, model, self.mount, CAUSE)


@frozen
class SetState(ModelEdit):
    """A model is in a state with a value; with 0 it is in it no more."""

    verb: ClassVar[str] = "state"
    model: Id
    state: Word
    value: Count

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """A refusal for a state that is unknown, that such a model is never in, or that follows from other things."""
        known = rulebook(state).states
        if self.state not in known:
            return refuse_edit(f"There is no state '{self.state}'.")
        if self.state in (Crippled.name, *(tie.name for tie in TIES)):
            return refuse_edit(f"{self.state} follows from what is marked and from where models stand.")
        if self.value and known[self.state].only_of == (SQUADRONS if model.capital else SHIPS):
            return refuse_edit(f"{model.name} is never {self.state}.")
        return None

    def change(self, game: Game, model: Model) -> None:
        """Let it enter the state or leave it."""
        state = rulebook(game.state).states[self.state]
        if self.value:
            state.enter(game, model, self.value)
        else:
            state.leave(game, model)


@frozen
class TakeOff(ModelEdit):
    """A model is out of the game: destroyed or withdrawn, and nothing explodes."""

    verb: ClassVar[str] = "off"
    model: Id
    how: Word

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """A refusal for a model that is not in play, and for any other way."""
        if self.how not in GONE:
            return refuse_edit(f"A model is {' or '.join(GONE)}.")
        return None if model.alive else refuse_edit(f"{model.name} is not in play.")

    def change(self, game: Game, model: Model) -> None:
        """Take it out of play as the rules do."""
        GONE[self.how](game, model)


@frozen
class SetActivated(ModelEdit):
    """A model has activated this turn (1), or not (0)."""

    verb: ClassVar[str] = "activated"
    model: Id
    activated: Count

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """A refusal for any number but 0 and 1."""
        return None if self.activated < 2 else refuse_edit("A model has activated (1) or has not (0).")

    def change(self, game: Game, model: Model) -> None:
        """Note whether it has activated."""
        model.activated = bool(self.activated)


def _boxes(model: Model, track: str) -> int:
    """How many boxes of a track or of a system trait a model has."""
    boxes = len(model.boxes(track))
    if boxes or model.card.trait(track) is None:
        return boxes
    return system_left(model, track) + model.marks.get(track, 0)


# --- moments ---
# Changes of the game's course: the turn, the phase, whose go it is, the dice that fall next.

BEGINS: dict[str, list[list[str]]] = {
    "activation": [["end phase"], ["activation phase"]],
    "end": [["end phase"]],
}
"""What is still to run when a phase begins, last first; a Deployment Phase begins with its turn."""
PHASES = ("deployment", *BEGINS)


@frozen
class SetTurn(Edit):
    """It is another turn, of which nothing else changes."""

    verb: ClassVar[str] = "turn"
    turn: Count

    def refuse(self, state: State) -> Refusal | None:
        """A refusal for a turn that the scenario has not."""
        most = state.scenario.turns
        return None if 1 <= self.turn <= most else refuse_edit(f"The turns are 1 to {most}.")

    def do(self, game: Game) -> None:
        """Set the turn."""
        game.state.turn = self.turn


@frozen
class BeginPhase(Edit):
    """A phase of this turn begins now."""

    verb: ClassVar[str] = "phase"
    phase: Word

    def refuse(self, state: State) -> Refusal | None:
        """A refusal for any other phase than those of a turn."""
        return None if self.phase in PHASES else refuse_edit(f"The phases are {', '.join(PHASES)}.")

    def do(self, game: Game) -> None:
        """Let the agenda go on with that phase."""
        state = game.state
        state.agenda = [["turn", state.turn]] if self.phase not in BEGINS else [[*step] for step in BEGINS[self.phase]]


@frozen
class SetSide(Edit):
    """It is the go of a side."""

    verb: ClassVar[str] = "side"
    side: Count

    def refuse(self, state: State) -> Refusal | None:
        """A refusal for any side but 0 and 1."""
        return None if self.side < 2 else refuse_edit("The sides are 0 and 1.")

    def do(self, game: Game) -> None:
        """Let that side have the go."""
        game.state.side_to_go = self.side


@frozen
class FixDice(Edit):
    """The next roll of so many dice shows these faces: base dice first, then flex, then macro dice."""

    verb: ClassVar[str] = "dice"
    faces: DiceFaces

    def refuse(self, state: State) -> Refusal | None:
        """A refusal without any face, and where players roll real dice."""
        if state.manual:
            return refuse_edit("You roll the dice of this game yourself.")
        return None if self.faces else refuse_edit("Say what the dice show.")

    def do(self, game: Game) -> None:
        """Let the next roll of so many dice show them."""
        game.state.script = (self.faces,)


# --- catalog ---
# Every change that may be made by hand in a rehearsal.

EDITS: tuple[type[Edit], ...] = (
    PutAt, MarkBoxes, BreakWeapon, SetState, TakeOff, SetActivated, SetTurn, BeginPhase, SetSide, FixDice,
)  # fmt: skip


def read_edit(given: Any) -> Edit:
    """The change that any JSON, or another change, means; raises Malformed."""
    return cast(Edit, parse_answer(given, EDITS))
