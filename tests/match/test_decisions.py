"""What games ask, offer and are answered is what `docs/decisions.md` says, and all that it lists is asked."""

from __future__ import annotations

from functools import cache
from itertools import islice

from jovian.game import Answer, Decision, answers
from jovian.match import Match
from jovian.match.entries import Answered, Reseeded
from tests.decisions_doc import PAGE, page
from tests.face import QUESTIONS
from tests.match.test_events import games

ELSEWHERE = {
    "lookout": "tests/rules/test_older_searching.py", "issue": "tests/rules/test_water_raid.py",
    "faces": "tests/rules/test_dice_rolls.py", "repair": "tests/rules/test_repair.py",
    "unload": "tests/rules/test_catastrophe.py",
    "corner": "tests/rules/test_corners.py", "edge": "tests/rules/test_withdrawal.py",
    "origin": "tests/rules/test_formation_leader.py",
}  # fmt: skip
"""Kinds that those games need not come to, and where they are asked."""
RARE: dict[type[Answer], str] = {
    answers.RealDice: "tests/rules/test_dice_rolls.py", answers.ChooseRepair: "tests/rules/test_repair.py",
    answers.LookOut: "tests/rules/test_older_searching.py",
    answers.Issue: "tests/rules/test_water_raid.py",
    answers.Heed: "tests/rules/test_suppression.py", answers.TakeUpEscort: "tests/rules/test_escorts.py",
    answers.ChooseCorner: "tests/rules/test_corners.py",
    answers.ChooseEdge: "tests/rules/test_withdrawal.py", answers.FireFrom: "tests/rules/test_formation_leader.py",
}  # fmt: skip
"""Answers that nobody gives there, and where they are given."""


@cache
def asked() -> dict[str, set[type[Answer]]]:
    """The kinds that whole games come to, with the classes of what they were answered; each is looked at on the way."""
    found: dict[str, set[type[Answer]]] = {}
    for match in games():
        again = Match(match.setup, log=False)
        for entry in match.journal:
            if isinstance(entry, Reseeded):
                again.reseed(entry.key)
            if not isinstance(entry, Answered):
                continue
            decision = again.decision
            assert decision is not None
            look_at(decision)
            answer = decision.read(entry.choice)
            assert answer.written() == entry.choice and type(answer) in QUESTIONS[decision.kind].answers
            found.setdefault(decision.kind, set()).add(type(answer))
            again.answer(answer)
    return found


def look_at(decision: Decision) -> None:
    """The question, its options and its default are of the kind and the classes that the list has."""
    listed = QUESTIONS[decision.kind]
    assert (decision.anchor, decision.secret) == (listed.anchor, listed.secret), decision
    assert set(decision.answers) <= set(listed.answers), decision
    offered = [decision.default(), *(option.answer for option in islice(decision.options(), 12))]
    assert all(type(answer) in decision.answers for answer in offered), decision


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.decisions_doc"


def test_games_ask_and_are_answered_as_the_page_says() -> None:
    assert set(asked()) <= set(QUESTIONS)


def test_every_kind_of_the_page_is_asked() -> None:
    assert set(QUESTIONS) - set(asked()) <= set(ELSEWHERE)
    for kind, file in ELSEWHERE.items():
        assert f'"{kind}"' in (PAGE.parents[1] / file).read_text(encoding="utf-8")


def test_every_class_of_answers_belongs_to_some_question() -> None:
    listed = {each for question in QUESTIONS.values() for each in question.answers}
    assert listed == {getattr(answers, name) for name in answers.__all__}


def test_every_class_of_answers_is_given_in_some_game() -> None:
    given = {each for classes in asked().values() for each in classes}
    assert {getattr(answers, name) for name in answers.__all__} - given <= set(RARE)
    for answer, file in RARE.items():
        assert f'"{answer.verb}"' in (PAGE.parents[1] / file).read_text(encoding="utf-8")
