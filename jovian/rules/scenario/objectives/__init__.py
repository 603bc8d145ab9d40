"""What gives Objective Points and ends a game early: what is counted, and what is made of the count."""
