"""The narrator: turns events into lines of text for the log of the window and for the terminal.

`narrate` returns the lines of one event. `group_events` puts the events of one attack, one flight, or one declaration
together, and `tell_group` tells such a group in plain words, with dice and codes as details. `Narrator` goes through
the events of a game and learns the names from them. A `LogLine` consists of spans; the kind of a span says how to style
it. `activation_summary` sums up an activation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from jovian.dice import Faces, Result, looks
from jovian.frozen import frozen
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
from jovian.rules.basics.rolls import (
    attack_words,
    describe_result,
    key_to_words,
    pluralize,
    result_words,
    with_article,
)
from jovian.rules.damage.boarding import MARINES
from jovian.rules.menu.declarations import NONE
from jovian.rules.rulebook.effect import state_words
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.scenario.objectives import amount_words
from jovian.rules.scenario.tokens import Token
from jovian.rules.sequence.deployment import DEPLOYMENT
from jovian.rules.squadrons import HOLDS
from jovian.rules.terrain import LAYOUT_CAUSE
from jovian.table import Pose

# --- Lines ---

WORDS = "words"
"""Ordinary words between the others."""
QUIET = "quiet"
"""Less important words."""
WARNING = "warning"
"""Fuel burned, weapons expended, states, and other warnings."""
HARM = "harm"
"""A loss."""
REPAIR = "repair"
"""A repair."""
MODEL = "model"
"""The name of a model or a piece of terrain."""
SIDE = "side"
"""The name of a side."""
THING = "thing"
"""A term of the rules: a weapon, an action, an order, a global rule."""
NUMBER = "number"
"""Dice of a split, points."""
RESULT = "result"
"""The code of a final result."""
ROLLED = "rolled"
"""The code of a result as it was rolled."""
OPPOSED = "opposed"
"""The code of one of the two results of an opposed roll."""
REASONS = "reasons"
"""The reasons for a roll."""
TITLE = "title"
"""The name of a phase or of a close fight."""
VICTORY = "victory"
"""The winner, or a draw."""
PLACE = "place"
"""Coordinates. A board shows them anyway."""
CARD = "card"
"""The content of a revealed card."""
SPAN_KINDS = (
    WORDS, QUIET, WARNING, HARM, REPAIR, MODEL, SIDE, THING, NUMBER, RESULT, ROLLED, OPPOSED, REASONS, TITLE, VICTORY,
    PLACE, CARD,
)  # fmt: skip

HEADLINE, PLAIN, DETAIL = "headline", "plain", "detail"
"""Levels: the course of the game, what happens, and details of the line before."""

STORY, DICE, DAMAGE, WHY, REMARK = "story", "dice", "damage", "why", "remark"
"""Topics: the course of the game and all actions, a roll, losses, the reasons for an attack, a remark of a player."""


@frozen
class Span:
    """A piece of a line in one style."""

    text: str
    kind: str = WORDS
    side: int | None = None
    """The side of a model, or the side itself. None for neutral models and terrain."""
    model: str = ""
    """The id of the model or piece of terrain that the text names."""
    spelled: str = ""
    """The same in words if the text is a code."""


@frozen
class Die:
    """A rolled die."""

    face: int
    """1 to 6."""
    kind: str
    """`base`, `flex` or `macro`."""
    sign: int = 1
    """-1 for macro dice that lower sets."""
    kept: bool = True
    """Whether the die stays. If not, it was removed for a flex die."""
    counts: bool = False
    """Whether the die is part of a set of the result."""

    @property
    def look(self) -> str:
        """How it is drawn."""
        if self.kind == MACRO:
            return looks.MACRO_PLUS if self.sign > 0 else looks.MACRO_MINUS
        return looks.DROPPED if not self.kept else looks.SET if self.counts else looks.PLAIN


@frozen
class LogLine:
    """One line about an event."""

    spans: tuple[Span, ...]
    level: str = PLAIN
    about: str = STORY
    dice: tuple[Die, ...] = ()
    """The dice of a roll in the order rolled, shown before the words."""
    number: int = 0
    """The number of the event."""

    @property
    def text(self) -> str:
        """The words of the line, without dice and styles."""
        return " ".join(span.text for span in self.spans)

    @property
    def models(self) -> tuple[str, ...]:
        """The ids of the models and pieces of terrain that the line names, in order."""
        return tuple(dict.fromkeys(span.model for span in self.spans if span.model))

    def spelled(self) -> LogLine:
        """Return the line without codes, for readers without tooltips. A code in parentheses repeats words: omit it."""
        spans = (span for span in self.spans if not (span.spelled and span.text.startswith("(")))
        return replace(self, spans=tuple(replace(span, text=span.spelled or span.text) for span in spans))

    def without(self, *kinds: str) -> LogLine:
        """Return the line without the spans of these kinds."""
        return replace(self, spans=tuple(span for span in self.spans if span.kind not in kinds))


# --- Names ---

UNSEEN = "an unseen model"
"""The name of a model that the reader doesn't know, such as one that burns Fuel aboard an enemy ship."""


@frozen
class Name:
    """The name of a model or piece of terrain, and its side."""

    text: str
    side: int | None = None
    """None for terrain and neutral models."""
    terrain: str = ""
    """The kind of a piece of terrain, "" for models."""


