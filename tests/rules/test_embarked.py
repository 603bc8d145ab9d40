"""Tests of Embarked models: idling, secrecy, the loss of their carrier, Docks, and deployment aboard.

v1.2.4 States > Embarked, Traits > Hangers, Dock, Damage > Catastrophic Damage Table; R28, R35, R48, R70, R85.
"""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import CardError, parse_unit
from jovian.commands.account import game_story
from jovian.game import EventLog, State
from tests.rules.carrier import ASHORE, FAR, STILL, carrier, hidden
from tests.rules.stage import SHIP, SQUADRON, Cast, Staged, gap, gun, muster, settled, ship, squadron, stage
from tests.rules_api import build_rulebook


# --- Idling ---
def test_embarked_squadrons_may_idle() -> None:
    """R35: idling spends its activation."""
    game = carrier().begin("s").end()
    assert (game.model("s").place, game.match.state.turn) == ("embarked", 2)


def pair_aboard(*more: Cast, **fields: Any) -> Staged:
    """Return a game with S and T aboard C. The enemy has 2 ships to activate."""
    return stage(
        ship("C", 0, (24, 24), **{"traits": ["Hangers:3"], **STILL, **fields}),
        hidden("S"),
        hidden("T"),
        ship("E", 1, FAR, 180, **STILL),
        ship("F", 1, (4, 44), 180, **STILL),
        *more,
    )


def test_any_number_may_idle_in_a_row() -> None:
    """R35: as often as their side likes, also while another model waits on the table."""
    game = pair_aboard(hidden("U")).begin("s").end().idle("e").begin("t").end().idle("f").begin("u").end()
    assert all(game.model(each).activated and game.model(each).is_embarked for each in "stu")
    game.idle("c")


def test_a_side_that_only_idles_does_not_pass() -> None:
    """R35: while a model of the side is eligible, it activates. Nothing ends the phase before."""
    game = pair_aboard().begin("s").end().idle("e").begin("t").end().idle("f")
    assert (game.act.model, game.match.state.turn) == ("c", 1)
    game.idle("c")


def test_fuel_comes_back_aboard() -> None:
    """v1.2.4 Sequence > End Phase: fuel refreshes in the End Phase, aboard too; damage persists."""
    game = carrier(own={"fuel_left": 1, "structure_left": 2}).begin("s").end()
    assert (game.rating("s", "fuel"), game.rating("s", "structure")) == (3, 2)


# --- Secrecy ---
def seen_log(game: Staged, side: int) -> EventLog:
    """Return the log as a side may read it."""
    log = EventLog()
    log.entries = game.match.events.seen_by(side)
    return log


def all_facts(state: State) -> str:
    """Return everything that a state says about its models and its procedure."""
    parts = [
        [(model.name, model.digested()) for model in state.models.values()],
        [state.activation.digested()] if state.activation else [],
        [activation.digested() for activation in state.paused],
        state.agenda, state.queue, state.unseen,
    ]  # fmt: skip
    return repr(parts).lower()


def test_the_enemy_sees_how_many_but_not_who() -> None:
    """v1.2.4 Traits > Hangers: the cards of models aboard are secret, their number is public."""
    game = carrier(hidden("Phantom"), ship("D", 0, (10, 10), traits=["Hangers:1"], **ASHORE))
    view = game.match.view(1)
    assert view.unseen == {"c": 2}
    assert "phantom" not in all_facts(view)
    assert "phantom" in all_facts(game.match.view(0))
    assert not game.match.view(0).unseen


def test_idling_stays_secret() -> None:
    """v1.2.4 Traits > Hangers: an idle squadron stays hidden, both during and after its activation."""
    game = carrier(hidden("Phantom")).activate("phantom")
    assert "phantom" not in all_facts(game.match.view(1))
    game.declare()
    assert "phantom" not in all_facts(game.match.view(1))
    game.end()
    assert "phantom" not in repr(game.match.events.seen_by(1)).lower()
    assert "phantom" in repr(game.match.events.seen_by(0)).lower()
    game.idle("s")


