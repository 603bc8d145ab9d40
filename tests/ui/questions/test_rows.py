"""Each question, order, and action of the game, played in the window with the pointer alone and with keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from unittest.mock import ANY

import pygame
import pytest

from jovian.cards import parse_unit
from jovian.game import ListDecision
from jovian.match import Match
from jovian.match.entries import Answered
from jovian.ui.panels.action_icons import ICONS
from jovian.ui.questions.prompts import PromptController
from jovian.ui.screens.battle_flow import CONTROLLERS
from tests.games import setup
from tests.match.test_zones import changed
from tests.rules.carrier import carrier, hidden
from tests.rules.fights import FAR, GUN, OWN, duel, miss, placed, plan, raid, wing
from tests.rules.stage import SHIP, SQUADRON, Cast, Staged, drone, gun, muster, printed, ship, squadron, stage, weapon
from tests.rules.test_boarding import near
from tests.rules.test_catastrophe import broken
from tests.rules.test_corners import two
from tests.rules.test_damage import hit
from tests.rules.test_damage_traits import FACES, precise
from tests.rules.test_dice_rolls import gunner, missile_duel, pathfinders
from tests.rules.test_drones import mother
from tests.rules.test_escape_pods import POD, seeker, truce
from tests.rules.test_escorts import patrol
from tests.rules.test_evade import shot_at
from tests.rules.test_formation import under_fire
from tests.rules.test_formation_leader import BARE, SPARE
from tests.rules.test_formation_leader import GUN as SHORT_GUN
from tests.rules.test_mines import LAYER, MINED
from tests.rules.test_mining import FREE, TRIPLE, at_comet, field, mine_without_fuel
from tests.rules.test_nukes import WIDE, armed
from tests.rules.test_older_damage import OLD
from tests.rules.test_ram import stage_ram
from tests.rules.test_reactions import PD, fly, gauntlet
from tests.rules.test_repair import control
from tests.rules.test_resupply import needy, tender
from tests.rules.test_suppression import PAIR, pinned, pinning
from tests.rules.test_templates import layer
from tests.rules.test_terrain import CLOUD, toward
from tests.rules.test_tug import FORT
from tests.rules.test_water_raid import place_comet
from tests.rules.test_weapons import driver
from tests.rules.turns import AWAY, HOME, RESULTS
from tests.rules_api import HOUSE_RULE, QUESTIONS, Deploy, build_rulebook
from tests.ui.pilot import Pilot, battle_at, quick
from tests.ui.places import check_place
from tests.ui.presentation.test_odds import CODE

Step = str | tuple[float, ...]
"""What the pointer does: `@id` clicks a model, `#part` a part of the card, `*0` a die of the tray, `^` (with Shift)
another model that waits, `(x, y)` a place of the table, any other string a button or a row by its name.
`(x, y, x2, y2)` drags from a place to another one, and so on."""


@dataclass
class Row:
    """A position, what is done in it with the pointer and with keys, and the answers that it must give.

    Each answer is the beginning of the one in the journal.
    """

    scene: Callable[[], Staged | Match]
    pointer: Sequence[Step]
    keys: str
    """The names of the keys, in order."""
    answers: list[list[Any]]
    by_keys: list[list[Any]] | None = None
    """The answers of the keys, None if they are the same."""


def place(x: float, y: float) -> Any:
    """Return what is equal to a place near this one."""
    return pytest.approx([x, y], abs=0.15)


def about(number: float) -> Any:
    return pytest.approx(number, abs=0.15)


# --- Positions ---
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
ROCKET = weapon("Missile", missile="AS", as_=4)
EXO: dict[str, Any] = {"squadron_type": "exo-armor", "weapons": [GUN]}
ENEMY = ship("E", 1, (44, 44), 180, activated=True)
NOTHING = [["declare", "none", 0]]


def acting(*cast: Cast, **scenario: Any) -> Staged:
    """Return the activation of the first model, which has declared nothing."""
    return stage(*cast, **scenario).begin(cast[0].line["id"])


def ambush() -> Staged:
    game = two(special_rules=["ambush"])
    while game.kind == "deploy":
        game.answer(*game.asked.default().to_json())
    return game


def deploying(*traits: str) -> Staged:
    """Return the placing of squadron F, or of its formation with G. Its ships have these traits."""
    ships = [parse_unit({**SHIP, "name": name, "traits": list(traits)}, name) for name in ("A", "C")]
    fighters = [parse_unit({**SQUADRON, "name": "F", "faction": "CEGA", "traits": ["Formation"]}, "F")] * 2
    game = muster((ships[0], *fighters), (ships[1],))
    return game.place("a", 24, 6).place("c", 24, 42, 180)


def intercepted() -> Staged:
    game = stage(
        squadron("S", 0, (24, 20)), squadron("T", 1, (22.5, 29), activated=True, weapons=[GUN]),
        squadron("U", 1, (25.5, 29), activated=True, weapons=[GUN]), FAR, OWN,
    )  # fmt: skip
    return game.begin("s").fly((24, 26)).expect("interception", 1)


def watched() -> Staged:
    enemy = squadron("T", 1, (22.5, 27), activated=True, weapons=[GUN])
    return stage(squadron("S", 0, (24, 20)), enemy, FAR, OWN)


def in_formation() -> Staged:
    pair = wing("T", 1, (24, 25), (24, 26), activated=True, weapons=[GUN])
    game = stage(squadron("S", 0, (24, 24), weapons=[GUN]), *pair, FAR, OWN)
    return game.activate("s").answer("declare", "interception", 0, "t").resolve()


def bombed(one: dict[str, Any]) -> Staged:
    """Return the end of a Bombing Run by a squadron that has planned without a defense."""
    game = raid(one)
    return plan(game, 0, "a1", 0, 0)


def tapping() -> Staged:
    game = stage(squadron("S", 0, (24, 24), states={"extra-fueled": 1}), squadron("T", 0, (4, 30)), FAR, OWN)
    return game.answer("activate", "s")


def clinging() -> Staged:
    exo = placed(squadron("S", 0, (24, 22), **EXO, activated=True), assaulting="b")
    game = stage(exo, ship("B", 1, (24, 20)), ship("C", 1, (4, 44)), OWN, initiative=1)
    return game.answer("activate", "b")


def watching() -> Staged:
    drone_ship = ship("A", 0, (24, 6), weapons=[gun(ac=4)], traits=["Sensor Drone"], **STILL)
    return stage(drone_ship, HOME, AWAY, options={"sensor_drone": "v1.2.2"})


def taking_along() -> Staged:
    held = squadron("S", 0, (24, 12), embarked_in="c")
    game = stage(ship("C", 0, (24, 12), traits=["Hangers:3"], activated=True, **STILL), held, ENEMY,
                 tokens=[{"name": POD, "launch": 1}])  # fmt: skip
    game.model("c").loads = ((POD, 1),)
    return game.begin("s").launch(24, 15)


def sending() -> Staged:
    spent = [squadron(name, 0, (x, 18), activated=True) for name, x in (("S", 20), ("T", 24))]
    game = stage(ship("A", 0, (24, 12), **STILL), ENEMY, *spent)
    return game.begin("a", "vector attack").resolve().faces([4, 4, 4])


def commanding() -> Staged:
    flock = [drone(name, 0, (x, 29)) for name, x in (("P", 20), ("Q", 24))]
    game = stage(ship("A", 0, (24, 24), **STILL), ENEMY, *flock)
    return game.begin("a", "drone command").resolve().faces([4, 4, 4])


def flying() -> Staged:
    """Return the activation of squadron S, which has declared nothing."""
    return stage(squadron("S", 0, (24, 20)), OWN, ENEMY)


def sailing() -> Staged:
    """Return the activation of ship A, which has declared no action."""
    return acting(ship("A", 0, (24, 20)), ENEMY)


def through_a_mate() -> Staged:
    pair = wing("S", 0, (27.2, 16.4), (27.2, 17.4), weapons=[SHORT_GUN])
    return acting(*pair, ship("B", 1, (24, 20), **BARE), SPARE, OWN).attack("a1", "b")


def leaving() -> Staged:
    """Return the placing of a squadron that leaves ship B, which has been lost at (24, 17)."""
    return broken(squadron("S", 1, (0, 0), embarked_in="b"), traits=["Hangers:1"]).faces([6])


def repairing(**ratings: int) -> Staged:
    damaged = control(ratings={"sensors": 1, **ratings}, weapons=[gun(ac=2)], damaged=["a1"])
    return damaged.resolve().faces(RESULTS["Q+"])


def with_engine_damage() -> Staged:
    broken = ship("A", 0, (24, 24), **STILL, traits=["Catapult"], weapons=[gun(ac=2)], damaged=["a1", "Catapult"])
    game = stage(broken, AWAY, options={"engine": OLD})
    game.model("a").states["engine-damage"] = 2
    return game.begin("a", "damage control").resolve().faces([1, 1, 1])


def three_doubles() -> Staged:
    """Return an attack of three doubles, of which the defense takes two away."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="AC", ac=6)]),
        ship("B", 1, (24, 22), 180, defense=[4, 3, 2, 1], activated=True),
    ).begin("a")
    return game.attack("a1", "b").faces([1, 1, 2, 2, 3, 3]).faces([6, 6, 6, 5])


