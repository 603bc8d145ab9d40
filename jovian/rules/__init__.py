"""The rules: procedures, the attack formula, and the effects that change them. One file per heading of the rulebook.

Beside the folders:

- `escort.py`: Escorts, and the action Combat Air Patrol
- `moving.py`: moves, turns, flights, and tows
- `squadrons.py`: hangers and Docks, launch and land, Drone Bays, free moves, and Vector Attack
- `terrain.py`: terrain, and how players place it
- `weapons.py`: weapon types, and weapon traits with effects of their own
- `book.py`, `pages.py`, `diagrams.py`: the rulebook as a list of rules, as pages, and their diagrams
- `edits.py`: changes by hand in a rehearsal
"""
