"""Typed answers of `play --text`: plain labels of the options of a decision, and the answers that typed words mean.

A player types the number of an option, its label or a unique beginning, some words of it, or a form with free values
such as `move 2.5`. `list_options` returns the options, and `read_typed` the answer or one line that says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from math import atan2, degrees, floor, hypot

from jovian.cards.files import MAX_READ, one_line, suggest_names
from jovian.descriptions.odds import describe_answer
from jovian.frozen import frozen
from jovian.game import Answer, Decision, ListDecision, Model, Option, Refusal, State
from jovian.game.answers import (
    Allocate,
    Assault,
    At,
    Attack,
    Declaration,
    Decline,
    FireNuke,
    Fly,
    Issue,
    Launch,
    LaunchDrone,
    Lay,
    Move,
    Pivot,
    Place,
    PlaceAt,
    Posed,
    RealDice,
    SecretPlan,
    SetBeacon,
    Turn,
)
from jovian.play import attacks
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.rolls import TypedFaces, key_to_words
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.menu.orders import MAX_PIVOT, MAX_TURN
from jovian.rules.placement.attached import flight_to, may_touch
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens import IssueTokens
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.shots.shot import weapons_label
from jovian.rules.squadrons import FreeMove
from jovian.rules.terrain import PlaceTerrain
from jovian.table import distance

# --- Plain text ---

_SIGNS = str.maketrans({"→": "to", "—": ",", "–": "-", "°": " degrees", "·": ",", "×": " by ", "−": "-"})
_TURNS = {"+": "right", "-": "left"}
_DICE = {"B": "base", "F": "flex", "M": "macro"}


def plain_text(text: str) -> str:
    """Return text on one line, without signs and codes that can't be spoken: `6.7"` becomes `6.7 inches`."""
    text = one_line(text, MAX_READ)
    text = re.sub(r"\((-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)\)", lambda at: place_words(*map(float, at.groups())), text)
    text = re.sub(r"(?<=[a-z]):(?=\d)", " ", text)  # `Hangers:2`
    text = re.sub(r"\bturns ([+-])(\d+)", lambda turn: f"turns {_TURNS[turn[1]]} {turn[2]}", text)
    text = re.sub(r'(?<![\d.])1"', "1 inch", text)
    text = re.sub(r'(?<=\d)"', " inches", text)
    text = re.sub(r"(?<![\w.])(-?\d+)([BFM])\b", lambda dice: f"{dice[1]} {_DICE[dice[2]]}", text)
    before, *moves = re.split(r"\b(?=(?:moves|flies) )", text)
    text = before + "".join(re.sub(r"(inch(?:es)?) at (?=-?\d)", r"\1 to ", move, count=1) for move in moves)
    text = re.sub(r" x(\d)\b", r", \1 together", text).translate(_SIGNS)
    return re.sub(r" ([,.:])", r"\1", re.sub(r" {2,}", " ", text)).strip()


def inches_words(inches: float) -> str:
    """Return a length with at most two decimals: `2.5 inches`, `1 inch`."""
    size = round(inches, 2)
    return "1 inch" if size == 1 else f"{size:g} inches"


def place_words(x: float, y: float) -> str:
    return f"{round(x, 1):g}, {round(y, 1):g}"


def clock_words(heading: int, bearing: int) -> str:
    """Return a direction as an hour of a clock whose 12 o'clock is the heading: `3 o'clock` is to the right."""
    return f"{round((bearing - heading) % 360 / 30) % 12 or 12} o'clock"


def split_words(text: str) -> list[str]:
    """Return the words of typed text or of a label, in lower case and without punctuation."""
    words = re.sub(r"[^\w.+-]+", " ", text.casefold()).split()
    return [word for word in (word.rstrip(".") for word in words) if word]


# --- Options ---

APPROACHES = 3
"""The number of nearest enemies toward which a flight is listed."""
STEP = 0.5
"""Inches between the lengths of flights that are tried."""


