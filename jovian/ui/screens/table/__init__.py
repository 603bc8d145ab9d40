"""What battle and replay share: a table with its panels, its pointer and its camera; and the replay."""
