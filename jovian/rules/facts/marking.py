"""The boxes of a card: marked, repaired, counted, and told (v1.2.4 Damage; R65, R67, R77)."""

from __future__ import annotations

from jovian.cards import Mount
from jovian.game import Game, Model, StockBox
from jovian.game.events import Damaged


# --- ratings ---
def mark(game: Game, target: Model, track: str, cause: str, whole: bool = False) -> None:
    """Mark the highest unmarked box of a track, or with `whole` all boxes of its value; tell what is left."""
    boxes, marked = target.boxes(track), target.marks.get(track, 0)
    if marked >= len(boxes):
        return
    count = 1
    while whole and marked + count < len(boxes) and boxes[marked + count] == boxes[marked]:
        count += 1
    mark_boxes(game, target, track, count, cause)


def mark_boxes(game: Game, target: Model, track: str, count: int, cause: str) -> None:
    """Mark so many boxes of a track."""
    target.marks[track] = target.marks.get(track, 0) + count
    game.tell_about(target, Damaged(model=target.id, track=track, amount=count, left=target.rating(track), cause=cause))


def unmark(game: Game, target: Model, track: str, cause: str) -> None:
    """Take one mark back: a repair."""
    target.marks[track] -= 1
    game.tell_about(target, Damaged(model=target.id, track=track, amount=-1, left=target.rating(track), cause=cause))


def mark_down(target: Model, track: str, rating: int) -> None:
    """Mark a track as far as its rating is so much; what brought it there tells it in its own words."""
    target.marks[track] = sum(1 for box in target.boxes(track) if box > rating)


def restore(target: Model, track: str) -> None:
    """Take back all marks of a track; what restored it tells it in its own words."""
    target.marks.pop(track, None)


# --- system traits ---
def system_left(target: Model, trait: str) -> int:
    """How much of a system trait is undamaged; one without a number has one box (R65)."""
    return target.card.level(trait) - target.marks.get(trait, 0)


def mark_system(game: Game, target: Model, trait: str, count: int, cause: str) -> None:
    """Mark so many boxes of a system trait, or take marks back with a count below 0."""
    target.marks[trait] = target.marks.get(trait, 0) + count
    left = system_left(target, trait)
    game.tell_about(target, Damaged(model=target.id, trait=trait, amount=count, left=left, cause=cause))


# --- weapons ---
def weapons_left(target: Model) -> list[Mount]:
    """What of its weapons can be struck, as both sides know it: of a secret ship every hardpoint, filled or not."""
    return [each for each in target.open_card.mounts if each.id not in target.damaged and not each.weapon.vacant]


def break_weapon(game: Game, target: Model, mount: str, cause: str) -> None:
    """Damage a weapon; one that is damaged stays so."""
    if mount not in target.damaged:
        target.damaged = tuple(sorted((*target.damaged, mount)))
        _tell_weapon(game, target, mount, 1, 0, cause)


def mend_weapon(game: Game, target: Model, mount: str, cause: str) -> None:
    """Repair a weapon that is damaged."""
    target.damaged = tuple(each for each in target.damaged if each != mount)
    _tell_weapon(game, target, mount, -1, 1, cause)


def _tell_weapon(game: Game, target: Model, mount: str, amount: int, left: int, cause: str) -> None:
    """Tell it of a weapon, which is called as both sides know it."""
    called = target.open_card.mount_called(mount)
    told = Damaged(model=target.id, weapon=mount, called=called, amount=amount, left=left, cause=cause)
    game.tell_about(target, told)


# --- the stock of a Drone Bay ---
def stock_left(ship: Model, mount: str) -> dict[int, int]:
    """How many drone squadrons of each class a bay still holds."""
    found = ship.mount(mount)
    stock = found.weapon.stock if found else ()
    return {cls: stock.count(cls) - ship.stock_used.count(StockBox(mount, cls)) for cls in sorted(set(stock))}


def mark_stock(game: Game, ship: Model, mount: str, drone_class: int) -> None:
    """Take a drone squadron of that class out of a bay."""
    ship.stock_used = (*ship.stock_used, StockBox(mount, drone_class))
    left = stock_left(ship, mount)[drone_class]
    _tell_weapon(game, ship, mount, 1, left, "launch")


def stock_taken(ship: Model) -> bool:
    """Has any of its bays launched drones that were not replaced?"""
    return bool(ship.stock_used)


def restock(ship: Model) -> None:
    """Fill all its bays again."""
    ship.stock_used = ()
