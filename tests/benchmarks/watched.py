"""Measure each frame of whole games in the window: `python -m tests.benchmarks.watched [RUNS] [NAMES...]`.

The real app runs without a display, and computer players in a process of their own. A frame is `App.step`, and
`App.draw` if something has changed. Its time is the processor time of this thread. Each run of a game has a process of
its own and the same frames, so a frame that is slow in most runs has a cause, and the others are noise: what is
printed are the medians of the runs, frame by frame.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any

import pygame

from jovian.cards.cache import keep_in
from jovian.match import Match
from jovian.players.worker import PlayerQuestion, ProcessWorker, WorkerResult
from jovian.session.session import Session
from jovian.ui.run import STEP_MS, PauseWork, start_collecting
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.navigation import (
    ToBattle,
    ToBriefing,
    ToColors,
    ToEditor,
    ToKeys,
    ToLessons,
    ToNewGame,
    ToRehearsal,
    ToReplay,
    ToRules,
    ToSaves,
    ToSettings,
    ToTitle,
)
from jovian.ui.screens.screen import Destination
from jovian.ui.session.rehearsals import new_position
from jovian.ui.settings import FIRST_GAMES, Settings
from tests.games import finished, setup
from tests.ui.pilot import TICK, Pilot

AIM_MS, MAX_MS = 8.0, 16.0
SAMPLE_SECONDS = 0.002
"""Seconds between looks at what a frame does."""
WORST = 24
"""The number of slow frames that are listed."""
PACKAGE = f"{os.sep}jovian{os.sep}"


@dataclass(slots=True)
class Frame:
    """A measured frame."""

    ms: float
    doing: str
    """The page, the events, and the panels that were drawn."""
    calls: list[tuple[str, ...]] = field(default_factory=list)
    """The functions at work at each look, outermost first."""
    gc_ms: float = 0.0
    """The milliseconds of collecting garbage."""

    @property
    def causes(self) -> list[str]:
        """The deepest calls that took at least a quarter of the looks."""
        paths = Counter(call[:depth] for call in self.calls for depth in range(1, len(call) + 1))
        common = [path for path, count in paths.items() if 4 * count >= len(self.calls)]
        deepest = [path for path in common if not any(len(p) > len(path) and p[: len(path)] == path for p in common)]
        causes = [f"{' > '.join(path[-4:])} ({100 * paths[path] // len(self.calls)} %)" for path in deepest]
        return ["garbage"] if self.gc_ms > self.ms / 3 else causes


def _name(code: CodeType) -> str:
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"


class Recorder:
    """Measures frames, and looks in short intervals at what they do."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self._looks: list[list[CodeType]] = []
        self._gc_start = self._gc_ms = 0.0
        signal.signal(signal.SIGALRM, self._look)
        gc.callbacks.append(self._on_gc)

    def _look(self, number: int, frame: Any) -> None:
        look = []
        while frame is not None:
            look.append(frame.f_code)
            frame = frame.f_back
        self._looks.append(look)

    def _on_gc(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._gc_start = time.thread_time()
        else:
            self._gc_ms += 1000 * (time.thread_time() - self._gc_start)

    def measure(self, work: Callable[[], str]) -> None:
        """Measure a frame. The function returns what it did."""
        self._looks, self._gc_ms = [], 0.0
        signal.setitimer(signal.ITIMER_REAL, SAMPLE_SECONDS, SAMPLE_SECONDS)
        start = time.thread_time()
        doing = work()
        ms = 1000 * (time.thread_time() - start)
        signal.setitimer(signal.ITIMER_REAL, 0)
        looks = self._looks if ms > AIM_MS else []
        calls = [tuple(_name(code) for code in reversed(look) if PACKAGE in code.co_filename) for look in looks]
        self.frames.append(Frame(ms, doing, calls, self._gc_ms))


THINKING_FRAMES = 3
"""Frames between a question to a computer player and its answer."""
MAX_THINKING_SECONDS = 60.0


class SteadyWorker(ProcessWorker):
    """A process of computer players whose answers come after the same number of frames in each run."""

    _frames = 0
    """The number of frames since the question."""

    def ask(self, match: Match, question: PlayerQuestion) -> None:
        self._frames = 0
        super().ask(match, question)

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        return super().poll(wait) if self._frames >= THINKING_FRAMES else None

    def pass_frame(self) -> None:
        """Note that a frame is over, and wait for the answer if the next frame is to get it."""
        self._frames += 1
        if self._frames == THINKING_FRAMES and self._pending is not None and self._line is not None:
            self._line._ours.poll(MAX_THINKING_SECONDS)


class Watcher(Pilot):
    """A pilot that draws each frame as the window does, and measures it."""

    def __init__(self, recorder: Recorder, size: tuple[int, int], settings: Settings) -> None:
        self.recorder, self.pauses = recorder, PauseWork()
        super().__init__(size, settings)
        self.app.decision_worker = self.worker = SteadyWorker()
        self.draw()
        while self.pauses.wait_ms == STEP_MS:  # The user looks at the title first.
            self.pauses.do()

    def post(self, *events: pygame.event.Event) -> None:
        self.recorder.measure(lambda: self._frame(events))
        self._unhurt()
        self.worker.pass_frame()
        if not self.app.busy and not events:
            self.pauses.do()

    def _frame(self, events: Sequence[pygame.event.Event], destination: Destination | None = None) -> str:
        app, before = self.app, self.page
        if destination is not None:
            app.go(destination)
        app.step(events, TICK)
        doing = [before if before == self.page else f"{before} to {self.page}"]
        doing += [pygame.event.event_name(event.type) for event in events]
        battle = app.screen
        if isinstance(battle, BattleScreen) and battle.animation.running:
            doing.append("animation")
        if app.dirty:
            panels = [type(panel).__name__ for panel in getattr(battle, "panels", ()) if panel.dirty]
            app.draw(self.surface)
            doing.append(f"draws {'+'.join(panels)}" if panels else "draws")
        return " ".join(doing)

    def open(self, destination: Destination) -> None:
        """Open a page, and measure the frame in which that happens."""
        self.recorder.measure(lambda: self._frame((), destination))

    def close(self) -> None:
        """End the process of the computer players."""
        self.worker.close()

    # --- Ways to use the window ---
    def type_text(self, text: str) -> None:
        """Type into the focused field, with some frames after each letter."""
        for letter in text:
            self.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
            self.wait(2)

    def glide(self, goal: tuple[float, float], steps: int = 8) -> None:
        """Move the pointer to a place in steps."""
        x, y = self.app._pointer
        for step in range(1, steps + 1):
            self.move((x + (goal[0] - x) * step / steps, y + (goal[1] - y) * step / steps))

    def hover_models(self, count: int) -> None:
        """Move the pointer over models on the table."""
        for model in [model for model in self.view.models.values() if model.is_on_table][:count]:
            self.glide(self.on(model.pose), 4)
            self.wait(2)

    def search_log(self, words: str) -> None:
        """Search the log, scroll in it, and end the search."""
        self.key(pygame.K_f, pygame.KMOD_CTRL)
        self.type_text(words)
        self.move(self.battle.log.rect.center)
        self.wheel(3)
        self.wheel(-3)
        self.key(pygame.K_ESCAPE)

    def look_at_rules(self, words: str = "") -> None:
        """Open the rules by F1, follow contents, search, and come back."""
        self.key(pygame.K_F1)
        if words:
            self.press("toc")
            self.click(self.widget("search").rect.center)
            self.type_text(words)
            self.key(pygame.K_RETURN)
        for _ in range(5):
            self.wheel(-2)
        self.press("close")

    def scrub(self, steps: int = 40) -> None:
        """Open the replay, drag its track, play a while, and come back."""
        self.key(pygame.K_F10)
        self.press("replay")
        self.drag_track(steps)
        self.press("play")
        self.wait(200)
        self.press("leave")

    def drag_track(self, steps: int) -> None:
        """Drag the track of a replay to and fro."""
        rect = self.widget("at").rect
        self.move(rect.center)
        self.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1))
        for step in [*range(steps), *range(steps, 0, -1)]:
            at = (rect.left + rect.width * step // steps, rect.centery)
            self.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))
        self.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=rect.center, button=1))
        self.wait(5)


