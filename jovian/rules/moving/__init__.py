"""Legs, turns and flights, and putting apart what has ended on something."""
