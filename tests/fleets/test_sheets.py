"""Sheets to print: every box of every model, secrets on another card, and true sizes."""

from __future__ import annotations

import re
import zlib
from contextlib import suppress
from html import unescape
from pathlib import Path

import pytest

from jovian.cards import fleet_names, load_fleet, load_units, upgrades
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.cards.traits import CARD_TRAITS, CARD_WEAPON_TRAITS, SYSTEMS
from jovian.fleets.draft import FleetDraft, FleetLine, draft_of
from jovian.fleets.formats import Import, format_text, format_yaml, read_list
from jovian.fleets.sheets import PAPERS, fleet_sheets
from jovian.fleets.status import Library
from tests.commands import run
from tests.fleets.cards import CARDS
from tests.rules_api import build_rulebook, reference_tables

with use_shelves(BUILTIN_SHELF):
    OWN = Library(load_units(BUILTIN_SHELF.units), upgrades())
    FLEETS = {stem: draft_of(load_fleet(stem)) for stem in fleet_names()}


def box_count(draft: FleetDraft) -> int:
    """Return the boxes of all models and their drones: tracks, systems, cargo, weapons, and stocks of drones."""
    entries = draft.build(OWN.units, OWN.upgrades).entries
    flown = [entry.flown(OWN.units[entry.unit]) for entry in entries]
    stock = [drone_class for card in flown for mount in card.mounts for drone_class in mount.weapon.stock]
    drones = [card for card in OWN.units.values() if card.drone and card.faction in (draft.faction, "Common")]
    flown += [card for card in drones for _ in range(stock.count(card.drone_class))]
    count = 0
    for card in flown:
        for shown in (card, *([card.cover] if card.cover else [])):
            systems = [trait for trait in shown.traits if trait.name in SYSTEMS or trait.name == "Cargo"]
            count += sum(map(len, shown.tracks.values())) + sum(trait.level or 1 for trait in systems)
            count += len(shown.mounts) + sum(len(mount.weapon.stock) for mount in shown.mounts)
    return count


@pytest.mark.parametrize("stem", FLEETS)
def test_each_model_has_all_its_boxes(stem: str) -> None:
    draft = FLEETS[stem]
    with use_shelves(BUILTIN_SHELF):
        page = fleet_sheets(draft, OWN)
    assert page.count('class="box"') == box_count(draft)
    for entry in draft.build(OWN.units, OWN.upgrades).entries:
        assert page.count(f"<b>{entry.name}</b>") >= 1 and OWN.units[entry.unit].name in page
    assert "Not legal" not in page and "Legal." in page
    assert "http" not in page and "<script" not in page


