"""The orders of an activation, in small files: what refuses them, what they do, examples; `catalog.py` lists them."""
