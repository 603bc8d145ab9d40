"""Tests of attacks with their odds, from the model's place or from another one. The game doesn't change."""

from __future__ import annotations

from typing import Any

import pytest

import jovian
from jovian.players.evaluation.gunnery import possible_attacks
from tests.rules.fights import GUN, wing
from tests.rules.stage import Staged, gun, rock, ship, squadron, stage
from tests.rules_api import NextOrder, along_line, obscured_by

CANNON = gun(ac=5, as_=3)


def facing(*more: Any, **fields: Any) -> Staged:
    """Return a game in which A of side 0 looks up the table at the armed B of side 1."""
    return stage(
        ship("A", 0, (24, 10), weapons=[CANNON, gun("Beam Projector", ("fore",), ac=4)]),
        ship("B", 1, (24, 18), 180, weapons=[CANNON]), *more, **fields,
    )  # fmt: skip


def test_attacks_are_those_of_the_menu_best_first() -> None:
    game = facing(squadron("S", 1, (27, 10)))
    play = jovian.Play(game.begin("a").match)
    attacks = play.attacks("a")
    assert isinstance(game.asked, NextOrder)
    assert [attack.choice for attack in attacks] == [
        fire.answer.to_json() for fire in possible_attacks(play.state, play.model("a"), game.asked.free_mounts(), ())
    ]
    assert all(game.asked.check(attack.choice) is None for attack in attacks)
    assert [attack.worth for attack in attacks] == sorted((attack.worth for attack in attacks), reverse=True)
    assert {attack.targets for attack in attacks} == {("b",), ("s",)}
    game.move(3).end()


def test_an_attack_says_its_odds() -> None:
    game = facing()
    play = jovian.Play(game.begin("a").match)
    attack = next(each for each in play.attacks("a") if each.choice == ["attack", ["a1"], "b"])
    shot = game.shot("a", "a1", "b")
    assert attack.shots == (shot,) and attack.chance == pytest.approx(shot.odds().success)
    assert repr(attack).startswith(f"<Kinetic Cannon at B: {shot.odds().success:.0%} to hit: expected ")
    assert repr(attack).endswith(f" ({attack.worth:.1f} TV)>")
    game.move(3).end()


def test_point_defense_is_one_attack_of_several_shots() -> None:
    game = facing(squadron("S", 1, (26, 10)), squadron("T", 1, (22, 10)))
    play = jovian.Play(game.begin("a").match)
    (defense,) = [each for each in play.attacks("a") if each.choice[0] == "defend"]
    one, other = (shot.odds().success for shot in defense.shots)
    assert set(defense.targets) == {"s", "t"} and defense.chance == pytest.approx(1 - (1 - one) * (1 - other))
    assert play.asked is not None and play.asked.check(defense.choice) is None
    game.move(3).end()


def test_what_has_been_used_or_is_not_there_makes_no_attack() -> None:
    game = facing(ship("C", 0, (40, 10), weapons=[CANNON], damaged=["a1"]))
    assert jovian.attacks(game.match.state, "c") == ()
    with pytest.raises(jovian.Refused, match="no model 'z'"):
        jovian.attacks(game.match.state, "z")


def test_a_pose_is_asked_of_a_copy() -> None:
    game = facing()
    play, before = jovian.Play(game.match), game.match.state.digest()
    there = play.what_if("a", 24, 30, 0)
    assert there.pose == jovian.Pose(24.0, 30.0, 0) and play.model("a").pose == (24.0, 10.0, 0)
    assert [each.choice for each in there.attacks] == [["attack", ["a1"], "b"]]  # The beam looks away.
    assert there.attacks == play.attacks("a", jovian.Pose(24, 30, 0)) and there.attacks != play.attacks("a")
    assert there.state.models["b"].pose == play.model("b").pose
    assert game.match.state.digest() == before


def test_threats_are_the_attacks_of_enemies_at_it() -> None:
    play = jovian.Play(facing(ship("C", 0, (40, 10), weapons=[CANNON])).match)
    near, far = play.what_if("a", 24, 14), play.what_if("a", 24, 10)
    assert [threat.targets for threat in near.threats] == [("a",)]
    assert near.threats[0].shots[0].attacker == "b" and near.threats[0].worth >= far.threats[0].worth
    assert f"{len(near.threats)} threats" in repr(near) and 'A at (24", 14") heading 0: best attack <' in repr(near)


def test_where_it_may_not_end_is_said() -> None:
    play = jovian.Play(facing(terrain=(rock("large-asteroid", (10, 30), radius=2),)).match)
    assert play.what_if("a", 24, 17).touches == ("B",)
    assert len(play.what_if("a", 10, 30).touches) == 1
    over = play.what_if("a", 0, 24, 90)
    assert over.off_table and over.attacks == () and "partly off the table" in repr(over)
    assert play.what_if("a", 24, 8).touches == () and not play.what_if("a", 24, 8).off_table


def test_a_formation_comes_along() -> None:
    game = stage(*wing("S", 0, (24, 10), (24, 9), weapons=[GUN]), ship("B", 1, (24, 30), 180))
    there = jovian.what_if(game.match.state, "s", 30, 20)
    assert there.state.models["s2"].pose == (30.0, 19.0, 0) and game.model("s2").pose == (24.0, 9.0, 0)


def test_who_is_aboard_may_be_thought_outside_and_who_is_lost_may_not() -> None:
    carrier = ship("C", 0, (40, 10), traits=["Hangers:2"])
    game = facing(carrier, squadron("S", 0, (40, 10), embarked_in="c", weapons=[GUN]))
    there = jovian.what_if(game.match.state, "s", 24, 14)
    assert there.model.is_on_table and there.threats and game.model("s").is_embarked
    game.model("s").place = "destroyed"
    with pytest.raises(jovian.Refused, match="S is destroyed"):
        jovian.what_if(game.match.state, "s", 24, 14)


@pytest.mark.parametrize("pose", [("a", 3, 0), (3, float("nan"), 0), (3, 3, 2.5)])
def test_no_pose_is_refused(pose: tuple[Any, ...]) -> None:
    play = jovian.Play(facing().match)
    with pytest.raises(jovian.Refused, match="isn't a pose"):
        play.what_if("a", *pose)


def test_a_side_is_answered_by_what_it_knows() -> None:
    game = jovian.new("introductory", ("jovian-150", "cega-150"), 3)
    hidden = next(model for model in game.models(1) if not model.public)
    assert game.attacks(hidden) == game.attacks(hidden, side=1) == ()
    for ask in (game.attacks, lambda model, side: game.what_if(model, 24, 24, side=side)):
        with pytest.raises(jovian.Refused, match="no model"):
            ask(hidden.id, side=0)


def test_where_it_really_stands_hides_nothing_from_where_it_might_stand() -> None:
    """A ship at an assumed place isn't in its own line of fire, and a target at an assumed place isn't hit twice."""
    state = stage(ship("A", 0, (24, 17), weapons=[CANNON]), squadron("S", 1, (24, 19.5))).match.state
    ship_, wing_ = state.models["a"], state.models["s"]
    back, farther = ship_.at(jovian.Pose(24, 8, 0)), wing_.at(jovian.Pose(24, 24, 0))
    for one, other in ((back, wing_), (ship_, farther), (back, farther)):
        assert obscured_by(state, one, other) == "" and along_line(state, one, other) == []
