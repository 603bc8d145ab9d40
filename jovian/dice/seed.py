"""Seeds: whole numbers that a game starts from, and how they are told and typed.

A short one, given by hand, is told as it was typed. One that is drawn has 128 random bits, so that nobody who plays can
search it, and is told as eight groups of four hexadecimal digits, to be copied.
"""

from __future__ import annotations

import re
from secrets import randbits

BITS, SHORT = 128, 64
"""Random bits of a drawn seed; below so many bits a seed is told as a plain number."""
GROUPED = re.compile(r"[0-9a-f]{4}(-?[0-9a-f]{4}){7}")
PLAIN = re.compile(r"[+-]?[0-9]{1,60}")
FORM = "a whole number, or 32 hexadecimal digits in groups of four"


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return randbits(BITS)


def short(seed: int) -> bool:
    """Is it one that is told as a number? Such a seed can be searched."""
    return not 1 << SHORT <= seed < 1 << BITS


def told_seed(seed: int) -> str:
    """A seed as text, from which `read_seed` makes it again."""
    if short(seed):
        return str(seed)
    digits = f"{seed:032x}"
    return "-".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def plain_seed(seed: int) -> int | str:
    """A seed for JSON: a number if it is a short one, else its text, which no reader rounds."""
    return seed if short(seed) else told_seed(seed)


def read_seed(text: str) -> int:
    """The seed that a text tells. Raises ValueError with what it should be."""
    text = text.strip().lower()
    if PLAIN.fullmatch(text):
        return int(text)
    if GROUPED.fullmatch(text):
        return int(text.replace("-", ""), 16)
    raise ValueError(f"a seed is {FORM}")
