"""A shot before the formula: what obscures the target, range bands, arcs, missile guidance, and linked weapons.

`Shot` collects the facts about one shot for the formula and the effects. `LineOfFire` holds what all weapons of an
attacker share, `Regard` what all attackers of a target share. They compute every fact when it is first used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jovian.cards import WeaponCard
from jovian.game import Model, MountRef, Refusal, State, Terrain
from jovian.game.events import ESCALATE, Contribution
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import mount_of, point_defense
from jovian.rules.basics.nearby import (
    is_avoided,
    models_maybe_on_line,
    models_maybe_within,
    near_piece,
    pieces_maybe_within,
    touches_piece,
)
from jovian.rules.rulebook.active_effects import (
    effects_on,
    find_effect,
    find_weapon_effect,
    is_in_play,
    weapon_type,
)
from jovian.rules.rulebook.effect import BOMBING, CLOSE, EXPLOSION, LONG, OPTIMUM, SHORT, Effect, Hidden
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots import ratings
from jovian.rules.traits.model_traits import Jammer, TargetDesignator
from jovian.rules.traits.older_traits import Array
from jovian.rules.traits.weapon_traits import Link
from jovian.table import (
    POINT,
    TOLERANCE,
    Pose,
    Shape,
    arcs_of,
    distance,
    main_arcs,
    nearest_segment,
    segment_touches,
)

# --- Obscured ---

NEAR = 3.0
"""Inches from the target within which a blocker obscures it and a large body hides it."""
OBSCURED = -2
"""Attack Modifier against an obscured target."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """A model or piece of terrain that may obscure the target."""

    name: str
    shapes: tuple[Shape, ...]
    pose: Pose
    model: str = ""
    """The id of the model, "" for terrain."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What may obscure a target."""

    area: str
    """The name of the terrain that obscures it from all attackers, "" if none does."""
    blockers: list[Blocker]
    """What may obscure it, depending on the attacker."""


def obscured_by(state: State, attacker: Model, target: Model) -> str:
    """Return the name of what obscures the target from the attacker, "" if nothing. It counts once (R19)."""
    return _obscured_in(cover(state, target), attacker, target)


def _obscured_in(cover: Cover, attacker: Model, target: Model) -> str:
    """Return the same from the target's cover, which is the same for all attackers."""
    if cover.area:
        return cover.area
    blockers = [blocker for blocker in cover.blockers if blocker.model != attacker.id] if cover.blockers else ()
    if not blockers:
        return ""
    line = nearest_segment(attacker.base, attacker.pose, target.base, target.pose)
    if line is None:
        return ""
    for blocker in blockers:
        if any(segment_touches(line[0], line[1], 0.0, part, blocker.pose) for part in blocker.shapes):
            return blocker.name
    return ""


def cover(state: State, target: Model) -> Cover:
    """Return what may obscure a target."""
    area = _obscuring_area(state, target)
    return Cover(area, [] if area else _blockers_near(state, target))


def _obscuring_area(state: State, target: Model) -> str:
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        kind = kinds[piece.kind]
        if kind.veils and touches_piece(target, piece) and not is_avoided(state, target, piece):
            return kind.name
    return ""


def _blockers_near(state: State, target: Model) -> list[Blocker]:
    limit, kinds = target.card.signature, rulebook(state).terrain
    blockers: list[Blocker] = []
    models, pieces = pieces_maybe_within(state, target.base, target.pose, NEAR)
    for piece in pieces:
        kind = kinds[piece.kind]
        if kind.signature > limit and near_piece(target, piece, NEAR):
            blockers.append(Blocker(kind.name, piece.outline, piece.pose))
    for other in models:
        if other.id == target.id or other.card.signature <= limit:
            continue
        if distance(other.base, other.pose, target.base, target.pose) <= NEAR + TOLERANCE:
            blockers.append(Blocker(other.name, (other.base,), other.pose, other.id))
    return blockers


def _hiding_body(state: State, model: Model) -> str:
    """Return the name of the large body near the model that adds 1 Stealth level, "" if none (R32)."""
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        kind = kinds[piece.kind]
        if kind.shelters and near_piece(model, piece, NEAR) and not is_avoided(state, model, piece):
            return kind.name
    return ""


KINETIC_WIDTH = 1.0


