"""What it is worth to stand somewhere: in battle, where a fleet deploys, by the edges, near terrain and mines."""
