"""The rules of the rulebook by name, and the kinds of decisions (`QUESTIONS`).

Each `Rule` names the code and the tests that implement it. The `rules` command and the coverage page read them. Traits
come from `cards/traits.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from jovian.cards.traits import IMPLEMENTATIONS, MODEL_TRAITS, WEAPON_TRAITS, home
from jovian.frozen import frozen
from jovian.game import Answer, answers
from jovian.rules.basics.rolls import TypedFaces
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.damage.leaving_play import Disembark
from jovian.rules.menu.declarations import Declare
from jovian.rules.menu.next_order import NextOrder, order_answers
from jovian.rules.moving import Attach
from jovian.rules.rulebook.global_rule import HOUSE_RULE
from jovian.rules.scenario.tokens import IssueTokens
from jovian.rules.scenario.zones import PlaceBeacon
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.setup.edition import build_rulebook
from jovian.rules.squadrons import FreeMove
from jovian.rules.terrain import PlaceTemplate, PlaceTerrain

# --- Rows ---

DONE, NOT_DONE = "done", "not done"
EDITION = "v1.2.4"


@frozen
class Rule:
    """One named rule."""

    name: str
    place: str
    """`v1.2.4 Chapter > Heading`, or `House rule > Name` for an action that isn't in the rulebook."""
    summary: str
    """Its meaning in our own words."""
    state: str
    """DONE or NOT_DONE."""
    where: str
    """The file that implements it, from the root of the project, or "" if it isn't done."""
    symbols: tuple[str, ...]
    """The classes, methods, functions, or constants that implement it, or () if the file isn't Python."""
    tests: str
    """The file that tests it, from the root of the project, or "" if it isn't done."""

    @property
    def chapter(self) -> str:
        """The chapter of the rulebook."""
        return self.place.removeprefix(f"{EDITION} ").split(" > ")[0]

    @property
    def home(self) -> str:
        """The code as a reader sees it: `jovian/dice/pool.py: Pool.normal`, or "" if it isn't done."""
        return f"{self.where}: {', '.join(self.symbols)}" if self.symbols else self.where


def rule(name: str, place: str, summary: str, where: str = "", tests: str = "") -> Rule:
    """Return a rule. It is done if it names its code.

    `dice/pool: Pool, net_to_dice` means these two names in `jovian/dice/pool.py`, `docs/rulings.md` the whole file.
    `rules/test_dice_rolls` means `tests/rules/test_dice_rolls.py`.
    """
    if not where:
        return Rule(name, place, summary, NOT_DONE, "", (), "")
    file, _, symbols = where.partition(": ")
    names = tuple(symbols.split(", ")) if symbols else ()
    return Rule(name, place, summary, DONE, f"jovian/{file}.py" if names else file, names, f"tests/{tests}.py")


