"""Interceptions, dogfights and bombing runs, and the reactions that lead to them."""