def boarded() -> Staged:
    game = stage(ship("B", 0, (24, 16), **STILL, marines=[4, 3, 2, 1]), ship("E", 1, (24, 40), 180, activated=True))
    game.model("b").states["boarded"] = 2
    return game


def resupplying() -> Staged:
    game = stage(ship("A", 0, (24, 12)), *needy(2), AWAY)
    game.model("a").cargo = ("Marines",)
    return game


# --- Rows ---
QUESTION_ROWS: dict[str, Row] = {
    # Before the battle
    "lay": Row(lambda: Match(setup(5, terrain="placed")), [(24, 24)], "return",
               [["lay", ANY, 24.0, 24.0, 0]], [["lay"]]),
    "corner": Row(lambda: two(zones="corners"), [(40, 40)], "4", [["corner", "north-east"]]),
    "beacon": Row(lambda: Match(changed(5, "beacons")), [(24, 12)], "n return", [["beacon", 24.0, 12.0]], [["beacon"]]),
    "deploy": Row(deploying, [(12, 6), (12, 6)], "return", [["place", ANY, about(12), about(6)]], [["place"]]),
    "deploy: turned": Row(deploying, [(12, 6, 16, 6), (12, 6)], "e return",
                          [["place", ANY, about(12), about(6), 90]], [["place", ANY, ANY, ANY, 15]]),
    "deploy: aboard": Row(lambda: deploying("Hangers:2"), ["@a", "@a"], "h", [["embark"]]),
    "deploy: as an escort": Row(lambda: deploying("Hangers:2", "CAP"), ["@a", "@a"], "k return", [["escort"]]),
    "deploy: in formation": Row(deploying, ["partner:", (12, 6), (12, 6)], "o return",
                                [["place", ANY, ANY, ANY, ANY, ANY]]),
    "deploy: in formation by Shift": Row(deploying, ["^", (12, 6), (12, 6)], "o return",
                                         [["place", ANY, ANY, ANY, ANY, ANY]]),
    "issue": Row(place_comet, ["confirm"], "return", [["issue"]]),
    "edge": Row(ambush, [(2, 20)], "4", [["edge", "west"]]),
    # The activation of a model
    "activate": Row(lambda: stage(ship("A", 0, (24, 20)), ship("B", 0, (10, 10)), ENEMY), ["@a", (24, 24)], "n return",
                    [["activate", "a"], *NOTHING, ["move", about(4)]], [["activate", "a"], *NOTHING, ["move", 2.0]]),
    "activate: aboard": Row(lambda: stage(ship("C", 0, (24, 24), traits=["Hangers:2"]), hidden(), ENEMY),
                            ["@c", "aboard:s", (24, 30), (24, 30)], "n d return",
                            [["activate", "s"], *NOTHING, ["launch"]]),
    "declare": Row(flying, ["evade", (24, 24)], "a e return",
                   [["declare", "evade", 0], ["fly", [place(24, 24)]]], [["declare", "evade", 0]]),
    "declare: Boost by a place": Row(flying, [(24, 28.5)], "a b e return",
                                     [["declare", "none", 1], ["fly", [place(24, 28.5)]]],
                                     [["declare", "none", 1], ["fly"]]),
    "declare: Boost alone": Row(flying, ["boost 2", "declare"], "a b a b return", [["declare", "none", 2]]),
    "menu": Row(sailing, [(24, 24)], "return", [["move", about(4)]], [["move", 2.0]]),
    "tap": Row(tapping, ["1"], "2", [["tap", "extra-fueled"]]),
    "lookout": Row(watching, ["1"], "2", [["lookout", ANY]]),
    "lookout: by a click into an arc": Row(watching, [(40, 6)], "2", [["lookout", "starboard"]]),
    "suppressed": Row(lambda: pinned(4).answer("activate", "b"), ["1"], "2", [["defy"]]),
    "assault": Row(clinging, ["1"], "2", [["disengage"]]),
    "attach": Row(lambda: clinging().pick("hold").declare().move(4).end(), [(25.5, 24)], "n return",
                  [["place", about(25.5), about(24), 90]], [["place"]]),
    "firefight": Row(lambda: boarded().begin("b"), ["1"], "2", [["defend"]]),
    "avoid": Row(lambda: toward(CLOUD).move(5), ["1"], "2", [["enter"]]),
    "autofire": Row(lambda: fly(gauntlet()), ["@b", "@b"], "2", [PD]),
    "interception": Row(intercepted, ["@u", "@u"], "3", [["intercept", "u"]]),
    "origin": Row(through_a_mate, ["1"], "2", [["from", "s"]]),
    # A close fight
    "formation": Row(in_formation, ["1"], "2", [["break", "t"]]),
    "missile": Row(lambda: duel({"weapons": [GUN, ROCKET]}), ["1"], "2", [["missile", ["b1"]]]),
    "plan": Row(duel, ["arms 0", "fuel 1", "confirm"], "1 e return", [["plan", ["a1"], "singly", 1, ANY]]),
    "evasion": Row(lambda: shot_at().attack("a1", "s").faces([5, 5, 5]), ["1"], "2", [["spend"]]),
    "ram": Row(lambda: bombed({"structure": [1]}), ["1"], "2", [["ram"]]),
    "free": Row(lambda: bombed({}), [(24, 25)], "e return", [["fly", [place(24, 25)]]], [["fly"]]),
    "free: onto the hull": Row(lambda: bombed(EXO), ["assault", "picked"], "n return", [["assault"]]),
    # Dice and damage
    "faces": Row(lambda: gunner().attack("a1", "b"), ["1", "2", "3"], "1 2 3", [["faces", [1, 2, 3], [], []]]),
    "faces: one is deleted": Row(lambda: gunner().attack("a1", "b"), ["1", "back", "4", "2", "3"],
                                 "1 backspace 4 2 3", [["faces", [4, 2, 3], [], []]]),
    "flex": Row(lambda: pathfinders().attack("a1", "b").faces([4, 4, 5], [6]), ["1"], "2", [["keep", [4, 5, 6]]]),
    "flex: by a die": Row(lambda: pathfinders().attack("a1", "b").faces([4, 4, 5], [6]), ["*0"], "2",
                          [["keep", [4, 5, 6]]]),
    "reroll": Row(lambda: gunner(type_="Beam Projector").attack("a1", "b").faces([1, 2, 3]), ["0"], "1", [["reroll"]]),
    "reduce": Row(lambda: missile_duel([2, 2, 3, 3, 6], [1, 1, 4, 5]), ["1"], "2", [["reduce", "D3"]]),
    "reroll: by a die": Row(lambda: gunner(type_="Beam Projector").attack("a1", "b").faces([1, 2, 3]), ["*2"], "1",
                            [["reroll"]]),
    "reduce: by a die": Row(lambda: missile_duel([2, 2, 3, 3, 6], [1, 1, 4, 5]), ["*0"], "2", [["reduce", "D3"]]),
    "reduce: by two dice": Row(three_doubles, ["*0", "*2"], "3", [["reduce", "D3"]]),
    "reduce: by a die twice": Row(three_doubles, ["*0", "*0"], "2", [["reduce", "D2"]]),
    "rating": Row(lambda: hit([5, 5, 1], marines=[2, 1]), ["#marines"], "2", [["damage", "marines"]]),
    "mass": Row(lambda: driver([6, 6, 1, 2]), ["1"], "2", [["damage", "critical"]]),
    "critical": Row(lambda: precise(FACES["D"], traits=["Hangers:2"]), ["#sensors"], "3", [["damage", "sensors"]]),
    "allocate": Row(lambda: under_fire().faces([4, 4, 4]), ["1"], "2", [["allocate", [0, 2]]]),
    "allocate: by boxes": Row(lambda: under_fire().faces([4, 4, 4]), ["#structure", "@s"], "3", [["allocate", [1, 1]]]),
    "unload": Row(leaving, [(24, 14.5)], "n return", [["place", about(24), about(14.5), ANY]], [["place"]]),
    # An action
    "commit": Row(lambda: near().begin("a", "board").resolve(), ["1"], "2", [["commit", 2]]),
    "weapons": Row(lambda: pinning({"weapons": PAIR}).begin("a", "suppressing fire").resolve(), ["1"], "2",
                   [["attack", ["a2"]]]),
    "supply": Row(lambda: tender(*needy(3), cargo=("Marines",)).resolve().faces(RESULTS["D"]), ["@m1", "@m1"], "2",
                  [["supply", "m1"]]),
    "repair": Row(repairing, ["1"], "2", [["repair", "weapon", ""]]),
    "repair: by a box": Row(lambda: repairing(defense=1), ["#sensors"], "1 1",
                             [["repair", "damage", ""], ["repair", "damage", "sensors"]]),
    "repair: a system": Row(with_engine_damage, ["#Catapult"], "1", [["repair", "system", ""]]),
    "repair: a weapon": Row(with_engine_damage, ["#a1"], "2", [["repair", "weapon", ""]]),
    "repair: Engine Damage": Row(with_engine_damage, ["#engine-damage"], "3", [["repair", "engine-damage", ""]]),
    "mine": Row(lambda: at_comet(field()), ["1"], "2", [["mine", ["a1"], "singly", 1]]),
    "refine": Row(lambda: mine_without_fuel(field(), TRIPLE, FREE), ["1"], "2", [["refine"]]),
    "along": Row(taking_along, ["1"], "2", [["along", 1]]),
    "vector": Row(sending, ["@t", "@t"], "2", [["send", "t"]]),
    "command": Row(commanding, ["@q", "@q"], "2", [["command", "q"]]),
    "spot": Row(lambda: layer("Decoy Drones").declare("deploy decoy drones").resolve(), [(25, 25)], "n return",
                [["at", about(25), about(25)]], [["at"]]),
}
"""By the kind of the question, with further words after a colon."""

