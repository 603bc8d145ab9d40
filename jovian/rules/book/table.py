"""Movement and terrain: what happens on the table."""

from __future__ import annotations

from jovian.rules.book.rule import Rule, chapter, played
from jovian.rules.setup.edition import edition

IN_PLAY = {kind.place: kind for kind in reversed(list(edition().terrain.values()))}.values()
"""The kinds of terrain, one for each heading: a comet and its tail have one."""
TESTS = {"Decoy Drone Swarm": "rules/test_templates"}
"""Where the tests of a kind are, if not with the others."""

TABLE: tuple[Rule, ...] = (
    *chapter(
        "Movement", "rules/test_movement",
        ("Capital Ship Movement", "Straight ahead, broken up by turns.", "rules/moving/movement"),
        ("Minimum Move Distance", "Speed less Thrusters; below zero the ship may go astern.", "rules/places/limits"),
        ("Maximum Move Distance", "Speed and Thrusters.", "rules/places/limits"),
        ("Turns", "Up to 45 degrees each, as many as the lower of Turns and Thrusters.", "rules/places/limits"),
        ("Thrusters 0", "Without Thrusters a turn takes a skill test.", "rules/moving/movement"),
        ("Squadron Movement", "Any path as long as Speed.", "rules/moving/movement"),
    ),
    *chapter(
        "Movement > Overlapping", "rules/test_overlapping",
        ("Ending on a Base", "No move may end touching another base if it can end elsewhere.", "rules/places/contact"),
        ("Capital Ship Overlapping", "The smaller ship, or the mover among equals, slides clear.",
         "rules/moving/overlap"),
        ("Squadron Overlapping", "A squadron under a ship is moved the shortest way clear.", "rules/moving/overlap"),
    ),
    *chapter(
        "Movement", "rules/test_leaving_play",
        ("Leaving Play", "A model that ends or acts partly off the table is Withdrawn.", "rules/harm/casualties"),
    ),
    *played(IN_PLAY, "rules/test_terrain", TESTS, "rules/terrain/kinds"),
    *chapter(
        "Terrain", "rules/test_terrain",
        ("Avoiding Terrain", "A model may treat a piece as something that it must not end on.",
         "rules/terrain/striking"),
        ("Move Effects", "A piece with dice attacks what moves through it, once an activation.",
         "rules/terrain/striking"),
        ("Atmosphere", "Slows, strikes and veils whatever moves in it."),
        ("Planet or Large Moon", "A table edge that pulls and cannot be crossed."),
        ("Small Moons", "Great rocks that hide, and speed up what starts above them."),
        ("Space Stations", "Rolled-up fortresses that do not move."),
        ("Unidentified Object", "A hulk to board and search."),
    ),
)  # fmt: skip
