"""What is left of a model's move: drawn about it, and in words."""

from __future__ import annotations

from jovian.game import Model
from jovian.rules.facts.words import counted
from jovian.rules.places.limits import LITTLE, Envelope
from jovian.table import Pose
from jovian.ui.board import Line, Overlay, Region, Ring
from jovian.ui.playing.keys import Keymap

MOST_TURN = 45
"""Degrees."""


def room_to_move(model: Model, envelope: Envelope) -> list[Overlay]:
    """How far it may go: a ring about a squadron, strips ahead and astern of a ship, and how far it may turn."""
    if not envelope.capital:
        ring = Ring(model.pose[:2], envelope.forward, "legal", f'{envelope.forward:.1f}"')
        return [ring] if envelope.forward > 0 else []
    found: list[Overlay] = []
    half, front = model.base.width / 2, model.base.length / 2
    if envelope.forward > 0:
        found.append(_strip(model.pose, half, front + envelope.least, front + envelope.forward, "legal"))
        if envelope.least > 0:
            found.append(_strip(model.pose, half, front, front + envelope.least, "measure"))
    if envelope.reverse > 0:
        found.append(_strip(model.pose, half, -front - envelope.reverse, -front, "legal"))
    if envelope.turns or envelope.pivot:
        reach = front + max(1.5, min(envelope.forward, 4.0))
        found += [
            Line(model.pose[:2], model.pose.turned(angle).advanced(reach)[:2], 0.0, "select")
            for angle in (-MOST_TURN, MOST_TURN)
        ]
    return found


def _strip(pose: Pose, half: float, near: float, far: float, style: str) -> Region:
    corners = ((-half, near), (half, near), (half, far), (-half, far))
    return Region(tuple(pose.to_table(x, y) for x, y in corners), style)


def words_of(envelope: Envelope) -> str:
    """What is left, in words."""
    if not envelope.capital:
        return f'{envelope.forward:.1f}" to fly'
    parts = [f'{envelope.forward:.2f}" ahead' if envelope.forward else "nothing left ahead"]
    if envelope.barred:
        parts = [f'{envelope.forward:.2f}" ahead to the planet' if envelope.forward else "the planet stops it"]
    if envelope.least > 0.001:
        parts.append(f'{envelope.least:.2f}" of them must be moved')
    if envelope.reverse:
        parts.append(f'{envelope.reverse:.2f}" back')
    parts.append(
        counted(envelope.turns, "turn") + (" (after a test)" if envelope.needs_test else "")
    )
    return " · ".join(parts + (["a free turn"] if envelope.pivot else []))


def ways_of(envelope: Envelope, keys: Keymap) -> str:
    """How it is used, by clicks and keys: nothing is said that would be refused."""
    if not envelope.capital:
        way_left = envelope.forward > LITTLE
        return "click to fly, Ctrl and click for way points" if way_left else "it has flown all its way"
    ways = [word for word, inches in (("ahead", envelope.forward), ("astern", envelope.reverse)) if inches > LITTLE]
    parts = [f"click {' or '.join(ways)} to move"] if ways else []
    if envelope.turns or envelope.pivot:
        parts.append(f"{keys.shown('left')} and {keys.shown('right')} turn")
    return ", ".join(parts) or "its move is done"
