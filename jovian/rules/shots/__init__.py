"""From weapon and target to the pools of an attack.

- `evasion.py`: when a target opposes a shot with its Skill: Evasive, Evade, and Boost
- `formula.py`: the Attack Modifier, all dice of attack and defense, and whether a shot is allowed
- `ratings.py`: Crew and attack ratings: Speed, Thrusters, Sensors, Fire Control, Command, and Skill as they are now
- `shot.py`: range bands, arcs, what obscures a target, Target Designators, and linked weapons
"""
