"""The narrator: turns events into lines of words, which the window styles and the terminal prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from jovian.dice import Result
from jovian.game import BOTH, DESTROYED, EMBARKED, NEUTRAL, LogEntry, State
from jovian.game import Event as GameEvent
from jovian.game.events import (
    BASE,
    FLEX,
    MACRO,
    OWN_MOVES,
    TURN,
    Activated,
    Attacked,
    Damaged,
    Declared,
    Declined,
    Ended,
    Event,
    Expended,
    FighterPlan,
    HangerCount,
    HardpointsShown,
    InitiativeWon,
    Intercepted,
    LeftPlay,
    MarineOrder,
    MarinesBoarded,
    MissileDeclared,
    Moved,
    Noted,
    NukeBurst,
    ObjectiveScored,
    ObjectSearched,
    Opposed,
    PhaseBegan,
    Placed,
    PlansRevealed,
    Remarked,
    Resolved,
    Revealed,
    Rolled,
    Scored,
    ShipCaptured,
    Started,
    StateChanged,
    StationRated,
    Supplied,
    SuppressionAnswered,
    TerrainAvoided,
    TokensCarried,
)
from jovian.rules.basics.rolls import attack_words, describe_result, key_to_words, pluralize, result_words, several
from jovian.rules.damage.boarding import MARINES
from jovian.rules.menu.declarations import NONE
from jovian.rules.rulebook.effect import state_words
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.scenario.objectives import amount_words
from jovian.rules.squadrons import HOLDS
from jovian.rules.terrain import CAUSE
from jovian.table import Pose

# --- line ---
# What the narrator says: lines of spans, each span of a kind that a reader may style.

WORDS = "words"
"""Ordinary words between the others."""
QUIET = "quiet"
"""Words of little weight."""
WARNING = "warning"
"""What is to be heeded: fuel burned, weapons spent, states."""
HARM = "harm"
"""A loss."""
REPAIR = "repair"
"""A loss made good."""
MODEL = "model"
"""The name of a model or a piece of terrain."""
SIDE = "side"
"""What a side is called."""
THING = "thing"
"""What the rules name: a weapon, an action, an order, a clause."""
NUMBER = "number"
"""Dice of a split, points."""
RESULT = "result"
"""The code of a result that stands."""
ROLLED = "rolled"
"""The code of a result as it was rolled."""
OPPOSED = "opposed"
"""The code of a result on either side of an opposed roll."""
REASONS = "reasons"
"""Why a roll was what it was."""
TITLE = "title"
"""The name of a phase or of a close fight."""
VICTORY = "victory"
"""Who has won, or that nobody has."""
PLACE = "place"
"""Coordinates, which a board shows anyhow."""
CARD = "card"
"""What stands on a card that has come to light."""
SPAN_KINDS = (
    WORDS, QUIET, WARNING, HARM, REPAIR, MODEL, SIDE, THING, NUMBER, RESULT, ROLLED, OPPOSED, REASONS, TITLE, VICTORY,
    PLACE, CARD,
)  # fmt: skip

HEADLINE, PLAIN, DETAIL = "headline", "plain", "detail"
"""Levels: the course of the game, what happens, and what explains the line before."""

STORY, DICE, DAMAGE, WHY, REMARK = "story", "dice", "damage", "why", "remark"
"""What a line is about: the course of the game and all that is done, a roll, losses, the reasons of an attack, what a
player says of its answer."""


class Span(NamedTuple):
    """A run of words of one kind."""

    text: str
    kind: str = WORDS
    side: int | None = None
    """Whose: of a model or a side, None for what belongs to nobody."""
    model: str = ""
    """The id of the model or piece of terrain that it names."""
    spelled: str = ""
    """The same in words, where the text is a code."""


class Die(NamedTuple):
    """A die that fell."""

    face: int
    """1 to 6."""
    kind: str
    """`base`, `flex` or `macro`."""
    sign: int = 1
    """-1 for macro dice that lower sets."""
    kept: bool = True
    """Does it stay? Otherwise it was taken out for a flex die."""
    counts: bool = False
    """Is it part of a set of the result?"""


class Line(NamedTuple):
    """One line of what happened."""

    spans: tuple[Span, ...]
    level: str = PLAIN
    about: str = STORY
    dice: tuple[Die, ...] = ()
    """The dice of a roll, in the order rolled; they stand before the words."""
    number: int = 0
    """The number of the event."""

    @property
    def text(self) -> str:
        """The words of the line, without dice and styles."""
        return " ".join(span.text for span in self.spans)

    @property
    def models(self) -> tuple[str, ...]:
        """The ids of the models and pieces of terrain that it names, in order."""
        return tuple(dict.fromkeys(span.model for span in self.spans if span.model))

    def spelled(self) -> Line:
        """The line without codes, for where nothing explains them."""
        return self._replace(spans=tuple(span._replace(text=span.spelled or span.text) for span in self.spans))

    def without(self, *kinds: str) -> Line:
        """The line without spans of some kinds."""
        return self._replace(spans=tuple(span for span in self.spans if span.kind not in kinds))


# --- names ---
# What models, terrain and sides are called, as far as whoever reads may know.

UNSEEN = "an unseen model"
"""What a model is called that the reader does not know, such as one that burns fuel aboard an enemy ship."""


class Name(NamedTuple):
    """What something is called, and whose it is."""

    text: str
    side: int | None = None
    """None for terrain and for what is nobody's."""
    terrain: str = ""
    """The kind of a piece of terrain."""


