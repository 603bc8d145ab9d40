"""Tests that window tests use only the pilot, which alone knows how the screen is made."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
KNOWING = ("pilot.py", "table_seen.py", "pages.py", "walks.py", "places.py", "fitting.py", Path(__file__).name)
"""Files that know the screen. A redesign changes only these."""
REACHING = re.compile(r"\bbattle\.controller\b|\bcontroller\.[a-z]|\.middle\b|isinstance\([^)]*Controller\b")
LOOKING = re.compile(r"\bbattle\.session\.(match\.journal|view|viewer)\b|\bbattle\.course\.(covered|take)\b")
PAGE = re.compile(r"isinstance\(\w+\.(app\.)?screen, [A-Z]")
TABLE = re.compile(r"(?<!ui\.)\bboard\.(camera|names|pills|token_at|land_at)\b")
DRAWN = re.compile(r"isinstance\([^)]*\b(Around|Brackets|Fan|Ghost|Line|Note|Path|Region|Ring)\b")
PRIVATE = re.compile(r"\b(?!self\b|cls\b)([a-z]\w*)\._([a-z]\w*)")
ALLOWED = {
    "_replace": "of a named tuple: its own interface",
    "_face_of": "the machine's typefaces are taken away", "_system_face": "likewise",
    "_runner": "a rule is made to fail in the middle of an answer",
    "_changed": "a state is changed behind the session",
    "_loop": "the real window's loop", "_window": "a second display is attached",
    "_names": "nothing secret is kept in the log, shown or not", "_entries": "likewise",
    "_hints": "where the card explains itself, without a pointer on every line", "_rows": "likewise",
    "_take": "what the log tells anew is counted",
    "_go": "a replay stands somewhere without being drawn on its way",
}  # fmt: skip


def matching_lines(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Return the lines of tests that match a pattern."""
    files = [path for path in sorted(HERE.rglob("*.py")) if path.name not in KNOWING]
    return [(path.name, match[0]) for path in files for match in pattern.finditer(path.read_text(encoding="utf-8"))]


def test_nobody_but_the_pilot_reaches_into_controllers() -> None:
    assert [each for each in matching_lines(REACHING) if each[0] != "test_controllers.py"] == []


def test_answers_and_what_may_be_seen_are_asked_of_the_pilot() -> None:
    assert matching_lines(LOOKING) == []


def test_the_pilot_says_which_page_is_shown() -> None:
    assert [each for each in matching_lines(PAGE) if each[0] != "test_crash.py"] == [], (
        "that one shows a page of its own"
    )


def test_where_things_lie_on_the_table_is_asked_of_the_pilot() -> None:
    at_home = {path.name for path in (HERE / "board").glob("*.py")}
    assert [each for each in matching_lines(TABLE) if each[0] not in at_home] == [], "those are of the board itself"


def test_what_is_drawn_is_asked_of_the_pilot() -> None:
    assert matching_lines(DRAWN) == []


def test_private_parts_are_only_touched_for_a_reason() -> None:
    touched = {f"_{text.partition('._')[2]}" for _, text in matching_lines(PRIVATE)}
    assert touched <= set(ALLOWED) and set(ALLOWED) <= touched