def test_fuel_burnt_aboard_stays_secret() -> None:
    """v1.2.4 States > Embarked: spare Fuel and a Boost aboard aren't shown to the enemy."""
    game = carrier(hidden("Phantom", traits=["Fuel Tanks"]), own=ASHORE)
    game.pick("tap", "extra-fueled").declare("none", 1)
    assert "phantom" not in all_facts(game.match.view(1))
    game.end()
    assert "phantom" not in repr(game.match.events.seen_by(1)).lower()


def test_a_skill_test_aboard_stays_secret() -> None:
    """v1.2.4 States > Embarked, R43: Silent Running is tested aboard at once. The dice would reveal the model."""
    game = carrier(hidden("Phantom"), own=ASHORE).begin("phantom", "silent running").faces([1, 2, 2])
    assert game.last("rolled")["seen_by"] == 0
    assert "phantom" not in repr(game.match.events.seen_by(1)).lower()
    game.end()


def test_the_repair_of_who_is_hidden_aboard_stays_secret() -> None:
    """v1.2.4 States > Embarked, Repair: the ship's own test is public. A test for a hidden model would reveal it."""
    game = carrier(hidden("Phantom", structure_left=1), activated=False).begin("c", "damage control").resolve()
    game.faces([1, 2, 2]).faces([1, 3, 3])
    own, guest = [event for event in game.match.events.to_json() if event["type"] == "rolled"][-2:]
    assert (own["seen_by"], guest["seen_by"]) == ("both", 0)
    assert game.model("phantom").rating("structure") and "phantom" not in repr(game.match.events.seen_by(1)).lower()


@pytest.mark.parametrize("declared", [["long shot", 0], ["overdrive", 0, "sensors"], ["silent running", 0]])
def test_a_skill_test_in_the_dock_stays_secret(declared: list[Any]) -> None:
    """v1.2.4 Traits > Dock: the card and all its tests are secret until it launches."""
    game = docked().activate("d").answer("declare", *declared)
    game.faces([1, 2, 2])
    assert game.last("rolled")["seen_by"] == 0
    assert all(event["seen_by"] == 0 for event in game.match.events.to_json()[-2:])
    game.end()


def test_launch_reveals_the_card_for_good() -> None:
    """v1.2.4 States > Embarked: once it was on the table its card is public, and so is its presence aboard later."""
    game = carrier(hidden("T", **ASHORE)).begin("s").launch(24, 27)
    view = game.match.view(1)
    assert ("s" in view.models, view.unseen) == (True, {"c": 1})
    game.fly((24, 26)).land("c").end()
    later = game.match.view(1)
    assert (later.models["s"].host, later.unseen) == ("c", {"c": 1})
    assert game.last("revealed")["model"] == "s"


def known_events(game: Staged, side: int) -> list[tuple[str, ...]]:
    """Return the events of S that a side knows, in order: the type, and the declared action or entered state."""
    types, keys = ("revealed", "activated", "declared", "state"), ("type", "action", "target", "boost", "state")
    events = [entry.to_json() for entry in game.match.events.seen_by(side)]
    own_events = [event for event in events if event["type"] in types and event["model"] == "s"]
    return [tuple(str(event[key]) for key in keys if key in event) for event in own_events]


def test_what_was_declared_aboard_is_told_when_the_squadron_launches() -> None:
    """v1.2.4 Action: the other side learns of the action and the Boost when it sees the model."""
    game = carrier(own=ASHORE).begin("s", "evade", 1)
    assert known_events(game, 1) == []
    before = game.match.view(1)
    assert before.activation is None and "evad" not in all_facts(before)
    game.launch(24, 27)
    secret = [("activated",), ("declared", "evade", "", "1"), ("state", "boosting"), ("state", "evading")]
    assert known_events(game, 1) == [("revealed",), *secret]
    assert known_events(game, 0) == [*secret, ("revealed",)], "its own side hears nothing twice"
    line = "S declares Evade and boosts with 1 Fuel (before it was revealed)"
    assert any(line in said for said in game_story(seen_log(game, 1), build_rulebook()))
    assert [event["seen_by"] for event in game.events("declared")] == [0, 1]
    game.end()