class Names:
    """Names by id: of a state, or learned from events."""

    def __init__(self, sides: Sequence[str] = ("Side 0", "Side 1"), known: Mapping[str, Name] | None = None) -> None:
        self.sides = tuple(sides)
        self._known = dict(known or {})
        self.asked: set[str] = set()
        """The ids that were asked about, since it was emptied."""

    @classmethod
    def of(cls, state: State, sides: Sequence[str]) -> Names:
        """The names of all that a state holds."""
        names = cls(sides)
        names.learn_state(state)
        return names

    def called(self, ident: str) -> Name | None:
        """What a model or a piece of terrain is called, None if that is not known."""
        self.asked.add(ident)
        return self._known.get(ident)

    def hold(self, told: Iterable[tuple[str, Name | None]]) -> bool:
        """Is each of these called so, None where that is not known?"""
        known = self._known
        for ident, name in told:  # noqa: SIM110 - quicker than all()
            if known.get(ident) != name:
                return False
        return True

    def __contains__(self, ident: str) -> bool:
        return self.called(ident) is not None

    def model(self, ident: str) -> Span:
        """The span that names a model or a piece of terrain."""
        name = self.called(ident)
        return Span(UNSEEN, MODEL) if name is None else Span(name.text, MODEL, name.side, ident)

    def side(self, side: int) -> Span:
        """The span that names a side."""
        return Span(self.sides[side], SIDE, side)

    def terrain(self, ident: str) -> str:
        """The kind of a piece of terrain, empty for all else."""
        name = self.called(ident)
        return name.terrain if name is not None else ""

    # --- learning ---
    def learn_state(self, state: State) -> None:
        """The names of all that a state holds, in place of what they were called before."""
        self._known |= {model.id: _whose(model.name, model.side) for model in state.models.values()}
        self._known |= {piece.id: _piece(piece.kind) for piece in state.terrain.values()}

    def learn(self, event: Event) -> None:
        """The names that an event tells."""
        match event:
            case Started():
                self._start(event)
            case Revealed():
                self._known[event.model] = Name(event.name, event.side)
            case Placed(kind=str(kind)):
                self._known[event.model] = _piece(kind)
            case LeftPlay(how=how, host=str(host)) if how == EMBARKED and event.model not in self._known:
                name = self._known.get(host, Name(UNSEEN))
                self._known[event.model] = Name(f"a model aboard {name.text}", name.side)

    def _start(self, event: Started) -> None:
        self.sides = tuple(side.name or f"Side {number}" for number, side in enumerate(event.sides))
        for each in event.models:
            self._known[each.id] = _piece(each.card) if each.name is None else Name(each.name, each.side)


