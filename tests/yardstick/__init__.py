"""The yardstick: the ensign as it stood on 2026-11-22, and what it took things to be worth, frozen.

How strong the computer players are is told by how they do against it (`python main.py duel captain
tests/yardstick/ensign.py:Ensign`), so it never gets better, nor quicker. It imports nothing of `jovian/players/`. Only
what a renamed or changed rule forces is changed here: by hand, and as little as will do.
"""
