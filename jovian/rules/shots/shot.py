"""A shot: who sees whom, weapon, target, range, guidance, and links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jovian.cards import Mount, WeaponCard
from jovian.game import Meeting, Model, MountRef, Refusal, State, Terrain
from jovian.game.events import Contribution
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import point_defense
from jovian.rules.basics.nearby import along, models_maybe_within, pieces_maybe_within
from jovian.rules.rulebook.active_effects import effects_of_weapon, effects_on, in_play, weapon_type
from jovian.rules.rulebook.effect import BOMBING, CLOSE, EXPLOSION, LONG, OPTIMUM, SHORT, Effect, Hidden
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots import ratings
from jovian.table import (
    POINT,
    TOLERANCE,
    Pose,
    Shape,
    arcs_of,
    distance,
    main_arcs,
    nearest_segment,
    overlaps,
    segment_touches,
)

# --- sight ---
# What hides a target: v1.2.4 Attack > Obscured, and the cover of large bodies (R19, R32).

NEAR = 3.0
"""Inches from the target within which a blocker obscures and a large body hides."""
OBSCURED = -2
"""The modifier to an attack at a target that something hides."""


class Blocker(NamedTuple):
    """Something that may be in the way of a line."""

    name: str
    parts: tuple[Shape, ...]
    pose: Pose
    model: str = ""
    """The id of the model that it is, "" for a piece of terrain."""


class Cover(NamedTuple):
    """What obscures a target, or may."""

    over: str
    """The name of what it is inside of, whoever fires; "" for nothing."""
    blockers: list[Blocker]
    """What stands near it."""


def obscured_by(state: State, attacker: Model, target: Model) -> str:
    """The name of what obscures the target from the attacker, "" for nothing. Counts once (R19)."""
    return obscured_in(cover(state, target), attacker, target)


def obscured_in(found: Cover, attacker: Model, target: Model) -> str:
    """The same by the cover of the target, which is the same for all attackers."""
    if found.over:
        return found.over
    blockers = [each for each in found.blockers if each.model != attacker.id] if found.blockers else ()
    if not blockers:
        return ""
    line = nearest_segment(attacker.base, attacker.pose, target.base, target.pose)
    if line is None:
        return ""
    for each in blockers:
        if any(segment_touches(line[0], line[1], 0.0, part, each.pose) for part in each.parts):
            return each.name
    return ""


def cover(state: State, target: Model) -> Cover:
    """What obscures a target, or may."""
    over = _area_over(state, target)
    return Cover(over, [] if over else _blockers(state, target))


def _area_over(state: State, target: Model) -> str:
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        kind = kinds[piece.kind]
        if kind.veils and touches_piece(target, piece) and not avoided(state, target, piece):
            return kind.name
    return ""


def _blockers(state: State, target: Model) -> list[Blocker]:
    limit, kinds = target.card.signature, rulebook(state).terrain
    found: list[Blocker] = []
    models, pieces = pieces_maybe_within(state, target.base, target.pose, NEAR)
    for piece in pieces:
        kind = kinds[piece.kind]
        if kind.signature > limit and near_piece(target, piece, NEAR):
            found.append(Blocker(kind.name, piece.outline, piece.pose))
    for other in models:
        if other.id == target.id or other.card.signature <= limit:
            continue
        if distance(other.base, other.pose, target.base, target.pose) <= NEAR + TOLERANCE:
            found.append(Blocker(other.name, (other.base,), other.pose, other.id))
    return found


def avoided(state: State, model: Model, piece: Terrain) -> bool:
    """Does the active model avoid the piece, and so have no benefit from it (R30)?"""
    act = state.activation
    return act is not None and Meeting(model.id, piece.id) in act.avoided


def touches_piece(model: Model, piece: Terrain) -> bool:
    """Does the model's base overlap a terrain piece, even in part?"""
    base, stands, lies = model.base, model.pose, piece.pose
    for part in piece.outline:  # noqa: SIM110 - quicker than any()
        if overlaps(base, stands, part, lies):
            return True
    return False


def near_piece(model: Model, piece: Terrain, inches: float) -> bool:
    """Is the model within that many inches of a terrain piece?"""
    return any(distance(model.base, model.pose, part, piece.pose) <= inches + TOLERANCE for part in piece.outline)


def hidden_near(state: State, model: Model) -> str:
    """The large body near the model that gives it one Stealth level, "" for none (R32)."""
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        kind = kinds[piece.kind]
        if kind.shelters and near_piece(model, piece, NEAR) and not avoided(state, model, piece):
            return kind.name
    return ""