def _whose(text: str, side: int) -> Name:
    return Name(text, None if side == NEUTRAL else side)


def terrain_name(kind: str) -> str:
    """What a piece of terrain of a kind is called: `the asteroid field`."""
    return f"the {key_to_words(kind)}"


def _piece(kind: str) -> Name:
    return Name(terrain_name(kind), None, kind)


# --- summary ---
# An activation in one sentence: its moves in all, actions and shots, and what was lost.


def activation_summary(entries: Sequence[LogEntry], model: str, names: Names) -> str:
    """What happened in the activation of a model, whose name is left out; "" if nothing did."""
    events = [entry.event for entry in entries]
    told = [*_course(events, model), *(said for event in events for said in _told(event, model, names))]
    return ", ".join(dict.fromkeys([*told, *_losses(events, names)]))


def _course(events: Sequence[Event], model: str) -> Iterator[str]:
    """The model's own moves in all."""
    own = [each for each in events if isinstance(each, Moved) and each.model == model and each.cause in OWN_MOVES]
    inches = sum(each.inches for each in own)
    if inches:
        yield f'moved {inches:.1f}"'
    yield from (f"turned {each.degrees:+d}°" for each in own if each.cause == TURN and each.degrees)


def _told(event: Event, model: str, names: Names) -> Iterator[str]:
    """An action, a shot with its result, or what became of a model."""
    match event:
        case Declared() if event.action != NONE:
            yield f"declared {event.action.title()}"
        case Attacked() if event.window != "terrain":
            shooter = "fired" if event.attacker == model else f"{names.model(event.attacker).text} fired"
            hit = describe_result(event.result) if event.result else "missed"
            yield f"{shooter} {event.weapon} at {names.model(event.target).text}: {hit}"
        case LeftPlay():
            how = "went aboard" if event.how == EMBARKED else f"is {event.how}"
            yield f"{names.model(event.model).text} {how}"
        case ShipCaptured():
            yield f"{names.model(event.model).text} is captured"


def _losses(events: Sequence[Event], names: Names) -> Iterator[str]:
    """What each model lost in all, fuel left out."""
    lost: Counter[tuple[str, str]] = Counter()
    for event in events:
        if isinstance(event, Damaged) and not (event.repaired or event.spent or event.launched):
            lost[event.model, event.what] += event.amount
    for (ident, what), amount in lost.items():
        yield f"{names.model(ident).text} lost {amount} {what.capitalize()}"


# --- rolls ---
# Words for dice: a roll with what fell and what it came to, and what an opposing roll leaves.

ROLL_EVENTS = (Rolled, Opposed)


