"""The actions that a model can declare (v1.2.4 Action). `setup/catalogs.py` lists those in play.

- `any_model.py`: Board, Combined Attack (also of a Sensor Array), Drone Command, Evade, Ram, Resupply, Silent
  Running, Vector Attack, Withdraw
- `capital_ship.py`: Damage Control, Hard Burn, Long Shot, Overdrive, Tug, and the others that only ships have
- `squadron.py`: Bombing and Active Interception

- `states.py`: states that these actions bring about, such as Overdriven and Targeted

The procedure that an action starts is in the folder of its subject, with the states that it brings about.
"""
