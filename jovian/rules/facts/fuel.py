"""Fuel: what a squadron has left, and burning it (v1.2.4 Components > Movement Ratings, States > Extra Fueled)."""

from __future__ import annotations

from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import Keep, Tap
from jovian.rules.facts.formation import members
from jovian.rules.facts.marking import mark
from jovian.rules.facts.states import enter, holds, leave, value_of

PLACE = "v1.2.4 Traits > Fuel Tanks"
EXTRA_FUELED, FUEL_POD = "extra-fueled", "fuel-pod"
SPARE = {EXTRA_FUELED: "spare tanks", FUEL_POD: "its fuel pod"}
"""States that hold two more fuel for one activation, and what a player calls them."""
SPARE_FUEL = 2
PODS, TANKS = "pod-fuel", "spare-fuel"
TAPPED = {EXTRA_FUELED: TANKS, FUEL_POD: PODS}
"""Under what state the fuel stands once it is drawn on; a pod's is burnt first."""


def fuel(model: Model) -> int:
    """How much fuel a model has left, spare fuel of this activation included."""
    return model.unmarked("fuel") + value_of(model, PODS) + value_of(model, TANKS)


def shared_fuel(state: State, squadron: Model) -> int:
    """How much fuel a squadron can spend on what it does as one: in a formation what every member can pay (R76)."""
    return min(fuel(each) for each in members(state, squadron))


def fueled(state: State, squadron: Model) -> list[Model]:
    """Return the members of a squadron's formation that have Fuel left."""
    return [member for member in members(state, squadron) if fuel(member) > 0]


def burn_together(game: Game, squadron: Model, amount: int, cause: str) -> None:
    """Spend so much fuel, every member of a formation its own."""
    for each in members(game.state, squadron):
        burn(game, each, amount, cause)


def burn(game: Game, model: Model, amount: int, cause: str) -> None:
    """Spend so much fuel, spare fuel first."""
    for _ in range(amount):
        spare = next((state for state in (PODS, TANKS) if holds(model, state)), "")
        if not spare:
            mark(game, model, "fuel", cause)
        elif value_of(model, spare) > 1:
            enter(game, model, spare, value_of(model, spare) - 1)
        else:
            leave(game, model, spare)


def spare_stores(model: Model) -> list[str]:
    """The stores of spare fuel that it carries and has not drawn on."""
    return [state for state in SPARE if holds(model, state)]


def tap(game: Game, model: Model) -> Procedure[None]:
    """At the start of its activation a squadron may draw on fuel that it carries besides, on each store once."""
    while held := spare_stores(model):
        listed: list[Option[Keep | Tap]] = [Option(Keep(), "Keep it for later")]
        listed += [Option(Tap(state), f"Draw on {SPARE[state]}", "+2 Fuel for this activation") for state in held]
        title = f"{model.name}: draw on spare fuel?"
        answer = yield from ask(Pick("tap", model.side, title, PLACE, listed, subject=model.id))
        if isinstance(answer, Keep):
            return
        leave(game, model, answer.state)
        enter(game, model, TAPPED[answer.state], SPARE_FUEL)