NO: dict[str, list[str]] = {
    "tap": ["keep"], "assault": ["hold"], "autofire": ["decline"], "interception": ["decline"], "formation": ["keep"],
    "missile": ["decline"], "evasion": ["keep"], "ram": ["decline"], "reroll": ["stand"], "supply": ["enough"],
    "refine": ["keep"], "vector": ["enough"], "command": ["enough"],
}  # fmt: skip
"""The answers that say no. Escape and a right click give them, and answer no other question."""

ORDER_ROWS: dict[str, Row] = {
    "move": Row(sailing, [(24, 24)], "return", [["move", about(4)]], [["move", 2.0]]),
    "move: astern": Row(lambda: acting(printed("venusian/shan-yu", 0, (24, 20)), ENEMY), [(24, 19)],
                        "ctrl+down " * 2 + ".", [["move", about(-1)]]),
    "move: by the keys of the pointer": Row(sailing, [(24, 23)], "ctrl+up " * 6 + ".", [["move", about(3)]]),
    "turn": Row(sailing, [(24, 20, 27, 23)], "e e return", [["turn", 45]], [["turn", 10]]),
    "pivot": Row(lambda: stage(ship("A", 0, (24, 20)), ENEMY).begin("a", "reorient").resolve().faces([5, 5, 1]),
                 [(24, 20, 28, 20)], "q return", [["pivot", 90]], [["pivot", -5]]),
    "fly": Row(flying, [(26, 24)], "e return", [*NOTHING, ["fly", [place(26, 24)]]], [*NOTHING, ["fly"]]),
    "fly: along a drawn path": Row(
        flying, [(22, 22, 22, 24, 24, 24)], "e return",
        [*NOTHING, ["fly", [place(22, 22), place(22, 23.9), place(23.2, 24)]]], [*NOTHING, ["fly"]],
    ),
    "fly: along a path that may be answered": Row(
        watched, [(25.5, 21.5, 24.5, 24.5), (24.5, 24.5)], "e return return",
        [*NOTHING, ["fly", [place(25.5, 21.5), place(24.5, 24.5)]]], [*NOTHING, ["fly"]],
    ),
    "attack": Row(gunner, ["@b", "@b"], "tab return", [["attack", ["a1"], "b"]]),
    "launch": Row(carrier, [(24, 28), (24, 28)], "n return", [*NOTHING, ["launch"]]),
    "land": Row(lambda: patrol(at=(24, 29), traits=["Hangers:2"]), ["@c", "@c"], "n return h",
                [*NOTHING, ["fly"], ["land", "c"]]),
    "escort": Row(lambda: patrol().begin("s").launch(24, 27), ["@c", "deed:escort", "@c"], "n return k",
                  [["fly"], ["escort", "c"]]),
    "drone": Row(mother, ["drones", (24, 28)], "b return", [["drone", "a1"]]),
    "nuke": Row(lambda: armed(ship("B", 1, (24, 22), **WIDE)), ["@b", "@b"], "g n return", [["nuke", "a1"]]),
    "defend": Row(lambda: acting(ship("A", 0, (24, 20)), squadron("S", 1, (24, 24), activated=True), ENEMY),
                  ["@s", "@s"], "p", [["defend"]]),
    "resolve": Row(lambda: control(ratings={"sensors": 1}), ["resolve"], "x", [["resolve"]]),
    "end": Row(lambda: acting(ship("A", 0, (24, 20), **STILL), ENEMY), ["end"], "space", [["end"]]),
}
"""By the verb of the order."""


