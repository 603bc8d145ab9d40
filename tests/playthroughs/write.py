"""Write the golden and the recorded games: `python -m tests.playthroughs.write`. With `--anew`, ask the ensign again.

Do this if a change of the rules is intended, and raise `RULES` in `match/saves.py`. Do it also if only texts or offers
change on purpose (a word, a refusal, a new field): then no digest changes, and only the columns `told` and `offered` of
recorded games do. A refactoring never needs it.
"""

from __future__ import annotations

import sys
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path

from jovian.cards import scenario_names
from jovian.game import Answer, Choice
from jovian.match import Match, Refused
from jovian.match.play_loop import ask
from jovian.players import make_player
from tests.frozen_contents import use_frozen_contents
from tests.games import setup
from tests.playthroughs import recorded
from tests.playthroughs.episodes import EPISODES as SQUADRON_EPISODES
from tests.playthroughs.recorded_games import GAMES
from tests.playthroughs.ship_episodes import SHIP_EPISODES
from tests.playthroughs.station_episodes import STATION_EPISODES
from tests.playthroughs.token_episodes import TOKEN_EPISODES

HERE = Path(__file__).parent
EPISODES = {**SQUADRON_EPISODES, **SHIP_EPISODES, **STATION_EPISODES, **TOKEN_EPISODES}
QUIET = ("n", "turn", "phase", "seen_by", "type")


def story(scenario: str, anew: bool = False) -> str:
    """Return 3 turns of a scenario, ensign against random: each answer and its events.

    The answers are those in its file, so that a better player never changes a golden game. For a new scenario, or
    `anew`, ensign and random give them.
    """
    match = Match(setup(1, scenario=scenario))
    answers = _chosen(match) if anew or not (HERE / f"{scenario}.txt").exists() else _written(scenario)
    lines = [f"# {scenario}: jovian-150 (ensign) against cega-150 (random), seed 1, the first three turns"]
    event_count = 0
    while match.decision is not None and match.state.turn <= 3:
        decision = match.decision
        choice = decision.read(next(answers, decision.default())).to_json()
        try:
            match.answer(choice)
        except Refused as error:
            return "\n".join([*lines, f"answer {len(match.journal) + 1}, {choice}, is refused: {error}"])
        lines += [f"side {decision.side} {decision.kind} {choice}", *map(_line, match.events.to_json(event_count))]
        event_count = len(match.events)
    lines.append(f"digest {match.state.digest()}")
    return "\n".join(lines) + "\n"


def _chosen(match: Match) -> Iterator[Choice]:
    """Yield the answers of an ensign and a random player to all decisions."""
    players = make_player("ensign", 1), make_player("random", 1)
    while match.decision is not None:
        answer = ask(match, players[match.decision.side])
        yield answer.to_json() if isinstance(answer, Answer) else answer


def _written(scenario: str) -> Iterator[Choice]:
    """Yield the answers in the file of a golden game."""
    for line in (HERE / f"{scenario}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("side "):
            yield literal_eval(line.split(maxsplit=3)[3])


def episode(name: str) -> str:
    """Return a scene: each answer and its events."""
    scene = EPISODES[name]()
    match = Match(scene.setup)
    lines, event_count = [f"# {name}: {(EPISODES[name].__doc__ or '').splitlines()[0]}"], 0
    for entry in scene.journal:
        match.answer(entry.choice)
        lines += [f"side {entry.side} {entry.kind} {entry.choice}", *map(_line, match.events.to_json(event_count))]
        event_count = len(match.events)
    return "\n".join([*lines, f"digest {match.state.digest()}"]) + "\n"


def _line(event: dict[str, object]) -> str:
    facts = " ".join(f"{key}={value}" for key, value in event.items() if key not in (*QUIET, "path", "models"))
    return f"    {event['type']} {facts}"


def main() -> None:
    """Write all games."""
    use_frozen_contents()
    anew = "--anew" in sys.argv[1:]
    for name in scenario_names():
        (HERE / f"{name}.txt").write_text(story(name, anew), encoding="utf-8")
    for name in EPISODES:
        (HERE / f"{name}.txt").write_text(episode(name), encoding="utf-8")
    for name in GAMES:
        recorded.write(name, anew=anew)


__all__ = ["EPISODES", "HERE", "episode", "main", "story"]

if __name__ == "__main__":
    main()