def test_the_target_of_an_interception_declared_aboard_is_told_too() -> None:
    prey = squadron("T", 1, (24, 32), activated=True)
    game = carrier(prey, own=ASHORE).begin("s", "interception", 0, "t").launch(24, 27)
    assert ("declared", "interception", "t", "0") in known_events(game, 1)
    game.end()


def test_only_the_present_activation_is_told() -> None:
    """Declarations of an earlier turn, in which it idled aboard, stay secret."""
    game = carrier().begin("s", "evade").end()
    assert game.match.state.turn == 2
    game.begin("s").launch(24, 27)
    assert known_events(game, 1) == [("revealed",), ("activated",), ("declared", "none", "", "0")]
    game.end()


def test_a_state_that_was_left_before_the_launch_is_not_told() -> None:
    """v1.2.4 Traits > Fuel Tanks: the Boost burns 1 of the 2 spare Fuel. The rest is shown."""
    game = carrier(hidden("Phantom", traits=["Fuel Tanks"]), own=ASHORE)
    game.pick("tap", "extra-fueled").declare("none", 1).launch(24, 27)
    states = [
        (event["state"], event["value"]) for event in game.events("state") if event["seen_by"] == 1
    ]  # fmt: skip
    assert states == [("spare-fuel", 1), ("boosting", 1)]
    game.end()


def test_what_a_docked_ship_has_declared_is_told_without_its_dice() -> None:
    game = docked().activate("d").answer("declare", "silent running", 0).faces([2, 2, 2])
    assert "silent" not in repr(game.match.events.seen_by(1)).lower()
    game.answer(*next(offer for offer in game.offered() if offer[0] == "launch"))
    told_now = [(event["type"], event["seen_by"]) for event in game.match.events.to_json() if event.get("on_reveal")]
    assert told_now == [("activated", 1), ("declared", 1), ("state", 1)]
    assert [event["seen_by"] for event in game.events("rolled")] == [0]
    game.move(2).end()


def test_undone_secrets_are_forgotten() -> None:
    """An answer undone before the launch is never shown."""
    game = carrier(own=ASHORE).begin("s", "evade", 1)
    game.match.undo()
    game.declare("none", 0).launch(24, 27)
    assert known_events(game, 1) == [("revealed",), ("activated",), ("declared", "none", "", "0")]
    game.end()


def test_a_docked_ship_hides_what_it_carries() -> None:
    """v1.2.4 Traits > Dock: the card of a docked ship is secret, so nothing aboard reveals it."""
    game = stage(
        ship("C", 0, (24, 24), traits=["Dock"], **ASHORE),
        ship("Phantom", 0, (0, 0), traits=["Hangers:1"], embarked_in="c"),
        hidden("T", "phantom", **ASHORE),
        ship("E", 1, FAR, 180, **ASHORE),
        docking=True,
    )
    view = game.match.view(1)
    assert "phantom" not in all_facts(view)
    assert list(view.unseen) == ["c"]


# --- Carrier is lost ---
def drifting(faces: int, **fields: Any) -> Staged:
    """Return a crippled carrier with S aboard that rolls at the start of turn 2."""
    game = carrier(own=ASHORE, structure_left=0, **fields)
    assert game.match.state.turn == 2
    return game.faces([faces])


def test_dead_carrier_unloads() -> None:
    """v1.2.4 Damage > Catastrophic Damage Table: those aboard a Dead model are placed within 1" of it; public now."""
    game = settled(drifting(6))
    assert (game.model("c").place, game.model("s").is_on_table) == ("destroyed", True)
    assert 0.001 < gap(game, "s", "c") <= 1.001
    assert "s" in game.match.view(1).models
    game.expect("declare")


def test_the_owner_places_what_is_unloaded() -> None:
    """R28: the owner chooses the place within the distance."""
    game = drifting(6)
    asked = (game.asked.side, game.asked.subject, game.match.state.phase)
    game.expect_refused(["place", 24, 25.9, 0], "overlap C")
    game.answer("place", 24, 26, 0)
    assert asked == (0, "s", "deployment")


def test_carrier_that_survives_keeps_them() -> None:
    """v1.2.4 Damage > Catastrophic Damage Table: 1 to 5, no effect."""
    game = drifting(5)
    assert (game.model("c").place, game.model("s").place) == ("table", "embarked")


