"""The screens of the settings, of a game's options, and of the keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pygame

from jovian.rules.editions.variant import GameOption
from jovian.rules.setup.edition import EDITION, edition_options, editions, rule_options
from jovian.ui.kit.boxes import NOWHERE, Align, Box, button, citation, column, item, line, panel, row, space, text
from jovian.ui.kit.draw import draw_box, draw_pill
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.forms import TextField
from jovian.ui.kit.keyboard import KEYBOARD, MODIFIERS, key_name
from jovian.ui.kit.sound import NO_SOUND_DEVICE, SELECT
from jovian.ui.kit.theme import ACCENT, PANEL_HIGH, PANEL_HOVER, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import ScrollList, Slider, Tabs, Toggle
from jovian.ui.screens.navigation import ToColors, ToKeys
from jovian.ui.screens.page import BUTTON_WIDTH, Page, done, framed, page
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.session.keymap import BY_NAME, KeyCommand, Keymap
from jovian.ui.settings import MOTIONS, REASONS, SCROLLING, SPEEDS

# --- Settings ---

SCALES = (0.0, 0.8, 1.0, 1.25, 1.5, 2.0)
REASON_LABELS = ("Off", "In the log", "Log and table")
SCROLLING_LABELS = ("By device", "Zoom", "Pan")
MOTION_LABELS = ("Full", "Reduced", "Off")
TAB_VALUES: dict[str, Sequence[object]] = {
    "scale": SCALES, "speed": SPEEDS, "motion": MOTIONS, "reasons": REASONS, "scrolling": SCROLLING,
}  # fmt: skip
"""The values of each row of tabs."""
TAB_LABELS = {
    "scale": ("Fit", *(f"{value:.0%}" for value in SCALES[1:])),
    "speed": ("Off", *(f"{value:g}×" for value in SPEEDS[1:])),
    "motion": MOTION_LABELS, "reasons": REASON_LABELS, "scrolling": SCROLLING_LABELS,
}  # fmt: skip
TITLES = {
    "scale": "Interface size (Fit: to the window)", "speed": "Animation speed",
    "motion": "Motion (Off: still pictures)", "reasons": "Show reasons of computer players",
    "scrolling": "Scrolling (By device: a wheel zooms, a trackpad pans)",
}  # fmt: skip
TOGGLES = {
    "labels": "Names beside models", "auto_frame": "Frame what acts", "fullscreen": "Full screen", "sound": "Sound",
    "captions": "Describe sounds in the log", "curtain": "Curtain over secret choices of two players",
    "autosave": "Save after each answer", "ask_always": "Ask even if one answer is always best",
    "ends_itself": "End an activation with nothing left to do",
}  # fmt: skip
VOLUME = "volume"
PARTS = (
    (("Picture", ("scale", "speed", "motion", "scrolling", "labels", "auto_frame", "fullscreen")),),
    (
        ("Sound", ("sound", VOLUME, "captions")),
        ("Play", ("reasons", "curtain", "autosave", "ask_always", "ends_itself")),
    ),
)
"""The panels of the left and the right column, each with its settings."""
MAX_WIDTH = 1120


class SettingsScreen(Page):
    """The settings. `back` is the screen to return to."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back

    def compose(self) -> Box:
        buttons = row(
            button("keys", "Keys", lambda: self.app.go(ToKeys(self)), width=BUTTON_WIDTH),
            button("colors", "Colors", lambda: self.app.go(ToColors(self)), width=BUTTON_WIDTH),
            space(), done(self.cancel), gap=12,
        )  # fmt: skip
        title, columns = text("Settings", "title"), row(*map(self._panels, PARTS), gap=10)
        return framed(title, columns, gap=10, width=MAX_WIDTH, foot=buttons)

    def _panels(self, part: Sequence[tuple[str, Sequence[str]]]) -> Box:
        """Return the panels of a column. The last one gets the rest of its height."""
        panels = [panel(heading, *map(self._setting, names), gap=2, grow=heading == part[-1][0],
                        note=self._note(heading)) for heading, names in part]  # fmt: skip
        return column(*panels, gap=10, grow=1)

    def _note(self, heading: str) -> str:
        if heading == "Sound":
            return "" if self.app.sounds.has_device else NO_SOUND_DEVICE
        return self._limit_note() if heading == "Picture" else ""

    def _setting(self, name: str) -> Box:
        """Return the widget of a setting. It stores the value, and applies it at once."""
        value, store = getattr(self.app.settings, name), partial(self._store, name)
        if name in TAB_VALUES:
            values = TAB_VALUES[name]
            index = _nearest_scale(value) if name == "scale" else values.index(value)
            tabs = Tabs(name, NOWHERE, TAB_LABELS[name], index)
            choice = item(tabs, lambda _: store(values[tabs.chosen]), height=30)
            return column(line(TITLES[name], "body", TEXT_SOFT), choice, gap=2, pad=(0, 0, 0, 4))
        if name == VOLUME:
            slider = Slider(VOLUME, NOWHERE, "Volume", 0, 100, value, step=5, show=lambda volume: f"{volume:.0f}%")
            return item(slider, self._set_volume, height=44)
        label = TOGGLES[name]
        if name == "sound":
            label = f"Sound ({self.app.keymap.key_label('sound')} on any page)"
        return item(Toggle(name, NOWHERE, label, value), store)

    def _limit_note(self) -> str:
        """Return a note if the window is too small for the chosen interface size, else ""."""
        wanted, now = self.app.settings.scale, self.app.settings.interface_scale(self.size)
        return f"Size limited to {now:.0%} by the window" if wanted > now else ""

    def _store(self, name: str, value: object) -> None:
        setattr(self.app.settings, name, value)
        self.app.keep_settings()

    def _set_volume(self, volume: float) -> None:
        self._store(VOLUME, round(volume))
        self.app.sounds.play(SELECT)

    def cancel(self) -> None:
        self.app.show(self.back)


