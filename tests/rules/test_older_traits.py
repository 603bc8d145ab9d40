"""Tests of older traits of models, as options of a game (v1.2.2 and v1.2.3 Traits)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.dice import Result
from tests.rules.stage import Staged, dice, gun, parts, ship, squadron, stage
from tests.rules.turns import AWAY, HOME, set_states
from tests.rules_api import damage_context, expected_value, harm_words

OLD, LATER = "v1.2.2", "v1.2.3"


def facing(y: float, options: Any = None, kind: str = "Kinetic Cannon", dice_: int = 5, **fields: Any) -> Staged:
    """Return the active ship A, and B ahead of it, in a game with `options`."""
    line = gun(kind, ac=dice_, missile="AC") if kind == "Missile" else gun(kind, ac=dice_)
    own = fields.pop("own", {})
    return stage(
        ship("A", 0, (24, 6), weapons=[line], **own), ship("B", 1, (24, y), 180, activated=True, **fields), HOME, AWAY,
        options=options,
    ).begin("a")  # fmt: skip


# --- Armor ---
@pytest.mark.parametrize(
    ("trait", "option", "kind", "other"),
    [
        ("Energy Armor:2", "energy_armor", "Particle Cannon", "Kinetic Cannon"),
        ("Reactive Armor:2", "reactive_armor", "Mass Driver", "Beam Projector"),
    ],
)
def test_older_armor(trait: str, option: str, kind: str, other: str) -> None:
    """v1.2.2, v1.2.3 Traits > Energy Armor, Reactive Armor: odd sets lose a step, or one Armor, whatever its number."""
    nets = {}
    for value in ("v1.2.4", LATER, OLD):
        games = [facing(16, {option: value}, each, traits=[trait]) for each in (kind, other)]
        nets[value] = [game.shot("a", "a1", "b").roll.net for game in games]
    assert nets == {"v1.2.4": [-2, 0], LATER: [-1, 0], OLD: [0, 0]}


def test_armor_that_takes_a_step_from_odd_sets() -> None:
    """v1.2.2 Traits > Energy Armor: a double of 3 does nothing, a triple of 5 is a double, a double of 4 stays."""
    game = facing(16, {"energy_armor": OLD}, "Beam Projector", traits=["Energy Armor:1"])
    shot, state = game.shot("a", "a1", "b"), game.match.state
    texts = {code: harm_words(state, damage_context(shot), Result.parse(code)) for code in ("D3", "T5", "D4", "T4")}
    assert texts == {"D3": "no damage", "T5": "Thrusters", "D4": "Sensors", "T4": "1 Structure of 3 and 1 Critical Hit"}
    plain = facing(16, None, "Beam Projector")
    assert expected_value(state, shot) < expected_value(plain.match.state, plain.shot("a", "a1", "b"))
    game.attack("a1", "b").faces([5, 5, 5, 1, 2]).pick("stand")
    assert (game.model("b").marks, game.last("attacked")["result"]) == ({"thrusters": 1}, "T5")
    assert "Energy Armor (sets of 1, 3 and 5)" in str(game.last("attacked")["modifiers"])


def test_such_armor_does_nothing_against_point_defense() -> None:
    """v1.2.2 Traits > Reactive Armor: a squadron's armor does not help it against Point Defense."""
    game = stage(
        ship("A", 0, (24, 6)), squadron("S", 1, (24, 9), activated=True, traits=["Reactive Armor:1"]), HOME, AWAY,
        options={"reactive_armor": OLD},
    ).begin("a")  # fmt: skip
    game.answer("defend").faces([3, 3, 1, 2], [])
    assert game.model("s").unmarked("structure") == 3


# --- ECM ---
@pytest.mark.parametrize(("ecm", "eccm", "flex"), [(1, [], 0), (1, ["ECCM:1"], 1), (3, ["ECCM:1"], 0), (3, [], 0)])
def test_ecm_that_takes_flex_dice(ecm: int, eccm: list[str], flex: int) -> None:
    """v1.2.2 Traits > ECM: it removes flex dice, never below none. ECCM cancels ratings."""
    game = facing(10, {"ecm": "flex"}, traits=[f"ECM:{ecm}"], own={"traits": eccm})
    set_states(game, "b", station_keeping=1)
    assert dice(game.shot("a", "a1", "b")) == (6, flex, 0)
    assert parts(game.shot("a", "a1", "b")) == {"Short Range": 1}


