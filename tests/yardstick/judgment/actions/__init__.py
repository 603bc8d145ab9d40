"""What each action of a ship is reckoned to be worth, in TV.

Rough figures, on the careful side: an action that would cost for nothing is worth nothing.
"""
