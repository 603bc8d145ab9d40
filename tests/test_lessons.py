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
from jovian.game import Choice
from jovian.game.answers import parse_answer
from jovian.lessons import (
    ANSWERS,
    BUILTIN_LESSONS,
    Highlight,
    LessonRun,
    Step,
    check_lesson,
    lesson_files,
    load_lesson,
)
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
    assert len(check_lesson(path).steps) >= 5


def words_of(step: Step) -> int:
    return len(f"{step.say} {step.task}".split())


def test_lessons_say_little() -> None:
    """The first shot comes after 60 words, and few steps are only read."""
    lessons = [load_lesson(path) for path in FILES]
    first = lessons[0].steps
    shot = next(number for number, step in enumerate(first) if step.until is not None and step.until.answer == "attack")
    assert sum(map(words_of, first[: shot + 1])) <= 60
    assert all(sum(map(words_of, lesson.steps)) <= 200 and len(lesson.steps) < 10 for lesson in lessons)
    assert all(sum(step.is_read for step in lesson.steps) <= 2 for lesson in lessons)


def test_the_example_of_the_page_can_be_played(tmp_path: Path) -> None:
    assert check_lesson(changed(tmp_path, "lesson:", "lesson:")).title == "Keep moving"


MOVE = "{answer: move, near: [12, 9, 1]}"
FIRE = "{answer: attack, where: {mounts: [a1]}}"
WRONG = [
    ("    do: [[attack", "    dos: [[attack", "unknown key 'steps 2 dos'; did you mean 'do'?"),
    ("{answer: attack, ", "{answer: atack, ", "step 2: 'atack' is no answer; did you mean 'attack'?"),
    ("where: {mounts: [a1]}", "where: {mount: [a1]}", "step 2: where: 'attack' has no 'mount'; did you mean 'mounts'?"),
    ("{model: wolf}", "{model: wof}", "step 2: show: no model has the id 'wof'; did you mean 'wolf'?"),
    (MOVE, "{select: furry}", "step 1: until select: no model has the id 'furry'; did you mean 'fury'?"),
    (MOVE, "{aim: wof}", "step 1: until aim: no model has the id 'wof'; did you mean 'wolf'?"),
    (MOVE, "{}", "step 1: until: needs one of answer, event"),
    ("[[attack, [a1], wolf]]", "[[atack]]", "step 2: do: 'atack' is no answer; did you mean 'attack'?"),
    ("[[attack, [a1], wolf]]", "[]", "step 2: do: needs an answer 'attack'"),
    ("    then: [[end]]", "    selected: furry", "selected: no model has the id 'furry'"),
    ("    then: [[end]]", "    aimed: [a1, wof]", "step 2: aimed: no model has the id 'wof'"),
    ("    task: Click in the ring.\n", "", "step 1: task: is missing"),
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
    ("[move, 4]", "[move, 14]", "step 1: do: has no legal answer to"),
    ("[[end]]", "[[turn, 400]]", "step 2: then: answer 1 doesn't answer"),
    ("[[1, 2, 4]]", "[[1, 2, 4], [5]]", "step 2: dice: roll 2 doesn't have 1 dice"),
    (MOVE, "{event: destroyed}", "no event"),
    (MOVE, "{event: damaged}", "step 1: do: has no legal answer to"),
    ("near: [12, 9, 1]", "near: [12, 15, 1]", "step 1: do: has no legal answer to"),
    ("near: [12, 9, 1]", "heading: [90, 120]", "step 1: do: has no legal answer to"),
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
    assert check_lesson(changed(tmp_path, MOVE, "{event: moved, where: {model: fury}}")).title == "Keep moving"


# --- What a step takes ---

NONE, NEAR, RIGHT = ["declare", "none", 0], ["move", 3.6], ["move", 4.0]
EVENT = "{event: moved}"


@pytest.mark.parametrize(
    ("until", "given", "admitted"),
    [
        (MOVE, [NONE, NEAR], [NONE, RIGHT]),
        (MOVE, [NONE, ["move", 1.0], ["turn", 40], ["move", 4.0]], []),
        (MOVE, [NONE, ["move", 1.0], ["turn", 10], ["move", 2.9]], [NONE, RIGHT]),
        (MOVE, [["declare", "evade", 0], NEAR], []),
        (MOVE, [NONE, ["move", 2.0]], []),
        (MOVE, [NONE, ["turn", 20]], []),
        (MOVE, [NONE], [NONE]),
        ("{answer: move, near: [12, 9, 1], heading: [350, 10]}", [NONE, ["move", 4.2], ["turn", 5]], [NONE, RIGHT]),
        ("{answer: move, near: [12, 9, 1], heading: [350, 10]}", [NONE, ["move", 4.2], ["turn", 25]], []),
        ("{answer: move, where: {inches: [3, 5]}}", [NONE, NEAR], [NONE, RIGHT]),
        ("{answer: move, where: {inches: [3, 5]}}", [NONE, ["move", 2.5]], []),
        (MOVE + "\n    also: [declare]", [["declare", "evade", 0], NEAR], [["declare", "evade", 0], RIGHT]),
        (MOVE + "\n    also: [turn]", [["turn", 10]], [["turn", 10]]),
        (EVENT, [["declare", "evade", 0], ["move", 2.0]], [["declare", "evade", 0], ["move", 2.0]]),
    ],
)
def test_a_click_that_gives_several_answers(
    tmp_path: Path, until: str, given: list[Choice], admitted: list[Choice]
) -> None:
    """`until` names the last answer, those before are in `do`. Places become those of the lesson, the rest stays."""
    run = LessonRun(load_lesson(changed(tmp_path, MOVE, until)))
    decision, view = run.match.decision, run.match.view(0)
    assert decision is not None
    answers = tuple(parse_answer(choice, ANSWERS[choice[0]]) for choice in given)
    assert [answer.to_json() for answer in run.admit(view, decision, answers)] == admitted
    assert bool(run.complaint) == (not admitted) and not run.match.journal


def test_a_chain_ends_its_step_at_its_last_answer(tmp_path: Path) -> None:
    path = changed(tmp_path, "[[declare, none, 0], [move, 4]]", "[[declare, none, 0], [move, 1], [turn, 5], [move, 3]]")
    run = LessonRun(load_lesson(path))
    for choice in (["declare", "none", 0], ["move", 1.0], ["turn", 5]):
        run.match.answer(choice)
        run.on_answer(parse_answer(choice, ANSWERS[choice[0]]))
        assert run.at == 0
    run.match.answer(["move", 3.0])
    run.on_answer(parse_answer(["move", 3.0], ANSWERS["move"]))
    assert run.at == 1


def test_what_a_step_awaits_is_highlighted() -> None:
    steps = {step.task: step.marks for path in FILES for step in load_lesson(path).steps}
    assert Highlight(model="nubium") in steps["Click Mare Nubium to aim."]
    assert any(mark.place for mark in steps["Click in the small ring."])


def test_every_answer_is_exact() -> None:
    """A lesson that is resumed at a step is the same game as one that was played to it."""
    for path in FILES:
        lesson = load_lesson(path)
        whole = LessonRun(lesson)
        for at in range(len(lesson.steps)):
            assert LessonRun(lesson, at).match.state.digest() == whole.match.state.digest(), f"{path.stem} {at}"
            whole.play_step()


def test_check_plays_lessons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = changed(tmp_path, "[move, 4]", "[move, 14]")
    status, out, error = run(capsys, "check", FILES[0], wrong)
    assert status == 2
    assert "lesson, A first shot, 6 steps, played to its end" in out
    assert "lesson.yaml:17: step 1: do: has no legal answer" in error


def test_the_schema_fits_the_lessons() -> None:
    known = Registry().with_resource("scenario.schema.json", Resource.from_contents(scenario_schema()))
    validator = Draft202012Validator(lesson_schema(), registry=known)
    for path in FILES:
        assert list(validator.iter_errors(read_document(path).data)) == [], path.stem
