"""Evaluation without players: it imports none of them."""

from __future__ import annotations

import pytest

from jovian.game import Model, State
from jovian.game.answers import Intercept
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.evaluation.actions import VALUES
from jovian.players.evaluation.deployment import deployment_value
from jovian.players.evaluation.fights import (
    bombing_value,
    contact_bombing_value,
    interception_action_value,
    interception_value,
    is_escort,
    is_weak,
    reaction_value,
)
from jovian.players.evaluation.gunnery import attack_value, fire_from, possible_attacks
from jovian.players.evaluation.moves import launch_value, urgency
from jovian.players.evaluation.places import (
    IN_HAZARD,
    LEAVING_COST,
    MINE,
    NO_ENEMY,
    PASSING,
    enemies,
    enemies_within,
    movement_cost,
    nearest_enemy,
    piece_value,
    pose_value,
    strike_cost,
    terrain_value,
)
from jovian.table import Pose
from tests.commands import ROOT
from tests.games import setup
from tests.rules.stage import Cast, Staged, gun, rock, ship, squadron, stage, weapon
from tests.rules_api import EDITION, Reactions, build_rulebook, catalogs
from tests.source import facts

ROOM = ROOT / "jovian" / "players" / "evaluation"
GUN = {"weapons": [gun("Kinetic Cannon", ac=3)]}
FIGHTER = {"weapons": [weapon("Kinetic Cannon", ac=3, as_=3)]}


def view(*casts: Cast, side: int = 0) -> State:
    """Return a side's view of a table."""
    return stage(*casts).match.view(side)


def at(seen: State, ident: str, x: float, y: float, heading: int = 0) -> Model:
    """Return a copy of a model at another pose."""
    return seen.models[ident].at(Pose(x, y, heading))


def test_it_knows_no_player() -> None:
    names = {name for path in ROOM.rglob("*.py") for name in facts(path).names if name.startswith("jovian.players")}
    assert names and all(name.startswith("jovian.players.evaluation") for name in names)


def test_every_action_with_a_worth_is_one_of_the_rules() -> None:
    of_scenarios = {
        action.name for name in ("search", "mine") for action in catalogs.SPECIAL_RULES[name](token="Pod").actions()
    }
    assert set(VALUES) <= set(build_rulebook(options={"mines": "v1.2.2"}).actions) | of_scenarios
    actions = {name for name, action in build_rulebook().actions.items() if action.place.startswith(EDITION)}
    assert actions - set(VALUES) == {"bombing", "interception"}


def test_who_is_near() -> None:
    seen = view(ship("A", 0, (20, 20)), ship("B", 1, (20, 30)), squadron("S", 1, (20, 24)), squadron("T", 0, (22, 20)))
    own = seen.models["a"]
    assert [enemy.id for enemy in enemies(seen, own)] == ["b", "s"]
    assert [enemy.id for enemy in enemies(seen, own, True)] == ["b"]
    assert [other.id for _, other in enemies_within(seen, own, 20.0, False)] == ["s"]
    assert enemies_within(seen, own, 2.0, True) == []
    assert nearest_enemy(seen, own) == enemies_within(seen, own, 20.0, False)[0][0]
    del seen.models["b"], seen.models["s"]
    assert nearest_enemy(seen, own) == NO_ENEMY


def test_shots_are_worth_more_from_near() -> None:
    seen = view(ship("A", 0, (20, 10), **GUN), ship("B", 1, (20, 30), 90))
    near, far = (fire_from(seen, at(seen, "a", 20, y), 1) for y in (24, 4))
    assert near > far >= 0.0


def test_a_gun_fires_once_for_all_fire_control() -> None:
    seen = view(ship("A", 0, (20, 24), **GUN), ship("B", 1, (20, 30)), ship("C", 1, (24, 30)))
    model = seen.models["a"]
    fires = possible_attacks(seen, model, [mount.id for mount in model.card.mounts], ())
    assert {fire.answer.target for fire in fires} == {"b", "c"} and fires[0].value >= fires[1].value > 0
    assert attack_value(fires, 3) == attack_value(fires, 1) == fires[0].value
    assert attack_value(fires, 0) == 0.0


def test_a_friend_on_the_line_counts_against_the_shot() -> None:
    alone = view(ship("A", 0, (20, 20), **GUN), ship("B", 1, (20, 30)))
    crossed = view(ship("A", 0, (20, 20), **GUN), ship("B", 1, (20, 30)), ship("F", 0, (20, 25), 90))
    one, two = (fire_from(seen, seen.models["a"], 1) for seen in (alone, crossed))
    assert one > two