def along_line(state: State, attacker: Model, target: Model) -> list[Model]:
    """Return the models that the kinetic line to a target touches, farthest from the attacker first (R18, R58)."""
    line = nearest_segment(attacker.base, attacker.pose, target.base, target.pose)
    if line is None:
        return []
    members = formation_members(state, attacker)[1:] if attacker.formation else []
    others = [
        model
        for model in models_maybe_on_line(state, *line, KINETIC_WIDTH)
        if model.id not in {member.id for member in members}
    ]
    touched = [
        other
        for other in (*others, *members)
        if other.id not in (attacker.id, target.id)
        and segment_touches(line[0], line[1], KINETIC_WIDTH, other.base, other.pose)
    ]
    inches = {other.id: distance(attacker.base, attacker.pose, other.base, other.pose) for other in touched}
    return sorted(touched, key=lambda other: (-round(inches[other.id], 4), other.id))


# --- Range bands ---


def sensor_band(state: State, attacker: Model, target: Model, inches: float) -> str:
    """Return the range band of a distance between 2 models by the attacker's Sensors (R54)."""
    return band_within(sensor_reach(state, attacker, target), target, inches)


def band_within(reach: float, target: Model, inches: float) -> str:
    """Return the range band of a distance. `reach` is where Optimum Range ends."""
    if reach < 0 or inches > reach + TOLERANCE:
        return LONG
    return SHORT if inches <= target.card.signature + TOLERANCE else OPTIMUM


def in_sensor_range(state: State, model: Model, other: Model) -> bool:
    """Return whether any pair from both formations is in Short or Optimum Range."""
    pairs = ((one, two) for one in formation_members(state, model) for two in formation_members(state, other))
    return any(
        sensor_band(state, one, two, distance(one.base, one.pose, two.base, two.pose)) != LONG for one, two in pairs
    )


def models_maybe_sensed(state: State, model: Model) -> list[Model]:
    """Return the models that may be in Short or Optimum Range: those nearby, and those that effects reveal."""
    signature = max((other.card.signature for other in state.on_table()), default=0)
    reach = signature + 3.0 * ratings.sensors(state, model)
    nearby_ids = {other.id for other in models_maybe_within(state, model.base, model.pose, reach)}
    models = state.on_table()
    return [other for other in models if other.id in nearby_ids or effects_on(state, other, Effect.sensors_against)]


def sensor_reach(state: State, attacker: Model, target: Model, *, commanded: bool = False) -> float:
    """Return the inches within which a target is in Short or Optimum Range, -1 if it never is (Cloak).

    A commanded model's own traits don't hide it from its commander.
    """
    sensors = ratings.sensors(state, attacker)
    for effect in effects_on(state, target, Effect.sensors_against):
        if commanded and effect.hides:
            continue
        changed = effect.sensors_against(state, target, sensors)
        if changed is None:
            return -1.0
        sensors = changed
    if is_in_play(state, Effect.sensors_for):
        for effect in effects_on(state, attacker, Effect.sensors_for):
            sensors = effect.sensors_for(state, attacker, target, sensors)
    return target.card.signature + 3.0 * sensors


# --- Stealth and guidance of missiles ---


def stealth_levels(state: State, model: Model) -> Hidden:
    """Return a model's Stealth levels and their source. The trait counts once (R65), a large body adds one (R32)."""
    sources = [Hidden(levels, effect.name) for effect in effects_on(state, model, Effect.stealth)
            if (levels := effect.stealth(state, model))]  # fmt: skip
    cloaking_piece = next((piece for piece in state.terrain.values() if _is_cloaking(state, model, piece)), None)
    if cloaking_piece is not None:
        sources.append(Hidden(1, rulebook(state).terrain[cloaking_piece.kind].name))
    best = max(sources, key=lambda source: source.levels, default=Hidden())
    body = _hiding_body(state, model)
    if body:
        return Hidden(best.levels + 1, f"{best.why}, near {body}" if best.why else f"near {body}")
    return best


def _is_cloaking(state: State, model: Model, piece: Terrain) -> bool:
    kind = rulebook(state).terrain[piece.kind]
    return kind.cloaks and touches_piece(model, piece) and not is_avoided(state, model, piece)


def target_designation(state: State, side: int, target: Model) -> Contribution | None:
    """Return the escalation of a missile if a friend's Target Designator sees the target, else None."""
    is_seen = any(band != LONG for band in _designator_bands(state, side, target))
    return Contribution("Target Designator", 1, TargetDesignator.place, ESCALATE) if is_seen else None


