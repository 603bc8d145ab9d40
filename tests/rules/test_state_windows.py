"""Tests of the end of states, their limits, and their complete list (v1.2.4 States, Action; R40-R44, R47)."""

from typing import Any

import pytest

from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from tests.rules.stage import Staged, drone, gun, ship, squadron, stage
from tests.rules.turns import AWAY, HOME, pass_turn, set_states, whiff
from tests.rules_api import EDITION, HOUSE_RULE, ORDERS, RULES, build_rulebook, refuse_action

DECLARED = [
    "board", "combined attack", "drone command", "evade", "ram", "resupply", "silent running", "vector attack",
    "withdraw", "bombing", "interception", "damage control", "deploy debris field", "deploy decoy drones",
    "hard burn", "long shot",
    "overdrive", "purge airlocks", "reorient", "station keep", "suppressing fire", "tug",
]  # fmt: skip
"""The rulebook's declared actions. Boost is part of a declaration. Launch, Land, and escorts are orders."""

OF_SHIPS = [
    "damage control", "deploy debris field", "deploy decoy drones", "hard burn", "long shot", "overdrive",
    "purge airlocks", "reorient", "station keep", "suppressing fire",
]  # fmt: skip
OF_SQUADRONS = ["bombing", "interception"]

ACTIVATION = {"boosting": 1, "long-shot": 2, "spare-fuel": 1}
TURN = {
    "evading": 1, "stealthed": 1, "targeted": 2, "suppressed": 1, "station-keeping": 1, "overdriven-defense": 1,
    "overdriven-sensors": 1, "overdriven-thrusters": 1,
}  # fmt: skip
GAME = ("boarded", "captured", "crippled", "assaulting", "escorting", "extra-fueled")
SLOW: dict[str, Any] = {"speed": 0, "thrusters": [1]}


# --- Models ---
@pytest.mark.parametrize("name", DECLARED)
def test_every_action_of_the_book_is_declared(name: str) -> None:
    """v1.2.4 Action: with a summary, a requirement, and its citation."""
    action = build_rulebook().actions[name]
    assert action.name == name
    assert action.place.startswith("v1.2.4 ")
    assert len(action.summary) > 20
    assert action.needs


def test_there_are_no_others() -> None:
    """v1.2.4 Action: only the rulebook's actions, and our own. Further orders are in the menu."""
    actions = [name for name, action in build_rulebook().actions.items() if action.place.startswith(EDITION)]
    assert sorted(actions) == sorted(DECLARED)
    assert {"launch", "land", "escort"} <= set(ORDERS)


@pytest.mark.parametrize("name", [*ACTIVATION, *TURN, *GAME, "hard-burn", "fuel-pod"])
def test_every_state_of_the_book_has_help(name: str) -> None:
    """v1.2.4 States, Action: in our words, with its citation."""
    effect = build_rulebook().states[name]
    assert effect.name == name
    assert effect.place.startswith("v1.2.4 ")
    assert len(effect.summary) > 20


@pytest.mark.parametrize("name", sorted({**MODEL_TRAITS, **WEAPON_TRAITS}))
def test_every_trait_has_help_and_its_rule(name: str) -> None:
    """v1.2.4 Traits: a sentence on the card, and a row in the rules finder."""
    trait = {**MODEL_TRAITS, **WEAPON_TRAITS}[name]
    assert len(trait.summary) > 10
    assert any(rule.name == name for rule in RULES)


def test_every_effect_says_what_it_does() -> None:
    """Each trait, weapon type, and state in the game has its own words and citation."""
    book = build_rulebook()
    of_weapons = [*book.weapon_traits.values(), *book.weapon_types.values()]
    for effect in [*book.traits.values(), *of_weapons, *book.states.values()]:
        assert effect.summary, effect.name
        assert effect.place.startswith((EDITION, HOUSE_RULE)), effect.name


@pytest.mark.parametrize(
    "name",
    ["Captured", "Crippled", "Destroyed", "Embarked", "In Reserve", "Withdrawn", "Boarded", "Targeted", "Evading",
     "Stealthed", "Assaulting", "Escorting", "Hard Burn", "Overdriven", "Station Keeping", "Suppressed", "Boost",
     "Combat Air Patrol", "Extra Fueled"],
)  # fmt: skip
def test_every_state_is_a_rule_that_is_done(name: str) -> None:
    """The rules finder and the coverage page know each state and its module."""
    found = [rule for rule in RULES if rule.name == name]
    assert found, name
    assert all(rule.state == "done" for rule in found)


def test_every_action_is_a_rule_that_is_done() -> None:
    """The rules finder and the coverage page know each action."""
    done = {rule.name.lower() for rule in RULES if rule.state == "done"}
    named = [name for name in DECLARED if name not in done]
    assert named == []


