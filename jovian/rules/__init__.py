"""The rules: procedures, the attack formula, and the effects that change them. One file per heading of the rulebook.

`docs/coverage.md` names the file of every rule.

Beside the folders:

- `escort.py`: Escorts, and the action Combat Air Patrol
- `moving.py`: moves, turns, flights, overlaps after a move, and tows
- `squadrons.py`: hangers and Docks, launch and land, Drone Bays, free moves, and Vector Attack
- `terrain.py`: what terrain does, and how players place it. Its kinds are in `setup/catalogs.py`, planets in
  `placement/move_limits.py`, the ECM of an atmosphere in `traits/model_traits.py`, stations and unidentified objects
  in `scenario/objects.py`.
- `supplies.py`: what Resupply hands out, and the states of fuel
- `weapons.py`: weapon types, and CMM. Weapon traits are in `traits/weapon_traits.py`.
- `book.py`, `pages.py`: the rulebook as a list of rules and as pages
- `edits.py`: changes by hand in a rehearsal
"""
