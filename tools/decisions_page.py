"""Write `docs/decisions.md` from the list of questions and the classes of answers: `python -m tools.decisions_page`."""

from __future__ import annotations

from pathlib import Path

from jovian.game import Answer
from jovian.game.answers import Argument, arguments
from tests.face import QUESTIONS, Question

PAGE = Path(__file__).resolve().parents[1] / "docs" / "decisions.md"

HEAD = """# Decisions

Every kind of question that a game asks, in the order in which a game comes to them, and the answers that each takes.
Written by `python -m tools.decisions_page` from `jovian/rules/book.py` and `jovian/game/answers/`; a test
checks that this page is up to date, and that whole games ask and are answered as it says.

An answer is a small frozen value: `Move(inches=2.5)`. Written it is a JSON list, the verb first: `["move", 2.5]`. A
game takes either (`match.answer`, `jovian.Play.answer`, `choose` of a player), and its journal, its saves and the
dice know the list. `decision.read` makes the value of a list, `written` the list of a value; lengths are rounded to
0.001". An argument that ends in `?` may be left out; one that ends in `...` may be left out, or follow once or twice.
Points and places are inches from the table's lower left corner, headings whole degrees, 0 up the table and clockwise.

    from jovian.game.answers import Attack, Move

    match answer:
        case Move(inches):
            print(f"straight ahead for {inches} inches")
        case Attack(mounts, target):
            print(f"{len(mounts)} weapons at {target}")

At an *anchor* nothing has changed since its step began: undo and looks ahead take a game up there. *Secret* answers
are given one side after the other; `decision.sealed` says how many of the answers just before a question are still
hidden. A trial puts the other side's default in their place, and no view ever holds them. What is listed
(`decision.options()`) need not hold every answer that a kind takes.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD, "| kind | asked |", "|---|---|", *map(_row, QUESTIONS.values()), ""]
    for question in QUESTIONS.values():
        parts += [f"## {question.kind}", "", f"{question.asked}{_marks(question)}", ""]
        parts += ["| answer | written | arguments | what it means |", "|---|---|---|---|"]
        parts += [*map(_answer, question.answers), ""]
    return "\n".join(parts)


def _row(question: Question) -> str:
    return f"| [`{question.kind}`](#{question.kind}) | {question.asked}{_marks(question)} |"


def _marks(question: Question) -> str:
    marks = [word for word, holds in (("anchor", question.anchor), ("secret", question.secret)) if holds]
    return f" *{', '.join(marks)}*" if marks else ""


def _answer(answer: type[Answer]) -> str:
    known = arguments(answer)
    written = ", ".join([f'"{answer.verb}"', *map(_named, known)])
    kinds = "; ".join(f"`{each.name}` {each.kind.words}" for each in known)
    meaning = " ".join((answer.__doc__ or "").split())
    return f"| `{answer.__name__}` | `[{written}]` | {kinds} | {meaning} |"


def _named(argument: Argument) -> str:
    """An argument as it stands in the list."""
    if argument.kind.max_repeats:
        return f"{argument.name}..."
    return f"{argument.name}?" if argument.optional else argument.name


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(QUESTIONS)} kinds")
