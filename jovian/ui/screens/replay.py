"""The replay of a game: a table with a timeline, on which each activation is a step."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice

from jovian.cards.files import short_name
from jovian.descriptions.odds import Aim
from jovian.game import Refusal
from jovian.game.events import Activated
from jovian.match.entries import Answered, Edited, Reseeded
from jovian.narrator import Names
from jovian.rehearsal.activations import CHOOSE, DECLARE, is_beginning
from jovian.rehearsal.study import Mistake, StudyReport
from jovian.rehearsal.turning_points import PartReport
from jovian.rules.scenario.objectives import fleet_left
from jovian.session.session import Recording, Session
from jovian.ui.board.board_help import Shots
from jovian.ui.kit.theme import px
from jovian.ui.panels.column import Need
from jovian.ui.panels.context_panel import Content, ContextPanel, context_need, recap_content
from jovian.ui.panels.main_buttons import HEIGHT as MAIN_HEIGHT
from jovian.ui.panels.main_buttons import MainButtons
from jovian.ui.panels.odds_panel import aim_content
from jovian.ui.panels.panel import ButtonPlace, CanvasPanel, Press, find_press
from jovian.ui.panels.timeline import TIMELINE_HEIGHT, GameGraph, Timeline, TimelineMark, TimelineStep
from jovian.ui.panels.unit_card import BEST
from jovian.ui.presentation.game_summary import LeadChange, lead_change
from jovian.ui.presentation.log import caption, describe_choice, last_activation
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.shot_finder import ShotFinder
from jovian.ui.screens.navigation import ToBattle, ToTitle, edit_copy, rehearse
from jovian.ui.screens.screen import BOOKMARK, SHARE, Host, Screen, ask_bookmark, leave, settle_seats, share_page
from jovian.ui.screens.table import CANCEL, TableScreen
from jovian.ui.session.puzzle_session import MakingJob
from jovian.ui.session.rehearsals import GUESSED, OFF, TurningPointSearch, refuse_rehearsal
from jovian.user_files.findings import load_study, load_turning_points
from jovian.user_files.saves import Seats

# --- Marks ---

MAX_SWINGS = 4
"""The number of turning points by the remaining fleets, while the chances aren't known."""


def describe_turning_point(point: PartReport, name: str) -> str:
    """Return a turning point in a line: who did what, and why the chance of side 0, which has that name, changed."""
    parts_by_label = (("decision", point.decision), ("the other side's answers", point.answered), ("dice", point.fell))
    parts = [f"{label} {100 * change.value:+.0f}" for label, change in parts_by_label if change is not None]
    split = f" ({', '.join(parts)})" if parts else ""
    change = 100 * point.change.value if point.change is not None else 0
    told = f"{point.name} {point.told}".strip()
    return f"Turn {point.turn}: {told}. The chance of {name} changes by {change:+.0f} points{split}."


def describe_mistake(mistake: Mistake) -> str:
    """Return a mistake in a line: who made it, what it lost, and what the captain would have done."""
    lost = f"{mistake.name} {mistake.told}, which loses {100 * mistake.lost.value:.0f} points of the chance to win"
    return f"Turn {mistake.turn}: {lost}. The captain: {mistake.captain.removesuffix('.')}."


def describe_swing(change: LeadChange, names: tuple[str, str]) -> str:
    """Return a change of the lead in a line."""
    return f"Turn {change.turn}: {change.text}. {names[change.side]} gains {change.points:g} points of fleet."


# --- The screen ---

MAX_LISTED, MAX_LABEL = 9, 44
"""Bookmarks that the dialog lists, and letters of each."""
GROUPS_PER_FRAME = 5
"""The number of log entries that are prepared in a frame."""
MAKING = "Making a puzzle"
MAKING_TEXT = (
    "Computer players rehearse the captain's proposals for the activation that begins here. This takes some minutes."
)
SECONDS_PER_STEP = 0.35
"""Seconds between answers while the replay plays, at speed 1."""
SEARCH_LABEL, SPLIT_LABEL = "Find turning points", "Split this part"
SPLIT_HINT = "Find how much of this part was decisions and how much dice. Computer players replay it in the background."
SEARCH_HINT = "Computer players continue from every activation. This takes minutes, in the background."
HINT = "Click a model for its card, then point at an enemy for its odds."
MARKS_HINT = " {key} goes to the next turning point."
NO_MARKS = "This game has no turning points so far."


