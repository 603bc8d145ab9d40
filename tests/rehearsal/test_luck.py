"""Luck: rolls compared with exact odds. The mean over all possible rolls is 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from jovian.dice import Faces, Pool, Result, odds, reductions, removals
from jovian.game import LogEntry
from jovian.game.events import DIMINISH, ESCALATE, Attacked, Contribution, Opposed, Rolled
from jovian.rehearsal.luck import ATTACK, DEFENSE, DIE, KINDS, OTHER, RollLuck, luck_of, throws_of
from tests.rehearsal.test_rehearsing import start_game
from tests.rules.stage import gun, ship, stage

SIDES = range(1, 7)


def all_rolls(pool: Pool) -> Iterator[Faces]:
    """Yield all possible rolls of a pool."""
    base, flex = pool.base, pool.base + pool.flex
    for faces in product(SIDES, repeat=pool.dice):
        yield Faces(faces[:base], faces[base:flex], faces[flex:])


def roll_of(
    pool: Pool, faces: Faces, side: int = 0, shift: int = 0, rerolled: bool = False, may_reroll: bool = False
) -> Rolled:
    """Return a roll from which the roller keeps the best dice."""
    best = removals(faces, pool, shift)[0]
    parts = (Contribution("", abs(shift), "", ESCALATE if shift > 0 else DIMINISH),)
    return Rolled(
        side=side, purpose="", pool=pool, parts=parts, faces=faces, kept=best.kept, result=str(best.result),
        rerolled=rerolled, may_reroll=may_reroll,
    )  # fmt: skip


def attacked(pool: Pool, defense: Pool | None = None, shift: int = 0, **more: bool) -> Attacked:
    """Return an attack with these dice."""
    return Attacked(
        attacker="a", weapon="", target="b", window="activation", mounts=(), distance=0.0, band="", arc="",
        modifiers=(), net=0, pool=pool, dice=(), shift=shift, autohit="", jammed="", defense=defense, defense_dice=(),
        result=Result(), fire_control_left=0, **more,
    )  # fmt: skip


def judged(*events: Rolled | Opposed | Attacked) -> tuple[RollLuck, ...]:
    return throws_of(LogEntry(n, 1, "activation", "both", event) for n, event in enumerate(events))


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


@pytest.mark.parametrize(("pool", "shift"), [(Pool(2), 0), (Pool(3, 1), 0), (Pool(2, 1, -1), 1), (Pool(3, 0, 1), -1)])
def test_over_all_faces_an_attack_is_as_lucky_as_unlucky(pool: Pool, shift: int) -> None:
    lucks = [judged(roll_of(pool, faces, shift=shift), attacked(pool, shift=shift))[0] for faces in all_rolls(pool)]
    assert mean([throw.luck for throw in lucks]) == pytest.approx(0)
    assert mean([throw.luck**2 for throw in lucks]) == pytest.approx(lucks[0].variance)
    assert lucks[0].expected == pytest.approx(float(odds(pool, shift=shift).expected_steps))
    assert {throw.kind for throw in lucks} == {ATTACK}


@pytest.mark.parametrize("swarm", [False, True])
def test_over_all_faces_of_both_so_are_an_opposed_attack_and_what_opposes_it(swarm: bool) -> None:
    pool, defense = Pool(2, 2), Pool(2, 1)
    end, every = attacked(pool, defense, swarm=swarm), []
    for faces in all_rolls(pool):
        attack = roll_of(pool, faces)
        every.append(judged(attack, end)[0])
    assert mean([throw.luck for throw in every]) == pytest.approx(0)
    assert every[0].expected == pytest.approx(float(odds(pool).against(odds(defense), swarm=swarm).expected_steps))
    for faces in (Faces((1, 1), (2, 2)), Faces((3, 3), (3, 1)), Faces((4, 4), (4, 4))):
        attack = roll_of(pool, faces)
        lucks = [_parried(attack, roll_of(defense, roll, side=1), end) for roll in all_rolls(defense)]
        assert mean(lucks) == pytest.approx(0)


def _parried(attack: Rolled, parry: Rolled, end: Attacked) -> float:
    """Return the luck of the dice that oppose an attack."""
    primary, secondary = Result.parse(attack.result), Result.parse(parry.result)
    left = reductions(primary, secondary)[0]
    opposed = Opposed(side=1, purpose="", primary=primary, secondary=secondary, left=left)
    throws = judged(attack, parry, opposed, end)
    assert throws[0] == judged(attack, end)[0]
    if len(throws) == 1:
        return 0.0
    before, after = (result.swarmed() if end.swarm else result for result in (primary, left))
    assert throws[1].kind == DEFENSE and throws[1].side == 1
    assert throws[1].came == before.total - after.total
    return throws[1].luck


def test_a_throw_that_may_be_rolled_again_is_worth_what_is_to_be_had_from_there() -> None:
    pool = Pool(3)
    fresh = float(odds(pool).expected_steps)
    lucks = [judged(roll_of(pool, faces, may_reroll=True), attacked(pool))[0] for faces in all_rolls(pool)]
    assert mean([throw.luck for throw in lucks]) == pytest.approx(0)
    assert lucks[0].expected == pytest.approx(float(odds(pool, reroll=True).expected_steps))
    assert min(throw.came for throw in lucks) == pytest.approx(fresh)
    nothing = roll_of(pool, Faces((1, 2, 3)), may_reroll=True)
    second = [judged(nothing, roll_of(pool, faces, rerolled=True), attacked(pool))[1] for faces in all_rolls(pool)]
    assert mean([throw.luck for throw in second]) == pytest.approx(0)
    assert second[0].expected == pytest.approx(fresh) and second[0].again


def test_dice_that_may_oppose_twice_are_expected_to() -> None:
    pool, defense = Pool(4), Pool(2)
    faces = Faces((1, 1, 2, 2))
    attack = roll_of(pool, faces)
    once, twice = (judged(attack, attacked(pool, defense, defense_reroll=reroll))[0] for reroll in (False, True))
    assert twice.expected < once.expected and twice.came < once.came


def test_what_was_chosen_is_no_luck() -> None:
    pool, faces = Pool(2, 1), Faces((4, 4), (6,))
    best, poor = roll_of(pool, faces), roll_of(pool, faces)
    object.__setattr__(poor, "result", "N")
    assert judged(best)[0] == judged(poor)[0]
    assert judged(best)[0].kind == OTHER


@pytest.mark.parametrize("good", [(5, 6), (6,), (1, 2, 3)])
def test_a_single_die_is_worth_a_step_where_some_faces_are_good(good: tuple[int, ...]) -> None:
    def die(face: int) -> Rolled:
        return Rolled(
            side=1, purpose="", pool=Pool(1), parts=(), faces=Faces((face,)), kept=(face,), result=str(face),
            rerolled=False, good=good,
        )  # fmt: skip

    lucks = [judged(die(face))[0] for face in SIDES]
    assert sum(throw.luck for throw in lucks) == pytest.approx(0)
    assert [throw.came for throw in lucks] == [float(face in good) for face in SIDES]
    assert {throw.kind for throw in lucks} == {DIE}
    assert luck_of(lucks, 1).deviation == pytest.approx(sqrt(float(6 * Fraction(len(good) * (6 - len(good)), 36))))


def test_a_die_with_no_better_face_is_no_luck() -> None:
    said = Rolled(side=0, purpose="", pool=Pool(1), parts=(), faces=Faces((3,)), kept=(3,), result="3", rerolled=False)
    assert judged(said) == ()


def test_a_shot_played_out_with_its_critical_hit() -> None:
    """The dice of a whole shot: a triple takes Structure, and a weapon breaks on a 5 or 6."""
    game = stage(
        ship("Anvil", 0, (20, 10), weapons=[gun("Beam Projector", ac=3)]),
        ship("Target", 1, (20, 16), weapons=[gun("Beam Projector", ac=3)]),
    )
    game.begin("anvil").attack("a1", "target")
    pool = game.shot("anvil", "a1", "target").roll.pool
    assert (pool.base, pool.flex, pool.macro) == (4, 1, 1)
    game.faces([3, 3, 3, 1], [2], [5]).pick("keep", [1, 3, 3, 3]).pick("stand")
    game.pick(*next(choice for choice in game.offered() if "a1" in choice)).faces([5])
    attack, die = throws_of(game.match.events)
    assert (attack.kind, attack.side, attack.came) == (ATTACK, 0, 2.0)
    assert attack.expected == pytest.approx(float(odds(pool, reroll=True).expected_steps))
    assert (die.kind, die.side, die.came) == (DIE, 0, 1.0)
    assert die.expected == pytest.approx(1 / 3)


def test_the_luck_of_a_whole_game_adds_up() -> None:
    match = start_game(400, log=True)
    throws = throws_of(match.events)
    assert [throw.n for throw in throws] == sorted({throw.n for throw in throws})
    for side in (0, 1):
        whole, kinds = luck_of(throws, side), [luck_of(throws, side, kind) for kind in KINDS]
        assert whole.throws == sum(luck.throws for luck in kinds) > 0
        assert whole.steps == pytest.approx(sum(luck.steps for luck in kinds))
        assert whole.deviation**2 == pytest.approx(sum(luck.deviation**2 for luck in kinds))
        assert whole.score == pytest.approx(whole.steps / whole.deviation)
