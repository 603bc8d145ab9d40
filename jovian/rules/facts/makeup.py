"""What a pool is made of, to the last die: the parts of a kind add up to its dice of that kind (R10, R6)."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.dice import SMALLEST_BASE, Odds, Pool, Result, net_to_dice, odds
from jovian.frozen import frozen
from jovian.game import Game
from jovian.game.events import Attacked
from jovian.game.parts import BASE, DIMINISH, ESCALATE, FLEX, MACRO, MODIFIER, Part, total

NET = "v1.2.4 Attack > Attack Modifier"
SMALL = "v1.2.4 Dice System > Dice Pools"


@frozen
class Bare:
    """The dice of what is no shot: a collision, terrain, marines."""

    pool: Pool
    makeup: tuple[Part, ...]
    """All that the pool is made of."""
    parts: tuple[Part, ...] = ()
    """The reasons among them."""
    shift: int = 0
    """Escalates minus diminishes."""

    def odds(self) -> Odds:
        """The exact distribution of its result."""
        return odds(self.pool, shift=self.shift)


def tell_bare(game: Game, attacker: str, weapon: str, target: str, window: str, bare: Bare, result: Result) -> None:
    """Tell of an attack without range and arc."""
    if game.log is not None:
        game.tell(Attacked(
            attacker=attacker, weapon=weapon, target=target, window=window, mounts=(), distance=0.0, band="", arc="",
            modifiers=bare.parts, net=total(bare.parts, MODIFIER), pool=bare.pool, dice=bare.makeup, shift=bare.shift,
            autohit="", jammed="", defense=None, defense_dice=(), result=result, fire_control_left=0,
        ))  # fmt: skip


def completed(parts: Sequence[Part], pool: Pool, turns: Part | None = None) -> tuple[Part, ...]:
    """The parts of a pool, its ratings among them, with the dice of the net and what a rule of the pool changes last.

    `turns` says what exchanges dice in the end, such as a Mass Driver; its value does not count.
    """
    net = total(parts, MODIFIER)
    found = [*parts, *_dice(f"Net {net:+d}", NET, Pool(*net_to_dice(net)), Pool(0))]
    raw = Pool(total(found, BASE), total(found, FLEX), total(found, MACRO))
    if raw.base < SMALLEST_BASE or turns is None:
        return (*found, *_dice(f"Fewer than {SMALLEST_BASE} base dice", SMALL, pool, raw))
    return (*found, *_dice(turns.label, turns.place, pool, raw))


def _dice(label: str, place: str, after: Pool, before: Pool) -> list[Part]:
    """The dice of each kind by which a pool has changed."""
    changes = ((BASE, after.base - before.base), (FLEX, after.flex - before.flex), (MACRO, after.macro - before.macro))
    return [Part(label, count, place, kind) for kind, count in changes if count]


def part_words(label: str, value: int, kind: str = MODIFIER) -> str:
    """One part in words: `Short Range +1`, `Swarm +2 base dice`, `Target Designator escalates`."""
    if kind == MODIFIER:
        return f"{label} {value:+d}"
    if kind in (ESCALATE, DIMINISH):
        return f"{label} {'escalates' if kind == ESCALATE else 'diminishes'}" + (f" {value} times" if value > 1 else "")
    return f"{label} {value:+d} {kind} {'die' if abs(value) == 1 else 'dice'}"


def sum_words(parts: Sequence[Part], net: int) -> str:
    """The parts of an attack: those that the net counts with their sum, then the others, each with its kind."""
    counted = [part_words(part.label, part.value) for part in parts if part.kind == MODIFIER]
    others = [part_words(part.label, part.value, part.kind) for part in parts if part.kind != MODIFIER]
    said = f"{', '.join(counted)} = net {net:+d}" if counted else f"net {net:+d}" if others else ""
    return "; ".join(([said] if said else []) + others)


def attack_words(event: Attacked) -> str:
    """Why an attack rolled what it rolled: reasons with the net, the pool, what opposed it; "" for nothing."""
    said = sum_words(event.modifiers, event.net)
    if event.autohit:
        said = f"{said}; hits without a roll" if said else "hits without a roll"
    if event.pool is not None:
        said = f"{said}: {event.pool}" if said else str(event.pool)
    return said if event.defense is None else f"{said} against {event.defense}"
