"""Traits of models, and states that actions and supplies bring about.

- `traits.py`: traits with effects of their own, such as Cloak and ECM
- `states.py`: states such as Overdriven and Targeted

Other traits are where they are used:

- `rulebook/known_traits.py`: what a procedure asks for by class, such as Catapult, Fast, Grappler, Shield, and Sluggish
- `actions/any_model.py`: Assault Craft, Controllable, Fire Ship, and Sensor Array
- `basics/formation.py`, `basics/model.py`, `damage/boarding.py`, `shots/evasion.py`, `squadrons.py`: Ace and Formation,
  Extra Fueled, Marines, Evasive, Dock and Hangers
- `weapons.py`: AP, CMM, Precise, Sniper, and Snub of weapons. `rulebook/known_traits.py` has Autofire, Autohit,
  Limited, Link, and Swarm, and `close_combat/dogfight.py` Bomb.
- `editions/systems.py`: traits that only older editions have, such as Snooper
"""
