"""The players lay the table out before the game, by turns (v1.2.4 Sequence > Pre-Game Setup). The question of the
Deployment Phase: which model comes, and where (v1.2.4 Sequence > Deployment Phase). How models come to the table:
one placement after the other, until both sides are done (v1.2.4 Sequence).
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
from jovian.rules.rulebook.active_effects import clauses_with, says_yes
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.scenario.zones import CAPITALS, brought, deployment_type, note_brought, stage_now
from jovian.rules.squadrons import refuse_aboard, stow
from jovian.rules.terrain import CAUSE, LayOut, put
from jovian.table import Pose

# --- layout ---
# The players lay the table out before the game, by turns (v1.2.4 Sequence > Pre-Game Setup).


def lay_out(game: Game) -> Procedure[None]:
    """The players lay the pool out by turns: the side with initiative begins."""
    state = game.state
    state.side_to_go = state.initiative
    state.declined = (False, False)
    state.agenda.append(["lay"])
    return
    yield


def lay(game: Game) -> Procedure[None]:
    """One piece, then it is the other side's go, until both lay no more, or nothing has room."""
    state, side = game.state, game.state.side_to_go
    if isinstance(LayOut(state, side).default(), Decline):
        state.pool = ()
        return
    answer = yield LayOut(state, side)
    if isinstance(answer, Lay):
        card = next(each for each in state.pool if each.id == answer.piece)
        state.pool = tuple(each for each in state.pool if each is not card)
        put(game, card, answer.pose, side)
    else:
        state.declined = (True, state.declined[1]) if side == 0 else (state.declined[0], True)
        game.tell(Declined(side=side, what=CAUSE))
    if all(state.declined):
        state.pool = ()
        return
    if not state.declined[1 - side]:
        state.side_to_go = 1 - side
    state.agenda.append(["lay"])


# --- deployment ---
# The question of the Deployment Phase: which model comes, and where (v1.2.4 Sequence > Deployment Phase).

TRIES = 12
ABOARD_SHARE, FORMED_SHARE = 0.25, 0.7
"""How often a random player sends a squadron aboard or to an escort, and forms up those that can."""
ESCORT_SPOTS = 4
RESERVE_SHARE = 0.04
"""How often a random player leaves the rest in reserve."""


def eligible(state: State, side: int) -> list[Model]:
    """The models that a side may deploy now."""
    return [
        model
        for model in state.models.values()
        if model.side == side and model.place == RESERVE and _as_capital(state, model) == (state.stage == CAPITALS)
    ]


def waiting(state: State, side: int) -> list[Model]:
    """The models of a side that are still to come, in this part of the phase or a later one."""
    return [model for model in state.models.values() if model.side == side and model.place == RESERVE]


def _as_capital(state: State, model: Model) -> bool:
    """Is it deployed as a capital ship? Some come with the squadrons (v1.2.4 Traits > Escort)."""
    return model.capital and not says_yes(state, model, Effect.deploys_with_squadrons)


