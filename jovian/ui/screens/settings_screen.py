"""Settings, options of a game, and keys: a screen each."""

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
from jovian.ui.screens.navigation import ToKeys
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.session.keymap import BY_NAME, Command, Keymap

# --- settings ---
# The settings: scale, animation, and what is switched on or off.

SCALES = (0.0, 0.8, 1.0, 1.25, 1.5, 2.0)
_REASONS = ("Off", "In the log", "Log and table")
_SCROLLING = ("Wheel zooms, trackpad pans", "Zoom", "Pan")
_TOGGLES = (
    ("labels", "Names beside models"), ("curtain", "Hide the screen between two players' secret choices"),
    ("autosave", "Save after each answer"),
    ("ask_always", "Ask even if one answer is best in every respect"), ("fullscreen", "Full screen"),
)  # fmt: skip

_VALUES: dict[str, Sequence[object]] = {"scale": SCALES, "speed": SPEEDS, "reasons": REASONS, "scrolling": SCROLLING}


class SettingsScreen(Screen):
    """`back` is the screen that it returns to."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back

    def layout(self, size: tuple[int, int]) -> None:
        """One column, set closer where the window is low."""
        super().layout(size)
        wide = min(size[0] - px(40), px(640))
        tight = min(1.0, (size[1] - px(84)) / px(654))

        def down(value: int) -> int:
            return round(px(value) * tight)

        first = max(down(64), px(54))  # the title stands over it at its own size
        self._panel = pygame.Rect((size[0] - wide) // 2, down(50), wide, down(524) + first)
        inner = self._panel.inflate(-px(40), -down(40))
        settings = self.app.settings
        y = inner.top + first
        scales = ["Fit to window", *(f"{value:.0%}" for value in SCALES[1:])]
        scale = Tabs("scale", pygame.Rect(inner.left, y, inner.width, down(32)), scales)
        scale.chosen = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - settings.scale))
        speeds = ["Off", *(f"{value:g}×" for value in SPEEDS[1:])]
        speed = Tabs("speed", pygame.Rect(inner.left, y + down(74), inner.width, down(32)), speeds)
        speed.chosen = SPEEDS.index(settings.speed)
        reasons = Tabs("reasons", pygame.Rect(inner.left, y + down(148), inner.width, down(32)), _REASONS)
        reasons.chosen = REASONS.index(settings.reasons)
        scrolling = Tabs("scrolling", pygame.Rect(inner.left, y + down(222), inner.width, down(32)), _SCROLLING)
        scrolling.chosen = SCROLLING.index(settings.scrolling)
        made: list[Widget] = [scale, speed, reasons, scrolling]
        y += down(272)
        for name, label in _TOGGLES:
            made.append(Toggle(name, pygame.Rect(inner.left, y, inner.width, down(34)), label, getattr(settings, name)))
            y += down(40)
        y = min(size[1] - px(58), self._panel.bottom + px(16))
        made.append(Button("keys", pygame.Rect(self._panel.left, y, px(160), px(46)), "Keys"))
        made.append(
            Button("done", pygame.Rect(self._panel.right - px(160), y, px(160), px(46)), "Done", kind="primary")
        )
        self.group.renew(made)

    def _held(self) -> str:
        """What is said of a scale that the window does not hold."""
        wanted, now = self.app.settings.scale, self.app.settings.interface_scale(self.size)
        return f" · limited to {now:.0%} by the window size" if wanted > now else ""

    def act(self, action: Action) -> None:
        """Note what was set, and follow it at once."""
        settings, name = self.app.settings, action.name
        if name == "done":
            self.cancel()
            return
        if name == "keys":
            self.app.go(ToKeys(self))
            return
        chosen = self.group[name]
        if isinstance(chosen, Tabs):
            setattr(settings, name, _VALUES[name][chosen.chosen])
        else:
            setattr(settings, name, bool(action.value))
        self.app.keep_settings()

    def cancel(self) -> None:
        """Go back to the screen that it was opened from."""
        self.app.show(self.back)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel with a label above each setting."""
        surface.blit(backdrop(self.size), (0, 0))
        draw_panel(surface, self._panel)
        draw_text(surface, (self._panel.left + px(20), self._panel.top + px(8)), "SETTINGS", "title", TEXT)
        labels = (
            ("scale", f"Interface size{self._held()}"), ("speed", "Animation"),
            ("reasons", "Show reasons of computer players"),
            ("scrolling", "Scrolling on the table (with Ctrl it always zooms)"),
        )  # fmt: skip
        for name, label in labels:
            rect = self.group[name].rect
            pos = (rect.left, rect.top - px(2))
            draw_text(surface, pos, label, "body", TEXT_SOFT, anchor="bottomleft", width=rect.width)
        self.group.draw(surface)
        self.dirty = False


# --- options ---
# The options of a game: every rule that may be played another way, and what each way means.

