"""The mutation sample: random small breaks in `jovian/rules`, and the share of them that a test notices."""
