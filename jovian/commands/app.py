"""How the commands are spelled: their arguments, options and help, handed to the file of each command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jovian import __version__
from jovian.commands.line import VARIABLE, Command, Group, add_shelves, answer_shells, made, open_shelves, tell_left_out
from jovian.commands.problem import CommandError

app = typer.Typer(
    cls=Group,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What typer raises for a command line that it does not understand."""

Target = Annotated[str, typer.Argument(metavar="SAVE|SCENARIO", help="A save, or a scenario as a path or a stem.")]
Assets = Annotated[
    list[Path] | None,
    typer.Option("--assets", help="A folder with units, fleets, scenarios, silhouettes and upgrades to read."),
]
Settings = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="One of `options`; may be repeated.")]
WindowSize = Annotated[str, typer.Option("--size", metavar="WIDTHxHEIGHT", help="The size of the window in pixels.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def run(arguments: list[str]) -> int:
    """Run a command line and return its status. Raises what `cli.guarded` tells in one line."""
    answer_shells()
    arguments = _with_command(arguments)
    try:
        program = made(app, arguments)
        status = program(args=arguments, prog_name="python main.py", standalone_mode=False, complete_var=VARIABLE)
    except UsageError as error:
        raise CommandError(f"usage: {error.format_message()}") from None  # type: ignore[attr-defined]
    except typer.Abort:
        raise KeyboardInterrupt from None
    return int(status or 0)


@app.callback(invoke_without_command=True)
def program(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    size: WindowSize = "",
    assets: Assets = None,
) -> int | None:
    """Jovian Wars. Without a command: the window, also with a FILE: a save, a scenario, or a fleet."""
    open_shelves(assets or [])
    if version:
        print(f"Jovian Wars {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return None
    from jovian.commands.window import window

    return window(size)


@app.command(cls=Command, hidden=True)
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A save, a scenario, or a fleet.")],
    size: WindowSize = "",
    assets: Assets = None,
) -> int:
    """Open a file in the window; `FILE` alone on the command line is the same."""
    _more(assets)
    from jovian.commands.window import window

    return window(size, file)


def _with_command(arguments: list[str]) -> list[str]:
    """Return the arguments with the command `show` if the first that is no option is a file, not a command."""
    positional = [
        argument for before, argument in zip(["", *arguments], arguments, strict=False)
        if not argument.startswith("-") and before not in ("--size", "--assets")
    ]  # fmt: skip
    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    if not positional or positional[0] in commands or arguments[0] in commands:
        return arguments
    first = Path(positional[0])
    return ["show", *arguments] if first.suffix or first.exists() or len(first.parts) > 1 else arguments


def _more(assets: list[Path] | None) -> None:
    """Read the folders that a command names, and tell which cards are left out."""
    add_shelves(assets or [])
    tell_left_out()


@app.command(cls=Command)
def simulate(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A path, or a stem in scenarios/.")],
    players: Annotated[str, typer.Option(help="Who plays the two sides: A,B.")] = "ensign,ensign",
    games: Annotated[int, typer.Option(min=1, help="How many games; game k uses seed S+k.")] = 1,
    seed: Annotated[str, typer.Option(help="The seed S of the first game. Default: random.")] = "",
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that share the games.")] = 1,
    fleets: Annotated[str, typer.Option(help="Fleets F1,F2 instead of the scenario's own.")] = "",
    as_json: Json = False,
    option: Settings = None,
    edition: Annotated[str, typer.Option(help="Use all `options` of an older rules edition.")] = "",
    log: Annotated[Path | None, typer.Option(help="A folder for the events: one JSONL file a game.")] = None,
    save: Annotated[Path | None, typer.Option(help="A folder for the saves: one a game.")] = None,
    assets: Assets = None,
) -> int:
    """Play games without a window."""
    _more(assets)
    from jovian.commands.simulate import Batch, chosen_options, chosen_seed, simulate

    options = chosen_options(option or [], edition)
    return simulate(Batch(scenario, players, fleets, games, chosen_seed(seed), workers, options, log, save), as_json)


@app.command(cls=Command)
def rehearse(
    target: Annotated[
        str, typer.Argument(metavar="SAVE|SCENARIO|-", help="A save or a scenario; - is a save on standard input.")
    ],
    files: Annotated[list[str] | None, typer.Argument(metavar="", hidden=True)] = None,
    at: Annotated[int | None, typer.Option(min=0, help="After so many answers; without it after the last.")] = None,
    players: Annotated[str, typer.Option(help="Who plays the two sides on: A,B.")] = "ensign,ensign",
    games: Annotated[
        int | None, typer.Option(min=1, help="The number of games. Default: 100, or as many as --until needs.")
    ] = None,
    until: Annotated[
        float | None, typer.Option(min=0.005, max=0.5, help="Until the chance to win is known to +- this much.")
    ] = None,
    turns: Annotated[int | None, typer.Option(min=1, help="Play so many Game Turns at most.")] = None,
    seed: Annotated[str, typer.Option(help="The seed of all games; without it one is drawn.")] = "",
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Processes; all cores without it.")] = None,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask cluster instead of processes.")] = "",
    fresh: Annotated[bool, typer.Option("--fresh", help="Set up each game anew, from a save without answers.")] = False,
    plans: Annotated[
        list[str] | None, typer.Option(metavar="FILE...", help="Compare plans, two to eight, all for this position.")
    ] = None,
    knowing: Annotated[
        int | None, typer.Option(min=0, max=1, help="Use only what this side (0 or 1) knows; randomize the rest.")
    ] = None,
    as_json: Json = False,
    stream: Annotated[bool, typer.Option("--stream", help="With --json: a line after every few games.")] = False,
    turning_points: Annotated[
        bool, typer.Option("--turning-points", help="Where did the game turn? --games are those from a moment, 40.")
    ] = False,
    split: Annotated[int, typer.Option(min=1, max=999, help="Explain the change in this many parts of the game.")] = 6,
    part: Annotated[
        int | None, typer.Option(min=0, help="Split one part of it alone: that which is on after so many answers.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write a self-contained HTML report.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Save the typical and the most extreme games to this folder.")
    ] = None,
    assets: Assets = None,
) -> int:
    """Play many games from one position, and tell what they come to."""
    _more(assets)
    from jovian.commands.rehearse import Form, Request, show_plans, show_rehearsal
    from jovian.commands.simulate import chosen_seed
    from jovian.commands.turning_points import show_turning_points

    if stream and not as_json:
        raise CommandError("usage: --stream requires --json")
    if files and not plans:
        raise CommandError(f"usage: Got unexpected extra argument ({files[0]})")
    if plans and turning_points:
        raise CommandError("usage: use either --plans or --turning-points, not both")
    if save and turning_points:
        raise CommandError("usage: --save goes without --turning-points: it keeps games from one position")
    tried = (*(plans or ()), *(files or ()))
    request = Request(
        target, at, players, games, until, turns, chosen_seed(seed), workers, cluster, fresh, tried, report, save,
        knowing, split, part,
    )  # fmt: skip
    show = show_plans if plans else show_turning_points if turning_points else show_rehearsal
    return show(request, Form.STREAM if stream else Form.JSON if as_json else Form.PRINTED)


