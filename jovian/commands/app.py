"""The commands with their arguments, options, and help texts. Each command is implemented in a file of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jovian import __version__
from jovian.commands.line import (
    VARIABLE,
    Command,
    Group,
    add_shelves,
    answer_shells,
    build_program,
    open_shelves,
    report_skipped_cards,
)
from jovian.commands.problem import INTERRUPTED, CommandError, check_distinct
from jovian.packages import PROGRAM

app = typer.Typer(
    cls=Group,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""The error that typer raises for a malformed command line."""

Target = Annotated[str, typer.Argument(metavar="SAVE|SCENARIO", help="A save, or a scenario (a path or a name).")]
Answers = Annotated[
    int | None, typer.Option("--at", min=0, help="Use the position after this number of answers. Default: the last.")
]
Workers = Annotated[int | None, typer.Option(min=1, max=256, help="The number of processes. Default: all cores.")]
ClusterAddress = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="Use a Dask cluster instead of processes.")
]
Assets = Annotated[
    list[Path] | None,
    typer.Option("--assets", help="Also read units, fleets, scenarios, silhouettes, and upgrades from this folder."),
]
Settings = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="One of `options`. Repeatable.")]
WindowSize = Annotated[str, typer.Option("--size", metavar="WIDTHxHEIGHT", help="The size of the window in pixels.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def run(arguments: list[str]) -> int:
    """Run a command line and return its status. `cli.run_command` prints the errors that it raises."""
    answer_shells()
    arguments = _with_command(arguments)
    try:
        program = build_program(app, arguments)
        status = program(args=arguments, prog_name=PROGRAM, standalone_mode=False, complete_var=VARIABLE)
    except UsageError as error:
        raise CommandError(f"usage: {error.format_message()}") from None  # type: ignore[attr-defined]
    except typer.Abort:
        status = INTERRUPTED
    if status == INTERRUPTED:  # Typer turns KeyboardInterrupt into this status, older versions into Abort.
        raise KeyboardInterrupt
    return int(status or 0)


@app.callback(invoke_without_command=True)
def program(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    size: WindowSize = "",
    assets: Assets = None,
) -> int | None:
    """Jovian Wars. Without a command, open the window, optionally with a FILE: a save, a scenario, or a fleet."""
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
    """Open a file in the window. `FILE` alone on the command line does the same."""
    _add_assets(assets)
    from jovian.commands.window import window

    return window(size, file)


def named_file(target: str) -> str:
    """Return the path of a file, or of a scenario that is named without its folder. Raises CardError."""
    if not target or Path(target).exists():
        return target
    from jovian.cards.files import SCENARIO
    from jovian.cards.load import card_file

    return str(card_file(target, SCENARIO))


def _with_command(arguments: list[str]) -> list[str]:
    """Return the arguments with the command `show` in front if the first positional argument is a file."""
    positional = [
        argument for before, argument in zip(["", *arguments], arguments, strict=False)
        if not argument.startswith("-") and before not in ("--size", "--assets")
    ]  # fmt: skip
    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    if not positional or positional[0] in commands or arguments[0] in commands:
        return arguments
    first = Path(positional[0])
    return ["show", *arguments] if first.suffix or first.exists() or len(first.parts) > 1 else arguments


def _add_assets(assets: list[Path] | None) -> None:
    """Read the folders of `--assets`, and report skipped cards."""
    add_shelves(assets or [])
    report_skipped_cards()


@app.command(cls=Command)
def play(
    target: Annotated[
        str, typer.Argument(metavar="[SAVE|SCENARIO]", help="A save to continue, or a scenario (a path or a name).")
    ] = "",
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal by typed answers.")] = False,
    players: Annotated[
        str, typer.Option(help="The players of the 2 sides: A,B. Default: human,ensign, or those of the save.")
    ] = "",
    fleets: Annotated[str, typer.Option(help="Use fleets F1,F2 instead of the scenario's own.")] = "",
    seed: Annotated[str, typer.Option(help="The seed of the game. Default: random.")] = "",
    real_dice: Annotated[bool, typer.Option("--real-dice", help="You roll real dice and type their faces.")] = False,
    option: Settings = None,
    edition: Annotated[str, typer.Option(help="Use all `options` of an older rules edition.")] = "",
    size: WindowSize = "",
    assets: Assets = None,
) -> int:
    """Play a game in the terminal with --text, or open the window."""
    _add_assets(assets)
    if text:
        if size:
            raise CommandError("usage: --size is for the window: leave out --text")
        from jovian.commands.text_play import PlayRequest, play_text

        return play_text(
            PlayRequest(target or "introductory", players, fleets, seed, tuple(option or ()), edition, real_dice)
        )
    for name, value in (
        ("--players", players), ("--fleets", fleets), ("--seed", seed), ("--real-dice", real_dice),
        ("--option", option), ("--edition", edition),
    ):  # fmt: skip
        if value:
            raise CommandError(f"usage: {name} requires --text; the window asks for it under New game")
    from jovian.commands.window import window

    return window(size, named_file(target))


@app.command(cls=Command)
def host(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A path, or a name in scenarios/.")],
    fleet: Annotated[str, typer.Option(help="Your fleet: a path, or a name in fleets/. Default: the scenario's.")] = "",
    side: Annotated[int, typer.Option(min=0, max=1, help="Your side.")] = 0,
    player: Annotated[str, typer.Option(help="The computer player of your side.")] = "ensign",
    name: Annotated[str, typer.Option(help="Your name, which the guest reads.")] = "Host",
    address: Annotated[str, typer.Option(help="The address to listen at. Default: all of this computer.")] = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at. Default: any free one.")] = 0,
    minutes: Annotated[
        int, typer.Option(min=0, max=180, help="The minutes of each player for a Game Turn. 0: no clock.")
    ] = 0,
    stand_in: Annotated[str, typer.Option(help="The computer player that may take an absent player's seat.")] = "",
    rehearse: Annotated[bool, typer.Option("--rehearse", help="Both players may rehearse during the game.")] = False,
    option: Settings = None,
    edition: Annotated[str, typer.Option(help="Use all `options` of an older rules edition.")] = "",
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Host a game for a player on another computer. Prints an invite."""
    _add_assets(assets)
    from jovian.commands.network import HostRequest, host
    from jovian.commands.simulate import chosen_options

    options = chosen_options(option or [], edition)
    request = HostRequest(scenario, fleet, side, player, name, address, port, options, minutes, stand_in, rehearse)
    return host(request, as_json=as_json)


@app.command(cls=Command)
def join(
    invite: Annotated[str, typer.Argument(metavar="INVITE", help="The invite that the host passes on.")],
    fleet: Annotated[str, typer.Option(help="Your fleet: a path, or a name in fleets/.")] = "",
    player: Annotated[str, typer.Option(help="The computer player of your side.")] = "ensign",
    name: Annotated[str, typer.Option(help="Your name, which the host reads.")] = "Guest",
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Join a game on another computer."""
    _add_assets(assets)
    from jovian.commands.network import join

    return join(invite, fleet, player, name, as_json=as_json)


@app.command(cls=Command)
def simulate(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A path, or a name in scenarios/.")],
    players: Annotated[str, typer.Option(help="The players of the 2 sides: A,B.")] = "ensign,ensign",
    games: Annotated[int, typer.Option(min=1, help="The number of games. Game k uses seed S+k.")] = 1,
    seed: Annotated[str, typer.Option(help="The seed S of the first game. Default: random.")] = "",
    workers: Annotated[int, typer.Option(min=1, max=256, help="The number of processes.")] = 1,
    fleets: Annotated[str, typer.Option(help="Use fleets F1,F2 instead of the scenario's own.")] = "",
    as_json: Json = False,
    option: Settings = None,
    edition: Annotated[str, typer.Option(help="Use all `options` of an older rules edition.")] = "",
    log: Annotated[Path | None, typer.Option(help="Write the events to this folder: one JSONL file per game.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Write the saves, with both sides' secrets, to this folder: one per game.")
    ] = None,
    assets: Assets = None,
) -> int:
    """Play games without a window."""
    _add_assets(assets)
    from jovian.commands.simulate import chosen_options, chosen_seed, first_game, simulate

    options = chosen_options(option or [], edition)
    first = first_game(scenario, fleets, players, chosen_seed(seed), options, log, save)
    return simulate(first, games, workers, as_json=as_json)


@app.command(cls=Command)
def rehearse(
    target: Annotated[
        str, typer.Argument(metavar="SAVE|SCENARIO|-", help="A save or a scenario. - reads a save from standard input.")
    ],
    files: Annotated[list[str] | None, typer.Argument(metavar="", hidden=True)] = None,
    at: Answers = None,
    players: Annotated[str, typer.Option(help="The players of the 2 sides: A,B.")] = "ensign,ensign",
    games: Annotated[
        int | None, typer.Option(min=1, help="The number of games. Default: 100, or as many as --until needs.")
    ] = None,
    until: Annotated[
        float | None, typer.Option(min=0.005, max=0.5, help="Stop when the chance to win is known to +- this much.")
    ] = None,
    turns: Annotated[int | None, typer.Option(min=1, help="Stop each game after this number of Game Turns.")] = None,
    seed: Annotated[str, typer.Option(help="The seed of all games. Default: random.")] = "",
    workers: Workers = None,
    cluster: ClusterAddress = "",
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Repeat the random setup in each game. Requires a save without answers.")
    ] = False,
    plans: Annotated[
        list[str] | None, typer.Option(metavar="FILE...", help="Compare 2 to 8 plans for the same position.")
    ] = None,
    knowing: Annotated[
        int | None, typer.Option(min=0, max=1, help="Use only what this side (0 or 1) knows. Randomize the rest.")
    ] = None,
    as_json: Json = False,
    stream: Annotated[bool, typer.Option("--stream", help="With --json: also print intermediate results.")] = False,
    turning_points: Annotated[
        bool, typer.Option("--turning-points", help="Find the turning points. --games: per moment, default 40.")
    ] = False,
    split: Annotated[int, typer.Option(min=1, max=999, help="Explain the change in this many parts of the game.")] = 6,
    part: Annotated[
        int | None, typer.Option(min=0, help="Explain only the part of the game after this number of answers.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write a self-contained HTML report.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Save the typical and the most extreme games to this folder.")
    ] = None,
    game: Annotated[int | None, typer.Option(min=0, help="With --json: only print this game.")] = None,
    assets: Assets = None,
) -> int:
    """Play many games from one position, and print their outcomes."""
    _add_assets(assets)
    from jovian.commands.rehearse import Output, form_of, read_position, show_game, show_plans, show_rehearsal
    from jovian.commands.simulate import chosen_seed
    from jovian.commands.turning_points import read_recorded, show_turning_points

    form = form_of(as_json, stream)
    if files and not plans:
        raise CommandError(f"usage: Got unexpected extra argument ({files[0]})")
    if plans and turning_points:
        raise CommandError("usage: use either --plans or --turning-points, not both")
    if save and turning_points:
        raise CommandError("usage: use either --save or --turning-points, not both")
    if turning_points and (until is not None or fresh or knowing is not None):
        raise CommandError("usage: --turning-points can't be combined with --until, --fresh, or --knowing")
    if part is not None and not turning_points:
        raise CommandError("usage: --part requires --turning-points")
    if knowing is not None and save:
        raise CommandError("usage: use either --knowing or --save, not both. Random information can't be saved")
    if game is not None and (plans or turning_points or not as_json):
        raise CommandError("usage: --game requires --json, without --plans and --turning-points")
    tried, number = (*(plans or ()), *(files or ())), chosen_seed(seed)
    output = Output(form, (target, *tried), workers, cluster, report, save)
    if turning_points:
        return show_turning_points(read_recorded(target, at, players, number, turns, games, split, part), output)
    match, ask = read_position(target, at, tried, players, number, turns, games, until, fresh, knowing)
    if game is not None:
        return show_game(ask, game)
    return (show_plans if tried else show_rehearsal)(match, ask, output)


@app.command(cls=Command)
def puzzle(
    action: Annotated[str, typer.Argument(metavar="make|show|solve", help="What to do.")],
    file: Annotated[str, typer.Argument(metavar="SAVE|PUZZLE", help="The save to make a puzzle of, or a puzzle.")],
    plans: Annotated[list[str] | None, typer.Argument(metavar="[PLAN...]", help="The answers to rehearse.")] = None,
    at: Answers = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Write the puzzle, or with `show` its position as a save.")
    ] = None,
    title: Annotated[str, typer.Option(help="The title. Default: the scenario and the turn.")] = "",
    player: Annotated[str | None, typer.Option(help="The computer player of both sides. Default: ensign.")] = None,
    games: Annotated[
        int | None, typer.Option(min=2, max=2000, help="The games of each candidate. Default: 60.")
    ] = None,
    turns: Annotated[int | None, typer.Option(min=1, help="Stop each game after this number of Game Turns.")] = None,
    seed: Annotated[str, typer.Option(help="The seed of all games. Default: random.")] = "",
    answer: Annotated[bool, typer.Option("--answer", help="Open the sealed answer.")] = False,
    workers: Workers = None,
    as_json: Json = False,
    stream: Annotated[bool, typer.Option("--stream", help="With --json: also print intermediate results.")] = False,
    assets: Assets = None,
) -> int:
    """Make a puzzle of a moment of a save, show one, or rehearse answers to it."""
    given = {
        "PLAN": plans, "--at": at is not None, "--out": out, "--title": title, "--player": player, "--games": games,
        "--turns": turns, "--seed": seed, "--answer": answer, "--workers": workers, "--stream": stream,
    }  # fmt: skip
    options = {
        "make": ("--at", "--out", "--title", "--player", "--games", "--turns", "--seed", "--workers", "--stream"),
        "show": ("--answer", "--out"), "solve": ("PLAN", "--workers", "--stream"),
    }  # fmt: skip
    if action not in options:
        raise CommandError(f"usage: puzzle {action}: the actions are make, show, and solve")
    for option, value in given.items():
        if value and option not in options[action]:
            raise CommandError(f"usage: puzzle {action} takes no {option}")
    _add_assets(assets)
    from jovian.commands.puzzle import make_puzzle, show_puzzle, solve_puzzle
    from jovian.commands.rehearse import form_of
    from jovian.commands.simulate import chosen_seed

    form = form_of(as_json, stream)
    check_distinct([file], out)
    if action == "show":
        return show_puzzle(file, out, answer, form)
    if action == "solve":
        return solve_puzzle(file, plans or (), workers, form)
    if out is None:
        raise CommandError("usage: puzzle make requires --out")
    number = chosen_seed(seed)
    return make_puzzle(file, at, out, title, player or "ensign", games or 60, number, turns, workers, form)


@app.command(cls=Command)
def study(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="A finished game. - reads standard input.")],
    side: Annotated[int | None, typer.Option(min=0, max=1, help="Study only this side. Default: both.")] = None,
    player: Annotated[str, typer.Option(help="The computer player of both sides in all games.")] = "ensign",
    games: Annotated[int, typer.Option(min=2, help="The pairs of games for each activation.")] = 20,
    turns: Annotated[int | None, typer.Option(min=1, help="Stop each game after this number of Game Turns.")] = None,
    seed: Annotated[str, typer.Option(help="The seed of all games. Default: random.")] = "",
    workers: Workers = None,
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Print what the captain would have done in each activation of a game, and the chance that was lost."""
    _add_assets(assets)
    from jovian.commands.puzzle import show_study

    return show_study(save, side, player, games, turns, seed, workers, as_json)


@app.command(cls=Command)
def duel(
    first: Annotated[str, typer.Argument(metavar="A", help="A computer player: a level, or path/bot.py:Name.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another computer player.")],
    scenarios: Annotated[str, typer.Option(metavar="S,...", help="The scenarios, or all.")] = "introductory",
    fleets: Annotated[str, typer.Option(metavar="F,...", help="The fleets. Each plays against each.")] = "",
    size: Annotated[int, typer.Option(min=1, help="Without --fleets: use all ready fleets of this size.")] = 250,
    low: Annotated[
        float | None, typer.Option("--from", help="The test compares this share of wins for A, default 0.5,")
    ] = None,
    high: Annotated[float | None, typer.Option("--to", help="with this one, default 0.6.")] = None,
    pairs: Annotated[
        int | None, typer.Option(min=1, help="The number of pairs. With --from or --to: the maximum number.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The seed of the first pair. Default: random.")] = "",
    workers: Workers = None,
    cluster: ClusterAddress = "",
    save: Annotated[Path | None, typer.Option(help="Save the pairs to this file, and continue a duel in it.")] = None,
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Compare 2 computer players in many games. They play pairs of games with swapped sides until a test decides."""
    _add_assets(assets)
    check_distinct([first, second, *scenarios.split(","), *fleets.split(",")], save)
    from jovian.commands.duel import DuelRequest, show_duel

    request = DuelRequest(first, second, scenarios, fleets, size, low, high, pairs, seed, workers, cluster, save)
    return show_duel(request, as_json)


