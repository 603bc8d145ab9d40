"""The screens of the settings, of a game's options, and of the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from jovian.rules.editions.variant import GameOption
from jovian.rules.setup.edition import EDITION, edition_options, editions, rule_options
from jovian.ui.board.grid import backdrop
from jovian.ui.files.settings import REASONS, SCROLLING, SPEEDS
from jovian.ui.kit.draw import draw_box, draw_panel, draw_pill
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height
from jovian.ui.kit.forms import TextField
from jovian.ui.kit.keyboard import KEYBOARD, MODIFIERS, key_name
from jovian.ui.kit.theme import ACCENT, PANEL_HIGH, PANEL_HOVER, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, Tabs, Toggle, Widget
from jovian.ui.screens.navigation import ToColors, ToKeys
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.session.keymap import BY_NAME, Command, Keymap

# --- Settings ---

SCALES = (0.0, 0.8, 1.0, 1.25, 1.5, 2.0)
REASON_LABELS = ("Off", "In the log", "Log and table")
SCROLLING_LABELS = ("Wheel zooms, trackpad pans", "Zoom", "Pan")
TOGGLES = (
    ("labels", "Names beside models"), ("curtain", "Hide the screen between two players' secret choices"),
    ("autosave", "Save after each answer"),
    ("ask_always", "Ask even if one answer is best in every respect"), ("fullscreen", "Full screen"),
)  # fmt: skip

TAB_VALUES: dict[str, Sequence[object]] = {"scale": SCALES, "speed": SPEEDS, "reasons": REASONS, "scrolling": SCROLLING}


class SettingsScreen(Screen):
    """The settings. `back` is the screen to return to."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        width = min(size[0] - px(40), px(640))
        scale_down = min(1.0, (size[1] - px(84)) / px(654))

        def scaled(value: int) -> int:
            return round(px(value) * scale_down)

        title_height = max(scaled(64), px(54))  # The title keeps its size.
        self._panel = pygame.Rect((size[0] - width) // 2, scaled(50), width, scaled(524) + title_height)
        inner = self._panel.inflate(-px(40), -scaled(40))
        settings = self.app.settings
        y = inner.top + title_height
        scales = ["Fit to window", *(f"{value:.0%}" for value in SCALES[1:])]
        scale_tabs = Tabs("scale", pygame.Rect(inner.left, y, inner.width, scaled(32)), scales)
        scale_tabs.chosen = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - settings.scale))
        speeds = ["Off", *(f"{value:g}×" for value in SPEEDS[1:])]
        speed_tabs = Tabs("speed", pygame.Rect(inner.left, y + scaled(74), inner.width, scaled(32)), speeds)
        speed_tabs.chosen = SPEEDS.index(settings.speed)
        reason_tabs = Tabs("reasons", pygame.Rect(inner.left, y + scaled(148), inner.width, scaled(32)), REASON_LABELS)
        reason_tabs.chosen = REASONS.index(settings.reasons)
        scrolling_tabs = Tabs(
            "scrolling", pygame.Rect(inner.left, y + scaled(222), inner.width, scaled(32)), SCROLLING_LABELS
        )
        scrolling_tabs.chosen = SCROLLING.index(settings.scrolling)
        widgets: list[Widget] = [scale_tabs, speed_tabs, reason_tabs, scrolling_tabs]
        y += scaled(272)
        for name, label in TOGGLES:
            widgets.append(
                Toggle(name, pygame.Rect(inner.left, y, inner.width, scaled(34)), label, getattr(settings, name))
            )
            y += scaled(40)
        y = min(size[1] - px(58), self._panel.bottom + px(16))
        widgets.append(Button("keys", pygame.Rect(self._panel.left, y, px(160), px(46)), "Keys"))
        colors_place = pygame.Rect(self._panel.left + px(172), y, px(160), px(46))
        widgets.append(Button("colors", colors_place, "Colors"))
        widgets.append(
            Button("done", pygame.Rect(self._panel.right - px(160), y, px(160), px(46)), "Done", kind="primary")
        )
        self.group.renew(widgets)

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
        else:
            setattr(settings, name, bool(action.value))
        self.app.keep_settings()

    def cancel(self) -> None:
        self.app.show(self.back)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_panel(surface, self._panel)
        draw_text(surface, (self._panel.left + px(20), self._panel.top + px(8)), "Settings", "title", TEXT)
        labels = (
            ("scale", f"Interface size{self._limit_note()}"), ("speed", "Animation"),
            ("reasons", "Show reasons of computer players"),
            ("scrolling", "Scrolling on the table (with Ctrl it always zooms)"),
        )  # fmt: skip
        for name, label in labels:
            rect = self.group[name].rect
            pos = (rect.left, rect.top - px(2))
            draw_text(surface, pos, label, "body", TEXT_SOFT, anchor="bottomleft", width=rect.width)
        self.group.draw(surface)
        self.dirty = False


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
        done = Button("done", pygame.Rect(size[0] - px(236), y, px(220), px(48)), "Done", kind="primary")
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
        for value in self.option.values:
            kind = "primary" if value == current else "plain"
            label = f"{value} · {EDITION}" if value == self.option.usual != EDITION else value
            buttons.append(Button(VALUE_PREFIX + value, pygame.Rect(inner.left, y, px(220), px(36)), label, kind=kind))
            variant = self.option.variant(value)
            area = pygame.Rect(inner.left + px(236), y + px(4), inner.width - px(236), row_height - px(8))
            description = (variant.summary, variant.cited) if variant is not None else (self.option.summary, "")
            self._descriptions.append((area, *description))
            y += row_height
        return buttons

    @property
    def chosen_rules(self) -> dict[str, str]:
        names = {option.name for option in self.options}
        return {name: value for name, value in self.chosen.items() if name in names}

    def value(self, option: GameOption) -> str:
        return self.chosen.get(option.name, option.usual)

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
        if value == self.option.usual:
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
            if place:
                draw_text(surface, (rect.left, y + px(2)), place, "small", TEXT_FAINT, width=rect.width)
        self.group.draw(surface)
        self.dirty = False

    def _draw_option(self, surface: pygame.Surface, rect: pygame.Rect, item: Any, hovered: bool, chosen: bool) -> None:
        value, middle = self.value(item), rect.top + (rect.height - line_height("body")) // 2
        is_default = value == item.usual
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
        return self.app.keymap.found(self.search)

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