@app.command(cls=Command)
def duel(
    first: Annotated[str, typer.Argument(metavar="A", help="A computer player: a level, or path/bot.py:Name.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    scenarios: Annotated[str, typer.Option(metavar="S,...", help="Scenarios, or all.")] = "introductory",
    fleets: Annotated[str, typer.Option(metavar="F,...", help="Fleets, each against each.")] = "",
    size: Annotated[int, typer.Option(min=1, help="Without --fleets: all ready fleets of this size.")] = 250,
    low: Annotated[float | None, typer.Option("--from", help="The test: is A's share of wins this, 0.5,")] = None,
    high: Annotated[float | None, typer.Option("--to", help="or this one, 0.6?")] = None,
    pairs: Annotated[
        int | None, typer.Option(min=1, help="Play so many pairs; with --from or --to, so many at most.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The seed of the first pair; without it one is drawn.")] = "",
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Processes; all cores without it.")] = None,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask cluster instead of processes.")] = "",
    save: Annotated[Path | None, typer.Option(help="A file for the pairs; a duel in it goes on.")] = None,
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Two computer players against each other, in pairs of games with the sides swapped, until a test decides."""
    _more(assets)
    from jovian.commands.duel import Request, show_duel

    request = Request(first, second, scenarios, fleets, size, low, high, pairs, seed, workers, cluster, save)
    return show_duel(request, as_json)


@app.command(cls=Command)
def odds(
    base: Annotated[int, typer.Option(min=-20, max=20, help="Base dice.")],
    flex: Annotated[int, typer.Option(min=0, max=10, help="Flex dice.")] = 0,
    macro: Annotated[int, typer.Option(min=-12, max=12, help="Macro dice, negative for penalties.")] = 0,
    reroll: Annotated[bool, typer.Option("--reroll", help="The roller may roll again once.")] = False,
    against: Annotated[str, typer.Option(help="The pool that opposes it: BASE[,FLEX].")] = "",
    as_json: Json = False,
) -> int:
    """Exact odds of a pool of dice."""
    from jovian.commands.odds import show_odds

    return show_odds((base, flex, macro), reroll, against, as_json)


@app.command(cls=Command)
def measure(target: Target, as_json: Json = False, assets: Assets = None) -> int:
    """Every distance, range band, arc and cover on the table."""
    _more(assets)
    from jovian.commands.measure import show_measures

    return show_measures(target, as_json)


@app.command(cls=Command)
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Unit, fleet, scenario, silhouette, and save files.")
    ],
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Validate unit, fleet, scenario, silhouette and save files."""
    add_shelves(assets or [])
    from jovian.commands.check import check as check_files

    return check_files(files, as_json)


@app.command(cls=Command)
def replay(
    save: Annotated[str, typer.Argument(metavar="SAVE")],
    verify: Annotated[bool, typer.Option("--verify", help="Only say whether it replays.")] = False,
    log: Annotated[Path | None, typer.Option(help="A file for the events, as JSON lines.")] = None,
    as_json: Json = False,
) -> int:
    """Replay a save and tell its story."""
    from jovian.commands.replay import replay

    return replay(save, verify, log, as_json)


@app.command(cls=Command)
def render(
    target: Target,
    out: Annotated[Path, typer.Option("-o", "--out", help="The picture: .png, .jpg, .bmp or .tga.")],
    size: Annotated[int, typer.Option(min=200, max=6000, help="Pixels along the longer side.")] = 1600,
    at: Annotated[int | None, typer.Option(min=0, help="After so many answers; without it after the last.")] = None,
    part: Annotated[str, typer.Option(help="Only a part: LEFT,BOTTOM,RIGHT,TOP in inches.")] = "",
    assets: Assets = None,
) -> int:
    """Draw the table into a file."""
    _more(assets)
    from jovian.commands.render import render

    return render(target, out, size, at, part)


@app.command(cls=Command)
def scenario(
    save: Annotated[str, typer.Argument(metavar="SAVE")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The scenario: a .yaml file.")],
    at: Annotated[int | None, typer.Option(min=0, help="After so many answers; without it after the last.")] = None,
) -> int:
    """Make a scenario of a position in a save: its models are placed as they stand there."""
    from jovian.commands.scenario import make_scenario

    return make_scenario(save, out, at)


@app.command(cls=Command)
def rules(words: Annotated[list[str] | None, typer.Argument(metavar="[WORDS]")] = None) -> int:
    """Find a rule: what it says, its place in the book, where it lives, its tests."""
    from jovian.commands.rules import show_rules

    return show_rules(words or [])


@app.command(cls=Command)
def options(as_json: Json = False) -> int:
    """What may be chosen before a game: the options of `simulate --option`, and what each value means."""
    from jovian.commands.options import show_options

    return show_options(as_json)


@app.command(cls=Command)
def completion(shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")]) -> int:
    """Print what a shell reads to complete all this: source <(python main.py completion bash)."""
    from jovian.commands.line import show_completion

    return show_completion(shell)
