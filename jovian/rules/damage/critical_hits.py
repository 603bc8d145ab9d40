"""Critical Hits, Catastrophic Damage, and models that leave play with all that is aboard.

In the order of the Damage chapter: `critical_hit`, `lose_structure` and the Catastrophic Damage Table, then `destroy`
and `withdraw`, the pieces that dead ships leave, and where embarked models go (v1.2.4 Damage, R27, R28, R69, R70).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import cast

from jovian.cards.names import SYSTEMS as NAMES_SYSTEMS
from jovian.dice import FACES
from jovian.frozen import frozen
from jovian.game import (
    CRIPPLED,
    DESTROYED,
    EMBARKED,
    TABLE,
    WITHDRAWN,
    Answer,
    Decision,
    Game,
    ListDecision,
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    Terrain,
    ask,
)
from jovian.game.answers import Damage, DamageSystem, DamageWeapon, PlaceAt
from jovian.game.decision import PointRing, pointed_bases
from jovian.game.events import LeftPlay, Placed
from jovian.rules.basics.formation import other_formation_members, reform_after_loss
from jovian.rules.basics.model import break_weapon, mark, mark_boxes, mark_system, reveal, system_left, weapons_left
from jovian.rules.basics.rolls import one_die
from jovian.rules.placement.attached import attached_to, detach, move_to, release
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import free_place, may_leave_here, moved_off_planets
from jovian.rules.rulebook.active_effects import effects_on, global_rules_with, notify_launched
from jovian.rules.rulebook.effect import BAD, HURT, SHIPS, Effect, LaunchReach, ModelState, StateMarker
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.known_traits import Deck
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import Hit, rulebook
from jovian.table import TOLERANCE, Pose, Shape, distance, extends_off_table, touches

# --- Critical Hits ---

CRITICAL_HIT = "v1.2.4 Damage > Critical Hit"


RATINGS = ("thrusters", "defense", "sensors", "marines")


Broken = Damage | DamageSystem | DamageWeapon
"""What a Critical Hit may damage."""


def critical_hit(game: Game, target: Model, hit: Hit) -> Procedure[None]:
    """Apply one Critical Hit: a rating, a system trait, or a weapon. If there is none, Structure."""
    figures = rulebook(game.state).figures
    if figures.critical is not None:
        yield from figures.critical.resolve(game, target, hit)
        return
    bonus = figures.keen if hit.precise else 0
    listed = critical_options(target, bonus)
    if figures.engine is not None and (engine := figures.engine.offer(game.state, target)) is not None:
        listed.append(engine)
    if not listed:
        yield from lose_structure(game, target, hit.cause)
        return
    pick = ListDecision(
        "critical", hit.chooser, f"Critical Hit on {target.name}", CRITICAL_HIT, listed, subject=target.id
    )
    broken = yield from ask(pick)
    match broken:
        case DamageWeapon(mount):
            yield from _damage_weapon(game, target, mount, hit.chooser, hit.cause, bonus)
        case Damage(track) if track in RATINGS:
            mark_boxes(game, target, track, 1, hit.cause)
        case DamageSystem(trait):
            mark_system(game, target, trait, 1, hit.cause)
        case _ if figures.engine is not None:
            figures.engine.hit(game, target)


def critical_words(state: State, value: int) -> str:
    """Return the name of a Critical Hit of that value in these rules."""
    rule = rulebook(state).figures.critical
    return "Critical Hit" if rule is None else rule.hit_name(state, value)


def critical_options(target: Model, ease: int = 0) -> list[Option[Broken]]:
    """Return what a Critical Hit may damage: ratings, systems, weapons. `ease` lowers the roll for weapons."""
    listed: list[Option[Broken]] = [
        Option(Damage(track), track.capitalize(), f"{target.rating(track)} now")
        for track in RATINGS
        if target.unmarked(track) > 0 and target.rating(track) > 0
    ]
    listed += [
        Option(DamageSystem(trait.name), str(trait), f"{system_left(target, trait.name)} left")
        for trait in target.card.traits
        if trait.name in NAMES_SYSTEMS and system_left(target, trait.name) > 0
    ]
    for mount in weapons_left(target):
        required = weapon_need(target, mount.id, ease)
        name = target.open_card.mount_name(mount.id)
        listed.append(Option(DamageWeapon(mount.id), name, f"on a {required}+, {(7 - required) / 6:.0%}"))
    return listed


def weapon_need(target: Model, mount_id: str, ease: int = 0) -> int:
    """Return what a d6 must show to damage the weapon. A Precise attack needs less."""
    mount = target.mount(mount_id)
    return (6 if mount and mount.weapon.spinal else 5) - ease


def _damage_weapon(
    game: Game, target: Model, mount_id: str, chooser: int, cause: str, ease: int = 0
) -> Procedure[None]:
    """Roll to damage a weapon. A failed roll uses up the Critical Hit (R69)."""
    name = next((mount.weapon.name for mount in target.open_card.mounts if mount.id == mount_id), mount_id)
    required = weapon_need(target, mount_id, ease)
    face = yield from one_die(game, chooser, f"Weapon Damage to {name} of {target.name}", range(required, FACES + 1))
    if face >= required:
        break_weapon(game, target, mount_id, cause)


# --- Catastrophic Damage ---

SYSTEMS = ("defense", "sensors", "thrusters")


WRECKAGE = "wreckage"
"""The cause of pieces that a dead ship leaves."""


class Crippled(ModelState):
    """A ship without Structure that still drifts on the table."""

    __slots__ = ()
    name = CRIPPLED
    place = "v1.2.4 States > Crippled"
    summary = "No Structure: Fire Control 1, only Damage Control, Withdraw or Ram, no value unless it withdraws."
    sign = StateMarker("CR", HURT, BAD)
    only_of = SHIPS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        return min(value, 1)

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        if action.desperate:
            return None
        return Refusal("A Crippled ship may only declare Damage Control, Withdraw or Ram.", self.place)

    def victory(self, state: State, model: Model) -> float | None:
        """Return 0 unless the ship withdrew."""
        return None if model.place == "withdrawn" else 0.0


def lose_structure(game: Game, ship: Model, cause: str, whole: bool = False) -> Procedure[None]:
    """Mark 1 Structure. At 0 the ship is Crippled and rolls on the Catastrophic Damage Table."""
    if ship.unmarked("structure"):
        mark(game, ship, "structure", cause, whole)
        if ship.rating("structure") > 0:
            return
        Crippled.enter(game, ship)
    yield from catastrophe(game, ship)


def catastrophe(game: Game, ship: Model) -> Procedure[None]:
    """Roll on the Catastrophic Damage Table: no effect, dead, or explosion."""
    bonus, figures = systems_gone(ship), rulebook(game.state).figures
    surviving_faces = surviving_dice(game.state, ship)
    face = yield from one_die(game, ship.side, f"Catastrophic Damage of {ship.name} (+{bonus})", surviving_faces)
    if face + bonus >= figures.explodes:
        explode(game, ship)
    elif face + bonus >= figures.dead:
        yield from disembark(game, ship)
        destroy(game, ship)
        add_template(game, WRECK, ship.pose, WRECKAGE)


def surviving_dice(state: State, ship: Model) -> range:
    """Return the die faces that the ship survives in its current state."""
    return range(1, rulebook(state).figures.dead - systems_gone(ship))


def destroy_rammer(game: Game, ship: Model) -> Procedure[None]:
    """Destroy a Crippled ship that rammed, without a Wreck. Its roll only decides whether it explodes (R50)."""
    bonus = systems_gone(ship)
    face = yield from one_die(game, ship.side, f"Catastrophic Damage of {ship.name} (+{bonus})")
    if face + bonus >= rulebook(game.state).figures.explodes:
        explode(game, ship)
    else:
        yield from disembark(game, ship)
        destroy(game, ship)


def systems_gone(ship: Model) -> int:
    """Return how many of Defense, Sensors, and Thrusters have no box left. Overdrive doesn't count (R69)."""
    return sum(1 for track in SYSTEMS if ship.boxes(track) and not ship.unmarked(track))


