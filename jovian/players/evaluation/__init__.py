"""The value of attacks, moves, actions, places, and objectives to a computer player, in Threat Value (TV).

The functions depend only on a state and decide nothing: the players choose by these values.
"""