def test_exploding_carrier_takes_them_along() -> None:
    """v1.2.4 Damage > Catastrophic Damage Table: lost in the explosion, Destroyed."""
    game = drifting(6, ratings={"defense": 0, "sensors": 0})
    assert [game.model(model_id).place for model_id in "cs"] == ["destroyed", "destroyed"]


@pytest.mark.parametrize(("spent", "turn"), [(False, 1), (True, 2)])
def test_unloaded_in_the_middle_of_a_turn(spent: bool, turn: int) -> None:
    """v1.2.4 Damage > Catastrophic Damage Table, R35: unloading spends nothing. Other models may still activate."""
    game = stage(
        ship("K", 1, (24, 13), weapons=[gun(ac=3)], **STILL),
        ship("C", 0, (24, 24), 180, traits=["Hangers:1"], structure_left=1, **ASHORE),
        hidden(activated=spent),
        ship("D", 0, (44, 4), **ASHORE),
        initiative=1,
    ).begin("k")
    settled(game.attack("a1", "c").faces([1, 1, 1]).faces([6])).end()
    assert (game.model("s").is_on_table, game.match.state.turn) == (True, turn)
    if not spent:
        settled(game.activate("s").declare()).end()


def test_withdrawing_carrier_takes_them_along() -> None:
    """v1.2.4 Action > Withdraw: models aboard are Withdrawn too. After a failed test all stay."""
    game = carrier(own=ASHORE, activated=False, **STILL).begin("c", "withdraw").resolve().faces([5, 5, 1])
    assert [game.model(model_id).place for model_id in "cs"] == ["withdrawn", "withdrawn"]
    failed = carrier(own=ASHORE, activated=False, **STILL).begin("c", "withdraw").resolve().faces([4, 5, 1])
    assert [failed.model(model_id).place for model_id in "cs"] == ["table", "embarked"]
    failed.end()


# --- Dock ---
def docked(*more: Cast, own: dict[str, Any] | None = None, **fields: Any) -> Staged:
    """Return a game with a ship D in the Dock of C, and a squadron S aboard D."""
    return stage(
        ship("C", 0, (24, 24), **{"traits": ["Dock"], **ASHORE, **fields}),
        ship("D", 0, (0, 0), traits=["Hangers:1"], embarked_in="c", **(own or {})),
        hidden("S", "d"),
        ship("E", 1, FAR, 180, **ASHORE),
        *more,
        docking=True,
    )


def test_docked_ship_launches_and_gets_under_way() -> None:
    """v1.2.4 Traits > Dock, Action > Launch: within 1"; then it moves as any ship, its minimum too."""
    game = docked().begin("d")
    game.expect_refused(["launch", 24, 28.02, 0], 'within 1"')
    game.launch(24, 28).expect_refused(["end"], "2.0")
    game.move(2).end()
    assert game.at("d") == (24, 30, 0)


def test_no_launch_from_a_docked_ship() -> None:
    """R48: a squadron aboard a ship that is itself embarked waits until that ship is on the table."""
    game = docked()
    game.activate("d").declare().launch(24, 28).move(2).end()
    game.begin("s").launch(24, 33).end()
    waiting = docked(own=ASHORE)
    assert waiting.match.state.turn == 2, "nobody could activate"


def test_debris_of_a_docked_ship_lies_about_its_dock() -> None:
    """v1.2.4 Action > Deploy Debris Field: where the model is at its declaration, which is aboard then."""
    game = docked(own=ASHORE | {"activated": False})
    game.model("d").cargo = ("Debris Dispenser",)
    game.begin("d", "deploy debris field").launch(24, 28).move(2).resolve().end()
    assert [(piece.kind, piece.pose) for piece in game.match.state.terrain.values()] == [("debris-field", (24, 24, 0))]
    game.idle("s")


def test_ships_do_not_land() -> None:
    """v1.2.4 Action > Land: squadrons only; a docked ship that has launched stays out."""
    game = docked().begin("d").launch(24, 28)
    game.expect_refused(["land", "c"], "squadron")
    game.move(2).end().idle("s")


