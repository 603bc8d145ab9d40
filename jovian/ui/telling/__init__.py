"""What happened and what would happen, told: the lines of the log, animation, reveals, odds in words."""
