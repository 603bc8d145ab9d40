"""The HTML report of a rehearsal, with its templates."""
