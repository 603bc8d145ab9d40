"""The command `fleet`: check fleets, share them as text or code, print sheets, and import lists of others."""

from __future__ import annotations

import sys
from pathlib import Path

from jovian.cards import CardError, load_fleet, unit_cards, upgrades
from jovian.cards.files import UnreadableFileError, decoded, one_line, read_bytes, read_stream
from jovian.commands.position import STANDARD_INPUT
from jovian.commands.problem import CommandError, print_line
from jovian.commands.stdout import print_json, write_text
from jovian.fleets.draft import FleetDraft, draft_of
from jovian.fleets.formats import FORMATS, Import, make_qr_code, read_list
from jovian.fleets.sheets import PAPERS, fleet_sheets, write_pdf
from jovian.fleets.status import Library, RuleStatus, find_fix, fleet_status, is_legal
from jovian.match.files import write_whole
from jovian.rules.basics.rolls import pluralize

MAX_BYTES = 1 << 20


def check_fleets(files: list[str], as_json: bool) -> int:
    """Print how each fleet keeps the rules of fleet construction. The status is 2 if one of them is illegal."""
    library, worst, found = _library(), 0, []
    for file in files:
        draft = _draft(file, library)
        statuses = fleet_status(draft, library)
        worst = worst if is_legal(statuses) else 2
        if as_json:
            found.append({"file": file, "name": draft.name, "legal": is_legal(statuses), "rules": _to_json(statuses)})
        else:
            _print_statuses(file, draft, statuses, library)
    if as_json:
        print_json({"fleets": found})
    return worst


def _to_json(statuses: list[RuleStatus]) -> list[dict[str, object]]:
    return [
        {"rule": status.name, "kept": status.is_kept, "numbers": status.numbers, "limit": status.limit,
         "faults": list(status.faults), "place": status.place}
        for status in statuses
    ]  # fmt: skip


def _print_statuses(file: str, draft: FleetDraft, statuses: list[RuleStatus], library: Library) -> None:
    print_line(f"{file}: {draft.name}, {draft.faction}, {'legal' if is_legal(statuses) else 'not legal'}")
    for status in statuses:
        mark = "note" if status.is_note else "ok" if status.is_kept else "broken"
        print_line(f"{mark}: {status.name}, {status.numbers}{f', {status.limit}' if status.limit else ''}")
        for fault in status.faults:
            print_line(f"{mark}: {fault} [{status.place}]")
        fix = None if status.is_kept else find_fix(draft, status.name, library)
        if fix is not None:
            print_line(f"suggestion: {fix.label}")


def write_list(files: list[str], form: str, out: Path | None, qr_code: Path | None) -> int:
    """Print one fleet in a format for sharing, or write it to a file, and optionally its code as a QR code."""
    if form not in FORMATS:
        raise CommandError(f"usage: --as must be one of {', '.join(FORMATS)}, not {form}")
    if qr_code is not None and qr_code.suffix.lower() not in (".svg", ".png"):
        raise CommandError(f"{qr_code}: a QR code must end in .svg or .png")
    library = _library()
    draft = _draft(_only(files, "text"), library)
    text = FORMATS[form](draft, library)
    if qr_code is not None:
        write_whole(qr_code, make_qr_code(draft, qr_code.suffix.lower()[1:]))
    _write(text, out, is_quiet=form == "json")
    return 0


def print_sheets(files: list[str], out: Path | None, paper: str) -> int:
    """Write the sheets of one fleet for the real table, as HTML or PDF by the end of the file's name."""
    if out is None or out.suffix.lower() not in (".html", ".pdf"):
        raise CommandError("usage: fleet print requires --out with a file that ends in .html or .pdf")
    size = next((each for each in PAPERS if each.lower() == paper.lower()), "")
    if not size:
        raise CommandError(f"usage: --paper must be one of {', '.join(PAPERS)}, not {paper}")
    library = _library()
    page = fleet_sheets(_draft(_only(files, "print"), library), library)
    if out.suffix.lower() == ".html":
        write_whole(out, page)
    else:
        try:
            pdf = write_pdf(page, size)
        except OSError as error:
            reason = one_line(str(error))
            raise CommandError(f"{out}: WeasyPrint lacks a library ({reason}). An HTML file needs none.") from None
        write_whole(out, pdf)
    print_line(f"{out}: sheets written")
    return 0


def import_list(files: list[str], out: Path | None) -> int:
    """Read a list in any format, name what can't be used or was corrected, and print or write the fleet file.

    The status is 1 if a part was left out or corrected, or if the fleet is illegal.
    """
    library, file = _library(), _only(files, "import")
    listed = _read(file, library)
    found = listed.accepted()
    for problem in found.remarks():
        print_line(f"{file}: {problem}", sys.stderr)
    statuses = fleet_status(found.draft, library)
    for fault in (fault for status in statuses for fault in status.faults):
        print_line(f"{file}: {fault}", sys.stderr)
    if not found.draft.lines:
        raise CardError(file, None, "has no unit that this game knows")
    _write(FORMATS["yaml"](found.draft, library), out)
    return 0 if is_legal(statuses) and not listed.problems else 1


def _library() -> Library:
    return Library(unit_cards(), upgrades())


def _only(files: list[str], action: str) -> str:
    if len(files) != 1:
        raise CommandError(f"usage: fleet {action} takes one FILE, not {len(files)}")
    return files[0]


def _draft(file: str, library: Library) -> FleetDraft:
    """Return the draft of a ready fleet, or of a list in any format. Raises CardError if something is unknown."""
    if file != STANDARD_INPUT and not Path(file).exists():
        return draft_of(load_fleet(file))
    found = _read(file, library)
    if found.problems:  # `fleet import` names all of them.
        raise CardError(file, found.problems[0].line, found.problems[0].cause)
    return found.draft


def _read(file: str, library: Library) -> Import:
    try:
        raw = read_stream(sys.stdin.buffer, MAX_BYTES) if file == STANDARD_INPUT else read_bytes(file, MAX_BYTES)
        return read_list(decoded(raw), library, file)
    except UnreadableFileError as error:
        raise CardError(file, error.line, error.cause) from None


def _write(text: str, out: Path | None, *, is_quiet: bool = False) -> None:
    """Write text to a file and say so, or print it. If a program reads the output, it gets no message."""
    if out is None:
        write_text(text if text.endswith("\n") else f"{text}\n")
        return
    write_whole(out, text)
    if not is_quiet:
        print_line(f"{out}: {pluralize(len(text.splitlines()), 'line')} written")
