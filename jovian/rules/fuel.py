"""Fuel: what a squadron has left, and burning it (v1.2.4 Components > Movement Ratings, States > Extra Fueled)."""

from __future__ import annotations

from jovian.game import Game, Model, Option, Pick, Procedure, ask
from jovian.rules.entering import enter, leave
from jovian.rules.marking import mark

PLACE = "v1.2.4 Traits > Fuel Tanks"
SPARE = {"extra-fueled": "spare tanks", "fuel-pod": "its fuel pod"}
"""States that hold two more fuel for one activation, and what a player calls them."""
SPARE_FUEL = 2
TAPPED = "spare-fuel"


def fuel(model: Model) -> int:
    """How many fuel a model has left, spare fuel of this activation among them."""
    return model.left("fuel") + model.states.get(TAPPED, 0)


def burn(game: Game, model: Model, amount: int, cause: str) -> None:
    """Spend so much fuel, spare fuel first."""
    for _ in range(amount):
        spare = model.states.get(TAPPED, 0)
        if spare > 1:
            enter(game, model, TAPPED, spare - 1)
        elif spare:
            leave(game, model, TAPPED)
        else:
            mark(game, model, "fuel", cause)


def tap(game: Game, model: Model) -> Procedure[None]:
    """At the start of its activation a squadron may draw on fuel that it carries besides."""
    held = [state for state in SPARE if state in model.states]
    if not held:
        return
    listed = [Option(["keep"], "Keep it for later")]
    listed += [Option(["tap", state], f"Draw on {SPARE[state]}", "+2 Fuel for this activation") for state in held]
    title = f"{model.name}: draw on spare fuel?"
    choice = yield from ask(Pick("tap", model.side, title, PLACE, listed, subject=model.id))
    if choice[0] == "tap":
        leave(game, model, choice[1])
        enter(game, model, TAPPED, SPARE_FUEL)
