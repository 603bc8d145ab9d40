"""What the log says of each event: lines of coloured pieces and rows of dice, made once and then only drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from jovian.dice import Result
from jovian.game import Event
from jovian.rules.actions.catalog import NONE
from jovian.rules.makeup import attack_words
from jovian.rules.telling import counted, result_words, state_words
from jovian.ui.kit.dice import DROPPED, MACRO_MINUS, MACRO_PLUS, PLAIN, SET
from jovian.ui.kit.fonts import measure
from jovian.ui.kit.theme import BLADE, DANGER, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color
from jovian.ui.telling.reveal import weapon_words

Names = Mapping[str, tuple[str, int | None]]
"""Id to name and side."""


UNSEEN = "an unseen model"
"""What a model is called that the reader does not know, such as one that burns fuel aboard an enemy ship."""


class Piece(NamedTuple):
    """A run of text in one look."""

    text: str
    color: Color = TEXT_SOFT
    role: str = "small"
    words: str = ""
    """What the text says, where it is a code."""


class Line(NamedTuple):
    """One row of the log."""

    pieces: tuple[Piece, ...]
    dice: tuple[tuple[int, str], ...] = ()
    number: int = 0
    """Of the event."""
    kind: str = "text"
    """`head`, `dice`, `damage`, `reason` (of the line before) or `text`: what the tabs sort by."""

    def in_words(self) -> Line:
        """The line without codes, for where no tooltip explains them."""
        return self._replace(pieces=tuple(piece._replace(text=piece.words or piece.text) for piece in self.pieces))


def lines_of(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    """The lines of one event, not yet wrapped."""
    make = _MAKERS.get(event["type"])
    found = make(event, names, sides) if make else []
    return [line._replace(number=event["n"]) for line in found]


def _who(ident: str, names: Names) -> Piece:
    name, side = names.get(ident, (UNSEEN, None))
    return Piece(name, SIDES[side].main if side is not None else WARN, "label")


def _result(code: str, hit: Color, role: str = "label") -> Piece:
    """A result as its code, which the log explains under the pointer."""
    return Piece(code, TEXT_FAINT if code == "N" else hit, role, result_words(code))


def _side(side: int, sides: Sequence[str]) -> Piece:
    return Piece(sides[side], SIDES[side].main, "label")


def _started(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_side(0, sides), Piece("against"), _side(1, sides)), kind="head")]


def _phase(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    said = f"TURN {max(1, event['turn'])} — {event['name'].upper()} PHASE"
    return [Line((Piece(said, TEXT_FAINT, "caps"),), kind="head")]


def _initiative(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_side(event["side"], sides), Piece("has the initiative")), kind="head")]


def _activated(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_who(event["model"], names), Piece("activates")))]


def _declared(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, target = _who(event["model"], names), event["target"]
    boost = (Piece(f"and boosts with {event['boost']} fuel", WARN),) if event["boost"] else ()
    if event["action"] == NONE:
        return [Line((who, Piece("declares no action", TEXT_FAINT), *boost))]
    named = () if not target else (
        Piece("of" if target not in names else "at"), _who(target, names) if target in names else Piece(target, TEXT),
    )  # fmt: skip
    return [Line((who, Piece("declares"), Piece(event["action"].title(), TEXT, "label"), *named, *boost))]


def _resolved(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_who(event["model"], names), Piece("resolves"), Piece(event["action"].title(), TEXT, "label")))]


def _expended(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    what = Piece(event["weapon"] + (f" x{len(event['mounts'])}" if len(event["mounts"]) > 1 else ""), TEXT, "label")
    said = Piece(f"for {event['cause'].title()}: used for this activation")
    return [Line((_who(event["model"], names), Piece("spends", WARN), what, said))]


def _avoided(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_who(event["model"], names), Piece(f"avoids the {event['kind'].replace('-', ' ')}")))]


def _intercepts(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_who(event["model"], names), Piece("intercepts", WARN), _who(event["target"], names)))]


def _suppression(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    said = "keeps its head down" if event["heeds"] else "presses on under fire"
    return [Line((_who(event["model"], names), Piece(said, WARN)))]


def _opposed(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    if event["secondary"] == "N":
        return []
    primary, secondary = _result(event["primary"], TEXT), _result(event["secondary"], TEXT)
    return [Line((primary, Piece("opposed by"), secondary, Piece("leaves"), _result(event["left"], BLADE)))]


def _moved(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, cause = _who(event["model"], names), event["cause"]
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
    who = (_side(event["side"], sides),) if event["purpose"] == "initiative" else ()
    head = Line((*who, Piece(f"{again}{event['purpose']}")), kind="dice")
    return [head, Line((_result(result, GOOD, "strong"),), tuple(dice), kind="dice")]


def _set_values(result: str) -> tuple[int, ...]:
    try:
        return tuple(value for value, _ in Result.parse(result).sets)
    except ValueError:
        return ()


def _attacked(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    where = _CLOSE.get(event["window"], f'{event["distance"]:.1f}" {event["band"]}')
    verb = (Piece(_STRIKES[event["window"]]),) if event["window"] in _STRIKES else (
        Piece("fires"), Piece(event["weapon"], TEXT, "label"), Piece("at"),
    )  # fmt: skip
    pieces = (
        _who(event["attacker"], names), *verb, _who(event["target"], names), *((Piece(where),) if where else ()),
        Piece("→"), _result(str(event["result"]), BLADE),
    )  # fmt: skip
    if event.get("jammed"):
        pieces = (*pieces, Piece("jammed by", WARN), _who(event["jammed"], names))
    said = attack_words(event)
    return [Line(pieces), Line((Piece(f"  {said}", TEXT_FAINT),), kind="reason")] if said else [Line(pieces)]


def _damaged(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    what = str(event.get("track") or event.get("trait") or f"weapon {event.get('weapon')}")
    if event.get("cause") == "launch":
        said = Piece(f"launches from its Drone Bay: {event['left']} of that class left in stock")
        return [Line((_who(event["model"], names), said))]
    mended = event["amount"] < 0
    verb = "repaired" if mended else "spent" if what == "fuel" else "hit"
    color = GOOD if mended else WARN if what == "fuel" else DANGER
    said = Piece(f"{what.capitalize()} {verb}", color, "label")
    return [Line((_who(event["model"], names), said, Piece(f"{event['left']} left")), kind="damage")]


def _state(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_who(event["model"], names), Piece(state_words(event), WARN)))]


_CLOSE = {"dogfight": "in the dogfight", "bombing": "in the bombing run", "ram": "", "terrain": ""}
"""What stands in place of distance and range band."""
_STRIKES = {"ram": "rams", "terrain": "strikes"}
"""What is done without a weapon."""


def _plans(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    """Both plans one below the other, in the same words."""
    title = {"dogfight": "DOGFIGHT", "bombing": "BOMBING RUN"}.get(event["window"], "FIREFIGHT")
    lines = [Line((Piece(f"{title} — BOTH PLANS", TEXT_FAINT, "caps"),), kind="head")]
    for plan in event["plans"]:
        who = _side(plan["side"], sides) if "side" in plan else _who(plan["model"], names)
        lines.append(Line((who, *_plan(plan)), kind="dice"))
    return lines


def _plan(plan: Mapping[str, Any]) -> tuple[Piece, ...]:
    if "order" in plan:
        return Piece(str(plan["order"]).capitalize(), TEXT, "label"), Piece(f"with {counted(plan['dice'], 'marine')}")
    weapon = Piece(weapon_words(plan) or "no weapon", TEXT, "label")
    split = Piece(f"{plan['attack']} attack, {plan['defense']} defend", BLADE, "label")
    spent = (Piece(f"{plan['fuel']} fuel", WARN),) if plan["fuel"] else ()
    return weapon, split, *spent, *((Piece("and a missile"),) if plan["missile"] else ())


def _hangers(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((_who(event["ship"], names), Piece(f"has {event['aboard']} aboard")))]


def _missile(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, target = _who(event["model"], names), _who(event["target"], names)
    return [Line((who, Piece("declares"), Piece(event["weapon"], TEXT, "label"), Piece("against"), target))]


def _boarded(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, ship = _who(event["by"], names), _who(event["model"], names)
    if not event["marines"]:
        return [Line((Piece("No marine of"), who, Piece("reaches"), ship))]
    said = f"by {counted(event['marines'], 'marine')}, {event['boarders']} aboard in all"
    return [Line((ship, Piece("is boarded", WARN, "strong"), Piece("from"), who, Piece(said)))]


def _captured(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    pieces = (_who(event["model"], names), Piece("is captured by", DANGER, "strong"), _side(event["side"], sides))
    return [Line((*pieces, Piece(f"with {counted(event['marines'], 'marine')} left")))]


def _supplied(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, by = _who(event["model"], names), _who(event["by"], names)
    return [Line((who, Piece("is supplied by"), by, Piece(f"({event['what']})")))]


def _burst(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    x, y = event["at"]
    where = Piece(f"bursts at {x:.1f}, {y:.1f}", DANGER, "strong")
    return [Line((Piece("A nuke of"), _who(event["model"], names), where))]


def _left(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    if event["how"] == "embarked":
        return [Line((_who(event["model"], names), Piece("goes aboard"), _who(event["host"], names)))]
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
    "started": _started, "phase": _phase, "initiative": _initiative, "activated": _activated,
    "moved": _moved, "placed": _moved,
    "rolled": _rolled, "attacked": _attacked, "damaged": _damaged, "state": _state, "left_play": _left,
    "declined": _declined, "scored": _scored, "ended": _ended, "plans": _plans, "hangers": _hangers,
    "missile": _missile, "declared": _declared, "resolved": _resolved, "expended": _expended, "avoided": _avoided,
    "intercepts": _intercepts, "suppression": _suppression, "opposed": _opposed,
    "boarded": _boarded, "captured": _captured, "supplied": _supplied, "burst": _burst,
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