class Names:
    """Names by id, taken from a state or from events."""

    def __init__(self, sides: Sequence[str] = ("Side 0", "Side 1"), known: Mapping[str, Name] | None = None) -> None:
        self.sides = tuple(sides)
        self._known = dict(known or {})
        self._boxes: dict[tuple[str, str], int] = {}
        """The number of boxes of each track, by model and track."""
        self.asked: set[str] = set()
        """The ids that were looked up since the set was last cleared."""

    @classmethod
    def of(cls, state: State, sides: Sequence[str]) -> Names:
        """Return the names of all models and terrain of a state."""
        names = cls(sides)
        names.learn_state(state)
        return names

    def find_name(self, model_id: str) -> Name | None:
        """Return the name of a model or piece of terrain, or None if it isn't known."""
        self.asked.add(model_id)
        return self._known.get(model_id)

    def hold(self, names: Iterable[tuple[str, Name | None]]) -> bool:
        """Return whether all of these names are unchanged. None means an unknown name."""
        known = self._known
        for model_id, name in names:  # noqa: SIM110 - quicker than all()
            if known.get(model_id) != name:
                return False
        return True

    def __contains__(self, model_id: str) -> bool:
        return self.find_name(model_id) is not None

    def model(self, model_id: str) -> Span:
        """Return the span that names a model or a piece of terrain."""
        name = self.find_name(model_id)
        return Span(UNSEEN, MODEL) if name is None else Span(name.text, MODEL, name.side, model_id)

    def side(self, side: int) -> Span:
        return Span(self.sides[side], SIDE, side)

    def terrain(self, piece_id: str) -> str:
        """Return the kind of a piece of terrain, or "" for a model."""
        name = self.find_name(piece_id)
        return name.terrain if name is not None else ""

    def learn_state(self, state: State) -> None:
        """Learn the names of all models and terrain of a state, in place of earlier names."""
        self._known |= {
            model.id: Name(model.name, None if model.side == NEUTRAL else model.side) for model in state.models.values()
        }
        self._known |= {piece.id: _piece_name(piece.kind) for piece in state.terrain.values()}
        self.learn_boxes(state)

    def learn_boxes(self, state: State) -> None:
        """Learn the number of boxes of all tracks of the models of a state."""
        for model in state.models.values():
            self._boxes |= {(model.id, track): len(boxes) for track, boxes in model.card.tracks.items() if boxes}

    def box_count(self, model_id: str, track: str) -> int:
        """Return the number of boxes of a track, or 0 if it isn't known."""
        return self._boxes.get((model_id, track), 0)

    def learn(self, event: Event) -> None:
        """Learn the names that an event contains."""
        match event:
            case Started():
                self._start(event)
            case Revealed():
                self._known[event.model] = Name(event.name, event.side)
            case Placed(kind=str(kind)):
                self._known[event.model] = _piece_name(kind)
            case LeftPlay(how=how, host=str(host)) if how == EMBARKED and event.model not in self._known:
                name = self._known.get(host, Name(UNSEEN))
                self._known[event.model] = Name(f"a model aboard {name.text}", name.side)

    def _start(self, event: Started) -> None:
        self.sides = tuple(side.name or f"Side {number}" for number, side in enumerate(event.sides))
        for model in event.models:
            self._known[model.id] = _piece_name(model.card) if model.name is None else Name(model.name, model.side)


def terrain_name(kind: str) -> str:
    """Return the name of terrain of a kind: `the asteroid field`."""
    return f"the {key_to_words(kind)}"


def _piece_name(kind: str) -> Name:
    return Name(terrain_name(kind), None, kind)


# --- Course of the game ---

COURSE_EVENTS = (Started, StationRated, InitiativeWon, PhaseBegan, Noted, Declined, Remarked, Scored, Ended)


def course_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[LogLine]:
    """Yield the lines of the start, phases, notes, points, and the end of a game."""
    match event := entry.event:
        case Started():
            yield _started(event)
        case StationRated():
            yield _rated(event, names)
        case InitiativeWon():
            text = "is the attacker and has the initiative" if event.attacker else "has the initiative"
            yield LogLine((names.side(event.side), Span(text)), HEADLINE)
        case PhaseBegan():
            yield LogLine((Span(f"Turn {max(1, entry.turn)} — {event.name.capitalize()} Phase", TITLE),), HEADLINE)
        case Noted() if event.said:
            who = (names.side(event.side),) if event.side is not None else ()
            yield LogLine((Span(f"{event.clause}:", THING), *who, Span(event.said, WARNING)))
        case Declined():
            text = "deploys no more models" if event.what == DEPLOYMENT else f"declines {event.what}"
            yield LogLine((names.side(event.side), Span(text, QUIET)))
        case Remarked():
            speaker = Span(f"{names.side(event.side).text}:", SIDE, event.side)
            yield LogLine((speaker, Span(event.text, QUIET)), DETAIL, REMARK)
        case Scored():
            text = f"{event.objective:g} Objective Points, {event.victory:g} Victory Points"
            yield LogLine((names.side(event.side), Span(text, NUMBER)), HEADLINE)
            yield from (_objective_line(objective) for objective in event.objectives or () if objective.points)
        case Ended():
            yield _ended(event, names)


