"""Rehearsal: one position played many times by computer players, and what can be read from the games.

Plain values go in and come out, so that the games may be played in any process, on any machine.
"""
