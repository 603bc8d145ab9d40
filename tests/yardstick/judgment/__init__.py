"""What things are worth, in Threat Value: a shot, a place, a close fight, an action, a launch.

Functions of a state (a view, or that of a trial) and of what could be done in it. They decide nothing and know no
player; which of it is tried, and in which order, is the habit of each player.
"""