def list_options(decision: Decision, state: State) -> list[Option[Answer]]:
    """Return the answers to choose from, each with a plain label that no other one has."""
    if isinstance(decision, TypedFaces):
        return []
    found = list(decision.options())
    if isinstance(decision, NextOrder):
        found = [*_list_moves(decision), *_with_chances(_without_doubles(found), state, decision.subject)]
    elif isinstance(decision, PlanFight):
        usual = decision.default()
        found.sort(key=lambda option: (option.answer != usual, _arms(option.answer) != _arms(usual)))
    elif isinstance(decision, Deploy):
        found.sort(key=lambda option: (not isinstance(option.answer, Place | Decline), option.answer.verb))
    if not found:
        found = [Option(decision.default(), "Continue")]
    answers = [option.answer for option in decision.listed] if isinstance(decision, ListDecision) else []
    options: list[Option[Answer]] = []
    used: set[str] = set()
    for option in found:
        label = plain_text(_label(option, decision, state))
        detail = plain_text(option.detail)
        if option.answer in answers:
            outcome = describe_answer(state, decision, answers.index(option.answer), option.answer)
            detail = plain_text(", ".join(filter(None, (detail, outcome))))
        if label in used and detail:
            label = f"{label}, {detail}"
        number = 2
        while label in used:
            label, number = f"{label.removesuffix(f' ({number - 1})')} ({number})", number + 1
        used.add(label)
        options.append(Option(option.answer, label, detail))
    return options


def _arms(plan: Answer) -> tuple[object, ...]:
    """Return the weapons of a secret plan, and how they fire."""
    return (plan.mounts, plan.manner) if isinstance(plan, SecretPlan) else ()


def _with_chances(options: Iterable[Option[Answer]], state: State, subject: str) -> Iterator[Option[Answer]]:
    """Yield the attacks with their chance to hit, the best first, then the other options."""
    listed = list(options)
    scored = {}
    if any(isinstance(option.answer, Attack) for option in listed):
        scored = {_attack_key(attack.answer): attack for attack in attacks(state, subject)}
    best = sorted(
        (option for option in listed if isinstance(option.answer, Attack)),
        key=lambda option: -scored[_attack_key(option.answer)].worth if _attack_key(option.answer) in scored else 0.0,
    )
    for option in best:
        attack = scored.get(_attack_key(option.answer))
        yield option if attack is None else Option(option.answer, option.label, f"{attack.chance:.0%} to hit")
    yield from (option for option in listed if not isinstance(option.answer, Attack))


def _attack_key(answer: Answer) -> tuple[object, ...]:
    """Return what is equal for the same weapons at the same target."""
    return (answer.target, *sorted(answer.mounts)) if isinstance(answer, Attack) else (repr(answer),)


def _without_doubles(options: Iterable[Option[Answer]]) -> Iterator[Option[Answer]]:
    """Yield the options without attacks that only name the same weapons in another order."""
    seen = set()
    for option in options:
        if isinstance(option.answer, Attack):
            key = _attack_key(option.answer)
            if key in seen:
                continue
            seen.add(key)
        yield option


def _label(option: Option[Answer], decision: Decision, state: State) -> str:
    """Return the label of an option with the places, weapons, and names that the window shows elsewhere."""
    answer, model = option.answer, state.models.get(decision.subject)
    match answer:
        case Attack() if model is not None:
            return f"Attack {state.models[answer.target].name} with {weapons_label(model, answer.mounts)}"
        case SecretPlan() if model is not None and answer.mounts:
            return f"{_arms_words(model, answer)}: {option.label}"
        case SecretPlan():
            return f"No weapon: {option.label}"
        case Allocate() if model is not None:
            names = [member.name for member in formation_members(state, model)]
            return ", ".join(f"{name} takes {boxes}" for name, boxes in zip(names, answer.boxes, strict=False))
        case Fly() if isinstance(decision, FreeMove):
            return f"Fly to {place_words(*answer.path[-1])}"
        case SetBeacon():
            return f"At {place_words(answer.x, answer.y)}"
        case Posed():
            return f"{option.label} at {place_words(answer.x, answer.y)}, heading {answer.heading}"
        case At() | FireNuke():
            return f"{option.label} at {place_words(answer.x, answer.y)}"
    return option.label


def _arms_words(model: Model, plan: SecretPlan) -> str:
    """Return the weapons of a plan and how they fire."""
    label = re.sub(r" x(\d+)$", r", \1", weapons_label(model, plan.mounts))
    return f"{label} {plan.manner}" if len(plan.mounts) > 1 else label


def _list_moves(decision: NextOrder) -> Iterator[Option[Answer]]:
    """Yield some legal moves, turns, and flights that stay on the table, if any do. Other values can be typed."""
    moves = _ship_moves(decision) if decision.model.is_capital else _flights(decision)
    done: list[Answer] = []
    leaving: list[Option[Answer]] = []
    for option in moves:
        if option.answer in done or decision.check(option.answer) is not None:
            continue
        if decision.preview(option.answer).off_table:
            leaving.append(option)
            continue
        done.append(option.answer)
        yield option
    if not done:
        yield from leaving


