"""The sequence of a game.

- `deployment.py`: setting up the table, and the Deployment Phase
- `activation.py`: the Activation Phase, and the activation of a model
- `sequence.py`: turns, initiative, the End Phase, and the score
"""
