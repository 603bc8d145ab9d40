"""Write a game to a save, and read it again.

A save is one JSON file with the setup, the answers, and a checksum (the seal). Loading checks the data and gives the
answers again. A damaged file never crashes the program and never loads in part.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from jovian import __version__
from jovian.cards import CardError, parse_contents
from jovian.cards.files import (
    COPY,
    MAX_JSON,
    UnreadableFileError,
    decoded,
    one_line,
    parse_json,
    read_bytes,
    read_stream,
    short_name,
)
from jovian.cards.names import slug
from jovian.game import Refusal
from jovian.match import files
from jovian.match.entries import (
    Altered,
    Answered,
    Diverged,
    Edited,
    Entry,
    MalformedSaveError,
    Refused,
    Remark,
    Reseeded,
    RulesError,
    UnsupportedVersion,
    journal_to_json,
    read_entry,
    read_journal,
)
from jovian.match.files import count_shared, read_branches, write_whole
from jovian.match.journal import Change, JournalFault, journal_path, read_changes
from jovian.match.match import REHEARSAL, Match
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.legality import find_setup_problems
from jovian.rules.setup.setup import Setup

# --- Writing ---

FORMAT = 2
RULES = 7
"""Raised when a change of the rules changes the course of a golden game."""
FAILED = "failed"
"""The answer on which a rule failed and which wasn't recorded. Only in the report of a failure."""
UPGRADES = "upgrades"
"""The upgrade cards that the fleets use. Missing if they use none."""
BRANCHES = "branches"
"""The branches of a rehearsal by name. Missing if there are none."""
CONTAINS = "contains"
"""Plain words about what the file contains. Missing in older saves."""
BOTH_SIDES = (
    "The whole game with both sides' secrets: hidden models, the seed, and pending answers. "
    "To share what one side may know: replay SAVE --knowing SIDE --copy FILE"
)
NOTE = "note"
"""Data of the writer beside the game, such as who plays which side. Not part of the game."""


def to_data(match: Match) -> dict[str, Any]:
    """Return the data of a save for a match."""
    setup = match.setup
    return {
        "format": FORMAT,
        "app": __version__,
        "rules": RULES,
        CONTAINS: BOTH_SIDES,
        "setup": setup_to_data(setup),
        "seed": setup.seed,
        "journal": journal_to_json(match.journal),
        "digests": [list(digest) for digest in match.digests],
        "undone": journal_to_json(match.undone),
        **({BRANCHES: files.branches_to_json(match.branches)} if match.branches else {}),
        "seal": files.seal_data(len(match.journal), len(match.digests), match.state.digest()),
    }


def setup_to_data(setup: Setup) -> dict[str, Any]:
    """Return the part of a save about a setup: all but its seed."""
    return {
        "key": setup.scenario.key,
        "scenario": setup.scenario.source,
        "fleets": [fleet.source for fleet in setup.fleets],
        "cards": {key: setup.cards[key].source for key in sorted(_card_keys(setup))},
        "options": dict(setup.options),
        "manual": setup.manual,
        **_upgrade_data(setup),
    }


def _upgrade_data(setup: Setup) -> dict[str, Any]:
    """Return the upgrade cards of the fleets and the scenario under their key, nothing if there are none."""
    used = dict(setup.scenario.upgrades)
    for fleet in setup.fleets:
        used |= fleet.upgrades
    return {UPGRADES: {name: used[name].source for name in sorted(used)}} if used else {}


def _card_keys(setup: Setup) -> set[str]:
    keys = {entry.unit for fleet in setup.fleets for entry in fleet.entries}
    keys |= {placed.card for placed in setup.scenario.models}
    if any(mount.weapon.stock for key in keys for mount in setup.cards[key].mounts):
        keys |= {key for key, card in setup.cards.items() if card.drone}
    return keys


def save(match: Match, path: str | Path, note: Mapping[str, Any] | None = None) -> None:
    """Write a match to a file, completely or not at all, with a note in JSON beside the game. Raises OSError."""
    write(to_data(match), path, note)


def write(
    data: dict[str, Any], path: str | Path, note: Mapping[str, Any] | None = None, *, files_only: bool = False
) -> str:
    """Write the data of a save as `save` does, and return the checksum of the file. Raises OSError."""
    text, checksum = files.seal_text({**data, NOTE: dict(note)} if note else data)
    write_whole(path, text, files_only=files_only)
    return checksum


