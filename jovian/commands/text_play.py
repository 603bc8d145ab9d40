"""The command `play --text`: play a game in the terminal by typed answers, one fact per line.

It is made for screen readers: no colors, no drawings, no columns. A `TextGame` tells what the side at the terminal may
know, asks, and reads answers (`typed_answers`) and commands such as `look`. Two people at one terminal hand it over
before anything secret is shown. The game autosaves in the same folders as the games of the window.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import atan2, degrees
from pathlib import Path

from jovian.cards.files import describe_error, holds_save
from jovian.commands.position import pair
from jovian.commands.problem import INTERRUPTED, CommandError
from jovian.commands.simulate import check_player, chosen_options, chosen_seed
from jovian.commands.stdout import write_text
from jovian.commands.typed_answers import (
    TypedError,
    advice,
    clock_words,
    form_words,
    inches_words,
    list_options,
    place_words,
    plain_text,
    read_typed,
    split_words,
)
from jovian.descriptions.cards import aboard_words, extra_labels, remaining_words, state_words
from jovian.descriptions.odds import Chances, attack_order, plan_outcomes
from jovian.dice import format_seed
from jovian.frozen import frozen
from jovian.game import BOTH, EMBARKED, RESERVE, Answer, Decision, LogEntry, Model, Option, Refusal, State
from jovian.game.answers import SecretPlan
from jovian.game.events import BASE, Started
from jovian.game.game import OPEN
from jovian.match import Match, Refused
from jovian.match.play_loop import Chooser, ask, describe_failure, is_interrupt, name_of, reason_of
from jovian.match.saves import save
from jovian.narrator import WHY, LogLine, Names, group_events, tell_group
from jovian.packages import PROGRAM
from jovian.play import (
    Attack,
    WhatIf,
    attacks,
    obvious_answer,
    obvious_words,
    remedy_words,
    setup_of,
    shot_words,
    what_if,
)
from jovian.players import make_player, seat_seed
from jovian.players.player import is_file_player
from jovian.rules.basics.rolls import TypedFaces, key_to_words, pluralize
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.pages import RulePage, rule_pages
from jovian.rules.placement.attached import outline
from jovian.rules.placement.legal_places import landmarks, zones
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import amount_words
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.sequence.sequence import progress
from jovian.rules.setup.briefing import briefing
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import obscured_by, sensor_band, weapons_label
from jovian.session.session import Session
from jovian.session.views import HUMAN, REMOTE, player_name
from jovian.table import Pose, arcs_of, distance
from jovian.user_files.loaded_game import load_game
from jovian.user_files.save_writer import LATEST
from jovian.user_files.saves import FRIEND, SUFFIX, folder

# --- The command ---

DEFAULT_PLAYERS = f"{HUMAN},ensign"


@frozen
class PlayRequest:
    """What to play, from the command line."""

    target: str
    """A save, or a scenario."""
    players: str = ""
    """The players `A,B`, or "" for those of the save, or a human against an ensign."""
    fleets: str = ""
    seed: str = ""
    options: tuple[str, ...] = ()
    edition: str = ""
    real_dice: bool = False


def play_text(request: PlayRequest, read: Callable[[], str | None] | None = None) -> int:
    """Play a game in the terminal and return the exit status.

    `read` returns the next typed line, or None at the end of input. Raises CommandError, CardError, or SaveError.
    """
    session, seats, is_loaded = _open_game(request)
    game = TextGame(session, _make_players(seats, session.match), read or _read_line)
    return game.play(is_loaded=is_loaded)


def _open_game(request: PlayRequest) -> tuple[Session, tuple[str, str], bool]:
    """Return the game, its players, and whether it is from a save."""
    chosen = pair(request.players, "--players") if request.players else None
    for seat in chosen or ():
        if seat != HUMAN:
            check_player(seat, "--players")
    if holds_save(request.target):
        if request.fleets or request.seed or request.options or request.edition or request.real_dice:
            raise CommandError("usage: a save has its own fleets, seed, options, and dice")
        loaded = load_game(Path(request.target))
        seats = chosen or _noted_seats(request.target, loaded.note.get("seats"))
        session = Session(loaded.match, seats, loaded.take_up())
        return session, session.seats if chosen is None else seats, True
    seats = chosen or pair(DEFAULT_PLAYERS, "--players")
    if request.real_dice and HUMAN not in seats:
        raise CommandError("usage: --real-dice requires a human")
    options = chosen_options(list(request.options), request.edition)
    fleets = pair(request.fleets, "--fleets") if request.fleets else ()
    seed = chosen_seed(request.seed)
    setup = setup_of(request.target, fleets, seed, options=options, manual=request.real_dice)
    return Session(Match(setup, keep_all=True), seats), seats, False


def _noted_seats(target: str, noted: object) -> tuple[str, str]:
    """Return the players that a save names, or the default ones. Players elsewhere and unknown ones become human.

    Raises CommandError for a player file, because no file that a save names is run.
    """
    match noted:
        case [str(first), str(second)]:
            for seat in (first, second):
                if is_file_player(seat):
                    raise CommandError(f"{target}: the player {seat} is from a file: name the players with --players")
            first, second = (HUMAN if seat in (REMOTE, FRIEND) else seat for seat in (first, second))
            return first, second
    return pair(DEFAULT_PLAYERS, "--players")


def _make_players(seats: Sequence[str], match: Match) -> dict[int, Chooser]:
    """Return the computer players by side. They have the same seeds as in `simulate`."""
    seed = match.setup.seed
    return {side: make_player(seat, seat_seed(seed, side)) for side, seat in enumerate(seats) if seat != HUMAN}


def _read_line() -> str | None:
    """Return the next line of standard input, None at its end."""
    if sys.stdin.isatty():
        write_text("Answer: ")
    try:
        return input()
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "?"


# --- The game ---

SHOWN = 12
"""The number of options that a question lists. `more` lists the others."""
LOG_LINES = 20
MAX_ATTACKS, MAX_THREATS, MAX_TITLES = 5, 3, 12
ORDERS = ("move", "turn", "fly", "attack", "launch")
"""The words that begin an order. Typed before the declaration, they declare no action."""
MAX_REPEATED = 30
"""Characters of a detail that is repeated for each option. A longer one is printed once."""
CLEARED = "\n" * 60
"""The blank lines that move secrets off the screen."""
HANDED_OVER = "The other side's part of the game is hidden above. Don't scroll back."


class StoppedError(Exception):
    """The player stops: at `quit`, or at the end of the input."""


@dataclass(slots=True)
class TextQuestion:
    """A question that was asked, with its options."""

    decision: Decision
    options: list[Option[Answer]]
    waiting: Answer | None = None
    """An answer that costs a model, which must be confirmed."""


@dataclass(slots=True)
class _Unread:
    """The events that a side hasn't been told yet."""

    counted: int = 0
    """The number of events of the whole log that were looked at."""
    entries: dict[int, list[LogEntry]] = field(default_factory=lambda: {0: [], 1: []})
    reader: int = 0
    """The side that read alone last. What it has read is still on the screen when both look."""

    def follow(self, log: Sequence[LogEntry]) -> None:
        """Add new events for both sides."""
        for entry in log[self.counted :]:
            for side in (0, 1):
                if entry.known_to(side):
                    self.entries[side].append(entry)
        self.counted = len(log)

    def cut(self, count: int) -> None:
        """Forget events that were undone. `count` events remain."""
        if count < self.counted:
            self.counted = count
            for side in (0, 1):
                self.entries[side] = [entry for entry in self.entries[side] if entry.n < count]

    def take(self, viewer: int, *, shared: bool) -> list[LogEntry]:
        """Return the unread events of a viewer. `shared`: the other side reads the screen, too."""
        side = self.reader = viewer if viewer in (0, 1) else self.reader
        taken = [entry for entry in self.entries[side] if viewer != OPEN or entry.seen_by == BOTH]
        for other in (0, 1):
            if other == side or shared or viewer == OPEN:
                seen = {entry.n for entry in taken}
                self.entries[other] = [entry for entry in self.entries[other] if entry.n not in seen]
        return taken


