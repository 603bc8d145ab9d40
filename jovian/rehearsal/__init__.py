"""Rehearsal: computer players play one position many times, and the results are analyzed.

Inputs and results are plain values, so that games can be played in any process and on any machine.
"""
