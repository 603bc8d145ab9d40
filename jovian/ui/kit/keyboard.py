"""Keyboard layouts: the Latin key of a key press, its name in a binding, and the key cap that the player sees.

A key whose layout has no Latin letter for it (Russian, Greek, Hebrew) counts as the key in the same place on a US
keyboard. So `Ctrl+Z` is the same key on every layout.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import pygame

_NAMED = {
    "MINUS": "-", "EQUALS": "=", "LEFTBRACKET": "[", "RIGHTBRACKET": "]", "BACKSLASH": "\\", "SEMICOLON": ";",
    "APOSTROPHE": "'", "GRAVE": "`", "COMMA": ",", "PERIOD": ".", "SLASH": "/", "NONUSBACKSLASH": "<",
}  # fmt: skip
US_KEYS: dict[int, int] = {
    **{getattr(pygame, f"KSCAN_{letter.upper()}"): ord(letter) for letter in "abcdefghijklmnopqrstuvwxyz0123456789"},
    **{getattr(pygame, f"KSCAN_{name}"): ord(letter) for name, letter in _NAMED.items()},
}
"""The key code of each printing key on a US keyboard, by scancode."""
_CAPS = {"return": "enter", "enter": "keypad enter"}
"""Labels of caps that differ from the name of the key."""
MODIFIERS = frozenset({
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA,
    pygame.K_RMETA, pygame.K_LSUPER, pygame.K_RSUPER, pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCK,
    pygame.K_SCROLLLOCK,
})  # fmt: skip
"""Modifier keys, which do nothing alone."""
_LATIN_END = 0x24F
"""The last code point of the Latin blocks."""
_SPECIAL = 1 << 30
"""The bit that marks the code of a key without a character."""


class Keyboard:
    """The keyboard layout, as far as key presses have shown it."""

    def __init__(self) -> None:
        self.caps: dict[str, str] = {}
        """The cap of each key that counts as another one: `{"z": "Я"}`."""
        self._foreign = False

    def start(self, caps: Mapping[str, str]) -> None:
        """Start with the caps that an earlier run of the program saved."""
        self.caps, self._foreign = dict(caps), bool(caps)

    def translate(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return a key event with the code of its Latin key, and any other event unchanged."""
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
            return event
        if event.type == pygame.KEYDOWN:
            self._learn_layout(event.key)
        key = self._latin_key(event)
        if event.type == pygame.KEYDOWN and key != event.key:
            self.caps[pygame.key.name(key)] = _character(event.key).upper() or pygame.key.name(key).upper()
        return event if key == event.key else pygame.event.Event(event.type, {**event.dict, "key": key})

    def _learn_layout(self, key: int) -> None:
        letter = _character(key)
        if letter.isalpha() and (_is_latin(letter) or ord(letter) > _LATIN_END):  # º and µ belong to Latin layouts.
            self._foreign = not _is_latin(letter)
            if not self._foreign:
                self.caps.clear()

    def _latin_key(self, event: pygame.event.Event) -> int:
        letter, scancode = _character(event.key), getattr(event, "scancode", 0)
        if letter.isalpha() and _is_latin(letter):
            return int(event.key)
        if letter.isascii() and letter and not (self._foreign and pygame.KSCAN_A <= scancode <= pygame.KSCAN_Z):
            return int(event.key)
        return US_KEYS.get(scancode, int(event.key))

    def cap(self, key: str) -> str:
        """Return the label of a bound key's cap, such as `Enter`, or `Ctrl+Z` if Ctrl is held."""
        ctrl = "Ctrl+" if key.startswith("ctrl+") else ""
        name = key.removeprefix("ctrl+")
        if len(name) == 3 and name[0] == "[" and name[2] == "]":
            name = f"keypad {name[1]}"
        label = self.caps.get(name, _CAPS.get(name, name))
        return ctrl + (label.upper() if len(label) <= 3 else label.capitalize())


KEYBOARD = Keyboard()
"""The keyboard of this machine."""


def key_name(event: pygame.event.Event) -> str:
    """Return the name of a pressed key as a binding stores it, or "" if the system doesn't identify the key."""
    scancode = getattr(event, "scancode", 0)
    name = pygame.key.name(event.key) or _character(event.key).lower() or (f"key {scancode}" if scancode else "")
    ctrl = getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META)
    return f"ctrl+{name}" if ctrl and name else name


def digit_of(event: pygame.event.Event) -> str:
    """Return the digit at the place of a pressed key on a US keyboard, or "".

    French and Czech layouts type digits only with Shift.
    """
    key = US_KEYS.get(getattr(event, "scancode", 0), 0)
    ctrl = getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT)
    return chr(key) if ord("0") <= key <= ord("9") and not ctrl else ""


def _character(key: int) -> str:
    """Return the character that a key types without Shift, or ""."""
    return chr(key) if 32 < key < min(_SPECIAL, 0x110000) and chr(key).isprintable() else ""


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN")
