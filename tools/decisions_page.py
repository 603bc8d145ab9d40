"""Write `docs/decisions.md` from the kinds of decisions and the answer classes: `python -m tools.decisions_page`."""

from __future__ import annotations

from pathlib import Path

from jovian.game import Answer
from jovian.game.answers import Argument, arguments
from tests.rules_api import QUESTIONS, Question

PAGE = Path(__file__).resolve().parents[1] / "docs" / "decisions.md"

HEAD = """# Decisions

This page is for programs and players that answer decisions. It lists all kinds of decisions in the order of a game,
and the answers that each kind takes. `python -m tools.decisions_page` writes it from `jovian/rules/book.py` and
`jovian/game/answers.py`. A test checks that it is up to date and that whole games follow it.

An answer is a small frozen value, such as `Move(inches=2.5)`. In JSON it is a list with the verb first:
`["move", 2.5]`. `match.answer`, `jovian.Play.answer`, and `choose` of a player take both. The journal, the saves, and
the dice use the list. `decision.read` returns the value of a list, and `answer.to_json` the list of a value.

- Lengths are rounded to 0.001".
- An argument that ends in `?` can be omitted. One that ends in `...` can be omitted, or follow once or twice.
- Points and poses are inches from the lower left corner of the table. Headings are whole degrees, clockwise from 0
  (up the table).

```python
from jovian.game.answers import Attack, Move

match answer:
    case Move(inches):
        print(f"straight ahead for {inches} inches")
    case Attack(mounts, target):
        print(f"{len(mounts)} weapons at {target}")
```

- *anchor*: nothing has changed since the step of this decision started. Undo and looking ahead resume a game here.
- *secret*: the answer stays hidden until both sides have answered. `decision.sealed` is the number of hidden answers
  immediately before a decision. A trial replaces hidden answers by the default, and a view never contains them.
- `decision.options()` doesn't have to list all legal answers of a kind.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, "| kind | what is decided |", "|---|---|", *map(_row, QUESTIONS.values()), ""]
    for question in QUESTIONS.values():
        parts += [f"## {question.kind}", "", f"{question.summary}{_marks(question)}", ""]
        parts += ["| answer | JSON | arguments | meaning |", "|---|---|---|---|"]
        parts += [*map(_answer, question.answers), ""]
    return "\n".join(parts)


def _row(question: Question) -> str:
    return f"| [`{question.kind}`](#{question.kind}) | {question.summary}{_marks(question)} |"


def _marks(question: Question) -> str:
    marks = [word for word, holds in (("anchor", question.anchor), ("secret", question.secret)) if holds]
    return f" *{', '.join(marks)}*" if marks else ""


def _answer(answer: type[Answer]) -> str:
    known = arguments(answer)
    written = ", ".join([f'"{answer.verb}"', *map(_named, known)])
    kinds = "; ".join(f"`{argument.name}` {argument.kind.words}" for argument in known)
    meaning = " ".join((answer.__doc__ or "").split())
    return f"| `{answer.__name__}` | `[{written}]` | {kinds} | {meaning} |"


def _named(argument: Argument) -> str:
    """Return an argument as the list shows it."""
    if argument.kind.max_repeats:
        return f"{argument.name}..."
    return f"{argument.name}?" if argument.optional else argument.name


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(QUESTIONS)} kinds")