class Deploy(Decision):
    """Place a model (or formation) in the zone, aboard a ship or as its escort; or decline for the phase."""

    kind = "deploy"
    answers = (Place, Embark, PlaceEscort, Decline)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        super().__init__(side, _title(state, side), PLACE, anchor=True)
        self.state = state

    def on(self, state: State) -> Deploy:
        """The same question over a view."""
        return Deploy(state, self.side)

    @property
    def models(self) -> list[Model]:
        """The models that may be deployed now."""
        return eligible(self.state, self.side)

    def judge(self, answer: Answer) -> Refusal | None:
        """In the zone as a whole, on nothing else; what must come may not be held back."""
        if not isinstance(answer, Place | Embark | PlaceEscort):
            return self._judge_decline()
        model = self.state.models.get(answer.model)
        if model is None or model not in self.models:
            return Refusal("This model is not waiting to be deployed now.", PLACE)
        match answer:
            case Embark():
                refusal = refuse_embarked(self.state, model, self.state.models.get(answer.ship))
            case PlaceEscort():
                refusal = refuse_escort_place(self.state, model, answer.ship, answer.pose)
            case Place():
                refusal = self._judge_place(model, answer.pose, answer.partners)
        return refusal or self._judge_rest(answer)

    def _judge_decline(self) -> Refusal | None:
        if not stage_now(self.state).hold and self._free() is not None:
            return Refusal(_owed(self.state), deployment_type(self.state).place)
        return self._judge_rest(Decline())

    def _judge_place(self, model: Model, pose: Pose, partners: tuple[str, ...]) -> Refusal | None:
        refusal = refuse_place(self.state, model.at(pose))
        if refusal is not None or not partners:
            return refusal
        others = [each for each in self.models if each.id in partners]
        if len(others) != len(partners):
            return Refusal("Its formation must wait to be deployed too.", formation.PLACE)
        stage = stage_now(self.state)
        if stage.each and came(self.state, self.side) + 1 + len(partners) > stage.each:
            return Refusal(f"No more than {stage.each} come now.", deployment_type(self.state).place)
        reason = formation.refuse_formation(model, others)
        if reason:
            return Refusal(reason, formation.PLACE)
        if formation_spots(self.state, model, pose, len(others)):
            return None
        return Refusal("There is no room for the formation there.", formation.PLACE)

    def _judge_rest(self, answer: Answer) -> Refusal | None:
        """What the scenario says against it, with those in mind that are left to come."""
        asking = clauses_with(self.state, GlobalRule.refuse_deployment)
        if not asking:
            return None
        coming = tuple(_coming(self.state, answer))
        left = tuple(each for each in waiting(self.state, self.side) if all(each.id != one.id for one in coming))
        refusals = (each.refuse_deployment(self.state, self.side, coming, left) for each in asking)
        return next((each for each in refusals if each is not None), None)

    def _free(self) -> Place | None:
        """The first model that has room, at its first free spot."""
        for model in self.models:
            pose = free_spot(self.state, model)
            if pose is not None:
                return Place(model.id, *pose)
        return None

    def default(self) -> Place | Decline:
        """The first model at the first free spot from the middle outward."""
        return self._free() or Decline()

    def sample(self, rng: Random) -> Answer:
        """A random spot in the zone, most often facing the enemy."""
        if stage_now(self.state).hold and rng.random() < RESERVE_SHARE and self.judge(Decline()) is None:
            return Decline()
        models = self.models
        model = models[int(rng.random() * len(models))]
        if rng.random() < ABOARD_SHARE:
            beside = [option.answer for option in self.beside(model)]
            if beside:
                return beside[int(rng.random() * len(beside))]
        parts = zones(self.state, self.side)
        for _ in range(TRIES if parts else 0):
            part = parts[int(rng.random() * len(parts))] if len(parts) > 1 else parts[0]
            left, bottom, right, top = part.box
            x = round(left + rng.random() * (right - left), 1)
            y = round(bottom + rng.random() * (top - bottom), 1)
            turned = int(rng.random() * 91) - 45 if model.capital else 0
            partners: tuple[str, ...] = ()
            if formation.forms_up(model) and rng.random() < FORMED_SHARE:
                alike = (each.id for each in models if each is not model and each.card.key == model.card.key)
                partners = tuple(alike)[:1]
            heading = heading_at(self.state, self.side, (x, y))
            place = Place(model.id, x, y, (heading + turned) % 360, partners)
            if self.judge(place) is None:
                return place
        return self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """Each model at its first free spot, and declining where that is allowed."""
        for model in self.models:
            for pose in spots(self.state, model):
                if self.judge(Place(model.id, *pose)) is None:
                    yield Option(Place(model.id, *pose), f"Place {model.name}")
                    break
            yield from self.beside(model)
        if self.judge(Decline()) is None:
            yield Option(Decline(), "Hold the rest in reserve")

    def beside(self, model: Model) -> Iterator[Option[Embark | PlaceEscort]]:
        """Going aboard each ship that has room, and escorting each that may be."""
        for ship in [each for each in self.state.on_table() if each.side == self.side and each.capital]:
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
    if stage.each > 1:
        return f"Deploy {one} ({came(state, side) + 1} of {stage.each})"
    return f"Deploy {one}, or hold the rest in reserve" if stage.hold else f"Deploy {one}"


def _owed(state: State) -> str:
    """What may not be held back in this part of the phase, in words."""
    each, capital = stage_now(state).each, state.stage == CAPITALS
    if not each:
        return "All capital ships must be deployed." if capital else "All squadrons must be deployed."
    what = pluralize(each, "capital ship" if capital else "squadron")
    return f"Each side deploys {what} in the first Deployment Phase."


