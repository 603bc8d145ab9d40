"""`options`: what may be chosen before a game, and what each choice means."""

from __future__ import annotations

import shutil
from textwrap import fill

from jovian.commands.stdout import print_json
from jovian.rules.editions.variant import GameOption
from jovian.rules.setup.edition import game_options


def show_options(as_json: bool) -> int:
    """Print every option with its values, the usual one first."""
    if as_json:
        print_json({"options": [_plain(option) for option in game_options()]})
        return 0
    width = min(100, shutil.get_terminal_size().columns)
    for option in game_options():
        print(option.title)
        print(_line(f"{option.name}={option.usual} (usual)", option.summary, width))
        for variant in option.variants:
            print(_line(f"{option.name}={variant.name}", f"{variant.summary} [{variant.cited}]", width))
    return 0


def _line(setting: str, summary: str, width: int) -> str:
    return fill(f"{setting}: {summary}", width, initial_indent="  ", subsequent_indent="    ")


def _plain(option: GameOption) -> dict[str, object]:
    ways: list[dict[str, object]] = [{"value": option.usual, "summary": option.summary, "place": "", "texts": []}]
    ways += [
        {"value": each.name, "summary": each.summary, "place": each.place, "texts": list(each.texts)}
        for each in option.variants
    ]
    return {"name": option.name, "title": option.title, "values": ways}