def _ship_moves(decision: NextOrder) -> Iterator[Option[Answer]]:
    if not decision.model.is_on_table:
        return
    limits = decision.envelope()
    farthest, least = floor(limits.forward * 100) / 100, round(limits.min_move, 2)
    for inches, why in ((farthest, ", the farthest"), (least, ", the least"), (round(farthest / 2, 1), "")):
        if inches > 0:
            yield Option(Move(inches), f"Move ahead {inches_words(inches)}{why}")
    if limits.reverse > 0:
        inches = floor(limits.reverse * 100) / 100
        yield Option(Move(-inches), f"Move back {inches_words(inches)}")
    if limits.turns or limits.pivot:
        for angle in (15, 30, MAX_TURN):
            yield Option(Turn(-angle), f"Turn left {angle} degrees")
            yield Option(Turn(angle), f"Turn right {angle} degrees")
    if limits.pivot:
        for angle in (90, 135, MAX_PIVOT):
            yield Option(Pivot(-angle), f"Turn left {angle} degrees")
            yield Option(Pivot(angle), f"Turn right {angle} degrees")


def _flights(decision: NextOrder) -> Iterator[Option[Answer]]:
    state, model = decision.state, decision.model
    if not model.is_on_table:
        return
    left = decision.envelope().forward
    if left < STEP:
        return
    for model_id in may_touch(state, model):
        target = state.models.get(model_id)
        pose = flight_to(state, model, model_id, left)
        if target is not None and pose is not None:
            yield Option(Fly(((pose.x, pose.y),)), f"Fly into contact with {target.name}")
    enemies = [other for other in state.on_table() if other.side != model.side]
    enemies.sort(key=lambda enemy: distance(model.base, model.pose, enemy.base, enemy.pose))
    for enemy in enemies[:APPROACHES]:
        flight = _fly_toward(decision, model, enemy.pose[:2], left)
        if flight is not None:
            yield Option(flight, f"Fly {inches_words(_length(model, flight))} toward {enemy.name}")
    for name, angle in tuple(COMPASS.items())[:4]:
        flight = _fly_along(decision, model, angle, left)
        if flight is not None:
            yield Option(flight, f"Fly {inches_words(_length(model, flight))} {name}")


COMPASS = {
    "north": 0, "east": 90, "south": 180, "west": 270,
    "northeast": 45, "southeast": 135, "southwest": 225, "northwest": 315,
}  # fmt: skip
"""Directions. North is up the table, heading 0."""


def _length(model: Model, flight: Fly) -> float:
    x, y = flight.path[-1]
    return round(hypot(x - model.pose.x, y - model.pose.y), 1)


def _fly_toward(decision: Decision, model: Model, goal: tuple[float, float], inches: float) -> Fly | None:
    """Return the longest legal straight flight toward a point, or None."""
    dx, dy = goal[0] - model.pose.x, goal[1] - model.pose.y
    size = hypot(dx, dy)
    return _longest_flight(decision, model, (dx / size, dy / size), min(inches, size)) if size else None


def _fly_along(decision: Decision, model: Model, angle: int, inches: float) -> Fly | None:
    """Return the longest legal straight flight in a direction, or None."""
    end = model.pose.turned(angle - model.pose.heading).advanced(1.0)
    return _longest_flight(decision, model, (end.x - model.pose.x, end.y - model.pose.y), inches)


def _longest_flight(decision: Decision, model: Model, way: tuple[float, float], inches: float) -> Fly | None:
    """Return the longest legal flight along a unit vector, or None."""
    for step in range(int(inches / STEP) + 1):
        size = floor((inches - step * STEP) * 100) / 100
        if size <= 0:
            break
        flight = Fly(((round(model.pose.x + way[0] * size, 3), round(model.pose.y + way[1] * size, 3)),))
        if decision.check(flight) is None:
            return flight
    return None


# --- Reading ---

LISTED = 4
"""The number of options that a message about ambiguous words names."""
_NUMBER = re.compile(r"[+-]?(\d{1,6}(\.\d{0,6})?|\.\d{1,6})")
_FILLERS = (
    "at", "to", "inches", "inch", "in", "degrees", "degree", "heading", "facing", "by", "and", "dice", "die", "then",
)  # fmt: skip
_LEFT, _RIGHT, _BACK = ("left", "port"), ("right", "starboard"), ("back", "backward", "reverse", "astern")
_TOWARD = ("to", "toward", "towards", "into")


class TypedError(Exception):
    """The typed words mean no answer. The message is one line that says what would work."""


