"""The rules of this edition by name: weapons, traits, states, terrain, scenario rules, and actions.

These lists decide what is in play. Only `edition` reads them. Traits are listed in `cards/traits.py`.
"""

from __future__ import annotations

from jovian.cards import scenario
from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from jovian.rules import supplies, weapons
from jovian.rules.actions import states
from jovian.rules.actions.any_model import (
    Board,
    CombinedAttack,
    DroneCommand,
    Evade,
    Ram,
    Resupply,
    SilentRunning,
    VectorAttack,
    Withdraw,
)
from jovian.rules.actions.capital_ship import (
    DamageControl,
    DeployDebrisField,
    DeployDecoyDrones,
    HardBurn,
    LongShot,
    Overdrive,
    PurgeAirlocks,
    Reorient,
    StationKeep,
    SuppressingFire,
    Tug,
)
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.attack.autofire import Suppressed
from jovian.rules.damage.boarding import Boarded, Captured, FirstAboard, SecondAboard
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.damage.leaving_play import DEBRIS, SWARM, WRECK
from jovian.rules.moving import Towed
from jovian.rules.placement.attached import Assaulting, Escorting
from jovian.rules.rulebook.effect import TRAIT_EFFECTS, ModelState
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import RandomLayout, TerrainKind, WeaponType
from jovian.rules.scenario.objectives import (
    AtLeast,
    Bearers,
    Count,
    Each,
    EarlyEnd,
    FirstToAttack,
    Force,
    Least,
    Models,
    Most,
    MostVictoryPoints,
    Objective,
    Prevented,
    Tokens,
)
from jovian.rules.scenario.objects import ObjectsInFreeQuarters, ObjectsSearched, RetrieveFromObjects, SearchObjects
from jovian.rules.scenario.special import Ambush, Atmosphere, BlindedByTheLight, NoWithdrawal
from jovian.rules.scenario.tokens import Distribute, MineComet, SearchFor, Token
from jovian.rules.scenario.zones import BeaconZone, CometInZone, CornerZone, StandardZone
from jovian.rules.shots.evasion import Boosting, Evading
from jovian.rules.terrain import ATMOSPHERE, COMET, HULK, HULKS, STATION, STATIONS, TAIL
from jovian.rules.traits import model_traits

# --- Weapons ---

WEAPON_TYPE_EFFECTS: dict[str, WeaponType] = {
    effect.name: effect()
    for effect in (
        weapons.BeamProjector, weapons.KineticCannon, weapons.MassDriver, weapons.Missile,
        weapons.ParticleCannon, weapons.PointDefense, weapons.Lance, weapons.DroneBay,
        weapons.Hardpoint,
    )
}  # fmt: skip


# --- Traits ---

MODEL_EFFECTS = {name: TRAIT_EFFECTS[name] for name in MODEL_TRAITS if name in TRAIT_EFFECTS}
WEAPON_EFFECTS = {name: TRAIT_EFFECTS[name] for name in WEAPON_TRAITS if name in TRAIT_EFFECTS}
"""The others are read from the card by a procedure."""


# --- States ---

STATE_EFFECTS: dict[str, type[ModelState]] = {
    effect.name: effect
    for effect in (
        Assaulting, Boosting, Crippled, Escorting, Evading, supplies.ExtraFueled, supplies.FuelPod,
        supplies.SpareFuel, supplies.PodFuel, states.StationKeeping, Boarded, FirstAboard,
        SecondAboard, Captured,
        states.HardBurnState, states.LongShotState, states.OverdrivenDefense,
        states.OverdrivenSensors, states.OverdrivenThrusters,
        model_traits.Concealed, model_traits.Stealthed, Suppressed, states.Targeted, Towed,
    )
}  # fmt: skip
"""A state is defined beside the procedure or trait that causes it, or in `rules/actions/states`."""


# --- Terrain ---


