"""Tests of the palettes: contrast, how different meanings look with each kind of sight, and how one is chosen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from jovian.ui.kit.palettes import PALETTES, SAFE, STANDARD, Color, Palette, palette_of
from jovian.ui.kit.theme import ACCENT_DEEP, PANEL, PANEL_HIGH
from jovian.ui.run import main
from jovian.ui.screens.colors_screen import ColorsScreen
from jovian.ui.settings import load_settings
from tests.commands import run_python
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot
from tests.ui.test_scale import looks

READABLE, DISABLED = 4.5, 3.0
"""The least contrast of texts and signs, and of what is disabled."""
SIGHTS = ("", "deuteranomaly", "protanomaly", "tritanomaly")
"""Normal sight, and sight without one kind of cones."""
PAIRS = (
    ("side 1", "side 2"), ("side 1", "neutral"), ("side 2", "neutral"), ("plate 1", "plate 2"),
    ("side 1", "side 1 done"), ("side 2", "side 2 done"), ("neutral", "neutral done"),
    ("good", "warn"), ("good", "danger"), ("warn", "danger"), ("side 1", "danger"), ("side 2", "danger"),
    ("side 2", "warn"), ("legal", "threat"), ("legal", "danger"), ("threat", "danger"), ("side 1", "threat"),
    ("side 2", "threat"), ("selected", "edge"), ("lit", "rest"), ("text", "disabled"),
)  # fmt: skip
"""The meanings that a player must tell apart: sides, states, danger, what is lit, disabled, or threatened."""
LEAST_SAFE, LEAST_NORMAL = 21, 15
"""The least difference of these pairs in CAM02-UCS: of the safe palette with any sight, of any with normal sight. 10 is
plain, 20 is far."""
LEAST_STANDARD = {
    ("good", "danger"): 14, ("good", "warn"): 10, ("side 2", "danger"): 6, ("side 2", "warn"): 16,
    ("side 2", "neutral"): 18, ("legal", "danger"): 19, ("threat", "danger"): 17, ("side 1", "threat"): 14,
    ("side 2", "threat"): 11,
}  # fmt: skip
"""The pairs of the standard palette that some sight tells less well apart. Each has a shape as well."""


def meanings(palette: Palette) -> dict[str, Color]:
    """Return the colors of signs and texts."""
    first, second, neutral = palette.sides
    return {
        "side 1": first.main, "side 2": second.main, "neutral": neutral.main, "selected": palette.accent,
        "good": palette.good, "warn": palette.warn, "danger": palette.danger, "legal": palette.legal,
        "threat": palette.threat, "text": palette.text, "soft": palette.text_soft, "disabled": palette.text_faint,
    }  # fmt: skip


def grounds(palette: Palette) -> dict[str, Color]:
    """Return the colors of fills, edges, and done models."""
    first, second, neutral = palette.sides
    return {
        "plate 1": first.deep, "plate 2": second.deep, "side 1 done": first.dim, "side 2 done": second.dim,
        "neutral done": neutral.dim, "lit": palette.accent_deep, "rest": PANEL_HIGH, "edge": palette.edge,
    }  # fmt: skip


def luminance(color: Color) -> float:
    """Return the relative luminance of WCAG 2."""
    shares = (channel / 255 for channel in color)
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: Color, other: Color) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def seen(color: Color, sight: str) -> list[float]:
    """Return a color as it looks with a sight, from 0 to 1."""
    from colorspacious import cspace_convert  # The import takes a second, which is spared to all who only collect.

    channels = [channel / 255 for channel in color]
    if not sight:
        return channels
    space = {"name": "sRGB1+CVD", "cvd_type": sight, "severity": 100}
    return [min(1.0, max(0.0, float(channel))) for channel in cspace_convert(channels, space, "sRGB1")]


def difference(one: Color, other: Color, sights: Sequence[str] = SIGHTS) -> float:
    """Return the least difference of two colors over kinds of sight, by default all."""
    from colorspacious import deltaE

    return min(float(deltaE(seen(one, sight), seen(other, sight), input_space="sRGB1")) for sight in sights)


# --- Colors ---


@pytest.mark.parametrize("high_contrast", [False, True])
@pytest.mark.parametrize("name", PALETTES)
def test_everything_is_readable_on_panels(name: str, high_contrast: bool) -> None:
    palette = palette_of(name, high_contrast=high_contrast)
    first, second, neutral = palette.sides
    for color in meanings(palette).values():
        assert contrast(color, PANEL) >= READABLE, color
    for plate in (first.deep, second.deep, neutral.deep, palette.danger_deep, palette.accent_deep):
        assert contrast((255, 255, 255), plate) >= READABLE, plate


def test_high_contrast_raises_all_contrasts() -> None:
    for name, plain in PALETTES.items():
        high = palette_of(name, high_contrast=True)
        for part in ("text", "text_soft", "text_faint", "edge", "edge_high"):
            assert contrast(getattr(high, part), PANEL) > contrast(getattr(plain, part), PANEL), part
        assert contrast(high.edge, PANEL) >= DISABLED and high.high_contrast


@pytest.mark.parametrize("high_contrast", [False, True])
@pytest.mark.parametrize("name", PALETTES)
def test_meanings_differ_with_every_sight(name: str, high_contrast: bool) -> None:
    palette = palette_of(name, high_contrast=high_contrast)
    colors = meanings(palette) | grounds(palette)
    for pair in PAIRS:
        one, other = colors[pair[0]], colors[pair[1]]
        least = LEAST_SAFE if name == SAFE else LEAST_STANDARD.get(pair, 20)
        assert difference(one, other) >= least, pair
        assert difference(one, other, SIGHTS[:1]) >= LEAST_NORMAL, pair


def test_the_palette_of_this_run_is_the_standard_one() -> None:
    """A file with an unknown palette would also give it."""
    assert palette_of("nonsense") == PALETTES[STANDARD] and PALETTES[STANDARD].accent_deep == ACCENT_DEEP


# --- Choice ---


def test_a_palette_is_chosen_by_clicks_and_used_by_the_next_window(headless: Path) -> None:
    pilot = Pilot()
    pilot.press("settings")
    assert pilot.page == "settings"
    pilot.press("colors")
    page = pilot.screen
    assert isinstance(page, ColorsScreen) and page.note == "Each meaning has a shape as well as a color."
    tabs = pilot.widget("palette").rect
    pilot.click((tabs.right - 20, tabs.centery))
    pilot.press("high_contrast")
    assert page.note.endswith("Your new colors show when the window opens again.")
    settings, complaint = load_settings()
    assert (settings.palette, settings.high_contrast, complaint) == (SAFE, True, "")
    code = (
        "from jovian.commands.window import _choose_palette as choose; choose();"
        "from jovian.ui.kit.theme import DANGER, HIGH_CONTRAST, SIDES; print(DANGER, HIGH_CONTRAST, SIDES[1].main)"
    )
    done = run_python("-c", code, JOVIAN_WARS_HOME=str(headless))
    assert (done.stdout, done.stderr) == ("(248, 9, 125) True (241, 169, 21)\n", "")
    pilot.press("done")
    assert pilot.page == "settings" and pilot.app.modal is not None
    pilot.press("no")
    assert pilot.app.running and pilot.app.modal is None
    pilot.press("colors")
    pilot.press("done")
    pilot.press("yes")
    assert pilot.app.reopens and not pilot.app.running


def test_the_window_opens_again_with_the_same_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "orig_argv", ["python", "main.py", "--size", "800x600"])
    monkeypatch.setattr("os.execv", lambda program, command: started.append([program, *command]))
    monkeypatch.setattr("jovian.ui.run._loop", lambda app: app.quit(reopen=True))
    assert main((800, 600)) == 0
    assert started == [[sys.executable, sys.executable, "main.py", "--size", "800x600"]]


def test_the_page_fits_at_every_size() -> None:
    pilot = Pilot()
    page = ColorsScreen(pilot.app, pilot.screen)
    for look in looks(pilot):
        pilot.app.settings.palette = SAFE
        pilot.app.show(page)
        assert misfits(pilot) == [], look