def read_typed(text: str, decision: Decision, state: State, options: Sequence[Option[Answer]]) -> Answer:
    """Return the answer that typed text means. It may still be illegal. Raises TypedError."""
    words = split_words(text)
    if not words:
        raise TypedError("Type a number, a label, or help.")
    if words == ["default"]:
        return decision.default()
    if len(words) == 1 and words[0].isdecimal() and options:
        return _numbered(int(words[0]), options)
    exact = [option for option in options if split_words(option.label) == words]
    if len(exact) == 1:
        return exact[0].answer
    typed = Typed(decision, state, options, words[0], tuple(words[1:]))
    for answer_class in decision.answers:
        reader = _FORMS.get(answer_class)
        starts = _NUMBER.fullmatch(words[0]) or answer_class is Declaration
        if reader is not None and (words[0] in reader.verbs or (reader.bare and starts)):
            whole = typed if words[0] in reader.verbs else Typed(decision, state, options, "", tuple(words))
            answer = reader.read(whole)
            if answer is not None:
                return answer
    return _match_option(text, words, decision, options)


def _numbered(number: int, options: Sequence[Option[Answer]]) -> Answer:
    if not 1 <= number <= len(options):
        raise TypedError(f"There is no option {number}. Type a number from 1 to {len(options)}.")
    return options[number - 1].answer


def _match_option(text: str, words: list[str], decision: Decision, options: Sequence[Option[Answer]]) -> Answer:
    """Return the only option whose label begins with the words, or has all of them."""
    start = " ".join(words)
    with_verb = [option for option in options if option.answer.verb == words[0]]
    for found in (
        [option for option in options if " ".join(split_words(option.label)).startswith(start)],
        [option for option in with_verb if _has_words(option, words[1:])],
        [option for option in options if _has_words(option, words)],
    ):
        if len(found) == 1:
            return found[0].answer
        if found:
            raise TypedError(_ambiguous(text, found, options))
    raise TypedError(f"'{text.strip()[:60]}' is no answer here. {advice(decision, options)}")


def _has_words(option: Option[Answer], words: Sequence[str]) -> bool:
    return _matches(option.label, words)


def _matches(label: str, words: Iterable[str]) -> bool:
    """Return whether a label has all words or beginnings of words. Numbers must be whole."""
    known = split_words(label)
    return all(any(other == word if word.isdecimal() else other.startswith(word) for other in known) for word in words)


def _ambiguous(text: str, found: Sequence[Option[Answer]], options: Sequence[Option[Answer]]) -> str:
    numbers = [(options.index(option) + 1, option.label) for option in found[:LISTED]]
    more = f" and {len(found) - LISTED} more" if len(found) > LISTED else ""
    listed = "; ".join(f"{number} {label}" for number, label in numbers)
    return f"'{text.strip()[:60]}' could mean {listed}{more}. Type more of it, or a number."


def advice(decision: Decision, options: Sequence[Option[Answer]]) -> str:
    """Return what can be typed at a decision in one line."""
    numbers = f"a number from 1 to {len(options)}" if len(options) > 1 else "1" if options else ""
    usages = list(form_words(decision))
    return f"Type {'; or type '.join([*([numbers] if numbers else []), *usages[:2]])}."


def form_words(decision: Decision) -> Iterator[str]:
    """Yield the forms with free values that a decision accepts, each with an example."""
    for answer_class in decision.answers:
        form = _FORMS.get(answer_class)
        if form is None or (isinstance(decision, NextOrder) and not _suits(decision, answer_class)):
            continue
        yield form.usage


def _suits(decision: NextOrder, answer_class: type[Answer]) -> bool:
    """Return whether the active model can have an order of a class in this activation."""
    order = rulebook(decision.state).orders[answer_class.verb]
    if not order.suits(decision.model):
        return False
    limits = decision.envelope()
    if answer_class is Move:
        return limits.capital and bool(limits.forward or limits.reverse)
    if answer_class is Turn:
        return bool(limits.turns)
    if answer_class is Pivot:
        return limits.pivot
    if answer_class is Fly:
        return not limits.capital and limits.forward > STEP
    return any(True for _ in islice(order.choices(decision.state, decision.model), 1))


# --- Forms with free values ---


