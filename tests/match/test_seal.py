"""Tests of a save's checksum: each cut, removal, or edit is noticed, and the part that replays is offered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jovian.match import Altered, Diverged, MalformedSaveError, Match, RulesError, SaveError
from jovian.match.files import add_checksum
from jovian.match.saves import failure, load, save, to_data
from tests.games import random_answers, setup

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def match() -> Match:
    """Return a match some answers after its last digest."""
    match = Match(setup(33))
    for number, _ in enumerate(random_answers(match, 33)):
        if number > 120 and match.digests and match.digests[-1][0] < len(match.journal) - 3:
            break
    return match


@pytest.fixture
def file(match: Match, tmp_path: Path) -> Path:
    """Save the match. Return the path."""
    save(match, tmp_path / "game.json")
    return tmp_path / "game.json"


def edit(file: Path, change: Edit, **style: Any) -> None:
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data, **(style or {"separators": (",", ":")})))


def cut_journal(data: dict[str, Any]) -> None:
    del data["journal"][-2:]


def cut_to_a_digest(data: dict[str, Any]) -> None:
    data["digests"].pop()
    del data["journal"][data["digests"][-1][0] :]


def forge_counts(data: dict[str, Any]) -> None:
    cut_to_a_digest(data)
    data["seal"]["answers"], data["seal"]["digests"] = len(data["journal"]), len(data["digests"])


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (cut_journal, "answers, but it has"),
        (cut_to_a_digest, "answers, but it has"),
        (forge_counts, "checksum"),
        (lambda data: data["digests"].clear(), "digests, but it has 0"),
        (lambda data: data["digests"].pop(3), "digests, but it has"),
        (lambda data: data.pop("seal"), "its seal is missing"),
        (lambda data: data.update(app="0.0.0"), "checksum"),
        (lambda data: data["undone"].append([0, "menu", ["end"]]), "checksum"),
        (lambda data: data["setup"]["options"].update(terrain="on"), "checksum"),
        (lambda data: data["seal"].update(bytes=1), "checksum"),
    ],
)
def test_a_file_that_replays_and_is_not_what_was_saved_is_told(file: Path, change: Edit, cause: str) -> None:
    edit(file, change)
    kept = len(json.loads(file.read_text())["journal"])
    with pytest.raises(Altered) as caught:
        load(file)
    text = str(caught.value)
    assert text.startswith(f"{file}: changed or cut short") and cause in text and "\n" not in text
    assert isinstance(caught.value.match, Match)
    assert caught.value.answers == len(caught.value.match.journal) == kept


def test_a_file_written_anew_in_another_style_is_told(file: Path) -> None:
    edit(file, lambda data: None, indent=1)
    with pytest.raises(Altered, match="checksum"):
        load(file)


def test_a_key_told_again_behind_the_seal_is_told(file: Path) -> None:
    """JSON readers use the last of two equal keys."""
    file.write_text(file.read_text().rstrip().removesuffix("}") + ',"undone":[[0,"menu",["end"]]]}')
    with pytest.raises(Altered, match="checksum"):
        load(file)


def test_an_answer_that_does_not_fit_diverges_as_before(file: Path) -> None:
    edit(file, lambda data: data["journal"].insert(40, [0, "menu", ["dance"]]))
    with pytest.raises(Diverged, match="diverged at answer 40") as caught:
        load(file)
    assert not isinstance(caught.value, Altered)


def test_an_end_that_the_rules_no_longer_reach_diverges(file: Path, match: Match) -> None:
    """After the last digest, only the checksum shows the position at the end."""
    data = to_data(match)
    file.write_text(add_checksum({**data, "seal": {**data["seal"], "state": "0" * 32}}))
    with pytest.raises(Diverged, match=f"diverged at answer {len(match.journal)}") as caught:
        load(file)
    assert caught.value.answers == match.digests[-1][0]


def test_what_comes_after_the_answers_that_are_wanted_may_lead_elsewhere(file: Path, match: Match) -> None:
    """A moment before the rules diverged is found unchanged. A damaged file is still reported."""
    data = to_data(match)
    data["journal"][60] = [0, "menu", ["dance"]]
    file.write_text(add_checksum({**data, "seal": {**data["seal"], "state": "0" * 32}}))
    early = load(file, until=60)
    assert len(early.journal) == 60 and early.state.digest() == match.fork_at(60).state.digest()
    with pytest.raises(Diverged, match="diverged at answer 60"):
        load(file, until=61)
    edit(file, cut_journal)
    with pytest.raises(Altered, match="60 answers can be kept"):
        load(file, until=60)


@pytest.mark.parametrize("seal", [None, 1, [], {}, {"answers": 1}, {"answers": "1", "digests": 1, "state": 1}])
def test_a_seal_of_another_form_is_malformed(file: Path, seal: Any) -> None:
    edit(file, lambda data: data.update(seal=seal))
    with pytest.raises(MalformedSaveError, match="seal must hold answers, digests, state, bytes, sum"):
        load(file)


def test_every_shortened_file_is_noticed(file: Path) -> None:
    whole = file.read_bytes()
    for length in range(0, len(whole) - 2, len(whole) // 40):
        file.write_bytes(whole[:length])
        with pytest.raises(SaveError):
            load(file)
    file.write_bytes(whole[:-1])
    assert load(file).journal, "only the newline at its end is no loss"


def test_every_changed_byte_is_noticed(file: Path) -> None:
    whole = file.read_bytes()
    for place in range(7, len(whole) - 2, len(whole) // 40):
        other = b"7" if whole[place : place + 1] != b"7" else b"8"
        file.write_bytes(whole[:place] + other + whole[place + 1 :])
        with pytest.raises(SaveError) as caught:
            load(file)
        assert str(caught.value).startswith(f"{file}:") and "\n" not in str(caught.value)


def test_an_older_save_loads_and_is_told_as_unsealed(file: Path, match: Match) -> None:
    edit(file, lambda data: (data.pop("seal"), data.update(format=1)))
    again = load(file)
    assert again.unsealed and again.fork().unsealed and again.state.digest() == match.state.digest()
    save(again, file)
    assert not load(file).unsealed


def test_the_report_of_a_rule_that_failed_loads(file: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report contains the refused answer, and the game before it."""
    twin = match.fork()
    assert twin.decision is not None
    monkeypatch.setattr("jovian.match.course.Runner.apply", lambda *_: 1 / 0)
    monkeypatch.setattr(Match, "_restore", lambda self, answers: self.journal.pop())
    with pytest.raises(RulesError) as caught:
        twin.answer(twin.decision.default())
    monkeypatch.undo()
    file.write_text(failure(twin, caught.value))
    assert load(file).state.digest() == match.state.digest()
    assert json.loads(file.read_text())["failed"][2] == twin.decision.default().to_json()


def test_texts_with_the_words_of_a_seal_do_not_confuse_it(tmp_path: Path) -> None:
    save(Match(setup(34)), tmp_path / "odd.json", {"said": 'x,"seal":{},"'})
    assert load(tmp_path / "odd.json").journal == []
