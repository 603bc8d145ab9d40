"""Effects of traits that cards print (ECM, Cloak), and of states that actions bring about (Targeted)."""
