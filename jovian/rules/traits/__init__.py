"""Effects of the traits of models and weapons. All procedures may ask for them. Their texts are in `cards/traits.py`.

- `model_traits.py`: traits of models, such as Cloak, Comms, and ECM, and the atmosphere's effect
- `weapon_traits.py`: traits of weapons, such as AP, Link, and Swarm
- `older_traits.py`: traits of older editions that a procedure asks for

Traits of a single procedure are beside it:

- `actions/any_model.py`: Assault Craft, Controllable, Fire Ship, and Sensor Array
- `basics/formation.py`, `basics/model.py`, `damage/boarding.py`, `damage/leaving_play.py`, `shots/evasion.py`: Ace and
  Formation, Extra Fueled, Marines, Self Destruct, Evasive
- `squadrons.py`, `supplies.py`: Dock and Hangers, Fuel Tanks and Fuel Pods
- `weapons.py`, `close_combat/dogfight.py`: CMM, Bomb
- `editions/systems.py`: traits that only older editions have, such as Snooper
"""
