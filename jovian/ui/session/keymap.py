"""The key bindings of the window: each command, what it does, and which keys press it. Players can change all."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from jovian.frozen import frozen
from jovian.ui.kit.keyboard import KEYBOARD, digit_of, key_name


@frozen
class KeyCommand:
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
COMMANDS: tuple[KeyCommand, ...] = (
    KeyCommand("confirm", "Confirm, or the suggested answer", ("return", "enter")),
    KeyCommand("cancel", "Cancel, decline, or close", ("escape",)),
    KeyCommand("end", "End the activation", ("space",)),
    KeyCommand("left", "Turn left (Shift: by 1 degree)", ("q",)),
    KeyCommand("right", "Turn right (Shift: by 1 degree)", ("e",)),
    KeyCommand("fire", "Attack, or back to moving", ("t",)),
    KeyCommand("link", "Link weapons that may fire as one", ("l",)),
    KeyCommand("nuke", "Aim a Nuke, or back to moving", ("g",)),
    KeyCommand("defend", "Point Defense at every squadron in range", ("p",)),
    KeyCommand("next", "Next model, target, contact, or place to choose", ("n",)),
    KeyCommand("step", "Next target, or what N chooses (on a panel: its next part)", ("tab",)),
    KeyCommand("other model", "Choose the next model that may activate", ("d",)),
    KeyCommand("actions", "All actions that the model could declare", ("a",)),
    KeyCommand("resolve", "Resolve the declared action", ("x",)),
    KeyCommand("land", "Land on a ship in contact; at deployment: go aboard", ("h",)),
    KeyCommand("escort", "Escort a ship in contact; at deployment: as its escort", ("k",)),
    KeyCommand("drones", "Launch drones, or back to moving", ("b",)),
    KeyCommand("partner", "Include or exclude the formation", ("o",)),
    KeyCommand("arcs", "Show arcs and ranges of the selected model", ("r",)),
    KeyCommand("threats", "Show who can hit a model, and what it can hit", ("y",)),
    KeyCommand("areas", "Show where enemies, or the model under the pointer, could hit after moving", ("ctrl+t",)),
    KeyCommand("pin", "Pin a place, to compare its threats with those of another", ("s",)),
    KeyCommand("ruler", "Measure", ("m",)),
    KeyCommand("fit", "Show the whole table, and back", ("f",)),
    KeyCommand("focus", "Go to the acting model", ("c",)),
    KeyCommand("zoom in", "Zoom in", ("=", "+", "[+]")),
    KeyCommand("zoom out", "Zoom out", ("-", "[-]")),
    KeyCommand("pan left", "Move the view left", ("left",)),
    KeyCommand("pan right", "Move the view right", ("right",)),
    KeyCommand("pan up", "Move the view up", ("up",)),
    KeyCommand("pan down", "Move the view down", ("down",)),
    KeyCommand("point left", "Move the pointer left without a mouse (Shift: a little)", ("ctrl+left",)),
    KeyCommand("point right", "Move the pointer right", ("ctrl+right",)),
    KeyCommand("point up", "Move the pointer up", ("ctrl+up",)),
    KeyCommand("point down", "Move the pointer down", ("ctrl+down",)),
    KeyCommand("click", "Click where the pointer is (with Ctrl: a way point)", (".", "ctrl+.")),
    KeyCommand(PANEL, "Keyboard to the next panel (Tab: to its next part)", ("f6",)),
    KeyCommand("log", "Open or close the log", ("/",)),
    KeyCommand("again", "See the last activation of the other side again", ("z",)),
    KeyCommand("labels", "Show or hide names", ("j",)),
    KeyCommand("briefing", "Briefing and objectives", ("i",)),
    KeyCommand("rehearse", "Rehearse from here: many games by computer players", ("ctrl+r",)),
    KeyCommand("keep plan", "Save the last activation as a plan and undo it (rehearsal only)", ("ctrl+k",)),
    KeyCommand("plans", "Show and compare plans", ("ctrl+p",)),
    KeyCommand("undo", "Undo the last choice", ("u", "ctrl+z")),
    KeyCommand("redo", "Editor: redo", ("ctrl+y",)),
    KeyCommand("copy", "Editor: copy the chosen piece", ("ctrl+d",)),
    KeyCommand("delete", "Delete the last die (editor: the chosen piece or corner)", ("delete", "backspace")),
    KeyCommand("coach", "Ask the coach what it would do, and why", ("w",)),
    KeyCommand("talk", "Talk to the player at the other computer", ("f3",)),
    KeyCommand("hurry", "Make the computer decide faster", ("v",)),
    KeyCommand("save", "Quick save (editor: save)", ("ctrl+s", "f5")),
    KeyCommand("load", "Quick load the last save", ("ctrl+l", "f9")),
    KeyCommand("bookmark", "Bookmark this moment with a note", ("ctrl+b",)),
    KeyCommand("picture", "Save a picture of the window", ("f12",)),
    KeyCommand("menu", "Menu", ("f10",)),
    KeyCommand("sound", "Sound on or off", ("ctrl+m",)),
    KeyCommand("fullscreen", "Full screen on or off", ("f11",)),
    KeyCommand("hints", "Hints for newcomers on or off", ("f2",)),
    KeyCommand("help", "Rules, about what the pointer is on", ("f1",)),
    *(KeyCommand(name, f"Weapon or answer {number}", (str(number), f"[{number}]")) for name, number in PICKS.items()),
)
BY_NAME: dict[str, KeyCommand] = {command.name: command for command in COMMANDS}


class Keymap:
    """The player's bindings on top of the default ones."""

    def __init__(self, own: Mapping[str, str] | None = None) -> None:
        self.bound: dict[str, tuple[str, ...]] = {command.name: command.keys for command in COMMANDS}
        self.dropped: list[KeyCommand] = []
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

    def losers(self, name: str, key: str) -> tuple[KeyCommand, ...]:
        """Return the other commands that have a key now and would lose it."""
        return tuple(BY_NAME[other] for other, keys in self.bound.items() if key in keys and other != name)

    def find_commands(self, words: str) -> tuple[KeyCommand, ...]:
        """Return the commands whose label, name, or keys contain all of some words."""
        parts = words.lower().split()
        return tuple(command for command in COMMANDS if all(part in self._text(command) for part in parts))

    def _text(self, command: KeyCommand) -> str:
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
