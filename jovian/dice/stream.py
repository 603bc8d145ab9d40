"""Dice from a key: the chain that every answer moves on, and the faces each roll of it reads.

The same answers give the same dice everywhere, and no face can be known before the answer that leads to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import count as counting
from itertools import islice

from jovian.dice.result import FACES

CHAIN_BYTES = 32
FAIR_BYTES = 252
"""The largest multiple of six in a byte; bytes from here up are skipped, so that no face is likelier."""


def chain_from_seed(seed: int | str) -> bytes:
    """Return the chain a game starts with; a number and its decimal text are the same seed."""
    return blake2b(str(seed).encode(), digest_size=CHAIN_BYTES).digest()


def advance(chain: bytes, entry: bytes) -> bytes:
    """Return the chain after a journal entry, given as bytes."""
    return blake2b(entry, key=chain, digest_size=CHAIN_BYTES).digest()


def faces(chain: bytes, k: int, count: int) -> tuple[int, ...]:
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
