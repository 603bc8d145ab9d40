"""The options about states and damage."""

from __future__ import annotations

from jovian.rules.editions.harm.criticals import ByValue, EngineDamage
from jovian.rules.editions.harm.drifting import Adrift
from jovian.rules.editions.harm.explosions import CLEAN, ROLLED, Shockwave
from jovian.rules.editions.harm.orders import OlderDamageControl, QuietRunning, RunningQuiet
from jovian.rules.editions.harm.squadrons import CrippledSquadron, Disrupted, UnseenAssault
from jovian.rules.editions.variant import GameOption, Variant

USUAL, FIRST, STATES = "v1.2.4", "v1.2.1", "v1.2.3"
DAMAGE = "v1.2.1 Damage > "

HARM_OPTIONS = (
    GameOption(
        "squadron_damage", "Q+ on squadrons", USUAL, "A Q+ takes 3 Structure of a squadron.",
        (
            Variant(
                FIRST, DAMAGE + "Squadron Damage",
                "A Q+ destroys a squadron whatever is left of it; of a formation one, as its owner chooses.",
                figures={"quad_destroys": True},
            ),
        ),
    ),
    GameOption(
        "crippled_squadrons", "Crippled squadrons", USUAL, "A squadron fights on as before until it is destroyed.",
        (
            Variant(
                FIRST, CrippledSquadron.place,
                "Fighters and exo-armors are crippled while only Structure 1 is left of more: Fire Control 1, no "
                "Boost, and no action but Damage Control or Withdraw. Drones are not.",
                states={CrippledSquadron.name: CrippledSquadron}, figures={"worn": CrippledSquadron},
            ),
        ),
    ),
    GameOption(
        "rating_damage", "Rating Damage", USUAL,
        "The attacker may choose Marines in place of the rating of the value; a ship without ratings left loses 1 "
        "Structure.",
        (
            Variant(
                FIRST, DAMAGE + "Systems Damage Effects",
                "A double strikes the rating of its value, never Marines; on a ship without ratings left it does 1 "
                "Structure and a Critical Hit.",
                figures={"marines_struck": False, "spent_escalates": True},
            ),
        ),
    ),
    GameOption(
        "critical", "Critical Hits", USUAL, "The attacker chooses a rating, a system, or a weapon on a 5+.",
        (
            Variant(
                FIRST, DAMAGE + "Critical Damage",
                "The value says what breaks: 1 a Marine; 2-3 the engine (without engine damage, Thrusters); 4-5 a "
                "weapon at random or a system of choice; 6 a Structure, a Marine and a system. A Q+ is two triples, "
                "one after the other.",
                figures={"critical": ByValue(), "triples_apart": True},
            ),
        ),
    ),
    GameOption(
        "engine", "Engine damage", USUAL, "Nothing lowers the Speed of a damaged ship.",
        (
            Variant(
                FIRST, EngineDamage.place,
                'A Critical Hit may strike the engine: 2" of Speed less. Damage Control gives back 1" with a double, '
                '2" with more.',
                states={EngineDamage.name: EngineDamage}, figures={"engine": EngineDamage},
            ),
        ),
    ),
    GameOption(
        "repair", "Damage Control", USUAL, "Systems take a 4+ with a double, weapons with a triple.",
        (
            Variant(
                FIRST, OlderDamageControl.place, "A double repairs a system or a weapon for certain, spinal ones too.",
                actions={OlderDamageControl.name: OlderDamageControl()},
            ),
        ),
    ),
    GameOption(
        "drift", "Crippled ships", USUAL, "They move as they can; besides Damage Control and Withdraw they may ram.",
        (
            Variant(
                FIRST, Adrift.place,
                'They drift: as an activation begins, a d6 turns the ship 45 degrees to port (1-2), to starboard (5-6) '
                'or not, and it moves 2"; then it may attack, and declare Damage Control or Withdraw.',
                states={Adrift.name: Adrift},
            ),
        ),
    ),
    GameOption(
        "catastrophe", "Catastrophic Damage Table", USUAL, "Dead with a total of 6 or 7, exploded from 8.",
        (
            Variant(
                FIRST, DAMAGE + "Catastrophic Damage Table", "Dead with a total of 6 to 8, exploded from 9.",
                figures={"explodes": 9},
            ),
        ),
    ),
    GameOption(
        "explosion", "Explosions", USUAL,
        'A Particle Cannon of the ship\'s Structure strikes all within 6", with Macro 2 within 3"; debris is left.',
        (
            Variant(
                FIRST, Shockwave.place,
                'Structure + 1 dice strike all within 3", half the Structure all within a d6 more, rolled once; no '
                "macro dice, no redundant boxes, no debris.",
                weapon_types={Shockwave.name: Shockwave()}, figures={"blast": ROLLED},
            ),
            Variant(
                STATES, "v1.2.3 States > Explosion", "As ever, but no debris is left.", figures={"blast": CLEAN},
            ),
        ),
    ),
    GameOption(
        "disrupted", "Particle Cannons at squadrons", USUAL, "They do no more than damage.",
        (
            Variant(
                STATES, Disrupted.place,
                "A squadron hit by one is Disrupted: one Fire Control less, but never less than 1, until the End "
                "Phase.",
                states={Disrupted.name: Disrupted}, figures={"scorched": Disrupted},
            ),
        ),
    ),
    GameOption(
        "silent_running", "Silent Running", USUAL,
        "Stealth and one more ECM; after a good test guns do not give it away.",
        (
            Variant(
                STATES, RunningQuiet.place,
                "One level of Stealth more and no ECM, without a test, until any Fire Control is expended; it takes "
                "Defense, Sensors and Thrusters, so squadrons cannot.",
                states={RunningQuiet.name: RunningQuiet}, actions={QuietRunning.name: QuietRunning()},
            ),
        ),
    ),
    GameOption(
        "assailants", "Assailants on a hull", USUAL,
        "Enemy squadrons near by may react to their activation and catch them.",
        (
            Variant(
                STATES, UnseenAssault.place,
                "Only a squadron that declares an Interception in its own activation catches them.",
                states={UnseenAssault.name: UnseenAssault},
            ),
        ),
    ),
)  # fmt: skip
