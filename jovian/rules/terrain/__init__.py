"""The kinds of terrain, their attack on what moves through them, templates and comets."""
