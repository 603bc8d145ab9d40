"""Tests that the events of games match `docs/events.md` and its schema."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from jovian.game.events import TYPES
from jovian.match import Match
from jovian.narrator import Names, narrate
from tests.games import manned, random_answers, setup
from tests.house_rules import with_house_rules
from tests.match.test_everything_happens import FLEETS, depot, hunting, melee
from tests.match.test_secret_weapons import LOADS, raid
from tests.match.test_zones import changed
from tests.playthroughs.write import EPISODES
from tests.rules_api import build_rulebook
from tools.events_page import PAGE, SCHEMA, fields, page, schema, text


@cache
def games() -> tuple[Match, ...]:
    """Return random games of strike fleets and of models at close range, and the golden scenes."""
    played = [Match(setup(seed, (FLEETS[seed], FLEETS[(seed * 7 + 2) % 6]))) for seed in range(3)]
    played += [Match(setup(3, terrain="placed")), Match(manned(3)), *map(melee, range(10)), *map(depot, range(40))]
    played += [*map(hunting, range(4)), *(raid(seed, LOADS[1]) for seed in (1, 4)), Match(changed(2, "beacons"))]
    for match in played:
        rng = Random(match.setup.seed)
        while match.decision is not None:
            match.answer(match.decision.sample(rng))
    played[0].remark(0, "lost it in the last turn")
    played.append(Match(with_house_rules(setup(9), "first-blood")))
    for choice in random_answers(played[-1], 9):
        assert choice
    return (*played, *(scene() for scene in EPISODES.values()))


def test_the_page_and_the_schema_are_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.events_page"
    assert SCHEMA.read_text(encoding="utf-8") == text(), "run python -m tools.events_page"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


def inlined(part: Any, types: dict[str, Any], inside: tuple[str, ...] = ()) -> Any:
    """Return a part of the schema with the types it refers to, which are then looked up once instead of per line."""
    if isinstance(part, list):
        return [inlined(item, types, inside) for item in part]
    if not isinstance(part, dict):
        return part
    name = part.get("$ref", "").rpartition("/")[2]
    if name and name not in inside:  # A type that contains itself stays a reference.
        part = {**types[name], **{key: value for key, value in part.items() if key != "$ref"}}
        inside = (*inside, name)
    return {key: inlined(value, types, inside) for key, value in part.items()}


def test_every_line_of_whole_games_is_as_the_schema_says() -> None:
    types = schema()["$defs"]
    checks = {name: Draft202012Validator({**inlined(types[name], types), "$defs": types}) for name in TYPES}
    checked = 0
    for match in games():
        for entry in match.events:
            line = json.loads(json.dumps(entry.to_json()))
            wrong = best_match(checks[line["type"]].iter_errors(line))
            assert wrong is None, f"{wrong.json_path}: {wrong.message} in {line}"
            checked += 1
    assert checked > 10000


def test_the_schema_refuses_what_is_no_event() -> None:
    check = Draft202012Validator(schema())
    line = json.loads(json.dumps(next(entry for entry in games()[0].events if entry.event.type == "moved").to_json()))
    assert check.is_valid(line)
    assert not check.is_valid({**line, "type": "dances"}) and not check.is_valid({**line, "more": 1})
    assert not check.is_valid({**line, "to": line["to"][:2]}) and not check.is_valid({**line, "seen_by": 2})
    assert not check.is_valid({key: value for key, value in line.items() if key != "from"})


def test_every_type_and_field_is_told_in_some_game() -> None:
    fields_by_type: dict[str, set[str]] = {}
    for match in games():
        for event in match.events.to_json():
            fields_by_type.setdefault(event["type"], set()).update(event)
    always = {"n", "turn", "phase", "type", "seen_by"}
    assert fields_by_type == {name: always | {each.key for each in fields(of)} for name, of in TYPES.items()}


def test_every_type_is_put_into_words() -> None:
    types = {
        entry.event.type for match in games() for entry in match.events if narrate(entry, Names(), build_rulebook())
    }
    assert types == set(TYPES) - {"deactivated"}, "the next activation tells as much"
