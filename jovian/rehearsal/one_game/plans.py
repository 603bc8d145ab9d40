"""A plan: what a side answered from a position on, kept so that it can be tried again and again with other dice.

A decision is one, and so is a whole activation, or several. `following.py` says how it is followed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jovian.cards.error import CardError, meant, one_line, short_name
from jovian.cards.reading.files import Unreadable, read_json
from jovian.game import Answer
from jovian.match import Match
from jovian.match.entries import Answered, Edited
from jovian.match.saves.writing import write_whole
from jovian.rules.book.questions import QUESTIONS

FORMAT = 1
KEYS = ("format", "name", "scenario", "answers", "side", "choices")
MOST_BYTES = 256 << 10
"""Bytes of a file."""
MOST_CHOICES = 2000
LONGEST_NAME = 40
MOST_ANSWERS = 1_000_000
ORDERS = tuple(kind for kind, question in QUESTIONS.items() if question.anchor)
"""Kinds of questions that a side plays the game by: who activates, what it declares, every order."""
FALLEN = ("faces", "flex", "reroll", "reduce")
"""Kinds of questions about dice that fell: they fall otherwise in each game, so no plan holds an answer to them."""
Said = tuple[str, tuple[Any, ...]]
"""The kind of a question and the answer to it, as it is written but in tuples."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a side answers from a position on."""

    name: str
    """What it is called, such as `A`."""
    scenario: str
    """The key of the scenario of the game that it is for."""
    answers: int
    """After how many answers of that game it begins."""
    side: int
    """Whose plan it is."""
    choices: tuple[Said, ...]
    """The answers in their order."""

    @classmethod
    def of(cls, match: Match, answers: int, name: str, side: int | None = None) -> Plan:
        """What a side (None: who was asked first) has answered in a match since so many answers. Raises ValueError."""
        since = match.journal[answers:]
        if any(isinstance(entry, Edited) for entry in since):
            raise ValueError("something was changed by hand since")
        played = [entry for entry in since if isinstance(entry, Answered)]
        if not played:
            raise ValueError(f"nothing was answered after answer {answers}")
        whose = played[0].side if side is None else side
        kept = [(kind, frozen(choice)) for by, kind, choice in played if by == whose and kind not in FALLEN]
        if not kept:
            raise ValueError(f"side {whose} ordered nothing after answer {answers}")
        return cls(name, match.setup.scenario.key, answers, whose, tuple(kept))

    def unfit(self, match: Match) -> str:
        """Why it is no plan for the position of a match, "" if it is."""
        if self.scenario != match.setup.scenario.key:
            return f"it is for a game of '{self.scenario}', not of '{match.setup.scenario.key}'"
        if self.answers != len(match.journal):
            return f"it begins after {self.answers} answers, the position stands after {len(match.journal)}"
        decision = match.decision
        if decision is None:
            return "the game is over"
        kind, choice = self.choices[0]
        if decision.side != self.side or (decision.kind != kind and kind not in ORDERS):
            return ""
        if decision.kind != kind:
            return f"it begins with an answer to '{kind}', and '{decision.kind}' is asked"
        judged = decision.judged(choice)
        return "" if isinstance(judged, Answer) else f"its first answer is not allowed: {judged.reason}"

    def written(self) -> dict[str, Any]:
        """It as a file holds it."""
        return {
            "format": FORMAT, "name": self.name, "scenario": self.scenario, "answers": self.answers, "side": self.side,
            "choices": [[kind, choice] for kind, choice in self.choices],
        }  # fmt: skip


def frozen(choice: Any) -> Any:
    """A written answer with tuples for its lists."""
    return tuple(map(frozen, choice)) if isinstance(choice, list | tuple) else choice


def write_plan(plan: Plan, path: str | Path) -> None:
    """Write a plan into a file, whole or not at all. Raises OSError."""
    write_whole(path, json.dumps(plan.written()) + "\n")


def read_plan(path: str | Path) -> Plan:
    """The plan of a file. Raises CardError: one line that begins with the file."""
    where = short_name(str(path))
    try:
        return plan_of(read_json(path, MOST_BYTES))
    except Unreadable as error:
        raise CardError(where, error.line, error.cause) from None
    except ValueError as error:
        raise CardError(where, None, str(error)) from None


def plan_of(data: Any) -> Plan:
    """The plan that the data of a file describe. Raises ValueError with what is wrong."""
    fault = next(_faults(data), "")
    if fault:
        raise ValueError(fault)
    choices = tuple((kind, frozen(choice)) for kind, choice in data["choices"])
    return Plan(data["name"], data["scenario"], data["answers"], data["side"], choices)


def _faults(data: Any) -> Iterator[str]:
    """What is wrong with the data of a plan; each is looked at only if those before it are right."""
    if not isinstance(data, dict):
        yield "not a plan: an object is needed"
        return
    for key in data:
        if key not in KEYS:
            yield f"'{one_line(key, 80)}' is no key of a plan{meant(key, KEYS)}"
    for key in KEYS:
        if key not in data:
            yield f"not a plan: '{key}' is missing"
    if type(data["format"]) is not int or data["format"] != FORMAT:
        yield f"format must be {FORMAT}: another one is of a version that this one cannot read"
    if not isinstance(data["name"], str) or not 0 < len(data["name"].strip()) <= LONGEST_NAME:
        yield f"name must be a text of 1 to {LONGEST_NAME} characters"
    if not isinstance(data["scenario"], str):
        yield "scenario must be the key of a scenario"
    if type(data["answers"]) is not int or not 0 <= data["answers"] <= MOST_ANSWERS:
        yield "answers must be a whole number from 0"
    if type(data["side"]) is not int or data["side"] not in (0, 1):
        yield "side must be 0 or 1"
    yield from _faults_of_choices(data["choices"])


def _faults_of_choices(choices: Any) -> Iterator[str]:
    if not isinstance(choices, list) or not 0 < len(choices) <= MOST_CHOICES:
        yield f"choices must be a list of 1 to {MOST_CHOICES} answers"
        return
    for number, each in enumerate(choices, 1):
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[0], str):
            yield f"choice {number} must be a pair: the kind of the question, and the answer"
        elif each[0] not in QUESTIONS:
            yield f"choice {number}: there is no question '{one_line(each[0], 80)}'{meant(each[0], QUESTIONS)}"
        elif not isinstance(each[1], list) or not each[1] or not isinstance(each[1][0], str):
            yield f"choice {number}: an answer is a list that begins with a verb"