class TextGame:
    """One game at the terminal."""

    def __init__(self, session: Session, players: dict[int, Chooser], read: Callable[[], str | None]) -> None:
        self.session = session
        self.match = session.match
        self._players = players
        self._read = read
        self._unread = _Unread()
        self._is_answering = False
        """Whether an answer is being carried out, so that the state may be half changed."""
        self._is_new_here = True
        """Whether the hint about help wasn't printed yet."""
        self._again = ""
        """A typed line that belongs to the next question."""
        self._forms_told: set[str] = set()
        """The forms of answers that were explained once. `help` repeats them."""
        self._details_told: set[str] = set()
        """The long explanations of actions that were printed once. `more` repeats them."""
        self.match.listeners.append(self._unread.cut)
        session.autosaves = lambda: True
        started = next(self.match.events.of(Started))
        self.names = tuple(side.name or f"Side {number + 1}" for number, side in enumerate(started.sides))

    # --- Course of the game ---
    def play(self, *, is_loaded: bool) -> int:
        """Play until the game is over or the player stops. Return the exit status."""
        try:
            self._begin(is_loaded)
            while not self.session.has_ended:
                self._step()
            self._tell()
            self._tell_result()
        except StoppedError:
            return self._stop(0)
        except KeyboardInterrupt:
            print_lines([""])
            return self._stop(INTERRUPTED)
        return self._stop(0)

    def _begin(self, is_loaded: bool) -> None:
        """Print what is played, and seat the first side."""
        match, scenario = self.match, self.match.setup.scenario
        sides = [f"{name}: {player_name(seat)}." for name, seat in zip(self.names, self.session.seats, strict=True)]
        seed = "" if is_loaded else f" Seed {format_seed(match.setup.seed)}."
        print_lines([f"{scenario.name}.{seed}", *sides])
        if is_loaded:
            self._unread.follow(match.events.entries)
            self._unread.entries = {0: [], 1: []}
            print_lines([f"The game continues in turn {max(1, match.state.turn)}. Type log for what happened."])
        else:
            told = briefing(match.state, placed=match.places_models, names=self.names)
            print_lines([*told.paragraphs, "Type briefing for the table, the deployment, and the special rules."])
        self.session.let_both_view()
        self._cover()

    def _step(self) -> None:
        """Let one side answer once."""
        decision = self.match.decision
        assert decision is not None
        types_faces = isinstance(decision, TypedFaces) and bool(self.session.humans)
        if decision.side in self._players and not types_faces:
            self._let_computer(decision)
            return
        seen = self.session.decision or decision  # A human also types the dice of a computer player.
        obvious = obvious_answer(self.session.view, seen)
        if obvious is not None:
            self._give(obvious, obvious_words(seen, obvious))
            return
        self._tell()
        self._ask(TextQuestion(seen, list_options(seen, self.session.view)))

    def _let_computer(self, decision: Decision) -> None:
        """Let a computer player answer. If it fails, the default choice is used."""
        player, side = self._players[decision.side], decision.side
        try:
            choice = ask(self.match, player)
            fault = self._give(choice, reason_of(player))
            trouble = f"gave an illegal answer: {fault.reason}" if fault is not None else ""
        except BaseException as error:
            if is_interrupt(error) or isinstance(error, BrokenPipeError):
                raise
            trouble = f"failed ({describe_failure(error)})"
        if trouble:
            print_lines(
                [f"{name_of(player)}, the player of {self.names[side]}, {trouble}. The default choice is used."]
            )
            fault = self._give(decision.default(), "")
            if fault is not None:
                raise CommandError(fault.reason, 1)
        if not self.session.humans:
            self._tell()

    def _give(self, choice: object, reason: str) -> Refusal | None:
        """Give an answer, and hand over the terminal if needed. Return why it was refused, or None."""
        self._is_answering = True
        decision = self.match.decision
        human = decision is not None and decision.side not in self._players
        if human and reason:
            outcome = self.session.answer_unasked(choice, reason)  # type: ignore[arg-type]
        else:
            outcome = self.session.answer(choice, reason=reason)  # type: ignore[arg-type]
        self._is_answering = False
        if isinstance(outcome, Refusal):
            return outcome
        if fault := self.session.keeper.take_fault():
            print_lines([fault])
        if outcome.covered is not None:
            self._hand_over(outcome.covered)
        return None

    def _cover(self) -> None:
        """Hand over the terminal if needed: when a game opens, and after undo."""
        covered = self.session.cover()
        if covered is not None:
            self._hand_over(covered)

    def _hand_over(self, side: int) -> None:
        """Clear the screen, and wait until the other side sits at the terminal."""
        write_text(CLEARED)
        print_lines([f"Hand over to {self.names[side]}. Press Enter."])
        if self._read() is None:
            raise StoppedError
        write_text(CLEARED)
        print_lines([f"{self.names[side]}: {HANDED_OVER}"])

    def _stop(self, status: int) -> int:
        """Save the game and say where it is."""
        session, match = self.session, self.match
        if not session.has_started:
            print_lines(["The game ends before the first answer. There is nothing to save."])
            return status
        if self._is_answering:  # The last answer may be half carried out. The game before it is on the disk.
            session.keeper.settle(None)
        elif fault := session.autosave():
            raise CommandError(fault, 1)
        path = folder() / session.keeper.name / f"{LATEST}{SUFFIX}"
        print_lines([f"The game is saved as {session.keeper.name}."])
        if not match.over:
            write_text(f"Continue with: {PROGRAM} play --text {shlex.quote(str(path))}\n")
        return status

    # --- Story ---
    def _tell(self) -> None:
        """Print what has happened, as far as the side at the terminal may know."""
        self._unread.follow(self.match.events.entries)
        viewer = self.session.viewer
        shared = not self.session.held_back
        entries = self._watched() if viewer is None else self._unread.take(viewer, shared=shared)
        print_lines(story_lines(entries, self._known_names(), self.session.view))

    def _watched(self) -> list[LogEntry]:
        """Return the unread events of a game without a human, whose screen shows everything."""
        both = {entry.n: entry for side in (0, 1) for entry in self._unread.entries[side]}
        self._unread.entries = {0: [], 1: []}
        return [both[number] for number in sorted(both)]

    def _known_names(self) -> Names:
        return Names.of(self.session.view, self.names)

    def _tell_result(self) -> None:
        """Print who has won."""
        state = self.match.state
        winner = "The game is a draw." if state.winner is None else f"{self.names[state.winner]} wins."
        points = [
            f"{name}: {score.objective:g} Objective Points, {score.victory:g} Victory Points."
            for name, score in zip(self.names, state.scores, strict=True)
        ]
        print_lines([winner, *points])

    # --- Questions ---
    def _ask(self, question: TextQuestion) -> None:
        """Ask until an answer is given, or until a command changes the game."""
        self._print_question(question)
        while True:
            line = self._again or self._read()
            self._again = ""
            if line is None:
                raise StoppedError
            if self._take_line(line, question):
                return

    def _print_question(self, question: TextQuestion) -> None:
        decision = question.decision
        end = "" if decision.title.endswith("?") else "."
        print_lines([f"{self.names[decision.side]}. {decision.title}{end}"])
        print_lines(self._situation(decision))
        listed = question.options[:SHOWN]
        shown = self._without_told(listed) if isinstance(decision, Declare) else listed
        print_lines(option_lines(shown))
        if len(question.options) > SHOWN:
            print_lines([f"Type more for {pluralize(len(question.options) - SHOWN, 'more option')}."])
        elif shown != listed:
            print_lines(["Type more for what they do."])
        forms = [form for form in form_words(decision) if form not in self._forms_told]
        self._forms_told.update(forms)
        if forms:
            print_lines([f"Or type {'; or '.join(forms)}."])
        if self._is_new_here:
            print_lines(["Type help for all commands, quit to save and stop."])
            self._is_new_here = False

    def _without_told(self, options: Sequence[Option[Answer]]) -> list[Option[Answer]]:
        """Return options without the long explanations that were printed before."""
        told = self._details_told.copy()
        self._details_told.update(option.detail for option in options if len(option.detail) > MAX_REPEATED)
        return [replace(option, detail="") if option.detail in told else option for option in options]

    def _situation(self, decision: Decision) -> Iterator[str]:
        """Yield what the side needs to know to answer."""
        if isinstance(decision, NextOrder):
            model = decision.model
            yield model_line(decision.state, model, self.names)
            if model.is_on_table:
                yield reach_line(decision)
                yield f"Fire Control left: {fire_control_left(decision.state, model)}."
            if to_do := decision.still_to_do():
                yield f"Declared and not done yet: {to_do.title()}."
            if warning := decision.leaving():
                yield warning.reason
        elif isinstance(decision, Deploy):
            yield from zone_lines(decision.state, decision.side)
        elif decision.kind == "declare" and decision.subject in self.session.view.models:
            yield model_line(self.session.view, self.session.view.models[decision.subject], self.names)

    def _take_line(self, line: str, question: TextQuestion) -> bool:
        """Obey a typed line. Return whether the question is settled."""
        words = split_words(line)
        waiting, question.waiting = question.waiting, None
        if waiting is not None and words in (["yes"], ["y"]):
            return self._try(waiting, question)
        name = words[0] if words else ""
        labels = [split_words(option.label) for option in question.options]
        command = COMMANDS.get(name)
        if command is not None and words not in labels:
            try:
                return command.run(self, line.strip().partition(" ")[2].strip(), question)
            except (TypedError, Refused) as error:
                print_lines([str(error)])
            except OSError as error:
                print_lines([f"{error.filename or 'The file'}: {error.strerror or describe_error(error)}."])
            return False
        if not words:
            self._print_question(question)
            return False
        if isinstance(question.decision, Declare) and name in ORDERS and question.decision.default().action == NONE:
            print_lines(["No action is declared. Type undo to declare one."])
            self._again = line
            return self._try(question.decision.default(), question)
        try:
            answer = read_typed(line, question.decision, self.session.view, question.options)
        except TypedError as error:
            print_lines([str(error)])
            return False
        if isinstance(question.decision, NextOrder):
            warning = question.decision.warning(answer)
            if warning is not None and question.decision.check(answer) is None:
                print_lines([f"{warning.reason} Type yes to do it, or another answer."])
                question.waiting = answer
                return False
        return self._try(answer, question)

    def _try(self, answer: Answer, question: TextQuestion) -> bool:
        """Give an answer. If it is refused, print why and what would work."""
        refusal = question.decision.check(answer) or self._give(answer, "")
        if refusal is None:
            return True
        print_lines([f"Not possible: {refusal.reason} {self._remedy(answer, question)}"])
        return False

    def _remedy(self, answer: Answer, question: TextQuestion) -> str:
        """Return what would work instead of a refused answer."""
        decision = question.decision
        if isinstance(decision, NextOrder) and answer.verb in ("move", "turn", "pivot", "fly"):
            return reach_line(decision)
        return advice(decision, question.options)

    # --- Commands ---
    def look(self, words: str, question: TextQuestion) -> bool:
        """Print all models with place, heading, and Structure, or one model with its card and distances."""
        view = self.session.view
        if words:
            print_lines(card_lines(view, self._find(words), self.names))
            return False
        order = sorted(view.models.values(), key=lambda model: (not model.is_on_table, model.side))
        print_lines([f"Turn {max(1, view.turn)}. The table is {view.width:g} by {view.height:g} inches."])
        print_lines(model_line(view, model, self.names) for model in order if model.is_in_game)
        lost = [model.name for model in order if not model.is_in_game]
        print_lines([f"Lost: {', '.join(lost)}."] if lost else [])
        print_lines(
            f"{key_to_words(piece.kind).capitalize()} at {place_words(*piece.pose[:2])}."
            for piece in view.terrain.values()
        )
        for mark in landmarks(view):
            owner = "" if mark.side is None else f" of {self.names[mark.side]}"
            places = " to ".join(place_words(*point) for point in mark.points)
            print_lines([f"{mark.label}{owner} at {places}, reaching {inches_words(mark.inches)}."])
        return False

    def where(self, words: str, question: TextQuestion) -> bool:
        """Print what is near a model, nearest first, and how far the edges of the table are."""
        model = self._find(words) if words else self._subject(question)
        if not model.is_on_table:
            raise TypedError(f"{model.name} is not on the table.")
        print_lines(distance_lines(self.session.view, model))
        return False

    def threats(self, words: str, question: TextQuestion) -> bool:
        """Print the attacks that enemies could make at a model now and after their moves, and its own best attacks."""
        view = self.session.view
        model = self._find(words) if words else self._subject(question)
        there = what_if(view, model, model.pose.x, model.pose.y)
        dangers = there.threats
        print_lines([f"Now, {pluralize(len(dangers), 'attack')} could be made at {model.name} where it is."])
        print_lines(_attack_line(view, attack) for attack in _best_by_attacker(dangers))
        _print_later_threats(view, there)
        own = attacks(view, model)
        print_lines([f"{model.name} could make {pluralize(len(own), 'attack')} from there."])
        print_lines(_attack_line(view, attack) for attack in own[:MAX_ATTACKS])
        return False

    def odds(self, words: str, question: TextQuestion) -> bool:
        """Print the odds of all weapons of the model that acts against a target, and why a weapon can't fire."""
        view, decision = self.session.view, question.decision
        if isinstance(decision, PlanFight):
            plan = read_typed(words, decision, view, question.options) if words else decision.default()
            print_lines(plan_lines(decision, plan))
            return False
        shooter, target = self._subject(question), self._find(words)
        if target.side == shooter.side:
            raise TypedError(f"{target.name} isn't an enemy of {shooter.name}. Name an enemy.")
        inches = distance(shooter.base, shooter.pose, target.base, target.pose)
        print_lines([f"{shooter.name} to {target.name}: {inches_words(inches)}."])
        if isinstance(decision, NextOrder) and decision.subject == shooter.id:
            for mount, shot in decision.shots(target).items():
                label = weapons_label(shooter, (mount,))
                if isinstance(shot, Refusal):
                    remedy = remedy_words(view, shooter, mount, target)
                    print_lines([f"{label} can't fire: {shot.reason} {remedy}"])
                else:
                    print_lines([f"{label}: {shot_words(view, shot)}."])
        possible = [attack for attack in attacks(view, shooter) if target.id in attack.targets]
        linked = [attack for attack in possible if len(attack.shots[0].mounts) > 1 or len(attack.shots) > 1]
        chosen = linked if isinstance(decision, NextOrder) else possible
        print_lines([f"{attack.words}." for attack in chosen])
        if not possible:
            print_lines([f"{shooter.name} has no attack on {target.name} now."])
        return False

    def reach(self, words: str, question: TextQuestion) -> bool:
        """Print the remaining movement of the active model."""
        if not isinstance(question.decision, NextOrder):
            raise TypedError("Reach is known while a model chooses what to do.")
        print_lines([reach_line(question.decision)])
        return False

    def preview(self, words: str, question: TextQuestion) -> bool:
        """Print where a move would end, what would react, and the best attacks from there and at it."""
        decision, view = question.decision, self.session.view
        if not isinstance(decision, NextOrder):
            raise TypedError("Only a move can be tried, while a model chooses what to do.")
        answer = read_typed(words, decision, view, question.options)
        if answer.verb not in ("move", "turn", "pivot", "fly"):
            raise TypedError("Only a move can be tried, such as try move 2.5.")
        seen = decision.preview(answer)
        end = seen.poses[-1]
        if seen.refusal is not None:
            print_lines([f"Not possible: {seen.refusal.reason} {reach_line(decision)}"])
            return False
        print_lines([f"It would end at {place_words(end.x, end.y)}, heading {end.heading}."])
        for touch in seen.touches:
            print_lines([f"After {inches_words(touch.inches)}: {touch.label}."])
        print_lines([f"It would touch {', '.join(seen.ends_on)}. {seen.onward}"] if seen.ends_on else [])
        print_lines(["It would be partly off the table, and lost if it ends there."] if seen.off_table else [])
        there = what_if(view, decision.model, end.x, end.y, end.heading)
        print_lines(_attack_line(view, attack) for attack in there.attacks[:2])
        dangers = list(_best_by_attacker(there.threats))
        print_lines([f"{pluralize(len(dangers), 'enemy', 'enemies')} could attack it there now."])
        print_lines(_attack_line(view, attack) for attack in dangers[:MAX_THREATS])
        _print_later_threats(view, there)
        return False

    def log(self, words: str, question: TextQuestion) -> bool:
        """Print the last lines of the story with all details: `log`, `log 50`, or `log all`."""
        if words and words != "all" and not words.isdecimal():
            raise TypedError("Type log, log and a number of lines, or log all.")
        view = self.session.view
        lines = list(story_lines(self.session.events(), self._known_names(), view, details=True))
        print_lines(lines if words == "all" else lines[-(int(words[:6]) if words else LOG_LINES) or len(lines) :])
        return False

    def score(self, words: str, question: TextQuestion) -> bool:
        """Print the objectives and what both sides have of them."""
        print_lines(score_lines(self.session.view, self.names))
        return False

    def briefing(self, words: str, question: TextQuestion) -> bool:
        """Print the table, the deployment, and the special rules of the scenario."""
        told = briefing(self.session.view, placed=self.match.places_models, names=self.names)
        print_lines(told.paragraphs)
        print_lines(f"{item.title}: {item.text}" for item in (*told.course, *told.rules, *told.tokens))
        return False

    def undo(self, words: str, question: TextQuestion) -> bool:
        """Undo your last answer, unless dice were rolled or something was revealed since."""
        refusal = self.session.undo()
        if refusal is not None:
            raise TypedError(f"{refusal.reason} Undo works only for your own last answer, before dice are rolled.")
        if self.session.asks_undo:
            return False
        print_lines(["Undone."])
        self._cover()
        return True

    def save(self, words: str, question: TextQuestion) -> bool:
        """Save the game to a new file: `save mygame.json`."""
        if not words:
            raise TypedError("Type save and a file, such as save mygame.json.")
        if self.session.unkept is not None:
            raise TypedError(self.session.unkept.reason)
        if self.match.sealed:
            raise TypedError("Answer the secret question first: half of a secret pair is never saved.")
        path = Path(words).expanduser()
        path = path if path.suffix else path.with_suffix(SUFFIX)
        if path.exists():
            raise TypedError("This file exists already. Type another name.")
        save(self.match, path, {**self.session.keeper.note, "seats": list(self.session.seats)})
        write_text(f"Saved to {path}\n")
        return False

    def rules(self, words: str, question: TextQuestion) -> bool:
        """Print the rules with a title, or the titles of those that mention some words. Alone: about the question."""
        if not words:
            page = rule_pages().cited_page(question.decision.cited)
            if page is None:
                raise TypedError("Type rules and some words, such as rules point defense.")
            print_lines(page_lines(page))
            return False
        found = [hit.page for hit in rule_pages().find(words)]
        if not found:
            raise TypedError(f"No rule mentions {words[:60]}. Type fewer words.")
        if len(found) == 1 or words.casefold() == found[0].title.casefold():
            print_lines(page_lines(found.pop(0)))
        titles = [page.title for page in found]
        more = len(titles) - MAX_TITLES
        print_lines([f"Also in: {', '.join(titles[:MAX_TITLES])}."] if titles else [])
        print_lines([f"{pluralize(more, 'more rule')} mention this. Type more words to find them."] if more > 0 else [])
        print_lines(["Type rules and a title to read it."] if titles else [])
        return False

    def more(self, words: str, question: TextQuestion) -> bool:
        """Print all options of the question."""
        print_lines(option_lines(question.options))
        return False

    def help(self, words: str, question: TextQuestion) -> bool:
        """Print all commands."""
        for usage in form_words(question.decision):
            print_lines([f"Answer: {usage}."])
        print_lines(["Answer: the number of an option, its label, or the beginning of its label."])
        print_lines(["Answer: default, for the choice of the simplest player."])
        print_lines(f"{command.usage}: {command.summary}" for command in COMMANDS.values())
        print_lines(["Enter alone repeats the question."])
        return False

    def quit(self, words: str, question: TextQuestion) -> bool:
        """Save the game and stop."""
        raise StoppedError

    # --- Models by name ---
    def _find(self, words: str) -> Model:
        """Return the model that typed words name, or begin to name. Raises TypedError."""
        if not words:
            raise TypedError("Name a model. Type look for all models.")
        models, typed = list(self.session.view.models.values()), " ".join(split_words(words))
        named = [model for model in models if " ".join(split_words(model.name)) == typed]
        named = named or [model for model in models if " ".join(split_words(model.name)).startswith(typed)]
        if len(named) == 1:
            return named[0]
        if named:
            raise TypedError(f"'{words[:60]}' could mean {', '.join(model.name for model in named)}.")
        raise TypedError(f"There is no model '{words[:60]}'. Type look for all models.")

    def _subject(self, question: TextQuestion) -> Model:
        """Return the model that the question is about. Raises TypedError."""
        model = self.session.view.models.get(question.decision.subject)
        if model is None:
            raise TypedError("Name a model, because no model is active.")
        return model