def section_rules(title: str, tests: str, *rows: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules of a heading. A row is a name, a summary, and, if done, its code and perhaps other tests."""
    rules = []
    for row in rows:
        name, summary, where = row[0], row[1], row[2] if len(row) > 2 else ""
        rules.append(rule(name, f"{EDITION} {title} > {name}", summary, where, row[3] if len(row) > 3 else tests))
    return tuple(rules)


class Source(Protocol):
    """A class that implements a rule and states it: an action or a weapon type."""

    @property
    def place(self) -> str:
        """The place in the rulebook."""

    @property
    def summary(self) -> str:
        """Its meaning in our own words."""

    @property
    def tests(self) -> str:
        """The file of its tests."""


def class_rules(sources: Iterable[Source]) -> Iterator[Rule]:
    """Yield the rules that are classes, by their headings."""
    for source in sources:
        where = f"{home(type(source))}: {type(source).__name__}"
        yield rule(heading(source.place), source.place, source.summary, where, source.tests)


def heading(place: str) -> str:
    """Return the last heading of a place."""
    return place.rpartition(" > ")[2]


# --- Basic rules, dice, components, fleets, and sequence ---

BASICS: tuple[Rule, ...] = (
    *section_rules(
        "Basic Rules", "rules/test_sequence",
        ("Exceptions", "A special rule overrides a general rule.",
         "rules/rulebook/effect: Effect", "rules/test_traits"),
        ("Random Selection", "An open die roll picks among equals. A face that names none is rolled again.",
         "rules/basics/rolls: random_pick", "rules/test_damage"),
        ("Rounding", "Every fraction is rounded up.", "rules/scenario/objectives: victory_points",
        "rules/test_scenarios"),
        ("Interruptions and Responses", "A reaction interrupts the activation and is resolved before it continues.",
         "rules/close_combat/interception: offer_reactions", "rules/test_reactions"),
        ("Measurement", "Players may measure anything at any time.", "commands/measure: show_measures",
         "test_cli_measure"),
        ("Secret Information", "Models are hidden until they come to the table, then public.",
         "game/game: view", "rules/test_deployment"),
        ("Resolving Rules Conflicts", "Open questions of the rulebook are decided once and documented.",
         "docs/rulings.md", "test_rulings"),
    ),
    *section_rules(
        "Dice System", "rules/test_dice_rolls",
        ("Result", "Matching faces are a success. Without any the roll fails.", "dice/pool: Result"),
        ("Magnitude", "N for no match, D for two alike, T for three, Q+ for four or more.", "dice/pool: worth"),
        ("Value", "The face that matches; a roll may hold several sets.", "dice/pool: Result.sets"),
        ("Escalate", "Every set goes up one step, Q+ at most. No result stays no result.",
         "dice/pool: Result.escalated"),
        ("Diminish", "Every set goes down one step, a D to no result.", "dice/pool: Result.diminished"),
        ("Dice Pools", "Base, flex and macro dice are rolled together.", "dice/pool: Pool"),
        ("Base Pool", "The dice that form sets; modifiers add or remove some.", "dice/pool: Pool.plus"),
        ("Base Pool of 1", "Below two base dice exactly two are rolled, with no flex and no macro dice.",
         "dice/pool: Pool.normal"),
        ("Flex Pool", "Extra dice. The roller removes as many of the rolled dice again.",
         "dice/pool: removals"),
        ("Macro Pool", "Each macro die that matches a set raises it a step, or lowers it in a negative pool.",
         "dice/pool: worth"),
    ),
    *section_rules(
        "Types of Rolls", "rules/test_dice_rolls",
        ("Unopposed Roll", "Build the pool, roll, take out flex dice, read the sets, perhaps roll again.",
         "rules/basics/rolls: roll"),
        ("Skill Test", "An unopposed roll of the Skill rating; any set passes.", "rules/shots/ratings: skill_test"),
        ("Opposed Roll", "The Secondary's sets reduce the Primary's sets, as the Secondary chooses.",
         "dice/pool: reductions"),
        ("Re-Rolls", "All dice of the pool are rolled again, once. The second roll stands.",
         "rules/basics/rolls: roll"),
    ),
    *section_rules(
        "Components", "cards/test_unit_cards",
        ("Movement Ratings", "Speed, Turns, Thrusters and Fuel.",
         "rules/shots/ratings: speed, turns, thrusters", "rules/test_movement"),
        ("Attack Ratings", "Fire Control and Sensors.",
         "rules/shots/ratings: fire_control, sensors", "rules/test_attack"),
        ("Defense Ratings", "Armor, Defense and Structure.", "game/model: Model.rating", "rules/test_damage"),
        ("Crew", "Skill and Marines.", "rules/shots/ratings: skill", "rules/test_dice_rolls"),
        ("Base Sizes", 'Squadrons on 1" hexagons, ships on rectangles of three sizes.',
         "cards/fleet_builder: BASES"),
        ("Signature", "How far away a model is seen without Sensors, in inches.", "rules/shots/shot: sensor_band",
         "rules/test_arcs_and_range"),
        ("Squadron", "Exo-armor, fighters and drones: no facing, and Fuel instead of Thrusters.",
         "cards/fleet_builder: Squadron"),
        ("Capital Ship", "One ship with arcs, tracks of ratings and a heading.", "cards/fleet_builder: Capital"),
        ("Infantry & Exo-Suits", "Marines ride in ships; exo-suits are small enough to board.",
         "rules/damage/boarding: marines", "rules/test_boarding"),
        ("Terrain Model", "Pieces of terrain with their own rules.", "game/state: Terrain", "rules/test_terrain"),
        ("Capital Ship Unit Card", "The fields of a ship's card.", "cards/fleet_builder: Capital"),
        ("Squadron Unit Card", "The fields of a squadron's card.", "cards/fleet_builder: Squadron"),
    ),
    *section_rules(
        "Fleet", "rules/test_legality",
        ("Fleet Sizes", "Skirmish 150, Engagement 250, Fleet Battle 500 points; a fleet's file says its own.",
         "cards/fleet: FleetList", "cards/test_ready_fleets"),
        ("Point Restrictions", "At least a quarter in squadrons and a quarter in capital ships; at most a quarter in "
         "static defenses and upgrades.", "rules/setup/legality: fleet_violations"),
        ("Upgrade Share", "Upgrades and static defenses together are a quarter at most.",
         "rules/setup/legality: tally"),
        ("Unit Cap", "The maximum number of a unit for each started 250 points.", "rules/setup/legality: unit_limit"),
        ("Fleet Unit Cards", "Cards are text files that anyone can write.", "cards/load: load_units",
         "cards/test_unit_cards"),
        ("Cargo", "Cargo modules fill the slots of the Cargo trait.", "cards/fleet_builder: checked_cargo",
         "cards/test_cargo"),
        ("Characters", "At most one character of each kind on a ship.", "cards/fleet_builder: checked_upgrades",
         "cards/test_upgrades"),
        ("Hardpoints", "Empty weapon lines that are armed when the fleet is built, each with one weapon of its class "
         "or none.", "cards/fleet_builder: checked_hardpoints", "cards/test_upgrades"),
    ),
    *section_rules(
        "Sequence", "rules/test_sequence",
        ("Pre-Game Setup", "Size, fleets, mission and table are agreed on.",
         "rules/setup/setup: Setup", "rules/test_layout"),
        ("Initiative", "The mission or a die decides. Ties are rolled again.",
         "rules/sequence/sequence: initiative"),
        ("Structure of a Game", "Seven turns of Deployment, Activation and End Phase.",
         "rules/sequence/sequence: turn"),
        ("Deployment Phase", "Sides take turns to place models wholly in their zone until both decline.",
         "rules/sequence/deployment: deploy", "rules/test_deployment"),
        ("Deploying Embarked", "A squadron may be deployed aboard a ship with a free berth.",
         "rules/squadrons: embark_in_secret", "rules/test_hangers"),
        ("Activation Phase", "Sides take turns; a model declares, then moves, attacks and acts in any order.",
         "rules/sequence/activation: choose, activate"),
        ("End Phase", "States end, Fuel returns, victory and the turn limit are checked.",
         "rules/sequence/sequence: end_phase"),
    ),
    *section_rules(
        "States", "rules/test_states",
        ("Captured",
         "A ship without marines belongs to the side that boarded it: Fire Control 1, only repairs or flight.",
         "rules/damage/boarding: Captured", "rules/test_boarding"),
        ("Crippled", "A ship without Structure: Fire Control 1, only repairs, flight or a Ram, a roll on the "
         "catastrophic table every turn.", "rules/damage/critical_hits: Crippled"),
        ("Destroyed", "Out of the game for no points.", "rules/damage/leaving_play: destroy"),
        ("Embarked", "Aboard another model: off the table until launched.",
         "rules/squadrons: refuse_aboard, land", "rules/test_hangers"),
        ("In Reserve", "Waiting off the table for a Deployment Phase. Counts in full.",
         "rules/sequence/deployment: eligible"),
        ("Withdrawn", "Out of the game for half its points.", "rules/damage/leaving_play: withdraw"),
    ),
)  # fmt: skip


# --- Movement and terrain ---

IN_PLAY = {kind.place: kind for kind in reversed(list(build_rulebook().terrain.values()))}.values()
"""The kinds of terrain, one for each heading. A comet and its tail share one."""
PLAIN_TERRAIN = "rules/setup/catalogs: TERRAIN_KINDS", "rules/test_terrain"
"""The code and the tests of most kinds of terrain: an entry of the catalog, and the common file."""
OTHER_TERRAIN = {
    "Decoy Drone Swarm": (PLAIN_TERRAIN[0], "rules/test_templates"),
    "Comets": ("rules/terrain: CometsFly", "rules/test_comets"),
    "Space Stations": ("rules/scenario/objects: roll_stations", "rules/test_stations"),
    "Unidentified Object": ("rules/scenario/objects: OnlyBoarded", "rules/test_unidentified_objects"),
    "Atmosphere": ("rules/scenario/special: Atmosphere", "rules/test_atmosphere"),
    "Planet or Large Moon": ("rules/placement/move_limits: stopped_by, planet_speed_bonus", "rules/test_planet"),
}

TABLE: tuple[Rule, ...] = (
    *section_rules(
        "Movement", "rules/test_movement",
        ("Capital Ship Movement", "Straight ahead, broken up by turns.", "rules/moving: advance, turn"),
        ("Minimum Move Distance", "Speed less Thrusters; below zero the ship may move in reverse.",
         "rules/placement/move_limits: fixed_limits"),
        ("Maximum Move Distance", "Speed plus Thrusters.", "rules/placement/move_limits: fixed_limits"),
        ("Turns", "Up to 45 degrees each, as many as the lower of Turns and Thrusters.",
         "rules/shots/ratings: turns"),
        ("Thrusters 0", "Without Thrusters a turn takes a skill test.", "rules/moving: turn"),
        ("Squadron Movement", "Any path no longer than Speed.", "rules/moving: fly"),
    ),
    *section_rules(
        "Movement > Overlapping", "rules/test_overlapping",
        ("Ending on a Base", "No move may end touching another base if it can end elsewhere.",
         "rules/placement/move_ends: refuse_end"),
        ("Capital Ship Overlapping", "The smaller ship, or the mover among equals, slides until it is clear.",
         "rules/moving: put_ahead"),
        ("Squadron Overlapping", "A squadron under a ship is moved the shortest distance to be clear.",
         "rules/moving: push"),
    ),
    *section_rules(
        "Movement", "rules/test_leaving_play",
        ("Leaving Play", "A model that ends or acts partly off the table is Withdrawn.",
         "rules/damage/leaving_play: leave_table"),
    ),
    *(
        rule(name, kind.place, kind.summary, *OTHER_TERRAIN.get(name, PLAIN_TERRAIN))
        for kind in IN_PLAY for name in [heading(kind.place)]
    ),
    *section_rules(
        "Terrain", "rules/test_terrain",
        ("Avoiding Terrain", "A model may fly around a piece if it doesn't end its move there.",
         "rules/terrain: meet"),
        ("Move Effects", "A piece with dice attacks what moves through it, once an activation.",
         "rules/terrain: terrain_attack"),
    ),
)  # fmt: skip


# --- Attacks, weapons, and damage ---

ATTACK: tuple[Rule, ...] = (
    *section_rules(
        "Attack", "rules/test_attack",
        ("Attack Window", "Choose a weapon, expend Fire Control, check range, build the pool, roll, damage.",
         "rules/attack/attack: attack"),
        ("Attack Modifier", "Bonuses and penalties add up, and the sum becomes dice.", "dice/pool: net_to_dice"),
    ),
    *section_rules(
        "Attack > Attack Modifier", "rules/test_attack",
        ("Target in Short Range", "+1.", "rules/shots/formula: _shot_parts"),
        ("Target in Long Range", "-3.", "rules/shots/formula: _shot_parts"),
        ("In Target's P/S Arc", "+1 from port or starboard.", "rules/shots/formula: ARC_BONUS"),
        ("In Target's Aft Arc", "+2 from astern.", "rules/shots/formula: ARC_BONUS"),
        ("Target is Obscured", "-2 behind or inside cover.", "rules/shots/formula: _cover"),
        ("Armor", "-1 for each rating that faces the attack.", "rules/shots/formula: _armor"),
        ("Target is Station Keeping", "An extra flex die for the attacker, in every window.",
         "rules/actions/states: StationKeeping.target_parts"),
        ("ECM", "-1 for each rating of the target.",
         "rules/traits/model_traits: ElectronicCounterMeasures.target_parts"),
        ("ECCM", "+1 for each rating that cancels ECM.", "rules/traits/model_traits: countermeasures"),
        ("Link", "+1 for each further weapon.", "rules/shots/formula: _shot_parts"),
        ("Bombing", "+2 for the bomber.", "rules/shots/formula: _shot_parts", "rules/test_bombing"),
        ('Friendly Capital Ship in 3"', "+1 to Point Defense for each.",
         "rules/shots/formula: point_defense_support", "rules/test_point_defense"),
    ),
    *section_rules(
        "Attack", "rules/test_arcs_and_range",
        ("Fire Control", "One rating for each use of a weapon; all of it returns after the activation.",
         "rules/shots/ratings: fire_control_left", "rules/test_attack"),
        ("Sensor Range", "Short, optimum and long range by Signature and Sensors.", "rules/shots/shot: sensor_band"),
        ("Short Range", "Up to the target's Signature.", "rules/shots/shot: sensor_band"),
        ("Optimum Range", "Up to Signature and 3 inches for each rating of Sensors.",
         "rules/shots/shot: sensor_reach"),
        ("Long Range", "Farther: only special weapons and actions reach it.", "rules/shots/formula: _out_of_range"),
        ("Obscured", 'Something with a greater Signature within 3" of the target stands in the line, or the target is '
         "in a field or cloud; missiles ignore that.", "rules/shots/shot: obscured_by"),
        ("Armor", "The Armor of the arc that is struck hinders the attack.",
         "rules/shots/formula: _facing", "rules/test_attack"),
    ),
    *section_rules(
        "Attack > Model Arcs", "rules/test_arcs_and_range",
        ("Squadrons", "Fire all around.", "rules/shots/shot: Shot.arcs"),
        ("Turret", "Fires all around.", "rules/shots/shot: Shot.bears"),
        ("Fore", "A quarter of a circle ahead.", "table/arcs: arcs_of"),
        ("Spinal", "A strip as wide as the base, straight ahead.", "table/arcs: in_spinal"),
        ("Aft", "A quarter of a circle astern.", "table/arcs: arcs_of"),
        ("Port or Starboard", "A quarter of a circle to that side.", "table/arcs: arcs_of"),
        ("Attacked Arc", "The target's arc that holds most of the attacker.", "table/arcs: main_arcs"),
    ),
    *section_rules(
        "Weapons", "rules/test_weapons",
        ("Weapon Attributes", "Dice against ships and against squadrons, and macro dice.",
         "rules/shots/formula: assess_allowed"),
        ("Drone", "Squadrons that act only under command.", "rules/placement/attached: activates_itself",
        "rules/test_drones"),
    ),
    *class_rules(build_rulebook().weapon_types.values()),
    *section_rules(
        "Weapons > Missile", "rules/test_weapons",
        ("Anti-Capital", 'Flies 18".', "rules/weapons: MISSILE_RANGE"),
        ("Anti-Squadron", 'Flies 12".', "rules/weapons: MISSILE_RANGE"),
        ("Torpedo", 'Flies 24"; its Short Range is 6" longer.',
         "rules/weapons: MISSILE_RANGE, missile_short"),
        ("Nuke", "Detonates at a point like a ship that explodes.",
         "rules/attack/nukes_and_rams: fire_nuke", "rules/test_nukes"),
        ("Defense by Friends", 'A ship has a flex die against them for each friendly ship within 3".',
         "rules/shots/formula: missile_support"),
    ),
    *section_rules(
        "Weapons > Point Defense", "rules/test_point_defense",
        ("Autofire", "Fires by itself at squadrons that come into its range.", "rules/attack/autofire: watching"),
        ("Attack on All", "For one Fire Control it fires at every squadron in range.", "rules/attack/attack: defend"),
    ),
    *section_rules(
        "Damage", "rules/test_damage",
        ("Squadron Damage", "D, T and Q+ cost 1, 2 and 3 Structure.",
        "rules/damage/expected_damage: DamageTable.set_damage"),
        ("Capital Ship Damage", "D breaks a rating; T and Q+ break Structure and more.",
        "rules/damage/expected_damage: DamageTable.set_damage"),
        ("Order of Results", "Lowest magnitude first, then lowest value.", "rules/damage/damage: strike"),
        ("Rating Damage", "The value picks Defense, Sensors or Thrusters.", "rules/damage/damage: rating_damage"),
        ("Marines Damage", "The attacker may strike Marines instead.", "rules/damage/damage: rating_damage"),
        ("Exhausted Ratings", "Hits on a rating without boxes move to a random rating, or to Structure.",
         "rules/damage/damage: mark_rating"),
        ("Redundant Boxes", "Equal boxes must all be marked before the rating falls.", "game/model: Model.rating"),
        ("Structure Damage", "At 0 a ship is Crippled and rolls on the catastrophic table.",
         "rules/damage/critical_hits: lose_structure", "rules/test_catastrophe"),
        ("System Trait Damage", "Critical hits break systems box by box.", "rules/basics/model: mark_system"),
        ("Weapon Damage", "A weapon breaks on a 5+, a spinal one on a 6.", "rules/damage/critical_hits: weapon_need"),
        ("Critical Hit", "The attacker picks a rating, a system or a weapon; failing all, Structure.",
         "rules/damage/critical_hits: critical_hit"),
    ),
    *section_rules(
        "Damage", "rules/test_catastrophe",
        ("Catastrophic Damage Table", "A die and one for each system at 0: nothing, dead, or an explosion.",
         "rules/damage/critical_hits: catastrophe"),
        ("Dead", "A wreck remains.", "rules/damage/critical_hits: catastrophe"),
        ("Embarked on a Dead Ship", 'Models aboard are placed within 1" of it.',
         "rules/damage/leaving_play: disembark", "rules/test_hangers"),
        ("Explode", "Everything near is attacked, models aboard are lost, and debris remains.",
         "rules/damage/critical_hits: explode"),
        ("Explosion", 'A particle cannon attack by its Structure on all within 6", macro 2 within 3".',
         "rules/attack/attack: resolve_explosion"),
    ),
)  # fmt: skip


# --- Actions and close fights ---

OWN_HEADINGS = [
    action
    for action in build_rulebook().actions.values()
    if action.place.lower() in (f"{EDITION} action > {action.name}", f"{HOUSE_RULE} > {action.name}".lower())
]
"""The actions with their own heading in the rulebook, or as a house rule. The parts of the others are below."""

ORDERS: tuple[Rule, ...] = (
    *class_rules(OWN_HEADINGS),
    *section_rules(
        "Action", "rules/test_actions",
        ("Declaring", "One action, declared first. Boost, Launch, and Land are extra.",
        "rules/menu/declarations: Declare"),
        ("Requirements", "The requirement must be met at the declaration and at the resolution.",
         "rules/rulebook/order: Action.refuse"),
        ("Boarded", "Boarders and marines fight at the start of each activation.", "rules/damage/boarding: firefight",
         "rules/test_boarding"),
        ("Targeted", "Every attack on the ship has a bonus.", "rules/actions/states: Targeted",
         "rules/test_combined_attack"),
        ("Evading", "Counts as Evasive, also at Short Range if the model is Evasive itself.",
         "rules/shots/evasion: Evading",
         "rules/test_states"),
        ("Launch", "An embarked model comes to the table.", "rules/menu/orders: LaunchOrder",
         "rules/test_hangers"),
        ("Capital Ship Ramming Capital Ship", "Both attack with their Structure.",
         "rules/attack/nukes_and_rams: ram_capital", "rules/test_ram"),
        ("Squadron Ramming Capital Ship", "The squadron is lost and causes a Critical Hit.",
         "rules/attack/nukes_and_rams: ram_ship",
         "rules/test_ramming"),
        ("Stealthed", "Stealth and one more ECM.", "rules/traits/model_traits: Stealthed",
         "rules/test_silent_running"),
        ("Assaulting", "Exo-armor attaches to the ship that it bombed.", "rules/squadrons: cling",
         "rules/test_assault"),
        ("Boost", 'Each Fuel adds 3" of Speed. Evasive for the activation.', "rules/shots/evasion: Boosting"),
        ("Combat Air Patrol", "As its action, a squadron becomes an escort when it deploys or launches.",
         "rules/escort: refuse_escort, start_escort",
         "rules/test_escorts"),
        ("Escorting", "Flies with its ship and intercepts for it.", "rules/placement/attached: Escorting",
         "rules/test_escorts"),
        ("Interception", "Which moves may be intercepted.",
         "rules/close_combat/interception: may_intercept, interceptors_near",
         "rules/test_interception"),
        ("Active Interception", "A squadron attacks another that it has flown to.",
         "rules/actions/squadron: Interception",
         "rules/test_interception"),
        ("Reactive Interception", "A squadron attacks one that comes near.",
         "rules/close_combat/interception: intercept",
         "rules/test_interception"),
        ("Land", "A squadron goes aboard a ship with a free berth.", "rules/menu/orders: LandOrder",
         "rules/test_hangers"),
        ("Damage Control", "The ship repairs itself and the squadrons aboard.",
         "rules/actions/capital_ship: DamageControl"),
        ("Overdriven", "The rating counts as undamaged until the End Phase.", "rules/actions/states: Overdriven",
         "rules/test_overdrive"),
        ("Station Keeping", "Speed 0, and an extra flex die for attackers.",
         "rules/actions/states: StationKeeping", "rules/test_states"),
        ("Suppressed", "Fewer Thrusters, or a hit for ignoring it.", "rules/attack/autofire: Suppressed",
         "rules/test_suppression"),
    ),
    *section_rules(
        "Bombing Run", "",
        ("Missiles and Bids", "Missiles are declared, Fuel and guns chosen in secret.",
         "rules/close_combat/dogfight: prepare_fight", "rules/test_bombing"),
        ("Attack and Defense Pools", "Both sides split their dice in secret.",
         "rules/close_combat/dogfight: PlanFight", "rules/test_bombing"),
        ("Resolving", "Both attack at once, missiles last, and the squadron flies on or attaches.",
         "rules/close_combat/bombing_run: bombing_run", "rules/test_bombing"),
    ),
    *section_rules(
        "Dogfight", "",
        ("Missiles and Bids", "Missiles are declared, Fuel and guns chosen in secret.",
         "rules/close_combat/dogfight: prepare_fight", "rules/test_dogfight"),
        ("Attack and Defense Pools", "Both sides split their dice in secret.",
         "rules/close_combat/dogfight: PlanFight", "rules/test_dogfight"),
        ("Weapon Initiative", "Beams before particles, shells and slugs; missiles last.",
         "rules/close_combat/dogfight: weapon_initiative", "rules/test_dogfight"),
        ("After the Dogfight", "A lone survivor has a free move; if both live, the interceptor moves an inch away.",
         "rules/close_combat/dogfight: dogfight", "rules/test_dogfight"),
    ),
    *section_rules(
        "Repair", "rules/test_actions",
        ("Capital Ship Repairing Itself", "A skill test and a table; better results reach systems and weapons too.",
         "rules/actions/capital_ship: DamageControl"),
        ("Capital Ship Repairing an Embarked Squadron", "A skill test for each squadron aboard.",
         "rules/actions/capital_ship: _repair_aboard", "rules/test_repair"),
    ),
)  # fmt: skip


# --- Traits ---

TRAITS: tuple[Rule, ...] = (
    *section_rules(
        "Traits > Fuel Tanks", "rules/test_fuel",
        ("Extra Fueled", "Two more Fuel for one activation. The remaining Fuel fills its own tanks.",
         "rules/basics/model: ask_to_use_spare_fuel"),
    ),
    *section_rules(
        "Traits", "rules/test_damage",
        ("System Trait", "A trait with boxes that critical hits mark and repairs clear.",
         "rules/basics/model: mark_system"),
    ),
    *(
        rule(trait.name, trait.place, trait.summary, *IMPLEMENTATIONS.get(trait.name, ()))
        for trait in (*MODEL_TRAITS.values(), *WEAPON_TRAITS.values())
    ),
)  # fmt: skip


# --- Scenarios ---

SCENARIOS: tuple[Rule, ...] = (
    *section_rules(
        "Scenarios > Deployment Zone", "rules/test_deployment",
        ("Standard Deployment Zone", 'A strip 12" deep along its own table edge.',
         "rules/scenario/zones: StandardZone"),
        ("Beacon Deployment Zone", 'Within 3" of four beacons that each side sets up.',
         "rules/scenario/zones: BeaconZone, PlaceBeacon", "rules/test_beacons"),
        ("Corner Deployment Zone", "Opposite quarters of the table.", "rules/scenario/zones: CornerZone",
         "rules/test_corners"),
    ),
    *section_rules(
        "Scenarios > Deployment Type", "rules/test_deployment",
        ("Fleet Deployment", "All ships in the first turn, then squadrons, some of which may wait.",
         "rules/scenario/zones: FLEET"),
        ("Escalating Deployment", "One ship and two squadrons first, the rest later.",
         "rules/scenario/zones: ESCALATING", "rules/test_escalating"),
    ),
    *section_rules(
        "Scenarios > Victory Conditions", "rules/test_scenarios",
        ("Objective Points", "The most of them wins; Victory Points break ties.", "rules/sequence/sequence: score"),
        ("Victory Points", "The TV of what survives.", "rules/scenario/objectives: victory_points"),
        ("Captured", "Counts one and a half times, for the captor.", "rules/damage/boarding: Captured.victory",
         "rules/test_boarding"),
        ("Crippled", "Counts nothing, unless it withdraws.", "rules/damage/critical_hits: Crippled.victory"),
        ("Destroyed", "Counts nothing.", "rules/scenario/objectives: multiplier"),
        ("Withdrawn", "Counts half.", "rules/scenario/objectives: multiplier"),
    ),
    *section_rules(
        "Scenarios", "rules/test_scenarios",
        ("Introductory Scenario", "Ten points for most fleet left after seven turns.",
         "scenarios/introductory.yaml"),
        ("Escalating Engagement", "The fleets arrive in parts.", "scenarios/escalating-engagement.yaml"),
        ("Solar Storm", "A battle begun at close quarters among blinded ships.", "scenarios/solar-storm.yaml"),
        ("Fleet Engagement", "The decisive battle, in which flight costs points.", "scenarios/fleet-engagement.yaml"),
        ("Break the Truce", "A search for escape pods that ends in battle.", "scenarios/break-the-truce.yaml",
         "rules/test_escape_pods"),
        ("Water Raid", "One side carries water off the table, the other stops it.", "scenarios/water-raid.yaml",
         "rules/test_water_raid"),
        ("Scavenger Hunt", "Three hulks to board and search.", "scenarios/scavenger-hunt.yaml",
         "match/test_scavenger_hunt"),
        ("Ambush", "One side escapes through an edge of the other's choice.", "scenarios/ambush.yaml"),
    ),
    *section_rules(
        "Scenarios > Solar Storm", "rules/test_solar_storm",
        ("Blinded by the Light", "Short range only and no boarding until the third turn.",
         "rules/scenario/special: BlindedByTheLight"),
    ),
    *section_rules(
        "Scenarios > Fleet Engagement", "rules/test_withdrawal",
        ("No Quarter Given", "Only a model with 1 Structure or less may withdraw.",
         "rules/scenario/special: NoWithdrawal"),
    ),
    *section_rules(
        "Scenarios > Break the Truce", "rules/test_escape_pods",
        ("Search for Escape Pods", "An action and a skill test find pods anywhere.",
         "rules/scenario/tokens: Search, SearchFor"),
        ("Transfer Escape Pods", "Pods move with squadrons that land or launch.",
         "rules/scenario/tokens: Token.landed, Token.takes_along"),
        ("Captured Escape Pods", "Pods aboard a captured ship count twice for the captor.",
         "rules/scenario/objectives: Tokens", "rules/test_objectives"),
    ),
    *section_rules(
        "Scenarios > Water Raid", "rules/test_water_raid",
        ("Water Reserves", "The defender hands out ten units of water among ships and squadrons.",
         "rules/scenario/tokens: Distribute, IssueTokens"),
        ("Surprise Attack!", "The defender's ships may not withdraw before turn 4.",
         "rules/scenario/special: NoWithdrawal", "rules/test_withdrawal"),
        ("Mine the Comet", "Exo-armor cuts water out of the comet with its lances.",
         "rules/scenario/tokens: Mine, MineComet", "rules/test_mining"),
        ("Transfer Water", "Water moves with squadrons that land or launch.",
         "rules/scenario/tokens: Token.landed, Token.takes_along", "rules/test_escape_pods"),
        ("Captured Water", "Water aboard a captured ship counts for the captor if it withdraws.",
         "rules/scenario/objectives: Prevented"),
    ),
    *section_rules(
        "Scenarios > Scavenger Hunt", "rules/test_scavenger_hunt",
        ("Valuable UIOs", "Hulks can be boarded, fought over and used as a hangar.",
         "rules/squadrons: OpenHangers", "rules/test_open_hangers"),
        ("Search a UIO", "More marines aboard at the End Phase earn search tokens; three search it.",
         "rules/scenario/objects: SearchObjects"),
        ("Retrieve Intelligence", "Squadrons that launch from a searched hulk carry intelligence to a ship.",
         "rules/scenario/objects: RetrieveFromObjects"),
        ("Capturing Intelligence", "Tokens are lost with their carrier, and captured with a ship.",
         "rules/scenario/tokens: Token.destroyed"),
    ),
    *section_rules(
        "Scenarios > Ambush", "rules/test_withdrawal",
        ("Ambush!", 'The defender withdraws within 6" of one edge only, and 6" from every enemy.',
         "rules/scenario/special: Ambush"),
    ),
)  # fmt: skip


CHAPTERS: dict[str, tuple[str, ...]] = {
    "Basic Rules": (), "Dice System": (), "Types of Rolls": (), "Components": (), "Fleet": (), "Sequence": (),
    "States": (), "Movement": (),
    "Terrain": (
        "Avoiding Terrain", "Move Effects", "Asteroid Field", "Atmosphere", "Comets", "Debris Field",
        "Decoy Drone Swarm", "Large Asteroid", "Particle Cloud", "Planet or Large Moon", "Small Moons",
        "Space Stations", "Wreck", "Unidentified Object",
    ),
    "Attack": (
        "Attack Window", "Attack Modifier", "Fire Control", "Sensor Range", "Short Range", "Optimum Range",
        "Long Range", "Obscured", "Model Arcs", "Armor",
    ),
    "Weapons": (
        "Weapon Attributes", "Beam Projector", "Drone", "Drone Bay", "Kinetic Cannon", "Lance", "Mass Driver",
        "Missile", "Particle Cannon", "Point Defense",
    ),
    "Damage": (),
    "Action": (
        "Declaring", "Requirements", "Board", "Boarded", "Combined Attack", "Targeted", "Drone Command", "Evade",
        "Evading", "Launch", "Ram", "Capital Ship Ramming Capital Ship", "Squadron Ramming Capital Ship", "Resupply",
        "Silent Running", "Stealthed", "Vector Attack", "Withdraw", "Bombing", "Assaulting", "Boost",
        "Combat Air Patrol", "Escorting", "Interception", "Active Interception", "Reactive Interception", "Land",
        "Damage Control", "Deploy Debris Field", "Deploy Decoy Drones", "Hard Burn", "Long Shot", "Overdrive",
        "Overdriven", "Purge Airlocks", "Reorient", "Station Keep", "Station Keeping", "Suppressing Fire",
        "Suppressed",
    ),
    "Bombing Run": (), "Dogfight": (), "Repair": (),
    "Traits": ("System Trait", *sorted(MODEL_TRAITS, key=str.casefold)),
    "Weapon Traits": (),
    "Scenarios": (
        "Deployment Zone", "Deployment Type", "Victory Conditions", "Introductory Scenario", "Escalating Engagement",
        "Solar Storm", "Fleet Engagement", "Break the Truce", "Water Raid", "Scavenger Hunt", "Ambush",
    ),
}  # fmt: skip
"""The chapters of the rulebook in order, and the order of their headings, () if the lists above have it."""


def place_parts(place: str) -> list[str]:
    """Return the parts of a place without its edition. Weapon traits are a chapter of their own."""
    plain = re.sub(r"^v\d+\.\d+\.\d+ (?:Traits > (?=Weapon Traits > ))?", "", place)
    return [part.strip() for part in plain.split(">")]


def _page_number(rule: Rule) -> tuple[int, int]:
    """Return where a rule is in the rulebook: the numbers of its chapter and of its heading. New ones are last."""
    chapter, *names = place_parts(rule.place)
    headings, chapters = CHAPTERS.get(chapter, ()), list(CHAPTERS)
    page = headings.index(names[0]) if names and names[0] in headings else len(headings)
    return chapters.index(chapter) if chapter in chapters else len(chapters), page


RULES: tuple[Rule, ...] = tuple(sorted((*BASICS, *TABLE, *ATTACK, *ORDERS, *TRAITS, *SCENARIOS), key=_page_number))
"""In the order of the rulebook."""


# --- Decisions ---


@frozen
class Question:
    """One kind of decision."""

    kind: str
    summary: str
    """Who decides what, in a sentence."""
    answers: tuple[type[Answer], ...]
    """The classes of its answers. A decision may allow only some of them."""
    anchor: bool = False
    """Whether a game can be resumed there, because nothing has changed since its step began."""
    secret: bool = False
    """Whether the answer is hidden until the other side has answered."""


_QUESTIONS = (
    Question(
        PlaceTerrain.kind, "A side places a piece of terrain before the game, or declines.", PlaceTerrain.answers, True
    ),
    Question("corner", "The side with initiative chooses the quarter of the table in which it deploys.",
             (answers.ChooseCorner,), True),
    Question(PlaceBeacon.kind, "A side sets up a beacon before the first turn.", PlaceBeacon.answers, True),
    Question(Deploy.kind, "A side deploys a model, or holds the rest in reserve.", Deploy.answers, True),
    Question("edge", "The attacker of an ambush chooses the edge by which the defender may escape.",
             (answers.ChooseEdge,), True),
    Question(ChooseModel.kind, "A side chooses which of its models activates.", ChooseModel.answers, True),
    Question(Declare.kind, "The active model declares an action, or none, and may Boost.", Declare.answers, True),
    Question(NextOrder.kind, "The active model is given an order.", order_answers(build_rulebook()), True),
    Question("flex", "The roller chooses which dice stay when flex dice are removed.", (answers.KeepDice,)),
    Question("reroll", "The roller may roll again once.", (answers.Reroll, answers.Stand)),
    Question("reduce", "The Secondary chooses the remaining result of an opposed roll.", (answers.Reduce,)),
    Question("faces", "A player who rolls real dice enters the faces.", TypedFaces.answers),
    Question("rating", "The attacker chooses the rating that is damaged.", (answers.Damage,)),
    Question("mass", "The attacker chooses what a Mass Driver does.", (answers.Damage,)),
    Question("critical", "The attacker chooses what a Critical Hit, or a Precise weapon, breaks.",
             (answers.Damage, answers.DamageSystem, answers.DamageWeapon)),
    Question("allocate", "The owner of a formation distributes damage within it.", (answers.Allocate,)),
    Question("autofire", "The other side may react to a move, at least once by autofire.",
             (answers.OpenFire, answers.Intercept, answers.Decline, answers.LetPass)),
    Question("interception", "The other side may intercept a move.",
             (answers.Decline, answers.Intercept, answers.LetPass)),
    Question("origin", "The owner of a formation chooses which member fires.", (answers.FireFrom,)),
    Question("avoid", "The owner of a model that comes to terrain flies around it or through.",
             (answers.Avoid, answers.Enter)),
    Question("evasion", "The owner of an Evasive target may burn 1 Fuel for a flex die.",
             (answers.Keep, answers.SpendFuel)),
    Question("tap", "The owner of an active squadron may use spare Fuel.", (answers.Keep, answers.Tap)),
    Question("lookout", "The owner of an active ship chooses the arc of its Sensor Drone.", (answers.LookOut,)),
    Question("suppressed", "The owner of a Suppressed ship that activates obeys or ignores the suppression.",
             (answers.Heed, answers.Defy)),
    Question("formation", "The owner of a formation in a close fight may send one member alone.",
             (answers.Keep, answers.BreakFormation)),
    Question("missile", "Each side of a close fight may declare a missile.",
             (answers.Decline, answers.DeclareMissile)),
    Question(PlanFight.kind, "Each side of a close fight plans it.", PlanFight.answers, secret=True),
    Question("ram", "A squadron with 1 Structure left may ram the ship that it has bombed.",
             (answers.Decline, answers.Ram)),
    Question(FreeMove.kind, "A squadron makes a free move.", FreeMove.answers),
    Question("assault", "A squadron on the hull of a ship that activates stays or leaves.",
             (answers.HoldOn, answers.Disengage)),
    Question(Attach.kind, "A squadron in contact with a ship that has moved is placed around it.", Attach.answers),
    Question(Disembark.kind, "A model is placed that leaves a lost ship or an object.",
             Disembark.answers),
    Question("commit", "The boarding side chooses how many marines board a ship.", (answers.Commit,)),
    Question("firefight", "Each side gives its marines aboard a ship an order.",
             (answers.Engage, answers.HoldSystems, answers.Sabotage), secret=True),
    Question("weapons", "The owner chooses the weapons that an action fires.", (answers.FireWeapons,)),
    Question("supply", "The owner chooses the next model to supply.", (answers.Supply, answers.Enough)),
    Question("repair", "The owner chooses the row of the repair table, then the repair.", (answers.ChooseRepair,)),
    Question(IssueTokens.kind, "A side issues tokens to its fleet before it deploys.", IssueTokens.answers, True, True),
    Question("mine", "A squadron in contact with a comet mines it and chooses how much Fuel to burn.",
             (answers.CutOut,)),
    Question("refine", "A squadron may make a unit that it has mined into Fuel Pods.", (answers.Keep, answers.Refine)),
    Question("along", "The owner chooses the tokens that a launched squadron takes along.", (answers.TakeAlong,)),
    Question("vector", "The owner chooses the next squadron to make a free move.", (answers.Send, answers.Enough)),
    Question("command", "The owner chooses the next drone squadron to activate.",
             (answers.CommandDrone, answers.Enough), True),
    Question(PlaceTemplate.kind, "The owner chooses the place of a template.", PlaceTemplate.answers),
)  # fmt: skip

QUESTIONS: dict[str, Question] = {question.kind: question for question in _QUESTIONS}
"""By kind, in the order in which a game comes to them."""