def _is_unveiled(state: State, side: int, target: Model) -> bool:
    """Return whether a friend with a Target Designator lets missiles ignore the target's Stealth."""
    return any(band == SHORT for band in _designator_bands(state, side, target))


def _designator_bands(state: State, side: int, target: Model) -> Iterator[str]:
    """Yield the range band of a target for each Target Designator of a side."""
    for other in state.on_table():
        if other.side == side and find_effect(state, other, TargetDesignator) is not None:
            yield sensor_band(state, other, target, distance(other.base, other.pose, target.base, target.pose))


def sees_through(state: State, attacker: Model, target: Model) -> bool:
    """Return whether the attacker itself ignores the target's Stealth."""
    return any(
        effect.sees_through(state, attacker, target) for effect in effects_on(state, attacker, Effect.sees_through)
    )


def jammed_by(state: State, target: Model) -> Model | None:
    """Return the model of either side that jams missiles at the target, None if there is none."""
    for other in state.on_table():
        if find_effect(state, other, Jammer) is not None:
            inches = distance(other.base, other.pose, target.base, target.pose)
            if inches <= Jammer.reach + TOLERANCE:
                return other
    return None


# --- Weapons and mounts ---

POINT_DEFENSE = "pd"
"""The mount id of a ship's Point Defense."""


def weapon_of(model: Model, mount: str) -> WeaponCard | None:
    """Return the weapon of a mount id, including Point Defense. None if the model doesn't have it."""
    if mount == POINT_DEFENSE:
        return point_defense(model.rating("defense")) if model.is_capital else None
    card_mount = mount_of(model, mount)
    return card_mount.weapon if card_mount else None


def weapons_label(model: Model, mounts: Sequence[str]) -> str:
    """Return the name of weapons that fire together, `Mass Driver x2`. One weapon is told from its like."""
    first = MountRef(mounts[0])
    weapon = weapon_of(model, first)
    if weapon is None or first == POINT_DEFENSE:
        return str(first) if weapon is None else weapon.name
    if len(mounts) > 1:
        return f"{weapon.name} x{len(mounts)}"
    return model.card.mount_name(first.ident) + (f" of member {first.member + 1}" if first.member else "")


def is_used_up(state: State, model: Model, mount: str) -> bool:
    """Return whether the active model has fired a weapon as often as it may in this activation."""
    act = state.activation
    if act is None or mount not in act.used:
        return False
    weapon = weapon_of(model, mount)
    array = find_weapon_effect(state, weapon, Array) if weapon is not None else None
    return act.used.count(mount) >= (1 if array is None else array.attacks)


# --- One shot ---


class TargetFacts:
    """Facts about a target that are the same for all attackers."""

    __slots__ = ("_cover", "_stealth", "_unveiled", "state", "target")

    def __init__(self, state: State, target: Model) -> None:
        self.state = state
        self.target = target
        self._cover: Cover | None = None
        self._stealth: Hidden | None = None
        self._unveiled: dict[int, bool] = {}

    @property
    def cover(self) -> Cover:
        if self._cover is None:
            self._cover = cover(self.state, self.target)
        return self._cover

    def hidden(self, side: int) -> Hidden:
        """Return the Stealth of the target against missiles of a side. Attackers may still see through it."""
        if self._stealth is None:
            self._stealth = stealth_levels(self.state, self.target)
        if self._stealth.levels and side not in self._unveiled:
            self._unveiled[side] = _is_unveiled(self.state, side, self.target)
        return Hidden() if self._unveiled.get(side) else self._stealth


