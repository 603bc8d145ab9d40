"""Names and tags beside what they name: one placement, a pure function of what is in sight."""
