"""The report: one self-contained page with the numbers of the JSON and the example games."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from contextlib import redirect_stderr, redirect_stdout
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from jovian.cli import main
from jovian.match.entries import Answered
from jovian.match.saves import load, save
from tests.commands import run, run_python
from tests.html_checks import html_faults
from tests.rehearsal.positions import AHEAD, PASS, SHOOT, last_shot, plan, write_plan
from tests.rehearsal.test_imagining import next_activation
from tests.rehearsal.test_known_odds import leaving
from tests.rehearsal.test_turning import shot
from tests.rules.stage import ship, squadron, stage

pytestmark = pytest.mark.usefixtures("short_games")

QUICK = ("--players", "random,random", "--seed", 1, "--workers", 1)
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """A valid page: its start tags and its numbers."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.tags, self.numbers = text, [], []  # type: list[tuple[str, dict[str, str]]], list[dict[str, str]]
        self._tag = ""
        self.feed(text)
        self.close()
        assert html_faults(text) == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self._tag = tag

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""

    def handle_data(self, data: str) -> None:
        if self._tag == "data":
            self.numbers.append({**self.tags[-1][1], "told": data})

    def figures(self) -> list[ElementTree.Element]:
        """Return the figures, parsed as XML."""
        return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg .*?</svg>", self.text, re.DOTALL)]

    def links(self) -> dict[str, str]:
        """Return the names and contents of the downloads."""
        attribute_sets = [attributes for tag, attributes in self.tags if tag == "a"]
        return {
            attributes["download"]: b64decode(attributes["href"].partition("base64,")[2]).decode()
            for attributes in attribute_sets
        }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Page, dict[str, Any], Path]:
    """Return a report of a few games of a scenario, its JSON, and the folder of its saves."""
    folder, told = tmp_path_factory.mktemp("report"), StringIO()
    written = ("--report", folder / "out.html", "--save", folder)
    asked = ["rehearse", "introductory", "--games", 4, *QUICK, "--json", *written]
    with redirect_stdout(told), redirect_stderr(StringIO()):
        assert main([str(argument) for argument in asked]) == 0
    return Page((folder / "out.html").read_text(encoding="utf-8")), json.loads(told.getvalue()), folder


def hold(page: Page, document: dict[str, Any]) -> None:
    """Check that all numbers of a page are those of the JSON, rounded for display."""
    for number in page.numbers:
        value: Any = document
        for key in number["data-key"].split("."):
            value = value[int(key)] if isinstance(value, list) else value[key]
        assert number["value"] == ("" if value is None else str(value)), number
        number_shown = float(number["told"].rstrip("%").replace("–", "nan"))
        if value is not None:
            assert number_shown == pytest.approx(100 * value if "%" in number["told"] else value, abs=0.51), number


def test_every_number_is_that_of_the_json(made: tuple[Page, dict[str, Any], Path]) -> None:
    page, document, _ = made
    assert len(page.numbers) > 100
    hold(page, document)


def test_it_needs_no_other_file_and_no_script(made: tuple[Page, dict[str, Any], Path]) -> None:
    page, _, _ = made
    kinds = {tag for tag, _ in page.tags}
    assert not kinds & {"script", "link", "iframe", "object", "embed"}
    for tag, attributes in page.tags:
        for name in ("src", "href", "xlink:href"):
            assert attributes.get(name, "#").startswith(("#", "data:")), (tag, attributes[name][:60])
    assert set(re.findall(r"https?://[^\"' <)]+", page.text)) <= {
        "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
    }  # fmt: skip
    assert "@import" not in page.text and set(re.findall(r"url\((.)", page.text)) <= {"#"}


