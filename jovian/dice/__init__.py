"""Pools, results, exact odds and faces from a key: the book's Dice System and Types of Rolls."""

from jovian.dice.keep import Faces, Keep, composed, quality, removals
from jovian.dice.lots import Lots
from jovian.dice.odds import Odds, autohit, odds, opposed
from jovian.dice.oppose import left_over, reach, reductions
from jovian.dice.pool import SMALLEST_BASE, Pool, net_to_dice
from jovian.dice.result import FACES, MAGNITUDES, NO_RESULT, Result, worth
from jovian.dice.seed import fresh_seed, plain_seed, read_seed, short, told_seed
from jovian.dice.stream import advance, chain_from_seed, faces

__all__ = [
    "FACES",
    "MAGNITUDES",
    "NO_RESULT",
    "SMALLEST_BASE",
    "Faces",
    "Keep",
    "Lots",
    "Odds",
    "Pool",
    "Result",
    "advance",
    "autohit",
    "chain_from_seed",
    "composed",
    "faces",
    "fresh_seed",
    "left_over",
    "net_to_dice",
    "odds",
    "opposed",
    "plain_seed",
    "quality",
    "reach",
    "read_seed",
    "reductions",
    "removals",
    "short",
    "told_seed",
    "worth",
]
