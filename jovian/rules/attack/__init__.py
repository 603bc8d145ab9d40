"""Attacks, from their declaration to their result.

- `attack.py`: the attack itself, Point Defense fire, and explosions of ships
- `autofire.py`: Autofire, and the state Suppressed
- `nukes_and_rams.py`: Nukes, Rams, and collisions of ships
"""
