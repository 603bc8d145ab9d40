"""The rules: procedures, the attack formula, and the effects that change them. One file per heading of the rulebook.

Beside the folders:

- `escort.py`: Escorts, and the action Combat Air Patrol
- `moving.py`: moves, turns, flights, overlaps after a move, and tows
- `squadrons.py`: hangers and Docks, launch and land, Drone Bays, free moves, and Vector Attack
- `terrain.py`: what terrain does, and how players place it. Its kinds are in `setup/catalogs.py`, planets in
  `placement/move_limits.py`, stations and unidentified objects in `scenario/objects.py`.
- `weapons.py`: weapon types, and weapon traits with effects of their own
- `book.py`, `pages.py`, `diagrams.py`: the rulebook as a list of rules, as pages, and their diagrams
- `edits.py`: changes by hand in a rehearsal
"""
