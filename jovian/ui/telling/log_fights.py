"""What the log says of fights: rolls, attacks, damage, secret plans, boarding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from jovian.dice import Result
from jovian.game import Event
from jovian.rules.facts.makeup import attack_words
from jovian.rules.facts.telling import counted
from jovian.ui.kit.dice import DROPPED, MACRO_MINUS, MACRO_PLUS, PLAIN, SET
from jovian.ui.kit.theme import BLADE, DANGER, GOOD, TEXT, TEXT_FAINT, WARN
from jovian.ui.telling.log_line import Line, Maker, Names, Piece, result_of, side_of, who_of
from jovian.ui.telling.reveal import weapon_words

_CLOSE = {"dogfight": "in the dogfight", "bombing": "in the bombing run", "ram": "", "terrain": ""}
"""What stands in place of distance and range band."""
_STRIKES = {"ram": "rams", "terrain": "strikes"}
"""What is done without a weapon."""


def _opposed(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    if event["secondary"] == "N":
        return []
    primary, secondary = result_of(event["primary"], TEXT), result_of(event["secondary"], TEXT)
    return [Line((primary, Piece("opposed by"), secondary, Piece("leaves"), result_of(event["left"], BLADE)))]


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
    who = (side_of(event["side"], sides),) if event["purpose"] == "initiative" else ()
    head = Line((*who, Piece(f"{again}{event['purpose']}")), kind="dice")
    return [head, Line((result_of(result, GOOD, "strong"),), tuple(dice), kind="dice")]


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
        who_of(event["attacker"], names), *verb, who_of(event["target"], names), *((Piece(where),) if where else ()),
        Piece("→"), result_of(str(event["result"]), BLADE),
    )  # fmt: skip
    if event.get("jammed"):
        pieces = (*pieces, Piece("jammed by", WARN), who_of(event["jammed"], names))
    said = attack_words(event)
    return [Line(pieces), Line((Piece(f"  {said}", TEXT_FAINT),), kind="reason")] if said else [Line(pieces)]


def _damaged(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    what = str(event.get("track") or event.get("trait") or f"weapon {event.get('weapon')}")
    if event.get("cause") == "launch":
        said = Piece(f"launches from its Drone Bay: {event['left']} of that class left in stock")
        return [Line((who_of(event["model"], names), said))]
    mended = event["amount"] < 0
    verb = "repaired" if mended else "spent" if what == "fuel" else "hit"
    color = GOOD if mended else WARN if what == "fuel" else DANGER
    said = Piece(f"{what.capitalize()} {verb}", color, "label")
    return [Line((who_of(event["model"], names), said, Piece(f"{event['left']} left")), kind="damage")]


def _plans(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    """Both plans one below the other, in the same words."""
    title = {"dogfight": "DOGFIGHT", "bombing": "BOMBING RUN"}.get(event["window"], "FIREFIGHT")
    lines = [Line((Piece(f"{title} — BOTH PLANS", TEXT_FAINT, "caps"),), kind="head")]
    for plan in event["plans"]:
        who = side_of(plan["side"], sides) if "side" in plan else who_of(plan["model"], names)
        lines.append(Line((who, *_plan(plan)), kind="dice"))
    return lines


def _plan(plan: Mapping[str, Any]) -> tuple[Piece, ...]:
    if "order" in plan:
        return Piece(str(plan["order"]).capitalize(), TEXT, "label"), Piece(f"with {counted(plan['dice'], 'marine')}")
    weapon = Piece(weapon_words(plan) or "no weapon", TEXT, "label")
    split = Piece(f"{plan['attack']} attack, {plan['defense']} defend", BLADE, "label")
    spent = (Piece(f"{plan['fuel']} fuel", WARN),) if plan["fuel"] else ()
    return weapon, split, *spent, *((Piece("and a missile"),) if plan["missile"] else ())


def _missile(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, target = who_of(event["model"], names), who_of(event["target"], names)
    return [Line((who, Piece("declares"), Piece(event["weapon"], TEXT, "label"), Piece("against"), target))]


def _intercepts(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    return [Line((who_of(event["model"], names), Piece("intercepts", WARN), who_of(event["target"], names)))]


def _suppression(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    said = "keeps its head down" if event["heeds"] else "presses on under fire"
    return [Line((who_of(event["model"], names), Piece(said, WARN)))]


def _boarded(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    who, ship = who_of(event["by"], names), who_of(event["model"], names)
    if not event["marines"]:
        return [Line((Piece("No marine of"), who, Piece("reaches"), ship))]
    said = f"by {counted(event['marines'], 'marine')}, {event['boarders']} aboard in all"
    return [Line((ship, Piece("is boarded", WARN, "strong"), Piece("from"), who, Piece(said)))]


def _captured(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    pieces = (who_of(event["model"], names), Piece("is captured by", DANGER, "strong"), side_of(event["side"], sides))
    return [Line((*pieces, Piece(f"with {counted(event['marines'], 'marine')} left")))]


def _burst(event: Event, names: Names, sides: Sequence[str]) -> list[Line]:
    x, y = event["at"]
    where = Piece(f"bursts at {x:.1f}, {y:.1f}", DANGER, "strong")
    return [Line((Piece("A nuke of"), who_of(event["model"], names), where))]


FIGHTS: dict[str, Maker] = {
    "rolled": _rolled, "opposed": _opposed, "attacked": _attacked, "damaged": _damaged, "plans": _plans,
    "missile": _missile, "intercepts": _intercepts, "suppression": _suppression, "boarded": _boarded,
    "captured": _captured, "burst": _burst,
}  # fmt: skip
"""What makes the lines of an event of each type."""