def explode(game: Game, ship: Model) -> None:
    """Destroy the ship and queue its explosion with its escorts (R74) until the attack is over (R70)."""
    escorts = [model.id for model in attached_to(game.state, ship) if model.is_escorting]
    destroy(game, ship)
    if rulebook(game.state).figures.blast.debris:
        add_template(game, DEBRIS, ship.pose, WRECKAGE)
    game.state.queue.append(["explosion", ship.id, *escorts])


# --- Leaving play ---


def destroy(game: Game, model: Model) -> None:
    """Take a model off the table for good."""
    _leave_play(game, model, DESTROYED)


def withdraw(game: Game, model: Model) -> None:
    """Take a model out of the battle, with all it carries and the rest of its formation."""
    others = other_formation_members(game.state, model)
    _leave_play(game, model, WITHDRAWN)
    for other in others:
        _leave_play(game, other, WITHDRAWN)


def _leave_play(game: Game, model: Model, place: str) -> None:
    """Take a model and all it carries out of play. Attached squadrons continue alone (R74)."""
    if model.place == TABLE or place == DESTROYED:
        reveal(game, model)
    set_free(game, attached_to(game.state, model))
    if model.place == TABLE and model.host:
        detach(game, model)
    reform_after_loss(game, model)
    model.place = place
    game.log_model_event(model, LeftPlay(model=model.id, how=place))
    for passenger in game.state.models.values():
        if passenger.host == model.id and passenger.place == EMBARKED:
            _leave_play(game, passenger, _exit_place(game.state, passenger, place))
    if place == DESTROYED:
        for rule in global_rules_with(game.state, GlobalRule.destroyed):
            rule.destroyed(game, model)
    else:
        for rule in global_rules_with(game.state, GlobalRule.withdrawn):
            rule.withdrawn(game, model)


