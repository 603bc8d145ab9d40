"""Tests that games ask, offer, and accept what `docs/decisions.md` says, and that everything on its list occurs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from jovian.game import Answer, Decision, answers
from jovian.match import Match
from jovian.match.entries import Answered, Reseeded
from tests.games import setup
from tests.match.test_everything_happens import FLEETS, depot, melee
from tests.match.test_secret_weapons import LOADS, raid
from tests.match.test_zones import changed
from tests.playthroughs.write import EPISODES
from tests.rules import test_corners, test_escorts, test_repair, test_water_raid
from tests.rules.stage import Staged, gun, muster, ship, squadron, stage
from tests.rules.test_catastrophe import broken
from tests.rules.test_formation_leader import BARE, GUN, OWN, SPARE, wing
from tests.rules.test_suppression import pinned
from tests.rules.turns import AWAY, HOME
from tests.rules_api import QUESTIONS
from tools.decisions_page import PAGE, page

Asked = dict[str, set[type[Answer]]]
"""The kinds of decisions that occurred, with the classes of their answers."""
Missing = tuple[str | type[Answer], ...]
"""Kinds and classes of answers."""
MOST_GAMES = 40
"""The maximum number of random games. They change with every change of the rules, so this is more than enough."""
SOUGHT: tuple[tuple[Callable[[int], Match], Missing], ...] = (
    (lambda seed: Match(setup(seed, terrain="placed")), ("lay", answers.Lay)),
    (lambda seed: Match(changed(seed, "beacons")), ("beacon", answers.SetBeacon)),
    (depot, ("spot", "supply", answers.At, answers.Sabotage, answers.Supply)),
    (melee, ("mass", "rating", "reroll", answers.Enough, answers.Stand, answers.Tap)),
    (lambda seed: raid(seed, LOADS[1]), ("ram", "deploy", answers.DamageSystem, answers.LetPass, answers.PlaceEscort,
                                         answers.Ram, answers.Embark, answers.Defend)),
    (lambda seed: Match(setup(seed, (FLEETS[seed % 6], FLEETS[(seed * 7 + 2) % 6]))), ()),
)  # fmt: skip
"""Random games and the decisions they must reach. The last game is played for everything that is still missing."""


def stage_positions() -> Iterator[tuple[Staged, str]]:
    """Yield a position for each decision that random games rarely or never reach, and the verb of an answer."""
    hurt: dict[str, Any] = {"ratings": {"sensors": 1}, "weapons": [gun(ac=2)], "damaged": ["a1"]}
    yield test_repair.control(**hurt).resolve(), "faces"
    yield test_repair.control(**hurt).resolve().faces(test_repair.RESULTS["Q+"]), "repair"
    yield test_corners.two(zones="corners"), "corner"
    ambush = muster((test_corners.hull("A"),), (test_corners.hull("C"),), special_rules=["ambush"])
    while ambush.kind == "deploy":
        ambush.answer(*ambush.asked.default().to_json())
    yield ambush, "edge"
    yield test_water_raid.place_comet(), "issue"
    pair = wing("S", 0, (27.2, 16.4), (27.2, 17.4), weapons=[GUN])
    yield stage(*pair, ship("B", 1, (24, 20), **BARE), SPARE, OWN).begin("s").attack("a1", "b"), "from"
    probe = ship("A", 0, (24, 6), weapons=[gun(ac=4)], traits=["Sensor Drone"], speed=0, thrusters=[1])
    yield stage(probe, HOME, AWAY, options={"sensor_drone": "v1.2.2"}), "lookout"
    yield broken(squadron("S", 1, (0, 0), embarked_in="b"), traits=["Hangers:1"]).faces([6]), "place"
    yield pinned(4).answer("activate", "b"), "heed"
    yield test_escorts.patrol().begin("s").launch(24, 27).fly(test_escorts.BOW), "escort"


@cache
def play_all_decisions() -> Asked:
    """Return the decisions of golden scenes, staged positions, and random games. Each one is checked."""
    decisions: Asked = {}
    for scene in EPISODES.values():
        replay(scene(), decisions)
    for game, verb in stage_positions():
        decision = game.asked
        offered = (decision.default(), *(option.answer for option in decision.options()))
        give(game.match, next(answer for answer in offered if answer.verb == verb), decisions)
    for make, missing in SOUGHT:
        for seed in range(MOST_GAMES):
            if play(make(seed), seed, missing or all_names(), decisions):
                break
    return decisions


def replay(match: Match, decisions: Asked) -> None:
    """Give the answers of a game again."""
    again = Match(match.setup, log=False)
    for entry in match.journal:
        if isinstance(entry, Reseeded):
            again.reseed(entry.key)
        elif isinstance(entry, Answered):
            assert again.decision is not None
            answer = again.decision.read(entry.choice)
            assert answer.to_json() == entry.choice
            give(again, answer, decisions)


def play(match: Match, seed: int, missing: Missing, decisions: Asked) -> bool:
    """Play a random game until everything missing has occurred. Return whether it has."""
    rng = Random(seed)
    while match.decision is not None:
        given = {answer for classes in decisions.values() for answer in classes}
        if all(name in decisions or name in given for name in missing):
            return True
        give(match, match.decision.sample(rng), decisions)
    return False


def give(match: Match, answer: Answer, decisions: Asked) -> None:
    """Check the decision of a game, answer it, and record both."""
    decision = match.decision
    assert decision is not None
    look_at(decision)
    written = answer.to_json()
    assert decision.read(written).to_json() == written and type(answer) in QUESTIONS[decision.kind].answers
    decisions.setdefault(decision.kind, set()).add(type(answer))
    match.answer(answer)


def all_names() -> Missing:
    """Return all kinds of the page and all classes of answers."""
    return (*QUESTIONS, *(getattr(answers, name) for name in answers.__all__))


def look_at(decision: Decision) -> None:
    """Check the decision, its options, and its default against the kind and classes of the page."""
    listed = QUESTIONS[decision.kind]
    assert (decision.anchor, decision.secret) == (listed.anchor, listed.secret), decision
    assert set(decision.answers) <= set(listed.answers), decision
    offered = [decision.default(), *(option.answer for option in islice(decision.options(), 12))]
    assert all(type(answer) in decision.answers for answer in offered), decision


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.decisions_page"


def test_every_kind_of_the_page_is_asked_and_no_other() -> None:
    assert set(play_all_decisions()) == set(QUESTIONS)


def test_every_class_of_answers_belongs_to_some_question() -> None:
    listed = {each for question in QUESTIONS.values() for each in question.answers}
    assert listed == {getattr(answers, name) for name in answers.__all__}


def test_every_class_of_answers_is_given_in_some_game() -> None:
    given = {answer for classes in play_all_decisions().values() for answer in classes}
    assert given == {getattr(answers, name) for name in answers.__all__}
