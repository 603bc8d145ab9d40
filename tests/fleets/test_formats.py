"""Fleet lists to share: each format can be read back, and what can't be used is named with its line."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from random import Random
from string import ascii_letters, digits
from textwrap import wrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.cards import CardError, fleet_names, load_fleet, parse_fleet, unit_cards
from jovian.cards.names import CARGO, FACTIONS
from jovian.fleets.draft import FleetDraft, FleetLine, draft_of
from jovian.fleets.formats import CODE, Import, format_code, format_json, format_text, format_yaml, read_list
from tests.fleets.cards import CARDS

UNITS = sorted(key for key, card in CARDS.units.items() if not card.drone)
FLEETS = [draft_of(load_fleet(stem)) for stem in fleet_names()]
NAMES = st.from_regex(
    r"[A-Za-z0-9][A-Za-z0-9 .,'&()/:+-]{0,20}[A-Za-z0-9)]", fullmatch=True,
    alphabet=ascii_letters + digits + " .,'&()/:+-",
)  # fmt: skip
"""The alphabet changes nothing. Without it, each process would first look at all of Unicode."""


def texts(draft: FleetDraft) -> dict[str, str]:
    """Return a draft in all formats."""
    return {
        "YAML": format_yaml(draft), "JSON": format_json(draft, CARDS), "code": format_code(draft),
        "text": format_text(draft, CARDS),
    }  # fmt: skip


def read(text: str) -> Import:
    return read_list(text, CARDS)


@st.composite
def lines(draw: st.DrawFn) -> FleetLine:
    carried = st.lists(st.sampled_from(sorted(CARDS.upgrades)), max_size=3, unique=True)
    weapons = st.dictionaries(st.sampled_from("abcd"), st.sampled_from(sorted(CARDS.upgrades)), max_size=2)
    return FleetLine(
        draw(st.sampled_from(UNITS)), draw(NAMES | st.just("")), draw(st.integers(1, 20)),
        tuple(draw(st.lists(st.sampled_from(sorted(CARGO)), max_size=2, unique=True))), tuple(draw(carried)),
        tuple(sorted(draw(weapons).items())),
    )  # fmt: skip


@given(
    st.builds(
        FleetDraft, NAMES, st.sampled_from(FACTIONS), st.integers(1, 5000), st.lists(lines(), min_size=1, max_size=8)
        .map(tuple),
    )
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_every_format_gives_the_same_fleet_again(draft: FleetDraft) -> None:
    for kind, text in texts(draft).items():
        assert read(text) == Import(draft, kind), kind


@pytest.mark.parametrize("draft", FLEETS, ids=fleet_names())
def test_a_ready_fleet_can_be_shared(draft: FleetDraft) -> None:
    for kind, text in texts(draft).items():
        assert read(text) == Import(draft, kind)
    assert len(format_code(draft)) < 600 and len(format_code(draft).split()) == 1
    assert parse_fleet(draft.to_data(), "test").entries == draft.build(CARDS.units, CARDS.upgrades).entries


OF_FILES = st.sampled_from(sorted(set(UNITS) & set(unit_cards())))


@given(st.lists(st.builds(FleetLine, OF_FILES, st.just("") | NAMES, st.integers(1, 4)), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_the_models_of_a_draft_have_the_names_that_its_file_gives_them(units: list[FleetLine]) -> None:
    draft = FleetDraft("Fleet", "CEGA", 5000, tuple(units))
    entries = draft.build(CARDS.units, CARDS.upgrades).entries
    assert entries == parse_fleet(draft.to_data(), "test").entries
    assert len(entries) == sum(line.count for line in units)


def test_equal_units_of_several_lines_are_numbered_together() -> None:
    draft = read(
        "name: Two\nfaction: CEGA\nsize: 150\nunits:\n  - {unit: cega/wyvern, count: 2}\n"
        "  - {unit: cega/wyvern, upgrades: [Ace]}\n  - cega/fury\n  - {unit: cega/fury, upgrades: [Fuel Tanks]}\n"
    ).draft
    names = [entry.name for entry in draft.build(CARDS.units, CARDS.upgrades).entries]
    assert names == ["Wyvern 1", "Wyvern 2", "Wyvern 3", "Fury 1", "Fury 2"]


def test_people_may_write_a_text_in_other_ways() -> None:
    found = read(
        'Night Watch (cega, 150 points)\n\nUller "Mare Nubium" + Captain\n* 2x wyvern\n2 Fury "Red" + Ace Pilot = 32 TV'
    )
    assert found.draft.lines == (
        FleetLine("cega/uller", "Mare Nubium", upgrades=("Captain",)), FleetLine("cega/wyvern", count=2),
        FleetLine("cega/fury", "Red", 2, upgrades=("Ace Pilot",)),
    )  # fmt: skip
    assert found.draft.faction == "CEGA" and found.draft.size == 150 and not found.problems and not found.notes


def test_what_is_unknown_is_named_with_its_line_and_the_rest_is_kept() -> None:
    found = read(
        "name: Old\nfaction: Jovian\nsize: 150\nunits:\n  - {unit: jovian/alexandr, count: 2}\n"
        "  - {unit: jovian/javelin, upgrades: [Captian], cargo: [Gold]}\n  - jovian/kestrel\n"
    )
    assert list(map(str, found.problems)) == [
        "line 5: there is no unit card 'jovian/alexandr'; did you mean 'jovian/alexander'?, 2 left out",
        "line 6: there is no cargo 'Gold', left out",
        "line 6: there is no upgrade 'Captian'; did you mean 'Captain'?, left out",
    ]
    assert found.draft.lines == (FleetLine("jovian/javelin"), FleetLine("jovian/kestrel"))


def test_another_price_is_only_a_note() -> None:
    text = format_text(FLEETS[0], CARDS)
    row = text.splitlines()[1]
    price, total = int(row.rpartition("=")[2]), int(text.rpartition("Total: ")[2].split()[0])
    cheaper = text.replace(row, row.rpartition("=")[0] + "= 1")
    found = read(cheaper.replace(f"Total: {total}", f"Total: {total - price + 1}"))
    assert found.draft == FLEETS[0] and not found.problems and [note.line for note in found.notes] == [2]
    data = json.loads(format_json(FLEETS[0], CARDS))
    data["units"][0]["tv"], data["tv"] = 1, data["tv"] - price + 1
    assert len(read(json.dumps(data)).notes) == 1


def test_a_total_that_is_not_the_sum_is_an_error_with_both_numbers() -> None:
    text = format_text(FLEETS[0], CARDS)
    total = int(text.rpartition("Total: ")[2].split()[0])
    data = json.loads(format_json(FLEETS[0], CARDS))
    lost = "\n".join(row for number, row in enumerate(text.splitlines()) if number != 1)
    for wrong in (text.replace(f"Total: {total}", "Total 9/250 TV"), lost, json.dumps(data | {"tv": 9})):
        with pytest.raises(CardError) as caught:
            read(wrong)
        said = total if wrong is lost else 9
        assert f"the total is {said} TV, but the units add up to " in str(caught.value)
    assert read("Fleet (CEGA, 150 TV)\n2 Fury\n1 Wyvern = 35\nTotal: 61").draft.lines, "a unit without a price counts"


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "the first line of a list must be: Name (Faction, 250 TV)"),
        ("Fleet (Martian, 250 TV)\n1 Kestrel", "there is no faction 'Martian'"),
        ("Fleet (Jovian, 250 TV)", "has no units"),
        ('Fleet (Jovian, 250 TV)\n1 Kestrel "Talon', "must be like:"),
        ("Fleet (Jovian, 250 TV)\n10000 Kestrel", "count"),
        ("Fleet (Jovian, 250 TV)\n" + "1 Kestrel\n" * 1000, "must hold at most 100"),
        ("Fleet (Jovian, 250 TV)\n" + "hello\n" * 5000, "list:2001: a list must have at most 2000 lines"),
        ("Fleet (Jovian, 250 TV)\na" + " " * 50_000 + '"b', "list:2: a line must have at most 1000 characters"),
        ("a" * (1 << 21), "at most 1048576 characters and 20000 lines"),
        ("Fleet (Jovian, 250 TV)\n1 Kestrel\nOther (Jovian, 250 TV)\n1 Kestrel", "list:3: a second list begins here"),
        ("Fleet (Jovian, 250 TV)\n1 Kestrel\nTotal: 16\nTotal: 16", "list:4: a second total"),
        ("name: A\nfaction: Jovian\nsize: many\nunits: [jovian/kestrel]", "size: must be a whole number"),
        ("name: A\nfaction: Jovian\nsize: 150\nunits: [jovian/kestrel]\ncolour: red", "unknown key 'colour'"),
        ("name: A\nsize: 150\nunits: [jovian/kestrel]", "missing key 'faction'"),
        ('{"name": "A"', "not JSON"),
        ('{"format": "other", "name": "A"}', "is another kind of list"),
        ("JW9.abc", "is a code of another version"),
        (CODE + "####", "is not a whole code"),
        (format_code(FLEETS[0])[:-8], "is not a whole code"),
        (CODE + base64.urlsafe_b64encode(zlib.compress(b" " * 10_000_000)).decode(), "is not a whole code"),
        (CODE + base64.urlsafe_b64encode(zlib.compress(b"[1, 2]")).decode(), "must be a mapping"),
    ],
)  # fmt: skip
def test_bad_lists_are_refused_in_one_line(text: str, cause: str) -> None:
    with pytest.raises(CardError) as caught:
        read(text)
    assert cause in str(caught.value) and "\n" not in str(caught.value)


# --- Lists from a chat or a mail ---


PASTED = """On Monday, Bob wrote:
> Hi Anna,
> here is my list:
>
> ```
> **Night Watch** (CEGA, 150 TV)
> • 1× Uller “Mare
> Nubium” + Captain
> – 2x wyvern,
> 3) Fury x2 ‘Red’
> ```
> Cheers, Bob
Sent from my phone
"""


def test_what_surrounds_a_pasted_list_is_a_note() -> None:
    found = read(PASTED.replace(" ‘Red’", ""))
    assert found.draft == FleetDraft(
        "Night Watch", "CEGA", 150,
        (
            FleetLine("cega/uller", "Mare Nubium", upgrades=("Captain",)), FleetLine("cega/wyvern", count=2),
            FleetLine("cega/fury", count=2),
        ),
    )  # fmt: skip
    assert not found.problems and [note.line for note in found.notes] == [1, 2, 3, 12, 13]
    assert str(found.notes[3]) == "line 12: 'Cheers, Bob' isn't part of a fleet, left out"


def test_a_line_inside_a_list_that_is_no_unit_is_a_problem() -> None:
    found = read("Fleet (CEGA, 150 TV)\nEscorts:\n1 Fury\nmany of them\n1 Wyvern\nbye")
    assert [problem.line for problem in found.problems] == [4] and [note.line for note in found.notes] == [2, 6]


@pytest.mark.parametrize("around", ["Hi!\n{}", "> {}", "Look:\n```yaml\n{}\n```\nBye\n", "```\n{}\n```"])
@pytest.mark.parametrize("kind", ["YAML", "JSON", "code", "text"])
def test_every_format_is_found_in_a_chat(around: str, kind: str) -> None:
    text = texts(FLEETS[0])[kind].strip()
    pasted = around.format(text.replace("\n", "\n> ") if around.startswith(">") else text)
    found = read(pasted)
    assert (found.draft, found.format, found.problems) == (FLEETS[0], kind, ())
    assert bool(found.notes) == (around[:2] in ("Hi", "Lo"))


def test_a_code_that_a_mail_folded_is_joined() -> None:
    code = format_code(FLEETS[0])
    folded = "\n".join(code[at : at + 60] for at in range(0, len(code), 60))
    assert read(f"My fleet:\n{folded}\n").draft == FLEETS[0]


def test_small_spelling_errors_are_corrected_only_if_accepted() -> None:
    found = read("Fleet (CEGA, 150 TV)\n1 Uler + Captian + Cloak\n2 wyverns = 70\n1 Death Star = 500\nTotal: 625")
    assert found.draft.lines == ()
    assert [problem.meant for problem in found.problems] == [
        "'Uler' is read as Uller", "'Captian' is read as Captain", "", "'wyverns' is read as Wyvern", "",
    ]  # fmt: skip
    accepted = found.accepted()
    assert accepted.draft.lines == (FleetLine("cega/uller", upgrades=("Captain",)), FleetLine("cega/wyvern", count=2))
    assert [problem.line for problem in accepted.problems] == [2, 4] and accepted.corrected is None
    assert [str(note) for note in accepted.notes][:3] == [
        "line 2: 'Uler' is read as Uller", "line 2: 'Captian' is read as Captain",
        "line 3: 'wyverns' is read as Wyvern",
    ]  # fmt: skip
    assert read("Fleet (CEGA, 150 TV)\n1 Uller").accepted() == read("Fleet (CEGA, 150 TV)\n1 Uller")


def folded(line: str, width: int) -> str:
    """Return a line as a mail program wraps it."""
    return "\n".join(wrap(line, width, break_long_words=False, break_on_hyphens=False))


TYPOGRAPHIC = str.maketrans({"'": "’", "-": "–", " ": "\u00a0"})


def curled(text: str) -> str:
    """Return a text with curly quotes."""
    return "".join("”“"[number % 2] + part if number else part for number, part in enumerate(text.split('"')))


@given(
    st.builds(
        FleetDraft, NAMES, st.sampled_from(FACTIONS), st.integers(1, 5000), st.lists(lines(), min_size=1, max_size=6)
        .map(tuple),
    ),
    st.sets(st.sampled_from(["greeting", "reply", "fence", "typography", "curly", "folded", "bullets", "closing"])),
    st.sampled_from("-*•–"), st.integers(40, 76),
)  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_noise_around_a_list_never_changes_the_fleet_in_silence(
    draft: FleetDraft, noise: set[str], bullet: str, width: int
) -> None:
    rows = format_text(draft, CARDS).splitlines()
    if "bullets" in noise:
        rows = [f"{bullet} {row[2:]}" if row.startswith("- ") else row for row in rows]
    if "folded" in noise:
        rows = "\n".join(folded(row, width) for row in rows).splitlines()
    text = "\n".join(rows)
    text = curled(text) if "curly" in noise else text
    text = text.translate(TYPOGRAPHIC) if "typography" in noise else text
    text = f"```\n{text}\n```" if "fence" in noise else text
    text = f"Hi,\nthis is my list\n\n{text}" if "greeting" in noise else text
    text = f"{text}\n\nBest wishes" if "closing" in noise else text
    text = "\n".join(f"> {row}" for row in text.splitlines()) if "reply" in noise else text
    try:
        found = read(text)
    except CardError as error:
        assert "\n" not in str(error)
        return
    single = {key: re.sub(" +", " ", key) for key in (draft.name, *(line.name for line in draft.lines))}
    same = replace(
        draft, name=single[draft.name], lines=tuple(replace(line, name=single[line.name]) for line in draft.lines)
    )
    got = replace(
        found.draft, name=re.sub(" +", " ", found.draft.name),
        lines=tuple(replace(line, name=re.sub(" +", " ", line.name)) for line in found.draft.lines),
    )  # fmt: skip
    assert got == same or found.problems or (got.lines == same.lines and found.notes)
    if "folded" not in noise:
        assert got == same and not found.problems


@pytest.mark.parametrize(
    "text",
    [
        "Fleet (CEGA, 150 TV)\n" + ("x" * 998 + "\n") * 1900, "Fleet (CEGA, 150 TV)\n" + (" + " * 300 + "\n") * 1000,
        "Fleet (CEGA, 150 TV)\n" + ("1 " * 400 + "\n") * 1000, ">" * 1_000_000, "(" * 1_000_000, "JW1." * 200_000,
        "name :" * 100_000, "{" * 1_000_000, "\n" * 1_000_000, "JW1.a " * 100_000,
    ],
    ids=range(10),
)  # fmt: skip
def test_a_hostile_list_of_a_megabyte_is_read_or_refused(text: str) -> None:
    try:
        assert read(text[: 1 << 20]).draft.name
    except CardError as error:
        assert "\n" not in str(error)


def test_200_damaged_lists_are_read_or_refused() -> None:
    """A list with changed, lost, or doubled letters never does anything else."""
    rng = Random(7)
    outcomes: set[str] = set()
    for number in range(200):
        kind, text = rng.choice(sorted(texts(rng.choice(FLEETS)).items()))
        letters = list(text)
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(letters))
            letters[at : at + rng.randint(0, 3)] = rng.choices("{}[]\"':,=+-\n 019aZ\u2028\x00", k=rng.randint(0, 3))
        try:
            found = read("".join(letters))
        except CardError as error:
            assert "\n" not in str(error), number
            outcomes.add(f"{kind} refused")
        else:
            assert found.draft.name and all(line.unit in CARDS.units for line in found.draft.lines)
            outcomes.add(f"{kind} read")
    assert len(outcomes) >= 6
