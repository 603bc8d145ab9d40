"""A player of lessons who knows only what the window draws: the task, what is lit, and the labels of buttons."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from jovian.ui.board import Brackets, Ring
from jovian.ui.kit.theme import BLADE
from jovian.ui.kit.widgets import Slider, Widget
from jovian.ui.lesson_guide import LessonGuide
from tests.ui.pilot import Pilot

READING_FRAMES = 30
"""The frames that a person needs at least to read a step and to press again."""
MAX_STEPS_OF_SLIDER = 40
PAUSES = re.compile(r"\. Then |\. ")


class Reader:
    """Plays a lesson by its tasks. A task that can't be read, or that asks for something that isn't drawn, fails."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot

    # --- What is drawn ---
    @property
    def guide(self) -> LessonGuide:
        assert isinstance(self.pilot.battle.guide, LessonGuide)
        return self.pilot.battle.guide

    @property
    def place(self) -> str:
        return f"{self.pilot.battle.strip.page.title}, {self.pilot.battle.strip.page.place}"

    @property
    def task(self) -> str:
        return self.pilot.battle.strip.page.task

    @property
    def says(self) -> str:
        return self.pilot.battle.strip.page.say

    def drawn(self) -> list[Widget]:
        """Return the buttons of the column that are in the window."""
        window = self.pilot.draw().get_rect()
        battle = self.pilot.battle
        groups = (battle.bar.group, battle.context.group, battle.icons.group)
        widgets = [widget for group in groups for widget in group.widgets]
        return [widget for widget in widgets if widget.visible and window.contains(widget.rect)]

    def is_lit(self, rect: Any) -> bool:
        """Return whether there is a gold frame around a rectangle."""
        return self.pilot.draw().get_at((rect.centerx, rect.top - 2))[:3] == BLADE

    def is_panel_lit(self, name: str) -> bool:
        """Return whether a part of the window is visible in a gold frame."""
        battle = self.pilot.battle
        panels = {"dock": battle.bar, "log": battle.log_line, "objectives": battle.top, "odds": battle.context}
        panel = panels.get(name) or (battle.context if name == "threats" else getattr(battle, name))
        rect = panel.rect
        return rect.height > 0 and self.pilot.draw().get_at((rect.centerx, rect.top + 2))[:3] == BLADE

    def lit_poses(self) -> dict[str, tuple[float, float]]:
        """Return the places of the lit models, by their names."""
        poses = {overlay.pose for overlay in self.pilot.sees(Brackets, "lit")}
        return {model.name: model.pose[:2] for model in self.pilot.shown.on_table() if model.pose in poses}

    def lit_button(self, label: str) -> Widget:
        """Return the lit button with a label, with no tooltip over it."""
        self.pilot.move(self.pilot.battle.strip.rect.midleft)
        self.pilot.wait(2)
        named = [widget for widget in self.drawn() if self.is_named(widget, label)]
        assert named, f"{self.place} asks for '{label}', which isn't there: {labels(self.drawn())}"
        lit = [widget for widget in named if self.is_lit(widget.rect)]
        assert lit, f"{self.place}: '{label}' isn't lit"
        assert lit[0].enabled, f"{self.place}: '{label}' is disabled"
        return lit[0]

    @staticmethod
    def is_named(widget: Widget, label: str) -> bool:
        """Return whether a widget has a label, but for an amount at its end. The tooltip of an icon begins with it."""
        shown = getattr(widget, "label", "") or widget.hint.partition(".")[0]
        return plain(shown) == plain(label)

    def lit_point(self) -> tuple[float, float]:
        """Return the place in the small ring on the table."""
        rings = self.pilot.sees(Ring, "lit")
        assert len(rings) == 1, f"{self.place}: {len(rings)} rings"
        return self.pilot.at(*rings[0].center)

    def lit_model(self, name: str) -> tuple[float, float]:
        """Return the place of a lit model on the screen. `the ship` is the only one that is lit."""
        places = self.lit_poses()
        chosen = name if name in places else next(iter(places), "")
        assert chosen == name or (name.startswith("the ") and len(places) == 1), f"{self.place}: {name} isn't lit"
        return self.pilot.at(*places[chosen])

    @property
    def pointer(self) -> tuple[int, int]:
        """The pointer's place on the screen."""
        return self.pilot.battle.pointer

    # --- Playing ---
    def wait(self) -> None:
        """Let the lesson answer, and read."""
        for _ in range(400):
            self.pilot.wait()
            if not self.pilot.battle.session.waits_for_computer and not self.pilot.battle.animation.running:
                break
        self.pilot.wait(READING_FRAMES)

    def point(self) -> None:
        """Point at the place or the first model that is lit, if any is."""
        if rings := self.pilot.sees(Ring, "lit"):
            self.pilot.move(self.pilot.at(*rings[0].center))
        elif places := self.lit_poses():
            self.pilot.move(self.pilot.at(*next(iter(places.values()))))
        self.pilot.wait(4)

    def do(self, *, alternative: bool = False) -> None:
        """Do what the task says, or the other thing that it allows."""
        task = self.task.removesuffix(".")
        first, _, other = task.partition(", or ")
        for clause in PAUSES.split(other if alternative and other else first):
            self._follow(clause[:1].upper() + clause[1:])
            self.pilot.wait(2)

    def _follow(self, clause: str) -> None:
        for pattern, follow in self._grammar():
            found = re.fullmatch(pattern, clause, re.IGNORECASE)
            if found is not None:
                follow(*found.groups())
                return
        raise AssertionError(f"{self.place}: the task '{clause}' can't be read")

    def _grammar(self) -> list[tuple[str, Callable[..., None]]]:
        """Return the forms of tasks, and how to follow each."""
        return [
            (r"click in the small ring(?: (twice))?.*", self._click_ring),
            (r"click (.+?)(?: (twice|again))?(?: to .+)?", self._click_model),
            (r"press on (.+), drag to the small ring, and release", self._drag),
            (r"point at (.+)", lambda name: self.pilot.move(self.lit_model(name))),
            (r"press (.+) (\d) times", self._press),
            (r"press (.+?)(?: in the list|)", self._press),
            (r"press (.+?) to .+", self._press),
            (r"choose (\d) in the row .+", self._press),
            (r"choose (.+)", self._press),
            (r"keep the (.+)", self._press),
            (r"set the slider to (.+)", self.slide),
        ]

    def _click_ring(self, times: str | None) -> None:
        for _ in range(2 if times == "twice" else 1):
            self.pilot.click(self.lit_point())

    def _click_model(self, name: str, times: str | None) -> None:
        for _ in range(2 if times == "twice" else 1):
            self.pilot.click(self.lit_model(name))

    def _drag(self, name: str) -> None:
        """Press on a model, and release in the ring."""
        place = next(model.pose[:2] for model in self.pilot.shown.on_table() if model.name == name)
        self.pilot.drag(self.pilot.at(*place), self.lit_point())

    def _press(self, label: str, times: str = "1") -> None:
        name = self.lit_button(label).name
        for _ in range(int(times)):
            widget = next(widget for widget in self.drawn() if widget.name == name)
            self.pilot.click(widget.rect.center)

    def slide(self, label: str) -> None:
        """Click along the lit slider until it says so."""
        for step in range(MAX_STEPS_OF_SLIDER):
            slider = next(widget for widget in self.drawn() if isinstance(widget, Slider))
            assert self.is_lit(slider.rect), f"{self.place}: the slider isn't lit"
            if slider.label == label:
                return
            x = slider.rect.left + (step + 1) * slider.rect.width // (MAX_STEPS_OF_SLIDER + 1)
            self.pilot.click((x, slider.rect.bottom - slider.rect.height // 4))
        raise AssertionError(f"{self.place}: the slider never says '{label}'")


def plain(label: str) -> str:
    """Return a label without the amount at its end, such as the inches of a move, in small letters."""
    return re.sub(r" \d+(\.\d+)?\"?$", "", label).lower()


def labels(widgets: list[Widget]) -> list[str]:
    return [getattr(widget, "label", "") for widget in widgets]