QUIET: dict[str, Any] = {"defense": [1], "ratings": {"defense": 0}, "activated": True}
"""A ship without Point Defense, which doesn't answer a flight."""


def declared(name: str, letter: str, *cast: Cast, target: str = "") -> Row:
    """Return the row of an action that has its effect when it is declared."""
    answer = ["declare", name, 0, target] if target else ["declare", name, 0]
    steps = [name, f"at {target}", "declare"] if target else [name, "declare"]
    return Row(lambda: stage(*cast, HOME, AWAY), steps, f"a {letter} return", [answer], [answer[:3]])


def resolved(name: str, letter: str, scene: Callable[[], Staged], target: str = "") -> Row:
    """Return the row of an action that is drafted, and resolved by its button, or by two clicks on a model."""
    steps = [f"@{target}", f"@{target}"] if target else ["resolve"]
    return Row(scene, [name, *steps], f"a {letter} x", [["declare", name, 0], ["resolve"]])


A, S = ship("A", 0, (24, 20)), squadron("S", 0, (24, 20), weapons=[GUN])
ACTION_ROWS: dict[str, Row] = {
    "bombing": Row(lambda: stage(S, ship("B", 1, (24, 25), 180, **QUIET), OWN), ["bombing", "@b", "@b"],
                   "a o n return x", [["declare", "bombing", 0], ["fly"], ["resolve"]]),
    "interception": Row(lambda: stage(S, squadron("T", 1, (24, 24), activated=True), FAR, OWN),
                        ["interception", "@t", "@t"], "a i n return x",
                        [["declare", "interception", 0, "t"], ["fly"], ["resolve"]]),
    "ram": Row(lambda: stage_ram(QUIET | {"activated": False, "structure_left": 1}, QUIET), ["ram", "@b", "@b"],
               "a j n return x", [["declare", "ram", 0], ["move"], ["resolve"]]),
    "mine": Row(field, ["mine", (24, 24), "resolve"], "a z n return x", [["declare", "mine", 0], ["fly"], ["resolve"]]),
    "hard burn": Row(lambda: stage(A, AWAY), ["hard burn", (24, 25)], "a h return",
                     [["declare", "hard burn", 0], ["move"]]),
    "station keep": Row(lambda: stage(A, AWAY), ["station keep", (24, 21)], "a k return",
                        [["declare", "station keep", 0], ["move", about(1)]], [["declare", "station keep", 0]]),
    "deploy decoy drones": Row(lambda: layer("Decoy Drones"), ["deploy decoy drones", "resolve", (25, 25)],
                               "a y x return", [["declare", "deploy decoy drones", 0], ["resolve"], ["at"]]),
    "lay mines": Row(lambda: stage(LAYER, HOME, AWAY, options=MINED), ["lay mines", "resolve", (24, 28)],
                     "a m x return", [["declare", "lay mines", 0], ["resolve"], ["at"]]),
    "purge airlocks": Row(boarded, ["purge airlocks", "declare"], "a p return", [["declare", "purge airlocks", 0]]),
    "purge airlocks: after the firefight": Row(
        lambda: boarded().begin("b", "purge airlocks").pick("engage").pick("engage").faces(miss(4)).faces(miss(2)),
        ["resolve"], "x", [["resolve"]],
    ),
    "evade": declared("evade", "e", S),
    "long shot": declared("long shot", "l", A),
    "silent running": declared("silent running", "s", A),
    "overdrive": declared("overdrive", "x", A, target="sensors"),
    "overdrive: by a box": Row(lambda: stage(A, HOME, AWAY), ["overdrive", "#sensors", "declare"], "a x return",
                               [["declare", "overdrive", 0, "sensors"]], [["declare", "overdrive", 0]]),
    "board": resolved("board", "b", near, "b"),
    "combined attack": resolved("combined attack", "c",
                                lambda: stage(S, ship("B", 1, (24, 30), 180, **QUIET), OWN), "b"),
    "suppressing fire": resolved("suppressing fire", "g", pinning, "b"),
    "tug": resolved("tug", "t", lambda: stage(ship("T", 0, (24, 12), traits=["Tug"], speed=0),
                                              ship("F", 0, (24, 17.5), **FORT), AWAY), "f"),
    "damage control": resolved("damage control", "r",
                               lambda: stage(ship("A", 0, (24, 24), ratings={"sensors": 1}), AWAY)),
    "deploy debris field": resolved("deploy debris field", "f", lambda: layer("Debris Dispenser")),
    "drone command": resolved("drone command", "d",
                              lambda: stage(A, ENEMY, drone("P", 0, (20, 25), activated=True))),
    "reorient": resolved("reorient", "n", lambda: stage(A, AWAY)),
    "resupply": resolved("resupply", "u", resupplying),
    "search": resolved("search", "q", lambda: truce(seeker())),
    "vector attack": resolved("vector attack", "v",
                              lambda: stage(A, ENEMY, squadron("S", 0, (20, 26), activated=True))),
    "withdraw": resolved("withdraw", "w", lambda: stage(A, AWAY)),
}
"""By the name of the action, with further words after a colon."""