def roll_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of dice."""
    match event := entry.event:
        case Rolled():
            again = "rolls again for" if event.rerolled else "rolls for"
            yield Line((names.side(event.side), Span(f"{again} {event.purpose}")), DETAIL, DICE)
            came_to = Span(event.result, ROLLED, spelled=result_words(event.result))
            yield Line((came_to,), DETAIL, DICE, tuple(_dice(event)))
        case Opposed() if event.secondary:
            spans = (
                result(event.primary, OPPOSED), Span("opposed by"), result(event.secondary, OPPOSED), Span("leaves"),
                result(event.left, RESULT),
            )  # fmt: skip
            yield Line(spans, DETAIL)


def result(found: Result, kind: str = RESULT) -> Span:
    """The span of a result: its code, and the same in words."""
    return Span(str(found), kind, spelled=describe_result(found))


def _dice(event: Rolled) -> Iterator[Die]:
    """What fell, with what became of each die."""
    kept, sets = Counter(event.kept), _values_of_sets(event.result)
    for kind, faces in ((BASE, event.faces.base), (FLEX, event.faces.flex)):
        for face in faces:
            stays = kept[face] > 0
            kept[face] -= stays
            yield Die(face, kind, kept=stays, counts=stays and face in sets)
    for face in event.faces.macro:
        yield Die(face, MACRO, sign=1 if event.pool.macro > 0 else -1)


def _values_of_sets(code: str) -> tuple[int, ...]:
    """The values of the sets of a result; () for a number that was rolled."""
    try:
        return tuple(value for value, _ in Result.parse(code).sets)
    except ValueError:
        return ()


# --- moves ---
# Words for what stands where: placed, moved, come to light, gone, aboard.

LIES = "terrain"
"""Why a piece is there that is measured as the game begins."""
CALLED = {
    "drift": "drifts", "free": "flies freely", "escort": "takes its place beside its ship",
    "assault": "takes its place on the hull",
}  # fmt: skip
"""What a move with such a cause is called."""


MOVE_EVENTS = (Placed, Moved, Revealed, HardpointsShown, HangerCount, TerrainAvoided, LeftPlay)


def move_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of what stands where."""
    match event := entry.event:
        case Placed() if event.side is None or not _is_tail(event.kind or "", book):
            yield _placed(event, names)
        case Moved() if not _is_tail(names.terrain(event.model), book):
            yield Line((names.model(event.model), *_way(event, names), _at(event.to)))
        case Revealed() if event.side is not None:
            known = Span(f"is revealed: {event.unit}, {event.tv} TV", CARD)
            yield Line((Span(event.name, MODEL, event.side, event.model), known))
        case HardpointsShown():
            held = ", ".join(counted_names(event.weapons)) or "nothing"
            yield Line((names.model(event.model), Span(f"reveals its hardpoints: {held}, {event.tv} TV", CARD)))
        case HangerCount():
            yield Line((names.model(event.ship), Span(f"has {event.aboard} aboard")))
        case TerrainAvoided():
            yield Line((names.model(event.model), Span(f"avoids {terrain_name(event.kind)}")))
        case LeftPlay():
            yield from _left(event, names, entry.seen_by == BOTH)


def counted_names(names: tuple[str, ...]) -> Iterator[str]:
    """Each name once, with how often it stands there."""
    for name in dict.fromkeys(names):
        yield f"{names.count(name)} {name}" if names.count(name) > 1 else name


def _is_tail(kind: str, book: Rulebook) -> bool:
    """Is it a tail, which moves with what it belongs to?"""
    return kind != "" and any(each.tail == kind for each in book.terrain.values())


def _placed(event: Placed, names: Names) -> Line:
    """It is launched or arrives; a wreck is left, and terrain laid out by a side."""
    if event.side is not None and event.kind is not None:
        laid = Span(f"lays out {terrain_name(event.kind)}")
        return Line((names.side(event.side), laid, _at(event.to)))
    if event.kind is not None and event.cause == LIES:
        return Line((Span(f"{terrain_name(event.kind)} lies along the edge"), _at(event.to)))
    if event.kind is not None:
        return Line((Span(f"a {key_to_words(event.kind)} is left"), _at(event.to)))
    verb = {"launch": "is launched", CAUSE: "lies"}.get(event.cause, "arrives")
    return Line((names.model(event.model), Span(verb), _at(event.to)))


def _way(event: Moved, names: Names) -> Iterator[Span]:
    """How it moves, and how far."""
    far = f'{round(event.inches, 2):g}"'
    if event.cause == TURN:
        off = f", pushed {far} away from the planet" if event.inches else ""
        yield Span(f"turns {event.degrees:+d}°{off}")
    elif event.cause == "overlap":
        yield Span("is moved to avoid an overlap")
    elif event.cause in CALLED:
        yield Span(f"{CALLED[event.cause]} {far}" if event.inches else CALLED[event.cause])
    else:
        yield Span(f"moves {far}" if event.inches else "moves")
        if event.cause not in (*OWN_MOVES, names.terrain(event.model)):
            yield Span(f"({event.cause})", QUIET)