KINETIC_WIDTH = 1.0


def along_line(state: State, attacker: Model, target: Model) -> list[Model]:
    """The models that the kinetic line to a target touches, farthest from the attacker first (R18, R58)."""
    line = nearest_segment(attacker.base, attacker.pose, target.base, target.pose)
    if line is None:
        return []
    mates = formation_members(state, attacker)[1:] if attacker.formation else []
    others = [each for each in along(state, *line, KINETIC_WIDTH) if each.id not in {mate.id for mate in mates}]
    struck = [
        other
        for other in (*others, *mates)
        if other.id not in (attacker.id, target.id)
        and segment_touches(line[0], line[1], KINETIC_WIDTH, other.base, other.pose)
    ]
    apart = {other.id: distance(attacker.base, attacker.pose, other.base, other.pose) for other in struck}
    return sorted(struck, key=lambda other: (-round(apart[other.id], 4), other.id))


# --- stealth ---
# Levels of Stealth on a model: each adds 6" to the range that missiles measure (v1.2.4 Traits > Stealth, R54).


def stealth_levels(state: State, model: Model) -> Hidden:
    """How many levels, and what gives them: the trait counts once, whatever grants it (R65); cover adds one (R32)."""
    held = [Hidden(gained, effect.name) for effect in effects_on(state, model, Effect.stealth)
            if (gained := effect.stealth(state, model))]  # fmt: skip
    swarm = next((piece for piece in state.terrain.values() if _cloaks(state, model, piece)), None)
    if swarm is not None:
        held.append(Hidden(1, rulebook(state).terrain[swarm.kind].name))
    best = max(held, key=lambda each: each.levels, default=Hidden())
    near = hidden_near(state, model)
    if near:
        return Hidden(best.levels + 1, f"{best.why}, near {near}" if best.why else f"near {near}")
    return best


def _cloaks(state: State, model: Model, piece: Terrain) -> bool:
    """Does a piece that the model overlaps, and does not avoid, hide it?"""
    kind = rulebook(state).terrain[piece.kind]
    return kind.cloaks and touches_piece(model, piece) and not avoided(state, model, piece)


# --- guidance ---
# Missiles guided and thrown off by models near the target (v1.2.4 Traits > TD, Jammer; R63).


def designated(state: State, side: int, target: Model) -> Contribution | None:
    """What a friend's designation of a target adds to a missile at it."""
    for other in state.on_table():
        if other.side == side:
            for effect in effects_on(state, other, Effect.designates):
                part = effect.designates(state, other, target)
                if part is not None:
                    return part
    return None


def unveiled(state: State, side: int, target: Model) -> bool:
    """Does a friend lead missiles through the target's Stealth?"""
    for other in state.on_table():
        if other.side == side:
            for effect in effects_on(state, other, Effect.unveils):
                if effect.unveils(state, other, target):
                    return True
    return False


def sees_through(state: State, attacker: Model, target: Model) -> bool:
    """Does a model ignore the target's Stealth by itself?"""
    return any(each.sees_through(state, attacker, target) for each in effects_on(state, attacker, Effect.sees_through))


def jammed_by(state: State, target: Model) -> Model | None:
    """The model, of either side, that jams missiles at the target, None if none does."""
    for other in state.on_table():
        for effect in effects_on(state, other, Effect.jams):
            if effect.jams(other, target):
                return other
    return None


# --- shot ---
# One shot under consideration: who, with what, at whom, from where. What the formula and the effects look at.

POINT_DEFENSE = "pd"
NUDGE = 0.02
"""Inches that a squadron in contact is supposed off the ship, so that the middle of the contact can be found."""


def weapon_of(model: Model, mount: str) -> WeaponCard | None:
    """The weapon behind a mount id, the implicit Point Defense among them."""
    if mount == POINT_DEFENSE:
        return point_defense(model.rating("defense")) if model.capital else None
    found = mount_of(model, mount)
    return found.weapon if found else None


def mount_of(model: Model, mount: str) -> Mount | None:
    """The mount on the card that is meant, of a model or of another of its formation, which has the same card."""
    return model.mount(mount) or model.mount(MountRef(mount).ident)


def weapons_label(model: Model, mounts: Sequence[str]) -> str:
    """What weapons that fire as one are called: one alone so that it is known among its like, `Mass Driver x2`."""
    first = MountRef(mounts[0])
    weapon = weapon_of(model, first)
    if weapon is None or first == POINT_DEFENSE:
        return str(first) if weapon is None else weapon.name
    if len(mounts) > 1:
        return f"{weapon.name} x{len(mounts)}"
    return model.card.mount_called(first.ident) + (f" of member {first.member + 1}" if first.member else "")