@frozen
class _Command:
    """A command that can be typed at any question."""

    usage: str
    summary: str
    run: Callable[[TextGame, str, TextQuestion], bool]
    """Returns whether the question is settled."""


COMMANDS = {
    "look": _Command("look, or look NAME", "all models, or one with its card and distances", TextGame.look),
    "where": _Command("where, or where NAME", "what is near a model, with distances and directions", TextGame.where),
    "threats": _Command("threats, or threats NAME", "attacks at a model, and its own", TextGame.threats),
    "odds": _Command("odds NAME, or odds PLAN", "the odds of weapons at a target, or of a plan", TextGame.odds),
    "reach": _Command("reach", "the remaining movement of the active model", TextGame.reach),
    "try": _Command("try MOVE", "where a move would end, and what would happen there", TextGame.preview),
    "more": _Command("more", "all options of the question", TextGame.more),
    "log": _Command("log, log 50, or log all", "what happened, with dice and reasons", TextGame.log),
    "score": _Command("score", "the objectives and the points", TextGame.score),
    "briefing": _Command("briefing", "the table, the deployment, and the special rules", TextGame.briefing),
    "rules": _Command("rules, or rules WORDS", "the rules about the question, or with a title", TextGame.rules),
    "undo": _Command("undo", "undo your last answer", TextGame.undo),
    "save": _Command("save FILE", "save the game to a new file", TextGame.save),
    "help": _Command("help", "this list", TextGame.help),
    "quit": _Command("quit", "save and stop", TextGame.quit),
}  # fmt: skip
"""The commands by their first word."""


