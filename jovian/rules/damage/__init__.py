"""What an attack does to its target.

- `boarding.py`: marines, firefights aboard, and capture; the states Boarded and Captured
- `critical_hits.py`: Critical Hits, the state Crippled, and Catastrophic Damage up to the explosion
- `damage.py`: how a result marks a ship or a squadron, and who chooses
- `expected_damage.py`: the damage tables, and expected values by them
- `leaving_play.py`: models that are destroyed, withdrawn, or off the table, and what is aboard them

Damage to a system trait is marked in `basics/model.py`.
"""
