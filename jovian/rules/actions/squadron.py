"""Actions of squadrons: Bombing and Active Interception (v1.2.4 Action)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.any_model import enemy_ships, touched_by_formation, touched_by_model
from jovian.rules.basics.model import members_with_fuel, shared_fuel
from jovian.rules.close_combat.bombing_run import bombing_run
from jovian.rules.close_combat.interception import NAME, intercept_actively
from jovian.rules.escort import CLASS_III
from jovian.rules.rulebook.effect import BOMBING
from jovian.rules.rulebook.order import Action

# --- Bombing (v1.2.4 Action > Bombing) ---


class Bombing(Action):
    """Attack a capital ship in contact with a Bombing Run."""

    __slots__ = ()

    name = BOMBING
    place = "v1.2.4 Action > Bombing"
    tests = "rules/test_bombing"
    verb = "bomb"
    summary = "Fly into contact with an enemy ship and bomb it: fuel, skill and a weapon against its guns and Defense."
    needs = "a squadron; contact with an enemy ship when resolved"
    owed_on_hull = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        return self.make_refusal("Only squadrons may bomb.") if model.is_capital else None

    def closes_with(self, state: State, model: Model) -> list[str]:
        """Return the ids of all enemy ships, or of the ship whose hull it is on."""
        return [model.host] if model.is_assaulting else enemy_ships(state, model)

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse unless it touches an enemy ship, or the one named."""
        touched_ids = touched_by_formation(state, model, self.closes_with(state, model))
        if not touched_ids:
            return self.make_refusal(f"{model.name} must be in contact with an enemy ship.")
        return (
            self.make_refusal(f"{model.name} isn't in contact with that ship.")
            if at and at not in touched_ids
            else None
        )

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Resolve a Bombing Run on the named ship, or the first one in contact."""
        ship_id = at or touched_by_formation(game.state, model, self.closes_with(game.state, model))[0]
        yield from bombing_run(game, model, game.state.models[ship_id])


# --- Interception (v1.2.4 Action > Interception > Active Interception, R45) ---


class Interception(Action):
    """Fight an enemy squadron in your own activation."""

    __slots__ = ()

    name = NAME
    place = "v1.2.4 Action > Interception > Active Interception"
    summary = "Names an enemy squadron, which may not react to it. On contact, a Dogfight follows."
    needs = "a squadron with Fuel 1+; contact with the squadron named when resolved"
    fuel = 1
    names_target = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse all but squadrons with Fuel, and of drones all but Class III. One member of a formation needs Fuel."""
        if model.is_capital or model.card.drone_class not in (None, CLASS_III):
            return self.make_refusal("Only squadrons and Class III drones may intercept.")
        return (
            None
            if members_with_fuel(state, model)
            else self.make_refusal(f"{model.name} needs {self.fuel} Fuel or more.")
        )

    def targets(self, state: State, model: Model) -> list[str]:
        """Return the ids of all enemy squadrons on the table."""
        return [other.id for other in state.on_table() if other.side == 1 - model.side and not other.is_capital]

    def closes_with(self, state: State, model: Model) -> list[str]:
        """Return the ids of the named squadron and its formation."""
        act = state.activation
        named = state.models.get(act.target) if act else None
        if named is None:
            return []
        return [
            named.id,
            *(model.id for model in state.models.values() if named.formation and model.formation == named.formation),
        ]

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse unless it touches the named squadron. Members of its formation without Fuel don't count."""
        target_ids = self.closes_with(state, model)
        if touched_by_formation(state, model, target_ids):
            fueled_members = members_with_fuel(state, model)
            if shared_fuel(state, model) or any(
                touched_by_model(state, member, target_ids) for member in fueled_members
            ):
                return None
            names = " or ".join(member.name for member in fueled_members)
            return self.make_refusal(f"Only {names} has Fuel and must be in contact with its target.")
        act = state.activation
        named = state.models.get(act.target) if act else None
        if named is None or not named.is_on_table:
            return self.make_refusal("The named squadron is gone.")
        return self.make_refusal(f"{model.name} must be in contact with {named.name}, which it named.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        target = touched_by_formation(game.state, model, self.closes_with(game.state, model))[0]
        yield from intercept_actively(game, model, game.state.models[target])
