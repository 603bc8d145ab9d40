"""What the pictures on the pages of the rules show: positions with overlays, and rolls. The rules compute both.

The window draws them with its board and its dice trays, and the HTML pages with `board_svg.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from jovian.cards import ScenarioCard, unit_cards
from jovian.cards.scenario import Placement, TerrainCard
from jovian.dice import MAGNITUDES, Pool, result_of_faces
from jovian.frozen import frozen
from jovian.game import Answer, Game, LogEntry, Model, Procedure, State
from jovian.game.activation import Activation
from jovian.game.answers import SecretPlan
from jovian.game.events import EventLog
from jovian.rules.basics.rolls import roll
from jovian.rules.close_combat.dogfight import SINGLY, PlanFight, dogfight
from jovian.rules.moving import resolve_overlaps
from jovian.rules.placement.move_ends import ONE_TURN
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.scenario.zones import DEPTH, CornerZone
from jovian.rules.setup.setup import Setup, begin
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import NEAR, obscured_by, sensor_band, sensor_reach
from jovian.table import MAIN_ARCS, Pose, main_arcs, nearest_segment
from jovian.table.arcs import SPINAL
from jovian.table.overlays import (
    MIDDLES,
    ArcOverlay,
    BaseRing,
    BoardLine,
    BoardPath,
    Ghost,
    Overlay,
    PointLabel,
)

Part = tuple[float, float, float, float]


@frozen(eq=False)
class Diagram:
    """A picture with its caption: a position, rolls, or both."""

    caption: str
    state: State | None = None
    part: Part = (0.0, 0.0, 0.0, 0.0)
    """The visible part of the table: its left, bottom, right, and top edge in inches."""
    overlays: tuple[Overlay, ...] = ()
    events: tuple[LogEntry, ...] = ()
    """The rolls, and the plans of a close fight."""


@cache
def diagrams_of(key: str) -> tuple[Diagram, ...]:
    """Return the diagrams on a page of the rules by its key, () for most pages."""
    return tuple(make() for make in DIAGRAMS.get(key, ()))


# --- Positions and rolls ---

CENTER = 24.0
"""Diagrams are near the middle of a table, where its edges aren't visible."""
SIDE_NAMES = ("Side A", "Side B")
SHIP, SMALL_SHIP, ARMORED, ENEMY_SHIP = "jovian/godsfire", "jovian/javelin", "jovian/valiant", "cega/uller"
SQUADRON, ENEMY_SQUADRON = "jovian/kestrel", "venusian/feng"


def _placed(card: str, side: int, name: str, x: float, y: float, heading: int = 0) -> Placement:
    """Return a model at a place around the middle of the table. Its name is its id, too."""
    return Placement(card=card, side=side, id=name, name=name, x=CENTER + x, y=CENTER + y, heading=heading)


def _position(*models: Placement, terrain: tuple[TerrainCard, ...] = (), zones: str = "") -> State:
    """Return a state in which the first model is active. Zones are visible only before the game."""
    scenario = ScenarioCard(
        name="Rules", key="rules", summary="", objectives=(), zones=zones or "standard", models=models, terrain=terrain
    )
    state = begin(Setup(scenario, (), unit_cards()))
    state.turn, state.phase = (0, "deployment") if zones else (1, "activation")
    state.activation = Activation(models[0].id) if models else None
    return state


def _around(left: float, bottom: float, right: float, top: float) -> Part:
    return CENTER + left, CENTER + bottom, CENTER + right, CENTER + top


def _played(
    state: State, start: Callable[[Game], Procedure[Any]], faces: Iterable[tuple[int, ...]],
    choose: Callable[[PlanFight], Answer] = PlanFight.default,
) -> tuple[LogEntry, ...]:  # fmt: skip
    """Carry out a procedure with these faces and plans, else with the defaults. Return what is logged."""
    state.script = tuple(faces)
    log = EventLog()
    procedure = start(Game(state, log))
    try:
        decision = next(procedure)
        while True:
            answer = choose(decision) if isinstance(decision, PlanFight) else decision.default()
            decision = procedure.send(answer)
    except StopIteration:
        return tuple(log.entries)


def _ghost(model: Model, pose: Pose, *, legal: bool = True) -> Ghost:
    return Ghost(model.base, pose, model.card.image, model.card.squadron_type or "capital", model.side, legal)


