"""Actions of squadrons."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.generic import enemy_ships, touching, touching_alone
from jovian.rules.basics.model import fueled, shared_fuel
from jovian.rules.close_combat.bombing_run import bombing_run
from jovian.rules.close_combat.interception import NAME, intercept_actively
from jovian.rules.escort import CLASS_III
from jovian.rules.rulebook.effect import BOMBING
from jovian.rules.rulebook.order import Action

# --- bombing ---
# Bombing (v1.2.4 Action > Bombing): resolves a Bombing Run.


class Bombing(Action):
    """Attack a capital ship in contact."""

    __slots__ = ()

    name = BOMBING
    place = "v1.2.4 Action > Bombing"
    verb = "bomb"
    summary = "Fly into contact with an enemy ship and bomb it: fuel, skill and a weapon against its guns and Defense."
    needs = "a squadron; contact with an enemy ship when resolved"
    owed_on_hull = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for all but squadrons."""
        return self.make_refusal("Only squadrons bomb.") if model.capital else None

    def closes_with(self, state: State, model: Model) -> list[str]:
        """Any enemy ship; from a hull only that ship."""
        return [model.host] if model.assaulting else enemy_ships(state, model)

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """In contact with an enemy ship, the one that is named if one is."""
        found = touching(state, model, self.closes_with(state, model))
        if not found:
            return self.make_refusal("It must be in contact with an enemy ship.")
        return self.make_refusal("It is not in contact with that ship.") if at and at not in found else None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """The Bombing Run on the ship named, or the first it touches."""
        ship = at or touching(game.state, model, self.closes_with(game.state, model))[0]
        yield from bombing_run(game, model, game.state.models[ship])


# --- interception ---
# Active Interception (v1.2.4 Action > Interception > Active Interception, R45).


class Interception(Action):
    """Catch an enemy squadron in one's own activation."""

    __slots__ = ()

    name = NAME
    place = "v1.2.4 Action > Interception > Active Interception"
    summary = "Names an enemy squadron, which may not react to it; in contact with it a Dogfight follows."
    needs = "a squadron with Fuel 1+; contact with the squadron named when resolved"
    fuel = 1
    names_target = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse all but squadrons with Fuel, and of drones all but Class III; one member of a formation needs Fuel."""
        if model.capital or model.card.drone_class not in (None, CLASS_III):
            return self.make_refusal("Only squadrons, and drones of Class III, intercept.")
        return None if fueled(state, model) else self.make_refusal(f"It needs {self.fuel} Fuel or more.")

    def targets(self, state: State, model: Model) -> list[str]:
        """Every enemy squadron on the table."""
        return [other.id for other in state.on_table() if other.side == 1 - model.side and not other.capital]

    def closes_with(self, state: State, model: Model) -> list[str]:
        """The squadron that was named, with its formation."""
        act = state.activation
        named = state.models.get(act.target) if act else None
        if named is None:
            return []
        return [named.id, *(m.id for m in state.models.values() if named.formation and m.formation == named.formation)]

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse unless it is in contact with the squadron it named; a member of its formation without Fuel may not."""
        wanted = self.closes_with(state, model)
        if touching(state, model, wanted):
            fit = fueled(state, model)
            if shared_fuel(state, model) or any(touching_alone(state, member, wanted) for member in fit):
                return None
            names = " or ".join(member.name for member in fit)
            return self.make_refusal(f"Only {names} has Fuel and must be in contact with its target.")
        act = state.activation
        named = state.models.get(act.target) if act else None
        if named is None or not named.on_table:
            return self.make_refusal("The squadron that it named is gone.")
        return self.make_refusal(f"It must be in contact with {named.name}, which it named.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Fight the Dogfight."""
        target = touching(game.state, model, self.closes_with(game.state, model))[0]
        yield from intercept_actively(game, model, game.state.models[target])
