"""Write `docs/coverage.md` from the list of rules in `jovian/rules/book.py`: `python -m tools.coverage_page`."""

from __future__ import annotations

from pathlib import Path

from tests.rules_api import DONE, EDITION, RULES, Rule

PAGE = Path(__file__).resolve().parents[1] / "docs" / "coverage.md"

BOOK = [rule for rule in RULES if rule.place.startswith(EDITION)]

HEAD = """# Coverage

All rules of the rulebook (v1.2.4), and whether the game implements them. `python -m tools.coverage_page` writes this
page from `jovian/rules/book.py`. A test checks that it is up to date and that all files it names exist.

{done} of {total} rules are done, {remaining} are not.
"""


def page() -> str:
    """Return the whole page."""
    done = sum(rule.state == DONE for rule in BOOK)
    lines = [HEAD.format(done=done, total=len(BOOK), remaining=len(BOOK) - done)]
    lines += ["| Chapter | Done | Not done |", "|---|---|---|", *_chapters(), ""]
    lines += ["| Rule | Place | State | Where | Tests |", "|---|---|---|---|---|", *map(_row, BOOK)]
    return "\n".join(lines) + "\n"


def _chapters() -> list[str]:
    counts: dict[str, list[int]] = {}
    for rule in BOOK:
        counts.setdefault(rule.chapter, [0, 0])[rule.state != DONE] += 1
    return [f"| {chapter} | {done} | {remaining} |" for chapter, (done, remaining) in counts.items()]


def _row(rule: Rule) -> str:
    home, tests = (f"`{path}`" if path else "" for path in (rule.home, rule.tests))
    return f"| {rule.name} | {rule.place} | {rule.state} | {home} | {tests} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(BOOK)} rules")
