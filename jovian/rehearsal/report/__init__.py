"""The page that shows a rehearsal; its templates lie beside it."""
