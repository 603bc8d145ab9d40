"""Remarks: what a player says of its last answer. They stand in the journal beside the answers and change nothing."""

from __future__ import annotations

from typing import Any

from jovian.cards.error import one_line
from jovian.match.runner import REMARK, Entry

LONGEST = 160
"""Characters of a remark."""


def worded(said: object) -> str:
    """What a player says as a remark may have it: one line, cut where it is too long; "" for nothing to say."""
    return one_line(said, LONGEST) if isinstance(said, str) else ""


def fault(entry: Any) -> str:
    """What is wrong with an entry of a journal that calls itself a remark, "" if nothing is."""
    if len(entry) != 3 or type(entry[1]) is not int or entry[1] not in (0, 1):
        return "a remark is a side, 0 or 1, and a text"
    if not isinstance(entry[2], str) or not entry[2] or worded(entry[2]) != entry[2]:
        return f"a remark is one line of 1 to {LONGEST} plain characters"
    return ""


def faults(journal: list[Any]) -> str:
    """What is wrong with the first remark of a journal that is none, "" if there is no such."""
    told = ((number, entry) for number, entry in enumerate(journal, 1) if is_remark(entry))
    return next((f"answer {number}: {wrong}" for number, entry in told if (wrong := fault(entry))), "")


def is_remark(entry: Entry) -> bool:
    """Is an entry of a journal a remark, or calls itself one?"""
    return isinstance(entry, list) and bool(entry) and entry[0] == REMARK


def last_answer(journal: list[Entry]) -> int:
    """Where in a journal the last entry stands that is no remark, -1 for nowhere."""
    return next((at for at in range(len(journal) - 1, -1, -1) if not is_remark(journal[at])), -1)