def test_its_figures_are_drawings_with_a_name_and_a_description(made: tuple[Page, dict[str, Any], Path]) -> None:
    page, _, _ = made
    figures = page.figures()
    assert len(figures) >= 8
    for figure in figures:
        title, told = figure[0], figure[1]
        assert (title.tag, told.tag) == (f"{SVG}title", f"{SVG}desc")
        assert title.text and told.text
        assert figure.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"
    names = [element.get("id") for figure in figures for element in figure.iter() if element.get("id")]
    assert len(names) == len(set(names)), "no two things of a page have one id"
    for figure in figures:
        own = {element.get("id") for element in figure.iter()}
        used = re.findall(r"url\(#([^)]+)\)", ElementTree.tostring(figure, encoding="unicode"))
        assert set(used) <= own


def test_it_says_what_it_is(made: tuple[Page, dict[str, Any], Path]) -> None:
    page, _, _ = made
    metas = {attributes.get("name"): attributes.get("content", "") for tag, attributes in page.tags if tag == "meta"}
    assert "<title>Rehearsal: Introductory Scenario</title>" in page.text
    assert metas["description"].startswith("Callisto Picket wins")
    assert "dark" in metas["color-scheme"] and "@media print" in page.text
    assert all(attributes["alt"] for tag, attributes in page.tags if tag == "img")


def test_its_picture_is_a_picture(made: tuple[Page, dict[str, Any], Path]) -> None:
    page, _, _ = made
    (picture,) = [attributes["src"] for tag, attributes in page.tags if tag == "img"]
    assert b64decode(picture.removeprefix("data:image/png;base64,")).startswith(b"\x89PNG")