def used_up(state: State, model: Model, mount: str) -> bool:
    """Has the active model fired a weapon as often as it may in this activation?"""
    act = state.activation
    if act is None or mount not in act.used:
        return False
    weapon = weapon_of(model, mount)
    effects = effects_of_weapon(state, weapon, Effect.uses) if weapon is not None else ()
    return act.used.count(mount) >= max((effect.uses() for effect in effects), default=1)


class Regard:
    """What counts in a target wherever it is fired at from: each fact is worked out when first asked for."""

    __slots__ = ("_cover", "_stealth", "_unveiled", "state", "target")

    def __init__(self, state: State, target: Model) -> None:
        self.state = state
        self.target = target
        self._cover: Cover | None = None
        self._stealth: Hidden | None = None
        self._unveiled: dict[int, bool] = {}

    @property
    def cover(self) -> Cover:
        """What obscures it, or may."""
        if self._cover is None:
            self._cover = cover(self.state, self.target)
        return self._cover

    def hidden(self, side: int) -> Hidden:
        """How well it is hidden from missiles of a side, unless their attacker sees through that."""
        if self._stealth is None:
            self._stealth = stealth_levels(self.state, self.target)
        if self._stealth.levels and side not in self._unveiled:
            self._unveiled[side] = unveiled(self.state, side, self.target)
        return Hidden() if self._unveiled.get(side) else self._stealth


class Line:
    """How a target lies to an attacker, the same for all its weapons: each fact is worked out when first asked for."""

    __slots__ = (
        "_along", "_arcs", "_band", "_distance", "_obscured", "_sensed", "_sides", "attacker", "regard", "state",
        "target",
    )  # fmt: skip

    def __init__(
        self, state: State, attacker: Model, target: Model, regard: Regard | None = None, sensed: float | None = None
    ) -> None:
        self.state = state
        self.attacker = attacker
        self.target = target
        self.regard = regard or Regard(state, target)
        """What others who fire at it may have found already."""
        self._distance = -1.0
        self._sensed = sensed
        self._band = ""
        self._obscured: str | None = None
        self._arcs: tuple[str, ...] | None = None
        self._sides: tuple[str, ...] | None = None
        self._along: list[Line] | None = None

    @property
    def along(self) -> list[Line]:
        """How the others lie to the attacker whom a kinetic line to the target touches, the farthest first."""
        if self._along is None:
            struck = along_line(self.state, self.attacker, self.target)
            self._along = [Line(self.state, self.attacker, each) for each in struck]
        return self._along

    @property
    def distance(self) -> float:
        """Inches between the bases."""
        if self._distance < 0:
            a, t = self.attacker, self.target
            self._distance = distance(a.base, a.pose, t.base, t.pose)
        return self._distance

    @property
    def sensed(self) -> float:
        """Inches within which the attacker has the target in Short or Optimum Range; -1 for never."""
        if self._sensed is None:
            self._sensed = sensor_reach(self.state, self.attacker, self.target)
        return self._sensed

    @property
    def band(self) -> str:
        """The range band by the attacker's Sensors."""
        if not self._band:
            self._band = band_within(self.sensed, self.target, self.distance)
        return self._band

    @property
    def arcs(self) -> tuple[str, ...]:
        """The arcs of the attacker's base in which the target lies."""
        if self._arcs is None:
            a, t = self.attacker, self.target
            self._arcs = arcs_of(a.base, a.pose, t.base, t.pose)
        return self._arcs

    @property
    def sides(self) -> tuple[str, ...]:
        """The target's arcs that hold most of the attacker; () if it has none (R17, R33)."""
        if self._sides is None:
            a, t = self.attacker, self.target
            armored = t.capital and not t.card.station
            self._sides = main_arcs(t.base, t.pose, a.base, a.pose) if armored else ()
        return self._sides

    @property
    def obscured(self) -> str:
        """What obscures the target, "" for nothing."""
        if self._obscured is None:
            self._obscured = obscured_in(self.regard.cover, self.attacker, self.target)
        return self._obscured

    @property
    def hidden(self) -> Hidden:
        """How well the target is hidden from missiles of the attacker."""
        if sees_through(self.state, self.attacker, self.target):
            return Hidden()
        return self.regard.hidden(self.attacker.side)


