"""Movement and terrain: what happens on the table."""

from __future__ import annotations

from jovian.rules.book.rule import Rule, chapter

TABLE: tuple[Rule, ...] = (
    *chapter(
        "Movement", "rules/test_movement",
        ("Capital Ship Movement", "Straight ahead, broken up by turns.", "rules/movement"),
        ("Minimum Move Distance", "Speed less Thrusters; below zero the ship may go astern.", "rules/limits"),
        ("Maximum Move Distance", "Speed and Thrusters.", "rules/limits"),
        ("Turns", "Up to 45 degrees each, as many as the lower of Turns and Thrusters.", "rules/limits"),
        ("Thrusters 0", "Without Thrusters a turn takes a skill test.", "rules/movement"),
        ("Squadron Movement", "Any path as long as Speed.", "rules/movement"),
    ),
    *chapter(
        "Movement > Overlapping", "rules/test_overlapping",
        ("Ending on a Base", "No move may end touching another base if it can end elsewhere.", "rules/contact"),
        ("Capital Ship Overlapping", "The smaller ship, or the mover among equals, slides clear.", "rules/overlap"),
        ("Squadron Overlapping", "A squadron under a ship is moved the shortest way clear.", "rules/overlap"),
    ),
    *chapter(
        "Movement", "rules/test_leaving_play",
        ("Leaving Play", "A model that ends or acts partly off the table is Withdrawn.", "rules/casualties"),
    ),
    *chapter(
        "Terrain", "rules/test_terrain",
        ("Avoiding Terrain", "A model may treat a piece as something that it must not end on.", "rules/hazards"),
        ("Move Effects", "A piece with dice attacks what moves through it, once an activation.", "rules/hazards"),
        ("Asteroid Field", "Strikes ships (AC 2) and hides what is in it.", "rules/effects/terrain"),
        ("Atmosphere", "Slows, strikes and veils whatever moves in it."),
        ("Comets", "A body that flies 2d6 inches a turn and pushes models aside, and a tail that strikes.",
         "rules/comet"),
        ("Debris Field", "Strikes ships with 3 dice and squadrons with 4.", "rules/effects/terrain"),
        ("Decoy Drone Swarm", "Hides and blinds what is in it, shrinks, and is soon gone.", "rules/templates",
         "rules/test_templates"),
        ("Large Asteroid", 'A rock that hides what is within 3"; nothing may end on it.', "rules/effects/terrain"),
        ("Particle Cloud", "Strikes what moves through it (2 dice) and hides what is in it.",
         "rules/effects/terrain"),
        ("Planet or Large Moon", "A table edge that pulls and cannot be crossed."),
        ("Small Moons", "Great rocks that hide, and speed up what starts above them."),
        ("Space Stations", "Rolled-up fortresses that do not move."),
        ("Wreck", "What a dead ship leaves: a small large asteroid.", "rules/effects/terrain"),
        ("Unidentified Object", "A hulk to board and search."),
    ),
)  # fmt: skip
