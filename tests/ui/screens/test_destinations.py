"""Screens know destinations instead of each other, and every destination has its screen."""

from __future__ import annotations

from jovian.ui.app import SCREENS
from jovian.ui.screens import navigation
from jovian.ui.screens.screen import Destination, Screen
from tests.source import PACKAGE, PATHS, facts


def screen_modules() -> set[str]:
    """Return the modules of all screens that no other screen is built on."""
    modules: set[str] = set()
    kinds = [Screen]
    while kinds:
        kind = kinds.pop()
        children = [child for child in kind.__subclasses__() if child.__module__ in PATHS]
        kinds += children
        if not children:
            modules.add(kind.__module__)
    return modules


def test_no_screen_imports_another() -> None:
    screens = screen_modules()
    assert {"title", "new_game", "load_screen", "settings_screen", "lessons_screen", "replay", "result"} <= {
        module.rsplit(".", 1)[1] for module in screens
    }
    window = PACKAGE / "ui"
    for module, path in PATHS.items():
        if window in path.parents and path.parent != window:  # The files of `ui/` itself may import every screen.
            assert screens & facts(path).modules - {module} == set(), module


def test_every_destination_has_a_screen() -> None:
    kinds = {kind for kind in vars(navigation).values() if isinstance(kind, type) and issubclass(kind, Destination)}
    assert kinds - {Destination} == set(SCREENS)