# --- Games ---

DEFAULT_FLEETS, LARGE_FLEETS = ("jovian-150", "cega-150"), ("jovian-squadrons-250", "cega-250")
SMALL, LARGE = (1280, 720), (1920, 1080)


def watch(recorder: Recorder, size: tuple[int, int], speed: float, fleets: tuple[str, str], seed: int) -> None:
    """Watch a game of two computer players, then its result, the replay, and the title."""
    watcher = Watcher(recorder, size, Settings(speed=speed))
    app, rng = watcher.app, Random(seed)
    app.go(ToBattle(Session(Match(setup(seed, fleets), keep_all=True), ("ensign", "cadet"))))
    for number in range(200_000):
        if watcher.page != "battle":
            break
        watcher.wait()
        if number % 300 == 299:
            watcher.glide((rng.randrange(size[0]), rng.randrange(size[1])))
    see_result(watcher)
    watcher.key(pygame.K_F10)
    watcher.press("title")
    watcher.wait(30)
    watcher.close()


def see_result(watcher: Watcher) -> None:
    """Look at the result, its details, the table, and the replay."""
    watcher.wait(60)
    for x in range(10):
        watcher.glide((watcher.app.size[0] * x // 10, watcher.app.size[1] // 2), 3)
    watcher.press("detail")
    watcher.wheel(-3)
    watcher.press("detail")
    watcher.press("replay")
    watcher.drag_track(40)
    watcher.press("first")
    watcher.press("play")
    watcher.wait(200)
    watcher.press("leave")
    watcher.press("table")
    watcher.hover_models(10)
    watcher.search_log("hits")


def play_hot_seat(recorder: Recorder, size: tuple[int, int], speed: float, seed: int) -> None:
    """Play a game of two people from the title, and use everything that a player can open meanwhile."""
    watcher = Watcher(recorder, size, Settings(speed=speed, hint_games=FIRST_GAMES))
    watcher.setup(seed=str(seed))
    rng, app = Random(seed), watcher.app
    ways = cycle((
        lambda: watcher.hover_models(12), lambda: _zoom_and_pan(watcher, rng), lambda: watcher.key(pygame.K_y),
        lambda: watcher.hover_models(6), lambda: watcher.key(pygame.K_r), lambda: watcher.look_at_rules(),
        lambda: watcher.search_log("hits"), lambda: watcher.key(pygame.K_F2), lambda: watcher.scrub(),
        lambda: watcher.look_at_rules("point def"), lambda: watcher.key(pygame.K_F2), lambda: watcher.key(pygame.K_y),
    ))  # fmt: skip
    for number in range(3000):
        if watcher.page != "battle":
            break
        app.modal = None
        if number % 3 == 0 and watcher.asked is not None and not watcher.battle.animation.running:
            next(ways)()
            watcher.wait(5)
        watcher.answer_one() if not watcher.battle.animation.running else watcher.wait(5)
        watcher.wait(rng.randrange(20))
    if watcher.page == "result":
        see_result(watcher)
    watcher.close()


def _zoom_and_pan(watcher: Watcher, rng: Random) -> None:
    view = watcher.battle.view_rect
    watcher.move((rng.randrange(view.left, view.right), rng.randrange(view.top, view.bottom)))
    for _ in range(6):
        watcher.wheel(1)
    for key in (pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN):
        watcher.hold(key)
        watcher.wait(20)
        watcher.release(key)
    watcher.hover_models(4)
    watcher.key(pygame.K_f)
    watcher.wait(10)


def visit_pages(recorder: Recorder, size: tuple[int, int]) -> None:
    """Open each page, look at it, point at it, and scroll it."""
    watcher = Watcher(recorder, size, Settings())
    app, played = watcher.app, Session(finished(1, DEFAULT_FLEETS))
    played.save("A game")
    for make in (
        ToTitle, ToNewGame, lambda: ToSettings(app.screen), lambda: ToKeys(app.screen), lambda: ToColors(app.screen),
        lambda: ToRules(app.screen), ToLessons, ToSaves, ToEditor, lambda: ToReplay(played, None),
        lambda: ToRehearsal(new_position(setup(3, DEFAULT_FLEETS)), app.screen),
        lambda: ToBriefing(Session(Match(setup(3, DEFAULT_FLEETS))), None),
        lambda: ToBattle(Session(Match(setup(3, DEFAULT_FLEETS)))),
    ):  # fmt: skip
        watcher.open(make())
        watcher.wait(30)
        for x in range(10):
            watcher.glide((size[0] * x // 10, size[1] // 2), 3)
        watcher.wheel(-3)
        watcher.type_text("arc")
    watcher.close()


GAMES: dict[str, Callable[[Recorder], None]] = {
    **{
        f"watched-{size[1]}-{speed}": lambda recorder, size=size, speed=speed, fleets=fleets: watch(
            recorder, size, speed, fleets, speed
        )
        for size, fleets in ((SMALL, DEFAULT_FLEETS), (LARGE, LARGE_FLEETS))
        for speed in (1, 4, 8)
    },
    "hot-seat-720": lambda recorder: play_hot_seat(recorder, SMALL, 4.0, 7),
    "hot-seat-1080": lambda recorder: play_hot_seat(recorder, LARGE, 4.0, 8),
    "pages-720": lambda recorder: visit_pages(recorder, SMALL),
    "pages-1080": lambda recorder: visit_pages(recorder, LARGE),
}


def measure(name: str) -> list[Frame]:
    """Return the frames of a run of a game."""
    start_collecting()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "JOVIAN_WARS_HOME": folder}
        keep_in(Path(folder) / "cards")
        recorder = Recorder()
        GAMES[name](recorder)
    return recorder.frames


def median_frames(runs: Sequence[Sequence[Frame]]) -> list[Frame]:
    """Return the frames of several runs with the median of their times, and with the calls of all."""
    return [
        replace(
            frames[0],
            ms=median(frame.ms for frame in frames),
            calls=[call for frame in frames for call in frame.calls],
            gc_ms=median(frame.gc_ms for frame in frames),
        )
        for frames in zip(*runs, strict=False)
    ]


def print_game(name: str, frames: Sequence[Frame]) -> None:
    """Print the numbers of a game, and its slowest frames."""
    times = sorted(frame.ms for frame in frames)
    parts = [median(times), *(times[int(share * (len(times) - 1))] for share in (0.99, 0.999)), times[-1]]
    over = [sum(ms > limit for ms in times) for limit in (AIM_MS, MAX_MS)]
    print(
        f"| {name} | {len(times):,} | {' | '.join(f'{ms:.1f}' for ms in parts)} | {over[0]} | {over[1]} |", flush=True
    )
    worst = sorted(enumerate(frames), key=lambda pair: -pair[1].ms)[:WORST]
    for number, frame in [pair for pair in worst if pair[1].ms > AIM_MS]:
        print(f"  frame {number}: {frame.ms:.1f} ms, {frame.doing}: {'; '.join(frame.causes)}", file=sys.stderr)


def main() -> None:
    """Print a table in Markdown, and the slowest frames to the error stream."""
    arguments = sys.argv[1:]
    runs = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 1
    print("| game | frames | median ms | 99% | 99.9% | maximum | over 8 ms | over 16 ms |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        for name in arguments or GAMES:
            print_game(name, median_frames(list(pool.map(measure, [name] * runs))))


if __name__ == "__main__":
    main()
