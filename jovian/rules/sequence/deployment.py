"""Setting up the table and deploying the fleets (v1.2.4 Sequence > Pre-Game Setup, Deployment Phase).

First the players place terrain by turns (`lay`). Then `deploy` asks with `Deploy` which model comes and where, one
placement after the other, until both sides are done.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import EMBARKED, RESERVE, TABLE, Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import Decline, Embark, Lay, Place, PlaceEscort
from jovian.game.events import Declined
from jovian.rules.basics import formation
from jovian.rules.basics.model import reveal
from jovian.rules.basics.rolls import pluralize
from jovian.rules.escort import refuse_escort
from jovian.rules.placement.attached import Escorting, attach, flush_spots, refuse_flush
from jovian.rules.placement.legal_places import (
    PLACE,
    formation_spots,
    free_spot,
    heading_at,
    in_zone,
    refuse_outside,
    refuse_place,
    spots,
    zones,
)
from jovian.rules.rulebook.active_effects import find_effect, global_rules_with
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.scenario.zones import CAPITALS, deployed_ids, deployment_type, note_deployed, stage_now
from jovian.rules.squadrons import embark_in_secret, refuse_aboard
from jovian.rules.terrain import LAYOUT_CAUSE, PlaceTerrain, add_piece
from jovian.rules.traits.model_traits import Escort
from jovian.table import Pose

DEPLOYMENT = "deployment"
"""What a side declines in the log when it deploys no more models."""

# --- Terrain ---


def lay_out(game: Game) -> Procedure[None]:
    """Start to place the terrain of the pool. The side with initiative begins."""
    state = game.state
    state.side_to_go = state.initiative
    state.declined = (False, False)
    state.agenda.append(["lay"])
    return
    yield


def lay(game: Game) -> Procedure[None]:
    """Place one piece, or decline. The sides alternate until both decline or nothing else fits."""
    state, side = game.state, game.state.side_to_go
    if isinstance(PlaceTerrain(state, side).default(), Decline):
        state.pool = ()
        return
    answer = yield PlaceTerrain(state, side)
    if isinstance(answer, Lay):
        card = next(piece for piece in state.pool if piece.id == answer.piece)
        state.pool = tuple(piece for piece in state.pool if piece is not card)
        add_piece(game, card, answer.pose, side)
    else:
        state.declined = (True, state.declined[1]) if side == 0 else (state.declined[0], True)
        game.log_event(Declined(side=side, what=LAYOUT_CAUSE))
    if all(state.declined):
        state.pool = ()
        return
    if not state.declined[1 - side]:
        state.side_to_go = 1 - side
    state.agenda.append(["lay"])


# --- Decision ---

SAMPLE_TRIES = 12
ABOARD_SHARE, FORMED_SHARE = 0.25, 0.7
"""How often a random player deploys a squadron aboard or as an escort, and how often as a formation."""
ESCORT_SPOTS = 4
RESERVE_SHARE = 0.04
"""How often a random player holds the rest in reserve."""


def eligible(state: State, side: int) -> list[Model]:
    """Return the models that a side may deploy now."""
    return [
        model
        for model in state.models.values()
        if model.side == side
        and model.place == RESERVE
        and _deploys_as_capital(state, model) == (state.stage == CAPITALS)
    ]


def waiting(state: State, side: int) -> list[Model]:
    """Return the models of a side that aren't deployed yet, in this part of the phase or a later one."""
    return [model for model in state.models.values() if model.side == side and model.place == RESERVE]


def _deploys_as_capital(state: State, model: Model) -> bool:
    """Return whether the model deploys as a capital ship. Some come with the squadrons (v1.2.4 Traits > Escort)."""
    return model.is_capital and find_effect(state, model, Escort) is None


