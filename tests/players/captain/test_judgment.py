"""The captain's choices in small positions."""

from __future__ import annotations

from typing import cast

from jovian.game import Model
from jovian.game.answers import Declaration
from jovian.match.play_loop import ask
from jovian.players.captain import Captain
from jovian.players.captain.analysis import TEMPERAMENTS, CaptainAnalysis
from jovian.players.captain.plans import ActivationPlan, candidates, combined_value, plans
from jovian.players.evaluation.gunnery import possible_attacks
from jovian.players.evaluation.places import comet_reach_chance, comet_risk
from jovian.players.evaluation.threats import Matchups, Raids
from jovian.table import Pose, extends_off_table
from tests.rules.stage import Staged, gun, rock, ship, squadron, stage, weapon

GUN = {"weapons": [gun("Kinetic Cannon", ac=5, as_=4)]}
BOMBER = {"weapons": [weapon("Mass Driver", ac=5, as_=3)]}


def field(game: Staged, side: int = 0, temperament: str = "steady") -> CaptainAnalysis:
    return CaptainAnalysis(game.match.view(side), side, Matchups(), Raids(), TEMPERAMENTS[temperament])


def best(game: Staged, ident: str, temperament: str = "steady") -> tuple[ActivationPlan, Model]:
    seen = field(game, temperament=temperament)
    model = seen.view.models[ident]
    return plans(seen, model)[0], model


def test_a_crippled_ship_goes_home_over_the_edge() -> None:
    lost = ship("A", 0, (20, 4), 180, structure_left=0, states={"crippled": 1})
    game = stage(lost, ship("B", 1, (20, 20), 180, **GUN))
    plan, model = best(game, "a")
    assert extends_off_table(model.base, plan.move.end, 48, 48)
    assert candidates(field(game))[0].model.id == "a"


def test_a_whole_ship_stays_on_the_table() -> None:
    plan, model = best(stage(ship("A", 0, (20, 6), 180), ship("B", 1, (20, 20), 180, **GUN)), "a")
    assert not extends_off_table(model.base, plan.move.end, 48, 48)


def test_a_stern_is_not_shown_for_nothing() -> None:
    plan, _ = best(stage(ship("A", 0, (20, 12), 0, **GUN), ship("B", 1, (20, 26), 180, **GUN)), "a")
    right, ahead = plan.move.end.from_table(20, 26)
    assert ahead > abs(right)


def test_a_wary_captain_risks_no_more_than_a_bold_one() -> None:
    game = stage(ship("A", 0, (20, 8), 0), *(ship(f"B{x}", 1, (x, 30), 180, **GUN) for x in (16, 24)))
    threats = field(game).threats

    def risk(temperament: str) -> float:
        plan, model = best(game, "a", temperament)
        return threats.cost(model, plan.move.end, 0.5)

    assert risk("wary") <= risk("bold")


def test_who_is_in_danger_where_it_is_goes_before_who_is_not() -> None:
    game = stage(
        squadron("S", 0, (20, 20), **BOMBER), squadron("T", 0, (4, 4), **BOMBER), ship("B", 1, (20, 30), 180, **GUN),
    )  # fmt: skip
    assert candidates(field(game))[0].model.id == "s"


def test_a_bomber_with_a_kill_goes_first() -> None:
    game = stage(
        squadron("S", 0, (20, 24), **BOMBER), squadron("T", 0, (40, 4), **BOMBER),
        ship("B", 1, (20, 30), 90, structure_left=1, ratings={"defense": 0}), ship("C", 1, (4, 44), 180),
    )  # fmt: skip
    captain = Captain(1)
    assert candidates(field(game))[0].model.id == "s"
    game.answer("activate", "s")
    answer = cast(Declaration, ask(game.match, captain))
    assert answer.action == "bombing"


def test_guns_are_not_strained_early() -> None:
    guns = [gun("Beam Projector", ac=6)] * 3
    game = stage(ship("A", 0, (20, 4), 0, weapons=guns), ship("B", 1, (20, 34), 180, tv=200))
    assert cast(Declaration, ask(game.match, Captain(1))).action != "long shot"


def test_each_gun_fires_once_before_or_after_the_move() -> None:
    game = stage(ship("A", 0, (20, 20), **GUN), ship("B", 1, (20, 28)))
    seen = game.match.view(0)
    now = possible_attacks(seen, seen.models["a"], ["a1"], ())
    alone, before = combined_value(now, [], 1)
    assert (alone, before) == (now[0].value, ("a1",)) and combined_value(now, now, 3) == (alone, before)
    assert combined_value(now, now, 0) == (0.0, ())


def test_in_the_last_turn_nothing_is_promised_or_feared_of_the_next() -> None:
    last = field(stage(ship("A", 0, (20, 20)), ship("B", 1, (20, 30)), turn=7, turns=7))
    first = field(stage(ship("A", 0, (20, 20)), ship("B", 1, (20, 30)), turn=1, turns=7))
    assert (last.later, last.promise) == (0.0, 0.0) < (first.later, first.promise)


def test_nobody_stays_where_a_comet_will_come() -> None:
    comet = rock("comet", (20, 10), heading=0, radius=1.0, tail_length=6.0, tail_width=3.0)
    seen = stage(ship("A", 0, (20, 20)), ship("B", 1, (40, 40)), terrain=(comet,)).match.view(0)
    own = seen.models["a"]
    here, near, aside = (comet_risk(seen, own.at(Pose(x, y, 0))) for x, y in ((20, 24), (20, 16), (34, 16)))
    assert near > here >= aside == 0.0
    assert [comet_reach_chance(inches) for inches in (0, 7, 12, 13)] == [1.0, 21 / 36, 1 / 36, 0.0]


def test_a_lead_makes_it_careful_towards_the_end() -> None:
    casts = ship("A", 0, (20, 20), tv=80), ship("B", 1, (20, 30), tv=20)
    early, late = (stage(*casts, turn=turn, turns=7) for turn in (1, 7))
    assert field(late).caution > field(early).caution > field(early, 1).caution > field(late, 1).caution
