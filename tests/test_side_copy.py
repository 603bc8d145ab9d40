"""Tests of copies as one side may know a game: what they show, that they hold no secret, and damaged files."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jovian.cards import scenario_names, unit_cards
from jovian.cards.building import read_card
from jovian.cards.plain_json import to_plain
from jovian.dice import format_seed
from jovian.game import State, view
from jovian.match import Match, SaveError, Setup
from jovian.match.files import SEAL_KEY, seal_text
from jovian.match.saves import load, replay_entry, save
from jovian.side_copy import SideCopy, copy_data, copy_text, load_copy, save_copy
from tests.commands import run
from tests.games import finished, manned, setup
from tests.match.test_secrecy import PAIRS, SEED, hidden, play
from tests.match.test_secret_weapons import KNOWN, LOADS, is_revealed, raid

Data = dict[str, Any]
SIDES = (0, 1)


def played(start: Setup, answers: int, seed: int = 5) -> Match:
    """Return a match after some random answers."""
    match = Match(start)
    for number, _ in enumerate(play(match, seed)):
        if number == answers:
            break
    return match


@cache
def early(fleets: tuple[str, str]) -> Match:
    """Return a game in which both sides still hide models. Tests must not change it."""
    match = Match(setup(SEED, fleets))
    for number, decision in enumerate(play(match, 4)):
        if number > 30 and not decision.sealed and all(len(hidden(match, side)) > 1 for side in SIDES):
            break
        if number > 80:
            break
    return match


@pytest.fixture(scope="module")
def over() -> Match:
    """Return a finished game."""
    return finished(9)


def copied(match: Match, side: int, folder: Path) -> SideCopy:
    save_copy(match, side, folder / "copy.json")
    return load_copy(folder / "copy.json")


def known(state: State) -> Data:
    """Return everything about a state that a copy must show."""
    act = state.activation
    return {
        "models": {m.id: (m.digested(), m.card, m.name, m.cargo) for m in state.models.values()},
        "terrain": {piece.id: (piece.digested(), piece.outline, piece.still) for piece in state.terrain.values()},
        "active": (act.model, act.action) if act is not None else None, "scenario": state.scenario,
        "rulebook": state.rulebook, "options": state.options, "unseen": state.unseen, "notes": state.notes,
        "moment": (state.turn, state.phase, state.stage, state.initiative, state.side_to_go),
        "end": (state.over, state.winner, state.scores), "viewer": state.viewer,
    }  # fmt: skip


# --- What a copy shows ---


@pytest.mark.parametrize("side", SIDES)
def test_each_moment_is_the_view_of_the_side(side: int, tmp_path: Path) -> None:
    match = played(setup(SEED, PAIRS[5]), 190)
    copy = copied(match, side, tmp_path)
    live, views = Match(match.setup), []
    for entry in (None, *match.journal):
        assert entry is None or replay_entry(live, entry)
        views.append(known(view(live.state, side)))
    shown = [known(state) for state in copy.states]
    assert len(shown) > 150 and all(moment in views for moment in shown)
    assert shown[0] == views[0] and shown[-1] == views[-1]
    assert [event["n"] for event in copy.events] == list(range(copy.event_counts[-1]))
    assert [*copy.events] == json.loads(json.dumps([entry.to_json() for entry in match.events.seen_by(side)]))
    words = [line.text for line in copy.lines]
    assert any(" fires " in text for text in words) and len(copy.lines_until(100)) < len(words)
    assert copy.lines_until(len(copy.states) - 1) == copy.lines


@pytest.mark.parametrize("scenario", scenario_names())
def test_every_scenario_can_be_copied(scenario: str, tmp_path: Path) -> None:
    match = played(setup(SEED, scenario=scenario), 40)
    copy = copied(match, 1, tmp_path)
    assert known(copy.states[-1]) == known(view(match.state, 1)) and copy.scenario.name == match.setup.scenario.name


def test_stations_with_rolled_ratings_are_copied(tmp_path: Path) -> None:
    match = played(manned(3), 60)
    assert known(copied(match, 0, tmp_path).states[-1]) == known(view(match.state, 0))


def test_a_finished_game_is_copied_whole(over: Match, tmp_path: Path) -> None:
    one, other = (copy_data(over, side) for side in SIDES)
    assert {key for key in one if one[key] != other[key]} == {"side", "contains"}
    copy = copied(over, 1, tmp_path)
    assert copy.is_whole and "nothing hidden" in copy.about and copy.states[-1].viewer is None
    assert {**known(copy.states[-1]), "viewer": None} == known(over.state)
    assert len(copy.events) == len(over.events) and len(copy.states) > 200
    assert str(over.setup.seed) not in {*copy.lines[0].text.split()} and "seed" not in copy.events[0]


# --- What a copy hides ---


@pytest.mark.parametrize("fleets", PAIRS)
def test_no_secret_is_in_the_bytes(fleets: tuple[str, str]) -> None:
    match = early(fleets)
    for side in SIDES:
        text, unknown = copy_text(match, side), hidden(match, side)
        shown = [model for model in match.state.models.values() if model not in unknown]
        secrets = {model.id for model in unknown} | {model.name for model in unknown} - {model.name for model in shown}
        secrets |= {model.card.key for model in unknown} - {model.card.key for model in shown}
        secrets |= {format_seed(SEED), str(SEED), f"{SEED:x}", match.state.chain.hex(), *match.setup.scenario.fleets}
        assert [secret for secret in secrets if f'"{secret}"' in text] == []
        assert not any(secret in text for secret in secrets if len(secret) > 12), side
        assert sum(secret in text for secret in {model.id for model in shown}) == len(shown)


def permuted(match: Match, side: int, order: list[int]) -> Match | None:
    """Return the game with the lines that a side doesn't know in another order, None if it couldn't be like that."""
    ids = [model.id for model in match.state.models.values() if model.owner != side]
    unknown = {model.id for model in hidden(match, side)}
    places = [number for number, model_id in enumerate(ids) if model_id in unknown]
    fleet = match.setup.fleets[1 - side]
    entries = list(fleet.entries)
    shuffled = sorted(places, key=lambda place: (order[place % len(order)], place))
    for place, other in zip(places, shuffled, strict=True):
        entries[place] = fleet.entries[other]
    if entries == list(fleet.entries):
        return None
    fleets = list(match.setup.fleets)
    fleets[1 - side] = replace(fleet, entries=tuple(entries))
    twin = Match(replace(match.setup, fleets=tuple(fleets)))
    return twin if all(replay_entry(twin, entry) for entry in match.journal) else None


def test_permuting_what_is_hidden_changes_no_byte() -> None:
    rng, possible = Random(3), 0
    for fleets in PAIRS:
        match = early(fleets)
        for side in SIDES:
            texts = [copy_text(match, viewer) for viewer in SIDES]
            for _ in range(2):
                twin = permuted(match, side, [rng.randrange(100) for _ in range(12)])
                if twin is not None:
                    assert copy_text(twin, side) == texts[side]
                    assert copy_text(twin, 1 - side) != texts[1 - side]
                    possible += 1
    assert possible > 10


def test_secret_weapons_change_no_byte() -> None:
    """The other side can't tell what the raider carries until it fires."""
    first = raid(7, LOADS[0])
    for number, _ in enumerate(play(first, 2)):
        if number == 25 or is_revealed(first):
            break
    texts: list[set[str]] = [set(), set()]
    for loads in LOADS:
        twin = raid(7, loads)
        assert all(replay_entry(twin, entry) for entry in first.journal) and not is_revealed(twin)
        for side in SIDES:
            texts[side].add(copy_text(twin, side))
    assert (len(first.journal), len(texts[0]), len(texts[1])) == (25, len(LOADS), 1)
    assert not any(name in text for text in texts[1] for name in KNOWN)


