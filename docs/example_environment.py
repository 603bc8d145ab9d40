"""Play games of random legal actions against itself, in the environment for reinforcement learning.

`python -m docs.example_environment 100` in the project folder plays 100 games. `jovian/environment.py` describes
actions, observations, and rewards.
"""

from __future__ import annotations

import sys
from collections import Counter

from jovian.environment import env


def play(games: int, scenario: str = "first-game", seed: int = 1) -> list[tuple[str, int]]:
    """Return for each game the agent that won, or "draw", and the number of actions."""
    battle, results = env(scenario), []
    for agent in battle.possible_agents:
        battle.action_space(agent).seed(seed)
    for number in range(games):
        battle.reset(seed=seed + number)
        winner, actions = "draw", 0
        for agent in battle.agent_iter():
            observation, reward, over, _, _ = battle.last()
            if over:
                winner = agent if reward > 0 else winner
                battle.step(None)
            else:
                battle.step(battle.action_space(agent).sample(observation["action_mask"]))
                actions += 1
        results.append((winner, actions))
    return results


def main(games: int) -> None:
    """Play and print the result of each game, then the number of each result."""
    results = play(games)
    for number, (winner, actions) in enumerate(results, 1):
        print(f"game {number}: {winner} after {actions} actions")
    print(", ".join(f"{winner}: {count}" for winner, count in sorted(Counter(winner for winner, _ in results).items())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