def _objective_line(objective: ObjectiveScored) -> LogLine:
    """Return the line of the points of an objective, with the amounts of both sides."""
    points = Span(pluralize(objective.points, "point"), NUMBER)
    if objective.amount is None or objective.other is None:
        return LogLine((points, Span(f"for {objective.objective}")))
    against = f"({amount_words(objective.amount)} against {amount_words(objective.other)})"
    return LogLine((points, Span(f"for {objective.objective}"), Span(against, QUIET)))


def _started(event: Started) -> LogLine:
    """Return the line of the two sides, with the seed if the reader may know it."""
    names = Names()
    names.learn(event)
    sides = []
    for number, side in enumerate(event.sides):
        faction = f"{side.faction}, " if side.faction and side.faction != side.name else ""
        sides.append((names.side(number), Span(f"({faction}{side.tv} TV)")))
    seed = (Span(f"seed {event.seed}", QUIET),) if event.seed is not None else ()
    return LogLine((*sides[0], Span("against"), *sides[1], *seed), HEADLINE)


def _rated(event: StationRated, names: Names) -> LogLine:
    """Return the line of the rolled ratings of a station."""
    ratings = {"Structure": event.structure, MARINES: event.marines, "Defense": event.defense, HOLDS: event.hangers}
    texts = [f"{what} {rating}" for what, rating in ratings.items() if rating]
    texts.append(f'Signature {event.signature}"')
    if event.weapons:
        texts.append(f"{len(event.weapons)} {event.weapons[0]}s")
    return LogLine((names.model(event.model), Span(", ".join(texts), NUMBER)))


def _ended(event: Ended, names: Names) -> LogLine:
    when = Span(f"The game ends in turn {event.turns}:")
    if event.winner is None:
        return LogLine((when, Span("a draw", VICTORY)), HEADLINE)
    return LogLine((when, names.side(event.winner), Span("wins", VICTORY)), HEADLINE)


# --- Activations ---

ACTIVATION_EVENTS = (Activated, Declared, Resolved, SuppressionAnswered)


def activation_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[LogLine]:
    """Yield the lines of an activation: who is active, what is declared and resolved, what is suppressed."""
    match event := entry.event:
        case Activated():
            yield LogLine((names.model(event.model), Span("activates"), *_when(event)))
        case Declared():
            yield _declared(event, names)
        case Resolved():
            yield LogLine((names.model(event.model), Span("resolves"), Span(event.action.title(), THING)))
        case SuppressionAnswered():
            text = "obeys the suppression" if event.heeds else "ignores the suppression"
            yield LogLine((names.model(event.model), Span(text, WARNING)))


def _when(event: Activated | Declared) -> tuple[Span, ...]:
    """Return a note for a side that is told late, or ()."""
    return (Span("(before it was revealed)", QUIET),) if event.on_reveal else ()


def _declared(event: Declared, names: Names) -> LogLine:
    """Return the line of a declared action with its target and the Boost."""
    model = names.model(event.model)
    boost = (Span(f"and boosts with {event.boost} Fuel", WARNING),) if event.boost else ()
    when = _when(event)
    if event.action == NONE:
        return LogLine((model, Span("declares no action", QUIET), *boost, *when))
    is_named = event.target in names
    target = (Span("at"), names.model(event.target)) if is_named else (Span("of"), Span(event.target, THING))
    target_spans = target if event.target else ()
    return LogLine((model, Span("declares"), Span(event.action.title(), THING), *target_spans, *boost, *when))


# --- Moves ---

GAME_START = "terrain"
"""The cause of a piece that is placed along the edge when the game begins."""
MOVE_VERBS = {
    "drift": "drifts", "free": "flies freely", "escort": "moves next to its ship",
    "assault": "moves to the hull of the ship",
}  # fmt: skip
"""The verbs of moves with these causes."""


MOVE_EVENTS = (Placed, Moved, Revealed, HardpointsShown, HangerCount, TerrainAvoided, LeftPlay)


def move_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[LogLine]:
    """Yield the lines of an event that places, moves, reveals, or removes something."""
    match event := entry.event:
        case Placed() if event.side is None or not _is_tail(event.kind or "", book):
            yield _placed(event, names)
        case Moved() if not _is_tail(names.terrain(event.model), book):
            yield LogLine((names.model(event.model), *_move_spans(event, names), _at(event.to)))
        case Revealed() if event.side is not None:
            card = Span(f"is revealed: {event.unit}, {event.tv} TV", CARD)
            yield LogLine((Span(event.name, MODEL, event.side, event.model), card))
        case HardpointsShown():
            weapons = ", ".join(counted_names(event.weapons)) or "nothing"
            yield LogLine((names.model(event.model), Span(f"reveals its hardpoints: {weapons}, {event.tv} TV", CARD)))
        case HangerCount():
            yield LogLine((names.model(event.ship), Span(f"has {event.aboard} aboard")))
        case TerrainAvoided():
            yield LogLine((names.model(event.model), Span(f"avoids {terrain_name(event.kind)}")))
        case LeftPlay():
            yield from _left_play_lines(event, names, entry.seen_by == BOTH)


def counted_names(names: tuple[str, ...]) -> Iterator[str]:
    """Yield each name once, with its count if it occurs several times."""
    for name in dict.fromkeys(names):
        yield f"{names.count(name)} {name}" if names.count(name) > 1 else name


def _is_tail(kind: str, book: Rulebook) -> bool:
    """Return whether terrain of this kind is a tail, which moves with its piece."""
    return kind != "" and any(card.tail == kind for card in book.terrain.values())