class ReplayScreen(TableScreen):
    """Shows a game from its start or after `at` answers. `back` is the screen to return to, None for the title.

    `is_news`: it plays at once, and returns at its end.
    """

    foot_height = TIMELINE_HEIGHT
    has_steps = True

    def __init__(
        self, app: Host, session: Session, back: Screen | None, at: int = 0, *, is_news: bool = False
    ) -> None:
        self.recording = Recording(session)
        self.bar, self.context = MainButtons(app.keymap), ContextPanel(app.keymap.key_label("help"))
        self.foot = self.timeline = Timeline(self._transport(), self.seek)
        self.source = session
        self.back = back
        self.playing = self._is_news = is_news
        self._wait = 0.0
        self._captions: dict[int, str] = {}
        self._asked_side: int | None = None
        """The side that the top bar marks as the one to decide."""
        self._aim: Aim | None = None
        self._recapped: tuple[object, Content] = ((), Content())
        """The shown part of the last activation, and its content."""
        super().__init__(app, self.recording)
        self._shot_finder, self._moment = ShotFinder(self.selection), Controller(self.selection, None)
        whole = self.recording.whole
        self.turns = tuple((turn, self._first_place_of(turn)) for turn in range(1, whole.state.turn + 1))
        """The turns, each with the place at which it begins."""
        self.steps = self._find_steps()
        self._study: StudyReport | None = None
        if whole.over:
            self._load_findings()
        self._fleets: list[tuple[int, int, int]] = []
        self._swings: list[tuple[int, LeadChange]] = []
        """The changes of the lead, each with the number of its step."""
        self._measuring: Iterator[None] | None = self._measure_fleets()
        """Computes the remaining fleets in frames in which nothing changes."""
        events = whole.events.seen_by(self.recording.viewer)
        self._preparing = self.log.prepare(events, self.shown)
        """Prepares the log in frames in which nothing changes."""
        self._is_preparing = True
        self._go(self.recording.place_of(at), animated=False)

    def _find_steps(self) -> tuple[TimelineStep, ...]:
        """Return the steps: the beginning, the activations that the viewer knows of, and the end."""
        recording = self.recording
        recording.go(recording.length)
        names = Names.of(recording.view, self.names)
        steps = [TimelineStep(0, 0)]
        for place in self._activations:
            turn = next((turn for turn, begin in reversed(self.turns) if begin <= place), 0)
            step = TimelineStep(place, turn, names.model(self._activated_at[place]).text)
            steps = [*(steps if place else ()), step]
        return (*steps, TimelineStep(max(1, recording.length), recording.whole.state.turn))

    def _load_findings(self) -> None:
        """Load the turning points and the mistakes that were found earlier, if there are any."""
        whole = self.recording.whole
        found, fault = load_turning_points(whole)
        if self.source.turned is None and found is not None:
            self.source.turned = TurningPointSearch(whole, None, found)
        self._study, study_fault = load_study(whole)
        if fault := fault or study_fault:
            self.app.say(fault, bad=True)

    def _measure_fleets(self) -> Iterator[None]:
        """Note the remaining fleets at each step, and how the lead changed, as far as the viewer knows."""
        recording, before, told = self.recording, self.recording.view_at(0), 0
        events = recording.whole.events.seen_by(recording.viewer)
        for number, step in enumerate(self.steps):
            place = min(step.place, recording.length)
            state, now = recording.view_at(place), self._told_at(place)
            left = [sum(value.points for value in fleet_left(state, side)) for side in (0, 1)]
            self._fleets.append((step.place, left[0], left[1]))
            change = lead_change(number, before, state, events[told:now])
            self._swings += [(number - 1, change)] if change is not None and number else []
            before, told = state, now
            yield

    # --- Panels ---
    def column(self) -> Sequence[tuple[CanvasPanel, Need]]:
        return (
            (self.card, self.card_need(2)),
            (self.second_card, Need(0, (px(BEST),), 3)),
            (self.context, context_need()),
            (self.bar, Need(px(MAIN_HEIGHT), (), 0)),
        )

    def _search_turns(self) -> None:
        """Start to find turning points, then to split the shown part; or cancel a running search."""
        turned: TurningPointSearch | None = self.source.turned
        if turned is not None and turned.running:
            turned.cancel()
        elif turned is not None and turned.results.complete:
            turned.split(self.recording.answers)
        else:
            self.source.turned = TurningPointSearch.start(self.recording.whole)

    def _go(self, at: int, animated: bool = True) -> None:
        forward = at == self.recording.at + 1
        before = self.recording.view
        self.recording.go(at)
        if animated and forward:
            settings = self.app.settings
            self.animation.start(self.recording.brought_about(), before, settings.speed, settings.motion)
        else:
            self.animation.forget()
        if not self.animation.running:
            self._on_landed()
        self.dirty = True

    def _on_landed(self) -> None:
        self.shown, self._moment = self.recording.view, Controller(self.selection, None)
        active = self.recording.match.state.activation
        if active is not None and active.model in self.shown.models:
            self.selection.selected = active.model

    # --- Buttons ---
    def _transport(self) -> list[tuple[str, Press]]:
        """Return the buttons of the timeline, each with its sign."""
        return [
            ("|<", Press("first", "|<", partial(self._stop_at, 0), hint="To the beginning")),
            ("<<<", Press("turn back", "< Turn", partial(self._step_turn, -1), command="pan up",
                          hint="Previous turn")),
            ("<<", Press("activation back", "< Step", partial(self._step_activation, -1), command="left",
                         hint="Beginning of this or the previous activation")),
            ("<", Press("back", "< Answer", partial(self._step, -1), command="pan left", hint="Previous answer")),
            (">", Press("step", "Answer >", partial(self._step, 1), command="pan right", hint="Next answer")),
            (">>>", Press("turn", "Turn >", partial(self._step_turn, 1), command="pan down", hint="Next turn")),
            (">|", Press("last", ">|", lambda: self._stop_at(self.recording.length), hint="To the end")),
        ]  # fmt: skip

    def _main(self) -> list[Press]:
        """Return the main buttons."""
        play, leave = "Pause" if self.playing else "Play", "Skip" if self._is_news else "Leave"
        return [
            Press("play", play, self._toggle_play, "primary", command="confirm", place=ButtonPlace.LIT),
            Press("activation", "Next step", partial(self._step_activation, 1), command="end", also="right",
                  hint="Next activation", place=ButtonPlace.SECOND),
            Press("leave", leave, self.leave, command="cancel", also="menu", place=ButtonPlace.LEAVE),
        ]  # fmt: skip

    def _rows(self) -> Iterator[Press]:
        """Yield the small buttons. All of them need a game that can be saved."""
        guessed = Refusal(GUESSED) if not self.recording.whole.is_savable else None
        unfinished = guessed or (None if self.recording.whole.over else Refusal("The game must be over for that."))
        off = guessed or self.source.elsewhere
        yield Press("on", "Continue from here", self._continue_here, refusal=off,
                    hint="Start a new game from this position")  # fmt: skip
        if refuse_rehearsal(self.recording) != OFF:
            yield Press("rehearse", "Rehearse", self._rehearse, refusal=guessed,
                        hint="Let computer players play many games from here")  # fmt: skip
        if (search := self._search_press(unfinished)) is not None:
            yield search
        yield Press("puzzle", "Make a puzzle", self._make_puzzle, refusal=unfinished,
                    hint="Find the best activation at this moment, and keep it as a puzzle")  # fmt: skip
        yield Press("bookmarks", "Bookmarks", self._list_bookmarks, refusal=guessed,
                    hint="Go to a bookmark, or add one here")  # fmt: skip
        yield Press("edit", "Edit a copy", self._edit, refusal=off,
                    hint="Open this position as a scenario in the editor")  # fmt: skip
        yield Press(SHARE[0], SHARE[1], self._share, refusal=guessed, hint=SHARE[2])

    def _search_press(self, refusal: Refusal | None) -> Press | None:
        """Return the button that finds turning points, splits the shown part, or stops that. None if all is known."""
        turned: TurningPointSearch | None = self.source.turned
        if turned is not None and turned.running:
            return Press("turned", "Cancel", self._search_turns, hint="Stop the search. Results so far are kept.")
        if turned is not None and turned.results.is_unsplit(self.recording.answers):
            return Press("turned", SPLIT_LABEL, self._search_turns, hint=SPLIT_HINT)
        if turned is not None and turned.results.complete:
            return None
        return Press("turned", SEARCH_LABEL, self._search_turns, refusal=refusal, hint=SEARCH_HINT)

    def _stop_at(self, place: int) -> None:
        self.playing = False
        self._go(place)

    def _step(self, places: int) -> None:
        self._stop_at(self.recording.at + places)

    def seek(self, place: int) -> None:
        """Go to a place that was chosen in the timeline."""
        self.playing = False
        self._jump(place)

    def _seek_mark(self, step: int) -> None:
        """Go to the next or previous mark, after the last one to the first."""
        marks = [mark for mark in self.timeline.graph.graph.marks if mark.place != self.recording.at]
        if marks:
            at = self.recording.at
            self.seek(min((mark.place for mark in marks), key=lambda place: ((place - at) * step < 0, place * step)))
        elif not self.timeline.graph.graph.marks:
            self.app.say(NO_MARKS)

    def _jump(self, place: int) -> None:
        self._go(place, animated=False)

    def _step_turn(self, step: int) -> None:
        self._jump(self._turn(step))

    def _step_activation(self, step: int) -> None:
        self.seek(self._activation(step))

    def _toggle_play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.recording.at >= self.recording.length:
            self._jump(0)

    def show_event(self, number: int) -> None:
        self._jump(self._place_of(number))

    def _share(self) -> None:
        self.playing = False
        share_page(self.app, self.recording.whole)

    def _edit(self) -> None:
        self.playing = False
        edit_copy(self.app, self.recording, self)

    def _rehearse(self) -> None:
        self.playing = False
        rehearse(self.app, self.recording, self)

    def _make_puzzle(self) -> None:
        """Let computer players make a puzzle of the nearest beginning of an activation, while the window waits."""
        self.playing = False
        nearest = sorted(self._activations, key=lambda place: abs(place - self.recording.at))
        whole, recording = self.recording.whole, self.recording
        place = next((at for at in nearest if is_beginning(whole.fork_at(recording.answers_at(at)))), None)
        if place is None:
            self.app.say("No model has activated in this game.", bad=True)
            return
        self._go(place, animated=False)
        job = MakingJob(self.recording.whole, self.recording.answers)
        told = f"Saved as {job.file.name}. You can open it under Lessons."
        self.app.wait_for(MAKING, MAKING_TEXT, job, lambda fault: self.app.say(fault or told, bad=bool(fault)))

    def _list_bookmarks(self) -> None:
        """Show the bookmarks of the game to go to, those nearest to the current place if there are many."""
        self.playing = False
        marks, fault = self.recording.bookmarks()
        nearest = sorted(marks, key=lambda mark: abs(mark.answers - self.recording.answers))[:MAX_LISTED]
        listed = [mark for mark in marks if mark in nearest]
        presses: list[Press | None] = [
            Press(str(mark.answers), short_name(mark.title, MAX_LABEL), partial(self._go_to_answer, mark.answers))
            for mark in listed
        ]
        here = Press(BOOKMARK, "Bookmark this moment", partial(ask_bookmark, self.app, self.recording),
                     "plain" if listed else "primary")  # fmt: skip
        text = fault or ("Go to a bookmark, or add one." if listed else "This game has no bookmarks yet.")
        self.ask("Bookmarks", text, (*presses, here, CANCEL))

    def _go_to_answer(self, answers: int) -> None:
        self._jump(self.recording.place_of(answers))

    def _turn(self, step: int) -> int:
        """Return the place at which the next or previous turn begins."""
        turn = self.recording.match.state.turn
        goal = max(1, turn + step if step > 0 or self.recording.at == self._first_place_of(turn) else turn)
        return self._first_place_of(goal)

    @cached_property
    def _activated_at(self) -> dict[int, str]:
        """The models of the activations that the viewer knows of, by the places at which they begin."""
        recording = self.recording
        kinds = [entry.kind if isinstance(entry, Answered) else "" for entry in recording.whole.journal]
        choices = [
            answers for answers, kind in enumerate(kinds)
            if kind == CHOOSE or (kind == DECLARE and kinds[max(0, answers - 1)] != CHOOSE)
        ]  # fmt: skip
        models: dict[int, str] = {}
        for number, entry in enumerate(recording.whole.events.seen_by(recording.viewer)):
            if isinstance(entry.event, Activated):
                # The activation of an embarked model is told later than it begins.
                choice = bisect_right(choices, recording.answers_at(self._place_of(number))) - 1
                if choice >= 0:
                    models.setdefault(recording.place_of(choices[choice]), entry.event.model)
        return models

    @cached_property
    def _activations(self) -> list[int]:
        """The places at which activations that the viewer knows of begin."""
        return sorted(self._activated_at)

    def _activation(self, step: int) -> int:
        """Return the place at which the next activation begins, or the present one or the one before."""
        at, places = self.recording.at, self._activations
        later, earlier = bisect_right(places, at), bisect_left(places, at)
        if step > 0:
            return places[later] if later < len(places) else self.recording.length
        return places[earlier - 1] if earlier else 0

    def _first_place_of(self, turn: int) -> int:
        whole = self.recording.whole
        event = bisect_left(whole.events.entries, turn, key=lambda entry: entry.turn)
        return self.recording.place_of(whole.answers_until(event))

    def _place_of(self, event: int) -> int:
        return bisect_right(range(self.recording.length), event, key=self._told_at)

    def _told_at(self, place: int) -> int:
        return self.recording.told_by(self.recording.answers_at(place))

    def _continue_here(self) -> None:
        """Continue a copy of the game from here. The original game doesn't change."""
        if self.recording.match.over:
            self.app.say("The game is over at this point. Step back first.", bad=True)
        else:
            settle_seats(self.app, self.source.seats, lambda seats: leave(self.app, lambda: self._copy(seats)))

    def _copy(self, seats: Seats) -> None:
        self.app.go(ToBattle(self.source.copy_at(self.recording.answers, seats), taken_up=True))
        self.app.say("This is a copy with its own name. The original game doesn't change.")

    def command(self, name: str) -> None:
        """Handle a key: buttons first, and Tab goes to the next mark. Escape closes what is open before it leaves."""
        press = find_press([*self._main(), *self.timeline.presses], name) if name != "cancel" else None
        if name != "help":  # It explains the refusal that is shown.
            self.selection.refuse(None)
        if press is not None:
            press.carry_out(self.selection)
        elif name == "step":
            self._seek_mark(-1 if self.app.shift else 1)
        else:
            super().command(name)

    def close(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Return to the screen that opened the replay, else to the title."""
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    def update(self, dt: float) -> None:
        moving = self.animation.running
        super().update(dt)
        if moving and not self.animation.running:
            self.animation.finish()
            self._on_landed()
            self.dirty = True
        if self.playing and not self.animation.running and not self.animation.holds and not self.mover.is_moving:
            self._play(dt)
        turned: TurningPointSearch | None = self.source.turned
        self.dirty |= turned is not None and turned.listen()
        if self.dirty:
            self.refresh()
        elif self._measuring is not None:
            self._measuring = self._measuring if next(self._measuring, self) is None else None
            self._show_timeline()
        elif self._is_preparing:
            self._prepare_log()

    def _prepare_log(self) -> None:
        """Prepare some log entries, so that a jump finds them in the cache."""
        prepared = list(islice(self._preparing, GROUPS_PER_FRAME))
        self._is_preparing = len(prepared) == GROUPS_PER_FRAME

    def _play(self, dt: float) -> None:
        """Step to the next answer when it is due."""
        self._wait += dt * max(0.5, self.app.settings.speed)
        if self._wait >= SECONDS_PER_STEP:
            self._wait = 0.0
            if self.recording.at >= self.recording.length:
                self.playing = False
                if self._is_news:
                    self.leave()
            else:
                self._go(self.recording.at + 1)

    def _caption_now(self) -> str:
        """Return the caption of the last replayed answer."""
        at = self.recording.at
        if self.animation.running:
            return self._caption_so_far()
        if at not in self._captions:
            self._captions[at] = self._caption(at) if at else "Start"
        return self._captions[at]

    def _caption_so_far(self) -> str:
        """Return the caption of what the animation has shown of the answer so far, "" for nothing."""
        first_unseen = self.first_unseen or 0
        seen = [entry for entry in self.recording.brought_about() if entry.n < first_unseen]
        names = Names.of(self.recording.view, self.names)
        return caption(seen, names, self.words) if seen else ""

    def _caption(self, at: int) -> str:
        begin = self.recording.answers_at(at - 1)
        entry = self.recording.whole.journal[begin]
        if isinstance(entry, Edited | Reseeded):
            return "Changed by hand" if isinstance(entry, Edited) else "New dice"
        names = Names.of(self.recording.view, self.names)
        text = caption(self.recording.brought_about(), names, self.words)
        if text or not isinstance(entry, Answered):
            return text
        before, viewer = self.recording.whole.fork_at(begin), self.recording.viewer
        if before.decision is None:
            return text
        if viewer not in (None, entry.side):
            return f"{self.names[entry.side]} · hidden choice"
        decision = before.decision if viewer is None else before.decision.on(before.view(viewer))
        return describe_choice(decision, entry.choice)

    @property
    def busy(self) -> bool:
        return self.playing or self._measuring is not None or self._is_preparing or super().busy

    # --- What is shown ---
    def shots(self) -> Shots:
        return {} if self.animation.running else self._shot_finder.shots(self._moment)

    @property
    def aimed(self) -> bool:
        return self._aim is not None

    def refresh(self) -> None:
        super().refresh()
        decision = self.recording.match.decision
        if not self.animation.running:
            self._asked_side = decision.side if decision is not None else None
        self.top.show(self.shown, self.seen_events(), self._asked_side, None)
        self.top.group["undo"].set_enabled(False, "You can't undo in a replay")
        is_still = not (self.ruler.on or self.animation.running)
        self._aim = self._shot_finder.aim(self._moment) if is_still else None
        self.bar.show(self._main())
        self.context.show(self._content())
        self._show_timeline()

    def _show_timeline(self) -> None:
        self.timeline.show(self._graph(), self.recording.at, self._caption_now())

    def _content(self) -> Content:
        """Return the odds of a shot, else what the last activation did, with the small buttons."""
        marks = self._marks()
        here = [mark.words for mark in marks if mark.holds(self.recording.at)]
        turned: TurningPointSearch | None = self.source.turned
        status = turned.status if turned is not None else ""
        hint = HINT + (MARKS_HINT.format(key=self.app.keymap.key_label("step")) if marks else "")
        content = aim_content(self._aim, self.weapon) if self._aim is not None else self._recap()
        content = replace(content, hint=status or hint, advice=" ".join(here), notice=self.selection.notice)
        return replace(content, buttons=tuple(self._rows()))

    def _recap(self) -> Content:
        """Return what the last activation did, as far as it was shown."""
        entries = self.seen_events()
        key = (len(entries), self.recording.at)
        if key != self._recapped[0]:
            past = last_activation(entries, self.shown)
            start = Content("The beginning" if not self.recording.at else "Deployment")
            self._recapped = (key, recap_content(past, self.names, self.words) if past is not None else start)
        return self._recapped[1]

    def _marks(self) -> tuple[TimelineMark, ...]:
        """Return the turning points and the mistakes, in the order of the game."""
        place_of, turned = self.recording.place_of, self.source.turned
        points = turned.results.turns if turned is not None else ()
        marks = list[TimelineMark]()
        for number, point in enumerate(points, 1):
            begin, end = place_of(point.begin), place_of(point.end)
            marks.append(TimelineMark(begin, end, str(number), describe_turning_point(point, self.names[0])))
        if not points and self._measuring is None:
            swings = sorted(self._swings, key=lambda swing: -swing[1].points)[:MAX_SWINGS]
            for number, (step, change) in enumerate(swings, 1):
                begin, end = self.steps[step].place, self.steps[step + 1].place
                marks.append(TimelineMark(begin, end, str(number), describe_swing(change, self.names)))
        for mistake in self._study.mistakes if self._study is not None else ():
            begin, end = place_of(mistake.begin), place_of(mistake.end)
            marks.append(TimelineMark(begin, end, mistake.sign, describe_mistake(mistake), mistake.side))
        return tuple(sorted(marks, key=lambda mark: (mark.place, mark.sign)))

    def _graph(self) -> GameGraph:
        turned: TurningPointSearch | None = self.source.turned
        known = turned.results.chances if turned is not None else ()
        chances = tuple((self.recording.place_of(answers), chance) for answers, chance in known)
        return GameGraph(self.steps, self.names, chances, tuple(self._fleets), self._marks())