@frozen
class Typed:
    """The words of a form: the verb, and what follows it."""

    decision: Decision
    state: State
    options: Sequence[Option[Answer]]
    verb: str
    words: tuple[str, ...]

    @property
    def model(self) -> Model:
        """The model that the decision is about."""
        return self.state.models[self.decision.subject]

    def after(self, count: int) -> Typed:
        """Return it without the first words."""
        return Typed(self.decision, self.state, self.options, self.verb, self.words[count:])

    def split(self, *marks: str) -> tuple[Typed, tuple[str, ...]]:
        """Return it up to the first of some words, and the words after."""
        at = next((number for number, word in enumerate(self.words) if word in marks), len(self.words))
        before = Typed(self.decision, self.state, self.options, self.verb, self.words[:at])
        return before, self.words[at + 1 :]

    def numbers(self, *counts: int, usage: str) -> list[float]:
        """Return the numbers, without words such as `inches`. Raises TypedError for other words or counts."""
        words = [word for word in self.words if word not in _FILLERS]
        numbers = [float(word) for word in map(_strip_unit, words) if _NUMBER.fullmatch(word)]
        if len(numbers) != len(words) or len(numbers) not in counts:
            raise TypedError(f"Type {usage}.")
        return numbers

    def take_model(self, among: Iterable[Model], usage: str) -> tuple[Model, Typed]:
        """Return the model that the first words name, and the rest. Raises TypedError."""
        models = list(among)
        for count in range(len(self.words), 0, -1):
            name = " ".join(self.words[:count])
            named = [model for model in models if name in (" ".join(split_words(model.name)), model.id)]
            named = named or [model for model in models if " ".join(split_words(model.name)).startswith(name)]
            if len(named) == 1:
                return named[0], self.after(count)
            if named:
                raise TypedError(f"'{name}' could mean {', '.join(model.name for model in named[:LISTED])}.")
        if not self.words:
            raise TypedError(f"Type {usage}.")
        known = dict.fromkeys(model.name for model in models)
        name = " ".join(takewhile(lambda word: word not in _FILLERS and not _NUMBER.fullmatch(word), self.words))
        raise TypedError(f"'{name}' is no model to name here{suggest_names(name, known)}.")


def _strip_unit(word: str) -> str:
    return word.removesuffix("in") if word[:1].isdigit() else word


@frozen
class _Form:
    """A form of typed words with free values."""

    verbs: tuple[str, ...]
    usage: str
    """How to type it, with an example."""
    read: Callable[[Typed], Answer | None]
    """Returns the answer, or None if the words may be a label. Raises TypedError."""
    bare: bool = False
    """Whether it can be typed without the verb."""


MOVE = "move and inches, such as move 2.5 or move back 1"
TURN = "turn and degrees, such as turn right 30, or turn toward a model"
FLY = "fly and a point, such as fly 12.5 20, or fly toward a model, or fly heading 90 5"
ATTACK = "attack a model with a weapon, such as attack Windhover 1 with Mass Driver"
PLACE = "place, a model, and a point, such as place Talon 24 8 heading 0"
POINT = "a point, such as 24 8"
LAY = "lay, a kind of terrain, a point, and a heading, such as lay comet 10 24 0"
DICE = "the faces of your dice, such as 5 5 3: base dice, then flex dice, then macro dice"
ISSUE = "issue, and a number for each model, such as issue Amalthea 3, Long Reach 2"
PLAN = "plan, attack dice, and Fuel, such as plan 4 attack 1 fuel with Mass Driver"
DECLARE = "declare, an action, and Fuel to Boost with, such as declare Interception Anvil 1 boost 2"
LAUNCH = "launch and a point, such as launch 13 12 heading 90"


def _read_move(typed: Typed) -> Answer:
    back = any(word in _BACK for word in typed.words)
    words = tuple(word for word in typed.words if word not in (*_BACK, "ahead", "forward"))
    (inches,) = Typed(typed.decision, typed.state, typed.options, typed.verb, words).numbers(1, usage=MOVE)
    return Move(-abs(inches) if back else inches)


def _read_turn(typed: Typed) -> Answer:
    model = typed.model
    pivot = isinstance(typed.decision, NextOrder) and typed.decision.envelope().pivot
    if typed.words and typed.words[0] in _TOWARD:
        goal, _ = typed.after(1).take_model(typed.state.on_table(), TURN)
        bearing = round(degrees(atan2(goal.pose.x - model.pose.x, goal.pose.y - model.pose.y)))
        angle = (bearing - model.pose.heading + 180) % 360 - 180
        angle = angle if pivot else max(-MAX_TURN, min(MAX_TURN, angle))
        if angle == 0:
            raise TypedError(f"{model.name} faces {goal.name} already.")
    else:
        left = any(word in _LEFT for word in typed.words)
        words = tuple(word for word in typed.words if word not in (*_LEFT, *_RIGHT))
        (value,) = Typed(typed.decision, typed.state, typed.options, typed.verb, words).numbers(1, usage=TURN)
        if value != round(value):
            raise TypedError(f"Turn by whole degrees, such as {typed.verb} {round(value)}.")
        angle = -abs(round(value)) if left else round(value)
    return Pivot(angle) if pivot else Turn(angle)


