"""Lessons: a small scenario and steps that say what to do, what is awaited, and what is said otherwise.

A lesson is a file with the keys of `LessonCard`. `LessonRun` plays it: it judges the answers of the player (side 0),
and gives those of the other side. It knows no window. A lesson is resumed by playing the steps before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, get_args

from jovian.cards import CardError, unit_cards, upgrades
from jovian.cards import left_out as skipped_cards
from jovian.cards.building import check_keys, read_file
from jovian.cards.building import scenario as build_scenario
from jovian.cards.files import LESSON, ROOT, Document, KeyPath, one_line, shelves, suggest_names
from jovian.cards.keys import Bare, Check, Limits, OneOf
from jovian.cards.names import slug
from jovian.cards.scenario import ScenarioCard
from jovian.frozen import freeze_mapping, frozen
from jovian.game import Answer, Choice, Decision, LogEntry, Refusal, State, answers, events
from jovian.game.answers import (
    Activate,
    Attack,
    Fly,
    MalformedAnswerError,
    Posed,
    Resolve,
    degrees,
    form_of,
    heading,
    length,
    parse_answer,
    points,
)
from jovian.match import Match, Refused
from jovian.play import obvious_answer, scenario_faults
from jovian.rules.placement.routes import Maneuver, pose_after
from jovian.rules.setup.setup import Setup
from jovian.table import Pose

# --- The keys of a file ---

LEARNER = 0
"""The side of the player. The lesson answers for the other one."""
SEED = 1
"""The seed of the dice that a lesson doesn't name, so that each lesson always goes the same way."""
MAX_STEPS = 40
PANELS = ("card", "log", "roster", "objectives", "top", "dock", "odds", "threats")
"""The parts of the window that a step may highlight. The list of threats is shown only in steps that highlight it."""

Value = bool | int | float | str
Json = Value | list[Value | list[Value]]


def _folded(text: str) -> str:
    return " ".join(text.split())


Text = Annotated[str, Limits(min_length=1, max_length=400), Check(_folded)]
Word = Annotated[str, Limits(min_length=1, max_length=60)]
Where = Mapping[Word, Json]
Point = tuple[float, float]
Area = tuple[float, float, float]
ListedAnswer = Annotated[list[Json], Limits(min_length=1, max_length=10)]
ListedAnswers = Annotated[tuple[ListedAnswer, ...], Limits(max_length=40)]
Face = Annotated[int, Limits(ge=1, le=6)]


def _anything() -> Where:
    return freeze_mapping({})


@frozen
class Condition:
    """An answer by its verb, and what its arguments must be."""

    answer: Word
    where: Where = field(default_factory=_anything)
    """Arguments by name: a value, or the least and the greatest number."""
    near: Area | None = None
    """The x and y of a place, and how many inches away the answer may end."""
    heading: tuple[int, int] | None = None
    """The least and the greatest heading at the end. With `near` or this, it doesn't matter how the model gets there.
    """


@frozen
class Until:
    """What ends a step: one of an answer, an event, a selected model, and a model that is pointed or aimed at."""

    answer: Word = ""
    event: Word = ""
    where: Where = field(default_factory=_anything)
    near: Area | None = None
    heading: tuple[int, int] | None = None
    select: Word = ""
    point: Word = ""
    aim: Word = ""


@frozen
class Highlight:
    """What is highlighted: buttons by name, a model, a place on the table, and a part of the window."""

    button: Word = ""
    model: Word = ""
    place: Point | None = None
    panel: Annotated[str, OneOf(PANELS)] | None = None
    note: Annotated[str, Limits(max_length=80)] = ""
    """A short text at the model or place."""