# --- Lines ---


def print_lines(lines: Iterable[str]) -> None:
    """Print each fact in plain words on a line of its own."""
    text = "".join(f"{plain_text(line)}\n" for line in lines)
    if text:
        write_text(text)


def option_lines(options: Sequence[Option[Answer]]) -> Iterator[str]:
    """Yield the numbered options."""
    told = ""
    for number, option in enumerate(options, 1):
        repeated = option.detail == told and len(told) > MAX_REPEATED
        is_new = option.detail != "" and not repeated and option.detail not in option.label
        yield f"{number}. {option.label}{f': {option.detail}' if is_new else ''}"
        told = option.detail


def story_lines(entries: Iterable[LogEntry], names: Names, state: State, *, details: bool = False) -> Iterator[str]:
    """Yield the story of events in plain words, the result of an attack first. `details`: then dice and reasons."""
    book = rulebook(state)
    for group in group_events(entries):
        story = tell_group(group, names, book)
        for line in (*story.lines, *(story.details if details else ())):
            yield _spoken(line)


def _spoken(line: LogLine) -> str:
    """Return a line of the narrator as a sentence with its dice."""
    words = line.spelled().text
    if line.about == WHY:
        words = words.partition(", written ")[0]  # The code of the same result.
    if line.dice:
        faces = " ".join(str(die.face) for die in line.dice if die.kind == BASE)
        others = [f"{die.kind} {die.face}" for die in line.dice if die.kind != BASE]
        shown = ", ".join([faces, *others] if faces else others)
        words = f"Dice {shown}: {words}" if words != faces else f"Dice {shown}"
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")


