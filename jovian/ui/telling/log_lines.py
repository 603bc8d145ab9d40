"""What the log says of each event: lines of coloured pieces and rows of dice, made once and then only drawn."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.game import Event
from jovian.rules.menu.declare import NONE
from jovian.rules.rulebook.model_state import state_words
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.kit.theme import BLADE, DANGER, TEXT, TEXT_FAINT, WARN
from jovian.ui.telling.log_fights import FIGHTS
from jovian.ui.telling.log_line import Line, Maker, Names, Piece, side_of, who_of


def lines_of(event: Event, names: Names, sides: Sequence[str], book: Rulebook) -> list[Line]:
    """The lines of one event of a game under a rulebook, not yet wrapped."""
    if event["type"] == "state":
        return [_state(event, names, book)]
    make = _MAKERS.get(event["type"])
    found = make(event, names, sides) if make else []
    return [line._replace(number=event["n"]) for line in found]


def _started(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((side_of(0, sides), Piece("against"), side_of(1, sides)), kind="head")]


def _phase(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    said = f"TURN {max(1, event['turn'])} — {event['name'].upper()} PHASE"
    return [Line((Piece(said, TEXT_FAINT, "caps"),), kind="head")]


def _initiative(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((side_of(event["side"], sides), Piece("has the initiative")), kind="head")]


def _activated(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((who_of(event["model"], names), Piece("activates")))]


def _declared(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, target = who_of(event["model"], names), event["target"]
    boost = (Piece(f"and boosts with {event['boost']} fuel", WARN),) if event["boost"] else ()
    if event["action"] == NONE:
        return [Line((who, Piece("declares no action", TEXT_FAINT), *boost))]
    named = () if not target else (
        Piece("of" if target not in names else "at"), who_of(target, names) if target in names else Piece(target, TEXT),
    )  # fmt: skip
    return [Line((who, Piece("declares"), Piece(event["action"].title(), TEXT, "label"), *named, *boost))]


def _resolved(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((who_of(event["model"], names), Piece("resolves"), Piece(event["action"].title(), TEXT, "label")))]


def _expended(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    what = Piece(event["weapon"] + (f" x{len(event['mounts'])}" if len(event["mounts"]) > 1 else ""), TEXT, "label")
    said = Piece(f"for {event['cause'].title()}: used for this activation")
    return [Line((who_of(event["model"], names), Piece("spends", WARN), what, said))]


def _avoided(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((who_of(event["model"], names), Piece(f"avoids the {event['kind'].replace('-', ' ')}")))]


def _moved(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, cause = who_of(event["model"], names), event["cause"]
    if who.text == "comet tail":
        return []
    if event["from"] is None:
        return [Line((who, Piece("is launched" if cause == "launch" else "arrives")))]
    if cause == "turn":
        angle = (event["to"][2] - event["from"][2] + 180) % 360 - 180
        return [Line((who, Piece(f"turns {angle:+d}°")))]
    if cause == "overlap":
        return [Line((who, Piece("is set beside what it would overlap")))]
    said = _MOVES.get(cause, "moves")
    return [Line((who, Piece(f'{said} {round(event["inches"], 2):g}"' if event["inches"] else said)))]


_MOVES = {
    "free": "flies freely", "escort": "takes its place beside its ship", "assault": "takes its place on the hull",
}  # fmt: skip
"""What a move with such a cause is called."""


def _state(event: Event, names: Names, book: Rulebook) -> Line:
    said = Piece(state_words(event, book.states), WARN)
    return Line((who_of(event["model"], names), said), number=event["n"])


def _hangers(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((who_of(event["ship"], names), Piece(f"has {event['aboard']} aboard")))]


def _supplied(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, by = who_of(event["model"], names), who_of(event["by"], names)
    return [Line((who, Piece("is supplied by"), by, Piece(f"({event['what']})")))]


def _left(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    if event["how"] == "embarked":
        return [Line((who_of(event["model"], names), Piece("goes aboard"), who_of(event["host"], names)))]
    said = Piece(f"is {event['how']}", DANGER if event["how"] == "destroyed" else WARN, "strong")
    return [Line((who_of(event["model"], names), said), kind="damage")]


def _declined(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((side_of(event["side"], sides), Piece(f"declines: {event['what']}", TEXT_FAINT)))]


def _noted(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((Piece(event["clause"], TEXT, "label"), Piece(event["said"], WARN)))] if event["said"] else []


def _scored(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    said = f"{event['objective']:g} Objective Points, {event['victory']:g} Victory Points"
    return [Line((side_of(event["side"], sides), Piece(said, BLADE, "label")), kind="head")]


def _ended(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    winner = event["winner"]
    if winner is None:
        return [Line((Piece("A DRAW", BLADE, "heading"),), kind="head")]
    return [Line((side_of(winner, sides), Piece("WINS", BLADE, "heading")), kind="head")]


_MAKERS: dict[str, Maker] = {
    "started": _started, "phase": _phase, "initiative": _initiative, "activated": _activated, "moved": _moved,
    "placed": _moved, "left_play": _left, "declined": _declined, "scored": _scored, "ended": _ended,
    "hangers": _hangers, "declared": _declared, "resolved": _resolved, "expended": _expended, "avoided": _avoided,
    "supplied": _supplied, "noted": _noted, **FIGHTS,
}  # fmt: skip
