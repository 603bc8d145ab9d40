"""Sounds: short files that are played through a device, which may be missing.

A `SoundPlayer` decides what is heard and how loud, without a clock. A `SoundDevice` makes the noise. Nothing is told by
sound alone, so a game without a device only is silent.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pygame

from jovian.cards.files import ROOT

FOLDER = ROOT / "assets" / "sounds"
MAX_SOUNDS = 4
"""Sounds that are heard at once. A further one replaces the oldest."""
MIN_GAP = 0.06
"""Seconds before the same sound is heard again."""
PAN = 0.3
"""The share that a sound at one edge of the table loses on the other side."""
NO_SOUND_DEVICE = "No sound device."
PRESS, REFUSE, SELECT, YOUR_TURN, QUESTION, END = "press", "refuse", "select", "your_turn", "question", "end"

# --- Devices ---


class SoundDevice(Protocol):
    """Something that plays the files of the folder of sounds by name."""

    def open(self) -> bool:
        """Get ready to play. Return False if there is no device."""

    def play(self, name: str, left: float, right: float) -> bool:
        """Play a sound with a volume from 0 to 1 on each side. Return False if the device has failed."""


class NoDevice:
    """No device: nothing is heard."""

    def open(self) -> bool:
        return False

    def play(self, name: str, left: float, right: float) -> bool:
        return False


class MixerDevice:
    """The mixer of pygame. It opens with the first sound, so that the window doesn't wait for it."""

    def __init__(self) -> None:
        self._sounds: dict[str, pygame.mixer.Sound] = {}

    def open(self) -> bool:
        try:
            with _without_native_errors():
                pygame.mixer.init(frequency=22050, size=-16, channels=2, buffer=512)
            pygame.mixer.set_num_channels(MAX_SOUNDS)
            self._sounds = {path.stem: pygame.mixer.Sound(path) for path in sorted(FOLDER.glob("*.wav"))}
        except (pygame.error, ImportError, NotImplementedError, OSError):  # Some systems have no mixer at all.
            return False
        return bool(self._sounds)

    def play(self, name: str, left: float, right: float) -> bool:
        try:
            channel = pygame.mixer.find_channel(force=True)
            channel.play(self._sounds[name])
            channel.set_volume(left, right)
        except (pygame.error, KeyError):
            return False
        return True


@contextmanager
def _without_native_errors() -> Iterator[None]:
    """Hide what libraries of the system print: on Linux, ALSA writes ten lines if there is no device."""
    if not sys.platform.startswith("linux"):
        yield
        return
    sys.stderr.flush()
    try:
        copy = os.dup(2)
    except OSError:  # The program has no error output.
        yield
        return
    try:
        with Path(os.devnull).open("wb") as sink:
            os.dup2(sink.fileno(), 2)
        yield
    finally:
        os.dup2(copy, 2)
        os.close(copy)


# --- Player ---


class SoundPlayer:
    """Plays sounds by name: at most four at once, and none twice within a moment."""

    def __init__(self, device: SoundDevice | None = None) -> None:
        self.volume = 0.0
        """The volume from 0 to 1. At 0 the device stays closed."""
        self._device: SoundDevice = device or NoDevice()
        self._is_open: bool | None = None
        """Whether the device works, None before it is opened."""
        self._seconds = 0.0
        self._played: dict[str, float] = {}
        """When each sound was played last."""

    @property
    def has_device(self) -> bool:
        """Whether sounds can be heard. Opens the device if necessary."""
        if self._is_open is None:
            self._is_open = self._device.open()
        return self._is_open

    def advance(self, dt: float) -> None:
        """Let that many seconds pass."""
        self._seconds += dt

    def play(self, name: str, place: float = 0.0) -> None:
        """Play a sound. The place is -1 at the left edge of the table, 0 in the middle, and 1 at the right edge."""
        last = self._played.get(name)
        if self.volume <= 0 or (last is not None and self._seconds - last < MIN_GAP) or not self.has_device:
            return
        self._played[name] = self._seconds
        pan = PAN * min(1.0, max(-1.0, place))
        self._is_open = self._device.play(name, self.volume * (1 - max(0.0, pan)), self.volume * (1 + min(0.0, pan)))


class PressNote:
    """Remembers that a widget was pressed until the app plays its sound."""

    def __init__(self) -> None:
        self._is_pressed = False

    def set(self) -> None:
        """Note a pressed widget."""
        self._is_pressed = True

    def take(self) -> bool:
        """Return whether a widget was pressed since the last call."""
        was_pressed, self._is_pressed = self._is_pressed, False
        return was_pressed


PRESS_NOTE = PressNote()
"""The pressed widgets of the window."""
