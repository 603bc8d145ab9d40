"""The command `options`: print the options of the rules and what each value means."""

from __future__ import annotations

import shutil
from textwrap import fill

from jovian.commands.stdout import print_json
from jovian.rules.editions.variant import GameOption
from jovian.rules.setup.edition import game_options


def show_options(as_json: bool) -> int:
    """Print all options with their values, the default first."""
    if as_json:
        print_json({"options": [_plain(option) for option in game_options()]})
        return 0
    width = min(100, shutil.get_terminal_size().columns)
    for option in game_options():
        print(option.title)
        print(_line(f"{option.name}={option.default} (default)", option.summary, width))
        for variant in option.variants:
            print(_line(f"{option.name}={variant.name}", f"{variant.summary} [{variant.cited}]", width))
    return 0


def _line(setting: str, summary: str, width: int) -> str:
    return fill(f"{setting}: {summary}", width, initial_indent="  ", subsequent_indent="    ")


def _plain(option: GameOption) -> dict[str, object]:
    values: list[dict[str, object]] = [{"value": option.default, "summary": option.summary, "place": "", "texts": []}]
    values += [
        {"value": variant.name, "summary": variant.summary, "place": variant.place, "texts": list(variant.texts)}
        for variant in option.variants
    ]
    return {"name": option.name, "title": option.title, "values": values}