class Deploy(Decision):
    """Place a model or formation in the zone, embark it, or make it an escort; or decline for the rest of the phase."""

    kind = "deploy"
    answers = (Place, Embark, PlaceEscort, Decline)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        super().__init__(side, _title(state, side), PLACE, anchor=True)
        self.state = state

    def on(self, state: State) -> Deploy:
        return Deploy(state, self.side)

    @property
    def models(self) -> list[Model]:
        return eligible(self.state, self.side)

    def judge(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, Place | Embark | PlaceEscort):
            return self._judge_decline()
        model = self.state.models.get(answer.model)
        if model is None or model not in self.models:
            return Refusal("This model can't be deployed now.", PLACE)
        match answer:
            case Embark():
                refusal = refuse_embarked(self.state, model, self.state.models.get(answer.ship))
            case PlaceEscort():
                refusal = refuse_escort_place(self.state, model, answer.ship, answer.pose)
            case Place():
                refusal = self._judge_place(model, answer.pose, answer.partners)
        return refusal or self._judge_rest(answer)

    def _judge_decline(self) -> Refusal | None:
        if not stage_now(self.state).hold and self._free_place() is not None:
            return Refusal(_reserve_reason(self.state), deployment_type(self.state).place)
        return self._judge_rest(Decline())

    def _judge_place(self, model: Model, pose: Pose, partners: tuple[str, ...]) -> Refusal | None:
        refusal = refuse_place(self.state, model.at(pose))
        if refusal is not None or not partners:
            return refusal
        others = [other for other in self.models if other.id in partners]
        if len(others) != len(partners):
            return Refusal("The whole formation must still be in reserve.", formation.PLACE)
        stage = stage_now(self.state)
        if stage.models_per_side and deployed_count(self.state, self.side) + 1 + len(partners) > stage.models_per_side:
            return Refusal(
                f"Each side deploys no more than {stage.models_per_side} now.", deployment_type(self.state).place
            )
        reason = formation.refuse_formation(model, others)
        if reason:
            return Refusal(reason, formation.PLACE)
        if formation_spots(self.state, model, pose, len(others)):
            return None
        return Refusal("There is no space for the formation there.", formation.PLACE)

    def _judge_rest(self, answer: Answer) -> Refusal | None:
        """Return why the scenario forbids this answer, given the models that come and those that stay in reserve."""
        rules = global_rules_with(self.state, GlobalRule.refuse_deployment)
        if not rules:
            return None
        coming = tuple(_arriving_models(self.state, answer))
        ids = [model.id for model in coming]
        remaining = tuple(model for model in waiting(self.state, self.side) if model.id not in ids)
        refusals = (rule.refuse_deployment(self.state, self.side, coming, remaining) for rule in rules)
        return next((refusal for refusal in refusals if refusal is not None), None)

    def _free_place(self) -> Place | None:
        """Return the first model that fits anywhere, at its first free place, or None."""
        for model in self.models:
            pose = free_spot(self.state, model)
            if pose is not None:
                return Place(model.id, *pose)
        return None

    def default(self) -> Place | Decline:
        return self._free_place() or Decline()

    def sample(self, rng: Random) -> Answer:
        """Return a random place in the zone, most often facing the enemy."""
        if stage_now(self.state).hold and rng.random() < RESERVE_SHARE and self.judge(Decline()) is None:
            return Decline()
        models = self.models
        model = models[int(rng.random() * len(models))]
        if rng.random() < ABOARD_SHARE:
            answers = [option.answer for option in self.ships_to_join(model)]
            if answers:
                return answers[int(rng.random() * len(answers))]
        areas = zones(self.state, self.side)
        for _ in range(SAMPLE_TRIES if areas else 0):
            area = areas[int(rng.random() * len(areas))] if len(areas) > 1 else areas[0]
            left, bottom, right, top = area.box
            x = round(left + rng.random() * (right - left), 1)
            y = round(bottom + rng.random() * (top - bottom), 1)
            angle = int(rng.random() * 91) - 45 if model.is_capital else 0
            partners: tuple[str, ...] = ()
            if formation.forms_up(model) and rng.random() < FORMED_SHARE:
                others = (other.id for other in models if other is not model and other.card.key == model.card.key)
                partners = tuple(others)[:1]
            heading = heading_at(self.state, self.side, (x, y))
            place = Place(model.id, x, y, (heading + angle) % 360, partners)
            if self.judge(place) is None:
                return place
        return self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """Yield each model at its first free place, and declining where it is allowed."""
        for model in self.models:
            for pose in spots(self.state, model):
                if self.judge(Place(model.id, *pose)) is None:
                    yield Option(Place(model.id, *pose), f"Place {model.name}")
                    break
            yield from self.ships_to_join(model)
        if self.judge(Decline()) is None:
            yield Option(Decline(), "Hold the rest in reserve")

    def ships_to_join(self, model: Model) -> Iterator[Option[Embark | PlaceEscort]]:
        """Yield the ships that the model may board, and those that it may escort."""
        for ship in [ship for ship in self.state.on_table() if ship.side == self.side and ship.is_capital]:
            if self.judge(Embark(model.id, ship.id)) is None:
                yield Option(Embark(model.id, ship.id), f"{model.name} aboard {ship.name}", "in secret")
            if refuse_escort(self.state, model, ship) is None:
                for pose in flush_spots(self.state, model, ship)[:ESCORT_SPOTS]:
                    escort = PlaceEscort(model.id, ship.id, *pose)
                    if self.judge(escort) is None:
                        yield Option(escort, f"{model.name} escorts {ship.name}")
                        break


def _title(state: State, side: int) -> str:
    stage, one = stage_now(state), "a capital ship" if state.stage == CAPITALS else "a squadron"
    if stage.models_per_side > 1:
        return f"Deploy {one} ({deployed_count(state, side) + 1} of {stage.models_per_side})"
    return f"Deploy {one}, or hold the rest in reserve" if stage.hold else f"Deploy {one}"


def _reserve_reason(state: State) -> str:
    """Return why the rest may not be held in reserve in this part of the phase."""
    number, capital = stage_now(state).models_per_side, state.stage == CAPITALS
    if not number:
        return "All capital ships must be deployed." if capital else "All squadrons must be deployed."
    what = pluralize(number, "capital ship" if capital else "squadron")
    return f"Each side deploys {what} in the first Deployment Phase."