# --- Allowed declarations ---
@pytest.mark.parametrize("name", OF_SHIPS)
def test_squadrons_declare_no_actions_of_ships(name: str) -> None:
    """v1.2.4 Action > Capital Ship Special Actions."""
    game = stage(squadron("S", 0, (24, 12)), AWAY)
    game.model("s").cargo = ("Debris Dispenser", "Decoy Drones")
    assert refuse_action(game.match.state, game.model("s"), name) is not None


@pytest.mark.parametrize("name", OF_SQUADRONS)
def test_ships_declare_no_actions_of_squadrons(name: str) -> None:
    """v1.2.4 Action > Squadron Special Actions."""
    game = stage(ship("A", 0, (24, 12)), AWAY)
    assert refuse_action(game.match.state, game.model("a"), name) is not None


def test_boost_is_for_squadrons() -> None:
    """v1.2.4 Action > Boost."""
    stage(ship("A", 0, (24, 12)), AWAY).activate("a").expect_refused(["declare", "none", 1])


# --- Limits per activation ---
@pytest.mark.parametrize("state", ACTIVATION)
def test_what_ends_with_the_activation(state: str) -> None:
    """v1.2.4 States > During an Activation: at its end, not later."""
    mover = squadron("S", 0, (24, 12)) if state != "long-shot" else ship("S", 0, (24, 12), **SLOW)
    game = set_states(stage(mover, HOME, ship("B", 1, (24, 40), 180)).begin("s"), "s", **{state: ACTIVATION[state]})
    assert state in game.model("s").states
    game.end()
    assert game.match.state.turn == 1
    assert state not in game.model("s").states


def test_a_commanders_own_states_outlast_the_activations_that_it_gives() -> None:
    """v1.2.4 Action > Drone Command, Boost: the drones' activations end within its own, which continues."""
    game = stage(
        squadron("S", 0, (24, 12), traits=["Comms"], fuel_left=2), drone("D", 0, (24, 15), activated=True), HOME, AWAY
    ).begin("s", "drone command", 1)  # fmt: skip
    set_states(game, "s", spare_fuel=1).resolve().faces([1, 2, 3]).pick("command", "d").declare().end()
    assert (game.act.model, game.model("s").states) == ("s", {"boosting": 1, "spare-fuel": 1})
    assert game.room.forward == 9


# --- Limits per turn ---
@pytest.mark.parametrize("state", TURN)
def test_what_ends_in_the_end_phase(state: str) -> None:
    """v1.2.4 States > During a Turn: it lasts after the activation, ends in the End Phase, and this is logged."""
    game = stage(ship("A", 0, (24, 12), **SLOW), HOME, ship("B", 1, (24, 40), 180, **SLOW)).begin("a")
    set_states(game, "a", **{state: TURN[state]}).end()
    assert game.model("a").states == {state: TURN[state]}
    pass_turn(game)
    assert game.model("a").states == {}
    events = [each for each in game.events("state") if each["model"] == "a"]
    assert events[-1] | {"state": state, "entered": False} == events[-1]


@pytest.mark.parametrize("state", ["evading", "stealthed"])
def test_states_of_embarked_models_expire_too(state: str) -> None:
    """v1.2.4 States > Embarked: states that end at the end of the turn end aboard too."""
    game = stage(
        ship("A", 0, (24, 12), traits=["Hangers:1"], **SLOW),
        squadron("S", 0, (0, 0), embarked_in="a", activated=True), AWAY,
    )  # fmt: skip
    pass_turn(set_states(game, "s", **{state: 1}))
    assert game.model("s").states == {}


def test_states_of_models_in_reserve_do_not_disturb() -> None:
    """R38: the End Phase includes only models that are still in the game."""
    game = stage(ship("A", 0, (24, 12), **SLOW), ship("C", 0, (30, 12), activated=True), AWAY)
    game.model("c").place = "destroyed"
    pass_turn(set_states(game, "c", targeted=1))
    assert game.model("c").states == {"targeted": 1}


# --- Limits per game ---
@pytest.mark.parametrize("state", ["boarded", "captured", "extra-fueled", "fuel-pod"])
def test_what_lasts(state: str) -> None:
    """v1.2.4 States > During a Game: it outlasts activation and End Phase."""
    squad = state in ("extra-fueled", "fuel-pod")
    hull = ship("A", 0, (24, 12), activated=True, marines=[2, 1], **SLOW)
    own = squadron("A", 0, (24, 12), activated=True) if squad else hull
    game = set_states(stage(own, HOME, ship("B", 1, (24, 40), 180, **SLOW)), "a", **{state: 1})
    pass_turn(game)
    assert game.model("a").states == {state: 1}


