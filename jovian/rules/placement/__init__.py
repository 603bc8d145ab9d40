"""Where models may be and how far they may move.

- `attached.py`: squadrons in contact with a ship (Escorting, Assaulting), and flights that end on a ship
- `legal_places.py`: contact and overlap, the table edge, and places in deployment zones
- `move_ends.py`: where the move of a ship may end
- `move_limits.py`: planets, obstacles, and the remaining inches and turns of a move
"""