@pytest.mark.parametrize(
    ("fleets", "seed"), [(("jovian-squadrons-250", "jovian-250"), 1), (("venusian-squadrons-250", "cega-250"), 2)]
)
def test_pending_answers_change_no_byte(fleets: tuple[str, str], seed: int) -> None:
    match = Match(setup(SEED + seed, fleets), log=False)
    next(decision for decision in play(match, seed) if decision.sealed)
    before = match.fork_at(len(match.journal) - 1)
    assert before.decision is not None and before.decision.secret
    texts = [copy_text(match, side) for side in SIDES]
    others = [before.fork() for _ in range(2)]
    for option, other in zip(before.decision.options(), others, strict=False):
        other.answer(option.choice)
        assert [copy_text(other, side) for side in SIDES] == texts
    assert len({str(other.journal[-1]) for other in [*others, match]}) > 1


def test_a_rehearsal_does_not_copy_its_undone_answers_and_branches(tmp_path: Path) -> None:
    match = played(setup(SEED, rehearsal="on"), 40)
    text = copy_text(match, 0)
    match.keep_branch("A plan that nobody knows")
    decision = match.decision
    assert decision is not None
    match.answer(decision.default())
    match.undo()
    assert match.undone and copy_text(match, 0) == text
    save(match, tmp_path / "save.json", {"seats": ["human", "human"]})
    assert copy_text(load(tmp_path / "save.json"), 0) == text


