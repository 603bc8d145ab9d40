"""Critical Hits and Catastrophic Damage, up to the explosion of a ship (v1.2.4 Damage, R50, R69, R70)."""

from __future__ import annotations

from jovian.cards.traits import SYSTEMS
from jovian.dice import FACES
from jovian.game import CRIPPLED, Game, ListDecision, Model, Option, Procedure, Refusal, State, ask
from jovian.game.answers import Damage, DamageSystem, DamageWeapon
from jovian.rules.basics.model import break_weapon, mark, mark_boxes, mark_system, system_left, weapons_left
from jovian.rules.basics.rolls import RollLink, one_die
from jovian.rules.damage.leaving_play import DEBRIS, WRECK, add_template, destroy, disembark
from jovian.rules.placement.attached import attached_to
from jovian.rules.rulebook.effect import BAD, HURT, SHIPS, ModelState, StateMarker
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import Hit, rulebook

# --- Critical Hits ---

CRITICAL_HIT = "v1.2.4 Damage > Critical Hit"
RATINGS = ("thrusters", "defense", "sensors", "marines")
"""The ratings that a Critical Hit may damage, in the order in which it offers them."""
TRACKS = ("defense", "sensors", "thrusters")
"""The 3 ratings that Rating Damage strikes, and that make a catastrophic roll worse once they are spent."""
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
        if target.unmarked(track) > 0
    ]
    listed += [
        Option(DamageSystem(trait.name), trait.title, f"{system_left(target, trait.name)} left")
        for trait in target.card.traits
        if trait.name in SYSTEMS and system_left(target, trait.name) > 0
    ]
    for mount in weapons_left(target):
        required = weapon_need(target, mount.id, ease)
        name = target.open_card.mount_name(mount.id)
        listed.append(Option(DamageWeapon(mount.id), name, f"on a {required}+, {(7 - required) / 6:.0%}"))
    return listed


def weapon_need(target: Model, mount_id: str, ease: int) -> int:
    """Return what a d6 must show to damage the weapon. A Precise attack needs less."""
    mount = target.mount(mount_id)
    return (6 if mount and mount.weapon.spinal else 5) - ease


def _damage_weapon(
    game: Game, target: Model, mount_id: str, chooser: int, cause: str, ease: int = 0
) -> Procedure[None]:
    """Roll to damage a weapon. A failed roll uses up the Critical Hit (R69)."""
    name = next((mount.weapon.name for mount in target.open_card.mounts if mount.id == mount_id), mount_id)
    required = weapon_need(target, mount_id, ease)
    purpose, good = f"Weapon Damage to {name} of {target.name}", range(required, FACES + 1)
    face = yield from one_die(game, chooser, purpose, good, RollLink(target.id))
    if face >= required:
        break_weapon(game, target, mount_id, cause)


# --- Catastrophic Damage ---

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
    purpose = f"Catastrophic Damage of {ship.name} (+{bonus})"
    face = yield from one_die(game, ship.side, purpose, surviving_faces, RollLink(ship.id))
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
    purpose = f"Catastrophic Damage of {ship.name} (+{bonus})"
    face = yield from one_die(game, ship.side, purpose, link=RollLink(ship.id))
    if face + bonus >= rulebook(game.state).figures.explodes:
        explode(game, ship)
    else:
        yield from disembark(game, ship)
        destroy(game, ship)


def systems_gone(ship: Model) -> int:
    """Return how many of Defense, Sensors, and Thrusters have no box left. Overdrive doesn't count (R69)."""
    return sum(1 for track in TRACKS if ship.boxes(track) and not ship.unmarked(track))


def explode(game: Game, ship: Model) -> None:
    """Destroy the ship and queue its explosion with its escorts (R74) until the attack is over (R70)."""
    escorts = [model.id for model in attached_to(game.state, ship) if model.is_escorting]
    destroy(game, ship)
    if rulebook(game.state).figures.blast.debris:
        add_template(game, DEBRIS, ship.pose, WRECKAGE)
    game.state.queue.append(["explosion", ship.id, *escorts])