@frozen
class Step:
    """One step: what is said, what is awaited, and how it is done."""

    say: Text
    task: Annotated[str, Limits(max_length=200), Check(_folded)] = ""
    """What to do, "" if the player only reads."""
    show: Annotated[tuple[Highlight, ...], Limits(max_length=4)] = ()
    selected: Word = ""
    """The model that is selected when the step begins."""
    aimed: tuple[Word, Word] | None = None
    """The weapon that is selected when the step begins, and its target."""
    until: Until | None = None
    """What ends the step. Without it, the button Continue does."""
    also: Annotated[tuple[Annotated[Condition, Bare("answer")], ...], Limits(max_length=8)] = ()
    """Further answers that are allowed before, besides those of `do`."""
    otherwise: Annotated[str, Limits(max_length=300), Check(_folded)] = ""
    """What is said if the player does something else, "" to repeat the task."""
    do: ListedAnswers = ()
    """The answers that do the step."""
    then: ListedAnswers = ()
    """The answers after that, of both sides, in order."""
    dice: Annotated[tuple[tuple[Face, ...], ...], Limits(max_length=40)] = ()
    """The faces of the first rolls of the step: base, flex, and macro dice."""

    @property
    def is_read(self) -> bool:
        """Whether the player only reads and continues."""
        return self.until is None

    @property
    def marks(self) -> tuple[Highlight, ...]:
        """What is highlighted: `show`, and the model or the place that the step awaits."""
        until = self.until
        if until is None:
            return self.show
        target = until.select or until.point or until.aim or self._target
        if target and all(mark.model != target for mark in self.show):
            return (*self.show, Highlight(model=target))
        if until.near is not None and not any(mark.place or mark.model for mark in self.show):
            return (*self.show, Highlight(place=until.near[:2]))
        return self.show

    @property
    def _target(self) -> str:
        """The model at which the answer that ends the step is aimed, "" for none."""
        verb = self.until.answer if self.until is not None else ""
        target = next((choice[-1] for choice in self.do if choice[0] == verb and len(choice) > 1), "")
        return str(target) if verb in (Attack.verb, Resolve.verb) else ""

    @property
    def complaint(self) -> str:
        """What is said if the player does something else."""
        return self.otherwise or f"Not now. {self.task}".strip()


@frozen
class LessonCard:
    """A lesson file."""

    lesson: Annotated[str, Limits(min_length=1, max_length=60), Check(_folded)]
    """The title."""
    summary: Annotated[str, Limits(min_length=1, max_length=200), Check(_folded)]
    scenario: ScenarioCard
    """As in a scenario file. It places its models."""
    steps: Annotated[tuple[Step, ...], Limits(min_length=1, max_length=MAX_STEPS)]


# --- Lessons ---


@frozen
class Lesson:
    """A lesson that can be played."""

    key: str
    """The stem of its file, which is unique on its shelf."""
    title: str
    summary: str
    setup: Setup
    steps: tuple[Step, ...]
    document: Document
    """The file, for errors in steps that are found later."""

    def error(self, step: int, key: str, cause: str) -> CardError:
        """Return an error in a key of a step, with its line."""
        return self.document.error(("steps", step, key), f"step {step + 1}: {key}: {cause}")


BUILTIN_LESSONS = ROOT / "assets" / "lessons"
"""The folder of the lessons that come with the game."""


def lesson_files(folder: Path) -> list[Path]:
    """Return the lesson files of a folder in order of name, [] if there is no such folder."""
    return sorted(folder.glob("*.yaml"), key=lambda path: path.name)


def load_lesson(path: Path) -> Lesson:
    """Load the lesson of a file, or return it from memory if it hasn't changed. Raises CardError with all errors."""
    try:
        version = path.stat()
    except OSError:  # Reading tells what is wrong.
        return _read_lesson(path)
    return _kept_lesson(path, (version.st_mtime_ns, version.st_size), (shelves(), id(unit_cards())))


def load_builtin_lessons() -> None:
    """Load the lessons that come with the game, so that a page that lists them opens fast. Raises CardError."""
    for path in lesson_files(BUILTIN_LESSONS):
        load_lesson(path)


@lru_cache(maxsize=100)
def _kept_lesson(path: Path, version: tuple[int, int], cards: object) -> Lesson:
    """Return the lesson of a file. The other arguments change when it must be read again."""
    return _read_lesson(path)


def _read_lesson(path: Path) -> Lesson:
    document = read_file(path, LESSON)
    card = check_keys(LessonCard, document)
    scenario = _scenario(document, slug(path.stem))
    names = {model.id for model in scenario.models}
    for number, step in enumerate(card.steps):
        for path_, cause in _faults(step, names):
            document.add_error_if(True, ("steps", number, *path_), f"step {number + 1}: {cause}")
    document.settle()
    setup = Setup(scenario, (), unit_cards(), SEED)
    return Lesson(slug(path.stem), card.lesson, card.summary, setup, card.steps, document)