def test_its_games_replay_as_they_went(
    made: tuple[Page, dict[str, Any], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    page, _, folder = made
    links = page.links()
    assert sorted(links) == sorted(path.name for path in folder.glob("*.json"))
    assert "typical-game.json" in links
    for name, text in links.items():
        assert (folder / name).read_text(encoding="utf-8") == text
        status, output, _ = run(capsys, "replay", folder / name, "--verify")
        assert status == 0, output
        assert load(folder / name).over


def test_from_the_middle_with_a_table_as_it_stands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save(leaving(10).match, tmp_path / "game.json")
    out = tmp_path / "new" / "out.html"
    status, output, _ = run(capsys, "rehearse", tmp_path / "game.json", "--games", 8, *QUICK, "--report", out)
    assert status == 0
    assert output.splitlines()[-1] == f"{out}: the report"
    page = Page(out.read_text(encoding="utf-8"))
    assert "A withdrawn" in page.text and "being ahead before" in page.text
    assert "from turn" in page.text


def test_names_are_no_markup(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = "A&lt"
    b = squadron("B", 1, (24, 44), activated=True)
    game = stage(ship(bad, 0, (24, 20), id="a", speed=0, thrusters=[1]), b, turns=1)
    save(game.match, tmp_path / "game.json")
    out = tmp_path / "out.html"
    assert run(capsys, "rehearse", tmp_path / "game.json", "--games", 2, *QUICK, "--report", out)[0] == 0
    page = Page(out.read_text(encoding="utf-8"))
    assert bad not in page.text and "A&amp;lt" in page.text
    assert page.figures()


@pytest.mark.parametrize("option", ["--report", "--save"])
def test_what_cannot_be_written_is_told_before_any_game(
    option: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    asked = ("rehearse", "introductory", "--games", 100_000, *QUICK, option, tmp_path / "file" / "out.html")
    status, output, line = run(capsys, *asked)
    assert (status, output) == (2, "")
    assert str(tmp_path / "file") in line and line.count("\n") == 1
    assert (tmp_path / "file").read_text() == ""


def test_a_folder_is_no_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, line = run(capsys, "rehearse", "introductory", *QUICK, "--report", tmp_path)
    assert status == 2 and "folder" in line
    assert list(tmp_path.iterdir()) == []


def test_a_page_from_what_a_side_may_know_shows_nothing_else(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It lists the guesses, offers no games, and doesn't depend on hidden facts."""
    match = next_activation()
    save(match, tmp_path / "game.json")
    page = tmp_path / "page.html"
    asked = ("rehearse", tmp_path / "game.json", "--knowing", 0, "--games", 1, "--turns", 1, "--report", page)
    assert run(capsys, *asked, *QUICK)[0] == 0
    read = Page(page.read_text(encoding="utf-8"))
    assert f"What {match.setup.fleets[0].name} knows" in read.text and "aboard" in read.text and not read.links()
    secret = {model.name for model in match.state.models.values() if model.owner == 1 and not model.public}
    assert secret and not any(name in read.text for name in secret)
    assert not re.search(r"after \d+ answer", read.text), "the number counts secret answers of the other side"


def test_plans_have_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = last_shot()
    save(match, tmp_path / "game.json")
    for tried in (plan(match, "Shoot", AHEAD, SHOOT), plan(match, "Pass", AHEAD, PASS)):
        write_plan(tried, tmp_path / f"{tried.name}.json")
    asked = ("--plans", tmp_path / "Shoot.json", "--plans", tmp_path / "Pass.json", "--games", 40, "--json")
    out, games = tmp_path / "out.html", tmp_path / "games"
    written = ("--report", out, "--save", games)
    status, output, line = run(capsys, "rehearse", tmp_path / "game.json", *asked, *QUICK, *written)
    shown = [
        (games / "plan-1-typical-game.json", "plan Shoot: typical game"),
        (games / "plan-1-best-for-side-0.json", "plan Shoot: best for CEGA"),
        (games / "plan-1-best-for-side-1.json", "plan Shoot: best for Jovian"),
        (games / "plan-2-typical-game.json", "plan Pass: typical game"),
    ]
    assert (status, line.splitlines()) == (0, [*(f"{path}: {what}" for path, what in shown), f"{out}: the report"])
    page = Page(out.read_text(encoding="utf-8"))
    hold(page, json.loads(output))
    assert page.links() == {path.name: path.read_text(encoding="utf-8") for path, _ in shown}
    typical, _, _, passed = (load(path) for path, _ in shown)
    assert (typical.state.winner, passed.state.winner) == (0, None)
    for match, orders in ((typical, SHOOT), (passed, PASS)):
        assert Answered(0, *orders) in match.journal
    assert run(capsys, "replay", shown[0][0], "--verify")[0] == 0
    assert len(page.figures()) == 1 and len(page.numbers) > 10
    assert "Plan Shoot is best for CEGA" in page.text


def test_plans_from_what_a_side_may_know_offer_no_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = last_shot()
    save(match, tmp_path / "game.json")
    for tried in (plan(match, "Shoot", AHEAD, SHOOT), plan(match, "Pass", AHEAD, PASS)):
        write_plan(tried, tmp_path / f"{tried.name}.json")
    out = tmp_path / "out.html"
    asked = ("--plans", tmp_path / "Shoot.json", "--plans", tmp_path / "Pass.json", "--games", 2, "--knowing", 0)
    status, _, line = run(capsys, "rehearse", tmp_path / "game.json", *asked, *QUICK, "--report", out)
    assert status == 0, line
    page = Page(out.read_text(encoding="utf-8"))
    assert page.links() == {} and "Example games" not in page.text


def test_turning_points_have_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save(shot(True), tmp_path / "game.json")
    out = tmp_path / "out.html"
    asked = ("--turning-points", "--games", 8, "--json", "--seed", 1, "--workers", 1, "--report", out)
    status, output, _ = run(capsys, "rehearse", tmp_path / "game.json", *asked)
    assert status == 0
    page = Page(out.read_text(encoding="utf-8"))
    hold(page, json.loads(output))
    assert len(page.figures()) == 1
    assert "Gunner (CEGA)" in page.text and "The dice of Jovian" in page.text


def test_games_are_kept_of_one_position_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, line = run(capsys, "rehearse", "introductory", "--turning-points", "--save", tmp_path)
    assert status == 2 and "--save" in line


def test_without_a_report_its_libraries_are_not_read() -> None:
    read = "import sys, jovian.commands.rehearse; print({'matplotlib', 'jinja2'} & {*sys.modules})"
    assert run_python("-c", read).stdout == "set()\n"
