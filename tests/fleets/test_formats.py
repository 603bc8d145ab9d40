"""Fleet lists to share: each format can be read back, and what can't be used is named with its line."""

from __future__ import annotations

import base64
import json
import zlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.cards import CardError, fleet_names, load_fleet, parse_fleet, unit_cards
from jovian.cards.names import CARGO, FACTIONS
from jovian.fleets.draft import FleetDraft, Line, draft_of
from jovian.fleets.formats import CODE, Import, format_code, format_json, format_text, format_yaml, read_list
from tests.fleets.cards import CARDS

UNITS = sorted(key for key, card in CARDS.units.items() if not card.drone)
FLEETS = [draft_of(load_fleet(stem)) for stem in fleet_names()]
NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 .,'&()/:+-]{0,20}[A-Za-z0-9)]", fullmatch=True)


def texts(draft: FleetDraft) -> dict[str, str]:
    """Return a draft in all formats."""
    return {
        "YAML": format_yaml(draft), "JSON": format_json(draft, CARDS), "code": format_code(draft),
        "text": format_text(draft, CARDS),
    }  # fmt: skip


def read(text: str) -> Import:
    return read_list(text, CARDS)


@st.composite
def lines(draw: st.DrawFn) -> Line:
    carried = st.lists(st.sampled_from(sorted(CARDS.upgrades)), max_size=3, unique=True)
    weapons = st.dictionaries(st.sampled_from("abcd"), st.sampled_from(sorted(CARDS.upgrades)), max_size=2)
    return Line(
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


@given(st.lists(st.builds(Line, OF_FILES, st.just("") | NAMES, st.integers(1, 4)), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_the_models_of_a_draft_have_the_names_that_its_file_gives_them(units: list[Line]) -> None:
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
        Line("cega/uller", "Mare Nubium", upgrades=("Captain",)), Line("cega/wyvern", count=2),
        Line("cega/fury", "Red", 2, upgrades=("Ace Pilot",)),
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
    assert found.draft.lines == (Line("jovian/javelin"), Line("jovian/kestrel"))


def test_another_price_is_only_a_note() -> None:
    text = format_text(FLEETS[0], CARDS)
    row = text.splitlines()[1]
    found = read(text.replace(row, row.rpartition("=")[0] + "= 1"))
    assert found.draft == FLEETS[0] and not found.problems and [note.line for note in found.notes] == [2]
    data = json.loads(format_json(FLEETS[0], CARDS))
    data["units"][0]["tv"] = 1
    assert len(read(json.dumps(data)).notes) == 1


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "the first line of a list must be: Name (Faction, 250 TV)"),
        ("Fleet (Martian, 250 TV)\n1 Kestrel", "there is no faction 'Martian'"),
        ("Fleet (Jovian, 250 TV)", "has no units"),
        ('Fleet (Jovian, 250 TV)\n1 Kestrel "Talon', "must be like:"),
        ("Fleet (Jovian, 250 TV)\n10000 Kestrel", "count"),
        ("Fleet (Jovian, 250 TV)\n" + "1 Kestrel\n" * 10_000, "must hold at most 100"),
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