def model_line(state: State, model: Model, names: Sequence[str]) -> str:
    """Return a model with its side, place, heading, Structure, and states."""
    owner = "neutral" if model.is_neutral else names[model.side]
    facts = [f"{model.name}, {model.card.name}, {owner}: {_where(state, model)}."]
    boxes = len(model.boxes("structure"))
    if boxes:
        facts.append(f"Structure {model.unmarked('structure')} of {boxes}.")
    if model.is_on_table and not model.is_capital:
        facts.append(f"Fuel {remaining_words(model, 'fuel')}.")
    facts += [f"{state_words(state, model, name)}." for name in model.states]
    active = state.activation is not None and state.activation.model == model.id
    if model.activated and not active:
        facts.append("Has acted this turn.")
    return " ".join(facts)


def _where(state: State, model: Model) -> str:
    if model.is_on_table:
        heading = f", heading {model.pose.heading}" if model.is_capital else ""
        return f"at {place_words(model.pose.x, model.pose.y)}{heading}"
    host = state.models.get(model.host)
    if model.place == EMBARKED:
        return f"aboard {host.name}" if host is not None else "aboard a ship"
    return "in reserve" if model.place == RESERVE else model.place


def card_lines(state: State, model: Model, names: Sequence[str]) -> Iterator[str]:
    """Yield the card of a model, and its distance to all others on the table, nearest first."""
    yield model_line(state, model, names)
    card = model.open_card
    if card.role or card.about:
        yield " ".join(text for text in (card.role and f"{card.role.capitalize()}.", card.about) if text)
    yield f"Speed {card.speed}. Fire Control {card.fire_control}. Skill {card.skill}. Signature {card.signature}."
    if model.is_capital and not card.station:
        sides = ", ".join(
            f"{arc} {card.armor[arc]}" for arc in ("fore", "port", "starboard", "aft") if arc in card.armor
        )
        yield f"Armor: {sides}. Turns: {card.turns}."
    else:
        yield f"Armor {next(iter(card.armor.values()), 0)}."
    tracks = [track for track, boxes in card.tracks.items() if boxes and track != "structure"]
    if tracks:
        yield (
            ". ".join(f"{track.capitalize()} {model.rating(track)} of {card.printed(track)}" for track in tracks) + "."
        )
    for mount in card.mounts:
        weapon, broken = mount.weapon, " Damaged." if mount.id in model.damaged else ""
        traits = f", {', '.join(map(str, weapon.traits))}" if weapon.traits else ""
        yield f"{card.mount_name(mount.id)}: {', '.join(weapon.arcs)}{traits}.{broken}"
    if card.traits:
        yield f"Traits: {', '.join(trait.title for trait in card.traits)}."
    if aboard := aboard_words(state, model):
        yield f"Aboard: {aboard}."
    labels = [label for label, _ in extra_labels(state, model)]
    if labels:
        yield f"{'. '.join(labels)}."
    if model.is_on_table:
        yield from distance_lines(state, model)


