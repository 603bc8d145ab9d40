"""The actions of the rulebook (v1.2.4 Action). `setup/catalogs.py` lists those in play."""