def _placed(event: Placed, names: Names) -> LogLine:
    """Return the line of a model or piece of terrain that appears on the table."""
    if event.side is not None and event.kind is not None:
        placed = Span(f"places {terrain_name(event.kind)}")
        return LogLine((names.side(event.side), placed, _at(event.to)))
    if event.kind is not None and event.cause == GAME_START:
        return LogLine((Span(f"{terrain_name(event.kind)} is along the edge"), _at(event.to)))
    if event.kind is not None:
        return LogLine((Span(f"a {key_to_words(event.kind)} remains"), _at(event.to)))
    verb = {"launch": "is launched", LAYOUT_CAUSE: "is placed"}.get(event.cause, "arrives")
    return LogLine((names.model(event.model), Span(verb), _at(event.to)))


def _move_spans(event: Moved, names: Names) -> Iterator[Span]:
    """Yield how the model moves, and how far."""
    distance = f'{round(event.inches, 1):g}"'
    if event.cause == TURN:
        push = f", pushed {distance} away from the planet" if event.inches else ""
        yield Span(f"turns {event.degrees:+d}°{push}")
    elif event.cause == "overlap":
        yield Span("is moved to avoid an overlap")
    elif event.cause in MOVE_VERBS:
        yield Span(f"{MOVE_VERBS[event.cause]} {distance}" if event.inches else MOVE_VERBS[event.cause])
    else:
        yield Span(f"moves {distance}" if event.inches else "moves")
        if event.cause not in (*OWN_MOVES, names.terrain(event.model)):
            yield Span(f"({event.cause})", QUIET)


def _at(pose: Pose) -> Span:
    return Span(f"at ({pose.x:.1f}, {pose.y:.1f}) heading {pose.heading}", PLACE)


def _left_play_lines(event: LeftPlay, names: Names, public: bool) -> Iterator[LogLine]:
    """Yield the line of a model that leaves play or goes aboard a ship, unless that is secret."""
    if event.how != EMBARKED:
        text = Span(f"is {event.how}", HARM if event.how == DESTROYED else WARNING)
        yield LogLine((names.model(event.model), text), about=DAMAGE)
    elif public or event.model in names:
        yield LogLine((names.model(event.model), Span("goes aboard"), names.model(event.host or "")))


# --- Rolls ---

ROLL_EVENTS = (Rolled, Opposed)


def roll_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[LogLine]:
    """Yield the lines of a roll or an opposed roll."""
    match event := entry.event:
        case Rolled():
            again = "rolls again for" if event.rerolled else "rolls for"
            yield LogLine((names.side(event.side), Span(f"{again} {event.purpose}")), DETAIL, DICE)
            rolled = Span(event.result, ROLLED, spelled=result_words(event.result))
            yield LogLine((rolled,), DETAIL, DICE, rolled_dice(event))
        case Opposed() if event.secondary:
            primary, secondary = _code_span(event.primary, OPPOSED), _code_span(event.secondary, OPPOSED)
            spans = primary, Span("opposed by"), secondary, Span("leaves"), _code_span(event.left)
            yield LogLine(spans, DETAIL)


def _code_span(result: Result, kind: str = RESULT, in_parentheses: bool = False) -> Span:
    """Return the span of a result code, with the same in words."""
    return Span(f"({result})" if in_parentheses else str(result), kind, spelled=describe_result(result))


def rolled_dice(event: Rolled) -> tuple[Die, ...]:
    """Return the rolled dice, and what became of each."""
    return sorted_dice(event.faces, event.kept, event.result, event.pool.macro)


def sorted_dice(faces: Faces, kept_faces: Sequence[int], result: str, macro: int) -> tuple[Die, ...]:
    """Return the dice of a roll, and what becomes of each if some are kept for a result.

    `macro` is the number of macro dice, which is negative if they diminish.
    """
    kept, sets = Counter(kept_faces), _values_of_sets(result)
    dice = []
    for kind, rolled in ((BASE, faces.base), (FLEX, faces.flex)):
        for face in rolled:
            stays = kept[face] > 0
            kept[face] -= stays
            dice.append(Die(face, kind, kept=stays, counts=stays and face in sets))
    dice += [Die(face, MACRO, sign=1 if macro > 0 else -1) for face in faces.macro]
    return tuple(dice)


def dice_looks(dice: tuple[Die, ...]) -> tuple[tuple[int, str], ...]:
    """Return base and flex dice sorted by face, dropped ones last within a face, then the macro dice."""
    ordered = sorted(dice, key=lambda die: (die.kind == MACRO, die.kind != MACRO and die.face, not die.kept))
    return tuple((die.face, die.look) for die in ordered)


def _values_of_sets(code: str) -> tuple[int, ...]:
    """Return the values of the sets of a result, or () if a number was rolled."""
    try:
        return tuple(value for value, _ in Result.parse(code).sets)
    except ValueError:
        return ()


# --- Fights ---

WINDOWS = {"dogfight": "Dogfight", "bombing": "Bombing Run", "boarding": "Firefight"}
"""The names of close fights."""
STRIKES = {"ram": "rams", "terrain": "strikes"}
"""The verbs of attacks without a weapon."""
CLOSE = {"dogfight": "in the dogfight", "bombing": "in the bombing run", "ram": "", "terrain": ""}
"""The text in place of distance, range band, and arc."""
OWN_WINDOW = "activation"


