"""Settings for tests of the window: no display, a user folder of its own, and an unchanged interface scale."""

from __future__ import annotations

from collections.abc import Iterator
from gc import collect
from pathlib import Path

import pytest

from jovian.ui.kit.theme import SCALE
from jovian.user_files import saves


@pytest.fixture(autouse=True)
def headless(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(saves, "PATIENCE", 60.0)  # A busy machine shows the whole list too.
    yield tmp_path / "home"
    SCALE.set(1.0)
    collect(1)  # A window refers to itself, and has few objects but large pictures.