@app.command(cls=Command)
def balance(
    subject: Annotated[str, typer.Argument(metavar="fleets|units", help="What to measure.")],
    player: Annotated[str, typer.Option(help="The computer player of both sides.")] = "ensign",
    scenarios: Annotated[str, typer.Option(metavar="S,...", help="The scenarios, or all.")] = "all",
    fleets: Annotated[str, typer.Option(metavar="F,...", help="The fleets, of at least 2 factions.")] = "",
    size: Annotated[int, typer.Option(min=50, max=1000, help="The size of the ready or random fleets.")] = 250,
    pairs: Annotated[int, typer.Option(min=1, help="The number of pairs.")] = 200,
    seed: Annotated[str, typer.Option(help="The seed of the first pair. Default: random.")] = "",
    workers: Workers = None,
    cluster: ClusterAddress = "",
    save: Annotated[Path | None, typer.Option(help="Save the pairs to this file, and continue in it.")] = None,
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Measure factions, fleets, and units. Fleets play pairs of games with swapped sides."""
    _add_assets(assets)
    check_distinct([player, *scenarios.split(","), *fleets.split(",")], save)
    from jovian.commands.balance import BalanceRequest, show_balance

    request = BalanceRequest(subject, player, scenarios, fleets, size, pairs, seed, workers, cluster, save)
    return show_balance(request, as_json)


@app.command(cls=Command)
def odds(
    base: Annotated[int, typer.Option(min=-20, max=20, help="Base dice.")],
    flex: Annotated[int, typer.Option(min=0, max=10, help="Flex dice.")] = 0,
    macro: Annotated[int, typer.Option(min=-12, max=12, help="Macro dice, negative for penalties.")] = 0,
    reroll: Annotated[bool, typer.Option("--reroll", help="The roller may re-roll once.")] = False,
    against: Annotated[str, typer.Option(help="The pool that opposes the roll: BASE[,FLEX].")] = "",
    as_json: Json = False,
) -> int:
    """Print the exact odds of a pool of dice."""
    from jovian.commands.odds import show_odds

    return show_odds((base, flex, macro), reroll, against, as_json)


@app.command(cls=Command)
def measure(target: Target, as_json: Json = False, assets: Assets = None) -> int:
    """Print all distances, arcs, and cover. Range bands and terrain are included."""
    _add_assets(assets)
    from jovian.commands.measure import show_measures

    return show_measures(target, as_json)


@app.command(cls=Command)
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Unit, fleet, scenario, lesson, silhouette, and save files.")
    ],
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Validate cards, fleets, scenarios, lessons, and saves. Upgrades and silhouettes are also checked."""
    add_shelves(assets or [])
    from jovian.commands.check import check as check_files

    return check_files(files, as_json)


@app.command(cls=Command)
def fleet(
    action: Annotated[str, typer.Argument(metavar="check|text|print|import", help="What to do with the fleets.")],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Fleets, or lists in any format. - reads standard input.")
    ],
    form: Annotated[str | None, typer.Option("--as", help="The format of `text`: text, code, json, or yaml.")] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write to this file.")] = None,
    qr_code: Annotated[Path | None, typer.Option("--qr", help="Also write a QR code: .svg or .png.")] = None,
    paper: Annotated[str | None, typer.Option(help="The paper of a PDF: A4 (default) or Letter.")] = None,
    as_json: Json = False,
    assets: Assets = None,
) -> int:
    """Check fleets, share or print them, or import a list."""
    given = {"--as": form, "--out": out, "--qr": qr_code, "--json": as_json, "--paper": paper}
    options = {
        "check": ("--json",), "text": ("--as", "--out", "--qr", "--json"), "print": ("--out", "--paper"),
        "import": ("--out",),
    }  # fmt: skip
    if action not in options:
        raise CommandError(f"usage: fleet {action}: the actions are check, text, print, and import")
    for option, value in given.items():
        if value and option not in options[action]:
            raise CommandError(f"usage: fleet {action} has no option {option}")
    if form is not None and as_json:
        raise CommandError("usage: use either --as or --json, not both")
    _add_assets(assets)
    check_distinct(files, out, qr_code)
    from jovian.commands.fleet import check_fleets, import_list, print_sheets, write_list

    if action == "check":
        return check_fleets(files, as_json)
    if action == "text":
        return write_list(files, form or ("json" if as_json else "text"), out, qr_code)
    return print_sheets(files, out, paper or "A4") if action == "print" else import_list(files, out)