def _scenario(document: Document, key: str) -> ScenarioCard:
    """Return the scenario inside a lesson. Raises CardError with the lines of the lesson's file."""
    data = document.data
    assert isinstance(data, dict)
    lines = {path[1:]: line for path, line in document.lines.items() if path[:1] == ("scenario",)}
    inner = Document(document.file, data["scenario"], lines)
    scenario = build_scenario(inner, key, unit_cards(), skipped_cards(), upgrades())
    if not scenario.models:
        raise inner.error((), "scenario: a lesson must place its models")
    inner.faults += [inner.error(*fault) for fault in scenario_faults(scenario, unit_cards())]
    inner.settle()
    return scenario


ANSWERS: Mapping[str, tuple[type[Answer], ...]] = {
    kind.verb: tuple(other for name in answers.__all__ if (other := getattr(answers, name)).verb == kind.verb)
    for kind in (getattr(answers, name) for name in answers.__all__)
}
"""The classes of answers by verb."""
EVENTS: Mapping[str, type[events.Event]] = {kind.type: kind for kind in events.Event.__subclasses__()}
"""The classes of events by type."""
ENDS = ("answer", "event", "select", "point", "aim")
"""The keys of `Until`, of which a step has one."""


def _faults(step: Step, models: set[str]) -> list[tuple[KeyPath, str]]:
    """Return what is wrong with a step, with the keys that lead to it."""
    found: list[tuple[KeyPath, str]] = []
    until = step.until
    if until is not None:
        given = [key for key in ENDS if getattr(until, key)]
        if len(given) != 1:
            found.append((("until",), f"until: needs one of {', '.join(ENDS)}"))
        if not step.task:
            found.append((("until",), "task: is missing, so the player can't know what is awaited"))
        found += [(("until", *path), cause) for path, cause in _condition_faults(until)]
        found += [
            (("until", key), f"until {key}: no model has the id '{name}'{suggest_names(name, models)}")
            for key in ("select", "point", "aim") if (name := getattr(until, key)) and name not in models
        ]  # fmt: skip
    for number, condition in enumerate(step.also):
        found += [(("also", number, *path), cause) for path, cause in _condition_faults(condition)]
    for key in ("do", "then"):
        found += [
            ((key, number), f"{key}: '{one_line(str(choice[0]), 40)}' is no answer{suggest_names(choice[0], ANSWERS)}")
            for number, choice in enumerate(getattr(step, key)) if choice[0] not in ANSWERS
        ]  # fmt: skip
    for number, mark in enumerate(step.show):
        if mark.model and mark.model not in models:
            cause = f"show: no model has the id '{mark.model}'{suggest_names(mark.model, models)}"
            found.append((("show", number), cause))
    for key, name in (("selected", step.selected), ("aimed", step.aimed[1] if step.aimed else "")):
        if name and name not in models:
            found.append(((key,), f"{key}: no model has the id '{name}'{suggest_names(name, models)}"))
    if until is not None and until.answer and not found and all(choice[0] != until.answer for choice in step.do):
        found.append((("until",), f"do: needs an answer '{until.answer}', for Show me and to resume the lesson"))
    return found


def _condition_faults(condition: Condition | Until) -> list[tuple[KeyPath, str]]:
    """Return what is wrong with the verb and the arguments of a condition."""
    verb, event = condition.answer, condition.event if isinstance(condition, Until) else ""
    if event:
        if event not in EVENTS:
            return [(("event",), f"'{event}' is no event{suggest_names(event, EVENTS)}")]
        known = {name for name, _, _ in events.written_fields(EVENTS[event])}
    elif verb:
        if verb not in ANSWERS:
            return [(("answer",), f"'{verb}' is no answer{suggest_names(verb, ANSWERS)}")]
        known = {argument.name for kind in ANSWERS[verb] for argument in form_of(kind).arguments}
    else:
        known = set()
    what = event or verb or "this"
    return [
        (("where", name), f"where: '{what}' has no '{name}'{suggest_names(name, known)}")
        for name in condition.where if name not in known
    ]  # fmt: skip


# --- Conditions ---

MANEUVERS = tuple(kind.verb for kind in get_args(Maneuver))
"""The verbs of what moves a model."""
NEAR_ENOUGH = 1.5
"""How many inches from the end of the lesson's own moves other moves may end before the answer that ends a step."""