def _line(model: Model, other: Model, style: str, label: str = "") -> BoardLine:
    """Return the shortest line between two bases."""
    segment = nearest_segment(model.base, model.pose, other.base, other.pose)
    assert segment is not None
    return BoardLine(*segment, style=style, label=label)


# --- Attacks ---

ARC_STYLES = {"fore": "arc", "starboard": "legal", "port": "legal", "aft": "obscured", SPINAL: "attack"}
ARC_INCHES = 4.5


def _arcs() -> Diagram:
    state = _position(_placed(SHIP, 0, "Ship", 0, 0))
    ship = state.models["Ship"]
    fans = tuple(
        ArcOverlay(ship.pose, ship.base, (arc,), 0.0, ARC_INCHES, ARC_STYLES[arc], labels=False)
        for arc in (*MAIN_ARCS, SPINAL)
    )
    turned = MIDDLES | {"fore": 332, SPINAL: 0}
    labels = tuple(
        PointLabel(ship.pose.turned(turned[arc]).advanced(4.6)[:2], arc.capitalize(), ARC_STYLES[arc])
        for arc in (*MAIN_ARCS, SPINAL)
    )
    caption = (
        "The arcs of a ship that heads up the page. They begin at the middle of its base. The spinal strip ahead is as "
        "wide as the base. A turret fires in all directions."
    )
    return Diagram(caption, state, _around(-8, -6.4, 8, 6.4), (*fans, *labels))


def _armor() -> Diagram:
    attacking, hit = _placed(ENEMY_SHIP, 1, "Attacker", 5.8, 1.6, 255), _placed(ARMORED, 0, "Target", -1.5, 0)
    state = _position(attacking, hit)
    attacker, target = state.models["Attacker"], state.models["Target"]
    (arc,) = main_arcs(target.base, target.pose, attacker.base, attacker.pose)
    fans = tuple(
        ArcOverlay(target.pose, target.base, (each,), 0.0, 3.2, "threat" if each == arc else "measure", labels=False)
        for each in MAIN_ARCS
    )
    armor = target.card.armor
    labels = tuple(
        PointLabel(
            target.pose.turned(MIDDLES[each]).advanced(3.6)[:2], f"{each.capitalize()}: Armor {armor[each]}",
            "threat" if each == arc else "measure",
        ) for each in MAIN_ARCS
    )  # fmt: skip
    caption = (
        f"Most of the attacker is in the {arc} arc of the target. So the Armor there counts: {armor[arc]} less for the "
        f"Attack Modifier."
    )
    line = _line(attacker, target, "attack")
    return Diagram(caption, state, _around(-8.5, -5.6, 8.5, 5.6), (*fans, line, *labels))


def _ranges() -> Diagram:
    names = ("Near", "Middle", "Far")
    targets = [_placed(ENEMY_SQUADRON, 1, name, 0, 5) for name in names]
    state = _position(_placed(ARMORED, 0, "Attacker", 0, 0, 90), *targets)
    attacker, nearest = state.models["Attacker"], state.models["Near"]
    signature, reach = nearest.card.signature, sensor_reach(state, attacker, nearest)
    weapon = next(mount for mount in attacker.card.mounts if mount.weapon.as_ is not None)
    bases = attacker.base.length / 2 + nearest.base.width / 2
    notes = []
    for name, inches in zip(names, (0.55 * signature, (signature + reach) / 2, reach + 2), strict=True):
        target = state.models[name]
        target.pose = attacker.pose.advanced(bases + inches)
        shot = assess(state, attacker, (weapon.id,), target, ACTIVATION)
        text = "can't fire"
        if isinstance(shot, Assessment):
            text = f"Modifier {shot.roll.net:+}" if shot.roll.net else "no change"
        target.name = f"{sensor_band(state, attacker, target, inches).capitalize()} range"
        notes.append(PointLabel(target.pose[:2], text))
    fan = ArcOverlay(attacker.pose, attacker.base, ("fore",), float(signature), reach)
    sensors = attacker.rating("sensors")
    caption = (
        f"The enemy has Signature {signature}, so short range ends at {signature} inches. The ship has Sensors "
        f"{sensors}: optimum range is 3 inches longer for each. Short range adds 1 to the Attack Modifier. At long "
        f"range, only Sniper or Long Shot lets a weapon fire."
    )
    return Diagram(caption, state, _around(-2.2, -2.9, bases + reach + 4, 2.9), (fan, *notes))