# --- Damaged copies ---


@pytest.fixture(scope="module")
def data() -> Data:
    """Return the data of a copy. Tests must not change it."""
    return copy_data(early(PAIRS[1]), 0)


def refusal(content: str | bytes, folder: Path) -> str:
    """Return the error of a copy with some content, "" if it can be read."""
    path = folder / "copy.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    try:
        load_copy(path)
    except SaveError as error:
        return str(error)
    return ""


def sealed_text(data: Data) -> str:
    return seal_text({**data, SEAL_KEY: {}})[0]


def test_each_cut_and_each_changed_byte_is_noticed(data: Data, tmp_path: Path) -> None:
    raw, rng = sealed_text(data).encode(), Random(1)
    assert refusal(raw, tmp_path) == ""
    for _ in range(30):
        at = rng.randrange(len(raw) - 1)
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        for content in (raw[:at], changed):
            error = refusal(content, tmp_path)
            assert "copy.json" in error and "\n" not in error, (at, error)


WRONG: tuple[tuple[tuple[str | int, ...], Any, str], ...] = (
    (("version",), 3, "copy version 3, this version reads 1 to 2"),
    (("more",), 1, "unknown key 'more'"),
    (("side",), 2, "side: must be less than or equal to 1, not 2"),
    (("sides",), ["one"], "sides: must be a list of 2"),
    (("moments",), [], "moments: must hold at least 1"),
    (("moments", 0, "turn"), True, "moment 1: turn: must be a whole number, not True"),
    (("moments", 0, "chain"), "00", "moment 1: unknown key 'chain'"),
    (("moments", 0, "phase"), "lunch", "phase: must be '', 'deployment', 'activation' or 'end'"),
    (("moments", 0, "active"), ["nobody", ""], "no model 'nobody' to be active"),
    (("moments", 0, "scores"), [[0, 0]], "moment 1: scores: must be a list of 2"),
    (("moments", 0, "models"), {"x": {"card": 99, "owner": 0}}, "moment 1: model x: there is no card 99"),
    (("moments", 0, "models"), {"x": {"card": 0}}, "missing key 'models x owner'"),
    (("moments", 0, "models"), {"x": {"card": 0, "owner": 0, "host": "y"}}, "model x refers to 'y'"),
    (("moments", 0, "models"), {"x": {"card": 0, "owner": 0, "pose": [0, 1e9, 0]}}, "pose 2: must be less than"),
    (("moments", 0, "models"), {"x": {"card": 0, "owner": 0, "pose": [0, 2000, 0]}}, "x and y of at most 1000 inches"),
    (("moments", 0, "models"), {"x": {"card": 0, "owner": 0, "pose": [0, 0, 360]}}, "a heading from 0 to 359"),
    (("moments", 0, "agenda"), [[1]], "agenda: must be steps, each a list with its name first"),
    (("moments", 0, "order"), ["x"], "order must list all models"),
    (("moments", 0, "terrain"), {"x": {"kind": "rock", "pose": [1, 1, 0], "outline": [], "group": ""}}, "at least 1"),
    (
        ("moments", 0, "terrain"),
        {"x": {"kind": "hole", "pose": [1, 1, 0], "outline": [{"points": [[0, 0]], "radius": 1.0}], "group": ""}},
        "no terrain",
    ),
    (("moments", 0, "terrain", "cloud", "outline", 0, "radius"), 100, "radius: must be less than or equal to 24"),
    (("moments", 0, "terrain", "cloud", "outline", 0, "points", 0), [0, 50], "corners within 48 inches"),
    (("moments", 0, "terrain"), {str(n): None for n in range(9)} | {"x": []}, "terrain x: must be a mapping"),
    (("cards", 0, "base"), {"shape": "rect", "width": 99, "length": 1}, "a length of at most 48"),
    (("setup", "options"), {"lunch": "on"}, "there is no option 'lunch'"),
    (("setup", "scenario", "fleets"), ["a", "b"], "a scenario without fleets and models"),
    (("setup", "scenario", "turns"), "many", "turns"),
    (("cards", 0, "speed"), 10_001, "card: speed: must be less than or equal to 10000, not 10001"),
    (("cards", 0, "speed"), 1.5, "speed: must be a whole number, not 1.5"),
    (("cards", 0, "base"), {"shape": "star", "width": 1, "length": 1}, "base shape: must be 'rect', 'hex' or"),
    (("cards", 0, "base"), {"shape": "rect", "width": 0, "length": 1}, "a base must have a width and a length"),
    (("cards", 0, "kind"), "moon", "kind can't be 'moon'"),
    (("cards", 0, "traits"), [{"name": "Lucky"}], "traits can't be 'Lucky'"),
    (("cards", 0, "secret"), 1, "unknown key 'secret'"),
    (("log", 0, "level"), "loud", "log 1 level: must be 'headline', 'plain' or 'detail', not 'loud'"),
    (("log", 0, "dice"), [[7, "base", True]], "log 1 dice 1 1: must be less than or equal to 6, not 7"),
    (("events", 0), {"type": "feast"}, "a known type"),
    (("log", 0, "text"), "Fury fires\rFury hits", "printable characters"),
    (("log", 0, "text"), "Fury \u202efires", "a character that reorders text (U+202E)"),
    (("sides",), ["one\n", "two"], "printable characters"),
    (("cards", 0, "name"), "Fury\n", "name: must be a text of at most 2000 printable characters"),
    (("moments", 0, "models"), {"x\n": {"card": 0, "owner": 0}}, "printable characters"),
    (("moments", 0, "models"), {"x": {"card": 0, "owner": 0, "states": {"a\tb": 1}}}, "printable characters"),
)