class Shot:
    """A shot from one model at another in one attack window."""

    __slots__ = (
        "_band", "_sides", "attacker", "line", "linked", "mounts", "resist", "secondary", "share", "state", "target",
        "weapon", "window",
    )  # fmt: skip

    def __init__(
        self, state: State, attacker: Model, mounts: tuple[str, ...], weapon: WeaponCard, target: Model, window: str,
        secondary: bool = False, share: int | None = None, resist: int | None = None, line: Line | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.attacker = attacker
        self.mounts = mounts
        self.weapon = weapon
        """The one whose ratings are used; the other mounts are linked to it."""
        self.linked = len(mounts) - 1
        self.target = target
        self.window = window
        self.secondary = secondary
        """Is it a secondary target of a kinetic line?"""
        self.share = share
        """Dice of a split pool that attack, in place of the printed rating."""
        self.resist = resist
        """Dice of the target's split pool that defend; None where no pool was split."""
        self.line = line or Line(state, attacker, target)
        """How the two lie to each other: handed in where other shots between them have looked already."""
        self._band = ""
        self._sides: tuple[str, ...] | None = None

    @property
    def against(self) -> str:
        """`AC` or `AS`, by what the target is."""
        return "AC" if self.target.capital else "AS"

    @property
    def printed(self) -> int | None:
        """The printed rating against the target, None if the weapon cannot attack it."""
        return self.weapon.ac if self.target.capital else self.weapon.as_

    @property
    def distance(self) -> float:
        """Inches between the bases."""
        return self.line.distance

    @property
    def sensed(self) -> float:
        """Inches within which the attacker has the target in Short or Optimum Range; -1 for never."""
        return self.line.sensed

    @property
    def band(self) -> str:
        """The range band, by the window and what the weapon is (v1.2.4 Attack > Sensor Range; R54, R70)."""
        if not self._band:
            if self.window in CLOSE:
                self._band = OPTIMUM
            elif self.window == EXPLOSION:
                self._band = SHORT if self._blasted_near else OPTIMUM
            else:
                self._band = weapon_type(self.state, self.weapon).band(self)
        return self._band

    @property
    def _blasted_near(self) -> bool:
        """Is the target at Short Range of an explosion? What is cloaked is not, nor at Long Range (R63, R70)."""
        return self.sensed >= 0 and self.distance <= self.target.card.signature + TOLERANCE

    @property
    def arcs(self) -> tuple[str, ...]:
        """The attacker's arcs in which the target lies; squadrons fire all around."""
        return ("turret", *self.line.arcs) if self.attacker.capital else ("turret",)

    @property
    def bears(self) -> bool:
        """Does the target lie in an arc of the weapon?"""
        arcs = self.weapon.arcs
        return "turret" in arcs or not self.attacker.capital or any(arc in arcs for arc in self.line.arcs)

    @property
    def sides(self) -> tuple[str, ...]:
        """The target's arcs that hold most of the attacker, or in a Bombing Run the contact; () if none (R17, R33)."""
        if self.window != BOMBING:
            return self.line.sides
        if self._sides is None:
            armored = self.target.capital and not self.target.card.station
            self._sides = touched_arcs(self.target, self.line.attacker) if armored else ()
        return self._sides

    @property
    def obscured(self) -> str:
        """What obscures the target, "" for nothing."""
        return self.line.obscured

    @property
    def hidden(self) -> Hidden:
        """How well the target is hidden from missiles."""
        return self.line.hidden


def touched_arcs(ship: Model, squadron: Model) -> tuple[str, ...]:
    """The arcs of a ship that hold the middle of its contact with a squadron (R17)."""
    aside = squadron.pose.toward(ship.pose, -NUDGE)
    line = nearest_segment(ship.base, ship.pose, squadron.base, aside)
    if line is None:
        return main_arcs(ship.base, ship.pose, squadron.base, squadron.pose)
    found = arcs_of(ship.base, ship.pose, POINT, Pose(line[0][0], line[0][1], 0))
    return tuple(arc for arc in found if arc != "spinal")


def sensor_band(state: State, attacker: Model, target: Model, inches: float) -> str:
    """Short, optimum or long, of a distance from one model to another (R54)."""
    return band_within(sensor_reach(state, attacker, target), target, inches)


def in_sensor_range(state: State, model: Model, other: Model) -> bool:
    """Is another, or any of its formation, within Short or Optimum Range of a model, or of any of its formation?"""
    pairs = ((one, two) for one in formation_members(state, model) for two in formation_members(state, other))
    return any(
        sensor_band(state, one, two, distance(one.base, one.pose, two.base, two.pose)) != LONG for one, two in pairs
    )


def band_within(reach: float, target: Model, inches: float) -> str:
    """The band of a distance to a target, by the inches within which it is had in Short or Optimum Range."""
    if reach < 0 or inches > reach + TOLERANCE:
        return LONG
    return SHORT if inches <= target.card.signature + TOLERANCE else OPTIMUM


def perhaps_sensed(state: State, model: Model) -> list[Model]:
    """The models on the table that may be in Short or Optimum Range of one: who is near, and who is found from afar."""
    signature = max((other.card.signature for other in state.on_table()), default=0)
    reach = signature + 3.0 * ratings.sensors(state, model)
    close = {other.id for other in models_maybe_within(state, model.base, model.pose, reach)}
    table = state.on_table()
    return [other for other in table if other.id in close or effects_on(state, other, Effect.sensors_against)]


def sensor_reach(state: State, attacker: Model, target: Model, *, commanded: bool = False) -> float:
    """Inches within which an attacker has a target in Short or Optimum Range; -1 for one that it never has (Cloak).

    What is commanded does not hide from its commander by what it has on its card.
    """
    sensors = ratings.sensors(state, attacker)
    for effect in effects_on(state, target, Effect.sensors_against):
        if commanded and effect.hides():
            continue
        found = effect.sensors_against(state, target, sensors)
        if found is None:
            return -1.0
        sensors = found
    if in_play(state, Effect.sensors_for):
        for effect in effects_on(state, attacker, Effect.sensors_for):
            sensors = effect.sensors_for(state, attacker, target, sensors)
    return target.card.signature + 3.0 * sensors


# --- link ---
# Which weapons may fire as one (v1.2.4 Weapon Traits > Link, R59).

PLACE = "v1.2.4 Weapon Traits > Link"


def refuse_link(state: State, model: Model, mounts: list[str]) -> Refusal | None:
    """Why these mounts may not fire together."""
    found = [mount_of(model, ident) for ident in mounts]
    weapons = [mount.weapon for mount in found if mount is not None]
    if len(weapons) != len(mounts) or len(set(mounts)) != len(mounts):
        return Refusal("Linked weapons are different mounts of the card.", PLACE)
    first = weapons[0]
    if not all(linkable(state, first, other, bool(model.formation)) for other in weapons[1:]):
        return Refusal("Only weapons with Link, of one type and with a shared arc, fire together.", PLACE)
    if model.capital and not shared_arcs(weapons):
        return Refusal("The linked weapons share no arc.", PLACE)
    return None


def linkable(state: State, one: WeaponCard, other: WeaponCard, formed: bool = False) -> bool:
    """Are two weapons of one type, both with Link, which every weapon of a formation has?"""
    same = one.type == other.type and one.missile == other.missile
    return same and (formed or (_links(state, one) and _links(state, other)))


def fires_as_one(state: State, model: Model, weapon: WeaponCard) -> bool:
    """May several of a model's weapons of that line fire as one? Those of a formation may, whatever they are."""
    return bool(model.formation) or _links(state, weapon)


def _links(state: State, weapon: WeaponCard) -> bool:
    return any(effect.links() for effect in effects_of_weapon(state, weapon, Effect.links))


def shared_arcs(weapons: list[WeaponCard]) -> list[str]:
    """The arcs that all of them cover; a turret covers any."""
    arcs = ["fore", "starboard", "aft", "port", "spinal"]
    return [arc for arc in arcs if all("turret" in w.arcs or arc in w.arcs for w in weapons)]


def refuse_arc(model: Model, mounts: list[str], target: Model) -> Refusal | None:
    """Why linked weapons may not fire at a target: it must lie in an arc that all of them share (R59)."""
    if not model.capital:
        return None
    shared = shared_arcs([mount.weapon for mount in model.card.mounts if mount.id in mounts])
    lies_in = arcs_of(model.base, model.pose, target.base, target.pose)
    if any(arc in lies_in for arc in shared):
        return None
    return Refusal(f"{target.name} is in no arc that the linked weapons share.", PLACE)


def link_group(state: State, model: Model, ident: str, free: list[str], target: Model) -> list[str]:
    """A mount with all others among the free ones that may fire linked with it at a target, itself first."""
    if mount_of(model, ident) is None:
        return [ident]
    group = [ident]
    for other in free:
        candidate = [*group, other]
        if other in group or refuse_link(state, model, candidate) is not None:
            continue
        if refuse_arc(model, candidate, target) is None:
            group = candidate
    return group