def is_met(condition: Condition | Until, answer: Answer, end: Pose | None = None) -> bool:
    """Return whether an answer is one that a condition describes. `end` is where its model is after it."""
    is_posed = condition.near is not None or condition.heading is not None
    if is_posed and not _ends_at(condition, _end_of(answer) or end):
        return False
    if is_posed and isinstance(answer, Maneuver):
        return condition.answer in MANEUVERS
    return answer.verb == condition.answer and all(
        _fits(getattr(answer, name, None), wanted) for name, wanted in condition.where.items()
    )


def _ends_at(condition: Condition | Until, end: Pose | None) -> bool:
    """Return whether a model at a pose is where a condition wants it."""
    if end is None or (condition.near is not None and not _is_within(end, condition.near)):
        return False
    low, high = condition.heading or (0, 359)
    return (end.heading - low) % 360 <= (high - low) % 360


def _is_within(pose: Pose, area: Area) -> bool:
    x, y, inches = area
    return (pose.x - x) ** 2 + (pose.y - y) ** 2 <= inches**2


def _end_of(answer: Answer) -> Pose | None:
    """Return the pose where an answer places or moves a model, or None."""
    if isinstance(answer, Fly):
        return Pose(*answer.path[-1], 0)
    return answer.pose if isinstance(answer, Posed) else None


def _fits(value: object, wanted: Any) -> bool:
    """Return whether a value is the wanted one, or a number in the wanted range."""
    if isinstance(value, int | float) and not isinstance(value, bool) and isinstance(wanted, list):
        return len(wanted) == 2 and bool(wanted[0] <= value <= wanted[1])
    if isinstance(value, tuple):
        return bool(list(value) == wanted)
    return bool(value == wanted)


def _event_fits(condition: Until, entry: LogEntry) -> bool:
    """Return whether an event is the one that a condition describes."""
    if entry.event.type != condition.event or not entry.known_to(LEARNER):
        return False
    data = entry.event.to_json()
    return all(_fits(data.get(name), wanted) for name, wanted in condition.where.items())


MEASURED = (length, degrees, heading, points)
"""What reads the arguments that a click on the table gives: places, lengths, and angles."""


def is_same_but_for_the_click(one: Answer, other: Answer) -> bool:
    """Return whether two answers differ at most in places, lengths, and angles, which no click gives exactly."""
    return type(one) is type(other) and all(
        argument.kind.read in MEASURED or getattr(one, argument.name) == getattr(other, argument.name)
        for argument in form_of(type(one)).arguments
    )


def _parsed(choice: Choice) -> Answer | None:
    """Return the answer that a choice of a file stands for, None if it is none."""
    for kind in ANSWERS[choice[0]]:
        try:
            return parse_answer(choice, (kind,))
        except MalformedAnswerError:
            continue
    return None


# --- Playing a lesson ---

READ_FIRST = "Read this first, then press Continue."
MAX_ANSWERS = 400
"""The most answers of a step, so that a wrong lesson ends."""


