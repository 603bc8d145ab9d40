"""Tests of the keyboard alone: a game, a lesson, and every other page without a mouse, with the focus in sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.game import Model
from jovian.game.answers import Attack, Fly, Move
from jovian.match.entries import Answered
from jovian.ui.board import Brackets
from jovian.ui.kit.boxes import Box, button, row, space
from jovian.ui.kit.tables import SORT, RowWidget
from jovian.ui.kit.widgets import Group, Slider, Widget
from jovian.ui.screens.form_page import FormPage
from jovian.ui.screens.lessons_screen import LessonScreen
from jovian.ui.screens.page import Page
from jovian.user_files import saves
from tests.rules.fights import OWN
from tests.rules.stage import ship, squadron, stage, weapon
from tests.ui.fitting import recorded_texts
from tests.ui.lesson_reader import Reader
from tests.ui.pilot import Pilot, battle_at, fighting

MAX_TABS, MAX_STEPS = 120, 400
MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
GUNS = [weapon("Beam Projector", ac=4, as_=3, arcs=["fore"])]
BATTLES = ("battle", "lesson", "puzzle")
ENTER, TAB, F6 = pygame.K_RETURN, pygame.K_TAB, pygame.K_F6


class KeyPilot(Pilot):
    """A pilot without a mouse."""

    def post(self, *events: pygame.event.Event) -> None:
        assert not any(event.type in MOUSE for event in events)
        super().post(*events)

    def groups(self) -> list[Group]:
        """Return the groups that Tab goes through, whichever page is shown."""
        if self.app.modal is not None:
            return [self.app.modal.buttons]
        screen = self.app.screen
        if isinstance(screen, FormPage):
            return [screen.form.group, screen.group]
        panels = [panel.group for panel in getattr(screen, "panels", ())]
        return getattr(screen, "groups", None) or panels or [screen.group]

    @property
    def focus(self) -> Widget | None:
        focused = [group.focus for group in self.groups() if group.focus is not None]
        assert len(focused) <= 1, "one widget has the focus"
        return focused[0] if focused else None

    @property
    def steps_with_tab(self) -> bool:
        """Whether Tab steps through models until a panel has the focus."""
        return self.app.modal is None and self.page in BATTLES

    def tab_to(self, name: str) -> Widget:
        """Go to a widget, which must be visible: with Tab, on the panels of a battle after F6."""
        for _ in range(MAX_TABS):
            if self.focus is not None and self.focus.name == name:
                return self.focus
            self.key(F6 if self.focus is None and self.steps_with_tab else TAB)
            self.check_focus()
        raise AssertionError(f"Tab never reaches '{name}' on {self.page}")

    def check_focus(self) -> None:
        """Check that what has the focus is in the window."""
        if self.focus is not None:
            assert self.focus.visible and self.focus.rect.colliderect((0, 0, *self.app.size)), self.focus.name

    def enter(self, name: str) -> None:
        """Press a button by Tab and Enter."""
        self.tab_to(name)
        self.key(ENTER)

    def write(self, text: str) -> None:
        self.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.wait(2)

    def ctrl(self, key: int, times: int = 1) -> None:
        for _ in range(times):
            self.key(key, pygame.KMOD_CTRL)

    def has_given(self, before: int, *verbs: str) -> bool:
        """Return whether one of the answers after the first ones has one of the verbs."""
        entries = [entry for entry in self.journal[before:] if isinstance(entry, Answered)]
        return any(entry.choice[0] in verbs for entry in entries)

    def show(self, kind: str) -> None:
        """Let time pass until a question of the user is on the screen, or the game is over."""
        for _ in range(MAX_STEPS):
            if self.page != kind or self.asked is not None or self.covered is not None:
                return
            self.wait()
        raise AssertionError("no question appears")


@pytest.fixture
def pilot(headless: Path) -> Iterator[KeyPilot]:
    yield KeyPilot()


def answer(pilot: KeyPilot, done: dict[str, int]) -> None:
    """Answer the question on the screen by keys, as a player would who looks for a move or a shot."""
    kind, given = pilot.kind, len(pilot.journal)
    if pilot.covered is not None:
        pilot.key(ENTER)
    elif kind == "deploy":
        pilot.enter("all")
    elif (menu := pilot.orders) is None or pilot.pinned:
        pilot.key(ENTER)
    else:
        turn, mover = pilot.match.state.turn, f"moved {menu.subject}"
        if done.get(mover) != turn or menu.check(["end"]) is not None:
            _move(pilot, menu.model, done.setdefault("steps", 0))
            done["steps"] += 1
            done["moves"] = done.get("moves", 0) + pilot.has_given(given, Move.verb, Fly.verb)
        elif "aim" in pilot.offers():
            pilot.key(pygame.K_t)
            pilot.key(ENTER)
            done["shots"] = done.get("shots", 0) + pilot.has_given(given, Attack.verb)
        if done.get(mover) == turn and len(pilot.journal) == given:
            pilot.enter("end")
        done[mover] = turn


def _move(pilot: KeyPilot, model: Model, count: int) -> None:
    """Point ahead of the model, or around a squadron, and click."""
    if pilot.attacking:
        pilot.key(pygame.K_t)
    pilot.key(pygame.K_c)
    pose = model.pose.turned(0 if model.is_capital else 90 * count)
    goal = pose.advanced(1.5 + count % 3)
    for steps, keys in (
        (goal.x - pose.x, (pygame.K_LEFT, pygame.K_RIGHT)),
        (goal.y - pose.y, (pygame.K_DOWN, pygame.K_UP)),
    ):
        pilot.ctrl(keys[steps > 0], round(abs(steps) / 0.5))
    pilot.key(pygame.K_PERIOD)


def _step(pilot: KeyPilot, across: float, up: float, step: float) -> None:
    """Move the pointer by that many inches, in steps."""
    pilot.ctrl(pygame.K_RIGHT if across > 0 else pygame.K_LEFT, int(abs(across) / step + 0.01))
    pilot.ctrl(pygame.K_UP if up > 0 else pygame.K_DOWN, int(abs(up) / step + 0.01))


def test_a_small_game_from_the_title_to_the_result(pilot: KeyPilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jovian.ui.screens.navigation.random_seed", lambda: 7)
    with use_shelves(BUILTIN_SHELF):
        pilot.enter("first")
    assert pilot.page == "briefing"
    pilot.key(ENTER)
    assert pilot.page == "battle"
    done: dict[str, int] = {}
    for _ in range(MAX_STEPS):
        pilot.show("battle")
        if pilot.page != "battle":
            break
        answer(pilot, done)
        if pilot.app.modal is not None:  # A move that costs the model.
            pilot.key(ENTER)
    assert pilot.page == "result" and done["moves"] > 3 and done["shots"] > 0


# --- Lessons ---


def point_at(pilot: KeyPilot, x: float, y: float) -> None:
    """Move the pointer by keys to a table point: first by half inches, then by a little."""
    pilot.key(pygame.K_c)
    if pilot.pointer is None:
        pilot.ctrl(pygame.K_UP, 1)
    for fine, step in ((False, 0.5), (True, 0.05)):
        if fine:
            pilot.hold(pygame.K_LSHIFT)
        start = pilot.pointer
        assert start is not None
        for steps, keys in (
            (x - start[0], (pygame.K_LEFT, pygame.K_RIGHT)),
            (y - start[1], (pygame.K_DOWN, pygame.K_UP)),
        ):
            pilot.ctrl(keys[steps > 0], int(abs(steps) / step + 0.01))
    pilot.release(pygame.K_LSHIFT)


TASKS = re.compile(r"(press|choose|keep the|slider to) ([^.]+?)(?: in the row [^.]+)?\.", re.IGNORECASE)


def follow(pilot: KeyPilot) -> None:
    """Do a step of a lesson by what is lit: buttons that its task names, then models and places."""
    battle = pilot.battle
    assert isinstance(battle, LessonScreen)
    run, step, reader = battle.run, battle.run.step, Reader(pilot)
    assert step.until is not None
    if step.until.answer == "turn":
        for _ in range(6):
            pilot.key(pygame.K_e)
        pilot.key(ENTER)
        return
    at = run.at
    for verb, label in TASKS.findall(step.task):
        widget = next((widget for widget in reader.drawn() if reader.is_named(widget, label)), None)
        if verb == "slider to":
            slide(pilot, label)
        elif widget is not None and run.at == at:
            pilot.enter(widget.name)
    for mark in step.marks:
        for _ in range(2 if "twice" in step.task else 1):
            place = mark.place or (pilot.view.models[mark.model].pose[:2] if mark.model in pilot.view.models else None)
            if place is not None and run.at == at:
                point_at(pilot, *place)
                pilot.key(pygame.K_PERIOD)


def slide(pilot: KeyPilot, label: str) -> None:
    """Move the slider of a plan until it says so."""
    for _ in range(MAX_TABS):
        slider = pilot.tab_to("share")
        assert isinstance(slider, Slider)
        if slider.label == label:
            return
        pilot.key(pygame.K_RIGHT)
    raise AssertionError(f"the slider never says '{label}'")


def settle(pilot: KeyPilot) -> None:
    """Let time pass until the lesson has given its answers."""
    for _ in range(MAX_STEPS):
        pilot.wait()
        if not pilot.battle.session.waits_for_computer and not pilot.battle.animation.running:
            return
    raise AssertionError("the lesson doesn't stop answering")


@pytest.mark.parametrize("number", range(8))
def test_a_lesson(pilot: KeyPilot, number: int) -> None:
    with use_shelves(BUILTIN_SHELF):
        pilot.key(pygame.K_h)
        pilot.tab_to("lessons")
        for _ in range(number):
            pilot.key(pygame.K_DOWN)
        pilot.enter("start")
        assert pilot.page == "lesson"
        run = pilot.battle.run  # type: ignore[attr-defined]
        for _ in range(60):
            settle(pilot)
            if run.is_over:
                break
            if run.step.is_read:
                pilot.key(ENTER)
            else:
                follow(pilot)
        assert run.is_over


# --- Other pages ---


def test_a_new_game_with_a_typed_seed(pilot: KeyPilot) -> None:
    pilot.key(pygame.K_n)
    pilot.tab_to("seed")
    pilot.write("7")
    pilot.enter("friend")
    pilot.enter("start")
    pilot.key(ENTER)
    assert pilot.page == "battle" and pilot.match.setup.seed == 7 and pilot.battle.session.seats == ("human", "human")


def test_settings_and_key_bindings(pilot: KeyPilot) -> None:
    pilot.key(pygame.K_s)
    pilot.tab_to("speed")
    before = pilot.app.settings.speed
    pilot.key(pygame.K_RIGHT)
    assert pilot.app.settings.speed > before
    pilot.tab_to("motion")
    pilot.key(pygame.K_RIGHT)
    pilot.enter("colors")
    assert pilot.page == "colors"
    pilot.tab_to("palette")
    pilot.key(pygame.K_RIGHT)
    pilot.tab_to("high_contrast")
    pilot.key(pygame.K_SPACE)
    assert pilot.app.settings.high_contrast and pilot.app.settings.palette != "standard"


def test_rules_are_searched_and_opened(pilot: KeyPilot) -> None:
    pilot.key(pygame.K_F1)
    assert pilot.page == "rules"
    pilot.write("dogfight")
    pilot.key(ENTER)
    assert "Dogfight" in pilot.screen.page.title  # type: ignore[attr-defined]
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_a_game_is_bookmarked_noted_renamed_and_loaded(pilot: KeyPilot) -> None:
    battle_at(pilot, fighting())
    pilot.show("battle")
    pilot.key(ENTER)
    pilot.ctrl(pygame.K_s)
    pilot.ctrl(pygame.K_b)
    pilot.ctrl(pygame.K_a)
    pilot.write("the big shot")
    pilot.key(ENTER)
    pilot.key(pygame.K_F10)
    pilot.enter("title")
    pilot.key(pygame.K_l)
    assert pilot.page == "load"
    pilot.tab_to("note")
    pilot.write("to be continued")
    pilot.key(pygame.K_SLASH)
    pilot.tab_to("search")
    pilot.write("continued")
    assert len(pilot.screen.cards) == 1  # type: ignore[attr-defined]
    pilot.key(pygame.K_ESCAPE)
    pilot.enter("rename")
    pilot.ctrl(pygame.K_a)
    pilot.write("The Big Shot")
    pilot.key(ENTER)
    pilot.tab_to("sort")
    pilot.key(pygame.K_DOWN)
    assert saves.game_name(pilot.screen.card.latest) == "The Big Shot"  # type: ignore[attr-defined]
    pilot.enter("open")
    assert pilot.page == "battle" and pilot.battle.session.keeper.name != ""


def test_the_editor_places_turns_and_deletes_a_piece(pilot: KeyPilot) -> None:
    pilot.key(pygame.K_e)
    assert pilot.page == "editor"
    for _ in range(2):
        pilot.key(F6)
    pilot.tab_to("entries")
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_ESCAPE)
    pilot.ctrl(pygame.K_UP, 4)
    pilot.key(pygame.K_PERIOD)
    draft = pilot.app.workbench.draft  # type: ignore[union-attr]
    assert len(draft.data["terrain"]) == 1


def test_threats_are_sorted_and_shown_on_the_board(pilot: KeyPilot) -> None:
    battle_at(pilot, stage(
        ship("A", 0, (24, 12), weapons=GUNS), ship("B", 1, (24, 22), 180, weapons=GUNS),
        squadron("C", 1, (28, 17), weapons=[weapon(ac=3, as_=3)]), OWN,
    ).begin("a").match)  # fmt: skip
    pilot.show("battle")
    pilot.ctrl(pygame.K_UP, 4)
    pilot.key(pygame.K_y)
    pilot.tab_to(SORT)
    orders = []
    for _ in range(4):
        orders.append([row.value for row in rows(pilot)])
        pilot.key(ENTER)
    assert len({tuple(order) for order in orders}) > 1
    pilot.key(pygame.K_DOWN)
    assert pilot.focus is not None and pilot.focus.name == rows(pilot)[0].name
    assert [mark.pose for mark in pilot.sees(Brackets)] == [pilot.view.models[str(rows(pilot)[0].value)].pose]
    pilot.key(pygame.K_ESCAPE)
    assert pilot.focus is None and pilot.kind == "menu"


def rows(pilot: KeyPilot) -> list[RowWidget]:
    return [widget for widget in pilot.battle.context.group.widgets if isinstance(widget, RowWidget)]


@pytest.mark.parametrize(
    "page", ["title", "setup", "settings", "lessons", "rules", "load", "fleets", "editor", "battle"]
)
def test_the_focus_is_visible_wherever_tab_goes(pilot: KeyPilot, page: str) -> None:
    if page == "battle":
        battle_at(pilot, fighting())
        pilot.show("battle")
        pilot.key(ENTER)
    elif page != "title":
        pilot.enter({"setup": "new"}.get(page, page))
    assert pilot.page == page
    seen: set[str] = set()
    for _ in range(MAX_TABS):
        pilot.key(F6 if page == "battle" and not seen else TAB)
        focus = pilot.focus
        if focus is None or focus.name in seen:
            break
        seen.add(focus.name)
        area = focus.rect.inflate(8, 8).clip((0, 0, *pilot.app.size))
        lit = pygame.image.tobytes(pilot.draw().subsurface(area), "RGB")
        focus.focused, focus.dirty = False, True
        plain = pygame.image.tobytes(pilot.draw().subsurface(area), "RGB")
        focus.focused, focus.dirty = True, True
        assert lit != plain, focus.name
    assert len(seen) > 2


def test_a_button_is_wide_enough_for_its_key(pilot: KeyPilot) -> None:
    class BackPage(Page):
        def compose(self) -> Box:
            return row(button("back", "Back", lambda: None, command="cancel"), space())

    pilot.app.show(BackPage(pilot.app))
    with recorded_texts() as texts:
        pilot.draw()
    assert [text.text for text in texts] == ["Back", "Escape"]


def test_enter_on_a_disabled_button_says_why_and_answers_nothing(pilot: KeyPilot) -> None:
    battle_at(pilot, fighting())
    pilot.show("battle")
    pilot.key(ENTER)
    given = len(pilot.journal)
    group = pilot.battle.icons.group
    disabled = next(widget for widget in group.widgets if not widget.enabled)
    pilot.enter(disabled.name)
    assert len(pilot.journal) == given and disabled.reason and group.hint.startswith(disabled.reason)
