"""Marking boxes on a card: v1.2.4 Damage > Rating Damage, R67."""

from __future__ import annotations

from jovian.game import Game, Model


def mark(game: Game, target: Model, track: str, cause: str, whole: bool = False) -> None:
    """Mark the highest unmarked box of a track, or with `whole` all boxes of its value; tell what is left."""
    boxes, marked = target.boxes(track), target.marks.get(track, 0)
    if marked >= len(boxes):
        return
    count = 1
    while whole and marked + count < len(boxes) and boxes[marked + count] == boxes[marked]:
        count += 1
    target.marks[track] = marked + count
    game.tell_about(target, "damaged", track=track, amount=count, left=target.rating(track), cause=cause)


def unmark(game: Game, target: Model, track: str, cause: str) -> None:
    """Take one mark back: a repair."""
    target.marks[track] -= 1
    game.tell_about(target, "damaged", track=track, amount=-1, left=target.rating(track), cause=cause)


def system_left(target: Model, trait: str) -> int:
    """How much of a system trait is undamaged; one without a number has one box (R65)."""
    return target.card.level(trait) - target.marks.get(trait, 0)
