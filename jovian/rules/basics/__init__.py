"""What all procedures use.

- `formation.py`: Formations of squadrons: forming, breaking, the next leader
- `model.py`: states, revealed cards, marked and repaired boxes, drone stock, and fuel of a model
- `nearby.py`: models and terrain near a shape or a line
- `rolls.py`: unopposed and opposed rolls, skill tests, and results in words
"""
