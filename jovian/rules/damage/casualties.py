"""What falls out of the game, and what then becomes of those aboard: catastrophes and critical hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple, cast

from jovian.cards.names import SYSTEMS as NAMES_SYSTEMS
from jovian.dice import FACES
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
from jovian.rules.basics.formation import close_ranks, other_formation_members
from jovian.rules.basics.model import break_weapon, mark, mark_boxes, mark_system, reveal, system_left, weapons_left
from jovian.rules.basics.rolls import one_die
from jovian.rules.placement.attached import attached_to, detach, move_to, release
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import free_place, leaves, set_off
from jovian.rules.rulebook.active_effects import clauses_with, effects_on, launched
from jovian.rules.rulebook.effect import BAD, HURT, SHIPS, Effect, LaunchReach, ModelState, StateMarker
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import Hit, rulebook
from jovian.table import TOLERANCE, Pose, Shape, distance, extends_off_table, touches

# --- casualties ---
# Leaving play: destroyed, or withdrawn (v1.2.4 States > Destroyed, Withdrawn; Movement > Leaving Play).


def _leave_play(game: Game, model: Model, place: str) -> None:
    """Take it off the table, what it carries with it; what flies with it goes on alone (R74)."""
    if model.place == TABLE or place == DESTROYED:
        reveal(game, model)
    set_free(game, attached_to(game.state, model))
    if model.place == TABLE and model.host:
        detach(game, model)
    close_ranks(game, model)
    model.place = place
    game.log_model_event(model, LeftPlay(model=model.id, how=place))
    for passenger in game.state.models.values():
        if passenger.host == model.id and passenger.place == EMBARKED:
            _leave_play(game, passenger, _fate(game.state, passenger, place))
    if place == DESTROYED:
        for clause in clauses_with(game.state, GlobalRule.destroyed):
            clause.destroyed(game, model)
    else:
        for clause in clauses_with(game.state, GlobalRule.withdrawn):
            clause.withdrawn(game, model)


def refuse_leaving(state: State, model: Model) -> Refusal | None:
    """Why a model may not leave the battle as it is and where it stands; None if it may (R27)."""
    asked = effects_on(state, model, Effect.refuse_leaving)
    refusals = (effect.refuse_leaving(state, model) for effect in asked)
    return next((each for each in refusals if each is not None), None)


def _fate(state: State, model: Model, place: str) -> str:
    """Where a model goes: one that may not leave counts as destroyed (R27)."""
    return DESTROYED if place == WITHDRAWN and refuse_leaving(state, model) is not None else place


def set_free(game: Game, squadrons: Sequence[Model]) -> None:
    """A ship is lost or changes hands: these, in contact with it, are free where they stand, unless that is outside."""
    release(game, squadrons)
    leave_table(game, squadrons)


def outside(state: State, model: Model) -> bool:
    """Does it stand partly off the table, over an edge by which it may leave?"""
    return (
        model.on_table and extends_off_table(model.base, model.pose, state.width, state.height) and leaves(state, model)
    )


def leave_table(game: Game, models: Iterable[Model]) -> None:
    """Whoever of these is partly off the table has left play, each by itself, however it got there (R27).

    It is withdrawn, or destroyed if the scenario does not let it go.
    Over the edge of a planet nobody leaves: who sticks over it is set beside it (R26).
    """
    state = game.state
    for model in models:
        if not model.on_table or not extends_off_table(model.base, model.pose, state.width, state.height):
            continue
        if leaves(state, model):
            _leave_play(game, model, _fate(state, model, WITHDRAWN))
        else:
            beside = set_off(state, model)
            move_to(game, model, free_place(state, beside) or beside.pose, "overlap")


def destroy(game: Game, model: Model) -> None:
    """Take a model off the table for good."""
    _leave_play(game, model, DESTROYED)


def withdraw(game: Game, model: Model) -> None:
    """Take a model out of the battle, with what it carries and the rest of its formation."""
    others = other_formation_members(game.state, model)
    _leave_play(game, model, WITHDRAWN)
    for other in others:
        _leave_play(game, other, WITHDRAWN)


# --- laying ---
# Templates: pieces of terrain that a game puts on the table, and laying them (v1.2.4 Terrain, Damage).


class Template(NamedTuple):
    """A piece that is not there from the start."""

    kind: str
    """The kind of terrain that it is."""
    shape: Shape


WRECK = Template("wreck", Shape.circle(1.0))
DEBRIS = Template("debris-field", Shape.circle(4.0))
SWARM = Template("decoy-swarm", Shape.circle(4.0))


def lay(game: Game, template: Template, pose: Pose, cause: str) -> None:
    """Put a new piece on the table, and tell."""
    state, kind = game.state, template.kind
    state.serial += 1
    ident = f"{kind}-{state.serial}"
    state.terrain[ident] = Terrain(ident, kind, pose.rounded(), (template.shape,))
    game.tell(Placed(model=ident, start=None, to=pose, path=(pose,), cause=cause, inches=0.0, kind=kind))


# --- unloading ---
# What is aboard a ship, and where it goes when that launches it or is lost (v1.2.4 Action > Launch; R28, R70).

UNLOAD = "v1.2.4 Damage > Embarked on a Dead Ship"
BESIDE = 1.0
"""Inches from a ship within which it launches without help."""


def models_aboard(state: State, ship: Model) -> list[Model]:
    """The models directly aboard a ship."""
    return [model for model in state.models.values() if model.host == ship.id and model.place == EMBARKED]


def launch_reach(state: State, ship: Model) -> LaunchReach:
    """Inches within which a ship launches now."""
    reach = LaunchReach(BESIDE)
    for effect in effects_on(state, ship, Effect.launches):
        reach = effect.launches(ship, reach)
    return reach


def spots_about(state: State, ship: Model, model: Model) -> Iterator[Pose]:
    """Places about a ship where it might put a model, ahead first."""
    reach, fore = launch_reach(state, ship)
    half = ship.base.length / 2 + model.base.length / 2
    if fore:
        ahead = ship.pose.advanced(half + fore - 0.1)
        yield Pose(round(ahead.x, 3), round(ahead.y, 3), ship.pose.heading)
    for turned in range(0, 360, 30):
        out = ship.pose.turned(turned)
        for inches in (reach + half * 0.75, reach + half - 0.15, reach * 0.5 + half):
            spot = out.advanced(inches)
            yield Pose(round(spot.x, 3), round(spot.y, 3), ship.pose.heading)


def forced_spot(state: State, model: Model, ship: Model) -> Pose | None:
    """The nearest free place beside the ship (R28)."""
    goal = free_place(state, model.at(ship.pose), [(ship.base, ship.pose)])
    return None if goal is None else Pose(round(goal.x, 3) + 0.0, round(goal.y, 3) + 0.0, goal.heading)


def set_down(game: Game, model: Model, pose: Pose, cause: str = "launch") -> None:
    """Put an embarked model on the table; its card is public from then on."""
    reveal(game, model)
    model.place, model.host, model.pose = TABLE, "", pose.rounded()
    game.tell_move(model, [model.pose], cause)


class Disembark(Decision):
    """Where a model goes that a lost ship sets free: within an inch of it, by its owner's choice (R28, R70)."""

    kind = "unload"
    answers = (PlaceAt,)
    __slots__ = ("ship", "state")

    def __init__(self, state: State, model: Model, ship: Model, place: str = UNLOAD) -> None:
        super().__init__(model.side, f"{model.name} leaves {ship.name}: where to?", place, subject=model.id)
        self.state = state
        self.ship = ship.id

    def on(self, state: State) -> Disembark:
        """The same question over a view."""
        return Disembark(state, state.models[self.subject], state.models[self.ship], self.cited)

    def judge(self, answer: Answer) -> Refusal | None:
        """Within an inch of the ship and on nothing, or the nearest free place."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        pose = cast(PlaceAt, answer).pose
        refusal = refuse_beside(self.state, model.at(pose), ship, self.cited)
        return None if refusal is None or pose == forced_spot(self.state, model, ship) else refusal

    def default(self) -> PlaceAt:
        """The first free place about the ship, else the nearest of all."""
        return next(self.options()).answer

    def sample(self, rng: Random) -> PlaceAt:
        """A random one of its options."""
        found = [option.answer for option in self.options()]
        return found[int(rng.random() * len(found))]

    def options(self) -> Iterator[Option[PlaceAt]]:
        """Places about the ship, and the nearest free one."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        for pose in spots_about(self.state, ship, model):
            if refuse_beside(self.state, model.at(pose), ship) is None:
                yield Option(PlaceAt(pose.x + 0.0, pose.y + 0.0, pose.heading), "Here")
        goal = forced_spot(self.state, model, ship)
        if goal is not None:
            yield Option(PlaceAt(*goal), "The nearest free place")