class LineOfFire:
    """Facts about an attacker and its target that are the same for all its weapons."""

    __slots__ = (
        "_along", "_arcs", "_band", "_distance", "_hidden", "_obscured", "_regards", "_sensed", "_sides", "attacker",
        "regard", "state", "target",
    )  # fmt: skip

    def __init__(
        self,
        state: State,
        attacker: Model,
        target: Model,
        regards: dict[str, TargetFacts] | None = None,
        sensed: float | None = None,
    ) -> None:
        self.state = state
        self.attacker = attacker
        self.target = target
        self._regards = regards if regards is not None else {}
        """The facts about each target by id, shared with other lines. Completed here."""
        regard = self._regards.get(target.id)
        if regard is None:
            regard = self._regards[target.id] = TargetFacts(state, target)
        self.regard = regard
        self._hidden: Hidden | None = None
        self._distance = -1.0
        self._sensed = sensed
        self._band = ""
        self._obscured: str | None = None
        self._arcs: tuple[str, ...] | None = None
        self._sides: tuple[str, ...] | None = None
        self._along: list[LineOfFire] | None = None

    @property
    def along(self) -> list[LineOfFire]:
        """Lines to the other models that a kinetic line to the target touches, farthest first."""
        if self._along is None:
            touched = along_line(self.state, self.attacker, self.target)
            self._along = [LineOfFire(self.state, self.attacker, model, self._regards) for model in touched]
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
        """Inches within which the target is in Short or Optimum Range. -1 if it never is."""
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
        """The arcs of the attacker in which the target lies."""
        if self._arcs is None:
            a, t = self.attacker, self.target
            self._arcs = arcs_of(a.base, a.pose, t.base, t.pose)
        return self._arcs

    @property
    def sides(self) -> tuple[str, ...]:
        """The target's arcs with most of the attacker, () if it has none (R17, R33)."""
        if self._sides is None:
            a, t = self.attacker, self.target
            has_arcs = t.is_capital and not t.card.station
            self._sides = main_arcs(t.base, t.pose, a.base, a.pose) if has_arcs else ()
        return self._sides

    @property
    def obscured(self) -> str:
        """The name of what obscures the target, "" if nothing."""
        if self._obscured is None:
            self._obscured = _obscured_in(self.regard.cover, self.attacker, self.target)
        return self._obscured

    @property
    def hidden(self) -> Hidden:
        """The Stealth of the target against the attacker's missiles."""
        if self._hidden is None:
            seen = sees_through(self.state, self.attacker, self.target)
            self._hidden = Hidden() if seen else self.regard.hidden(self.attacker.side)
        return self._hidden