def _nearest_scale(value: float) -> int:
    return min(range(len(SCALES)), key=lambda number: abs(SCALES[number] - value))


# --- Options ---


class OptionsScreen(Page):
    """The options of a game. `chosen` has the changed options by name and is edited here; `back` is the screen to
    return to.
    """

    def __init__(self, app: Host, chosen: dict[str, str], back: Screen) -> None:
        super().__init__(app)
        self.chosen, self.back = chosen, back
        self.options = rule_options()
        self.option = self.options[0]
        """The shown option."""

    def compose(self) -> Box:
        """Return all options on the left, and the values of the shown one on the right."""
        options = ScrollList("options", NOWHERE, self._draw_option, row=px(36), well=False)
        options.set_items(self.options)
        options.chosen = self.options.index(self.option)
        body = row(
            panel("Optional rules", item(options, self._show, grow=1), grow=36),
            panel(self.option.title, *map(self._value_row, self.option.values), gap=8, grow=64), gap=16, grow=1,
        )  # fmt: skip
        return page("Options", body, *map(self._rules_button, editions()), space(), done(self.cancel))

    def _show(self, number: int) -> None:
        self.option = self.options[number]

    def _rules_button(self, edition: str) -> Box:
        """Return the button that chooses all rules of an edition."""
        is_other = self.chosen_rules != edition_options(edition)
        label = f"Use {edition} rules"
        return button(f"rules {edition}", label, lambda: self._use_edition(edition), enabled=is_other, width=156)

    def _value_row(self, value: str) -> Box:
        """Return the button of a value with its description."""
        option, variant = self.option, self.option.variant(value)
        label = f"{value} · {EDITION}" if value == option.default != EDITION else value
        kind = "primary" if value == self.value(option) else "plain"
        choose = button(f"value {value}", label, lambda: self._choose(value), kind=kind, height=36, width=200)
        summary, place = (variant.summary, variant.cited) if variant is not None else (option.summary, "")
        description = column(text(summary), citation(place) if place else None, grow=1, pad=(0, 2, 0, 2))
        return row(column(choose), description, gap=16)

    @property
    def chosen_rules(self) -> dict[str, str]:
        names = {option.name for option in self.options}
        return {name: value for name, value in self.chosen.items() if name in names}

    def value(self, option: GameOption) -> str:
        return self.chosen.get(option.name, option.default)

    def _use_edition(self, edition: str) -> None:
        for rule in self.chosen_rules:
            del self.chosen[rule]
        self.chosen.update(edition_options(edition))

    def _choose(self, value: str) -> None:
        """Store a chosen value. Default values aren't stored."""
        if value == self.option.default:
            self.chosen.pop(self.option.name, None)
        else:
            self.chosen[self.option.name] = value

    def cancel(self) -> None:
        """Go back. The choices stay."""
        self.app.show(self.back)

    def _draw_option(self, surface: pygame.Surface, rect: pygame.Rect, item: Any, hovered: bool, chosen: bool) -> None:
        value, middle = self.value(item), rect.top + (rect.height - line_height("body")) // 2
        is_default = value == item.default
        color, value_color = ACCENT if chosen else TEXT if hovered else TEXT_SOFT, TEXT_FAINT if is_default else WARN
        draw_text(surface, (rect.left + px(10), middle), item.title, "body", color, width=rect.width * 60 // 100)
        draw_text(surface, (rect.right - px(10), middle), value, "body", value_color, anchor="topright")


# --- Keys ---

BINDING_HINT = "Click a row, then press the new key."
POINTER_HELP = (
    "Mouse: the wheel zooms, the right button pans, both together rotate. Trackpad: two fingers pan, pinch or "
    "Ctrl with two fingers zooms. If that is wrong for your device, change Scrolling in the settings."
)
"""What the pointer does on the table."""


class KeysScreen(Page):
    """The list of all keys. A click on a command and a key press bind it; Escape cancels that."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back
        self.waiting = ""
        self.search = ""
        """The text by which commands are searched."""

    @property
    def grabbing(self) -> bool:
        return bool(self.waiting)

    @property
    def question(self) -> tuple[object, ...]:
        return (*super().question, self.waiting)

    def compose(self) -> Box:
        keys = ScrollList("keys", NOWHERE, self._draw_row, row=px(34))
        keys.set_items(self.listed)
        search = TextField("search", NOWHERE, self.search, ghost="search", most=30)
        heading = row(
            text("Keys", "title"), text(BINDING_HINT, "small", TEXT_SOFT, grow=1),
            item(search, self._set_search, width=200), gap=16, align=Align.MIDDLE,
        )  # fmt: skip
        help_text = text(POINTER_HELP, "small", TEXT_SOFT)
        foot = row(button("reset", "Reset to defaults", self._reset, width=200), space(), done(self.cancel))
        body = panel("", heading, help_text, item(keys, self._wait_for_key, grow=1), gap=8, grow=1)
        return framed(body, width=700, foot=foot)

    def _set_search(self, words: str) -> None:
        self.search = words

    def _wait_for_key(self, number: int) -> None:
        self.waiting = self.listed[number].name

    def _reset(self) -> None:
        self.app.keymap.bound = Keymap().bound
        self.app.keep_settings()

    @property
    def listed(self) -> tuple[KeyCommand, ...]:
        """The commands that match the search."""
        return self.app.keymap.find_commands(self.search)

    def handle(self, event: pygame.event.Event) -> None:
        if self.waiting and event.type == pygame.KEYDOWN:
            self.dirty = True
            key = key_name(event)
            if event.key in MODIFIERS or not key:
                return
            name, self.waiting = self.waiting, ""
            if event.key != pygame.K_ESCAPE:
                self._bind(name, key)
            return
        super().handle(event)

    def _bind(self, name: str, key: str) -> None:
        """Bind a key to a command. Ask first if another command loses the key."""
        losers = self.app.keymap.losers(name, key)
        if not losers:
            self._set_key(name, key)
            return
        labels = " and ".join(f"'{command.label}'{self._last_key(command)}" for command in losers)
        text = f"{KEYBOARD.cap(key)} is assigned to {labels}. Assign it to '{BY_NAME[name].label}' instead?"
        answers = (("take", "Reassign", "danger"), ("no", "Cancel", "plain"))
        self.app.ask("Key already in use", text, answers, lambda answer: self._on_answer(answer, name, key))

    def _last_key(self, command: KeyCommand) -> str:
        return ", which has no other key" if len(self.app.keymap.bound[command.name]) == 1 else ""

    def _on_answer(self, answer: str, name: str, key: str) -> None:
        if answer == "take":
            self._set_key(name, key)

    def _set_key(self, name: str, key: str) -> None:
        self.app.keymap.bind(name, key)
        self.app.keep_settings()

    def cancel(self) -> None:
        self.app.show(self.back)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, command: Any, hovered: bool, chosen: bool) -> None:
        assert isinstance(command, KeyCommand)
        draw_box(surface, rect.inflate(-px(2), -px(4)), PANEL_HOVER if hovered else PANEL_HIGH, radius=px(5))
        draw_text(surface, (rect.left + px(12), rect.centery), command.label, "body", TEXT, anchor="midleft")
        x = rect.right - px(12)
        if command.name == self.waiting:
            draw_pill(surface, (x, rect.centery), "press a key", WARN, anchor="midright")
            return
        for key in reversed(self.app.keymap.bound[command.name]):
            cap = KEYBOARD.cap(key)
            x = draw_pill(surface, (x, rect.centery), cap, ACCENT, anchor="midright").left - px(6)