def distance_lines(state: State, model: Model) -> Iterator[str]:
    """Yield the way from a model to all others and to the terrain, nearest first, then to the edges of the table."""
    lines = [_distance_line(state, model, other) for other in state.on_table() if other is not model]
    for piece in state.terrain.values():
        inches = min(distance(model.base, model.pose, *part) for part in outline(state, piece.id))
        name = key_to_words(piece.kind).capitalize()
        lines.append((inches, f"{name}: {_way_words(model, inches, piece.pose)}."))
    yield from (line for _, line in sorted(lines, key=lambda pair: pair[0]))
    x, y, width, height = model.pose.x, model.pose.y, state.width, state.height
    edges = (("north", height - y), ("east", width - x), ("south", y), ("west", x))
    yield f"Edges: {', '.join(f'{name} {round(inches, 1):g}' for name, inches in edges)} inches."


def _way_words(model: Model, inches: float, goal: Pose) -> str:
    """Return a distance with the direction in degrees, for a ship also as the hour of a clock with its bow at 12."""
    bearing = round(degrees(atan2(goal.x - model.pose.x, goal.y - model.pose.y))) % 360
    clock = f", {clock_words(model.pose.heading, bearing)}" if model.is_capital else ""
    return f"{inches_words(inches)}{clock}, direction {bearing}"