@app.command(cls=Command)
def replay(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="A save, or a copy of what one side may know.")],
    verify: Annotated[bool, typer.Option("--verify", help="Print only whether the save replays.")] = False,
    log: Annotated[Path | None, typer.Option(help="Write the events to this file as JSON lines.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the game to this file as a web page.")] = None,
    gif: Annotated[Path | None, typer.Option(help="Write the game to this file as an animated picture.")] = None,
    mp4: Annotated[Path | None, typer.Option(help="Write the game to this file as a video.")] = None,
    start: Annotated[int, typer.Option(min=0, help="The first turn of a film.")] = 0,
    end: Annotated[int | None, typer.Option(min=0, help="The last turn of a film. Default: the last.")] = None,
    speed: Annotated[float, typer.Option(help="Moments per second of a film.")] = 2.0,
    size: Annotated[int, typer.Option(min=200, max=1920, help="Pixels along the longer side of a film.")] = 720,
    copy: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a copy without secrets, to look at. Requires --knowing.")
    ] = None,
    knowing: Annotated[
        int | None, typer.Option(min=0, max=1, help="The copy has only what this side (0 or 1) may know.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Replay a save and print its events. A save contains both sides' secrets. --copy leaves them out."""
    check_distinct([save], log, html, gif, mp4, copy)
    from jovian.commands.replay import Films, ReplayRequest, replay

    films = None
    if gif is not None or mp4 is not None:
        films = Films(gif, mp4, start, end, speed, size)
    elif (start, end, speed, size) != (0, None, 2.0, 720):
        raise CommandError("usage: --start, --end, --speed, and --size require --gif or --mp4")
    return replay(ReplayRequest(save, verify, log, html, films, copy, knowing, as_json))


@app.command(cls=Command)
def render(
    target: Annotated[
        str, typer.Argument(metavar="SAVE|COPY|SCENARIO", help="A save, a copy for one side, or a scenario.")
    ],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The picture file: .png, .jpg, .bmp, or .tga.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write an SVG picture to this file. It shows what both sides know.")
    ] = None,
    size: Annotated[int, typer.Option(min=200, max=6000, help="Pixels along the longer side.")] = 1600,
    at: Answers = None,
    part: Annotated[str, typer.Option(help="Draw only this part: LEFT,BOTTOM,RIGHT,TOP in inches.")] = "",
    assets: Assets = None,
) -> int:
    """Draw the table to a file."""
    _add_assets(assets)
    check_distinct([target], out, svg)
    from jovian.commands.render import render

    return render(target, out, svg, size, at, part)


@app.command(cls=Command)
def scenario(
    save: Annotated[str, typer.Argument(metavar="SAVE")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The scenario file: .yaml.")],
    at: Answers = None,
) -> int:
    """Make a scenario from a position in a save. The scenario places the models as in the save."""
    check_distinct([save], out)
    from jovian.commands.scenario import make_scenario

    return make_scenario(save, out, at)


@app.command(cls=Command)
def rules(
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORDS]")] = None,
    html: Annotated[Path | None, typer.Option(metavar="DIR", help="Write all rules to this folder as HTML.")] = None,
) -> int:
    """Find rules by words. Print their summaries, citations, code, and tests."""
    if html is not None:
        from jovian.commands.rules_html import write_rules

        if words:
            raise CommandError("usage: --html writes all rules, so it takes no words")
        return write_rules(html)
    from jovian.commands.rules import show_rules

    return show_rules(words or [])


@app.command(cls=Command)
def options(as_json: Json = False) -> int:
    """Print the options of the rules. `simulate --option` sets them."""
    from jovian.commands.options import show_options

    return show_options(as_json)


@app.command(cls=Command, help=f"Print a completion script. For bash: source <({PROGRAM} completion bash).")
def completion(shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh, or fish.")]) -> int:
    """Print a completion script."""
    from jovian.commands.line import show_completion

    return show_completion(shell)