# --- Playing ---
@pytest.fixture(scope="module")
def pilot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilot]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("JOVIAN_WARS_HOME", str(tmp_path_factory.mktemp("home")))
        yield Pilot((1280, 720), quick())


def do(pilot: Pilot, step: Step) -> None:
    """Do a step with the pointer. An action without an icon is in the list, whose rows may have to be scrolled."""
    if isinstance(step, tuple):
        places = [pilot.at(*step[n : n + 2]) for n in range(0, len(step), 2)]
        pilot.click(places[0]) if len(places) == 1 else pilot.drag(*places)
    elif step[0] == "@":
        models = pilot.view.models
        model = models.get(step[1:]) or next(each for each in models.values() if each.name.lower() == step[1:])
        pilot.click(pilot.on(model.pose))
    elif step == "^":
        rows, asked = pilot.battle.roster.list, pilot.asked
        assert isinstance(asked, Deploy)
        ids = [model.id for model in asked.models if model.id != pilot.selected]
        other = next(n for n, row in enumerate(rows.items) if row.model_id in ids)
        pilot.app.shift = True
        pilot.click(rows.row_rect(other).center)
        pilot.app.shift = False
    elif step[0] == "*":
        pilot.draw()
        plate = pilot.battle.animation.plate
        assert plate is not None
        pilot.click(plate.places[int(step[1:])].center)
    elif step[0] == "#":
        pilot.draw()
        pilot.click(pilot.battle.card.parts_at[step[1:]].center)
    else:
        if step in ICONS and step not in pilot.names():
            pilot.press("more")
        name = next(name for name in pilot.names() if name == step or (step[-1] == ":" and name.startswith(step)))
        for _ in range(9):
            if pilot.widget(name).rect.width:
                break
            pilot.move(pilot.battle.context.rect.center)
            pilot.wheel(-3)
        pilot.press(name)