FIGHT_EVENTS = (Attacked, Expended, PlansRevealed, MissileDeclared, Intercepted, NukeBurst)


def fight_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[LogLine]:
    """Yield the lines of an attack, a close fight, a missile, or an interception."""
    match event := entry.event:
        case Attacked():
            yield from _attacked(event, names)
        case Expended():
            count = f" x{len(event.mounts)}" if len(event.mounts) > 1 else ""
            cause = Span(f"on {event.cause.title()} (used this activation)")
            weapon = Span(event.weapon + count, THING)
            yield LogLine((names.model(event.model), Span("expends", WARNING), weapon, cause))
        case PlansRevealed():
            yield from _plans(event, names)
        case MissileDeclared():
            weapon, target = Span(event.weapon, THING), names.model(event.target)
            yield LogLine((names.model(event.model), Span("declares"), weapon, Span("against"), target))
        case Intercepted():
            yield LogLine((names.model(event.model), Span("intercepts", WARNING), names.model(event.target)))
        case NukeBurst():
            x, y = event.at
            yield LogLine((Span("A Nuke of"), names.model(event.model), Span(f"detonates at ({x:.1f}, {y:.1f})", HARM)))


def _attacked(event: Attacked, names: Names) -> Iterator[LogLine]:
    """Yield the line of an attack with its result, then the line with the reasons."""
    spans = [names.model(event.attacker), *_verb(event), names.model(event.target)]
    where = _where(event)
    spans.append(Span(f"{where}:" if where else "—"))
    spans += [Span(describe_result(event.result)), _code_span(event.result, in_parentheses=True)]
    if event.jammed:
        spans += [Span("jammed by", WARNING), names.model(event.jammed)]
    yield LogLine(tuple(spans))
    reasons = attack_words(event)
    if reasons:
        yield LogLine((Span(reasons, REASONS),), DETAIL, WHY)


def _verb(event: Attacked) -> tuple[Span, ...]:
    if event.window in STRIKES:
        return (Span(STRIKES[event.window]),)
    return Span("fires"), Span(event.weapon, THING), Span("at")


def _where(event: Attacked) -> str:
    """Return distance, range band, and arc, and when if it isn't in the attacker's own activation."""
    if event.window in CLOSE:
        return CLOSE[event.window]
    arc = f", {event.arc} arc" if event.arc else ""
    when = "" if event.window == OWN_WINDOW else f" ({event.window})"
    return f'{event.distance:.1f}" {event.band}{arc}{when}'


def _plans(event: PlansRevealed, names: Names) -> Iterator[LogLine]:
    """Yield both plans one below the other in the same words."""
    yield LogLine((Span(f"{WINDOWS.get(event.window, event.window)} — both plans", TITLE),), HEADLINE)
    for plan in event.plans:
        if isinstance(plan, MarineOrder):
            spans = (Span(plan.order.capitalize(), THING), Span(f"with {pluralize(plan.dice, 'marine')}"))
            yield LogLine((names.side(plan.side), *spans), DETAIL)
        else:
            yield LogLine((names.model(plan.model), *_plan(plan)), DETAIL)


def _plan(plan: FighterPlan) -> Iterator[Span]:
    """Yield weapons, dice, Fuel, and a missile."""
    yield Span(plan.weapon_words or "no weapon", THING)
    attack, defense = (
        pluralize(plan.attack, "attack die", "attack dice"),
        pluralize(plan.defense, "defense die", "defense dice"),
    )
    yield Span(f"{attack}, {defense}", NUMBER)
    if plan.fuel:
        yield Span(f"{plan.fuel} Fuel", WARNING)
    if plan.missile:
        yield Span("and a missile")


# --- Damage, states, and marines ---

HARM_EVENTS = (Damaged, StateChanged, MarinesBoarded, ShipCaptured, Supplied, TokensCarried, ObjectSearched)


