"""What happened, what is and what would happen, as the window shows it: log, animation, card words, odds in words."""