def refuse_beside(state: State, model: Model, ship: Model, place: str = UNLOAD) -> Refusal | None:
    """Why a model may not be set down at the pose that it has here, beside what sets it free; None if it may."""
    base, pose, touched = model.base, model.pose, ids_in_contact(state, model)
    if touched or touches(base, pose, ship.base, ship.pose) or extends_off_table(base, pose, state.width, state.height):
        return Refusal("There is no free place on the table.", place, pointed_bases(touched))
    if distance(base, pose, ship.base, ship.pose) <= BESIDE + TOLERANCE:
        return None
    return Refusal(f'It must be within 1" of {ship.name}.', place, (PointRing(ship.pose[:2], BESIDE),))


def disembark(game: Game, ship: Model) -> Procedure[None]:
    """Put what is directly aboard on the table, with theirs aboard; what finds no place at all stays and is lost."""
    for model in models_aboard(game.state, ship):
        yield from turn_out(game, model, ship)


def turn_out(game: Game, model: Model, ship: Model, why: str = UNLOAD) -> Procedure[None]:
    """Put one model from aboard on the table, where its owner says; it stays where there is no place at all."""
    reveal(game, model)
    if forced_spot(game.state, model, ship) is not None:
        place = cast(PlaceAt, (yield Disembark(game.state, model, ship, why)))
        set_down(game, model, place.pose)
        launched(game, model, ship, forced=True)