def _read_flight(typed: Typed) -> Answer:
    decision, model = typed.decision, typed.model
    limit = decision.envelope().forward if isinstance(decision, NextOrder) else getattr(decision, "inches", 0.0)
    first = typed.words[0] if typed.words else ""
    if first in ("heading", "bearing", *COMPASS):
        if first in COMPASS:
            numbers = [float(COMPASS[first]), *typed.after(1).numbers(0, 1, usage=FLY)]
        else:
            numbers = typed.after(1).numbers(1, 2, usage=FLY)
        flight = _fly_along(decision, model, round(numbers[0]), numbers[1] if len(numbers) > 1 else limit)
        if len(numbers) > 1:
            end = model.pose.turned(round(numbers[0]) - model.pose.heading).advanced(numbers[1])
            return Fly(((round(end.x, 3), round(end.y, 3)),))
        if flight is None:
            raise TypedError("No flight in that direction is possible.")
        return flight
    if first in _TOWARD:
        return _read_approach(typed.after(1), limit)
    numbers = typed.numbers(*range(2, 33, 2), usage=FLY)
    return Fly(tuple(zip(numbers[::2], numbers[1::2], strict=True)))


def _read_approach(typed: Typed, limit: float) -> Answer:
    """Return the flight toward a named model: into contact if it may touch it, otherwise as near as it may end."""
    state, decision, model = typed.state, typed.decision, typed.model
    others = (other for other in state.on_table() if other is not model)
    goal, rest = typed.take_model(others, FLY)
    inches = rest.numbers(0, 1, usage=FLY)
    if not inches and isinstance(decision, NextOrder):
        pose = flight_to(state, model, goal.id, limit)
        if pose is not None:
            return Fly(((pose.x, pose.y),))
    flight = _fly_toward(decision, model, goal.pose[:2], min([limit, *inches]))
    if flight is None:
        raise TypedError(f"No flight toward {goal.name} is possible: it may not end there. Try fly heading 90 5.")
    return flight


def _read_attack(typed: Typed) -> Answer | None:
    decision, state = typed.decision, typed.state
    if not isinstance(decision, NextOrder):
        return None
    named, weapon_words = typed.split("with", "using")
    enemies = [model for model in state.on_table() if model.side != decision.side]
    target, rest = named.take_model(enemies, ATTACK)
    if rest.words:
        raise TypedError(f"Type {ATTACK}.")
    attacks = [
        (option, option.answer)
        for option in typed.options
        if isinstance(option.answer, Attack) and option.answer.target == target.id
    ]
    words = [word for word in weapon_words if word not in ("linked", "the")]
    found = [pair for pair in attacks if _has_words(Option(pair[1], pair[0].label.partition(" with ")[2]), words)]
    if "linked" in weapon_words:
        found = [pair for pair in found if len(pair[1].mounts) > 1]
    elif words and (single := [pair for pair in found if len(pair[1].mounts) == 1]):
        found = single
    lines = {answer.mounts[0][:1] for _, answer in found}
    if len(found) == 1 or (words and found and len(lines) == 1 and len({len(pair[1].mounts) for pair in found}) == 1):
        return found[0][1]
    if found:
        raise TypedError(_ambiguous(f"attack {' '.join(typed.words)}", [pair[0] for pair in found], typed.options))
    raise TypedError(_why_no_attack(decision, target, words))


def _why_no_attack(decision: NextOrder, target: Model, words: Sequence[str]) -> str:
    """Return why a weapon can't fire at a target, with its name."""
    reasons = []
    for mount, shot in decision.shots(target).items():
        label = weapons_label(decision.model, (mount,))
        if isinstance(shot, Refusal) and all(any(o.startswith(w) for o in split_words(label)) for w in words):
            reasons.append(f"{label}: {shot.reason}")
    wrong = plain_text(reasons[0]) if reasons else f"{decision.model.name} has no such weapon to fire."
    return f"No such attack on {target.name}. {wrong} Type odds {target.name} for all weapons."


def _read_place(typed: Typed) -> Answer:
    decision = typed.decision
    if not isinstance(decision, Deploy):
        return _read_pose(typed, PlaceAt)
    before, partner_words = typed.split("with")
    model, rest = before.take_model(decision.models, PLACE)
    if not rest.words:  # `place Talon`: the listed place
        for option in typed.options:
            if isinstance(option.answer, Place) and option.answer.model == model.id:
                return option.answer
    x, y, *angle = rest.numbers(2, 3, usage=PLACE)
    return Place(model.id, x, y, _heading(typed, angle), _partners(typed, partner_words, decision.models))