def failure(match: Match, error: RulesError) -> str:
    """Return the text of a save of the match in which a rule failed, with the answer that it failed on."""
    return files.add_checksum({**to_data(match), FAILED: error.entry.to_json()})


# --- Loading ---

UNSEALED = 1
"""The format before the seal. It can still be read, with a warning that it could have been cut short."""
KEYS = ("format", "app", "rules", "setup", "seed", "journal", "digests", "undone")
SETUP_KEYS = ("key", "scenario", "fleets", "cards", "options", "manual")
Check = Callable[[], None]
"""A function that is called before each replayed answer. If it raises, loading stops with its error."""


def _go_on() -> None:
    """Continue loading."""


def load(
    path: str | Path, *, log: bool = True, keep_all: bool = False, until: int | None = None, check: Check = _go_on
) -> Match:
    """Read a save and its journal file, and replay the answers, or only the first `until` of them.

    Raises:
        SaveError: `MalformedSaveError`, `UnsupportedVersion`, `Diverged`, or `Altered`, with one line that starts with
            the file.

    """
    where = short_name(str(path))
    with _readable(where):
        raw = read_bytes(path, MAX_JSON)
    changes, fault = _read_journal_file(Path(path), raw)
    journal = short_name(str(journal_path(Path(path))))
    early = until is not None and until <= min((change.keep for change in changes), default=until)
    if not changes or early:
        match = _from_bytes(raw, where, log=log, keep_all=keep_all, until=until, check=check)
    else:
        match = _from_bytes(raw, where, log=log, keep_all=keep_all, until=None, check=check)
        _make_changes(match, changes, journal, check)
        if until is not None:
            match.seek(until)
    if fault is not None:
        answers = len(match.journal)
        cause = f"{fault.cause}; {pluralize(answers, 'answer')} can be kept"
        raise Altered(journal, cause, answers, match, fault.line)
    return match


def _read_journal_file(path: Path, raw: bytes) -> tuple[list[Change], JournalFault | None]:
    """Return the changes in the journal file of a save, and why some can't be read, None if all can."""
    file = journal_path(path)
    if not os.path.lexists(file):
        return [], None
    try:
        data = parse_json(decoded(raw))
        changed = read_bytes(file, MAX_JSON)
    except UnreadableFileError as error:
        return [], JournalFault(error.cause, error.line)
    seal = data.get(files.SEAL_KEY) if isinstance(data, dict) else None
    return read_changes(changed, seal["sum"]) if seal is not None and files.is_complete_seal(seal) else ([], None)


def _make_changes(match: Match, changes: list[Change], where: str, check: Check) -> None:
    """Apply the changes of a journal file to the match of its save.

    Raises:
        Diverged: An answer is refused, or leads to another state than before.

    """
    entries, lines = list(match.journal), [0] * len(match.journal)
    for change in changes:
        if change.keep > len(entries):
            answers = len(match.journal)
            cause = f"keeps {change.keep} answers of {len(entries)}; {pluralize(answers, 'answer')} can be kept"
            raise Diverged(where, cause, answers, match, change.line)
        entries[change.keep :] = change.add
        lines[change.keep :] = [change.line] * len(change.add)
    shared = count_shared(match.journal, entries)
    if shared < len(match.journal):
        match.seek(shared)
    for number, entry in enumerate(entries[shared:], shared + 1):
        check()
        if not replay_entry(match, entry):
            _raise_diverged(match, number - 1, number, where, RULES, lines[number - 1])
    match.undone += [entry for change in changes for entry in change.undone]
    if changes[-1].state not in ("", match.state.digest()):
        _raise_diverged(match, shared, len(entries), where, RULES, changes[-1].line)


def load_stream(stream: BinaryIO, where: str, *, log: bool = True, until: int | None = None) -> Match:
    """Read a save from a stream to its end, and replay it. Raises what `load` does, with the stream named `where`."""
    with _readable(where):
        raw = read_stream(stream, MAX_JSON)
    return _from_bytes(raw, where, log=log, keep_all=False, until=until, check=_go_on)


@contextmanager
def _readable(where: str) -> Iterator[None]:
    """Raise MalformedSaveError instead of UnreadableFileError."""
    try:
        yield
    except UnreadableFileError as error:
        raise MalformedSaveError(where, error.cause, error.line) from error