TERRAIN_KINDS: dict[str, TerrainKind] = {
    "asteroid-field": TerrainKind(
        "Asteroid Field",
        "v1.2.4 Terrain > Asteroid Field",
        "Strikes ships that move through it (2 dice) and obscures.",
        ac=2,
        veils=True,
        random_layout=RandomLayout(5, 2.5, 4.5, uneven=True),
    ),
    "particle-cloud": TerrainKind(
        "Particle Cloud",
        "v1.2.4 Terrain > Particle Cloud",
        "Strikes what moves through it (2 dice) and obscures.",
        ac=2,
        as_=2,
        veils=True,
        random_layout=RandomLayout(4, 2.5, 4.5, uneven=True),
    ),
    DEBRIS.kind: TerrainKind(
        "Debris Field",
        "v1.2.4 Terrain > Debris Field",
        "Strikes ships with 3 dice and squadrons with 4.",
        ac=3,
        as_=4,
        random_layout=RandomLayout(2, 4.0, 4.0, max_pieces=2),
    ),
    SWARM.kind: TerrainKind(
        "Decoy Drone Swarm",
        "v1.2.4 Terrain > Decoy Drone Swarm",
        "Obscures and hides what is in it, and reduces its Sensors to 0. Shrinks in the End Phase, then disappears.",
        veils=True,
        cloaks=True,
        blinds=True,
        shrinks=True,
    ),
    "large-asteroid": TerrainKind(
        "Large Asteroid",
        "v1.2.4 Terrain > Large Asteroid",
        'Hides what is within 3". Nothing may end on it.',
        solid=True,
        shelters=True,
        signature=12,
        random_layout=RandomLayout(4, 1.6, 2.0, uneven=True, max_pieces=4),
    ),
    "small-moon": TerrainKind(
        "Small Moon",
        "v1.2.4 Terrain > Small Moons",
        'Hides what is within 3" and can be flown over. What starts its movement on it has Speed +2.',
        shelters=True,
        hastens=2,
        random_layout=RandomLayout(3, 2.0, 4.0, max_pieces=2),
    ),
    "planet": TerrainKind(
        "Planet",
        "v1.2.4 Terrain > Planet or Large Moon",
        "A table edge that stops ships and lets nothing through. Speed +2 toward it, -1 away from it.",
        solid=True,
        bars=True,
        pulls=2,
        holds=1,
    ),
    ATMOSPHERE: TerrainKind(
        "Atmosphere",
        "v1.2.4 Terrain > Atmosphere",
        "Strikes what moves through it (2 dice) and takes 1 off its Speed. What is in it has one ECM more.",
        ac=2,
        as_=2,
        slows=1,
        blurs=1,
    ),
    WRECK.kind: TerrainKind(
        "Wreck",
        "v1.2.4 Terrain > Wreck",
        "The remains of a dead ship. Counts as a Large Asteroid.",
        solid=True,
        shelters=True,
        signature=6,
        random_layout=RandomLayout(1, 1.0, 1.0, max_pieces=2),
    ),
    COMET: TerrainKind(
        "Comet",
        "v1.2.4 Terrain > Comets",
        "Moves 2d6 inches away from its tail every turn and pushes ships aside.",
        solid=True,
        shelters=True,
        signature=6,
        travels=True,
        tail=TAIL,
        random_layout=RandomLayout(1, 1.0, 2.0, max_pieces=1, tail=(9.0, 2.0)),
    ),
    TAIL: TerrainKind(
        "Comet Tail",
        "v1.2.4 Terrain > Comets",
        "Strikes what moves through it or is swept by it (2 dice), and obscures.",
        ac=2,
        as_=2,
        veils=True,
        travels=True,
    ),
    STATION: TerrainKind(
        "Space Station",
        STATIONS,
        "Strikes what moves through it (2 dice). A ship that doesn't move, but can be attacked and boarded.",
        ac=2,
        as_=2,
    ),
    HULK: TerrainKind("Unidentified Object", HULKS, "Marines may board it. It can't be attacked."),
}
"""Every kind of terrain in this edition of the game."""


# --- Scenarios ---

AT_EDGES: dict[str, type[GlobalRule]] = {ATMOSPHERE: Atmosphere}
"""The rule of each kind of terrain along an edge."""
ZONES: dict[str, type[GlobalRule]] = {"standard": StandardZone, "beacons": BeaconZone, "corners": CornerZone}
"""Deployment zones by name. A scenario may also draw its own."""
COUNTS: dict[str, type[Count]] = {
    "models": Models,
    "force": Force,
    "tokens": Tokens,
    "prevented": Prevented,
    "bearers": Bearers,
    "searched": ObjectsSearched,
}
OBJECTIVES: dict[str, type[Objective]] = {
    "most_victory_points": MostVictoryPoints,
    "most": Most,
    "least": Least,
    "at_least": AtLeast,
    "each": Each,
    "first_to_attack": FirstToAttack,
}
SPECIAL_RULES: dict[str, type[GlobalRule]] = {
    "ambush": Ambush,
    "no-withdrawal": NoWithdrawal,
    "blinded-by-the-light": BlindedByTheLight,
    "search": SearchFor,
    "objects-in-free-quarters": ObjectsInFreeQuarters,
    "search-objects": SearchObjects,
    "retrieve-from-objects": RetrieveFromObjects,
    "comet-in-zone": CometInZone,
    "distribute": Distribute,
    "mine": MineComet,
}
scenario.OBJECTIVES.update(OBJECTIVES)
scenario.SPECIAL_RULES.update(SPECIAL_RULES)
scenario.COUNTS.update(COUNTS)
scenario.ENDINGS["ending"] = EarlyEnd
scenario.TOKENS["token"] = Token


# --- Actions ---

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Bombing(), Interception(), Board(), CombinedAttack(), DamageControl(), DeployDebrisField(), DeployDecoyDrones(),
        DroneCommand(), Evade(), HardBurn(), LongShot(), Overdrive(), PurgeAirlocks(), Ram(), Reorient(), Resupply(),
        SilentRunning(), StationKeep(), SuppressingFire(), Tug(), VectorAttack(), Withdraw(),
    )
}  # fmt: skip

"""In the order in which they are offered."""
