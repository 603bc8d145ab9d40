"""What part of the table is on the screen, and where its outlines lie there."""
