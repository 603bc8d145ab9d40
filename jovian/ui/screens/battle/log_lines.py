"""What the log says of each event: lines of coloured pieces and rows of dice, made once and then only drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from jovian.dice import Result
from jovian.game import Event
from jovian.ui.kit.dice import DROPPED, MACRO_MINUS, MACRO_PLUS, PLAIN, SET
from jovian.ui.kit.fonts import measure
from jovian.ui.kit.theme import BLADE, DANGER, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color

Names = Mapping[str, tuple[str, int | None]]
"""Id to name and side."""


class Piece(NamedTuple):
    """A run of text in one look."""

    text: str
    color: Color = TEXT_SOFT
    role: str = "small"


class Line(NamedTuple):
    """One row of the log."""

    pieces: tuple[Piece, ...]
    dice: tuple[tuple[int, str], ...] = ()
    number: int = 0
    """Of the event."""
    kind: str = "text"
    """`head`, `dice`, `damage` or `text`: what the tabs sort by."""


def lines_of(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    """The lines of one event, not yet wrapped."""
    make = _MAKERS.get(event["type"])
    found = make(event, names, sides) if make else []
    return [line._replace(number=event["n"]) for line in found]


def _who(ident: str, names: Names) -> Piece:
    name, side = names.get(ident, (ident, None))
    return Piece(name, SIDES[side].main if side is not None else WARN, "label")


def _side(side: int, sides: Sequence[str]) -> Piece:
    return Piece(sides[side], SIDES[side].main, "label")


def _started(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_side(0, sides), Piece("against"), _side(1, sides)), kind="head")]


def _phase(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    said = f"TURN {max(1, event['turn'])} — {event['name'].upper()} PHASE"
    return [Line((Piece(said, TEXT_FAINT, "caps"),), kind="head")]


def _activated(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_who(event["model"], names), Piece("activates")))]


def _moved(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, cause = _who(event["model"], names), event["cause"]
    if who.text == "comet tail":
        return []
    if event["from"] is None:
        return [Line((who, Piece("arrives")))]
    if cause == "turn":
        angle = (event["to"][2] - event["from"][2] + 180) % 360 - 180
        return [Line((who, Piece(f"turns {angle:+d}°")))]
    if cause == "overlap":
        return [Line((who, Piece("is set beside what it would overlap")))]
    return [Line((who, Piece(f'moves {event["inches"]:g}"')))]


def _rolled(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    faces, result = event["faces"], str(event["result"])
    sets = _set_values(result)
    kept: Counter[int] = Counter(event["kept"])
    dice: list[tuple[int, str]] = []
    for face in sorted([*faces["base"], *faces["flex"]]):
        if kept[face] > 0:
            kept[face] -= 1
            dice.append((face, SET if face in sets else PLAIN))
        else:
            dice.append((face, DROPPED))
    macro = MACRO_PLUS if event["pool"]["macro"] > 0 else MACRO_MINUS
    dice += [(face, macro) for face in faces["macro"]]
    again = "again " if event["rerolled"] else ""
    head = Line((Piece(f"{again}{event['purpose']}"),), kind="dice")
    return [head, Line((Piece(result, GOOD if result != "N" else TEXT_FAINT, "strong"),), tuple(dice), kind="dice")]


def _set_values(result: str) -> tuple[int, ...]:
    try:
        return tuple(value for value, _ in Result.parse(result).sets)
    except ValueError:
        return ()


def _attacked(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    pieces = (
        _who(event["attacker"], names), Piece("fires"), Piece(event["weapon"], TEXT, "label"), Piece("at"),
        _who(event["target"], names), Piece(f'{event["distance"]:.1f}" {event["band"]}'), Piece("→"),
        Piece(str(event["result"]), BLADE if event["result"] != "N" else TEXT_FAINT, "label"),
    )  # fmt: skip
    if not event["modifiers"]:
        return [Line(pieces)]
    said = ", ".join(f"{label} {value:+d}" for label, value, _ in event["modifiers"])
    return [Line(pieces), Line((Piece(f"  {said} = {event['net']:+d}", TEXT_FAINT),))]


def _damaged(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    what = str(event.get("track") or event.get("trait") or f"weapon {event.get('weapon')}")
    mended = event["amount"] < 0
    verb = "repaired" if mended else "spent" if what == "fuel" else "hit"
    color = GOOD if mended else WARN if what == "fuel" else DANGER
    said = Piece(f"{what.capitalize()} {verb}", color, "label")
    return [Line((_who(event["model"], names), said, Piece(f"{event['left']} left")), kind="damage")]


def _state(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    verb = "is now" if event["entered"] else "is no longer"
    return [Line((_who(event["model"], names), Piece(f"{verb} {event['state'].replace('_', ' ')}", WARN)))]


def _left(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    said = Piece(f"is {event['how']}", DANGER if event["how"] == "destroyed" else WARN, "strong")
    return [Line((_who(event["model"], names), said), kind="damage")]


def _declined(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_side(event["side"], sides), Piece(f"declines: {event['what']}", TEXT_FAINT)))]


def _scored(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    said = f"{event['objective']:g} Objective Points, {event['victory']:g} Victory Points"
    return [Line((_side(event["side"], sides), Piece(said, BLADE, "label")), kind="head")]


def _ended(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    winner = event["winner"]
    if winner is None:
        return [Line((Piece("A DRAW", BLADE, "heading"),), kind="head")]
    return [Line((_side(winner, sides), Piece("WINS", BLADE, "heading")), kind="head")]


_MAKERS: dict[str, Any] = {
    "started": _started, "phase": _phase, "activated": _activated, "moved": _moved, "placed": _moved,
    "rolled": _rolled, "attacked": _attacked, "damaged": _damaged, "state": _state, "left_play": _left,
    "declined": _declined, "scored": _scored, "ended": _ended,
}  # fmt: skip


def wrapped(line: Line, width: int) -> list[Line]:
    """The line in as many rows as it needs; dice rows stay whole."""
    if line.dice:
        return [line]
    rows: list[list[Piece]] = [[]]
    x = 0
    for piece in line.pieces:
        for word in piece.text.split(" "):
            size = measure(word, piece.role)[0] + 5
            if x and x + size > width:
                rows.append([])
                x = 0
            last = rows[-1][-1] if rows[-1] else None
            if last is not None and last[1:] == piece[1:]:
                rows[-1][-1] = last._replace(text=f"{last.text} {word}")
            else:
                rows[-1].append(piece._replace(text=word))
            x += size
    return [Line(tuple(row), (), line.number, line.kind) for row in rows]