def test_running_silent_takes_a_flex_die_then() -> None:
    """v1.2.2 Traits > ECM, v1.2.4 Action > Silent Running: one more rating of ECM."""
    game = set_states(facing(16, {"ecm": "flex"}), "b", station_keeping=1, stealthed=2)
    assert dice(game.shot("a", "a1", "b")) == (5, 0, 0)
    assert dice(set_states(facing(16), "b", station_keeping=1).shot("a", "a1", "b")) == (5, 1, 0)


# --- Evasive, Overthrust ---
@pytest.mark.parametrize(
    ("y", "structure", "pool"),
    [
        (16, [3, 2, 1], (3, 0, 2)),
        (16, [2, 1], (2, 0, 3)),
        (16, [6, 5, 4, 3, 2, 1], (5, 0, 0)),
        (10, [2, 1], (6, 0, 0)),
    ],
)
def test_evasive_scatters_shots(y: float, structure: list[int], pool: tuple[int, int, int]) -> None:
    """v1.2.2 Traits > Evasive: beyond Short Range base dice beyond the first Structure become macro dice."""
    game = facing(y, {"evasive": OLD}, traits=["Evasive"], structure=structure)
    shot = game.shot("a", "a1", "b")
    assert (dice(shot), shot.opposition) == (pool, None)
    assert sum(part.value for part in shot.roll.all_contributions() if part.kind == "base") == pool[0]


def test_squadrons_keep_two_and_need_fuel() -> None:
    """v1.2.2 Traits > Evasive: X is 2 for squadrons. No effect without Fuel. The rulebook's example."""

    def at(**fields: Any) -> tuple[int, int, int]:
        game = stage(
            ship("A", 0, (24, 6), weapons=[gun(as_=5)]), squadron("S", 1, (24, 13), activated=True, **fields),
            HOME, AWAY, options={"evasive": OLD},
        ).begin("a")  # fmt: skip
        return dice(game.shot("a", "a1", "s"))

    assert at(traits=["Evasive"]) == (2, 0, 3)
    assert at(traits=["Evasive"], fuel_left=0) == at() == (5, 0, 0)


def test_missiles_are_not_scattered_and_who_evades_is_not_rolled_for() -> None:
    """v1.2.2 Traits > Evasive: no effect on missiles; Evading counts as Evasive."""
    missile = facing(16, {"evasive": OLD}, "Missile", traits=["Evasive"], structure=[2, 1]).shot("a", "a1", "b")
    assert dice(missile) == (5, 0, 0)
    evading = set_states(facing(16, {"evasive": OLD}, structure=[2, 1]), "b", evading=1).shot("a", "a1", "b")
    assert (dice(evading), evading.opposition) == ((2, 0, 3), None)


def test_overthrust_counts_while_evading() -> None:
    """v1.2.2 Traits > Overthrust: while Evading, its number replaces the Structure. No effect without the option."""
    both = {"evasive": OLD, "overthrust": OLD}
    still = facing(16, both, traits=["Overthrust:1"])
    assert dice(still.shot("a", "a1", "b")) == (5, 0, 0)
    assert dice(set_states(still, "b", evading=1).shot("a", "a1", "b")) == (2, 0, 0), "one base die is two bare ones"
    assert dice(set_states(facing(16, both, traits=["Overthrust:2"]), "b", evading=1).shot("a", "a1", "b")) == (2, 0, 3)
    usual = set_states(facing(16, None, traits=["Overthrust:2"]), "b", evading=1).shot("a", "a1", "b")
    assert dice(usual) == (5, 0, 0) and usual.opposition is not None


# --- Catapult, Launchers ---
@pytest.mark.parametrize(
    ("trait", "options", "ahead", "beside"),
    [
        ("Catapult", {}, 6, 1),
        ("Catapult", {"catapult": OLD}, 6, 6),
        ("Catapult", {"catapult": LATER}, 12, 1),
        ("Launchers", {}, 3, 3),
        ("Launchers", {"launchers": LATER}, 6, 6),
    ],
)
def test_how_far_ships_launch(trait: str, options: Any, ahead: float, beside: float) -> None:
    """v1.2.2, v1.2.3 Traits > Catapult, Launchers: all around, or twice as far."""

    def game() -> Staged:
        carrier = ship("A", 0, (24, 24), traits=[trait, "Hangers:1"], activated=True)
        return stage(carrier, squadron("S", 0, (0, 0), embarked_in="a"), HOME, AWAY, options=options).begin("s")

    for inches, dx, dy, half in ((ahead, 0, 1, 1.5), (beside, 1, 0, 1.0)):
        for more, fits in ((-0.01, True), (0.6, False)):
            apart = inches + half + 0.5 + more
            choice = ["launch", 24 + dx * apart, 24 + dy * apart, 0]
            if fits:
                game().expect_allowed(choice)
            else:
                game().expect_refused(choice, "launches within")
