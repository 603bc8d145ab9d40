"""Where rolls come from: the seed of a game, its stream of dice, lots, and dice without luck."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count as counting
from itertools import islice
from secrets import randbits

from jovian.dice.pool import FACES, SMALLEST_BASE, Faces, Pool, removals

# --- seed ---
# Seeds: whole numbers that a game starts from, and how they are told and typed.
#
# A short one, given by hand, is told as it was typed. One that is drawn has 128 random bits, so that nobody who
# plays can search it, and is told as eight groups of four hexadecimal digits, to be copied.

BITS, SHORT = 128, 64
"""Random bits of a drawn seed; below so many bits a seed is told as a plain number."""
GROUPED = re.compile(r"[0-9a-f]{4}(-?[0-9a-f]{4}){7}")
PLAIN = re.compile(r"[+-]?[0-9]{1,60}")
FORM = "a whole number, or 32 hexadecimal digits in groups of four"


def random_seed() -> int:
    """A seed that nobody can guess."""
    return randbits(BITS)


def short(seed: int) -> bool:
    """Is it one that is told as a number? Such a seed can be searched."""
    return not 1 << SHORT <= seed < 1 << BITS


def format_seed(seed: int) -> str:
    """A seed as text, from which `read_seed` makes it again."""
    if short(seed):
        return str(seed)
    digits = f"{seed:032x}"
    return "-".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def seed_to_json(seed: int) -> int | str:
    """A seed for JSON: a number if it is a short one, else its text, which no reader rounds."""
    return seed if short(seed) else format_seed(seed)


def parse_seed(text: str) -> int:
    """The seed that a text tells. Raises ValueError with what it should be."""
    text = text.strip().lower()
    if PLAIN.fullmatch(text):
        return int(text)
    if GROUPED.fullmatch(text):
        return int(text.replace("-", ""), 16)
    raise ValueError(f"a seed is {FORM}")


# --- lots ---
# Lots: numbers drawn one after the other from a seed, for what is laid out before a game. They are no dice of it.

TENTHS = 10
"""Lengths are drawn in so many parts of an inch, so that they are the same numbers everywhere."""


class LayoutRng:
    """A stream of its own for each seed and purpose, which no roll of the game reads."""

    def __init__(self, seed: int, purpose: str) -> None:
        self._key = blake2b(f"{purpose}/{seed}".encode(), digest_size=32).digest()
        self._drawn = 0

    def below(self, count: int) -> int:
        """A whole number from 0 up to, and without, the count."""
        self._drawn += 1
        block = blake2b(self._drawn.to_bytes(8, "big"), key=self._key, digest_size=8).digest()
        return int.from_bytes(block, "big") % count

    def between(self, least: float, greatest: float) -> float:
        """A length in tenths of an inch, both ends included."""
        low, high = round(least * TENTHS), round(greatest * TENTHS)
        return (low + self.below(high - low + 1)) / TENTHS

    def weighed(self, weights: Sequence[int]) -> int:
        """The index of one of them, each as likely as it weighs. Raises ValueError if none weighs anything."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise ValueError("nothing weighs anything")


# --- stream ---
# Dice from a key: the chain that every answer moves on, and the faces each roll of it reads.
#
# The same answers give the same dice everywhere, and no face can be known before the answer that leads to it.

CHAIN_BYTES = 32
FAIR_BYTES = 252
"""The largest multiple of six in a byte; bytes from here up are skipped, so that no face is likelier."""


def chain_from_seed(seed: int | str) -> bytes:
    """Return the chain a game starts with; a number and its decimal text are the same seed."""
    return blake2b(str(seed).encode(), digest_size=CHAIN_BYTES).digest()


def advance(chain: bytes, entry: bytes) -> bytes:
    """Return the chain after a journal entry, given as bytes."""
    return blake2b(entry, key=chain, digest_size=CHAIN_BYTES).digest()


def roll_faces(chain: bytes, k: int, count: int) -> tuple[int, ...]:
    """Return the faces of roll number `k` since the last answer, `count` of them from 1 to 6.

    Block 0 hashes `k` as eight bytes, highest first. If its fair bytes do not suffice, block 1, 2, ...
    follow, which hash the same eight bytes and the block's number as four more.
    """
    return tuple(byte % FACES + 1 for byte in islice(_fair(chain, k), count))


def _fair(chain: bytes, k: int) -> Iterator[int]:
    """Yield the bytes of roll `k` that no face has more of than another."""
    number = k.to_bytes(8, "big")
    for block in counting():
        text = number + block.to_bytes(4, "big") if block else number
        yield from (b for b in blake2b(text, key=chain, digest_size=CHAIN_BYTES).digest() if b < FAIR_BYTES)


# --- typical ---
# What dice show that are neither lucky nor unlucky: the throw in the middle of many, by what it makes of its pool.

THROWS = 61
"""How many throws of a pool are looked at; an odd number has one in its middle."""


@lru_cache(maxsize=512)
def typical(base: int, flex: int = 0, macro: int = 0) -> tuple[int, ...]:
    """The faces of so many base, flex and macro dice, in this order.

    Of as many throws the one in the middle: by the steps of the best result of its base and flex dice, then by its sum.
    """
    chain = chain_from_seed(f"typical {base} {flex} {macro}")
    throws = [roll_faces(chain, number, base + flex + macro) for number in range(THROWS)]

    def rank(thrown: tuple[int, ...]) -> tuple[int, int]:
        shown = Faces(thrown[:base], thrown[base : base + flex])
        steps = removals(shown, Pool(base, flex))[0].result.total if base >= SMALLEST_BASE else 0
        return steps, sum(thrown)

    return sorted(throws, key=rank)[THROWS // 2]
