"""From weapon and target to the pools of an attack.

- `evasion.py`: when a target opposes a shot with its Skill: Evasive, Evade, and Boost
- `formula.py`: the Attack Modifier, all dice of attack and defense, and whether a shot is allowed
- `ratings.py`: the ratings of a model as they are now: Speed, Thrusters, Turns, Sensors, Fire Control, Command, Skill
- `shot.py`: range bands, arcs, what obscures a target, Target Designators, and linked weapons
"""