def opened(pilot: Pilot, row: Row) -> Match:
    """Open the position of a row, with the pointer off the table."""
    scene = row.scene()
    match = scene.match if isinstance(scene, Staged) else scene
    battle_at(pilot, match)
    pilot.uncover()
    pilot.move((2, 2))
    return match


def check(pilot: Pilot, row: Row, way: str) -> list[Answered]:
    """Play a row, check its answers, and return them."""
    match = opened(pilot, row)
    count = len(match.journal)
    if way == "pointer":
        for step in row.pointer:
            do(pilot, step)
    else:
        for name in row.keys.split():
            is_ctrl = name.startswith("ctrl+")
            pilot.key(pygame.key.key_code(name.removeprefix("ctrl+")), pygame.KMOD_CTRL if is_ctrl else 0)
    entries = [entry for entry in match.journal[count:] if isinstance(entry, Answered)]
    wanted = row.answers if way == "pointer" or row.by_keys is None else row.by_keys
    given = [entry.choice for entry in entries]
    assert len(given) == len(wanted), (given, pilot.kind)
    assert [choice[: len(want)] for choice, want in zip(given, wanted, strict=True)] == wanted
    return entries


LISTS = [
    name for name in QUESTION_ROWS
    if ":" not in name and name != "activate" and issubclass(CONTROLLERS.get(name, PromptController), PromptController)
]  # fmt: skip
"""The questions with a row for each answer."""
WAYS = pytest.mark.parametrize("way", ["pointer", "keys"])


