"""The key bindings of the window: each command, what it does, and which keys press it. Players can change all."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from jovian.frozen import frozen
from jovian.ui.kit.keyboard import KEYBOARD, digit_of, key_name


@frozen
class Command:
    """Something a key does."""

    name: str
    label: str
    keys: tuple[str, ...]
    """Key names of pygame, with `ctrl+` in front if Ctrl is held."""


PICKS = {f"pick {number}": number for number in range(1, 10)}
"""The commands that choose by number."""


def pick_command(number: int) -> str:
    """Return the command that chooses a number, "" if there is no key for it."""
    return f"pick {number}" if f"pick {number}" in PICKS else ""


PANEL = "panel"
"""The command that takes the keyboard to the next panel."""
ANSWERS = frozenset({"confirm", "cancel", "end", "click", *PICKS})
"""The commands that answer a prompt."""
COMMANDS: tuple[Command, ...] = (
    Command("confirm", "Confirm, or the suggested answer", ("return", "enter")),
    Command("cancel", "Cancel, decline, or close", ("escape",)),
    Command("end", "End the activation", ("space",)),
    Command("left", "Turn left (Shift: by 1 degree)", ("q",)),
    Command("right", "Turn right (Shift: by 1 degree)", ("e",)),
    Command("fire", "Attack, or back to moving", ("t",)),
    Command("link", "Link weapons that may fire as one", ("l",)),
    Command("nuke", "Aim a Nuke, or back to moving", ("g",)),
    Command("defend", "Point Defense at every squadron in range", ("p",)),
    Command("next", "Next model, target, contact, or place to choose", ("n",)),
    Command("other model", "Choose the next model that may activate", ("d",)),
    Command("actions", "All actions that the model could declare", ("a",)),
    Command("resolve", "Resolve the declared action", ("x",)),
    Command("land", "Land on a ship in contact; at deployment: go aboard", ("h",)),
    Command("escort", "Escort a ship in contact; at deployment: as its escort", ("k",)),
    Command("drones", "Launch drones, or back to moving", ("b",)),
    Command("partner", "Include or exclude the formation", ("o",)),
    Command("arcs", "Show arcs and ranges of the selected model", ("r",)),
    Command("threats", "Show who could fire at a model, and what it could fire at", ("y",)),
    Command("pin", "Pin a place, to compare its threats with those of another", ("s",)),
    Command("ruler", "Measure", ("m",)),
    Command("fit", "Show the whole table", ("f",)),
    Command("focus", "Go to the selected model", ("c",)),
    Command("zoom in", "Zoom in", ("=", "+", "[+]")),
    Command("zoom out", "Zoom out", ("-", "[-]")),
    Command("pan left", "Move the view left", ("left",)),
    Command("pan right", "Move the view right", ("right",)),
    Command("pan up", "Move the view up", ("up",)),
    Command("pan down", "Move the view down", ("down",)),
    Command("point left", "Move the pointer left without a mouse (Shift: a little)", ("ctrl+left",)),
    Command("point right", "Move the pointer right", ("ctrl+right",)),
    Command("point up", "Move the pointer up", ("ctrl+up",)),
    Command("point down", "Move the pointer down", ("ctrl+down",)),
    Command("click", "Click where the pointer is (with Ctrl: a way point)", (".", "ctrl+.")),
    Command(PANEL, "Keyboard to the next panel (Tab: to its next part)", ("f6",)),
    Command("labels", "Show or hide names", ("j",)),
    Command("briefing", "Briefing and objectives", ("i",)),
    Command("rehearse", "Rehearse from here: many games by computer players", ("ctrl+r",)),
    Command("keep plan", "Save the last activation as a plan and undo it (rehearsal only)", ("ctrl+k",)),
    Command("plans", "Show and compare plans", ("ctrl+p",)),
    Command("undo", "Undo the last choice", ("ctrl+z", "u")),
    Command("redo", "Editor: redo", ("ctrl+y",)),
    Command("copy", "Editor: copy the chosen piece", ("ctrl+d",)),
    Command("delete", "Editor: delete the chosen piece or the last touched corner", ("delete", "backspace")),
    Command("coach", "Ask the coach what it would do, and why", ("w",)),
    Command("hurry", "Make the computer decide faster", ("v",)),
    Command("save", "Quick save (editor: save)", ("ctrl+s", "f5")),
    Command("load", "Quick load the last save", ("ctrl+l", "f9")),
    Command("bookmark", "Bookmark this moment with a note", ("ctrl+b",)),
    Command("picture", "Save a picture of the window", ("f12",)),
    Command("menu", "Menu", ("f10",)),
    Command("sound", "Sound on or off", ("ctrl+m",)),
    Command("fullscreen", "Full screen on or off", ("f11",)),
    Command("hints", "Hints for newcomers on or off", ("f2",)),
    Command("help", "Rules, about what the pointer is on", ("f1",)),
    *(Command(name, f"Weapon or answer {number}", (str(number), f"[{number}]")) for name, number in PICKS.items()),
)
BY_NAME: dict[str, Command] = {command.name: command for command in COMMANDS}


class Keymap:
    """The player's bindings on top of the default ones."""

    def __init__(self, own: Mapping[str, str] | None = None) -> None:
        self.bound: dict[str, tuple[str, ...]] = {command.name: command.keys for command in COMMANDS}
        self.dropped: list[Command] = []
        """Commands without a saved key. They keep their default keys."""
        for name, key in (own or {}).items():
            if name in self.bound and key.removeprefix("ctrl+"):
                self.bind(name, key)
            elif name in self.bound:
                self.dropped.append(BY_NAME[name])

    def bind(self, name: str, key: str) -> None:
        """Bind a command to one key, and take that key from other commands."""
        for other, keys in self.bound.items():
            self.bound[other] = tuple(other_key for other_key in keys if other_key != key)
        self.bound[name] = (key,)

    def losers(self, name: str, key: str) -> tuple[Command, ...]:
        """Return the other commands that have a key now and would lose it."""
        return tuple(BY_NAME[other] for other, keys in self.bound.items() if key in keys and other != name)

    def find_commands(self, words: str) -> tuple[Command, ...]:
        """Return the commands whose label, name, or keys contain all of some words."""
        parts = words.lower().split()
        return tuple(command for command in COMMANDS if all(part in self._text(command) for part in parts))

    def _text(self, command: Command) -> str:
        keys = " ".join(self.bound[command.name])
        caps = " ".join(map(KEYBOARD.cap, self.bound[command.name]))
        return f"{command.label} {command.name} {keys} {caps}".lower()

    def command(self, event: pygame.event.Event) -> str:
        """Return the name of the command that a key press gives, or ""."""
        if event.type != pygame.KEYDOWN:
            return ""
        return self._command_of(key_name(event)) or self._command_of(digit_of(event))

    def _command_of(self, key: str) -> str:
        return next((name for name, keys in self.bound.items() if key in keys), "")

    def key_label(self, name: str) -> str:
        """Return the label of a command's first key."""
        keys = self.bound.get(name, ())
        return KEYBOARD.cap(keys[0]) if keys else ""

    def own(self) -> dict[str, str]:
        """Return the bindings that differ from the default ones."""
        return {name: keys[0] for name, keys in self.bound.items() if keys and keys != BY_NAME[name].keys}
