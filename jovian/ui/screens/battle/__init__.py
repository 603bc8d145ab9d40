"""The battle: board, panels, one controller for each kind of decision, animation, curtain."""
