"""The Deployment Phase: fleets come to the table (v1.2.4 Sequence > Deployment Phase, Fleet Deployment)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import RESERVE, TABLE, Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import Decline, Embark, Place, PlaceEscort
from jovian.game.events import Declined
from jovian.game.pointing import pointed_bases
from jovian.rules.facts import formation
from jovian.rules.facts.reveal import reveal
from jovian.rules.places.attached import Escorting, attach, flush_spots, refuse_flush
from jovian.rules.places.contact import contacts
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.games import Rect
from jovian.rules.rulebook.in_force import says_yes
from jovian.rules.sequence.zones import facing, zones
from jovian.rules.squadrons.escort import refuse_escort
from jovian.rules.squadrons.hangers import refuse_aboard, stow
from jovian.table import Pose, wholly_inside_rect

PLACE = "v1.2.4 Sequence > Deployment Phase"
CAPITALS, SQUADRONS = "capitals", "squadrons"
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


def _as_capital(state: State, model: Model) -> bool:
    """Is it deployed as a capital ship? Some come with the squadrons (v1.2.4 Traits > Escort)."""
    return model.capital and not says_yes(state, model, Effect.deploys_with_squadrons)


class Deploy(Decision):
    """Place a model (or formation) in the zone, aboard a ship or as its escort; or decline for the phase."""

    kind = "deploy"
    answers = (Place, Embark, PlaceEscort, Decline)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        what = "a capital ship" if state.stage == CAPITALS else "a squadron, or hold the rest in reserve"
        super().__init__(side, f"Deploy {what}", PLACE, anchor=True)
        self.state = state

    def on(self, state: State) -> Deploy:
        """The same question over a view."""
        return Deploy(state, self.side)

    @property
    def models(self) -> list[Model]:
        """The models that may be deployed now."""
        return eligible(self.state, self.side)

    def judge(self, answer: Answer) -> Refusal | None:
        """In the zone as a whole, on nothing else; ships may not be held back."""
        if not isinstance(answer, Place | Embark | PlaceEscort):
            if self.state.stage == CAPITALS and self._free() is not None:
                return Refusal("All capital ships must be deployed.", "v1.2.4 Deployment Type > Fleet Deployment")
            return None
        model = self.state.models.get(answer.model)
        if model is None or model not in self.models:
            return Refusal("This model is not waiting to be deployed now.", PLACE)
        match answer:
            case Embark():
                return refuse_aboard(self.state, model, self.state.models.get(answer.ship))
            case PlaceEscort():
                return refuse_escort_place(self.state, model, answer.ship, answer.pose)
            case Place():
                return self._judge_place(model, answer.pose, answer.partners)

    def _judge_place(self, model: Model, pose: Pose, partners: tuple[str, ...]) -> Refusal | None:
        refusal = refuse_place(self.state, model.at(pose))
        if refusal is not None or not partners:
            return refusal
        others = [each for each in self.models if each.id in partners]
        if len(others) != len(partners):
            return Refusal("Its formation must wait to be deployed too.", formation.PLACE)
        reason = formation.refuse_formation(self.state, model, others)
        if reason:
            return Refusal(reason, formation.PLACE)
        if formation_spots(self.state, model, pose, len(others)):
            return None
        return Refusal("There is no room for the formation there.", formation.PLACE)

    def _free(self) -> Place | None:
        model = self.models[0]
        for pose in spots(self.state, model):
            if refuse_place(self.state, model.at(pose)) is None:
                return Place(model.id, *pose)
        return None

    def default(self) -> Place | Decline:
        """The first model at the first free spot from the middle outward."""
        return self._free() or Decline()

    def sample(self, rng: Random) -> Answer:
        """A random spot in the zone, most often facing the enemy."""
        if self.state.stage == SQUADRONS and rng.random() < RESERVE_SHARE:
            return Decline()
        models = self.models
        model = models[int(rng.random() * len(models))]
        if rng.random() < ABOARD_SHARE:
            beside = [option.answer for option in self.beside(model)]
            if beside:
                return beside[int(rng.random() * len(beside))]
        for _ in range(TRIES):
            left, bottom, right, top = zones(self.state, self.side)[0]
            x = round(left + rng.random() * (right - left), 1)
            y = round(bottom + rng.random() * (top - bottom), 1)
            turned = int(rng.random() * 91) - 45 if model.capital else 0
            partners: tuple[str, ...] = ()
            if formation.forms_up(model) and rng.random() < FORMED_SHARE:
                alike = (each.id for each in models if each is not model and each.card.key == model.card.key)
                partners = tuple(alike)[:1]
            place = Place(model.id, x, y, (facing(self.side) + turned) % 360, partners)
            if self.judge(place) is None:
                return place
        return self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """Each model at its first free spot, and declining where that is allowed."""
        for model in self.models:
            for pose in spots(self.state, model):
                if refuse_place(self.state, model.at(pose)) is None:
                    yield Option(Place(model.id, *pose), f"Place {model.name}")
                    break
            yield from self.beside(model)
        if self.judge(Decline()) is None:
            yield Option(Decline(), "Hold the rest in reserve")

    def beside(self, model: Model) -> Iterator[Option[Embark | PlaceEscort]]:
        """Going aboard each ship that has room, and escorting each that may be."""
        for ship in [each for each in self.state.on_table() if each.side == self.side and each.capital]:
            if refuse_aboard(self.state, model, ship) is None:
                yield Option(Embark(model.id, ship.id), f"{model.name} aboard {ship.name}", "in secret")
            if refuse_escort(self.state, model, ship) is None:
                for pose in flush_spots(self.state, model, ship)[:ESCORT_SPOTS]:
                    escort = PlaceEscort(model.id, ship.id, *pose)
                    if self.judge(escort) is None:
                        yield Option(escort, f"{model.name} escorts {ship.name}")
                        break


def refuse_escort_place(state: State, model: Model, ident: str, pose: Pose) -> Refusal | None:
    """Why a squadron may not be deployed as the escort of a ship at a pose."""
    ship = state.models.get(ident)
    refusal = refuse_escort(state, model, ship)
    if refusal is not None or ship is None:
        return refusal
    if not any(wholly_inside_rect(model.base, pose, *rect) for rect in zones(state, model.side)):
        return Refusal(f"{model.name} must lie wholly in the deployment zone.", PLACE)
    return refuse_flush(state, model.at(pose), ship)


def formation_spots(state: State, leader: Model, pose: Pose, count: int) -> tuple[Pose, ...]:
    """Where the others of a formation stand about its leader in the zone, () without room."""
    for spots in formation.places(leader, pose, count):
        if all(refuse_place(state, leader.at(spot)) is None for spot in spots):
            return spots
    return ()


def refuse_place(state: State, model: Model) -> Refusal | None:
    """Why a model may not be deployed where it is thought to stand."""
    rects = zones(state, model.side)
    if not any(wholly_inside_rect(model.base, model.pose, *rect) for rect in rects):
        return Refusal(f"{model.name} must lie wholly in the deployment zone.", PLACE)
    touched = contacts(state, model)
    if touched:
        return Refusal(f"{model.name} would stand on something else.", PLACE, pointed_bases(touched))
    return None


def spots(state: State, model: Model) -> Iterator[Pose]:
    """Places for a model, from the middle of the zone outward, near the front first."""
    for zone in zones(state, model.side):
        yield from _rows(model, zone)


def _rows(model: Model, zone: Rect) -> Iterator[Pose]:
    left, bottom, right, top = zone
    middle, reach = (left + right) / 2, model.base.reach + 0.05
    turned = facing(model.side)
    depths = [reach + 0.5 * step for step in range(int((top - bottom - 2 * reach) / 0.5) + 1)]
    for depth in depths:
        y = top - depth if turned == 0 else bottom + depth
        for step in range(int((right - left) / 2 - reach) + 1):
            yield Pose(middle + step, y, turned).rounded()
            if step:
                yield Pose(middle - step, y, turned).rounded()


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
    """One placement, then it is the other side's go, until both have declined."""
    state = game.state
    side = state.side_to_go
    if not state.declined[side]:
        if not eligible(state, side):
            _decline(game, side)
        else:
            answer = yield Deploy(state, side)
            if isinstance(answer, Decline):
                _decline(game, side)
            else:
                _bring(game, answer)
    if not state.declined[1 - side]:
        state.side_to_go = 1 - side
    if not all(state.declined):
        state.agenda.append(["deploy"])


def _bring(game: Game, answer: Answer) -> None:
    """Carry out an answer that brings a model."""
    models = game.state.models
    match answer:
        case Embark(ident, ship):
            stow(game, models[ident], models[ship])
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
    declined = game.state.declined
    game.state.declined = (True, declined[1]) if side == 0 else (declined[0], True)
    if game.state.stage == SQUADRONS:
        game.tell(Declined(side=side, what="deployment"))


def place(game: Game, model: Model, pose: Pose) -> None:
    """Put a model on the table; its card becomes public."""
    reveal(game, model)
    model.place = TABLE
    model.pose = pose.rounded()
    game.tell_move(model, [model.pose], "deployment")
