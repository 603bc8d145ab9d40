"""How much of the rules the tests hold: breaks in `jovian/rules`, sampled, and the share that some test notices."""
