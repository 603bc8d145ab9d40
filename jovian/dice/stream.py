"""Sources of random numbers: the seed of a game, its stream of dice, and its layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count as counting
from itertools import islice
from secrets import randbits

from jovian.dice.pool import FACES, SMALLEST_BASE, Faces, Pool, removals

# --- Seeds ---
# A short seed is shown as a plain number. A random seed has 128 bits, so that no player can search it, and is shown
# as eight groups of four hexadecimal digits, which are easy to copy.

BITS, SHORT = 128, 64
"""Bits of a random seed, and the bits up to which a seed is shown as a plain number."""
GROUPED = re.compile(r"[0-9a-f]{4}(-?[0-9a-f]{4}){7}")
PLAIN = re.compile(r"[+-]?[0-9]{1,60}")
FORM = "a whole number, or 32 hexadecimal digits in groups of four"


def random_seed() -> int:
    """Return a seed that can't be guessed."""
    return randbits(BITS)


def short(seed: int) -> bool:
    """Return whether the seed is shown as a number. Such a seed can be searched."""
    return not 1 << SHORT <= seed < 1 << BITS


def format_seed(seed: int) -> str:
    """Return a seed as text, which `parse_seed` reads.

    >>> format_seed(7), format_seed(2**120)
    ('7', '0100-0000-0000-0000-0000-0000-0000-0000')
    """
    if short(seed):
        return str(seed)
    digits = f"{seed:032x}"
    return "-".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def seed_to_json(seed: int) -> int | str:
    """Return a seed for JSON: a number if it is short, else text, so that no reader rounds it."""
    return seed if short(seed) else format_seed(seed)


def parse_seed(text: str) -> int:
    """Return the seed of a text. Raises ValueError that says what a seed is."""
    text = text.strip().lower()
    if PLAIN.fullmatch(text):
        return int(text)
    if GROUPED.fullmatch(text):
        return int(text.replace("-", ""), 16)
    raise ValueError(f"a seed is {FORM}")


# --- Layout ---

TENTHS = 10
"""Lengths are drawn in tenths of an inch, so that they are the same numbers everywhere."""


class LayoutRng:
    """Random numbers for the layout before a game. Each seed and purpose has its own stream, apart from the dice."""

    def __init__(self, seed: int, purpose: str) -> None:
        self._key = blake2b(f"{purpose}/{seed}".encode(), digest_size=32).digest()
        self._drawn = 0

    def below(self, count: int) -> int:
        """Return a whole number from 0 to `count` - 1."""
        self._drawn += 1
        block = blake2b(self._drawn.to_bytes(8, "big"), key=self._key, digest_size=8).digest()
        return int.from_bytes(block, "big") % count

    def between(self, least: float, greatest: float) -> float:
        """Return a length in tenths of an inch, both ends included."""
        low, high = round(least * TENTHS), round(greatest * TENTHS)
        return (low + self.below(high - low + 1)) / TENTHS

    def weighted_index(self, weights: Sequence[int]) -> int:
        """Return a random index; its chance is proportional to its weight. Raises ValueError if all weights are 0."""
        rest = self.below(sum(weights))
        for index, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return index
        raise ValueError("all weights are 0")


# --- Dice ---
# Each answer changes the chain, and each roll reads its faces from it. The same answers give the same dice everywhere,
# and no face can be known before the answer that leads to it.

CHAIN_BYTES = 32
FAIR_BYTES = 252
"""The greatest multiple of six in a byte. Bytes from here up are skipped, so that all faces are equally likely."""


def chain_from_seed(seed: int | str) -> bytes:
    """Return the chain at the start of a game. A number and its decimal text are the same seed."""
    return blake2b(str(seed).encode(), digest_size=CHAIN_BYTES).digest()


def advance(chain: bytes, entry: bytes) -> bytes:
    """Return the chain after a journal entry, given as bytes."""
    return blake2b(entry, key=chain, digest_size=CHAIN_BYTES).digest()


def roll_faces(chain: bytes, k: int, count: int) -> tuple[int, ...]:
    """Return the faces of roll number `k` since the last answer: `count` numbers from 1 to 6.

    Block 0 hashes `k` as eight bytes, highest first. If its fair bytes don't suffice, blocks 1, 2, ... follow. They
    hash the same eight bytes and the number of the block as four bytes.
    """
    return tuple(byte % FACES + 1 for byte in islice(_fair(chain, k), count))


def _fair(chain: bytes, k: int) -> Iterator[int]:
    """Yield the bytes of roll `k` from which all faces are equally likely."""
    number = k.to_bytes(8, "big")
    for block in counting():
        text = number + block.to_bytes(4, "big") if block else number
        yield from (b for b in blake2b(text, key=chain, digest_size=CHAIN_BYTES).digest() if b < FAIR_BYTES)


# --- Typical rolls ---

THROWS = 61
"""The number of compared throws of a pool. It is odd, so that one is in the middle."""


@lru_cache(maxsize=512)
def typical(base: int, flex: int = 0, macro: int = 0) -> tuple[int, ...]:
    """Return the faces of a typical roll of that many base, flex, and macro dice, in this order.

    Of `THROWS` throws it is the middle one by the steps of the best result, then by the sum of the faces.
    """
    chain = chain_from_seed(f"typical {base} {flex} {macro}")
    throws = [roll_faces(chain, number, base + flex + macro) for number in range(THROWS)]

    def rank(throw: tuple[int, ...]) -> tuple[int, int]:
        faces = Faces(throw[:base], throw[base : base + flex])
        steps = removals(faces, Pool(base, flex))[0].result.total if base >= SMALLEST_BASE else 0
        return steps, sum(throw)

    return sorted(throws, key=rank)[THROWS // 2]
