"""Tests of lesson files without a window: what is wrong with them, and that `check` plays them to their end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from jovian.cards import CardError
from jovian.cards.files import BUILTIN_SHELF, ROOT, use_shelves
from jovian.cards.parsing import read_document
from jovian.lessons import BUILTIN_LESSONS, LessonRun, check_lesson, lesson_files, load_lesson
from tests.commands import run
from tools.schemas import lesson_schema, scenario_schema

PAGE = ROOT / "docs" / "writing-lessons.md"
FILES = lesson_files(BUILTIN_LESSONS)
EXAMPLE = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]


@pytest.fixture(autouse=True)
def real_cards() -> Iterator[None]:
    with use_shelves(BUILTIN_SHELF):
        yield


def changed(folder: Path, old: str, new: str) -> Path:
    """Return the file of the example of the page with a changed text."""
    assert old in EXAMPLE
    path = folder / "lesson.yaml"
    path.write_text(EXAMPLE.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_lesson_can_be_played(path: Path) -> None:
    assert len(check_lesson(path).steps) >= 6


def test_the_example_of_the_page_can_be_played(tmp_path: Path) -> None:
    assert check_lesson(changed(tmp_path, "lesson:", "lesson:")).title == "Keep moving"


WRONG = [
    ("    do: [[move, 4]]", "    dos: [[move, 4]]", "unknown key 'steps 2 dos'; did you mean 'do'?"),
    ("{answer: move, ", "{answer: moves, ", "step 2: 'moves' is no answer; did you mean 'move'?"),
    ("where: {inches: [3, 5]}", "where: {inch: [3, 5]}", "step 2: where: 'move' has no 'inch'; did you mean 'inches'?"),
    ("{model: fury}", "{model: furry}", "step 1: show: no model has the id 'furry'; did you mean 'fury'?"),
    ("{answer: declare, where: {action: none}}", "{select: furry}", "step 1: until select: no model has the id"),
    ("{answer: declare, where: {action: none}}", "{}", "step 1: until: needs one of answer, event"),
    ("[[move, 4]]", "[[mve, 4]]", "step 2: do: 'mve' is no answer; did you mean 'move'?"),
    ("[[move, 4]]", "[]", "step 2: do: needs an answer 'move'"),
    ("    do: [[move, 4]]", "    do: [[move, 4]]\n    selected: furry", "selected: no model has the id 'furry'"),
    ("    do: [[move, 4]]", "    do: [[move, 4]]\n    aimed: [a1, wof]", "step 2: aimed: no model has the id 'wof'"),
    ("    task: Click in the ring.\n", "", "step 2: task: is missing"),
    ("card: jovian/javelin", "card: jovian/javelins", "javelins"),
    ("models:", "model:", "unknown key 'scenario model'; did you mean 'models'?"),
    ("x: 12, y: 5", "x: 12, y: 50", "model fury: is off the table"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "cause"), WRONG, ids=[new.strip() for _, new, _ in WRONG])
def test_a_wrong_file_has_one_clear_line(tmp_path: Path, old: str, new: str, cause: str) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(CardError) as caught:
        load_lesson(path)
    assert cause in str(caught.value) and re.match(r".*lesson\.yaml:\d+: ", str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value)


UNPLAYABLE = [
    ("[[move, 4]]", "[[move, 14]]", "step 2: do: has no legal answer to"),
    ("[[end]]", "[[turn, 400]]", "step 2: then: answer 1 doesn't answer"),
    ("then: [[end]]", "dice: [[1, 2, 3]]", "step 2: dice: roll 1 doesn't have 3 dice"),
    ("{answer: move, where: {inches: [3, 5]}}", "{event: destroyed}", "no event"),
    ("{answer: move, where: {inches: [3, 5]}}", "{event: damaged}", "step 2: do: has no legal answer to"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "cause"), UNPLAYABLE, ids=[new for _, new, _ in UNPLAYABLE])
def test_a_lesson_that_cannot_be_played_is_refused(tmp_path: Path, old: str, new: str, cause: str) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(CardError) as caught:
        check_lesson(path)
    assert cause in str(caught.value) and re.match(r".*lesson\.yaml:\d+: ", str(caught.value)), str(caught.value)


@pytest.mark.parametrize("text", ["", "lesson: [", "lesson: !!python/object:os.system {}\n", "{}"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lesson.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CardError):
        load_lesson(path)


def test_a_step_may_wait_for_an_event(tmp_path: Path) -> None:
    path = changed(tmp_path, "{answer: move, where: {inches: [3, 5]}}", "{event: moved, where: {model: fury}}")
    assert check_lesson(path).title == "Keep moving"


def test_a_place_is_made_exact_and_a_choice_stays(tmp_path: Path) -> None:
    lesson = load_lesson(changed(tmp_path, "where: {action: none}", "where: {}"))
    run = LessonRun(lesson)
    decision = run.match.decision
    assert decision is not None
    for choice in (["declare", "none", 0], ["declare", "evade", 0]):
        assert run.exact(decision, decision.read(choice)).to_json()[:2] == choice[:2]
    run.play_step()
    decision = run.match.decision
    assert decision is not None and run.exact(decision, decision.read(["move", 3.3])).to_json() == ["move", 4.0]


def test_every_answer_is_exact() -> None:
    """A lesson that is resumed at a step is the same game as one that was played to it."""
    for path in FILES:
        lesson = load_lesson(path)
        whole = LessonRun(lesson)
        for at in range(len(lesson.steps)):
            assert LessonRun(lesson, at).match.state.digest() == whole.match.state.digest(), f"{path.stem} {at}"
            whole.play_step()


def test_check_plays_lessons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = changed(tmp_path, "[[move, 4]]", "[[move, 14]]")
    status, out, error = run(capsys, "check", FILES[0], wrong)
    assert status == 2
    assert "lesson, Move and turn, 11 steps, played to its end" in out
    assert "lesson.yaml:23: step 2: do: has no legal answer" in error


def test_the_schema_fits_the_lessons() -> None:
    known = Registry().with_resource("scenario.schema.json", Resource.from_contents(scenario_schema()))
    validator = Draft202012Validator(lesson_schema(), registry=known)
    for path in FILES:
        assert list(validator.iter_errors(read_document(path).data)) == [], path.stem