def harm_lines(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[LogLine]:
    """Yield the lines of damage, states, marines, capture, or supplies."""
    match event := entry.event:
        case Damaged():
            yield _damaged(event, names.model(event.model))
        case StateChanged():
            yield LogLine((names.model(event.model), Span(state_words(event, book.states), WARNING)))
        case MarinesBoarded():
            yield _boarded(event, names)
        case ShipCaptured():
            remaining = Span(f"with {pluralize(event.marines, 'marine')} left")
            yield LogLine((names.model(event.model), Span("is captured by", HARM), names.side(event.side), remaining))
        case Supplied():
            supplied, by = names.model(event.model), names.model(event.by)
            yield LogLine((supplied, Span("is supplied by"), by, Span(f"({event.what})")))
        case ObjectSearched():
            text = "search complete" if event.done else f"{pluralize(event.held, 'search token')} of {event.needed}"
            marines = (Span("marines of"), names.side(event.side), Span("search"), names.model(event.model))
            yield LogLine((*marines, Span(f"(+{event.tokens}): {text}", WARNING)))
        case TokensCarried():
            verb = "takes on" if event.amount > 0 else "gives up"
            tokens = (rule for rule in book.clauses if isinstance(rule, Token) and rule.token == event.token)
            count = next(tokens, Token(event.token)).words(abs(event.amount))
            text = f"{verb} {count} ({event.cause}), {event.left} aboard"
            yield LogLine((names.model(event.model), Span(text)))


def _damaged(event: Damaged, model: Span) -> LogLine:
    """Return the line of a loss, repair, or use, with what remains."""
    if event.launched:
        text = Span(f"launches from its {event.called}: {event.left} left in stock")
        return LogLine((model, text))
    if event.weapon is not None:
        what, remaining = event.called or event.weapon, ""
    else:
        what, remaining = f"{abs(event.amount)} {event.what.capitalize()},", f"{event.remaining} left"
    verb, kind = ("repairs", REPAIR) if event.repaired else ("burns", WARNING) if event.spent else ("loses", HARM)
    return LogLine((model, Span(f"{verb} {what}", kind), *((Span(remaining),) if remaining else ())), DETAIL, DAMAGE)


def _boarded(event: MarinesBoarded, names: Names) -> LogLine:
    """Return the line of marines who board a ship."""
    ship, by = names.model(event.model), names.model(event.by)
    if not event.marines:
        return LogLine((Span("No marines from"), by, Span("reaches"), ship))
    text = f"by {pluralize(event.marines, 'marine')}, {event.boarders} aboard in all"
    return LogLine((ship, Span("is boarded", WARNING), Span("from"), by, Span(text)))


# --- Summary of an activation ---


def activation_summary(entries: Sequence[LogEntry], model: str, names: Names) -> str:
    """Return what happened in the activation of a model, without its name, or "" if nothing did."""
    events = [entry.event for entry in entries]
    phrases = [
        *_move_phrases(events, model),
        *(text for event in events for text in _deed_phrases(event, model, names)),
        *_losses(events, names),
        *(text for event in events for text in _fate_phrases(event, names)),
    ]
    return ", ".join(dict.fromkeys(phrases))


def _move_phrases(events: Sequence[Event], model: str) -> Iterator[str]:
    """Yield the total of the model's own moves, and its turns."""
    own = [event for event in events if isinstance(event, Moved) and event.model == model and event.cause in OWN_MOVES]
    if inches := sum(event.inches for event in own):
        yield f'moved {inches:.1f}"'
    for event in own:
        if event.cause == TURN and event.degrees:
            yield f"turned {abs(event.degrees)}° {'right' if event.degrees > 0 else 'left'}"


def _deed_phrases(event: Event, model: str, names: Names) -> Iterator[str]:
    """Yield an action, or a shot with its result."""
    match event:
        case Declared() if event.action != NONE:
            yield f"declared {event.action.title()}"
        case Attacked() if event.window != "terrain":
            shooter = "fired" if event.attacker == model else f"{names.model(event.attacker).text} fired"
            hit = describe_result(event.result) if event.result else "missed"
            yield f"{shooter} {event.weapon} at {names.model(event.target).text}: {hit}"


def _fate_phrases(event: Event, names: Names) -> Iterator[str]:
    """Yield what became of a model."""
    match event:
        case LeftPlay():
            how = "went aboard" if event.how == EMBARKED else f"is {event.how}"
            yield f"{names.model(event.model).text} {how}"
        case ShipCaptured():
            yield f"{names.model(event.model).text} is captured"


def _losses(events: Sequence[Event], names: Names) -> Iterator[str]:
    """Yield the total losses of each model except Fuel."""
    lost: Counter[tuple[str, str]] = Counter()
    for event in events:
        if isinstance(event, Damaged) and not (event.repaired or event.spent or event.launched):
            lost[event.model, event.what] += event.amount
    for (model_id, what), amount in lost.items():
        yield f"{names.model(model_id).text} lost {amount} {what.capitalize()}"


# --- Groups of events ---

NO_ARTICLE = ("Fire", "Defense")
"""The last words of weapons without an article."""
LOSSES = (Damaged, StateChanged, LeftPlay, ShipCaptured)
"""What can happen because of an attack."""


@frozen
class Story:
    """A group of events in words."""

    lines: tuple[LogLine, ...]
    """What happened, in plain words without codes. Empty if there is nothing to tell."""
    details: tuple[LogLine, ...] = ()
    """The dice, the reasons, and the codes, shown on demand."""
    number: int = 0
    """The number of the first event."""


EventGroup = tuple[LogEntry, ...]


def group_events(entries: Iterable[LogEntry]) -> list[EventGroup]:
    """Put events that belong together into groups, in order. More events can only change or split the last group."""
    groups: list[list[LogEntry]] = []
    for entry in entries:
        last = groups[-1] if groups else []
        if isinstance(entry.event, Attacked):
            rolls = _rolls_of_attack(last)
            if rolls and len(rolls) < len(last):
                del last[-len(rolls) :]
                groups.append([*rolls, entry])
            elif rolls:
                last.append(entry)
            else:
                groups.append([entry])
        elif last and _belongs_to(last, entry):
            last.append(entry)
        else:
            groups.append([entry])
    return [tuple(group) for group in groups]


def _rolls_of_attack(group: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """Return the last entries of a group of rolls that belong to an attack, or () if it has none."""
    if any(isinstance(entry.event, Attacked) for entry in group):
        return ()
    for number, entry in enumerate(group):
        if isinstance(entry.event, Rolled) and entry.event.of_attack:
            return group[number:]
    return ()


def _belongs_to(group: Sequence[LogEntry], entry: LogEntry) -> bool:
    """Return whether an event continues a group of events."""
    first, last, event = group[0].event, group[-1].event, entry.event
    attack = next((each.event for each in group if isinstance(each.event, Attacked)), None)
    match event:
        case Rolled() | Opposed():
            if attack is not None:
                hit = {attack.target, *(each.event.model for each in group if isinstance(each.event, Damaged))}
                return isinstance(event, Rolled) and not event.of_attack and event.model in hit
            of_rolls = all(isinstance(each.event, (*ROLL_EVENTS, Remarked)) for each in group)
            return of_rolls or bool(_rolls_of_attack(group))
        case Remarked():
            return attack is not None or isinstance(first, ROLL_EVENTS)
        case Moved(cause="escort"):
            return isinstance(last, Moved) and last.cause in (*OWN_MOVES, "escort")
        case Moved():
            is_flight = isinstance(first, Moved) and first.model == event.model and first.cause == event.cause
            return is_flight and event.cause in OWN_MOVES and event.cause != TURN
        case Damaged(launched=True) | Damaged(repaired=True):
            return False
        case Damaged(spent=True):
            return (isinstance(first, Declared) and first.model == event.model) or bool(_rolls_of_attack(group))
        case StateChanged() if isinstance(first, Declared):
            return event.entered and event.model == first.model
        case Declared():
            alone = len(group) == 1 and isinstance(first, Activated) and first.model == event.model
            return alone and event.action == NONE and not event.boost
        case Damaged() | ShipCaptured():
            return attack is not None
        case StateChanged():
            return attack is not None and event.model != attack.attacker
        case LeftPlay():
            return attack is not None and event.how != EMBARKED and event.model != attack.attacker
    return False


def tell_group(group: EventGroup, names: Names, book: Rulebook) -> Story:
    """Return a group of events in plain words."""
    number, first = group[0].n, group[0].event
    attack = next((entry.event for entry in group if isinstance(entry.event, Attacked)), None)
    if attack is not None:
        lines, details = _tell_attack(group, attack, names, book)
    elif isinstance(first, Moved) and len(group) > 1:
        lines, details = _tell_flight(group, names, book)
    else:
        lines, details = [], []
        for entry in group:
            told = narrate(entry, names, book)
            if isinstance(entry.event, Rolled):
                result = Span(f": {result_words(entry.event.result)}", NUMBER)
                lines.append(_joined(told[0], result))
                details += _roll_details(told[1], entry.event)
            elif entry is group[0]:
                lines += told
            elif isinstance(entry.event, Opposed | Remarked) or isinstance(first, Rolled):
                lines += [line.spelled() for line in told]
            else:
                details += told
    return Story(
        tuple(replace(_capitalized(line.spelled()), number=number) for line in lines),
        tuple(replace(line, number=number) for line in details),
        number,
    )


def _joined(line: LogLine, *spans: Span) -> LogLine:
    """Return a line with more spans. The first one follows without a space."""
    *before, last = line.spans
    return replace(line, level=PLAIN, spans=(*before, replace(last, text=last.text + spans[0].text), *spans[1:]))


def _capitalized(line: LogLine) -> LogLine:
    """Return a line that begins with a capital."""
    first, *others = line.spans
    return replace(line, spans=(replace(first, text=first.text[:1].upper() + first.text[1:]), *others))


def _roll_details(rolled: LogLine, event: Rolled) -> Iterator[LogLine]:
    """Yield the dice of a roll with what became of them, then the result in words and as a code."""
    words = f"rolled {len(rolled.dice)}"
    dropped = [str(die.face) for die in rolled.dice if not die.kept]
    if dropped:
        words += f", dropped {' and '.join(dropped)}"
    yield replace(rolled, spans=(Span(words),))
    result = Span(event.result, OPPOSED, spelled=result_words(event.result))
    text = result_words(event.result).capitalize()
    yield LogLine((Span(f"{text}, written {event.pool} →", QUIET), result), DETAIL, WHY)


def _tell_flight(group: EventGroup, names: Names, book: Rulebook) -> tuple[list[LogLine], list[LogLine]]:
    """Return several moves of one model as one line. Each move, and those of its escorts, are details."""
    first = group[0].event
    assert isinstance(first, Moved)
    moves = [entry.event for entry in group if isinstance(entry.event, Moved) and entry.event.model == first.model]
    details = [line for entry in group for line in narrate(entry, names, book)]
    if len(moves) == 1:
        return details[:1], details[1:]
    inches = sum(move.inches for move in moves)
    text = Span(f'moves {round(inches, 1):g}" ({len(moves)} moves)')
    return [LogLine((names.model(first.model), text, _at(moves[-1].to)))], details


def _tell_attack(
    group: EventGroup, attack: Attacked, names: Names, book: Rulebook
) -> tuple[list[LogLine], list[LogLine]]:  # fmt: skip
    """Return an attack with its losses as one line. What else it did has lines of its own. Rolls are details."""
    losses, lines, details = [], [], []
    for entry in group:
        told, event = narrate(entry, names, book), entry.event
        if isinstance(event, Rolled):
            details += [told[0], *_roll_details(told[1], event)]
        elif isinstance(event, Damaged) and not event.spent:
            losses.append(event)
        elif isinstance(event, Attacked):
            reasons = told[1:] if event.modifiers or event.autohit else []
            details += [replace(line, level=DETAIL, about=WHY) for line in (told[0], *reasons)]
        elif isinstance(event, (*LOSSES, Remarked)):
            lines += told
        else:
            details += told
    hit = bool(attack.result)
    spans = [names.model(attack.attacker), Span("hits" if hit else "misses"), names.model(attack.target)]
    if attack.window == "ram":
        spans[1] = Span("rams")
    elif attack.window != "terrain":
        spans.append(Span(f"with {_weapon_words(attack)}"))
    if attack.window not in (*STRIKES, OWN_WINDOW, attack.weapon.lower()):
        spans.append(Span(CLOSE.get(attack.window) or f"({key_to_words(attack.window)})"))
    if attack.jammed:
        spans += [Span("jammed by", WARNING), names.model(attack.jammed)]
    if hit or losses:
        spans[-1] = replace(spans[-1], text=f"{spans[-1].text}:")
        spans += _loss_spans(losses, attack, names) or [Span(describe_result(attack.result), NUMBER)]
    return [LogLine(tuple(spans), about=DAMAGE if losses else STORY), *lines], details


def _weapon_words(attack: Attacked) -> str:
    """Return the weapon of an attack with its article, or with the number of linked weapons."""
    count = len(attack.mounts)
    if count > 1:
        return pluralize(count, attack.weapon)
    if attack.weapon.split()[-1] in NO_ARTICLE:
        return attack.weapon
    return with_article(attack.weapon)


def _loss_spans(losses: Sequence[Damaged], attack: Attacked, names: Names) -> list[Span]:
    """Return the losses of each model: `1 Structure, 3 of 5 boxes left`, after its name if it isn't only one."""
    models = list(dict.fromkeys(loss.model for loss in losses))
    is_target_only = models == [attack.target]
    spans: list[Span] = []
    for model in models:
        texts, of_model = [], [loss for loss in losses if loss.model == model]
        for what in dict.fromkeys((loss.what, loss.called) for loss in of_model):
            same = [loss for loss in of_model if (loss.what, loss.called) == what]
            texts.append(_loss_words(same, names))
        text = "; ".join(texts)
        if spans:
            spans[-1] = replace(spans[-1], text=f"{spans[-1].text};")
        spans += [Span(text, HARM)] if is_target_only else [names.model(model), Span(f"takes {text}", HARM)]
    if models and attack.target not in models:
        spans[-1] = replace(spans[-1], text=f"{spans[-1].text};")
        spans += [names.model(attack.target), Span("takes none")]
    return spans


def _loss_words(losses: Sequence[Damaged], names: Names) -> str:
    """Return the sum of the losses of one track, trait, or weapon, and what remains."""
    last, text = losses[-1], loss_phrase(losses)
    if last.weapon is not None:
        return text
    boxes = names.box_count(last.model, last.what)
    return f"{text}, {f'{last.remaining} of {boxes} boxes' if boxes else last.remaining} left"


def loss_phrase(losses: Sequence[Damaged]) -> str:
    """Return the sum of the losses of one track, trait, or weapon: `2 Thrusters`, or `Lance (turret) lost`."""
    last, amount = losses[-1], sum(loss.amount for loss in losses)
    if last.weapon is not None:
        return f"{last.called or 'a weapon'} lost"
    return f"{amount} {last.what.capitalize()}"


# --- Narrator ---

LineFunction = Callable[[LogEntry, Names, Rulebook], Iterator[LogLine]]
_LINE_FUNCTIONS: dict[type[GameEvent], LineFunction] = {
    kind: function
    for function, kinds in (
        (course_lines, COURSE_EVENTS),
        (activation_lines, ACTIVATION_EVENTS),
        (move_lines, MOVE_EVENTS),
        (roll_lines, ROLL_EVENTS),
        (fight_lines, FIGHT_EVENTS),
        (harm_lines, HARM_EVENTS),
    )
    for kind in kinds
}
"""The function that describes each class of event. Events of other classes have no line of their own."""


def narrate(entry: LogEntry, names: Names, book: Rulebook) -> list[LogLine]:
    """Return the lines of one event. [] for events that have no line of their own."""
    function = _LINE_FUNCTIONS.get(type(entry.event))
    return [replace(line, number=entry.n) for line in function(entry, names, book)] if function is not None else []


class Narrator:
    """Returns the lines of events in order, and learns names from them."""

    def __init__(self, book: Rulebook, names: Names | None = None) -> None:
        self.names = names or Names()
        self._book = book

    def tell(self, entries: Iterable[LogEntry]) -> Iterator[LogLine]:
        """Yield the lines of some more events, in order."""
        for entry in entries:
            lines = narrate(entry, self.names, self._book)
            self.names.learn(entry.event)
            yield from lines

    def tell_stories(self, entries: Iterable[LogEntry]) -> Iterator[Story]:
        """Yield some more events in groups, in order. Groups without lines are left out."""
        for group in group_events(entries):
            for entry in group:
                if isinstance(entry.event, Started | Revealed):
                    self.names.learn(entry.event)
            story = tell_group(group, self.names, self._book)
            for entry in group:
                self.names.learn(entry.event)
            if story.lines:
                yield story


__all__ = [
    "DETAIL",
    "HEADLINE",
    "UNSEEN",
    "Die",
    "LogLine",
    "Names",
    "Narrator",
    "Span",
    "Story",
    "group_events",
    "narrate",
    "tell_group",
]