def _at(pose: Pose) -> Span:
    return Span(f"at ({pose.x:.1f}, {pose.y:.1f}) heading {pose.heading}", PLACE)


def _left(event: LeftPlay, names: Names, public: bool) -> Iterator[Line]:
    """It is gone; who went aboard a ship in secret is no line of its own where nobody knows it."""
    if event.how != EMBARKED:
        said = Span(f"is {event.how}", HARM if event.how == DESTROYED else WARNING)
        yield Line((names.model(event.model), said), about=DAMAGE)
    elif public or event.model in names:
        yield Line((names.model(event.model), Span("goes aboard"), names.model(event.host or "")))


# --- fights ---
# Words for attacks and close fights: shots, spent weapons, secret plans, missiles, interceptions.

WINDOWS = {"dogfight": "Dogfight", "bombing": "Bombing Run", "boarding": "Firefight"}
"""What close fights are called."""
STRIKES = {"ram": "rams", "terrain": "strikes"}
"""What is done without a weapon."""
CLOSE = {"dogfight": "in the dogfight", "bombing": "in the bombing run", "ram": "", "terrain": ""}
"""What stands in place of distance, range band and arc."""
OWN_WINDOW = "activation"


FIGHT_EVENTS = (Attacked, Expended, PlansRevealed, MissileDeclared, Intercepted, NukeBurst)


def fight_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of a fight."""
    match event := entry.event:
        case Attacked():
            yield from _attacked(event, names)
        case Expended():
            many = f" x{len(event.mounts)}" if len(event.mounts) > 1 else ""
            said = Span(f"on {event.cause.title()} (used this activation)")
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
            spans = (Span(plan.order.capitalize(), THING), Span(f"with {pluralize(plan.dice, 'marine')}"))
            yield Line((names.side(plan.side), *spans), DETAIL)
        else:
            yield Line((names.model(plan.model), *_plan(plan)), DETAIL)


def _plan(plan: FighterPlan) -> Iterator[Span]:
    """Weapons, the split of the dice, fuel and a missile."""
    yield Span(plan.weapon_words or "no weapon", THING)
    yield Span(f"{pluralize(plan.attack, 'die attacks', 'dice attack')}, {plan.defense} defend", NUMBER)
    if plan.fuel:
        yield Span(f"{plan.fuel} fuel", WARNING)
    if plan.missile:
        yield Span("and a missile")


# --- harm ---
# Words for what becomes of models: damage and repairs, states, marines aboard, capture, supplies.

HARM_EVENTS = (Damaged, StateChanged, MarinesBoarded, ShipCaptured, Supplied, TokensCarried, ObjectSearched)


def harm_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of harm, states or marines."""
    match event := entry.event:
        case Damaged():
            yield _damaged(event, names.model(event.model))
        case StateChanged():
            yield Line((names.model(event.model), Span(state_words(event, book.states), WARNING)))
        case MarinesBoarded():
            yield _boarded(event, names)
        case ShipCaptured():
            left = Span(f"with {pluralize(event.marines, 'marine')} left")
            yield Line((names.model(event.model), Span("is captured by", HARM), names.side(event.side), left))
        case Supplied():
            supplied, by = names.model(event.model), names.model(event.by)
            yield Line((supplied, Span("is supplied by"), by, Span(f"({event.what})")))
        case ObjectSearched():
            said = "have searched it" if event.done else f"{pluralize(event.held, 'search token')} of {event.needed}"
            marines = (Span("marines of"), names.side(event.side), Span("search"), names.model(event.model))
            yield Line((*marines, Span(f"(+{event.tokens}): {said}", WARNING)))
        case TokensCarried():
            verb = "takes on" if event.amount > 0 else "gives up"
            count = pluralize(abs(event.amount), event.token, several(event.token))
            said = f"{verb} {count} ({event.cause}), {event.left} aboard"
            yield Line((names.model(event.model), Span(said)))


