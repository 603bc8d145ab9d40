"""Traits of models, and states that actions and supplies bring about.

- `traits.py`: traits with effects of their own, such as Cloak and ECM
- `states.py`: states such as Overdriven and Targeted

Traits that a procedure asks for, such as Sluggish and Grappler, are in `rulebook/known_traits.py`. Traits that only
older editions have, such as Snooper, are in `editions/systems.py`.
"""
