"""A game between two computers: the host has the match, the guest and spectators see what they may know.

Only this layer uses sockets. Their packages are an extra, so they are imported when a game begins. Threads carry
messages. Matches are played in the thread of their owner.
"""