def _obscured() -> Diagram:
    rock = TerrainCard(kind="large-asteroid", id="rock", x=CENTER + 2.6, y=CENTER + 0.3, radius=1.0)
    models = _placed(SHIP, 0, "Attacker", -6, 0, 90), _placed(ENEMY_SQUADRON, 1, "Target", 5.4, 0)
    state = _position(*models, terrain=(rock,))
    attacker, target = state.models["Attacker"], state.models["Target"]
    cover = obscured_by(state, attacker, target).lower()
    overlays = (
        BaseRing(target.base, target.pose, NEAR, "obscured"), _line(attacker, target, "attack"),
        PointLabel((target.pose.x, target.pose.y + NEAR + 0.9), f'within {NEAR:g}"', "obscured"),
    )  # fmt: skip
    caption = (
        f"The target is Obscured: the {cover} is in the line of fire, within {NEAR:g} inches of the target, and has "
        f"the greater Signature."
    )
    return Diagram(caption, state, _around(-8.6, -4.8, 10.2, 4.8), overlays)


# --- Moves ---


def _minimum_move() -> Diagram:
    state = _position(_placed(SMALL_SHIP, 0, "Ship", -4.5, 0, 90))
    ship = state.models["Ship"]
    limits = fixed_limits(state, ship)
    ends = [ship.pose.advanced(inches) for inches in (limits.min_move, limits.max_move)]
    speed, thrusters = ship.card.speed, ship.rating("thrusters")
    start, low, high = ship.pose.moved(0, -2), ends[0].moved(0, -2), ends[1].moved(0, 1.5)
    overlays: tuple[Overlay, ...] = (
        *(_ghost(ship, end) for end in ends),
        BoardLine(start[:2], low[:2], label=f'at least {limits.min_move:g}"'),
        BoardLine(ship.pose.moved(0, 1.5)[:2], high[:2], label=f'at most {limits.max_move:g}"'),
    )
    caption = (
        f"Speed {speed} and Thrusters {thrusters}: the ship moves at least {speed} - {thrusters} and at most {speed} + "
        f"{thrusters} inches, so it ends between the two outlines."
    )
    return Diagram(caption, state, _around(-6.5, -2.9, 4.5, 2.5), overlays)


def _turns() -> Diagram:
    state = _position(_placed(SMALL_SHIP, 0, "Ship", -4, -2, 90))
    ship = state.models["Ship"]
    corner = ship.pose.advanced(3)
    turned = corner.turned(-ONE_TURN)
    end = turned.advanced(3)
    overlays = (
        BoardPath((ship.pose, corner, turned, end), ship.base), _ghost(ship, end),
        BoardLine(ship.pose[:2], corner[:2], label='3"'), BoardLine(turned[:2], end[:2], label='3"'),
        PointLabel((corner.x + 2.6, corner.y - 0.4), f"turn of {ONE_TURN} degrees", "legal"),
    )  # fmt: skip
    caption = f"Three inches ahead, a turn of {ONE_TURN} degrees about the middle of the base, and 3 inches more."
    return Diagram(caption, state, _around(-6, -4, 5, 3), overlays)


def _separated(state: State, mover: str, moved: str, caption: str, part: Part) -> Diagram:
    """Return what happens if a mover ends on another model. `moved` is the model that isn't where it was then."""
    model = state.models[moved]
    before = _ghost(model, model.pose, legal=False)
    _played(state, lambda game: resolve_overlaps(game, state.models[mover]), ())
    return Diagram(caption, state, part, (before, BoardLine(before.pose[:2], model.pose[:2], style="refused")))


def _overlapping_ships() -> Diagram:
    small, big = _placed(SMALL_SHIP, 0, "Smaller ship", -0.6, 0.2), _placed(ENEMY_SHIP, 1, "Larger ship", 0, 0, 90)
    caption = (
        "The smaller ship would end its move where the dashed outline is, on the larger one. It slides ahead until the "
        "back of its base touches the other base."
    )
    return _separated(_position(small, big), "Smaller ship", "Smaller ship", caption, _around(-6, -2.6, 6, 4.8))


