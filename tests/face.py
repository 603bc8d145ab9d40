"""The face of the rules for tests: whatever they ask of a single room comes from here."""

# ruff: noqa: F401 - offered to the tests

from __future__ import annotations

from jovian.rules.actions.capital_ship.tug import draggable
from jovian.rules.actions.generic.board import in_reach
from jovian.rules.actions.generic.drone_command import controllable
from jovian.rules.book import RULES
from jovian.rules.book.questions import QUESTIONS, Question
from jovian.rules.book.rule import DONE, NOT_DONE, Rule
from jovian.rules.book.traits import EFFECTS, NO_EFFECT
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.fighters import close_shot
from jovian.rules.close_combat.interception import interceptors_near, reach_of
from jovian.rules.close_combat.plans import Arms, Fight, PlanFight
from jovian.rules.close_combat.reactions import Reactions
from jovian.rules.facts import nearby, words
from jovian.rules.facts.formation import mates, refuse_formation
from jovian.rules.facts.fuel import fuel
from jovian.rules.facts.makeup import attack_words, sum_words
from jovian.rules.facts.nearby import all_on_way, along, around, near, on_way, pieces_near, pieces_on_way
from jovian.rules.facts.rolls import Counts, Outcomes, SkillStake, TypedFaces, one_die
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.facts.words import code_words, counted, set_words, with_action
from jovian.rules.firing import autofire
from jovian.rules.firing.attack import defenses
from jovian.rules.firing.nukes import blast_at, nukes
from jovian.rules.firing.ramming import bow
from jovian.rules.firing.resolve import resolve
from jovian.rules.firing.suppression import shells
from jovian.rules.harm.boarded import boarders_of
from jovian.rules.harm.boarding import crossing, shot_down
from jovian.rules.harm.casualties import destroy, outside, set_free
from jovian.rules.harm.damage import TRACKS, DamageManner, strike
from jovian.rules.harm.expect import expected_share, expected_value, kill_chance, squadron_share
from jovian.rules.harm.laying import SWARM
from jovian.rules.harm.meaning import Dodge, Entry, Stake, harm_words, outlook, outlook_words, stake_of
from jovian.rules.harm.toll import Table
from jovian.rules.harm.unloading import aboard, forced_spot
from jovian.rules.menu.declarable import refuse_action, refuse_ever
from jovian.rules.menu.declare import NONE, Declare, boost_limit
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.menu.orders.catalog import ORDERS
from jovian.rules.menu.preview import Preview
from jovian.rules.moving.overlap import settle
from jovian.rules.moving.settling import Attach
from jovian.rules.moving.towing import Towed
from jovian.rules.places.attached import flush_spots, nearest_flush, refuse_flush
from jovian.rules.places.berths import formation_spots, refuse_place, spots
from jovian.rules.places.contact import contacts, own_contacts, unwanted
from jovian.rules.places.limits import Envelope, envelope
from jovian.rules.places.move_ends import describe_way, refuse_stop, refuse_turn, way_out
from jovian.rules.places.obstacles import free_place, hazards
from jovian.rules.places.touching import flight_to, flights_to, free_landing, may_touch, refuse_landing
from jovian.rules.places.zones import landmarks
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.clause import HOUSE, Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.games import Award
from jovian.rules.rulebook.in_force import clauses_with, effects_on
from jovian.rules.rulebook.interrupt import FLIGHT
from jovian.rules.rulebook.model_state import state_words
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE, BOMBING, DOGFIGHT, ShotFacts
from jovian.rules.scenario import catalog
from jovian.rules.scenario.catalog import SPECIAL_RULES
from jovian.rules.scenario.roles import role_of
from jovian.rules.scenario.stages import SQUADRONS
from jovian.rules.scenario.victory import Value, multiplier, values, victory_points, worth
from jovian.rules.scenario.withdrawal.ambush import escape_edge
from jovian.rules.scenario.zones.beacons import PlaceBeacon, beacons
from jovian.rules.scenario.zones.corners import corner_of
from jovian.rules.scenario.zones.room import free_points
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.sequence.progress import Progress, Share, progress
from jovian.rules.sequence.scoring import standing
from jovian.rules.sequence.sequence import STEPS, beaten
from jovian.rules.setup import setup
from jovian.rules.setup.edition import TABLE, edition
from jovian.rules.setup.furnishing import layout_of
from jovian.rules.setup.legality import breaches, scenario_flaws, tally, unit_limit, unplayable
from jovian.rules.setup.options import chosen_words, edition_options, editions, game_options, option_faults
from jovian.rules.setup.ready import ready
from jovian.rules.setup.setup import begin, opaque_id
from jovian.rules.setup.standing import flaws
from jovian.rules.shooting.aid import lent_defense, missile_support, point_defense_support
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.evasion import close_guard
from jovian.rules.shooting.formula import MODIFIERS, assess
from jovian.rules.shooting.ratings import close_skill, fire_control, fire_control_left, speed, thrusters, turns
from jovian.rules.shooting.shot import POINT_DEFENSE, Shot, in_sensor_range, sensor_band
from jovian.rules.shooting.sight import along_line, obscured_by, touches_piece
from jovian.rules.shooting.stealth import stealth_levels
from jovian.rules.squadrons.assault import room_made
from jovian.rules.squadrons.free_move import FreeMove
from jovian.rules.squadrons.vectors import sendable
from jovian.rules.terrain.layout import GAP, LANE, LayOut, refuse_pieces
from jovian.rules.terrain.meeting import TerrainMet
from jovian.rules.terrain.templates import DECOYS, REACH, Spot
from jovian.rules.traits.action_states import LongShot
from jovian.rules.traits.electronics import ECM
