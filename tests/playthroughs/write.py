"""Write the golden and the recorded games: `python -m tests.playthroughs.write`. With `--anew`, ask the ensign again.

Do this if a change of the rules is intended, and raise `RULES` in `match/saves.py`. Do it also if only texts or offers
change on purpose (a word, a refusal, a new field): then no digest changes, and only the columns `told` and `offered` of
recorded games do. A refactoring never needs it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from jovian.cards import scenario_names
from jovian.match import Match
from jovian.players import make_player
from tests.frozen_contents import use_frozen_contents
from tests.games import setup
from tests.playthroughs import recorded
from tests.playthroughs.episodes import EPISODES as SQUADRON_EPISODES
from tests.playthroughs.recorded_games import GAMES
from tests.playthroughs.ship_episodes import SHIP_EPISODES
from tests.playthroughs.station_episodes import STATION_EPISODES
from tests.playthroughs.token_episodes import TOKEN_EPISODES
from tests.yardstick.ensign import Ensign

HERE = Path(__file__).parent
EPISODES = {**SQUADRON_EPISODES, **SHIP_EPISODES, **STATION_EPISODES, **TOKEN_EPISODES}
QUIET = ("n", "turn", "phase", "seen_by", "type")


def story(scenario: str) -> str:
    """Return 3 turns of a scenario, ensign against random: each answer and its events.

    The ensign is the frozen reference player, so that a better player never changes a golden game.
    """
    match = Match(setup(1, scenario=scenario))
    players = Ensign(1), make_player("random", 1)
    lines = [f"# {scenario}: jovian-150 (ensign) against cega-150 (random), seed 1, the first three turns"]
    event_count = 0
    while match.decision is not None and match.state.turn <= 3:
        decision = match.decision
        seen = match.view(decision.side)
        choice = decision.read(players[decision.side].choose(decision.on(seen), seen)).to_json()
        match.answer(choice)
        lines += [f"side {decision.side} {decision.kind} {choice}", *map(_line, match.events.to_json(event_count))]
        event_count = len(match.events)
    lines.append(f"digest {match.state.digest()}")
    return "\n".join(lines) + "\n"


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
    for name in scenario_names():
        (HERE / f"{name}.txt").write_text(story(name), encoding="utf-8")
    for name in EPISODES:
        (HERE / f"{name}.txt").write_text(episode(name), encoding="utf-8")
    for name in GAMES:
        recorded.write(name, anew="--anew" in sys.argv[1:])


__all__ = ["EPISODES", "HERE", "episode", "main", "story"]

if __name__ == "__main__":
    main()