def test_leaving_the_table_is_doom() -> None:
    seen = view(ship("A", 0, (20, 20)), ship("B", 1, (20, 30)))
    assert pose_value(seen, at(seen, "a", 20, 22)) > -LEAVING_COST / 2
    assert pose_value(seen, at(seen, "a", 20, 0)) < -LEAVING_COST / 2
    assert pose_value(seen, at(seen, "a", 20, 46)) < -LEAVING_COST / 2, "the next move carries it off"


def test_terrain_costs_whom_it_strikes_and_nobody_who_stays() -> None:
    """A move that leaves or ends in terrain is attacked. Terrain between can be avoided (R30)."""
    field = rock("debris-field", (20, 30))
    casts = ship("A", 0, (20, 20)), squadron("S", 0, (20, 30)), ship("B", 1, (20, 44), 180)
    seen = stage(*casts, terrain=(field,)).match.view(0)
    ship_, inside = seen.models["a"], seen.models["s"]

    def cost(model: Model, y: float) -> float:
        end = Pose(20, y, model.pose.heading)
        return movement_cost(seen, model, end, [(model.pose, end)] if end != model.pose else [])

    assert [cost(ship_, y) for y in (20, 22, 40, 30)] == [0.0, 0.0, PASSING, IN_HAZARD * ship_.card.tv]
    struck = strike_cost(seen, inside, seen.terrain["debris-field"])
    assert cost(inside, 30) == 0.0 < struck == cost(inside, 31) == cost(inside, 40)


def mined(*casts: Cast) -> Staged:
    """Return a game in which a ship of side 0 at (24, 24) has laid a mine at (24, 28)."""
    layer = ship("L", 0, (24, 24), traits=["Minelayer"], speed=0, thrusters=[1])
    game = stage(layer, ship("W", 0, (4, 4), 0), *casts, options={"mines": "v1.2.2"})
    return game.begin("l", "lay mines").resolve().answer("at", 24, 28).end()


def test_a_mine_on_the_way_counts_once_and_is_no_foe_to_close_with() -> None:
    """v1.2.2 Traits > Minelayer: it attacks once, within 2"."""
    game = mined(ship("B", 1, (24, 36), 180), ship("C", 1, (32, 36), 180))
    seen = game.match.view(1)
    one, other = seen.models["b"], seen.models["c"]
    ways = [[(model.pose, model.pose.advanced(inches))] for model, inches in ((one, 6), (one, 1), (other, 6))]
    costs = [movement_cost(seen, model, way[-1][1], way) for model, way in zip((one, one, other), ways, strict=True)]
    assert costs == [MINE, 0.0, 0.0]
    assert movement_cost(seen, one, one.pose, [*ways[0], (ways[0][0][1], one.pose)]) == MINE
    layer = game.match.view(0).models["l"]
    assert movement_cost(game.match.view(0), layer, layer.pose, ways[0]) == 0.0, "its own side's"
    without = seen.clone()
    del without.models["mine-1"]
    for place in ((24, 36), (24, 33), (20, 30)):
        assert pose_value(seen, at(seen, "b", *place, 180)) == pose_value(without, at(without, "b", *place, 180))
    game.match.answer(game.asked.default())


def test_a_turn_that_brings_it_near_a_mine_counts_as_well() -> None:
    """The corners of its base come within 2" of the mine."""
    game = mined(ship("B", 1, (24, 32), 180))
    seen = game.match.view(1)
    turned, back = (seen.models["b"].pose.turned(angle) for angle in (22, 0))
    assert [movement_cost(seen, seen.models["b"], end, []) for end in (turned, back)] == [MINE, 0.0]
    game.match.answer(game.asked.default())


@pytest.mark.parametrize(("x", "speed", "turns"), [(24, 8, 1), (24, 4, 1), (24, 6, 0), (22, 8, 1)])
def test_the_ensign_goes_around_a_mine_or_halts_before_it(x: float, speed: int, turns: int) -> None:
    """The ends are worth about the same. The owner never has to decide whether the mine attacks."""
    gunned = ship("B", 1, (x, 36), 180, weapons=[gun("Kinetic Cannon", ac=4)], speed=speed, turns=turns)
    match = mined(gunned).match
    player = make_player("ensign", 3)
    while match.decision is not None and match.state.turn == 1:
        assert match.decision.kind != "autofire"
        match.answer(ask(match, player))
    assert match.state.models["b"].pose.y < 36