def refuse_leaving(state: State, model: Model) -> Refusal | None:
    """Return why a model may not leave the battle now, None if it may (R27)."""
    effects = effects_on(state, model, Effect.refuse_leaving)
    refusals = (effect.refuse_leaving(state, model) for effect in effects)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _exit_place(state: State, model: Model, place: str) -> str:
    """Return the place a model goes to. A model that may not leave counts as destroyed (R27)."""
    return DESTROYED if place == WITHDRAWN and refuse_leaving(state, model) is not None else place


def set_free(game: Game, squadrons: Sequence[Model]) -> None:
    """Detach squadrons from a ship that is lost or captured. Those partly off the table leave play."""
    release(game, squadrons)
    leave_table(game, squadrons)


def is_leaving_table(state: State, model: Model) -> bool:
    """Return whether a model is partly off the table, over an edge where it may leave."""
    return (
        model.is_on_table
        and extends_off_table(model.base, model.pose, state.width, state.height)
        and may_leave_here(state, model)
    )


def leave_table(game: Game, models: Iterable[Model]) -> None:
    """Take models partly off the table out of play, every model by itself (R27).

    A model is withdrawn, or destroyed if the scenario forbids leaving. A model over a planet's edge is placed next to
    the planet instead (R26).
    """
    state = game.state
    for model in models:
        if not model.is_on_table or not extends_off_table(model.base, model.pose, state.width, state.height):
            continue
        if may_leave_here(state, model):
            _leave_play(game, model, _exit_place(state, model, WITHDRAWN))
        else:
            moved_model = moved_off_planets(state, model)
            move_to(game, model, free_place(state, moved_model) or moved_model.pose, "overlap")


# --- Templates ---


@frozen
class Template:
    """A piece of terrain that the game can add."""

    kind: str
    """The kind of terrain."""
    shape: Shape


WRECK = Template("wreck", Shape.circle(1.0))
DEBRIS = Template("debris-field", Shape.circle(4.0))
SWARM = Template("decoy-swarm", Shape.circle(4.0))


def add_template(game: Game, template: Template, pose: Pose, cause: str) -> None:
    """Add a piece of terrain to the table and log it."""
    state, kind = game.state, template.kind
    state.serial += 1
    piece_id = f"{kind}-{state.serial}"
    state.terrain[piece_id] = Terrain(piece_id, kind, pose.rounded(), (template.shape,))
    game.log_event(Placed(model=piece_id, start=None, to=pose, path=(pose,), cause=cause, inches=0.0, kind=kind))


# --- Embarked models ---

UNLOAD = "v1.2.4 Damage > Embarked on a Dead Ship"
LAUNCH_RANGE = 1.0
"""Inches from a ship within which it launches without help."""


def models_aboard(state: State, ship: Model) -> list[Model]:
    """Return the models directly aboard a ship, without those aboard them."""
    return [model for model in state.models.values() if model.host == ship.id and model.place == EMBARKED]


def launch_reach(state: State, ship: Model) -> LaunchReach:
    """Return the inches within which a ship can launch now."""
    reach = LaunchReach(LAUNCH_RANGE)
    for deck in effects_on(state, ship, Deck):
        if system_left(ship, deck.name) > 0:
            reach = LaunchReach(max(reach.around, deck.reach.around), max(reach.fore, deck.reach.fore))
    return reach