@pytest.mark.parametrize(
    ("traits", "own", "docking"),
    [(["Dock"], {}, False), ([], {}, True), (["Dock"], {"traits": ["Dock"]}, True), (["Hangers:2"], {}, True)],
)
def test_who_does_not_dock(traits: list[str], own: dict[str, Any], docking: bool) -> None:
    """v1.2.4 Traits > Dock, R85: scenarios with docking, a Dock, and no Dock aboard."""
    with pytest.raises(CardError):
        stage(
            ship("C", 0, (24, 24), traits=traits), ship("D", 0, (0, 0), embarked_in="c", **own), ship("E", 1, FAR),
            docking=docking,
        )  # fmt: skip


def test_dock_holds_one_ship() -> None:
    """v1.2.4 Traits > Dock: one Capital Ship."""
    with pytest.raises(CardError):
        docked(ship("G", 0, (0, 0), embarked_in="c"))


def test_dead_dock_unloads_the_ship_with_its_squadrons() -> None:
    """R70: directly embarked ships are placed on the table, with their squadrons aboard."""
    game = settled(docked(own=ASHORE, structure_left=0).faces([6]))
    assert (game.model("d").is_on_table, game.model("s").place, game.model("s").host) == (True, "embarked", "d")
    assert 0.001 < gap(game, "c", "d") <= 1.001


def test_exploding_dock_takes_all() -> None:
    """R70: an explosion destroys all that is embarked, ships and their squadrons."""
    game = docked(own=ASHORE, structure_left=0, ratings={"defense": 0, "sensors": 0}).faces([6])
    assert [game.model(model_id).place for model_id in "cds"] == ["destroyed"] * 3


# --- Deployment ---
def ready(**scenario: Any) -> Staged:
    """Return a game with C (Hangers 1) and D deployed. Squadrons S and T of side 0 are next, then U of side 1."""

    def hull(name: str, **fields: Any) -> Any:
        return parse_unit({**SHIP, "name": name, **STILL, **fields}, "test")

    def wing(name: str) -> Any:
        return parse_unit({**SQUADRON, "name": name, "faction": "CEGA"}, "test")

    game = muster(
        (hull("C", traits=["Hangers:1"]), hull("D"), wing("S"), wing("T")), (hull("E"), wing("U")), **scenario
    )
    return game.place("c", 10, 10).place("e", 10, 40, 180).place("d", 20, 10)


def test_squadrons_are_deployed_aboard() -> None:
    """v1.2.4 Scenarios > Fleet Deployment: embarked onto ships with sufficient Hanger capacity, in secret."""
    game = ready()
    s, c = game.model("s").id, game.model("c").id
    game.expect_allowed(["embark", s, c])
    game.answer("embark", s, c, kind="deploy")
    assert (game.model("s").place, game.model("s").host) == ("embarked", c)
    assert game.match.view(1).unseen == {c: 1}
    seen = repr(game.match.events.seen_by(1))
    assert s not in seen
    assert game.last("hangers") | {"ship": c, "aboard": 1} == game.last("hangers")
    game.decline().expect_refused(["embark", game.model("t").id, c], "space")
    game.decline()
    game.begin("s").launch(10, 13).end()


def test_who_takes_nobody_aboard_at_deployment() -> None:
    """v1.2.4 Traits > Hangers: friendly ships with Hangers; ships themselves are not embarked."""
    game = ready()
    s = game.model("s").id
    for host in "deu":
        game.expect_refused(["embark", s, game.model(host).id])
    game.expect_refused(["embark", game.model("c").id, game.model("d").id])
    game.decline().decline()


def test_deploying_aboard_may_be_declined() -> None:
    """v1.2.4 Sequence > Deployment Phase: directly on the table, aboard, or held In Reserve until a later turn."""
    game = ready(turns=3).place("s", 30, 10).decline().decline()
    assert (game.model("s").is_on_table, game.model("t").place) == (True, "reserve")
    for ident in ("c", "e", "d", "s"):
        game.idle(ident)
    assert game.match.state.turn == 2
    game.answer("embark", game.model("t").id, game.model("c").id, kind="deploy")
    assert game.model("t").host == game.model("c").id
    game.decline()