WAY, TEXT_OF = "way ", "text "
"""How the names of the buttons begin that choose a value, and all values of a text."""


class OptionsScreen(Screen):
    """`chosen` holds the changed options by name, and is changed here; `back` is the screen that it returns to."""

    def __init__(self, app: Host, chosen: dict[str, str], back: Screen) -> None:
        super().__init__(app)
        self.chosen, self.back = chosen, back
        self.options = rule_options()
        self.option = self.options[0]
        """The one that is looked at."""

    # --- layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """All options on the left, the ways of one on the right."""
        super().layout(size)
        gap, top, low = px(16), px(70), px(76)
        high = size[1] - top - low
        self._left = pygame.Rect(gap, top, size[0] * 36 // 100, high)
        self._right = pygame.Rect(self._left.right + gap, top, size[0] - self._left.right - 2 * gap, high)
        inner = self._left.inflate(-px(28), -px(52)).move(0, px(10))
        listed = ScrollList("options", inner, self._draw_option, row=px(36), well=False)
        listed.set_items(self.options)
        listed.chosen = self.options.index(self.option)
        y = size[1] - px(62)
        done = Button("done", pygame.Rect(size[0] - px(236), y, px(220), px(48)), "Done", kind="primary")
        texts = [self._text(number, text, y) for number, text in enumerate(editions())]
        self.group.renew([listed, *self._ways(), *texts, done])

    def _text(self, number: int, text: str, y: int) -> Button:
        """A button for all rules of one text."""
        left = px(16) + number * px(168)
        button = Button(TEXT_OF + text, pygame.Rect(left, y, px(156), px(48)), f"Use {text} rules")
        button.enabled = self.chosen_rules != edition_options(text)
        return button

    def _ways(self) -> list[Button]:
        """A button for each value, its words below it."""
        inner = self._right.inflate(-px(28), -px(52)).move(0, px(10))
        self._words: list[tuple[pygame.Rect, str, str]] = []
        made, y, now = [], inner.top, self.value(self.option)
        each = min(px(120), inner.height // len(self.option.values))
        for value in self.option.values:
            kind = "primary" if value == now else "plain"
            label = f"{value} · {EDITION}" if value == self.option.usual != EDITION else value
            made.append(Button(WAY + value, pygame.Rect(inner.left, y, px(220), px(36)), label, kind=kind))
            variant = self.option.variant(value)
            words = pygame.Rect(inner.left + px(236), y + px(4), inner.width - px(236), each - px(8))
            said = (variant.summary, variant.cited) if variant is not None else (self.option.summary, "")
            self._words.append((words, *said))
            y += each
        return made

    @property
    def chosen_rules(self) -> dict[str, str]:
        """The changed options that this page shows."""
        names = {option.name for option in self.options}
        return {name: value for name, value in self.chosen.items() if name in names}

    def value(self, option: GameOption) -> str:
        """What is chosen of an option."""
        return self.chosen.get(option.name, option.usual)

    # --- answers ---
    def act(self, action: Action) -> None:
        """Look at an option, choose a value, or go back."""
        name, value = action
        if name == "done":
            self.cancel()
        elif name == "options":
            self.option = self.options[int(value)]
        elif name.startswith(TEXT_OF):
            for rule in self.chosen_rules:
                del self.chosen[rule]
            self.chosen.update(edition_options(name.removeprefix(TEXT_OF)))
        elif name.startswith(WAY):
            self._choose(name.removeprefix(WAY))
        self.layout(self.size)

    def _choose(self, value: str) -> None:
        """What is as usual is not kept."""
        if value == self.option.usual:
            self.chosen.pop(self.option.name, None)
        else:
            self.chosen[self.option.name] = value

    def cancel(self) -> None:
        """Back to where it was opened; what was chosen stays."""
        self.app.show(self.back)

    # --- drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """The list, and the words of each way."""
        surface.blit(backdrop(self.size), (0, 0))
        draw_text(surface, (px(20), px(35)), "OPTIONS", "title", TEXT, anchor="midleft")
        draw_panel(surface, self._left, "Rules that may be played another way")
        draw_panel(surface, self._right, self.option.title)
        for rect, summary, place in self._words:
            y = draw_wrapped(surface, rect, summary, "body", TEXT)
            if place:
                draw_text(surface, (rect.left, y + px(2)), place, "small", TEXT_FAINT, width=rect.width)
        self.group.draw(surface)
        self.dirty = False

    def _draw_option(self, surface: pygame.Surface, rect: pygame.Rect, item: Any, hovered: bool, chosen: bool) -> None:
        value, middle = self.value(item), rect.top + (rect.height - line_height("body")) // 2
        usual = value == item.usual
        ink, note = ACCENT if chosen else TEXT if hovered else TEXT_SOFT, TEXT_FAINT if usual else WARN
        draw_text(surface, (rect.left + px(10), middle), item.title, "body", ink, width=rect.width * 60 // 100)
        draw_text(surface, (rect.right - px(10), middle), value, "body", note, anchor="topright")


# --- keys ---
# The list of every key, where each may be bound anew.

BINDING = "Click a line, then press its new key."
POINTER = (
    "Mouse: the wheel zooms, the right button drags the view, both together turn. Trackpad: two fingers pan, pinch or "
    "Ctrl with two fingers zooms. If that is wrong for your device, change Scrolling in the settings."
)
"""What the pointer does on the table."""


class KeysScreen(Screen):
    """Click a command, then press its new key; Escape calls it off."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back
        self.waiting = ""
        self.search = ""
        """What was typed to find a command."""

    @property
    def grabbing(self) -> bool:
        """A new key is waited for."""
        return bool(self.waiting)

    @property
    def question(self) -> tuple[object, ...]:
        """The command that is waiting for a key."""
        return (*super().question, self.waiting)

    def layout(self, size: tuple[int, int]) -> None:
        """The list in the middle."""
        super().layout(size)
        wide = min(size[0] - px(40), px(700))
        self._panel = pygame.Rect((size[0] - wide) // 2, px(40), wide, size[1] - px(120))
        inner = self._panel.inflate(-px(32), -px(32))
        top = inner.top + px(42) + 2 * line_height("small")
        listed = ScrollList(
            "keys",
            pygame.Rect(inner.left, top, inner.width, inner.bottom - px(4) - top),
            self._row,
            row=px(34),
        )
        y = size[1] - px(64)
        wide = px(200)
        place = pygame.Rect(inner.right - wide, inner.top - px(6), wide, px(34))
        field = TextField("search", place, self.search, ghost="search", most=30)
        self.group.renew([
            listed, field, Button("reset", pygame.Rect(self._panel.left, y, px(200), px(46)), "Reset to defaults"),
            Button("done", pygame.Rect(self._panel.right - px(160), y, px(160), px(46)), "Done", kind="primary"),
        ])  # fmt: skip
        self._list()

    @property
    def listed(self) -> tuple[Command, ...]:
        """The commands that were searched for."""
        return self.app.keymap.found(self.search)

    def _list(self) -> None:
        """Fill the list with the commands that were searched for."""
        rows = self.group["keys"]
        assert isinstance(rows, ScrollList)
        rows.set_items(self.listed)

    def handle(self, event: pygame.event.Event) -> None:
        """Bind the next key press if the page is waiting for one."""
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
        """Give a command its new key; asked first, if another one loses it."""
        losers = self.app.keymap.losers(name, key)
        if not losers:
            self._give(name, key)
            return
        said = " and ".join(f"'{each.label}'{self._last_key(each)}" for each in losers)
        text = f"{KEYBOARD.cap(key)} is a key of {said}. Shall it be the one of '{BY_NAME[name].label}'?"
        answers = (("take", "Reassign", "danger"), ("no", "Cancel", "plain"))
        self.app.ask("Key already in use", text, answers, lambda answer: self._taken(answer, name, key))

    def _last_key(self, command: Command) -> str:
        return ", which has no other key" if len(self.app.keymap.bound[command.name]) == 1 else ""

    def _taken(self, answer: str, name: str, key: str) -> None:
        if answer == "take":
            self._give(name, key)

    def _give(self, name: str, key: str) -> None:
        self.app.keymap.bind(name, key)
        self.app.keep_settings()

    def act(self, action: Action) -> None:
        """Wait for a key, put all back, leave."""
        self.dirty = True
        if action.name == "keys":
            self.waiting = self.listed[action.value].name
        elif action.name == "search":
            self.search = str(action.value)
            self._list()
        elif action.name == "reset":
            self.app.keymap.bound = Keymap().bound
            self.app.keep_settings()
        else:
            self.cancel()

    def cancel(self) -> None:
        """Go back to the screen that it was opened from."""
        self.app.show(self.back)

    def _row(self, surface: pygame.Surface, rect: pygame.Rect, command: Any, hovered: bool, chosen: bool) -> None:
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
        """Draw the title, the list and what is asked."""
        surface.blit(backdrop(self.size), (0, 0))
        draw_panel(surface, self._panel)
        inner = self._panel.inflate(-px(32), -px(32))
        draw_text(surface, inner.topleft, "KEYS", "title", TEXT)
        width = inner.width - px(90) - px(216)
        draw_text(surface, (inner.left + px(90), inner.top + px(4)), BINDING, "small", TEXT_SOFT, width=width)
        text = pygame.Rect(inner.left, inner.top + px(36), inner.width, 2 * line_height("small"))
        draw_wrapped(surface, text, POINTER, "small", TEXT_SOFT)
        self.group.draw(surface)
        self.dirty = False