def _partners(typed: Typed, words: tuple[str, ...], among: Iterable[Model]) -> tuple[str, ...]:
    """Return the ids of the models that are named as its Formation."""
    models, rest, found = list(among), words, []
    while rest := tuple(word for word in rest if word != "and"):
        model, later = Typed(typed.decision, typed.state, (), "", rest).take_model(models, PLACE)
        found.append(model.id)
        rest = later.words
    return tuple(found)


def _heading(typed: Typed, angle: Sequence[float]) -> int:
    """Return a typed heading, or the one of the listed places."""
    if angle:
        if angle[0] != round(angle[0]):
            raise TypedError("A heading is a whole number of degrees.")
        return round(angle[0]) % 360
    return next((option.answer.heading for option in typed.options if isinstance(option.answer, Posed)), 0)


def _read_pose(typed: Typed, answer_class: type[PlaceAt] | type[Assault]) -> Answer:
    x, y, *angle = typed.numbers(2, 3, usage=f"place and {POINT}, and a heading")
    return answer_class(x, y, _heading(typed, angle))


def _read_launch(typed: Typed) -> Answer | None:
    before, partner_words = typed.split("with")
    if not before.words or not any(_NUMBER.fullmatch(word) for word in before.words):
        return None
    x, y, *angle = before.numbers(2, 3, usage=LAUNCH)
    own = (model for model in typed.state.models.values() if model.side == typed.decision.side)
    return Launch(x, y, _heading(typed, angle), _partners(typed, partner_words, own))


def _read_drone(typed: Typed) -> Answer | None:
    """Return the launch of a drone squadron at a typed place. The listed options name bay and card."""
    numbers = [float(word) for word in typed.words if _NUMBER.fullmatch(word)]
    words = [word for word in typed.words if not _NUMBER.fullmatch(word) and word not in _FILLERS]
    listed = [option.answer for option in typed.options if isinstance(option.answer, LaunchDrone)]
    bays = [answer for answer in listed if all(word in split_words(answer.card) for word in words)]
    if len(numbers) not in (2, 3) or not bays:
        return None
    return LaunchDrone(bays[0].mount, bays[0].card, numbers[0], numbers[1], _heading(typed, numbers[2:]))


def _read_nuke(typed: Typed) -> Answer | None:
    listed = [option.answer for option in typed.options if isinstance(option.answer, FireNuke)]
    numbers = [float(word) for word in typed.words if _NUMBER.fullmatch(word)]
    return FireNuke(listed[0].mount, *numbers) if listed and len(numbers) == 2 else None


def _read_point(typed: Typed) -> Answer:
    x, y = typed.numbers(2, usage=POINT)
    return SetBeacon(x, y) if SetBeacon in typed.decision.answers else At(x, y)


def _read_terrain(typed: Typed) -> Answer | None:
    decision = typed.decision
    numbers = [float(word) for word in typed.words if _NUMBER.fullmatch(word)]
    words = [word for word in typed.words if not _NUMBER.fullmatch(word) and word not in (*_FILLERS, "the")]
    if not isinstance(decision, PlaceTerrain) or not numbers:
        return None
    cards = [
        card for card in decision.pool
        if _matches(f"{key_to_words(card.kind)} {card.id}", words)
    ]  # fmt: skip
    if len(numbers) not in (2, 3) or not cards:
        raise TypedError(f"Type {LAY}.")
    return Lay(cards[0].id, numbers[0], numbers[1], _heading(typed, numbers[2:] or [0.0]))


def _read_declaration(typed: Typed) -> Answer | None:
    decision, state = typed.decision, typed.state
    if not isinstance(decision, Declare):
        return None
    words = [word for word in (typed.verb, *typed.words) if word not in ("", "declare")]
    boost = 0
    if "boost" in words:
        at = words.index("boost")
        if at + 1 >= len(words) or not words[at + 1].isdecimal():
            raise TypedError(f"Type {DECLARE}.")
        boost = int(words[at + 1])
        del words[at : at + 2]
    words = [word for word in words if word not in ("at", "against", "on", "and", "with", "fuel")]
    if not words or words in (["none"], ["nothing"]):
        return Declaration(NONE, boost)
    for name, action in rulebook(state).actions.items():
        parts = split_words(name)
        if words[: len(parts)] == parts:
            rest = words[len(parts) :]
            targets = {target: _target_words(state, target) for target in action.targets(state, decision.model)}
            if not rest:
                return Declaration(name, boost, next(iter(targets), None) if len(targets) == 1 else None)
            found = [target for target, known in targets.items() if known == rest]
            found = found or [target for target, known in targets.items() if known[: len(rest)] == rest]
            if len(found) == 1:
                return Declaration(name, boost, found[0])
            listed = ", ".join(_target_name(state, target) for target in targets) or "no target"
            raise TypedError(f"{name.title()} can name {listed}.")
    return None