def _damaged(event: Damaged, model: Span) -> Line:
    """What is lost, repaired or used up, and what is left of it."""
    if event.launched:
        said = Span(f"launches from its {event.called}: {event.left} left in stock")
        return Line((model, said))
    if event.weapon is not None:
        what, left = event.called or event.weapon, ""
    else:
        what, left = f"{abs(event.amount)} {event.what.capitalize()},", f"{event.left} left"
    verb, kind = ("repairs", REPAIR) if event.repaired else ("burns", WARNING) if event.spent else ("loses", HARM)
    return Line((model, Span(f"{verb} {what}", kind), *((Span(left),) if left else ())), DETAIL, DAMAGE)


def _boarded(event: MarinesBoarded, names: Names) -> Line:
    """How many marines got aboard a ship."""
    ship, by = names.model(event.model), names.model(event.by)
    if not event.marines:
        return Line((Span("No marines from"), by, Span("reaches"), ship))
    said = f"by {pluralize(event.marines, 'marine')}, {event.boarders} aboard in all"
    return Line((ship, Span("is boarded", WARNING), Span("from"), by, Span(said)))


# --- activations ---
# Words for activations: who is active, what is declared and carried out, whether shells are heeded.

ACTIVATION_EVENTS = (Activated, Declared, Resolved, SuppressionAnswered)


def activation_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of an activation."""
    match event := entry.event:
        case Activated():
            yield Line((names.model(event.model), Span("activates"), *_when(event)))
        case Declared():
            yield _declared(event, names)
        case Resolved():
            yield Line((names.model(event.model), Span("resolves"), Span(event.action.title(), THING)))
        case SuppressionAnswered():
            said = "obeys the suppression" if event.heeds else "ignores the suppression"
            yield Line((names.model(event.model), Span(said, WARNING)))


def _when(event: Activated | Declared) -> tuple[Span, ...]:
    """Return a note that the other side hears of it late, () if it does not."""
    return (Span("(before it was revealed)", QUIET),) if event.on_reveal else ()


def _declared(event: Declared, names: Names) -> Line:
    """The action with what it names, and the fuel of a boost."""
    model = names.model(event.model)
    boost = (Span(f"and boosts with {event.boost} fuel", WARNING),) if event.boost else ()
    when = _when(event)
    if event.action == NONE:
        return Line((model, Span("declares no action", QUIET), *boost, *when))
    known = event.target in names
    target = (Span("at"), names.model(event.target)) if known else (Span("of"), Span(event.target, THING))
    named = target if event.target else ()
    return Line((model, Span("declares"), Span(event.action.title(), THING), *named, *boost, *when))


# --- course ---
# Words for the course of a game: its start, phases, what was declined or noted, the points, the end.

COURSE_EVENTS = (Started, StationRated, InitiativeWon, PhaseBegan, Noted, Declined, Remarked, Scored, Ended)


def course_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of the course of the game."""
    match event := entry.event:
        case Started():
            yield _started(event)
        case StationRated():
            yield _rated(event, names)
        case InitiativeWon():
            said = "is the attacker and has the initiative" if event.attacker else "has the initiative"
            yield Line((names.side(event.side), Span(said)), HEADLINE)
        case PhaseBegan():
            yield Line((Span(f"Turn {max(1, entry.turn)} — {event.name.capitalize()} Phase", TITLE),), HEADLINE)
        case Noted() if event.said:
            who = (names.side(event.side),) if event.side is not None else ()
            yield Line((Span(f"{event.clause}:", THING), *who, Span(event.said, WARNING)))
        case Declined():
            yield Line((names.side(event.side), Span(f"declines {event.what}", QUIET)))
        case Remarked():
            speaker = Span(f"{names.side(event.side).text}:", SIDE, event.side)
            yield Line((speaker, Span(event.text, QUIET)), DETAIL, REMARK)
        case Scored():
            said = f"{event.objective:g} Objective Points, {event.victory:g} Victory Points"
            yield Line((names.side(event.side), Span(said, NUMBER)), HEADLINE)
            yield from (_came_to(each) for each in event.objectives or () if each.points)
        case Ended():
            yield _ended(event, names)