class LessonRun:
    """A lesson that is played, from one of its steps on.

    Raises:
        CardError: The steps before can't be played.

    """

    def __init__(self, lesson: Lesson, at: int = 0) -> None:
        self.lesson = lesson
        self.match = Match(lesson.setup, keep_all=True)
        self.at = -1
        self.complaint = ""
        """What is said about the last answer of the player, "" if it was right."""
        self.is_shown = False
        """Whether the lesson does the step for the player."""
        self._is_met = False
        self._done = self._then = 0
        self._first_event = 0
        self._dice_left: tuple[tuple[int, ...], ...] = ()
        self._begin(0)
        while self.at < min(at, len(lesson.steps) - 1):
            self.play_step()

    @property
    def step(self) -> Step:
        """The current step, the last one when the lesson is over."""
        return self.lesson.steps[min(self.at, len(self.lesson.steps) - 1)]

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.at >= len(self.lesson.steps)

    @property
    def is_reading(self) -> bool:
        """Whether the game waits until the player has read."""
        return self.is_over or (self.step.is_read and not self._is_met)

    def _begin(self, at: int) -> None:
        self.at, self.complaint, self.is_shown, self._is_met = at, "", False, False
        self._done = self._then = 0
        self._first_event = len(self.match.events)
        # A lesson has no secrets, so its dice may be known to the state before they are rolled.
        self.match.state.script = () if self.is_over else self.step.dice

    # --- What the player does ---
    def admit(self, view: State, decision: Decision, given: Sequence[Answer]) -> tuple[Answer, ...]:
        """Return what is answered when the player gives an answer with those after it, () if the step awaits others.

        A click is never exact. So the moves are those of the lesson. What else the player chose stays.
        """
        self.complaint = ""
        admitted = self._admitted(view, decision, given)
        if not admitted:
            self.complain()
        return admitted

    def _admitted(self, view: State, decision: Decision, given: Sequence[Answer]) -> tuple[Answer, ...]:
        until = None if self.is_reading else self.step.until
        if until is None:
            return ()
        if until.event:
            return tuple(given)
        planned = self._planned
        moves = [answer for answer in planned if isinstance(answer, Maneuver)]
        mover = view.models.get(next((each.model for each in given if isinstance(each, Activate)), decision.subject))
        end = pose_after(mover.pose, given) if mover is not None else None
        is_right_way = mover is not None and self._is_right_way(mover.pose, given, moves)
        admitted: list[Answer] = []
        for answer in given:
            exact = next((other for other in planned if is_same_but_for_the_click(answer, other)), None)
            if any(is_met(condition, answer, end) for condition in self.step.also):
                admitted.append(answer)
            elif isinstance(answer, Maneuver):
                if not is_right_way:
                    return ()
                admitted += moves
                moves = []
            elif is_met(until, answer, end) or answer == obvious_answer(view, decision):
                admitted.append(exact or answer)
            elif exact is not None and (exact == answer or answer.verb != until.answer):
                admitted.append(exact)
            else:
                return ()
        return tuple(admitted)

    def _is_right_way(self, start: Pose, given: Sequence[Answer], moves: Sequence[Answer]) -> bool:
        """Return whether answers move a model to where the step wants it, with moves of its own."""
        until, end, goal = self.step.until, pose_after(start, given), pose_after(start, moves)
        last = next((answer for answer in reversed(given) if isinstance(answer, Maneuver)), None)
        if until is None or last is None or not moves:
            return False
        if until.answer in MANEUVERS:
            return is_met(until, last, end)
        return _is_within(end, (goal.x, goal.y, NEAR_ENOUGH))

    @property
    def _planned(self) -> list[Answer]:
        """The answers of the step that haven't been given."""
        return [answer for choice in self.step.do[self._done :] if (answer := _parsed(choice)) is not None]

    def awaits(self, decision: Decision) -> bool:
        """Return whether the step awaits an answer to this decision."""
        until = None if self.is_reading else self.step.until
        return until is not None and any(until.answer == kind.verb for kind in decision.answers)

    def is_awaited(self, deed: object) -> bool:
        """Return whether what a button does is an answer that ends the step, so that the button is highlighted."""
        until = None if self.is_reading else self.step.until
        return until is not None and isinstance(deed, Answer) and is_met(until, deed)

    def on_answer(self, answer: Answer) -> None:
        """Note an answer that was given."""
        until, act, choices = self.step.until, self.match.state.activation, self.step.do
        if not self._is_met:
            self._done = next((n + 1 for n in range(self._done, len(choices)) if _parsed(choices[n]) == answer),
                              self._done)  # fmt: skip
        end = self.match.state.models[act.model].pose if act is not None and isinstance(answer, Maneuver) else None
        if until is not None and until.answer and is_met(until, answer, end):
            self._is_met = True
        self.follow()

    def do(self, kind: str, name: str) -> bool:
        """Note a model that is selected, pointed at, or aimed at. Return whether that ends the step."""
        until = None if self.is_over or self._is_met else self.step.until
        if until is None or not name or getattr(until, kind) != name:
            return False
        self._is_met = True
        self.follow()
        return True

    def complain(self) -> None:
        """Say what is to be done, because the player has done something else."""
        self.complaint = READ_FIRST if self.is_reading else self.step.complaint

    def read_on(self) -> None:
        """Continue after a step that is only read."""
        if not self.is_over and self.step.is_read and not self._is_met:
            self._is_met = True
            self.follow()

    def show(self) -> None:
        """Do the step for the player. The answers are given like those of the other side."""
        self.is_shown, self.complaint = True, ""

    # --- What the lesson does ---
    def follow(self) -> None:
        """Begin the next step if this one is done, with all that follows it."""
        until = self.step.until
        if not self._is_met and until is not None and until.event:
            entries = self.match.events.entries[self._first_event :]
            self._is_met = any(_event_fits(until, entry) for entry in entries)
        if self._is_met and (self._then >= len(self.step.then) or self.match.over):
            self._begin(self.at + 1)

    @property
    def is_answering(self) -> bool:
        """Whether the lesson gives the next answer, not the player."""
        decision = self.match.decision
        if decision is None or self.is_over:
            return False
        if self._is_met:
            return True
        if self.step.is_read:
            return False
        return decision.side != LEARNER or (self.is_shown and self._next_shown(decision) is not None)

    def _next_shown(self, decision: Decision) -> Choice | None:
        """Return the next answer that does the step, or None."""
        choices = self.step.do[self._done :]
        return next((choice for choice in choices if decision.check(choice) is None), None)

    def next_answer(self) -> Answer:
        """Return the answer that the lesson gives now: what follows the step, does it, or is the default.

        An answer that isn't legal is replaced by the default.
        """
        decision = self.match.decision
        assert decision is not None
        if self._is_met and self._then < len(self.step.then):
            choice = self.step.then[self._then]
            self._then += 1
            return decision.read(choice) if decision.check(choice) is None else decision.default()
        if decision.side == LEARNER and not self._is_met:
            shown = self._next_shown(decision)
            assert shown is not None
            return decision.read(shown)
        return decision.default()

    # --- Without a window ---
    def play_step(self, *, strict: bool = False) -> None:
        """Play the current step as the lesson does it.

        `strict` also requires that each answer of the lesson is legal, and that all its dice are rolled.

        Raises:
            CardError: The step doesn't end.

        """
        at, step, self._dice_left = self.at, self.step, self.match.state.script
        until = step.until
        self.show()
        for _ in range(MAX_ANSWERS):
            decision = self.match.decision
            if step.is_read and not self._is_met:
                self.read_on()
            elif until is not None and not self._is_met and (name := until.select or until.point or until.aim):
                self.do(next(kind for kind in ENDS[2:] if getattr(until, kind)), name)
            elif decision is None:
                raise self.lesson.error(at, "until", "the game ends before this")
            else:
                self._play_answer(decision, strict)
            if strict and self.at > at:
                self._check_dice(at)
            if self.at != at:
                return
        raise self.lesson.error(at, "do", "the step doesn't end")

    def _play_answer(self, decision: Decision, strict: bool) -> None:
        at, has_met, then = self.at, self._is_met, self._then
        if self.is_answering:
            answer = self.next_answer()
            if strict and has_met and self._then > then:
                refusal = decision.check(self.step.then[then])
                if refusal is not None:
                    cause = f"answer {then + 1} doesn't answer '{decision.title}': {refusal.reason}"
                    raise self.lesson.error(at, "then", cause)
        else:
            obvious = obvious_answer(self.match.view(LEARNER), decision.on(self.match.view(LEARNER)))
            if obvious is None:
                raise self.lesson.error(at, "do", f"has no legal answer to '{decision.title}'{self._why_not(decision)}")
            answer = obvious
        self.match.answer(answer)
        self._dice_left = self.match.state.script
        self.on_answer(answer)

    def _why_not(self, decision: Decision) -> str:
        """Return why the next answer of the step isn't legal, with a separator, or ""."""
        for choice in self.step.do[self._done :]:
            result = decision.parse_legal(choice)
            if isinstance(result, Refusal):
                return f": {result.reason}"
        return ""

    def _check_dice(self, at: int) -> None:
        if self._dice_left:
            number = len(self.lesson.steps[at].dice) - len(self._dice_left) + 1
            raise self.lesson.error(at, "dice", f"roll {number} doesn't have {len(self._dice_left[0])} dice")


def check_lesson(path: Path) -> Lesson:
    """Load a lesson and play it to its end. Raises CardError for the first step that can't be played."""
    lesson = load_lesson(path)
    run = LessonRun(lesson)
    while not run.is_over:
        try:
            run.play_step(strict=True)
        except Refused as refused:
            raise lesson.error(run.at, "do", str(refused)) from None
    return lesson