def _distance_line(state: State, model: Model, other: Model) -> tuple[float, str]:
    """Return the distance from a model to another one, and a line with direction, range band, arcs, and cover."""
    inches = distance(model.base, model.pose, other.base, other.pose)
    facts = [f"{other.name}: {_way_words(model, inches, other.pose)}"]
    if other.side != model.side:
        facts.append(f"{sensor_band(state, model, other, inches)} range")
        if obscured_by(state, model, other):
            facts.append("obscured")
    if model.is_capital and not model.card.station:
        facts.append(f"in arc {' and '.join(arcs_of(model.base, model.pose, other.base, other.pose))}")
    return inches, f"{', '.join(facts)}."


def page_lines(page: RulePage) -> Iterator[str]:
    """Yield a page of the rules: its title and place, its rules, and our rulings on it."""
    yield f"{page.title}. {page.place}." if page.place else f"{page.title}."
    yield from [page.text] if page.text else []
    for entry in page.entries:
        needs = f" Needs: {entry.needs}." if entry.needs else ""
        yield f"{entry.name}: {entry.text}{needs}".replace("..", ".")
    for ruling in page.rulings:
        yield f"Our ruling {ruling.number}: {ruling.text}"


def zone_lines(state: State, side: int) -> Iterator[str]:
    """Yield the parts of the table in which a side deploys."""
    for region in zones(state, side):
        left, bottom, right, top = (max(0.0, round(edge, 1)) for edge in region.box)
        right, top = min(right, state.width), min(top, state.height)
        yield f"Your zone is within {left:g} to {right:g} inches across and {bottom:g} to {top:g} inches up."


