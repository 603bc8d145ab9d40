"""Who is partly off the table: whatever it declares takes it out of play (v1.2.4 Movement > Leaving Play, R27)."""

from __future__ import annotations

from jovian.game import Model, Refusal, State
from jovian.rules.places.contact import off_table

PLACE = "v1.2.4 Movement > Leaving Play"


def leaving(state: State, model: Model) -> Refusal | None:
    """Why nothing more is suggested to a model that is partly off the table; None if it is not."""
    if not model.on_table or not off_table(state, model):
        return None
    reason = f"{model.name} is partly off the table: it is Withdrawn if it declares anything or ends there."
    return Refusal(reason, PLACE)