def _came_to(objective: ObjectiveScored) -> Line:
    """What the points of an objective came from."""
    points = Span(pluralize(objective.points, "point"), NUMBER)
    if objective.amount is None or objective.other is None:
        return Line((points, Span(f"for {objective.objective}")))
    against = f"({amount_words(objective.amount)} against {amount_words(objective.other)})"
    return Line((points, Span(f"for {objective.objective}"), Span(against, QUIET)))


def _started(event: Started) -> Line:
    """Who is against whom; the seed, if the reader may know it."""
    names = Names()
    names.learn(event)
    sides = [(names.side(number), Span(f"({side.faction}, {side.tv} TV)" if side.faction else f"({side.tv} TV)"))
             for number, side in enumerate(event.sides)]  # fmt: skip
    seed = (Span(f"seed {event.seed}", QUIET),) if event.seed is not None else ()
    return Line((*sides[0], Span("against"), *sides[1], *seed), HEADLINE)


def _rated(event: StationRated, names: Names) -> Line:
    """What dice and scenario made of a station."""
    ratings = {"Structure": event.structure, MARINES: event.marines, "Defense": event.defense, HOLDS: event.hangers}
    said = [f"{what} {rating}" for what, rating in ratings.items() if rating]
    said.append(f'Signature {event.signature}"')
    if event.weapons:
        said.append(f"{len(event.weapons)} {event.weapons[0]}s")
    return Line((names.model(event.model), Span(", ".join(said), NUMBER)))


def _ended(event: Ended, names: Names) -> Line:
    """Who has won."""
    when = Span(f"The game ends in turn {event.turns}:")
    if event.winner is None:
        return Line((when, Span("a draw", VICTORY)), HEADLINE)
    return Line((when, names.side(event.winner), Span("wins", VICTORY)), HEADLINE)


# --- narrator ---
# Which lines an event becomes, and the story of a whole game.

Teller = Callable[[LogEntry, Names, Rulebook], Iterator[Line]]
_TELLERS: dict[type[GameEvent], Teller] = {
    kind: teller
    for teller, kinds in (
        (course_lines, COURSE_EVENTS),
        (activation_lines, ACTIVATION_EVENTS),
        (move_lines, MOVE_EVENTS),
        (roll_lines, ROLL_EVENTS),
        (fight_lines, FIGHT_EVENTS),
        (harm_lines, HARM_EVENTS),
    )
    for kind in kinds
}
"""By the class of an event, what puts it into words. Of what is not here other events tell as much."""


def narrate(entry: LogEntry, names: Names, book: Rulebook) -> list[Line]:
    """The lines of one event of a game under a rulebook; [] where other events tell as much."""
    told = _TELLERS.get(type(entry.event))
    return [line._replace(number=entry.n) for line in told(entry, names, book)] if told is not None else []


class Narrator:
    """Tells the events of a game as they come, and learns names from them."""

    def __init__(self, book: Rulebook, names: Names | None = None) -> None:
        self.names = names or Names()
        self._book = book

    def tell(self, entries: Iterable[LogEntry]) -> Iterator[Line]:
        """The lines of some more events, in order."""
        for entry in entries:
            lines = narrate(entry, self.names, self._book)
            self.names.learn(entry.event)
            yield from lines


__all__ = ["DETAIL", "HEADLINE", "UNSEEN", "Die", "Line", "Names", "Narrator", "Span", "narrate"]
