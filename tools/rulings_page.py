"""Write the numbered rulings of `docs/rulings.md` from `assets/rules/rulings.yaml`: `python -m tools.rulings_page`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from textwrap import fill

from jovian.cards.page_texts import Ruling, load_rulings

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rulings.md"
START, END = "# Numbered rulings\n", "\n# Rulings by chapter"
WIDTH = 120


def page() -> str:
    """Return the page with the numbered rulings of the file. The rest of the page stays."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    after = rest.partition(END)[2]
    groups = [list(group) for _, group in groupby(load_rulings().values(), key=lambda ruling: ruling.heading)]
    return before + START + "".join(map(_group, groups)) + END + after


def _group(rulings: list[Ruling]) -> str:
    first, last = rulings[0], rulings[-1]
    return f"\n## {first.number}–{last.number} {first.heading}\n\n" + "".join(map(_ruling, rulings))


def _ruling(ruling: Ruling) -> str:
    first, *steps = ruling.text.split("\n")
    lines = [_wrapped(f"- **{ruling.number}** {first}", "  ")]
    lines += [_wrapped(f"  {step}", " " * 5) for step in steps]
    return "\n".join(lines) + "\n"


def _wrapped(text: str, indent: str) -> str:
    return fill(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(load_rulings())} numbered rulings")