# --- catastrophe ---
# Structure, Crippled and the Catastrophic Damage Table (v1.2.4 Damage > Catastrophic Damage Table).

SYSTEMS = ("defense", "sensors", "thrusters")
LEFT = "wreckage"
"""Why a piece is there that a dead ship leaves."""


class Crippled(ModelState):
    """A ship without Structure that still drifts on the table."""

    __slots__ = ()
    name = CRIPPLED
    place = "v1.2.4 States > Crippled"
    summary = "No Structure: Fire Control 1, only Damage Control, Withdraw or Ram, worth nothing unless it withdraws."
    sign = StateMarker("CR", HURT, BAD)
    only_of = SHIPS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """Its Fire Control rating, cut to 1."""
        return min(value, 1)

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal for all but repairs and leaving."""
        if action.desperate:
            return None
        return Refusal("A Crippled ship may only declare Damage Control, Withdraw or Ram.", self.place)

    def victory(self, state: State, model: Model) -> float | None:
        """The multiplier of its Victory Points: 0, unless it withdrew."""
        return None if model.place == "withdrawn" else 0.0


def lose_structure(game: Game, ship: Model, cause: str, whole: bool = False) -> Procedure[None]:
    """One point of Structure damage; at 0 the ship rolls on the table instead of sinking lower."""
    if ship.unmarked("structure"):
        mark(game, ship, "structure", cause, whole)
        if ship.rating("structure") > 0:
            return
        Crippled.enter(game, ship)
    yield from catastrophe(game, ship)


def catastrophe(game: Game, ship: Model) -> Procedure[None]:
    """Roll on the Catastrophic Damage Table: nothing, dead, or an explosion."""
    gone, figures = systems_gone(ship), rulebook(game.state).figures
    lives = survived(game.state, ship)
    face = yield from one_die(game, ship.side, f"Catastrophic Damage of {ship.name} (+{gone})", lives)
    if face + gone >= figures.explodes:
        explode(game, ship)
    elif face + gone >= figures.dead:
        yield from disembark(game, ship)
        destroy(game, ship)
        lay(game, WRECK, ship.pose, LEFT)


def survived(state: State, ship: Model) -> range:
    """The faces that a ship outlives as it is."""
    return range(1, rulebook(state).figures.dead - systems_gone(ship))


def perish(game: Game, ship: Model) -> Procedure[None]:
    """A Crippled ship has rammed: it is destroyed without a wreck; its roll only decides an explosion (R50)."""
    gone = systems_gone(ship)
    face = yield from one_die(game, ship.side, f"Catastrophic Damage of {ship.name} (+{gone})")
    if face + gone >= rulebook(game.state).figures.explodes:
        explode(game, ship)
    else:
        yield from disembark(game, ship)
        destroy(game, ship)


def systems_gone(ship: Model) -> int:
    """How many of Defense, Sensors and Thrusters have no box left; Overdrive does not count (R69)."""
    return sum(1 for track in SYSTEMS if ship.boxes(track) and not ship.unmarked(track))


def explode(game: Game, ship: Model) -> None:
    """The ship is gone; its explosion waits until the whole attack is over (R70), its escort noted (R74)."""
    escorts = [each.id for each in attached_to(game.state, ship) if each.escorting]
    destroy(game, ship)
    if rulebook(game.state).figures.blast.debris:
        lay(game, DEBRIS, ship.pose, LEFT)
    game.state.queue.append(["explosion", ship.id, *escorts])


# --- critical ---
# Critical hits: the attacker chooses what breaks (v1.2.4 Damage > Critical Hit).

PLACE = "v1.2.4 Damage > Critical Hit"
RATINGS = ("thrusters", "defense", "sensors", "marines")
Broken = Damage | DamageSystem | DamageWeapon
"""What a Critical Hit may break."""


def critical_hit(game: Game, target: Model, hit: Hit) -> Procedure[None]:
    """One Critical Hit: a rating, a system trait or a weapon; if there is none of these, Structure."""
    figures = rulebook(game.state).figures
    if figures.critical is not None:
        yield from figures.critical.resolve(game, target, hit)
        return
    ease = figures.keen if hit.precise else 0
    listed = options(target, ease)
    if figures.engine is not None and (engine := figures.engine.offer(game.state, target)) is not None:
        listed.append(engine)
    if not listed:
        yield from lose_structure(game, target, hit.cause)
        return
    pick = ListDecision("critical", hit.chooser, f"Critical Hit on {target.name}", PLACE, listed, subject=target.id)
    broken = yield from ask(pick)
    match broken:
        case DamageWeapon(mount):
            yield from damage_weapon(game, target, mount, hit.chooser, hit.cause, ease)
        case Damage(track) if track in RATINGS:
            mark_boxes(game, target, track, 1, hit.cause)
        case DamageSystem(trait):
            mark_system(game, target, trait, 1, hit.cause)
        case _ if figures.engine is not None:
            figures.engine.hit(game, target)


def critical_words(state: State, value: int) -> str:
    """What a Critical Hit of that value is called in this game."""
    rule = rulebook(state).figures.critical
    return "Critical Hit" if rule is None else rule.called(state, value)


def options(target: Model, ease: int = 0) -> list[Option[Broken]]:
    """What a Critical Hit may break, the ratings first; weapons by a d6 that may show so much less."""
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
        need = weapon_need(target, mount.id, ease)
        called = target.open_card.mount_called(mount.id)
        listed.append(Option(DamageWeapon(mount.id), called, f"on a {need}+, {(7 - need) / 6:.0%}"))
    return listed


def weapon_need(target: Model, ident: str, ease: int = 0) -> int:
    """What a d6 must show to damage the weapon; less if the attack is Precise."""
    mount = target.mount(ident)
    return (6 if mount and mount.weapon.spinal else 5) - ease


def damage_weapon(game: Game, target: Model, ident: str, chooser: int, cause: str, ease: int = 0) -> Procedure[None]:
    """Try to damage a weapon; a failed try spends the Critical Hit (R69)."""
    name = next((mount.weapon.name for mount in target.open_card.mounts if mount.id == ident), ident)
    need = weapon_need(target, ident, ease)
    face = yield from one_die(game, chooser, f"Weapon Damage to {name} of {target.name}", range(need, FACES + 1))
    if face >= need:
        break_weapon(game, target, ident, cause)
