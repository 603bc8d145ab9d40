"""Hangers of an unidentified object: both sides' squadrons, as long as their marines are aboard (R84).

v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs. What lands there has stood on the table, so nobody keeps it secret.
"""

from __future__ import annotations

from jovian.game import OBJECT, Game, Model, Procedure, Refusal, State
from jovian.rules.harm.boarded import boarders_of
from jovian.rules.harm.unloading import aboard, turn_out
from jovian.rules.rulebook.effect import Effect
from jovian.rules.squadrons.hangers import FRIENDLY, HANGERS, HOLDS

PLACE = "v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs"


class OpenHangers(Effect):
    """What has Hangers and is nobody's ship takes in squadrons of whoever has marines aboard."""

    __slots__ = ()
    name = "Open Hangers"
    place = PLACE
    summary = "Squadrons of a side come and go while marines of that side are aboard; in the End Phase they must leave."

    def harbors(self, model: Model, side: int) -> Refusal | None:
        """A refusal without marines aboard; a station that is nobody's takes nobody in."""
        if model.card.kind != OBJECT or not model.card.trait(HOLDS):
            return Refusal(FRIENDLY, HANGERS)
        if boarders_of(model, side):
            return None
        return Refusal(f"{model.name} takes squadrons in only for a side that has marines aboard.", PLACE)


def harbored(state: State, side: int) -> list[tuple[Model, Model]]:
    """The squadrons of a side aboard objects, each with its object."""
    objects = [each for each in state.on_table() if each.card.kind == OBJECT]
    return [(squadron, each) for each in objects for squadron in aboard(state, each) if squadron.side == side]


def turn_out_the_stranded(game: Game) -> Procedure[None]:
    """Squadrons whose side has no marines left aboard their object launch, the side with initiative first."""
    state = game.state
    for side in (state.initiative, 1 - state.initiative):
        for squadron, host in harbored(state, side):
            if not boarders_of(host, side):
                yield from turn_out(game, squadron, host, PLACE)