def test_damage_is_for_the_gameand_fuel_for_the_turn() -> None:
    """v1.2.4 States > During a Game: marks on the card. Only Fuel refreshes."""
    game = stage(ship("A", 0, (24, 12), traits=["Cloak"], weapons=[gun(ac=2)], **SLOW), AWAY, HOME)
    model = game.model("a")
    model.marks.update({"sensors": 1, "Cloak": 1, "fuel": 1})
    model.damaged = ("a1",)
    pass_turn(game)
    assert (game.model("a").marks, game.model("a").damaged) == ({"sensors": 1, "Cloak": 1}, ("a1",))


# --- Crippled, Captured ---
@pytest.mark.parametrize("state", ["crippled", "captured"])
@pytest.mark.parametrize("name", DECLARED)
def test_crippled_and_captured_ships_repair_or_withdraw(state: str, name: str) -> None:
    """v1.2.4 States > Crippled, Captured: only Damage Control (R43), Withdraw, and a Ram that its own rule allows."""
    game = set_states(
        stage(ship("A", 0, (24, 12), marines=[2, 1], traits=["Sensor Array", "Tug"]), AWAY), "a", **{state: 1}
    )
    refusal = refuse_action(game.match.state, game.model("a"), name)
    if name in ("damage control", "withdraw"):
        assert refusal is None
    elif (state, name) == ("crippled", "ram"):
        assert refusal is not None and "Structure" in refusal.reason
    else:
        assert refusal is not None and state.capitalize() in refusal.reason


def test_a_crippled_ship_may_ram() -> None:
    """v1.2.4 Action > Ram: Structure 0 or 1. A special rule covers a Crippled rammer (R50)."""
    game = stage(ship("A", 0, (24, 12), structure_left=0), AWAY)
    assert refuse_action(game.match.state, game.model("a"), "ram") is None
    set_states(game, "a", captured=1)
    assert refuse_action(game.match.state, game.model("a"), "ram") is not None


@pytest.mark.parametrize("state", ["crippled", "captured", "evading"])
@pytest.mark.parametrize(("printed", "left"), [(3, 1), (1, 1), (0, 0)])
def test_fire_control_falls_to_one(state: str, printed: int, left: int) -> None:
    """R40: the lower of the printed rating and 1."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Particle Cannon", ac=3, count=2)], fire_control=printed),
        ship("B", 1, (24, 22), 180, activated=True), HOME, AWAY,
    ).begin("a")  # fmt: skip
    set_states(game, "a", **{state: 1})
    if left:
        whiff(game.attack("a1", "b"))
    game.expect_refused(["attack", ["a2"], "b"], "No Fire Control")


def test_it_moves_and_attacks_otherwise_as_normal() -> None:
    """v1.2.4 States > Crippled, Captured: movement and attacks by its remaining ratings."""
    game = set_states(stage(ship("A", 0, (24, 12)), squadron("S", 1, (24, 20), activated=True), AWAY), "a", captured=1)
    game.begin("a")
    assert (game.room.min_move, game.room.forward, game.room.turns) == (2, 6, 1)
    whiff(game.move(4).defend())


def crippled_on_its_way(action: str) -> Staged:
    """Return A, which has declared this action and is Crippled before it can resolve it."""
    game = stage(ship("A", 0, (24, 12)), HOME, AWAY).begin("a", action)
    return set_states(game, "a", crippled=1)


def test_a_ship_that_is_crippled_loses_what_it_declared() -> None:
    """R42: state requirements are checked when declared and when resolved."""
    crippled_on_its_way("reorient").expect_refused(["resolve"], "Crippled")
    crippled_on_its_way("withdraw").expect_allowed(["resolve"])


def test_the_captor_may_resolve_what_was_declared() -> None:
    """v1.2.4 States > Captured, R47: if captured after the declaration, it may resolve this action, but no other."""
    game = stage(ship("A", 0, (24, 12), marines=[1]), ship("B", 1, (24, 40), 180, activated=True), HOME, AWAY).activate(
        "a"
    )
    set_states(game, "a", boarded=2).declare("reorient").pick("defend").pick("engage").faces([1, 2])
    game.faces([3, 3]).expect("menu", 1)
    assert (game.model("a").side, "captured" in game.model("a").states) == (1, True)
    game.expect_allowed(["resolve"])


def test_fire_control_refreshes_after_every_activation() -> None:
    """R40: of every model, at the end of each activation."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Particle Cannon", ac=3)], fire_control=1, **SLOW),
        ship("B", 1, (24, 22), 180, **SLOW), HOME,
    ).begin("a")  # fmt: skip
    whiff(game.attack("a1", "b")).end()
    assert game.act.spent == ()
