"""Shared helpers for scripts of close fights: models in contact, formations, plans, and faces that miss or hit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jovian.match import Match
from tests.match.reachable import content
from tests.rules.stage import Cast, Staged, ship, squadron, stage, weapon

GUN = weapon("Kinetic Cannon", ac=3, as_=3)
FAR = ship("Far", 1, (44, 44), activated=True)
OWN = ship("Own", 0, (4, 4), activated=True)
"""Distant ships, so that neither side is beaten when a squadron is lost."""


def placed(cast: Cast, **line: Any) -> Cast:
    """Return the model with more keys in its scenario line: `escorting`, `assaulting`, `formation`."""
    return replace(cast, line={**cast.line, **line})


def wing(name: str, side: int, at: tuple[float, float], *further: tuple[float, float], **fields: Any) -> list[Cast]:
    """Return a formation of one card at these places. The ids are the lowercase name, then with 2 and 3."""
    traits = [*fields.pop("traits", []), "Formation"]
    leader = squadron(name, side, at, traits=traits, **fields)
    ident = leader.line["id"]
    mates = [
        placed(leader, id=f"{ident}{number}", x=x, y=y, formation=ident)
        for number, (x, y) in enumerate(further, 2)
    ]  # fmt: skip
    return [placed(leader, formation=mates[0].line["id"]), *mates]


def duel(one: Any = None, two: Any = None, *more: Cast) -> Staged:
    """Return a game in which S of side 0 resolves a declared interception of T, which it touches."""
    game = stage(
        squadron("S", 0, (24, 24), **{"weapons": [GUN], **(one or {})}),
        squadron("T", 1, (24, 25), activated=True, **{"weapons": [GUN], **(two or {})}),
        FAR, OWN, *more,
    )  # fmt: skip
    return game.activate("s").answer("declare", "interception", 0, "t", kind="declare").resolve()


def raid(one: Any = None, two: Any = None, *more: Cast, at: tuple[float, float] = (24, 22)) -> Staged:
    """Return a game in which S of side 0 bombs B (at 24, 20, heading 0) from contact, by default at its fore edge."""
    game = stage(
        squadron("S", 0, at, **{"weapons": [GUN], **(one or {})}),
        ship("B", 1, (24, 20), activated=True, **(two or {})),
        FAR, OWN, *more,
    )  # fmt: skip
    return game.begin("s", "bombing").resolve()


def plan(game: Staged, side: int, mounts: str, bid: int, share: int, mode: str = "singly") -> Staged:
    """Answer the secret plan of a side."""
    return game.expect("plan", side).answer("plan", mounts.split(), mode, bid, share)


def miss(count: int) -> list[int]:
    """Return `count` faces, at most 6, all different."""
    return list(range(1, count + 1))


def double(count: int, value: int = 1) -> list[int]:
    """Return `count` faces, at most 7, with one double."""
    return [value, value, *[face for face in range(1, 7) if face != value][: count - 2]]


def triple(count: int, value: int = 1) -> list[int]:
    """Return `count` faces, at most 8, with one triple."""
    return [value, *double(count - 1, value)]


def counts(game: Staged) -> tuple[int, int, int]:
    """Return the base, flex, and macro dice of the pending roll."""
    game.expect("faces")
    dice: tuple[int, int, int] = game.asked.counts  # type: ignore[attr-defined]
    return dice


def knowledge(match: Match, side: int) -> tuple[Any, ...]:
    """Return everything that a side is shown: its view, its decision, and a private game."""
    seen = match.view(side)
    assert match.decision is not None and seen.trial is not None
    trial = seen.trial(b"key")
    return content(seen), match.decision.on(seen).question(), content(trial.state), trial.decision.question()


def throw(game: Staged, *faces: int) -> Staged:
    """Roll these faces, base dice first, then flex, then macro. Of flex dice, keep the better result."""
    base, flex, macro = counts(game)
    assert len(faces) == base + flex + macro, f"{base} base, {flex} flex and {macro} macro dice are asked for"
    game.faces(list(faces[:base]), list(faces[base : base + flex]), list(faces[base + flex :]))
    return game.answer(*game.asked.default().to_json()) if game.kind == "flex" else game