@pytest.mark.parametrize(("path", "value", "cause"), WRONG)
def test_wrong_values_are_named(
    path: tuple[str | int, ...], value: Any, cause: str, data: Data, tmp_path: Path
) -> None:
    wrong = json.loads(json.dumps(data))
    place = wrong
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    error = refusal(sealed_text(wrong), tmp_path)
    assert cause in error and "copy.json: " in error and "\n" not in error


def test_a_copy_of_version_1_can_be_read(data: Data, tmp_path: Path) -> None:
    """It has the model that acts and its action in place of the activation, and less of a state."""
    newer = ("agenda", "queue", "paused", "drone_cards", "pool", "serial", "declined", "order")
    moments = [{key: value for key, value in moment.items() if key not in newer} for moment in data["moments"]]
    for moment in moments:
        if "activation" in moment:
            act = moment.pop("activation")
            moment["active"] = act and [act["model"], act.get("action", "")]
    (tmp_path / "copy.json").write_text(sealed_text(data | {"version": 1, "moments": moments}))
    match, copy = early(PAIRS[1]), load_copy(tmp_path / "copy.json")
    assert known(copy.states[-1]) == known(view(match.state, 0))
    assert any("active" in moment for moment in moments)


def test_any_value_in_place_of_another_gives_a_copy_or_one_line(data: Data, tmp_path: Path) -> None:
    """The checksum fits, as if somebody had made the file by hand."""
    rng, refused = Random(2), 0
    whole = json.dumps({**data, "moments": data["moments"][:3], "log": data["log"][:3], "events": data["events"][:3]})
    for _ in range(150):
        wrong = json.loads(whole)
        place: Any = wrong
        key: Any = rng.choice(list(place))
        while isinstance(place[key], (dict, list)) and place[key] and rng.random() < 0.9:
            place = place[key]
            key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
        place[key] = rng.choice([None, True, -1, 0.5, 10**12, "", "x", [], {}, [1], {"a": 1}, [[]]])
        error = refusal(sealed_text(wrong), tmp_path)
        assert "\n" not in error
        refused += error != ""
    assert refused > 70


# --- Cards ---


def crowded(data: Data, models: int, later: list[Data]) -> Data:
    """Return a copy with a number of models at its first moment, and later moments."""
    first = data["moments"][0] | {"active": None, "models": {f"m{n}": {"card": 0, "owner": 0} for n in range(models)}}
    return data | {"moments": [first, *later], "log": [], "events": []}


def test_moments_share_what_did_not_change(data: Data, tmp_path: Path) -> None:
    path = tmp_path / "copy.json"
    changed = {"models": {"m7": {"card": 0, "owner": 0, "activated": True}}}
    path.write_text(sealed_text(crowded(data, 400, [*({"turn": n % 9} for n in range(9000)), changed])))
    states = load_copy(path).states
    assert len(states) == 9002 and states[5].turn == 4
    assert len({id(state.models) for state in states}) == 2 and len({id(state.terrain) for state in states}) == 1
    assert len({id(model) for state in states for model in state.models.values()}) == 401
    assert [state.models["m7"].activated for state in states[-2:]] == [False, True]


