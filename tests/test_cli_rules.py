"""Tests of `rules`: finding a rule by words."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from jovian.commands.rules_html import file_name
from jovian.diagrams import DIAGRAMS, diagrams_of
from jovian.game.events import Rolled
from jovian.table.overlays import PointLabel
from tests.commands import run
from tests.rules_api import NOT_DONE, RULES, rule_pages


def test_a_rule_is_found_with_its_place_code_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "rules", "kinetic", "cannon")
    assert (status, err) == (0, "")
    first = out.splitlines()[0]
    assert first == "Kinetic Cannon [v1.2.4 Weapons > Kinetic Cannon]"
    assert "jovian/rules/weapons.py" in out and "tests/rules/test_weapons.py" in out


def test_what_is_not_done_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rule is done today, but the next edition can add some."""
    assert [rule for rule in RULES if rule.state == NOT_DONE] == []
    todo = replace(RULES[0], name="Wormholes", state=NOT_DONE, where="", symbols=(), tests="")
    monkeypatch.setattr("jovian.commands.rules.RULES", (*RULES, todo))
    _, out, _ = run(capsys, "rules", "wormholes")
    assert f"Wormholes [{todo.place}]" in out and "not implemented yet" in out


def test_every_rule_is_found_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    for rule in RULES[::7]:
        assert f"{rule.name} [{rule.place}]" in run(capsys, "rules", rule.name)[1]


def test_options_are_found_beside_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "rules", "drift")[1]
    assert "Option: Crippled ships [v1.2.1 Damage > Crippled Capital Ships]" in out
    assert "use it with --option drift=v1.2.1" in out
    both = run(capsys, "rules", "explosions")[1]
    assert "--option explosion=v1.2.1" in both and "--option explosion=v1.2.3" in both


def test_nothing_found_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "rules", "hyperspace")
    assert status == 1 and out == "" and err.count("\n") == 1


def test_without_words_the_chapters_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules")
    assert "Dice System: 10 rules" in out and "Scenarios" in out


# --- HTML ---


class Links(HTMLParser):
    """The links, ids, and text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        assert tag not in ("script", "link", "img"), tag
        if "href" in named:
            self.links.append(named["href"] or "")
        self.ids += [named["id"] or ""] if "id" in named else []

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read_links(path: Path) -> Links:
    links = Links()
    links.feed(path.read_text(encoding="utf-8"))
    return links


def test_html_pages_link_to_each_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(capsys, "rules", "--html", str(tmp_path / "new" / "rules"))
    assert (status, err) == (0, "") and "index.html" in out
    folder = tmp_path / "new" / "rules"
    files = {path.name for path in folder.iterdir()}
    assert len(files) == len(rule_pages().by_key) + 1
    reached, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [link.partition("#")[0] for link in read_links(folder / name).links]
    assert reached == files


def test_html_links_lead_to_the_ruling_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "rules", "--html", str(tmp_path))
    pages = {path.name: read_links(path) for path in tmp_path.iterdir()}
    places = {link for page in pages.values() for link in page.links if "#" in link}
    assert "rulings-dice.html#R6" in places
    assert [place for place in places if place.split("#")[1] not in pages[place.split("#")[0]].ids] == []


def test_html_is_escaped_and_has_every_rule(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "rules", "--html", str(tmp_path))
    words = " ".join(" ".join("".join(read_links(path).words).split()) for path in tmp_path.iterdir())
    assert [rule.name for rule in RULES if rule.summary not in words] == []
    assert '"Within" is <=' in words
    assert "Dice: 8 rulings" in words


def test_html_has_the_diagrams(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "rules", "--html", str(tmp_path))
    pages = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    for key in DIAGRAMS:
        page = unescape(pages[file_name(key)])
        for diagram in diagrams_of(key):
            assert f"<figcaption>{diagram.caption}</figcaption>" in page
            names = [model.name for model in diagram.state.on_table()] if diagram.state is not None else []
            labels = [item.text for item in diagram.overlays if isinstance(item, PointLabel)]
            assert all(f">{text}</text>" in page for text in (*names, *labels))
        rolls = [entry.event for entry in diagram.events if isinstance(entry.event, Rolled)]
        dice = [face for roll in rolls for face in (*roll.faces.base, *roll.faces.flex)]
        assert sorted(re.findall(r'data-die="(\d)"', page)) == sorted(map(str, dice))
    assert sum("<svg" in page for page in pages.values()) == len(DIAGRAMS)


def test_html_is_written_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert [run(capsys, "rules", "--html", str(tmp_path))[0] for _ in range(2)] == [0, 0]


def test_html_refuses_a_file_and_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rules"
    file.write_text("mine", encoding="utf-8")
    status, out, err = run(capsys, "rules", "--html", str(file))
    assert (status, out, file.read_text(encoding="utf-8")) == (2, "", "mine")
    assert err.count("\n") == 1 and "is a file, not a folder" in err
    assert run(capsys, "rules", "ram", "--html", str(tmp_path))[0] == 2
