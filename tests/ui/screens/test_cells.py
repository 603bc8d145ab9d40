"""What each gesture does in each state of the table: hover, clicks, drags, Enter, Space, Escape, and Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pygame
import pytest

from jovian.match import Match, Setup
from jovian.session.session import Session
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.navigation import ToBattle
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.table import TableScreen
from jovian.ui.settings import Settings
from tests.games import finished, setup
from tests.rules.fights import GUN, OWN
from tests.rules.stage import Staged, gun, rock, ship, squadron, stage
from tests.ui.pilot import Pilot, battle_at, quick
from tests.ui.questions.test_rows import deploying, intercepted

UI = Path(__file__).parents[1]
COLUMNS = ("drawn", "hover", "click", "double click", "drag", "return", "space", "escape", "tab")
OFF = (2, 2)
"""Where the pointer is before a gesture: off the table."""
Cell = dict[str, str] | str
"""The effects of gestures. A text alone is the effect of the key, or names the test of that cell."""


# --- Positions ---
def fleets() -> Staged:
    """Return a game in which A or B acts, and Z has acted. E and F are enemies in the reach of A."""
    return stage(
        ship("A", 0, (24, 16), weapons=[gun(ac=3), gun("Particle Cannon", ac=4)]), ship("B", 0, (10, 10)),
        squadron("Z", 0, (40, 6), activated=True), ship("E", 1, (24, 26), 180, weapons=[gun(ac=2)]),
        ship("F", 1, (30, 26), 180), terrain=(rock("particle-cloud", (20, 20.5), radius=1.5),),
    )  # fmt: skip


def flight() -> Staged:
    """Return the activation of squadron S. T may intercept it on its way to the right."""
    return stage(
        squadron("S", 0, (24, 16), weapons=[GUN]), squadron("R", 0, (10, 10)), OWN, ship("E", 1, (24, 30), 180),
        squadron("T", 1, (28, 19), activated=True, weapons=[GUN]),
    ).begin("s")  # fmt: skip


def enemies() -> Match:
    """Return a game with dice of its own, in which E or F of side 1 acts."""
    cast = ship("A", 0, (24, 12)), ship("E", 1, (24, 40), 180), ship("F", 1, (34, 40), 180)
    setup = stage(*cast, initiative=1).match.setup
    return Match(Setup(setup.scenario, (), setup.cards, 1, {}, False), keep_all=True)


# --- Opening ---
@dataclass
class Windows:
    """A window that stands still, and one in which things move. All cells share them."""

    still: Pilot
    moving: Pilot


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Windows]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("JOVIAN_WARS_HOME", str(tmp_path_factory.mktemp("home")))
        yield Windows(Pilot((1280, 720), quick()), Pilot(settings=Settings(speed=1.0, scale=1.0, auto_frame=False)))


def still(scene: Callable[[], Staged], *steps: str) -> Callable[[Windows], Pilot]:
    """Return what opens a position, and does some steps in it."""

    def open_position(windows: Windows) -> Pilot:
        pilot = windows.still
        battle_at(pilot, scene().match)
        pilot.uncover()
        for step in steps:
            do(pilot, step)
        pilot.move(OFF)
        pilot.wait(2)
        return pilot

    return open_position


def watching(windows: Windows) -> Pilot:
    """Open a game in which a ship of the computer moves."""
    pilot = windows.moving
    battle = battle_at(pilot, enemies(), ("human", "ensign"))
    while not (battle.animation.running and pilot.journal):
        pilot.wait()
    pilot.move(OFF)
    return pilot


def changing_sides(windows: Windows) -> Pilot:
    pilot = windows.still
    pilot.app.go(ToBattle(Session(Match(setup(3)))))
    pilot.move(OFF)
    pilot.wait(2)
    return pilot


@cache
def played() -> Match:
    return finished(6)


def replaying(windows: Windows) -> Pilot:
    pilot = windows.still
    replay = ReplayScreen(pilot.app, Session(played()), None)
    pilot.app.show(replay)
    replay.seek(replay.steps[4].place)
    pilot.move(OFF)
    pilot.wait(2)
    return pilot


# --- Gestures and effects ---
def pixels(pilot: Pilot, words: list[str]) -> list[tuple[int, int]]:
    """Return the pixels of places: `@` and a model's id or lowercase name, or two coordinates on the table."""
    places = list[tuple[int, int]]()
    while words:
        if words[0].startswith("@"):
            word = words.pop(0)[1:]
            at: tuple[float, float] = next(
                pilot.on(model.pose) for model in pilot.shown.models.values() if word in (model.id, model.name.lower())
            )
        else:
            at = pilot.at(float(words.pop(0)), float(words.pop(0)))
        places.append((round(at[0]), round(at[1])))
    return places


