"""The names of the rules that tests import. If a rule moves, only this file changes."""

# ruff: noqa: F401 - offered to the tests

from __future__ import annotations

from jovian.rules.actions.any_model import controllable, in_boarding_range
from jovian.rules.actions.capital_ship import draggable_models
from jovian.rules.actions.states import LongShotState
from jovian.rules.attack import autofire
from jovian.rules.attack.attack import defenses, resolve
from jovian.rules.attack.autofire import suppression_shot
from jovian.rules.attack.nukes_and_rams import burst_shots, front_arc_part, nukes
from jovian.rules.basics import nearby, rolls
from jovian.rules.basics.formation import other_formation_members, refuse_formation
from jovian.rules.basics.model import fuel, mark, unmark
from jovian.rules.basics.nearby import (
    all_on_way,
    models_maybe_on_leg,
    models_maybe_on_line,
    models_maybe_within,
    pieces_maybe_within,
    pieces_near,
    pieces_on_way,
    touches_piece,
)
from jovian.rules.basics.rolls import (
    Counts,
    OpposingStake,
    Outcomes,
    SkillStake,
    SkillTest,
    TypedFaces,
    attack_words,
    code_words,
    describe_result,
    one_die,
    pluralize,
    sum_words,
    with_action,
)
from jovian.rules.book import (
    CHAPTERS,
    DONE,
    EDITION,
    NOT_DONE,
    QUESTIONS,
    RULES,
    Question,
    Rule,
    class_rules,
    place_parts,
)
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.dogfight import Arms, Fight, PlanFight, close_shot
from jovian.rules.close_combat.interception import Reactions, interception_reach, interceptors_near
from jovian.rules.damage.boarding import boarders_of, crossing_shot, landing_force, shot_down
from jovian.rules.damage.damage import (
    TRACKS,
    DamageContext,
    DamageManner,
    EvasionStake,
    TerrainStake,
    damage_context,
    forecast_damage,
    harm_words,
    outlook_words,
    strike,
)
from jovian.rules.damage.expected_damage import DamageTable, expected_share, expected_value, kill_chance, squadron_share
from jovian.rules.damage.leaving_play import SWARM, destroy, forced_spot, is_leaving_table, models_aboard, set_free
from jovian.rules.diagrams import AREA, BASE, DIAGRAMS, LABEL, OURS, QUIET, THEIRS, Point
from jovian.rules.editions.catalog import OPTIONS
from jovian.rules.editions.harm import Adrift
from jovian.rules.menu.declarations import NONE, Declare, boost_limit, refuse_action, refuse_ever
from jovian.rules.menu.next_order import NextOrder, Preview, preview_route
from jovian.rules.menu.orders import ORDERS
from jovian.rules.moving import Attach, Towed, resolve_overlaps
from jovian.rules.pages import CAUSES, EVENT_PAGES, RULINGS, Pages, page_of_events, rule_pages
from jovian.rules.placement.attached import (
    flight_to,
    flights_to,
    flush_spots,
    free_landing,
    may_touch,
    nearest_flush,
    refuse_flush,
    refuse_landing,
)
from jovian.rules.placement.legal_places import (
    formation_spots,
    ids_in_contact,
    landmarks,
    own_contacts,
    refuse_place,
    spots,
    unwanted_contacts,
)
from jovian.rules.placement.move_ends import describe_route, free_route, refuse_stop, refuse_turn
from jovian.rules.placement.move_limits import RemainingMovement, free_place, hazards, remaining_movement
from jovian.rules.placement.routes import ReachArea, reach_areas, routes_to, turns_in_place
from jovian.rules.reference import reference_tables
from jovian.rules.rulebook.active_effects import find_effect, global_rules_with
from jovian.rules.rulebook.effect import (
    ACTIVATION,
    AUTOFIRE,
    BOMBING,
    DOGFIGHT,
    TRAIT_EFFECTS,
    Effect,
    ShotFacts,
    state_words,
)
from jovian.rules.rulebook.global_rule import HOUSE_RULE, Award, GlobalRule
from jovian.rules.rulebook.order import FLIGHT, Action, Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import (
    Count,
    Counting,
    Points,
    ScoringPlace,
    Value,
    fleet_left,
    multiplier,
    role_of,
    values,
    victory_points,
    victory_value,
)
from jovian.rules.scenario.special import escape_edge
from jovian.rules.scenario.zones import SQUADRONS, PlaceBeacon, beacons, corner_of, free_points
from jovian.rules.sequence.activation import eligible
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.sequence.sequence import STEPS, ObjectiveProgress, ObjectiveShare, current_score, is_beaten, progress
from jovian.rules.setup import catalogs, setup
from jovian.rules.setup.briefing import briefing, playable_content
from jovian.rules.setup.catalogs import SPECIAL_RULES
from jovian.rules.setup.edition import (
    TABLE,
    build_rulebook,
    chosen_words,
    edition_options,
    editions,
    forget_rulebooks,
    game_options,
    option_faults,
)
from jovian.rules.setup.legality import find_setup_problems, fleet_violations, scenario_flaws, tally, unit_limit
from jovian.rules.setup.setup import begin, layout_of, opaque_id
from jovian.rules.setup.start_positions import position_flaws
from jovian.rules.shots.evasion import close_guard
from jovian.rules.shots.formula import (
    MODIFIERS,
    Assessment,
    assess,
    lent_defense,
    missile_support,
    point_defense_support,
)
from jovian.rules.shots.ratings import close_skill, fire_control, fire_control_left, speed, thrusters, turns
from jovian.rules.shots.shot import (
    POINT_DEFENSE,
    Shot,
    along_line,
    in_sensor_range,
    obscured_by,
    sensor_band,
    stealth_levels,
    weapons_label,
)
from jovian.rules.squadrons import FreeMove, packed_hull_spots, squadrons_to_send
from jovian.rules.terrain import DECOY_REACH, DECOYS, GAP, LANE, PlaceTemplate, PlaceTerrain, TerrainMet, refuse_pieces