def words_of(html: str) -> str:
    """Return the text of HTML, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


@pytest.mark.parametrize("kind", ["capital", "squadron"])
def test_all_of_a_card_is_printed(kind: str) -> None:
    """Each rating, track, weapon, and trait, with what the trait does."""
    cards = [card for card in OWN.units.values() if card.kind == kind and not card.drone]
    for card in cards:
        page = fleet_sheets(FleetDraft("A", card.faction, 500, (FleetLine(card.key),)), OWN)
        words = words_of(page.partition("<h2>Cards</h2>")[2].partition("<h2")[0])
        armor, length = card.armor, card.base.length
        ratings = [
            f'Speed {card.speed}"', f"Fire Control {card.fire_control}", f"Skill {card.skill}",
            f'Signature {card.signature}"', f"{card.tv} TV", f'{length:g}"', card.faction, card.about,
        ]  # fmt: skip
        if kind == "capital":
            ratings += [f"Turns {card.turns}", f"fore {armor['fore']}, side {armor['side']}, aft {armor['aft']}"]
        else:
            ratings += [f"Sensors {card.sensors}", f"Armor {armor['fore']}", str(card.squadron_type)]
        ratings += [f"{track.title()} {' '.join(map(str, boxes))}" for track, boxes in card.tracks.items() if boxes]
        for mount in card.mounts:
            weapon, arcs = mount.weapon, ", ".join(mount.weapon.arcs) if kind == "capital" else "all"
            dice = [str(number or "-") for number in (weapon.ac, weapon.as_, weapon.macro)]
            ratings.append(" ".join([arcs, *dice, ", ".join(map(str, weapon.traits))]).strip())
            ratings += [weapon.name, *(CARD_WEAPON_TRAITS[trait.name].summary for trait in weapon.traits)]
        ratings += [f"{trait.title} {CARD_TRAITS[trait.name].summary}" for trait in card.traits]
        assert (card.key, [text for text in ratings if text not in words]) == (card.key, [])


def test_the_reference_has_the_tables_of_the_rules() -> None:
    tables = {table.title: table.rows for table in reference_tables()}
    actions = {name.casefold().rstrip("*"): text for name, text in tables["Actions"]}
    assert {action.name: action.summary in actions[action.name] for action in build_rulebook().actions.values()} == (
        dict.fromkeys(actions, True)
    )
    assert ("+4", "+1 base, +1 flex, +2 macro") in tables["Dice of the Attack Modifier"]
    assert ("ship", "1 Rating Damage", "1 Structure, 1 Critical Hit", "2 Structure, 2 Critical Hits") in (
        tables["Damage of a set"]
    )
    assert ("Value 3 or 4", "Sensors") in tables["Rating Damage"]
    assert ("6 to 7", "Dead") in tables["Catastrophic Damage"]
    words = words_of(fleet_sheets(FLEETS["cega-150"], OWN).partition('id="reference"')[2].partition("<h2")[0])
    assert [row for rows in tables.values() for row in rows if " ".join(row) not in words] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_the_reference_is_one_page(paper: str) -> None:
    weasyprint = pytest.importorskip("weasyprint")
    page = fleet_sheets(FLEETS["cega-150"], OWN)
    document = weasyprint.HTML(string=page).render(stylesheets=[weasyprint.CSS(string=f"@page {{ size: {paper} }}")])
    pages = {name: number for number, sheet in enumerate(document.pages) for name in sheet.anchors}
    assert pages["tokens"] == pages["reference"] + 1


def test_what_hardpoints_hold_is_not_on_the_card_for_the_opponent() -> None:
    with use_shelves(BUILTIN_SHELF):
        own, _, other = fleet_sheets(FLEETS["jovian-raiders-250"], OWN).partition("For your opponent")
    assert "Kinetic Cannon II" in own and "Kinetic Cannon II" not in other
    assert "Hardpoint II (unknown)" in other and "42 TV" in own and "32 TV" in other and "42 TV" not in other


def test_names_stay_text() -> None:
    name = "<script>alert(1)</script> & 'x'"
    page = fleet_sheets(FleetDraft(name, "Jovian", 150, (FleetLine("jovian/valiant", name),)), CARDS)
    assert "<script" not in page and page.count("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;x&#39;") == 4
    assert page.count("<b>Not legal:</b>") == 1


def test_rulers_and_bases_have_their_true_size() -> None:
    page = fleet_sheets(FLEETS["jovian-150"], OWN)
    sizes = set(re.findall(r'<svg width="([\d.]+)in" height="([\d.]+)in" viewBox="0 0 ([\d.]+) ([\d.]+)"', page))
    assert {("7", "0.5"), ("1.5", "2.0"), ("2.0", "3.0"), ("2.5", "4.0"), ("1.0", "0.12")} <= {s[:2] for s in sizes}
    for width, height, across, down in sizes:
        assert float(across) / float(width) == pytest.approx(float(down) / float(height), rel=1e-3)


# --- The command ---


def test_the_command_writes_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "sheets.html"
    assert run(capsys, "fleet", "print", "cega-150", "--out", out) == (0, f"{out}: sheets written\n", "")
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and load_fleet("cega-150").name in page


@pytest.mark.parametrize(("paper", "points"), [("A4", (595, 842)), ("letter", (612, 792))])
def test_the_command_writes_a_pdf(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, paper: str, points: tuple[int, int]
) -> None:
    pytest.importorskip("weasyprint")
    out = tmp_path / "sheets.pdf"
    assert run(capsys, "fleet", "print", "cega-150", "--out", out, "--paper", paper)[0] == 0
    text = b""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", out.read_bytes(), re.DOTALL):
        with suppress(zlib.error):  # A font is stored in another way.
            text += zlib.decompressobj().decompress(stream)
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", text)
    assert boxes and {(round(float(width)), round(float(height))) for width, height in boxes} == {points}


def test_without_a_library_of_the_system_a_pdf_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(page: str, paper: str) -> bytes:
        raise OSError("cannot load library 'pango'")

    monkeypatch.setattr("jovian.commands.fleet.write_pdf", fail)
    status, _, error = run(capsys, "fleet", "print", "cega-150", "--out", tmp_path / "sheets.pdf")
    assert status == 2 and "WeasyPrint lacks a library (cannot load library 'pango')" in error
    assert error.count("\n") == 1 and not (tmp_path / "sheets.pdf").exists()


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (("cega-150",), "usage: fleet print requires --out with a file that ends in .html or .pdf"),
        (("cega-150", "--out", "x.txt"), "usage: fleet print requires --out"),
        (("cega-150", "cega-250", "--out", "x.html"), "usage: fleet print takes one FILE, not 2"),
        (("cega-150", "--out", "x.pdf", "--paper", "A0"), "usage: --paper must be one of A4, Letter, not A0"),
        (("nowhere", "--out", "x.html"), "nowhere: there is no fleet of that name"),
        (("cega-150", "--out", "x.html", "--qr", "x.png"), "usage: fleet print has no option --qr"),
    ],
)
def test_wrong_words_are_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], cause: str) -> None:
    status, _, error = run(capsys, "fleet", "print", *words)
    assert status == 2 and error.startswith(cause) and error.count("\n") == 1


def test_people_read_ac_missile_where_files_have_missile_ac() -> None:
    draft = FLEETS["cega-raiders-250"]
    shared = format_text(draft, OWN)
    assert "c: Ship Missile II" in shared and "c: Missile AC II" in format_yaml(draft)
    for text in (shared, *(shared.replace("Ship Missile II", name) for name in ("AC Missile II", "Missile AC II"))):
        assert read_list(text, OWN) == Import(draft, "text")
    sheets = fleet_sheets(draft, OWN)
    assert "Ship Missile II" in sheets and "Missile AC" not in sheets