@WAYS
@pytest.mark.parametrize("name", QUESTION_ROWS)
def test_a_question_is_answered(pilot: Pilot, name: str, way: str) -> None:
    entries = check(pilot, QUESTION_ROWS[name], way)
    assert name.partition(":")[0] in {entry.kind for entry in entries}


@WAYS
@pytest.mark.parametrize("name", ORDER_ROWS)
def test_an_order_is_given(pilot: Pilot, name: str, way: str) -> None:
    entries = check(pilot, ORDER_ROWS[name], way)
    assert (entries[-1].kind, entries[-1].choice[0]) == ("menu", name.partition(":")[0])


@WAYS
@pytest.mark.parametrize("name", ACTION_ROWS)
def test_an_action_is_carried_out(pilot: Pilot, name: str, way: str) -> None:
    check(pilot, ACTION_ROWS[name], way)


@pytest.mark.parametrize("name", [name for name in QUESTION_ROWS if ":" not in name])
def test_escape_and_a_right_click_say_no_or_nothing(pilot: Pilot, name: str) -> None:
    """Escape opens the menu of the game only between two steps of it. A right click never does."""
    answers = [NO[name]] if name in NO else []
    count = len(opened(pilot, QUESTION_ROWS[name]).journal)
    pilot.cancel()
    assert [entry.choice for entry in pilot.journal[count:]] == answers and pilot.app.modal is None
    count, asked = len(opened(pilot, QUESTION_ROWS[name]).journal), pilot.asked
    pilot.key(pygame.K_ESCAPE)
    assert [entry.choice for entry in pilot.journal[count:]] == answers and asked is not None
    if pilot.app.modal is not None:
        assert asked.anchor and pilot.refused is None
        pilot.key(pygame.K_ESCAPE)
    elif not answers:
        assert pilot.refused is not None and pilot.refused.reason == "This question must be answered."