def deployed_count(state: State, side: int) -> int:
    """Return how many models of the current kind a side has deployed in this phase."""
    models = (state.models[model_id] for model_id in deployed_ids(state))
    return sum(
        model.side == side and _deploys_as_capital(state, model) == (state.stage == CAPITALS) for model in models
    )


def refuse_embarked(state: State, model: Model, ship: Model | None) -> Refusal | None:
    """Return why a model may not be deployed aboard a ship, or None."""
    refusal, stage = refuse_aboard(state, model, ship), stage_now(state)
    if refusal is not None or ship is None:
        return refusal
    where = deployment_type(state).place
    if not stage.aboard:
        return Refusal("No model is deployed embarked in the first Deployment Phase.", where)
    if stage.fresh and ship.id not in deployed_ids(state):
        return Refusal(f"Only ships deployed in this phase can carry models: {ship.name} was deployed before.", where)
    return None


def _arriving_models(state: State, answer: Answer) -> Iterator[Model]:
    """Yield copies of the models that an answer brings, where they would be."""
    match answer:
        case Embark(model_id):
            model = state.models[model_id].copy()
            model.place = EMBARKED
            yield model
        case PlaceEscort(model_id):
            yield state.models[model_id].at(answer.pose)
        case Place(model_id, partners=partners):
            leader = state.models[model_id]
            poses = formation_spots(state, leader, answer.pose, len(partners)) if partners else ()
            for arriving_id, pose in zip((model_id, *partners), (answer.pose, *poses), strict=True):
                yield state.models[arriving_id].at(pose)


def refuse_escort_place(state: State, model: Model, ship_id: str, pose: Pose) -> Refusal | None:
    """Return why a squadron may not be deployed as the escort of a ship at a pose, or None."""
    ship = state.models.get(ship_id)
    refusal = refuse_escort(state, model, ship)
    if refusal is not None or ship is None:
        return refusal
    if not in_zone(state, model.at(pose)):
        return refuse_outside(state, model)
    return refuse_flush(state, model.at(pose), ship)


# --- Procedure ---


def deployment(game: Game, stage: str) -> Procedure[None]:
    """Start one part of the phase. The side with initiative begins."""
    state = game.state
    state.stage = stage
    state.side_to_go = state.initiative
    state.declined = (False, False)
    state.agenda.append(["deploy"])
    return
    yield


def deploy(game: Game) -> Procedure[None]:
    """Run one placement. The sides alternate until both have declined or placed what they must."""
    state = game.state
    side, stage = state.side_to_go, stage_now(state)
    if not state.declined[side]:
        if not eligible(state, side):
            _decline(game, side)
        else:
            answer = yield Deploy(state, side)
            if isinstance(answer, Decline):
                _decline(game, side)
            else:
                _deploy_answer(game, answer)
                if stage.models_per_side and deployed_count(state, side) >= stage.models_per_side:
                    _finish(state, side)
    if not state.declined[1 - side] and (state.declined[side] or not stage.models_per_side):
        state.side_to_go = 1 - side
    if not all(state.declined):
        state.agenda.append(["deploy"])


def _deploy_answer(game: Game, answer: Answer) -> None:
    models = game.state.models
    match answer:
        case Embark(model_id, ship_id):
            embark_in_secret(game, models[model_id], models[ship_id])
            deployed(game, models[model_id])
        case PlaceEscort(model_id, ship_id):
            place(game, models[model_id], answer.pose)
            attach(game, models[model_id], models[ship_id], Escorting)
        case Place(model_id):
            _place_group(game, models[model_id], answer.pose, [models[partner_id] for partner_id in answer.partners])


def _place_group(game: Game, leader: Model, pose: Pose, partners: list[Model]) -> None:
    """Place a model, and its formation around it."""
    spots = formation_spots(game.state, leader, pose, len(partners)) if partners else ()
    for model, spot in zip((leader, *partners), (pose, *spots), strict=True):
        place(game, model, spot)
    if partners:
        formation.form(game, [leader, *partners])


def _decline(game: Game, side: int) -> None:
    _finish(game.state, side)
    if stage_now(game.state).hold:
        game.log_event(Declined(side=side, what=DEPLOYMENT))


def _finish(state: State, side: int) -> None:
    """Record that a side deploys no more in this part of the phase."""
    state.declined = (True, state.declined[1]) if side == 0 else (state.declined[0], True)


def place(game: Game, model: Model, pose: Pose) -> None:
    """Put a model on the table, which reveals its card."""
    reveal(game, model)
    model.place = TABLE
    model.pose = pose.rounded()
    game.tell_move(model, [model.pose], "deployment")
    note_deployed(game, model)
    deployed(game, model)


def deployed(game: Game, model: Model) -> None:
    """Notify the rules of the scenario that a model has been deployed."""
    for clause in global_rules_with(game.state, GlobalRule.deployed):
        clause.deployed(game, model)
