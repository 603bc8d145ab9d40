"""Words for attacks and close fights: shots, spent weapons, secret plans, missiles, interceptions."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import LogEntry
from jovian.game.events import (
    Attacked,
    Expended,
    FighterPlan,
    Intercepted,
    MarineOrder,
    MissileDeclared,
    NukeBurst,
    PlansRevealed,
)
from jovian.narrator.line import DETAIL, HARM, HEADLINE, NUMBER, REASONS, THING, TITLE, WARNING, WHY, Line, Span
from jovian.narrator.names import Names
from jovian.narrator.rolls import result
from jovian.rules.facts.makeup import attack_words
from jovian.rules.facts.words import counted
from jovian.rules.rulebook.rulebook import Rulebook

WINDOWS = {"dogfight": "Dogfight", "bombing": "Bombing Run", "boarding": "Firefight"}
"""What close fights are called."""
STRIKES = {"ram": "rams", "terrain": "strikes"}
"""What is done without a weapon."""
CLOSE = {"dogfight": "in the dogfight", "bombing": "in the bombing run", "ram": "", "terrain": ""}
"""What stands in place of distance, range band and arc."""
OWN_WINDOW = "activation"


TELLS = (Attacked, Expended, PlansRevealed, MissileDeclared, Intercepted, NukeBurst)


def told(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of a fight."""
    match event := entry.event:
        case Attacked():
            yield from _attacked(event, names)
        case Expended():
            many = f" x{len(event.mounts)}" if len(event.mounts) > 1 else ""
            said = Span(f"for {event.cause.title()}: used for this activation")
            yield Line((names.model(event.model), Span("spends", WARNING), Span(event.weapon + many, THING), said))
        case PlansRevealed():
            yield from _plans(event, names)
        case MissileDeclared():
            weapon, target = Span(event.weapon, THING), names.model(event.target)
            yield Line((names.model(event.model), Span("declares"), weapon, Span("against"), target))
        case Intercepted():
            yield Line((names.model(event.model), Span("intercepts", WARNING), names.model(event.target)))
        case NukeBurst():
            x, y = event.at
            yield Line((Span("A nuke of"), names.model(event.model), Span(f"bursts at ({x:.1f}, {y:.1f})", HARM)))


def _attacked(event: Attacked, names: Names) -> Iterator[Line]:
    """Who strikes whom, from where, with what result; and why."""
    spans = [names.model(event.attacker), *_verb(event), names.model(event.target)]
    where = _where(event)
    spans += [Span(where)] if where else []
    spans += [Span("→"), result(event.result)]
    if event.jammed:
        spans += [Span("jammed by", WARNING), names.model(event.jammed)]
    yield Line(tuple(spans))
    reasons = attack_words(event)
    if reasons:
        yield Line((Span(reasons, REASONS),), DETAIL, WHY)


def _verb(event: Attacked) -> tuple[Span, ...]:
    if event.window in STRIKES:
        return (Span(STRIKES[event.window]),)
    return Span("fires"), Span(event.weapon, THING), Span("at")


def _where(event: Attacked) -> str:
    """Distance, range band and arc, and when, unless in the attacker's own activation."""
    if event.window in CLOSE:
        return CLOSE[event.window]
    arc = f", {event.arc} arc" if event.arc else ""
    when = "" if event.window == OWN_WINDOW else f" ({event.window})"
    return f'{event.distance:.1f}" {event.band}{arc}{when}'


def _plans(event: PlansRevealed, names: Names) -> Iterator[Line]:
    """Both plans one below the other, in the same words."""
    yield Line((Span(f"{WINDOWS.get(event.window, event.window)} — both plans", TITLE),), HEADLINE)
    for plan in event.plans:
        if isinstance(plan, MarineOrder):
            spans = (Span(plan.order.capitalize(), THING), Span(f"with {counted(plan.dice, 'marine')}"))
            yield Line((names.side(plan.side), *spans), DETAIL)
        else:
            yield Line((names.model(plan.model), *_plan(plan)), DETAIL)


def _plan(plan: FighterPlan) -> Iterator[Span]:
    """Weapons, the split of the dice, fuel and a missile."""
    yield Span(plan.weapon_words or "no weapon", THING)
    yield Span(f"{counted(plan.attack, 'die attacks', 'dice attack')}, {plan.defense} defend", NUMBER)
    if plan.fuel:
        yield Span(f"{plan.fuel} fuel", WARNING)
    if plan.missile:
        yield Span("and a missile")
