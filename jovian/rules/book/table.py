"""Movement and terrain: what happens on the table."""

from __future__ import annotations

from jovian.rules.book.rule import Rule, chapter, heading, played
from jovian.rules.setup.edition import edition

IN_PLAY = {kind.place: kind for kind in reversed(list(edition().terrain.values()))}.values()
"""The kinds of terrain, one for each heading: a comet and its tail have one."""
LIVES = {
    **dict.fromkeys(map(heading, IN_PLAY), "rules/terrain/kinds: TERRAIN_KINDS"),
    "Comets": "rules/terrain/comet: CometsFly",
    "Space Stations": "rules/scenario/stations: roll_stations",
    "Unidentified Object": "rules/scenario/stations: OnlyBoarded",
    "Atmosphere": "rules/scenario/atmosphere: Atmosphere",
    "Planet or Large Moon": "rules/places/edges: stopped_by, pull",
}
"""Kinds are values of one list; what moves a comet is more than that."""
TESTS = {
    "Decoy Drone Swarm": "rules/test_templates",
    "Space Stations": "rules/test_stations",
    "Unidentified Object": "rules/test_unidentified_objects",
    "Atmosphere": "rules/test_atmosphere",
    "Planet or Large Moon": "rules/test_planet",
    "Comets": "rules/test_comets",
}
"""Where the tests of a kind are, if not with the others."""

TABLE: tuple[Rule, ...] = (
    *chapter(
        "Movement", "rules/test_movement",
        ("Capital Ship Movement", "Straight ahead, broken up by turns.", "rules/moving/movement: advance, turn"),
        ("Minimum Move Distance", "Speed less Thrusters; below zero the ship may go astern.",
         "rules/places/limits: fixed_limits"),
        ("Maximum Move Distance", "Speed plus Thrusters.", "rules/places/limits: fixed_limits"),
        ("Turns", "Up to 45 degrees each, as many as the lower of Turns and Thrusters.",
         "rules/shooting/ratings: turns"),
        ("Thrusters 0", "Without Thrusters a turn takes a skill test.", "rules/moving/movement: turn"),
        ("Squadron Movement", "Any path no longer than Speed.", "rules/moving/movement: fly"),
    ),
    *chapter(
        "Movement > Overlapping", "rules/test_overlapping",
        ("Ending on a Base", "No move may end touching another base if it can end elsewhere.",
         "rules/places/move_ends: refuse_end"),
        ("Capital Ship Overlapping", "The smaller ship, or the mover among equals, slides clear.",
         "rules/moving/overlap: put_ahead"),
        ("Squadron Overlapping", "A squadron under a ship is moved the shortest way clear.",
         "rules/moving/overlap: push"),
    ),
    *chapter(
        "Movement", "rules/test_leaving_play",
        ("Leaving Play", "A model that ends or acts partly off the table is Withdrawn.",
         "rules/harm/casualties: leave_table"),
    ),
    *played(IN_PLAY, "rules/test_terrain", TESTS, LIVES),
    *chapter(
        "Terrain", "rules/test_terrain",
        ("Avoiding Terrain", "A model may treat a piece as something that it must not end on.",
         "rules/terrain/striking: meet"),
        ("Move Effects", "A piece with dice attacks what moves through it, once an activation.",
         "rules/terrain/striking: terrain_attack"),
    ),
)  # fmt: skip