def reach_line(decision: NextOrder) -> str:
    """Return the remaining movement of the active model in one line."""
    limits, model = decision.envelope(), decision.model
    if not limits.capital and limits.forward >= 0.01:
        return f"{model.name} can fly {inches_words(limits.forward)}."
    facts = [f"can move {inches_words(limits.forward)} ahead"] if limits.forward > 0 else []
    if limits.min_move > 0:
        facts.append(f"must move at least {inches_words(limits.min_move)}")
    if limits.reverse > 0:
        facts.append(f"can move {inches_words(limits.reverse)} back")
    if limits.turns:
        facts.append(f"has {pluralize(limits.turns, 'turn')} of up to 45 degrees")
    if limits.pivot:
        facts.append("has a free turn to any heading")
    return f"{model.name} {', '.join(facts) or 'has no movement left'}."


def plan_lines(decision: PlanFight, plan: Answer) -> Iterator[str]:
    """Yield what a secret plan does against each plan that the enemy may have."""
    if not isinstance(plan, SecretPlan):
        raise TypedError("Type odds and a plan, such as odds plan 4 attack 1 fuel.")
    yield f"Your plan: {plan.attack} attack dice, {decision.fight.plan(plan).defense} defense dice, {plan.fuel} Fuel."
    if order := attack_order(decision.fight, decision.enemy_fight, plan):
        yield order
    for reply in plan_outcomes(decision.fight, decision.enemy_fight, plan):
        fuel = f" with {reply.fuel} Fuel" if reply.fuel else ""
        given, taken = _harm_words(reply.damage_dealt), _harm_words(reply.damage_taken)
        yield f"If its plan is {reply.label}{fuel}: your attack {given}, its attack {taken}."


def _harm_words(harm: Chances | None) -> str:
    if harm is None:
        return "cannot hit"
    lost = f", destroys {harm.lost:.0%}" if harm.lost is not None else ""
    return f"hits {harm.hurt:.0%}{lost}"


def score_lines(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield each objective with what both sides have of it, as far as the viewer knows."""
    for objective in progress(state):
        role = f", for the {objective.role} only" if objective.role else ""
        yield f"{pluralize(objective.points, 'point')} for {objective.title}{role}.".replace("..", ".")
        for name, share in zip(names, objective.shares, strict=True):
            if share.eligible:
                amount = "" if share.amount is None else amount_words(share.amount, objective.unit)
                earned = pluralize(share.earned, "point") if share.earned else "no points"
                yield f"{name}: {', '.join(filter(None, (amount, share.words, earned)))}."


def _print_later_threats(view: State, there: WhatIf) -> None:
    """Print which enemies could attack a model after their next moves, and their best attacks."""
    dangers = list(_best_by_attacker(there.later_threats))
    print_lines([f"After a move, {pluralize(len(dangers), 'enemy', 'enemies')} could attack it there."])
    print_lines(_attack_line(view, attack) for attack in dangers[:MAX_THREATS])


def _best_by_attacker(dangers: Iterable[Attack]) -> Iterator[Attack]:
    """Yield the best attack of each attacker."""
    seen = set()
    for attack in dangers:
        if attack.shots[0].attacker not in seen:
            seen.add(attack.shots[0].attacker)
            yield attack


def _attack_line(state: State, attack: Attack) -> str:
    attacker = state.models[attack.shots[0].attacker]
    return f"{attacker.name}, {attack.words}."
