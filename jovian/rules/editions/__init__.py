"""Options of a game: rules of older editions, and house rules.

- `catalog.py`: every option by name, and the variants of ECM and of Attack Modifiers
- `harm.py`: damage and states of older editions
- `ships.py`, `systems.py`, `older_weapons.py`: traits of models, mines and searches, and traits of weapons
- `variant.py`: what an option and its variants are
"""
