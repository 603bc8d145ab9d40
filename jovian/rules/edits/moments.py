"""Changes of the game's course: the turn, the phase, whose go it is, the dice that fall next."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game import Game, Refusal, State
from jovian.game.answer import Count, DiceFaces, Word
from jovian.rules.edits.edit import Edit, no

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
        return None if 1 <= self.turn <= most else no(f"The turns are 1 to {most}.")

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
        return None if self.phase in PHASES else no(f"The phases are {', '.join(PHASES)}.")

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
        return None if self.side < 2 else no("The sides are 0 and 1.")

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
            return no("You roll the dice of this game yourself.")
        return None if self.faces else no("Say what the dice show.")

    def do(self, game: Game) -> None:
        """Let the next roll of so many dice show them."""
        game.state.script = (self.faces,)