def _overlapped_squadron() -> Diagram:
    ship, squadron = _placed(SHIP, 0, "Ship", 0, 0, 90), _placed(ENEMY_SQUADRON, 1, "Squadron", 0.9, 0.7)
    caption = "A ship ends its move on a squadron. The squadron moves by the shortest way, until the bases don't touch."
    return _separated(_position(ship, squadron), "Ship", "Squadron", caption, _around(-6, -2.6, 6, 3.6))


# --- Zones ---


WHOLE = (-1.0, -1.0, 49.0, 49.0)


def _standard_zones() -> Diagram:
    caption = f"Standard Deployment Zones: {DEPTH:g} inches deep, along two opposite edges."
    return Diagram(caption, _position(zones="standard"), WHOLE)


def _corner_zones() -> Diagram:
    state = _position(zones="corners")
    _played(state, CornerZone().before_deployment, ())
    return Diagram("Corner Deployment Zones: two opposite quarters of the table.", state, WHOLE)


# --- Dice ---

SETS = {
    "none alike": (1, 4, 5, 6, 2), "two alike": (3, 3, 1, 5, 6), "three alike": (4, 4, 4, 1, 2),
    "four or more": (2, 2, 2, 2, 6), "two sets": (1, 1, 5, 5, 5),
}  # fmt: skip


def _sets() -> Diagram:
    caption = (
        "Only equal faces count. The more of them, the greater the Magnitude: no result (N), double (D), triple (T), "
        "or quadruple (Q+). The face is the Value. A roll can have several sets."
    )
    return Diagram(caption, events=tuple(entry for words, faces in SETS.items() for entry in _roll(words, faces)))


def _roll(words: str, faces: tuple[int, ...]) -> tuple[LogEntry, ...]:
    magnitudes = [MAGNITUDES[steps] for _, steps in result_of_faces(faces).sets] or [MAGNITUDES[0]]
    purpose = f"{' and '.join(magnitudes)}: {words}"
    return _played(_position(), lambda game: roll(game, 0, purpose, Pool(len(faces))), [faces])


# --- Close fights ---

PLANS = {"Kestrel": (1, 4), "Feng": (0, 3)}
"""The Fuel and the attack dice of each squadron."""


def _plan(decision: PlanFight) -> SecretPlan:
    fuel, attack = PLANS[decision.subject]
    return SecretPlan(decision.default().mounts[:1], SINGLY, fuel, attack)


def _dogfight() -> Diagram:
    state = _position(_placed(SQUADRON, 0, "Kestrel", 0, 0), _placed(ENEMY_SQUADRON, 1, "Feng", 0, 1, 180))
    fighters = [state.models[name] for name in PLANS]
    shown = state.clone()
    faces = (6, 1, 1), (5, 5, 2, 3), (4, 4, 4, 2), (2, 2, 5, 1)
    events = _played(state, lambda game: dogfight(game, *fighters), faces, _plan)
    caption = (
        "Each squadron has as many dice as its weapon, its Skill, and the Fuel that it bids, and secretly splits them. "
        "Then each attack is rolled against the defense dice of the other, a beam before a cannon. A double in defense "
        "takes one step off: Feng's double becomes nothing, and Kestrel's triple a double."
    )
    return Diagram(caption, shown, _around(-2.4, -2.6, 2.4, 3.6), events=events)


DIAGRAMS: dict[str, tuple[Callable[[], Diagram], ...]] = {
    "Attack > Model Arcs": (_arcs,), "Attack > Armor": (_armor,), "Attack > Sensor Range": (_ranges,),
    "Attack > Short Range": (_ranges,), "Attack > Optimum Range": (_ranges,), "Attack > Long Range": (_ranges,),
    "Attack > Obscured": (_obscured,), "Movement > Minimum Move Distance": (_minimum_move,),
    "Movement > Turns": (_turns,), "Movement > Overlapping": (_overlapping_ships, _overlapped_squadron),
    "Scenarios > Deployment Zone": (_standard_zones, _corner_zones), "Dice System > Magnitude": (_sets,),
    "Dogfight": (_dogfight,),
}  # fmt: skip
"""The diagrams of each page by its key, made when they are first shown."""