def _from_bytes(raw: bytes, where: str, *, log: bool, keep_all: bool, until: int | None, check: Check) -> Match:
    with _readable(where):
        data = parse_json(decoded(raw))
    match = from_data(data, where, log=log, keep_all=keep_all, until=until, check=check)
    if not match.unsealed:
        _check_seal(match, raw, data, where)
    return match


def _check_seal(match: Match, raw: bytes, data: dict[str, Any], where: str) -> None:
    """Raise `Altered` if the file was changed, `Diverged` if its answers lead to another state today."""
    if files.SEAL_KEY in data and not files.is_complete_seal(data[files.SEAL_KEY]):
        raise MalformedSaveError(where, f"seal must hold {', '.join(files.SEAL_FIELDS)}")
    fault, answers = files.seal_fault(raw, data), len(match.journal)
    if fault:
        kept = f"{pluralize(answers, 'answer')} can be kept"
        raise Altered(where, f"changed or cut short since it was saved: {fault}; {kept}", answers, match)
    if answers == len(data["journal"]) and data[files.SEAL_KEY]["state"] != match.state.digest():
        good = data["digests"][-1][0] if data["digests"] else 0
        _raise_diverged(match, good, answers, where, data["rules"])


def from_data(
    data: Any, where: str, *, log: bool = True, keep_all: bool = False, until: int | None = None,
    check: Check = _go_on,
) -> Match:  # fmt: skip
    """Return the match of the data of a save, replayed (`until` a number of answers) and checked against its digests.

    Later answers aren't looked at, even if the rules would refuse them today.
    """
    setup, digests = _read(data, where)
    match = Match(setup, log=log, keep_all=keep_all)
    _replay(match, data["journal"][:until], digests, where, data["rules"], check)
    match.unsealed = data["format"] == UNSEALED
    match.undone = _read_undone(data["undone"], where)
    _read_branches(match, data.get(BRANCHES, []), where)
    return match


def _read_undone(data: list[Any], where: str) -> list[Entry]:
    try:
        return read_journal(data)
    except ValueError as error:
        raise MalformedSaveError(where, f"undone: {error}") from error


def _read_branches(match: Match, data: Any, where: str) -> None:
    """Add the branches of a save to its match. They are replayed when they are resumed."""
    try:
        match.branches = read_branches(data)
    except ValueError as error:
        raise MalformedSaveError(where, str(error)) from error
    if match.branches and not match.rehearsal:
        raise MalformedSaveError(where, "only a rehearsal has branches")


def _read(data: Any, where: str) -> tuple[Setup, list[tuple[int, str]]]:
    if isinstance(data, dict) and data.get("format") == COPY:
        raise MalformedSaveError(where, "a copy of what one side may know is for looking, it can't be continued")
    if not isinstance(data, dict) or not isinstance(data.get("format"), int):
        raise MalformedSaveError(where, "not a save of this game")
    if data["format"] not in (UNSEALED, FORMAT):
        raise UnsupportedVersion(where, f"save format {data['format']}, this version reads {UNSEALED} and {FORMAT}")
    extra = (NOTE, FAILED, BRANCHES, CONTAINS)
    known = (*KEYS, *extra) if data["format"] == UNSEALED else (*KEYS, *extra, files.SEAL_KEY)
    unknown, missing = sorted(set(data) - set(known)), [key for key in KEYS if key not in data]
    if unknown or missing:
        cause = f"unknown key '{unknown[0]}'" if unknown else f"key '{missing[0]}' is missing"
        raise MalformedSaveError(where, cause)
    if not isinstance(data.get(CONTAINS, ""), str):
        raise MalformedSaveError(where, f"{CONTAINS} must be a text")
    lists = (data["journal"], data["digests"], data["undone"])
    if not all(isinstance(value, list) for value in lists) or not isinstance(data["seed"], int):
        raise MalformedSaveError(where, "journal, digests, and undone must be lists, seed must be a whole number")
    return read_setup_data(data["setup"], data["seed"], where), _pairs(data["digests"], where)


def _pairs(digests: list[Any], where: str) -> list[tuple[int, str]]:
    for pair in digests:
        if not isinstance(pair, list) or len(pair) != 2 or type(pair[0]) is not int or not isinstance(pair[1], str):
            raise MalformedSaveError(where, "a digest must be a number of answers and a hexadecimal text")
    return [(n, text) for n, text in digests]


