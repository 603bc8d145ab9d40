"""Fights of squadrons, and all reactions to a move.

- `bombing_run.py`: Bombing Runs
- `dogfight.py`: Dogfights
- `interception.py`: interceptions, and the question about all reactions
"""
