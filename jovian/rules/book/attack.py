"""Attacks, weapon types and damage."""

from __future__ import annotations

from jovian.rules.book.rule import Rule, chapter, played
from jovian.rules.setup.edition import edition

TESTS = {
    "Drone Bay": "rules/test_drones", "Hardpoint": "rules/test_q_ship", "Lance": "rules/test_bombing",
    "Point Defense": "rules/test_point_defense",
}  # fmt: skip
"""Where the tests of a weapon type are, if not with the other types."""

ATTACK: tuple[Rule, ...] = (
    *chapter(
        "Attack", "rules/test_attack",
        ("Attack Window", "Choose a weapon, spend Fire Control, check range, build the pool, roll, damage.",
         "rules/firing/attack: attack"),
        ("Attack Modifier", "Bonuses and penalties add up, and the sum becomes dice.", "dice/pool: net_to_dice"),
    ),
    *chapter(
        "Attack > Attack Modifier", "rules/test_attack",
        ("Target in Short Range", "+1.", "rules/shooting/formula: _parts"),
        ("Target in Long Range", "-3.", "rules/shooting/formula: _parts"),
        ("In Target's P/S Arc", "+1 from port or starboard.", "rules/shooting/formula: ARC_BONUS"),
        ("In Target's Aft Arc", "+2 from astern.", "rules/shooting/formula: ARC_BONUS"),
        ("Target is Obscured", "-2 behind or inside cover.", "rules/shooting/formula: _cover"),
        ("Armor", "-1 for each rating that faces the attack.", "rules/shooting/formula: _armor"),
        ("Target is Station Keeping", "One flex die more for the attacker, in every window.",
         "rules/traits/action_states: StationKeeping.target_parts"),
        ("ECM", "-1 for each rating of the target.",
         "rules/traits/electronics: ElectronicCounterMeasures.target_parts"),
        ("ECCM", "+1 for each rating that cancels ECM.", "rules/traits/electronics: countermeasures"),
        ("Link", "+1 for each further weapon.", "rules/shooting/formula: _parts"),
        ("Bombing", "+2 for the bomber.", "rules/shooting/formula: _parts", "rules/test_bombing"),
        ('Friendly Capital Ship in 3"', "+1 to Point Defense for each.",
         "rules/shooting/aid: point_defense_support", "rules/test_point_defense"),
    ),
    *chapter(
        "Attack", "rules/test_arcs_and_range",
        ("Fire Control", "One rating for each use of a weapon; all of it returns after the activation.",
         "rules/shooting/ratings: fire_control_left", "rules/test_attack"),
        ("Sensor Range", "Short, optimum and long range by Signature and Sensors.", "rules/shooting/shot: sensor_band"),
        ("Short Range", "Up to the target's Signature.", "rules/shooting/shot: sensor_band"),
        ("Optimum Range", "Up to Signature and 3 inches for each rating of Sensors.",
         "rules/shooting/shot: sensor_reach"),
        ("Long Range", "Farther: only special weapons and actions reach it.", "rules/shooting/formula: _out_of_range"),
        ("Obscured", 'Something with a greater Signature within 3" of the target stands in the line, or the target is '
         "in a field or cloud; missiles ignore that.", "rules/shooting/sight: obscured_by"),
        ("Armor", "The Armor of the arc that is struck hinders the attack.",
         "rules/shooting/formula: _facing", "rules/test_attack"),
    ),
    *chapter(
        "Attack > Model Arcs", "rules/test_arcs_and_range",
        ("Squadrons", "Fire all around.", "rules/shooting/shot: Shot.arcs"),
        ("Turret", "Fires all around.", "rules/shooting/shot: Shot.bears"),
        ("Fore", "A quarter of a circle ahead.", "table/arcs: arcs_of"),
        ("Spinal", "A strip as wide as the base, straight ahead.", "table/arcs: in_spinal"),
        ("Aft", "A quarter of a circle astern.", "table/arcs: arcs_of"),
        ("Port or Starboard", "A quarter of a circle to that side.", "table/arcs: arcs_of"),
        ("Attacked Arc", "The target's arc that holds most of the attacker.", "table/arcs: main_arcs"),
    ),
    *chapter(
        "Weapons", "rules/test_weapons",
        ("Weapon Attributes", "Dice against ships (AC) and squadrons (AS), and macro dice.",
         "rules/shooting/formula: numbers"),
        ("Drone", "Squadrons that act only under command.", "rules/places/touching: takes_turns", "rules/test_drones"),
    ),
    *played(edition().weapon_types.values(), "rules/test_weapons", TESTS),
    *chapter(
        "Weapons > Missile", "rules/test_weapons",
        ("Anti-Capital", 'Flies 18".', "rules/weapons/missiles: MISSILE_RANGE"),
        ("Anti-Squadron", 'Flies 12".', "rules/weapons/missiles: MISSILE_RANGE"),
        ("Torpedo", 'Flies 24"; its Short Range is 6" longer.',
         "rules/weapons/missiles: MISSILE_RANGE, missile_short"),
        ("Nuke", "Bursts at a point like a ship that explodes.", "rules/firing/nukes: fire_nuke", "rules/test_nukes"),
        ("Defense by Friends", 'A ship has a flex die against them for each friendly ship within 3".',
         "rules/shooting/aid: missile_support"),
    ),
    *chapter(
        "Weapons > Point Defense", "rules/test_point_defense",
        ("Autofire", "Fires by itself at squadrons that come into its range.", "rules/firing/autofire: watching"),
        ("Attack on All", "For one Fire Control it fires at every squadron in range.", "rules/firing/attack: defend"),
    ),
    *chapter(
        "Damage", "rules/test_damage",
        ("Squadron Damage", "D, T and Q+ cost 1, 2 and 3 Structure.", "rules/harm/toll: Table.toll"),
        ("Capital Ship Damage", "D breaks a rating; T and Q+ break Structure and more.", "rules/harm/toll: Table.toll"),
        ("Order of Results", "Lowest magnitude first, then lowest value.", "rules/harm/damage: strike"),
        ("Rating Damage", "The value picks Defense, Sensors or Thrusters.", "rules/harm/damage: rating_damage"),
        ("Marines Damage", "The attacker may strike Marines instead.", "rules/harm/damage: rating_damage"),
        ("Exhausted Ratings", "Hits on a rating without boxes go on at random, or to Structure.",
         "rules/harm/damage: hit_rating"),
        ("Redundant Boxes", "Equal boxes must all be marked before the rating falls.", "game/model: Model.rating"),
        ("Structure Damage", "At 0 a ship is Crippled and rolls on the catastrophic table.",
         "rules/harm/catastrophe: lose_structure", "rules/test_catastrophe"),
        ("System Trait Damage", "Critical hits break systems box by box.", "rules/facts/marking: mark_system"),
        ("Weapon Damage", "A weapon breaks on a 5+, a spinal one on a 6.", "rules/harm/critical: weapon_need"),
        ("Critical Hit", "The attacker picks a rating, a system or a weapon; failing all, Structure.",
         "rules/harm/critical: critical_hit"),
    ),
    *chapter(
        "Damage", "rules/test_catastrophe",
        ("Catastrophic Damage Table", "A die and one for each system at 0: nothing, dead, or an explosion.",
         "rules/harm/catastrophe: catastrophe"),
        ("Dead", "A wreck is left.", "rules/harm/catastrophe: catastrophe"),
        ("Embarked on a Dead Ship", 'Those aboard are set down within 1" of it.', "rules/harm/unloading: disembark",
         "rules/test_hangers"),
        ("Explode", "Everything near is struck, those aboard are lost, and debris is left.",
         "rules/harm/catastrophe: explode"),
        ("Explosion", 'A particle cannon attack by its Structure on all within 6", macro 2 within 3".',
         "rules/firing/explosion: explosion"),
    ),
)  # fmt: skip
