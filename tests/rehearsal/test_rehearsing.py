"""Rehearsals: the same results with any workers, each game counted once, and the wanted number of games."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pickle import dumps, loads
from typing import Any

import pytest

from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import make_player
from jovian.rehearsal.comparison import MIN_GAMES, rehearse
from jovian.rehearsal.forecast import estimate_mean, forecast
from jovian.rehearsal.game import FACES, GameJob, RehearsalSpec, Start, open_game, play_match, play_one
from jovian.rehearsal.luck import ATTACK, DEFENSE, luck_of, throws_of
from jovian.rehearsal.outcome import FATES
from jovian.rehearsal.workers import Here, Hired, Workers, local
from tests.games import setup

RANDOM = ("random", "random")
LATE = 400
"""Answers after which a game of random players has 2 turns left."""


def start_game(answers: int, seed: int = 3, log: bool = False) -> Match:
    """Return a game of random players after this number of answers."""
    match = Match(setup(seed, ("jovian-150", "cega-150")), log=log)
    players = [make_player("random", seed + side) for side in (0, 1)]
    for _ in range(answers):
        assert match.decision is not None
        step(match, players[match.decision.side])
    return match


class PicklingExecutor(ThreadPoolExecutor):
    """Hands over jobs and answers as to another process, without one."""

    def submit(self, work: Callable[..., Any], /, *jobs: Any, **_: Any) -> Future[Any]:
        return super().submit(_answer, dumps((work, jobs)))


def _answer(packed: bytes) -> Any:
    work, jobs = loads(packed)
    return loads(dumps(work(*jobs)))


def two_workers() -> Workers:
    return Hired(2, lambda: PicklingExecutor(2))


@pytest.fixture(scope="module")
def start() -> Start:
    return Start.of(start_game(LATE))


def test_a_job_is_the_same_game_every_time_and_another_number_another(start: Start) -> None:
    job = GameJob(start, RANDOM, 1, 0)
    assert play_one(job) == play_one(job)
    assert play_one(job).digest != play_one(replace(job, number=1)).digest


def test_any_workers_give_the_same_answer(start: Start) -> None:
    ask = RehearsalSpec(start, RANDOM, 7, games=6, turns=1)
    here = list(rehearse(ask, Here()))
    with local(2) as two:
        assert list(rehearse(ask, two)) == here
    assert [outcome.number for outcome in here] == list(range(6))


def test_an_executor_that_is_handed_in_does_the_work(start: Start) -> None:
    ask = RehearsalSpec(start, RANDOM, 7, games=3, turns=1)
    with Hired(1, lambda: ThreadPoolExecutor(1)) as hired:
        assert list(rehearse(ask, hired)) == list(rehearse(ask, Here()))


def test_until_the_chance_is_known_closely_enough(start: Start) -> None:
    wide = RehearsalSpec(start, RANDOM, 7, games=None, turns=1, until=0.5)
    assert len(list(rehearse(wide, Here()))) == MIN_GAMES


def test_so_many_turns_at_most(start: Start) -> None:
    outcome = play_one(GameJob(start, RANDOM, 1, 0, turns=1))
    assert outcome.turns == start_game(LATE).state.turn + 1
    assert outcome.turns < play_one(GameJob(start, RANDOM, 1, 0)).turns


def test_both_sides_throw_the_same_real_dice_one_after_the_other() -> None:
    match = Match(replace(setup(3), manual=True), log=False)
    thrown: tuple[list[int], list[int]] = ([], [])
    for entry in play_match(GameJob(Start.of(match), RANDOM, 1, 0, turns=2)).journal[1:]:
        if entry.kind == FACES:
            thrown[entry.side].extend(entry.choice[1])
    both = min(map(len, thrown))
    assert both > 20
    assert thrown[0][:both] != thrown[1][:both]


def test_each_game_from_a_scenario_has_a_setting_up_of_its_own() -> None:
    start = Start.of(start_game(0), fresh=True)
    first, second = (play_one(GameJob(start, RANDOM, 1, number, turns=1)) for number in (0, 1))
    assert first.digest != second.digest
    assert [fate.who for fate in first.fates] == [fate.who for fate in second.fates]


def test_a_forecast_adds_up(start: Start) -> None:
    found = list(rehearse(RehearsalSpec(start, RANDOM, 7, games=6), Here()))
    answer = forecast(found)
    assert answer.wins[0].value + answer.wins[1].value + answer.draws.value == pytest.approx(1)
    assert all(sum(share.value for share in model.fates.values()) == pytest.approx(1) for model in answer.models)
    assert all(tuple(model.fates) == FATES for model in answer.models)
    assert sum(times for _, times in answer.decided) == len(found)
    lost = sum(fate.value for outcome in found for fate in outcome.fates if fate.side == 1 and fate.lost) / len(found)
    assert answer.losses[1].mean.value == pytest.approx(lost)


def test_the_luck_of_a_game_is_that_of_its_attacks_from_the_start_on(start: Start) -> None:
    job = GameJob(start, RANDOM, 1, 0, turns=2)
    match, before = play_match(job), len(open_game(start, job.key).events.entries)
    throws = [throw for throw in throws_of(match.events.entries) if throw.kind in (ATTACK, DEFENSE)]
    later = [throw for throw in throws if throw.n >= before]
    assert 0 < len(later) < len(throws)
    assert play_one(job).luck == pytest.approx(luck_of(later, 0).steps - luck_of(later, 1).steps)


@pytest.mark.long
def test_over_many_games_luck_adds_up_to_nothing() -> None:
    start = Start.of(start_game(0), fresh=True)
    luck = [play_one(GameJob(start, RANDOM, 3, number)).luck for number in range(120)]
    assert estimate_mean(luck, 0.999).low < 0 < estimate_mean(luck, 0.999).high