def came(state: State, side: int) -> int:
    """How many of the kind that is deployed now a side has brought in this phase, where they are counted."""
    models = (state.models[ident] for ident in brought(state))
    return sum(1 for each in models if each.side == side and _as_capital(state, each) == (state.stage == CAPITALS))


def refuse_embarked(state: State, model: Model, ship: Model | None) -> Refusal | None:
    """Why a model may not be deployed aboard a ship."""
    refusal, stage = refuse_aboard(state, model, ship), stage_now(state)
    if refusal is not None or ship is None:
        return refusal
    where = deployment_type(state).place
    if not stage.aboard:
        return Refusal("Nothing is deployed embarked in the first Deployment Phase.", where)
    if stage.fresh and ship.id not in brought(state):
        return Refusal(f"Only ships deployed in this phase carry anything; {ship.name} was here before.", where)
    return None


def _coming(state: State, answer: Answer) -> Iterator[Model]:
    """The models that an answer brings, where they would be."""
    match answer:
        case Embark(ident):
            model = state.models[ident].copy()
            model.place = EMBARKED
            yield model
        case PlaceEscort(ident):
            yield state.models[ident].at(answer.pose)
        case Place(ident, partners=partners):
            leader = state.models[ident]
            poses = formation_spots(state, leader, answer.pose, len(partners)) if partners else ()
            for each, pose in zip((ident, *partners), (answer.pose, *poses), strict=True):
                yield state.models[each].at(pose)


def refuse_escort_place(state: State, model: Model, ident: str, pose: Pose) -> Refusal | None:
    """Why a squadron may not be deployed as the escort of a ship at a pose."""
    ship = state.models.get(ident)
    refusal = refuse_escort(state, model, ship)
    if refusal is not None or ship is None:
        return refusal
    if not in_zone(state, model.at(pose)):
        return refuse_outside(state, model)
    return refuse_flush(state, model.at(pose), ship)


# --- bringing ---
# How models come to the table: one placement after the other, until both sides are done (v1.2.4 Sequence).


def deployment(game: Game, stage: str) -> Procedure[None]:
    """Open one part of the phase: the side with initiative begins."""
    state = game.state
    state.stage = stage
    state.side_to_go = state.initiative
    state.declined = (False, False)
    state.agenda.append(["deploy"])
    return
    yield


def deploy(game: Game) -> Procedure[None]:
    """One placement, then it is the other side's go, until both have declined or brought what they must."""
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
                _bring(game, answer)
                if stage.each and came(state, side) >= stage.each:
                    _finish(state, side)
    if not state.declined[1 - side] and (state.declined[side] or not stage.each):
        state.side_to_go = 1 - side
    if not all(state.declined):
        state.agenda.append(["deploy"])


def _bring(game: Game, answer: Answer) -> None:
    """Carry out an answer that brings a model."""
    models = game.state.models
    match answer:
        case Embark(ident, ship):
            stow(game, models[ident], models[ship])
            deployed(game, models[ident])
        case PlaceEscort(ident, ship):
            place(game, models[ident], answer.pose)
            attach(game, models[ident], models[ship], Escorting)
        case Place(ident):
            _bring_group(game, models[ident], answer.pose, [models[each] for each in answer.partners])


def _bring_group(game: Game, leader: Model, pose: Pose, partners: list[Model]) -> None:
    """Place a model, with others as its formation about it."""
    spots = formation_spots(game.state, leader, pose, len(partners)) if partners else ()
    for each, spot in zip((leader, *partners), (pose, *spots), strict=True):
        place(game, each, spot)
    if partners:
        formation.form(game, [leader, *partners])


def _decline(game: Game, side: int) -> None:
    _finish(game.state, side)
    if stage_now(game.state).hold:
        game.tell(Declined(side=side, what="deployment"))


def _finish(state: State, side: int) -> None:
    """A side brings no more in this part of the phase."""
    state.declined = (True, state.declined[1]) if side == 0 else (state.declined[0], True)


def place(game: Game, model: Model, pose: Pose) -> None:
    """Put a model on the table; its card becomes public."""
    reveal(game, model)
    model.place = TABLE
    model.pose = pose.rounded()
    game.tell_move(model, [model.pose], "deployment")
    note_brought(game, model)
    deployed(game, model)


def deployed(game: Game, model: Model) -> None:
    """Let the clauses know that a model has come."""
    for clause in clauses_with(game.state, GlobalRule.deployed):
        clause.deployed(game, model)