def test_a_side_lays_cover_before_itself_and_hazards_before_the_other() -> None:
    """Each piece goes where it is worth most to the side."""
    match = Match(setup(5, terrain="placed"), log=False)
    seen = match.view(0)
    values = {card.kind: piece_value(seen, 0, card) for card in seen.pool}
    assert min(values.values()) < 0.0 < max(values.values())
    for card in seen.pool:
        near, far = (terrain_value(seen, 0, card, Pose(24, y)) for y in (15, 33))
        assert (near > far) == (piece_value(seen, 0, card) > 0) and near == pytest.approx(-far)
        assert terrain_value(seen, 1, card, Pose(24, 33)) * piece_value(seen, 1, card) >= 0.0


def test_a_crippled_ship_goes_first_and_flees() -> None:
    seen = view(ship("A", 0, (20, 20), structure_left=0, **GUN), ship("C", 0, (26, 20), **GUN), ship("B", 1, (20, 30)))
    assert seen.models["a"].is_crippled
    assert urgency(seen, seen.models["a"]) > urgency(seen, seen.models["c"]) > 0
    assert VALUES["withdraw"](seen, seen.models["a"]) > 0 == VALUES["withdraw"](seen, seen.models["c"])
    assert pose_value(seen, at(seen, "a", 20, 18)) > pose_value(seen, at(seen, "a", 20, 24))


def test_a_launch_toward_the_enemy_is_worth_more() -> None:
    carrier, aboard = ship("A", 0, (20, 20), traits=["Hangers:2"]), squadron("S", 0, (0, 0), embarked_in="a")
    seen = view(carrier, aboard, ship("B", 1, (20, 30)))
    model = seen.models["s"]
    assert launch_value(seen, model.at(Pose(20, 23, 0))) > launch_value(seen, model.at(Pose(20, 17, 0)))


def test_a_berth_by_a_friend_is_crowded() -> None:
    seen = view(ship("A", 0, (24, 4)), ship("C", 0, (4, 4)), ship("B", 1, (44, 40)))
    model = seen.models["c"]
    assert deployment_value(seen, model.at(Pose(18, 4, 0))) > deployment_value(seen, model.at(Pose(22, 4, 0)))


@pytest.mark.parametrize("defense", [[1], [3, 2, 1]])
def test_point_defense_on_the_way_takes_from_bombing(defense: list[int]) -> None:
    seen = view(squadron("S", 0, (20, 24), **FIGHTER), ship("B", 1, (20, 30), defense=defense))
    model, prey = seen.models["s"], seen.models["b"]
    assert bombing_value(seen, model, prey, 0) < contact_bombing_value(seen, model, prey)


def test_who_is_armed_catches_the_unarmed() -> None:
    seen = view(squadron("S", 0, (20, 24), **FIGHTER), squadron("T", 1, (20, 28)), ship("B", 1, (40, 40)))
    model, prey = seen.models["s"], seen.models["t"]
    assert interception_action_value(seen, model, prey, 0) > 0 > interception_action_value(seen, prey, model, 0)
    assert is_escort(seen, model) and not is_escort(seen, seen.models["b"])


@pytest.mark.parametrize("rocks", [True, False])
def test_an_interception_is_worth_less_by_what_lies_on_its_way(rocks: bool) -> None:
    field = (rock("debris-field", (20, 30)),) if rocks else ()
    watch, bomber = squadron("W", 1, (20, 28), **FIGHTER), squadron("S", 0, (20, 20), speed=9)
    staged = stage(watch, bomber, ship("B", 1, (40, 44), 180), ship("A", 0, (4, 4)), terrain=field)
    staged.begin("s").fly((20, 24))
    asked = staged.match.decision
    assert isinstance(asked, Reactions)
    seen = staged.match.view(1)
    (hunt,) = [chance for chance in asked.chances if chance.answer == Intercept("w")]
    hunter = seen.models["w"]
    price = interception_value(seen, hunter, hunt.target(seen, seen.models["s"])) - reaction_value(asked, seen, hunt)
    assert price == (strike_cost(seen, hunter, seen.terrain["debris-field"]) if rocks else 0.0)


def test_a_squadron_that_has_lost_most_is_weary() -> None:
    seen = view(squadron("S", 0, (20, 24), structure_left=1), squadron("T", 0, (24, 24)), ship("B", 1, (40, 40)))
    assert is_weak(seen.models["s"]) and not is_weak(seen.models["t"])