def test_a_copy_with_too_many_models_in_all_moments_is_refused(data: Data, tmp_path: Path) -> None:
    later = [{"models": {f"m{n % 400}": {"card": 0, "owner": 0}}} for n in range(9000)]
    error = refusal(sealed_text(crowded(data, 400, later)), tmp_path)
    assert error.endswith("moment 2500: the moments so far have more than 1000000 models and pieces of terrain")


def test_every_card_is_read_as_it_was_written() -> None:
    match, secret = Match(manned(3)), raid(7, LOADS[2]).state.models.values()
    cards = [*unit_cards().values(), *(model.card for model in (*match.state.models.values(), *secret))]
    assert len(cards) > 50
    for card in cards:
        assert read_card(json.loads(json.dumps(to_plain(card)))) == card
    assert any(card.cover for card in cards) and any(card.station for card in cards)


# --- Commands ---


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Save a running game, and return the path."""
    save(early(PAIRS[1]), tmp_path / "game.json")
    return tmp_path / "game.json"


def test_the_commands_write_and_show_a_copy(capsys: pytest.CaptureFixture[str], game: Path, tmp_path: Path) -> None:
    copy, log, picture = tmp_path / "copy.json", tmp_path / "log.jsonl", tmp_path / "table.png"
    status, out, err = run(capsys, "replay", game, "--copy", copy, "--knowing", "0")
    assert (status, err) == (0, "") and "it can't be continued" in out
    assert copy.read_text() == copy_text(early(PAIRS[1]), 0)
    status, out, _ = run(capsys, "replay", copy, "--log", log)
    assert status == 0 and "Turn 1 - Deployment Phase" in out and "copy for looking" in out.splitlines()[-1]
    assert len(log.read_text().splitlines()) == len(load_copy(copy).events)
    status, out, _ = run(capsys, "replay", copy, "--json")
    facts = json.loads(out)
    assert status == 0 and (facts["knowing"], facts["whole"]) == (0, False)
    assert run(capsys, "render", copy, "-o", picture, "--size", "300")[0] == 0 and picture.stat().st_size > 1000
    assert run(capsys, "render", copy, "-o", picture, "--size", "300", "--at", "0")[0] == 0
    assert run(capsys, "measure", copy)[0] == 0
    status, out, _ = run(capsys, "check", copy)
    assert status == 0 and "copy, " in out


def test_a_copy_is_not_continued(capsys: pytest.CaptureFixture[str], game: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    run(capsys, "replay", game, "--copy", copy, "--knowing", "1")
    for words in (
        ("play", copy, "--text"), ("rehearse", copy, "--games", "1"), ("scenario", copy, "-o", tmp_path / "a.yaml"),
        ("replay", copy, "--html", tmp_path / "a.html"), ("replay", copy, "--copy", tmp_path / "b", "--knowing", "1"),
        ("render", copy, "-o", tmp_path / "a.png", "--at", "9999"),
    ):  # fmt: skip
        status, out, err = run(capsys, *words)
        assert (status, out, err.count("\n")) == (2, "", 1) and "copy" in err, words
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.json", "game.json"]


def test_no_file_is_overwritten_with_a_copy(capsys: pytest.CaptureFixture[str], game: Path, tmp_path: Path) -> None:
    before = game.read_bytes()
    for words in (("--copy", game, "--knowing", "0"), ("--copy", tmp_path / "a"), ("--knowing", "0")):
        status, _, err = run(capsys, "replay", game, *words)
        assert status == 2 and err.count("\n") == 1
    assert game.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def test_a_damaged_copy_is_one_line(capsys: pytest.CaptureFixture[str], data: Data, tmp_path: Path) -> None:
    path = tmp_path / "copy.json"
    path.write_text(sealed_text(data)[:-200])
    for words in (("replay", path), ("render", path, "-o", tmp_path / "a.png"), ("check", path)):
        status, out, err = run(capsys, *words)
        assert (status, out, err.count("\n")) == (2, "", 1) and "copy.json" in err


# --- Saves ---


def test_a_save_says_that_it_has_both_sides_secrets(game: Path, tmp_path: Path) -> None:
    written = json.loads(game.read_text())
    assert list(written)[:4] == ["format", "app", "rules", "contains"] and "both sides' secrets" in written["contains"]
    older = tmp_path / "older.json"
    older.write_text(seal_text({key: value for key, value in written.items() if key != "contains"})[0])
    assert load(older).state.digest() == load(game).state.digest()
    older.write_text(seal_text({**written, "contains": 5})[0])
    with pytest.raises(SaveError, match="contains must be a text"):
        load(older)
