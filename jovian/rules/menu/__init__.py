"""Declaring, and what an activation may do next.

- `declarations.py`: declaring an action, and its requirements
- `next_order.py`, `orders.py`: the decision about the next order, and each order: move, turn, fly, attack, act, end
- `samples.py`: checks, default orders, and random orders
"""
