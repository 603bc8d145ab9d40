"""What becomes of squadrons that are hit, in older texts: crippled, disrupted, alone on a hull."""

from __future__ import annotations

from jovian.game import Model, Refusal, State
from jovian.rules.places.attached import Assaulting
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.figures import Worn
from jovian.rules.rulebook.model_state import BAD, HARD, HURT, MARKED, SQUADRONS, Ending, Sign


class CrippledSquadron(Worn):
    """Fighters or exo-armors of which only the last box of Structure, the one of value 1, is left."""

    __slots__ = ()
    name = "crippled-squadron"
    place = "v1.2.1 Damage > Crippled Squadrons"
    summary = "Structure 1 of more: Fire Control 1, no Boost, and no action but Damage Control or Withdraw."
    sign = Sign("CS", HURT, BAD)
    only_of = SQUADRONS
    words = ("is now a crippled squadron", "is no longer a crippled squadron")
    says = ": crippled"

    @classmethod
    def low(cls, model: Model, boxes: int = 0) -> bool:
        """Is its Structure 1, of more? Drones are never crippled."""
        track, marked = model.boxes("structure"), model.marks.get("structure", 0) + boxes
        return not model.drone and 0 < marked < len(track) and track[marked] == 1 < track[0]

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """Its Fire Control rating, cut to 1."""
        return min(value, 1)

    def most_boost(self, model: Model, value: int) -> int:
        """0: it may not boost."""
        return 0

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal for all but repairs and leaving; who clings to a hull may bomb it, as it must."""
        if (action.desperate and not action.rams) or (action.owed_on_hull and model.assaulting):
            return None
        return Refusal("A crippled squadron may only declare Damage Control or Withdraw.", self.place)


class Disrupted(Ending):
    """Its electronics blinded by particles."""

    __slots__ = ()
    name = "disrupted"
    place = "v1.2.3 States > Disrupted"
    summary = "Hit by a Particle Cannon: one Fire Control less, but never less than 1, until the End Phase."
    sign = Sign("DR", MARKED, BAD)
    only_of = SQUADRONS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """The Fire Control rating less one, but 1 at the least."""
        return max(1, value - 1) if value else value


class UnseenAssault(Assaulting):
    """On a hull nobody catches them but by an action of his own."""

    __slots__ = ()
    place = "v1.2.3 States > Assaulting"
    summary = (
        "Clings to an enemy ship; only weapons without macro dice and Point Defense reach it; must bomb next; only a "
        "squadron in its own activation intercepts it."
    )
    sign = Sign("AS", MARKED, HARD, tied=True)

    def beyond_reactions(self) -> bool:
        """True: no squadron reacts to it."""
        return True