def press(pilot: Pilot, *places: tuple[int, int], button: int = 1) -> None:
    """Press a button at the first place, drag it to the last one, and release it. Nothing waits before."""
    kinds = (pygame.MOUSEBUTTONDOWN, *[pygame.MOUSEMOTION] * (len(places) - 1), pygame.MOUSEBUTTONUP)
    for kind, place in zip(kinds, (*places, places[-1]), strict=True):
        more = {"rel": (1, 1), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
        pilot.pass_over()
        pilot.post(pygame.event.Event(kind, pos=place, **more))
    pilot.wait(2)


def do(pilot: Pilot, step: str) -> None:
    """Do a gesture: its column, then its places."""
    for earlier in step.split("; ")[:-1]:
        do(pilot, earlier)
    column, *words = step.split("; ")[-1].split()
    if column == "double":
        do(pilot, f"click {' '.join(words[1:])}")
        press(pilot, *pixels(pilot, words[1:]))
        return
    places = pixels(pilot, words)
    if places:
        pilot.look()
        pilot.move(places[0])
    if column == "hover":
        pilot.wait(12)
    elif column in ("click", "drag", "pan"):
        press(pilot, *places, button=3 if column == "pan" else 1)
    else:
        pilot.wait()
        while pilot.app.is_guarding:
            pilot.pass_over()
            pilot.wait()
        pilot.hold(pygame.key.key_code(column))
        pilot.release(pygame.key.key_code(column))
        pilot.wait(2)


def facts(pilot: Pilot, count: int) -> dict[str, str]:
    """Return what a gesture can change. `count` answers had been given before it."""
    screen = pilot.screen
    assert isinstance(screen, TableScreen)
    camera, found = pilot.camera, {"card": screen.selection.selected, "aims at": screen.selection.target}
    found["table"] = f"{camera.x:.1f} {camera.y:.1f} {camera.pixels_per_inch:.1f}"
    found["opens"] = pilot.app.modal.title if pilot.app.modal is not None else ""
    found["draws"] = " ".join(sorted({type(overlay).__name__ for overlay in screen.overlays()}))
    if isinstance(screen, BattleScreen):
        own = [entry.choice[0] for entry in pilot.journal[count:] if entry.side in screen.session.humans]
        found |= {"gives": " ".join(own), "pins": " ".join(order[0] for order in pilot.pinned)}
        found |= {"says": pilot.refused.reason if pilot.refused is not None else "", "covered": str(pilot.covered)}
        found["lit"] = ", ".join(offer.label for offer in screen.bar.presses if offer.kind == "primary")
        found["paused"] = str(screen.watching.watch.paused)
        found["motion"] = str(id(screen.animation.acts[0])) if screen.animation.running else ""
    else:
        assert isinstance(screen, ReplayScreen)
        found |= {"step": str(screen.recording.at), "plays": str(screen.playing)}
    return found


def effect(pilot: Pilot, step: str) -> str:
    """Do a gesture, and return its effect: what is drawn for a hover, else what has changed."""
    count = len(pilot.journal) if pilot.page == "battle" else 0
    page, before = pilot.page, facts(pilot, count)
    if step.startswith("drawn"):
        return before["draws"]
    do(pilot, step)
    if pilot.page != page:
        return f"page {pilot.page}"
    after = facts(pilot, count)
    if step.startswith("hover"):
        return after["draws"]
    changed = {name: value for name, value in after.items() if value != before[name] and name != "draws"}
    changed |= {name: word for name, word in (("table", "moves"), ("motion", "ends")) if name in changed}
    if pilot.app.modal is not None:
        pilot.key(pygame.K_ESCAPE)
    return ", ".join(f"{name} {value or 'nothing'}" for name, value in changed.items()) or "nothing"


# --- Cells ---
@dataclass
class State:
    """A state of the table, and what each gesture does in it, by column."""

    open: Callable[[Windows], Pilot]
    cells: dict[str, Cell]


PLACE, ENEMY = "BoardPath Ghost PointLabel Region", "Brackets PointLabel"
"""What pointing at a place and at an enemy draws for a ship that may act: its ghost with its way, and a mark."""
LEAST = 'lit Move 2", the least'
LESSONS, READING = "screens/test_lessons.py::", "screens/test_lesson_reading.py::"
REPLAYING, TIMELINE = "screens/test_replaying.py::", "screens/test_timeline.py::"
STATES: dict[str, State] = {
    "nothing chosen": State(still(fleets), {
        "drawn": {"": "BaseRing"},
        "hover": {"@a": "BaseRing Region", "@e": "BaseRing ChanceArea PointLabel"},
        "click": {"@a": f"card a, {LEAST}", "@e": "card e", "@z": "card z"},
        "double click": {"@a": f"card a, table moves, {LEAST}", "@e": "card e, table moves"},
        "drag": {"40 30 36 30": "table moves", "@a 24 22": "card a, pins move, lit Go there"},
        "return": f"card a, {LEAST}", "space": "nothing", "escape": "opens Stage", "tab": f"card a, {LEAST}",
    }),
    "own model chosen": State(still(fleets, "click @a"), {
        "drawn": {"": "PointLabel Region"},
        "hover": {"24 21": PLACE, "@e": ENEMY, "@b": "PointLabel"},
        "click": {"24 21": "gives activate declare move, lit Aim: F", "@e": "aims at e, lit Fire both at E",
                  "@b": "card b"},
        "double click": {"24 21": "gives activate declare move, lit Aim: F", "@e": "aims at e, lit Fire both at E"},
        "drag": {"24 21 26 22": "gives activate declare move turn, lit Aim: F",
                 "@a 27 18": "gives activate declare turn"},
        "return": "gives activate declare move, lit Aim: E",
        "space": "says This activation hasn't begun. Give an order, press End, or choose another model.",
        "escape": "card nothing, lit Next ready model", "tab": "aims at e, lit Fire both at E",
    }),
    "acting ship before its move": State(still(lambda: fleets().begin("a")), {
        "drawn": {"": "PointLabel Region"},
        "hover": {"24 21": PLACE, "@e": ENEMY, "@b": "PointLabel"},
        "click": {"24 21": "gives move, lit Aim: F", "@e": "aims at e, lit Fire both at E", "@b": "card b"},
        "double click": {"24 21": "gives move, lit Aim: F", "@e": "aims at e, lit Fire both at E"},
        "drag": {"24 21 26 22": "gives move turn, lit Aim: F", "@a 27 18": "gives turn"},
        "return": "gives move, lit Aim: E", "space": 'says A must still move 2.0" ahead.', "escape": "opens Stage",
        "tab": "aims at e, lit Fire both at E",
    }),
    "acting ship with a pinned move": State(still(lambda: fleets().begin("a"), "click 21 19.5"), {
        "click": {"21 19.5": "gives turn move, pins nothing, lit Avoid it",
                  "24 20": "gives move, pins nothing, lit Aim: E"},
        "return": "gives turn move, pins nothing, lit Avoid it", "escape": f"pins nothing, {LEAST}",
        "tab": "aims at e, pins nothing, lit Fire both at E",
    }),
    "acting ship after its move": State(still(lambda: fleets().begin("a").move(3)), {
        "drawn": {"": "PointLabel Region"},
        "hover": {"24 20.5": PLACE, "@e": ENEMY},
        "click": {"24 20.5": "gives move, lit Aim: F", "@e": "aims at e, lit Fire both at E"},
        "double click": {"24 20.5": "gives move, lit Aim: F", "@e": "aims at e, lit Fire both at E"},
        "drag": {"24 20.5 27 21": "gives move turn, lit Aim: F", "@a 27 20": "gives turn"},
        "return": "aims at e, lit Fire both at E", "space": "gives end, lit Next ready model", "escape": "opens Stage",
        "tab": "aims at e, lit Fire both at E",
    }),
    "acting squadron": State(still(flight), {
        "drawn": {"": "PointLabel Ring"},
        "hover": {"22 14": "BoardPath Ghost PointLabel Ring", "26 18": "BaseRing BoardPath Ghost PointLabel Ring",
                  "@t": ENEMY},
        "click": {"20 14": "gives fly", "26 18": "pins fly, lit Go there", "@t": "aims at t, lit Fire at T"},
        "double click": {"20 14": "gives fly", "@t": "aims at t, lit Fire at T"},
        "drag": {"20 14 18 14": "gives fly, lit End"},
        "return": "aims at t, lit Fire at T", "space": f"card e, gives end, {LEAST}", "escape": "opens Stage",
        "tab": "aims at t, lit Fire at T",
    }),
    "acting squadron with a pinned flight": State(still(flight, "click 26 18"), {
        "click": {"26 18": "gives fly, pins nothing, lit nothing"}, "return": "gives fly, pins nothing, lit nothing",
        "escape": "pins nothing, lit Aim: T",
    }),
    "aiming": State(still(lambda: fleets().begin("a").move(3), "click @e"), {
        "drawn": {"": "ArcOverlay BoardLine Brackets PointLabel"},
        "hover": {"@f": ENEMY},
        "click": {"@e": "gives attack, lit nothing", "@f": "aims at f, lit Fire both at F",
                  "40 10": "aims at nothing, lit Aim: E"},
        "double click": {"@f": "aims at f, lit Fire both at F"},
        "drag": {"40 10 36 10": "aims at nothing, lit Aim: E"},
        "return": "gives attack, lit nothing", "space": "gives end, lit Next ready model",
        "escape": "aims at nothing, lit Aim: E", "tab": "aims at f, lit Fire both at F",
    }),
    "question": State(still(intercepted), {
        "drawn": {"": "BaseRing BoardLine Brackets"},
        "hover": "questions/test_reactions.py::"
                 "test_a_row_under_the_pointer_is_shown_on_the_board_and_a_model_lights_its_row",
        "click": {"@u": "card u", "10 10": "nothing"},
        "double click": {"@u": "card u"},
        "drag": {"10 10 14 10": "table moves"},
        "return": "gives decline, lit End", "space": "nothing", "escape": "gives decline, lit End",
        "tab": "lit Let it pass",
    }),
    "enemy acts": State(watching, {
        "drawn": "screens/test_framing.py::test_an_enemy_is_framed_before_its_motion",
        "hover": {"@a": ""},
        "click": {"40 20": "*motion ends"},
        "double click": {"40 20": "*motion ends"},
        "drag": {"40 20 44 20": "*motion ends"},
        "return": "*motion ends", "space": "lit Resume, paused True", "escape": "opens Stage", "tab": "*motion ends",
    }),
    "side change": State(changing_sides, {
        "drawn": "screens/test_curtain.py::"
                 "test_no_frame_of_a_deployment_shows_what_the_player_at_the_screen_may_not_know",
        "hover": {"24 24": ""},
        "click": {"24 24": "covered None"},
        "double click": {"24 24": "covered None"},
        "drag": {"24 24 28 24": "covered None"},
        "return": "covered None", "space": "nothing", "escape": "nothing", "tab": "nothing",
    }),
    "deployment": State(still(deploying), {
        "drawn": {"": ""},
        "hover": {"12 6": "Ghost PointLabel", "12 30": "Ghost PointLabel"},
        "click": {"12 6": "lit Place it there", "12 30": "says F 1 must be wholly in the deployment zone."},
        "double click": {"12 6": "card *, gives place"},
        "drag": {"12 6 16 6": "lit Place it there"},
        "return": "card *, gives place", "space": "nothing", "escape": "opens Muster", "tab": "card *",
    }),
    "deployment with a place that is shown": State(still(deploying, "click 12 6"), {
        "drawn": {"": "Ghost PointLabel"},
        "click": {"12 6": "card *, gives place, lit nothing", "20 6": "nothing"},
        "return": "card *, gives place, lit nothing", "escape": "lit nothing",
    }),
    "lesson step": State(still(fleets), {
        "drawn": f"{READING}test_a_reader_plays_a_lesson_by_what_is_drawn",
        "hover": f"{READING}test_who_reads_may_look_at_every_card",
        "click": f"{LESSONS}test_a_lesson_is_played_by_clicks_with_a_wrong_one_at_each_step",
        "double click": f"{READING}test_a_second_click_does_nothing",
        "drag": f"{READING}test_a_reader_plays_a_lesson_by_what_is_drawn",
        "return": f"{LESSONS}test_a_second_press_of_enter_skips_no_page",
        "space": "test_keyboard.py::test_a_lesson",
        "escape": f"{LESSONS}test_the_menu_leaves_a_lesson", "tab": "test_keyboard.py::test_a_lesson",
    }),
    "replay": State(replaying, {
        "drawn": f"{REPLAYING}test_the_context_tells_what_the_last_activation_did",
        "hover": f"{REPLAYING}test_a_click_on_a_model_shows_its_card_and_pointing_its_odds_at_that_moment",
        "click": f"{REPLAYING}test_a_click_on_a_line_of_the_log_goes_there",
        "double click": {"24 24": "nothing"},
        "drag": {"24 24 28 24": "table moves"},
        "return": "plays True", "space": f"{REPLAYING}test_enter_plays_and_pauses_and_space_is_one_activation",
        "escape": "page title", "tab": f"{TIMELINE}test_tab_goes_from_mark_to_mark_and_around",
    }),
}  # fmt: skip
CELLS = [
    (name, column, places)
    for name, state in STATES.items()
    for column, cell in state.cells.items()
    if "::" not in cell
    for places in (cell if isinstance(cell, dict) else ("",))
]  # fmt: skip


@pytest.mark.parametrize(("name", "column", "places"), CELLS)
def test_a_gesture_does_what_its_cell_says(windows: Windows, name: str, column: str, places: str) -> None:
    state = STATES[name]
    cell = state.cells[column]
    done = effect(state.open(windows), f"{column} {places}".strip())
    assert fnmatchcase(done, cell[places] if isinstance(cell, dict) else cell), done


def test_a_release_that_something_else_got_leaves_no_drag(windows: Windows) -> None:
    pilot = still(fleets)(windows)
    (start, end), camera = pixels(pilot, ["40", "30", "36", "30"]), pilot.camera
    pilot.look()
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    pilot.move(end)
    assert pilot.camera == camera


def test_each_state_has_all_cells() -> None:
    """What is pinned or shown adds cells to the state before it."""
    states = {name: state for name, state in STATES.items() if " with a " not in name}
    assert len(states) == 12 and all(tuple(state.cells) == COLUMNS for state in states.values())


@pytest.mark.parametrize("cell", sorted({
    cell for state in STATES.values() for cell in state.cells.values() if isinstance(cell, str) and "::" in cell
}))  # fmt: skip
def test_a_cell_that_has_its_test_elsewhere_has_one(cell: str) -> None:
    path, _, name = cell.partition("::")
    assert f"def {name}(" in (UI / path).read_text(encoding="utf-8")
