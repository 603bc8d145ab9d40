"""A game between two computers: the host has the match, the guest and spectators see what they may know.

Only this layer uses sockets. Its threads carry messages; matches are played in the thread of their owner.
"""
