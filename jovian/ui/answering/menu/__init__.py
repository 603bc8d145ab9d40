"""The menu of an activation: moving, attacking, and what else an order may have in hand."""