def spots_for_launch(state: State, ship: Model, model: Model) -> Iterator[Pose]:
    """Yield places around a ship where it might put a model, ahead first."""
    reach, fore = launch_reach(state, ship)
    half = ship.base.length / 2 + model.base.length / 2
    if fore:
        ahead = ship.pose.advanced(half + fore - 0.1)
        yield Pose(round(ahead.x, 3), round(ahead.y, 3), ship.pose.heading)
    for degrees in range(0, 360, 30):
        direction = ship.pose.turned(degrees)
        for inches in (reach + half * 0.75, reach + half - 0.15, reach * 0.5 + half):
            spot = direction.advanced(inches)
            yield Pose(round(spot.x, 3), round(spot.y, 3), ship.pose.heading)


def forced_spot(state: State, model: Model, ship: Model) -> Pose | None:
    """Return the nearest free place next to the ship, None if there is none (R28)."""
    spot = free_place(state, model.at(ship.pose), [(ship.base, ship.pose)])
    return None if spot is None else Pose(round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0, spot.heading)


def set_down(game: Game, model: Model, pose: Pose, cause: str = "launch") -> None:
    """Put an embarked model on the table and reveal its card."""
    reveal(game, model)
    model.place, model.host, model.pose = TABLE, "", pose.rounded()
    game.tell_move(model, [model.pose], cause)


class Disembark(Decision):
    """The owner places a model that a lost ship releases, within 1 inch of the ship (R28, R70)."""

    kind = "unload"
    answers = (PlaceAt,)
    __slots__ = ("ship", "state")

    def __init__(self, state: State, model: Model, ship: Model, place: str = UNLOAD) -> None:
        super().__init__(model.side, f"Place {model.name} next to {ship.name}", place, subject=model.id)
        self.state = state
        self.ship = ship.id

    def on(self, state: State) -> Disembark:
        return Disembark(state, state.models[self.subject], state.models[self.ship], self.cited)

    def judge(self, answer: Answer) -> Refusal | None:
        """Accept a free place within 1 inch of the ship, or the nearest free place."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        pose = cast(PlaceAt, answer).pose
        refusal = _refuse_landing(self.state, model.at(pose), ship, self.cited)
        return None if refusal is None or pose == forced_spot(self.state, model, ship) else refusal

    def default(self) -> PlaceAt:
        return next(self.options()).answer

    def sample(self, rng: Random) -> PlaceAt:
        answers = [option.answer for option in self.options()]
        return answers[int(rng.random() * len(answers))]

    def options(self) -> Iterator[Option[PlaceAt]]:
        """Yield free places around the ship, then the nearest free one."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        for pose in spots_for_launch(self.state, ship, model):
            if _refuse_landing(self.state, model.at(pose), ship) is None:
                yield Option(PlaceAt(pose.x + 0.0, pose.y + 0.0, pose.heading), "Here")
        spot = forced_spot(self.state, model, ship)
        if spot is not None:
            yield Option(PlaceAt(*spot), "The nearest free place")


def _refuse_landing(state: State, model: Model, ship: Model, place: str = UNLOAD) -> Refusal | None:
    """Return why a model may not be placed at its pose next to the ship, None if it may."""
    base, pose, ids = model.base, model.pose, ids_in_contact(state, model)
    if ids or touches(base, pose, ship.base, ship.pose) or extends_off_table(base, pose, state.width, state.height):
        return Refusal(
            f"{model.name} can't be placed there: the place must be free and on the table.", place, pointed_bases(ids)
        )
    if distance(base, pose, ship.base, ship.pose) <= LAUNCH_RANGE + TOLERANCE:
        return None
    return Refusal(f'{model.name} must be within 1" of {ship.name}.', place, (PointRing(ship.pose[:2], LAUNCH_RANGE),))


def disembark(game: Game, ship: Model) -> Procedure[None]:
    """Put the models aboard on the table, with all they carry. Models without a free place stay aboard."""
    for model in models_aboard(game.state, ship):
        yield from unload_model(game, model, ship)


def unload_model(game: Game, model: Model, ship: Model, why: str = UNLOAD) -> Procedure[None]:
    """Put one model from aboard on the table where its owner chooses. It stays aboard if there is no free place."""
    reveal(game, model)
    if forced_spot(game.state, model, ship) is not None:
        place = cast(PlaceAt, (yield Disembark(game.state, model, ship, why)))
        set_down(game, model, place.pose)
        notify_launched(game, model, ship, forced=True)
