"""A crowded table for the tests of the board: 40 models and every kind of terrain in scenarios."""

from __future__ import annotations

from jovian.cards import load_scenario, unit_cards
from jovian.game import TABLE, Model, State, Terrain
from jovian.table import Pose, Shape, convex_parts
from jovian.ui.board import Zone
from tests.rules_api import build_rulebook

JOVIAN = (
    "jovian/alexander", "jovian/valiant", "jovian/godsfire", "jovian/javelin", "jovian/pathfinder", "jovian/kestrel",
)  # fmt: skip
CEGA = ("cega/appalachian", "cega/uller", "cega/tengu", "cega/tengu", "cega/wyvern", "cega/fury")
NAMES = (
    "Resolute", "Invictus", "Aldrin", "Korolev", "Meridian", "Perseus", "Halcyon", "Tereshkova", "Leonov", "Sagan",
    "Armstrong", "Glenn", "Amber Wing", "Blue Wing", "Cobalt Wing", "Delta Wing", "Ember Wing", "Falcon Wing",
    "Gale Wing", "Harrow Wing",
    "Iron Maw", "Bloodtide", "Ashen King", "Vorax", "Grief", "Skarr", "Talon IV", "Nightfang", "Ruin", "Malice",
    "Ember", "Wrath", "Anvil Group", "Brand Group", "Cinder Group", "Dirge Group", "Edge Group", "Flint Group",
    "Gallows Group", "Hammer Group",
)  # fmt: skip
SPOTS = (
    (23.5, 8), (18, 14.5), (29, 7), (12, 9), (36, 8.5), (15, 11.5), (21, 12.5), (26, 13.8), (33, 12), (39, 9.5),
    (8, 10.5), (43, 7), (19.4, 19), (20.8, 19.3), (25, 18), (26.1, 18.6), (30, 17), (34, 17.5), (38, 15), (10, 15.5),
)  # fmt: skip


def demo_state() -> State:
    """Return a state with 40 models about to meet."""
    state = State(load_scenario("introductory"), {}, build_rulebook())
    cards = unit_cards()
    for index, name in enumerate(NAMES):
        side, nth = divmod(index, 20)
        kinds = (JOVIAN, CEGA)[side]
        card = cards[kinds[min(3, nth // 2 + nth % 2)] if nth < 12 else kinds[4 + nth % 2]]
        model = Model(f"{'ab'[side]}{nth}", card, side, name)
        x, y = SPOTS[nth]
        heading = (nth * 23) % 70 - 35
        model.pose = Pose(x, y, heading % 360) if side == 0 else Pose(48 - x + 0.7, 48 - y, (180 + heading) % 360)
        model.place, model.public = TABLE, True
        model.activated = nth % 5 == 2
        model.marks = {"structure": nth % max(1, len(card.tracks["structure"]))}
        state.models[model.id] = model
    _states(state)
    for piece in demo_terrain():
        state.terrain[piece.id] = piece
    return state


def _states(state: State) -> None:
    state.models["a3"].states["evading"] = 1
    state.models["a4"].states["station-keeping"] = 1
    state.models["b1"].states.update({"crippled": 1, "targeted": 1})
    state.models["b14"].states["escorting"] = 1


def demo_terrain() -> list[Terrain]:
    """Return 1 or 2 pieces of each kind."""
    field = convex_parts([(-4, -1), (-1.5, -3), (2.5, -2.5), (4, 0.5), (1, 1.2), (0.5, 3), (-3, 2.5)])
    cloud = convex_parts([(-4.5, -1.5), (-2, -3), (2.5, -2.5), (4.5, 1.5), (2, 3), (-2.5, 2.5)])
    debris = convex_parts([(-3, -1.5), (0, -2.4), (3, -1), (2.4, 1.8), (-1.5, 2.2)])
    tail = (Shape.polygon([(-1.5, 0), (-1.5, -7), (1.5, -7), (1.5, 0)]),)
    course = Pose(35.5, 27.5, 245)
    return [
        Terrain("field-west", "asteroid-field", Pose(9, 24, 0), field),
        Terrain("cloud", "particle-cloud", Pose(24, 24.5, 20), cloud),
        Terrain("debris", "debris-field", Pose(41.5, 22, 0), debris),
        Terrain("rock", "large-asteroid", Pose(16.5, 29.5, 40), (Shape.circle(1.5),)),
        Terrain("wreck", "wreck", Pose(31, 21.6, 65), (Shape.rect(1.5, 3),)),
        Terrain("comet-tail", "comet-tail", course, tail, "comet"),
        Terrain("comet", "comet", course, (Shape.circle(1.25),), "comet"),
        Terrain("decoys", "decoy-swarm", Pose(3.5, 33, 0), (Shape.circle(2.0),)),
    ]


def orbit_terrain() -> list[Terrain]:
    """Return a planet up the table with an atmosphere, one to the west without, a moon with corners, and a comet."""
    air = Pose(24, 46, 0), (Shape.rect(48, 4),)
    beyond = (Shape.polygon([(-36, 0), (36, 0), (36, 12), (-36, 12)]),)
    bay = convex_parts([(-5, -3), (5, -3), (5, 3), (2, 3), (1, -1), (-1, -1), (-2, 3), (-5, 3)])
    return [
        Terrain("air", "atmosphere", *air),
        Terrain("planet", "planet", Pose(24, 48, 0), beyond),
        Terrain("west", "planet", Pose(0, 24, 270), beyond),
        Terrain("moon", "small-moon", Pose(14, 24, 20), bay),
        Terrain("still", "comet", Pose(34, 25, 0), (Shape.circle(1.5),), still=True),
        Terrain("decoys", "decoy-swarm", Pose(24, 33, 0), (Shape.circle(4.0),)),
    ]


def demo_zones() -> tuple[Zone, ...]:
    """Return the standard zones of a 48" table."""
    return (
        Zone(((0.0, 0.0), (48.0, 0.0), (48.0, 12.0), (0.0, 12.0)), 0, "Deployment zone · Jovian"),
        Zone(((0.0, 36.0), (48.0, 36.0), (48.0, 48.0), (0.0, 48.0)), 1, "Deployment zone · CEGA"),
    )