def _target_name(state: State, target: str) -> str:
    model = state.models.get(target)
    return model.name if model is not None else target.capitalize()


def _target_words(state: State, target: str) -> list[str]:
    return split_words(_target_name(state, target))


def _read_plan(typed: Typed) -> Answer | None:
    """Return the listed plan with these numbers of attack dice and Fuel, and the named or the best weapons."""
    before, weapon_words = typed.split("with", "using")
    numbers: list[int] = []
    counts: dict[str, int] = {}
    unit = ""
    for word in reversed(before.words):
        if word in ("attack", "fuel"):
            unit = word
        elif word.isdecimal():
            numbers.insert(0, int(word))
            counts[unit] = int(word)
            unit = ""
    if not numbers:
        return None
    attack = counts.get("attack", numbers[0])
    fuel = counts.get("fuel", numbers[1] if len(numbers) > 1 else 0)
    plans = [(option, option.answer) for option in typed.options if isinstance(option.answer, SecretPlan)]
    plans = [pair for pair in plans if _has_words(Option(pair[1], pair[0].label.partition(":")[0]), weapon_words)]
    usual = typed.decision.default()
    plans.sort(key=lambda pair: _arms(pair[1]) != _arms(usual))
    for _, plan in plans:
        if (plan.attack, plan.fuel) == (attack, fuel):
            return plan
    same = sorted({plan.attack for _, plan in plans if plan.fuel == fuel})
    if not plans or not same:
        raise TypedError(f"There is no such plan. Type {PLAN}.")
    raise TypedError(f"With {fuel} Fuel, the attack dice can be {', '.join(map(str, same))}.")


def _read_issue(typed: Typed) -> Answer | None:
    decision, rest = typed.decision, typed
    if not isinstance(decision, IssueTokens) or not any(word.isdecimal() for word in typed.words):
        return None
    shares: dict[str, int] = {}
    while rest.words:
        if rest.words[0] in _FILLERS:
            rest = rest.after(1)
            continue
        model, rest = rest.take_model(decision.models, ISSUE)
        if not rest.words or not rest.words[0].isdecimal():
            raise TypedError(f"Type {ISSUE}.")
        shares[model.id] = int(rest.words[0][:6])
        rest = rest.after(1)
    return decision.issue(shares)


def _read_faces(typed: Typed) -> Answer:
    decision = typed.decision
    assert isinstance(decision, TypedFaces)
    digits = "".join(word for word in typed.words if word not in _FILLERS)
    faces = [int(digit) for digit in digits] if re.fullmatch(r"[1-6]+", digits) else []
    base, flex, macro = decision.counts
    if len(faces) != base + flex + macro:
        raise TypedError(f"{plain_text(decision.title)}. Type {base + flex + macro} faces from 1 to 6, such as 5 5 3.")
    return RealDice(tuple(faces[:base]), tuple(faces[base : base + flex]), tuple(faces[base + flex :]))


_FORMS: dict[type[Answer], _Form] = {
    Move: _Form(("move",), MOVE, _read_move),
    Turn: _Form(("turn", "pivot"), TURN, _read_turn),
    Pivot: _Form(("turn", "pivot"), "turn and up to 180 degrees for the free turn, such as turn left 120", _read_turn),
    Fly: _Form(("fly",), FLY, _read_flight),
    Attack: _Form(("attack", "fire"), ATTACK, _read_attack),
    Place: _Form(("place", "deploy"), PLACE, _read_place),
    PlaceAt: _Form(("place",), f"place and {POINT}, and a heading", _read_place, bare=True),
    Assault: _Form(("assault",), "assault, a point, and a heading", lambda typed: _read_pose(typed, Assault)),
    Launch: _Form(("launch",), LAUNCH, _read_launch),
    LaunchDrone: _Form(("drone",), "drone, a card, and a point, such as drone warden 13 12", _read_drone),
    FireNuke: _Form(("nuke",), "nuke and a point, such as nuke 20 30", _read_nuke),
    SetBeacon: _Form(("beacon",), POINT, _read_point, bare=True),
    At: _Form(("at",), POINT, _read_point, bare=True),
    Lay: _Form(("lay",), LAY, _read_terrain),
    Declaration: _Form(("declare", "boost"), DECLARE, _read_declaration, bare=True),
    SecretPlan: _Form(("plan",), PLAN, _read_plan),
    Issue: _Form(("issue",), ISSUE, _read_issue),
    RealDice: _Form(("faces", "dice"), DICE, _read_faces, bare=True),
}
"""The forms with free values by the class of their answers. All other answers are listed."""