@pytest.mark.parametrize("name", LISTS)
def test_a_list_says_what_its_answers_do_and_enter_takes_the_first(pilot: Pilot, name: str) -> None:
    count, asked = len(opened(pilot, QUESTION_ROWS[name]).journal), pilot.asked
    assert isinstance(asked, ListDecision) and pilot.sheet.title == asked.title
    assert pilot.sheet.place.startswith(("v1.2", HOUSE_RULE)), pilot.sheet.place
    for (label, detail), option in zip(pilot.answers, asked.listed, strict=True):
        assert label == option.label and (name == "flex" or detail.startswith(option.detail))
        assert not CODE.search(f"{label} {detail}")
    assert not CODE.search(asked.title)
    pilot.draw()
    check_place(pilot.battle)
    pilot.key(pygame.K_RETURN)
    assert pilot.journal[count] == Answered(asked.side, name, asked.listed[0].choice)


# --- Completeness ---
def names(rows: dict[str, Row]) -> set[str]:
    return {name.partition(":")[0] for name in rows}


def test_each_question_order_and_action_has_a_row() -> None:
    assert names(QUESTION_ROWS) == set(QUESTIONS)
    assert names(ORDER_ROWS) == set(build_rulebook().orders)
    assert names(ACTION_ROWS) == set(ICONS) - {"more"}, "there is one for each action of all editions and scenarios"


def test_each_action_is_declared_and_resolved() -> None:
    at_once = {name for name, action in build_rulebook().actions.items() if action.at_once}
    for name in names(ACTION_ROWS):
        given = [answer for row, each in ACTION_ROWS.items() if row.startswith(name) for answer in each.answers]
        assert ["declare", name] in [answer[:2] for answer in given]
        assert ("resolve" in [answer[0] for answer in given]) == (name not in at_once)
