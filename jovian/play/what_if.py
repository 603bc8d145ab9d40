"""What if a model stood elsewhere: asked of a copy, so that nothing of the game changes."""

from __future__ import annotations

from jovian.game import EMBARKED, RESERVE, TABLE, Model, State
from jovian.play.attacks import Attack, attacks
from jovian.play.finding import Named, found, pose_of, refused
from jovian.rules.facts.formation import members
from jovian.rules.places.contact import contacts, names, off_table
from jovian.table import Pose


class WhatIf:
    """A model that stands elsewhere, and what would be so then."""

    __slots__ = ("model", "state")

    def __init__(self, state: State, model: Model) -> None:
        self.state = state
        """A state of its own in which the model stands there; whatever a state is asked may be asked of it."""
        self.model = model
        """The model of that state."""

    @property
    def pose(self) -> Pose:
        """Where it stands: inches, and whole degrees."""
        return self.model.pose

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """Every attack that it could make from there, best first."""
        return attacks(self.state, self.model)

    @property
    def threats(self) -> tuple[Attack, ...]:
        """Every attack that enemies could make at it from where they stand, were they active, worst for it first."""
        aimed = [
            attack
            for enemy in self.state.on_table() if enemy.side != self.model.side
            for attack in attacks(self.state, enemy) if self.model.id in attack.targets
        ]  # fmt: skip
        return tuple(sorted(aimed, key=lambda attack: -attack.worth))

    @property
    def touches(self) -> tuple[str, ...]:
        """The names of bases and terrain that it would touch: a move may not end so without cause."""
        return tuple(names(self.state, contacts(self.state, self.model)))

    @property
    def off_table(self) -> bool:
        """Would it stand partly off the table?"""
        return off_table(self.state, self.model)

    def __repr__(self) -> str:
        x, y, heading = self.pose
        best = self.attacks[:1]
        told = f"best attack {best[0]!r}" if best else "no attack"
        where = ", partly off the table" if self.off_table else ""
        touched = f", touching {', '.join(self.touches)}" if self.touches else ""
        threats = f"{len(self.threats)} threats"
        return f'<{self.model.name} at ({x:g}", {y:g}") heading {heading}{where}{touched}: {told}; {threats}>'


def what_if(state: State, model: Named, x: float, y: float, heading: int | None = None) -> WhatIf:
    """A model as if it stood at a point (inches), its heading (whole degrees) the same where none is given.

    Its formation comes along; whoever else is about stays, and so does all that is marked on its card. Whether a move
    leads there is what the preview of a menu says. Raises Refused for who is out of play or not there, or no pose.
    """
    there = state.clone()
    model = found(there, model)
    if model.place not in (TABLE, RESERVE, EMBARKED):
        raise refused(f"{model.name} is {model.place}: it no longer stands anywhere.")
    pose = pose_of(x, y, model.pose.heading if heading is None else heading)
    for each in members(there, model.at(pose)):
        there.models[each.id].pose = each.pose
    if model.place != TABLE:
        model.place, model.host = TABLE, ""
    return WhatIf(there, model)