def read_setup_data(data: Any, seed: int, where: str) -> Setup:
    """Return the setup of `setup_to_data` and a seed. Raises MalformedSaveError if no game can be played with it."""
    if not isinstance(data, dict) or set(data) - {UPGRADES} != set(SETUP_KEYS):
        raise MalformedSaveError(where, f"setup must hold {', '.join(SETUP_KEYS)}")
    if not isinstance(data["cards"], dict) or not isinstance(data["fleets"], list):
        raise MalformedSaveError(where, "setup.cards must be a mapping, and setup.fleets a list")
    if not isinstance(data.get(UPGRADES, {}), dict):
        raise MalformedSaveError(where, "setup.upgrades must be a mapping")
    if not isinstance(data["options"], dict) or type(data["manual"]) is not bool:
        raise MalformedSaveError(where, "setup.options must be a mapping, and setup.manual true or false")
    if not isinstance(data["key"], str) or slug(data["key"]) != data["key"]:
        raise MalformedSaveError(where, "setup.key must be lowercase words separated by hyphens")
    try:
        cards, fleets, scenario = parse_contents(data, where)
    except CardError as error:
        raise MalformedSaveError(where, error.cause, error.line) from error
    options = {str(k): str(v) for k, v in data["options"].items()}
    setup = Setup(scenario, fleets, cards, seed, options, data["manual"])
    for refusal in find_setup_problems(setup):
        raise MalformedSaveError(where, f"can't be played: {refusal.reason} [{refusal.cited}]")
    return setup


def _replay(
    match: Match, journal: list[Any], digests: list[tuple[int, str]], where: str, rules: Any, check: Check
) -> None:
    """Give the answers again and compare the digests. Several digests can follow the same number of answers."""
    good = 0
    expected: dict[int, set[str]] = {}
    for after, digest in digests:
        expected.setdefault(after, set()).add(digest)
    for number, data in enumerate(journal, 1):
        check()
        earlier = len(match.digests)
        if not replay_entry(match, _entry(match, data, good, number, where)):
            _raise_diverged(match, good, number - 1, where, rules)
        if number in expected:
            if not expected[number] <= {digest for _, digest in match.digests[earlier:]}:
                _raise_diverged(match, good, number, where, rules)
            good = number


def resume_branch(match: Match, name: str) -> None:
    """Resume a branch of a rehearsal. If there is none or it doesn't replay, nothing changes. Raises Refused."""
    if name not in match.branches:
        raise Refused(Refusal(f"There is no branch '{name}'.", REHEARSAL))
    branch, current = match.branches[name], list(match.journal)
    shared = count_shared(current, branch)
    match.seek(shared)
    for number, entry in enumerate(branch[shared:], shared + 1):
        if not replay_entry(match, entry):
            match.seek(shared)
            for earlier in current[shared:]:
                replay_entry(match, earlier)
            raise Refused(Refusal(f"Branch '{name}' diverges at answer {number}.", REHEARSAL))


def replay_entry(match: Match, entry: Entry) -> bool:
    """Give one entry of a journal again. Return False, with nothing changed, if the game doesn't accept it."""
    try:
        return _give(match, entry)
    except (Refused, RulesError, ValueError):
        return False


def _give(match: Match, entry: Entry) -> bool:
    """Give an entry to a match. Return False if the decision is another. Raises Refused, RulesError, ValueError."""
    decision = match.decision
    match entry:
        case Answered(side, kind, choice):
            if decision is None or (decision.side, decision.kind) != (side, kind):
                return False
            match.answer(choice)
        case Reseeded(key, common):
            match.reseed(key, common=common)
        case Edited(change):
            match.edit(change)
        case Remark(side, text):
            match.remark(side, text)
    return True


def _entry(match: Match, data: Any, good: int, number: int, where: str) -> Entry:
    """Return an entry from its JSON. Raises Diverged if it is malformed."""
    try:
        return read_entry(data)
    except ValueError as error:
        match.seek(good)
        cause = f"answer {number}: {error}; {pluralize(good, 'answer')} can be kept"
        raise Diverged(where, cause, good, match) from error


def _raise_diverged(
    match: Match, good: int, number: int, where: str, rules: Any, line: int | None = None
) -> None:
    match.seek(good)
    note = "" if rules == RULES else f" (saved with rules {one_line(str(rules), 40)}, this version has {RULES})"
    cause = f"diverged at answer {number}{note}; {pluralize(good, 'answer')} can be kept"
    raise Diverged(where, cause, good, match, line)
