"""How a game begins: its rulebook, its first state, and whether it can be played.

- `catalogs.py`: the rules of this edition by name, also the kinds of terrain
- `edition.py`: the options before a game, and the rulebook that they result in
- `legality.py`: whether fleets, models, and options can be played
- `setup.py`, `start_positions.py`, `briefing.py`: the first state, models that a scenario places, and the briefing
"""
