"""What lies over the board whoever answers: ruler, arcs, ghosts at places, help, and room made for a prompt."""
