"""The screens of the settings, of a game's options, and of the keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pygame

from jovian.rules.editions.variant import GameOption
from jovian.rules.setup.edition import EDITION, edition_options, editions, rule_options
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import draw_box, draw_panel, draw_pill
from jovian.ui.kit.fonts import draw_citation, draw_text, draw_wrapped, line_height, text_size
from jovian.ui.kit.forms import TextField
from jovian.ui.kit.keyboard import KEYBOARD, MODIFIERS, key_name
from jovian.ui.kit.sound import NO_SOUND_DEVICE, SELECT
from jovian.ui.kit.theme import ACCENT, PANEL_HIGH, PANEL_HOVER, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, Slider, Tabs, Toggle, Widget
from jovian.ui.screens.navigation import ToColors, ToKeys
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.session.keymap import BY_NAME, Command, Keymap
from jovian.ui.settings import MOTIONS, REASONS, SCROLLING, SPEEDS

# --- Settings ---

SCALES = (0.0, 0.8, 1.0, 1.25, 1.5, 2.0)
REASON_LABELS = ("Off", "In the log", "Log and table")
SCROLLING_LABELS = ("By device", "Zoom", "Pan")
MOTION_LABELS = ("Full", "Short", "Off")
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
    "labels": "Names beside models", "fullscreen": "Full screen", "sound": "Sound",
    "captions": "Describe sounds in the log", "curtain": "Curtain over secret choices of two players",
    "autosave": "Save after each answer", "ask_always": "Ask even if one answer is always best",
}  # fmt: skip
VOLUME = "volume"
PARTS = (
    (("Picture", ("scale", "speed", "motion", "scrolling", "labels", "fullscreen")),),
    (("Sound", ("sound", VOLUME, "captions")), ("Play", ("reasons", "curtain", "autosave", "ask_always"))),
)
"""The panels of the left and the right column, each with its settings."""
HEADING, TAB_ROW, SLIDER_ROW, TOGGLE_ROW = 36, 62, 48, 38
"""The heights of a heading, and of the rows of each kind of setting."""
TAB_HEIGHT, PADDING, GAP = 30, 14, 10
TOP, BOTTOM = 58, 68
"""The space above and below the panels."""
MAX_WIDTH = 1120


def _row_height(name: str) -> int:
    return TAB_ROW if name in TAB_VALUES else SLIDER_ROW if name == VOLUME else TOGGLE_ROW


def _panel_height(names: Sequence[str]) -> int:
    return HEADING + sum(map(_row_height, names)) + PADDING


class SettingsScreen(Screen):
    """The settings. `back` is the screen to return to."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back
        self._panels: list[tuple[pygame.Rect, str]] = []
        """The panels with their headings."""
        self._top = px(TOP)
        """Where the panels begin. In a high window, the free space is mostly below them."""

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        width = min(size[0] - px(40), px(MAX_WIDTH))
        left, available = (size[0] - width) // 2, size[1] - px(TOP + BOTTOM)
        wanted = [sum(px(_panel_height(names) + GAP) for _, names in column) - px(GAP) for column in PARTS]
        shrink = min(1.0, available / max(wanted))
        self._panels, widgets = [], list[Widget]()
        self._top = px(TOP) + max(0, (available - max(wanted)) // 3)
        column_width = (width - px(GAP)) // 2
        for number, column in enumerate(PARTS):
            y = float(self._top)
            for heading, names in column:
                height = px(_panel_height(names)) * shrink
                rect = pygame.Rect(left + number * (column_width + px(GAP)), round(y), column_width, round(height))
                self._panels.append((rect, heading))
                widgets += self._rows(rect, names, shrink)
                y += height + px(GAP) * shrink
        bottom = max(rect.bottom for rect, _ in self._panels)
        self._panels[0][0].height = bottom - self._panels[0][0].top  # Both columns end at the same height.
        low = min(size[1] - px(58), bottom + px(12))
        widgets.append(Button("keys", pygame.Rect(left, low, px(160), px(46)), "Keys"))
        widgets.append(Button("colors", pygame.Rect(left + px(172), low, px(160), px(46)), "Colors"))
        done = pygame.Rect(left + width - px(160), low, px(160), px(46))
        widgets.append(Button("done", done, "Done", kind="primary"))
        self.group.renew(widgets)

    def _rows(self, panel: pygame.Rect, names: Sequence[str], shrink: float) -> Iterator[Widget]:
        """Yield the widgets of a panel from top to bottom."""
        left, width = panel.left + px(PADDING), panel.width - 2 * px(PADDING)
        y = panel.top + px(HEADING) * shrink
        for name in names:
            height = px(_row_height(name)) * shrink
            row = pygame.Rect(left, round(y), width, round(height))
            yield self._widget(name, row, shrink)
            y += height

    def _widget(self, name: str, row: pygame.Rect, shrink: float) -> Widget:
        value = getattr(self.app.settings, name)
        if name in TAB_VALUES:
            height = round(px(TAB_HEIGHT) * shrink)
            tabs = Tabs(name, pygame.Rect(row.left, row.bottom - height - px(4), row.width, height), TAB_LABELS[name])
            values = TAB_VALUES[name]
            tabs.chosen = _nearest_scale(value) if name == "scale" else values.index(value)
            return tabs
        if name == VOLUME:
            height = min(row.height, line_height("body") + px(18))
            rect = pygame.Rect(row.left, row.top, row.width, height)
            return Slider(VOLUME, rect, "Volume", 0, 100, value, step=5, show=lambda volume: f"{volume:.0f}%")
        label = TOGGLES[name]
        if name == "sound":
            label = f"Sound ({self.app.keymap.key_label('sound')} on any page)"
        return Toggle(name, row, label, value)

    def _limit_note(self) -> str:
        """Return a note if the window is too small for the chosen interface size, else ""."""
        wanted, now = self.app.settings.scale, self.app.settings.interface_scale(self.size)
        return f" · limited to {now:.0%} by the window size" if wanted > now else ""

    def act(self, action: Action) -> None:
        """Store a setting, and apply it at once."""
        settings, name = self.app.settings, action.name
        if name == "done":
            self.cancel()
            return
        if name == "keys":
            self.app.go(ToKeys(self))
            return
        if name == "colors":
            self.app.go(ToColors(self))
            return
        chosen = self.group[name]
        if isinstance(chosen, Tabs):
            setattr(settings, name, TAB_VALUES[name][chosen.chosen])
        elif name == VOLUME:
            settings.volume = round(action.value)
        else:
            setattr(settings, name, bool(action.value))
        self.app.keep_settings()
        if name == VOLUME:
            self.app.sounds.play(SELECT)

    def cancel(self) -> None:
        self.app.show(self.back)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        pos = (self._panels[0][0].left, self._top - px(TOP) // 2)
        draw_text(surface, pos, "Settings", "title", TEXT, anchor="midleft")
        for rect, heading in self._panels:
            draw_panel(surface, rect, heading)
            if heading == "Sound" and not self.app.sounds.has_device:
                pos = (rect.right - px(PADDING), rect.top + px(8))
                draw_text(surface, pos, NO_SOUND_DEVICE, "small", WARN, anchor="topright")
        for name, title in TITLES.items():
            rect = self.group[name].rect
            text = title + (self._limit_note() if name == "scale" else "")
            draw_text(surface, (rect.left, rect.top - px(2)), text, "body", TEXT_SOFT, anchor="bottomleft",
                      width=rect.width)  # fmt: skip
        self.group.draw(surface)
        self.dirty = False


def _nearest_scale(value: float) -> int:
    return min(range(len(SCALES)), key=lambda number: abs(SCALES[number] - value))


# --- Options ---

VALUE_PREFIX, RULES_PREFIX = "way ", "text "
"""The prefixes of button names: choose a value, or the rules of an edition."""


class OptionsScreen(Screen):
    """The options of a game. `chosen` has the changed options by name and is edited here; `back` is the screen to
    return to.
    """

    def __init__(self, app: Host, chosen: dict[str, str], back: Screen) -> None:
        super().__init__(app)
        self.chosen, self.back = chosen, back
        self.options = rule_options()
        self.option = self.options[0]
        """The shown option."""

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out all options on the left, and the values of the shown one on the right."""
        super().layout(size)
        gap, top, low = px(16), px(70), px(76)
        height = size[1] - top - low
        self._left = pygame.Rect(gap, top, size[0] * 36 // 100, height)
        self._right = pygame.Rect(self._left.right + gap, top, size[0] - self._left.right - 2 * gap, height)
        inner = self._left.inflate(-px(28), -px(52)).move(0, px(10))
        option_list = ScrollList("options", inner, self._draw_option, row=px(36), well=False)
        option_list.set_items(self.options)
        option_list.chosen = self.options.index(self.option)
        y = size[1] - px(62)
        done = Button("done", pygame.Rect(size[0] - px(156), y, px(140), px(48)), "Done", kind="primary")
        texts = [self._rules_button(number, text, y) for number, text in enumerate(editions())]
        self.group.renew([option_list, *self._value_buttons(), *texts, done])

    def _rules_button(self, number: int, edition: str, y: int) -> Button:
        """Return the button that chooses all rules of an edition."""
        left = px(16) + number * px(168)
        button = Button(RULES_PREFIX + edition, pygame.Rect(left, y, px(156), px(48)), f"Use {edition} rules")
        button.enabled = self.chosen_rules != edition_options(edition)
        return button

    def _value_buttons(self) -> list[Button]:
        """Return a button for each value, with its description next to it."""
        inner = self._right.inflate(-px(28), -px(52)).move(0, px(10))
        self._descriptions: list[tuple[pygame.Rect, str, str]] = []
        buttons, y, current = [], inner.top, self.value(self.option)
        row_height = min(px(120), inner.height // len(self.option.values))
        labels = [f"{value} · {EDITION}" for value in self.option.values]
        width = min(px(220), max(px(110), *(text_size(label, "button")[0] + px(32) for label in labels)))
        for value in self.option.values:
            kind = "primary" if value == current else "plain"
            label = f"{value} · {EDITION}" if value == self.option.default != EDITION else value
            buttons.append(Button(VALUE_PREFIX + value, pygame.Rect(inner.left, y, width, px(36)), label, kind=kind))
            variant = self.option.variant(value)
            left = inner.left + width + px(16)
            area = pygame.Rect(left, y + px(4), inner.right - left, row_height - px(8))
            description = (variant.summary, variant.cited) if variant is not None else (self.option.summary, "")
            self._descriptions.append((area, *description))
            y += row_height
        return buttons

    @property
    def chosen_rules(self) -> dict[str, str]:
        names = {option.name for option in self.options}
        return {name: value for name, value in self.chosen.items() if name in names}

    def value(self, option: GameOption) -> str:
        return self.chosen.get(option.name, option.default)

    # --- Input ---
    def act(self, action: Action) -> None:
        name, value = action.name, action.value
        if name == "done":
            self.cancel()
        elif name == "options":
            self.option = self.options[int(value)]
        elif name.startswith(RULES_PREFIX):
            for rule in self.chosen_rules:
                del self.chosen[rule]
            self.chosen.update(edition_options(name.removeprefix(RULES_PREFIX)))
        elif name.startswith(VALUE_PREFIX):
            self._choose(name.removeprefix(VALUE_PREFIX))
        self.layout(self.size)

    def _choose(self, value: str) -> None:
        """Store a chosen value. Default values aren't stored."""
        if value == self.option.default:
            self.chosen.pop(self.option.name, None)
        else:
            self.chosen[self.option.name] = value

    def cancel(self) -> None:
        """Go back. The choices stay."""
        self.app.show(self.back)

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_text(surface, (px(20), px(35)), "Options", "title", TEXT, anchor="midleft")
        draw_panel(surface, self._left, "Optional rules")
        draw_panel(surface, self._right, self.option.title)
        for rect, summary, place in self._descriptions:
            y = draw_wrapped(surface, rect, summary, "body", TEXT)
            if place and y + line_height("small") <= rect.bottom + px(8):
                draw_citation(surface, (rect.left, y + px(2)), place, width=rect.width)
        self.group.draw(surface)
        self.dirty = False

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


class KeysScreen(Screen):
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

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        width = min(size[0] - px(40), px(700))
        self._panel = pygame.Rect((size[0] - width) // 2, px(40), width, size[1] - px(120))
        inner = self._panel.inflate(-px(32), -px(32))
        top = inner.top + px(42) + 2 * line_height("small")
        key_list = ScrollList(
            "keys",
            pygame.Rect(inner.left, top, inner.width, inner.bottom - px(4) - top),
            self._draw_row,
            row=px(34),
        )
        y = size[1] - px(64)
        width = px(200)
        search_place = pygame.Rect(inner.right - width, inner.top - px(6), width, px(34))
        search_field = TextField("search", search_place, self.search, ghost="search", most=30)
        reset = Button("reset", pygame.Rect(self._panel.left, y, px(200), px(46)), "Reset to defaults")
        done = Button("done", pygame.Rect(self._panel.right - px(160), y, px(160), px(46)), "Done", kind="primary")
        self.group.renew([key_list, search_field, reset, done])
        self._fill_list()

    @property
    def listed(self) -> tuple[Command, ...]:
        """The commands that match the search."""
        return self.app.keymap.find_commands(self.search)

    def _fill_list(self) -> None:
        rows = self.group["keys"]
        assert isinstance(rows, ScrollList)
        rows.set_items(self.listed)

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

    def _last_key(self, command: Command) -> str:
        return ", which has no other key" if len(self.app.keymap.bound[command.name]) == 1 else ""

    def _on_answer(self, answer: str, name: str, key: str) -> None:
        if answer == "take":
            self._set_key(name, key)

    def _set_key(self, name: str, key: str) -> None:
        self.app.keymap.bind(name, key)
        self.app.keep_settings()

    def act(self, action: Action) -> None:
        self.dirty = True
        if action.name == "keys":
            self.waiting = self.listed[action.value].name
        elif action.name == "search":
            self.search = str(action.value)
            self._fill_list()
        elif action.name == "reset":
            self.app.keymap.bound = Keymap().bound
            self.app.keep_settings()
        else:
            self.cancel()

    def cancel(self) -> None:
        self.app.show(self.back)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, command: Any, hovered: bool, chosen: bool) -> None:
        assert isinstance(command, Command)
        draw_box(surface, rect.inflate(-px(2), -px(4)), PANEL_HOVER if hovered else PANEL_HIGH, radius=px(5))
        draw_text(surface, (rect.left + px(12), rect.centery), command.label, "body", TEXT, anchor="midleft")
        x = rect.right - px(12)
        if command.name == self.waiting:
            draw_pill(surface, (x, rect.centery), "press a key", WARN, anchor="midright")
            return
        for key in reversed(self.app.keymap.bound[command.name]):
            cap = KEYBOARD.cap(key)
            x = draw_pill(surface, (x, rect.centery), cap, ACCENT, anchor="midright").left - px(6)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_panel(surface, self._panel)
        inner = self._panel.inflate(-px(32), -px(32))
        draw_text(surface, inner.topleft, "Keys", "title", TEXT)
        width = inner.width - px(90) - px(216)
        draw_text(surface, (inner.left + px(90), inner.top + px(4)), BINDING_HINT, "small", TEXT_SOFT, width=width)
        text = pygame.Rect(inner.left, inner.top + px(36), inner.width, 2 * line_height("small"))
        draw_wrapped(surface, text, POINTER_HELP, "small", TEXT_SOFT)
        self.group.draw(surface)
        self.dirty = False