class Shot:
    """A shot of one model at another in one attack window."""

    __slots__ = (
        "_band", "_sides", "attacker", "line", "linked", "mounts", "resist", "secondary", "share", "state", "target",
        "weapon", "window",
    )  # fmt: skip

    def __init__(
        self, state: State, attacker: Model, mounts: tuple[str, ...], weapon: WeaponCard, target: Model, window: str,
        secondary: bool = False, share: int | None = None, resist: int | None = None, line: LineOfFire | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.attacker = attacker
        self.mounts = mounts
        self.weapon = weapon
        """The weapon whose ratings are used. The other mounts are linked to it."""
        self.linked = len(mounts) - 1
        self.target = target
        self.window = window
        self.secondary = secondary
        """Whether the target is a Secondary Target of a kinetic line."""
        self.share = share
        """Attack dice of a split pool instead of the printed rating."""
        self.resist = resist
        """Defense dice of the target's split pool, None if no pool was split."""
        self.line = line or LineOfFire(state, attacker, target)
        """May be shared with other shots between the 2 models."""
        self._band = ""
        self._sides: tuple[str, ...] | None = None

    @property
    def against(self) -> str:
        """The kind of target: `ships` or `squadrons`."""
        return "ships" if self.target.is_capital else "squadrons"

    @property
    def printed(self) -> int | None:
        """The printed rating against the target, None if the weapon can't attack it."""
        return self.weapon.ac if self.target.is_capital else self.weapon.as_

    @property
    def distance(self) -> float:
        """Inches between the bases."""
        return self.line.distance

    @property
    def sensed(self) -> float:
        return self.line.sensed

    @property
    def band(self) -> str:
        """The range band, by the window and the weapon (v1.2.4 Attack > Sensor Range; R54, R70)."""
        if not self._band:
            if self.window in CLOSE:
                self._band = OPTIMUM
            elif self.window == EXPLOSION:
                self._band = SHORT if self._is_near_explosion else OPTIMUM
            else:
                self._band = weapon_type(self.state, self.weapon).band(self)
        return self._band

    @property
    def _is_near_explosion(self) -> bool:
        """Whether the target is at Short Range of an explosion. Cloaked targets never are (R63, R70)."""
        return self.sensed >= 0 and self.distance <= self.target.card.signature + TOLERANCE

    @property
    def arcs(self) -> tuple[str, ...]:
        """The attacker's arcs in which the target lies. Squadrons have all arcs."""
        return ("turret", *self.line.arcs) if self.attacker.is_capital else ("turret",)

    @property
    def bears(self) -> bool:
        """Whether the target is in an arc of the weapon."""
        arcs = self.weapon.arcs
        return "turret" in arcs or not self.attacker.is_capital or any(arc in arcs for arc in self.line.arcs)

    @property
    def sides(self) -> tuple[str, ...]:
        """The target's arcs with most of the attacker, or in a Bombing Run with the contact. () if none (R17, R33)."""
        if self.window != BOMBING:
            return self.line.sides
        if self._sides is None:
            has_arcs = self.target.is_capital and not self.target.card.station
            self._sides = touched_arcs(self.target, self.line.attacker) if has_arcs else ()
        return self._sides

    @property
    def obscured(self) -> str:
        return self.line.obscured

    @property
    def hidden(self) -> Hidden:
        return self.line.hidden


NUDGE = 0.02
"""Inches by which a squadron in contact is moved off the ship to find the middle of the contact."""


def touched_arcs(ship: Model, squadron: Model) -> tuple[str, ...]:
    """Return the arcs of a ship that contain the middle of its contact with a squadron (R17)."""
    moved_pose = squadron.pose.toward(ship.pose, -NUDGE)
    line = nearest_segment(ship.base, ship.pose, squadron.base, moved_pose)
    if line is None:
        return main_arcs(ship.base, ship.pose, squadron.base, squadron.pose)
    arcs = arcs_of(ship.base, ship.pose, POINT, Pose(line[0][0], line[0][1], 0))
    return tuple(arc for arc in arcs if arc != "spinal")


# --- Links ---

PLACE = Link.place


def refuse_link(state: State, model: Model, mounts: list[str]) -> Refusal | None:
    """Return why these mounts may not fire together, None if they may."""
    card_mounts = [mount_of(model, mount_id) for mount_id in mounts]
    weapons = [mount.weapon for mount in card_mounts if mount is not None]
    if len(weapons) != len(mounts) or len(set(mounts)) != len(mounts):
        return Refusal("Linked weapons must be different mounts of the card.", PLACE)
    first = weapons[0]
    if not all(_can_link(state, first, other, bool(model.formation)) for other in weapons[1:]):
        return Refusal("Only weapons with Link, of the same type and with a shared arc, may fire together.", PLACE)
    if model.is_capital and not _shared_arcs(weapons):
        return Refusal("The linked weapons have no arc in common.", PLACE)
    return None


def _can_link(state: State, one: WeaponCard, other: WeaponCard, in_formation: bool = False) -> bool:
    """Return whether 2 weapons are of one type and both have Link, as all weapons of a formation do."""
    is_same_type = one.type == other.type and one.missile == other.missile
    return is_same_type and (in_formation or (_has_link(state, one) and _has_link(state, other)))


def fires_as_one(state: State, model: Model, weapon: WeaponCard) -> bool:
    """Return whether several of the model's weapons of that kind may fire as one. In a formation all may."""
    return bool(model.formation) or _has_link(state, weapon)


def _has_link(state: State, weapon: WeaponCard) -> bool:
    return find_weapon_effect(state, weapon, Link) is not None


def _shared_arcs(weapons: list[WeaponCard]) -> list[str]:
    """Return the arcs that all weapons cover. A turret covers all."""
    arcs = ["fore", "starboard", "aft", "port", "spinal"]
    return [arc for arc in arcs if all("turret" in weapon.arcs or arc in weapon.arcs for weapon in weapons)]


def refuse_arc(model: Model, mounts: list[str], target: Model) -> Refusal | None:
    """Return why linked weapons may not fire at a target, which must be in an arc they share (R59)."""
    if not model.is_capital:
        return None
    shared_arcs = _shared_arcs([mount.weapon for mount in model.card.mounts if mount.id in mounts])
    target_arcs = arcs_of(model.base, model.pose, target.base, target.pose)
    if any(arc in target_arcs for arc in shared_arcs):
        return None
    return Refusal(f"{target.name} is outside the arcs that the linked weapons share.", PLACE)


def link_group(state: State, model: Model, mount_id: str, free: list[str], target: Model) -> list[str]:
    """Return a mount and all free ones that may fire linked with it at a target, the mount itself first."""
    if mount_of(model, mount_id) is None:
        return [mount_id]
    group = [mount_id]
    for other in free:
        candidate = [*group, other]
        if other in group or refuse_link(state, model, candidate) is not None:
            continue
        if refuse_arc(model, candidate, target) is None:
            group = candidate
    return group
