"""Tests that a bad file is refused in one line with the file, the line, and the cause."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from jovian.cards import CardError, load_fleet, load_scenario, load_unit, load_units

ROOT = Path(__file__).parents[2]
SHIP = (ROOT / "assets/units/jovian/valiant.yaml").read_text(encoding="utf-8")
SQUADRON = (ROOT / "assets/units/cega/fury.yaml").read_text(encoding="utf-8")


def refused(folder: Path, content: str | bytes) -> CardError:
    """Return the error for a unit file with this content, and check that it is one line."""
    path = folder / "unit.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(CardError) as caught:
        load_unit(path)
    error = next(iter(caught.value.all()))
    assert len(str(caught.value).splitlines()) == 1
    place = path if error.line is None else f"{path}:{error.line}"
    assert str(error) == f"{place}: {error.cause}"
    assert len(str(error).splitlines()) == 1 and error.cause
    return error


def line_of(text: str, part: str) -> int:
    """Return the first line that contains the part."""
    return text[: text.index(part)].count("\n") + 1


def test_the_text_these_tests_change_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "unit.yaml"
    path.write_text(SHIP, encoding="utf-8")
    assert load_unit(path).key == "jovian/valiant"


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("speed: 3", "speed: 3.5", "speed: must be a whole number, not 3.5"),
        ("speed: 3", "speed: 3.0", "speed: must be a whole number, not 3.0"),
        ("speed: 3", "speed: true", "speed: must be a whole number, not True"),
        ("speed: 3", 'speed: "3"', "speed: must be a whole number, not '3'"),
        ("speed: 3", "speed: -1", "speed: must be greater than or equal to 0, not -1"),
        ("speed: 3", "speed:", "speed: must be a whole number, not None"),
        ("speed: 3", "speeed: 3", "unknown key 'speeed'; did you mean 'speed'?"),
        ("kind: capital", "kind: frigate", "kind: must be capital or squadron"),
        ("kind: capital", "kind: [capital]", "kind: must be capital or squadron"),
        (
            "faction: Jovian",
            "faction: Martian",
            "faction: must be 'CEGA', 'Jovian', 'Venusian' or 'Common', not 'Martian'",
        ),
        ("faction: Jovian", "faction: Common", "faction: only a drone is Common"),
        ("version: 1.2.4", "version: 1.2", "version: must be a text"),
        (
            "name: Valiant",
            'name: "Val\\niant"',
            "name: is too long, empty, or has characters that are not allowed",
        ),
        ("tv: 39", "tv: 99999999999999999999", "tv: must be a whole number"),
        ("base: medium", "base: huge", "base: must be 'small', 'medium' or 'large', not 'huge'"),
        ("base: medium", "base: {shape: hex, width: 1, length: 2}", "a hex has no length"),
        ("base: medium", "base: {shape: rect, width: 1}", "a rect needs a length"),
        ("armor: {fore: 0", "armor: {bow: 0", "unknown key 'armor bow'"),
        ("structure: [4, 3", "structure: [3, 4", "structure: boxes must be listed highest first"),
        ("structure: [4, 3, 2, 1]", "structure: []", "structure: must hold at least 1"),
        ("structure: [4", "structure: [four", "structure 1: must be a whole number, not 'four'"),
        ("CAP]", "CAPP]", "unknown trait 'CAPP'"),
        ("CAP]", "Link]", "unknown trait 'Link'"),
        ("CAP]", "CAP, CAP]", "trait CAP is listed twice"),
        ('"Hangers:2"', "Hangers", "trait Hangers needs a number"),
        ("arcs: [turret]", "arcs: [turet]", "weapons 1 arcs 1: must be 'turret'"),
        ("arcs: [turret]", "arcs: [turret, fore]", "turret excludes other arcs"),
        ("arcs: [turret]", "arcs: [fore, fore]", "an arc is listed twice"),
        ("arcs: [turret]", "arcs: []", "weapons 1 arcs: must hold at least 1"),
        ("ac: 3, as: 3", "ac: 0, as: 0", "needs an AC or an AS above 0"),
        ("ac: 3, as: 3", "ac: lots", "weapons 1 ac: must be a whole number, not 'lots'"),
        ("ac: 3, as: 3", "ac: 3, as: 3, traits: [Swarm]", "Swarm is for the type Missile"),
        ("ac: 3, as: 3", "ac: 3, as: 3, missile: AC", "only a Missile has the key 'missile'"),
        ("ac: 3, as: 3", "ac: 3, as: 3, stock: [1]", "only a Drone Bay has"),
        ("type: Beam Projector", "type: Missile", "a Missile needs the key 'missile'"),
        ("type: Beam Projector", "type: Drone Bay", "a Drone Bay needs"),
        ("type: Beam Projector", "type: Point Defense", "weapons 1 type: must be"),
    ],
)
def test_a_wrong_value_is_told_with_its_line(tmp_path: Path, old: str, new: str, cause: str) -> None:
    assert old in SHIP
    error = refused(tmp_path, SHIP.replace(old, new, 1))
    assert cause in error.cause
    assert error.line == line_of(SHIP, old)


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        (SHIP, "role: frigat", "role: is not an allowed value, not 'frigat'; did you mean 'frigate'?"),
        (SHIP, "role: fighter", "role: is not an allowed value, not 'fighter'"),
        (SHIP, 'role: ""', "role: is not an allowed value, not ''"),
        (SHIP, "role:", "role: is not an allowed value, not None"),
        (SHIP, "role: [frigate]", "role: is not an allowed value"),
        (SQUADRON, "role: frigate", "role: must be 'exo-armor', 'exo-suit', 'fighter', 'interceptor', 'bomber', "),
        (SHIP, "about: 7", "about: must be a text (in quotes if it looks like a number), not 7"),
        (SHIP, "about:", "about: must be a text (in quotes if it looks like a number), not None"),
        (SHIP, 'about: " "', "about: must not be empty"),
        (SQUADRON, f"about: {'x' * 241}", "about: must have at most 240 characters, not 241"),
        (SHIP, 'about: "A ship.\\nA second line."', "about: must be one line without special characters"),
    ],
)
def test_a_wrong_role_or_description_is_told_with_its_line(tmp_path: Path, text: str, line: str, cause: str) -> None:
    plain = re.sub(r"^(?:role|about):.*\n(?:  .*\n)*", "", text, flags=re.MULTILINE)
    error = refused(tmp_path, f"{plain}{line}\n")
    assert error.cause.startswith(cause) and error.line == plain.count("\n") + 1


def test_a_missing_key_is_told(tmp_path: Path) -> None:
    error = refused(tmp_path, SHIP.replace("speed: 3\n", ""))
    assert error.cause == "missing key 'speed'" and error.line == line_of(SHIP, "kind:")


def test_a_duplicate_key_is_told_where_it_stands_again(tmp_path: Path) -> None:
    error = refused(tmp_path, SHIP.replace("speed: 3", "speed: 3\nspeed: 4"))
    assert error.cause == "duplicate key 'speed'" and error.line == line_of(SHIP, "speed: 3") + 1


def test_keys_of_the_other_kind_are_unknown(tmp_path: Path) -> None:
    assert "unknown key 'turns'" in refused(tmp_path, SHIP.replace("kind: capital", "kind: squadron")).cause
    arcs = SQUADRON.replace("type: Kinetic Cannon", "type: Kinetic Cannon, arcs: [fore]")
    assert "unknown key 'weapons 1 arcs'" in refused(tmp_path, arcs).cause


def test_drones_have_a_class_and_nothing_else_has(tmp_path: Path) -> None:
    drone = SQUADRON.replace("squadron_type: fighter", "squadron_type: drone")
    assert "a drone needs a drone_class" in refused(tmp_path, drone).cause
    assert "only a drone has a drone_class" in refused(tmp_path, SQUADRON + "drone_class: 2\n").cause
    path = tmp_path / "unit.yaml"
    path.write_text(drone + "drone_class: 2\n", encoding="utf-8")
    assert load_unit(path).drone_class == 2


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"


NO_CARD: list[tuple[str | bytes, int | None, str]] = [
    ("", None, "is empty"),
    ("# nothing\n", None, "is empty"),
    ("- a\n- b\n", 1, "must be a mapping"),
    ("capital", 1, "must be a mapping"),
    ("kind: [\n", 2, "not YAML: "),
    ("kind: capital\n\tname: x\n", 2, "not YAML: "),
    ("kind: 'capital\nname: x\n", 3, "not YAML: "),
    ("kind: a: b\n", 1, "not YAML: "),
    ("kind: capital\nname: \x07\n", 2, "not YAML: "),
    ("kind: capital\n---\nkind: squadron\n", 2, "more than one document"),
    (BOMB, 1, "anchors are not allowed"),
    ("a: 1\nb: *a\n", 2, "not"),
    ("a: 1\n<<: {b: 2}\n", 1, "missing key 'kind'"),
    ("kind: !!python/object/apply:os.getcwd []\n", 1, "tags are not allowed"),
    ("kind: !!str capital\n", 1, "tags are not allowed"),
    ("? [a, b]\n: 1\n", 1, "a key must be a plain text"),
    ("kind: capital\nx: " + "[" * 200 + "\n", 2, "nested too deeply"),
    ("kind: capital\nx: [" + "1," * 60_000 + "]\n", 2, "too many values"),
    (b"kind: capital\nname: \xff\xfe\n", 2, "is not UTF-8 text"),
    (b"\xff\xfek\x00i\x00", 1, "is not UTF-8 text"),
    (b"x: " + b"1" * 300_000, None, "is larger than 256 KB"),
    (b"\x00" * 100, 1, "not YAML: "),
]


@pytest.mark.parametrize("index", range(len(NO_CARD)))
def test_what_is_no_card_file_is_refused(tmp_path: Path, index: int) -> None:
    content, line, cause = NO_CARD[index]
    error = refused(tmp_path, content)
    assert cause in error.cause and error.line == line


@pytest.mark.parametrize("loader", [load_unit, load_fleet, load_scenario, load_units])
def test_files_that_cannot_be_read_are_refused(tmp_path: Path, loader: object) -> None:
    assert callable(loader)
    for path in (tmp_path / "missing.yaml", "no-such-name", "a\0b", "x" * 3000, "x" * 3000 + ".yaml", ""):
        with pytest.raises(CardError) as caught:
            loader(path)
        assert len(str(caught.value).splitlines()) == 1


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="is a folder, not a file"):
        load_unit(tmp_path)


def test_two_files_may_not_hold_the_same_unit(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(SHIP, encoding="utf-8")
    with pytest.raises(CardError, match=r"b\.yaml: another file already holds jovian/valiant"):
        load_units(tmp_path)


def test_an_error_is_one_line_whatever_it_is_told() -> None:
    error = CardError("a\nb\u2028c", 3, "x" * 5000 + "\r\n")
    assert len(str(error).splitlines()) == 1 and len(str(error)) < 400
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.line == 3
