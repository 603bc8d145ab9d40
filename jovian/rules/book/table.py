"""Movement and terrain: what happens on the table."""

from __future__ import annotations

from jovian.rules.book.rule import Rule, chapter

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
    *chapter(
        "Terrain", "rules/test_terrain",
        ("Avoiding Terrain", "A model may treat a piece as something that it must not end on.",
         "rules/terrain/striking"),
        ("Move Effects", "A piece with dice attacks what moves through it, once an activation.",
         "rules/terrain/striking"),
        ("Asteroid Field", "Strikes ships (AC 2) and hides what is in it.", "rules/terrain/kinds"),
        ("Atmosphere", "Slows, strikes and veils whatever moves in it."),
        ("Comets", "A body that flies 2d6 inches a turn and pushes models aside, and a tail that strikes.",
         "rules/terrain/comet"),
        ("Debris Field", "Strikes ships with 3 dice and squadrons with 4.", "rules/terrain/kinds"),
        ("Decoy Drone Swarm", "Hides and blinds what is in it, shrinks, and is soon gone.", "rules/terrain/templates",
         "rules/test_templates"),
        ("Large Asteroid", 'A rock that hides what is within 3"; nothing may end on it.', "rules/terrain/kinds"),
        ("Particle Cloud", "Strikes what moves through it (2 dice) and hides what is in it.",
         "rules/terrain/kinds"),
        ("Planet or Large Moon", "A table edge that pulls and cannot be crossed."),
        ("Small Moons", "Great rocks that hide, and speed up what starts above them."),
        ("Space Stations", "Rolled-up fortresses that do not move."),
        ("Wreck", "What a dead ship leaves: a small large asteroid.", "rules/terrain/kinds"),
        ("Unidentified Object", "A hulk to board and search."),
    ),
)  # fmt: skip
